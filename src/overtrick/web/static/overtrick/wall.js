// The wall screen turns its panels by itself; a new posting puts new panels in, and the turn goes on.
(() => {
  "use strict";
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
  function next() {
    turn += 1;
    show();
    setTimeout(next, 1000 * Number(document.getElementById("wall").dataset.seconds));
  }

  show();
  setTimeout(next, 1000 * Number(document.getElementById("wall").dataset.seconds));
})();
