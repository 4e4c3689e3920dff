/** What the player has taken hold of: pieces, a place, a target not yet confirmed. */

import { untrack } from 'svelte';
import { liftFor, sameAction, targets, verb } from './actions';
import { cursorAt, next, walk, type Arrow, type Cursor } from './cursor';
import type { Table } from './table.svelte';
import type { Action, Forecast, Reason, Side, View } from './view';

const MOST_ABOUT = 3;
/** More attacks than these are looked for on the map. */
const MOST_FIGHTS = 14;
const MOST_OTHERS = 12;

interface Way {
  from: string;
  to: string;
  battle: boolean;
  /** The order that was given, as its button has it. */
  text: string;
}

export class Choice {
  selected = $state.raw<number[]>([]);
  place = $state<string | null>(null);
  hover = $state<string | null>(null);
  cursor = $state.raw<Cursor | null>(null);
  target = $state.raw<Action | null>(null);
  forecast = $state.raw<Forecast | null>(null);
  /** A forecast of the target is on its way. */
  asking = $state(false);
  /** The attack that the buttons offer, with its forecast, shown without being asked for. */
  offer = $state.raw<{ action: Action; forecast: Forecast } | null>(null);
  /** The forecast of what the buttons offer is on its way. */
  foreseeing = $state(false);
  /** The attack under the hand while a stack is dragged over it, with its forecast. */
  peek = $state.raw<{ action: Action; forecast: Forecast } | null>(null);
  /** The forecast to show now. */
  shown = $derived(this.target ? this.forecast : ((this.peek ?? this.offer)?.forecast ?? null));
  /** Several ways to do what was clicked; the player picks one. */
  menu = $state.raw<Action[]>([]);
  reason = $state.raw<Reason | null>(null);
  focus = $state.raw<{ place: string } | null>(null);

  /** Units that follow the one in hand to the place it is sent to. */
  company = $state.raw<number[]>([]);
  /** All that were taken in hand together, those left out again too. */
  gathered = $state.raw<number[]>([]);
  /** What was chosen is to be the last order of its step. */
  private last = false;

  /** The last move: from where to where, and whether into an attack. */
  moved = $state.raw<Way | null>(null);

  /** How the switches of an order stood when it was last given: the next one starts there. */
  switched = $state.raw<Record<string, string>>({});

  constructor(private readonly table: Table) {}

  lit = $derived.by(() => targets(this.table.groups, this.selected));

  /** The unit that was gone to last. */
  private touched: number | null = null;

  /** Whether a piece may be dragged: it can go somewhere by itself, with the active stack, or once it is taken up. */
  draggable(id: number): boolean {
    if (this.table.groups.pairs.has(id) || (this.withHeld(id) && this.lit.size > 0)) return true;
    return (
      this.lift(id) !== null || this.opening(id) !== null || this.instead(id) || this.table.foresight.opens.has(id)
    );
  }

  /** The order that opens the choice of units where a piece stands, if it cannot be taken up before. */
  private opening(id: number): Action | null {
    const piece = this.table.view?.pieces.find((p) => p.id === id);
    if (!piece || this.foreign(piece.side) || this.down) return null;
    const [only, ...more] = this.lit.get(piece.at) ?? [];
    return only?.opens && !only.battle && !more.length ? only : null;
  }

  /** The order that sets down what is in hand. */
  private down = $derived.by(() => (this.table.myMove ? this.table.groups.buttons.find((a) => a.down) : null) ?? null);

  /** Whether a piece is in hand, or stands in the stack of the one that is: to drag the stack is to drag that. */
  private withHeld(id: number): boolean {
    const pieces = this.table.view?.pieces ?? [];
    const at = pieces.find((p) => p.id === id)?.at;
    return this.held.includes(id) || pieces.some((p) => p.at === at && this.held.includes(p.id));
  }

  /** Whether a piece can be taken up in place of the one in hand. */
  instead(id: number): boolean {
    const piece = this.table.view?.pieces.find((p) => p.id === id);
    if (!piece || !this.down || this.foreign(piece.side) || this.withHeld(id)) return false;
    return this.table.lifts.has(id) || this.table.lifts.has(piece.at);
  }

