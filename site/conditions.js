"use strict";
// Conditions: when one holds in a situation, what it asks, and what follows from what was told. Mirrors play/conditions.py and
// play/consequences.py; `play.js` hands it what it asks of, and what follows for all from what is told of each (`ofEach`).
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make();
  else root.vfdocConditions = make();
})(typeof self === "undefined" ? this : self, () => {
  const COUNTS = [null, undefined, "losses", "units", "ranks"]; // units of numbers that start at nothing
  const SOME = "?"; // that a choice is made, and nobody told which
  const REACHES = /^(>=|<=) /, WHERE = " where "; // of what makes a fact hold: a number comes up to the one named, or to so many, or is no more, where a flag holds

  return function ({ tables, modifiers, facts, ofEach }) {
    // Conditions: true, false, or null where that hangs on what nobody told.

    const assumedOf = (name) => {
      const fact = facts.get(name);
      if (!fact) return false;
      if (fact.kind === "flag") return fact.default;
      return fact.kind === "choice" ? "" : COUNTS.includes(fact.unit) ? 0 : null;
    };
    const compare = (have, op, wanted) =>
      ({
        "<": have < wanted, "<=": have <= wanted, "=": have === wanted, ">=": have >= wanted, ">": have > wanted,
        in: Array.isArray(wanted) && wanted.includes(have),
      })[op];
    function holds(when, known, assume = true) {
      if (when === null) return null;
      const have = (name) => (name in known ? known[name] : assume ? assumedOf(name) : null);
      const all = when.all ?? when.any;
      if (all) {
        const settles = Boolean(when.any);
        let open = false;
        for (const part of all) {
          const found = holds(part, known, assume);
          if (found === settles) return settles;
          open ||= found === null;
        }
        return open ? null : !settles;
      }
      if (when.not) {
        const inner = holds(when.not, known, assume);
        return inner === null ? null : !inner;
      }
      const told = have(when.number ?? when.fact);
      if (told === null || told === SOME) return null;
      if (when.number) return typeof told === "number" ? compare(told, when.op, when.value) : null;
      return when.value === undefined ? told === true : told === when.value;
    }
    function leaves(when) {
      if (when === null) return [];
      if (when.not) return leaves(when.not);
      return when.all || when.any ? (when.all ?? when.any).flatMap(leaves) : [when];
    }
    const asks = (when) => [...new Set(leaves(when).map((leaf) => leaf.number ?? leaf.fact))];
    // The facts that only what forbids an action asks: of a test they tell nothing by these names.
    const askedToForbid = new Set([...(tables.forbidding ?? []), ...tables.statements.filter((one) => one.kind === "forbids").flatMap((one) => asks(one.when))]);
    for (const one of [...modifiers, ...tables.statements.filter((one) => one.kind !== "forbids")])
      for (const name of asks(one.when)) askedToForbid.delete(name);

    // What follows from what was told.

    // Of a fact each value of another that makes it hold, or another number that a number comes up to.
    const leading = (fact) => Object.entries(fact.follows).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    const reachOf = (said) => {
      const sign = REACHES.exec(said);
      if (!sign) return null;
      const [least, where = null] = said.slice(sign[0].length).split(WHERE);
      return { least, constant: /^[0-9.]+$/.test(least) ? Number(least) : null, where, most: sign[1] === "<=" };
    };
    const reaches = (have, wants, most) => typeof have === "number" && typeof wants === "number" && (most ? have <= wants : have >= wants);
    function implied(known) {
      const found = { ...known };
      const assume = (more) => {
        for (const [name, value] of Object.entries(more)) if (!(name in found)) found[name] = value;
      };
      assume(ofEach ? ofEach(known) : {});
      // The greatest of all is no less than what is told of one.
      for (const fact of facts.values())
        for (const [name, value] of leading(fact)) if (value === "greatest" && known[name] > 0) assume({ [fact.id]: known[name] });
      for (const [name, value] of Object.entries(known)) {
        const own = name.replace(/^unit\./, "target.");
        if (own !== name && (!facts.has(name) || askedToForbid.has(name)) && facts.has(own)) assume({ [own]: value });
      }
      const makes = (name, value) => {
        const reach = reachOf(value);
        if (reach === null) return found[name] === value || (value === "no" && found[name] === false);
        const { least, constant, where, most } = reach;
        return reaches(found[name], constant ?? found[least], most) && (where === null || found[where] === true);
      };
      for (const fact of facts.values())
        if (leading(fact).some(([name, value]) => makes(name, value))) assume({ [fact.id]: true });
      const asking = [...facts.values()].filter((fact) => Object.keys(fact.implies).length);
      for (const fact of asking) if (found[fact.id] === true) assume(fact.implies);
      for (const value of tables.values)
        if (Object.entries(value.implies).some(([name, one]) => found[name] === one)) assume(value.implies);
      for (const fact of facts.values())
        if (found[fact.id] === true) assume(Object.fromEntries((fact.exclusive ?? []).map((other) => [other, false])));
      for (const fact of asking) {
        const barred = Object.entries(fact.implies).some(([name, one]) => name in found && (one === SOME ? found[name] === "" : typeof one === "number" ? found[name] < one : found[name] !== one));
        if (barred) assume({ [fact.id]: false });
      }
      return found;
    }
    function seenFrom(subject, known) {
      const found = { ...known };
      for (const [name, value] of Object.entries(known))
        if (name.startsWith(`${subject}.`)) {
          const own = `unit.${name.slice(subject.length + 1)}`;
          if (!(own in found)) found[own] = value;
        }
      return found;
    }

    return { SOME, reachOf, assumedOf, compare, holds, leaves, asks, leading, implied, seenFrom };
  };
});
