// What this phone can prove: the receipts of what it posted, signed by the server and kept here, to be copied or shared.
"use strict";

const Receipts = {
  most: 60, // of one event: a phone posts some thirty results a day
  at: (event) => `receipts:${event}`,

  of(event) {
    try { return JSON.parse(localStorage.getItem(this.at(event))) || []; } catch { return []; }
  },

  keep(receipt) {
    if (!receipt || !receipt.event) return;
    const others = this.of(receipt.event).filter((each) => each.number !== receipt.number);
    const kept = [...others, receipt].sort((one, two) => one.number - two.number).slice(-this.most);
    try { localStorage.setItem(this.at(receipt.event), JSON.stringify(kept)); } catch { /* the phone is full: results go first */ }
    this.show();
  },

  show() {
    const place = document.getElementById("receipts");
    const kept = place ? this.of(place.dataset.event) : [];
    if (!kept.length) return;
    place.hidden = false;
    const last = kept[kept.length - 1];
    place.querySelector("summary").textContent = spoken("Receipts: {count}, the last for posting {number}", { count: kept.length, number: last.number });
    place.querySelector("textarea").value = kept.map((each) => JSON.stringify(each)).join("\n");
    const share = place.querySelector("button");
    share.textContent = navigator.share ? spoken("Share receipts") : spoken("Copy receipts");
    share.onclick = async () => {
      const text = place.querySelector("textarea").value;
      try {
        if (navigator.share) await navigator.share({ title: spoken("Receipts for {event}", { event: place.dataset.event }), text });
        else { await navigator.clipboard.writeText(text); share.textContent = spoken("Copied"); }
      } catch { place.querySelector("textarea").select(); }
    };
  },
};
document.addEventListener("DOMContentLoaded", () => Receipts.show());
