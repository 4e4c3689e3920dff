/* Keeps one version of the app whole. The build writes its name and its files in here. */
const VERSION = '%VERSION%';
const FILES = ['%FILES%'];
const home = new URL('./', self.location).href;
const MINE = `sandtable ${home} `;
const CACHE = MINE + VERSION;

/** Does the name of a file say what is in it? */
const lasting = (url) => /-[0-9a-f]{12}\b|\/assets\//.test(url);

/** A file of this version: kept by this one, or by an earlier one under the same name, which has its digest in it. */
async function kept(url) {
  const own = await caches.open(CACHE);
  const found = await own.match(url);
  if (found) return found;
  if (!lasting(url)) return undefined;
  const earlier = await caches.match(url);
  if (earlier) await own.put(url, earlier.clone());
  return earlier;
}

async function fetched(url) {
  const response = await fetch(url, { cache: lasting(url) ? 'default' : 'no-cache' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  await (await caches.open(CACHE)).put(url, response.clone());
  return response;
}

async function keepAll() {
  for (const file of FILES) {
    const url = new URL(file, home).href;
    if (!(await kept(url))) await fetched(url);
  }
}

self.addEventListener('install', (event) => {
  // The first version keeps what the page loads as it comes; a later one must be whole before it takes over.
  event.waitUntil(self.registration.active ? keepAll() : self.skipWaiting());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith(MINE) && name !== CACHE) await caches.delete(name);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(self.skipWaiting());
  if (event.data === 'keep all')
    event.waitUntil(
      keepAll().then(
        () => event.source?.postMessage('all here'),
        () => undefined,
      ),
    );
});

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  url.hash = url.search = '';
  if (event.request.method !== 'GET' || !url.href.startsWith(home)) return;
  const name = url.href === home ? 'index.html' : url.href.slice(home.length);
  if (!FILES.includes(name)) return;
  const file = new URL(name, home).href;
  event.respondWith(kept(file).then((found) => found ?? fetched(file)));
});
