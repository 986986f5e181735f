// A sheet of results: Enter goes to the next box, what is typed is read as it is left, and a block of cells copied from a
// spreadsheet fills the boxes from the one it is pasted into. The form works without this.
(() => {
  const form = document.querySelector("form.sheet-form");
  if (!form) return;
  const boxes = Array.from(form.querySelectorAll("td input"));
  const grid = Array.from(form.querySelectorAll("tbody tr"), row => Array.from(row.querySelectorAll("input")));

  const read = async box => {
    const said = document.getElementById(box.getAttribute("aria-describedby"));
    const text = box.value.trim();
    box.removeAttribute("aria-invalid");
    box.closest("td").classList.remove("wrong");
    if (!text || text === box.dataset.stands) return said.replaceChildren();
    try {
      const asked = new URLSearchParams({ line: `${box.dataset.place} ${text}`, stage: form.dataset.stage });
      const answer = await (await fetch(`${form.dataset.reading}?${asked}`)).json();
      if (box.value.trim() !== text) return;
      said.replaceChildren(Object.assign(document.createElement("span"), { textContent: answer.ok ? (answer.lines || [])[0] || "" : answer.says, className: answer.ok ? "" : "alarm" }));
      box.closest("td").classList.toggle("wrong", !answer.ok);
      if (!answer.ok) box.setAttribute("aria-invalid", "true");
    } catch { said.textContent = ""; } // read again when it is posted
  };
  form.addEventListener("change", event => { if (boxes.includes(event.target)) read(event.target); });
  form.addEventListener("keydown", event => {
    const place = boxes.indexOf(event.target);
    if (event.key === "Enter" && event.ctrlKey) { if (form.requestSubmit) form.requestSubmit(); else form.submit(); return; }
    if (place < 0) return;
    const across = grid[0].length;
    const to = { Enter: place + 1, ArrowDown: place + across, ArrowUp: place - across }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    (boxes[to] || (event.key === "Enter" ? form.querySelector("button") : event.target)).focus();
  });
  form.addEventListener("paste", event => {
    const text = event.clipboardData.getData("text").replace(/\r/g, "").replace(/\n+$/, "");
    if (!boxes.includes(event.target) || !/[\t\n]/.test(text)) return;
    event.preventDefault();
    const top = grid.findIndex(row => row.includes(event.target)), left = grid[top].indexOf(event.target);
    text.split("\n").forEach((line, down) => line.split("\t").forEach((cell, along) => {
      const box = (grid[top + down] || [])[left + along];
      if (box) { box.value = cell.trim(); read(box); }
    }));
  });
  const first = form.querySelector("[aria-invalid]") || boxes.find(box => !box.value) || boxes[0];
  if (first) first.focus();
})();
