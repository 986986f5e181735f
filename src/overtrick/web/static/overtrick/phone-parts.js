// What the screens of a table's phone are made of: elements, buttons, suits, seats and results in words.
"use strict";

const Parts = (() => {
  const SUITS = { S: "♠", H: "♥", D: "♦", C: "♣", NT: spoken("NT") };
  const NAMES = { S: spoken("spades"), H: spoken("hearts"), D: spoken("diamonds"), C: spoken("clubs"), NT: spoken("no trumps") };
  const SEATS = { N: "North", E: "East", S: "South", W: "West" };
  const CALLED = { North: spoken("North"), East: spoken("East"), South: spoken("South"), West: spoken("West") };
  const ROOMS = { open: spoken("open"), closed: spoken("closed") };
  const SIDES = { NS: { name: spoken("North–South"), short: spoken("N–S"), seats: ["North", "South"] }, EW: { name: spoken("East–West"), short: spoken("E–W"), seats: ["East", "West"] } };

  // What a tap or a screen runs: where it fails, the page is told, and puts its plain form back.
  const guarded = (run) => (...given) => {
    try { return run(...given); } catch (fault) { return parts.failed(fault); }
  };

  const el = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), guarded(value));
      else if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== ""));
    return made;
  };
  const button = (text, press, attributes = {}) => el("button", { type: "button", onclick: press, ...attributes }, text);
  const wide = (text, press, attributes = {}) => button(text, press, { class: "wide", ...attributes });
  const quiet = (text, press) => button(text, press, { class: "wide plain" });
  const choice = (text, press, on, attributes = {}) => button(text, press, { class: on ? "choice on" : "choice", "aria-pressed": String(on), ...attributes });
  const group = (name, looks, ...buttons) => el("div", { class: `grid ${looks}`, role: "group", "aria-label": name }, ...buttons);
  const suit = (strain) => el("span", { class: `suit ${strain}` }, SUITS[strain]);
  const heading = (text, more = {}) => el("h1", { tabindex: "-1", ...more }, text);

  // Words around a mark of their own: the seat in a sentence.
  const around = (template, mark, values = {}) => {
    const [before, after] = spoken(template, { ...values, seat: "\u0000" }).split("\u0000");
    return [before, mark, after];
  };

  const sideOf = (seat) => (seat === "North" || seat === "South" ? "NS" : seat ? "EW" : "");
  const against = (side) => (side === "NS" ? "EW" : "NS");
  const either = (side) => SIDES[side].seats.map((seat) => CALLED[seat]).join(` ${spoken("or")} `);
  const who = (seat) => CALLED[seat] || spoken("an official");

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
  const coloured = (text) => text.split(/([♠♥♦♣])/).map((part) => (LETTERS[part] ? el("span", { class: `sign ${LETTERS[part]}` }, part) : part));
  const signed = (word) => coloured(pretty(word));
  const worth = (word) => (word.score === null || word.score === undefined ? "" : points(word.score));
  const card = (word) => el("section", { class: "card" }, el("p", { class: "said" }, ...signed(word)), el("p", { class: "points" }, worth(word)));

  const parts = { SUITS, NAMES, SEATS, CALLED, ROOMS, SIDES, el, button, wide, quiet, choice, group, suit, heading, around, sideOf, against, either, who, points, pretty, coloured, signed, worth, card, guarded, failed: (fault) => { throw fault; } };
  return parts;
})();
