// Holds the site's force.js to vfdoc: node force.mjs ARMIES EXPECTED, both JSON: what `vfdoc force` prints of an edition's
// prices, and forces with what vfdoc makes of them. Prints each that comes out otherwise, then how many there were; exits
// with 1 if any did.
import { readFileSync } from "node:fs";
import force from "../site/force.js";

const [armies, expected] = process.argv.slice(2).map((name) => JSON.parse(readFileSync(name, "utf8")));
const prices = force(armies);
let wrong = 0;
for (const { army, entries, answer } of expected) {
  const found = prices.price({ army, entries });
  const got = {
    rows: found.rows.map((row) => [row.name, row.cost, row.parts.map((part) => [part.name, part.amount, part.section])]),
    total: found.total,
    limits: found.limits.map(({ limit, holds, found: counted, allowed }) => [limit.id, holds, counted, allowed]),
    refused: found.refused.map((one) => [one.name, one.unit, one.why, one.section, one.found, one.allowed]),
    open: found.open.map((one) => one.id),
  };
  if (JSON.stringify(got) === JSON.stringify(answer)) continue;
  wrong++;
  console.log(JSON.stringify({ army, entries, wanted: answer, got }));
}
console.log(`${expected.length} forces, ${wrong} otherwise`);
process.exit(wrong ? 1 : 0);
