// What scripts say: a template of the catalogue and its values, in the language of the page. The English is the key, and
// what is said where the page brings no words of its own (`SpokenWords`). A value is `{name}`; `{name:#one/many}` counts, and a
// part in square brackets is left out where its value is nothing, as in `core/wording.py`.
"use strict";

// Of how many things a language says the first form of a noun, as in `core/grammar.py`.
const singularOf = { one: (number) => number === 1, "below two": (number) => Math.abs(number) < 2, always: () => true };

const spoken = (template, values = {}) => {
  const own = (globalThis.SpokenWords || {})[template] || template;
  const { singular, space } = globalThis.SpokenGrammar || { singular: "one", space: " " };
  const counted = (number, one, many) => `${number}${space}${singularOf[singular](number) ? one : many || one}`;
  const filled = (text) => text.replace(/\{(\w+)(?::#([^/}]*)(?:\/([^}]*))?)?\}/g, (_, name, one, many) => (one ? counted(values[name], one, many) : values[name]));
  const there = (part) => [...part.matchAll(/\{(\w+)/g)].every(([, name]) => values[name]);
  return own.split(/\[([^\]]*)\]/).map((part, place) => (place % 2 && !there(part) ? "" : filled(part))).join("");
};
