import { expect, it } from 'vitest';
import { adjective, does, initials, stripeTitle, victory, won } from '../src/lib/looks';
import { distinct } from '../src/lib/overlay';
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

it('agrees with a side, of one word or several', () => {
  expect([does('Allies', 'ask'), does('Commonwealth', 'ask')]).toEqual(['The Allies ask', 'The Commonwealth asks']);
  expect([adjective('Allies'), adjective('Axis')]).toEqual(['Allied', 'Axis']);
});

it('calls a level of victory one', () => {
  expect(won('tactical')).toBe('a tactical victory');
  expect(won('substantial: the frontier holds')).toBe('a substantial victory: the frontier holds');
  expect(won('decisive: Tobruk')).toBe('a decisive victory: Tobruk');
  expect(won('automatic victory: the enemy base is taken')).toBe('automatic victory: the enemy base is taken');
});

it('shows ground once for each side, under the name that says most', () => {
  const area = (side: 'axis' | 'allied', label: string, ...places: string[]) => ({ side, label, places });
  const tobruk = area('allied', 'Allied in supply from Tobruk', 'b', 'a');
  const axis = area('axis', 'Axis in supply', 'a', 'b');
  const part = area('allied', 'Allied by sea', 'a');
  expect(distinct([area('allied', 'Allied in supply', 'a', 'b'), tobruk, axis, part])).toEqual([tobruk, axis, part]);
});
