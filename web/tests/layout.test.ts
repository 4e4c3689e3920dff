import { expect, it } from 'vitest';
import { detail, fan, signScale, stacks } from '../src/lib/layout';
import { outline } from '../src/lib/outline';
import { placeAt, route } from '../src/lib/geometry';
import { spotFor } from '../src/lib/spot';
import type { Piece } from '../src/lib/view';
import { hexes } from './board';

const board = hexes();
const piece = (id: number, at: string, side: 'axis' | 'allied' = 'axis'): Piece => ({ id, at, side });

it('makes one stack for each side in a place', () => {
  const list = stacks([piece(1, '00'), piece(2, '00'), piece(3, '11')], board, 'axis', () => 0);
  expect(list.map((s) => [s.key, s.pieces.length, s.scale])).toEqual([
    ['00/axis', 2, 1],
    ['11/axis', 1, 1],
  ]);
});

it('leaves out pieces that are in no place of the board', () => {
  expect(stacks([piece(1, 'lost')], board, null, () => 0)).toEqual([]);
});

it('sets opponents in one hex apart and smaller, the viewer at the lower right', () => {
  const [first, second] = stacks([piece(1, '00'), piece(2, '00', 'allied')], board, 'axis', () => 0);
  const middle = board.places['00']!;
  expect(first).toMatchObject({ side: 'allied', scale: 0.8 });
  expect(second).toMatchObject({ side: 'axis', scale: 0.8 });
  expect(first!.x).toBeLessThan(middle.x);
  expect(second!.y).toBeGreaterThan(middle.y);
});

it('lays the highest rank on top', () => {
  const [stack] = stacks([piece(1, '00'), piece(2, '00'), piece(3, '00')], board, 'axis', (p) => (p.id === 2 ? 1 : 0));
  expect(stack!.pieces.at(-1)!.id).toBe(2);
});

it('fans a stack level, 0.385 of a hex and five degrees apart', () => {
  const spots = fan(3, 100);
  expect(spots.map((s) => Math.round(s.x * 10) / 10)).toEqual([-38.5, 0, 38.5]);
  expect(spots.map((s) => s.turn)).toEqual([-5, 0, 5]);
  expect(new Set(spots.map((s) => s.y)).size).toBe(1);
});

it('fans more than six in rows', () => {
  const spots = fan(8, 100);
  expect(new Set(spots.map((s) => s.y)).size).toBe(2);
  expect(spots.slice(6).map((s) => s.turn)).toEqual([-2.5, 2.5]);
});

it('shows less of a counter as hexes shrink', () => {
  expect([88, 44, 43, 24, 23].map(detail)).toEqual(['full', 'full', 'small', 'small', 'chip']);
});

it('draws one line round neighbours and two round strangers', () => {
  const loops = (places: string[]) => outline(board, places).match(/M/g)?.length ?? 0;
  expect(loops(['00', '01'])).toBe(1);
  expect(loops(['00', '03'])).toBe(2);
  expect(outline(board, ['00', '01']).match(/L/g)).toHaveLength(10);
  expect(loops([])).toBe(0);
});

it('finds the place under a point', () => {
  const { x, y } = board.places['12']!;
  expect(placeAt(board, x + 20, y - 10)).toBe('12');
  expect(placeAt(board, -500, 0)).toBeNull();
});

it('ends an arrow short of its goal', () => {
  expect(route(board, ['00', '01'], 20)).toBe(
    `M88.0 ${board.places['00']!.y.toFixed(1)}L156.0 ${board.places['01']!.y.toFixed(1)}`,
  );
  expect(route(board, ['00'], 20)).toBe('');
});

it('stands a popover inside the map and off its own place', () => {
  const spot = spotFor([300, 300], { width: 200, height: 120 }, { width: 800, height: 600 }, 40, [[300, 150]]);
  const covers = (x: number, y: number) => x > spot.x && x < spot.x + 200 && y > spot.y && y < spot.y + 120;
  expect(covers(300, 300)).toBe(false);
  expect(covers(300, 150)).toBe(false);
  expect(spot.x).toBeGreaterThanOrEqual(12);
  expect(spot.y + 120).toBeLessThanOrEqual(588);
});

it('keeps signs readable when hexes shrink', () => {
  expect(signScale(88, 88)).toBe(1);
  expect(signScale(88, 44)).toBe(1.5);
  expect(signScale(88, 10)).toBe(1.9);
});
