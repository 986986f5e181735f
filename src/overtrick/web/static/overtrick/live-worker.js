// One live stream for all pages of a browser, because a browser opens six connections to a host and each stream holds
// one. A page joins with the address of its event's stream, and its own where it has frames, and leaves when it is out of
// sight. The worker holds one line for what is joined, tells each page its own frames or numbers, and lets go when nobody
// looks.
"use strict";

const LINGER = 2000; // milliseconds: from one page to the next the line stays
const AGAIN = 60000; // where there is no stream, it is tried again
const pages = new Map(); // each page's port, with its event, its ticket, and its address if it has frames
const numbers = new Map(); // by event, what the line told last; nothing of an event that it does not carry
const frames = new Map(); // by address, the same
let line = null;
let carried = new Set(); // the events whose numbers, and the addresses whose frames, the line was asked for
let later = 0;

function settle() {
  clearTimeout(later);
  if (!pages.size) {
    later = setTimeout(hangUp, LINGER);
    return;
  }
  const lacks = [...pages.values()].some((page) => !carried.has(wants(page)));
  if (!line || lacks) call();
}

function hangUp() {
  if (line) line.close();
  line = null;
  carried = new Set();
  numbers.clear();
  frames.clear();
}

function wants({ event, view }) {
  return view || event; // an address begins with a stroke, and an event's name does not
}

function call() {
  hangUp();
  const joined = [...pages.values()];
  const tickets = new Map(joined.filter(({ ticket }) => ticket).map(({ event, ticket }) => [event, ticket]));
  const views = new Set(joined.filter(({ view }) => view).map(({ view }) => view));
  const told = new Set(joined.filter(({ view }) => !view).map(({ event }) => event));
  carried = new Set(joined.map(wants));
  const query = new URLSearchParams([...tickets.values()].map((ticket) => ["ticket", ticket]));
  for (const view of views) query.append("view", view);
  if (views.size && told.size) query.append("numbers", [...told].join(","));
  const events = [...new Set(joined.map(({ event }) => event))].map(encodeURIComponent).join(",");
  line = new EventSource(`/live/${events}${String(query) && `?${query}`}`);
  line.addEventListener("frame", ({ data }) => {
    const said = data.slice(data.indexOf(" ") + 1);
    if (adler32(said) !== Number(data.slice(0, data.indexOf(" ")))) { // unpacked with another message than it was packed with
      call();
      return;
    }
    const { view, number, spread, frame } = JSON.parse(said);
    frames.set(view, { number, spread, frame });
    tell((page) => page.view === view, frames.get(view));
  });
  line.onmessage = ({ data }) => {
    const { event, number, gone } = JSON.parse(data);
    if (gone) carried.delete(event); // whoever joins with another ticket is heard
    else numbers.set(event, number);
    tell((page) => page.event === event, gone ? { refused: true } : { number });
  };
  line.onerror = () => {
    // A line that was cut is taken up by the browser itself.
    const closed = line.readyState === EventSource.CLOSED;
    numbers.clear();
    frames.clear();
    for (const port of pages.keys()) port.postMessage(closed ? { refused: true } : { cut: true });
    if (!closed) return;
    hangUp();
    later = setTimeout(settle, AGAIN);
  };
}

function tell(whom, message) {
  for (const [port, page] of pages) if (whom(page)) port.postMessage(message);
}

// The sum by which a message is known (RFC 1950).
function adler32(text) {
  let one = 1;
  let other = 0;
  for (const byte of new TextEncoder().encode(text)) {
    one = (one + byte) % 65521;
    other = (other + one) % 65521;
  }
  return other * 65536 + one;
}

function attend(port) {
  port.onmessage = ({ data }) => {
    if (data.leave) {
      pages.delete(port);
    } else {
      const { pathname, searchParams } = new URL(data.join, self.location.origin);
      const event = decodeURIComponent(pathname.split("/")[2]);
      pages.set(port, { event, ticket: searchParams.get("ticket") || "", view: data.view });
      const known = data.view ? frames.get(data.view) : numbers.has(event) && { number: numbers.get(event) };
      if (known) port.postMessage(known);
    }
    settle();
  };
}

if ("onconnect" in self) self.onconnect = ({ ports }) => attend(ports[0]);
else attend(self); // a browser that shares no workers: the page's own
