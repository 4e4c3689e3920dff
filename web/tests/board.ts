/** A small board of pointed hexes: rows of five, every second row shifted by half a hex. */

import type { Board } from '../src/lib/view';

export function hexes(rows = 4, columns = 5, hex = 88): Board {
  const high = (hex * Math.sqrt(3)) / 2;
  const places: Board['places'] = {};
  const at = (r: number, c: number): string => `${r}${c}`;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const x = hex * (c + 1 + (r % 2 ? 0.5 : 0));
      const y = high * (r + 1);
      const poly = Array.from({ length: 6 }, (_, i): [number, number] => {
        const a = (Math.PI / 3) * i - Math.PI / 2;
        const radius = hex / Math.sqrt(3);
        return [Math.round((x + radius * Math.cos(a)) * 10) / 10, Math.round((y + radius * Math.sin(a)) * 10) / 10];
      });
      const shift = r % 2 ? 0 : -1;
      const around = [
        [r, c - 1],
        [r, c + 1],
        [r - 1, c + shift],
        [r - 1, c + shift + 1],
        [r + 1, c + shift],
        [r + 1, c + shift + 1],
      ];
      const neighbours = around
        .filter(([a, b]) => a! >= 0 && a! < rows && b! >= 0 && b! < columns)
        .map(([a, b]) => at(a!, b!));
      places[at(r, c)] = { x, y, terrain: 'desert', poly, neighbours };
    }
  }
  return { title: 'Test', width: 600, height: 400, hex, places };
}
