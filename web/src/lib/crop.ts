/** Which part of a map stands on a game's card in the lobby. */

import type { Board } from './view';

const SHAPE = 1.29;
const SHARE = 0.46;
const MOST_HEXES = 16;
const HEART = 'Tobruk';

/** Round Tobruk with the sea above it where the map has it; else the box the game names. */
export function crop(board: Board, kind: string, named?: readonly number[]): number[] {
  const heart = Object.values(board.places).find((p) => p.name?.startsWith(HEART));
  if (!heart || kind === 'areas') return [...(named ?? [0, 0, board.width, board.height])];
  const width = Math.min(board.width * SHARE, board.height * SHAPE * 0.8, board.hex * MOST_HEXES);
  const height = width / SHAPE;
  const inside = (at: number, size: number, whole: number): number => Math.max(0, Math.min(whole - size, at));
  return [inside(heart.x - 0.3 * width, width, board.width), inside(heart.y - 0.3 * height, height, board.height), width, height];
}
