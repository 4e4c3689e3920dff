import { expect, test } from 'vitest';
import { summed } from '../src/lib/battle';

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
