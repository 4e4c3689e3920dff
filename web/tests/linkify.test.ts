import { expect, it } from 'vitest';
import { linkify } from '../src/lib/linkify';
import { hexes } from './board';

const board = hexes();
board.places['00']!.name = 'Tobruk';
board.places['11']!.name = 'Bir Wair';

it('links a place by its name with number, by name, or by number', () => {
  expect(linkify('15PZ enters Tobruk 00.', ['00'], board)).toEqual([
    { text: '15PZ enters ' },
    { text: 'Tobruk 00', place: '00' },
    { text: '.' },
  ]);
  expect(
    linkify('from Tobruk to Bir Wair', ['00', '11'], board)
      .filter((p) => p.place)
      .map((p) => p.text),
  ).toEqual(['Tobruk', 'Bir Wair']);
  expect(linkify('a fight at 22', ['22'], board)).toEqual([{ text: 'a fight at ' }, { text: '22', place: '22' }]);
});

it('puts places that the text leaves out at the end, three at most', () => {
  const parts = linkify('They march.', ['00', '01', '02', '03'], board);
  expect(parts.map((p) => p.place).filter(Boolean)).toEqual(['00', '01', '02']);
  expect(parts.map((p) => p.text).join('')).toBe('They march. Tobruk 00, 01, 02');
});

it('leaves out the rest of the way where the text names a place', () =>
  expect(linkify('To Tobruk.', ['00', '01'], board).filter((p) => p.place)).toEqual([{ text: 'Tobruk', place: '00' }]));

it('ignores places the board does not have', () =>
  expect(linkify('Lost.', ['lost'], board)).toEqual([{ text: 'Lost.' }]));
