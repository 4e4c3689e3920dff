import { expect, test } from 'vitest';
import { remarks } from '../src/lib/figures';
import type { Piece } from '../src/lib/view';

const piece = (more: Partial<Piece>): Piece => ({ id: 1, side: 'allied', at: 'A', ...more }) as Piece;

test('a note does not say again what kind of unit it is', () => {
  expect(remarks(piece({ symbol: 'infantry', note: 'infantry' }))).toBe('');
  expect(remarks(piece({ symbol: 'infantry', note: 'infantry, inside the position' }))).toBe('inside the position');
  expect(remarks(piece({ symbol: 'armor', note: 'armor, 7 Arm Division' }))).toBe('7 Arm Division');
  expect(remarks(piece({ symbol: 'motorised', note: 'motorized' }))).toBe('');
  expect(remarks(piece({ symbol: 'infantry', note: 'infantry; unmotorised' }))).toBe('unmotorised');
  expect(remarks(piece({ symbol: 'infantry' }))).toBe('');
});
