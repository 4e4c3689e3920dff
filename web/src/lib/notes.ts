/** What a player jots down about a game: kept in this browser, for each seat, and shown to nobody else. */
import { keepRow, keptRow } from './byTable';

const KEY = 'sandtable.notes';

type Kept = [token: string, text: string];

export function keptNotes(token: string): string {
  return keptRow<Kept>(KEY, token)?.[1] ?? '';
}

export function keepNotes(token: string, text: string): void {
  keepRow<Kept>(KEY, token, text ? [token, text] : null);
}
