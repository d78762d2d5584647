"use strict";
// A procedure: its steps one after the other, in every world that what is still asked of the earlier makes. Mirrors
// play/procedures.py; `play.js` hands it what it plays with.
//
//   game.procedure("fight", { "melee-value": 3, "target.melee-value": 4 });    // every step and its chances
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make(require("./dice.js"));
  else root.vfdocProcedure = make(root.vfdocDice);
})(typeof self === "undefined" ? this : self, ({ convolve, power, choose }) => {
  const MOST_DICE = 200, ROLLED_ON = 12;

  return function (play) {
    const { tables, values, facts, procedures, counted, evaluate, faces, holds, implied, compare, seenFrom, assumedOf, leading, reachOf, says } = play;

    // The chances of the sum of some rolls, each with what is added to it.
    function totals({ ways, total }, many, added = total) {
      const found = power(ways.sums.map((one) => one / ways.every), many);
      return found.map((chance, sum) => [sum + added * many, chance]).filter(([, chance]) => chance);
    }

    // What is kept of the dice themselves: their sum, or the best of the rolls.
    function kept(test, count, keep) {
      if (keep === "total" || keep === "natural") return totals(test, count, keep === "natural" ? 0 : test.total);
      if (count < 1) return [[0, 1]];
      const one = totals(test, 1).sort(([a], [b]) => (keep === "lowest" ? b - a : a - b));
      let reached = 0, before = 0;
      return one.map(([total, chance]) => {
        reached += chance;
        const each = reached ** count - before;
        before += each;
        return [total, each];
      });
    }

    // How many of some dice are passed, those that may be rolled again up to their limit; `worth` are the chances that one
    // that shows its `top` face counts 0, 1, 2 …
    function passed(outcome, count, top, worth = [0, 0, 1]) {
      const { passes, again, every } = faces(outcome);
      const [pass, once] = [passes / every, again / every];
      const limits = outcome.rerolls.map(({ most }) => most);
      const most = limits.includes(null) ? Infinity : limits.reduce((sum, one) => sum + one, 0);
      const counted = worth.slice(1).map((chance, n) => top * chance + (n ? 0 : pass - top)), missed = 1 - pass;
      const first = [missed - once, ...counted], second = [missed, ...counted];
      const found = Array((worth.length - 1) * count + 1).fill(0);
      for (let more = 0; more <= (again ? count : 0); more++) {
        const rolled = Math.min(more, most);
        const share = choose(count, more) * once ** more;
        convolve(power(first, count - more), power(second, rolled)).forEach((chance, hits) => (found[hits] += share * chance));
      }
      while (found.length > count + 1 && !found.at(-1)) found.pop();
      return found;
    }

    // How many are passed where a die that passes with its highest face counts, and is rolled once more, and so on.
    function rolledOn(outcome, count) {
      const { passes, every } = faces(outcome), pass = passes / every;
      const top = outcome.automatic !== null || !outcome.dice ? 0 : Math.min(pass, 1 / outcome.dice[1]);
      let one = [1 - pass, pass];
      for (let n = 0; n < ROLLED_ON; n++) one = [1 - pass, pass - top + top * one[0], ...one.slice(1).map((chance) => top * chance)];
      return passed(outcome, count, top, [0, ...one]);
    }

    // Whether the highest face of a die counts twice, where the text says when it does.
    function doubled(step, test) {
      if (!says(step.doubled_by) || !test.dice) return null;
      const penalty = test.applied.some((one) => (one.amount ?? 0) < 0 && !one.row.exempt_from.includes(step.barred_by));
      const twice = test.automatic === null && !(penalty && says(step.barred_by));
      return { face: test.dice[1], twice, by: !twice && says(step.barred_by) ? step.barred_by : step.doubled_by };
    }

    const namesOf = (step) => [
      ...(step.do === "roll" || step.do === "lookup" ? [step.count ?? 1] : []),
      ...[...(step.take ?? []), ...(step.among ?? []), ...(step.over ?? [])].map((term) => term.of),
      ...[step, ...(step.cases ?? [])].flatMap((one) => one.where ?? []).flatMap(({ of, value }) => [of, value.of ?? 0]),
    ].filter((name) => typeof name === "string");
    const comparedWith = (step) =>
      [step, ...(step.cases ?? [])].flatMap((one) => one.where ?? []).map(({ value }) => value).filter((value) => typeof value === "string");
    // A situation as the second side sees it, which answers: attacker and target change places.
    function otherSide(known, second, [one, other]) {
      const both = new Set(tables.values.flatMap((value) => Object.keys(value.implies)));
      const found = facts.has("answering") ? { answering: true } : {};
      for (const [name, value] of Object.entries(known)) {
        const [head, ...rest] = name.split("."), own = rest.join(".");
        if (both.has(name)) found[name] = value;
        else if (head === one || head === other) {
          found[`${head === other ? one : other}.${own}`] = value;
          if (second.includes(rest[0]) === (head === one)) found[own] = value;
        } else found[`${second.includes(head) ? one : other}.${name}`] = value;
      }
      return found;
    }
    function procedure(id, told, byHand = []) {
      const { steps, of_second = [], sides = [] } = procedures.get(id);
      const choices = steps.filter((step) => (step.cases ?? []).some((one) => one.tells));
      const known = { ...values.get(steps.find((step) => step.do === "value")?.of)?.implies, ...told };
      for (const name of sides.length ? Object.keys(told) : []) { // with its side or without one, what is told is the same
        const [head, ...rest] = name.split("."), own = rest.join(".");
        const bare = rest.length === 1 && head === sides[of_second.includes(own) ? 1 : 0] && !facts.has(name) && !(own in known);
        if (bare && (facts.has(own) || values.has(own) || counted.has(own))) known[own] = told[name];
      }
      for (const name of Object.keys(told))
        if (told[name] === true && facts.has(name))
          for (const [many, said] of leading(facts.get(name))) { // where it holds one number has come up to the other, whatever they are
            const { least, constant } = reachOf(said) ?? { constant: true }, number = told[many] ?? told[least] ?? 1;
            if (constant === null) Object.assign(known, { [many]: number, [least]: told[least] ?? number });
          }
      const views = new Map(), outcomes = new Map(), left = new Set(), taken = new Set(); // taken: tests that are taken at all
      let worlds = new Map([["{}", { of: {}, chance: 1 }]]);
      const chosen = (world) => choices.map((step) => world[step.id]).join();
      function view(step, world) {
        const key = [Boolean(step.other), chosen(world)].join();
        if (!views.has(key)) {
          const told = choices.map((one) => one.cases.find((each) => each.is === world[one.id])?.tells);
          const seen = Object.assign({}, known, ...told);
          views.set(key, step.other ? otherSide(seen, of_second, sides) : seen);
        }
        return views.get(key);
      }
      function asked(step, world) {
        const key = [step.id, chosen(world)].join();
        if (!outcomes.has(key)) {
          const seen = step.whom ? seenFrom(step.whom, view(step, world)) : view(step, world);
          outcomes.set(key, evaluate(step.of, step.target ? { ...seen, [step.of]: seen[step.target] } : seen, byHand));
        }
        return outcomes.get(key);
      }
      function testsOf(step) {
        const all = [...outcomes].filter(([key]) => key.startsWith(step.id + ",")), own = all.filter(([key]) => taken.has(key));
        return (own.length ? own : all).map(([, one]) => one);
      }
      const number = (step, world, { of, times }) => (typeof of === "number" ? of : Number(world[of] ?? view(step, world)[of] ?? 0) || 0) * times;
      const sum = (step, world, terms) => (terms ?? []).reduce((whole, term) => whole + number(step, world, term), 0);
      function meets(step, world, { where, when }) {
        for (const { of, op, value } of where ?? []) {
          const have = world[of] ?? view(step, world)[of] ?? 0;
          const said = steps.find((one) => one.id === of)?.cases?.some((one) => one.is === value);
          const wanted = typeof value !== "string" ? number(step, world, value) : (said ? undefined : world[value] ?? view(step, world)[value]) ?? value;
          const words = typeof have === "string" || typeof wanted === "string";
          if (!(words ? (String(have) === String(wanted)) === (op === "=") : compare(have, op, wanted))) return false;
        }
        return !when || holds(when, implied(view(step, world))) === true;
      }
      // The chances of what a step comes to, as pairs; null where that is not known.
      function results(step, world) {
        if (!meets(step, world, step)) return [[0, 1]];
        if (step.do === "choose") return [[(step.cases.find((one) => meets(step, world, one)) ?? { is: "open" }).is, 1]];
        if (step.do === "value") {
          const { total } = asked(step, world);
          return total === null ? null : [[Math.trunc(total), 1]];
        }
        const count = typeof step.count === "string" ? number(step, world, { of: step.count, times: 1 }) : step.count ?? 1;
        if (step.do === "apply") {
          const terms = (step.take ?? []).map((term) => number(step, world, term));
          let total = step.pick ? Math[step.pick === "highest" ? "max" : "min"](...terms) : sum(step, world, step.take);
          if (step.over) {
            const by = Math.max(1, sum(step, world, step.over));
            total = step.up ? Math.ceil(total / by) : Math.floor(total / by);
          }
          const sharers = step.among ? Math.max(1, sum(step, world, step.among)) : 1;
          total = Math.floor(total / sharers) + (total % sharers);
          return [[Math.min(step.most ?? Infinity, Math.max(step.least ?? -Infinity, total)), 1]];
        }
        if (step.do === "lookup") {
          const column = Math.min(Math.max(step.take ? sum(step, world, step.take) : 1, 1), Math.max(1, (step.columns ?? []).length));
          const row = step.rows.find(({ least, most }) => least <= count && count <= most) ?? (count < step.rows[0].least ? step.rows[0] : step.rows.at(-1));
          const found = row.results[column - 1];
          return [[/^-?\d+$/.test(found) ? Number(found) : found, 1]];
        }
        const test = asked(step, world), keep = step.keep ?? "passes", rolled = known[`${id}.${step.id}`];
        if (count > 0) taken.add([step.id, chosen(world)].join());
        const aimless = ["total", "natural", "highest", "lowest"].includes(keep);
        if (test.missing.some((name) => !(aimless && name === step.of))) return null;
        if (typeof rolled === "number") return [[rolled, 1]];
        if (aimless && test.ways && count <= MOST_DICE) return kept(test, count, keep);
        if (test.automatic !== null && step.at_once) return [[test.automatic === ["passes", "rolled-on"].includes(keep) ? 1 : 0, 1]];
        if (test.probability === null || count > MOST_DICE) return null;
        if (aimless) return kept(test, count, keep);
        if (keep === "any-fail") {
          const none = passed(test, count, 0)[count];
          return [[0, none], [1, 1 - none]];
        }
        const found = keep === "rolled-on" ? rolledOn(test, count) : passed(test, count, keep === "passes" && doubled(step, test)?.twice ? 1 / test.dice[1] : 0);
        return found.map((chance, n) => [keep === "fails" ? count - n : n, chance]);
      }
      function untold(step) {
        const counts = step.do === "apply" && step.when ? [...worlds.values()].map(({ of }) => holds(step.when, implied(view(step, of)))) : [true];
        if (counts.every((one) => one === false)) return null;
        if (counts.includes(null)) return step.id; // it hangs on a number that nobody told
        const seen = view(step, {});
        for (const name of [...namesOf(step), ...(step.target ? [step.target] : []), ...comparedWith(step).filter((one) => left.has(one))]) {
          if (!left.has(name) && steps.some((one) => one.id === name)) continue;
          const starts = facts.has(name) ? assumedOf(name) !== null : counted.has(name.split(".").at(-1));
          if (!left.has(name) && (name in seen ? typeof seen[name] === "number" : starts)) continue;
          const settled = new Set([...worlds.values()].map((world) => asked(step, world.of).automatic));
          if (step.at_once && name === step.count && settled.size && !settled.has(null)) continue;
          return name;
        }
        return null;
      }
      const found = [];
      steps.forEach((step, at) => {
        if (untold(step) !== null) return left.add(step.id);
        const later = new Set(steps.slice(at + 1).flatMap((one) => [...namesOf(one), ...comparedWith(one)]));
        const ask = steps.slice(at + 1).some((one) => ["value", "roll", "choose"].includes(one.do) || one.when);
        const kept = (name) => later.has(name) || (ask && choices.some((one) => one.id === name));
        const after = new Map(), chances = new Map();
        for (const { of, chance } of worlds.values()) {
          const pairs = results(step, of);
          if (pairs === null) {
            const tests = testsOf(step);
            found.push({ step, tests, chances: null });
            return left.add(step.id);
          }
          const rest = Object.fromEntries(Object.entries(of).filter(([name]) => kept(name)));
          for (const [result, share] of pairs) {
            if (!share) continue;
            const world = kept(step.id) ? { ...rest, [step.id]: result } : rest, key = JSON.stringify(world);
            chances.set(result, (chances.get(result) ?? 0) + chance * share);
            if (after.has(key)) after.get(key).chance += chance * share;
            else after.set(key, { of: world, chance: chance * share });
          }
        }
        worlds = after;
        const tests = testsOf(step);
        found.push({ step, tests, chances });
      });
      return { id, steps: found, left: [...left] };
    }

    return Object.assign(procedure, { doubled });
  };
});
