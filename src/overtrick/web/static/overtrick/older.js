// What the oldest browsers that are supported lack, and scripts here use: Chrome before 92, Safari before 15.4.
"use strict";

(() => {
  const supply = (kind, name, value) => {
    if (!kind.prototype[name]) Object.defineProperty(kind.prototype, name, { value, writable: true, configurable: true });
  };
  supply(Array, "at", function at(place) { return this[place < 0 ? this.length + place : place]; });
  supply(String, "replaceAll", function replaceAll(old, fresh) { return this.split(old).join(fresh); });
  supply(Element, "replaceChildren", function replaceChildren(...children) {
    while (this.firstChild) this.firstChild.remove();
    this.append(...children);
  });
})();
