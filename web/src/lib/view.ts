/** The view a side is shown (docs/view.md). Made from engine/view.py by `python -m tools.view_types`. */

export type Side = 'allied' | 'axis';
export type Decider = Side | 'chance';
/** Whose view a seat has: one side's, or both in turn at a hot seat. */
export type Eyes = Side | 'both';

/** One line of a sum: the attacker's figure on the left, the defender's on the right. */
export interface SumRow {
  left: string;
  label: string;
  right: string;
  rule: string;
}

/** Both sums with their totals. */
export interface Sum {
  rows: SumRow[];
  left: string;
  right: string;
  verdict: string;
  rule: string;
}

/** The dice of one side in one roll; `need` is the face that succeeds, where there is one. */
export interface Roll {
  label: string;
  side: Side;
  faces: number[];
  hits?: boolean[];
  need?: number;
  /** How many such faces make a hit, where it takes more than one. */
  each?: number;
  /** What came of a roll that is no count of hits, in a word or two. */
  said?: string;
}

/** One side of a battle: its pieces, the places they fight from, and what binds them in a few words. */
export interface Lineup {
  side: Side;
  pieces: number[];
  places: string[];
  note: string;
}

/** Losses one side has to take in this battle, and how many of them it has taken. */
export interface Hits {
  side: Side;
  due: number;
  taken: number;
  label: string;
}

/** A result of the column in force: the faces of the die that bring it, as rolled, its letters and its words. */
export interface Result {
  dice: string;
  code: string;
  text: string;
  /** The die has fallen, and this is it. */
  rolled?: boolean;
}

/** Where a battle reads its result: the chart, its column, the one before shifts, and what the die may bring. */
export interface Reading {
  chart: string;
  column: string;
  before: string;
  results: Result[];
}

/** A battle under way, as `view["battle"]` shows it to players and watchers. */
export interface Battle {
  title: string;
  rule: string;
  /** The places fought over. */
  places: string[];
  attacker: Lineup;
  defender: Lineup;
  /** What a battle goes through, in order: "Declare", "Support", "Dice", "Losses", "Advance". */
  steps: string[];
  step: number;
  sum?: Sum;
  dice?: Roll[];
  hits?: Hits[];
  table?: Reading;
  /** Where the side that is asked may fall back to. */
  retreat?: string[];
}

/** One step of the sequence of play. */
export interface Step {
  id: string;
  label: string;
  rule?: string;
}

/** The turn, and a label for each turn of the ribbon. */
export interface Turn {
  now: number;
  of?: number;
  label?: string;
  labels?: string[];
}

/** Where in the sequence of play the game is. */
export interface Phase {
  now: string;
  steps: Step[];
}

/** What is asked, or what the others are doing. */
export interface Prompt {
  title: string;
  text: string;
  rules: string[];
  /** A question that comes up time and again, by what it is about: an answer may stand for the rest of the turn. */
  again?: string;
}

/** A figure of a side that a player keeps an eye on. */
export interface Stat {
  label: string;
  value: number | string;
  of?: number;
  /** The value at which something happens. */
  mark?: number;
}

/** A side: its name, its score and its figures. */
export interface SideState {
  label: string;
  short?: string;
  score?: number | string;
  score_label?: string;
  stats?: Stat[];
  notes?: string[];
}

/** Something that lies on a place. */
export interface Mark {
  kind: string;
  side?: Side | null;
  label?: string;
}

/** What a place carries now. */
export interface PlaceState {
  control?: Side | null;
  marks?: Mark[];
}

/** A marker on the map that is no piece. */
export interface Marker {
  at: string;
  kind: string;
  side?: Side | null;
  label?: string;
}

/** A counter or block. */
export interface Piece {
  id: number;
  /** A place, or a box such as `lost`. */
  at: string;
  side: Side;
  nation?: string;
  name?: string;
  formation?: string;
  stripe?: string;
  symbol?: string;
  size?: string;
  left?: string;
  right?: string;
  middle?: string;
  steps?: number;
  steps_max?: number;
  reduced?: boolean;
  strength?: number;
  /** The viewer may not see its face. */
  hidden?: boolean;
  moved?: boolean;
  active?: boolean;
  unsupplied?: boolean;
  disrupted?: boolean;
  marks?: string[];
  note?: string;
}

/** A chit, face up. */
export interface Chit {
  label: string;
  colour?: string;
  side?: Side;
}

/** A box of a track. */
export interface TrackBox {
  label: string;
  chit?: Chit | null;
  now?: boolean;
}

/** A track beside the map. */
export interface Track {
  id: string;
  label: string;
  note?: string;
  boxes: TrackBox[];
}

/** A card or chit of a hand. */
export interface Card {
  id: number | string;
  label: string;
  face?: 'up' | 'down';
  colour?: string;
  side?: Side;
  chosen?: boolean;
  note?: string;
}

