/** The least pan that brings places into sight, clear of what lies on the map. */

/** To show one place more is worth any pan. */
const FAR = 1e5;

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const meets = (a: Rect, b: Rect): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
export const moved = (a: Rect, dx: number, dy: number): Rect => ({
  left: a.left + dx,
  top: a.top + dy,
  right: a.right + dx,
  bottom: a.bottom + dy,
});

/** How far a stretch must be pushed to lie within another; one that is longer is set in its middle. */
function into(low: number, high: number, from: number, to: number): number {
  if (high - low > to - from) return (from + to - low - high) / 2;
  return low < from ? from - low : high > to ? to - high : 0;
}

export const inSight = (box: Rect, room: Rect, covers: readonly Rect[]): boolean =>
  box.left >= room.left &&
  box.right <= room.right &&
  box.top >= room.top &&
  box.bottom <= room.bottom &&
  !covers.some((c) => meets(box, c));

/** The shift (dx, dy) of the map that shows the most of the boxes, in the room and out from under the covers: the least one. */
export function shift(boxes: readonly Rect[], room: Rect, covers: readonly Rect[]): [number, number] {
  const edge = (side: keyof Rect, pick: (...values: number[]) => number): number =>
    pick(...boxes.map((box) => box[side]));
  const dx = into(edge('left', Math.min), edge('right', Math.max), room.left, room.right);
  const dy = into(edge('top', Math.min), edge('bottom', Math.max), room.top, room.bottom);
  const hidden = (x: number, y: number): number =>
    boxes.filter((box) => !inSight(moved(box, x, y), room, covers)).length;
  const near = covers.filter((cover) => boxes.some((box) => meets(moved(box, dx, dy), cover)));
  /** Where all do not fit, each for itself. */
  const alone = boxes.length > 1 && hidden(dx, dy) > 0 ? boxes : [];
  const across = [
    dx,
    0,
    ...alone.map((box) => into(box.left, box.right, room.left, room.right)),
    ...near.flatMap((c) => boxes.flatMap((box) => [c.left - box.right, c.right - box.left])),
  ];
  const down = [
    dy,
    0,
    ...alone.map((box) => into(box.top, box.bottom, room.top, room.bottom)),
    ...near.flatMap((c) => boxes.flatMap((box) => [c.top - box.bottom, c.bottom - box.top])),
  ];
  let best: [number, number] = [dx, dy];
  let least = hidden(dx, dy) * FAR + Math.hypot(dx, dy);
  for (const x of across) {
    for (const y of down) {
      const way = Math.hypot(x, y);
      if (way >= least) continue;
      const cost = hidden(x, y) * FAR + way;
      if (cost < least) {
        least = cost;
        best = [x, y];
      }
    }
  }
  return best;
}
