/** The worker in which the tables are: the same Python as a server's, with the browser's database and a second worker. */

import { Channel } from './channel';
import type { Begin, FromTable, ToTable, ToThinker } from './messages';
import { loadPython } from './python';
import { Rows } from './rows';

/** `sandtable.local.page.Page` */
interface Page {
  open(): Promise<void>;
  call(method: string, path: string, body: string, token: string): Promise<string>;
  connect(line: number, tell: (text: string) => void, close: (code: number, reason: string) => void): void;
  hear(line: number, text: string): Promise<void>;
  disconnect(line: number): void;
  prepare(): void;
  thought(text: string): void;
  told(sender: string, note: string): void;
}

/** The thinker loads once the table is laid, unless somebody asks for it sooner. */
const PREPARE_MS = 1500;

const tell = (message: FromTable): void => postMessage(message);
let begun: (begin: Begin) => void;
const begin = new Promise<Begin>((resolve) => (begun = resolve));
let page: Page | null = null;

/** The second worker, which is ended and begun anew by the first. */
class Hand {
  private worker: Worker | null = null;
  constructor(private readonly where: Begin) {}

  start(): void {
    this.worker = new Worker(new URL('./thinker.worker.ts', import.meta.url), { type: 'module' });
    this.worker.onmessage = (event: MessageEvent<string>) => page?.thought(event.data);
    this.worker.postMessage({ begin: this.where } satisfies ToThinker);
  }

  say(text: string): void {
    this.worker?.postMessage({ text } satisfies ToThinker);
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}

async function start(): Promise<Page> {
  const where = await begin;
  const [pyodide, rows] = await Promise.all([loadPython(where, (loaded) => tell({ loaded })), Rows.open()]);
  const module = pyodide.pyimport('sandtable.local.page');
  const channel = new Channel((sender, note) => page?.told(sender, note));
  const made = module.Page(rows, new Hand(where), channel) as Page;
  await made.open();
  page = made;
  tell({ ready: true });
  setTimeout(() => made.prepare(), PREPARE_MS);
  return made;
}

const ready = start();
ready.catch((error: Error) => tell({ failed: error.message }));

async function hear(message: ToTable): Promise<void> {
  if ('begin' in message) return begun(message.begin);
  const at = await ready;
  if ('call' in message) {
    const { call, method, path, body, token } = message;
    const answer = await at.call(method, path, body, token);
    const space = answer.indexOf(' ');
    tell({ call, status: Number(answer.slice(0, space)), text: answer.slice(space + 1) });
  } else if ('open' in message) {
    const line = message.open;
    at.connect(
      line,
      (text) => tell({ line, text }),
      (closed) => tell({ line, closed }),
    );
  } else if ('shut' in message) at.disconnect(message.shut);
  else await at.hear(message.line, message.text);
}

onmessage = (event: MessageEvent<ToTable>) => void hear(event.data).catch((error: Error) => console.error(error));
