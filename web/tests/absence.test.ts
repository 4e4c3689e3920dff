import { describe, expect, it } from 'vitest';
import { missed, patiently } from '../src/lib/absence';
import { Refused } from '../src/lib/socket';
import type { Decider, View } from '../src/lib/view';

/** A line of play: who decides at each moment, and whether a battle is on. */
const look = (sides: [Decider, boolean?][]) => (at: number) =>
  Promise.resolve({
    at,
    of: sides.length - 1,
    n: at,
    lines: at,
    log: sides.map((_, n) => ({ n, turn: 1, rule: '', text: `line ${n}`, side: null, places: [] })),
    view: { side: sides[at]![0], battle: sides[at]![1] ? {} : undefined, turn: { now: at } } as View,
  });

describe('what happened while the player was away', () => {
  it("goes back to the last decision, and over answers given in the other side's battle", async () => {
    const play: [Decider, boolean?][] = [
      ['allied'],
      ['axis'],
      ['allied', true],
      ['chance', true],
      ['axis'],
      ['allied'],
    ];
    const told = await missed(look(play), 5, 'allied');
    expect(told.map((shown) => shown.at)).toEqual([2, 3, 4, 5]);
    expect(told.map((shown) => shown.lines.map((line) => line.n))).toEqual([[1], [2], [3], [4]]);
  });
  it('waits for a server that is asked too fast', async () => {
    let asked = 0;
    const answer = await patiently(() =>
      asked++ ? Promise.resolve('yes') : Promise.reject(new Refused({ code: 'too_fast', text: 'wait' })),
    );
    expect([answer, asked]).toEqual(['yes', 2]);
  });
  it('is nothing where only dice fell since', async () =>
    expect(await missed(look([['axis'], ['allied'], ['chance'], ['allied']]), 3, 'allied')).toEqual([]));
  it('leaves out what is known', async () =>
    expect(await missed(look([['allied'], ['axis'], ['allied']]), 2, 'allied', 2)).toEqual([]));
  it('is nothing at the start', async () => expect(await missed(look([['allied']]), 0, 'allied')).toEqual([]));
});