  /** The action that takes a piece up: with its whole stack while that stands closed, else alone. */
  private lift(id: number): Action | null {
    const piece = this.table.view?.pieces.find((p) => p.id === id);
    if (!piece || this.held.includes(id)) return null;
    const stack = this.place === piece.at ? [] : (this.lit.get(piece.at) ?? []);
    return [...stack, ...(this.table.groups.pieces.get(id) ?? [])].find((a) => a.lift) ?? null;
  }

  /** A drag begins: what is under the hand is taken up, if it is not yet. */
  async grab(id: number): Promise<void> {
    if (this.table.groups.pairs.has(id)) {
      if (!this.selected.includes(id)) this.pick(this.closed(id));
      return;
    }
    const first = this.lift(id)
      ? null
      : (this.opening(id) ?? (this.instead(id) ? this.down : null) ?? this.table.foresight.opens.get(id));
    if (first) await this.table.gestures.playShown(first);
    const action = this.lift(id);
    if (action) await this.table.gestures.playShown(action);
  }

  /** What a drag takes of a stack: all that can go to one place while it stands closed, else the one under the hand. */
  private closed(id: number): number[] {
    const { groups, view } = this.table;
    const at = view?.pieces.find((p) => p.id === id)?.at;
    if (!at || this.place === at) return [id];
    const all = view!.pieces.filter((p) => p.at === at && groups.pairs.has(p.id)).map((p) => p.id);
    return targets({ ...groups, places: new Map() }, all).size ? all : [id];
  }

  /** A stack in hand is over a place: the odds of the attack it would make there are shown before it is let go. */
  over(place: string | null): void {
    const list = place ? (this.lit.get(place) ?? []) : [];
    const only = list.length === 1 && list[0]!.battle && !list[0]!.opens ? list[0]! : null;
    if (only === this.aimed) return;
    this.aimed = only;
    this.peek = null;
    if (!only || this.table.info?.forecasts === false) return;
    void this.odds(only).then((forecast) => {
      if (forecast && this.aimed === only) this.peek = { action: only, forecast };
    });
  }
  private aimed: Action | null = null;

  /** The pieces shown lifted: those taken in hand, or those the game itself has made active in one place. */
  held = $derived.by((): number[] => {
    if (this.selected.length) return this.selected;
    const view = this.table.view;
    if (!view || !this.table.groups.places.size) return [];
    const active = view.pieces.filter((p) => p.active && p.side === view.side);
    return new Set(active.map((p) => p.at)).size === 1 ? active.map((p) => p.id) : [];
  });

  /** A unit that alone may go somewhere is in hand from the start, and stays there. */
  private get sole(): number[] {
    const movers = [...this.table.groups.pairs.keys()];
    return movers.length === 1 && this.table.myMove ? movers : [];
  }

  clear(): void {
    this.selected = this.sole;
    this.company = this.gathered = [];
    this.place = null;
    this.untarget();
    this.reason = null;
  }

  private untarget(): void {
    this.aimed = this.peek = null;
    this.target = null;
    this.last = false;
    this.asking = false;
    this.forecast = null;
    this.menu = [];
  }

  /** After a new state: keeps what still makes sense and drops the rest. */
  settle(before: View | null, own: boolean): void {
    const ready = this.table.ready;
    this.selected = this.selected.filter((id) => ready.has(id));
    const target = this.target;
    if (target && !this.table.live?.actions.some((a) => sameAction(a.do, target.do))) this.untarget();
    this.menu = [];
    this.reason = null;
    if ((own && !this.spread) || before?.side !== this.table.live?.side) this.place = null;
    if (this.sole.length) this.selected = this.sole;
    if (this.table.live?.actions.some((a) => a.lift) || !this.table.myMove) this.company = this.gathered = [];
  }

  /** The opened stack still has units that choose their own places: it stays open for the next of them. */
  private get spread(): boolean {
    const { pairs } = this.table.groups;
    return (this.table.live?.pieces ?? []).filter((p) => p.at === this.place && pairs.has(p.id)).length > 1;
  }

  /** Steps back once, from menu, target, selection or the open stack. Closes what was opened last; says whether there was anything to close. */
  back(): boolean {
    if (this.menu.length || this.target || this.reason) {
      this.untarget();
      this.reason = null;
      return true;
    }
    const chosen = this.selected.length > this.sole.length;
    if (chosen) this.selected = this.sole;
    else this.place = null;
    return chosen;
  }

