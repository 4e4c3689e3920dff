/** NATO symbols as bare marks inside a frame of 150 by 100 whose corner is at 25, 50; milsymbol draws them at the build. */

import drawn from 'virtual:symbols';

/** Marks of 1941 that the standard has no letter code for, in the same frame. */
const OWN: Record<string, string> = {
  'machine-gun': '<path d="M25,50 L175,150 M25,150 L175,50"/><path d="M100 140V64M88 78l12-14 12 14" fill="none"/>',
  motorcycle:
    '<path d="M25,50 L175,150 M25,150 L175,50"/><g fill="none"><circle cx="82" cy="138" r="9"/><circle cx="118" cy="138" r="9"/></g>',
  garrison: '<path d="M45 128V78h16v14h18V78h16v14h10V78h16v14h18V78h16v50z" fill="none"/>',
  air: '<path d="M100 66c4 0 6 5 6 12v8l44 16v9l-44-7-2 18 12 8v6l-16-4-16 4v-6l12-8-2-18-44 7v-9l44-16v-8c0-7 2-12 6-12z" stroke="none"/>',
  naval:
    '<path d="M100 74v62M84 86h32M64 112c2 16 18 24 36 24s34-8 36-24" fill="none"/><circle cx="100" cy="68" r="7" fill="none"/>',
  block: '',
};

export function symbolMarks(symbol: string): string {
  return OWN[symbol] ?? drawn[symbol] ?? drawn.infantry!;
}

/** The mark of size above the frame as strokes round x = 0, in units of one bar: battalions are bars, brigades crosses. */
export function sizeMarks(size: string): string {
  const step = size.includes('X') ? 9 : 5;
  return [...size]
    .map((letter, i) => {
      const x = (i - (size.length - 1) / 2) * step;
      return letter === 'X' ? `M${x - 3.2} -3.2L${x + 3.2} 3.2M${x - 3.2} 3.2L${x + 3.2} -3.2` : `M${x} -3.4V3.4`;
    })
    .join('');
}

export const PLAIN = new Set(['hq', 'leader', 'depot', 'chit']);
