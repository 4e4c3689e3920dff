/** What is known of the places now beyond what stands there: supply, zones, points. Asked for once for each state. */

import type { Table } from './table.svelte';
import type { Overlay, Side } from './view';

const ASKED = ['supply', 'zones', 'victory'] as const;

export interface Fact {
  kind: (typeof ASKED)[number];
  side: Side | null;
  label: string;
}

export class Facts {
  private known = $state.raw<{ kind: Fact['kind']; overlay: Overlay }[]>([]);
  private asked = -1;

  constructor(private readonly table: Table) {}

  /** Fetches what the games' overlays say, unless it is known for this state. */
  async ask(): Promise<void> {
    const { n, info, replay } = this.table;
    if (replay || this.asked === n) return;
    this.asked = n;
    const wanted = ASKED.filter((kind) => info?.overlays?.includes(kind));
    const found = await Promise.all(
      wanted.map(async (kind) => {
        const overlay = await this.table.seat
          .question<Overlay | null>({ type: 'overlay', name: kind })
          .catch(() => null);
        return overlay ? [{ kind, overlay }] : [];
      }),
    );
    if (this.asked === n) this.known = found.flat();
  }

  of(place: string): Fact[] {
    if (this.table.replay) return [];
    return this.known.flatMap(({ kind, overlay }) =>
      (overlay.areas ?? [])
        .filter((area) => area.places.includes(place))
        .map((area) => ({ kind, side: area.side, label: area.label ?? kind })),
    );
  }
}
