/** Finds the legal actions that typed words mean: verbs, units, places, in any order and as short as one likes. */

import type { Pick } from './gestures.svelte';
import type { Table } from './table.svelte';
import type { Action, Board, Piece } from './view';

export interface Command {
  text: string;
  place: string | null;
  steps: Pick[];
  /** Whether it says all there is to say; a unit taken up still wants its place. */
  done: boolean;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether every word begins some word of the text, or is a run of its letters. */
export function fits(words: string[], text: string): boolean {
  const parts = plain(text).split(' ');
  const run = parts.join('');
  return words.every((word) => parts.some((part) => part.startsWith(word)) || (word.length > 2 && run.includes(word)));
}

function said(action: Action, board: Board, pieces: Map<number, Piece>): string {
  const piece = action.piece === null || action.piece === undefined ? undefined : pieces.get(action.piece);
  const place = action.place ? `${action.place} ${board.places[action.place]?.name ?? ''}` : '';
  return [
    Array.isArray(action.do) ? action.do[0] : '',
    action.text,
    piece?.name,
    piece?.formation,
    piece && board.places[piece.at]?.name,
    piece?.at,
    place,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The place of this number, or of a name that begins so. */
function called(words: string, board: Board): string | undefined {
  return Object.keys(board.places).find(
    (id) => plain(id) === words || (words.length > 3 && plain(board.places[id]?.name ?? '').startsWith(words)),
  );
}

export function find(line: string, table: Table): Command[] {
  const words = plain(line).split(' ').filter(Boolean);
  const board = table.board;
  const view = table.live;
  if (!words.length || !board || !view || !table.myMove) return [];
  const pieces = new Map(view.pieces.map((p) => [p.id, p]));
  const direct = view.actions.filter((a) => fits(words, said(a, board, pieces)));
  const out: Command[] = direct.map((a) => ({
    text: a.text,
    place: a.place ?? null,
    steps: [(now) => now.find((b) => JSON.stringify(b.do) === JSON.stringify(a.do))],
    done: !a.lift,
  }));
  // a unit and a place where the game asks for them one after the other: take it up, then go there
  const typed = line.trim().split(/\s+/).map(plain).filter(Boolean);
  const cut = typed.findIndex((_, i) => i > 0 && called(typed.slice(i).join(' '), board));
  let named = '';
  if (cut > 0) {
    const target = called(typed.slice(cut).join(' '), board)!;
    const first = typed
      .slice(0, cut)
      .join(' ')
      .split(' ')
      .filter((w) => !'move'.startsWith(w));
    named = first.join(' ');
    for (const lift of view.actions.filter((a) => a.lift && fits(first, said(a, board, pieces)))) {
      out.push({
        text: `${lift.text}, to ${board.places[target]?.name || target}`,
        place: target,
        done: true,
        steps: [
          (now) => now.find((b) => JSON.stringify(b.do) === JSON.stringify(lift.do)),
          (now) => {
            const there = now.find((a) => a.place === target);
            if (!there) setTimeout(() => table.choice.refuse(target));
            return there?.ask ? undefined : there;
          },
        ],
      });
    }
  }
  const phrase = named || words.filter((w) => !'move'.startsWith(w)).join(' ');
  const literal = (c: Command): boolean => phrase !== '' && plain(c.text).includes(phrase);
  return out.sort((a, b) => Number(literal(b)) - Number(literal(a)));
}
