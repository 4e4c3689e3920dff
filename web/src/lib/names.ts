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
/** Where a pin may stand, in hexes from the middle: above, at the upper corners, at the sides, below. */
const PIN_SPOTS = [
  [0, -0.62],
  [-0.56, -0.36],
  [0.56, -0.36],
  [-0.62, 0.1],
  [0.62, 0.1],
  [0, 0.62],
] as const;
/** Places whose name is printed in a box of their own keep it there, at its head where a stack would cover it. */
const BOXED = 'zone';
const HEAD = 0.03;

/** The box that a place is drawn as, with its name in it; other places have none. */
export function boxOf(place: BoardPlace): Rect | null {
  if (place.terrain !== BOXED || !place.poly) return null;
  const xs = place.poly.map((p) => p[0]);
  const ys = place.poly.map((p) => p[1]);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

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

/** The boxes of the stacks on the map. */
export function stackBoxes(board: Board, pieces: readonly Piece[]): Rect[] {
  const half = HALF * board.hex;
  return [...new Set(pieces.map((p) => p.at))].flatMap((id): Rect[] => {
    const place = board.places[id];
    return place
      ? [{ left: place.x - half, right: place.x + half * 1.3, top: place.y - half * 1.35, bottom: place.y + half }]
      : [];
  });
}

/** Where the names of places stand now. */
export function namesNow(board: Board, moved: Shifts): Rect[] {
  return Object.entries(board.places).flatMap(([id, place]): Rect[] => {
    const box = nameBox(place);
    return box ? [shifted(box, ...(moved.get(id) ?? ([0, 0] as const)))] : [];
  });
}

/** Whether anything lies on a box. */
export const lies = (box: Rect, others: readonly Rect[]): boolean => covered(box, others) > 0;

/** A name stays where it was as long as nothing covers it there: names that jump about cannot be found again. */
export function dodge(
  board: Board,
  pieces: readonly Piece[],
  signs: readonly string[] = [],
  before: Shifts | null = null,
): Shifts {
  const half = HALF * board.hex;
  const gap = GAP * board.hex;
  const taken = stackBoxes(board, pieces);
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
    if (!box) continue;
    const round = boxOf(place);
    if (round) {
      if (covered(box, taken)) out.set(id, [0, round.top + HEAD * board.hex - box.top]);
      continue;
    }
    let best: readonly [number, number] = before?.get(id) ?? [0, 0];
    let least = cost(box, best);
    if (least && (best[0] || best[1])) {
      const home = cost(box, [0, 0]);
      if (home < least) [best, least] = [[0, 0], home];
    }
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

/** Where the letter of a place stands: above it, or at another edge where that would lie on a name or on a result. */
export function pinSpot(
  board: Board,
  moved: Shifts,
  id: string,
  half: number,
  badge: boolean,
): readonly [number, number] {
  const place = board.places[id]!;
  const box = boxOf(place);
  if (box) return [(box.left + box.right) / 2, badge ? box.bottom + half : box.top - half];
  const names = namesNow(board, moved);
  const spots = PIN_SPOTS.slice(badge ? 3 : 0).map(
    ([x, y]) => [place.x + x * board.hex, place.y + y * board.hex] as const,
  );
  const free = ([x, y]: readonly [number, number]): boolean =>
    !lies({ left: x - half, right: x + half, top: y - half, bottom: y + half }, names);
  return spots.find(free) ?? spots[0]!;
}
