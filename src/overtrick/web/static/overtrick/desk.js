// The keystroke line: read as it is typed, posted by Enter, without leaving the page. The form works without this.
(() => {
  const form = document.querySelector("form.keys");
  if (!form) return;
  const line = form.querySelector("#line");
  const reading = form.querySelector("#reading");
  const seen = form.querySelector("[name=seen]"); // what "ok" agrees to: the last posting about the board that was shown
  const at = form.querySelector("[name=at]"); // where the line is: what is not typed is of this table and board
  const where = form.querySelector("#place");
  const typed = [];
  const waiting = []; // lines that are not posted yet, in their order, each with its key: sent twice it is posted once
  const unposted = []; // lines that were refused, or typed after one that was: shown until they are dealt with
  const counted = form.querySelector("#waiting-lines"), aside = form.querySelector("#unposted-lines");
  let place = 0, asked = 0, wait = 0, refusedLast = null, working = false, forget = false, run = 0, left = false;

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
    } catch { if (mine === asked) show({ says: spoken("The server cannot be reached. Nothing was posted.") }, "refused"); }
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
  const made = (name, textContent, more = {}) => Object.assign(document.createElement(name), { textContent, ...more });
  const showWaiting = () => {
    counted.hidden = !waiting.length;
    counted.textContent = spoken("{count:#line is/lines are} waiting to be posted: {lines}", { count: waiting.length, lines: waiting.map(each => each.text).join(" · ") });
  };
  const showUnposted = () => {
    aside.hidden = !unposted.length;
    aside.replaceChildren(...unposted.map(each => {
      const item = made("li", `${spoken("Not posted: {lines}. {why}", { lines: each.text, why: each.why })} `);
      const done = () => { unposted.splice(unposted.indexOf(each), 1); showUnposted(); line.focus(); };
      item.append(made("button", spoken("Restore the line"), { type: "button", className: "plain small", onclick: () => { recall(each); done(); } }), " ",
        made("button", spoken("Discard the line"), { type: "button", className: "plain small", onclick: done }));
      return item;
    }));
  };
  const post = async ({ text, key: own }) => { // one line, from where the line is; the refusal if it is not posted
    const body = new FormData(form);
    body.set("line", text);
    body.set("key", own);
    try {
      const reply = await fetch(form.action, { method: "POST", body, headers: { Accept: "application/json" }, keepalive: true });
      const answer = await reply.json();
      seen.value = answer.seen || "";
      if (!answer.ok) return answer;
      show(answer, "posted");
      typed.push({ text: answer.full }); // with its place: it is brought back as what it was
      place = typed.length;
      refusedLast = null;
      goTo(answer.at, answer.place);
      return null;
    } catch { return { says: spoken("The server cannot be reached. Send the line again; it is posted only once.") }; }
  };
  // The next line may be typed while one is on its way. Each is posted after the one before, from where that left the
  // line. If one is refused nothing after it is posted: it comes back; or by ↑, where somebody is typing already, and
  // until then the line has no place, so that nothing goes to a board it was not meant for.
  const work = async () => {
    if (working) return;
    working = true;
    forget = false;
    let refusal = null;
    const mine = ++run;
    while (waiting.length && !refusal) {
      refusal = await post(waiting[0]);
      if (mine !== run) return; // the page was left, and has sent everything
      if (refusal) setAside(refusal); else waiting.shift();
      showWaiting();
    }
    working = false;
    if (!refusal && line.value.trim()) read();
    refresh().catch(() => {});
  };
  const setAside = refusal => {
    const [first, ...others] = waiting.splice(0), { text } = first, { value } = at, says = where.textContent;
    refusedLast = first;
    const after = [...others.map(each => each.text), line.value.trim()].filter(Boolean);
    const told = after.length ? [spoken("Also not posted (typed after the refused line): {lines}", { lines: after.join(" · ") })] : [];
    show({ ...refusal, cautions: [...(refusal.cautions || []), ...told] }, "refused");
    if (forget && !others.length) return;
    if (!after.length) { line.value = text; return; }
    unposted.push({ text, at: value, says, why: refusal.says }, ...others.map(each => ({ text: each.text, why: spoken("This line follows the refused line {line}.", { line: text }) })));
    showUnposted();
    place = typed.push(...others.map(each => ({ text: each.text })), { text, at: value, says });
    goTo("", spoken("Press ↑ to edit {line}", { line: text }));
  };
  const enter = () => {
    const text = line.value.trim();
    if (!text) return;
    asked++;
    waiting.push({ text, key: refusedLast && refusedLast.text === text ? refusedLast.key : newKey() });
    line.value = "";
    showWaiting();
    work();
  };
  // A page about to be left sends all that waits in one message, which the browser delivers without it. If the page stays,
  // or comes back from the back/forward cache, it hears what became of the lines: by their keys each is posted once.
  const sendAll = async keepalive => {
    const mine = ++run, body = new FormData(form);
    working = true;
    for (const name of ["line", "key"]) body.delete(name);
    for (const each of waiting) { body.append("line", each.text); body.append("key", each.key); }
    let answer = { ok: false, posted: 0, says: spoken("The server cannot be reached.") };
    try { answer = await (await fetch(form.dataset.all, { method: "POST", body, headers: { Accept: "application/json" }, keepalive })).json(); } catch { /* then so it is */ }
    if (mine !== run) return;
    left = working = false;
    const done = waiting.splice(0, answer.posted);
    if (answer.at) goTo(answer.at, answer.place || "");
    if (done.length) show({ says: spoken("Posted: {lines}", { lines: done.map(each => each.text).join(" · ") }) }, "posted");
    if (!answer.ok) setAside(answer);
    showWaiting();
    work();
  };
  window.addEventListener("beforeunload", event => { if (waiting.length) { event.preventDefault(); sendAll(true); } });
  window.addEventListener("pagehide", () => { if (waiting.length) { left = true; sendAll(true); } });
  window.addEventListener("pageshow", event => { if (event.persisted && left) sendAll(false); });
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
