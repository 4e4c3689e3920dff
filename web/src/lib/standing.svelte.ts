/** Answers that stand for the rest of the turn: a question asked again in the same words is answered in the same way. */

import { sameAction } from './actions';
import type { Action, View } from './view';

const MOST = 3;

/** What is asked: by its own name where the game says that it comes again, else by its words and answers. */
function question(view: View): string {
  const { again, title } = view.prompt;
  return JSON.stringify([view.turn.now, view.viewer, again ?? [title, view.actions.map((a) => a.do)]]);
}

const plain = (a: Action): boolean =>
  !a.place && (a.piece ?? null) === null && !a.card && !a.cards && !a.battle && !a.ask;

export class Standing {
  /** Whether the player wants the answer given now to stand. */
  wanted = $state(false);
  private answers = new Map<string, unknown>();

  constructor(private readonly now: () => View | null) {}

  /** A question that may be answered once and for all: the game says so, or it is a few buttons and no battle at stake. */
  fits = $derived.by(() => {
    const view = this.now();
    if (!view || view.actions.length < 2) return false;
    if (view.prompt.again) return true;
    return !view.battle && view.actions.length <= MOST && view.actions.every(plain);
  });

  /** Notes the answer that is being given. */
  note(action: Action): void {
    const view = this.now();
    if (view && this.wanted && this.fits && plain(action)) this.answers.set(question(view), action.do);
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
