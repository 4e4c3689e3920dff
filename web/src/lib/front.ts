/** Where a map opens: on the units that may act now or stand against the enemy. */

import type { Board, Piece, Side } from './view';

type Point = [number, number];

/** A hex is at least this many pixels wide when a table opens, and at most, unless the whole map is larger still. */
const LEAST = 56;
const GOOD = 66;
const MOST = 76;
/** A map that shows all of itself at this size does so. */
const WHOLE = 48;
/** Enemies this many hexes apart face each other. */
const CLOSE = 3.2;
/** Hexes of ground shown round the outermost of the units. */
const MARGIN = 1.6;

function points(board: Board, places: Iterable<string>): Point[] {
  return [...places].flatMap((id): Point[] => {
    const place = board.places[id];
    return place ? [[place.x, place.y]] : [];
  });
}

/** The places of pieces that have an enemy within a few hexes of them. */
export function facing(board: Board, pieces: readonly Piece[]): string[] {
  const held = (side: Side): string[] => [
    ...new Set(pieces.filter((p) => p.side === side && board.places[p.at]).map((p) => p.at)),
  ];
  const close = (a: string, b: string): boolean => {
    const from = board.places[a]!;
    const to = board.places[b]!;
    return Math.hypot(from.x - to.x, from.y - to.y) < CLOSE * board.hex || !!from.neighbours?.includes(b);
  };
  const [axis, allied] = [held('axis'), held('allied')];
  return [
    ...axis.filter((a) => allied.some((b) => close(a, b))),
    ...allied.filter((a) => axis.some((b) => close(a, b))),
  ];
}

export interface Interest {
  board: Board;
  pieces: readonly Piece[];
  side: Side | null;
  /** The pieces that may be ordered, and the places that may be chosen. */
  ready: ReadonlySet<number>;
  lit: readonly string[];
}

/** What should be in sight first: what may be ordered or chosen, and where the sides face each other, one's own units most of all. */
export function front({ board, pieces, side, ready, lit }: Interest): Point[] {
  const own = pieces.filter((p) => side === null || p.side === side);
  const acting = points(board, new Set(own.filter((p) => ready.has(p.id) || p.active).map((p) => p.at)));
  const asked = acting.length ? acting : points(board, lit);
  const meeting = facing(board, pieces);
  const held = new Set(own.map((p) => p.at));
  const mine = points(
    board,
    meeting.filter((at) => held.has(at)),
  );
  const found = [...asked, ...points(board, meeting), ...mine, ...mine];
  if (found.length) return found;
  return own.some((p) => board.places[p.at])
    ? points(board, new Set(own.map((p) => p.at)))
    : points(board, Object.keys(board.places));
}

/** The scale and the middle of a view that shows these points, or as many of them as stand close together. */
export function opening(
  found: readonly Point[],
  room: { width: number; height: number },
  board: Pick<Board, 'width' | 'height' | 'hex'>,
): { k: number; x: number; y: number } {
  const { width, height, hex } = board;
  const contain = Math.min(room.width / width, room.height / height);
  const box = (list: readonly Point[]) => {
    const xs = list.map((p) => p[0]);
    const ys = list.map((p) => p[1]);
    return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
  };
  const whole = box(found);
  const fit = Math.min(
    room.width / (whole.right - whole.left + 2 * MARGIN * hex),
    room.height / (whole.bottom - whole.top + 2 * MARGIN * hex),
  );
  if (fit * hex >= LEAST) {
    const k = Math.min(fit, Math.max(contain, MOST / hex));
    return { k, x: (whole.left + whole.right) / 2, y: (whole.top + whole.bottom) / 2 };
  }
  if (contain * hex >= WHOLE) return { k: contain, x: width / 2, y: height / 2 };
  const k = GOOD / hex;
  const near = (a: Point): Point[] =>
    found.filter(
      (b) =>
        Math.abs(a[0] - b[0]) < room.width / k / 2 - MARGIN * hex &&
        Math.abs(a[1] - b[1]) < room.height / k / 2 - MARGIN * hex,
    );
  let most: Point[] = [];
  for (const point of found) {
    const seen = near(point);
    if (seen.length > most.length) most = seen;
  }
  const dense = box(most.length ? most : [found[0]!]);
  return { k, x: (dense.left + dense.right) / 2, y: (dense.top + dense.bottom) / 2 };
}
