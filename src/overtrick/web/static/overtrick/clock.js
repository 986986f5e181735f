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

  // Where the reader's clock is another than the venue's, both are said and named; where it is the same, neither.
  function zones() {
    for (const clock of document.querySelectorAll("[data-ends]")) {
      const place = clock.querySelector("[data-zone]");
      const ends = new Date(clock.dataset.ends);
      const [, sign, hours, minutes] = clock.dataset.ends.match(/([+-])(\d\d):(\d\d)$/) || [];
      if (!place || !sign) continue;
      const venue = (sign === "-" ? -1 : 1) * (60 * Number(hours) + Number(minutes));
      const named = ends.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit", hour12: false, timeZoneName: "short" });
      if (venue === -ends.getTimezoneOffset()) place.textContent = "";
      else if (!place.dataset.own) {
        place.dataset.own = named;
        place.textContent = spoken("{zone} at the venue ({named} your time)", { zone: place.textContent, named });
      }
    }
  }

  document.addEventListener("overtrick:live", zones);
  zones();
  document.addEventListener("overtrick:live", tick);
  setInterval(tick, 1000);
  tick();
})();
