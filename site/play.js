"use strict";
// Plays the tables of an edition: what a test, a value or an attack comes to in a situation, and its exact chances.
//
//   const game = vfdocPlay(tables);              // the JSON that `vfdoc tables` prints
//   game.evaluate("hit", { cover: "hard" });     // a test or a value
//   game.attack("fire", { "fire-value": 3 });    // its dice, losses, and the tests that follow
//   game.contest("combat", { "combat-quality": 4, "enemy.combat-quality": 3 });    // an opposed roll: who wins, by how much
//   game.follows(game.evaluate("rally", {}), {});    // what follows the result of a test, and when it is due
//   game.procedure("fight", { "melee-value": 3, "target.melee-value": 4 });    // every step and its chances
//
// In a page it is `vfdocPlay`, under Node what `require` gives; dice.js, conditions.js, following.js, notes.js, procedure.js, opposed.js and of_all.js lie beside it. A situation names facts and numbers as the tables do.
// What it does not tell is assumed (a flag as `default` says, a choice as none of its values, a count as 0), and
// `assumed` says so; a distance that it does not tell leaves its row undecided. What is in no result stands in
// `notComputed`. A row that was not understood counts once each of its clauses is told (`said.…` of its `when`); a third
// argument lists what is applied by hand: ids of such rows, and rows of one's own ({ id: "mine", of: "hit", operation:
// "add", amount: 1 }).
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make(require("./dice.js"), require("./conditions.js"), require("./following.js"), require("./notes.js"), require("./procedure.js"), require("./opposed.js"), require("./of_all.js"));
  else root.vfdocPlay = make(root.vfdocDice, root.vfdocConditions, root.vfdocFollowing, root.vfdocNotes, root.vfdocProcedure, root.vfdocOpposed, root.vfdocOfAll);
})(typeof self === "undefined" ? this : self, ({ diceOf, waysOf, reduced }, conditions, following, noting, steps, opposed, ofAll) => {
  const IN_FORCE = ["rules", "sheet"];
  const LOWER = ["halve", "double", "add", "dice"], HALVES = ["halve"];

  return function play(tables) {
    const unsaid = {
      status: "executable", origin: "rules", amount: null, per: null, limit: null, cap: null, restates: null, once: [], replaces: [], unread: [],
      faces: [], every: 1, beyond: 0, part: false, within: null, exempt_from: [],
    };
    const modifiers = tables.modifiers.map((row) => ({ ...unsaid, ...row }));
    // In place: what follows a roll is put to the same tables when it is loaded.
    Object.assign(tables, { modifiers, statements: tables.statements.map((one) => ({ status: "executable", ...one })) });
    const byId = (list) => new Map(list.map((one) => [one.id, one]));
    const declared = tables.facts.map((fact) => ({ unit: null, default: false, implies: {}, follows: {}, ...fact }));
    const values = byId(tables.values), facts = byId(declared), rowOf = byId(modifiers);
    const conventions = new Map();
    for (const one of tables.conventions) if (one.of === null && !conventions.has(one.id)) conventions.set(one.id, one);
    const says = (id) => conventions.has(id);
    const inForce = (row) => row.restates === null && IN_FORCE.includes(row.origin);
    const executed = modifiers.filter((row) => row.status === "executable" && inForce(row));
    const told = (row, known) => {
      const named = asks(row.when).filter((name) => name.startsWith("said."));
      return named.length > 0 && named.length === row.unread.length && named.every((name) => name in known);
    };
    const idle = modifiers.filter((row) => row.status !== "executable" && inForce(row) && row.of !== null);
    const tests = new Map();
    const aimless = ({ target }) => target === null || target.opposed !== undefined;
    const stands = (test) => (aimless(test) ? 2 : 0) + (test.origin !== "rules" ? 1 : 0);
    for (const test of [...tables.tests].sort((a, b) => stands(a) - stands(b))) {
      if (test.status === "proposed" || !IN_FORCE.includes(test.origin)) continue;
      const found = tests.get(test.id);
      if (!found) tests.set(test.id, { ...test, target: aimless(test) ? null : test.target });
      else {
        found.dice ??= test.dice;
        found.kind_of ??= test.kind_of;
      }
    }
    for (const test of tests.values()) test.target ??= tests.get(test.kind_of)?.target ?? null;
    const attacks = new Map();
    const procedures = byId(tables.procedures ?? []);
    for (const { id, sides, steps } of procedures.values())
      for (const step of steps) if (!sides?.length && step.as === "value") attacks.set(id, step.of);
    const counted = new Set(modifiers.map((row) => row.per));

    const { SOME, reachOf, assumedOf, compare, holds, leaves, asks, leading, implied, seenFrom } = conditions({ tables, modifiers, facts, ofEach: ofAll && ofAll(facts) });

    // Which rows apply, and how often each counts.

    const stated = (kind, known) =>
      tables.statements.filter((one) => one.kind === kind && one.status === "executable" && holds(one.when, known));
    const covering = (of) => [of, ...tables.values.filter((value) => value.covers.includes(of)).map((value) => value.id), ...(tests.get(of)?.kind_of ? [tests.get(of).kind_of] : [])];
    const limitOf = (row) => row.limit ?? (row.replaces.map((id) => rowOf.get(id)?.limit).find(Boolean) ?? null);
    const capOf = (row) => row.cap ?? (row.limit ? null : row.replaces.map((id) => rowOf.get(id)?.cap).find(Boolean) ?? null);
    function times(row, known) {
      if (row.per === null) return 1;
      let count = Number(known[row.per] ?? 0);
      if (row.every > 1 || row.beyond) {
        count = Math.max(0, count - row.beyond) / row.every;
        count = row.part ? Math.ceil(count) : Math.floor(count);
      }
      const units = limitOf(row)?.units;
      return units === undefined ? count : Math.min(count, units);
    }
    const size = (row) => (typeof row.amount === "number" ? Math.abs(row.amount) : 0);
    const of = (list, name) => list.filter((row) => covering(name).includes(row.of));
    let trial = null; // what is tried beside the answer: a row that counts in the place of another
    const inPlay = (name) => of(trial?.by ? executed.map((row) => (row.id === trial.id ? trial.by : row)) : executed, name);
    function trying(row, name, known, byHand) {
      const before = trial;
      trial = row ?? before ?? {};
      const found = evaluate(name, known, byHand);
      trial = before;
      return found;
    }

    function rows(name, known, byHand) {
      const mine = byHand.filter((one) => one.of === name).map((one) => ({ ...unsaid, when: null, ...one }));
      const hand = [...of(idle, name).filter((row) => byHand.includes(row.id)), ...mine];
      const asked = of(idle, name).filter((row) => !hand.includes(row) && told(row, known));
      return among([...inPlay(name), ...asked, ...hand], hand, known);
    }
    function among(candidates, hand, known) {
      const pers = [...new Set(candidates.map((row) => row.per))].filter((per) => per !== null);
      const kinds = new Map(pers.map((per) => [per, kindsOf(per, known)]).filter(([, each]) => each.length));
      const found = holding(candidates.filter((row) => !kinds.has(row.per)), hand, known);
      const own = new Map();
      for (const [per, each] of kinds)
        for (const kind of each) {
          const here = holding(candidates.filter((row) => row.per === per), hand, implied(kind.known));
          Object.assign(found.assumed, here.assumed);
          found.untold.push(...here.untold.filter(({ row }) => !found.untold.some((other) => other.row === row)));
          for (const row of left([...found.applied, ...here.applied]).filter((one) => one.per === per))
            own.set(row, (own.get(row) ?? 0) + kind.number);
        }
      const several = candidates.filter((row) => own.has(row)).map((row) => ({ row, times: times(row, { [row.per]: own.get(row) }) }));
      const applied = [...left(found.applied).map((row) => ({ row, times: times(row, known) })), ...several];
      applied.sort((a, b) => candidates.indexOf(a.row) - candidates.indexOf(b.row));
      share(several);
      for (const cap of tables.caps) {
        let rest = cap.max;
        const shares = applied.filter((one) => capOf(one.row) === cap.id && limitOf(one.row));
        for (const one of shares.sort((a, b) => size(b.row) - size(a.row))) {
          one.times = Math.min(one.times, rest);
          rest -= one.times;
        }
      }
      return { ...found, applied: applied.filter((one) => one.times > 0) };
    }
    // Those of the rows that hold in the place of which no other counts.
    function left(held) {
      const instead = new Set(held.flatMap((row) => row.replaces));
      return held.filter((row) => !instead.has(row.id));
    }
    // What is told of each of several ("melee_supporter.2.formation"): how many are alike, and what is known of them.
    function kindsOf(per, known) {
      const each = new Map(), alike = new Map();
      const about = per.slice(per.lastIndexOf("_") + 1);
      for (const name of Object.keys(known).filter((one) => one.startsWith(`${per}.`))) {
        const [, n, rest] = /^([1-9][0-9]*)\.(.+)$/.exec(name.slice(per.length + 1)) ?? [];
        if (n) each.set(Number(n), { ...each.get(Number(n)), [`${about}.${rest}`]: known[name] });
      }
      if (!each.size) return [];
      const rest = Object.fromEntries(Object.entries(known).filter(([name]) => !name.startsWith(`${per}.`)));
      for (let n = 1; n <= Number(known[per] ?? Math.max(...each.keys())); n++) {
        const key = JSON.stringify(Object.entries(each.get(n) ?? {}).sort());
        const kind = alike.get(key) ?? { number: 0, known: { ...rest, [per]: Number(known[per] ?? each.size), ...each.get(n) } };
        alike.set(key, { ...kind, number: kind.number + 1 });
      }
      return [...alike.values()];
    }
    // Rows of several that take the place of one another share its limit: those first that add most for what they take of it.
    function share(several) {
      const named = (one) => [one.row.id, ...one.row.replaces];
      for (let open = [...several]; open.length; ) {
        const group = [open.shift()];
        let more;
        do {
          const ids = new Set(group.flatMap(named));
          more = open.filter((one) => named(one).some((id) => ids.has(id)));
          open = open.filter((one) => !more.includes(one));
          group.push(...more);
        } while (more.length);
        if (group.length < 2 || new Set(group.map((one) => capOf(one.row)).filter(Boolean)).size === 1) continue;
        const limits = [...group.map((one) => one.row), ...group.flatMap((one) => one.row.replaces.map((id) => rowOf.get(id)))].map(limitOf).filter(Boolean);
        const units = Math.max(0, ...limits.map((one) => one.units ?? 0)), most = Math.max(0, ...limits.map((one) => one.amount ?? 0));
        const steps = new Set(group.flatMap((one) => one.row.replaces.map((id) => size(rowOf.get(id)))));
        const one = limits.every((limit) => (limit.units ?? units) === units && (limit.amount ?? most) === most) && steps.size < 2;
        if (!one || (units && most && [...steps][0] * units !== most)) continue;
        // All in parts of the whole limit that are whole numbers.
        const whole = (units || 1) * (most || 1);
        const part = ({ row }) => (limitOf(row)?.units ? whole / units : limitOf(row)?.amount ? (whole / most) * size(row) : 0);
        let rest = whole;
        const worth = (each) => size(each.row) / part(each);
        const limited = group.filter(part).sort((a, b) => worth(b) - worth(a) || part(b) - part(a));
        const wanted = new Map(limited.map((each) => [each, each.times]));
        for (const [n, each] of limited.entries()) {
          each.times = Math.min(each.times, Math.floor(rest / part(each)));
          rest -= each.times * part(each);
          if (n + 1 < limited.length && worth(limited[n + 1]) === worth(each)) continue;
          for (const cut of limited.filter((other) => worth(other) === worth(each) && limitOf(other.row).amount)) {
            if (!rest || cut.times === wanted.get(cut)) continue;
            const amount = Math.floor((limitOf(cut.row).amount * (cut.times * part(cut) + rest)) / whole);
            [cut.row, cut.times, rest] = [{ ...cut.row, limit: { amount } }, cut.times + 1, 0];
          }
        }
      }
    }
    // The rows that hold, each asked by itself.
    function holding(candidates, hand, known) {
      const barred = new Set(stated("forbids", known).flatMap((one) => one.counts ?? []));
      const suspended = new Set(stated("suspends", known).flatMap((one) => [...(one.sections ?? []), ...(one.rows ?? [])]));
      const stilling = tables.statements.filter((one) => one.kind === "suspends" && one.status === "executable");
      const assumed = {}, untold = [], applied = [];
      for (const row of candidates) {
        const byPlayer = hand.includes(row);
        const found = byPlayer || holds(row.when, known);
        for (const asked of byPlayer ? [] : asks(row.when)) {
          if (asked in known) continue;
          const taken = assumedOf(asked);
          if (taken !== null && matters(asked, row, known)) assumed[asked] = taken;
        }
        if (found) for (const { when } of stilling.filter((one) => one.sections?.includes(row.section) || one.rows?.includes(row.id))) take(when, known, assumed);
        if (found === null) untold.push({ row, asks: asks(row.when).filter((one) => (one in known ? known[one] === SOME : assumedOf(one) === null)) });
        if (found !== true || suspended.has(row.section) || suspended.has(row.id) || barred.has(row.per)) continue;
        if (times(row, known) < 1) {
          if (!(row.per in known)) assumed[row.per] = 0;
          continue;
        }
        if (!row.once.some((id) => applied.some((other) => other.id === id))) applied.push(row);
      }
      return { applied, assumed, untold };
    }
    // Whether a fact that nobody told decides about a row: alone, or of what settles everything with others.
    function matters(name, row, known) {
      if (["pass", "fail"].includes(row.operation) && holds(row.when, known, false) !== false) return true;
      const found = holds(row.when, known);
      const tried = leaves(row.when).filter((leaf) => (leaf.number ?? leaf.fact) === name).flatMap((leaf) => {
        if (leaf.number) return [leaf.value].flat().flatMap((edge) => [edge - 1, edge, edge + 1]);
        return leaf.value === undefined ? [true, false] : [leaf.value];
      });
      return tried.some((value) => holds(row.when, { ...known, [name]: value }) !== found);
    }

    // Arithmetic.

    // How a row rounds: what is said of it alone goes before what is said of all.
    function rounding(row) {
      const said = tables.conventions.filter((one) => ["round-up", "round-down"].includes(one.id));
      const own = said.find((one) => one.of === row.of && one.section === row.section);
      return (own ?? said.find((one) => one.of === null && one.id === "round-up") ?? said.find((one) => one.of === null))?.id;
    }
    function half(value, row) {
      const how = rounding(row);
      return how === "round-up" ? Math.ceil(value / 2) : how || !values.get(row.of)?.unit ? Math.floor(value / 2) : value / 2;
    }
    function amount({ row, times: count }, known, before = 0) {
      if (row.amount?.half_of !== undefined && typeof known[row.amount.half_of] !== "number") return null;
      const part = row.amount?.value === undefined ? null : evaluate(row.amount.value, known);
      if (part && part.total === null) return null;
      const each = part ? part.total * row.amount.times : row.amount?.half_of !== undefined ? half(known[row.amount.half_of], row) : row.amount ?? 0;
      const most = row.limit?.amount ?? (row.limit?.halves ? (before * row.limit.halves) / 2 : Infinity);
      return Math.max(Math.min(each * count, most), -most);
    }
    // What the amount of a row asks that may not be told.
    const asksOf = (row) => row.amount?.half_of ?? row.amount?.value;
    // What rows change in all, within the limits of such sums: those of some rows first.
    function inAll(name, applied) {
      const sum = (list) => list.reduce((whole, one) => whole + (one.amount ?? 0), 0);
      const own = (limit) => modifiers.some((row) => row.within === limit.id);
      let total = sum(applied);
      const limits = (tables.limits ?? []).filter((limit) => limit.of === name);
      for (const limit of [...limits].sort((a, b) => own(b) - own(a))) {
        const part = own(limit) ? sum(applied.filter(({ row }) => row.within === limit.id)) : total;
        total += Math.min(Math.max(part, limit.least ?? -Infinity), limit.most ?? Infinity) - part;
      }
      return total;
    }
    // Whether a row of a lookup is that of a unit: one of all others only where none of these can be meant,
    // whatever the choices are of which nobody told.
    function isRowOf(when, known) {
      if (!when.not) { // a number that nobody told is in no row's band
        const sure = asks(when).map((name) => [name, assumedOf(name)]).filter(([, value]) => value !== null && value !== 0);
        return holds(when, { ...Object.fromEntries(sure), ...known }, false);
      }
      const taken = Object.fromEntries(asks(when).map((name) => [name, assumedOf(name)]).filter(([, value]) => value !== null && value !== ""));
      return holds(when.not, { ...taken, ...known }, false) === false;
    }
    // What was taken for what nobody told, where another row of the lookup had been that of the unit.
    function takenFor(name, known, assumed) {
      for (const { when } of (tables.given ?? []).filter((one) => one.of === name && !one.when.not)) take(when, known, assumed);
    }
    // What a lookup gives where nobody tells: a number, or null; of numbers that differ in one document none.
    function given(name, known) {
      const found = (tables.given ?? []).filter((one) => covering(name).includes(one.of) && isRowOf(one.when, known));
      const special = found.filter((one) => asks(one.when).some((fact) => fact.includes(".has(")));
      const asserted = (one) => new Set(one.when.not ? [] : leaves(one.when).map((leaf) => JSON.stringify(leaf)));
      const within = (one, other) => one.size < other.size && [...one].every((leaf) => other.has(leaf));
      const left = [];
      for (const document of new Set(found.map((one) => one.document))) {
        const here = (special.length ? special : found).filter((one) => one.document === document);
        const narrow = here.filter((one) => !here.some((other) => within(asserted(one), asserted(other))));
        if (new Set(narrow.map((one) => one.amount)).size > 1) return null;
        left.push(...narrow.slice(0, 1));
      }
      return (left.find((one) => one.origin === "rules") ?? left[0])?.amount ?? null;
    }
    const done = (one, changed) => ({ row: one.row, times: one.times, amount: changed });

    function barring(name, known) {
      let value = name;
      if (!values.has(name) && !tables.statements.some((one) => one.kind === "forbids" && one.of.includes(name))) {
        const asked = of(executed, name).some((row) => asks(row.when).includes("attack"));
        value = asked ? attacks.get(known.attack) : undefined;
      }
      return tables.statements.filter((one) => one.kind === "forbids" && one.status === "executable" && one.of.includes(value));
    }
    const forbidding = (name, known) => barring(name, known).filter((one) => holds(one.when, known));
    // What was taken for what nobody told, so that nothing forbids it.
    function unforbidden(name, known, assumed) {
      for (const { when } of barring(name, known)) take(when, known, assumed);
    }
    // Adds what a condition asks that nobody told, where that decides about it.
    function take(when, known, assumed) {
      for (const asked of asks(when).filter((one) => !(one in known))) {
        const taken = assumedOf(asked);
        if (taken !== null && !(asked in assumed) && matters(asked, { when }, known)) assumed[asked] = taken;
      }
    }
    // What speaks of it and is in no result: rows that were not understood, and notes.
    function notComputed(name, found, known, byHand) {
      const unread = of(idle, name).filter((row) => !byHand.includes(row.id) && row.unread.length && !told(row, known));
      return [...unread.map((row) => ({ id: row.id, kind: "row", row })), ...(trial ? [] : notes(name, found, known, byHand))];
    }
    const notes = noting({ tables, facts, rowOf, counted, holds, asks, inPlay, barring, trying, limitOf, SOME });

    function evaluate(name, told, byHand = []) {
      const isTest = tests.has(name);
      const known = implied(isTest ? told : { ...values.get(name)?.implies, ...told });
      const through = [];
      for (const one of within(name).filter((one) => one in known || given(one, known) !== null)) {
        const part = evaluate(one, known);
        through.push(part);
        if (part.total !== null) known[one] = part.total;
      }
      const found = isTest ? test(name, known, byHand) : value(name, known, byHand);
      Object.assign(found.assumed, ...through.map((part) => ({ ...part.assumed, ...found.assumed })));
      found.untold.push(...through.flatMap((part) => part.untold));
      if (isTest || !found.forbidden.length) {  // of what may not be, nothing is left out
        const named = new Set(found.notComputed.map((row) => row.id));
        found.notComputed.unshift(...through.flatMap((part) => part.notComputed).filter((row) => !named.has(row.id)));
      }
      return { ...found, through };
    }
    // The values that its rows or lookups ask as numbers and that a lookup may give.
    function within(name) {
      const own = [...of(executed, name), ...(tables.given ?? []).filter((one) => one.of === name)];
      const asked = new Set(own.flatMap((one) => [one.per, ...asks(one.when)]));
      return [...asked].filter((one) => one !== name && values.has(one) && tables.given?.some((row) => row.of === one));
    }

    function value(name, known, byHand) {
      const forbidden = forbidding(name, known);
      const bare = { of: name, isTest: false, forbidden, applied: [], assumed: {}, untold: [], missing: [], notComputed: [] };
      if (forbidden.length) return { ...bare, total: 0 };
      const { applied: found, assumed, untold } = rows(name, known, byHand);
      unforbidden(name, known, assumed);
      const rank = { set: 0, halve: says("halve-last") ? 3 : 1 };
      const doubles = doublesAlone(found), place = (one) => (doubles && isPaid(one) ? 2.5 : rank[one.row.operation] ?? 2);
      const ordered = found.sort((a, b) => place(a) - place(b));
      const missing = [];
      const sets = ordered[0]?.row.operation === "set";
      const looked = name in known || sets ? null : given(name, known), stands = known[name] ?? looked ?? values.get(name)?.base ?? null;
      if (!(name in known) && !sets && stands !== null) takenFor(name, known, assumed);
      if (!sets && typeof stands !== "number") missing.push(name);
      const start = sets ? 0 : stands ?? 0;
      const one = !ordered.some(isPaid) && (says("minimum-one") || tables.conventions.some(({ id, of }) => id === "minimum-one" && of === name));
      const floor = one ? 1 : null, { total: ran, applied } = run(ordered, start, known, missing, floor, HALVES);
      const added = applied.filter(({ row }) => row.operation === "add" || row.operation === "dice");
      const cut = inAll(name, added) - added.reduce((whole, one) => whole + (one.amount ?? 0), 0);
      const own = values.get(name) ?? {};
      const { least: lowest = 0 } = own, least = one && applied.length ? 1 : lowest ?? -Infinity;
      const within = (sum) => Math.max(Math.min(sum + cut, own.most ?? Infinity), least);
      const total = within(ran), open = ordered.find(isOpen)?.row;
      const others = missing.length ? [] : [...new Set(otherOrders(ordered, start, known, floor).map(within))].filter((other) => other !== total);
      // The least counts for what a value is halved to, and for all that is added to it; or only at the end, or after each.
      const leasts = !one || missing.length ? [] : [["least-at-end", null], ["least", floor]].map(([kind, least]) => [kind, within(run(ordered, start, known, [], least).total)]);
      const changed = applied.map((each) => each.row).filter((row) => row.operation !== "set");
      const lowering = changed.find((row) => row.operation === "halve" || row.amount < 0) ?? changed[0];
      return {
        ...bare, total: missing.length ? null : total, applied, assumed, untold, missing,
        notComputed: [...others.map((otherwise) => ({ id: open.id, kind: "order", row: open, otherwise })), ...leasts.filter(([, otherwise]) => otherwise !== total && lowering).map(([kind, otherwise]) => ({ id: lowering.id, kind, row: lowering, otherwise })), ...notComputed(name, { applied: found, assumed, untold }, known, byHand)],
      };
    }
    // What rows make of a value in this order; with `least` none of the operations `below` takes it below that.
    function run(ordered, total, known, missing = [], least = null, below = LOWER) {
      const applied = [];
      for (const one of ordered) {
        const { operation } = one.row, before = total;
        if (operation === "set") total = one.row.amount === null ? total : amount({ row: one.row, times: 1 }, known) ?? total;
        else if (operation === "double") total *= 2;
        else if (operation === "halve") {
          const once = says("halve-once") || tables.conventions.some(({ id, of }) => id === "halve-once" && of === one.row.of);
          if (once && applied.some((other) => other.row.operation === "halve")) continue;
          total = half(total, one.row);
        } else if (operation === "add" || operation === "dice") {
          const more = amount(one, known, before);
          if (more === null) missing.push(asksOf(one.row));
          else total += more;
        } else continue;
        if (least !== null && below.includes(operation)) total = Math.max(total, Math.min(before, least));
        applied.push(done(one, operation === "set" ? total : total - before));
      }
      return { total, applied };
    }
    // What rows may come to as well: what scales a value stands in every place that the text leaves open.
    const isOpen = ({ row }) => row.operation === "double" || (row.operation === "halve" && !says("halve-first") && !says("halve-last"));
    // What takes a length away for each of something is paid out of the whole, behind what the text says to double it.
    const isPaid = ({ row }) => row.operation === "add" && row.amount < 0 && row.per !== null && Boolean(row.unit);
    const doublesAlone = (ordered) => ordered.some(isOpen) && ordered.filter(isOpen).every(({ row }) => row.operation === "double" && row.stated !== "edition");
    function otherOrders(ordered, start, known, least) {
      const moved = ordered.filter(isOpen);
      if (!moved.length || ordered.length < 2) return [];
      const paid = doublesAlone(ordered) ? ordered.filter(isPaid) : [];
      const fixed = ordered.filter((one) => !isOpen(one) && !paid.includes(one)), first = fixed.filter(({ row }) => row.operation === "set").length;
      const put = (orders, block) => orders.flatMap((order) => Array.from({ length: order.length - first + 1 }, (_, n) => [...order.slice(0, first + n), ...block, ...order.slice(first + n)]));
      const blocks = moved.length > 2 ? [moved] : moved.map((one) => [one]);  // their orders grow as a factorial
      return blocks.reduce(put, [fixed]).map((order) => run([...order, ...paid], start, known, [], least, HALVES).total);
    }

    function test(name, known, byHand) {
      const stated = tests.get(name);
      const { applied: found, assumed, untold } = rows(name, known, byHand);
      unforbidden(name, known, assumed);
      const missing = [], applied = [], rerolls = [];
      const aim = stated.target?.value !== undefined ? evaluate(stated.target.value, known) : null;
      let target = aim ? aim.total : typeof stated.target === "number" ? stated.target : null;
      if (target !== null) target = Math.floor(target) + (stated.compare === ">") - (stated.compare === "<");
      if (typeof known[name] === "number") target = known[name];
      else if (aim) missing.push(...aim.missing);
      target ??= given(name, known);
      const under = ["<=", "<"].includes(stated.compare);
      const parts = (stated.adds ?? "").split(",").map((one) => one.trim()).filter((one) => values.has(one)).map((one) => evaluate(one, known));
      missing.push(...parts.flatMap((part) => part.missing));
      const added = parts.reduce((whole, part) => whole + (part.total ?? 0), 0);
      if (aim && typeof known[name] !== "number") parts.push(aim);
      for (const part of parts) Object.assign(assumed, { ...part.assumed, ...assumed });
      const natural = { pass: new Set(), fail: new Set() };
      let total = 0, automatic = null, kept = 0;
      for (const one of found) {
        const { operation } = one.row;
        if (operation === "add" || operation === "dice") {
          const more = amount(one, known);
          if (more === null) missing.push(asksOf(one.row));
          applied.push(done(one, more));
          continue;
        }
        if ((operation === "pass" || operation === "fail") && one.row.faces.length) one.row.faces.forEach((face) => natural[operation].add(face));
        else if (operation === "pass" || operation === "fail") automatic = operation === "pass";
        else if (operation === "advantage" || operation === "disadvantage") kept |= operation === "advantage" ? 1 : 2;
        else if (operation === "set" && typeof one.row.amount === "number") target = one.row.amount;
        else if (operation === "reroll") {
          const faces = one.row.faces.length ? one.row.faces : typeof one.row.amount === "number" ? [one.row.amount] : null;
          rerolls.push({ faces, most: one.row.limit ? Object.values(one.row.limit)[0] : null });
        }
        else continue;
        applied.push(done(one, null));
      }
      // What passes it and what fails it cannot both hold: which does not has to be told.
      const settles = applied.filter(({ row }) => ["pass", "fail"].includes(row.operation) && !row.faces.length);
      total = inAll(name, applied) + added;
      if (new Set(settles.map(({ row }) => row.operation)).size > 1) {
        missing.push(...settles.flatMap(({ row }) => leaves(row.when).map((leaf) => leaf.number ?? leaf.fact)));
        automatic = null;
      }
      if (target === null && automatic === null) missing.push(name);
      const dice = diceOf(stated.dice, kept);
      const outcome = {
        of: name, isTest: true, total, target, under, natural, automatic, rerolls, applied, assumed, untold, missing, parts,
        dice: dice && [dice.count, dice.sides], ways: dice && waysOf(dice),
        forbidden: forbidding(name, known),
        notComputed: [...notComputed(name, { applied: found, assumed, untold }, known, byHand), ...parts.flatMap((part) => part.notComputed)],
      };
      const settled = !missing.length && (outcome.dice || automatic !== null);
      return { ...outcome, probability: settled ? chanceOf(outcome) : null, each: settled ? chanceOf(outcome, true) : null };
    }

    // What the text does not say of the arithmetic of the rows that counted.
    function silent(outcome) {
      const rows = [...(outcome.through ?? []), ...(outcome.parts ?? []), outcome].flatMap((one) => one.applied.map(({ row }) => row)), found = [];
      const open = rows.filter((row) => (row.operation === "halve" || row.amount?.half_of !== undefined) && !rounding(row));
      if (open.some((row) => !values.get(row.of)?.unit)) found.push("round-down");
      if (open.some((row) => values.get(row.of)?.unit)) found.push("round-left");
      const halves = rows.filter((row) => row.operation === "halve"), once = ({ id, of }) => id === "halve-once" && of === halves[0].of;
      if (halves.length > 1 && !says("halve-once") && !tables.conventions.some(once)) found.push("halved-each");
      return found;
    }

    // Chances, as fractions of whole numbers: [above, below].

    function faces({ total, target, under, natural, automatic, rerolls, dice, ways }) {
      if (automatic !== null) return { passes: automatic ? 1 : 0, again: 0, every: 1 };
      const [count, sides] = dice;
      const one = count === 1 && sides === 6 && ways.plain;
      let passes = 0, again = 0;
      ways.sums.forEach((many, sum) => {
        let passed = under ? sum <= target - total : sum >= target - total;
        if (natural.pass.has(sum) || (one && says("natural-six") && sum === 6)) passed = true;
        if (natural.fail.has(sum) || (one && says("natural-one") && sum === 1)) passed = false;
        if (passed) passes += many;
        else if (rerolls.some(({ faces }) => faces === null || faces.includes(sum))) again += many;
      });
      return { passes, again, every: ways.every };
    }
    // Of `many` what may be rolled again is where all of them may be, not where so many dice may.
    function chanceOf(outcome, many = false) {
      const { passes, again, every } = faces(outcome);
      const rolled = !many || outcome.rerolls.some(({ most }) => most === null);
      return reduced(passes * every + (rolled ? again * passes : 0), every * every);
    }

    const procedure = steps({ tables, values, facts, procedures, counted, evaluate, faces, holds, implied, compare, seenFrom, assumedOf, leading, reachOf, says });
    const distribution = (chances) => {
      const found = Array(Math.max(0, ...chances.keys()) + 1).fill(0);
      for (const [n, chance] of chances) found[n] = chance;
      return found;
    };

    // An attack: the dice, the losses that they make, and what follows for the target.
    function attack(kind, told, byHand = []) {
      const played = procedure(kind, seenFrom("target", told), byHand);
      const part = (role) => played.steps.find(({ step }) => step.as === role);
      const made = part("losses"), test = part("test") ?? made, number = part("value").tests[0];
      const rolls = procedures.get(kind).steps.find((step) => step.do === "roll").of;
      const hit = test?.tests[0] ?? evaluate(rolls, { ...values.get(attacks.get(kind))?.implies, ...seenFrom("target", told) }, byHand);
      const found = { value: number, hit, save: null, losses: null, follow: null, brigade: null, states: [], changed: [], before: [], after: [], doubled: null, notBelow: null, unrounded: null, forbidden: number.forbidden, played };
      if (number.forbidden.length) return { ...found, losses: [1] };
      if (made !== test && made) found.save = made.tests[0] ?? null;
      if (!made?.chances) return found;
      found.losses = distribution(made.chances);
      const suffered = seenFrom("target", implied({ ...values.get(attacks.get(kind))?.implies, ...told }));
      const applies = played.steps.filter(({ step, chances }) => step.do === "apply" && chances);
      const computed = new Set(applies.filter(({ step }) => step.of === "losses" && (!step.when || holds(step.when, implied(told)))).map(({ step }) => step.section));
      found.changed = tables.statements.filter((one) => one.kind === "results" && one.action === "losses" && !computed.has(one.section) && holds(one.when, suffered));
      const at = (role) => played.steps.findIndex(({ step }) => step.as === role) + 1 || played.steps.length + 1;
      const touched = applies.filter(({ chances }) => (chances.get(0) ?? 0) < 1 - 1e-9);
      found.before = touched.filter(({ step }) => made.step.take?.some(({ of }) => of === step.id));
      found.after = played.steps.slice(at("follow") - 1).filter(({ step, chances }) => !step.as && step.section && chances);
      found.doubled = procedure.doubled(test.step, hit);
      // What the losses would be if the least of a value held of them too, where they are halved: of one alone none is left.
      const halved = touched.find(({ step }) => step.of === "losses" && step.over?.length && step.take?.length);
      const whole = halved && played.steps.find(({ step }) => step.id === halved.step.take[0].of)?.chances;
      const one = says("minimum-one") ? whole?.get(1) : 0;
      const odd = says("round-down") || says("round-up") ? 0 : [...(whole ?? [])].reduce((all, [n, chance]) => all + (n % 2 ? chance : 0), 0);
      const lost = found.losses.reduce((all, chance, n) => all + n * chance, 0);
      if (one) found.notBelow = lost + one;
      if (odd) found.unrounded = lost + odd; // were fractions rounded up
      found.states = played.steps.filter(({ step }) => step.as === "state").map(({ step, chances }) => [step.of, chances ? chances.get(1) ?? 0 : null]);
      for (const [key, role] of [["follow", "follow"], ["brigade", "further"]]) {
        const one = part(role);
        if (one) found[key] = { test: one.tests[0], fails: one.chances ? one.chances.get(1) ?? 0 : null };
      }
      if (found.brigade && (found.follow?.fails ?? null) === null) found.brigade = null;
      return found;
    }

    // What the steps of the attack that this value gives the dice of ask to hold.
    const stepsOf = (name) => [...attacks].filter(([, of]) => of === name).flatMap(([id]) => procedures.get(id).steps).flatMap((step) => [step, ...(step.cases ?? [])]).map((one) => one.when).filter(Boolean);
    // The facts and numbers that can still matter to what is asked, with nothing assumed of what was not told.
    function open(names, told) {
      const found = new Map();
      const known = implied(told);
      const count = (name, by = 1) => found.set(name, (found.get(name) ?? 0) + by);
      for (const name of names) {
        const seen = { ...values.get(name)?.implies, ...known };
        for (const when of stepsOf(name)) if (holds(when, seen, false) !== false) asks(when).filter((one) => !(one in seen) || one in told).forEach((one) => count(one, 0.1));
        const mine = of(executed, name);
        for (const row of mine) {
          if (holds(row.when, seen, false) === false) continue;
          asks(row.when).filter((one) => !(one in seen) || one in told).forEach((one) => count(one));
          if (row.per !== null) count(row.per);
          if (row.amount?.half_of) count(row.amount.half_of);
        }
        for (const one of tables.statements) {
          const speaks = one.kind === "forbids" && (one.of.includes(name) || one.counts?.some((per) => mine.some((row) => row.per === per)));
          const lifts = one.kind === "suspends" && mine.some((row) => one.sections?.includes(row.section) || one.rows?.includes(row.id));
          if (one.status !== "executable" || !(speaks || lifts) || holds(one.when, seen, false) === false) continue;
          asks(one.when).filter((asked) => !(asked in seen) || asked in told).forEach((asked) => count(asked, 0.01)); // what changes a roll comes first
        }
      }
      for (const name of names) for (const { said } of due(name, told)) asks(said.when).forEach((asked) => count(asked, 0.01));
      const compared = [...facts.values()].filter((fact) => found.has(fact.id)).flatMap(leading).filter(([, value]) => reachOf(value));
      for (const [name, value] of compared) [name, reachOf(value).constant === null && reachOf(value).least, reachOf(value).where].filter(Boolean).forEach((one) => count(one));
      return found;
    }

    const { follows, due } = following({ tables, holds, implied, asks });
    // A page without opposed rolls has no script for them.
    const contest = opposed ? opposed({ tables, modifiers, rowOf, values, executed, among, amount, done, implied, holds, asks, evaluate, assumedOf, given }) : { all: new Map() };
    const asking = new Map(facts);  // and what is told of the other side of an opposed roll
    for (const [id, fact] of contest.all.size ? facts : []) {
      const other = id.startsWith("enemy.") ? id.replace("enemy.", "unit.") : "enemy." + id.replace(/^unit\./, "");
      if (!facts.has(other)) asking.set(other, { ...fact, id: other });
    }
    // What an attack asks of its target, which takes tests of its own.
    for (const name of [...attacks.values()].flatMap(stepsOf).flatMap(asks)) {
      const own = facts.get(name.replace(/^target\./, "unit."));
      if (own && !asking.has(name)) asking.set(name, { ...own, id: name });
    }
    return { tables, contest, contests: contest.all, tests, values, facts: asking, attacks, procedures, evaluate, attack, procedure, follows, silent, open, implied, says, sectionOf: (id) => conventions.get(id)?.section };
  };
});
