/**
 * What is marked on the map besides the game's own lights: the other side's trail, arrows, hexes, badges and pins.
 *
 * Whoever has something to show (recap, battle card, guide, review) puts it under a name of its own and takes it away
 * again; the map draws all of them together. Everything here is plain data in places and pieces, never pixels.
 */

import { SvelteMap } from 'svelte/reactivity';
import type { Side } from '../lib/view';

/** The way a stack went. */
export interface Trail {
  path: string[];
  side: Side;
  /** A retreat is dashed. */
  retreat?: boolean;
  /** 0 for the oldest shown to 1 for the newest; older ones are fainter. */
  fresh?: number;
  /** Stands in a disc at the middle of the trail. */
  label?: string;
}

/** A short thick arrow between two places. */
export interface Arrow {
  from: string;
  to: string;
  kind: 'attack' | 'retreat' | 'better' | 'then';
}

export interface HexMark {
  place: string;
  /**
   * target: hatched, solid red; attacker: accent edge; fought: dashed red; retreat: lit teal, dashed;
   * closed: a grey cross; better: solid teal; then: dashed grey; look: dotted ink.
   */
  kind: 'target' | 'attacker' | 'fought' | 'retreat' | 'closed' | 'better' | 'then' | 'look';
}

/** A small sign with a word or a result above or below a place. */
export interface Badge {
  place: string;
  text: string;
  kind: 'target' | 'accent' | 'allied' | 'axis' | 'better' | 'then' | 'result';
  /** The number of the event in a list, in a square before the text. */
  number?: string;
  chosen?: boolean;
  under?: boolean;
}

/** A letter above a place that a text speaks of, with a dotted outline round it. */
export interface Pin {
  place: string;
  letter: string;
}

export interface MarkSet {
  trails?: Trail[];
  arrows?: Arrow[];
  hexes?: HexMark[];
  badges?: Badge[];
  pins?: Pin[];
  /** Pieces ringed on the map, such as the one under the pointer in a card. */
  pieces?: number[];
  /** Only these places stay bright; the rest of the map steps back. */
  only?: string[];
}

class Marks {
  private readonly held = new SvelteMap<string, MarkSet>();

  /** What the map is asked to bring into sight: it glides the least way and never zooms. */
  wish = $state.raw<{ places: string[]; near: boolean } | null>(null);

  set(owner: string, marks: MarkSet): void {
    this.held.set(owner, marks);
  }

  clear(owner: string): void {
    this.held.delete(owner);
  }

  clearAll(): void {
    this.held.clear();
    this.wish = null;
  }

  /** Asks the map to show these places if they are out of sight or under a card; if so wished only where they are near each other. */
  see(places: readonly string[], near = false): void {
    if (places.length) this.wish = { places: [...places], near };
  }

  trails = $derived(this.all((m) => m.trails));
  arrows = $derived(this.all((m) => m.arrows));
  hexes = $derived(this.all((m) => m.hexes));
  badges = $derived(this.all((m) => m.badges));
  pins = $derived(this.all((m) => m.pins));
  pieces = $derived(new Set(this.all((m) => m.pieces)));
  only = $derived(new Set(this.all((m) => m.only)));

  private all<T>(part: (marks: MarkSet) => T[] | undefined): T[] {
    return [...this.held.values()].flatMap((marks) => part(marks) ?? []);
  }
}

/** One table is open at a time; leaving it clears its marks. */
export const marks = new Marks();
