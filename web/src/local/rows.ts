/** The browser's database: rows of JSON under keys, read by the head of a key, written all or none. */

type Key = (string | number)[];
type Step = ['add', Key, string] | ['need', Key] | ['swap', Key, string, string] | ['cut', Key, number];

const STORE = 'rows';
const NAME = 'sandtable';

function asked<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('The database does not answer.'));
  });
}

/** All keys that begin like this; an array sorts after every string and number. */
function under(key: Key, least = 0): IDBKeyRange {
  return IDBKeyRange.bound(least ? [...key, least] : key, [...key, []]);
}

export class Rows {
  private constructor(private readonly base: IDBDatabase) {}

  static async open(): Promise<Rows> {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    const base = await asked(request);
    base.onversionchange = () => base.close();
    return new Rows(base);
  }

  async read(key: string, least: number): Promise<string[]> {
    const store = this.base.transaction(STORE).objectStore(STORE);
    return (await asked(store.getAll(under(JSON.parse(key) as Key, least)))) as string[];
  }

  /** False where a step was in conflict; nothing has changed then. */
  async write(steps: string): Promise<boolean> {
    const work = this.base.transaction(STORE, 'readwrite');
    const done = new Promise<void>((resolve, reject) => {
      work.oncomplete = () => resolve();
      work.onabort = () => reject(work.error ?? new Error('This was not stored.'));
    });
    done.catch(() => undefined);
    const store = work.objectStore(STORE);
    for (const step of JSON.parse(steps) as Step[]) {
      if (await this.stands(store, step)) continue;
      work.abort();
      return false;
    }
    work.commit();
    await done;
    return true;
  }

  private async stands(store: IDBObjectStore, step: Step): Promise<boolean> {
    const [kind, key] = step;
    if (kind === 'cut') {
      await asked(store.delete(IDBKeyRange.bound([...key, step[2]], [...key, []], true)));
      return true;
    }
    const held = (await asked(store.get(key))) as string | undefined;
    if (kind === 'need') return held !== undefined;
    if (kind === 'add' ? held !== undefined : held !== step[2]) return false;
    await asked(store.put(kind === 'add' ? step[2] : step[3], key));
    return true;
  }
}
