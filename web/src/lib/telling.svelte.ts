/** What is told of the game, shown at a pace that can be followed: moves along their way, then dice, then losses. */

import { cameFrom, changed, hurtBy } from './changes';
import type { State } from './protocol';
import { settings, stillMotion } from './settings.svelte';
import type { Board, Piece, View } from './view';

const STEP_MS = 160;
const MOST_MS = 900;
const DICE_MS = 1100;
const LOSS_MS = 350;
const BETWEEN_MS = 250;
/** How long dice are on their way. */
const SEEN_MS = 750;
/** A page that is not seen has no frames: what waits for one is shown then. */
const NO_FRAME_MS = 200;
/** How long the other side's doings are shown, against the usual. */
const PACE = { off: 0, slow: 2.2, normal: 1, fast: 0.4, step: 1 };

export type Told = State & { view: View };

/** Where the states are shown. */
interface Stage {
  readonly board: Board | null;
  readonly live: View | null;
  /** Shows a state; says whether it is the player's own doing. */
  show(state: Told): boolean;
}

export class Telling {
  /** States that are still to be shown. */
  showing = $state(0);
  /** Shown state by state, each waiting for the player. */
  stepping = $state(false);
  /** The way each piece took in the change now shown; the counters glide along it. */
  trails = $state.raw<Map<number, string[]>>(new Map());
  /** Pieces that a roll has hurt, as they stood: they are shown so until its dice have been seen. */
  fate = $state.raw<Piece[]>([]);

  /** The newest view told, which the next change starts from; the queue may still be showing older ones. */
  private told: View | null = null;
  private queue: Told[] = [];
  private pacing = false;
  /** The frame that what comes meanwhile waits for; 0 if none. */
  private frame = 0;
  private timer = 0;
  private sparing = 0;

  constructor(private readonly stage: Stage) {}

  /** A state has come: it is shown in its turn. */
  hear(state: State): void {
    this.told = state.view ?? changed(this.told!, state.change!);
    this.queue.push({ ...state, view: this.told });
    this.pace();
  }

  /** Whether states that have come are still to be shown. */
  get more(): boolean {
    return this.queue.length > 0;
  }

  /**
   * Shows the states one by one, each long enough to be seen. Those that need no time of their own are drawn once a
   * frame, all together: a machine's turn may send twenty in a tenth of a second. A decision is never kept waiting.
   */
  pace(): void {
    const { stage } = this;
    if (this.pacing || (stage.live && !stage.board)) return;
    if (this.frame && !this.queue.at(-1)?.view.actions.length) return;
    this.halt();
    let wait = 0;
    while (this.queue.length && !wait && (stage.board || !stage.live)) wait = this.show(this.queue.shift()!);
    this.showing = this.queue.length;
    if (wait) {
      this.pacing = true;
      this.stepping = settings.kept.speed === 'step' && this.queue.length > 0 && !this.still;
      if (!this.stepping) this.timer = window.setTimeout(() => this.next(), wait);
    } else {
      this.frame = requestAnimationFrame(() => this.next());
      this.timer = window.setTimeout(() => this.next(), NO_FRAME_MS);
    }
  }

  private halt(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.pacing = false;
    this.stepping = false;
  }

  /** Goes on to the next state that waits to be shown. */
  next(): void {
    this.halt();
    if (this.queue.length) this.pace();
  }

  /** Shows all that waits at once. */
  hurry(): void {
    this.halt();
    while (this.queue.length) this.show(this.queue.shift()!);
    this.showing = 0;
  }

  /** Shows no more. */
  close(): void {
    this.halt();
    clearTimeout(this.sparing);
  }

  private get still(): boolean {
    return stillMotion.matches || document.hidden;
  }

  /** Shows a state; how long it stays before the next. */
  private show(state: Told): number {
    const before = this.stage.live;
    const own = this.stage.show(state);
    return before ? this.lasting(before, state, own) : 0;
  }

  /** The pieces go from one view to the next, the one that moved along the way it took. */
  move(before: View | null, after: View, way: string[] = []): void {
    const trails = new Map<number, string[]>();
    const places = this.stage.board?.places ?? {};
    const was = before ? cameFrom(before, after, way) : new Map<number, string>();
    for (const piece of after.pieces) {
      const from = was.get(piece.id);
      if (from === undefined || from === piece.at || !places[from] || !places[piece.at]) continue;
      trails.set(piece.id, way[0] === from && way.at(-1) === piece.at ? way : [from, piece.at]);
    }
    this.trails = trails;
  }

  /** Nothing moves. */
  rest(): void {
    this.trails = new Map();
  }

  /** The dice come first: who falls by them is seen to fall after. */
  spare(before: View | null, state: Told): void {
    clearTimeout(this.sparing);
    const { board } = this.stage;
    const rolled = before && !this.still && state.log.some((line) => line.dice?.length);
    this.fate = rolled && board ? hurtBy(before, state.view, board) : [];
    if (this.fate.length) this.sparing = window.setTimeout(() => (this.fate = []), SEEN_MS);
  }

  /** How long a state stays before the next is shown. */
  private lasting(before: View, state: Told, own: boolean): number {
    if (this.still) return 0;
    const longest = Math.max(0, ...[...this.trails.values()].map((path) => path.length - 1));
    const moving = Math.min(MOST_MS, longest * STEP_MS);
    if (own) return moving;
    const rolled = state.log.some((line) => line.dice?.length);
    const had = new Map(before.pieces.map((p) => [p.id, p.steps]));
    const hurt = state.view.pieces.some((p) => (p.steps ?? 0) < (had.get(p.id) ?? 0));
    const told = moving + (rolled ? DICE_MS : 0) + (hurt ? LOSS_MS : 0);
    return (told ? told + BETWEEN_MS : state.log.length ? BETWEEN_MS : 0) * PACE[settings.kept.speed];
  }
}
