import { describe, expect, it } from 'vitest';
import { cursorAt, isArrow, next, walk, type Arrow } from '../src/lib/cursor';
import { hexes } from './board';

const board = hexes();
const go = (from: string, ...arrows: Arrow[]): string =>
  arrows.reduce((c, a) => walk(board, c, a), cursorAt(board, from)).place;

describe('the hex cursor', () => {
  it('walks along a row', () => expect(go('00', 'ArrowRight', 'ArrowRight')).toBe('02'));
  it('keeps its column up and down a zigzag', () => {
    expect(go('02', 'ArrowDown', 'ArrowDown')).toBe('22');
    expect(go('22', 'ArrowUp', 'ArrowUp')).toBe('02');
  });
  it('stays where the board ends', () => expect(go('00', 'ArrowLeft')).toBe('00'));
  it('jumps a gap where no neighbour lies that way', () => {
    const gap = hexes();
    delete gap.places['01'];
    gap.places['00']!.neighbours = ['10'];
    expect(walk(gap, cursorAt(gap, '00'), 'ArrowRight').place).toBe('02');
  });
  it('reaches every place', () => {
    const seen = new Set(['00']);
    for (const place of seen)
      for (const arrow of ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const) seen.add(go(place, arrow));
    expect(seen.size).toBe(Object.keys(board.places).length);
  });
});

it('knows arrows from other keys', () => expect(['ArrowUp', 'Enter'].map(isArrow)).toEqual([true, false]));

it('takes the next unit round and round', () => {
  expect(next([1, 2, 3], null)).toBe(1);
  expect(next([1, 2, 3], 3)).toBe(1);
  expect(next([1, 2, 3], 1, -1)).toBe(3);
  expect(next([1, 2, 3], 9)).toBe(1);
  expect(next([], 1)).toBeNull();
});
