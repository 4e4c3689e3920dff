/** What an overlay shows. */

import type { Area } from './view';

const ground = (area: Area): string => area.places.toSorted().join(' ');

/** Of areas of one side that cover the same ground the one that says most is shown: two alike could not be told apart. */
export function distinct(areas: readonly Area[]): Area[] {
  return areas.filter((area, i) =>
    areas.every((other, j) => {
      if (i === j || other.side !== area.side || ground(other) !== ground(area)) return true;
      return area.label.length > other.label.length || (area.label.length === other.label.length && i < j);
    }),
  );
}
