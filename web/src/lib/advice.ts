/** What the machine says: advice at a decision, and the review of a finished game (docs/protocol.md). */

import type { Action, Side } from './view';

export interface Term {
  name: string;
  change: number;
}

export interface AdvisedChoice extends Action {
  score?: number;
  change?: number;
  worlds?: number;
  terms?: Term[];
  /** What the machine is up to, in a few words. */
  plan?: string;
}

export interface Advice {
  choices: AdvisedChoice[];
}

export interface Mark {
  at: number;
  turn: number;
  score: number;
  /** The Allies' chance to win, 0 to 1. */
  chance: number;
}

export interface TurningPoint {
  from: number;
  to: number;
  turn: number;
  before: number;
  after: number;
  chance_before: number;
  chance_after: number;
  /** With what it cost against the best, in chance, and where both lead on the map. */
  decision: {
    at: number;
    side: Side;
    played: string;
    better: string | null;
    cost: number;
    /** The Allies' chance to win that the machine expects of either. */
    chance_played: number;
    chance_better: number;
    played_way: string[];
    better_way: string[];
    /** What the machine would have been up to, or nothing. */
    plan: string;
  } | null;
}

export interface Reviewed {
  done: number;
  review: { curve: Mark[]; turning: TurningPoint[] } | null;
  problem: string | null;
}

/** A figure with its sign, as 3.2 or −0.4 with a real minus. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return text === '0.0' ? '±0' : value < 0 ? `−${text}` : `+${text}`;
}

const points = (value: number): string => {
  const text = value.toFixed(value < 10 ? 1 : 0).replace(/\.0$/, '');
  return `${text} ${text === '1' ? 'point' : 'points'}`;
};

/** What a choice is expected to come to, as one would say it: against how things stand now, or against the best. */
export function expectation(choice: AdvisedChoice, best: AdvisedChoice): string {
  const { change, score, worlds } = choice;
  const tried = worlds
    ? ` That is the mean of ${worlds === 1 ? 'one game' : `${worlds} games`} played on from here.`
    : '';
  if (change !== undefined) {
    const far = Math.abs(change);
    if (signed(change) === '±0') return `It should leave you about where you stand now.${tried}`;
    return `It should leave you about ${points(far)} ${change > 0 ? 'better' : 'worse'} off than you stand now.${tried}`;
  }
  if (choice === best || score === undefined || best.score === undefined) return '';
  const behind = best.score - score;
  return signed(behind) === '±0'
    ? `It is as good as the first.${tried}`
    : `About ${points(behind)} behind the first.${tried}`;
}
