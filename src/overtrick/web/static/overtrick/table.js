// The table's page on a phone: boards of the round, a contract by large buttons, agreement, and what waits to be sent.
"use strict";

(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const addresses = read("addresses");
  let sheet = read("sheet");
  let entry = null; // the result being entered
  let agreeing = null; // the board shown to the opponents
  let offline = false;
  const phone = document.getElementById("phone");
  const seatKey = `seat:${addresses.now}`;
  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣", NT: "NT" };
  const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", NT: "no trumps" };
  const SEATS = { N: "North", E: "East", S: "South", W: "West" };
  const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];

  const el = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== ""));
    return made;
  };
  const button = (text, press, attributes = {}) => el("button", { type: "button", onclick: press, ...attributes }, text);
  const suit = (strain) => el("span", { class: `suit ${strain}` }, SUITS[strain]);

  const queue = new Queue(`queue:${addresses.message}`, addresses.message, (fresh) => {
    if (fresh) sheet = fresh;
    showLater();
  });
  const say = (what, more = {}) => queue.add({ what, stage: sheet.stage, round: sheet.round, seat: localStorage.getItem(seatKey) || "", ...more });

  // A board as this phone knows it: the server's word, with what waits here laid over it.
  const line = (board) => {
    const known = { ...sheet.boards.find((each) => each.board === board) };
    for (const message of queue.waiting) {
      if (message.board !== board || message.round !== sheet.round || message.stage !== sheet.stage) continue;
      if (message.what === "result" || message.what === "put right") Object.assign(known, { state: "to be agreed", says: message.says, score: message.score, sending: true });
      if (message.what === "agree") Object.assign(known, { state: "agreed", sending: true });
      if (message.what === "dispute") Object.assign(known, { state: "disputed", sending: true });
    }
    return known;
  };

  const points = (score) => {
    const value = Number(score);
    return value === 0 ? "0" : value > 0 ? `N/S +${value}` : `E/W +${-value}`;
  };

  const pretty = (says) => says.replace(/(\d)(NT|[SHDC])(X{0,2})/, (_, level, strain, doubled) => level + SUITS[strain] + "×".repeat(doubled.length)).replace(" -", " −").replace(/ (\S+)$/, "\u00a0$1"); // the result stays with its declarer

  const status = () => {
    const waiting = queue.waiting.length;
    const stuck = waiting && (offline || queue.failed);
    const words = stuck ? `${waiting} ${waiting === 1 ? "message waits" : "messages wait"} to be sent` : waiting ? "Sending" : queue.sentAt ? `All sent ${queue.sentAt}` : "Nothing to send";
    return el("p", { class: stuck ? "status waiting" : "status", role: "status" }, (offline ? "No network. " : "") + words + ".");
  };

  const refusals = () => queue.refused.map((message) =>
    el("div", { class: "alarm", role: "alert" },
      el("p", {}, `${message.board ? `Board ${message.board}: ` : ""}${message.says ? `${message.says}. ` : ""}Not taken: ${message.refused}`),
      button("I have seen this", () => queue.drop(message.key), { class: "plain" })));

  const side = (name, who, seats) => el("div", { class: "side" }, el("strong", {}, name), el("span", {}, ` ${who.number} `), el("span", { class: "quiet" }, who.players.join(" and ") || who.name || seats));

  const overview = () => {
    if (!sheet.stage) return [el("h1", {}, `Table ${sheet.table}`), el("p", {}, "Nothing to play yet. The boards show here when the draw is published.")];
    const where = `Table ${sheet.table}${sheet.room ? ` · ${sheet.room} room` : ""} · round ${sheet.round}`;
    const boards = sheet.boards.map((each) => {
      const known = line(each.board);
      const open = known.state === "waiting" ? () => start(each.board) : known.state === "agreed" ? null : () => { agreeing = each.board; show(); };
      const marks = { "waiting": "Enter", "to be agreed": "Agree?", "agreed": "✓ agreed", "disputed": "! not agreed" };
      const rows = [
        el("span", { class: "board" }, `Board ${each.board}`),
        el("span", { class: "what" }, known.says ? pretty(known.says) : known.vulnerable,
          known.says && known.score !== null ? el("span", { class: "worth" }, points(known.score)) : ""),
        el("span", { class: "mark" }, marks[known.state], known.sending ? el("span", { class: "unsent" }, "not sent yet") : ""),
      ];
      const look = known.state === "agreed" && !known.sending ? el("a", { class: "look", href: addresses.board.replace("/0/", `/${each.board}/`) }, "Other tables") : null;
      const content = open && !sheet.closed ? el("button", { type: "button", class: `row ${known.state.replaceAll(" ", "-")}`, onclick: open }, ...rows) : el("div", { class: `row ${known.state.replaceAll(" ", "-")}` }, ...rows);
      return el("li", {}, content, look ?? "");
    });
    return [
      el("h1", {}, where),
      side("N–S", sheet.ns, "North–South"), side("E–W", sheet.ew, "East–West"),
      sheet.closed ? el("p", { class: "quiet" }, "This round is closed. The next one shows here when it is drawn.") : "",
      el("ul", { class: "boards" }, ...boards),
    ];
  };

  const start = (board) => { entry = { board, level: 0, strain: "", doubled: 0, declarer: "", result: null, lead: "", leadSuit: "", step: "contract" }; agreeing = null; show(); };
  const set = (change) => { Object.assign(entry, change); show(); };
  const pressed = (on) => ({ "aria-pressed": String(on), class: on ? "choice on" : "choice" });

  const contractStep = () => {
    const ready = entry.level && entry.strain && entry.declarer;
    return [
      el("div", { class: "grid four", role: "group", "aria-label": "Level" },
        ...[1, 2, 3, 4, 5, 6, 7].map((level) => button(String(level), () => set({ level }), pressed(entry.level === level))),
        button("Pass", () => set({ level: 0, strain: "", declarer: "", step: "passed" }), { class: "choice", "aria-label": "Passed out" })),
      el("div", { class: "grid five", role: "group", "aria-label": "Suit" },
        ...["C", "D", "H", "S", "NT"].map((strain) => button(suit(strain), () => set({ strain }), { ...pressed(entry.strain === strain), "aria-label": NAMES[strain] }))),
      el("div", { class: "grid two", role: "group", "aria-label": "Doubled" },
        button("×  doubled", () => set({ doubled: entry.doubled === 1 ? 0 : 1 }), pressed(entry.doubled === 1)),
        button("××  redoubled", () => set({ doubled: entry.doubled === 2 ? 0 : 2 }), pressed(entry.doubled === 2))),
      el("div", { class: "grid four", role: "group", "aria-label": "Declarer" },
        ...Object.entries(SEATS).map(([declarer, name]) => button(name, () => set({ declarer }), pressed(entry.declarer === declarer)))),
      button("Next: the result", () => set({ step: "result" }), { class: "wide", disabled: !ready }),
    ];
  };

  const resultStep = () => {
    const most = 7 - entry.level, least = -(6 + entry.level);
    const shown = [];
    for (let result = entry.more ? least : Math.max(least, -4); result <= most; result++) shown.push(result);
    const name = (result) => (result === 0 ? "=" : result > 0 ? `+${result}` : `−${-result}`);
    return [
      el("p", { class: "contract" }, ...contractParts()),
      el("div", { class: "grid four", role: "group", "aria-label": "Result" },
        ...shown.map((result) => button(name(result), () => set({ result }), { ...pressed(entry.result === result), "aria-label": result === 0 ? "made exactly" : result > 0 ? `${result} over` : `${-result} down` })),
        entry.more ? "" : button("More down", () => set({ more: true }), { class: "choice small" })),
      el("p", { class: "quiet" }, "Lead, if you wish:"),
      el("div", { class: "grid four", role: "group", "aria-label": "Suit of the lead" },
        ...["C", "D", "H", "S"].map((strain) => button(suit(strain), () => set({ leadSuit: entry.leadSuit === strain ? "" : strain, lead: "" }), { ...pressed(entry.leadSuit === strain), "aria-label": `lead of ${NAMES[strain]}` }))),
      entry.leadSuit ? el("div", { class: "grid seven", role: "group", "aria-label": "Card led" },
        ...RANKS.map((rank) => button(rank === "T" ? "10" : rank, () => set({ lead: entry.leadSuit + rank }), pressed(entry.lead === entry.leadSuit + rank)))) : "",
      button("Next: check it", () => set({ step: "check" }), { class: "wide", disabled: entry.result === null }),
    ];
  };

  const contractParts = () => [`${entry.level}`, suit(entry.strain), ["", "×", "××"][entry.doubled], ` by ${SEATS[entry.declarer]}`];

  const written = () => {
    if (entry.step === "passed") return { result: "PASS", says: "passed out", score: "0" };
    const result = entry.result === 0 ? "=" : entry.result > 0 ? `+${entry.result}` : String(entry.result);
    const doubled = ["", "X", "XX"][entry.doubled];
    const score = Bridge.score(entry.board, entry.level, entry.strain, entry.doubled, entry.declarer, entry.result);
    return { result: `${entry.level}${entry.strain}${doubled} ${entry.declarer} ${result}`, says: `${entry.level}${SUITS[entry.strain]}${["", "×", "××"][entry.doubled]} by ${SEATS[entry.declarer]} ${result.replace("-", "−")}`, score: String(score) };
  };

  const checkStep = () => {
    const said = written();
    const again = sheet.boards.find((each) => each.board === entry.board)?.state !== "waiting";
    const send = () => {
      const { board } = entry;
      say(again ? "put right" : "result", { board, ...said, lead: entry.lead });
      entry = null;
      agreeing = board;
      show();
    };
    return [
      el("p", { class: "said" }, said.says), el("p", { class: "points" }, points(said.score)),
      entry.lead ? el("p", {}, "Lead: ", suit(entry.lead[0]), entry.lead[1] === "T" ? "10" : entry.lead[1]) : "",
      button("Right: show it to the opponents", send, { class: "wide" }),
    ];
  };

  const entering = () => {
    const known = sheet.boards.find((each) => each.board === entry.board);
    const steps = { contract: contractStep, result: resultStep, check: checkStep, passed: checkStep };
    const back = { contract: () => { entry = null; show(); }, result: () => set({ step: "contract" }), check: () => set({ step: "result" }), passed: () => set({ step: "contract" }) };
    return [
      el("div", { class: "bar" }, button("‹ Back", back[entry.step], { class: "plain" }), el("h1", {}, `Board ${entry.board}`), el("span", { class: "quiet" }, known.vulnerable)),
      ...steps[entry.step](),
    ];
  };

  const agreement = () => {
    const known = line(agreeing);
    const board = agreeing;
    const done = () => { agreeing = null; show(); };
    return [
      el("div", { class: "bar" }, button("‹ Boards", done, { class: "plain" }), el("h1", {}, `Board ${board}`), el("span", { class: "quiet" }, known.vulnerable)),
      el("p", { class: "said" }, pretty(known.says)), el("p", { class: "points" }, known.score === null ? "" : points(known.score)),
      known.state === "disputed" ? el("p", { class: "alarm" }, "Not agreed. Enter it again, or call the director.") : el("p", {}, "Opponents: is this right?"),
      button("We agree", () => { say("agree", { board }); next(board); }, { class: "wide" }),
      button("Not right", () => { say("dispute", { board }); show(); }, { class: "wide plain" }),
      button("Enter it again", () => start(board), { class: "wide plain" }),
    ];
  };

  const next = (board) => {
    const after = sheet.boards.map((each) => each.board).filter((each) => each !== board && line(each).state === "waiting");
    agreeing = null;
    if (after.length) start(after.find((each) => each > board) ?? after[0]); else show();
  };

  const foot = () => el("div", { class: "foot" }, status(),
    sheet.stage && !sheet.closed ? (sheet.called || queue.waiting.some((each) => each.what === "call")
      ? el("p", { class: "called" }, "☎ The director has been called.")
      : button("☎ Call the director", () => { say("call"); show(); }, { class: "plain" })) : "");

  const show = () => {
    due = false;
    const kept = document.activeElement?.getAttribute?.("aria-label") || document.activeElement?.textContent;
    const content = entry ? entering() : agreeing ? agreement() : overview();
    phone.replaceChildren(...refusals(), ...content.filter((each) => each !== ""), foot());
    if (kept) [...phone.querySelectorAll("button")].find((each) => (each.getAttribute("aria-label") || each.textContent) === kept)?.focus({ preventScroll: true });
  };

  // What the server or the queue says is not drawn under a finger that is down: the button would be gone before it is up.
  let pressing = false, due = false;
  const showLater = () => { if (pressing) due = true; else show(); };
  const released = () => setTimeout(() => { pressing = false; if (due) show(); }, 100);
  phone.addEventListener("pointerdown", () => { pressing = true; });
  window.addEventListener("pointerup", released);
  window.addEventListener("pointercancel", released);

  const refresh = async () => {
    try {
      const answer = await fetch(addresses.now, { cache: "no-store" });
      if (answer.status === 403) { window.location.reload(); return; }
      if (!answer.ok) throw new Error("not now");
      const fresh = await answer.json();
      const moved = fresh.stage !== sheet.stage || fresh.round !== sheet.round;
      const changed = offline || JSON.stringify({ ...fresh, number: 0 }) !== JSON.stringify({ ...sheet, number: 0 });
      offline = false;
      if (fresh.number >= sheet.number && changed) {
        if (moved) { entry = null; agreeing = null; }
        sheet = fresh;
        showLater();
      }
      if (queue.waiting.length) queue.send();
    } catch {
      if (!offline) { offline = true; showLater(); }
    }
  };

  const rhythm = () => (sheet.boards.some((each) => each.state === "to be agreed") ? 4000 : 12000);
  const tick = async () => { if (!document.hidden) await refresh(); setTimeout(tick, rhythm()); };

  window.addEventListener("offline", () => { offline = true; showLater(); });
  window.addEventListener("online", refresh);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(addresses.worker, { scope: "/t/" }).catch(() => {});
  document.getElementById("plain").remove();
  phone.hidden = false;
  show();
  queue.send();
  setTimeout(tick, 4000);
})();
