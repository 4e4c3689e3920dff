import { expect, test } from 'vitest';
import { cameFrom, changed, hurtBy } from '../src/lib/changes';
import type { Board, View } from '../src/lib/view';

const before = {
  game: 'bravery',
  side: 'axis',
  dice: [{ label: '15PZ', faces: [6] }],
  pieces: [
    { id: 1, at: '0508', side: 'axis' },
    { id: 2, at: '0605', side: 'allied' },
  ],
} as unknown as View;

test('a change sets keys, drops keys and replaces single pieces in their order', () => {
  const after = changed(before, {
    set: { side: 'allied' },
    drop: ['dice'],
    pieces: [{ id: 2, at: 'lost', side: 'allied' }],
  });
  expect(after.side).toBe('allied');
  expect('dice' in after).toBe(false);
  expect(after.pieces.map((p) => p.at)).toEqual(['0508', 'lost']);
  expect(after.pieces[0]).toBe(before.pieces[0]);
  expect(before.pieces[1]!.at).toBe('0605');
});

test('a list of other pieces comes whole', () => {
  const after = changed(before, { set: { pieces: [{ id: 7, at: '0101', side: 'axis' }] } });
  expect(after.pieces.map((p) => p.id)).toEqual([7]);
});

test('those whom a roll has hurt are known as they stood', () => {
  const board = { places: { A: {}, B: {} } } as unknown as Board;
  const stood = [
    { id: 1, at: 'A', steps: 2 },
    { id: 2, at: 'A', steps: 1 },
    { id: 3, at: 'A', steps: 2 },
    { id: 4, at: 'lost', steps: 1 },
    { id: 5, at: 'A', steps: 1 },
  ];
  const stand = [
    { id: 1, at: 'A', steps: 1 },
    { id: 2, at: 'lost' },
    { id: 3, at: 'B', steps: 1 },
    { id: 4, at: 'lost' },
    { id: 5, at: 'A', steps: 1 },
  ];
  const hurt = hurtBy({ pieces: stood } as unknown as View, { pieces: stand } as unknown as View, board);
  expect(hurt.map((p) => p.id)).toEqual([1, 2]);
});

const block = (id: number, at: string) => ({ id, at, side: 'axis', hidden: true });
const blocks = (...at: string[]): View => ({ pieces: at.map((place, i) => block(1000 + i, place)) }) as unknown as View;

test('of hidden blocks that are numbered anew only the one that went has moved', () => {
  const moved = (a: View, b: View, way?: string[]): string[] =>
    [...cameFrom(a, b, way)].flatMap(([id, from]) => {
      const at = b.pieces.find((p) => p.id === id)!.at;
      return at === from ? [] : [`${from}>${at}`];
    });
  expect(moved(blocks('A', 'B', 'B', 'C'), blocks('B', 'B', 'C', 'D'))).toEqual(['A>D']);
  expect(moved(blocks('A', 'B', 'C'), blocks('B', 'D', 'E'), ['C', 'D'])).toEqual(['C>D', 'A>E']);
  expect(moved(blocks('A', 'B'), blocks('A', 'B', 'C'))).toEqual([]);
  const seen = { pieces: [block(1000, 'B'), { id: 7, at: 'A', side: 'axis' }] } as unknown as View;
  expect(moved(blocks('A', 'B'), seen)).toEqual([]);
  expect(moved(seen, blocks('A', 'B'))).toEqual([]);
});
