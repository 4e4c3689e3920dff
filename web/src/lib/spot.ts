/** Where a popover stands: near its place, inside the map, over as few things worth seeing as possible. */

import { meets, type Rect } from './sight';

type Point = readonly [number, number];
interface Size {
  width: number;
  height: number;
}

const EDGE = 12;
/** A card that covers a thing worth seeing is worth this many pixels of distance. */
const HIDDEN = 60;
/** To cover a bar of the map, such as that of the zoom, is less. */
const BARRED = 50;
/** A card under the orders cannot be used at all. */
const BURIED = 8000;

/** How far the nearest edge of a card is from a point. */
export function gapTo([px, py]: Point, x: number, y: number, card: Size): number {
  return Math.hypot(Math.max(x - px, 0, px - x - card.width), Math.max(y - py, 0, py - y - card.height));
}

/** `hex` is the width of a hex on the screen; the card's edge is never more than two of them from its place, unless orders lie there. */
export function spotFor(
  foot: Point,
  card: Size,
  room: Size,
  hex: number,
  avoid: readonly Point[],
  orders: Rect | null = null,
  bars: readonly Rect[] = [],
): { x: number; y: number } {
  const [fx, fy] = foot;
  const reach = hex * 0.5;
  const near = reach + 10;
  const most = Math.max(2 * hex, near + 20);
  const gaps = [near, (near + most) / 2, most];
  const beside = (at: number, size: number): number[] => [
    ...gaps.flatMap((gap) => [at + gap, at - gap - size]),
    at - size / 2,
    at - size * 0.2,
    at - size * 0.8,
    at - near,
    at + near - size,
  ];
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  const columns = [...beside(fx, card.width), ...(orders ? [orders.left - card.width - EDGE] : [])];
  const rows = [...beside(fy, card.height), ...(orders ? [orders.bottom + EDGE] : [])];
  for (const column of columns) {
    for (const row of rows) {
      const x = Math.max(EDGE, Math.min(room.width - card.width - EDGE, column));
      const y = Math.max(EDGE, Math.min(room.height - card.height - EDGE, row));
      const hides = ([px, py]: Point, pad: number): boolean =>
        px > x - pad && px < x + card.width + pad && py > y - pad && py < y + card.height + pad;
      const lies = { left: x, top: y, right: x + card.width, bottom: y + card.height };
      const gap = gapTo(foot, x, y, card);
      const cost =
        (orders && x + card.width > orders.left && y < orders.bottom ? BURIED : 0) +
        (hides(foot, reach) ? 4000 : 0) +
        (gap > most ? 2000 + gap : 0) +
        BARRED * bars.filter((bar) => meets(lies, bar)).length +
        HIDDEN * avoid.filter((p) => hides(p, reach * 0.7)).length +
        gap;
      if (cost < least) {
        least = cost;
        best = { x, y };
      }
    }
  }
  return best;
}
