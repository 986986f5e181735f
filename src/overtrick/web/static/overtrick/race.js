// The race: touch or point at a line or a name, and it stands out from the others until another does.
(() => {
  "use strict";
  const race = document.getElementById("race");
  if (!race) return;
  let chosen = ""; // by a touch, and so until another is touched

  function follow(who) {
    for (const each of document.querySelectorAll(".track [data-who]")) {
      const own = each.dataset.who === who;
      each.classList.toggle("followed", own);
      if (own && each.matches("polyline")) each.parentNode.append(each); // above the others
    }
  }

  const at = (event) => (event.target.closest ? event.target.closest(".track [data-who]") : null);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType !== "touch") follow(at(event) ? at(event).dataset.who : chosen);
  });
  document.addEventListener("focusin", (event) => {
    if (at(event)) follow(at(event).dataset.who);
  });
  document.addEventListener("click", (event) => {
    const here = at(event);
    if (!here) return;
    const again = chosen === here.dataset.who;
    // The first touch of a name follows it, the second opens its scorecard; a mouse has pointed at it already.
    if (here.matches("li") && event.pointerType === "touch" && !again) event.preventDefault();
    chosen = here.dataset.who;
    follow(chosen);
  });

  function mark() {
    for (const link of document.querySelectorAll(".switch a")) {
      const on = (location.hash === "#scores") === (link.dataset.by === "total");
      if (on) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
  }

  window.addEventListener("hashchange", mark);
  document.addEventListener("overtrick:live", () => follow(chosen));
  mark();
})();
