/** Makes the next view of the last one and what changed. */

import type { Change } from './protocol';
import type { View } from './view';

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
