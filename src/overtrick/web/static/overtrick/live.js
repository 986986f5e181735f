// A page that keeps itself right. It hears the number of each new posting from the worker that holds the stream (or asks
// for it now and then where there is none), fetches itself again when it is behind, and puts the parts marked data-live
// in place. Out of sight, or left and kept by the browser for the way back, it holds nothing.
(() => {
  "use strict";
  const body = document.body;
  const { liveUrl, nowUrl } = body.dataset;
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  if (!nowUrl) return;

  const WORKER = document.currentScript.src.replace("live.js", "live-worker.js");
  const SOON = 5000;
  const SLOWEST = 60000;
  let newest = here();
  let wait = SOON;
  let line = null; // to the worker
  let deaf = true; // nothing is heard on it
  let polling = 0;
  let fetching = false;
  let failed = 0;

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

  function heard(number) {
    if (number > newest) newest = number;
    if (newest > here()) catchUp();
    else if (!failed) say("live");
  }

  async function catchUp() {
    if (fetching || document.hidden) return;
    fetching = true;
    say("catching up");
    try {
      await pause(Math.random() * 300); // a thousand readers do not ask in the same moment
      const answer = await fetch(location.href, { cache: "no-cache", headers: { Accept: "text/html", "X-Overtrick-Part": "live" } });
      if (!answer.ok) throw new Error(String(answer.status));
      replace(new DOMParser().parseFromString(await answer.text(), "text/html"));
      failed = 0;
      say("live");
    } catch {
      failed += 1;
      say("offline");
    }
    fetching = false;
    if (newest > here()) setTimeout(catchUp, Math.min(SLOWEST, 1000 * 2 ** failed));
  }

  function replace(page) {
    for (const part of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(part.id);
      if (!fresh) {
        location.reload(); // the page has another shape now
        return;
      }
      if (fresh.outerHTML === part.outerHTML) continue;
      keep(part, fresh);
      part.replaceWith(fresh);
    }
    document.dispatchEvent(new CustomEvent("overtrick:live"));
  }

  // What the reader has opened stays open, and where the reader is stays so.
  function keep(part, fresh) {
    const opened = [...part.querySelectorAll("details")].map((each) => each.open);
    fresh.querySelectorAll("details").forEach((each, place) => {
      each.open = opened[place] || false;
    });
    const focused = document.activeElement;
    if (focused && focused.href && part.contains(focused)) {
      const address = focused.getAttribute("href");
      queueMicrotask(() => {
        for (const link of document.querySelectorAll("a")) {
          if (link.getAttribute("href") === address) {
            link.focus({ preventScroll: true });
            break;
          }
        }
      });
    }
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
      line.onmessage = ({ data }) => (data.cut ? cut() : data.refused ? refused() : told(data.number));
      worker.onerror = refused;
      line.postMessage({ join: liveUrl });
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

  function told(number) {
    deaf = false;
    clearTimeout(polling);
    wait = SOON;
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
      heard(Number((await answer.json()).number));
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
