/** How long each side has thought at this table, while this page was open: counted here, no one loses by it. */

import type { Decider, Side } from './view';

export type Used = Record<Side, number>;

/** Minutes and seconds, with hours where there are any. */
export function clockText(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const two = (n: number): string => String(n).padStart(2, '0');
  return h ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export class Clock {
  used = $state.raw<Used>({ axis: 0, allied: 0 });
  private running: Side | null = null;
  private since = 0;

  constructor(private readonly now: () => number = Date.now) {}

  /** It is this side's decision from now on; nobody's while dice fall or when it is over. */
  turn(side: Decider | null): void {
    const at = this.now();
    if (this.running) this.used = { ...this.used, [this.running]: this.used[this.running] + at - this.since };
    this.running = side === 'axis' || side === 'allied' ? side : null;
    this.since = at;
  }

  /** What a side has used up to this moment. */
  of(side: Side): number {
    return this.used[side] + (this.running === side ? this.now() - this.since : 0);
  }
}
