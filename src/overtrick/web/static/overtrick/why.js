// The why drawer: a number that can be opened shows its page's tree in a drawer from the right.
// Without this script the same links open the same pages.
(() => {
  "use strict";
  let drawer = null;
  let hovered = null;

  function build() {
    drawer = document.createElement("dialog");
    drawer.className = "drawer";
    drawer.setAttribute("aria-labelledby", "drawer-title");
    const head = document.createElement("div");
    head.className = "drawer-head";
    const title = document.createElement("h2");
    title.id = "drawer-title";
    const close = document.createElement("button");
    close.className = "plain";
    close.textContent = spoken("Close");
    close.addEventListener("click", () => drawer.close());
    head.append(title, close);
    const body = document.createElement("div");
    body.className = "drawer-body";
    drawer.append(head, body);
    drawer.addEventListener("click", (event) => {
      if (event.target === drawer) drawer.close();
    });
    document.body.append(drawer);
  }

  async function read(address) {
    const answer = await fetch(address, { headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(String(answer.status));
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  async function open(link) {
    if (!drawer) build();
    const title = drawer.querySelector("h2");
    const body = drawer.querySelector(".drawer-body");
    title.textContent = spoken("Why {number}?", { number: link.textContent.trim() });
    body.replaceChildren(spoken("One moment."));
    if (!drawer.open) drawer.showModal();
    try {
      const page = await read(link.href);
      title.textContent = page.querySelector("[data-why-title]").textContent;
      body.replaceChildren(page.querySelector("[data-why]"));
    } catch {
      const away = document.createElement("a");
      away.href = link.href;
      away.textContent = spoken("The reasons cannot be had just now. Try their own page.");
      body.replaceChildren(away);
    }
  }

  async function deepen(link) {
    try {
      const page = await read(link.href);
      const found = page.querySelector("[data-why] > li > ul");
      if (found) link.replaceWith(found);
    } catch {
      location.href = link.href;
    }
  }

  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const deeper = event.target.closest("a.deeper");
    const link = event.target.closest("a.why");
    if (!deeper && !link) return;
    event.preventDefault();
    if (deeper) deepen(deeper);
    else open(link);
  });
  document.addEventListener("mouseover", (event) => {
    hovered = event.target.closest("a.why");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.target.matches("input, textarea, select")) return;
    const link = document.activeElement.closest("a.why") || hovered || document.querySelector("main a.why");
    if (!link) return;
    event.preventDefault();
    open(link);
  });
})();
