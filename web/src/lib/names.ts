/** Names of places make room for counters: a name that a stack would cover goes to the free side of its place. */

import type { Rect } from './sight';
import type { Board, BoardPlace, Piece } from './view';

/** How far a name is moved from where it is drawn, in board units. */
export type Shifts = ReadonlyMap<string, readonly [number, number]>;

/** Half the side of a counter, with the edges of a stack below it, in hexes. */
const HALF = 0.36;
const GAP = 0.06;
/** Half the side of a depot or another marker that stands alone. */
const SIGN = 0.25;
/** How far to the side a name may stand above or below its place, of the way that takes it wholly beside it. */
const ACROSS = [0, 0.3, 0.6, 1, 1.3];
/** Places whose name is printed in a box of their own keep it there. */
const BOXED = 'zone';

/** The box of a name as it is drawn: small capitals, a little spaced. */
export function nameBox(place: BoardPlace): Rect | null {
  if (!place.label || !place.name) return null;
  const [x, y, size] = place.label;
  const half = (place.name.length * size * (place.name.length > 7 ? 0.58 : 0.63)) / 2;
  return { left: x - half, right: x + half, top: y - size * 0.78, bottom: y + size * 0.22 };
}

const shifted = (r: Rect, dx: number, dy: number): Rect => ({
  left: r.left + dx,
  right: r.right + dx,
  top: r.top + dy,
  bottom: r.bottom + dy,
});

/** How much of a box the others cover. */
function covered(box: Rect, others: readonly Rect[]): number {
  return others.reduce(
    (sum, o) =>
      sum +
      Math.max(0, Math.min(box.right, o.right) - Math.max(box.left, o.left)) *
        Math.max(0, Math.min(box.bottom, o.bottom) - Math.max(box.top, o.top)),
    0,
  );
}

/** The ways a name may go, the nearest first: below, above, to a side, to a corner, a line further. */
function ways(place: BoardPlace, box: Rect, half: number, gap: number): (readonly [number, number])[] {
  const middle = place.x - (box.left + box.right) / 2;
  const level = place.y - (box.top + box.bottom) / 2;
  const high = box.bottom - box.top;
  const beside = half * 1.3 + (box.right - box.left) / 2 + gap;
  const below = place.y + half + gap - box.top;
  const above = place.y - half * 1.35 - gap - box.bottom;
  const out: [number, number][] = [
    [middle, below],
    [middle, above],
    [middle - beside, level],
    [middle + beside, level],
  ];
  for (const across of ACROSS) {
    for (const down of [below, above, below + high * 0.8, above - high * 0.8])
      out.push([middle - across * beside, down], [middle + across * beside, down]);
  }
  for (const down of [-0.7, 0.7])
    out.push([middle - beside, level + down * half], [middle + beside, level + down * half]);
  return out;
}

export function dodge(board: Board, pieces: readonly Piece[], signs: readonly string[] = []): Shifts {
  const half = HALF * board.hex;
  const gap = GAP * board.hex;
  const taken = [...new Set(pieces.map((p) => p.at))].flatMap((id): Rect[] => {
    const place = board.places[id];
    return place
      ? [{ left: place.x - half, right: place.x + half * 1.3, top: place.y - half * 1.35, bottom: place.y + half }]
      : [];
  });
  const held = new Set(pieces.map((p) => p.at));
  for (const id of signs) {
    const place = board.places[id];
    if (place && !held.has(id))
      taken.push({
        left: place.x - SIGN * board.hex,
        right: place.x + SIGN * board.hex,
        top: place.y - SIGN * board.hex,
        bottom: place.y + SIGN * board.hex,
      });
  }
  const out = new Map<string, readonly [number, number]>();
  const named: Rect[] = [];
  const cost = (box: Rect, [dx, dy]: readonly [number, number]): number => {
    const there = shifted(box, dx, dy);
    return covered(there, taken) + covered(there, named);
  };
  for (const [id, place] of Object.entries(board.places)) {
    const box = nameBox(place);
    if (!box || place.terrain === BOXED) continue;
    let best: readonly [number, number] = [0, 0];
    let least = cost(box, best);
    for (const way of least ? ways(place, box, half, gap) : []) {
      const found = cost(box, way);
      if (found < least * 0.98) {
        least = found;
        best = way;
      }
    }
    if (best[0] || best[1]) out.set(id, best);
    named.push(shifted(box, best[0], best[1]));
  }
  return out;
}
