"use strict";
// An opposed roll: each side's total against the other's, the margin, and what befalls them. Mirrors play/opposed.py; `play.js`
// hands it what it plays with.
//
//   game.contest("combat", { "combat-quality": 4, "enemy.combat-quality": 3 });
//
// `enemy.…` tells of the second side, what begins with the roll's id of both, all else of the first.
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make(require("./dice.js"));
  else root.vfdocOpposed = make(root.vfdocDice);
})(typeof self === "undefined" ? this : self, ({ diceOf, waysOf }) => {
  const WITHOUT = "reroll-without-";

  return function (play) {
    const { tables, modifiers, rowOf, values, executed, among, amount, done, implied, holds, asks, evaluate, assumedOf, given } = play;
    const all = new Map();
    for (const one of tables.opposed ?? []) if (one.results.length && !all.has(one.id)) all.set(one.id, one);
    const after = (name, head) => (name.startsWith(head) ? name.slice(head.length) : null);
    const isRead = (row, byHand) => row.status === "executable" || byHand.includes(row.id);

    const alone = tables.facts.filter((fact) => fact.one_side).map((fact) => fact.id);
    function sidesOf(known, roll) {
      const second = {};
      for (const [name, value] of Object.entries(known)) {
        const theirs = after(name, "enemy."), mine = after(name, "unit.");
        if (theirs !== null) second["unit." + theirs] = second[theirs] = value;
        else if (mine !== null) second["enemy." + mine] = value;
        else if (name.startsWith(roll + ".")) second[name] = value;
      }
      const first = { ...known };
      for (const name of alone) // of two sides one has it, and one alone
        for (const [mine, other] of [[first, second], [second, first]]) if (name in mine && !(name in other)) other[name] = !mine[name];
      return [first, second];
    }

    // The factors that count: those of the table, and elsewhere those that ask what it does not.
    const askedOf = (row) => asks(row.when).filter((name) => !name.endsWith(".arm"));
    const ofArms = (roll) => roll.arms.flatMap((arm) => arm.modifiers);
    function factors(roll, byHand) {
      const own = new Set(ofArms(roll));
      const asked = new Set([...own].map((id) => rowOf.get(id)).filter((row) => row && row.status === "executable").flatMap(askedOf));
      const restating = tables.opposed.filter((one) => one.id === roll.id && one !== roll).flatMap(ofArms);
      const elsewhere = new Set([...roll.others, ...restating]);
      const fresh = executed.filter((row) => elsewhere.has(row.id) && askedOf(row).length && !askedOf(row).some((name) => asked.has(name)));
      return new Set([...own, ...fresh.map((row) => row.id), ...byHand.filter((id) => roll.others.includes(id))]);
    }

    function side(roll, told, byHand) {
      const known = implied(told), wanted = factors(roll, byHand);
      const hand = modifiers.filter((row) => row.status !== "executable" && byHand.includes(row.id));
      const rows = modifiers.filter((row) => wanted.has(row.id) && isRead(row, byHand));
      const { applied: found, assumed, untold } = among(rows, hand, known);
      const applied = found.filter(({ row }) => ["add", "dice"].includes(row.operation)).map((one) => done(one, amount(one, known)));
      const decide = found.filter(({ row }) => ["pass", "fail"].includes(row.operation) && !row.faces.length);
      const quality = roll.quality === null ? null : values.has(roll.quality) ? evaluate(roll.quality, told) : { total: told[roll.quality] ?? null, applied: [], missing: [] };
      const missing = quality && quality.total === null ? [roll.quality] : [];
      for (const row of rows) {
        if (applied.some((one) => one.row === row) || holds(row.when, known, false) === false) continue;
        const open = asks(row.when).filter((name) => !(name in known));
        if (asks(row.when).some((name) => known[name] === true)) for (const name of open) if (assumedOf(name) !== null) assumed[name] = assumedOf(name);
      }
      const total = missing.length ? null : applied.reduce((sum, one) => sum + (one.amount ?? 0), 0) + (quality ? quality.total : 0);
      return {
        of: roll.id, known: told, total, automatic: decide.length ? decide.at(-1).row.operation === "pass" : null, missing, quality, assumed, untold,
        applied: [...applied, ...decide.map((one) => done(one, null))],
      };
    }

    // The margin after what changes it, which is about the winner.
    function changed(roll, margin, [one, two], byHand) {
      if (!margin) return 0;
      const winner = { ...(margin > 0 ? one : two).known };
      for (const [name, value] of Object.entries(winner)) if (name.startsWith("unit.") && !("winner." + name.slice(5) in winner)) winner["winner." + name.slice(5)] = value;
      for (const row of modifiers) {
        if (!roll.margins.includes(row.id) || !isRead(row, byHand) || !holds(row.when, winner)) continue;
        if (row.operation === "double") margin *= 2;
        if (row.operation === "halve") margin = Math.trunc(margin / 2);
      }
      return margin;
    }

    const COMPARE = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, "=": (a, b) => a === b, ">=": (a, b) => a >= b, ">": (a, b) => a > b };
    function meets({ side: whose, when, margin: wanted }, margin, known) {
      const fits = { loser: margin < 0, winner: margin > 0, both: margin === 0 }[whose];
      if (!fits || (when !== null && holds(when, known) !== true)) return false;
      if (wanted === null) return true;
      const named = typeof wanted.value === "string" ? known[wanted.value] ?? known["unit." + wanted.value] : wanted.value;
      return COMPARE[wanted.op](Math.abs(margin), typeof named === "number" ? named : 3);
    }
    function befall(roll, known, margins, sign) {
      const found = new Map();
      for (const [margin, chance] of margins) {
        let met = roll.results.filter((one) => meets(one, sign * margin, known));
        if (met.some((one) => one.margin === null)) met = met.filter((one) => one.margin === null);
        const effects = [...new Set(met.flatMap((one) => one.effects))], sections = [...new Set(met.map((one) => one.section))];
        const key = JSON.stringify([effects, sections]), before = found.get(key);
        found.set(key, { effects, sections, chance: (before ? before.chance : 0) + chance });
      }
      return [...found.values()].sort((a, b) => b.chance - a.chance);
    }

    // The roll after a draw: both have suffered its effects; none where one of them has fled.
    function again(roll, told, byHand) {
      const lost = roll.results.filter((one) => one.side === "both").flatMap((one) => one.effects).filter((one) => one.startsWith(WITHOUT)).map((one) => one.slice(WITHOUT.length));
      if (!lost.length) return null;
      const suffered = [];
      for (const known of told) {
        const effects = new Set(roll.results.filter((one) => meets(one, 0, known)).flatMap((one) => one.effects));
        if (effects.has("flee")) return null;
        suffered.push({ ...known, ...Object.fromEntries([...effects].map((one) => ["unit." + one, true])), ...Object.fromEntries(lost.map((one) => ["unit." + one, false])) });
      }
      const seeing = (one, other) => ({ ...one, ...Object.fromEntries(Object.entries(other).filter(([name]) => name.startsWith("unit.")).map(([name, value]) => ["enemy." + name.slice(5), value])) });
      return played(roll, [seeing(suffered[0], suffered[1]), seeing(suffered[1], suffered[0])], byHand, false);
    }

    // Its factors, and what changes its margin, that were not understood and are not applied by hand.
    function unread(roll, byHand) {
      const ids = new Set([...ofArms(roll), ...roll.margins, ...roll.others]);
      return modifiers.filter((row) => ids.has(row.id) && row.unread.length && !isRead(row, byHand)).map((row) => ({ id: row.id, kind: "row", row }));
    }

    function played(roll, told, byHand, more) {
      const sides = told.map((known) => side(roll, known, byHand)), [one, two] = sides;
      const dice = diceOf(roll.dice), found = { of: roll.id, roll, sides, wins: null, draws: null, loses: null, notComputed: [], margins: [], befall: [[], []], again: null, missing: [...new Set(sides.flatMap((each) => each.missing))] };
      if (!dice || found.missing.length) return found;
      found.notComputed = unread(roll, byHand);
      const ways = waysOf(dice), margins = new Map();
      const settled = one.automatic === two.automatic ? null : one.automatic === true || two.automatic === false ? 1 : -1;
      ways.sums.forEach((mine, sum) => ways.sums.forEach((theirs, other) => {
        if (!mine || !theirs) return;
        const margin = settled ?? changed(roll, Math.trunc(sum + one.total - other - two.total), sides, byHand);
        margins.set(margin, (margins.get(margin) ?? 0) + (mine / ways.every) * (theirs / ways.every));
      }));
      found.margins = [...margins].sort((a, b) => a[0] - b[0]);
      const share = (fits) => found.margins.filter(([margin]) => fits(margin)).reduce((all, [, chance]) => all + chance, 0);
      Object.assign(found, { wins: share((n) => n > 0), draws: share((n) => n === 0), loses: share((n) => n < 0) });
      found.befall = [befall(roll, told[0], found.margins, 1), befall(roll, told[1], found.margins, -1)];
      if (more && found.draws) found.again = again(roll, told, byHand);
      return found;
    }

    function contest(id, told, byHand = []) {
      const roll = all.get(id);
      return played(roll, sidesOf(told, id), byHand, true);
    }
    contest.all = all;
    // The facts and numbers that can still matter to either side, by the names that tell them.
    contest.open = (id, told) => {
      const roll = all.get(id), found = new Map(), wanted = factors(roll, []);
      const rows = [
        ...modifiers.filter((row) => row.status === "executable" && wanted.has(row.id)),
        ...(tables.given ?? []).filter((one) => one.of === roll.quality).map(({ when }) => ({ when, per: null })),
      ];
      sidesOf(told, id).forEach((known, second) => {
        const seen = implied(known);
        const back = (name) => {
          if (!second || name.startsWith(id + ".")) return name;
          return name.startsWith("enemy.") ? "unit." + name.slice(6) : "enemy." + name.replace(/^unit\./, "");
        };
        for (const row of rows) {
          if (holds(row.when, seen, false) === false) continue;
          const names = [...asks(row.when).filter((name) => !(name in seen) || name in known), ...(row.per === null ? [] : [row.per])];
          for (const name of names.map(back)) found.set(name, (found.get(name) ?? 0) + 1);
        }
      });
      return found;
    };
    return contest;
  };
});