  pick(ids: number[]): void {
    this.untarget();
    this.reason = null;
    this.selected = ids;
    const first = this.table.view?.pieces.find((p) => p.id === ids[0]);
    if (first) this.place = first.at;
  }

  clickPiece(id: number, more = false): void {
    if (this.pieceListener?.(id)) return;
    const piece = this.table.view?.pieces.find((p) => p.id === id);
    if (!piece) return;
    const foreign = this.foreign(piece.side);
    if ((this.lit.has(piece.at) || this.table.foresight.far.has(piece.at)) && !this.table.ready.has(id)) {
      this.clickPlace(piece.at, more);
      return;
    }
    if (this.instead(id)) {
      void this.grab(id);
      return;
    }
    const opens = this.table.foresight.opens.get(id);
    if (opens) {
      void this.table.gestures.playShown(opens).then(() => this.table.ready.has(id) && this.clickPiece(id));
      return;
    }
    const { pieces, pairs } = this.table.groups;
    const alone = pieces.get(id) ?? [];
    const crowd = this.table.board?.places[piece.at] ? this.orders(piece.at) : []; // no menu opens off the map
    if (crowd.length > 1 || (crowd.length === 1 && this.held.includes(id))) {
      const again = this.place === piece.at && this.menu.length > 0;
      this.pick([]);
      this.place = piece.at;
      this.menu = again ? [] : crowd;
      return;
    }
    if (pairs.has(id)) {
      const held = this.selected.includes(id);
      if (held && !more && this.lit.get(piece.at)?.some((a) => a.battle)) {
        this.clickPlace(piece.at); // it goes in from where it stands, under its own counter
        return;
      }
      if (more) this.pick(held ? this.selected.filter((s) => s !== id) : [...this.selected, id]);
      else this.pick(held && this.selected.length === 1 && pairs.size > 1 ? [] : [id]);
      this.place = piece.at;
    } else if (alone.length === 1 && !this.held.includes(id) && !foreign) void this.table.gestures.play(alone[0]!);
    else if (alone.length) {
      this.place = piece.at;
      this.menu = alone;
    } else this.inspect(piece.at, id);
  }

  /** What may be said to a stack as it stands closed: to all of it, or to one of its units. */
  private orders(place: string): Action[] {
    const { pieces, pairs } = this.table.groups;
    const here = (this.table.view?.pieces ?? []).filter((p) => p.at === place);
    if (here.some((p) => pairs.has(p.id))) return [];
    return [...(this.lit.get(place) ?? []), ...here.flatMap((p) => pieces.get(p.id) ?? [])];
  }

  clickPlace(place: string, last = false): void {
    const list = this.lit.get(place);
    const far = this.table.foresight.far.get(place);
    if (far) {
      this.table.foresight.go(far);
      return;
    }
    if (!list?.length) {
      this.inspect(place, null);
      return;
    }
    this.place = place;
    const only = list.length === 1 ? list[0]! : null;
    const aimed = only && this.target && sameAction(this.target.do, only.do);
    if (only && (aimed || only.battle || only.opens || !this.foreignHeld(place))) this.choose(only, last);
    else {
      this.untarget();
      this.menu = list;
    }
  }

  /** A stack set down in a place was meant to go there, it and no other: nothing is asked that the drop has answered. */
  drop(place: string, last = false): void {
    const all = this.lit.get(place) ?? [];
    const own = all.filter((a) => typeof a.piece === 'number' && this.selected.includes(a.piece));
    const list = own.length ? own : all;
    const seen = this.peek?.action;
    if (list.length !== 1) this.clickPlace(place, last);
    else if (seen && sameAction(seen.do, list[0]!.do) && !seen.ask) this.commit(seen, last);
    else {
      this.place = place;
      this.choose(list[0]!, last);
    }
  }

  private foreign(side: Side): boolean {
    const me = this.table.live?.viewer ?? this.table.live?.side;
    return me !== side;
  }

  /** Only others stand there: to click them is to look at them, so an order wants a second word. */
  private foreignHeld(place: string): boolean {
    const here = (this.table.view?.pieces ?? []).filter((p) => p.at === place);
    return here.length > 0 && here.every((p) => this.foreign(p.side));
  }

