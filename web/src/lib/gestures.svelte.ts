/** What the player does at the table: a gesture may take several actions, and one undo takes all of them back. */

import { advance, sameAction, verb, type Intent } from './actions';
import type { Table } from './table.svelte';
import type { Action } from './view';

/** Picks the next action of a plan from those offered; none ends it. */
export type Pick = (actions: Action[]) => Action | undefined;

/** The orders that end a step. */
const ENDS = ['done', 'stop'];

/** An order that is to follow a move or a fight, once its prompt is there again. */
interface Ending {
  title: string;
  act: unknown;
  /** It was said in a battle. */
  battle?: boolean;
}

export class Gestures {
  private intent: Intent | null = null;
  private plan: Pick[] = [];
  private ending: Ending | null = null;
  /** What ends the step in which the units in hand were taken up. */
  private step = $state.raw<(Ending & { text: string }) | null>(null);
  /** How long the line of play was when the last gesture began: one undo takes back all that it did. */
  private begun: number | null = null;
  /** A drag is under way: what it takes up and where it is set down are one gesture. */
  private held = false;
  /** The last gesture was a drag: the answer to what was asked when it was let go belongs to it. */
  private dragged = false;
  /** How long the line of play was at my last decision: an undo goes back to there. */
  private decided: number | null = null;
  private onShown: (() => void)[] = [];
  /** The way that the last action of this player takes. */
  way: string[] | undefined;

  constructor(private readonly table: Table) {}

  /** A new state is on the table. */
  settle(): void {
    const { live } = this.table;
    const inHand = live?.actions.some((a) => a.down);
    if (!live?.battle && !inHand && live?.prompt.title !== this.ending?.title) this.ending = null;
    if (live?.prompt.title === this.step?.title || live?.actions.some((a) => a.lift)) this.step = null;
    for (const resolve of this.onShown.splice(0)) resolve();
  }

  /** An action was refused: what was to follow it does not. */
  refused(): void {
    for (const resolve of this.onShown.splice(0)) resolve();
    this.intent = this.ending = null;
  }

  /** Carries a wish for several pieces on. */
  goOn(): void {
    const { live, myMove, busy, standing, telling } = this.table;
    if (!myMove || !live || telling.more) return;
    const next = this.intent && advance(live.actions, this.intent, live.pieces);
    if (next) {
      this.intent = next.rest;
      void this.send(next.action);
      return;
    }
    this.intent = null;
    const pick = this.plan.shift();
    const planned = pick?.(live.actions);
    if (pick && !planned) {
      this.plan = [];
      this.ending = null;
    }
    const answer = planned ?? (busy ? null : (standing.answer() ?? this.ends()));
    if (answer) void this.send(answer);
  }

  /** Ends the step after the move or attack that is being made. */
  endAfter(ending: Ending): void {
    this.ending = ending;
  }

  /** What ends the step now. */
  private get over(): (Ending & { text: string }) | null {
    const { live, groups, myMove } = this.table;
    const end = myMove ? groups.buttons.find((a) => ENDS.includes(verb(a.do))) : null;
    return live && end ? { title: live.prompt.title, act: end.do, text: end.text, battle: !!live.battle } : null;
  }

  /** What would follow an order given as the last one: it ends the step, also that in which the units were taken up. */
  get follows(): (Ending & { text: string }) | null {
    return this.step ?? this.over;
  }

  /** The units in hand are set down first; what asks before it ends a step is not done unasked. */
  private ends(): Action | null {
    const { ending } = this;
    const { live } = this.table;
    if (!ending || !live || !!live.battle !== !!ending.battle) return null;
    if (live.prompt.title !== ending.title) return live.actions.find((a) => a.down) ?? null;
    this.ending = null;
    return live.actions.find((a) => sameAction(a.do, ending.act) && !a.ask) ?? null;
  }

  /** The player begins something new: what was to follow the last fight is forgotten, unless that goes on. */
  private begin(confirms = false): void {
    if (this.held) return;
    const same = confirms && this.dragged;
    this.dragged = false;
    if (!same) this.begun = this.table.at;
    if (!this.table.live?.battle) this.ending = null;
  }

  /** A drag begins or ends. */
  hold(on: boolean): void {
    if (on) {
      this.begin();
      this.dragged = true;
    }
    this.held = on;
  }

