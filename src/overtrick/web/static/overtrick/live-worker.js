// One live stream for all pages of a browser, because a browser opens six connections to a host and each stream holds
// one. A page joins with the address of its event's stream and leaves when it is out of sight. The worker holds one line
// for the events that are joined, tells each page the numbers of its own, and lets go when nobody looks.
"use strict";

const LINGER = 2000; // milliseconds: from one page to the next the line stays
const AGAIN = 60000; // where there is no stream, it is tried again
const pages = new Map(); // each page's port, with its event and its ticket
const numbers = new Map(); // by event, what the line told last; nothing of an event that it does not carry
let line = null;
let carried = new Set(); // the events the line was asked for
let later = 0;

function settle() {
  clearTimeout(later);
  if (!pages.size) {
    later = setTimeout(hangUp, LINGER);
    return;
  }
  const lacks = [...pages.values()].some(({ event }) => !carried.has(event));
  if (!line || lacks) call();
}

function hangUp() {
  if (line) line.close();
  line = null;
  carried = new Set();
  numbers.clear();
}

function call() {
  hangUp();
  const joined = [...pages.values()];
  const tickets = new Map(joined.filter(({ ticket }) => ticket).map(({ event, ticket }) => [event, ticket]));
  carried = new Set(joined.map(({ event }) => event));
  const query = [...tickets.values()].map((ticket) => `ticket=${encodeURIComponent(ticket)}`).join("&");
  line = new EventSource(`/live/${[...carried].map(encodeURIComponent).join(",")}${query ? `?${query}` : ""}`);
  line.onmessage = ({ data }) => {
    const { event, number, gone } = JSON.parse(data);
    if (gone) carried.delete(event); // whoever joins with another ticket is heard
    else numbers.set(event, number);
    tell(event, gone ? { refused: true } : { number });
  };
  line.onerror = () => {
    // A line that was cut is taken up by the browser itself.
    const closed = line.readyState === EventSource.CLOSED;
    numbers.clear();
    for (const port of pages.keys()) port.postMessage(closed ? { refused: true } : { cut: true });
    if (!closed) return;
    hangUp();
    later = setTimeout(settle, AGAIN);
  };
}

function tell(event, message) {
  for (const [port, page] of pages) if (page.event === event) port.postMessage(message);
}

function attend(port) {
  port.onmessage = ({ data }) => {
    if (data.leave) {
      pages.delete(port);
    } else {
      const { pathname, searchParams } = new URL(data.join, self.location.origin);
      const event = decodeURIComponent(pathname.split("/")[2]);
      pages.set(port, { event, ticket: searchParams.get("ticket") || "" });
      if (numbers.has(event)) port.postMessage({ number: numbers.get(event) });
    }
    settle();
  };
}

if ("onconnect" in self) self.onconnect = ({ ports }) => attend(ports[0]);
else attend(self); // a browser that shares no workers: the page's own
