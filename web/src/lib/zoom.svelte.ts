/** Pan and zoom of the map, and the way between board units and the screen. */

import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom';
import { stillMotion } from './settings.svelte';
import { inSight, moved, shift, type Rect } from './sight';
import type { Board } from './view';
import type { Seen } from './views';

const MARGIN = 0.35;
const GLIDE_MS = 320;
/** The room left round what is brought into sight, in hexes: enough to see what lies beside it, or what there is. */
const WIDE = 1.4;
const ROOM = 0.75;
/** How much of a hex must be seen, from its middle: its spot, or beside orders that lie on the map all of it, with its signs. */
const SPOT = 0.15;
const HEX = 0.7;
/** Places further apart than so many views are not shown together. */
const FAR = 1.5;
/** The whole map ends above the zoom bar, which would lie on it; on a phone only a button does. */
const FOOT = 60;
/** Of many places the first are looked at. */
const MOST_SEEN = 12;

/** A point of the board; for a place that is drawn as a box, with half of its width and height in hexes. */
type Point = readonly [x: number, y: number, across?: number, down?: number];
type Host = Selection<HTMLElement, unknown, null, undefined>;

/** Where the map may start so that it fills the view; one that is smaller stands in the middle. */
function clamp(start: number, room: number): number {
  return room > 0 ? room / 2 : Math.min(0, Math.max(room, start));
}

const ease = (t: number): number => 1 - (1 - t) ** 3;

export class Zoom {
  k = $state(1);
  x = $state(0);
  y = $state(0);
  moving = $state(false);
  width = $state(0);
  height = $state(0);
  /** The scale when the view last came to rest: signs are drawn for it, so that a gesture repaints nothing. */
  still = $state(1);
  /** The part of the map's foot that a sheet covers. */
  covered = $state(0);
  /** The corner of the map that orders lie on. */
  orders = $state.raw<Rect | null>(null);
  /** How often the window has taken another shape. */
  turned = $state(0);
  /** The player has moved the view since this was last set. */
  touched = false;
  /** Called when the player has moved the view and it rests. */
  onrest: (() => void) | null = null;
  private host: Host | null = null;
  private behaviour: ZoomBehavior<HTMLElement, unknown> | null = null;
  private board: Board | null = null;
  private gliding = 0;
  /** Where the view was before the whole map was asked for. */
  private before: Seen | null = null;

