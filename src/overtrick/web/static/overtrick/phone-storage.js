// What the phone keeps: in the browser's storage; or in this page alone, where the storage is full or switched off.
"use strict";

const PhoneStorage = (() => {
  const inPage = new Map();
  return {
    read(name) {
      if (inPage.has(name)) return inPage.get(name);
      try { return localStorage.getItem(name); } catch { return null; }
    },

    write(name, value) {
      try { localStorage.setItem(name, value); inPage.delete(name); } catch { inPage.set(name, value); }
    },

    // Whether this is lost when the page is left.
    onlyInPage: (name) => inPage.has(name),
  };
})();
