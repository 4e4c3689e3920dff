/** The table in front of the player: what is shown, what is chosen, what was said. */

import { api, freshSeed } from './api';
import type { Ask, ChatLine, Dice, GameCard, Info, Refusal, Seek, ServerMessage, State, Thinking } from './protocol';
import { changed } from './changes';
import { advance, group, selectable, type Intent } from './actions';
import { Choice } from './choice.svelte';
import { noticeTurn } from './notices';
import { settings, stillMotion, type MyGame } from './settings.svelte';
import { Refused, Socket } from './socket';
import type { Action, Board, Eyes, LogLine, Overlay, Reason, Side, View } from './view';

const STEP_MS = 160;
const MOST_MS = 900;

type Told = State & { view: View };

export class Table {
  info = $state.raw<Info | null>(null);
  card = $state.raw<GameCard | null>(null);
  board = $state.raw<Board | null>(null);
  live = $state.raw<View | null>(null);
  n = $state(0);
  /** How many actions the line of play has: what a replay runs over. */
  at = $state(0);
  waiting = $state.raw<Side[]>([]);
  log = $state.raw<LogLine[]>([]);
  connected = $state(false);
  busy = $state(false);
  thinking = $state.raw<Thinking | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  unread = $state(0);
  asked = $state.raw<Ask | null>(null);
  here = $state.raw<Partial<Record<Side, boolean>>>({});
  dice = $state.raw<Dice | null>(null);
  replay = $state.raw<Seek | null>(null);
  curtain = $state(false);
  refusal = $state.raw<Refusal | null>(null);
  failure = $state('');
  /** The last action this player made, for the guide. */
  played = $state.raw<unknown>(null);
  guided = $state(false);
  /** The step of the guide this player was at when the table was left. */
  led = 0;
  /** First words of the actions the guide asks for. */
  wanted = $state.raw<string[]>([]);
  /** Places the guide or the adviser points at. */
  pointed = $state.raw<string[]>([]);
  overlaysOpen = $state(false);
  overlayName = $state('');
  overlay = $state.raw<Overlay | null>(null);
  /** The way each piece took in the change now shown; the counters glide along it. */
  trails = $state.raw<Map<number, string[]>>(new Map());

  view = $derived(this.replay?.view ?? this.live);
  lines = $derived(this.replay?.log ?? this.log);
  mine = $derived<Side | null>(
    this.info?.seat === 'both' ? (this.live?.viewer ?? null) : this.info?.seat === 'watch' ? null : (this.info?.seat ?? null),
  );
  myMove = $derived(!this.replay && !!this.live && this.live.actions.length > 0 && !this.live.outcome);
  groups = $derived(group(this.replay ? [] : (this.live?.actions ?? [])));
  ready = $derived(selectable(this.groups));
  choice = new Choice(this);

  links = $derived(this.info?.links ?? settings.kept.games.find((g) => g.token === this.token)?.links ?? {});

  private socket: Socket;
  /** The newest view told, which the next change starts from; the queue may still be showing older ones. */
  private told: View | null = null;
  private queue: Told[] = [];
  private pacing = false;
  private intent: Intent | null = null;
  private lastPath: { piece: number | null; path: string[] } | null = null;

  constructor(readonly token: string) {
    this.socket = new Socket(
      () => ({ type: 'sit', token, seed: freshSeed(), states: 'changes' }),
      (message) => this.hear(message),
      (open) => (this.connected = open),
    );
    this.socket.open();
  }

  close(): void {
    this.socket.close();
  }

