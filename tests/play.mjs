// Plays the JSON of `vfdoc tables` without vfdoc: node play.mjs TABLES VECTORS. Prints each vector that
// comes out otherwise than expected, then how many there were; exits with 1 if any did.
import { readFileSync } from "node:fs";

const [tables, { vectors }] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, "utf8")));
const says = new Set(tables.conventions.map((convention) => convention.id));
const values = new Map(tables.values.map((value) => [value.id, value]));
const idle = (row) => row.status !== "executable" || row.restates !== null || !["rules", "sheet"].includes(row.origin);
const inForce = tables.modifiers.filter((row) => !idle(row));

function compare(have, op, wanted) {
  switch (op) {
    case "<": return have < wanted;
    case "<=": return have <= wanted;
    case "=": return have === wanted;
    case ">=": return have >= wanted;
    case ">": return have > wanted;
    case "in": return wanted.includes(have);
  }
}

function holds(when, set) {
  if (when.all) return when.all.every((part) => holds(part, set));
  if (when.any) return when.any.some((part) => holds(part, set));
  if (when.not) return !holds(when.not, set);
  if (when.number) return compare(set[when.number], when.op, when.value);
  return when.value === undefined ? set[when.fact] === true : set[when.fact] === when.value;
}

const stated = (kind, set) => tables.statements.filter((one) => one.kind === kind && holds(one.when, set));
const limitOf = (row) =>
  row.limit ?? tables.modifiers.find((other) => row.replaces.includes(other.id))?.limit ?? null;

function times(row, set) {
  if (row.per === null) return 1;
  const units = limitOf(row)?.units;
  return units === undefined ? set[row.per] : Math.min(set[row.per], units);
}

function half(value, row) {
  const says = tables.conventions.some(
    (one) => one.id === "round-down" && (one.of === null || (one.of === row.of && one.section === row.section)),
  );
  return says || !values.get(row.of)?.unit ? Math.floor(value / 2) : value / 2;
}

function amount(row, set) {
  const all = (row.amount?.half_of ? half(set[row.amount.half_of], row) : row.amount) * row.times;
  const most = row.limit?.amount ?? Infinity;
  return Math.max(Math.min(all, most), -most);
}

const size = (row) => (typeof row.amount === "number" ? Math.abs(row.amount) : 0);

function counted(rows, set) {
  const instead = new Set(rows.flatMap((row) => row.replaces));
  const left = rows.filter((row) => !instead.has(row.id)).map((row) => ({ ...row, times: times(row, set) }));
  for (const cap of tables.caps) {
    let units = cap.max;
    const shares = left.filter((row) => row.cap === cap.id && row.limit);
    for (const row of shares.sort((a, b) => size(b) - size(a))) {
      row.times = Math.min(row.times, units);
      units -= row.times;
    }
  }
  return left.filter((row) => row.times > 0);
}

function rowsOf(of, set) {
  const covering = tables.values.filter((value) => value.covers.includes(of)).map((value) => value.id);
  const applied = new Set();
  const suspended = new Set(stated("suspends", set).flatMap((one) => [...one.sections, ...one.rows]));
  const barred = new Set(stated("forbids", set).flatMap((one) => one.counts));
  const rows = inForce.filter((row) => {
    if (suspended.has(row.section) || suspended.has(row.id) || barred.has(row.per)) return false;
    const counts = [of, ...covering].includes(row.of) && holds(row.when, set) && times(row, set) > 0;
    if (!counts || row.once.some((id) => applied.has(id))) return false;
    return applied.add(row.id);
  });
  return counted(rows, set);
}

function forbidden(of, set) {
  let value = of;
  if (!values.has(of)) {
    const asked = inForce.some((row) => row.of === of && row.facts.includes("attack"));
    value = asked ? tables.values.find((one) => one.implies.attack === set.attack)?.id : undefined;
  }
  return stated("forbids", set).some((one) => one.of.includes(value));
}

