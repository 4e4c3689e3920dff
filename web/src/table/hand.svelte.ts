/** The pointer on the map: what it takes up, drags, draws a box round, looks at, and lets go. */

import { placeAt } from '../lib/geometry';
import type { Table } from '../lib/table.svelte';
import type { Board } from '../lib/view';
import type { Zoom } from '../lib/zoom.svelte';
import type { Look } from './look.svelte';

/** A pointer that moves less than this between down and up has clicked. */
const STILL = 6;
const LONG_PRESS_MS = 450;
/** A finger means what lies within so many pixels of it. */
const FINGER = 20;
/** Where places are smaller than this, a finger among several that could be meant looks closer first. */
const SMALL = 30;
/** How large a place is then. */
const CLOSE = 56;

type Point = [number, number];

interface Drag {
  piece: number;
  from: Point;
  at: Point;
  taken?: Promise<void>;
}

const gap = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
const where = (event: MouseEvent): Point => [event.clientX, event.clientY];

export class Hand {
  drag = $state.raw<Drag | null>(null);
  /** The corners of the box being drawn, on the screen. */
  box = $state.raw<{ from: Point; at: Point } | null>(null);
  /** The click that ends a drag or a long press is not a click. */
  private done = false;
  private press: { timer: ReturnType<typeof setTimeout>; from: Point } | null = null;

  constructor(
    private readonly table: Table,
    private readonly board: Board,
    private readonly zoom: Zoom,
    private readonly look: Look,
  ) {}

  dragging = $derived(this.drag !== null && gap(this.drag.from, this.drag.at) > STILL);

  private placeUnder(event: MouseEvent): string | null {
    return placeAt(this.board, ...this.zoom.toBoard(event.clientX, event.clientY));
  }

  private pieceUnder(event: MouseEvent): number | null {
    const held = (event.target as Element).closest<SVGElement>('[data-piece]');
    return held ? Number(held.dataset.piece) : null;
  }

  /** The place of the counter under the pointer, or of the ground. */
  private looksAt(event: MouseEvent): string | null {
    const piece = this.pieceUnder(event);
    return this.table.view?.pieces.find((p) => p.id === piece)?.at ?? this.placeUnder(event);
  }

  private worth(place: string | null): string | null {
    const view = this.table.view;
    return place && view?.pieces.some((p) => p.at === place) ? place : null;
  }

  click(event: MouseEvent): void {
    if (this.done) return;
    const { choice } = this.table;
    let piece = this.pieceUnder(event);
    let place = this.placeUnder(event);
    this.look.close();
    choice.cursor = null;
    if ((event as PointerEvent).pointerType === 'touch') {
      const [near, ...more] = this.meant(event);
      if (more.length && this.board.hex * this.zoom.k < SMALL) {
        this.zoom.closer(...this.zoom.toBoard(event.clientX, event.clientY), CLOSE);
        return;
      }
      if (near && !this.live(place)) [piece, place] = [this.actor(near), near];
    }
    if (piece !== null) choice.clickPiece(piece, event.shiftKey || event.ctrlKey || event.metaKey);
    else if (place) choice.clickPlace(place, event.shiftKey);
    else choice.clear();
  }

  /** The unit that a click on a place is for, where the place itself is not open. */
  private actor(place: string): number | null {
    const { choice, ready, view, foresight } = this.table;
    if (choice.lit.has(place) || foresight.far.has(place)) return null;
    const able = (id: number): boolean => ready.has(id) || foresight.opens.has(id);
    return view?.pieces.find((p) => p.at === place && able(p.id))?.id ?? null;
  }

  /** Something can be ordered here: the place is open, or a unit in it may act. */
  private live(place: string | null): boolean {
    const { choice, foresight } = this.table;
    return !!place && (choice.lit.has(place) || foresight.far.has(place) || this.actor(place) !== null);
  }

