/** The table's HTTP calls. */

import { backend } from '#backend';
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

async function answer(method: string, path: string, body?: unknown, token?: string): Promise<string> {
  const { status, text } = await backend.call(
    method,
    path,
    body === undefined ? undefined : JSON.stringify(body),
    token,
  );
  if (status < 400) return text;
  let error: { code?: string; text?: string; rule?: string } = {};
  try {
    error = (JSON.parse(text) as { error?: typeof error }).error ?? {};
  } catch {
    // something between here and the table answered
  }
  throw new ApiError(status, error.text ?? `The table answered ${status}.`, error.code, error.rule);
}

const get = async <T>(path: string, token?: string): Promise<T> =>
  JSON.parse(await answer('GET', path, undefined, token)) as T;
const post = async <T>(path: string, body: unknown, token?: string): Promise<T> =>
  JSON.parse(await answer('POST', path, body, token)) as T;
const of = (scenario: string): string => `scenario=${encodeURIComponent(scenario)}`;

export const api = {
  games: async () => (await get<{ games: GameCard[] }>('games')).games,
  network: async () => (await get<{ host: string | null }>('network')).host,
  board: (game: string, scenario: string) => get<Board>(`games/${game}/board?${of(scenario)}`),
  rules: (game: string) => get<Rulebook>(`games/${game}/rules`),
  charts: async (game: string, scenario: string) =>
    (await get<{ charts: Chart[] }>(`games/${game}/charts?${of(scenario)}`)).charts,
  guide: (game: string) => get<Guide>(`games/${game}/guide`),
  example: (game: string, name: string) =>
    get<{ actions: unknown[] }>(`games/${game}/examples/${encodeURIComponent(name)}`),
  create: (body: Create) => post<Created>('tables', body),
  load: (file: unknown) => post<Created>('tables/import', file),
  info: (token: string) => get<Info>('table', token),
  export: (token: string) => get<unknown>('table/export', token),
  history: async (token: string) => (await get<{ points: HistoryPoint[] }>('table/history', token)).points,
  renew: async (token: string) => (await post<{ token: string }>('table/renew', {}, token)).token,
  dice: (token: string) => get<Dice>('table/dice', token),
  map: (game: string, scenario: string) => answer('GET', `games/${game}/map.svg?${of(scenario)}`),
};
