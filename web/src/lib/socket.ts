/** One WebSocket to the table: requests with answers, and a link that mends itself. */

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
  private link: WebSocket | null = null;
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
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const link = new WebSocket(`${scheme}://${location.host}/api/ws`);
    this.link = link;
    const late = setTimeout(() => link.close(), PATIENCE_MS);
    link.onopen = () => {
      this.retry = 0;
      this.status(true);
      this.ask(this.hello())
        .catch(() => undefined)
        .finally(() => clearTimeout(late));
    };
    link.onmessage = (event) => this.receive(JSON.parse(String(event.data)) as ServerMessage);
    link.onclose = (event) => {
      clearTimeout(late);
      this.status(false);
      for (const { reject } of this.waiting.values()) reject(new Error('The table cannot be reached.'));
      this.waiting.clear();
      const final = this.closed || event.code === 4401 || event.code === 4404;
      if (!final) setTimeout(() => this.open(), (0.5 + Math.random()) * Math.min(10_000, 400 * 2 ** this.retry++));
    };
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
      if (this.link?.readyState !== WebSocket.OPEN) {
        reject(new Error('The table cannot be reached.'));
        return;
      }
      this.waiting.set(id, { resolve, reject });
      this.link.send(JSON.stringify({ ...message, id }));
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
    this.link?.close();
  }
}
