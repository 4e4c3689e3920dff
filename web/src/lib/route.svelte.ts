/** Pages live in the fragment, which never reaches a server. */

export type Route =
  | { page: 'lobby' }
  | { page: 'cards' }
  | { page: 'table'; token: string }
  | { page: 'dice'; token: string }
  | { page: 'example'; game: string; name: string };

export function parse(hash: string): Route {
  const [page, token, name] = hash.replace(/^#\/?/, '').split('/');
  if (page === 't' && token) return { page: 'table', token };
  if (page === 'dice' && token) return { page: 'dice', token };
  if (page === 'example' && token && name) return { page: 'example', game: token, name };
  if (page === 'cards') return { page: 'cards' };
  return { page: 'lobby' };
}

class Router {
  now = $state.raw<Route>(parse(location.hash));

  constructor() {
    addEventListener('hashchange', () => (this.now = parse(location.hash)));
  }
}

export const router = new Router();
export const tableLink = (token: string): string => `${location.origin}${location.pathname}#/t/${token}`;
