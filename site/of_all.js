"use strict";
// What is true of all of several, or of any, or the greatest, from what is told of each ("melee_supporter.2.shaken"). Mirrors
// play/of_all.py; `play.js` takes it where it is there: a page does not ask of each, and does without.
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make();
  else root.vfdocOfAll = make();
})(typeof self === "undefined" ? this : self, () => {
  const REACHES = /^(>=|<=) /; // of what makes a fact hold: a number comes up to so many, or is no more
  const GREATEST = "greatest"; // of what makes a number: the greatest of those of each
  const MOST_APART = 12; // of several that are told one by one

  return function (facts) {
    const leading = (follows) => Object.entries(follows).flatMap(([name, values]) => [values].flat().map((value) => [name, value]));
    // What is true of all of several, or of any, by what each is told to be: what makes it so, as [name, value].
    const ofAll = [], implying = new Map();
    for (const fact of facts.values())
      for (const [name, value] of Object.entries(fact.implies)) if (value === true && !fact.default) implying.set(name, [...(implying.get(name) ?? []), [fact.id, true]]);
    for (const id of new Set([...facts.keys(), ...implying.keys()])) {
      const { kind = "flag", default: all = false, follows = {}, implies = {} } = facts.get(id) ?? {};
      const leads = leading(follows), makes = Object.entries(implies);
      if (all) makes.length && ofAll.push([id, "all", makes]);
      else if (kind === "number") ofAll.push(...leads.filter(([, value]) => value === GREATEST).map((one) => [id, GREATEST, [one]]));
      else {
        const made = [...leads.filter(([, value]) => !REACHES.test(value)), ...(implying.get(id) ?? [])];
        if (made.length) ofAll.push([id, "any", made]);
      }
    }
    const ahead = (name) => name.split(".")[0];
    const subject = (per) => per.replace(/[^.]*_(?=[^._]*$)/, "");
    // What follows for all from what is told of each ("melee_supporter.2.shaken"); of subjects that have others besides
    // those counted, nothing that these could undo.
    return function (known) {
      const apart = Object.keys(known).map((name) => /^(.+?)\.[1-9][0-9]*\./.exec(name)).filter(Boolean).map(([, per]) => subject(per));
      const others = new Set([...facts.values()].filter((fact) => known[fact.id] === true).flatMap((fact) => Object.keys(fact.implies)).filter((name) => name.endsWith(".others")).map(ahead));
      const found = {};
      for (const [id, kind, makes] of apart.length ? ofAll : []) {
        const head = ahead(makes[0][0]), more = others.has(ahead(id));
        if (!apart.includes(head) || id in known) continue;
        const told = [];
        for (const [per, number] of Object.entries(known))
          if (per !== head && subject(per) === head && typeof number === "number")
            for (let n = 1; n <= Math.min(number, MOST_APART + 1); n++) {
              const have = makes.map(([name, wanted]) => {
                const one = known[`${per}.${n}.${name.slice(name.indexOf(".") + 1)}`] ?? known[name] ?? null;
                return kind === GREATEST ? one : one === null ? null : one === wanted;
              });
              const decides = kind === "any";
              told.push(kind === GREATEST ? have[0] : have.includes(decides) ? decides : have.includes(null) ? null : !decides);
            }
        const settled = told.filter((one) => one !== null), whole = told.length > 0 && settled.length === told.length && !more;
        if (kind === GREATEST) {
          const most = Math.max(...settled.filter((one) => typeof one === "number"));
          if (Number.isFinite(most) && (whole || most > 0)) found[id] = most;
        } else {
          const decides = kind === "any";
          if (settled.includes(decides)) found[id] = decides;
          else if (whole && settled.every((one) => one === !decides)) found[id] = !decides;
        }
      }
      return found;
    };
  };
});