  /**
   * A plain move is made at once. An attack is shown with its forecast and asks for a second word, unless the forecast is
   * in sight already or there is none; so does an action whose consequence may surprise.
   */
  choose(action: Action, last = false): void {
    const again = !!this.target && sameAction(this.target.do, action.do);
    const known = !action.ask && !!this.offer && sameAction(this.offer.action.do, action.do) && !this.target;
    if (again || known || (!action.ask && (!action.battle || action.opens))) {
      this.commit(action, last || (again && this.last));
      return;
    }
    this.untarget();
    this.target = action;
    this.last = last;
    if (action.place) this.place = action.place;
    const plain = !action.place && !action.ask;
    if (!action.battle || this.table.info?.forecasts === false) {
      if (plain) this.commit(action, last);
      return;
    }
    this.asking = true;
    void this.odds(action).then((value) => {
      if (this.target !== action) return;
      this.asking = false;
      this.forecast = value;
      if (!value && plain) this.commit(action, last);
    });
  }

  odds(action: Action): Promise<Forecast | null> {
    return this.table.seat.question<Forecast | null>({ type: 'forecast', action: action.do }).catch(() => null);
  }

  /** Looks ahead for the attack that the buttons offer: the primary one, or the only one. */
  foresee(): void {
    const fights = this.table.groups.buttons.filter(
      (a) => (a.battle || a.odds) && !(a.choice && Object.keys(a.choice).length),
    );
    const action = fights.find((a) => a.main) ?? (fights.length === 1 ? fights[0] : (this.fight ?? undefined));
    const kept = untrack(() => this.offer);
    if (!action || this.table.info?.forecasts === false || !this.table.myMove) {
      this.offer = null;
      this.foreseeing = false;
      return;
    }
    if (kept && sameAction(kept.action.do, action.do) && kept.action === action) return;
    this.offer = null;
    this.foreseeing = true;
    void this.odds(action).then((forecast) => {
      if (!this.table.live?.actions.includes(action)) return;
      this.foreseeing = false;
      if (forecast) this.offer = { action, forecast };
    });
  }

  /** Answers about the place of a battle: they stand beside the others as buttons. */
  about = $derived.by((): Action[] => {
    const { places } = this.table.groups;
    const battle = this.table.myMove ? this.table.live?.battle : null;
    const here = battle ? [...places].filter(([id]) => battle.places.includes(id)).flatMap(([, list]) => list) : [];
    return here.length && here.length === [...places.values()].flat().length && here.length <= MOST_ABOUT ? here : [];
  });

  /** The attacks on the map that may be declared now. */
  private declared = $derived.by((): Action[] => {
    const { places, pairs, buttons } = this.table.groups;
    if (!this.table.myMove || pairs.size || buttons.some((a) => a.battle)) return [];
    return [...places.values()].flat().filter((a) => a.battle && !a.path);
  });

  /** The only attack on the map that may be made now: a button offers it too, with its odds in sight. */
  fight = $derived.by((): Action | null => {
    const [only, ...more] = this.declared.filter((a) => !a.opens);
    return only && !more.length ? only : null;
  });

  /** Where several attacks may be declared, or one that is still to be lined up, a list offers each with its odds. */
  fights = $derived.by((): Action[] => {
    const list = this.declared.filter((a) => a !== this.fight);
    return list.length <= MOST_FIGHTS ? list : [];
  });

  /** Where several units choose among a few places, those that can go to one of them together. */
  together = $derived.by((): { place: string; pieces: number[] }[] => {
    const { pairs } = this.table.groups;
    if (!this.table.myMove || !this.table.live?.battle) return [];
    const by = new Map<string, number[]>();
    for (const [piece, goals] of pairs)
      for (const [place, list] of goals)
        if (list.every((a) => !a.battle && !a.ask)) by.set(place, [...(by.get(place) ?? []), piece]);
    return [...by].map(([place, pieces]) => ({ place, pieces })).filter(({ pieces }) => pieces.length > 1);
  });

