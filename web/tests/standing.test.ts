import { describe, expect, it } from 'vitest';
import { find, fits } from '../src/lib/command';
import { meant } from '../src/lib/actions';
import { Standing } from '../src/lib/standing.svelte';
import type { Table } from '../src/lib/table.svelte';
import type { View } from '../src/lib/view';

function asked(turn: number, title = 'Fuel shortage?'): View {
  const actions = [
    { do: ['fuel'], text: 'Declare it' },
    { do: ['wait'], text: 'Keep it' },
  ];
  return {
    format: 1,
    game: 'g',
    scenario: 's',
    viewer: 'axis',
    side: 'axis',
    turn: { now: turn },
    phase: { now: '', steps: [] },
    prompt: { title, again: title },
    sides: { axis: {}, allied: {} },
    places: {},
    pieces: [],
    actions,
    outcome: null,
  } as unknown as View;
}

describe('standing answers', () => {
  it('are not offered for laying cards', () => {
    const view = asked(1);
    const laying = { ...view, actions: view.actions.map((a) => ({ ...a, cards: { hand: 'h', counts: {} } })) };
    expect(new Standing(() => laying as unknown as View).fits).toBe(false);
    expect(new Standing(() => view).fits).toBe(true);
  });
  it('are not offered for what is seldom asked', () => {
    const view = asked(1);
    const seldom = { ...view, prompt: { title: 'A poor hand' } };
    expect(new Standing(() => seldom as unknown as View).fits).toBe(false);
  });
  it('are not offered beside an offer of the game itself', () => {
    const view = asked(1);
    const own = { ...view, actions: [...view.actions, { do: ['wait_today'], text: 'Do not ask again today' }] };
    expect(new Standing(() => own as unknown as View).fits).toBe(false);
  });
  it('answer the same question in the same turn and no other', () => {
    let view = asked(1);
    const standing = new Standing(() => view);
    expect(standing.answer()).toBeNull();
    standing.wanted = true;
    standing.note(view.actions[1]!);
    expect(standing.answer()?.text).toBe('Keep it');
    view = asked(1, 'Another question?');
    expect(standing.answer()).toBeNull();
    view = asked(2);
    expect(standing.answer()).toBeNull();
  });

  it('are not kept unless wanted, and go with an undo', () => {
    const view = asked(1);
    const standing = new Standing(() => view);
    standing.note(view.actions[0]!);
    expect(standing.answer()).toBeNull();
    standing.wanted = true;
    standing.note(view.actions[0]!);
    standing.clear();
    expect(standing.answer()).toBeNull();
  });
});

describe('typed words', () => {
  it('fit by their beginnings, in any order', () => {
    expect(fits(['move', '0605'], 'move Move to Sidi Rezegh 0605')).toBe(true);
    expect(fits(['rez', 'mo'], 'Move to Sidi Rezegh')).toBe(true);
    expect(fits(['gazala'], 'Move to Sidi Rezegh')).toBe(false);
  });
  it('name a place only as a word of their own', () => {
    const table = {
      myMove: true,
      board: { places: { 8: { name: 'Bir el-Hurush' }, 19: { name: 'Sidi Azeiz' } } },
      live: {
        pieces: [
          { id: 1, name: '1/8', at: '19' },
          { id: 2, name: '1/33C', at: '19' },
        ],
        actions: [
          { do: ['pick', 1], text: 'Move 1/8', piece: 1, lift: true },
          { do: ['pick', 2], text: 'Move 1/33C', piece: 2, lift: true },
        ],
      },
    } as unknown as Table;
    expect(find('move 1/8', table).map((hit) => hit.text)).toEqual(['Move 1/8']);
    expect(find('move 1/33c 8', table).map((hit) => hit.text)).toEqual(['Move 1/33C, to Bir el-Hurush']);
  });
});

describe('the ring of the guide', () => {
  it('is on the action meant, by its verb or by words of its text', () => {
    expect(meant('all', { do: ['all'], text: 'Put all in' })).toBe(true);
    expect(meant('all', { do: ['done'], text: 'Put all in' })).toBe(false);
    expect(meant("O'Connor", { do: ['first', 2], text: "Play O'Connor" })).toBe(true);
    expect(meant('', { do: ['pass'], text: 'Play no chit first' })).toBe(false);
  });
});
