/** Sorts the legal actions of a view by what the player touches to choose them. */

import type { Action, Piece } from './view';

export interface Grouped {
  buttons: Action[];
  pieces: Map<number, Action[]>;
  places: Map<string, Action[]>;
  pairs: Map<number, Map<string, Action[]>>;
  cards: Map<string, Action[]>;
}

function add<K>(map: Map<K, Action[]>, key: K, action: Action): void {
  const held = map.get(key);
  if (held) held.push(action);
  else map.set(key, [action]);
}

export function cardKey(hand: string, id: number | string): string {
  return `${hand}/${id}`;
}

export function group(actions: Action[]): Grouped {
  const out: Grouped = { buttons: [], pieces: new Map(), places: new Map(), pairs: new Map(), cards: new Map() };
  for (const action of actions) {
    const piece = action.piece ?? null;
    const place = action.place ?? null;
    if (action.card) add(out.cards, cardKey(action.card.hand, action.card.id), action);
    else if (piece !== null && place !== null) {
      let targets = out.pairs.get(piece);
      if (!targets) out.pairs.set(piece, (targets = new Map()));
      add(targets, place, action);
    } else if (piece !== null) add(out.pieces, piece, action);
    else if (place !== null) add(out.places, place, action);
    else out.buttons.push(action);
  }
  out.buttons.sort((a, b) => Number(b.main ?? false) - Number(a.main ?? false));
  for (const places of [out.places, ...out.pairs.values()]) for (const list of places.values()) nearestFirst(list);
  return out;
}

/** Where an attack has several ways in, the shortest comes first: its cost and its arrow are the ones shown. */
function nearestFirst(list: Action[]): void {
  if (list.every((a) => a.battle && Number(a.cost) > 0)) list.sort((a, b) => Number(a.cost) - Number(b.cost));
}

/** The pieces the player may take hold of now. */
export function selectable(groups: Grouped): Set<number> {
  return new Set([...groups.pieces.keys(), ...groups.pairs.keys()]);
}

/** The lit places: those open to everyone, and those open to every one of the selected pieces. */
export function targets(groups: Grouped, selected: readonly number[]): Map<string, Action[]> {
  const out = new Map(groups.places);
  const [first, ...others] = selected.map((piece) => groups.pairs.get(piece) ?? new Map<string, Action[]>());
  for (const [place, list] of first ?? []) {
    if (others.every((other) => other.has(place))) out.set(place, [...(out.get(place) ?? []), ...list]);
  }
  return out;
}

/** A wish of the player that may take several actions: these pieces, one after another, to that place. */
export interface Intent {
  pieces: number[];
  place: string;
  text: string;
  /** They go in to attack, as the first of them did. */
  battle?: boolean;
  /** Some of them have been taken up and go to the place next. */
  lifted?: boolean;
}

/** The action that takes up the first of these pieces, with its whole stack if all of that is to go; and who then still waits. */
export function liftFor(
  actions: Action[],
  pieces: readonly Piece[],
  wanted: readonly number[],
): { action: Action; rest: number[] } | null {
  const lifts = actions.filter((a) => a.lift);
  for (const id of wanted) {
    const piece = pieces.find((p) => p.id === id);
    if (!piece) continue;
    const mates = pieces.filter((p) => p.at === piece.at && p.side === piece.side).map((p) => p.id);
    const whole =
      mates.every((mate) => wanted.includes(mate)) &&
      lifts.find((a) => (a.piece ?? null) === null && a.place === piece.at);
    if (whole) return { action: whole, rest: wanted.filter((other) => !mates.includes(other)) };
    const alone = lifts.find((a) => a.piece === id);
    if (alone) return { action: alone, rest: wanted.filter((other) => other !== id) };
  }
  return null;
}

/**
 * The next action that carries an intent forward, and what is then left of it. One that has arrived and could go on
 * halts; one that cannot go there is set down again if others are to follow.
 */
export function advance(
  actions: Action[],
  intent: Intent,
  pieces: readonly Piece[] = [],
): { action: Action; rest: Intent | null } | null {
  if (intent.lifted) {
    const ways = actions.filter(
      (a) => a.place === intent.place && !a.lift && (intent.battle || !a.battle) && (a.piece ?? null) === null,
    );
    const go = ways.find((a) => a.text === intent.text) ?? ways[0];
    const rest = intent.pieces.length ? { ...intent, lifted: false } : null;
    const down = rest && actions.find((a) => a.down);
    return go ? { action: go, rest } : down ? { action: down, rest } : null;
  }
  const [first, ...others] = intent.pieces;
  if (first === undefined) return null;
  const pair = actions.filter((a) => a.piece === first && a.place === intent.place);
  const direct = pair.find((a) => a.text === intent.text) ?? pair[0];
  if (direct) return { action: direct, rest: others.length ? { ...intent, pieces: others } : null };
  const here = new Set(pieces.filter((p) => p.at === intent.place).map((p) => p.id));
  const lift = liftFor(
    actions,
    pieces,
    intent.pieces.filter((id) => !here.has(id)),
  );
  if (lift) return { action: lift.action, rest: { ...intent, pieces: lift.rest, lifted: true } };
  const halt = actions.find((a) => verb(a.do) === 'stop');
  return halt ? { action: halt, rest: intent } : null;
}

/** The first word of an action. */
export function verb(action: unknown): string {
  return Array.isArray(action) ? String(action[0]) : '';
}

export function sameAction(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Whether the guide means this action: by its first word, or by words of its text. */
export function meant(ring: string, action: { do: unknown; text: string }): boolean {
  return ring !== '' && (verb(action.do) === ring || (/[A-Z]/.test(ring) && action.text.includes(ring)));
}
