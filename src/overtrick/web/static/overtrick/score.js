// The score of a contract (Law 77), so that a phone shows it with the network gone. The server scores it again.
"use strict";

const Bridge = (() => {
  const vulnerable = (board, declarer) => {
    const place = (board - 1) % 16, which = (place + Math.floor(place / 4)) % 4;
    const ns = declarer === "N" || declarer === "S";
    return which === 3 || (which === 1 && ns) || (which === 2 && !ns);
  };

  const made = (level, strain, doubled, over, vul) => {
    const first = strain === "NT" ? 40 : strain === "S" || strain === "H" ? 30 : 20;
    const each = strain === "NT" ? 30 : first;
    const bid = (first + each * (level - 1)) * [1, 2, 4][doubled];
    let points = bid + (bid >= 100 ? (vul ? 500 : 300) : 50) + 50 * doubled;
    if (level === 6) points += vul ? 750 : 500;
    if (level === 7) points += vul ? 1500 : 1000;
    return points + over * (doubled ? 100 * doubled * (vul ? 2 : 1) : each);
  };

  const down = (under, doubled, vul) => {
    if (!doubled) return under * (vul ? 100 : 50);
    let points = 0;
    for (let trick = 1; trick <= under; trick++) {
      points += vul ? (trick === 1 ? 200 : 300) : trick === 1 ? 100 : trick <= 3 ? 200 : 300;
    }
    return points * doubled;
  };

  // To North-South. `result` is the tricks above or below the contract.
  const score = (board, level, strain, doubled, declarer, result) => {
    const vul = vulnerable(board, declarer);
    const points = result < 0 ? -down(-result, doubled, vul) : made(level, strain, doubled, result, vul);
    return declarer === "N" || declarer === "S" ? points : -points;
  };

  return { score, vulnerable };
})();
