/** The battle block of the view, put into words and marks. */

import type { MarkSet } from '../table/marks.svelte';
import type { Action, Battle, Board, Hits, Piece, Side, SumRow } from './view';

/** What this battle is to the viewer. */
export function battleWords(battle: Battle, mine: Side | null): string {
  if (mine === null) return 'Battle';
  return battle.attacker.side === mine ? 'Your attack' : 'You defend';
}

/** The steps a counter has, before and after it takes one more. */
export function lossWords(piece: Piece): string {
  const steps = piece.steps ?? (piece.reduced ? 1 : 2);
  return steps <= 1 ? 'destroyed' : `${steps} → ${steps - 1} ${steps === 2 ? 'step' : 'steps'}`;
}

/** How many losses are to be taken, or how many of them have been. */
export function hitWords({ due, taken }: Pick<Hits, 'due' | 'taken'>): string {
  return taken ? `${taken} of ${due} taken` : `${due} to take`;
}

/** What a unit may do about a hit, said beside its counter, so without its name. */
export function wayWords(text: string, piece: Pick<Piece, 'name' | 'formation'>): string {
  const name = [piece.name, piece.formation].find((word) => word && text.includes(word)) ?? '';
  const bare = text
    .replace(name, '')
    .replace(/^\s*\(\d+\)/, '')
    .replace(/\s+/g, ' ')
    .trim();
  return bare.charAt(0).toUpperCase() + bare.slice(1);
}

/** An attack that is aimed but not yet made; a move that asks first is shown by its way and the place it leads to. */
export function aimMarks(action: Action, held: readonly Piece[], board: Board): MarkSet {
  const place = action.place;
  if (!place || !board.places[place]) return {};
  if (!action.battle) return { hexes: [{ place, kind: 'attacker' }] };
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

const MANY_ROWS = 5;
const FIGURE = /^(\d*)(½?)$/;

function figure(text: string): number | null {
  const m = text ? FIGURE.exec(text) : null;
  return m ? Number(m[1] || 0) + (m[2] ? 0.5 : 0) : null;
}

const halves = (n: number): string => `${Math.floor(n) || (n % 1 ? '' : '0')}${n % 1 ? '½' : ''}`;

/** The rows of a sum; where they are many, units that count by one rule on one side are one row, its parts in its title. */
export function summed(rows: readonly SumRow[]): (SumRow & { parts?: string })[] {
  if (rows.length <= MANY_ROWS) return [...rows];
  const out: (SumRow & { parts?: string; n: number })[] = [];
  for (const row of rows) {
    const side = row.left && !row.right ? 'left' : row.right && !row.left ? 'right' : null;
    const value = side && figure(row[side]);
    const last = out.at(-1);
    const before = side && last && last.rule === row.rule ? figure(last[side]) : null;
    if (side && last && value !== null && before !== null) {
      const parts = `${last.parts ?? `${last.label} ${last[side]}`}, ${row.label} ${row[side]}`;
      const n = last.n + 1;
      out[out.length - 1] = { ...last, [side]: halves(before + value!), label: `${n} units`, parts, n };
    } else out.push({ ...row, n: 1 });
  }
  return out;
}
