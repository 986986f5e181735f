// The clock of a round counts down on the reader's own machine: the page says only until when.
(() => {
  "use strict";
  const A_DAY = 24 * 3600;
  const two = (number) => String(number).padStart(2, "0");

  function words(seconds) {
    const whole = Math.abs(seconds);
    const hours = Math.floor(whole / 3600);
    const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
    return `${seconds < 0 ? "+" : ""}${hours ? `${hours}:` : ""}${rest}`;
  }

  function tick() {
    const now = Date.now();
    for (const clock of document.querySelectorAll("[data-ends]")) {
      const left = Math.ceil((Date.parse(clock.dataset.ends) - now) / 1000);
      const begun = !clock.dataset.begins || Date.parse(clock.dataset.begins) <= now;
      const shown = begun && left > -A_DAY ? words(left) : "";
      const sign = clock.querySelector("[data-left]");
      if (sign && sign.textContent !== shown) sign.textContent = shown;
      clock.classList.toggle("over", begun && left < 0);
      clock.classList.toggle("soon", begun && left >= 0 && left <= 300);
    }
  }

  document.addEventListener("overtrick:live", tick);
  setInterval(tick, 1000);
  tick();
})();
