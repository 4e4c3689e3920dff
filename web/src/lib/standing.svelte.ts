/** Answers that stand for the rest of the turn: a question asked again in the same words is answered in the same way. */

import { sameAction } from './actions';
import type { Action, View } from './view';

/** What is asked, by the name the game gives to a question that comes time and again. */
const question = (view: View): string => JSON.stringify([view.turn.now, view.viewer, view.prompt.again]);

const plain = (a: Action): boolean =>
  !a.place && (a.piece ?? null) === null && !a.card && !a.cards && !a.battle && !a.ask;

export class Standing {
  /** Whether the player wants the answer given now to stand. */
  wanted = $state(false);
  private answers = new Map<string, unknown>();

  constructor(private readonly now: () => View | null) {}

  /** A question that may be answered once and for all: the game says that it comes time and again. */
  fits = $derived.by(() => {
    const view = this.now();
    if (!view || view.actions.length < 2) return false;
    if (view.actions.some((a) => a.text.startsWith('Do not ask again'))) return false; // the game has an offer of its own
    return !!view.prompt.again && view.actions.some(plain);
  });

  /** Whether this answer may stand for the turn. */
  takes(action: Action): boolean {
    return this.fits && plain(action);
  }

  /** Notes the answer that is being given. */
  note(action: Action): void {
    const view = this.now();
    if (view && this.wanted && this.takes(action)) this.answers.set(question(view), action.do);
    if (plain(action)) this.wanted = false;
  }

  /** The answer that stands for the question now asked. */
  answer(): Action | null {
    const view = this.now();
    if (!view || !this.fits) return null;
    const given = this.answers.get(question(view));
    return given === undefined ? null : (view.actions.find((a) => sameAction(a.do, given)) ?? null);
  }

  /** Taking back a move takes the standing answers back too. */
  clear(): void {
    this.answers.clear();
  }
}