  private async seat(info: Info): Promise<void> {
    const first = !this.info;
    this.info = info;
    if (!first) return;
    const held = settings.kept.games.find((g) => g.token === this.token);
    this.guided = held?.guide ?? false;
    this.led = held?.led ?? 0;
    settings.remember({ token: this.token, table: info.table, game: info.game, title: info.title, seat: info.seat, at: Date.now() });
    const [board, games] = await Promise.all([api.board(info.game, info.scenario.id), api.games()]);
    this.card = games.find((g) => g.id === info.game) ?? null;
    this.board = board;
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'seated':
        this.seat(message.info).catch((error: Error) => (this.failure = error.message));
        break;
      case 'state':
        this.told = message.view ?? changed(this.told!, message.change!);
        this.queue.push({ ...message, view: this.told });
        this.pace();
        break;
      case 'refused':
        this.busy = false;
        this.intent = null;
        if (message.code === 'no_such_seat') this.failure = message.text;
        else if (message.re !== undefined) this.refusal = message;
        break;
      case 'thinking':
        this.thinking = message.over ? null : message;
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        if (message.from !== this.mine) this.unread++;
        break;
      case 'ask':
        this.asked = message;
        break;
      case 'presence':
        this.here = message.here;
        break;
      case 'dice':
        this.dice = message;
        break;
    }
  }

  /** Shows the states one by one, each long enough for its moves to be seen. */
  private pace(): void {
    if (this.pacing) return;
    const state = this.queue.shift();
    if (!state) return;
    const wait = this.show(state);
    if (!this.queue.length && !wait) return;
    this.pacing = true;
    setTimeout(() => {
      this.pacing = false;
      this.pace();
    }, wait);
  }

  private show(state: Told): number {
    const before = this.live;
    const wasMine = this.myMove;
    const from = state.log_from ?? (this.log.at(-1)?.n ?? -1) + 1;
    this.log = [...this.log.filter((line) => line.n < from), ...state.log];
    this.trails = this.board && before ? this.moved(before, state.view) : new Map();
    this.live = state.view;
    this.n = state.n;
    this.at = state.at;
    this.waiting = state.waiting ?? [];
    const own = this.busy;
    this.busy = false;
    this.refusal = null;
    if (!this.guided) this.pointed = [];
    this.choice.settle(before, own);
    if (this.info?.seat === 'both' && before && before.viewer !== state.view.viewer && this.card?.hidden) this.curtain = true;
    if (this.myMove && !wasMine && before) noticeTurn(this.info?.title ?? '', state.view.prompt.title);
    if (this.overlayName) void this.showOverlay(this.overlayName);
    this.goOn();
    const longest = Math.max(0, ...[...this.trails.values()].map((path) => path.length - 1));
    const quick = stillMotion.matches || document.hidden || this.queue.length > 8;
    return quick ? 0 : Math.min(MOST_MS, longest * STEP_MS) + (longest && !this.myMove ? 120 : 0);
  }

  private moved(before: View, after: View): Map<number, string[]> {
    const was = new Map(before.pieces.map((p) => [p.id, p.at]));
    const out = new Map<number, string[]>();
    for (const piece of after.pieces) {
      const from = was.get(piece.id);
      if (from === undefined || from === piece.at || !this.board?.places[from] || !this.board.places[piece.at]) continue;
      const path = this.lastPath?.path ?? [];
      out.set(piece.id, path[0] === from && path.at(-1) === piece.at ? path : [from, piece.at]);
    }
    return out;
  }

  /** Carries a wish for several pieces on. */
  private goOn(): void {
    if (!this.myMove || !this.live || this.queue.length) return;
    const next = this.intent && advance(this.live.actions, this.intent);
    if (next) {
      this.intent = next.rest;
      void this.send(next.action);
      return;
    }
    this.intent = null;
  }

  async play(action: Action, others: number[] = []): Promise<void> {
    this.intent = others.length && action.place ? { pieces: others, place: action.place, text: action.text } : null;
    await this.send(action);
  }

  /** Until the answer is shown, which may wait for an earlier move to be seen, nothing else can be played. */
  private async send(action: Action): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.lastPath = action.path ? { piece: action.piece ?? null, path: action.path } : null;
    if (await this.tell({ type: 'play', n: this.n, action: action.do })) this.played = action.do;
    else this.busy = false;
  }

  /** Sends a message whose failure the player should read. */
  async tell(message: Record<string, unknown>): Promise<boolean> {
    try {
      await this.socket.ask(message);
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) this.refusal = { code: 'link', text: (error as Error).message };
      return false;
    }
  }

  question<T>(message: Record<string, unknown>): Promise<T> {
    return this.socket.value<T>(message);
  }

  undo(): Promise<boolean> {
    this.choice.clear();
    return this.live?.undo ? this.tell({ type: 'undo', n: this.n }) : this.tell({ type: 'ask', kind: 'undo' });
  }

  async whyNot(piece: number | null, place: string | null): Promise<Reason | null> {
    return this.question<Reason | null>({ type: 'why_not', piece, place }).catch(() => null);
  }

  async showOverlay(name: string): Promise<void> {
    this.overlayName = name;
    this.overlay = null;
    if (!name) return;
    const value = await this.question<Overlay | null>({ type: 'overlay', name }).catch(() => null);
    if (this.overlayName === name) this.overlay = value;
  }

  async seek(at: number, eyes: Eyes): Promise<void> {
    const value = await this.question<Seek>({ type: 'seek', at, eyes });
    this.trails = this.view && this.board ? this.moved(this.view, value.view) : new Map();
    this.replay = value;
    this.choice.clear();
  }

  /** The guide is at a step: a reload goes on there. */
  lead(step: number): void {
    this.led = step;
    this.keep({ led: step });
  }

  stopGuide(): void {
    this.guided = false;
    this.keep({ guide: false });
  }

  private keep(change: Partial<MyGame>): void {
    const held = settings.kept.games.find((g) => g.token === this.token);
    if (held) settings.remember({ ...held, ...change });
  }

  raiseCurtain(): void {
    this.curtain = false;
  }

  leaveReplay(): void {
    this.trails = new Map();
    this.replay = null;
  }
}
