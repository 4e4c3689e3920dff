import { describe, expect, it } from 'vitest';
import { meets, type Rect } from '../src/lib/sight';
import { gapTo, spotFor } from '../src/lib/spot';

const card = { width: 320, height: 200 };
const room = { width: 1000, height: 800 };
const foot = [500, 400] as const;
const hex = 100;
const lies = ({ x, y }: { x: number; y: number }): Rect => ({
  left: x,
  top: y,
  right: x + card.width,
  bottom: y + card.height,
});

describe('where a card stands', () => {
  const first = spotFor(foot, card, room, hex, []);
  const bar = lies(first);

  it('is near its place, and not on it', () => {
    const gap = gapTo(foot, first.x, first.y, card);
    expect(gap).toBeGreaterThan(0);
    expect(gap).toBeLessThanOrEqual(2 * hex);
  });
  it('is clear of the bars of the map where another spot is as good', () => {
    const spot = spotFor(foot, card, room, hex, [], null, [bar]);
    expect(meets(lies(spot), bar)).toBe(false);
    expect(gapTo(foot, spot.x, spot.y, card)).toBeLessThanOrEqual(2 * hex);
  });
  it('covers a bar sooner than what is worth seeing', () => {
    const grid = Array.from({ length: 20 * 16 }, (_, i): [number, number] => [(i % 20) * 50, Math.floor(i / 20) * 50]);
    const pad = hex * 0.5;
    const wide = { left: bar.left - pad, top: bar.top - pad, right: bar.right + pad, bottom: bar.bottom + pad };
    const seen = grid.filter(([x, y]) => x < wide.left || x > wide.right || y < wide.top || y > wide.bottom);
    expect(spotFor(foot, card, room, hex, seen, null, [bar])).toEqual(first);
  });
});
