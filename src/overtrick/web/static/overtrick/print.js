// A sheet that takes long says how far it is: the page stays until the sheet is there, and asks meanwhile. Without this
// the link answers with the sheet all the same.
(() => {
  const bar = document.querySelector("#printing");
  if (!bar) return;
  const count = bar.querySelector("progress"), says = bar.querySelector("output");
  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, "0")).join("");
  let asking = 0;
  const done = () => { clearInterval(asking); bar.hidden = true; };
  document.addEventListener("click", event => {
    const link = event.target.closest("a[data-print]");
    if (!link) return;
    const key = newKey(), asked = new URL(link.href);
    asked.searchParams.set("key", key);
    link.href = asked;
    bar.hidden = false;
    count.removeAttribute("value");
    says.textContent = link.textContent;
    clearInterval(asking);
    let heard = false;
    asking = setInterval(async () => {
      const now = await (await fetch(`${bar.dataset.progress}?key=${key}`)).json();
      if (heard && !now.of) return done(); // it is made: shown here, or kept as a file
      if (!now.of) return;
      heard = true;
      count.max = now.of;
      count.value = now.done;
      says.textContent = spoken("{sheet}: {done} of {pieces}", { sheet: link.textContent, done: now.done, pieces: now.of });
    }, 400);
  });
  addEventListener("pagehide", done);
})();
