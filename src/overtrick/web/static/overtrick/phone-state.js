// What a table's phone knows: the server's sheet, who holds it, what is half entered, and what waits to be sent.
// Every screen reads it here, and changes it by the functions here; `Table.show` draws it again.
"use strict";

const Table = (() => {
  const { SIDES, sideOf } = Parts;
  const read = (id) => JSON.parse(document.getElementById(id).textContent);
  const addresses = read("addresses");
  const table = {
    addresses,
    sheet: read("sheet"),
    entry: null, // the result being entered
    agreeing: null, // the board that is looked at
    hand: null, // the phone is with the other side: { seat }, empty until they say which
    sitting: false, // the seat is being changed
    calling: null, // the director is being called: { board }
    note: "", // what happened by itself, said once
    went: { of: "", text: "" }, // where who sat here before sits now
    outcome: { draw: 0, text: "" }, // what the boards of a draw brought, as the server has said it
    offline: navigator.onLine === false,
    ahead: 0, // the round the table goes on to although the one before is not agreed
    show: () => {},
    showLater: () => {},
  };

  // Seats. A seat is tapped once, and kept while the same people sit on that side of this table.
  const seatKey = `seat:${addresses.place}`;
  const people = (side) => (side === "NS" ? table.sheet.ns : table.sheet.ew);
  const kept = () => { try { return JSON.parse(PhoneStorage.read(seatKey)) || {}; } catch { return {}; } };
  const seatOn = (side) => { const own = kept()[side]; return own && table.sheet.stage && own.number === people(side).number ? own.seat : ""; };
  const mine = () => { const side = kept().mine; return side ? seatOn(side) : ""; };
  // Who held this phone here before, where other people sit now.
  const before = () => { const own = kept()[kept().mine]; return own && table.sheet.stage && !["NS", "EW"].some((side) => people(side).number === own.number) ? own.number : ""; };
  const sit = (seat, own) => {
    const side = sideOf(seat);
    PhoneStorage.write(seatKey, JSON.stringify({ ...kept(), [side]: { seat, number: people(side).number }, ...(own ? { mine: side } : {}) }));
  };
  const acting = () => (table.hand ? table.hand.seat : mine());
  const named = (side, word = spoken("and")) => {
    const { players, name, number } = people(side);
    return players.length && players.length < 3 ? players.join(` ${word} `) : name || `${number}`;
  };
  const one = (side) => named(side, spoken("or"));

  const queue = new Queue(`queue:${addresses.place}`, addresses.message, (fresh) => {
    if (fresh) take(fresh);
    table.showLater();
  });
  const say = (what, more = {}) => queue.add({ what, stage: table.sheet.stage, round: table.sheet.round, draw: table.sheet.draw, seat: acting(), ...more });
  const here = (message) => message.round === table.sheet.round && message.stage === table.sheet.stage;

  const take = (fresh) => {
    const { sheet } = table;
    const moved = fresh.stage !== sheet.stage || fresh.round !== sheet.round || fresh.draw !== sheet.draw;
    if (moved) Object.assign(table, { entry: null, agreeing: null, hand: null, calling: null });
    table.sheet = fresh;
    if (table.entry && untouched() && line(table.entry.board).state !== "waiting") Object.assign(table, { agreeing: table.entry.board, entry: null });
  };

  // What is half entered is kept while its round is played, board by board: back, a reload or a call lose nothing.
  const draftKey = `drafts:${addresses.place}`;
  const drawn = () => `${table.sheet.stage}/${table.sheet.round}/${table.sheet.draw}`;
  const drafts = () => {
    try { const all = JSON.parse(sessionStorage.getItem(draftKey)) || {}; return all.of === drawn() ? all.boards : {}; } catch { return {}; }
  };
  const keep = (board, entry) => {
    const { [board]: _, ...others } = drafts();
    try { sessionStorage.setItem(draftKey, JSON.stringify({ of: drawn(), boards: entry ? { ...others, [board]: entry } : others })); } catch { /* then it is on the screen alone */ }
  };
  const BLANK = { level: 0, strain: "", doubled: 0, declarer: "", result: null, lead: "", leadSuit: "", more: false, step: "contract", typed: "" };
  const untouched = () => { const { step, level, strain, declarer, typed, again } = table.entry; return step === "contract" && !level && !strain && !declarer && !typed && !again; };
  const start = (board) => {
    const draft = drafts()[board] || BLANK;
    Object.assign(table, { entry: { ...BLANK, ...draft, step: "contract", board, again: line(board).state !== "waiting" }, agreeing: null, calling: null });
    table.show();
  };
  const set = (change) => { Object.assign(table.entry, change); keep(table.entry.board, table.entry); table.show(); };
  const open = (board) => { Object.assign(table, { entry: null, hand: null, calling: null, agreeing: board }); table.show(); };
  const boards = () => { Object.assign(table, { entry: null, agreeing: null, hand: null, calling: null, sitting: false }); table.show(); };

  // A board as this phone knows it: the server's word, with what waits here laid over it.
  const line = (board) => {
    const known = { ...table.sheet.boards.find((each) => each.board === board) };
    for (const message of queue.waiting) {
      if (message.board !== board || !here(message)) continue;
      if (message.what === "result" || message.what === "put right") lay(known, { result: message.result, says: message.says, score: message.score, seat: message.seat, side: sideOf(message.seat), at: message.at });
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
  const waitingAfter = (board) => {
    const waiting = table.sheet.boards.map((each) => each.board).filter((each) => each !== board && line(each).state === "waiting");
    return waiting.find((each) => each > board) ?? waiting[0] ?? 0;
  };
  const next = (board) => {
    Object.assign(table, { agreeing: null, hand: null });
    const after = waitingAfter(board);
    if (after && line(board).state === "agreed") start(after); else table.show();
  };

  // A call as it stands, with what waits here laid over it: { about, board }, or nothing.
  const call = () => {
    let stands = table.sheet.called ? { about: table.sheet.about, board: table.sheet.about_board } : null;
    for (const message of queue.waiting.filter(here)) {
      if (message.what === "call") stands = stands || { about: message.about || "", board: message.board || 0 };
      if (message.what === "no call") stands = null;
    }
    return stands;
  };

  const sides = (side) => `${SIDES[side].name}, ${one(side)}`;
  return Object.assign(table, { blank: BLANK, people, seatOn, mine, before, sit, acting, named, one, sides, queue, say, here, take, drafts, keep, start, set, open, boards, line, waitingAfter, next, call });
})();
