/** What happened while the player was away: looked up moment by moment, back to his last decision. */

import type { Seek } from './protocol';
import type { Shown } from './recap.svelte';
import { Refused } from './socket';
import type { Side } from './view';

/** Moments looked up, at most. */
const MOST = 200;
/** A server that is asked too fast is asked again a little later. */
const PAUSE_MS = 400;

type Moment = Seek & { lines: number };

/** Asks until the server has time for it. */
export async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.code !== 'too_fast') throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

/** The changes since this side last decided something outside a battle; none if the other side has decided nothing since. */
export async function missed(
  look: (at: number, log: boolean) => Promise<Moment>,
  end: number,
  mine: Side,
  known = 0,
): Promise<Shown[]> {
  if (end <= known) return [];
  const last = await look(end, true);
  const found = [last];
  let theirs = false;
  while (found[0]!.at > known && found.length <= MOST) {
    const before = await look(found[0]!.at - 1, false);
    if (before.view.side === mine && !before.view.battle) break;
    theirs ||= before.view.side !== mine && before.view.side !== 'chance';
    found.unshift(before);
  }
  if (!theirs) return [];
  return found.slice(1).map((after, i) => ({
    before: found[i]!.view,
    after: after.view,
    path: [],
    lines: last.log.slice(found[i]!.lines, after.lines),
    at: after.at,
    own: false,
  }));
}
