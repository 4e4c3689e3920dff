/** The table in front of the player: what is shown, what is chosen, what was said. */

import { missed, patiently } from './absence';
import { api } from './api';
import type { Ask, ChatLine, Dice, GameCard, Info, Refusal, Seek, ServerMessage, State, Thinking } from './protocol';
import { changed } from './changes';
import { advance, group, selectable, type Intent } from './actions';
import { Choice } from './choice.svelte';
import { Clock } from './clock.svelte';
import { noticeTurn } from './notices';
import { recap } from './recap.svelte';
import { Standing } from './standing.svelte';
import { settings, stillMotion, type MyGame } from './settings.svelte';
import { moveSecret, sealOf, secretOf, type Secret } from './secrets';
import { Refused, Socket } from './socket';
import type { Action, Board, Eyes, LogLine, Overlay, Reason, Side, View } from './view';

const STEP_MS = 160;
const MOST_MS = 900;
const DICE_MS = 1100;
const LOSS_MS = 350;
const BETWEEN_MS = 250;
/** How long the other side's doings are shown, against the usual. */
const PACE = { off: 0, slow: 2.2, normal: 1, fast: 0.4, step: 1 };

/** Picks the next action of a plan from those offered; none ends it. */
export type Pick = (actions: Action[]) => Action | undefined;

