/** Turns the places a line of the log speaks of into links inside its text. */

import { placeName } from './geometry';
import type { Board } from './view';

export interface Part {
  text: string;
  place?: string;
}

const MOST_TAIL = 3;

/** The text cut into plain parts and places; where it names none of them, they follow at the end. */
export function linkify(text: string, places: readonly string[], board: Board): Part[] {
  let parts: Part[] = [{ text }];
  const tail: string[] = [];
  for (const id of new Set(places)) {
    const place = board.places[id];
    if (!place) continue;
    const words = [placeName(board, id), place.name, id].filter((w): w is string => !!w && w.length > 1);
    if (parts.some((p) => p.place === id)) continue;
    const word = words.find((w) => parts.some((p) => !p.place && p.text.includes(w)));
    if (!word) tail.push(id);
    else parts = parts.flatMap((p) => (p.place ? [p] : cut(p.text, word, id)));
  }
  if (parts.some((p) => p.place)) return parts;
  return [
    ...parts,
    ...tail
      .slice(0, MOST_TAIL)
      .flatMap((id, i) => [{ text: i ? ', ' : ' ' }, { text: placeName(board, id), place: id }]),
  ];
}

function cut(text: string, word: string, place: string): Part[] {
  const at = text.indexOf(word);
  if (at < 0) return [{ text }];
  const ends = [{ text: text.slice(0, at) }, { text: word, place }, { text: text.slice(at + word.length) }];
  return ends.filter((p) => p.text);
}
