// Moves names in the list of seeds without asking the server; without this the arrows are buttons that do.
(() => {
  const list = document.querySelector("ol.seeded");
  if (!list) return;
  const order = list.closest("form").querySelector('[name="order"]');

  function moved(row, up, name) {
    const other = up ? row.previousElementSibling : row.nextElementSibling;
    if (!other) return;
    if (up) other.before(row);
    else other.after(row);
    const rows = [...list.children];
    order.value = rows.map((each) => each.dataset.contestant).join(" ");
    for (const [place, each] of rows.entries()) {
      each.querySelector('[name="up"]').disabled = place === 0;
      each.querySelector('[name="down"]').disabled = place === rows.length - 1;
    }
    const same = row.querySelector(`[name="${name}"]`);
    (same.disabled ? row.querySelector("button:enabled") : same).focus();
  }

  list.addEventListener("click", (event) => {
    const button = event.target.closest('button[name="up"], button[name="down"]');
    if (!button) return;
    event.preventDefault();
    moved(button.closest("li"), button.name === "up", button.name);
  });
  list.addEventListener("keydown", (event) => {
    const button = event.target.closest("button");
    if (!button || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
    event.preventDefault();
    moved(button.closest("li"), event.key === "ArrowUp", button.name);
  });
})();
