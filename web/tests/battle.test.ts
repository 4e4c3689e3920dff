import { expect, test } from 'vitest';
import { hitWords, lossWords, summed, wayWords } from '../src/lib/battle';
import { sentence } from '../src/lib/looks';
import type { Battle, Board, Piece } from '../src/lib/view';
import { battleMarks } from '../src/table/battleMarks';

const row = (left: string, label: string, right: string, rule: string) => ({ left, label, right, rule });

test('few rows are shown as they are', () => {
  const rows = [row('4', '4/7', '', '1'), row('4', '7/7', '', '1'), row('', 'Box', '1 left', '2')];
  expect(summed(rows)).toEqual(rows);
});

test('units that count by one rule on one side become one row that names its parts', () => {
  const rows = [
    row('4', '4/7', '', '1'),
    row('2½', '7/7', '', '1'),
    row('3', '11/4', '', '1'),
    row('2', 'Naval Guns', '', '3'),
    row('', '1 Lib', '2', '2'),
    row('', '3 Jan', '½', '2'),
    row('', 'Box', '1 left', '2'),
  ];
  expect(summed(rows).map((r) => [r.left, r.label, r.right])).toEqual([
    ['9½', '3 units', ''],
    ['2', 'Naval Guns', ''],
    ['', '2 units', '2½'],
    ['', 'Box', '1 left'],
  ]);
  expect(summed(rows)[0]!.parts).toBe('4/7 4, 7/7 2½, 11/4 3');
});

const GUNS = { name: '12th Australian Anti-Tank', formation: '12AT' };

test('beside its counter a unit need not be named', () => {
  expect(wayWords('Reduce 12AT (1 point)', GUNS)).toBe('Reduce (1 point)');
  expect(wayWords('12AT falls back (1 point)', GUNS)).toBe('Falls back (1 point)');
});

test('losses are counted in words', () => {
  expect(hitWords({ due: 2, taken: 0 })).toBe('2 to take');
  expect(hitWords({ due: 4, taken: 1 })).toBe('1 of 4 taken');
});

test('a counter says what it has left after one more step', () => {
  const words = [4, 2, 1].map((steps) => lossWords({ steps } as Piece));
  expect(words).toEqual(['4 → 3 steps', '2 → 1 step', 'destroyed']);
});

test('a reason of the rules stands as a sentence', () => {
  expect(sentence('not enough movement points left')).toBe('Not enough movement points left.');
  expect(sentence('The table has no such seat.')).toBe('The table has no such seat.');
});

test('in a hex that both share each total stands beside the counters it belongs to', () => {
  const board = { places: { A: { neighbours: [] } } } as unknown as Board;
  const battle = {
    places: ['A'],
    attacker: { side: 'allied', places: ['A'] },
    defender: { side: 'axis', places: ['A'] },
    sum: { left: '4 dice', right: '2 dice' },
  } as unknown as Battle;
  const below = (viewer: 'allied' | 'axis'): string[] =>
    battleMarks(board, battle, viewer, viewer)
      .badges!.filter((badge) => badge.under)
      .map((badge) => badge.text);
  expect(below('allied')).toEqual(['4 dice']);
  expect(below('axis')).toEqual(['2 dice']);
});
