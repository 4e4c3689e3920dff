/** The shapes of arrows and trails on the map, in board units. */

import type { Board } from './view';

export type Point = [number, number];

const n = (value: number): string => value.toFixed(1);
const line = (points: readonly Point[]): string =>
  points.map(([x, y], i) => `${i ? 'L' : 'M'}${n(x)} ${n(y)}`).join('');

export function pointsOf(board: Board, places: readonly string[]): Point[] {
  return places.flatMap((id): Point[] => {
    const place = board.places[id];
    return place ? [[place.x, place.y]] : [];
  });
}

/** A tapering arrow from one middle towards another, starting and ending clear of the counters there. */
export function thickArrow(a: Point, b: Point, hex: number): string {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
  const [ux, uy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
  const start = Math.min(0.3 * hex, length * 0.3);
  const end = length - Math.min(0.26 * hex, length * 0.26);
  const neck = Math.max(start, end - 0.22 * hex);
  const at = (along: number, across: number): Point => [
    a[0] + ux * along - uy * across,
    a[1] + uy * along + ux * across,
  ];
  const half = { tail: 0.055 * hex, neck: 0.085 * hex, head: 0.18 * hex };
  return `${line([at(start, half.tail), at(neck, half.neck), at(neck, half.head), at(end, 0), at(neck, -half.head), at(neck, -half.neck), at(start, -half.tail)])}Z`;
}

export interface Way {
  line: string;
  head: string;
  middle: Point;
}

/** A trail through these points, rounded at each, with its head short of the last. */
export function way(points: readonly Point[], hex: number): Way | null {
  if (points.length < 2) return null;
  const list = points.map((p): Point => [...p]);
  const pull = (from: Point, to: Point, by: number): Point => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const cut = Math.min(by, length * 0.42);
    return [from[0] + ((to[0] - from[0]) * cut) / length, from[1] + ((to[1] - from[1]) * cut) / length];
  };
  const last = list[list.length - 1]!;
  const beforeLast = list[list.length - 2]!;
  const tip = pull(last, beforeLast, 0.3 * hex);
  const neck = pull(tip, beforeLast, 0.2 * hex);
  const shaft: Point[] = [pull(list[0]!, list[1]!, 0.3 * hex), ...list.slice(1, -1), neck];
  const length = Math.hypot(tip[0] - neck[0], tip[1] - neck[1]) || 1;
  const [ux, uy] = [(tip[0] - neck[0]) / length, (tip[1] - neck[1]) / length];
  const wing = 0.14 * hex;
  const head = `${line([tip, [neck[0] - uy * wing, neck[1] + ux * wing], [neck[0] + uy * wing, neck[1] - ux * wing]])}Z`;
  let d = `M${n(shaft[0]![0])} ${n(shaft[0]![1])}`;
  for (let i = 1; i < shaft.length - 1; i++) {
    const bend = shaft[i]!;
    const next = shaft[i + 1]!;
    const to: Point = i === shaft.length - 2 ? next : [(bend[0] + next[0]) / 2, (bend[1] + next[1]) / 2];
    d += `Q${n(bend[0])} ${n(bend[1])} ${n(to[0])} ${n(to[1])}`;
  }
  if (shaft.length === 2) d += `L${n(neck[0])} ${n(neck[1])}`;
  /** Between two places, where no counter stands. */
  const i = Math.floor((points.length - 2) / 2);
  const [low, high] = [points[i]!, points[i + 1]!];
  return { line: d, head, middle: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2] };
}
