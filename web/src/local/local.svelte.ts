/** The tables of this page itself: Python in a worker, games in the browser's database, everything kept for offline. */

import type { Ears, Backend, Line, Loading, Reply } from '../lib/backend';
import { Keeping } from './keeping';
import type { FromTable, ToTable } from './messages';

/** What the build lists: where Python and the tree are, which answers are files, and how much has to come. */
interface Site {
  python: string;
  tree: string;
  answers: Record<string, string>;
  total: number;
  megabytes: number;
}

class Local implements Backend {
  readonly local = true;
  loading = $state.raw<Loading | null>({ done: 0, total: 0, megabytes: 0 });
  newer = $state(false);
  offline = $state(false);
  problem = $state('');
  private readonly worker = new Worker(new URL('./table.worker.ts', import.meta.url), { type: 'module' });
  private readonly calls = new Map<number, (reply: Reply) => void>();
  private readonly lines = new Map<number, Ears>();
  private readonly keeping = new Keeping(
    () => (this.newer = true),
    () => (this.offline = true),
  );
  private last = 0;
  private readonly site: Promise<Site>;

  constructor() {
    this.worker.onmessage = (event: MessageEvent<FromTable>) => this.hear(event.data);
    this.worker.onerror = (event) => (this.problem = event.message || 'The table could not be started.');
    this.site = this.keeping.ready.then(async () => (await fetch('site.json')).json() as Promise<Site>);
    this.site
      .then((site) => {
        this.loading = { done: 0, total: site.total, megabytes: site.megabytes };
        const at = (name: string): string => new URL(name, location.href.replace(/#.*/, '')).href;
        this.tell({ begin: { python: at(site.python), tree: at(site.tree) } });
      })
      .catch((error: Error) => (this.problem = error.message));
  }

  private tell(message: ToTable): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromTable): void {
    if ('loaded' in message) {
      if (this.loading) this.loading = { ...this.loading, done: this.loading.done + message.loaded };
    } else if ('ready' in message) {
      this.loading = null;
      this.keeping.keepAll();
    } else if ('failed' in message) this.problem = message.failed;
    else if ('call' in message) {
      this.calls.get(message.call)?.(message);
      this.calls.delete(message.call);
    } else if ('text' in message) this.lines.get(message.line)?.hear(message.text);
    else {
      const ears = this.lines.get(message.line);
      this.lines.delete(message.line);
      ears?.closed(message.closed);
    }
  }

  async call(method: string, path: string, body = '', token = ''): Promise<Reply> {
    const file = method === 'GET' ? (await this.site).answers[path] : undefined;
    if (file) {
      const response = await fetch(file);
      return { status: response.status, text: await response.text() };
    }
    const call = ++this.last;
    return new Promise((resolve) => {
      this.calls.set(call, resolve);
      this.tell({ call, method, path, body, token });
    });
  }

  connect(ears: Ears): Line {
    const line = ++this.last;
    this.lines.set(line, ears);
    this.tell({ open: line });
    queueMicrotask(() => ears.open());
    return {
      send: (text) => this.tell({ line, text }),
      close: () => {
        this.tell({ shut: line });
        this.lines.delete(line);
        ears.closed(1000);
      },
    };
  }

  renew(): void {
    this.keeping.renew();
  }
}

export const backend: Backend = new Local();
