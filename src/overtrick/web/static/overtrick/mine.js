// Who I am lives in this browser: the pages are the same for everybody. The contestant that the reader pinned in an event is
// kept as {number, name} under `overtrick:me:EVENT`, the deck under `overtrick:deck`. Whatever has the contestant's number in
// `data-who` is marked `mine`, again after each `overtrick:live`; then `overtrick:mine` is told, and `data-me` of the body has
// the number. Without this script everything reads, and nothing is marked.
(() => {
  "use strict";
  const { event } = document.body.dataset;
  const key = `overtrick:me:${event}`;
  const DECK = "overtrick:deck";

  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  function keep(name, value) {
    try {
      if (value) localStorage.setItem(name, value);
      else localStorage.removeItem(name);
    } catch {
      // it lasts as long as this page
    }
  }

  function me() {
    try {
      return (event && JSON.parse(kept(key))) || {};
    } catch {
      return {};
    }
  }

  function made(name, className, text) {
    const element = document.createElement(name);
    element.className = className;
    element.textContent = text;
    return element;
  }

  function button(text, act) {
    const element = made("button", "plain", text);
    element.type = "button";
    element.addEventListener("click", act);
    return element;
  }

  function say(number, name) {
    keep(key, number && JSON.stringify({ number, name }));
    mark();
  }

  // A row of two sides has the numbers of both, with a blank between.
  function has(who, number) {
    return who === number || who.split(" ").includes(number);
  }

  function mark() {
    const { number, name } = me();
    document.body.dataset.me = number || "";
    for (const each of document.querySelectorAll("[data-who]")) each.classList.toggle("mine", has(each.dataset.who, number));
    document.documentElement.classList.toggle("pinned-here", Boolean(number));
    for (const link of document.querySelectorAll("[data-seat]")) link.search = number ? `?q=${encodeURIComponent(number)}` : "";
    for (const place of document.querySelectorAll("[data-me-here]")) {
      const here = place.dataset.meHere;
      const own = here === number;
      if (place.dataset.own === String(own)) continue;
      const held = place.contains(document.activeElement);
      place.dataset.own = String(own);
      place.replaceChildren(own ? button(spoken("Not me"), () => say("")) : button(spoken("This is me"), () => say(here, place.dataset.name)));
      if (held) place.firstChild.focus();
    }
    line(number, name);
    document.dispatchEvent(new CustomEvent("overtrick:mine", { detail: number || "" }));
  }

  // The line at the head of the page: who the reader is, and how they stand where the page's own rows say it.
  function line(number, name) {
    const place = document.querySelector("[data-pinned]");
    if (!place) return;
    if (!number) return;
    const row = document.querySelector(".standings tr.mine");
    const said = [made("strong", "", spoken("You: {name}", { name: name || number }))];
    if (row) {
      const stands = (cell) => {
        const copy = (cell.querySelector("a.why") || cell).cloneNode(true);
        const shown = made("b", "", "");
        shown.append(...(copy.matches("a") ? [copy] : copy.childNodes));
        return shown;
      };
      const [rank, total] = [row.querySelector(".place, td"), row.querySelector(".total")];
      if (rank && total) said.push(document.createTextNode(spoken("place")), stands(rank), document.createTextNode(spoken("with")), stands(total));
    }
    if (place.dataset.card && !location.pathname.startsWith(to(place, number))) {
      const card = made("a", "", spoken("Scorecard"));
      card.href = to(place, number);
      said.push(card);
    }
    place.replaceChildren(...said.flatMap((each) => [each, " "]));
  }

  const to = (place, number) => place.dataset.card + encodeURIComponent(number) + "/";

  function deck() {
    const place = document.querySelector("[data-deck]");
    if (!place) return;
    const four = kept(DECK) === "four";
    document.documentElement.classList.toggle("four-colours", four);
    const held = place.contains(document.activeElement);
    place.replaceChildren(button(four ? spoken("Show suits in two colours") : spoken("Show suits in four colours"), () => {
      keep(DECK, four ? "" : "four");
      deck();
    }));
    if (held) place.firstChild.focus();
  }

  document.addEventListener("overtrick:live", mark);
  window.addEventListener("pageshow", ({ persisted }) => persisted && (mark(), deck())); // another page may have changed it
  window.addEventListener("storage", () => (mark(), deck()));
  mark();
  deck();
})();
