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

/** A battle on the map: its hexes outlined, an arrow from each attacking place, the ways back lit. */
export function battleMarks(battle: Battle, pieces: readonly Piece[], board: Board): MarkSet {
  const real = (place: string): boolean => place in board.places;
  const targets = battle.places.filter(real);
  const from = battle.attacker.places.filter((place) => real(place) && !targets.includes(place));
  const near = (place: string): string[] => {
    const beside = targets.filter((target) => board.places[place]?.neighbours?.includes(target));
    return beside.length ? beside : targets.slice(0, 1);
  };
  const total = (side: 'attacker' | 'defender'): string => (side === 'attacker' ? battle.sum?.left : battle.sum?.right) ?? '';
  const badges: MarkSet['badges'] = [];
  if (total('defender') && targets[0]) badges.push({ place: targets[0], text: total('defender'), kind: battle.defender.side });
  if (total('attacker')) badges.push({ place: from[0] ?? targets[0] ?? '', text: total('attacker'), kind: battle.attacker.side, under: true });
  return {
    hexes: [
      ...targets.map((place) => ({ place, kind: 'target' as const })),
      ...from.map((place) => ({ place, kind: 'attacker' as const })),
      ...(battle.retreat ?? []).filter(real).map((place) => ({ place, kind: 'retreat' as const })),
    ],
    arrows: [
      ...from.flatMap((place) => near(place).map((to) => ({ from: place, to, kind: 'attack' as const }))),
      ...(battle.retreat ?? []).filter(real).flatMap((to) => (targets[0] ? [{ from: targets[0], to, kind: 'retreat' as const }] : [])),
    ],
    badges: badges.filter((badge) => real(badge.place)),
    only: [...targets, ...from, ...(battle.retreat ?? []), ...pieces.filter((p) => battle.defender.pieces.includes(p.id) || battle.attacker.pieces.includes(p.id)).map((p) => p.at)].filter(real),
  };
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
