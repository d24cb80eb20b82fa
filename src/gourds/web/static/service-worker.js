/**
 * The page without its server: a copy of the files of the page, used when the server does not answer.
 *
 * The server puts two lines before this file: FILES, the addresses of all files of the page, and VERSION, which changes
 * when any of them does. So a new version of the package is a new service worker. It fetches all files anew, and then
 * drops the copies of the old one. What the server computes (/api, /campaigns) is never kept.
 *
 * The server comes first: it is on this machine, so asking it costs nothing, and no page is ever older than its server.
 */

/* global FILES, VERSION */

const PREFIX = 'gourds ';
const CACHE = PREFIX + VERSION;

self.addEventListener('install', (event) => {
  const fill = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES.map((path) => new Request(path, { cache: 'reload' })));
    await self.skipWaiting();
  };
  event.waitUntil(fill());
});

self.addEventListener('activate', (event) => {
  const clean = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || !FILES.includes(pathname)) return;
  event.respondWith(fetch(request).catch(() => copyOf(pathname)));
});

async function copyOf(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? Response.error();
}
