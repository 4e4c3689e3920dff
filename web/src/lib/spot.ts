/** Where a popover stands: near its place, inside the map, over as few things worth seeing as possible. */

type Point = [number, number];
interface Size {
  width: number;
  height: number;
}

const EDGE = 12;

export function spotFor(foot: Point, card: Size, room: Size, reach: number, avoid: readonly Point[]): { x: number; y: number } {
  const [fx, fy] = foot;
  const gap = reach + 24;
  const far = gap + 90;
  const columns = [fx - card.width / 2, fx + gap, fx - gap - card.width, fx - card.width + 40, fx - 40, fx + far, fx - far - card.width];
  const rows = [fy - gap - card.height, fy + gap, fy - card.height / 2, EDGE, room.height - card.height - EDGE];
  let best = { x: EDGE, y: EDGE };
  let least = Infinity;
  for (const column of columns) {
    for (const row of rows) {
      const x = Math.max(EDGE, Math.min(room.width - card.width - EDGE, column));
      const y = Math.max(EDGE, Math.min(room.height - card.height - EDGE, row));
      const hides = (px: number, py: number) =>
        px > x - reach && px < x + card.width + reach && py > y - reach && py < y + card.height + reach;
      const away = Math.hypot(x + card.width / 2 - fx, y + card.height / 2 - fy);
      const cost = (hides(fx, fy) ? 4000 : 0) + 120 * avoid.filter(([px, py]) => hides(px, py)).length + away * 0.5;
      if (cost < least) {
        least = cost;
        best = { x, y };
      }
    }
  }
  return best;
}
