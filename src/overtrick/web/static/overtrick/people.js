// Completes a player while a line is typed, from the organisation's list of people. Without this the line is matched with
// that list when it is saved.
(() => {
  const pause = 200; // milliseconds without a key before the list is asked
  const between = /^(.*(?:[/&+,;:\n]| and | [-–—] )\s*)?(.*)$/s;
  for (const field of document.querySelectorAll("input[data-people]")) {
    const offered = document.createElement("datalist");
    offered.id = `${field.id}-people`;
    field.after(offered);
    field.setAttribute("list", offered.id);
    let waiting = 0;
    let asked = "";
    field.addEventListener("input", () => {
      clearTimeout(waiting);
      const [, before = "", typed] = between.exec(field.value);
      if (typed.trim().length < 2 || typed === asked) return;
      waiting = setTimeout(async () => {
        asked = typed;
        const answer = await fetch(`${field.dataset.people}?q=${encodeURIComponent(typed.trim())}`).catch(() => null);
        if (!answer?.ok) return;
        const { people } = await answer.json();
        offered.replaceChildren(
          ...people.map(({ line, club }) => {
            const option = document.createElement("option");
            option.value = before + line;
            option.label = club ? `${line}, ${club}` : line;
            return option;
          }),
        );
      }, pause);
    });
  }
})();
