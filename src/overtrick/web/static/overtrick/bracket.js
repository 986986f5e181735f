// The bracket on a phone: it opens at the round that is played, and the tabs say which round is before the reader.
// Without this script the tabs lead to the rounds all the same.
(() => {
  "use strict";
  const seen = new Map(); // where the reader was in each part, through the page's renewals

  function follow() {
    for (const part of document.querySelectorAll(".bracket-part")) {
      const bracket = part.querySelector(".bracket");
      const columns = [...bracket.querySelectorAll(".column")];
      const tabs = [...part.querySelectorAll(".rounds a")];
      if (bracket.scrollWidth <= bracket.clientWidth) continue;
      const first = columns.find((each) => !each.classList.contains("over")) || columns[columns.length - 1];
      bracket.scrollLeft = seen.has(part.id) ? seen.get(part.id) : first.offsetLeft - bracket.offsetLeft;
      const mark = () => {
        seen.set(part.id, bracket.scrollLeft);
        const at = bracket.scrollLeft + bracket.offsetLeft + 48;
        const here = columns.filter((each) => each.offsetLeft <= at).length - 1;
        tabs.forEach((tab, place) => {
          if (place === here) tab.setAttribute("aria-current", "step");
          else tab.removeAttribute("aria-current");
        });
      };
      bracket.addEventListener("scroll", mark, { passive: true });
      mark();
    }
  }

  document.addEventListener("click", (event) => {
    const tab = event.target.closest(".rounds a");
    const column = tab && document.querySelector(tab.hash);
    if (!column) return;
    event.preventDefault(); // no step in the history for a swipe
    const bracket = column.closest(".bracket");
    bracket.scrollTo({ left: column.offsetLeft - bracket.offsetLeft });
  });
  document.addEventListener("overtrick:live", follow);
  follow();
})();
