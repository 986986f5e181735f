// From board to board: the arrow keys, and a swipe of one finger that is clearly sideways. The links do it by themselves.
(() => {
  "use strict";
  const FAR = 70; // pixels
  const LONG = 600; // milliseconds
  const SOON = 4000;
  let start = null;

  function go(to) {
    const link = document.querySelector(`a[rel="${to}"]`);
    if (link && !document.querySelector("dialog[open]")) link.click();
  }

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target.closest("input, select, textarea, [contenteditable], .scroll")) return;
    if (event.key === "ArrowLeft") go("prev");
    if (event.key === "ArrowRight") go("next");
  });

  // What can be moved sideways itself, or a page that is zoomed, is left to move.
  function movesItself(node) {
    if (window.visualViewport && window.visualViewport.scale > 1.01) return true;
    for (let each = node; each && each !== document.body; each = each.parentElement) {
      if (each.scrollWidth > each.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
    }
    return false;
  }

  document.addEventListener("touchstart", (event) => {
    const [touch] = event.touches;
    const one = event.touches.length === 1 && event.target.closest("main") && !movesItself(event.target);
    start = one ? { x: touch.clientX, y: touch.clientY, at: event.timeStamp } : null;
  }, { passive: true });

  document.addEventListener("touchend", (event) => {
    if (!start) return;
    const [touch] = event.changedTouches;
    const across = touch.clientX - start.x;
    const down = touch.clientY - start.y;
    const quick = event.timeStamp - start.at < LONG;
    start = null;
    if (quick && Math.abs(across) > FAR && Math.abs(across) > 2.5 * Math.abs(down)) go(across < 0 ? "next" : "prev");
  }, { passive: true });

  // What is still being worked out is looked for again, a few times: no posting would say that it is there.
  async function lookAgain(times) {
    const part = document.querySelector("#board");
    if (!times || !part || !part.querySelector(".pending") || !document.body.dataset.nowUrl) return;
    if (!document.hidden) {
      try {
        const answer = await fetch(location.href, { headers: { Accept: "text/html" } });
        const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#board");
        if (fresh && !fresh.querySelector(".pending")) {
          part.replaceWith(fresh);
          document.dispatchEvent(new CustomEvent("overtrick:live"));
          return;
        }
      } catch {
        // offline: the next time, perhaps
      }
    }
    setTimeout(lookAgain, SOON, times - 1);
  }
  setTimeout(lookAgain, SOON, 20);

  document.addEventListener("touchcancel", () => {
    start = null;
  }, { passive: true });
})();
