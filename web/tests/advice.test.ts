import { expect, test } from 'vitest';
import { expectation, signed, type AdvisedChoice } from '../src/lib/advice';

test('figures carry their sign', () => {
  expect(signed(3.21)).toBe('+3.2');
  expect(signed(-0.44)).toBe('−0.4');
  expect(signed(-0.02)).toBe('±0');
});

const choice = (more: Partial<AdvisedChoice>): AdvisedChoice => ({ do: ['go'], text: 'Go', ...more });

test('what a choice comes to is said in points against how things stand', () => {
  const best = choice({ score: -60, change: 4.02, worlds: 10 });
  expect(expectation(best, best)).toBe(
    'It should leave you about 4 points better off than you stand now. That is the mean of 10 games played on from here.',
  );
  expect(expectation(choice({ score: -64, change: -1.04 }), best)).toBe(
    'It should leave you about 1 point worse off than you stand now.',
  );
  expect(expectation(choice({ change: 0.01, worlds: 1 }), best)).toBe(
    'It should leave you about where you stand now. That is the mean of one game played on from here.',
  );
});

test('a choice that cannot be set against how things stand is measured against the first', () => {
  const best = choice({ score: -60 });
  expect(expectation(best, best)).toBe('');
  expect(expectation(choice({ score: -63.5 }), best)).toBe('About 3.5 points behind the first.');
  expect(expectation(choice({ score: -60 }), best)).toBe('It is as good as the first.');
});
