/** The keys that steer the map, wherever the focus is: the whole map, zoom, the minimap, a look, finding a unit. */

import { typing } from '../lib/keys';
import type { Table } from '../lib/table.svelte';
import type { Zoom } from '../lib/zoom.svelte';
import type { Look } from './look.svelte';

/** Rows of a long list have digits for keys; the last of ten is 0. */
const ROWS = 10;

export interface MapParts {
  table: Table;
  zoom: Zoom;
  look: Look;
  find: () => void;
  minimap: () => void;
}

/** Does what the key says and tells whether it was one of the map's. */
export function mapKey(event: KeyboardEvent, { table, zoom, look, find, minimap }: MapParts): boolean {
  if (
    typing(event.target) ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    (event.target as Element).closest?.('dialog')
  )
    return false;
  const key = event.key.toLowerCase();
  const taken = table.myMove && table.groups.buttons.some((a) => a.key?.toLowerCase() === key);
  if (taken) return false;
  const at = table.choice.cursor?.place ?? table.choice.hover ?? table.choice.place;
  if (key === '0' && !table.pickRow && table.groups.buttons.length < ROWS) zoom.whole();
  else if (key === '+' || key === '=') zoom.by(1.25);
  else if (key === '-') zoom.by(0.8);
  else if (key === 'r' && table.choice.left) table.choice.repeat();
  else if (key === 'm') minimap();
  else if (key === 'f') find();
  else if (key === 'i' && at) look.pin(at);
  else if (key === 'escape' && look.place) look.close();
  else return false;
  return true;
}
