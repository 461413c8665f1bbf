// The service worker: keeps the files of the page, so that the next visit is there at once, and without a connection.
// The build writes FILES before this, the addresses of all of them. What a server answers to questions is never kept.
/* global FILES, self, caches, fetch, clients, location */

const NAME = "cardwright";
/** How long the page itself is waited for before the kept one is shown, in milliseconds. */
const PATIENCE = 2_000;
const home = new URL("./", location.href).href;
const files = new Set(FILES.map((file) => new URL(file, home).href));

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([sweep(), clients.claim()])));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.replace(/[?#].*$/, "");
  if (request.method !== "GET") return;
  if (request.mode === "navigate" && (address === home || address === `${home}index.html`)) event.respondWith(frame(request));
  else if (files.has(address)) event.respondWith(kept(address, request));
});

/** Fetches what is not kept yet. The names of files follow from what is in them, so that none ever changes. */
async function fill() {
  const cache = await caches.open(NAME);
  await cache.add(new Request(home, { cache: "no-cache" }));
  for (const file of files) {
    if (!(await cache.match(file))) await cache.add(file);
  }
}

/** Throws away what the page of today does not need. */
async function sweep() {
  const cache = await caches.open(NAME);
  for (const { url } of await cache.keys()) {
    if (url !== home && !files.has(url)) await cache.delete(url);
  }
}

async function kept(address, request) {
  const cache = await caches.open(NAME);
  return (await cache.match(address)) ?? fetch(request);
}

/** The page: that of the server where it answers soon, otherwise the kept one. */
async function frame(request) {
  const cache = await caches.open(NAME);
  const old = await cache.match(home);
  const fresh = fetch(request).then(async (answer) => {
    if (!answer.ok && old) return old;
    if (answer.ok) await cache.put(home, answer.clone());
    return answer;
  });
  if (!old) return fresh;
  fresh.catch(() => {});
  const late = new Promise((go) => setTimeout(() => go(old), PATIENCE));
  return Promise.race([fresh.catch(() => old), late]);
}
