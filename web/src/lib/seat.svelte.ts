/** A seat at a table: what opens it, the connection it is held by, and what is asked over that. */

import type { Dice, Info, ServerMessage } from './protocol';
import { moveSecret, sealOf, secretOf, type Secret } from './secrets';
import { settings, type MyGame } from './settings.svelte';
import { Socket } from './socket';
import type { Side } from './view';

export class Seat {
  /** What opens this seat: the link it was opened with, or what that was exchanged for. */
  token = $state('');
  connected = $state(false);

  private socket: Socket;
  private secret: Secret;
  private seal: string | null = null;
  private screens = 1;

  constructor(token: string, hear: (message: ServerMessage) => void) {
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
      hear,
      (open) => (this.connected = open),
    );
    void sealOf(this.secret.seed).then((seal) => {
      this.seal = seal;
      this.socket.open();
    });
  }

  close(): void {
    this.socket.close();
  }

  /** Sends a message; refused where the table does not take it. */
  ask(message: Record<string, unknown>): Promise<ServerMessage> {
    return this.socket.ask(message);
  }

  question<T>(message: Record<string, unknown>): Promise<T> {
    return this.socket.value<T>(message);
  }

  /** The seat opens by another token from now on: the address, the lobby and later calls follow. */
  adopt(token: string): void {
    const old = this.token;
    if (token === old) return;
    moveSecret(old, token);
    const { kept } = this;
    if (kept) {
      settings.forget(old);
      settings.remember({ ...kept, token });
    }
    this.token = token;
    history.replaceState(null, '', `#/t/${token}`);
  }

  /** What this browser keeps of the game. */
  get kept(): MyGame | undefined {
    return settings.kept.games.find((g) => g.token === this.token);
  }

  keep(change: Partial<MyGame>): void {
    const { kept } = this;
    if (kept) settings.remember({ ...kept, ...change });
  }

  /** Says what this player wants to be called. */
  call(name: string): void {
    void this.ask({ type: 'name', text: name }).catch(() => undefined);
  }

  /** What shows the sealed share of the dice once every player is bound; gives it up if this browser has lost it. */
  share(dice: Dice, info: Info | null): Record<string, unknown> | null {
    const seat = whose(info);
    if (!seat || !dice.bound || !dice.closed?.includes(seat)) return null;
    const mine = dice.seals?.[seat] === this.seal;
    return { type: 'reveal', seed: mine ? this.secret.seed : null };
  }

  /** How many screens this seat is open on, if they have become more: somebody else may have its link. */
  joined(devices: Partial<Record<Side, number>> = {}, info: Info | null): number | null {
    const seat = whose(info);
    const screens = seat ? (devices[seat] ?? 1) : 1;
    const more = screens > this.screens;
    this.screens = screens;
    return more ? screens : null;
  }
}

/** The side that answers for a seat: one screen for both sides counts as the Allied one. */
function whose(info: Info | null): Side | null {
  const seat = info?.seat === 'both' ? 'allied' : info?.seat;
  return !seat || seat === 'watch' ? null : seat;
}
