/** What this browser keeps for each of the last tables: one list in its storage, a row for each token, the latest first. */

type Row = [token: string, ...kept: unknown[]];
const MOST = 60;

export function keptRow<T extends Row>(key: string, token: string): T | undefined {
  return read<T>(key).find((row) => row[0] === token);
}

/** Puts a table's row in front; null drops it. */
export function keepRow<T extends Row>(key: string, token: string, row: T | null): void {
  const others = read<T>(key).filter((kept) => kept[0] !== token);
  localStorage.setItem(key, JSON.stringify(row ? [row, ...others].slice(0, MOST) : others));
}

function read<T extends Row>(key: string): T[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? (kept as T[]) : [];
  } catch {
    return [];
  }
}
