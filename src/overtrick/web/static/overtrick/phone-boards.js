// Where a table starts and comes back to: who sits where, the board that is next, and how every board stands.
"use strict";

const Boards = (() => {
  const { CALLED, ROOMS, SIDES, el, button, wide, quiet, heading, around, sideOf, signed, worth } = Parts;
  const { people, named, mine, start, open } = Table;

  // Who sat here before reads where they play now; who sits here now taps a seat.
  const gone = () => {
    const of = `${Table.before()} ${Table.sheet.draw}`;
    if (!Table.before()) return "";
    if (Table.went.of !== of) {
      Table.went = { of, text: "" };
      fetch(`${Table.addresses.outcome}?went=${encodeURIComponent(Table.before())}`, { cache: "no-store" }).then((answer) => (answer.ok ? answer.text() : "")).then((text) => {
        if (text) { Table.went = { of, text }; Table.showLater(); }
      }).catch(() => {});
    }
    return Table.went.text ? fragment(Table.went.text) : "";
  };
  const fragment = (text) => {
    const part = el("div", { id: "outcome" });
    part.append(document.createRange().createContextualFragment(text));
    return part;
  };

  const seats = () => {
    const { sheet } = Table;
    const choose = (seat) => { Table.sit(seat, true); Object.assign(Table, { sitting: false, hand: null }); Table.show(); };
    return {
      name: "seats", depth: Table.sitting ? 1 : 0, title: spoken("Choose your seat"),
      parts: [
        gone(),
        heading(spoken("Choose your seat")),
        el("p", { class: "quiet" }, spoken("Table {table}[, {room} room], round {round}. One side enters each result; the other side confirms it.", { table: sheet.table, room: ROOMS[sheet.room], round: sheet.round })),
        ...["NS", "EW"].map((of) => el("section", { class: "seats" },
          el("h2", {}, `${SIDES[of].name} `, el("span", { class: "no" }, people(of).number)), el("p", {}, named(of)),
          el("div", { class: "grid two", role: "group", "aria-label": SIDES[of].name }, ...SIDES[of].seats.map((seat) => button(CALLED[seat], () => choose(seat), { class: "choice large" }))))),
        mine() ? quiet(spoken("I am {seat}, as before", { seat: CALLED[mine()] }), () => { Table.sitting = false; Table.show(); }) : "",
      ],
    };
  };

  const side = (of) => el("div", { class: "side" }, el("strong", {}, SIDES[of].short), el("span", {}, ` ${people(of).number} `), el("span", { class: "quiet" }, named(of) === people(of).number ? "" : named(of)));

  const row = (each) => {
    const { sheet } = Table, known = Table.line(each.board);
    const own = known.side && known.side === sideOf(mine());
    const press = known.state === "waiting" ? () => start(each.board) : known.state === "agreed" ? null : () => open(each.board);
    const begun = known.state === "waiting" && Table.drafts()[each.board];
    const marks = { "waiting": begun ? spoken("Continue") : spoken("Enter"), "to be agreed": own ? spoken("Not confirmed yet") : spoken("Confirm?"), "agreed": `✓ ${spoken("confirmed")}`, "disputed": `! ${known.other ? spoken("two results") : spoken("disputed")}` };
    const rows = [
      el("span", { class: "board" }, spoken("Board {board}", { board: each.board })),
      el("span", { class: "what" }, ...(known.says ? signed(known) : [known.vulnerable]), known.says ? el("span", { class: "worth" }, worth(known)) : ""),
      el("span", { class: "mark" }, marks[known.state], known.sending ? el("span", { class: "unsent" }, spoken("not sent yet")) : ""),
    ];
    const looks = `row ${known.state.replaceAll(" ", "-")}${known.state === "to be agreed" && !own ? " asked" : ""}`;
    return el("li", {}, press && !sheet.closed ? el("button", { type: "button", class: looks, onclick: press }, ...rows) : el("div", { class: looks }, ...rows));
  };

  // The board that is next, large: the one thing to do here.
  const following = () => {
    const { sheet } = Table;
    const board = sheet.closed ? 0 : Table.waitingAfter(0);
    if (!board) return "";
    return el("section", { class: "next" }, el("p", { class: "bd" }, spoken("Board {board}", { board })), el("p", { class: "quiet" }, Table.dealt(board)),
      wide(spoken("Enter board {board}", { board }), () => start(board)),
      button(spoken("Not played"), () => Call.call("not played", board), { class: "link" }));
  };

  // What the boards brought, as the server says it: asked for again when something was posted, not oftener than the room moves.
  let asked = { key: "", at: 0 };
  const brought = () => {
    const { sheet } = Table, agreed = sheet.boards.filter((each) => each.state === "agreed");
    const key = `${sheet.draw} ${sheet.number} ${mine()} ${agreed.length}`;
    if (agreed.length && !Table.offline && key !== asked.key && Date.now() - asked.at > (asked.key.startsWith(`${sheet.draw} `) && asked.of === agreed.length ? 15000 : 0)) {
      asked = { key, at: Date.now(), of: agreed.length };
      fetch(`${Table.addresses.outcome}?side=${sideOf(mine()) || "NS"}`, { cache: "no-store" }).then((answer) => (answer.ok ? answer.text() : "")).then((text) => {
        if (text && text !== Table.outcome.text) { Table.outcome = { draw: sheet.draw, text }; Table.showLater(); }
      }).catch(() => {});
    }
    if (!agreed.length || Table.outcome.draw !== sheet.draw) return "";
    return fragment(Table.outcome.text);
  };

  const overview = () => {
    const { sheet } = Table;
    if (!sheet.stage) {
      const title = spoken("Table {table}", { table: sheet.table });
      return { name: "nothing", depth: 0, title, parts: [heading(title), el("p", {}, spoken("This table has nothing to play yet. Its boards appear here when the draw is published."))] };
    }
    const where = spoken("Table {table}[ · {room} room] · round {round}", { table: sheet.table, room: ROOMS[sheet.room], round: sheet.round });
    const over = sheet.boards.length && sheet.boards.every((each) => Table.line(each.board).state === "agreed");
    const goOn = (round) => { Table.ahead = round; Table.refresh(); };
    return {
      name: "boards", depth: 0, title: where,
      parts: [
        el("div", { class: "bar" }, heading(where), Table.clock()),
        side("NS"), side("EW"),
        sheet.closed ? el("p", { class: "quiet" }, spoken("This round is closed. If another round follows, it appears here when it is drawn.")) : "",
        following(),
        over ? brought() : "",
        el("ul", { class: "boards" }, ...sheet.boards.map(row)),
        over ? "" : brought(),
        sheet.next ? el("p", { class: "note" }, spoken("All results are entered. The table moves to round {round} when they are confirmed.", { round: sheet.next })) : "",
        sheet.next ? quiet(spoken("Move to round {round} now", { round: sheet.next }), () => goOn(sheet.next)) : "",
        sheet.other ? quiet(sheet.other < sheet.round ? spoken("Enter the missing results of round {round}", { round: sheet.other }) : spoken("Move to round {round} now", { round: sheet.other }), () => goOn(sheet.other)) : "",
        sheet.closed ? "" : el("p", { class: "you" }, el("span", {}, ...around("You are {seat}.", el("strong", {}, CALLED[mine()]))), button(spoken("Change seat"), () => { Table.sitting = true; Table.show(); }, { class: "plain" })),
        window.isSecureContext ? "" : el("p", { class: "quiet" }, spoken("This address starts with http, not https, so the phone cannot open the page offline or keep the screen on. You can still enter and send results.")),
      ],
    };
  };

  return { seats, overview };
})();
