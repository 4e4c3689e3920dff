/** The other pages of this browser that have the same tables: they hear of every change, and one thinks for a table. */

export class Channel {
  private readonly radio = new BroadcastChannel('sandtable');
  private readonly held = new Map<string, () => void>();
  private readonly name = crypto.randomUUID();

  constructor(hear: (sender: string, note: string) => void) {
    this.radio.onmessage = (event: MessageEvent<[string, string]>) => hear(...event.data);
  }

  say(note: string): void {
    this.radio.postMessage([this.name, note]);
  }

  take(table: string): Promise<boolean> {
    if (this.held.has(table)) return Promise.resolve(true);
    return new Promise((resolve) => {
      void navigator.locks.request(`sandtable ${table}`, { ifAvailable: true }, (lock) => {
        resolve(lock !== null);
        return lock && new Promise<void>((release) => this.held.set(table, release));
      });
    });
  }

  giveUp(table: string): void {
    this.held.get(table)?.();
    this.held.delete(table);
  }
}
