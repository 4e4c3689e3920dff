/** The part of the map a player was looking at, kept for each table in this browser. */

export interface Seen {
  k: number;
  /** The middle of the view, in board units. */
  x: number;
  y: number;
}

const KEY = 'sandtable.views';
const MOST = 60;

type Kept = [token: string, k: number, x: number, y: number];

function read(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

export function keptView(token: string): Seen | null {
  const found = read().find((kept) => kept[0] === token);
  return found && found.slice(1).every(Number.isFinite) ? { k: found[1], x: found[2], y: found[3] } : null;
}

export function keepView(token: string, { k, x, y }: Seen): void {
  const others = read().filter((kept) => kept[0] !== token);
  localStorage.setItem(KEY, JSON.stringify([[token, k, x, y], ...others].slice(0, MOST)));
}
