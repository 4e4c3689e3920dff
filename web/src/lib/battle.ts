/** The battle block of the view, put into words and marks. */

import type { MarkSet } from '../table/marks.svelte';
import type { Action, Battle, Board, Piece, Side } from './view';

/** What this battle is to the viewer. */
export function battleWords(battle: Battle, mine: Side | null): string {
  if (mine === null) return 'Battle';
  return battle.attacker.side === mine ? 'Your attack' : 'You defend';
}

/** The steps a counter has, before and after it takes one more. */
export function lossWords(piece: Piece): string {
  const steps = piece.steps ?? (piece.reduced ? 1 : 2);
  return steps <= 1 ? 'destroyed' : `${steps} → ${steps - 1} steps`;
}

/** An attack that is aimed but not yet made. */
export function aimMarks(action: Action, held: readonly Piece[], board: Board): MarkSet {
  const place = action.place;
  if (!place || !board.places[place]) return {};
  const from = [...new Set(held.map((p) => p.at))].filter((at) => at !== place && at in board.places);
  return {
    hexes: [{ place, kind: 'target' }, ...from.map((at) => ({ place: at, kind: 'attacker' as const }))],
    arrows: from.map((at) => ({ from: at, to: place, kind: 'attack' as const })),
  };
}

/** The orders to single units in a battle: who takes a step, who joins in, who goes forward. */
export function unitActions(actions: readonly Action[]): Action[] {
  return actions.filter((a) => a.piece !== null && a.piece !== undefined && !a.place);
}
