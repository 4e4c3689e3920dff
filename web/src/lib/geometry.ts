/** Finding places on a board. */

import { polygon } from './outline';
import type { Board, BoardPlace } from './view';

function inside(x: number, y: number, points: readonly [number, number][]): boolean {
  let odd = false;
  for (let i = 0, j = points.length - 1; i < points.length; j = i++) {
    const [xi, yi] = points[i]!;
    const [xj, yj] = points[j]!;
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

/** A board with more places than this is a grid, where a point lies in one of the nearest hexes or in none. */
const GRID = 200;

/** The place that holds this point, or null. */
export function placeAt(board: Board, x: number, y: number): string | null {
  const all = Object.entries(board.places);
  const reach = all.length > GRID ? board.hex : Infinity;
  const near: { id: string; p: BoardPlace; d: number }[] = [];
  for (const [id, p] of all) {
    const d = Math.hypot(p.x - x, p.y - y);
    if (d < reach) near.push({ id, p, d });
  }
  near.sort((a, b) => a.d - b.d);
  return near.slice(0, 24).find(({ p }) => inside(x, y, polygon(p, board.hex)))?.id ?? null;
}

/** What a place is called, with its number where it has both. */
export function placeName(board: Board, id: string): string {
  const name = board.places[id]?.name;
  return name && name !== id ? (name.includes(id) ? name : `${name} ${id}`) : id;
}

/** A line through the middles of places, ending short of the last one for an arrow head. */
export function route(board: Board, places: readonly string[], short: number): string {
  const points = places.map((id) => board.places[id]).filter((p) => p !== undefined);
  if (points.length < 2) return '';
  const a = points[points.length - 2]!;
  const b = points[points.length - 1]!;
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const end = { x: b.x - ((b.x - a.x) * short) / length, y: b.y - ((b.y - a.y) * short) / length };
  return [...points.slice(0, -1), end].map((p, i) => `${i ? 'L' : 'M'}${p.x.toFixed(1)} ${p.y.toFixed(1)}`).join('');
}

export function halves(cost: string | number): string {
  return String(cost).replace(/\.5$/, '½').replace(/^0½$/, '½');
}
