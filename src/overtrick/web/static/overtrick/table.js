// The table's page on a phone: shows the screen that is due, keeps what a screen reader hears and where the browser's back
// leads, and asks the server how the table stands. What is on the screens is in `phone-*.js`.
"use strict";

(() => {
  const { el, button, heading, pretty } = Parts;
  const { addresses, queue } = Table;
  const alarms = el("div", { id: "alarms" }), place = el("div", { id: "screen" }), foot = el("div", { class: "foot" });
  const phone = document.getElementById("phone");
  const told = document.getElementById("told");
  let left = false; // the page goes by itself

  // One region that is changed, never made again: what a screen reader says beside the heading of a new screen.
  Table.announce = (words) => { if (told.textContent !== words) told.textContent = words; };

  Table.clock = () => (Table.sheet.clock ? el("p", { class: "clock", role: "timer", "data-begins": Table.sheet.clock.begins, "data-ends": Table.sheet.clock.ends },
    el("b", { "data-left": "" }), el("span", { class: "quiet" }, spoken("ends {time}", { time: Table.sheet.clock.at }))) : "");
  Table.dealt = (board) => {
    const each = Table.sheet.boards.find((one) => one.board === board);
    return each ? spoken("Dealer {dealer}, {vulnerable}", { dealer: Parts.CALLED[each.dealer], vulnerable: each.vulnerable }) : "";
  };
  Table.bar = (back, to, board, described = "deal") => el("div", { class: "bar of-board" }, button("‹", to, { class: "plain back", "aria-label": back }),
    heading(spoken("Board {board}", { board }), { "aria-describedby": described }), Table.clock(), el("p", { class: "deal", id: "deal" }, Table.dealt(board)));

  // On plain HTTP browsers keep no page for a phone without network: it goes on while it is open, and says so.
  // So it is under a certificate that the phone does not trust: there the browser refuses to keep it.
  let keeps = "serviceWorker" in navigator;
  const status = () => {
    const waiting = queue.waiting.length, { offline } = Table;
    const stuck = waiting && (offline || queue.failed);
    const words = stuck ? spoken("{waiting:#message is/messages are} waiting to be sent.", { waiting }) : waiting ? spoken("Sending…") : queue.sentAt ? spoken("All messages sent, the last at {at}.", { at: queue.sentAt }) : spoken("Nothing to send.");
    const more = queue.fleeting ? spoken("Keep this page open until everything is sent: this phone cannot store unsent results.") : offline && !keeps ? spoken("Keep this page open. You can go on entering results, but without the network the page cannot be reloaded.") : "";
    return el("p", { class: stuck ? "status waiting" : "status" }, [offline ? spoken("No network.") : "", words, more].filter(Boolean).join(" "));
  };

  // What was not taken, with what went along with it; and boards with two results, wherever one is.
  const refusals = () => {
    const { CALLED } = Parts, refused = queue.refused, { agreeing, entry } = Table;
    const lines = refused.filter((message) => !refused.some((each) => each.key === message.lost)).map((message) => {
      const answers = refused.some((each) => each.lost === message.key);
      const lost = () => spoken("Board {board}: the reply[ from {seat}] was not sent, because {why}.", { board: message.board, seat: CALLED[message.seat], why: Queue.why(message.refused) });
      const what = message.lost ? lost() : message.refused;
      const at = message.board && Table.here(message) ? message.board : null;
      return el("div", { class: "alarm", role: "alert", "data-key": message.key },
        el("p", {}, el("strong", {}, message.says && !message.lost ? `${spoken("Not accepted: {result}.", { result: pretty(message) })} ` : message.lost ? "" : `${spoken("Not accepted.")} `), what, answers ? ` ${spoken("The other side’s reply was not sent either.")}` : ""),
        button(at ? spoken("Show board {board}", { board: at }) : spoken("Dismiss"), () => { queue.drop(message.key); if (at) Table.open(at); }, { class: "plain" }));
    });
    const twice = Table.sheet.boards.filter(({ board }) => board !== agreeing && (!entry || entry.board !== board) && Table.line(board).other && !refused.some((each) => each.board === board));
    return [...lines, ...twice.map(({ board }) => el("div", { class: "alarm", role: "alert" },
      el("p", {}, el("strong", {}, `${spoken("Board {board} has two different results.", { board })} `), spoken("Check the cards together.")),
      button(spoken("Show board {board}", { board }), () => Table.open(board), { class: "plain" })))];
  };

  const screen = () => {
    const { sheet } = Table;
    if (sheet.stage && !sheet.closed && (Table.sitting || !Table.mine())) return Boards.seats();
    if (Table.calling) return Call.screen();
    if (Table.entry) return Entry.screen();
    return Table.agreeing ? Agreement.screen() : Boards.overview();
  };

  // A part is drawn again only where it is another: a screen reader hears it once, and the focus stays.
  const drawn = new Map();
  const draw = (part, children) => {
    const holder = el("div", {}, ...children);
    const html = holder.innerHTML;
    if (drawn.get(part) === html) return false;
    drawn.set(part, html);
    part.replaceChildren(...holder.childNodes);
    return true;
  };
  const nameOf = (element) => element?.getAttribute?.("aria-label") || element?.textContent;

  // The browser's back goes back a step: a deeper screen is a new page of the history, one as deep replaces it.
  let trail = []; // the screens that led here, each with its depth
  let going = false; // the history moves by our own hand, and later has come to where the screen is
  let later = null;
  const here = () => {
    const { entry, agreeing, hand, sitting, calling } = Table;
    return { entry: entry && { board: entry.board, step: entry.step }, agreeing, hand, sitting, calling };
  };
  const remember = (depth) => {
    if (going) { later = depth; return; }
    const step = { depth, at: here() };
    let up = 0;
    while (trail.length && trail[trail.length - 1].depth >= depth) { trail.pop(); up += 1; }
    trail.push(step);
    if (!up) return history.pushState({ trail }, "");
    if (up === 1) return history.replaceState({ trail }, "");
    going = true;
    history.go(1 - up);
  };
  window.addEventListener("popstate", Parts.guarded((event) => {
    if (going) {
      const depth = later;
      [going, later] = [false, null];
      history.replaceState({ trail }, "");
      if (depth !== null) remember(depth);
      return;
    }
    if (!event.state?.trail) return;
    trail = event.state.trail;
    goBackTo(trail[trail.length - 1].at);
    Table.show(true);
  }));
  const goBackTo = ({ entry, ...others }) => {
    Object.assign(Table, others, { entry: null });
    if (!entry) return;
    if (Table.line(entry.board).state === "agreed") return;
    const draft = Table.drafts()[entry.board];
    Object.assign(Table, { entry: { ...Table.blank, ...draft, board: entry.board, again: Table.line(entry.board).state !== "waiting", step: draft ? entry.step : "contract" } });
  };

  let last = null;
  Table.show = Parts.guarded((restored = false) => {
    if (failed) return;
    due = false;
    const seen = Table.agreeing ? Table.line(Table.agreeing) : null;
    if (seen && seen.state === "agreed") { // the other phone, or the desk, has settled it: go on
      Table.note = spoken("Board {board} is confirmed: {result}.", { board: Table.agreeing, result: pretty(seen) });
      return Table.next(Table.agreeing);
    }
    const active = nameOf(document.activeElement), { selectionStart } = document.activeElement || {}, typing = document.activeElement?.id === "typed";
    const { name, depth, title, parts } = screen();
    draw(alarms, refusals());
    const changed = draw(place, [Table.note ? el("p", { class: "note" }, Table.note) : "", ...parts]);
    draw(foot, [status(), Call.part()]);
    document.body.classList.toggle("deep", depth > 0);
    document.title = `${title} · ${Table.sheet.event}`;
    if (Table.note) Table.announce(Table.note);
    else if (Table.offline !== offlineTold) Table.announce(foot.querySelector(".status").textContent);
    offlineTold = Table.offline;
    if (last !== null && last !== name) { // a new screen is announced: its heading has the focus
      place.querySelector("h1")?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    } else if (changed && typing) {
      const line = document.getElementById("typed");
      line?.focus({ preventScroll: true });
      line?.setSelectionRange(selectionStart, selectionStart);
    } else if (active) { // on the same screen the focus stays on its button, its link or the heading
      const lost = !document.activeElement || document.activeElement === document.body;
      if (lost) [...phone.querySelectorAll("button, a, h1")].find((each) => nameOf(each) === active)?.focus({ preventScroll: true });
    }
    if (last !== name && !restored) remember(depth);
    last = name;
    awake();
    document.body.dataset.me = Table.mine() ? Table.people(Parts.sideOf(Table.mine())).number : "";
    document.dispatchEvent(new CustomEvent("overtrick:live"));
  });
  let offlineTold = false;

  // The screen stays on while a board is entered; a phone that cannot, or will not, sleeps as before.
  let lock = null;
  const awake = async () => {
    if (!navigator.wakeLock || document.hidden) return;
    const wanted = Boolean(Table.entry);
    if (wanted === Boolean(lock)) return;
    if (!wanted) { const held = lock; lock = null; if (held !== "asked") await held.release().catch(() => {}); return; }
    lock = "asked";
    try {
      const held = await navigator.wakeLock.request("screen");
      held.addEventListener("release", () => { if (lock === held) lock = null; });
      if (lock === "asked") lock = held; else await held.release();
    } catch { lock = null; }
  };

  // What the server or the queue says is not drawn under a finger that is down: the button would be gone before it is up.
  let pressing = false, due = false;
  Table.showLater = () => { if (pressing) due = true; else Table.show(); };
  const released = () => setTimeout(() => { pressing = false; if (due) Table.show(); }, 100);
  phone.addEventListener("pointerdown", () => { pressing = true; });
  phone.addEventListener("click", () => { Table.note = ""; }, true);
  window.addEventListener("pointerup", released);
  window.addEventListener("pointercancel", released);

  Table.refresh = async () => {
    try {
      const answer = await fetch(Table.ahead ? `${addresses.now}?round=${Table.ahead}` : addresses.now, { cache: "no-store" });
      if (answer.status === 403) { left = true; window.location.reload(); return; }
      if (!answer.ok) throw new Error("not now");
      const fresh = await answer.json();
      const changed = Table.offline || JSON.stringify({ ...fresh, number: 0 }) !== JSON.stringify({ ...Table.sheet, number: 0 });
      Table.offline = false;
      if (fresh.number >= Table.sheet.number && changed) { Table.take(fresh); Table.showLater(); }
      if (queue.waiting.length) queue.send();
    } catch {
      if (!Table.offline) { Table.offline = true; Table.showLater(); }
    }
  };

  const rhythm = () => (Table.sheet.boards.some((each) => each.state === "to be agreed" || each.state === "disputed") ? 4000 : Table.entry ? 6000 : 12000);
  const tick = async () => { if (!document.hidden) await Table.refresh(); setTimeout(tick, rhythm()); };

  window.addEventListener("offline", () => { Table.offline = true; Table.showLater(); });
  window.addEventListener("online", Table.refresh);
  window.addEventListener("pageshow", (event) => { if (event.persisted) Table.refresh(); }); // from the back/forward cache
  document.addEventListener("visibilitychange", () => { if (!document.hidden) { awake(); Table.refresh(); } });
  // What nothing but this page has is lost with it: leaving is asked about. So it is where the page cannot be loaded again.
  window.addEventListener("beforeunload", (event) => { if (!left && (queue.fleeting || (Table.offline && !keeps))) event.preventDefault(); });

  // The plain form stays until the first screen stands, and comes back, as things stand now, when a screen or a tap fails.
  const plain = document.getElementById("plain");
  let failed = false;
  Parts.failed = (fault) => {
    setTimeout(() => { throw fault; }); // for the browser's log
    if (failed) return;
    failed = true;
    phone.hidden = true;
    document.body.classList.remove("deep");
    const words = spoken("The buttons do not work on this phone. Enter results with this form instead.");
    const put = (form) => { form.prepend(el("p", { class: "alarm", role: "alert" }, words)); plain.remove(); phone.after(form); };
    const fresh = (text) => new DOMParser().parseFromString(text, "text/html").getElementById("plain");
    if (plain.isConnected) return put(plain);
    fetch(window.location.href, { cache: "no-store" }).then((answer) => answer.text()).then((text) => put(fresh(text) || plain)).catch(() => put(plain));
  };

  const begin = Parts.guarded(() => {
    phone.replaceChildren(alarms, place, foot);
    trail = (history.state && history.state.trail) || [];
    if (trail.length && trail.at(-1).at.entry) goBackTo(trail.at(-1).at); // a page loaded again goes on with what was half entered
    if (!trail.length) { trail = [{ depth: 0, at: here() }]; history.replaceState({ trail }, ""); }
    Table.show();
    if (failed) return;
    phone.hidden = false;
    plain.remove();
    setTimeout(tick, 4000);
  });
  begin();
  queue.send();
  if (keeps) {
    const parts = [...document.querySelectorAll("link[href], script[src]")].map((each) => each.href || each.src);
    navigator.serviceWorker.register(addresses.worker, { scope: addresses.scope }).catch(() => {
      if (!navigator.serviceWorker.controller) { keeps = false; Table.showLater(); }
    });
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ keep: [window.location.href, ...parts] })).catch(() => {});
  }
})();
