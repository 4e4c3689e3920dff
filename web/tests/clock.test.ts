import { expect, test } from 'vitest';
import { Clock, clockText } from '../src/lib/clock.svelte';

test('a clock runs for the side that decides, and for nobody while dice fall', () => {
  let now = 0;
  const clock = new Clock(() => now);
  clock.turn('axis');
  now = 5000;
  clock.turn('chance');
  now = 9000;
  clock.turn('allied');
  now = 70_000;
  expect(clock.of('axis')).toBe(5000);
  expect(clock.of('allied')).toBe(61_000);
  clock.turn(null);
  now = 100_000;
  expect(clock.of('allied')).toBe(61_000);
});

test('time is told in minutes and seconds', () => {
  expect(clockText(61_900)).toBe('1:01');
  expect(clockText(3_723_000)).toBe('1:02:03');
});
