/** Finds units by what a player would call them: name, formation, nation, kind. */

import { nationName, sideName } from './looks';
import type { Piece } from './view';

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** "7 rtr" also finds 7RTR and "7th Royal Tank Regt". */
export function words(piece: Piece): string {
  const said = [
    piece.name,
    piece.formation,
    piece.note,
    nationName(piece.nation),
    sideName(piece.side),
    piece.symbol,
  ].map((w) => plain(w ?? ''));
  const initials = plain(piece.name ?? '')
    .split(' ')
    .map((w) => /^\d+/.exec(w)?.[0] ?? w[0] ?? '')
    .join('');
  return [...said, initials, ...said.map((w) => w.replace(/ /g, ''))].join(' | ');
}

/** Known units whose words hold every word of the query, those on the map first, best names first. */
export function find(pieces: readonly Piece[], query: string, onMap: (piece: Piece) => boolean): Piece[] {
  const wanted = plain(query).split(' ').filter(Boolean);
  if (!wanted.length) return [];
  const rank = (p: Piece): number => (onMap(p) ? 0 : 2) + (plain(p.name ?? '').startsWith(plain(query)) ? 0 : 1);
  return pieces
    .filter((p) => !p.hidden)
    .map((p) => ({ p, text: words(p) }))
    .filter(({ text }) => wanted.every((w) => text.includes(w)))
    .map(({ p }) => p)
    .sort((a, b) => rank(a) - rank(b));
}
