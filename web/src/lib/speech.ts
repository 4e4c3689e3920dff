/** What a screen reader says of a place: number, name, terrain, pieces, cost. */

import { halves } from './geometry';
import { pieceName, sideName } from './looks';
import type { Table } from './table.svelte';
import type { Board, Piece, Side } from './view';

function crowd(pieces: Piece[]): string[] {
  return (['axis', 'allied'] as Side[]).flatMap((side) => {
    const here = pieces.filter((p) => p.side === side);
    if (!here.length) return [];
    const names = here.map(pieceName);
    const many = names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more`] : names;
    return [`${sideName(side)}: ${many.join('; ')}`];
  });
}

export function describe(table: Table, board: Board, id: string): string {
  const place = board.places[id];
  if (!place) return id;
  const parts = [id];
  if (place.name && place.name !== id) parts.push(place.name);
  if (place.terrain) parts.push(place.terrain);
  const state = table.view?.places[id];
  if (state?.control) parts.push(`${sideName(state.control)} control`);
  for (const mark of state?.marks ?? []) parts.push(mark.label ?? mark.kind);
  parts.push(...crowd((table.view?.pieces ?? []).filter((p) => p.at === id)));
  const list = table.choice.lit.get(id);
  const first = list?.[0];
  if (first) parts.push(`${first.battle ? 'target' : 'open'}${first.cost ? `, cost ${halves(first.cost)}` : ''}`);
  return parts.join(', ');
}
