// The director is called: with the reason, if the table gives one, and taken back when nobody is needed any more.
"use strict";

const Call = (() => {
  const { el, button, wide, quiet, heading } = Parts;
  const WORDS = { "ruling": spoken("A ruling is needed"), "not played": spoken("A board was not played"), "wrong board": spoken("The wrong board was played"), "wrong seats": spoken("Someone is in the wrong seat"), "agreed wrong": spoken("A confirmed result is wrong") };
  const OF_BOARD = {
    "not played": (board) => spoken("Board {board} was not played", { board }), "wrong board": (board) => spoken("Another board was played instead of board {board}", { board }),
    "agreed wrong": (board) => spoken("The confirmed result of board {board} is wrong", { board }),
  };
  const said = ({ about, board }) => (board && OF_BOARD[about] ? OF_BOARD[about](board) : WORDS[about] || "");

  const open = (board = 0) => { Table.calling = { board }; Table.show(); };
  const call = (about, board) => { Table.say("call", { about, ...(board ? { board } : {}) }); Table.calling = null; Table.show(); };
  const leave = () => { Table.calling = null; Table.show(); };

  const screen = () => {
    const { board } = Table.calling;
    const abouts = ["ruling", "not played", "wrong board", "wrong seats"].concat(board && Table.line(board).state === "agreed" ? ["agreed wrong"] : []);
    return {
      name: `call ${board}`, depth: 3, title: spoken("Call the director"),
      parts: [el("div", { class: "bar" }, button("‹", leave, { class: "plain back", "aria-label": spoken("Back") }), heading(spoken("Call the director"))),
        el("p", {}, spoken("What is the call about? The director sees your answer.")),
        ...abouts.map((about) => quiet(said({ about, board }), () => call(about, OF_BOARD[about] ? board : 0))),
        wide(spoken("Call without a reason"), () => call("", 0))],
    };
  };

  // In the foot: the way to it, or that it is done and how it is taken back.
  const part = () => {
    const { sheet, calling } = Table;
    if (!sheet.stage || sheet.closed || calling) return "";
    const stands = Table.call();
    if (!stands) return button(`☎ ${spoken("Call the director")}`, () => open(Table.entry ? Table.entry.board : Table.agreeing || 0), { class: "plain call" });
    return el("div", { class: "called" }, el("p", {}, `☎ ${spoken("Calling the director.")}${said(stands) ? ` ${said(stands)}.` : ""}`),
      button(spoken("Cancel the call"), () => { Table.say("no call"); Table.show(); }, { class: "plain" }));
  };

  return { open, call, screen, part };
})();
