/** Where the tables are: behind a server, or in this page itself. Both are spoken to in the same messages. */

export interface Reply {
  status: number;
  text: string;
}

/** An open line to a table. */
export interface Line {
  send(text: string): void;
  close(): void;
}

export interface Ears {
  open(): void;
  hear(text: string): void;
  /** The line is gone: 4401 and 4404 for good, others until it is opened again. */
  closed(code: number): void;
}

/** How far the first load is, in bytes as they are unpacked, and in megabytes as they travel. */
export interface Loading {
  done: number;
  total: number;
  megabytes: number;
}

export interface Backend {
  /** Is there no server? */
  readonly local: boolean;
  /** What is still to come before anything can be played, null once all is there. */
  readonly loading: Loading | null;
  /** Whether a newer version is ready to be taken up. */
  readonly newer: boolean;
  /** Whether everything is here for playing without a network. */
  readonly offline: boolean;
  readonly problem: string;
  call(method: string, path: string, body?: string, token?: string): Promise<Reply>;
  connect(ears: Ears): Line;
  /** Starts again with the newer version. */
  renew(): void;
}