/** What a side holds. */
export interface Hand {
  id: string;
  side: Side;
  label: string;
  cards: Card[];
}

/** A place off the map that pieces may be in. */
export interface Box {
  id: string;
  label: string;
}

/** The card that is clicked for an order. */
export interface CardChoice {
  hand: string;
  id: number | string;
}

/** The cards that an order lays together, by their labels. */
export interface CardsChoice {
  hand: string;
  labels: string[];
}

/** One legal action. */
export interface Action {
  /** The action itself, sent back unchanged. */
  do: (string | number | boolean)[];
  text: string;
  battle?: boolean;
  /** It takes a piece or stack up, to choose its place next. */
  lift?: boolean;
  /** It sets down what is in hand, and nothing else. */
  down?: boolean;
  /** It only opens the next choice, which can be left again. */
  opens?: boolean;
  main?: boolean;
  rule?: string;
  piece?: number | null;
  place?: string | null;
  card?: CardChoice;
  cards?: CardsChoice;
  /** The switches it is a value of: several orders that differ in one thing each. */
  choice?: Record<string, string>;
  /** What should be asked before it is carried out. */
  ask?: string;
  cost?: string;
  /** What may go wrong on the way, in a few words: its place is marked unlike those that are safe to reach. */
  risk?: string;
  /** It starts no battle, but a forecast may be asked for: a fight that goes on. */
  odds?: boolean;
  path?: string[];
  key?: string;
}

/** How the game ended. */
export interface Outcome {
  winner: Side | null;
  kind: string;
  score: Record<string, number>;
}

/** All that a side may know. */
export interface View {
  turn: Turn;
  phase: Phase;
  sides: Record<Side, SideState>;
  places: Record<string, PlaceState>;
  pieces: Piece[];
  markers?: Marker[];
  tracks?: Track[];
  hands?: Hand[];
  boxes?: Box[];
  battle?: Battle;
  format: number;
  game: string;
  scenario: string;
  viewer: Side | null;
  /** Who decides now; None when it is over. */
  side: Decider | null;
  prompt: Prompt;
  dice: Roll[];
  actions: Action[];
  /** May the viewer take an action back? The table says it, not the game. */
  undo?: boolean;
  outcome: Outcome | null;
}

/** One line of the log. */
export interface LogLine {
  n: number;
  turn: number;
  rule: string;
  /** Written by the table itself, not by the game: an undo by consent, a resignation. */
  table?: boolean;
  text: string;
  side: Side | null;
  places: string[];
  dice?: Roll[];
  sum?: Sum;
}

/** One side of a battle that may be fought. */
export interface ForecastSide {
  side: Side;
  label: string;
  note?: string;
}

/** A result with its chance, and whom it favours. */
export interface ForecastResult {
  label: string;
  chance: number;
  for: string | null;
}

/** What an attack is for, in words that follow a percentage ("to take the hex"), and how likely that is. */
export interface Goal {
  label: string;
  chance: number;
}

/** How likely it is to lose 0, 1, 2, ... steps. */
export interface Losses {
  attacker: number[];
  defender: number[];
  /** What the defender's figures count, where it is not steps. */
  points?: string;
}

/** The distribution of a battle's results before it is committed. */
export interface Forecast {
  title: string;
  rule?: string;
  attacker: ForecastSide;
  defender: ForecastSide;
  results: ForecastResult[];
  goal?: Goal;
  losses?: Losses;
  exact: boolean;
  samples?: number | null;
  sum?: Sum;
  /** What the figures leave out, in a few words: shown where they are not exact. */
  basis?: string;
}

/** Places that an overlay tints. */
export interface Area {
  side: Side | null;
  label: string;
  places: string[];
}

/** A line that an overlay draws. */
export interface Path {
  side: Side | null;
  label: string;
  places: string[];
}

/** One overlay of the map. */
export interface Overlay {
  areas: Area[];
  paths: Path[];
}

/** Why something is not possible. */
export interface Reason {
  rule: string;
  text: string;
}

/** A place of the drawn map. */
export interface BoardPlace {
  x: number;
  y: number;
  name?: string;
  terrain?: string;
  section?: string;
  /** Middle of the drawn name's base line, and its size. */
  label?: [number, number, number];
  poly?: [number, number][];
  neighbours?: string[];
  /** What is drawn in the place: fort, port, oasis. */
  features?: string[];
  /** The roads and tracks through it. */
  lines?: string[];
}

/** A line of the legend. */
export interface LegendItem {
  kind: string;
  label: string;
  note?: string;
}

/** The map's geometry, `data/board.json`: it does not change during a game. */
export interface Board {
  title: string;
  width: number;
  height: number;
  hex: number;
  legend?: LegendItem[];
  places: Record<string, BoardPlace>;
}
