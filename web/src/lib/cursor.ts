/** Walks the places of a board with the arrow keys. */

import type { Board } from './view';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

const WAY: Record<Arrow, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

export interface Cursor {
  place: string;
  /** Walking up and down a hex grid keeps to this line; a sideways step moves it. */
  column: number;
}

export function isArrow(key: string): key is Arrow {
  return key in WAY;
}

export function cursorAt(board: Board, place: string): Cursor {
  return { place, column: board.places[place]?.x ?? 0 };
}

function best(board: Board, from: string, among: string[], arrow: Arrow, column: number, cone: number): string | null {
  const here = board.places[from]!;
  const [wx, wy] = WAY[arrow];
  let found: string | null = null;
  let least = Infinity;
  for (const id of among) {
    const there = board.places[id];
    if (!there || id === from) continue;
    const dx = there.x - here.x;
    const dy = there.y - here.y;
    const ahead = dx * wx + dy * wy;
    const across = Math.abs(dx * wy) + Math.abs(dy * wx);
    if (ahead <= 0 || across > ahead * cone) continue;
    const drift = wy !== 0 ? Math.abs(there.x - column) : across;
    const cost = Math.hypot(dx, dy) + 2 * drift;
    if (cost < least) {
      least = cost;
      found = id;
    }
  }
  return found;
}

/** The neighbour in that direction, or the nearest place that way where no neighbour lies there. */
export function walk(board: Board, cursor: Cursor, arrow: Arrow): Cursor {
  const here = board.places[cursor.place];
  if (!here) return cursor;
  const upright = arrow === 'ArrowUp' || arrow === 'ArrowDown';
  const place =
    best(board, cursor.place, here.neighbours ?? [], arrow, cursor.column, upright ? 1.8 : 1.2) ??
    best(board, cursor.place, Object.keys(board.places), arrow, cursor.column, 1);
  if (!place) return cursor;
  return { place, column: upright ? cursor.column : board.places[place]!.x };
}

/** The next id of a list after the given one, round and round; for "next unit". */
export function next<T>(list: readonly T[], current: T | null, step = 1): T | null {
  if (!list.length) return null;
  const i = current === null ? -1 : list.indexOf(current);
  if (i < 0) return list[step > 0 ? 0 : list.length - 1]!;
  return list[(i + step + list.length) % list.length]!;
}
