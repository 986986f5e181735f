// The why drawer: a number that can be opened shows its page's tree in a drawer from the right. The way back closes it,
// and its address can be taken along. A site in a folder shows the page in a frame, since a browser fetches nothing from
// a disk. Without this script the same links open the same pages.
(() => {
  "use strict";
  const kept = "kept" in document.currentScript.dataset;
  let drawer = null;
  let hovered = null;
  let leaving = false; // the drawer closes because of a step in the history

  if (kept) {
    if (window !== window.top) document.documentElement.classList.add("framed");
    for (const each of document.querySelectorAll(".pages [aria-current], .tabs [aria-current]")) each.scrollIntoView({ block: "nearest", inline: "center" });
  }

  function made(tag, name, words) {
    const found = document.createElement(tag);
    if (name) found.className = name;
    if (words) found.textContent = words;
    return found;
  }

  function build() {
    drawer = made("dialog", "drawer");
    drawer.setAttribute("aria-labelledby", "drawer-title");
    const title = made("h2");
    title.id = "drawer-title";
    const copy = made("button", "plain copy", spoken("Copy link"));
    copy.hidden = !navigator.clipboard;
    copy.addEventListener("click", async () => {
      await navigator.clipboard.writeText(drawer.querySelector(".own-page").href);
      copy.textContent = spoken("Copied");
    });
    const own = made("a", "own-page", spoken("Open full page"));
    const close = made("button", "plain", spoken("Hide"));
    close.addEventListener("click", () => drawer.close());
    const ways = made("div", "drawer-ways");
    ways.append(copy, own);
    const head = made("div", "drawer-head");
    head.append(title, close);
    drawer.append(head, made("div", "drawer-body"), ways);
    drawer.addEventListener("click", (event) => {
      if (event.target === drawer) drawer.close();
    });
    drawer.addEventListener("close", () => {
      if (!leaving && history.state?.why) history.back();
      leaving = false;
    });
    document.body.append(drawer);
  }

  async function read(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  function open(address, number) {
    if (!drawer) build();
    const asked = spoken("Why {number}?", { number });
    drawer.querySelector("h2").textContent = asked;
    drawer.querySelector(".own-page").href = address;
    drawer.querySelector(".copy").textContent = spoken("Copy link");
    if (!drawer.open) drawer.showModal();
    if (kept) frame(address, asked);
    else fill(address);
  }

  function frame(address, asked) {
    const shown = made("iframe"); // a new one: its pages stay out of the way back
    shown.title = asked;
    shown.src = address;
    drawer.querySelector(".drawer-body").replaceChildren(shown);
  }

  async function fill(address) {
    const body = drawer.querySelector(".drawer-body");
    body.replaceChildren(spoken("One moment."));
    try {
      const page = await read(address);
      drawer.querySelector("h2").textContent = page.querySelector("[data-why-title]").textContent;
      body.replaceChildren(page.querySelector("[data-why]"));
    } catch {
      const away = made("a", "", spoken("The explanation did not load. Open the full page."));
      away.href = address;
      body.replaceChildren(away);
    }
  }

  function ask(link) {
    if (!window.HTMLDialogElement?.prototype.showModal) { // an older browser has no drawers: the why has a page of its own
      location.href = link.href;
      return;
    }
    const number = link.textContent.trim();
    if (history.state?.why) history.replaceState({ why: link.href, number }, "");
    else history.pushState({ why: link.href, number }, "");
    open(link.href, number);
  }

  async function deepen(link) {
    try {
      const page = await read(link.href);
      const found = page.querySelector("[data-why] > li > ul");
      if (!found) return;
      link.closest("li").append(found);
      link.remove();
    } catch {
      location.href = link.href;
    }
  }

  // The page as its place in the history has it: with the drawer, or without.
  function stands() {
    const state = history.state;
    if (state?.why) {
      if (!drawer?.open) open(state.why, state.number);
    } else if (drawer?.open) {
      leaving = true;
      drawer.close();
    }
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const deeper = kept ? null : event.target.closest("a.deeper");
    const link = event.target.closest("a.why");
    if (!deeper && !link) return;
    event.preventDefault();
    if (deeper) deepen(deeper);
    else ask(link);
  });
  document.addEventListener("mouseover", (event) => {
    hovered = event.target.closest("a.why");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.matches("input, textarea, select")) return;
    const link = document.activeElement.closest("a.why") || hovered || document.querySelector("main a.why");
    if (!link) return;
    event.preventDefault();
    ask(link);
  });
  window.addEventListener("popstate", stands);
  if (history.state?.why) stands(); // come back to, or loaded again
})();