export interface Toast {
  text: string;
  label?: string;
  run?: () => void;
}

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
  /** What the players want to be called. */
  names = $state.raw<Partial<Record<Side, string>>>({});
  clock = new Clock();
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
  /** First word of the action whose button the guide rings. */
  ring = $state('');
  /** A list of rows that a digit key picks from. */
  pickRow: ((i: number) => boolean) | null = null;
  /** Places the guide or the adviser points at. */
  pointed = $state.raw<string[]>([]);
  /** Whether the finished game is being looked back at. */
  reviewing = $state(false);
  overlaysOpen = $state(false);
  overlayName = $state('');
  overlay = $state.raw<Overlay | null>(null);
  /** A short word to the player, with what may be done about it. */
  toast = $state.raw<Toast | null>(null);
  /** States that are still to be shown. */
  showing = $state(0);
  /** Shown state by state, each waiting for the player. */
  stepping = $state(false);
  /** The way each piece took in the change now shown; the counters glide along it. */
  trails = $state.raw<Map<number, string[]>>(new Map());

  view = $derived(this.replay?.view ?? this.live);
  lines = $derived(this.replay?.log ?? this.log);
  mine = $derived<Side | null>(
    this.info?.seat === 'both'
      ? (this.live?.viewer ?? null)
      : this.info?.seat === 'watch'
        ? null
        : (this.info?.seat ?? null),
  );
  myMove = $derived(!this.replay && !!this.live && this.live.actions.length > 0 && !this.live.outcome);
  groups = $derived(group(this.replay ? [] : (this.live?.actions ?? [])));
  ready = $derived(selectable(this.groups));
  choice = new Choice(this);

  /** Offers to lay several cards of a hand together. */
  lays = $derived((this.replay ? [] : (this.live?.actions ?? [])).filter((a) => a.cards));
  standing = new Standing(() => (this.myMove ? this.live : null));

  links = $derived(this.info?.links ?? settings.kept.games.find((g) => g.token === this.token)?.links ?? {});

  /** Pieces and places of stacks that could be taken up when that was last asked. */
  lifts = new Set<number | string>();

  private socket: Socket;
  /** The newest view told, which the next change starts from; the queue may still be showing older ones. */
  private told: View | null = null;
  private queue: Told[] = [];
  private pacing = false;
  private intent: Intent | null = null;
  private lastPath: { piece: number | null; path: string[] } | null = null;
  private plan: Pick[] = [];
  private timer = 0;
  /** How long the line of play was at my last decision: an undo goes back to there. */
  private decided: number | null = null;

  /** What opens this seat: the link it was opened with, or what that was exchanged for. */
  token = $state('');
  private secret: Secret;
  private seal: string | null = null;
  private screens = 1;

  constructor(token: string) {
    this.token = token;
    this.secret = secretOf(token);
    this.socket = new Socket(
      () => ({
        type: 'sit',
        token: this.token,
        key: this.secret.key,
        states: 'changes',
        ...(this.seal ? { seal: this.seal } : { seed: this.secret.seed }),
      }),
      (message) => this.hear(message),
      (open) => (this.connected = open),
    );
    void sealOf(this.secret.seed).then((seal) => {
      this.seal = seal;
      this.socket.open();
    });
  }

  /** The seat opens by another token from now on: the address, the lobby and later calls follow. */
  adopt(token: string): void {
    const old = this.token;
    if (token === old) return;
    moveSecret(old, token);
    const held = settings.kept.games.find((g) => g.token === old);
    if (held) {
      settings.forget(old);
      settings.remember({ ...held, token });
    }
    this.token = token;
    history.replaceState(null, '', `#/t/${token}`);
  }

  /** Shows the sealed share of the dice once every player is bound; gives it up if this browser has lost it. */
  private async reveal(dice: Dice): Promise<void> {
    const seat = this.info?.seat === 'both' ? 'allied' : this.info?.seat;
    if (!seat || seat === 'watch' || !dice.bound || !dice.closed?.includes(seat)) return;
    const mine = dice.seals?.[seat] === this.seal;
    await this.tell({ type: 'reveal', seed: mine ? this.secret.seed : null });
  }

  close(): void {
    clearTimeout(this.timer);
    recap.clear();
    this.socket.close();
  }

  /** Somebody else may have this seat's link: a second screen is said. */
  private count(devices: Partial<Record<Side, number>> = {}): void {
    const seat = this.info?.seat === 'both' ? 'allied' : this.info?.seat;
    const screens = seat && seat !== 'watch' ? (devices[seat] ?? 1) : 1;
    if (screens > this.screens) this.say({ text: `Your seat is open on ${screens} screens.` });
    this.screens = screens;
  }

  private async seat(info: Info): Promise<void> {
    const first = !this.info;
    this.info = info;
    if (!first) return;
    const held = settings.kept.games.find((g) => g.token === this.token);
    this.guided = held?.guide ?? false;
    this.led = held?.led ?? 0;
    if (held?.used) this.clock.used = held.used;
    if (this.people && settings.kept.name) this.call(settings.kept.name);
    settings.remember({
      token: this.token,
      table: info.table,
      game: info.game,
      title: info.title,
      seat: info.seat,
      at: Date.now(),
    });
    const [board, games] = await Promise.all([api.board(info.game, info.scenario.id), api.games()]);
    this.card = games.find((g) => g.id === info.game) ?? null;
    this.board = board;
    this.pace();
  }

  /** Two people play, each at a screen of their own. */
  get people(): boolean {
    const { seat, seats } = this.info ?? {};
    return (seat === 'axis' || seat === 'allied') && Object.values(seats ?? {}).every((s) => s.kind === 'human');
  }

  /** Says what this player wants to be called. */
  call(name: string): void {
    void this.socket.ask({ type: 'name', text: name }).catch(() => undefined);
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'seated':
        if (message.token) this.adopt(message.token);
        this.seat(message.info).catch((error: Error) => (this.failure = error.message));
        break;
      case 'state':
        this.told = message.view ?? changed(this.told!, message.change!);
        this.queue.push({ ...message, view: this.told });
        this.pace();
        break;
      case 'refused':
        if (message.code === 'no_such_seat' || message.code === 'spent' || message.code === 'damaged')
          this.failure = message.text;
        break;
      case 'thinking':
        this.thinking = message.over ? null : message;
        break;
      case 'chat':
        this.chat = [...this.chat, message];
        if (message.from !== this.mine) this.unread++;
        break;
      case 'name':
        this.names = { ...this.names, [message.side]: message.text };
        break;
      case 'ask':
        this.asked = message;
        break;
      case 'presence':
        this.here = message.here;
        this.count(message.devices);
        break;
      case 'dice':
        this.dice = message;
        void this.reveal(message);
        break;
    }
  }

  /** Shows the states one by one, each long enough to be seen. */
  private pace(): void {
    if (this.pacing || (this.live && !this.board)) return;
    const state = this.queue.shift();
    this.showing = this.queue.length;
    if (!state) return;
    const wait = this.show(state);
    if (!this.queue.length && !wait) return;
    this.pacing = true;
    this.stepping = settings.kept.speed === 'step' && wait > 0 && this.queue.length > 0 && !this.still;
    if (!this.stepping) this.timer = window.setTimeout(() => this.next(), wait);
  }

  /** Goes on to the next state that waits to be shown. */
  next(): void {
    clearTimeout(this.timer);
    this.pacing = false;
    this.stepping = false;
    this.pace();
  }

  /** Shows all that waits at once. */
  hurry(): void {
    clearTimeout(this.timer);
    this.pacing = false;
    this.stepping = false;
    while (this.queue.length) this.show(this.queue.shift()!);
    this.showing = 0;
  }

  private get still(): boolean {
    return stillMotion.matches || document.hidden;
  }

  private show(state: Told): number {
    const before = this.live;
    if (!before) this.absent = state.at > 0;
    const wasMine = this.myMove;
    const own = this.busy;
    const from = state.log_from ?? (this.log.at(-1)?.n ?? -1) + 1;
    this.log = [...this.log.filter((line) => line.n < from), ...state.log];
    const way = state.path ?? (own ? this.lastPath?.path : undefined) ?? [];
    this.trails = this.board && before ? this.moved(before, state.view, way) : new Map();
    this.live = state.view;
    this.n = state.n;
    this.at = state.at;
    this.waiting = state.waiting ?? [];
    if (this.people) {
      this.clock.turn(state.view.outcome ? null : state.view.side);
      this.keep({ used: this.clock.used });
    }
    this.busy = false;
    this.refusal = null;
    if (!this.guided) this.pointed = [];
    const lifts = state.view.actions.filter((a) => a.lift);
    if (lifts.length || !state.view.actions.some((a) => a.down))
      this.lifts = new Set(lifts.map((a) => a.piece ?? a.place ?? ''));
    if (before) this.tellRecap(before, state, way, own);
    if (state.view.outcome) recap.hide();
    this.choice.settle(before, own);
    for (const resolve of this.onShown.splice(0)) resolve();
    if (
      this.info?.seat === 'both' &&
      this.secrets &&
      (before ? before.viewer !== state.view.viewer : state.at > 0 && !state.view.outcome)
    )
      this.curtain = true;
    if (this.myMove && !wasMine && before) noticeTurn(this.info?.title ?? '', state.view.prompt.title);
    if (this.overlayName) void this.showOverlay(this.overlayName);
    if (this.absent && this.myMove && !this.queue.length) {
      this.absent = false;
      if (!own) void this.tellAbsence();
    }
    this.goOn();
    return before ? this.lasting(before, state, own) : 0;
  }

  /** Whether a hot seat must hide one side's things from the other. */
  private get secrets(): boolean {
    return (this.card?.hidden ?? this.info?.hidden ?? false) === true;
  }

  /** Notes what the other side did, and offers the recap when the move is mine again. */
  private tellRecap(before: View, state: Told, way: string[], own: boolean): void {
    const mine = this.info?.seat;
    if (!this.board || (mine !== 'axis' && mine !== 'allied')) return;
    /** How the other side arranges its units before the first turn is its own affair. */
    if (before.phase.now === 'setup') return;
    if (own && !before.battle) recap.clear();
    if (state.log_from !== undefined && state.at < this.lastAt) recap.clear();
    this.lastAt = state.at;
    if (!own || state.view.battle || before.battle)
      recap.hear({ before, after: state.view, path: way, lines: state.log, at: state.at, own }, this.board, mine);
    const fresh = this.myMove && !this.queue.length && !own && !state.view.battle;
    if (fresh && recap.worth && settings.kept.recap && !this.guided) recap.show();
  }
  private lastAt = 0;

  /** After an absence: what the other side did since my last decision. */
  private async tellAbsence(): Promise<void> {
    const mine = this.info?.seat;
    if (mine !== 'axis' && mine !== 'allied') return;
    const end = this.at;
    const look = (at: number, log: boolean): Promise<Seek & { lines: number }> =>
      patiently(() => this.question({ type: 'seek', at, eyes: mine, log }));
    const known = settings.kept.games.find((g) => g.token === this.token)?.decided;
    const told = await missed(look, end, mine, known).catch(() => []);
    while (!this.board && !this.failure) await new Promise((resolve) => setTimeout(resolve, 50));
    if (!this.board || this.at !== end || this.busy) return;
    recap.clear();
    for (const shown of told) recap.hear(shown, this.board, mine);
    const busy = !this.myMove || this.live?.battle || this.choice.selected.length || this.choice.target;
    if (!busy && recap.worth && settings.kept.recap && !this.guided) recap.show();
  }
  /** The page was opened anew, and what happened before has not been told yet. */
  private absent = false;

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

  private moved(before: View, after: View, way: string[] = []): Map<number, string[]> {
    const was = new Map(before.pieces.map((p) => [p.id, p.at]));
    const out = new Map<number, string[]>();
    for (const piece of after.pieces) {
      const from = was.get(piece.id);
      if (from === undefined || from === piece.at || !this.board?.places[from] || !this.board.places[piece.at])
        continue;
      out.set(piece.id, way[0] === from && way.at(-1) === piece.at ? way : [from, piece.at]);
    }
    return out;
  }

  /** Carries a wish for several pieces on. */
  private goOn(): void {
    if (!this.myMove || !this.live || this.queue.length) return;
    const next = this.intent && advance(this.live.actions, this.intent, this.live.pieces);
    if (next) {
      this.intent = next.rest;
      void this.send(next.action);
      return;
    }
    this.intent = null;
    const pick = this.plan.shift();
    const planned = pick?.(this.live.actions);
    if (pick && !planned) this.plan = [];
    const answer = planned ?? (this.busy ? null : this.standing.answer());
    if (answer) void this.send(answer);
  }

  /** Plays a list of actions one after the other, each chosen from what is offered then. */
  playEach(picks: Pick[]): void {
    this.plan = picks;
    if (!this.busy) this.goOn();
  }

  /** Takes a card out again that was put in before: back to where it went in, then the others again. */
  async putBack(hand: string, id: number | string): Promise<void> {
    const cards = (): { id: number | string; chosen?: boolean }[] =>
      this.live?.hands?.find((h) => h.id === hand)?.cards ?? [];
    const kept = cards()
      .filter((c) => c.chosen && c.id !== id)
      .map((c) => c.id);
    while (this.live?.undo && cards().some((c) => c.id === id && c.chosen)) {
      if (!(await this.tell({ type: 'undo', n: this.n }))) return;
    }
    const missing = kept.filter((k) => !cards().some((c) => c.id === k && c.chosen));
    this.playEach(missing.map((k) => (actions) => actions.find((a) => a.card?.hand === hand && a.card.id === k)));
  }

  /** Sends units to a place, one after another, as far as they can go there. */
  follow(pieces: number[], place: string): void {
    if (this.busy) return;
    this.intent = { pieces, place, text: '' };
    this.goOn();
  }

  async play(action: Action, others: number[] = []): Promise<void> {
    this.intent = others.length && action.place ? { pieces: others, place: action.place, text: action.text } : null;
    await this.send(action);
  }

  /** Plays an action and waits until the table shows it. */
  async playShown(action: Action): Promise<void> {
    await this.play(action);
    if (this.busy) await new Promise<void>((resolve) => this.onShown.push(resolve));
  }
  private onShown: (() => void)[] = [];

  /** Until the answer is shown, which may wait for an earlier move to be seen, nothing else can be played. */
  private async send(action: Action): Promise<void> {
    if (this.busy || !this.connected) return;
    this.busy = true;
    this.toast = null;
    this.standing.note(action);
    this.decided = this.at;
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
      this.busy = false;
      for (const resolve of this.onShown.splice(0)) resolve();
      this.intent = null;
      this.refusal = error instanceof Refused ? error.refusal : { code: 'link', text: (error as Error).message };
      return false;
    }
  }

  question<T>(message: Record<string, unknown>): Promise<T> {
    return this.socket.value<T>(message);
  }

  /** How many actions an undo would take back beside one's own last one; null where that is not known. */
  get undoTakes(): number | null {
    return this.live?.undo ? 0 : this.decided === null ? null : Math.max(0, this.at - this.decided - 1);
  }

  async undo(): Promise<boolean> {
    this.choice.clear();
    this.standing.clear();
    this.plan = [];
    const at = this.at;
    const human = Object.values(this.info?.seats ?? {}).every((s) => s.kind === 'human') && this.info?.seat !== 'both';
    const done = await (this.live?.undo
      ? this.tell({ type: 'undo', n: this.n })
      : this.tell({ type: 'ask', kind: 'undo' }));
    if (!done || (human && !this.live?.undo && this.at === at)) return done;
    setTimeout(() => {
      const taken = at - this.at;
      if (taken > 0)
        this.say({
          text: taken === 1 ? 'One action taken back.' : `${taken} actions taken back.`,
          label: 'Redo',
          run: () => void this.tell({ type: 'redo', n: this.n }),
        });
    }, 60);
    return done;
  }

  say(toast: Toast): void {
    this.toast = toast;
    setTimeout(() => {
      if (this.toast === toast) this.toast = null;
    }, 9000);
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
