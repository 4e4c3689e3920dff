import { expect, it } from 'vitest';
import { initials, stripeTitle, victory } from '../src/lib/looks';
import type { Piece } from '../src/lib/view';

it('cuts a long name to its number and initials', () => {
  expect(initials('7th Royal Tank Regt')).toBe('7RTR');
  expect(initials("King's Dragoon Guards")).toBe('KDG');
  expect(initials('II/104 Schützen Regiment')).toBe('II104SR');
});

it('prints a formation or a short name as it is', () => {
  const piece = { id: 1, at: 'x', side: 'axis' } as Piece;
  expect(stripeTitle({ ...piece, formation: '15PZ', name: 'I/8 Panzer' })).toBe('15PZ');
  expect(stripeTitle({ ...piece, name: 'Selby Force' })).toBe('Selby Force');
  expect(stripeTitle({ ...piece, name: '1st Army Tank Brigade' })).toBe('1ATB');
});

it('says who won as a sentence', () => {
  expect([victory('Allies'), victory('Axis'), victory('Commonwealth')]).toEqual([
    'The Allies win',
    'The Axis wins',
    'The Commonwealth wins',
  ]);
});
