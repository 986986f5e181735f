// A page that keeps itself right. The worker that holds the stream tells it after each posting its frame: the pieces of its
// live parts (see live/frame.py). Where there is no stream, it asks now and then for the number of the last posting, and when
// it is behind for the pieces that it does not hold. Where a frame does not fit, it fetches itself. The parts marked data-live are put in
// place text by text, so that what the reader has opened, sorted or focused stays. Out of sight, or left and kept by the
// browser for the way back, it holds nothing.
(() => {
  "use strict";
  const body = document.body;
  const { liveUrl, nowUrl } = body.dataset;
  for (const each of document.querySelectorAll(".pages [aria-current], .tabs [aria-current]")) each.scrollIntoView({ block: "nearest", inline: "center" });
  if (!nowUrl) return;

  const WORKER = new URL("live-worker.js", document.currentScript.src).href;
  const SOON = 5000;
  const SLOWEST = 60000;
  let newest = here();
  let wait = SOON;
  let line = null; // to the worker
  let deaf = true; // nothing is heard on it
  let polling = 0;
  let fetching = false;
  let failed = 0;
  let unsaid = body.dataset.frame; // the tag of what frames do not carry; empty where the page has none
  let tags = []; // of the pieces it holds
  let pieces = [];
  let spread = 300; // milliseconds: as the stream says, so that all who must ask do not ask in the same moment

  function here() {
    const mark = document.querySelector("[data-number]");
    return mark ? Number(mark.dataset.number) : 0;
  }

  function say(state) {
    for (const sign of document.querySelectorAll("[data-state]")) {
      if (sign.dataset.state === state) continue;
      sign.dataset.state = state;
      sign.textContent = { "live": spoken("live"), "catching up": spoken("catching up"), "offline": spoken("offline") }[state];
    }
  }

  // Whether the page says another thing of the venue's silence than this; a moment, or none while the venue is heard.
  function misses(silent) {
    const mark = document.getElementById("silence");
    return mark && (Date.parse(mark.dataset.silent) || 0) !== (Date.parse(silent) || 0);
  }

  function heard(number, silent) {
    if (number > newest) newest = number;
    if (newest > here() || (silent !== undefined && misses(silent))) catchUp();
    else if (!failed) say("live");
  }

  async function catchUp() {
    if (fetching || document.hidden) return;
    fetching = true;
    say("catching up");
    try {
      await pause(Math.random() * spread);
      if (!unsaid || !(await frame())) await page();
      failed = 0;
      say("live");
    } catch {
      failed += 1;
      say("offline");
    }
    fetching = false;
    if (newest > here()) setTimeout(catchUp, Math.min(SLOWEST, 1000 * 2 ** failed));
  }

  // The page itself, where there is no frame or it does not fit.
  async function page() {
    const address = `${location.pathname}${location.search || "?"}${location.search && "&"}`;
    const kept = newest > here() ? `number=${newest}` : ""; // what else than the number changed is not kept under it
    const answer = await fetch(`${address}${kept}`, { headers: { Accept: "text/html", "X-Overtrick-Part": "live" } });
    if (!answer.ok) throw new Error(String(answer.status));
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    unsaid = fresh.body.dataset.frame;
    tags = [];
    pieces = [];
    if (parts().some(({ id }) => !fresh.getElementById(id))) location.reload(); // it has another shape now
    else put((part) => fresh.getElementById(part.id));
  }

  // The pieces that are not held; false where they do not fit this page.
  async function frame() {
    const answer = await fetch(`${location.pathname}${location.search || "?"}${location.search && "&"}frame=${tags.join(".")}`, { cache: "no-cache" });
    if (!answer.ok) throw new Error(String(answer.status));
    if (!answer.headers.get("Content-Type").includes("json")) return false; // it has none just now
    const told = await answer.json();
    if (told.w !== unsaid) return false;
    for (const [place, [tag, piece]] of Object.entries(told.p)) {
      tags[place] = tag;
      pieces[place] = piece;
    }
    tags.length = told.count;
    pieces.length = told.count;
    return shown(told);
  }

  // Put the page together from its pieces; false where they do not fit it.
  function shown(told) {
    try {
      const made = assembled(told.parts).map(element);
      const mark = made.find((part) => part.dataset.number);
      if (mark && Number(mark.dataset.number) < here()) return true; // kept somewhere on the way; it is asked for again
      put((part) => made.find(({ id }) => id === part.id));
      return true;
    } catch {
      return false;
    }
  }

  const KEY = "\u0001";
  const VALUE = "\u0002";
  const KNOWN = "\u0003";
  const ROWS = "\u0004";

  // The live parts as the pieces say them, with a mark where a name stands.
  function assembled(count) {
    const runs = [];
    for (let at = count; at < pieces.length; ) {
      const [columns, ...order] = pieces[at].split("\n");
      const rows = new Map([...order].sort(byCode).map((key) => [key, ""]));
      for (const column of pieces.slice(at + 1, at + 1 + Number(columns))) {
        const lines = column.at(-1).split("\n");
        [...rows.keys()].forEach((key, place) => rows.set(key, rows.get(key) + filled(column, key, lines[place])));
      }
      runs.push(order.map((key) => rows.get(key)).join(""));
      at += 1 + Number(columns);
    }
    return pieces.slice(0, count).map((part) => part.split(ROWS).reduce((one, other) => one + runs.shift() + other));
  }

  function filled(shapes, key, line) {
    if (!line) return "";
    const [shape, ...texts] = line.replaceAll("\u0005", "\n").split("\t");
    return shapes[Number(shape)].replaceAll(KEY, key).split(VALUE).reduce((one, other) => one + texts.shift().replaceAll("\u0006", "\t") + other);
  }

  function byCode(one, other) {
    return one < other ? -1 : Number(one > other); // as the server sorts keys
  }

  function element(text) {
    const page = new DOMParser().parseFromString(`<template>${text}</template>`, "text/html"); // a row may stand alone
    return page.querySelector("template").content.firstElementChild;
  }

  function parts() {
    return [...document.querySelectorAll("[data-live]")].filter((part) => !part.parentElement.closest("[data-live]"));
  }

  function put(fresh) {
    const focused = document.activeElement;
    const stood = new Map([...document.querySelectorAll("[data-live] [data-k]")].map((row) => [row, row.offsetTop]));
    const changed = new Set();
    for (const part of parts()) turn(part, fresh(part), changed);
    document.dispatchEvent(new CustomEvent("overtrick:live"));
    if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true });
    if (!window.matchMedia("(prefers-reduced-motion: reduce)").matches) show(changed, stood);
  }

  // A cell that changed flashes its wash, a row that moved slides; nothing else moves.
  function show(changed, stood) {
    for (const cell of changed) cell.animate([{ offset: 0, backgroundColor: "var(--baize-wash)" }], 600);
    for (const [row, top] of stood) {
      const by = row.isConnected ? top - row.offsetTop : 0;
      if (by) row.animate([{ offset: 0, transform: `translateY(${by}px)` }], { duration: 200, easing: "ease-out" });
    }
  }

  // Turn an element into another one, keeping its nodes: rows by their keys, the rest by their places.
  function turn(old, fresh, changed) {
    if (old.isEqualNode(fresh)) return;
    for (const { name, value } of fresh.attributes) {
      if (name !== "open" && value !== KNOWN && old.getAttribute(name) !== value) old.setAttribute(name, value);
    }
    for (const { name } of [...old.attributes]) if (name !== "open" && !fresh.hasAttribute(name)) old.removeAttribute(name);
    const rows = new Map([...old.children].filter((each) => keyOf(each)).map((row) => [keyOf(row), row]));
    let at = old.firstChild;
    for (const next of [...fresh.childNodes]) {
      const node = keyOf(next) ? rows.get(keyOf(next)) || elsewhere(old, next) : alike(at, next);
      if (node && node === at) at = at.nextSibling;
      else old.insertBefore(node || next, at);
      if (!node) {
        if (old.closest("td")) changed.add(old.closest("td"));
        continue;
      }
      if (node.nodeType === Node.ELEMENT_NODE) {
        if (!(next.localName === "th" && next.textContent === KNOWN)) turn(node, next, changed);
      } else if (node.data !== next.data) {
        node.data = next.data;
        const cell = old.closest("td");
        if (cell) changed.add(cell);
      }
    }
    while (at) {
      const gone = at;
      at = at.nextSibling;
      gone.remove();
    }
  }

  function keyOf(node) {
    return node.dataset?.k;
  }

  // A row that came from another run of rows has its name there.
  function elsewhere(old, next) {
    if (!next.outerHTML.includes(KNOWN)) return null;
    const there = old.closest("[data-live]").querySelector(`[data-k="${CSS.escape(keyOf(next))}"]`);
    if (!there) throw new Error(keyOf(next));
    return there.cloneNode(true);
  }

  // The next node that is no row, if it is of the same kind.
  function alike(at, next) {
    let node = at;
    while (node && keyOf(node)) node = node.nextSibling;
    return node && node.nodeName === next.nodeName && (node.id || "") === (next.id || "") ? node : null;
  }

  function pause(milliseconds) {
    return new Promise((done) => {
      setTimeout(done, milliseconds);
    });
  }

  function join() {
    if (line || document.hidden) return;
    try {
      const shared = window.SharedWorker ? new SharedWorker(WORKER) : null;
      const worker = shared || new Worker(WORKER);
      line = shared ? shared.port : worker;
      line.onmessage = ({ data }) => (data.cut ? cut() : data.refused ? refused() : told(data));
      worker.onerror = refused;
      line.postMessage({ join: liveUrl, view: unsaid ? location.pathname + location.search : "" });
      deaf = true;
      clearTimeout(polling);
      polling = setTimeout(ask, 2 * SOON); // something on the way may hold the stream back
    } catch {
      ask(); // no workers here, or no stream
    }
  }

  function leave() {
    clearTimeout(polling);
    if (!line) return;
    line.postMessage({ leave: true });
    if (line.terminate) line.terminate();
    else line.close();
    line = null;
  }

  function told({ number, frame: said, spread: over }) {
    deaf = false;
    clearTimeout(polling);
    wait = SOON;
    spread = over || spread;
    if (said && said.w === unsaid && !fetching && number >= here()) { // the same number again: the venue is silent, or no more
      tags = []; // the stream does not say them
      pieces = said.p;
      shown(said);
      failed = 0;
    }
    heard(number);
  }

  // The browser takes the stream up again by itself; meanwhile the page asks.
  function cut() {
    deaf = true;
    say("offline");
    clearTimeout(polling);
    polling = setTimeout(ask, wait);
  }

  function refused() {
    deaf = true;
    ask(); // there is no stream for this page: not a word of being offline while somebody answers
  }

  // Ask, and while nothing is heard ask again.
  async function ask() {
    clearTimeout(polling);
    if (document.hidden) return;
    try {
      const answer = await fetch(nowUrl, { cache: "no-store" });
      if (!answer.ok) throw new Error(String(answer.status));
      wait = SOON;
      const { number, silent = "" } = await answer.json();
      heard(Number(number), silent);
    } catch {
      say("offline");
      wait = Math.min(SLOWEST, wait * 2);
    }
    clearTimeout(polling);
    if (deaf) polling = setTimeout(ask, wait);
  }

  document.addEventListener("visibilitychange", () => (document.hidden ? leave() : join()));
  window.addEventListener("pagehide", leave);
  window.addEventListener("pageshow", join);
  window.addEventListener("online", ask);
  window.addEventListener("offline", () => say("offline"));
  join();
})();
