/** Colours of nations and sides; the same in light and dark. */

import type { Chit, Piece, Side } from './view';

const MOST_LETTERS = 7;
/** A name up to so long is printed small; a longer one is cut to its initials. */
const MOST_STRIPE = 12;

export interface Body {
  body: string;
  edge: string;
  plate: string;
  ink: string;
}

const GERMAN: Body = { body: '#9aa7a8', edge: '#5d696a', plate: '#d3dad6', ink: '#1a2224' };
const ITALIAN: Body = { body: '#a5be86', edge: '#627a45', plate: '#d9e5c4', ink: '#1c2812' };
const COMMONWEALTH: Body = { body: '#dcc08a', edge: '#94763f', plate: '#f3e5c2', ink: '#2a1e0c' };

const BANDS: Record<string, string[]> = {
  nz: ['#23211e'],
  za: ['#c4661f'],
  in: ['#8a2f3c'],
  au: ['#2f6b4f'],
  pl: ['#b3324f'],
  fr: ['#2d4f9e'],
  gr: ['#3f7fb5'],
  cz: ['#5b4a9a'],
  it: ['#2f7a45', '#f5f1e4', '#b3261e'],
};

const NATIONS: Record<string, string> = {
  de: 'German',
  it: 'Italian',
  gb: 'British',
  nz: 'New Zealand',
  za: 'South African',
  in: 'Indian',
  au: 'Australian',
  pl: 'Polish',
  fr: 'Free French',
  gr: 'Greek',
  cz: 'Czechoslovak',
  us: 'American',
};

export function body(side: Side, nation?: string): Body {
  if (nation === 'it') return ITALIAN;
  if (nation === 'de') return GERMAN;
  if (nation) return side === 'axis' ? GERMAN : COMMONWEALTH;
  return side === 'axis' ? GERMAN : COMMONWEALTH;
}

export function band(nation?: string): string[] {
  return BANDS[nation ?? ''] ?? [];
}

export function nationName(nation?: string): string {
  return NATIONS[nation ?? ''] ?? '';
}

export const SIDE_COLOUR: Record<Side, { solid: string; dark: string; light: string; top: string }> = {
  axis: { solid: '#46545a', dark: '#39464b', light: '#5b6a70', top: '#6d7c82' },
  allied: { solid: '#87601c', dark: '#8a6526', light: '#ad8136', top: '#c79a4a' },
};

/** Dark text where white would be too faint on the stripe. */
export function inkOn(colour: string): string {
  const m = /^#(..)(..)(..)$/.exec(colour);
  if (!m) return '#ffffff';
  const [r, g, b] = m.slice(1).map((h) => {
    const c = parseInt(h, 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return 1.05 / (light + 0.05) >= 4.5 ? '#ffffff' : '#1d1608';
}

/** Who won, as a sentence: the Allies win, the Axis wins. */
export const victory = (label: string): string => does(label, 'win');

/** A side as the one who does something: the Allies ask, the Axis asks. */
export const does = (label: string, verb: string): string => `The ${label} ${/ies$/.test(label) ? verb : `${verb}s`}`;

/** A side as an adjective: the Allied player, the Axis player. */
export const adjective = (label: string): string => label.replace(/^Allies$/, 'Allied');

export const sideName = (side: Side): string => (side === 'axis' ? 'Axis' : 'Allied');

export function chitBody(chit: Chit): Body {
  return body(chit.side ?? 'axis');
}

/** A long name as soldiers write it: its number and the initials of its words (7th Royal Tank Regt: 7RTR). */
export function initials(name: string): string {
  const words = name.split(/[^\p{L}\p{N}']+/u).filter(Boolean);
  return words
    .map((word) => /^\d+/.exec(word)?.[0] ?? (/^[IVX]+$|^[A-Z]{2,4}$/.test(word) ? word : word[0]!.toUpperCase()))
    .join('')
    .slice(0, MOST_LETTERS);
}

/** The few letters on a counter's stripe. */
export function stripeTitle(piece: Piece): string {
  const formation = piece.formation ?? '';
  if (formation && formation.length <= MOST_LETTERS) return formation;
  const word = formation || (piece.name ?? '');
  return word.length <= MOST_STRIPE ? word : initials(word);
}

export const LONG = 6;

/** What fits on a chit: a short label whole, else its initials or its first letters. */
export function chitWord(label: string): string {
  if (label.length <= LONG) return label;
  const words = label.split(/[^\p{L}\p{N}']+/u).filter(Boolean);
  return words.length > 1
    ? words
        .map((w) => w[0]!.toUpperCase())
        .join('')
        .slice(0, 4)
    : label.slice(0, 4).toUpperCase();
}

const KINDS: Record<string, string> = {
  armor: 'armour',
  recon: 'reconnaissance',
  antitank: 'anti-tank',
  hq: 'headquarters',
  'machine-gun': 'machine guns',
  'armored-car': 'armoured cars',
  block: '',
};

/** What a piece is, in the words of the table: "armour". */
export function kindName(piece: Piece): string {
  const symbol = piece.symbol ?? '';
  return KINDS[symbol] ?? symbol;
}

/** What a screen reader says of a piece. */
export function pieceName(piece: Piece): string {
  if (piece.hidden) return `${sideName(piece.side)} hidden unit`;
  const parts = [nationName(piece.nation), piece.name ?? piece.formation ?? 'unit'].filter(Boolean);
  const kind = kindName(piece);
  if (kind && !/armou?r|infantry/i.test(piece.name ?? '')) parts.push(`(${kind})`);
  const state = [
    piece.reduced && 'reduced',
    piece.moved && 'done',
    piece.unsupplied && 'out of supply',
    piece.disrupted && 'disrupted',
  ].filter(Boolean);
  return parts.join(' ') + (state.length ? `, ${state.join(', ')}` : '');
}

/** Words that begin a line. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A reason of the rules as a sentence of its own. */
export const sentence = (text: string): string => capital(/[.!?…]$/.test(text) ? text : `${text}.`);

/** How a game was won, as it stands after "the Axis wins": a level of victory is called one. */
export const won = (kind: string): string =>
  kind.replace(
    /^(tactical|automatic|decisive|substantial|marginal)(?=$|:)/,
    (level) => `${level === 'automatic' ? 'an' : 'a'} ${level} victory`,
  );
