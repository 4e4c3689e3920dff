/** The figures printed on a counter, said in words: the game says what stands where. */

import type { GameCard, Figure } from './protocol';
import { kindName, nationName } from './looks';
import type { Piece } from './view';

export interface Said extends Figure {
  value: string;
}

const SLOTS = ['left', 'middle', 'right'] as const;

/** The key of this kind of counter, else of counters in general. */
export function figures(card: GameCard | null, piece: Piece): Said[] {
  const key = card?.figures?.[piece.symbol ?? ''] ?? card?.figures?.[''] ?? {};
  if (piece.hidden) return [];
  return SLOTS.flatMap((slot) => {
    const value = String(piece[slot] ?? '');
    const figure = key[slot];
    return value && value !== '-' && figure ? [{ ...figure, value }] : [];
  });
}

const SIZES: Record<string, string> = {
  I: 'company',
  II: 'battalion',
  III: 'regiment',
  X: 'brigade',
  XX: 'division',
  XXX: 'corps',
};

/** "German armour, regiment". */
export function describePiece(piece: Piece): string {
  const first = [nationName(piece.nation), kindName(piece)].filter(Boolean).join(' ');
  return [first, SIZES[piece.size ?? ''] ?? ''].filter(Boolean).join(', ');
}

export function states(piece: Piece): string[] {
  const said = [
    piece.reduced && 'reduced',
    piece.moved && 'done this turn',
    piece.active && 'active',
    piece.unsupplied && 'out of supply',
    piece.disrupted && 'disrupted',
  ];
  return said.filter((word): word is string => !!word);
}

const SPELT: [RegExp, string][] = [
  [/\barmor\b/, 'armour'],
  [/\bmotorized\b/, 'motorised'],
  [/\brecon\b/, 'reconnaissance'],
];

/** What a game notes of a piece besides its kind, which is said already. */
export function remarks(piece: Piece): string {
  const said = describePiece(piece).toLowerCase();
  const plain = (part: string): string =>
    SPELT.reduce((text, [from, to]) => text.replace(from, to), part.toLowerCase());
  const parts = (piece.note ?? '').split(/[;,]\s*/).filter((part) => part && !said.includes(plain(part)));
  return parts.join(', ');
}
