import { expect, test } from 'vitest';
import { signed } from '../src/lib/advice';

test('figures carry their sign', () => {
  expect(signed(3.21)).toBe('+3.2');
  expect(signed(-0.44)).toBe('−0.4');
  expect(signed(-0.02)).toBe('±0');
});
