/** The service worker: keeps everything for playing without a network, and brings in newer versions. */

/** How long the first load waits for the service worker, so that what comes is kept as it comes. */
const PATIENCE_MS = 3000;

export class Keeping {
  /** Done once the service worker, where there is one, sees every request. */
  readonly ready: Promise<void>;
  private registration: ServiceWorkerRegistration | null = null;
  private renewing = false;

  constructor(
    private readonly newer: () => void,
    private readonly offline: () => void,
  ) {
    this.ready = this.start();
  }

  private async start(): Promise<void> {
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return;
    workers.addEventListener('message', (event: MessageEvent<unknown>) => {
      if (event.data === 'all here') this.offline();
    });
    workers.addEventListener('controllerchange', () => {
      if (this.renewing) location.reload();
    });
    try {
      this.registration = await workers.register('sw.js', { updateViaCache: 'none' });
    } catch {
      return; // a private window, or a plain address without encryption: the page works, but not offline
    }
    this.watch(this.registration);
    if (workers.controller) return;
    await Promise.race([
      new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true })),
      new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
    ]);
  }

  private watch(registration: ServiceWorkerRegistration): void {
    const look = (): void => {
      if (registration.waiting && navigator.serviceWorker.controller) this.newer();
    };
    look();
    registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look));
  }

  /** Fetches what has not been needed so far. */
  keepAll(): void {
    navigator.serviceWorker?.controller?.postMessage('keep all');
    void navigator.storage?.persist?.();
  }

  renew(): void {
    this.renewing = true;
    const ask = (): void => {
      const next = this.registration?.waiting ?? this.registration?.installing;
      if (next) next.postMessage('take over');
      else location.reload();
    };
    ask();
    setInterval(ask, 1000); // one that was busy may not have heard
  }
}
