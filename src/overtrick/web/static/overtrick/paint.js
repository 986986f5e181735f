// What must be known before the first paint: the deck that this browser likes, and whether somebody here said who they are.
(() => {
  "use strict";
  try {
    const page = document.documentElement.classList;
    const words = location.pathname.split("/");
    page.toggle("four-colours", localStorage.getItem("overtrick:deck") === "four");
    page.toggle("pinned-here", Boolean(localStorage.getItem(`overtrick:me:${words[words.indexOf("e") + 1]}`)));
  } catch {
    // a browser that keeps nothing
  }
})();
