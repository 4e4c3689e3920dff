/** Pan and zoom of the map, and the way between board units and the screen. */

import { select, type Selection } from 'd3-selection';
import { zoom, zoomIdentity, type D3ZoomEvent, type ZoomBehavior } from 'd3-zoom';
import type { Board } from './view';

const MARGIN = 0.35;

/** Where the map may start so that it fills the view; one that is smaller stands in the middle. */
function clamp(start: number, room: number): number {
  return room > 0 ? room / 2 : Math.min(0, Math.max(room, start));
}

export class Zoom {
  k = $state(1);
  x = $state(0);
  y = $state(0);
  moving = $state(false);
  width = $state(0);
  height = $state(0);
  /** The part of the map's foot that a sheet covers. */
  covered = 0;
  private host: Selection<HTMLElement, unknown, null, undefined> | null = null;
  private behaviour: ZoomBehavior<HTMLElement, unknown> | null = null;
  private board: Board | null = null;

  attach(host: HTMLElement, board: Board, start: { x: number; y: number } | null): () => void {
    this.board = board;
    this.host = select(host);
    this.measure(host);
    this.behaviour = zoom<HTMLElement, unknown>()
      .filter((event: Event) => this.wanted(event))
      .clickDistance(6)
      .on('start', () => (this.moving = true))
      .on('zoom', (event: D3ZoomEvent<HTMLElement, unknown>) => {
        this.k = event.transform.k;
        this.x = event.transform.x;
        this.y = event.transform.y;
      })
      .on('end', () => (this.moving = false));
    this.host.call(this.behaviour).on('dblclick.zoom', null);
    this.limits();
    this.open(start);
    const watch = new ResizeObserver(() => {
      const before = this.width;
      this.measure(host);
      this.limits();
      if (!before) this.open(start);
    });
    watch.observe(host);
    return () => {
      watch.disconnect();
      this.host?.on('.zoom', null);
    };
  }

  /** A mouse drag that starts on a movable counter moves the counter, not the map. */
  private wanted(event: Event): boolean {
    if (event instanceof MouseEvent && event.type === 'mousedown') {
      return event.button === 0 && !(event.target as Element).closest('[data-drag]');
    }
    return true;
  }

  private measure(host: HTMLElement): void {
    this.width = host.clientWidth;
    this.height = host.clientHeight;
  }

  private get contain(): number {
    const board = this.board!;
    return Math.min(this.width / board.width, (this.height - this.covered) / board.height) || 1;
  }

  private limits(): void {
    const { width, height, hex } = this.board!;
    const least = Math.min(this.contain, 1);
    this.behaviour!.scaleExtent([least * 0.9, Math.max(3, 200 / hex)]).translateExtent([
      [-width * MARGIN, -height * MARGIN],
      [width * (1 + MARGIN), height * (1 + MARGIN)],
    ]);
  }

  /** The first sight: as much of the map as leaves its counters readable, round the place of interest. */
  private open(start: { x: number; y: number } | null): void {
    if (!this.width || !this.board) return;
    const { width, height, hex } = this.board;
    const cover = Math.max(this.width / width, (this.height - this.covered) / height);
    const readable = (this.width < 768 ? 78 : 31) / hex;
    const k = Math.max(cover < this.contain * 1.5 ? cover : this.contain, Math.min(readable, 1.2));
    const at = start && (k * width > this.width * 1.02 || k * height > this.height * 1.02) ? start : { x: width / 2, y: height / 2 };
    this.go(k, at.x, at.y, true);
  }

  private go(k: number, x: number, y: number, inside = false): void {
    if (!this.host || !this.behaviour || !this.board) return;
    const high = this.height - this.covered;
    let left = this.width / 2 - x * k;
    let top = high / 2 - y * k;
    if (inside) {
      const { width, height } = this.board;
      left = clamp(left, this.width - width * k);
      top = clamp(top, high - height * k);
    }
    this.behaviour.transform(this.host, zoomIdentity.translate(left, top).scale(k));
  }

  fit(): void {
    if (this.board) this.go(this.contain, this.board.width / 2, this.board.height / 2);
  }

  by(factor: number): void {
    if (this.host) this.behaviour?.scaleBy(this.host, factor);
  }

  pan(dx: number, dy: number): void {
    if (this.host) this.behaviour?.translateBy(this.host, dx / this.k, dy / this.k);
  }

  toScreen(x: number, y: number): [number, number] {
    return [x * this.k + this.x, y * this.k + this.y];
  }

  toBoard(clientX: number, clientY: number): [number, number] {
    const box = this.host!.node()!.getBoundingClientRect();
    return [(clientX - box.left - this.x) / this.k, (clientY - box.top - this.y) / this.k];
  }

  /** Brings a point into sight if it is not, or to the middle when asked. */
  see(x: number, y: number): void {
    const [sx, sy] = this.toScreen(x, y);
    const edge = 70;
    const foot = 110; // tools and legend stand there
    const high = this.height - this.covered;
    if (sx > edge && sx < this.width - edge && sy > edge && sy < high - foot) return;
    this.go(this.k, x, y, true);
  }
}
