import { describe, expect, it } from 'vitest';
import { boxOf, dodge, nameBox, pinSpot } from '../src/lib/names';
import { front, opening } from '../src/lib/front';
import { find } from '../src/lib/find';
import { inSight, shift, type Rect } from '../src/lib/sight';
import { gapTo, spotFor } from '../src/lib/spot';
import { thickArrow, way } from '../src/lib/arrows';
import type { Board, Piece } from '../src/lib/view';

const room: Rect = { left: 0, top: 0, right: 1000, bottom: 600 };
const at = (x: number, y: number): Rect => ({ left: x - 10, right: x + 10, top: y - 10, bottom: y + 10 });
const place = (x: number, y: number, name = '', label?: [number, number, number]) => ({
  x,
  y,
  name,
  label,
  neighbours: [],
});

function board(places: Board['places']): Board {
  return { title: 't', width: 4000, height: 1000, hex: 40, places } as Board;
}
const unit = (id: number, where: string, side: 'axis' | 'allied' = 'allied', more: Partial<Piece> = {}): Piece =>
  ({ id, at: where, side, ...more }) as Piece;

describe('the least pan', () => {
  it('does not move what is in sight', () => expect(shift([at(500, 300)], room, [])).toEqual([0, 0]));
  it('brings a place at the edge just inside', () => expect(shift([at(1020, 300)], room, [])).toEqual([-30, 0]));
  it('clears a card by the shortest way', () => {
    const card = { left: 700, top: 0, right: 1000, bottom: 300 };
    const [dx, dy] = shift([at(720, 150)], room, [card]);
    expect([dx, dy]).toEqual([-30, 0]);
  });
  it('shows one of those that lie too far apart', () => {
    const boxes = [at(-900, -500), at(1900, -500), at(-900, 1200), at(1900, 1200)];
    const [dx, dy] = shift(boxes, room, []);
    const seen = boxes.filter((b) =>
      inSight({ left: b.left + dx, right: b.right + dx, top: b.top + dy, bottom: b.bottom + dy }, room, []),
    );
    expect(seen.length).toBe(1);
  });
  it('shows as many as it can where not all fit', () => {
    const boxes = [at(100, 300), at(200, 300), at(2000, 300)];
    const [dx, dy] = shift(boxes, room, []);
    const seen = boxes.filter((b) =>
      inSight({ left: b.left + dx, right: b.right + dx, top: b.top + dy, bottom: b.bottom + dy }, room, []),
    );
    expect(seen.length).toBe(2);
  });
});

describe('where a map opens', () => {
  const places = { a: place(100, 500), b: place(160, 500), c: place(3900, 500) };
  it('shows hexes of 56 pixels at least on the many, not the far one', () => {
    const pieces = [unit(1, 'a'), unit(2, 'b', 'axis'), unit(3, 'c')];
    const found = front({ board: board(places), pieces, side: 'allied', ready: new Set([1, 3]), lit: [] });
    const view = opening(found, { width: 1000, height: 600 }, board(places));
    expect(view.k * 40).toBeGreaterThanOrEqual(56);
    expect(view.x).toBeLessThan(400);
  });
  it('shows what may be chosen where no unit may act', () => {
    const found = front({ board: board(places), pieces: [], side: 'allied', ready: new Set(), lit: ['c'] });
    expect(found).toEqual([[3900, 500]]);
  });
});

