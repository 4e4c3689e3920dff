import { expect, test } from 'vitest';
import { changed } from '../src/lib/changes';
import type { View } from '../src/lib/view';

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