function value(of, set) {
  const rank = (row) => (row.operation === "set" ? 0 : ["halve", "double"].includes(row.operation) ? 1 : 2);
  const setFirst = (row) => (row.operation === "set" ? 0 : 1);
  const order = says.has("halve-first") ? rank : setFirst;
  const rows = rowsOf(of, set).sort((a, b) => order(a) - order(b)); // a stable sort
  let total = set[of];
  const applied = [];
  for (const row of rows) {
    const again = says.has("halve-once") && applied.some((other) => other.operation === row.operation);
    if (["halve", "double"].includes(row.operation) && again) continue;
    if (row.operation === "set") total = row.amount;
    else if (row.operation === "halve") total = half(total, row);
    else if (row.operation === "double") total *= 2;
    else if (["add", "dice"].includes(row.operation)) total += amount(row, set);
    else continue;
    applied.push(row);
  }
  const least = says.has("minimum-one") && applied.length ? 1 : 0;
  return { total: Math.max(total, least), target: null, applied, probability: null };
}

function test(of, set) {
  const stated = tables.tests.filter((one) => one.id === of && one.target && ["rules", "sheet"].includes(one.origin));
  const found = stated.find((one) => one.origin === "rules") ?? stated[0];
  const rows = rowsOf(of, set).filter((row) => ["add", "dice", "pass", "fail", "reroll", "set"].includes(row.operation));
  const printed = Number(found.target.match(/\d+/)[0]);
  const target = rows.filter((row) => row.operation === "set").at(-1)?.amount ?? printed;
  const adds = rows.filter((row) => ["add", "dice"].includes(row.operation));
  const total = adds.reduce((sum, row) => sum + amount(row, set), 0);
  const rerolls = rows.filter((row) => row.operation === "reroll").map((row) => row.amount);
  const [, count, sides] = (found.dice ?? "1d6").match(/(\d*)\s*[dD]\s*(\d+)/).map(Number);
  const probability = chance(target - total, Number(count) || 1, Number(sides), rerolls);
  if (rows.some((row) => row.operation === "fail")) return { total, target, applied: rows, probability: "0" };
  if (rows.some((row) => row.operation === "pass")) return { total, target, applied: rows, probability: "1" };
  return { total, target, applied: rows, probability };
}

function chance(needed, count, sides, rerolls) {
  let passes = 0, again = 0;
  const every = sides ** count;
  for (let roll = 0; roll < every; roll++) {
    let sum = 0;
    for (let die = 0, rest = roll; die < count; die++, rest = Math.floor(rest / sides)) sum += (rest % sides) + 1;
    let passed = sum >= needed;
    if (count === 1 && sides === 6 && says.has("natural-one") && sum === 1) passed = false;
    if (count === 1 && sides === 6 && says.has("natural-six") && sum === 6) passed = true;
    if (passed) passes++;
    else if (rerolls.some((face) => face === null || face === sum)) again++;
  }
  return fraction(passes * every + again * passes, every * every);
}

function fraction(above, below) {
  const common = (a, b) => (b ? common(b, a % b) : a);
  const by = common(above, below);
  return below / by === 1 ? `${above / by}` : `${above / by}/${below / by}`;
}

let wrong = 0;
for (const vector of vectors) {
  const isValue = values.has(vector.of) && !tables.tests.some((one) => one.id === vector.of && one.target);
  let found = (isValue ? value : test)(vector.of, vector.set);
  if (forbidden(vector.of, vector.set)) {
    found = { total: null, target: isValue ? null : found.target, applied: isValue ? [] : found.applied, probability: null };
  }
  const got = { ...found, applied: found.applied.map((row) => row.id) };
  const same = ["total", "target", "probability"].every((key) => got[key] === vector[key]);
  const rows = [...got.applied].sort().join() === [...vector.applied].sort().join();
  if (same && rows) continue;
  wrong++;
  console.log(JSON.stringify({ expected: vector, got }));
}
console.log(`${vectors.length} vectors, ${wrong} otherwise`);
process.exit(wrong ? 1 : 0);
