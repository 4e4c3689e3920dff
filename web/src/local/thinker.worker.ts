/** The worker in which agents think. */

import type { Begin, ToThinker } from './messages';
import { loadPython } from './python';

interface Desk {
  hear: { (text: string): void; callPromising(text: string): Promise<void> };
}

let begun: (begin: Begin) => void;
const begin = new Promise<Begin>((resolve) => (begun = resolve));

/** Gives the messages that have come in a moment, while Python waits. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });

async function start(): Promise<Desk> {
  const pyodide = await loadPython(await begin, () => undefined);
  const make = pyodide.pyimport('sandtable.local.page').thinker as {
    callPromising(...args: unknown[]): Promise<Desk>;
  };
  return make.callPromising((text: string) => postMessage(text), pause);
}

const ready = start();

onmessage = (event: MessageEvent<ToThinker>) => {
  const message = event.data;
  if ('begin' in message) begun(message.begin);
  else void ready.then((desk) => desk.hear.callPromising(message.text));
};
