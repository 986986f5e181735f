// On the page of a link that opens nothing, and where a code is typed: says what still waits on this phone, and how it gets away.
"use strict";

(() => {
  const waits = [];
  try {
    for (const name of Object.keys(localStorage)) {
      const place = /^queue:[^/]+\/(\d+)(\w*)$/.exec(name);
      if (!place) continue;
      const count = JSON.parse(localStorage.getItem(name)).filter((message) => !message.refused).length;
      const table = `table ${place[1]}${place[2] ? `, ${place[2]} room,` : ""}`;
      if (count) waits.push(`${count} ${count === 1 ? `message of ${table} waits` : `messages of ${table} wait`} on this phone. Scan the card on that table or type its code, and what waits is sent.`);
    }
  } catch { /* nothing is kept on this phone */ }
  const told = document.getElementById("unsent");
  told.textContent = waits.join(" ");
  told.hidden = !waits.length;
})();
