/** The table in front of the player: what is shown, what is chosen, what was said. */

import { missed, patiently } from './absence';
import { api } from './api';
import { distinct } from './overlay';
import type { Ask, ChatLine, Dice, GameCard, Info, Refusal, Seek, ServerMessage, Thinking } from './protocol';
import { group, selectable } from './actions';
import { Choice } from './choice.svelte';
import { Clock } from './clock.svelte';
import { Gestures } from './gestures.svelte';
import { noticeTurn } from './notices';
import { recap } from './recap.svelte';
import { Foresight } from './plans.svelte';
import { Seat } from './seat.svelte';
import { Standing } from './standing.svelte';
import { settings } from './settings.svelte';
import { Refused } from './socket';
import { Telling, type Told } from './telling.svelte';
import type { Board, Eyes, LogLine, Overlay, Reason, Side, View } from './view';

export interface Toast {
  text: string;
  label?: string;
  run?: () => void;
}

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
  /** The rolls that both players at one screen should see before the seat is passed. */
  rolled = $state.raw<LogLine[]>([]);
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
  telling = new Telling(this);
  gestures = new Gestures(this);
  readonly seat: Seat;

  /** Offers to lay several cards of a hand together. */
  lays = $derived((this.replay ? [] : (this.live?.actions ?? [])).filter((a) => a.cards));
  standing = new Standing(() => (this.myMove ? this.live : null));
  foresight = new Foresight(this);

  links = $derived.by(() => this.info?.links ?? this.seat.kept?.links ?? {});

  /** Pieces and places of stacks that could be taken up when that was last asked. */
  lifts = new Set<number | string>();

  /** The page was opened anew, and what happened before has not been told yet. */
  private absent = false;
  /** What happens while the page still looks up what it missed: told after that. Null if nothing is looked up. */
  private later: (() => void)[] | null = null;
  private closed = false;
  private lastAt = 0;

  constructor(token: string) {
    this.seat = new Seat(token, (message) => this.hear(message));
  }

  close(): void {
    this.closed = true;
    this.telling.close();
    recap.clear();
    this.seat.close();
  }

  private async seated(info: Info): Promise<void> {
    const first = !this.info;
    this.info = info;
    if (!first) return;
    const { kept, token } = this.seat;
    this.guided = kept?.guide ?? false;
    this.led = kept?.led ?? 0;
    if (kept?.used) this.clock.used = kept.used;
    if (this.people && settings.kept.name) this.seat.call(settings.kept.name);
    settings.remember({
      token,
      table: info.table,
      game: info.game,
      title: info.title,
      seat: info.seat,
      at: Date.now(),
    });
    const [board, games] = await Promise.all([api.board(info.game, info.scenario.id), api.games()]);
    this.card = games.find((g) => g.id === info.game) ?? null;
    this.board = board;
    this.telling.pace();
  }

  /** Two people play, each at a screen of their own. */
  get people(): boolean {
    const { seat, seats } = this.info ?? {};
    return (seat === 'axis' || seat === 'allied') && Object.values(seats ?? {}).every((s) => s.kind === 'human');
  }

  /** There is somebody to talk to, or something was said. */
  get talks(): boolean {
    return this.people || this.info?.seat === 'watch' || this.chat.length > 0;
  }

  private hear(message: ServerMessage): void {
    switch (message.type) {
      case 'seated':
        if (message.token) this.seat.adopt(message.token);
        this.seated(message.info).catch((error: Error) => (this.failure = error.message));
        break;
      case 'state':
        this.telling.hear(message);
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
        this.meet(message.devices);
        break;
      case 'dice':
        this.dice = message;
        void this.reveal(message);
        break;
    }
  }

  /** Somebody else may have this seat's link: a second screen is said. */
  private meet(devices?: Partial<Record<Side, number>>): void {
    const screens = this.seat.joined(devices, this.info);
    if (screens) this.say({ text: `Your seat is open on ${screens} screens.` });
  }

  private async reveal(dice: Dice): Promise<void> {
    const share = this.seat.share(dice, this.info);
    if (share) await this.tell(share);
  }

  /** Shows a state; says whether it is this player's own doing. */
  show(state: Told): boolean {
    const before = this.live;
    if (!before) this.absent = state.at > 0;
    const wasMine = this.myMove;
    const own = this.busy;
    const from = state.log_from ?? (this.log.at(-1)?.n ?? -1) + 1;
    this.log = [...this.log.filter((line) => line.n < from), ...state.log];
    const way = state.path ?? (own ? this.gestures.way : undefined) ?? [];
    this.telling.move(before, state.view, way);
    this.telling.spare(before, state);
    this.live = state.view;
    this.n = state.n;
    this.at = state.at;
    this.waiting = state.waiting ?? [];
    if (this.people) {
      this.clock.turn(state.view.outcome ? null : state.view.side);
      this.seat.keep({ used: this.clock.used });
    }
    this.busy = false;
    this.refusal = null;
    if (!this.guided) this.pointed = [];
    const lifts = state.view.actions.filter((a) => a.lift);
    if (lifts.length || !state.view.actions.some((a) => a.down))
      this.lifts = new Set(lifts.map((a) => a.piece ?? a.place ?? ''));
    if (before) {
      const tell = (): void => this.tellRecap(before, state, way, own);
      if (this.later) this.later.push(tell);
      else tell();
    }
    if (state.view.outcome) recap.hide();
    this.choice.settle(before, own);
    this.gestures.settle();
    if (
      this.info?.seat === 'both' &&
      this.secrets &&
      (before ? before.viewer !== state.view.viewer : !state.view.outcome)
    ) {
      this.rolled = before ? state.log.filter((line) => line.dice?.length) : [];
      this.curtain = true;
    }
    if (this.myMove && !wasMine && before) noticeTurn(this.info?.title ?? '', state.view.prompt.title);
    if (this.overlayName) void this.showOverlay(this.overlayName);
    if (this.absent && this.myMove && !this.telling.more) {
      this.absent = false;
      if (!own) void this.tellAbsence();
    }
    this.gestures.goOn();
    return own;
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
    const takenBack = state.log_from !== undefined && state.at < this.lastAt;
    this.lastAt = state.at;
    if (takenBack) {
      recap.clear(); // to take a move back is no march of anybody's
      return;
    }
    if (!own || state.view.battle || before.battle)
      recap.hear({ before, after: state.view, path: way, lines: state.log, at: state.at, own }, this.board, mine);
    /** My answer may end their turn: the last battle of it, which I was asked about. */
    const theirs = !own || (before.battle !== undefined && before.battle.attacker.side !== mine);
    const fresh = this.live === state.view && this.myMove && !this.telling.more && theirs && !state.view.battle;
    if (fresh && recap.worth && settings.kept.recap && !this.guided) recap.show();
  }

  /** After an absence: what the other side did since my last decision. */
  private async tellAbsence(): Promise<void> {
    const mine = this.info?.seat;
    if (mine !== 'axis' && mine !== 'allied') return;
    const end = this.at;
    const look = (at: number, log: boolean): Promise<Seek & { lines: number }> =>
      patiently(() => this.seat.question({ type: 'seek', at, eyes: mine, log }));
    const known = this.seat.kept?.decided;
    this.later = [];
    const told = await missed(look, end, mine, known).catch(() => []);
    while (!this.board && !this.failure && !this.closed) await new Promise((resolve) => setTimeout(resolve, 50));
    const { later, board } = this;
    this.later = null;
    if (!board || this.closed) return;
    recap.clear();
    for (const shown of told) recap.hear(shown, board, mine);
    for (const tell of later) tell();
    if (later.length || this.busy) return;
    const busy = !this.myMove || this.live?.battle || this.choice.selected.length || this.choice.target;
    if (!busy && recap.worth && settings.kept.recap && !this.guided) recap.show();
  }

  /** Sends a message whose failure the player should read. */
  async tell(message: Record<string, unknown>): Promise<boolean> {
    try {
      await this.seat.ask(message);
      return true;
    } catch (error) {
      this.busy = false;
      this.gestures.refused();
      this.refusal = error instanceof Refused ? error.refusal : { code: 'link', text: (error as Error).message };
      return false;
    }
  }

  say(toast: Toast): void {
    this.toast = toast;
    setTimeout(() => {
      if (this.toast === toast) this.toast = null;
    }, 9000);
  }

  async whyNot(piece: number | null, place: string | null): Promise<Reason | null> {
    return this.seat.question<Reason | null>({ type: 'why_not', piece, place }).catch(() => null);
  }

  async showOverlay(name: string): Promise<void> {
    this.overlayName = name;
    this.overlay = null;
    if (!name) return;
    const value = await this.seat.question<Overlay | null>({ type: 'overlay', name }).catch(() => null);
    if (this.overlayName === name) this.overlay = value && { ...value, areas: distinct(value.areas ?? []) };
  }

  async seek(at: number, eyes: Eyes): Promise<void> {
    const value = await this.seat.question<Seek>({ type: 'seek', at, eyes });
    this.telling.move(this.view, value.view);
    this.replay = value;
    this.choice.clear();
  }

  /** The guide is at a step: a reload goes on there. */
  lead(step: number): void {
    this.led = step;
    this.seat.keep({ led: step });
  }

  stopGuide(): void {
    this.guided = false;
    this.seat.keep({ guide: false });
  }

  raiseCurtain(): void {
    this.curtain = false;
  }

  leaveReplay(): void {
    this.telling.rest();
    this.replay = null;
  }
}
