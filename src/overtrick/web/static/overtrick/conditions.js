// Find in the conditions of contest: the sentences that have the words stay, the others step aside.
// Without this script the browser's own search finds them, and the contents lead to the chapters.
(() => {
  "use strict";
  const box = document.querySelector("[data-find]");
  if (!box) return;
  box.hidden = false;
  const field = box.querySelector("input");
  const told = box.querySelector("output");
  const wide = window.matchMedia("(min-width: 40.01rem)");
  const chapters = () => [...document.querySelectorAll(".chapter")];

  function rest() {
    for (const chapter of chapters()) chapter.open = wide.matches;
  }

  function find() {
    const wanted = field.value.trim().toLocaleLowerCase();
    let count = 0;
    for (const chapter of chapters()) {
      let here = 0;
      for (const line of chapter.querySelectorAll("dl > div")) {
        const has = !wanted || line.textContent.toLocaleLowerCase().includes(wanted);
        line.hidden = !has;
        here += has;
      }
      chapter.hidden = !here;
      if (wanted) chapter.open = here > 0;
      count += here;
    }
    told.textContent = wanted ? spoken("{count:#paragraph/paragraphs} found", { count }) : "";
    if (!wanted) rest();
  }

  // A link into a closed chapter opens it.
  function lead() {
    const there = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    const chapter = there?.closest(".chapter");
    if (!chapter) return;
    if (field.value) {
      field.value = "";
      find();
    }
    chapter.open = true;
    there.scrollIntoView();
  }

  field.addEventListener("input", find);
  window.addEventListener("hashchange", lead);
  document.addEventListener("overtrick:live", () => field.value && find());
  rest();
  lead();
})();
