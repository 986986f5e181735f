// The choosing by keyboard: a number goes to that team, Enter accepts it; f fills the projector. The buttons work without.
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "f") document.documentElement.requestFullscreen();
  const option = /^[1-9]$/.test(event.key) && document.querySelector(`[data-nth="${event.key}"]`);
  if (option) option.focus();
});
