// The wall screen turns its panels by itself; a new posting puts new panels in, and the turn goes on.
(() => {
  "use strict";
  const SECONDS = 12;
  let turn = 0;

  function show() {
    const wall = document.getElementById("wall");
    const panels = [...wall.querySelectorAll(".panel")];
    if (!panels.length) return;
    turn %= panels.length;
    wall.classList.add("turning");
    panels.forEach((panel, place) => panel.classList.toggle("shown", place === turn));
  }

  document.addEventListener("overtrick:live", show);
  setInterval(() => {
    turn += 1;
    show();
  }, SECONDS * 1000);
  show();
})();
