/** A step further than the prompt: attacks that may be declared now or after an answer, units to take up after it, ways to their end. */

import { sameAction } from './actions';
import type { Table } from './table.svelte';
import type { Action, Forecast, View } from './view';

/** One way to make an attack, as the table foresees it. */
export interface Way {
  actions: unknown[];
  /** What tells it from the plain way: another place, an asset. */
  adds: Action | null;
  forecast: Forecast | null;
  /** Switches that are still to be set after it. */
  offers?: Action[];
  /** The most that the switches can give. */
  most?: { order: Action; forecast: Forecast | null };
}

export interface Plan {
  attack: Action;
  ways: Way[];
}

interface Plans {
  title: string;
  end: Action | null;
  attacks: Plan[];
}

/** What an answer opens. */
interface Answer {
  order: Action;
  lifts: Action[];
  plans: Plans | null;
}

/** Where a way ends that is asked for place by place, and the orders that lead there. */
export interface FarWay {
  place: string;
  path: string[];
  actions: unknown[];
}

interface Ahead {
  answers: Answer[];
  ways: FarWay[];
}

const MOST_ANSWERS = 4;
const pick =
  (act: unknown) =>
  (actions: Action[]): Action | undefined =>
    actions.find((a) => sameAction(a.do, act));

const few = (n: number): boolean => n > 1 && n <= MOST_ANSWERS;

export class Foresight {
  private told = $state.raw<{ first: Action | null; plans: Plans } | null>(null);

  constructor(private readonly table: Table) {}

  /** The order that ends the movement, while units are still to be moved and none is in hand. */
  private ending = $derived.by((): Action | null => {
    const { live, myMove, groups, choice } = this.table;
    if (!myMove || !live || live.battle || choice.held.length || choice.fights.length || choice.fight) return null;
    const moving = live.actions.some((a) => a.lift) && !live.actions.some((a) => a.battle);
    return moving ? (groups.buttons.find((a) => a.main && !a.ask) ?? null) : null;
  });

  private seen = $state.raw<{ live: View; ahead: Ahead } | null>(null);
  /** It holds for the position it was asked about, whether or not another has been looked at since. */
  private ahead = $derived.by(() => (this.seen?.live === this.table.live ? (this.seen?.ahead ?? null) : null));

  /** Units that may be taken up after an answer, each with that answer. */
  opens = $derived.by((): Map<number, Action> => {
    const out = new Map<number, Action>();
    for (const { order, lifts } of this.ahead?.answers ?? [])
      for (const piece of this.table.live?.pieces ?? [])
        if (!out.has(piece.id) && lifts.some((a) => (a.piece ?? null) === piece.id || this.stack(a) === piece.at))
          out.set(piece.id, order);
    return out;
  });

  /** The place of a stack that may be taken up as a whole. */
  private stack(lift: Action): string | null {
    return (lift.piece ?? null) === null ? (lift.place ?? null) : null;
  }

  /** Places at the end of a way that is asked for step by step: one click goes there. */
  far = $derived.by(
    () => new Map((this.ahead?.ways ?? []).filter((w) => !this.table.choice.lit.has(w.place)).map((w) => [w.place, w])),
  );

  /** Goes all the way. */
  go(way: FarWay): void {
    this.table.gestures.playEach(way.actions.map(pick));
  }

  /** Whether there may be more to see: a question with a few plain answers, or a way asked for place by place in a battle. */
  private get deep(): boolean {
    const { live, myMove, groups } = this.table;
    if (!myMove || !live) return false;
    const { buttons, pieces, places, pairs, cards } = groups;
    if (live.battle) return places.size > 1 && !pairs.size && [...places.values()].flat().every((a) => !a.path);
    return !pieces.size && !places.size && !pairs.size && !cards.size && few(buttons.length);
  }

  /** The order that comes before the attacks listed; none where they may be declared now. */
  first = $derived(this.told?.first ?? null);

  /** That order ends a step, such as the movement. */
  ends = $derived(!!this.first?.main);

  /** The order that ends the fighting. */
  end = $derived.by((): Action | null => {
    const { choice, groups } = this.table;
    return this.told?.plans.end ?? (choice.others.length ? (groups.buttons.find((a) => a.main) ?? null) : null);
  });

  /** The attacks to list: those on offer at once, with what is known of them, or those after the movement. */
  plans = $derived.by((): Plan[] => {
    const known = this.told?.plans.attacks ?? [];
    if (this.first) return known;
    return this.table.choice.fights.map(
      (attack) => known.find((plan) => sameAction(plan.attack.do, attack.do)) ?? { attack, ways: [] },
    );
  });

  /** Asks the table what could be attacked; what was known before is kept until the answer is there. */
  look(): void {
    if (this.deep) {
      this.lookAhead();
      return;
    }
    const { choice, live } = this.table;
    const first = this.ending;
    this.seen = null;
    if (!first && !choice.fights.length) {
      this.told = null;
      return;
    }
    void this.table.seat
      .question<Plans | null>({ type: 'attacks', first: first ? [first.do] : [] })
      .then((plans) => {
        if (this.table.live === live) this.told = plans && { first, plans };
      })
      .catch(() => undefined);
  }

  private lookAhead(): void {
    const { live } = this.table;
    this.told = this.seen = null;
    void this.table.seat
      .question<Ahead>({ type: 'ahead' })
      .then((ahead) => {
        if (this.table.live !== live || !live) return;
        this.seen = { live, ahead };
        const fights = ahead.answers.find((answer) => answer.plans);
        this.told = fights ? { first: fights.order, plans: fights.plans! } : null;
      })
      .catch(() => undefined);
  }

  /** The rest of a way that ends in switches, with those set as they were last. */
  asBefore(way: Way): Action | null {
    const { switched } = this.table.choice;
    const fits = (offer: Action): boolean =>
      Object.entries(offer.choice ?? {}).every(([name, value]) => switched[name] === value);
    return way.offers?.find(fits) ?? null;
  }

  /** Makes an attack: all that comes before the dice, and if it is to be the last, the end of the fighting after it. */
  make(way: Way, last: boolean, more: Action | null = null): void {
    const { first, told, end } = this;
    const line = [...(first ? [first.do] : []), ...way.actions, ...(more ? [more.do] : [])];
    this.table.gestures.playEach(line.map(pick));
    if (last && end && told) this.table.gestures.endAfter({ title: told.plans.title, act: end.do });
  }

  /** Gives another order of the same prompt, the last one if so wished. */
  order(action: Action, last: boolean): void {
    const { end } = this;
    const title = this.table.live?.prompt.title ?? '';
    this.table.choice.choose(action);
    if (last && end) this.table.gestures.endAfter({ title, act: end.do });
  }
}