  /** Plays a list of actions one after the other, each chosen from what is offered then. */
  playEach(picks: Pick[]): void {
    this.begin();
    this.plan = picks;
    if (!this.table.busy) this.goOn();
  }

  /** Takes a card out again that was put in before: back to where it went in, then the others again. */
  async putBack(hand: string, id: number | string): Promise<void> {
    const { table } = this;
    const cards = (): { id: number | string; chosen?: boolean }[] =>
      table.live?.hands?.find((h) => h.id === hand)?.cards ?? [];
    const kept = cards()
      .filter((c) => c.chosen && c.id !== id)
      .map((c) => c.id);
    while (table.live?.undo && cards().some((c) => c.id === id && c.chosen)) {
      if (!(await table.tell({ type: 'undo', n: table.n }))) return;
    }
    const missing = kept.filter((k) => !cards().some((c) => c.id === k && c.chosen));
    this.playEach(missing.map((k) => (actions) => actions.find((a) => a.card?.hand === hand && a.card.id === k)));
  }

  /** Sends units to a place, one after another, as far as they can go there. */
  follow(pieces: number[], place: string, battle = false, text = ''): void {
    if (this.table.busy) return;
    this.begin();
    this.intent = { pieces, place, battle, text };
    this.goOn();
  }

  /** Plays an action, with units that follow it; the last one of its step, if so wished. */
  async play(action: Action, others: number[] = [], confirms = false, last = false): Promise<void> {
    const { place, text, battle } = action;
    const { follows } = this;
    this.begin(confirms);
    this.intent = others.length && place ? { pieces: others, place, text, battle } : null;
    if (last && follows && !sameAction(follows.act, action.do)) this.endAfter(follows);
    await this.send(action);
  }

  /** Takes up the first of many units: what is done with them next belongs to the same gesture. */
  takeUp(action: Action): void {
    this.hold(true);
    void this.play(action);
    this.hold(false);
  }

  /** Plays an action and waits until the table shows it. */
  async playShown(action: Action): Promise<void> {
    await this.play(action);
    if (this.table.busy) await this.untilShown();
  }

  private untilShown(): Promise<void> {
    return new Promise<void>((resolve) => this.onShown.push(resolve));
  }

  /** Until the answer is shown, which may wait for an earlier move to be seen, nothing else can be played. */
  private async send(action: Action): Promise<void> {
    const { table } = this;
    if (table.busy || !table.seat.connected) return;
    table.busy = true;
    table.toast = null;
    table.standing.note(action);
    if (action.lift) this.step = this.over;
    this.decided = table.at;
    this.way = action.path;
    if (await table.tell({ type: 'play', n: table.n, action: action.do })) table.played = action.do;
    else table.busy = false;
  }

  /** How many actions an undo would take back beside one's own last one; null where that is not known. */
  get undoTakes(): number | null {
    const { live, at } = this.table;
    return live?.undo ? 0 : this.decided === null ? null : Math.max(0, at - this.decided - 1);
  }

  async undo(): Promise<boolean> {
    const { table } = this;
    table.choice.clear();
    table.choice.moved = null;
    table.standing.clear();
    this.plan = [];
    this.ending = null;
    if (table.busy) await this.untilShown();
    const { at } = table;
    const { begun } = this;
    const done = await (table.live?.undo ? this.takeBack() : table.tell({ type: 'ask', kind: 'undo' }));
    if (!done || (table.people && !table.live?.undo && table.at === at)) return done;
    setTimeout(() => {
      const taken = at - table.at;
      if (taken > 0)
        table.say({
          text:
            taken === 1 || at - taken === begun ? 'Your last order is taken back.' : `${taken} actions are taken back.`,
          label: 'Redo',
          run: () => void table.tell({ type: 'redo', n: table.n }),
        });
    }, 60);
    return done;
  }

  /** Takes back all that the last gesture did; where dice fell in it, only what came after them. */
  private async takeBack(): Promise<boolean> {
    const { begun, table } = this;
    const { n, at } = table;
    this.begun = null;
    if (begun !== null && begun < at - 1) {
      const whole = await table.seat.ask({ type: 'undo', n, at: begun }).then(
        () => true,
        () => false,
      );
      if (whole) return true;
    }
    return table.tell({ type: 'undo', n });
  }
}
