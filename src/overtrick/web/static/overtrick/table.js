// The table's page on a phone: where you sit, the boards of the round, a contract by large buttons, agreement by the
// other side, and what waits to be sent. Whoever agrees says which result they saw; the server takes no other.
"use strict";

(() => {
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const addresses = read("addresses");
  let sheet = read("sheet");
  let entry = null; // the result being entered
  let agreeing = null; // the board that is looked at
  let hand = null; // the phone is with the other side: { seat }, empty until they say which
  let sitting = false; // the seat is being changed
  let note = ""; // what happened by itself, said once
  let offline = false;
  let left = false; // the page goes by itself
  const phone = document.getElementById("phone");
  const seatKey = `seat:${addresses.place}`;
  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣", NT: "NT" };
  const NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs", NT: "no trumps" };
  const SEATS = { N: "North", E: "East", S: "South", W: "West" };
  const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
  const SIDES = { NS: { name: "North–South", short: "N–S", seats: ["North", "South"] }, EW: { name: "East–West", short: "E–W", seats: ["East", "West"] } };

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
  const wide = (text, press, attributes = {}) => button(text, press, { class: "wide", ...attributes });
  const quiet = (text, press) => button(text, press, { class: "wide plain" });
  const suit = (strain) => el("span", { class: `suit ${strain}` }, SUITS[strain]);
  const heading = (text) => el("h1", { tabindex: "-1" }, text);

  // Seats. A seat is tapped once, and kept while the same people sit on that side of this table.
  const sideOf = (seat) => (seat === "North" || seat === "South" ? "NS" : seat ? "EW" : "");
  const people = (side) => (side === "NS" ? sheet.ns : sheet.ew);
  const against = (side) => (side === "NS" ? "EW" : "NS");
  const kept = () => { try { return JSON.parse(localStorage.getItem(seatKey)) || {}; } catch { return {}; } };
  const seatOn = (side) => { const own = kept()[side]; return own && sheet.stage && own.number === people(side).number ? own.seat : ""; };
  const mine = () => { const side = kept().mine; return side ? seatOn(side) : ""; };
  const sit = (seat, own) => {
    const side = sideOf(seat);
    localStorage.setItem(seatKey, JSON.stringify({ ...kept(), [side]: { seat, number: people(side).number }, ...(own ? { mine: side } : {}) }));
  };
  const acting = () => (hand ? hand.seat : mine());
  const named = (side, word = "and") => {
    const { players, name, number } = people(side);
    return players.length && players.length < 3 ? players.join(` ${word} `) : name || `${number}`;
  };
  const either = (side) => SIDES[side].seats.join(" or ");

  const queue = new Queue(`queue:${addresses.place}`, addresses.message, (fresh) => {
    if (fresh) take(fresh);
    showLater();
  });
  const say = (what, more = {}) => queue.add({ what, stage: sheet.stage, round: sheet.round, draw: sheet.draw, seat: acting(), ...more });
  const take = (fresh) => {
    const moved = fresh.stage !== sheet.stage || fresh.round !== sheet.round || fresh.draw !== sheet.draw;
    if (moved) { entry = null; agreeing = null; hand = null; }
    sheet = fresh;
    if (entry && untouched() && line(entry.board).state !== "waiting") { agreeing = entry.board; entry = null; }
  };
  const untouched = () => entry.step === "contract" && !entry.level && !entry.strain && !entry.declarer && !entry.again;
  const here = (message) => message.round === sheet.round && message.stage === sheet.stage;

  // A board as this phone knows it: the server's word, with what waits here laid over it.
  const line = (board) => {
    const known = { ...sheet.boards.find((each) => each.board === board) };
    for (const message of queue.waiting) {
      if (message.board !== board || !here(message)) continue;
      if (message.what === "result" || message.what === "put right") lay(known, { result: message.result, says: message.says, score: message.score, seat: message.seat, side: sideOf(message.seat) });
      if (message.what === "agree") {
        if (known.other && known.other.result === message.result) Object.assign(known, known.other);
        if (known.result === message.result) Object.assign(known, { state: "agreed", other: null, sending: true });
      }
      if (message.what === "dispute") Object.assign(known, { state: "disputed", sending: true });
    }
    return known;
  };
  const lay = (known, word) => {
    if (known.state === "agreed") return;
    if (known.result && known.side !== word.side) {
      if (known.result === word.result) Object.assign(known, { state: "agreed", other: null, sending: true });
      else Object.assign(known, { state: "disputed", other: word, seen: 0, sending: true });
      return;
    }
    const other = known.other && known.other.side !== word.side && known.other.result !== word.result ? known.other : null;
    Object.assign(known, word, { state: other ? "disputed" : "to be agreed", other, seen: 0, sending: true });
  };

  const points = (score) => {
    const value = Number(score);
    return value === 0 ? "0" : value > 0 ? `N–S +${value}` : `E–W +${-value}`;
  };

  const pretty = (says) => says.replace(/(\d)(NT|[SHDC])(X{0,2})/, (_, level, strain, doubled) => level + SUITS[strain] + "×".repeat(doubled.length)).replace(" -", " −").replace(/ (\S+)$/, "\u00a0$1"); // the result stays with its declarer
  const LETTERS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
  const signed = (says) => pretty(says).split(/([♠♥♦♣])/).map((part) => (LETTERS[part] ? el("span", { class: `sign ${LETTERS[part]}` }, part) : part));
  const worth = (word) => (word.score === null || word.score === undefined ? "" : points(word.score));

  // On plain HTTP browsers keep no page for a phone without network: it goes on while it is open, and says so.
  // So it is under a certificate that the phone does not trust: there the browser refuses to keep it.
  let keeps = "serviceWorker" in navigator;
  const status = () => {
    const waiting = queue.waiting.length;
    const stuck = waiting && (offline || queue.failed);
    const words = stuck ? `${waiting} ${waiting === 1 ? "message waits" : "messages wait"} to be sent` : waiting ? "Sending" : queue.sentAt ? `All sent ${queue.sentAt}` : "Nothing to send";
    return el("p", { class: stuck ? "status waiting" : "status", role: "status" }, (offline ? "No network. " : "") + words + "." + (offline && !keeps ? " Keep this page open: you can go on entering results, but without network it cannot be loaded again." : ""));
  };

  const open = (board) => { entry = null; hand = null; agreeing = board; show(); };

  // What was not taken, with what went along with it; and boards with two results, wherever one is.
  const refusals = () => {
    const refused = queue.refused;
    const told = refused.filter((message) => !refused.some((each) => each.key === message.lost)).map((message) => {
      const answers = refused.some((each) => each.lost === message.key);
      const by = message.seat ? `${message.seat}’s ` : "";
      const what = message.lost ? `Board ${message.board}: ${by}answer was not sent, because ${message.refused}.` : message.refused;
      const at = message.board && here(message) ? message.board : null;
      return el("div", { class: "alarm", role: "alert" },
        el("p", {}, el("strong", {}, message.says && !message.lost ? `Not taken: ${pretty(message.says)}. ` : message.lost ? "" : "Not taken. "), what, answers ? " The answer to it was not sent either." : ""),
        button(at ? `Look at board ${at}` : "I have seen this", () => { queue.drop(message.key); if (at) open(at); }, { class: "plain" }));
    });
    const twice = sheet.boards.filter(({ board }) => board !== agreeing && (!entry || entry.board !== board) && line(board).other && !refused.some((each) => each.board === board));
    return [...told, ...twice.map(({ board }) => el("div", { class: "alarm", role: "alert" },
      el("p", {}, el("strong", {}, `Board ${board} has two different results. `), "Look at it together."),
      button(`Look at board ${board}`, () => open(board), { class: "plain" })))];
  };

  const side = (of) => el("div", { class: "side" }, el("strong", {}, SIDES[of].short), el("span", {}, ` ${people(of).number} `), el("span", { class: "quiet" }, named(of) === people(of).number ? "" : named(of)));

  const seats = () => {
    const choose = (seat) => { sit(seat, true); sitting = false; hand = null; show(); };
    return [
      heading("Where do you sit?"),
      el("p", { class: "quiet" }, `Table ${sheet.table}${sheet.room ? `, ${sheet.room} room` : ""}, round ${sheet.round}. One side enters a result, the other side agrees to it.`),
      ...["NS", "EW"].map((of) => el("section", { class: "seats" },
        el("h2", {}, `${SIDES[of].name} `, el("span", { class: "no" }, people(of).number)), el("p", {}, named(of)),
        el("div", { class: "grid two", role: "group", "aria-label": SIDES[of].name }, ...SIDES[of].seats.map((seat) => button(seat, () => choose(seat), { class: "choice large" }))))),
      mine() ? quiet(`I am ${mine()}, as before`, () => { sitting = false; show(); }) : "",
    ];
  };

  const overview = () => {
    if (!sheet.stage) return [heading(`Table ${sheet.table}`), el("p", {}, "Nothing to play yet. The boards show here when the draw is published.")];
    const where = `Table ${sheet.table}${sheet.room ? ` · ${sheet.room} room` : ""} · round ${sheet.round}`;
    const boards = sheet.boards.map((each) => {
      const known = line(each.board);
      const own = known.side && known.side === sideOf(mine());
      const press = known.state === "waiting" ? () => start(each.board) : known.state === "agreed" ? null : () => open(each.board);
      const marks = { "waiting": "Enter", "to be agreed": own ? "Not agreed yet" : "Agree?", "agreed": "✓ agreed", "disputed": known.other ? "! two results" : "! not agreed" };
      const rows = [
        el("span", { class: "board" }, `Board ${each.board}`),
        el("span", { class: "what" }, ...(known.says ? signed(known.says) : [known.vulnerable]),
          known.says ? el("span", { class: "worth" }, worth(known)) : ""),
        el("span", { class: "mark" }, marks[known.state], known.sending ? el("span", { class: "unsent" }, "not sent yet") : ""),
      ];
      const look = known.state === "agreed" && !known.sending ? el("a", { class: "look", href: addresses.board.replace("/0/", `/${each.board}/`) }, "Other tables") : null;
      const looks = `row ${known.state.replaceAll(" ", "-")}${known.state === "to be agreed" && !own ? " asked" : ""}`;
      const content = press && !sheet.closed ? el("button", { type: "button", class: looks, onclick: press }, ...rows) : el("div", { class: looks }, ...rows);
      return el("li", {}, content, look ?? "");
    });
    return [
      heading(where),
      side("NS"), side("EW"),
      sheet.closed ? el("p", { class: "quiet" }, "This round is closed. The next one shows here when it is drawn.")
        : el("p", { class: "you" }, el("span", {}, "You are ", el("strong", {}, mine()), "."), button("Change seat", () => { sitting = true; show(); }, { class: "plain" })),
      el("ul", { class: "boards" }, ...boards),
    ];
  };

  const start = (board) => { entry = { board, again: line(board).state !== "waiting", level: 0, strain: "", doubled: 0, declarer: "", result: null, lead: "", leadSuit: "", step: "contract" }; agreeing = null; show(); };
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
      wide("Next: the result", () => set({ step: "result" }), { disabled: !ready }),
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
      wide("Next: check it", () => set({ step: "check" }), { disabled: entry.result === null }),
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

  // A side that has a word on the board puts it right; whoever has none says theirs. Which of the two it is is decided
  // by what stands when it arrives, never by overwriting what the other side said.
  const checkStep = () => {
    const said = written();
    const send = () => {
      const { board, lead } = entry;
      const known = line(board), own = sideOf(acting());
      const again = known.side === own || (known.other && known.other.side === own);
      say(again ? "put right" : "result", { board, ...said, lead });
      entry = null;
      agreeing = board;
      show();
    };
    return [
      el("p", { class: "said" }, ...signed(said.says)), el("p", { class: "points" }, points(said.score)),
      entry.lead ? el("p", {}, "Lead: ", suit(entry.lead[0]), entry.lead[1] === "T" ? "10" : entry.lead[1]) : "",
      wide("Right: send it", send),
    ];
  };

  const bar = (back, to, board) => el("div", { class: "bar" }, button(`‹ ${back}`, to, { class: "plain" }), heading(`Board ${board}`), el("span", { class: "quiet" }, sheet.boards.find((each) => each.board === board)?.vulnerable ?? ""));

  const entering = () => {
    const { board } = entry;
    const steps = { contract: contractStep, result: resultStep, check: checkStep, passed: checkStep };
    const leave = () => { entry = null; if (hand) agreeing = board; show(); };
    const back = { contract: leave, result: () => set({ step: "contract" }), check: () => set({ step: "result" }), passed: () => set({ step: "contract" }) };
    const other = line(board), met = !entry.again && other.state !== "waiting";
    return [bar("Back", back[entry.step], board),
      met ? el("p", { class: "note" }, `${other.seat || "The director"} has entered this board. `, button("Look at it", () => open(board), { class: "plain" })) : "",
      hand ? el("p", { class: "hand" }, `${hand.seat} enters what ${SIDES[sideOf(hand.seat)].name} say`) : "", ...steps[entry.step]()];
  };

  // Agreement: the side that did not enter the result is asked, on its own phone or on this one, handed over.
  const answers = (board, word, what) => {
    const last = queue.waiting.filter((each) => each.board === board && here(each) && (each.what === "result" || each.what === "put right")).at(-1);
    say(what, { board, result: word.result, seen: line(board).seen || 0, ...(last ? { after: last.key } : {}) });
  };
  const agree = (board, word) => { answers(board, word, "agree"); next(board); };
  const hold = (side) => { hand = { seat: seatOn(side) }; show(); };
  const giveBack = () => { hand = null; show(); };

  const card = (word) => el("section", { class: "card" }, el("p", { class: "said" }, ...signed(word.says)), el("p", { class: "points" }, worth(word)));

  const agreement = () => {
    const board = agreeing, known = line(board), own = sideOf(hand && !hand.seat ? mine() : acting());
    const boards = () => { agreeing = null; hand = null; show(); };
    const top = hand ? bar("Back", giveBack, board) : bar("Boards", boards, board);
    if (known.state === "waiting") return [top, el("p", {}, "Nothing is entered for this board."), wide(`Enter board ${board}`, () => start(board))];
    if (hand && !hand.seat) return [top, ...handed(against(own), known)];
    const parts = known.other ? conflict(board, known, own) : known.state === "disputed" ? denied(board, known, own) : known.side === own ? ours(board, known, own) : theirs(board, known, own);
    return [top, hand ? handBar(own) : "", ...parts];
  };

  // Whoever has the phone may be the partner of the one who had it for the board before.
  const handBar = (own) => {
    const partner = SIDES[own].seats.find((seat) => seat !== hand.seat);
    return el("p", { class: "hand" }, el("span", {}, "For ", el("strong", {}, hand.seat), `, ${named(own, "or")}`), button(`I am ${partner}`, () => { sit(partner, false); hand = { seat: partner }; show(); }));
  };

  const handed = (to, known) => [
    el("p", { class: "hand" }, "Hand the phone to ", el("strong", {}, SIDES[to].seats[0]), " or ", el("strong", {}, SIDES[to].seats[1])),
    card(known),
    el("p", { class: "question" }, `${named(to, "or")}: who has the phone?`),
    el("div", { class: "grid two" }, ...SIDES[to].seats.map((seat) => button(`I am ${seat}`, () => { sit(seat, false); hand = { seat }; show(); }, { class: "choice large" }))),
  ];

  const ours = (board, known, own) => {
    const to = against(own);
    return [
      card(known),
      el("p", { class: "question" }, `Now ${either(to)} must agree: ${named(to, "or")}.`),
      wide(`Hand the phone to ${seatOn(to) || either(to)}`, () => hold(to)),
      quiet("They agree on their own phone", () => next(board)),
      quiet("Change it", () => start(board)),
      el("p", { class: "quiet" }, `Entered by ${known.seat}. The side that entered it cannot agree to it.`),
    ];
  };

  const theirs = (board, known, own) => [
    card(known),
    el("p", { class: "question" }, `${named(own, "or")}, is this right?`),
    wide(`Yes, ${SIDES[own].name} agree`, () => agree(board, known)),
    quiet("No, it is different", () => { answers(board, known, "dispute"); show(); }),
    el("p", { class: "quiet" }, `Entered by ${known.seat || "the director"}.`),
  ];

  const denied = (board, known, own) => {
    const again = () => start(board);
    if (known.side === own) {
      const to = against(own);
      return [card(known), el("p", { class: "alarm" }, `Not agreed: ${SIDES[to].name} say that this is not right. Look at the cards again, together.`),
        wide("Enter it again", again), quiet(`It is right: hand the phone to ${seatOn(to) || either(to)}`, () => hold(to))];
    }
    return [card(known), el("p", { class: "alarm" }, "Not agreed. Say what it was, or call the director."),
      wide("Enter what it was", again), quiet("It is right after all: we agree", () => agree(board, known))];
  };

  const conflict = (board, known, own) => {
    const words = [known, known.other];
    const to = against(own);
    const ask = hand ? quiet(`Ours is right: hand the phone back`, giveBack) : quiet(`Ours is right: hand the phone to ${seatOn(to) || either(to)}`, () => hold(to));
    return [
      el("div", { class: "alarm", role: "alert" }, el("h2", {}, el("span", { class: "bang", "aria-hidden": "true" }, "!"), "Two different results"), el("p", {}, "Nothing is agreed. Look at the cards again, together.")),
      el("ul", { class: "words" }, ...words.map((word) => el("li", { class: word.side === own ? "word own" : "word" },
        el("span", { class: "quiet" }, word.seat ? `${word.seat} says` : "The director has"), el("span", { class: "said" }, ...signed(word.says)), el("span", { class: "points" }, worth(word))))),
      el("p", { class: "question" }, `You are ${SIDES[own].name}.`),
      ...words.filter((word) => word.side !== own).map((word) => wide(`Theirs is right: ${pretty(word.says)}`, () => agree(board, word))),
      words.some((word) => word.side === own) ? ask : "",
      quiet("Neither: enter it again", () => start(board)),
      el("p", { class: "quiet" }, "The director can see this. If you do not agree, call."),
    ];
  };

  const next = (board) => {
    const after = sheet.boards.map((each) => each.board).filter((each) => each !== board && line(each).state === "waiting");
    agreeing = null;
    hand = null;
    if (after.length && line(board).state === "agreed") start(after.find((each) => each > board) ?? after[0]); else show();
  };

  const foot = () => el("div", { class: "foot" }, status(),
    sheet.stage && !sheet.closed ? (sheet.called || queue.waiting.some((each) => each.what === "call")
      ? el("p", { class: "called" }, "☎ The director has been called.")
      : button("☎ Call the director", () => { say("call"); show(); }, { class: "plain" })) : "");

  // A new screen is announced: its heading has the focus. On the same screen the focus stays on its button.
  let last = null;
  const screen = () => {
    if (sheet.stage && !sheet.closed && (sitting || !mine())) return ["seats", seats];
    if (entry) return [`enter ${entry.board} ${entry.step}`, entering];
    if (agreeing) { const { state, result } = line(agreeing); return [`board ${agreeing} ${state} ${result} ${hand ? hand.seat || "?" : ""}`, agreement]; }
    return ["boards", overview];
  };

  const show = () => {
    due = false;
    const seen = agreeing ? line(agreeing) : null;
    if (seen && seen.state === "agreed") { // the other phone, or the desk, has settled it: go on
      note = `Board ${agreeing} is agreed: ${pretty(seen.says)}.`;
      const board = agreeing;
      agreeing = null;
      return next(board);
    }
    const active = document.activeElement?.getAttribute?.("aria-label") || document.activeElement?.textContent;
    const [name, content] = screen();
    phone.replaceChildren(...refusals(), note ? el("p", { class: "note", role: "status" }, note) : "", ...content().filter((each) => each !== ""), foot());
    if (last !== null && last !== name) { phone.querySelector("h1")?.focus({ preventScroll: true }); window.scrollTo(0, 0); }
    else if (active) [...phone.querySelectorAll("button")].find((each) => (each.getAttribute("aria-label") || each.textContent) === active)?.focus({ preventScroll: true });
    last = name;
  };

  // What the server or the queue says is not drawn under a finger that is down: the button would be gone before it is up.
  let pressing = false, due = false;
  const showLater = () => { if (pressing) due = true; else show(); };
  const released = () => setTimeout(() => { pressing = false; if (due) show(); }, 100);
  phone.addEventListener("pointerdown", () => { pressing = true; });
  phone.addEventListener("click", () => { note = ""; }, true);
  window.addEventListener("pointerup", released);
  window.addEventListener("pointercancel", released);

  const refresh = async () => {
    try {
      const answer = await fetch(addresses.now, { cache: "no-store" });
      if (answer.status === 403) { left = true; window.location.reload(); return; }
      if (!answer.ok) throw new Error("not now");
      const fresh = await answer.json();
      const changed = offline || JSON.stringify({ ...fresh, number: 0 }) !== JSON.stringify({ ...sheet, number: 0 });
      offline = false;
      if (fresh.number >= sheet.number && changed) { take(fresh); showLater(); }
      if (queue.waiting.length) queue.send();
    } catch {
      if (!offline) { offline = true; showLater(); }
    }
  };

  const rhythm = () => (sheet.boards.some((each) => each.state === "to be agreed" || each.state === "disputed") ? 4000 : entry ? 6000 : 12000);
  const tick = async () => { if (!document.hidden) await refresh(); setTimeout(tick, rhythm()); };

  window.addEventListener("offline", () => { offline = true; showLater(); });
  window.addEventListener("online", refresh);
  window.addEventListener("pageshow", (event) => { if (event.persisted) refresh(); }); // from the back/forward cache
  document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
  // Nothing but this page has what waits here, and without network it cannot be loaded again: leaving it is asked about.
  const askBeforeLeaving = () => window.addEventListener("beforeunload", (event) => { if (offline && !left) event.preventDefault(); });
  if (keeps) {
    const parts = [...document.querySelectorAll("link[href], script[src]")].map((each) => each.href || each.src);
    navigator.serviceWorker.register(addresses.worker, { scope: "/t/" }).catch(() => {
      if (!navigator.serviceWorker.controller) { keeps = false; askBeforeLeaving(); showLater(); }
    });
    navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ keep: [window.location.href, ...parts] })).catch(() => {});
  } else askBeforeLeaving();
  document.getElementById("plain").remove();
  phone.hidden = false;
  show();
  queue.send();
  setTimeout(tick, 4000);
})();