  /** Orders to places that are neither attacks nor moves: they stand beside the attacks as buttons. */
  others = $derived.by((): Action[] => {
    const { places, pairs } = this.table.groups;
    const { live, myMove } = this.table;
    if (!myMove || !live || live.battle || pairs.size || live.actions.some((a) => a.lift)) return [];
    const list = [...places.values()].flat();
    if (list.some((a) => a.path) || ![...places.values()].some((here) => here.length > 1)) return [];
    const aside = list.filter((a) => !a.battle && !a.opens);
    return aside.length <= MOST_OTHERS ? aside : [];
  });

  private pieceListener: ((id: number) => boolean) | null = null;

  /** A card that takes clicks on counters first; called to stop. */
  onPiece(listener: (id: number) => boolean): () => void {
    this.pieceListener = listener;
    return () => {
      if (this.pieceListener === listener) this.pieceListener = null;
    };
  }

  /** An answer given with Shift: it stands for the turn where that may be, else it is the last order of its step. */
  press(action: Action, shift: boolean): void {
    const stands = shift && this.table.standing.takes(action);
    if (stands) this.table.standing.wanted = true;
    this.choose(action, shift && !stands);
  }

  commit(action: Action, last = this.last): void {
    const others = this.selected.filter((id) => id !== action.piece);
    const paired = action.piece !== null && action.piece !== undefined;
    const together = !action.place || action.lift ? [] : paired ? others : this.company;
    const gathered = this.company.length > 0;
    if (action.place && !action.lift) this.company = this.gathered = [];
    const from = this.table.view?.pieces.find((p) => this.held.includes(p.id))?.at;
    if (action.place && !action.lift)
      this.moved =
        from && from !== action.place ? { from, to: action.place, battle: !!action.battle, text: action.text } : null;
    const confirms = gathered || (!!this.target && sameAction(this.target.do, action.do));
    this.untarget();
    void this.table.gestures.play(action, together, confirms, last);
  }

  private inspect(place: string, piece: number | null): void {
    const asking = this.table.myMove && (this.lit.size > 0 || this.selected.length > 0);
    this.place = this.place === place && !asking ? null : place;
    this.untarget();
    this.reason = null;
    if (!this.table.myMove) return;
    const mover = asking ? (this.selected[0] ?? null) : piece;
    if (mover === null && !asking) return;
    if (this.table.view?.pieces.some((p) => p.at === place && this.held.includes(p.id))) return;
    void this.table.whyNot(mover, asking ? place : null).then((reason) => {
      const rule = this.table.view?.prompt.rules?.[0];
      const picks = [...this.lit.values()].flat().every((a) => a.lift || a.opens);
      const text = picks
        ? 'First pick one of the units or stacks that are lit'
        : 'Only the places that are lit are open now';
      const plain = asking && rule ? { rule, text } : null;
      if (this.place === place) this.reason = reason ?? plain;
    });
  }

  /** Goes to a place that cannot be chosen after all, and says why. */
  refuse(place: string): void {
    this.place = null;
    this.focus = { place };
    this.inspect(place, null);
  }

  step(arrow: Arrow): void {
    const board = this.table.board;
    if (!board) return;
    const start = this.cursor ?? cursorAt(board, this.place ?? this.home());
    this.cursor = this.cursor ? walk(board, start, arrow) : start;
    this.focus = { place: this.cursor.place };
  }

  private home(): string {
    const view = this.table.view;
    const piece =
      view?.pieces.find((p) => this.table.ready.has(p.id)) ?? view?.pieces.find((p) => this.table.board?.places[p.at]);
    const lit = [...this.lit.keys()][0];
    return piece?.at ?? lit ?? Object.keys(this.table.board?.places ?? {})[0] ?? '';
  }

  /** Enter on the hex cursor: a lit place first, then the next ready piece standing there. */
  enter(): void {
    const place = this.cursor?.place;
    if (!place) return;
    if (this.lit.has(place)) {
      this.clickPlace(place);
      return;
    }
    const here = (this.table.view?.pieces ?? []).filter((p) => p.at === place);
    const ready = here.filter((p) => this.table.ready.has(p.id)).map((p) => p.id);
    const near = this.touched !== null && ready.includes(this.touched) && !this.selected.length;
    const id = near ? this.touched : next(ready, this.selected[0] ?? null);
    if (id !== null) this.clickPiece(id);
    else this.clickPlace(place);
  }

