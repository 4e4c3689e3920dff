import { createHash, createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { verify } from '../src/lib/fairdice';
import type { Dice } from '../src/lib/protocol';

const secret = '11'.repeat(32);
const axis = '22'.repeat(32);
const allied = '33'.repeat(32);

/** The rule of docs/protocol.md, written a second time. */
function drawn(i: number, bound: number): number {
  const key = createHash('sha256')
    .update(Buffer.from(secret + allied + axis, 'hex'))
    .digest();
  const limit = 2n ** 64n - (2n ** 64n % BigInt(bound));
  for (let k = 0; ; k++) {
    const x = createHmac('sha256', key).update(`${i}:${k}`).digest().readBigUInt64BE(0);
    if (x < limit) return Number(x % BigInt(bound));
  }
}

const dice = (): Dice => ({
  commitment: createHash('sha256').update(Buffer.from(secret, 'hex')).digest('hex'),
  secret,
  seeds: { axis, allied },
  draws: [6, 36, 6, 1000003].map((bound, i) => ({ i, n: i, bound, value: drawn(i, bound) })),
});

it('agrees with dice made by the rule', async () => {
  expect(await verify(dice())).toEqual({ sealed: true, broken: [], checked: 4, wrong: [] });
});

it('finds a draw that was changed', async () => {
  const bad = dice();
  bad.draws![2]!.value = (bad.draws![2]!.value + 1) % 6;
  expect((await verify(bad)).wrong).toEqual([2]);
});

it('finds a broken seal', async () => {
  expect((await verify({ ...dice(), commitment: '00'.repeat(32) })).sealed).toBe(false);
});

it('needs the secret', async () => {
  await expect(verify({ ...dice(), secret: null })).rejects.toThrow('over');
});
