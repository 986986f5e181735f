// The keystroke line: read as it is typed, posted by Enter, without leaving the page. The form works without this.
(() => {
  const form = document.querySelector("form.keys");
  if (!form) return;
  const line = form.querySelector("#line");
  const reading = form.querySelector("#reading");
  const key = form.querySelector("[name=key]");
  const seen = form.querySelector("[name=seen]"); // what "ok" agrees to: the last posting about the board that was shown
  const typed = [];
  let place = 0, asked = 0, wait = 0, sent = null;

  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, "0")).join("");
  const show = (answer, state) => {
    reading.className = `reading ${state}`;
    const lines = [answer.says, ...(answer.lines || []), ...(answer.cautions || [])].filter(Boolean);
    reading.replaceChildren(...lines.map(text => Object.assign(document.createElement("p"), { textContent: text })));
  };
  const read = async () => {
    const mine = ++asked;
    seen.value = "";
    if (!line.value.trim()) return show({ says: "" }, "");
    try {
      const answer = await (await fetch(`${form.dataset.reading}?${new URLSearchParams({ line: line.value, stage: form.elements.stage.value })}`)).json();
      if (mine !== asked) return;
      seen.value = answer.seen || "";
      show(answer, answer.ok ? "" : "refused");
    } catch { if (mine === asked) show({ says: "The desk cannot be reached. Nothing was posted." }, "refused"); }
  };
  const refresh = async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch(location.href, { headers: { "X-Overtrick-Part": "live" } })).text(), "text/html");
    for (const id of ["room", "fresh", "now"]) {
      const here = document.getElementById(id), now = fresh.getElementById(id);
      if (here && now) here.replaceWith(now);
    }
  };
  const post = async () => {
    const text = line.value.trim();
    if (!text) return;
    asked++;
    if (sent !== null && sent !== text) key.value = newKey(); // the same line sent again is one posting, another is not
    sent = text;
    try {
      const reply = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { Accept: "application/json" } });
      const answer = await reply.json();
      show(answer, answer.ok ? "posted" : "refused");
      if (!answer.ok) { seen.value = answer.seen || ""; return; }
      typed.push(text);
      place = typed.length;
      line.value = "";
      key.value = newKey();
      sent = null;
      await refresh();
    } catch { show({ says: "The desk cannot be reached. Press Enter again: it is posted once." }, "refused"); }
  };

  line.addEventListener("input", () => { seen.value = ""; clearTimeout(wait); wait = setTimeout(read, 120); });
  line.addEventListener("keydown", event => {
    if (event.key === "Escape") { line.value = ""; read(); }
    if (event.key === "ArrowUp" && place > 0) { line.value = typed[--place]; read(); event.preventDefault(); }
    if (event.key === "ArrowDown" && place < typed.length) { line.value = typed[++place] || ""; read(); event.preventDefault(); }
  });
  form.addEventListener("submit", event => {
    if (event.submitter && event.submitter.formMethod === "get") return;
    event.preventDefault();
    clearTimeout(wait);
    post();
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) { line.focus(); event.preventDefault(); }
  });
})();
