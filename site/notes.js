"use strict";
// The rules that speak of a result and are not in it, and what it would come to by them: where the text says otherwise
// elsewhere, where it leaves open what was told, what hangs on a number that nobody told. Mirrors the notes of
// play/evaluate.py; `play.js` hands it what it plays with.
(function (root, make) {
  if (typeof module === "object" && module.exports) module.exports = make();
  else root.vfdocNotes = make();
})(typeof self === "undefined" ? this : self, () => {
  return function (play) {
    const { tables, facts, rowOf, counted, holds, asks, inPlay, barring, trying, limitOf, SOME } = play;
    const subjectOf = (per) => {
      const at = per.lastIndexOf(".") + 1;
      return per.slice(0, at) + per.slice(per.lastIndexOf("_") + 1);
    };

    // Limits that whole steps cannot meet ("+2 each, +3 in all"): what it would come to if so many units were meant.
    function cut(name, { applied }, known, byHand) {
      const within = ({ row, times }) => {
        const most = limitOf(row)?.amount;
        return most !== undefined && typeof row.amount === "number" && row.amount && Math.abs(row.amount) * times > most && most % row.amount !== 0;
      };
      return applied.filter(within).map(({ row }) => {
        const units = { ...row, limit: { units: limitOf(row).amount } };
        return { id: row.id, kind: "cap", row, otherwise: rowOf.get(row.id) === row ? trying({ id: row.id, by: units }, name, known, byHand) : null };
      });
    }
    // What it would come to had been told what is open: a choice that something told implies, and whether all of several
    // are such as was taken of them; and what is stated to be open.
    function choices(name, { applied, assumed, untold }, known, byHand) {
      const tried = [];
      for (const fact of [...new Set(untold.flatMap((one) => one.asks))].filter((one) => known[one] === SOME).sort()) {
        const by = [...facts.values()].find((one) => one.implies[fact] === SOME && known[one.id] === true);
        if (by) for (const value of facts.get(fact).values) tried.push({ fact, value });
      }
      for (const [fact, taken] of Object.entries(assumed).sort()) {
        if (taken !== true || !facts.get(fact)?.default) continue;
        const each = Object.entries(facts.get(fact).implies);
        if (each.length && each.every(([part, wanted]) => known[part] === wanted)) continue; // told of each
        const subjects = new Set(each.map(([part]) => part.split(".")[0]));
        const there = [...counted].some((per) => per !== null && subjects.has(subjectOf(per)) && known[per]);
        const row = there && applied.map((one) => one.row).find((one) => asks(one.when).includes(fact));
        if (row) tried.push({ fact, value: false, row });
      }
      const spelt = (value) => (value === false ? "false" : value);
      return [
        ...tried.map(({ fact, value, row }) => ({
          id: `${name}.${fact}.${spelt(value)}`.toLowerCase(), kind: "choice", tells: [fact, value], row, otherwise: trying(null, name, { ...known, [fact]: value }, byHand),
        })),
        ...tables.statements.filter((one) => one.kind === "results" && [name, "*"].includes(one.action) && holds(one.when, known)).map((said) => ({ id: said.id, kind: "choice", said })),
      ];
    }
    // What the text says elsewhere that would come to something else here.
    function contradictions(name, known, byHand) {
      return tables.contradictions.flatMap(({ row, by }) => {
        const [one, other] = [rowOf.get(row), rowOf.get(by)];
        if (!one || !other || !inPlay(name).includes(other)) return [];
        const [found, taken] = [holds(one.when, known), holds(other.when, known)];
        if (found === taken && (!found || one.amount === other.amount)) return [];
        return [{ id: row, kind: "contradiction", row: one, otherwise: trying({ id: by, by: one }, name, known, byHand) }];
      });
    }
    // What would forbid it if a number were told that nobody told.
    const open = (name, known) => barring(name, known).filter((one) => holds(one.when, known) === null).map((said) => ({ id: said.id, kind: "statement", said }));

    return (name, found, known, byHand) => [
      ...cut(name, found, known, byHand), ...choices(name, found, known, byHand), ...contradictions(name, known, byHand), ...open(name, known),
    ];
  };
});
