// A phone's first screen offers the language of its browser: the link to the same page goes to the top. Pages are the same
// for everybody, so nobody is sent anywhere.
"use strict";

(() => {
  const main = (code) => code.toLowerCase().split("-")[0];
  const row = document.querySelector("nav.languages");
  const mine = (navigator.languages || [navigator.language]).map(main);
  const here = main(document.documentElement.lang);
  const best = row && mine.find((code) => code === here || row.querySelector(`a[lang^="${code}"]`));
  if (!best || best === here) return;
  row.querySelector(`a[lang^="${best}"]`).classList.add("offered");
  document.getElementById("main").prepend(row);
})();
