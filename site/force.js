"use strict";
// Prices a force by an edition's prices: what its units cost, which limits of its army list it breaks.
//
//   const prices = vfdocForce(armies);           // the JSON that `vfdoc force EDITION --format json` prints
//   prices.price({ army: "3.1", entries: [{ count: 3, unit: "spearman", upgrades: ["shield"] }] });
//
// In a page it is `vfdocForce`, under Node what `require` gives. It does what vfdoc/play/force.py does.
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make();
  else root.vfdocForce = make();
})(typeof self === "undefined" ? this : self, () => (armies) => {
  const units = new Map(armies.units.map((one) => [one.id, one]));
  const highest = (list) => (list.length ? Math.max(...list) : 0);
  const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);

  function isKind(entry, kind) {
    const unit = units.get(entry.unit), has = new Set([...unit.terms, ...unit.includes, ...entry.upgrades]);
    return kind.every((term) => (term.startsWith("!") ? !has.has(term.slice(1)) : has.has(term)));
  }
  const isAny = (entry, kinds) => kinds.some((kind) => isKind(entry, kind));
  const counted = (rows, kinds, points) => sum(rows.filter((row) => isAny(row.entry, kinds)), (row) => (points ? row.cost : row.entry.count));

  // The upgrade that prices it for a unit: as the army list has it, else as the text has it for all.
  function priced(army, id, entry) {
    const said = armies.upgrades.filter((one) => one.id === id && one.cost !== null && (!one.army || one.army === army));
    const own = said.filter((one) => one.army), all = said.filter((one) => !one.army);
    return [...own, ...all].find((one) => !one.of.length || isAny(entry, one.of)) || [...own, ...said][0];
  }
  function row(army, entry, item) {
    const unit = units.get(entry.unit), parts = [{ name: unit.name, amount: unit.cost, section: unit.section }], names = [unit.name];
    for (const id of entry.upgrades) {
      const found = priced(army, id, entry);
      if (found && !unit.includes.includes(id)) parts.push({ name: found.name, amount: found.cost, section: found.section });
      names.push(found ? found.name : id);
    }
    return { item, entry, name: names.join(", "), parts, cost: entry.count * sum(parts, (part) => part.amount) };
  }

  function besides(limit, rows, kind) {
    const count = counted(rows, [kind], limit.points);
    if (!limit.besides) return count;
    const plain = kind.filter((term) => term !== limit.besides && term !== "!" + limit.besides);
    const extra = rows.filter((one) => one.entry.upgrades.includes(limit.besides));
    return count + Math.min(counted(extra, [plain]), limit.besides_most);
  }
  function alike(limit, rows) {
    const groups = new Map();
    for (const { entry } of rows) {
      if (limit.of.length && !isAny(entry, limit.of)) continue;
      const by = [...new Set([...entry.upgrades, ...units.get(entry.unit).includes])].filter((id) => limit.by.includes(id)).sort();
      const key = limit.together ? "" : JSON.stringify([entry.unit, ...by]), group = groups.get(key) || [0, 0];
      groups.set(key, [group[0] + entry.count, group[1] + (entry.upgrades.includes(limit.alike) ? entry.count : 0)]);
    }
    const broken = [...groups.values()].find(([whole, having]) => having && having !== whole);
    return broken ? { holds: false, found: broken[1], allowed: broken[0] } : { holds: true, found: sum([...groups.values()], (one) => one[1]), allowed: 0 };
  }
  function judged(limit, rows) {
    if (limit.alike) return alike(limit, rows);
    let counts = limit.of.map((kind) => besides(limit, rows, kind)), most = limit.most;
    if (limit.each) counts = counts.filter(Boolean);
    else if (limit.any) counts = [highest(counts)];
    else counts = [counted(rows, limit.of, limit.points)];
    if (limit.than.length) {
      const [above, below = 1] = limit.share.split("/").map(Number), whole = (counted(rows, limit.than) * above) / below;
      most = Math.max((limit.up ? Math.ceil(whole - 1e-9) : Math.floor(whole + 1e-9)) + limit.plus, 0);
    }
    for (const found of counts) {
      if (limit.least !== null && found < limit.least) return { holds: false, found, allowed: limit.least };
      if (most !== null && found > most) return { holds: false, found, allowed: most };
    }
    return { holds: true, found: highest(counts), allowed: (limit.least !== null ? limit.least : most) || 0 };
  }

  // What the army list does not allow: units and upgrades that it does not name, or not for this unit, or not so many.
  function refused(army, entries) {
    const alone = army ? armies.only_listed : null, permitted = new Set(armies.permits.filter((one) => one.army === army).flatMap((one) => one.units));
    const numbers = new Map(), told = new Set(), out = [];
    const once = (key, one) => { if (!told.has(key)) out.push({ found: 0, allowed: 0, ...one }); told.add(key); };
    for (const entry of entries) {
      const unit = units.get(entry.unit);
      if (unit.listed && !permitted.has(unit.id) && alone) once(unit.id + "/", { name: unit.name, unit: unit.name, why: "unlisted", section: alone });
      for (const id of entry.upgrades) {
        if (unit.includes.includes(id) || told.has(unit.id + "/" + id)) continue;
        const own = armies.upgrades.filter((one) => one.id === id && (one.army === (army || null) || (!alone && !one.army)));
        const fits = own.find((one) => !one.of.length || isAny(entry, one.of));
        const name = (armies.upgrades.find((one) => one.id === id) || { name: id }).name;
        if (fits) numbers.set(fits, (numbers.get(fits) || 0) + entry.count);
        else if (own.length) once(unit.id + "/" + id, { name, unit: unit.name, why: "kind", section: own[0].section });
        else if (alone) once(unit.id + "/" + id, { name, unit: unit.name, why: "unlisted", section: alone });
      }
    }
    for (const [one, found] of numbers) {
      if (one.most !== null && found > one.most) out.push({ name: one.name, unit: "", why: "most", section: one.section, found, allowed: one.most });
    }
    return out;
  }

  function price({ army, entries }) {
    const rows = entries.map((entry, item) => row(army, entry, item));
    const replaced = new Set(armies.limits.filter((one) => army && one.army === army).flatMap((one) => one.replaces));
    const limits = armies.limits.filter((one) => (!one.army || one.army === army) && !replaced.has(one.id)
      && (!one.when.length || entries.some((entry) => isAny(entry, one.when))));
    return {
      rows, total: sum(rows, (one) => one.cost), refused: refused(army, entries),
      limits: limits.filter((one) => one.checked).map((limit) => ({ limit, ...judged(limit, rows) })),
      open: limits.filter((one) => !one.checked),
    };
  }
  // The upgrades that may be offered to a unit: those of its army list, else those of the text; nothing that its price holds.
  function offered(army, entry) {
    const bare = { ...entry, upgrades: [] }, unit = units.get(entry.unit);
    const own = armies.upgrades.filter((one) => (army && armies.only_listed ? one.army === army : !one.army || one.army === army));
    const fits = own.filter((one) => !unit.includes.includes(one.id) && (!one.of.length || isAny(entry, one.of) || isAny(bare, one.of)));
    return [...new Set(fits.map((one) => one.id))].map((id) => ({ id, found: priced(army, id, entry) || fits.find((one) => one.id === id) }));
  }
  return { price, offered, units };
});
