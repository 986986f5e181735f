// A result as people type it: 4hx s -1, 3ntw=, pass. The same forms as `core/model/notation.py` reads; the server reads it again.
"use strict";

const Notation = (() => {
  const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C", "–": "-", "−": "-" };
  const CONTRACT = /^([1-7])(NT|[NSHDC])(XX|X|\*\*|\*|RDBL|DBL)?(?:BY)?(NORTH|EAST|SOUTH|WEST|[NESW])(=|MADE|[+-]?\d{1,2})$/;
  const DOUBLED = { X: 1, "*": 1, DBL: 1, XX: 2, "**": 2, RDBL: 2 };
  const PASSED = ["PASS", "P", "AP", "ALLPASS", "PASSEDOUT", "PASSOUT"];

  // The tricks above or below the contract: a sign says so, a bare number is the tricks taken.
  const over = (level, made) => {
    if (made === "=" || made === "MADE") return 0;
    return /^[+-]/.test(made) ? Number(made) : Number(made) - level - 6;
  };

  // What is entered by it, or nothing where it cannot be read or cannot have happened.
  const read = (text) => {
    const short = text.replace(/[♠♥♦♣–−]/g, (sign) => SIGNS[sign]).replace(/\s+/g, "").toUpperCase();
    if (PASSED.includes(short)) return { step: "passed" };
    const found = CONTRACT.exec(short);
    if (!found) return null;
    const level = Number(found[1]), result = over(level, found[5]);
    if (result > 7 - level || result < -(6 + level)) return null;
    return { step: "result", level, strain: found[2] === "N" ? "NT" : found[2], doubled: DOUBLED[found[3]] || 0, declarer: found[4][0], result };
  };

  return { read };
})();
