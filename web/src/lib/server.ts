/** The tables of a server: HTTP for calls, a WebSocket for each line. */

import type { Ears, Backend, Line, Reply } from './backend';

class Server implements Backend {
  readonly local = false;
  readonly loading = null;
  readonly newer = false;
  readonly offline = false;
  readonly problem = '';

  async call(method: string, path: string, body?: string, token?: string): Promise<Reply> {
    const headers = new Headers();
    if (token) headers.set('Authorization', `Bearer ${token}`);
    if (body) headers.set('Content-Type', 'application/json');
    const response = await fetch(`api/${path}`, { method, headers, body });
    return { status: response.status, text: await response.text() };
  }

  connect(ears: Ears): Line {
    const address = new URL('api/ws', location.href);
    address.protocol = location.protocol === 'https:' ? 'wss' : 'ws';
    const link = new WebSocket(address);
    link.onopen = () => ears.open();
    link.onmessage = (event) => ears.hear(String(event.data));
    link.onclose = (event) => ears.closed(event.code);
    return {
      send: (text) => {
        if (link.readyState !== WebSocket.OPEN) throw new Error('The table cannot be reached.');
        link.send(text);
      },
      close: () => link.close(),
    };
  }

  renew(): void {
    location.reload();
  }
}

export const backend: Backend = new Server();