describe('names', () => {
  it('stay where nothing stands', () =>
    expect(dodge(board({ a: place(100, 100, 'Tobruk', [100, 106, 14]) }), []).size).toBe(0));
  it('leave the counter free', () => {
    const places = { a: place(100, 100, 'Tobruk', [100, 106, 14]) };
    const [dx, dy] = dodge(board(places), [unit(1, 'a')]).get('a')!;
    const box = nameBox(places.a)!;
    const half = 0.32 * 40;
    const clear =
      box.top + dy >= 100 + half ||
      box.bottom + dy <= 100 - half ||
      box.left + dx >= 100 + half ||
      box.right + dx <= 100 - half;
    expect(clear).toBe(true);
  });
  it('stay where they went when the counter leaves, and go home when they are covered there', () => {
    const places = {
      a: place(100, 100, 'Tobruk', [100, 106, 14]),
      b: place(100, 140, '', [100, 146, 14]),
      c: place(100, 60, '', [100, 66, 14]),
    };
    const first = dodge(board(places), [unit(1, 'a')]);
    expect(dodge(board(places), [], [], first).get('a')).toEqual(first.get('a'));
    const under = first.get('a')![1] > 0 ? 'b' : 'c';
    expect(dodge(board(places), [unit(1, under)], [], first).get('a')).not.toEqual(first.get('a'));
  });
  it('in a box of their own go to its head, above the counter', () => {
    const poly: [number, number][] = [
      [60, 78],
      [140, 78],
      [140, 123],
      [60, 123],
    ];
    const zone = { ...place(100, 106, 'Buq-Buq', [110, 90, 8]), terrain: 'zone', poly };
    expect(dodge(board({ a: zone }), []).size).toBe(0);
    const [dx, dy] = dodge(board({ a: zone }), [unit(1, 'a')]).get('a')!;
    const box = nameBox(zone)!;
    expect(dx).toBe(0);
    expect(box.top + dy).toBeGreaterThanOrEqual(boxOf(zone)!.top);
    expect(box.bottom + dy).toBeLessThanOrEqual(106 - 0.36 * 40);
  });
});

describe('cards', () => {
  it('stand beside or below the orders that lie on the map, never under them', () => {
    const orders = { left: 644, top: 0, right: 1000, bottom: 400 };
    const card = { width: 320, height: 280 };
    for (const foot of [
      [560, 360],
      [700, 500],
      [620, 120],
      [980, 460],
    ] as const) {
      const spot = spotFor(foot, card, { width: 1000, height: 700 }, 60, [[400, 300]], orders);
      expect(spot.x + card.width <= orders.left || spot.y >= orders.bottom).toBe(true);
    }
  });
  it('stand within two hexes of their place and never on it', () => {
    for (const foot of [
      [20, 20],
      [500, 300],
      [980, 590],
      [500, 10],
    ] as const) {
      const card = { width: 400, height: 300 };
      const spot = spotFor(foot, card, { width: 1000, height: 600 }, 60, [
        [500, 200],
        [300, 300],
      ]);
      const gap = gapTo(foot, spot.x, spot.y, card);
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeLessThanOrEqual(130);
    }
  });
});

describe('finding a unit', () => {
  const pieces = [
    unit(1, 'a', 'allied', { name: '7th Royal Tank Regt' }),
    unit(2, 'b', 'axis', { name: '64 Catanzaro Division' }),
    unit(3, 'a', 'axis', { hidden: true, name: 'x' }),
  ];
  it('knows initials, parts of names and sides', () => {
    expect(find(pieces, '7rtr', () => true).map((p) => p.id)).toEqual([1]);
    expect(find(pieces, 'catan', () => true).map((p) => p.id)).toEqual([2]);
    expect(find(pieces, 'axis', () => true).map((p) => p.id)).toEqual([2]);
  });
  it('finds nothing for nothing', () => expect(find(pieces, '  ', () => true)).toEqual([]));
});

describe('arrows', () => {
  it('are closed shapes between the counters', () => expect(thickArrow([0, 0], [40, 0], 40)).toMatch(/^M12\.0 .*Z$/));
  it('a trail of one place is none', () => expect(way([[0, 0]], 40)).toBeNull());
  it('the number of a trail stands between two places', () =>
    expect(
      way(
        [
          [0, 0],
          [40, 0],
          [80, 40],
        ],
        40,
      )!.middle,
    ).toEqual([20, 0]));
});

describe('a place that is drawn as a box', () => {
  const corners = { left: 60, right: 180, top: 70, bottom: 130 };
  const poly: [number, number][] = [
    [60, 70],
    [180, 70],
    [180, 130],
    [60, 130],
  ];
  const box = { ...place(120, 100, 'Buq-Buq', [130, 84, 10]), terrain: 'zone', poly };
  it('has the corners of its outline', () => expect(boxOf(box)).toEqual(corners));
  it('is no hex', () => expect(boxOf(place(120, 100))).toBeNull());
  it('has its letter outside it, where neither its name nor its stack is', () => {
    const [, y] = pinSpot(board({ A: box }), new Map(), 'A', 8, false);
    expect(y + 8).toBeLessThanOrEqual(corners.top);
  });
});
