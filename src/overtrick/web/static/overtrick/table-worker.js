// Keeps the table's page on the phone, so that it opens with the network gone. Never keeps an answer to a message.
"use strict";

const KEPT = "overtrick-table-1";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
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
    }).catch(() => caches.match(request).then((kept) => kept || Response.error()))
  );
});
