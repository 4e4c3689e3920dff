/** What page, table and thinker say to each other. */

export interface Begin {
  /** Where Python is, with its name and that of the project's own tree. */
  python: string;
  tree: string;
}

export type ToTable =
  | { begin: Begin }
  | { call: number; method: string; path: string; body: string; token: string }
  | { open: number }
  | { line: number; text: string }
  | { shut: number };

export type FromTable =
  | { loaded: number }
  | { ready: true }
  | { failed: string }
  | { call: number; status: number; text: string }
  | { line: number; text: string }
  | { line: number; closed: number };

export type ToThinker = { begin: Begin } | { text: string };