  nextUnit(step: number): void {
    const board = this.table.board;
    const view = this.table.view;
    if (!board || !view) return;
    const order = view.pieces.filter((p) => this.table.ready.has(p.id)).map((p) => p.id);
    const id = next(order, this.selected[0] ?? this.touched, step);
    const piece = view.pieces.find((p) => p.id === id);
    if (!piece) return;
    this.touched = piece.id;
    if (this.table.groups.pairs.has(piece.id)) this.pick([piece.id]);
    else this.place = piece.at;
    if (!board.places[piece.at]) return;
    this.cursor = cursorAt(board, piece.at);
    this.focus = { place: piece.at };
  }

  /** Units left where the last move began, which may be sent after it with one word. */
  left = $derived.by((): (Way & { pieces: number[] }) | null => {
    const { live, myMove } = this.table;
    const { moved } = this;
    if (!moved || !myMove || !live || this.held.length || live.battle) return null;
    const lifts = live.actions.filter((a) => a.lift);
    const stays = live.pieces.filter(
      (p) =>
        p.at === moved.from && lifts.some((a) => a.piece === p.id || ((a.piece ?? null) === null && a.place === p.at)),
    );
    return stays.length ? { pieces: stays.map((p) => p.id), ...moved } : null;
  });

  /** Sends the next units the same way. */
  repeat(): boolean {
    const { left } = this;
    if (left) this.table.gestures.follow(left.pieces, left.to, left.battle, left.text);
    return left !== null;
  }

  /** Sends units that choose their own places to one of them: by an order to all, then whoever may still go there. */
  go(pieces: number[], place: string): void {
    const [all] = this.table.groups.places.get(place) ?? [];
    const next = (actions: Action[]): Action | undefined =>
      actions.find((a) => (a.piece ?? null) !== null && a.place === place);
    this.table.gestures.playEach([
      ...(all ? [(actions: Action[]) => actions.find((a) => sameAction(a.do, all.do))] : []),
      ...pieces.map(() => next),
    ]);
  }

  /** Takes many units at once: those that can go somewhere by themselves, or the first of them with the others to follow. */
  gather(ids: number[]): void {
    const movers = ids.filter((id) => this.table.groups.pairs.has(id));
    if (movers.length) this.pick(movers);
    else {
      const lift = liftFor(this.table.live?.actions ?? [], this.table.view?.pieces ?? [], ids);
      if (!lift) return;
      this.company = lift.rest;
      this.gathered = ids;
      this.table.gestures.takeUp(lift.action);
    }
  }

  /** The button that puts what is in hand down again, as long as nothing of it has moved. */
  get putDown(): Action | null {
    const begun = (this.table.view?.pieces ?? []).some((p) => p.moved && this.held.includes(p.id));
    return begun || !this.down || verb(this.down.do) === 'stop' ? null : this.down;
  }

  /** Leaves one unit of those in hand behind: all are put down, and the others taken up again. */
  leave(id: number): void {
    const down = this.putDown;
    const all = this.gathered.length ? this.gathered : this.held;
    const rest = [...this.held, ...this.company].filter((other) => other !== id);
    if (!down) return;
    this.table.gestures.playEach([
      (now) => now.find((a) => sameAction(a.do, down.do)),
      (now) => {
        const lift = liftFor(now, this.table.live?.pieces ?? [], rest);
        if (!lift) return undefined;
        this.company = lift.rest;
        this.gathered = all;
        return lift.action;
      },
    ]);
  }

  /** Leaves one of many out, or takes it along again. */
  along(id: number): void {
    this.company = this.company.includes(id) ? this.company.filter((other) => other !== id) : [...this.company, id];
  }

  /** Takes every piece of the opened stack that may go somewhere. */
  wholeStack(): void {
    const here = (this.table.view?.pieces ?? []).filter(
      (p) => p.at === this.place && this.table.groups.pairs.has(p.id),
    );
    if (here.length) this.pick(here.map((p) => p.id));
  }

  show(place: string): void {
    if (!this.table.board?.places[place]) return;
    this.place = place;
    this.cursor = cursorAt(this.table.board, place);
    this.focus = { place };
  }
}
