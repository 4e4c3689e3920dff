/** What the map shows of a battle under way: who attacks from where, what is fought over, where one may fall back or go on to. */

import type { Battle, Board, Side } from '../lib/view';
import type { Arrow, Badge, HexMark, MarkSet } from './marks.svelte';

const next = (board: Board, a: string, b: string): boolean => (board.places[a]?.neighbours ?? []).includes(b);

/** Of these places those that lie next to the given one; all of them if none does. */
function beside(board: Board, place: string, among: readonly string[]): string[] {
  const near = among.filter((id) => next(board, id, place));
  return near.length ? near : [...among];
}

function arrows(board: Board, battle: Battle, decides: string | null): Arrow[] {
  const fought = new Set(battle.places);
  const attack = battle.attacker.places
    .filter((from) => !fought.has(from))
    .flatMap((from) => beside(board, from, battle.places).map((to): Arrow => ({ from, to, kind: 'attack' })));
  const own =
    decides === battle.attacker.side
      ? battle.attacker.places
      : decides === battle.defender.side
        ? battle.defender.places
        : [];
  const starts = [...new Set([...own, ...battle.places, ...battle.defender.places, ...battle.attacker.places])];
  const retreat = (battle.retreat ?? []).flatMap((to) => {
    const from = starts.find((id) => next(board, id, to));
    return from ? [{ from, to, kind: 'retreat' } as const] : [];
  });
  return [...attack, ...retreat];
}

/** A total as a sign on the map has it: "20 dice", without what it hits on. */
const brief = (total: string): string => total.split(' ').slice(0, 2).join(' ');

export function battleMarks(
  board: Board,
  told: Battle,
  viewer: Side | null,
  decides: string | null,
  open: readonly string[] = [],
): MarkSet {
  /** A place that is open to those who have won is no longer fought over. */
  const battle = { ...told, places: told.places.filter((id) => !open.includes(id)) };
  const fought = new Set(battle.places);
  const outside = battle.attacker.places.filter((id) => !fought.has(id));
  const retreat = [...(battle.retreat ?? []), ...open];
  const hexes: HexMark[] = [
    ...battle.places.map((place) => ({ place, kind: 'target' }) as const),
    ...[...new Set(outside)].map((place) => ({ place, kind: 'attacker' }) as const),
    ...retreat.filter((id) => !fought.has(id)).map((place) => ({ place, kind: 'retreat' }) as const),
  ];
  /** Where both sides stand in one place, each figure is on the side of its counters: one's own lie below. */
  const below = viewer ?? 'axis';
  const badges: Badge[] = [];
  const first = battle.places[0];
  const { sum } = battle;
  if (sum?.left)
    badges.push({
      place: outside[0] ?? first ?? '',
      text: brief(sum.left),
      kind: outside.length ? (battle.attacker.side === viewer ? 'accent' : battle.attacker.side) : battle.attacker.side,
      under: outside.length > 0 || battle.attacker.side === below,
    });
  if (sum?.right && first)
    badges.push({
      place: first,
      text: brief(sum.right),
      kind: outside.length ? 'target' : battle.defender.side,
      under: !outside.length && battle.defender.side === below,
    });
  return {
    hexes,
    arrows: arrows(board, battle, decides),
    badges: badges.filter((badge) => board.places[badge.place]),
    only: [...new Set([...battle.places, ...battle.attacker.places, ...battle.defender.places, ...retreat])],
  };
}
