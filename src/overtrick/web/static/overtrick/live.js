// A page that keeps itself right. It hears the number of each new posting on the stream (or asks for it now and then
// where there is no stream), fetches itself again when it is behind, and puts the parts marked data-live in place.
(() => {
  "use strict";
  const body = document.body;
  const { liveUrl, nowUrl } = body.dataset;
  if (!nowUrl) return;

  const SLOWEST = 60000;
  let newest = here();
  let wait = 5000;
  let stream = null;
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
      sign.textContent = state;
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
      const answer = await fetch(location.href, { cache: "no-cache", headers: { Accept: "text/html" } });
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

  function listen() {
    if (!liveUrl || !window.EventSource) return poll();
    stream = new EventSource(liveUrl);
    stream.onmessage = (message) => {
      clearTimeout(polling);
      wait = 5000;
      try {
        heard(Number(JSON.parse(message.data).number));
      } catch {
        poll();
      }
    };
    stream.onerror = () => {
      // A line that was cut is taken up by the browser itself; where there is no stream we ask.
      if (stream.readyState !== EventSource.CLOSED) say("offline");
      clearTimeout(polling);
      polling = setTimeout(poll, stream.readyState === EventSource.CLOSED ? 0 : wait);
    };
    return undefined;
  }

  let asked = 0;
  async function poll() {
    clearTimeout(polling);
    if (!document.hidden) {
      try {
        const answer = await fetch(nowUrl, { cache: "no-store" });
        if (!answer.ok) throw new Error(String(answer.status));
        wait = 5000;
        heard(Number((await answer.json()).number));
      } catch {
        say("offline");
        wait = Math.min(SLOWEST, wait * 2);
      }
    }
    asked += 1;
    if (stream && stream.readyState !== EventSource.CLOSED) {
      if (stream.readyState === EventSource.CONNECTING) polling = setTimeout(poll, wait);
      return;
    }
    if (liveUrl && asked % 12 === 0) listen(); // perhaps there is a stream again
    else polling = setTimeout(poll, wait);
  }

  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) poll();
  });
  window.addEventListener("online", poll);
  window.addEventListener("offline", () => say("offline"));
  listen();
})();
