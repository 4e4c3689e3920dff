import { describe, expect, it } from 'vitest';
import { advance, group, sameAction, selectable, targets } from '../src/lib/actions';
import type { Action, Piece } from '../src/lib/view';

const act = (name: string, more: Partial<Action> = {}): Action => ({ do: [name], text: name, ...more });

describe('grouping', () => {
  const actions = [
    act('pass', { key: 'P' }),
    act('ready', { main: true }),
    act('take', { piece: 3 }),
    act('go', { place: '0605' }),
    act('march', { piece: 4, place: '0605' }),
    act('march on', { piece: 4, place: '0606' }),
    act('march', { piece: 5, place: '0605' }),
    act('commit', { card: { hand: 'cup', id: 7 } }),
  ];
  const groups = group(actions);

  it('puts the shortest way into an attack first', () => {
    const ways = ['3', '1', '4'].map((cost) => act('enter', { place: '0605', battle: true, cost }));
    expect(
      group(ways)
        .places.get('0605')
        ?.map((a) => a.cost),
    ).toEqual(['1', '3', '4']);
  });
  it('puts the main button first', () => expect(groups.buttons.map((a) => a.text)).toEqual(['ready', 'pass']));
  it('knows what may be taken in hand', () => expect([...selectable(groups)].sort()).toEqual([3, 4, 5]));
  it('finds cards by hand and id', () => expect(groups.cards.get('cup/7')?.[0]?.text).toBe('commit'));
  it('lights the places open to all without a selection', () =>
    expect([...targets(groups, []).keys()]).toEqual(['0605']));
  it('adds those of the piece in hand', () =>
    expect([...targets(groups, [4]).keys()].sort()).toEqual(['0605', '0606']));
  it('lights only what every piece in hand can reach', () => {
    const lit = targets(groups, [4, 5]);
    expect([...lit.keys()]).toEqual(['0605']);
    expect(lit.get('0605')?.map((a) => a.text)).toEqual(['go', 'march']);
  });
});

describe('a wish for several pieces', () => {
  it('takes them one after another', () => {
    const list = [act('a', { piece: 1, place: 'X' }), act('b', { piece: 2, place: 'X' })];
    const first = advance(list, { pieces: [1, 2], place: 'X', text: 'a' })!;
    expect(first.action.text).toBe('a');
    expect(first.rest).toEqual({ pieces: [2], place: 'X', text: 'a' });
    expect(advance(list, first.rest!)!.rest).toBeNull();
  });
  it('ends when a piece can no longer go', () => expect(advance([], { pieces: [1], place: 'X', text: '' })).toBeNull());
  it('takes up whole stacks and single units, sends each after the first, and leaves in hand what cannot follow', () => {
    const pieces = [1, 2, 3].map((id) => ({ id, at: id < 3 ? 'A' : 'B', side: 'allied' }) as Piece);
    const choose = [
      act('stack', { place: 'A', lift: true }),
      act('unit', { piece: 1, lift: true }),
      act('unit', { piece: 3, lift: true }),
    ];
    const first = advance(choose, { pieces: [1, 2, 3], place: 'X', text: '' }, pieces)!;
    expect(first.action.text).toBe('stack');
    const second = advance([act('go', { place: 'X' })], first.rest!, pieces)!;
    expect(second.action.text).toBe('go');
    const third = advance(choose, second.rest!, pieces)!;
    expect(third.action.piece).toBe(3);
    expect(advance([act('go', { place: 'Y' })], third.rest!, pieces)).toBeNull();
  });
  it('halts one that has arrived and could go on, and takes up the next', () => {
    const going = [act('stop'), act('go', { place: 'Y' })];
    const wish = { pieces: [2], place: 'X', text: '' };
    expect(advance(going, wish, [])).toEqual({ action: going[0], rest: wish });
  });
  it('prefers the same way of going', () => {
    const list = [act('by road', { piece: 1, place: 'X' }), act('attack', { piece: 1, place: 'X' })];
    expect(advance(list, { pieces: [1], place: 'X', text: 'attack' })!.action.text).toBe('attack');
  });
});

it('compares actions by value', () => {
  expect(sameAction(['move', 3], ['move', 3])).toBe(true);
  expect(sameAction(['move', 3], ['move', 4])).toBe(false);
});
