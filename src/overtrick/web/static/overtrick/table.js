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
  let ahead = 0; // the round the table goes on to although the one before is not agreed
  const phone = document.getElementById("phone");
  const seatKey = `seat:${addresses.place}`;
  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣", NT: "NT" };
  const NAMES = { S: spoken("spades"), H: spoken("hearts"), D: spoken("diamonds"), C: spoken("clubs"), NT: spoken("no trumps") };
  const SEATS = { N: "North", E: "East", S: "South", W: "West" };
  const CALLED = { North: spoken("North"), East: spoken("East"), South: spoken("South"), West: spoken("West") };
  const ROOMS = { open: spoken("open"), closed: spoken("closed") };
  const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
  const SIDES = { NS: { name: spoken("North–South"), short: spoken("N–S"), seats: ["North", "South"] }, EW: { name: spoken("East–West"), short: spoken("E–W"), seats: ["East", "West"] } };

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
  // Words around a mark of their own: the seat in a sentence.
  const around = (template, mark, values = {}) => {
    const [before, after] = spoken(template, { ...values, seat: "\u0000" }).split("\u0000");
    return [before, mark, after];
  };

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
  const named = (side, word = spoken("and")) => {
    const { players, name, number } = people(side);
    return players.length && players.length < 3 ? players.join(` ${word} `) : name || `${number}`;
  };
  const one = (side) => named(side, spoken("or"));
  const either = (side) => SIDES[side].seats.map((seat) => CALLED[seat]).join(` ${spoken("or")} `);
  const who = (seat) => CALLED[seat] || spoken("the director");

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
    return value === 0 ? "0" : value > 0 ? `${SIDES.NS.short} +${value}` : `${SIDES.EW.short} +${-value}`;
  };

  // A result by what was typed, as 4SX S +1; what is no contract as the server says it. The tricks stay with the declarer.
  const pretty = (word) => {
    const typed = /^(\d)(NT|[SHDC])(X{0,2}) ([NESW]) (\S+)$/.exec(word.result || "");
    if (!typed) return word.says;
    const [, level, strain, doubled, declarer, made] = typed;
    return `${spoken("{bid} by {declarer}", { bid: level + SUITS[strain] + "×".repeat(doubled.length), declarer: CALLED[SEATS[declarer]] })}\u00a0${made.replace("-", "−")}`;
  };
  const LETTERS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
  const signed = (word) => pretty(word).split(/([♠♥♦♣])/).map((part) => (LETTERS[part] ? el("span", { class: `sign ${LETTERS[part]}` }, part) : part));
  const worth = (word) => (word.score === null || word.score === undefined ? "" : points(word.score));

  // On plain HTTP browsers keep no page for a phone without network: it goes on while it is open, and says so.
  // So it is under a certificate that the phone does not trust: there the browser refuses to keep it.
  let keeps = "serviceWorker" in navigator;
  const status = () => {
    const waiting = queue.waiting.length;
    const stuck = waiting && (offline || queue.failed);
    const words = stuck ? spoken("{waiting:#message waits/messages wait} to be sent.", { waiting }) : waiting ? spoken("Sending.") : queue.sentAt ? spoken("All sent {at}.", { at: queue.sentAt }) : spoken("Nothing to send.");
    const more = offline && !keeps ? spoken("Keep this page open: you can go on entering results, but without network it cannot be loaded again.") : "";
    return el("p", { class: stuck ? "status waiting" : "status", role: "status" }, [offline ? spoken("No network.") : "", words, more].filter(Boolean).join(" "));
  };

  const open = (board) => { entry = null; hand = null; agreeing = board; show(); };

  // What was not taken, with what went along with it; and boards with two results, wherever one is.
  const refusals = () => {
    const refused = queue.refused;
    const told = refused.filter((message) => !refused.some((each) => each.key === message.lost)).map((message) => {
      const answers = refused.some((each) => each.lost === message.key);
      const lost = () => spoken("Board {board}: [{seat}’s ]answer was not sent, because {why}.", { board: message.board, seat: CALLED[message.seat], why: Queue.why(message.refused) });
      const what = message.lost ? lost() : message.refused;
      const at = message.board && here(message) ? message.board : null;
      return el("div", { class: "alarm", role: "alert" },
        el("p", {}, el("strong", {}, message.says && !message.lost ? `${spoken("Not taken: {result}.", { result: pretty(message) })} ` : message.lost ? "" : `${spoken("Not taken.")} `), what, answers ? ` ${spoken("The answer to it was not sent either.")}` : ""),
        button(at ? spoken("Look at board {board}", { board: at }) : spoken("I have seen this"), () => { queue.drop(message.key); if (at) open(at); }, { class: "plain" }));
    });
    const twice = sheet.boards.filter(({ board }) => board !== agreeing && (!entry || entry.board !== board) && line(board).other && !refused.some((each) => each.board === board));
    return [...told, ...twice.map(({ board }) => el("div", { class: "alarm", role: "alert" },
      el("p", {}, el("strong", {}, `${spoken("Board {board} has two different results.", { board })} `), spoken("Look at it together.")),
      button(spoken("Look at board {board}", { board }), () => open(board), { class: "plain" })))];
  };

  const side = (of) => el("div", { class: "side" }, el("strong", {}, SIDES[of].short), el("span", {}, ` ${people(of).number} `), el("span", { class: "quiet" }, named(of) === people(of).number ? "" : named(of)));

  const seats = () => {
    const choose = (seat) => { sit(seat, true); sitting = false; hand = null; show(); };
    return [
      heading(spoken("Where do you sit?")),
      el("p", { class: "quiet" }, spoken("Table {table}[, {room} room], round {round}. One side enters a result, the other side agrees to it.", { table: sheet.table, room: ROOMS[sheet.room], round: sheet.round })),
      ...["NS", "EW"].map((of) => el("section", { class: "seats" },
        el("h2", {}, `${SIDES[of].name} `, el("span", { class: "no" }, people(of).number)), el("p", {}, named(of)),
        el("div", { class: "grid two", role: "group", "aria-label": SIDES[of].name }, ...SIDES[of].seats.map((seat) => button(CALLED[seat], () => choose(seat), { class: "choice large" }))))),
      mine() ? quiet(spoken("I am {seat}, as before", { seat: CALLED[mine()] }), () => { sitting = false; show(); }) : "",
    ];
  };

  const overview = () => {
    if (!sheet.stage) return [heading(spoken("Table {table}", { table: sheet.table })), el("p", {}, spoken("Nothing to play yet. The boards show here when the draw is published."))];
    const where = spoken("Table {table}[ · {room} room] · round {round}", { table: sheet.table, room: ROOMS[sheet.room], round: sheet.round });
    const boards = sheet.boards.map((each) => {
      const known = line(each.board);
      const own = known.side && known.side === sideOf(mine());
      const press = known.state === "waiting" ? () => start(each.board) : known.state === "agreed" ? null : () => open(each.board);
      const marks = { "waiting": spoken("Enter"), "to be agreed": own ? spoken("Not agreed yet") : spoken("Agree?"), "agreed": `✓ ${spoken("agreed")}`, "disputed": `! ${known.other ? spoken("two results") : spoken("not agreed")}` };
      const rows = [
        el("span", { class: "board" }, spoken("Board {board}", { board: each.board })),
        el("span", { class: "what" }, ...(known.says ? signed(known) : [known.vulnerable]),
          known.says ? el("span", { class: "worth" }, worth(known)) : ""),
        el("span", { class: "mark" }, marks[known.state], known.sending ? el("span", { class: "unsent" }, spoken("not sent yet")) : ""),
      ];
      const look = known.state === "agreed" && !known.sending ? el("a", { class: "look", href: addresses.board.replace("/0/", `/${each.board}/`) }, spoken("Other tables")) : null;
      const looks = `row ${known.state.replaceAll(" ", "-")}${known.state === "to be agreed" && !own ? " asked" : ""}`;
      const content = press && !sheet.closed ? el("button", { type: "button", class: looks, onclick: press }, ...rows) : el("div", { class: looks }, ...rows);
      return el("li", {}, content, look ?? "");
    });
    return [
      heading(where),
      side("NS"), side("EW"),
      sheet.closed ? el("p", { class: "quiet" }, spoken("This round is closed. The next one shows here when it is drawn."))
        : el("p", { class: "you" }, el("span", {}, ...around("You are {seat}.", el("strong", {}, CALLED[mine()]))), button(spoken("Change seat"), () => { sitting = true; show(); }, { class: "plain" })),
      el("ul", { class: "boards" }, ...boards),
      sheet.next ? el("p", { class: "note" }, spoken("All boards are in. The table goes on to round {round} when they are agreed.", { round: sheet.next })) : "",
      sheet.next ? quiet(spoken("Go on to round {round} now", { round: sheet.next }), () => { ahead = sheet.next; refresh(); }) : "",
      sheet.other ? quiet(sheet.other < sheet.round ? spoken("Enter the boards of round {round} that are missing", { round: sheet.other }) : spoken("Go on to round {round} now", { round: sheet.other }), () => { ahead = sheet.other; refresh(); }) : "",
    ];
  };

  const start = (board) => { entry = { board, again: line(board).state !== "waiting", level: 0, strain: "", doubled: 0, declarer: "", result: null, lead: "", leadSuit: "", step: "contract" }; agreeing = null; show(); };
  const set = (change) => { Object.assign(entry, change); show(); };
  const pressed = (on) => ({ "aria-pressed": String(on), class: on ? "choice on" : "choice" });

  const contractStep = () => {
    const ready = entry.level && entry.strain && entry.declarer;
    return [
      el("div", { class: "grid four", role: "group", "aria-label": spoken("Level") },
        ...[1, 2, 3, 4, 5, 6, 7].map((level) => button(String(level), () => set({ level }), pressed(entry.level === level))),
        button(spoken("Pass"), () => set({ level: 0, strain: "", declarer: "", step: "passed" }), { class: "choice", "aria-label": spoken("Passed out") })),
      el("div", { class: "grid five", role: "group", "aria-label": spoken("Suit") },
        ...["C", "D", "H", "S", "NT"].map((strain) => button(suit(strain), () => set({ strain }), { ...pressed(entry.strain === strain), "aria-label": NAMES[strain] }))),
      el("div", { class: "grid two", role: "group", "aria-label": spoken("Doubled") },
        button(`×  ${spoken("doubled")}`, () => set({ doubled: entry.doubled === 1 ? 0 : 1 }), pressed(entry.doubled === 1)),
        button(`××  ${spoken("redoubled")}`, () => set({ doubled: entry.doubled === 2 ? 0 : 2 }), pressed(entry.doubled === 2))),
      el("div", { class: "grid four", role: "group", "aria-label": spoken("Declarer") },
        ...Object.entries(SEATS).map(([declarer, seat]) => button(CALLED[seat], () => set({ declarer }), pressed(entry.declarer === declarer)))),
      wide(spoken("Next: the result"), () => set({ step: "result" }), { disabled: !ready }),
    ];
  };

  const resultStep = () => {
    const most = 7 - entry.level, least = -(6 + entry.level);
    const shown = [];
    for (let result = entry.more ? least : Math.max(least, -4); result <= most; result++) shown.push(result);
    const name = (result) => (result === 0 ? "=" : result > 0 ? `+${result}` : `−${-result}`);
    return [
      el("p", { class: "contract" }, ...contractParts()),
      el("div", { class: "grid four", role: "group", "aria-label": spoken("Result") },
        ...shown.map((result) => button(name(result), () => set({ result }), { ...pressed(entry.result === result), "aria-label": result === 0 ? spoken("made exactly") : result > 0 ? spoken("{tricks} over", { tricks: result }) : spoken("{tricks} down", { tricks: -result }) })),
        entry.more ? "" : button(spoken("More down"), () => set({ more: true }), { class: "choice small" })),
      el("p", { class: "quiet" }, spoken("Lead, if you wish:")),
      el("div", { class: "grid four", role: "group", "aria-label": spoken("Suit of the lead") },
        ...["C", "D", "H", "S"].map((strain) => button(suit(strain), () => set({ leadSuit: entry.leadSuit === strain ? "" : strain, lead: "" }), { ...pressed(entry.leadSuit === strain), "aria-label": spoken("lead of {suit}", { suit: NAMES[strain] }) }))),
      entry.leadSuit ? el("div", { class: "grid seven", role: "group", "aria-label": spoken("Card led") },
        ...RANKS.map((rank) => button(rank === "T" ? "10" : rank, () => set({ lead: entry.leadSuit + rank }), pressed(entry.lead === entry.leadSuit + rank)))) : "",
      wide(spoken("Next: check it"), () => set({ step: "check" }), { disabled: entry.result === null }),
    ];
  };

  const contractParts = () => [`${entry.level}`, suit(entry.strain), ["", "×", "××"][entry.doubled], ` ${spoken("by {declarer}", { declarer: CALLED[SEATS[entry.declarer]] })}`];

  const written = () => {
    if (entry.step === "passed") return { result: "PASS", says: spoken("passed out"), score: "0" };
    const result = entry.result === 0 ? "=" : entry.result > 0 ? `+${entry.result}` : String(entry.result);
    const doubled = ["", "X", "XX"][entry.doubled];
    const score = Bridge.score(entry.board, entry.level, entry.strain, entry.doubled, entry.declarer, entry.result);
    const typed = { result: `${entry.level}${entry.strain}${doubled} ${entry.declarer} ${result}` };
    return { ...typed, says: pretty(typed), score: String(score) };
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
      el("p", { class: "said" }, ...signed(said)), el("p", { class: "points" }, points(said.score)),
      entry.lead ? el("p", {}, `${spoken("Lead:")} `, suit(entry.lead[0]), entry.lead[1] === "T" ? "10" : entry.lead[1]) : "",
      wide(spoken("Right: send it"), send),
    ];
  };

  const bar = (back, to, board) => el("div", { class: "bar" }, button(`‹ ${back}`, to, { class: "plain" }), heading(spoken("Board {board}", { board })), el("span", { class: "quiet" }, sheet.boards.find((each) => each.board === board)?.vulnerable ?? ""));

  const entering = () => {
    const { board } = entry;
    const steps = { contract: contractStep, result: resultStep, check: checkStep, passed: checkStep };
    const leave = () => { entry = null; if (hand) agreeing = board; show(); };
    const back = { contract: leave, result: () => set({ step: "contract" }), check: () => set({ step: "result" }), passed: () => set({ step: "contract" }) };
    const other = line(board), met = !entry.again && other.state !== "waiting";
    return [bar(spoken("Back"), back[entry.step], board),
      met ? el("p", { class: "note" }, `${other.seat ? spoken("{seat} has entered this board.", { seat: CALLED[other.seat] }) : spoken("The director has entered this board.")} `, button(spoken("Look at it"), () => open(board), { class: "plain" })) : "",
      hand ? el("p", { class: "hand" }, spoken("{seat} enters what {side} say", { seat: CALLED[hand.seat], side: SIDES[sideOf(hand.seat)].name })) : "", ...steps[entry.step]()];
  };

  // Agreement: the side that did not enter the result is asked, on its own phone or on this one, handed over.
  const answers = (board, word, what) => {
    const last = queue.waiting.filter((each) => each.board === board && here(each) && (each.what === "result" || each.what === "put right")).at(-1);
    say(what, { board, result: word.result, seen: line(board).seen || 0, ...(last ? { after: last.key } : {}) });
  };
  const agree = (board, word) => { answers(board, word, "agree"); next(board); };
  const hold = (side) => { hand = { seat: seatOn(side) }; show(); };
  const giveBack = () => { hand = null; show(); };

  const card = (word) => el("section", { class: "card" }, el("p", { class: "said" }, ...signed(word)), el("p", { class: "points" }, worth(word)));

  const agreement = () => {
    const board = agreeing, known = line(board), own = sideOf(hand && !hand.seat ? mine() : acting());
    const boards = () => { agreeing = null; hand = null; show(); };
    const top = hand ? bar(spoken("Back"), giveBack, board) : bar(spoken("Boards"), boards, board);
    if (known.state === "waiting") return [top, el("p", {}, spoken("Nothing is entered for this board.")), wide(spoken("Enter board {board}", { board }), () => start(board))];
    if (hand && !hand.seat) return [top, ...handed(against(own), known)];
    const parts = known.other ? conflict(board, known, own) : known.state === "disputed" ? denied(board, known, own) : known.side === own ? ours(board, known, own) : theirs(board, known, own);
    return [top, hand ? handBar(own) : "", ...parts];
  };

  // Whoever has the phone may be the partner of the one who had it for the board before.
  const handBar = (own) => {
    const partner = SIDES[own].seats.find((seat) => seat !== hand.seat);
    return el("p", { class: "hand" }, el("span", {}, ...around("For {seat}, {who}", el("strong", {}, CALLED[hand.seat]), { who: one(own) })), button(spoken("I am {seat}", { seat: CALLED[partner] }), () => { sit(partner, false); hand = { seat: partner }; show(); }));
  };

  const handed = (to, known) => [
    el("p", { class: "hand" }, ...around("Hand the phone to {seat}", el("strong", {}, CALLED[SIDES[to].seats[0]])), ` ${spoken("or")} `, el("strong", {}, CALLED[SIDES[to].seats[1]])),
    card(known),
    el("p", { class: "question" }, spoken("{who}: who has the phone?", { who: one(to) })),
    el("div", { class: "grid two" }, ...SIDES[to].seats.map((seat) => button(spoken("I am {seat}", { seat: CALLED[seat] }), () => { sit(seat, false); hand = { seat }; show(); }, { class: "choice large" }))),
  ];

  const ours = (board, known, own) => {
    const to = against(own);
    return [
      card(known),
      el("p", { class: "question" }, spoken("Now {either} must agree: {who}.", { either: either(to), who: one(to) })),
      wide(spoken("Hand the phone to {seat}", { seat: CALLED[seatOn(to)] || either(to) }), () => hold(to)),
      quiet(spoken("They agree on their own phone"), () => next(board)),
      quiet(spoken("Change it"), () => start(board)),
      el("p", { class: "quiet" }, spoken("Entered by {seat}. The side that entered it cannot agree to it.", { seat: CALLED[known.seat] })),
    ];
  };

  const theirs = (board, known, own) => [
    card(known),
    el("p", { class: "question" }, spoken("{who}, is this right?", { who: one(own) })),
    wide(spoken("Yes, {side} agree", { side: SIDES[own].name }), () => agree(board, known)),
    quiet(spoken("No, it is different"), () => { answers(board, known, "dispute"); show(); }),
    el("p", { class: "quiet" }, spoken("Entered by {seat}.", { seat: who(known.seat) })),
  ];

  const denied = (board, known, own) => {
    const again = () => start(board);
    if (known.side === own) {
      const to = against(own);
      return [card(known), el("p", { class: "alarm" }, spoken("Not agreed: {side} say that this is not right. Look at the cards again, together.", { side: SIDES[to].name })),
        wide(spoken("Enter it again"), again), quiet(spoken("It is right: hand the phone to {seat}", { seat: CALLED[seatOn(to)] || either(to) }), () => hold(to))];
    }
    return [card(known), el("p", { class: "alarm" }, spoken("Not agreed. Say what it was, or call the director.")),
      wide(spoken("Enter what it was"), again), quiet(spoken("It is right after all: we agree"), () => agree(board, known))];
  };

  const conflict = (board, known, own) => {
    const words = [known, known.other];
    const to = against(own);
    const ask = hand ? quiet(spoken("Ours is right: hand the phone back"), giveBack) : quiet(spoken("Ours is right: hand the phone to {seat}", { seat: CALLED[seatOn(to)] || either(to) }), () => hold(to));
    return [
      el("div", { class: "alarm", role: "alert" }, el("h2", {}, el("span", { class: "bang", "aria-hidden": "true" }, "!"), spoken("Two different results")), el("p", {}, spoken("Nothing is agreed. Look at the cards again, together."))),
      el("ul", { class: "words" }, ...words.map((word) => el("li", { class: word.side === own ? "word own" : "word" },
        el("span", { class: "quiet" }, word.seat ? spoken("{seat} says", { seat: CALLED[word.seat] }) : spoken("The director has")), el("span", { class: "said" }, ...signed(word)), el("span", { class: "points" }, worth(word))))),
      el("p", { class: "question" }, spoken("You are {side}.", { side: SIDES[own].name })),
      ...words.filter((word) => word.side !== own).map((word) => wide(spoken("Theirs is right: {result}", { result: pretty(word) }), () => agree(board, word))),
      words.some((word) => word.side === own) ? ask : "",
      quiet(spoken("Neither: enter it again"), () => start(board)),
      el("p", { class: "quiet" }, spoken("The director can see this. If you do not agree, call.")),
    ];
  };

  const next = (board) => {
    const after = sheet.boards.map((each) => each.board).filter((each) => each !== board && line(each).state === "waiting");
    agreeing = null;
    hand = null;
    if (after.length && line(board).state === "agreed") start(after.find((each) => each > board) ?? after[0]); else show();
  };

  const clock = () => (sheet.clock ? el("p", { class: "clock", role: "timer", "data-begins": sheet.clock.begins, "data-ends": sheet.clock.ends },
    el("b", { "data-left": "" }), el("span", { class: "quiet" }, spoken("ends {time}", { time: sheet.clock.at }))) : "");

  const foot = () => el("div", { class: "foot" }, clock(), status(),
    sheet.stage && !sheet.closed ? (sheet.called || queue.waiting.some((each) => each.what === "call")
      ? el("p", { class: "called" }, `☎ ${spoken("The director has been called.")}`)
      : button(`☎ ${spoken("Call the director")}`, () => { say("call"); show(); }, { class: "plain" })) : "");

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
      note = spoken("Board {board} is agreed: {result}.", { board: agreeing, result: pretty(seen) });
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
    document.dispatchEvent(new CustomEvent("overtrick:live"));
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
      const answer = await fetch(ahead ? `${addresses.now}?round=${ahead}` : addresses.now, { cache: "no-store" });
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
