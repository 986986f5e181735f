// Keys for choosing: the digits of the number on a button go to it, Enter presses it; f shows the page on the full screen.
// Digits add up while a button has the focus: 1, then 2, goes to 12, or to 2 if there is no 12. The buttons work without.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  if (event.key === "f") document.documentElement.requestFullscreen();
  if (!/^[0-9]$/.test(event.key)) return;
  const typed = document.activeElement.dataset.nth ?? "";
  const option = [typed + event.key, event.key].map((number) => document.querySelector(`[data-nth="${number}"]`)).find(Boolean);
  if (option) option.focus();
});
