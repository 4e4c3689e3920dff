/** What the prompt asks about, as places on the map. */

import type { Table } from './table.svelte';

/** So many places to choose from are all brought into sight. */
const FEW = 6;

export interface Subject {
  /** All of these must be in sight. */
  all: string[];
  /** One of these must be. */
  some: string[];
}

export function subject(table: Table): Subject {
  const view = table.view;
  const board = table.board;
  if (!view || !board || !table.myMove) return { all: [], some: [] };
  const known = (ids: Iterable<string>): string[] => [...new Set(ids)].filter((id) => board.places[id]);
  const battle = view.battle;
  if (battle)
    return {
      all: known([...battle.places, ...battle.attacker.places, ...battle.defender.places, ...(battle.retreat ?? [])]),
      some: [],
    };
  const held = new Set(table.choice.held);
  const at = known(view.pieces.filter((p) => held.has(p.id)).map((p) => p.at));
  if (at.length) return { all: at, some: known(table.choice.lit.keys()) };
  const lit = known(table.choice.lit.keys());
  const ready = known(view.pieces.filter((p) => table.ready.has(p.id)).map((p) => p.at));
  if (!ready.length && lit.length <= FEW) return { all: lit, some: [] };
  return { all: [], some: known([...ready, ...lit]) };
}
