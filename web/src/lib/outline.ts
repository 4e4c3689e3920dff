/** The line round a set of places. */

import type { Board, BoardPlace } from './view';

type Point = [number, number];

export function polygon(place: BoardPlace, hex: number): Point[] {
  if (place.poly?.length) return place.poly;
  const r = hex / 2;
  return Array.from({ length: 24 }, (_, i): Point => {
    const a = (i * Math.PI) / 12;
    return [place.x + r * Math.cos(a), place.y + r * Math.sin(a)];
  });
}

export function pathOf(points: readonly Point[]): string {
  return points.map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`).join('') + 'Z';
}

const key = ([x, y]: Point): string => `${Math.round(x)},${Math.round(y)}`;

/** The outer edges of all the places together, as one SVG path: edges shared by two of them vanish. */
export function outline(board: Board, places: Iterable<string>): string {
  const edges = new Map<string, [Point, Point]>();
  for (const id of places) {
    const place = board.places[id];
    if (!place) continue;
    const points = polygon(place, board.hex);
    points.forEach((a, i) => {
      const b = points[(i + 1) % points.length]!;
      const back = `${key(b)} ${key(a)}`;
      const forth = `${key(a)} ${key(b)}`;
      if (edges.has(back)) edges.delete(back);
      else if (edges.has(forth)) edges.delete(forth);
      else edges.set(forth, [a, b]);
    });
  }
  return chain([...edges.values()]);
}

function chain(edges: [Point, Point][]): string {
  const from = new Map<string, [Point, Point][]>();
  for (const edge of edges) {
    const k = key(edge[0]);
    from.set(k, [...(from.get(k) ?? []), edge]);
  }
  let path = '';
  for (const edge of edges) {
    let list = from.get(key(edge[0]));
    if (!list?.includes(edge)) continue;
    path += `M${edge[0][0]} ${edge[0][1]}`;
    let at: [Point, Point] | undefined = edge;
    while (at) {
      list = from.get(key(at[0]))!;
      list.splice(list.indexOf(at), 1);
      path += `L${at[1][0]} ${at[1][1]}`;
      at = from.get(key(at[1]))?.[0];
    }
    path += 'Z';
  }
  return path;
}
