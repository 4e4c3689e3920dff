/** The view a side is shown (docs/view.md) and the table's own records (docs/protocol.md). */

export type Side = 'allied' | 'axis';
export type Eyes = Side | 'both';

export interface Step {
  id: string;
  label: string;
  rule?: string;
}

export interface Mark {
  kind: string;
  side?: Side;
  label?: string;
}

export interface PlaceState {
  control?: Side | null;
  marks?: Mark[];
}

export interface Piece {
  id: number;
  at: string;
  side: Side;
  nation?: string;
  name?: string;
  /** A short name for the stripe where the formation's is too long. */
  label?: string;
  formation?: string;
  stripe?: string;
  symbol?: string;
  size?: string;
  left?: string | number;
  right?: string | number;
  middle?: string | number;
  steps?: number;
  steps_max?: number;
  reduced?: boolean;
  strength?: number;
  hidden?: boolean;
  moved?: boolean;
  active?: boolean;
  unsupplied?: boolean;
  disrupted?: boolean;
  marks?: string[];
  note?: string;
}

export interface Marker extends Mark {
  at: string;
}

export interface Chit {
  label: string;
  colour?: string;
  side?: Side;
  nation?: string;
}

export interface TrackBox {
  label: string;
  chit?: Chit | null;
  now?: boolean;
  side?: Side;
}

export interface Track {
  id: string;
  label: string;
  note?: string;
  side?: Side;
  boxes: TrackBox[];
}

export interface Card {
  id: number | string;
  label: string;
  face?: 'up' | 'down';
  nation?: string;
  colour?: string;
  chosen?: boolean;
  note?: string;
}

export interface Hand {
  id: string;
  side: Side;
  label: string;
  cards: Card[];
}

export interface Roll {
  label: string;
  side?: Side;
  faces: number[];
  hits?: boolean[];
  /** The face that succeeds, where there is one. */
  need?: number;
}

export interface SumRow {
  left: string;
  label: string;
  right: string;
  rule: string;
}

/** Both sums of a battle line by line, their totals and what they lead to. */
export interface Sum {
  rows: SumRow[];
  left: string;
  right: string;
  verdict: string;
  rule: string;
}

export interface Lineup {
  side: Side;
  pieces: number[];
  places: string[];
  note: string;
}

export interface Hits {
  side: Side;
  due: number;
  taken: number;
  label: string;
}

/** A battle under way, as both sides and watchers see it. */
export interface Battle {
  title: string;
  rule: string;
  /** The places fought over. */
  places: string[];
  attacker: Lineup;
  defender: Lineup;
  steps: string[];
  step: number;
  sum?: Sum;
  dice?: Roll[];
  hits?: Hits[];
  /** Where the side that is asked may fall back to. */
  retreat?: string[];
}

export interface Action {
  do: unknown;
  text: string;
  rule?: string;
  piece?: number | null;
  place?: string | null;
  card?: { hand: string; id: number | string } | null;
  cost?: string | number | null;
  path?: string[];
  battle?: boolean;
  /** Takes a piece or stack up, to choose its place next. */
  lift?: boolean;
  main?: boolean;
  key?: string | null;
  /** Cards of a hand that this action lays together. */
  cards?: { hand: string; labels: string[] };
  /** A value for each switch, where the offers are a product. */
  choice?: Record<string, string>;
  /** What it leads to, where that may be a surprise: the table asks first. */
  ask?: string;
}

export interface Stat {
  label: string;
  value: number | string;
  of?: number;
  mark?: number;
}

export interface SideState {
  label?: string;
  short?: string;
  score?: number | string;
  score_label?: string;
  stats?: Stat[];
  notes?: string[];
}

export interface Outcome {
  winner: Side | null;
  kind: string;
  score?: Record<string, number>;
}

export interface View {
  format: number;
  game: string;
  scenario: string;
  viewer: Side | null;
  side: Side | 'chance' | null;
  turn: { now: number; of?: number; label?: string; labels?: string[] };
  phase: { now: string; steps: Step[] };
  prompt: { title: string; text?: string; rules?: string[] };
  sides: Record<Side, SideState>;
  places: Record<string, PlaceState>;
  pieces: Piece[];
  markers?: Marker[];
  tracks?: Track[];
  hands?: Hand[];
  boxes?: { id: string; label: string }[];
  dice?: Roll[];
  battle?: Battle | null;
  actions: Action[];
  undo?: boolean;
  outcome: Outcome | null;
}

export interface LogLine {
  n: number;
  turn?: number;
  side?: Side | null;
  rule?: string;
  text: string;
  places?: string[];
  dice?: Roll[];
  sum?: Sum;
  label?: string;
  colour?: string;
}

export interface BoardPlace {
  x: number;
  y: number;
  name?: string;
  terrain?: string;
  /** What is drawn in the place: fort, port, oasis; and the roads and tracks through it. */
  features?: string[];
  lines?: string[];
  /** Middle of the drawn name's base line, and its size. */
  label?: [number, number, number];
  poly?: [number, number][];
  neighbours?: string[];
}

export interface LegendItem {
  kind: string;
  label: string;
  note?: string;
}

export interface Board {
  title: string;
  width: number;
  height: number;
  hex: number;
  legend?: LegendItem[];
  places: Record<string, BoardPlace>;
}

export interface Forecast {
  title: string;
  attacker: { side: Side; label: string; note?: string };
  defender: { side: Side; label: string; note?: string };
  results: { label: string; chance: number; for?: 'attacker' | 'defender' | null }[];
  losses?: { attacker: number[]; defender: number[] };
  exact: boolean;
  /** What the figures leave out, in a few words: shown where they are not exact. */
  basis?: string;
  samples?: number | null;
  rule?: string;
  sum?: Sum;
}

export interface Overlay {
  areas?: { side?: Side; label?: string; places: string[] }[];
  paths?: { side?: Side; places: string[] }[];
}

export interface Reason {
  rule: string;
  text: string;
}
