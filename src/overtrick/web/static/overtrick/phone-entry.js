// A result is entered: the contract as in a bidding box, the declarer, the tricks, sent. Four taps; or one line, typed.
"use strict";

const Entry = (() => {
  const { NAMES, SEATS, CALLED, SIDES, el, button, wide, choice, group, suit, sideOf, points, pretty, signed } = Parts;
  const { set } = Table;
  const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];
  const bid = (level, strain) => [`${level}`, suit(strain)];

  const written = (entry) => {
    if (entry.step === "passed") return { result: "PASS", says: spoken("passed out"), score: "0" };
    const result = entry.result === 0 ? "=" : entry.result > 0 ? `+${entry.result}` : String(entry.result);
    const score = Bridge.score(entry.board, entry.level, entry.strain, entry.doubled, entry.declarer, entry.result);
    const typed = { result: `${entry.level}${entry.strain}${["", "X", "XX"][entry.doubled]} ${entry.declarer} ${result}` };
    return { ...typed, says: pretty(typed), score: String(score) };
  };

  // A side that has a word on the board puts it right; whoever has none says theirs. Which of the two it is is decided
  // by what stands when it arrives, never by overwriting what the other side said.
  const send = (entry) => {
    const { board, lead } = entry;
    const known = Table.line(board), own = sideOf(Table.acting());
    const again = known.side === own || (known.other && known.other.side === own);
    Table.say(again ? "put right" : "result", { board, ...written(entry), lead, at: Queue.time() });
    Table.keep(board, null);
    Object.assign(Table, { entry: null, agreeing: board });
    Table.show();
  };

  // The contract and the declarer are enough to go on; which of the two is tapped first does not matter.
  const chosen = (change) => {
    const { level, strain, declarer } = { ...Table.entry, ...change };
    set({ ...change, typed: "", ...(level && strain && declarer ? { step: "result" } : {}) });
  };
  const doubling = (entry) => [1, 2].map((doubled) => choice(doubled === 1 ? `×  ${spoken("doubled")}` : `××  ${spoken("redoubled")}`,
    () => set({ doubled: Table.entry.doubled === doubled ? 0 : doubled }), entry.doubled === doubled, { class: entry.doubled === doubled ? "choice small on" : "choice small" }));

  // Who types has one line, and hears what it says before Enter sends it.
  const typedLine = (entry) => {
    const reading = el("p", { class: "reading", id: "reading" });
    const read = (text) => {
      const found = Notation.read(text);
      return found && { ...Table.entry, ...found };
    };
    const told = (text) => {
      const found = read(text);
      return found ? [pretty(written(found)), points(written(found).score)].join(", ") : "";
    };
    const line = el("input", { id: "typed", name: "typed", autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "send",
      placeholder: "4hx s -1", "aria-label": spoken("Type the result"), "aria-describedby": "reading", maxlength: 30 });
    line.value = entry.typed || "";
    reading.textContent = told(line.value);
    line.addEventListener("input", Parts.guarded(() => {
      Table.entry.typed = line.value;
      Table.keep(entry.board, Table.entry);
      line.removeAttribute("aria-invalid");
      reading.className = "reading";
      reading.textContent = told(line.value);
      if (reading.textContent) Table.announce(reading.textContent);
    }));
    const submit = (event) => {
      event.preventDefault();
      const found = read(line.value);
      if (found) return send(found);
      line.setAttribute("aria-invalid", "true");
      reading.className = "reading wrong";
      reading.textContent = spoken("This result cannot be read. Type contract, declarer and result, such as 4hx s -1.");
      Table.announce(reading.textContent);
      line.focus();
    };
    return el("form", { class: "typed-line", onsubmit: submit }, line, reading);
  };

  const contractStep = (entry) => {
    const bids = [1, 2, 3, 4, 5, 6, 7].flatMap((level) => ["C", "D", "H", "S", "NT"].map((strain) => {
      const on = entry.level === level && entry.strain === strain;
      return el("button", { type: "button", class: on ? "choice on" : "choice", "aria-pressed": String(on), onclick: () => chosen({ level, strain }),
        "aria-label": strain === "NT" ? `${level}NT` : spoken("{level} {suit}", { level, suit: NAMES[strain] }) }, ...bid(level, strain));
    }));
    const ready = entry.level && entry.strain && entry.declarer;
    return [
      typedLine(entry),
      el("div", { class: "entry" },
        group(spoken("Contract"), "bids", ...bids),
        el("div", { class: "beside" },
          group(spoken("Doubled"), "three", ...doubling(entry), button(spoken("Passed out"), () => set({ level: 0, strain: "", declarer: "", typed: "", step: "passed" }), { class: "choice small" })),
          group(spoken("Declarer"), "four", ...Object.entries(SEATS).map(([declarer, seat]) => choice(CALLED[seat], () => chosen({ declarer }), entry.declarer === declarer))))),
      ready ? wide(spoken("Continue to the result"), () => set({ step: "result" })) : "",
    ];
  };

  const lead = (entry) => [
    group(spoken("Suit led"), "lead", el("span", { class: "quiet" }, spoken("Lead (optional):")),
      ...["C", "D", "H", "S"].map((strain) => choice(suit(strain), () => set({ leadSuit: entry.leadSuit === strain ? "" : strain, lead: "" }), entry.leadSuit === strain, { "aria-label": spoken("{suit} led", { suit: NAMES[strain] }) }))),
    entry.leadSuit ? group(spoken("Card led"), "seven", ...RANKS.map((rank) => choice(rank === "T" ? "10" : rank, () => set({ lead: entry.leadSuit + rank }), entry.lead === entry.leadSuit + rank))) : "",
  ];

  const resultStep = (entry) => {
    const most = 7 - entry.level, least = -(6 + entry.level);
    const shown = [];
    for (let result = entry.more ? least : Math.max(least, -4); result <= most; result++) shown.push(result);
    const name = (result) => (result === 0 ? "=" : result > 0 ? `+${result}` : `−${-result}`);
    const called = (result) => (result === 0 ? spoken("made exactly") : result > 0 ? spoken("{tricks:#overtrick/overtricks}", { tricks: result }) : spoken("{tricks} down", { tricks: -result }));
    const said = entry.result === null ? null : written(entry);
    const contract = [`${entry.level}`, suit(entry.strain), ["", "×", "××"][entry.doubled], ` ${spoken("by {declarer}", { declarer: CALLED[SEATS[entry.declarer]] })}`];
    return [
      el("div", { class: "read" }, el("p", { class: "said", id: "step" }, ...(said ? signed(said) : contract)), el("p", { class: "points" }, said ? points(said.score) : "")),
      el("div", { class: "entry" },
        group(spoken("Result"), "four results", ...shown.map((result) => choice(name(result), () => set({ result }), entry.result === result, { "aria-label": called(result) })),
          entry.more ? "" : button(spoken("More down"), () => set({ more: true }), { class: "choice small" })),
        el("div", { class: "beside" }, group(spoken("Doubled"), "two", ...doubling(entry)), ...lead(entry).filter((each) => each !== ""))),
      wide(spoken("Post result"), () => send(Table.entry), { disabled: !said }),
    ];
  };

  const passedStep = (entry) => {
    const said = written(entry);
    return [el("div", { class: "read" }, el("p", { class: "said", id: "step" }, said.says), el("p", { class: "points" }, points(said.score))), wide(spoken("Post result"), () => send(Table.entry))];
  };

  const leave = () => {
    const { board } = Table.entry;
    Object.assign(Table, { entry: null, agreeing: Table.hand ? board : null });
    Table.show();
  };

  const screen = () => {
    const { entry, hand } = Table, { board } = entry;
    const steps = { contract: contractStep, result: resultStep, passed: passedStep };
    const titles = { contract: spoken("Board {board}: contract", { board }), result: spoken("Board {board}: result", { board }), passed: spoken("Board {board}: passed out", { board }) };
    const other = Table.line(board), met = !entry.again && other.state !== "waiting";
    return {
      name: `enter ${board} ${entry.step}`, depth: entry.step === "contract" ? 1 : 2, title: titles[entry.step],
      parts: [Table.bar(spoken("Back"), entry.step === "contract" ? leave : () => set({ step: "contract" }), board, entry.step === "contract" ? "deal" : "step"),
        met ? el("p", { class: "note" }, `${other.seat ? spoken("{seat} has entered this board.", { seat: CALLED[other.seat] }) : spoken("An official has entered this board.")} `, button(spoken("Show result"), () => Table.open(board), { class: "plain" })) : "",
        hand ? el("p", { class: "hand" }, spoken("{seat} enters for {side}", { seat: CALLED[hand.seat], side: SIDES[sideOf(hand.seat)].name })) : "",
        ...steps[entry.step](entry)],
    };
  };

  // A keyboard writes into the line without looking for it.
  document.addEventListener("keydown", (event) => {
    const line = document.getElementById("typed");
    if (!line || event.target.closest("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey || !/^[1-7p]$/i.test(event.key)) return;
    line.focus();
  });

  return { screen };
})();
