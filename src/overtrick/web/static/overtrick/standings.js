// Standings in the reader's own order: find a name, narrow to a group, sort by a column and back to places. The page as
// it came is the plain order; after every change of the book all of it is put on again.
(() => {
  "use strict";
  const find = document.getElementById("find");
  const group = document.getElementById("group");
  if (!find) return;
  const sorted = new Map(); // a table's place on the page: its column and direction
  const came = new Map(); // a table's place on the page: its lines' keys in the order they first came

  for (const each of document.querySelectorAll("[data-script]")) each.hidden = false;

  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

  function narrow() {
    const words = plain(find.value).split(/\s+/).filter(Boolean);
    const wanted = group ? group.value : "";
    let found = 0;
    for (const row of document.querySelectorAll("tbody tr[data-who]")) {
      const text = plain(row.querySelector("th").textContent);
      const numbered = words.length === 1 && /^\d/.test(words[0]);
      const named = numbered ? row.dataset.who.toLowerCase() === words[0] : words.every((word) => text.includes(word));
      row.hidden = !(named && (!wanted || (row.dataset.groups || "").split(" ").includes(wanted)));
      if (!row.hidden) found += 1;
    }
    const said = document.querySelector("[data-found]");
    if (said) said.textContent = words.length || wanted ? spoken("{found:#contestant/contestants} found", { found }) : "";
  }

  // What a cell is sorted by: its number, or nothing where it has none.
  function worth(cell) {
    const shown = cell.querySelector("a.why, [aria-hidden]");
    const text = (shown || cell).textContent.replace("−", "-").replace("▼", "-").replace("▲", "").replace("/", ".").replace(",", "."); // a decimal comma, too
    const value = Number.parseFloat(text.trim() === "=" ? "0" : text);
    return Number.isNaN(value) ? null : value;
  }

  function order(table, at) {
    const body = table.tBodies[0];
    const rows = [...body.rows];
    if (!came.has(at)) came.set(at, rows.map((row) => row.dataset.k));
    const first = came.get(at);
    const { column, down } = sorted.get(at) || { column: 0, down: false };
    const named = rows.length > 0 && rows[0].cells[column].matches("th");
    const key = (row) => (named ? (row.querySelector("b:last-of-type") || row.cells[column]).textContent : worth(row.cells[column]));
    const keys = new Map(rows.map((row) => [row, key(row)]));
    const again = [...rows].sort((one, other) => {
      const [a, b] = [keys.get(one), keys.get(other)];
      if (a === null || b === null) return (a === null) - (b === null);
      const by = named ? a.localeCompare(b) : a - b;
      return (down ? -by : by) || first.indexOf(one.dataset.k) - first.indexOf(other.dataset.k);
    });
    if (again.some((row, place) => row !== rows[place])) body.append(...again);
    [...table.tHead.rows[0].cells].forEach((head, place) => {
      if (place === column) head.setAttribute("aria-sort", down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
  }

  // A column is sorted by its best first, then turned round, then the places are back.
  function turn(at, column, best) {
    const now = sorted.get(at);
    if (column === 0 || (now && now.column === column && now.down !== best)) sorted.delete(at);
    else sorted.set(at, { column, down: now && now.column === column ? !best : best });
  }

  function dress() {
    document.querySelectorAll(".st").forEach((table, at) => {
      [...table.tHead.rows[0].cells].forEach((head, column) => {
        if (head.querySelector("button")) return;
        const button = document.createElement("button");
        button.type = "button";
        button.append(...head.childNodes);
        head.append(button);
        button.addEventListener("click", () => {
          turn(at, column, !head.matches(".nm, .pl"));
          order(table, at);
        });
      });
      if (!came.has(at)) came.set(at, [...table.tBodies[0].rows].map((row) => row.dataset.k));
      if (sorted.has(at)) order(table, at);
    });
    narrow();
  }

  find.addEventListener("input", narrow);
  if (group) group.addEventListener("change", narrow);
  document.addEventListener("keydown", (event) => {
    const writing = event.target.closest("input, select, textarea, [contenteditable]");
    if (event.key === "/" && !writing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      find.focus();
      find.select();
    }
    if (event.key === "Escape" && event.target === find) {
      find.value = "";
      narrow();
    }
  });
  document.addEventListener("overtrick:live", dress);
  dress();
})();