  /** Opens the map where the player left it, or on what is worth seeing first. */
  attach(
    host: HTMLElement,
    board: Board,
    kept: Seen | null,
    first: (room: { width: number; height: number }) => Seen,
  ): () => void {
    this.board = board;
    this.host = select(host);
    this.measure(host);
    this.behaviour = zoom<HTMLElement, unknown>()
      .filter((event: Event) => this.wanted(event))
      .clickDistance(6)
      .extent(() => [
        [0, 0],
        [this.width, this.height - this.covered],
      ])
      .on('start', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (!event.sourceEvent) return;
        this.halt();
        this.before = null;
        this.touched = this.moving = true;
      })
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        this.k = event.transform.k;
        this.x = event.transform.x;
        this.y = event.transform.y;
      })
      .on('end', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        if (event.sourceEvent) this.rest();
      });
    this.host.call(this.behaviour).on('dblclick.zoom', null);
    const open = (): void => {
      this.limits();
      if (!this.width) return;
      const seen = kept ?? first({ width: this.width, height: this.height - this.covered });
      if (!kept && this.holds(seen.k)) {
        this.set(...this.wholeMap);
        this.still = this.k;
      } else this.go(seen, !kept);
    };
    open();
    const watch = new ResizeObserver(() => {
      const { width, height } = this;
      this.measure(host);
      if (!width) {
        open();
        return;
      }
      this.limits();
      if (this.width !== width && this.height !== height) this.turn(this.width - width, this.height - height);
    });
    watch.observe(host);
    return () => {
      watch.disconnect();
      this.halt();
      this.host?.on('.zoom', null);
    };
  }

  /** A mouse drag that starts on a movable counter moves the counter, one with Shift draws a box; neither moves the map. */
  private wanted(event: Event): boolean {
    if (event instanceof MouseEvent && event.type === 'mousedown') {
      return event.button === 0 && !event.shiftKey && !(event.target as Element).closest('[data-drag]');
    }
    return true;
  }

  /** The window has another shape, as when a tablet is turned: what was in the middle stays there. */
  private turn(wider: number, higher: number): void {
    this.halt();
    this.set(this.k, this.x + wider / 2, this.y + higher / 2);
    this.rest();
    this.turned++;
  }

  private measure(host: HTMLElement): void {
    this.width = host.clientWidth;
    this.height = host.clientHeight;
  }

  /** How high the room for the whole map is. */
  private get high(): number {
    return this.height - (this.covered || FOOT);
  }

  private get contain(): number {
    const board = this.board!;
    return Math.min(this.width / board.width, this.high / board.height) || 1;
  }

  /** The whole map in the middle of its room: how large, how far from the left and from the top. */
  private get wholeMap(): [number, number, number] {
    const k = this.contain;
    return [k, (this.width - this.board!.width * k) / 2, (this.high - this.board!.height * k) / 2];
  }

  /** Is the whole map in sight at this size? */
  private holds(k: number): boolean {
    return k * this.board!.width <= this.width + 1 && k * this.board!.height <= this.height - this.covered + 1;
  }

  private limits(): void {
    const { width, height, hex } = this.board!;
    const least = Math.min(this.contain, 1);
    this.behaviour!.scaleExtent([least * 0.9, Math.max(3, 200 / hex)]).translateExtent([
      [-width * MARGIN, -height * MARGIN],
      [width * (1 + MARGIN), height * (1 + MARGIN)],
    ]);
  }

  private halt(): void {
    cancelAnimationFrame(this.gliding);
    this.gliding = 0;
  }

  private rest(): void {
    this.moving = false;
    this.still = this.k;
    this.onrest?.();
  }

  private set(k: number, left: number, top: number): void {
    this.behaviour?.transform(this.host!, zoomIdentity.translate(left, top).scale(k));
  }

  /** Puts a point of the board in the middle, at once. */
  private go({ k, x, y }: Seen, inside = false): void {
    if (!this.host || !this.board) return;
    this.halt();
    const high = this.height - this.covered;
    let left = this.width / 2 - x * k;
    let top = high / 2 - y * k;
    if (inside) {
      left = clamp(left, this.width - this.board.width * k);
      top = clamp(top, high - this.board.height * k);
    }
    this.set(k, left, top);
    this.still = k;
  }

  /** Moves to a transform so that the eye can follow; it jumps for those who want no motion. */
  private glide(k: number, left: number, top: number): void {
    this.halt();
    const from = { k: this.k, x: this.x, y: this.y };
    const start = performance.now();
    const arrive = (): void => {
      this.set(k, left, top);
      this.rest();
    };
    if (stillMotion.matches || document.hidden) {
      arrive();
      return;
    }
    this.moving = true;
    const step = (now: number): void => {
      const t = Math.max(0, (now - start) / GLIDE_MS);
      if (t >= 1) {
        this.gliding = 0;
        arrive();
        return;
      }
      const e = ease(t);
      this.set(from.k + (k - from.k) * e, from.x + (left - from.x) * e, from.y + (top - from.y) * e);
      this.gliding = requestAnimationFrame(step);
    };
    this.gliding = requestAnimationFrame(step);
  }

  private glideTo({ k, x, y }: Seen): void {
    this.glide(k, this.width / 2 - x * k, (this.height - this.covered) / 2 - y * k);
  }

  /** What is in the middle of the view, to be kept. */
  get seen(): Seen {
    return {
      k: this.k,
      x: (this.width / 2 - this.x) / this.k,
      y: ((this.height - this.covered) / 2 - this.y) / this.k,
    };
  }

  /** The part of the board that is in sight. */
  get frame(): Rect {
    return {
      left: -this.x / this.k,
      top: -this.y / this.k,
      right: (this.width - this.x) / this.k,
      bottom: (this.height - this.covered - this.y) / this.k,
    };
  }

  /** The whole map; asked for again, back to where the view was. */
  whole(): void {
    if (!this.board) return;
    this.touched = true;
    const back = this.before;
    this.before = back ? null : this.seen;
    if (back) {
      this.glideTo(back);
      return;
    }
    this.glide(...this.wholeMap);
  }

  by(factor: number): void {
    const { k, x, y } = this.seen;
    const [least, most] = this.behaviour?.scaleExtent() ?? [k, k];
    this.before = null;
    this.touched = true;
    this.glideTo({ k: Math.max(least, Math.min(most, k * factor)), x, y });
  }

  /** Looks closer at a point of the board, with places of so many pixels. */
  closer(x: number, y: number, pixels: number): void {
    this.before = null;
    this.touched = true;
    this.glideTo({ k: Math.max(this.k, pixels / this.board!.hex), x, y });
  }

  /** Sets a point of the board in the middle, at the scale of now; while dragging the minimap's frame, without a glide. */
  centre(x: number, y: number, glide = true): void {
    this.before = null;
    this.touched = true;
    if (glide) this.glideTo({ k: this.k, x, y });
    else this.go({ k: this.k, x, y });
    if (!glide) this.onrest?.();
  }

  toScreen(x: number, y: number): [number, number] {
    return [x * this.k + this.x, y * this.k + this.y];
  }

  toBoard(clientX: number, clientY: number): [number, number] {
    const box = this.host!.node()!.getBoundingClientRect();
    return [(clientX - box.left - this.x) / this.k, (clientY - box.top - this.y) / this.k];
  }

  /** What lies on the map and hides it: cards, minimap, bars, all that say so. */
  covers(): Rect[] {
    const box = this.host!.node()!.getBoundingClientRect();
    return [...document.querySelectorAll('[data-cover]')].flatMap((element) => {
      const r = element.getBoundingClientRect();
      const cover = {
        left: r.left - box.left,
        top: r.top - box.top,
        right: r.right - box.left,
        bottom: r.bottom - box.top,
      };
      const on =
        r.width > 0 && cover.left < this.width && cover.right > 0 && cover.top < this.height && cover.bottom > 0;
      return on ? [cover] : [];
    });
  }

  private box([x, y, across = 0, down = 0]: Point, hexes: number): Rect {
    const hex = this.board!.hex * this.k;
    /** A place drawn as a box is whole when its box is. */
    const [wide, high] = [(across || hexes) * hex, (down || hexes) * hex];
    const [left, top] = this.toScreen(x, y);
    return { left: left - wide, right: left + wide, top: top - high, bottom: top + high };
  }

  private get room(): Rect {
    return { left: 0, top: 0, right: this.width, bottom: this.height - this.covered };
  }

  /** Whether a point can be seen: inside the view and under no card, with so much of its hex. */
  sees(point: Point, covers = this.covers(), hexes = this.covered || this.orders ? HEX : SPOT): boolean {
    return !!this.host && inSight(this.box(point, hexes), this.room, covers);
  }

  /** Whether one of these can be seen. */
  seesAny(points: readonly Point[]): boolean {
    if (!this.host) return false;
    const covers = this.covers();
    return points.some((point) => this.sees(point, covers));
  }

  /** The shift that shows points with so much of their hexes; null if it is to show all of them and cannot. */
  private shiftFor(points: readonly Point[], hexes: number, covers: Rect[], all = false): [number, number] | null {
    const boxes = points.slice(0, MOST_SEEN).map((point) => this.box(point, hexes));
    const [dx, dy] = shift(boxes, this.room, covers);
    return all && boxes.some((box) => !inSight(moved(box, dx, dy), this.room, covers)) ? null : [dx, dy];
  }

  /** Whether points lie so far apart that to show one of them would lead away from where the player is. */
  scattered(points: readonly Point[]): boolean {
    const span = (axis: 0 | 1): number =>
      (Math.max(...points.map((p) => p[axis])) - Math.min(...points.map((p) => p[axis]))) * this.k;
    return span(0) > FAR * this.width || span(1) > FAR * (this.height - this.covered);
  }

  /** Brings points into sight if they are not, the least way, without zooming; if wished, with the hexes round them. */
  see(points: readonly Point[], wished = false): void {
    if (!this.host || !this.width || !points.length) return;
    const covers = this.covers();
    if (points.every((point) => this.sees(point, covers, wished ? HEX : undefined))) return;
    const close = wished || this.covered || this.orders;
    const [dx, dy] = (close && this.shiftFor(points, WIDE, covers, true)) || this.shiftFor(points, ROOM, covers)!;
    if (Math.hypot(dx, dy) > 1) this.glide(this.k, this.x + dx, this.y + dy);
  }
}
