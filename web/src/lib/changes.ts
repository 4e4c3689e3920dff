/** Makes the next view of the last one and what changed. */

import type { Change } from './protocol';
import type { Board, Piece, View } from './view';

export function changed(before: View, change: Change): View {
  const gone = new Set(change.drop ?? []);
  const kept = Object.fromEntries(Object.entries(before).filter(([key]) => !gone.has(key)));
  const after = { ...kept, ...change.set } as View;
  if (change.pieces) {
    const fresh = new Map(change.pieces.map((piece) => [piece.id, piece]));
    after.pieces = before.pieces.map((piece) => fresh.get(piece.id) ?? piece);
  }
  return after;
}

/** The pieces on the map that a change has destroyed or cost steps, as they stood before it. */
export function hurtBy(before: View, after: View, board: Board): Piece[] {
  const now = new Map(after.pieces.map((piece) => [piece.id, piece]));
  return before.pieces.filter((piece) => {
    const then = now.get(piece.id);
    if (piece.hidden || !board.places[piece.at]) return false;
    if (!then || !board.places[then.at]) return true;
    return then.at === piece.at && (then.steps ?? 0) < (piece.steps ?? 0);
  });
}

/**
 * Where each piece on the map stood before a change. Hidden pieces have no numbers of their own, as those would tell
 * which is which: as many as before in a place are taken to have stayed there, and the others came from where some are
 * missing, first along the way that is told.
 */
export function cameFrom(before: View, after: View, way: readonly string[] = []): Map<number, string> {
  const from = new Map<number, string>();
  const old = new Map(before.pieces.filter((p) => !p.hidden).map((p) => [p.id, p]));
  const now = new Set(after.pieces.filter((p) => !p.hidden).map((p) => p.id));
  for (const side of ['allied', 'axis'] as const) {
    const left = before.pieces.filter((p) => p.side === side && (p.hidden || !now.has(p.id))).map((p) => p.at);
    const take = (place: string | undefined): boolean => {
      const spot = place === undefined ? -1 : left.indexOf(place);
      if (spot >= 0) left.splice(spot, 1);
      return spot >= 0;
    };
    const found: Piece[] = [];
    for (const piece of after.pieces.filter((p) => p.side === side)) {
      const known = piece.hidden ? undefined : old.get(piece.id);
      if (known) from.set(piece.id, known.at);
      else if (take(piece.at)) from.set(piece.id, piece.at);
      else found.push(piece);
    }
    for (const piece of found) {
      const start = piece.at === way.at(-1) && left.includes(way[0]!) ? way[0] : left[0];
      if (start !== undefined && take(start)) from.set(piece.id, start);
    }
  }
  return from;
}
