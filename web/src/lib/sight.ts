/** The least pan that brings places into sight, clear of what lies on the map. */

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const meets = (a: Rect, b: Rect): boolean => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
const moved = (a: Rect, dx: number, dy: number): Rect => ({ left: a.left + dx, top: a.top + dy, right: a.right + dx, bottom: a.bottom + dy });

/** How far a stretch must be pushed to lie within another; one that is longer is set in its middle. */
function into(low: number, high: number, from: number, to: number): number {
  if (high - low > to - from) return (from + to - low - high) / 2;
  return low < from ? from - low : high > to ? to - high : 0;
}

export const inSight = (box: Rect, room: Rect, covers: readonly Rect[]): boolean =>
  box.left >= room.left && box.right <= room.right && box.top >= room.top && box.bottom <= room.bottom && !covers.some((c) => meets(box, c));

/** The shift (dx, dy) of the map that puts the box into the room and out from under the covers. */
export function shift(box: Rect, room: Rect, covers: readonly Rect[]): [number, number] {
  const dx = into(box.left, box.right, room.left, room.right);
  const dy = into(box.top, box.bottom, room.top, room.bottom);
  if (!covers.some((c) => meets(moved(box, dx, dy), c))) return [dx, dy];
  const across = [dx, ...covers.flatMap((c) => [c.left - box.right, c.right - box.left])];
  const down = [dy, ...covers.flatMap((c) => [c.top - box.bottom, c.bottom - box.top])];
  let best: [number, number] = [dx, dy];
  let least = Infinity;
  for (const x of across) {
    for (const y of down) {
      const way = Math.hypot(x, y);
      if (way < least && inSight(moved(box, x, y), room, covers)) {
        least = way;
        best = [x, y];
      }
    }
  }
  return best;
}
