/** What the table says over HTTP and the WebSocket (docs/protocol.md). */

import type { LogLine, Outcome, Piece, Side, View } from './view';

export interface Level {
  id: string;
  label: string;
  note: string;
  bars: number;
}

export interface GameOption {
  id: string;
  label: string;
  note?: string;
  default: boolean | string;
  choices?: { id: string; label: string }[];
}

export interface Scenario {
  id: string;
  title: string;
  note?: string;
}

/** What a figure on a counter means. */
export interface Figure {
  label: string;
  short?: string;
  note?: string;
  rule?: string;
}

export interface GameCard {
  id: string;
  title: string;
  subtitle: string;
  blurb: string;
  length: string;
  time: string;
  kind: string;
  weight: number;
  hidden: boolean;
  sides: Record<Side, { label: string; note?: string; pieces?: Piece[] }>;
  scenarios: Scenario[];
  options: GameOption[];
  levels: Level[];
  overlays?: string[];
  /** The figures of a counter by its symbol, `''` for all others, and where each stands: left, middle, right. */
  figures?: Record<string, Partial<Record<'left' | 'middle' | 'right', Figure>>>;
  /** What each kind of ground costs or does, in a few words. */
  terrain?: Record<string, string>;
  card?: { box: [number, number, number, number]; pieces: Piece[] };
  guide?: { side: Side; scenario: string } | null;
}

export type SeatKind = 'me' | 'friend' | 'agent';

export interface Create {
  game: string;
  scenario: string;
  options: Record<string, boolean | string>;
  seats: Record<Side, { kind: SeatKind; level?: string }>;
  forecasts: boolean;
}

export interface Created {
  table: string;
  mine: string;
  links: Partial<Record<Side | 'watch', string>>;
  commitment: string;
}

export interface SeatInfo {
  kind: 'human' | 'agent';
  label: string;
  level?: string;
  here?: boolean;
}

export interface Info {
  table: string;
  game: string;
  title: string;
  scenario: Scenario;
  options: Record<string, boolean | string>;
  seat: Side | 'both' | 'watch';
  seats: Record<Side, SeatInfo>;
  /** When this seat last noticed something: so long it has been somebody's move. */
  changed: string;
  n: number;
  at: number;
  waiting?: Side[];
  turn?: { now: number; label?: string };
  side?: Side | 'chance' | null;
  outcome?: Outcome | null;
  overlays?: string[];
  forecasts?: boolean;
  hidden?: boolean;
  links?: Partial<Record<Side | 'watch', string>>;
  commitment?: string;
}

export interface Dice {
  commitment: string;
  seeds: Record<Side, string | null>;
  /** What binds each player to a seed before any is shown. */
  seals?: Record<Side, string | null>;
  /** Is every player bound to a seed? Whose seal is still closed? */
  bound?: boolean;
  closed?: Side[];
  secret: string | null;
  draws?: { i: number; n: number; bound: number; value: number }[];
}

export interface RuleEntry {
  id: string;
  title: string;
  text?: string;
  status?: string;
}

export interface Rulebook {
  rules: RuleEntry[];
  rulings?: { id: string; rules: string[]; text: string }[];
}

/** A table of the game for the eye, made from its data. */
export interface Chart {
  id: string;
  title: string;
  head: string;
  columns: string[];
  rows: { label: string; cells: string[]; turns?: [number, number] }[];
  rule: string;
  note: string;
  words: Record<string, string>;
}

export interface GuideStep {
  title?: string;
  text: string;
  places?: string[];
  rule?: string;
  /** What to do now, said in one line. */
  todo?: string;
  /** The first word of the one action whose button is ringed. */
  ring?: string;
  /** First words of the actions that end the step: when the player does one, or is offered one. */
  until?: { do?: string[]; offers?: string[] };
}

export interface Guide {
  title: string;
  scenario: string;
  side: Side;
  steps: GuideStep[];
}

export interface HistoryPoint {
  n: number;
  turn: number;
  score: Partial<Record<Side, number>>;
  losses: Partial<Record<Side, number>>;
}

export interface Thinking {
  side: Side;
  done: number | null;
  note?: string;
  over?: boolean;
  /** How many wait before it; left out while it thinks. */
  place?: number;
}

export interface ChatLine {
  from: Side | 'watch';
  text: string;
  at: string;
}

export interface Ask {
  kind: 'undo' | 'draw';
  side: Side;
  answer: boolean | null;
}

export interface State {
  n: number;
  at: number;
  waiting?: Side[];
  /** The whole view, or what changed since the one told before. */
  view?: View;
  change?: Change;
  log: LogLine[];
  log_from?: number;
  /** The places the action led its pieces over. */
  path?: string[];
}

export interface Change {
  set: Partial<View>;
  drop?: string[];
  /** Pieces that are not as they were; the others stay. */
  pieces?: Piece[];
}

export interface Refusal {
  code: string;
  rule?: string;
  text: string;
}

export interface Seek {
  at: number;
  of: number;
  view: View;
  log: LogLine[];
}

export type ServerMessage =
  | { type: 'seated'; re?: number; info: Info; token?: string }
  | ({ type: 'state'; re?: number } & State)
  | ({ type: 'refused'; re?: number } & Refusal)
  | { type: 'answer'; re: number; value: unknown }
  | ({ type: 'thinking' } & Thinking)
  | ({ type: 'chat'; re?: number } & ChatLine)
  | { type: 'name'; side: Side; text: string }
  | ({ type: 'ask'; re?: number } & Ask)
  | { type: 'presence'; here: Partial<Record<Side, boolean>>; watchers: number; devices?: Record<Side, number> }
  | ({ type: 'dice' } & Dice)
  | { type: 'pong'; re?: number };
