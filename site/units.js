// Units that a player keeps: a name, what is told of it (facts and numbers without a subject: "formation", "fire-value"),
// and modifiers of its own. They stay on the device; as text they go into an address, and come out of one only as what
// they can be.
window.vfdocUnits = function (key) {
  "use strict";
  const MOST = 60;
  function checked(one) {
    if (!one || typeof one.name !== "string" || !one.name.trim() || typeof one.known !== "object") return null;
    const plain = (of, fits) => Object.fromEntries(Object.entries(of || {}).filter(([, value]) => fits(value)).slice(0, MOST));
    const known = plain(one.known, (value) => typeof value === "boolean" || Number.isFinite(value) || (typeof value === "string" && value.length <= 60));
    const own = plain(one.own, (value) => Number.isInteger(value) && Math.abs(value) <= 9);
    return { name: one.name.trim().slice(0, 40), known, own };
  }
  function read(text) {
    try { return [JSON.parse(text || "[]")].flat().map(checked).filter(Boolean); } catch (error) { return []; }
  }
  const kept = () => read(vfdocKept.get(key));
  const save = (units) => vfdocKept.set(key, JSON.stringify(units));
  return {
    read, kept,
    keep: (unit) => save([...kept().filter((one) => one.name !== unit.name), unit]),
    forget: (name) => save(kept().filter((one) => one.name !== name)),
  };
};
