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
      if (count === 1) waits.push(spoken("{count} message from table {table}[, {room} room,] is waiting on this phone. To send it, scan that table’s card or type its code.", table));
      if (count > 1) waits.push(spoken("{count} messages from table {table}[, {room} room,] are waiting on this phone. To send them, scan that table’s card or type its code.", table));
    }
  } catch { /* nothing is kept on this phone */ }
  const told = document.getElementById("unsent");
  told.textContent = waits.join(" ");
  told.hidden = !waits.length;
})();
