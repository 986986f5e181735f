// Keeps the table's page on the phone, so that it opens with the network gone. Never keeps an answer to a message.
"use strict";

const KEPT = "overtrick-table-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The first visit is over before this script runs: the page tells what it is made of, and that is kept at once.
self.addEventListener("message", (event) => {
  const keep = (cache, address) => cache.add(new Request(address, { cache: "no-cache" })).catch(() => {});
  event.waitUntil(caches.open(KEPT).then((cache) => Promise.all(event.data.keep.map((address) => keep(cache, address)))));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  // How the table stands is never answered from here: the page must know that the network is gone.
  if (request.method !== "GET" || origin !== self.location.origin || pathname.endsWith("/now")) return;
  event.respondWith(
    fetch(request).then((answer) => {
      if (answer.ok) {
        const copy = answer.clone();
        event.waitUntil(caches.open(KEPT).then((cache) => cache.put(request, copy)));
      }
      return answer;
    }).catch(() => caches.match(request).then((kept) => kept || (request.mode === "navigate" ? notHere(pathname) : Response.error())))
  );
});

// A page that was never kept: the way back to the table's own, which was.
function notHere(pathname) {
  const below = new URL(self.registration.scope).pathname; // the language's own
  const table = `${below}${pathname.slice(below.length).split("/")[0]}/`;
  const page = `<!doctype html><html lang="en-AU"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${spoken("No network")}</title><link rel="stylesheet" href="/joined/tokens+base+why+table.css">
<body class="phone"><main><h1>${spoken("No network")}</h1><p>${spoken("This page needs the network. Your table’s page works offline: the phone keeps what you enter there and sends it later.")}</p>
<p><a class="button" href="${encodeURI(table)}">${spoken("Back to the table")}</a></p></main></body></html>`;
  return new Response(page, { status: 503, headers: { "Content-Type": "text/html; charset=utf-8" } });
}
