// Copy a text of the page, and share its address: with what the browser has for it, else by copying.
"use strict";
(() => {
  const say = (button, words) => {
    const said = button.parentElement.querySelector("[data-copied]");
    if (said) said.textContent = words;
  };
  const copy = (button, text) => navigator.clipboard.writeText(text)
    .then(() => say(button, spoken("Copied.")), () => say(button, spoken("Not copied. Select the text and copy it.")));
  // A server that was not told its address writes the snippet without: the page knows where it was read.
  const complete = () => {
    const snippet = document.getElementById("snippet"), unknown = document.querySelector("[data-unknown]");
    if (!snippet || !unknown) return;
    snippet.value = snippet.value.replace('src="/', `src="${location.origin}/`);
    unknown.hidden = true;
  };
  const begin = () => {
    for (const button of document.querySelectorAll("[data-copy], [data-share]")) button.hidden = !(navigator.share || navigator.clipboard);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share]");
    if (!button) return;
    if ("copy" in button.dataset) {
      const from = document.getElementById(button.dataset.copy);
      copy(button, from.value || from.textContent);
    } else if (navigator.share) {
      navigator.share({ title: document.title, url: location.href }).catch(() => {});
    } else copy(button, location.href);
  });
  document.addEventListener("overtrick:live", begin);
  begin();
  complete();
})();
