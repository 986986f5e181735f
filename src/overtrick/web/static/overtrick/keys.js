// Keys of every page of the desk: / finds, ? lists the keys, r goes to the result line. The links and boxes work without.
(() => {
  const box = document.getElementById("find");
  const list = document.getElementById("page-keys");
  const typing = element => /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName) && !(element.id === "line" && !element.value);
  document.addEventListener("keydown", event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape" && list && list.open) { list.open = false; return; }
    if (typing(event.target)) return;
    const line = document.getElementById("line");
    if (event.key === "/" && box) { box.focus(); box.select(); }
    else if (event.key === "?" && list) { list.open = !list.open; list.querySelector("summary").focus(); }
    else if (event.key === "r" && line && event.target !== line) line.focus();
    else return;
    event.preventDefault();
  });
})();
