"use strict";
// What follows the result of a test, in the text's own words, and when the test is due at all. Mirrors play/following.py and
// what play/statements.py says is due; `play.js` hands it what it asks with.
//
//   game.follows(game.evaluate("rally", told), told);    // { said, further, due, undue }
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make(require("./dice.js"));
  else root.vfdocFollowing = make(root.vfdocDice);
})(typeof self === "undefined" ? this : self, ({ reduced, number_of }) => {
  const MOST = 6;

  return function ({ tables, holds, implied, asks }) {
    // In a page they come after the tables.
    const dues = () => [...(tables.due ?? []), ...tables.statements].filter((one) => one.kind === "due" && one.status === "executable");

    // The tests that must be passed before a test or value is asked; of a test itself, when it must be taken (what a section
    // says of it before an action counts only where that says nothing of it by itself). `holds` is null where it hangs on a
    // number that nobody told; `told` says whether anything was.
    function due(of, told) {
      const known = implied(told), found = new Map();
      const own = new Set(dues().filter((one) => one.action === of && one.of.includes(of)).map((one) => one.section));
      for (const one of dues())
        if (one.action === of || (one.of.includes(of) && !own.has(one.section))) found.set([one.of[0], one.section, JSON.stringify(one.when)].join(), { said: one, test: one.of[0], holds: holds(one.when, known), told: asks(one.when).some((name) => name in known) });
      return [...found.values()];
    }
    // The sections by which a test does not have to be taken, as was told.
    function undue(found, of, told) {
      const own = found.filter(({ test }) => test === of);
      const never = own.some(({ said }) => asks(said.when).some((name) => name in told)) && own.every((one) => one.holds === false);
      return never ? [...new Map(own.map(({ said }) => [said.section, said])).values()] : [];
    }
    // The chance that the total of a single die lies in a band; one up to no number passes the test.
    function chance({ least, most }, outcome) {
      const { dice, ways, automatic, rerolls, natural, under, target, total, probability } = outcome;
      if (!most || !dice || automatic !== null || rerolls.length || under || natural.pass.size || natural.fail.size) return null;
      const [count, sides] = dice;
      if (count !== 1 || !ways.plain) return null;
      if (least === target) return probability;
      let within = 0;
      for (let face = 1; face <= sides; face++) within += least <= face + total && face + total <= most ? 1 : 0;
      return reduced(within, sides);
    }
    // What bears on what was told first: what few sentences speak of tells most.
    function inOrder(said, told) {
      const names = new Set(Object.entries(told).filter(([, value]) => value).map(([name, value]) => (typeof value === "string" ? `${name}=${value}` : name)));
      const among = new Map();
      for (const one of said) for (const name of one.speaks) among.set(name, (among.get(name) ?? 0) + 1);
      const worth = (one) => one.speaks.reduce((sum, name) => sum + (names.has(name) ? 1 / among.get(name) : 0), 0);
      return [...said].sort((a, b) => worth(b) - worth(a));
    }

    return {
      due,
      follows(outcome, told) {
        if (!outcome.isTest || outcome.forbidden.length) return { said: [], further: [], replaced: null, due: [], undue: [] };
        const without = outcome.automatic === null ? null : outcome.automatic ? "fail" : "pass";
        const said = inOrder((tables.follows ?? []).filter((one) => one.test === outcome.of && one.result !== without), told);
        let chances = said.map((one) => chance(one, outcome));
        const whole = chances.reduce((sum, one) => sum + (one ? number_of(one) : 0), 0);
        if (said.some((one) => one.most) && Math.abs(whole - 1) > 1e-9) chances = said.map(() => null);
        const shown = said.slice(0, MOST).map((one, n) => ({ said: one, chance: chances[n] }));
        const there = new Set(shown.map((one) => one.said.section));
        const further = [...new Map(said.slice(MOST).filter((one) => !there.has(one.section)).map((one) => [one.section, one])).values()];
        const dueHere = due(outcome.of, told);
        // Where another target holds, the words are of the one that the test has.
        const instead = outcome.applied.filter(({ row }) => row.operation === "set").map(({ row }) => row);
        const { target: stated = null, said: as = null } = tables.tests.find((one) => one.id === outcome.of && typeof one.target === "number") ?? {};
        const replaced = instead.length && stated !== null && stated !== outcome.target ? { stated: as ?? `${stated}+`, by: instead } : null;
        return { said: shown, further, replaced, due: dueHere, undue: undue(dueHere, outcome.of, told) };
      },
    };
  };
});
