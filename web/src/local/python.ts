/** Python in a worker: loaded with a count of the bytes, and the project's own tree laid beside it. */

import type { PyodideAPI } from 'pyodide';
import type { Begin } from './messages';

const HOME = '/sandtable';

/** Lets every response that is read tell how much of it has come; archives are unpacked on the way. */
function watchLoading(tell: (bytes: number) => void, kept: boolean): void {
  const plain = self.fetch.bind(self);
  self.fetch = async (...request) => {
    const response = await plain(...request);
    // what is kept comes at once, and as it is: browsers remember how they compiled it
    if (!response.body || (kept && !response.url.endsWith('.bin'))) return response;
    const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, to) {
        tell(chunk.byteLength);
        to.enqueue(chunk);
      },
    });
    const counted = response.body.pipeThrough(counter);
    if (!response.ok || !response.url.endsWith('.bin')) return new Response(counted, response);
    return new Response(counted.pipeThrough(new DecompressionStream('gzip')));
  };
}

/** Lays out files that stand one after the other behind a list of their names and lengths. */
function lay({ FS }: PyodideAPI, files: ArrayBuffer): void {
  const head = new DataView(files).getUint32(0, true);
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(files, 4, head))) as [string, number][];
  let at = 4 + head;
  for (const [name, length] of index) {
    const path = `${HOME}/${name}`;
    FS.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    FS.writeFile(path, new Uint8Array(files, at, length));
    at += length;
  }
}

export async function loadPython({ python, tree }: Begin, tell: (bytes: number) => void): Promise<PyodideAPI> {
  const kept = !!(await self.caches?.match(tree));
  if (kept) tell(Infinity);
  watchLoading(tell, kept);
  const files = fetch(tree).then((response) => response.arrayBuffer());
  const { loadPyodide } = (await import(/* @vite-ignore */ `${python}pyodide.mjs`)) as typeof import('pyodide');
  const pyodide = await loadPyodide({ indexURL: python, stdLibURL: `${python}library.bin` });
  lay(pyodide, await files);
  pyodide.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(HOME)})`);
  return pyodide;
}
