import { expect, test } from 'vitest';
import { summed, wayWords } from '../src/lib/battle';

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