  /** The places under a finger where something can be ordered, the nearest first. */
  private meant(event: MouseEvent): string[] {
    const [x, y] = this.zoom.toBoard(event.clientX, event.clientY);
    const { choice, foresight, view } = this.table;
    const all = new Set([...choice.lit.keys(), ...foresight.far.keys(), ...(view?.pieces ?? []).map((p) => p.at)]);
    return [...all]
      .flatMap((id) => {
        const place = this.board.places[id];
        const away = place ? gap([place.x, place.y], [x, y]) * this.zoom.k : Infinity;
        return away <= FINGER && this.live(id) ? [{ id, away }] : [];
      })
      .sort((a, b) => a.away - b.away)
      .map(({ id }) => id);
  }

  /** The right button and the long press only look. */
  inspect(event: MouseEvent): void {
    event.preventDefault();
    const place = this.looksAt(event);
    if (place) this.look.pin(place);
  }

  down(event: PointerEvent): void {
    this.look.rest(null);
    if (event.pointerType === 'touch') {
      this.lift();
      if (event.isPrimary)
        this.press = { from: where(event), timer: setTimeout(() => this.longPress(event), LONG_PRESS_MS) };
      return;
    }
    if (event.button !== 0) return;
    const piece = this.pieceUnder(event);
    if (piece !== null && this.table.choice.draggable(piece))
      this.drag = { piece, from: where(event), at: where(event) };
    else if (event.shiftKey) this.box = { from: where(event), at: where(event) };
  }

  private longPress(event: PointerEvent): void {
    this.press = null;
    this.swallow();
    const place = this.placeUnder(event);
    if (place) this.look.pin(place);
  }

  private lift(): void {
    if (this.press) clearTimeout(this.press.timer);
    this.press = null;
  }

  move(event: PointerEvent): void {
    const { choice } = this.table;
    if (this.press && gap(where(event), this.press.from) > STILL) this.lift();
    if (this.box) this.box = { ...this.box, at: where(event) };
    else if (this.drag) {
      const far = gap(where(event), this.drag.from) > STILL;
      if (far && !this.drag.taken) this.table.gestures.hold(true);
      this.drag = {
        ...this.drag,
        at: where(event),
        taken: this.drag.taken ?? (far ? choice.grab(this.drag.piece) : undefined),
      };
      if (far) choice.over((choice.hover = this.placeUnder(event)));
    } else if (event.pointerType !== 'touch' && !event.buttons) {
      choice.hover = this.placeUnder(event);
      this.look.rest(this.worth(this.looksAt(event)));
    }
  }

  leave(): void {
    this.table.choice.hover = null;
    this.look.rest(null);
  }

  /** The browser sends a click after a drag or a long press; it is let pass. */
  private swallow(): void {
    this.done = true;
    const free = (): void => void setTimeout(() => (this.done = false));
    addEventListener('pointerup', free, { once: true });
  }

  async up(event: PointerEvent): Promise<void> {
    this.lift();
    const { drag, box } = this;
    this.drag = this.box = null;
    if (box) this.gather(box.from, where(event));
    if (!drag || gap(where(event), drag.from) <= STILL) return this.table.gestures.hold(false);
    const place = this.placeUnder(event);
    this.done = true;
    setTimeout(() => (this.done = false));
    await drag.taken;
    if (place && this.table.choice.lit.has(place)) this.table.choice.drop(place, event.shiftKey);
    else this.table.choice.over(null);
    this.table.gestures.hold(false);
  }

  cancel(): void {
    this.lift();
    this.table.gestures.hold(false);
    this.drag = this.box = null;
  }

  /** Takes in hand every unit in the box that may act. */
  private gather(a: Point, b: Point): void {
    if (gap(a, b) <= STILL) return;
    this.done = true;
    setTimeout(() => (this.done = false));
    const [x1, y1] = this.zoom.toBoard(Math.min(a[0], b[0]), Math.min(a[1], b[1]));
    const [x2, y2] = this.zoom.toBoard(Math.max(a[0], b[0]), Math.max(a[1], b[1]));
    const inside = (id: string): boolean => {
      const place = this.board.places[id];
      return !!place && place.x > x1 && place.x < x2 && place.y > y1 && place.y < y2;
    };
    const { ready, view } = this.table;
    this.table.choice.gather((view?.pieces ?? []).filter((p) => ready.has(p.id) && inside(p.at)).map((p) => p.id));
  }
}
