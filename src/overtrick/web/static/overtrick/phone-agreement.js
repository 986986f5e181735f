// Agreement: the side that did not enter a result is asked, on its own phone or on this one, handed over. Two different
// results are both shown, with who said them and when; neither counts.
"use strict";

const Agreement = (() => {
  const { CALLED, SIDES, el, button, wide, quiet, around, sideOf, against, either, who, pretty, signed, worth, card } = Parts;
  const { start, sit, one, seatOn, queue } = Table;

  const answers = (board, word, what) => {
    const last = queue.waiting.filter((each) => each.board === board && Table.here(each) && (each.what === "result" || each.what === "put right")).at(-1);
    Table.say(what, { board, result: word.result, seen: Table.line(board).seen || 0, ...(last ? { after: last.key } : {}) });
  };
  const agree = (board, word) => { answers(board, word, "agree"); Table.next(board); };
  const hold = (side) => { Table.hand = { seat: seatOn(side) }; Table.show(); };
  const giveBack = () => { Table.hand = null; Table.show(); };
  const holds = (seat) => { sit(seat, false); Table.hand = { seat }; Table.show(); };

  // Whoever has the phone may be the partner of the one who had it for the board before.
  const handBar = (own) => {
    const partner = SIDES[own].seats.find((seat) => seat !== Table.hand.seat);
    return el("p", { class: "hand" }, el("span", {}, ...around("{seat} has the phone ({who})", el("strong", {}, CALLED[Table.hand.seat]), { who: one(own) })), button(spoken("I am {seat}", { seat: CALLED[partner] }), () => holds(partner)));
  };

  const handed = (to, known) => [
    el("p", { class: "hand" }, ...around("Hand the phone to {seat}", el("strong", {}, CALLED[SIDES[to].seats[0]])), ` ${spoken("or")} `, el("strong", {}, CALLED[SIDES[to].seats[1]])),
    card(known),
    el("p", { class: "question" }, spoken("{who}: who has the phone?", { who: one(to) })),
    el("div", { class: "grid two" }, ...SIDES[to].seats.map((seat) => button(spoken("I am {seat}", { seat: CALLED[seat] }), () => holds(seat), { class: "choice large" }))),
  ];

  const ours = (board, known, own) => {
    const to = against(own);
    return [
      card(known),
      el("p", { class: "question" }, spoken("Now {either} must confirm: {who}.", { either: either(to), who: one(to) })),
      wide(spoken("Hand the phone to {seat}", { seat: CALLED[seatOn(to)] || either(to) }), () => hold(to)),
      quiet(spoken("Let the other side use their own phone"), () => Table.next(board)),
      quiet(spoken("Change result"), () => start(board)),
      el("p", { class: "quiet" }, spoken("Entered by {seat}[ at {time}]. The other side must confirm.", { seat: CALLED[known.seat], time: known.at })),
    ];
  };

  const theirs = (board, known, own) => [
    card(known),
    el("p", { class: "question" }, spoken("{who}, is this right?", { who: one(own) })),
    wide(spoken("Yes, {side} confirm", { side: SIDES[own].name }), () => agree(board, known)),
    quiet(spoken("No, this is wrong"), () => { answers(board, known, "dispute"); Table.show(); }),
    el("p", { class: "quiet" }, spoken("Entered by {seat}[ at {time}].", { seat: who(known.seat), time: known.at })),
  ];

  const denied = (board, known, own) => {
    const again = () => start(board);
    if (known.side === own) {
      const to = against(own);
      return [card(known), el("p", { class: "alarm" }, spoken("Not confirmed: {side} say this is wrong. Check the cards together.", { side: SIDES[to].name })),
        wide(spoken("Enter again"), again), quiet(spoken("Keep the result and hand the phone to {seat}", { seat: CALLED[seatOn(to)] || either(to) }), () => hold(to))];
    }
    return [card(known), el("p", { class: "alarm" }, spoken("Not confirmed. Enter the correct result, or call the director.")),
      wide(spoken("Enter the result"), again), quiet(spoken("Confirm this result"), () => agree(board, known))];
  };

  const conflict = (board, known, own) => {
    const words = [known, known.other], to = against(own);
    const theirs = words.find((word) => word.side === to), mine = words.find((word) => word.side === own);
    const told = theirs && mine ? spoken("The other side entered {theirs}. You entered {ours}. Check the cards together, then tap your answer.", { theirs: pretty(theirs), ours: pretty(mine) }) : spoken("No result is confirmed. Check the cards together.");
    const ask = Table.hand ? quiet(spoken("Ours is right: hand the phone back"), giveBack) : quiet(spoken("Ours is right: hand the phone to {seat}", { seat: CALLED[seatOn(to)] || either(to) }), () => hold(to));
    const said = (word) => (word.side ? spoken("{people}[, at {time}]", { people: one(word.side), time: word.at }) : word.at || "");
    return [
      el("div", { class: "alarm" }, el("h2", {}, el("span", { class: "bang", "aria-hidden": "true" }, "!"), spoken("Two different results")), el("p", {}, told)),
      el("ul", { class: "words" }, ...words.map((word) => el("li", { class: word.side === own ? "word own" : "word" },
        el("span", { class: "quiet" }, word.seat ? spoken("Entered by {seat}", { seat: CALLED[word.seat] }) : spoken("Entered by an official")), el("span", { class: "said" }, ...signed(word)), el("span", { class: "points" }, worth(word)), el("span", { class: "quiet" }, said(word))))),
      el("p", { class: "question" }, spoken("You are {side}.", { side: SIDES[own].name })),
      ...words.filter((word) => word.side !== own).map((word) => wide(spoken("Accept this result: {result}", { result: pretty(word) }), () => agree(board, word))),
      mine ? ask : "",
      quiet(spoken("Neither is right: enter again"), () => start(board)),
      el("p", { class: "quiet" }, spoken("The director can see both results. If you cannot agree, call the director.")),
    ];
  };

  const screen = () => {
    const { agreeing: board, hand } = Table, known = Table.line(board);
    const own = sideOf(hand && !hand.seat ? Table.mine() : Table.acting());
    const top = hand ? Table.bar(spoken("Back"), giveBack, board) : Table.bar(spoken("Boards"), Table.boards, board);
    const parts = () => {
      if (known.state === "waiting") return [el("p", {}, spoken("No result has been entered for this board.")), wide(spoken("Enter board {board}", { board }), () => start(board))];
      if (hand && !hand.seat) return handed(against(own), known);
      const asked = known.other ? conflict : known.state === "disputed" ? denied : known.side === own ? ours : theirs;
      return [hand ? handBar(own) : "", ...asked(board, known, own)];
    };
    const title = known.other ? spoken("Board {board}: two results", { board }) : spoken("Board {board}: check the result", { board });
    return { name: `board ${board} ${known.state} ${known.result} ${hand ? hand.seat || "?" : ""}`, depth: hand ? 2 : 1, title, parts: [top, ...parts()] };
  };

  return { screen };
})();
