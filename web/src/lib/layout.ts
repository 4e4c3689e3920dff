/** Where stacks and their pieces stand on the map. */

import type { Board, Piece, Side } from './view';

export interface Stack {
  key: string;
  place: string;
  side: Side;
  x: number;
  y: number;
  scale: number;
  pieces: Piece[];
}

export interface Spot {
  x: number;
  y: number;
  turn: number;
}

export const COUNTER = 0.64;
const SHARED_SCALE = 0.8;
const SHARED_SHIFT = 0.17;
const FAN_STEP = 0.385;
const FAN_TURN = 5;
const FAN_ROW = 6;

const ALONE = [{ dx: 0, dy: 0 }];
const TWO = [
  { dx: -SHARED_SHIFT, dy: -SHARED_SHIFT },
  { dx: SHARED_SHIFT, dy: SHARED_SHIFT },
];

/** One stack for each side in each place; the piece at the end of the list lies on top. */
export function stacks(pieces: Piece[], board: Board, mine: Side | null, rank: (p: Piece) => number): Stack[] {
  const at = new Map<string, Map<Side, Piece[]>>();
  for (const piece of pieces) {
    if (!(piece.at in board.places)) continue;
    const here = at.get(piece.at) ?? new Map<Side, Piece[]>();
    at.set(piece.at, here);
    const held = here.get(piece.side);
    if (held) held.push(piece);
    else here.set(piece.side, [piece]);
  }
  const out: Stack[] = [];
  for (const [place, sides] of at) {
    const where = board.places[place]!;
    const order = [...sides.keys()].sort((a, b) => Number(a === mine) - Number(b === mine) || a.localeCompare(b));
    const spots = order.length > 1 ? TWO : ALONE;
    order.forEach((side, i) => {
      const spot = spots[i]!;
      const list = [...sides.get(side)!].sort((a, b) => rank(a) - rank(b) || b.id - a.id);
      out.push({
        key: `${place}/${side}`,
        place,
        side,
        x: where.x + spot.dx * board.hex,
        y: where.y + spot.dy * board.hex,
        scale: order.length > 1 ? SHARED_SCALE : 1,
        pieces: list,
      });
    });
  }
  return out.sort((a, b) => a.y - b.y || a.x - b.x);
}

/** The places of a fanned stack's pieces relative to the middle of the stack, in rows of six. */
export function fan(count: number, hex: number): Spot[] {
  const rows = Math.ceil(count / FAN_ROW);
  const out: Spot[] = [];
  for (let i = 0; i < count; i++) {
    const row = Math.floor(i / FAN_ROW);
    const inRow = row < rows - 1 ? FAN_ROW : count - FAN_ROW * (rows - 1);
    const middle = (i % FAN_ROW) - (inRow - 1) / 2;
    out.push({
      x: middle * FAN_STEP * hex,
      y: (row - (rows - 1) / 2) * COUNTER * 1.08 * hex,
      turn: middle * FAN_TURN,
    });
  }
  return out;
}

/** Signs keep a readable size on the screen when hexes shrink. */
export function signScale(hex: number, hexPixels: number): number {
  return (hex / 88) * Math.max(1, Math.min(1.9, 66 / hexPixels));
}

export type Detail = 'full' | 'small' | 'chip';

/** How much of a counter can be read at this many pixels a hex. */
export function detail(hexPixels: number): Detail {
  if (hexPixels >= 44) return 'full';
  return hexPixels >= 24 ? 'small' : 'chip';
}
