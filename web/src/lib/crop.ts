/** Which part of a map stands on a game's card in the lobby. */

import type { Board } from './view';

const SHAPE = 1.29;
const SHARE = 0.46;
const MOST_HEXES = 16;
const HEART = 'Tobruk';
/** So many stacks make a picture. */
const FEW = 6;

function seen(board: Board, held: readonly string[], [left, top, width, height]: readonly number[]): number {
  return held.filter((id) => {
    const place = board.places[id];
    return place && place.x > left! && place.x < left! + width! && place.y > top! && place.y < top! + height!;
  }).length;
}

/** Round Tobruk with the sea above it where the map has it and enough stands there; else the box the game names. */
export function crop(board: Board, kind: string, named?: readonly number[], held: readonly string[] = []): number[] {
  const heart = Object.values(board.places).find((p) => p.name?.startsWith(HEART));
  if (!heart || kind === 'areas') return [...(named ?? [0, 0, board.width, board.height])];
  const width = Math.min(board.width * SHARE, board.height * SHAPE * 0.8, board.hex * MOST_HEXES);
  const height = width / SHAPE;
  const inside = (at: number, size: number, whole: number): number => Math.max(0, Math.min(whole - size, at));
  const round = [
    inside(heart.x - 0.3 * width, width, board.width),
    inside(heart.y - 0.3 * height, height, board.height),
    width,
    height,
  ];
  return named && seen(board, held, round) < Math.min(FEW, seen(board, held, named)) ? [...named] : round;
}
