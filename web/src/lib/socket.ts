/** One line to the table: requests with answers, and a link that mends itself. */

import { backend } from '#backend';
import type { Line } from './backend';
import type { Refusal, ServerMessage } from './protocol';

export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.text);
  }
}

interface Waiting {
  resolve: (message: ServerMessage) => void;
  reject: (error: Error) => void;
}

/** A link that has not led to a seat in this time is given up for a new one. */
const PATIENCE_MS = 15_000;

export class Socket {
  private link: Line | null = null;
  /** The line that was opened last, whether or not it is open yet. */
  private pending: Line | null = null;
  private waiting = new Map<number, Waiting>();
  private lastId = 0;
  private retry = 0;
  private closed = false;

  constructor(
    private readonly hello: () => Record<string, unknown>,
    private readonly hear: (message: ServerMessage) => void,
    private readonly status: (open: boolean) => void,
  ) {}

  open(): void {
    if (this.closed) return;
    let late = 0;
    const line = backend.connect({
      open: () => {
        this.link = line;
        this.retry = 0;
        this.status(true);
        this.ask(this.hello())
          .catch(() => undefined)
          .finally(() => clearTimeout(late));
      },
      hear: (text) => this.receive(JSON.parse(text) as ServerMessage),
      closed: (code) => {
        clearTimeout(late);
        this.link = null;
        this.status(false);
        for (const { reject } of this.waiting.values()) reject(new Error('The table cannot be reached.'));
        this.waiting.clear();
        const final = this.closed || code === 4401 || code === 4404;
        if (!final) setTimeout(() => this.open(), (0.5 + Math.random()) * Math.min(10_000, 400 * 2 ** this.retry++));
      },
    });
    this.pending = line;
    if (!backend.local) late = window.setTimeout(() => line.close(), PATIENCE_MS);
  }

  private receive(message: ServerMessage): void {
    const re = 're' in message ? message.re : undefined;
    const waiter = re === undefined ? undefined : this.waiting.get(re);
    this.hear(message);
    if (!waiter || re === undefined) return;
    this.waiting.delete(re);
    if (message.type === 'refused') waiter.reject(new Refused(message));
    else waiter.resolve(message);
  }

  ask(message: Record<string, unknown>): Promise<ServerMessage> {
    const id = ++this.lastId;
    return new Promise((resolve, reject) => {
      try {
        if (!this.link) throw new Error('The table cannot be reached.');
        this.link.send(JSON.stringify({ ...message, id }));
        this.waiting.set(id, { resolve, reject });
      } catch (error) {
        reject(error as Error);
      }
    });
  }

  /** A question whose answer is a value. */
  async value<T>(message: Record<string, unknown>): Promise<T> {
    const answer = await this.ask(message);
    if (answer.type !== 'answer') throw new Error(`The table answered "${answer.type}".`);
    return answer.value as T;
  }

  close(): void {
    this.closed = true;
    this.pending?.close();
  }
}
