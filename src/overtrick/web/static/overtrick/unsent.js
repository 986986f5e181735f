// On the page of a link that opens nothing, and where a code is typed: says what still waits on this phone, and how it gets away.
"use strict";

(() => {
  const waits = [];
  try {
    for (const name of Object.keys(localStorage)) {
      const place = /^queue:[^/]+\/(\d+)(\w*)$/.exec(name);
      if (!place) continue;
      const count = JSON.parse(localStorage.getItem(name)).filter((message) => !message.refused).length;
      const room = { open: spoken("open"), closed: spoken("closed") }[place[2]];
      const table = { count, table: place[1], room };
      if (count === 1) waits.push(spoken("{count} message of table {table}[, {room} room,] waits on this phone. Scan the card on that table or type its code, and what waits is sent.", table));
      if (count > 1) waits.push(spoken("{count} messages of table {table}[, {room} room,] wait on this phone. Scan the card on that table or type its code, and what waits is sent.", table));
    }
  } catch { /* nothing is kept on this phone */ }
  const told = document.getElementById("unsent");
  told.textContent = waits.join(" ");
  told.hidden = !waits.length;
})();
