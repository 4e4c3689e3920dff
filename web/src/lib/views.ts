/** The part of the map a player was looking at, kept for each table in this browser. */
import { keepRow, keptRow } from './byTable';

export interface Seen {
  k: number;
  /** The middle of the view, in board units. */
  x: number;
  y: number;
}

const KEY = 'sandtable.views';

type Kept = [token: string, k: number, x: number, y: number];

export function keptView(token: string): Seen | null {
  const found = keptRow<Kept>(KEY, token);
  return found && found.slice(1).every(Number.isFinite) ? { k: found[1], x: found[2], y: found[3] } : null;
}

export function keepView(token: string, { k, x, y }: Seen): void {
  keepRow<Kept>(KEY, token, [token, k, x, y]);
}
