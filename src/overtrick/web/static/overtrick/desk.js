// The keystroke line: read as it is typed, posted by Enter, without leaving the page. The form works without this.
(() => {
  const form = document.querySelector("form.keys");
  if (!form) return;
  const line = form.querySelector("#line");
  const reading = form.querySelector("#reading");
  const key = form.querySelector("[name=key]");
  const seen = form.querySelector("[name=seen]"); // what "ok" agrees to: the last posting about the board that was shown
  const at = form.querySelector("[name=at]"); // where the line is: what is not typed is of this table and board
  const where = form.querySelector("#place");
  const typed = [];
  const waiting = [];
  let place = 0, asked = 0, wait = 0, sent = null, working = false, forget = false;

  const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, "0")).join("");
  const show = (answer, state) => {
    reading.className = `reading ${state}`;
    const lines = [answer.says, ...(answer.lines || []), ...(answer.cautions || [])].filter(Boolean);
    reading.replaceChildren(...lines.map(text => Object.assign(document.createElement("p"), { textContent: text })));
  };
  const read = async () => {
    const mine = ++asked;
    seen.value = "";
    if (working) return;
    if (!line.value.trim()) return show({ says: "" }, "");
    try {
      const answer = await (await fetch(`${form.dataset.reading}?${new URLSearchParams({ line: line.value, stage: form.elements.stage.value, at: at.value })}`)).json();
      if (mine !== asked) return;
      seen.value = answer.seen || "";
      show(answer, answer.ok ? "" : "refused");
    } catch { if (mine === asked) show({ says: "The desk cannot be reached. Nothing was posted." }, "refused"); }
  };
  const refresh = async () => {
    const fresh = new DOMParser().parseFromString(await (await fetch(location.href, { headers: { "X-Overtrick-Part": "live" } })).text(), "text/html");
    for (const id of ["needs", "room", "next", "fresh", "now"]) {
      const here = document.getElementById(id), now = fresh.getElementById(id);
      if (here && now) here.replaceWith(now);
    }
  };
  const goTo = (to, says) => {
    at.value = to;
    where.textContent = says;
    line.placeholder = to.includes(" ") ? "4sx s +1" : "7 13 4sx s +1";
    const here = new URL(location.href);
    if (to) here.searchParams.set("at", to); else here.searchParams.delete("at");
    here.searchParams.delete("line");
    history.replaceState(history.state, "", here);
  };
  const post = async text => { // one line, from where the line is; the refusal if it is not posted
    if (sent !== null && sent !== text) key.value = newKey(); // the same line sent again is one posting, another is not
    sent = text;
    const body = new FormData(form);
    body.set("line", text);
    try {
      const reply = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
      const answer = await reply.json();
      seen.value = answer.seen || "";
      if (!answer.ok) return answer;
      show(answer, "posted");
      typed.push({ text: answer.full }); // with its place: it is brought back as what it was
      place = typed.length;
      key.value = newKey();
      sent = null;
      goTo(answer.at, answer.place);
      return null;
    } catch { return { says: "The desk cannot be reached. Press Enter again: it is posted once." }; }
  };
  // The next line may be typed while one is on its way. Each is posted after the one before, from where that left the
  // line. If one is refused nothing after it is posted: it comes back; or by ↑, where somebody is typing already, and
  // until then the line has no place, so that nothing goes to a board it was not meant for.
  const work = async () => {
    if (working) return;
    working = true;
    forget = false;
    let refusal = null;
    while (waiting.length && !refusal) {
      const text = waiting[0];
      refusal = await post(text);
      waiting.shift();
      if (!refusal) continue;
      const left = [...waiting.splice(0), line.value.trim()].filter(Boolean);
      const after = left.length ? [`Not posted, because they were typed after this one: ${left.join(" · ")}`] : [];
      show({ ...refusal, cautions: [...(refusal.cautions || []), ...after] }, "refused");
      if (forget) break;
      if (!left.length) { line.value = text; break; }
      place = typed.push({ text, at: at.value, says: where.textContent });
      goTo("", `↑ brings back ${text}`);
    }
    working = false;
    if (!refusal && line.value.trim()) read();
    refresh().catch(() => {});
  };
  const enter = () => {
    const text = line.value.trim();
    if (!text) return;
    asked++;
    waiting.push(text);
    line.value = "";
    work();
  };
  const recall = entry => {
    line.value = entry ? entry.text : "";
    if (entry && entry.at) goTo(entry.at, entry.says);
    read();
  };

  line.addEventListener("input", () => { seen.value = ""; clearTimeout(wait); wait = setTimeout(read, 120); });
  line.addEventListener("keydown", event => {
    if (event.key === "Escape") { line.value = ""; forget = true; read(); }
    if (event.key === "ArrowUp" && place > 0) { recall(typed[--place]); event.preventDefault(); }
    if (event.key === "ArrowDown" && place < typed.length) { recall(typed[++place]); event.preventDefault(); }
  });
  form.addEventListener("submit", event => {
    if (event.submitter && event.submitter.formMethod === "get") return;
    event.preventDefault();
    clearTimeout(wait);
    enter();
  });
})();
