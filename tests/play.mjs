// Holds the site's play.js to vfdoc: node play.mjs TABLES EXPECTED, both JSON: the tables, and vectors or attacks with
// what vfdoc makes of them. Prints each that comes out otherwise, then how many there were; exits with 1 if any did.
import { readFileSync } from "node:fs";
import play from "../site/play.js";

const [tables, expected] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, "utf8")));
const game = play(tables);
const near = (one, other) => one === other || (one !== null && other !== null && Math.abs(one - other) < 1e-9);
const fraction = (chance) => chance && (chance[1] === 1 ? `${chance[0]}` : chance.join("/"));
let wrong = 0;
const compare = (one, other) => {
  for (let n = 0; n < Math.min(one.length, other.length); n++) if (one[n] !== other[n]) return one[n] < other[n] ? -1 : 1;
  return one.length - other.length;
};
const order = (one, other) => compare(one.effects, other.effects) || compare(one.sections, other.sections);

function hold(got, wanted, set) {
  const same = Object.keys(wanted).every((key) =>
    Array.isArray(wanted[key]) && typeof wanted[key][0] === "number"
      ? got[key]?.length === wanted[key].length && wanted[key].every((one, n) => near(one, got[key][n]))
      : typeof wanted[key] === "number" ? near(wanted[key], got[key]) : JSON.stringify(got[key]) === JSON.stringify(wanted[key]));
  if (same) return;
  wrong++;
  console.log(JSON.stringify({ set, wanted, got }));
}

for (const { of, set, target, applied, total, probability } of expected.vectors ?? []) {
  const found = game.evaluate(of, set);
  const rows = found.applied.map((one) => one.row.id).sort();
  const none = found.forbidden.length > 0;
  hold(
    { target: found.target ?? null, applied: rows, total: none ? null : found.total, probability: none ? null : fraction(found.probability ?? null) },
    { target, applied: [...applied].sort(), total, probability }, { of, ...set },
  );
}
const step = ({ step, chances }) => [
  step.id, [...chances].filter(([, chance]) => chance > 1e-12).map(([result, chance]) => [String(result), Math.round(chance * 1e9) / 1e9]).sort((a, b) => (a[0] < b[0] ? -1 : 1)),
];
for (const { attack, set, expected: wanted } of expected.attacks ?? []) {
  const found = game.attack(attack, set);
  hold(
    {
      dice: found.value.total, losses: found.losses, fails: found.follow?.fails ?? null, brigade: found.brigade?.fails ?? null,
      forbidden: found.forbidden.map((one) => one.id), states: found.states.map(([, chance]) => chance),
      after: found.after.map(step), before: found.before.map(step), doubled: found.doubled && [found.doubled.face, found.doubled.twice],
      changed: found.changed.map((one) => one.id).sort(), open: [found.notBelow, found.unrounded].filter((mean) => mean !== null).map((mean) => mean.toFixed(2).slice(-4)),
    },
    wanted, { attack, ...set },
  );
}
for (const { of, set, expected: wanted } of expected.told ?? []) {
  const found = game.evaluate(of, set), after = game.follows(found, set);
  hold(
    {
      follows: after.said.map(({ said, chance }) => [said.result, said.least, said.most, said.section, fraction(chance)]),
      further: after.further.map((one) => one.section), undue: after.undue.map((one) => one.section),
      due: after.due.map(({ said, test, holds }) => [test, said.section, holds]),
      applied: found.applied.map((one) => one.row.id).sort(), assumed: Object.entries(found.assumed).sort((a, b) => (a[0] < b[0] ? -1 : 1)),
      total: found.total, probability: fraction(found.probability ?? null), forbidden: found.forbidden.map((one) => one.id),
      not_computed: found.notComputed.map((one) => one.id).sort(),
    },
    wanted, { of, ...set },
  );
}
for (const { of, set, expected: wanted } of expected.contests ?? []) {
  const found = game.contest(of, set);
  const flat = found.befall.flatMap((side) => [...side].sort((a, b) => order(a, b)).flatMap((one) => [one.effects.length, one.chance]));
  hold(
    {
      wins: found.wins, draws: found.draws, totals: found.sides.map((side) => side.total), margins: found.margins.flat(), befall: flat,
      again: found.again?.wins ?? null, next_round: found.nextRound?.wins ?? null, hanging: found.hanging.map((row) => row.id).sort(), in_doubt: found.inDoubt, one_of: found.oneOf,
      notes: found.notComputed.filter((one) => one.kind === "choice").map((one) => one.id),
      flees: found.befall.map((side) => side.filter((one) => one.effects.includes("flee")).reduce((all, one) => all + one.chance, 0)),
    },
    wanted, { of, ...set },
  );
}
for (const { set, steps, of = "fight" } of expected.fights ?? []) {
  const found = Object.fromEntries(game.procedure(of, set).steps.map(({ step, chances }) => [step.id, chances]));
  for (const [id, chances] of Object.entries(steps)) {
    const got = Object.fromEntries([...(found[id] ?? [])].filter(([, chance]) => chance > 1e-12));
    const sorted = (one) => Object.entries(one).sort();
    const [mine, theirs] = [sorted(got), sorted(chances)];
    const same = mine.length === theirs.length && mine.every(([result, chance], n) => result === theirs[n][0] && near(chance, theirs[n][1]));
    if (same) continue;
    wrong++;
    console.log(JSON.stringify({ set, step: id, wanted: chances, got }));
    break;
  }
}
const many = ["vectors", "attacks", "told", "contests", "fights"].flatMap((key) => expected[key] ?? []).length;
console.log(`${many} ${expected.vectors ? "vectors" : "situations"}, ${wrong} otherwise`);
process.exit(wrong ? 1 : 0);
