"use strict";
// An opposed roll: each side's total against the other's, the margin, and what befalls them. Mirrors play/opposed.py; `play.js`
// hands it what it plays with.
//
//   game.contest("combat", { "combat-quality": 4, "enemy.combat-quality": 3 });
//
// `enemy.…` tells of the second side, what begins with the roll's id of both, all else of the first; `second.…` of a second enemy and of the
// unit as it meets that one, where the text says how two units fight one.
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
      const fresh = executed.filter((row) => elsewhere.has(row.id) && askedOf(row).some((name) => !asked.has(name)));
      return new Set([...own, ...fresh.map((row) => row.id), ...byHand.filter((id) => roll.others.includes(id))]);
    }

    function side(roll, told, byHand) {
      const known = implied(told), wanted = factors(roll, byHand);
      const hand = modifiers.filter((row) => row.status !== "executable" && byHand.includes(row.id));
      const rows = modifiers.filter((row) => wanted.has(row.id) && isRead(row, byHand));
      const { applied: found, assumed, untold } = among(rows, hand, known);
      const applied = found.filter(({ row }) => ["add", "dice"].includes(row.operation)).map((one) => done(one, amount(one, known)));
      const decide = found.filter(({ row }) => ["pass", "fail"].includes(row.operation) && !row.faces.length);
      const own = (name) => (values.has(name) ? evaluate(name, told) : { of: name, total: told[name] ?? null, applied: [], missing: name in told ? [] : [name], assumed: {} });
      const quality = roll.quality === null ? null : own(roll.quality);
      const compared = new Set(roll.results.map(({ margin }) => margin?.value).filter((name) => typeof name === "string"));
      const through = [...compared].map(own);
      Object.assign(assumed, ...through.map((part) => part.assumed));
      const missing = [quality, ...through].flatMap((part) => (part && part.total === null ? [part.of] : []));
      for (const row of rows) {
        if (applied.some((one) => one.row === row) || holds(row.when, known, false) === false) continue;
        const open = asks(row.when).filter((name) => !(name in known));
        if (asks(row.when).some((name) => known[name] === true)) for (const name of open) if (assumedOf(name) !== null) assumed[name] = assumedOf(name);
      }
      const total = missing.length ? null : applied.reduce((sum, one) => sum + (one.amount ?? 0), 0) + (quality ? quality.total : 0);
      return {
        of: roll.id, known: told, total, automatic: decide.length ? decide.at(-1).row.operation === "pass" : null, missing, quality, assumed, untold, through,
        applied: [...applied, ...decide.map((one) => done(one, null))],
      };
    }

    // The margin after what changes it, which is about the winner: as it meets each enemy, and of two that win alike about both.
    function changed(roll, margin, winners, byHand) {
      if (!winners.length) return margin;
      const seen = winners.map((side) => {
        const known = implied(side.known);
        const own = Object.entries(known).filter(([name]) => name.startsWith("unit.")).map(([name, value]) => ["winner." + name.slice(5), value]);
        return { ...Object.fromEntries(own), ...known };
      });
      for (const row of modifiers) {
        if (!roll.margins.includes(row.id) || !isRead(row, byHand) || !seen.every((one) => holds(row.when, one))) continue;
        if (row.operation === "double") margin *= 2;
        if (row.operation === "halve") margin = Math.trunc(margin / 2);
      }
      return margin;
    }

    const COMPARE = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, "=": (a, b) => a === b, ">=": (a, b) => a >= b, ">": (a, b) => a > b };
    function meets({ side: whose, when, margin: wanted }, margin, { known, through }) {
      const fits = { loser: margin < 0, winner: margin > 0, both: margin === 0 }[whose];
      if (!fits || (when !== null && holds(when, known) !== true)) return false;
      if (wanted === null) return true;
      const value = typeof wanted.value === "string" ? through.find((part) => part.of === wanted.value).total : wanted.value;
      return COMPARE[wanted.op](Math.abs(margin), value);
    }
    function befall(roll, of, margins, sign) {
      const found = new Map();
      for (const [margin, chance] of margins) {
        let met = roll.results.filter((one) => meets(one, sign * margin, of));
        if (met.some((one) => one.margin === null)) met = met.filter((one) => one.margin === null);
        const effects = [...new Set(met.flatMap((one) => one.effects))], sections = [...new Set(met.map((one) => one.section))];
        const key = JSON.stringify([effects, sections]), before = found.get(key);
        found.set(key, { effects, sections, chance: (before ? before.chance : 0) + chance });
      }
      return [...found.values()].sort((a, b) => b.chance - a.chance);
    }

    // The roll after a draw: both have suffered its effects; none where one of them has fled.
    function again(roll, sides, byHand) {
      const lost = roll.results.filter((one) => one.side === "both").flatMap((one) => one.effects).filter((one) => one.startsWith(WITHOUT)).map((one) => one.slice(WITHOUT.length).replaceAll("-", "_"));
      if (!lost.length) return [null, null];
      const suffered = [];
      for (const side of sides) {
        const { known } = side, effects = new Set(roll.results.filter((one) => meets(one, 0, side)).flatMap((one) => one.effects));
        if (effects.has("flee")) return [null, null];
        suffered.push({ ...known, ...Object.fromEntries([...effects].map((one) => ["unit." + one, true])), ...Object.fromEntries(lost.map((one) => ["unit." + one, false])) });
      }
      const seeing = (one, other) => ({ ...one, ...Object.fromEntries(Object.entries(other).filter(([name]) => name.startsWith("unit.")).map(([name, value]) => ["enemy." + name.slice(5), value])) });
      const seen = suffered.map((one, n) => seeing(one, suffered[n % 2 ? n - 1 : n + 1]));
      // The same a round later, where the text does not say whether it is one: the second, where nobody told which it was.
      const count = (known) => (roll.rounds ? { [roll.rounds]: typeof known[roll.rounds] === "number" ? known[roll.rounds] + 1 : 2 } : {});
      const rolled = played(roll, seen, byHand, false), later = played(roll, seen.map((one, n) => ({ ...one, ...count(seen[n - (n % 2)]) })), byHand, false);
      const near = (_, value) => (typeof value === "number" ? Math.round(value * 1e9) : value), comes = ({ margins, befall }) => JSON.stringify([margins, befall], near);
      return [rolled, comes(rolled) === comes(later) ? null : later];
    }
    // The factors that count in one of two rolls of the same sides alone.
    function hanging(rolled, later) {
      const rows = new Map();
      rolled.sides.forEach((side, n) => {
        const both = [side, later.sides[n]].map((one) => new Map(one.applied.map(({ row }) => [row.id, row])));
        for (const [id, row] of [...both[0], ...both[1]]) if (both[0].has(id) !== both[1].has(id)) rows.set(id, row);
      });
      return [...rows.values()];
    }

    // Its factors, and what changes its margin, that were not understood and are not applied by hand.
    function unread(roll, byHand) {
      const ids = new Set([...ofArms(roll), ...roll.margins, ...roll.others]);
      return modifiers.filter((row) => ids.has(row.id) && row.unread.length && !isRead(row, byHand)).map((row) => ({ id: row.id, kind: "row", row }));
    }

    // A situation without what `second.…` tells, and that of the second enemy.
    const SECOND = "second.";
    function meetings(known) {
      const first = {}, own = {}, second = {};
      for (const [name, value] of Object.entries(known)) {
        const rest = after(name, SECOND);
        if (rest !== null) second[rest] = value;
        else first[name] = value;
        if (rest === null && after(name, "enemy.") === null) own[name] = value;
      }
      return Object.keys(second).length ? [first, { ...own, ...second }] : [first];
    }
    // One unit and its enemies in pairs, each told how many it fights; what follows of the roll itself from one enemy holds against the other.
    function engaged(roll, told) {
      const held = {}, count = (many) => (!roll.enemies ? {} : { [roll.enemies]: many });
      told.forEach((known, n) => {
        if (n % 2 === 0) for (const [name, value] of Object.entries(implied(known))) if (value === true && name.startsWith(roll.id + ".")) held[name] = true;
      });
      return told.map((known, n) => (n % 2 ? { ...known, ...count(1) } : { ...known, ...held, ...count(told.length / 2) }));
    }
    // By how much the one unit wins, and the places of who wins where that may change the margin.
    function won(sides, scores) {
      const margins = scores.map(([mine, theirs], n) => {
        const one = sides[2 * n].automatic, two = sides[2 * n + 1].automatic, settled = one === two ? null : one === true || two === false ? 1 : -1;
        return { n, margin: settled ?? Math.trunc(mine - theirs), theirs, counted: settled === null };
      });
      const lost = margins.filter((one) => one.margin < 0), best = (of) => of.filter((one) => one.theirs === Math.max(...of.map((each) => each.theirs)));
      if (!lost.length && margins.some((one) => one.margin === 0)) return [0, []];
      const by = best(lost.length ? lost : margins), margin = Math.min(...by.map((one) => one.margin)), least = by.filter((one) => one.margin === margin);
      if (lost.length) return [margin, least.filter((one) => one.counted).map((one) => 2 * one.n + 1)];
      return [margin, least.every((one) => one.counted) ? margins.map((one) => 2 * one.n) : []];
    }

    // What the rules leave open of the roll, of what a side adds to it, or whatever is asked, by what is told of that side.
    function leftOpen(roll, sides) {
      const said = tables.statements.filter((one) => one.kind === "results" && [roll.id, roll.quality, "*"].includes(one.action) && sides.some(({ known }) => holds(one.when, implied(known)) === true));
      const once = said.filter((one, n) => said.findIndex((each) => each.section === one.section && each.line === one.line && each.text === one.text) === n);
      return once.map((each) => ({ id: each.id, kind: "choice", said: each }));
    }

    function played(roll, told, byHand, more) {
      const sides = told.map((known) => side(roll, known, byHand)), pairs = sides.length / 2;
      const dice = diceOf(roll.dice), found = { of: roll.id, roll, sides, wins: null, draws: null, loses: null, notComputed: [], margins: [], befall: sides.map(() => []), inDoubt: 0, oneOf: null, again: null, nextRound: null, hanging: [], missing: [...new Set(sides.flatMap((each) => each.missing))] };
      if (!dice || found.missing.length) return found;
      found.notComputed = [...unread(roll, byHand), ...leftOpen(roll, sides)];
      const ways = waysOf(dice), margins = new Map();
      const faces = [...ways.sums.entries()].filter(([, many]) => many), seen = new Map();
      let rolls = faces.map(([sum, many]) => ({ sum, enemies: [], chance: many / ways.every }));
      for (let n = 0; n < pairs; n++) rolls = rolls.flatMap((one) => faces.map(([sum, many]) => ({ sum: one.sum, enemies: [...one.enemies, sum], chance: one.chance * (many / ways.every) })));
      for (const { sum, enemies, chance } of rolls) {
        const scores = enemies.map((other, n) => [sum + sides[2 * n].total, other + sides[2 * n + 1].total]);
        const [raw, winners] = won(sides, scores), key = raw + ":" + winners;
        if (!seen.has(key)) seen.set(key, changed(roll, raw, winners.map((n) => sides[n]), byHand));
        const margin = seen.get(key), highest = Math.max(...scores.map(([mine]) => mine)) - Math.max(...scores.map(([, theirs]) => theirs));
        margins.set(margin, (margins.get(margin) ?? 0) + chance);
        if (pairs > 1 && Math.sign(highest) !== Math.sign(margin)) found.inDoubt += chance;
      }
      found.margins = [...margins].sort((a, b) => a[0] - b[0]);
      const share = (fits) => found.margins.filter(([margin]) => fits(margin)).reduce((all, [, chance]) => all + chance, 0);
      Object.assign(found, { wins: share((n) => n > 0), draws: share((n) => n === 0), loses: share((n) => n < 0) });
      found.befall = sides.map((one, n) => befall(roll, one, found.margins, n % 2 ? -1 : 1));
      if (more && found.draws) [found.again, found.nextRound] = again(roll, sides, byHand);
      if (found.nextRound) found.hanging = hanging(found.again, found.nextRound);
      return found;
    }

    function contest(id, told, byHand = []) {
      const roll = all.get(id), met = meetings(told);
      if (met.length > 1 && !roll.several) throw new Error(id + ": the text does not say how two units fight one");
      const pairs = met.flatMap((known) => sidesOf(known, id)), found = played(roll, met.length > 1 ? engaged(roll, pairs) : pairs, byHand, true);
      found.oneOf = met.length === 1 && typeof told[roll.enemies] === "number" && told[roll.enemies] > 1 ? roll.several : null;
      return found;
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
