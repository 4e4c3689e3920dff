/** The table's HTTP calls. */

import type { Board } from './view';
import type { Chart, Create, Created, Dice, GameCard, Guide, HistoryPoint, Info, Rulebook } from './protocol';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly code = '',
    readonly rule = '',
  ) {
    super(message);
  }
}

async function call<T>(path: string, init: RequestInit = {}, token?: string): Promise<T> {
  const headers = new Headers(init.headers);
  if (token) headers.set('Authorization', `Bearer ${token}`);
  if (init.body) headers.set('Content-Type', 'application/json');
  const response = await fetch(`/api/${path}`, { ...init, headers });
  if (!response.ok) {
    const body = (await response.json().catch(() => null)) as {
      error?: { code: string; text: string; rule?: string };
    } | null;
    throw new ApiError(response.status, body?.error?.text ?? response.statusText, body?.error?.code, body?.error?.rule);
  }
  return (await response.json()) as T;
}

const post = (body: unknown): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });

export const api = {
  games: async () => (await call<{ games: GameCard[] }>('games')).games,
  board: (game: string, scenario: string) =>
    call<Board>(`games/${game}/board?scenario=${encodeURIComponent(scenario)}`),
  rules: (game: string) => call<Rulebook>(`games/${game}/rules`),
  charts: async (game: string, scenario: string) =>
    (await call<{ charts: Chart[] }>(`games/${game}/charts?scenario=${encodeURIComponent(scenario)}`)).charts,
  guide: (game: string) => call<Guide>(`games/${game}/guide`),
  example: (game: string, name: string) =>
    call<{ actions: unknown[] }>(`games/${game}/examples/${encodeURIComponent(name)}`),
  create: (body: Create) => call<Created>('tables', post(body)),
  load: (file: unknown) => call<Created>('tables/import', post(file)),
  info: (token: string) => call<Info>('table', {}, token),
  export: (token: string) => call<unknown>('table/export', {}, token),
  history: async (token: string) => (await call<{ points: HistoryPoint[] }>('table/history', {}, token)).points,
  renew: async (token: string) => (await call<{ token: string }>('table/renew', post({}), token)).token,
  dice: (token: string) => call<Dice>('table/dice', {}, token),
  map: async (game: string, scenario: string): Promise<string> => {
    const response = await fetch(`/api/games/${game}/map.svg?scenario=${encodeURIComponent(scenario)}`);
    if (!response.ok) throw new ApiError(response.status, 'This map is not drawn yet.');
    return response.text();
  },
};
