/** What this browser alone knows of its seats: the key an invitation turns into, and its sealed share of the dice. */

export interface Secret {
  /** Opens the seat once its invitation is spent. */
  key: string;
  /** The share of the dice, 32 bytes in hex. */
  seed: string;
}

const KEY = 'sandtable.secrets';
const KEPT = 100;

const bytes = (hex: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array((hex.match(/../g) ?? []).map((h) => parseInt(h, 16)));
const hex = (data: Uint8Array): string => [...data].map((b) => b.toString(16).padStart(2, '0')).join('');
const fresh = (): Secret => ({
  key: hex(crypto.getRandomValues(new Uint8Array(16))),
  seed: hex(crypto.getRandomValues(new Uint8Array(32))),
});

function read(): Record<string, Secret> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}') as Record<string, Secret>;
  } catch {
    return {};
  }
}

function write(all: Record<string, Secret>): void {
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(Object.entries(all).slice(-KEPT))));
}

/** The secrets of a seat, made and kept before anything of them is sent. */
export function secretOf(token: string): Secret {
  const all = read();
  const known = all[token];
  if (known) return known;
  const made = fresh();
  write({ ...all, [token]: made });
  return made;
}

/** The seat opens by another token from now on. */
export function moveSecret(from: string, to: string): void {
  const all = read();
  const held = all[from];
  if (held) write({ ...all, [to]: held });
}

/** The hash that binds a player to a seed without showing it; null where the browser cannot make one (plain HTTP). */
export async function sealOf(seed: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  return hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(seed))));
}
