import { beforeEach, describe, expect, it } from 'vitest';
import { moveSecret, sealOf, secretOf } from '../src/lib/secrets';

const held = new Map<string, string>();

beforeEach(() => {
  held.clear();
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    value: {
      getItem: (key: string) => held.get(key) ?? null,
      setItem: (key: string, value: string) => held.set(key, value),
    },
  });
});

describe('secrets of a seat', () => {
  it('are made once and kept', () => {
    const made = secretOf('link');
    expect(made.key).toMatch(/^[0-9a-f]{32}$/);
    expect(made.seed).toMatch(/^[0-9a-f]{64}$/);
    expect(secretOf('link')).toEqual(made);
    expect(secretOf('other')).not.toEqual(made);
  });

  it('follow the seat to its new token', () => {
    const made = secretOf('link');
    moveSecret('link', 'own');
    expect(secretOf('own')).toEqual(made);
  });

  it('are sealed as the protocol says', async () => {
    expect(await sealOf('00'.repeat(32))).toBe('66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925');
  });
});
