/** Checks a finished game's dice in the browser: the seal, and every draw made from it. */

import type { Dice } from './protocol';
import { sealOf } from './secrets';
import type { Side } from './view';

export interface Verdict {
  sealed: boolean;
  /** Sides whose seed is not the one they were bound to. */
  broken: string[];
  checked: number;
  wrong: number[];
}

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((hex.match(/../g) ?? []).map((h) => parseInt(h, 16)));
const hex = (data: ArrayBuffer): string =>
  [...new Uint8Array(data)].map((b) => b.toString(16).padStart(2, '0')).join('');

function join(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(parts.reduce((n, p) => n + p.length, 0));
  let at = 0;
  for (const part of parts) {
    out.set(part, at);
    at += part.length;
  }
  return out;
}

/** Draw number i below `bound`: eight bytes of an HMAC, drawn again where they would favour small numbers. */
export async function draw(key: CryptoKey, i: number, bound: number): Promise<number> {
  const all = 2n ** 64n;
  const limit = all - (all % BigInt(bound));
  for (let attempt = 0; ; attempt++) {
    const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(`${i}:${attempt}`));
    const x = new DataView(mac).getBigUint64(0);
    if (x < limit) return Number(x % BigInt(bound));
  }
}

export async function diceKey(secret: string, allied: string | null, axis: string | null): Promise<CryptoKey> {
  const material = await crypto.subtle.digest('SHA-256', join([bytes(secret), bytes(allied ?? ''), bytes(axis ?? '')]));
  return crypto.subtle.importKey('raw', material, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

export async function verify(dice: Dice, progress: (done: number) => void = () => undefined): Promise<Verdict> {
  if (!dice.secret) throw new Error('The secret is shown when the game is over.');
  const sealed = hex(await crypto.subtle.digest('SHA-256', bytes(dice.secret))) === dice.commitment;
  const key = await diceKey(dice.secret, dice.seeds.allied, dice.seeds.axis);
  const broken: string[] = [];
  for (const side of ['allied', 'axis'] as Side[]) {
    const seed = dice.seeds[side];
    const seal = dice.seals?.[side];
    if (seed && seal && (await sealOf(seed)) !== seal) broken.push(side);
  }
  const wrong: number[] = [];
  const draws = dice.draws ?? [];
  for (const [at, { i, bound, value }] of draws.entries()) {
    if ((await draw(key, i, bound)) !== value) wrong.push(i);
    if (at % 50 === 0) progress(at);
  }
  return { sealed, broken, checked: draws.length, wrong };
}
