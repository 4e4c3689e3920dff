import { describe, expect, it } from 'vitest';
import { Foresight } from '../src/lib/plans.svelte';
import type { Table } from '../src/lib/table.svelte';

const retreat = (id: string) => ({ pieces: [], actions: [], battle: { title: id } });

describe('places further than the prompt asks for', () => {
  it('are those of the position they were asked about, though nobody has asked again', async () => {
    let live = $state.raw<unknown>(retreat('first'));
    const table = {
      get live() {
        return live;
      },
      myMove: true,
      groups: {
        buttons: [],
        pieces: new Map(),
        pairs: new Map(),
        cards: new Map(),
        places: new Map([
          ['a', []],
          ['b', []],
        ]),
      },
      choice: { lit: new Map(), held: [], fights: [], others: [] },
      seat: { question: () => Promise.resolve({ answers: [], ways: [{ place: 'c', path: ['a', 'c'], actions: [] }] }) },
    };
    const foresight = new Foresight(table as unknown as Table);
    foresight.look();
    await Promise.resolve();
    await Promise.resolve();
    expect([...foresight.far.keys()]).toEqual(['c']);
    live = retreat('second');
    expect([...foresight.far.keys()]).toEqual([]);
  });
});
