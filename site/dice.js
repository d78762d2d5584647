"use strict";
// Dice: as they are written, and in how many ways they come to what. Sums of chances, and fractions of whole numbers.
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make();
  else root.vfdocDice = make();
})(typeof self === "undefined" ? this : self, () => {
  // Dice as they are written: so many of so many sides, of which the highest or lowest are kept, or that explode.
  function diceOf(text, kept) {
    const found = /(\d*)\s*[dD]\s*(\d+)(?:k([hl])(\d+))?(!)?(\d+)?/.exec(text ?? "");
    if (!found) return null;
    const count = Number(found[1]) || 1, sides = Number(found[2]);
    const dice = { count, sides, keep: (Number(found[4]) || 0) * (found[3] === "h" ? 1 : -1), explodes: found[5] ? Number(found[6]) || 20 : 0 };
    if (Math.abs(dice.keep) === count) dice.keep = 0;
    if (kept === 1 || kept === 2) return { ...dice, count: count + 1, keep: (kept === 1 ? 1 : -1) * (Math.abs(dice.keep) || count) };
    return dice;
  }
  // In how many of `every` ways they come to each sum.
  function waysOf({ count, sides, keep, explodes }) {
    if (!keep) {
      let die = [0, ...Array(sides).fill(sides ** explodes)];
      for (let again = 1; again <= explodes; again++) {
        const top = die.pop();
        die = [...die, 0, ...Array(sides).fill(top / sides)];
      }
      return { sums: power(die, count), every: sides ** ((1 + explodes) * count), plain: !explodes };
    }
    let states = new Map([["0,0", 1]]); // dice that showed a face so far, the sum of those that count
    for (let at = 1; at <= sides; at++) {
      const face = keep > 0 ? sides + 1 - at : at, after = new Map();
      for (const [key, ways] of states) {
        const [shown, total] = key.split(",").map(Number);
        const free = Math.max(0, Math.abs(keep) - shown);
        for (let more = at === sides ? count - shown : 0; more <= count - shown; more++) {
          const next = [shown + more, total + face * Math.min(more, free)].join();
          after.set(next, (after.get(next) ?? 0) + ways * choose(count - shown, more));
        }
      }
      states = after;
    }
    const sums = Array(sides * Math.abs(keep) + 1).fill(0);
    for (const [key, ways] of states) sums[Number(key.split(",")[1])] += ways;
    return { sums, every: sides ** count, plain: false };
  }
  function convolve(one, other) {
    const found = Array(one.length + other.length - 1).fill(0);
    one.forEach((chance, n) => other.forEach((more, m) => (found[n + m] += chance * more)));
    return found;
  }
  function power(die, count) {
    let found = [1];
    for (let n = 0; n < count; n++) found = convolve(found, die);
    return found;
  }
  function choose(n, k) {
    let found = 1;
    for (let i = 1; i <= k; i++) found = (found * (n - k + i)) / i;
    return found;
  }
  function reduced(above, below) {
    const common = (a, b) => (b ? common(b, a % b) : a);
    const by = common(above, below);
    return [above / by, below / by];
  }
  function number_of([above, below]) {
    return above / below;
  }

  return { diceOf, waysOf, convolve, power, choose, reduced, number_of };
});
