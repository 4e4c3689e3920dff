import { expect, test } from 'vitest';
import { percent, percents } from '../src/lib/percent';

test('what is not certain is not called so', () => {
  expect([0, 0.002, 0.494, 0.998, 1, 1 - 1e-9].map(percent)).toEqual(['0', '<1', '49', '>99', '100', '100']);
});

test('the ways a battle can end add up to a hundred', () => {
  expect(percents([0.985, 0.015])).toEqual(['99', '1']);
  expect(percents([0.995, 0.005])).toEqual(['>99', '<1']);
  expect(
    percents([1 / 3, 1 / 3, 1 / 3])
      .map(Number)
      .reduce((a, b) => a + b),
  ).toBe(100);
  expect(percents([0.29, 0.71])).toEqual(['29', '71']);
});
