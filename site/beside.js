"use strict";
// What stands beside an answer of the calculator: what follows it, when a test is due, and the rules that speak of it and are
// not in it, each with what it would come to. Views of what play.js says; calculator.js hands it its words and ways to show.
function vfdocBeside({ el, words, where, rowLine, rowList, toggle, assumption, comes, share, toldOf }) {
  const VALUED = ["halve", "double", "pass", "fail"];
  const said = (from, id) => from.told.said[id];
  const at = (section, from) => where(from.told.places[section] || ["", ""], from);
  const line = (head, content, section) => el("li", {}, el("b", {}, head), content, section);
  const quoted = (text) => el("span", {}, el("q", {}, text));
  const nameOf = (id, from) => from.told.names[id] || id.replaceAll("-", " ");
  const MANY = 4;
  function titled(title, list, folded) {
    const many = list.children.length;
    return !many ? [] : many > MANY && folded ? [folded(title + " (" + many + ")", list)] : [el("section", {}, el("h2", {}, title), list)];
  }

  // What the result of a test leads to, in the text's words; a band of its roll with the chance of it.
  function followed(outcome, from, folded) {
    const found = from.game.follows(outcome, toldOf(from)), list = rowList([]), dues = rowList([]);
    for (const { said: one, chance } of found.said) {
      const band = one.least === one.most ? String(one.least) : one.least + "–" + one.most;
      const text = quoted(said(from, one.id)[0]);
      if (chance) text.prepend(el("span", {}, share(chance)), " ");
      list.append(line(one.result ? words[one.result] : band, text, where(said(from, one.id)[1], from)));
    }
    if (found.further.length) list.append(el("li", {}, el("b"), el("span", {}, words.further + ": ", ...found.further.flatMap((one) => [where(said(from, one.id)[1], from), " "]))));
    if (found.replaced && list.children.length) list.append(el("li", {}, el("b"), el("span", {}, words.replaced.replace("{target}", found.replaced.stated) + " ", ...found.replaced.by.flatMap((row) => [from.told.rows[row.id] ? where(from.told.rows[row.id][3], from) : row.section, " "]))));
    for (const { said: one, test, holds, told } of found.due) {
      const [text, place] = said(from, one.id), clause = from.told.clauses[one.id] || "";
      const head = holds && told ? words.dueHere : holds === false ? words.notDue : words.dueOpen;
      dues.append(line("", el("span", {}, head.replace("{name}", nameOf(test, from)).replace("{clause}", clause), " ", el("q", {}, text)), where(place, from)));
    }
    return [...titled(words.due, dues, folded), ...titled(words.follows, list)];
  }
  // That a test does not have to be taken here, by what was told; and by which sections.
  function undue(outcome, from) {
    const found = outcome.isTest ? from.game.follows(outcome, toldOf(from)).undue : [];
    return found.length ? [el("p", { class: "then" }, words.undue + " ", ...found.flatMap((one) => [where(said(from, one.id)[1], from), " "]))] : [];
  }

  // A rule that is not in the answer: its words, and what it would come to by it.
  function noted(one, from, hand) {
    const { kind, row, otherwise } = one;
    const result = otherwise === undefined || otherwise === null ? "" : typeof otherwise === "number" ? String(otherwise) : comes(otherwise, from);
    if (one.tells) {
      const clause = assumption(...one.tells);
      return line("", el("span", {}, words.choice.replace("{clause}", clause), " ", result), row ? where(from.told.rows[row.id][3], from) : "");
    }
    if (one.said) {
      const [text, place] = said(from, one.said.id), clause = from.told.clauses[one.said.id] || "";
      const open = kind === "statement" ? [words.notTold.replace("{clause}", clause) + ": "] : [];
      return line("", el("span", {}, ...open, el("q", {}, text)), where(place, from));
    }
    const shown = rowLine(row, undefined, 1, from);
    const reading = { order: words.anotherOrder, least: words.leastEach, "least-at-end": words.leastEnd, cap: words.cap, contradiction: words.byThis }[kind];
    if (reading && result) shown.children[1].append(" " + reading + " " + result);
    if (kind === "row" && (typeof row.amount === "number" || VALUED.includes(row.operation))) shown.append(toggle(words.byHand, hand.includes(one.id), "hand:" + one.id));
    return shown;
  }

  // What the text does not say of the arithmetic of a value.
  function silent(outcome, from) {
    const found = from.game.silent(outcome), text = { "round-down": words.roundDown, "round-left": words.roundLeft, "halved-each": words.halvedEach };
    return found.map((one) => el("p", { class: "label" }, text[one]));
  }

  // What an attack's steps come to besides its losses: what the rules do to the hits, and what comes of the target's tests.
  function stepped(attack, from, rounded) {
    const list = rowList([]), named = (one) => from.told.steps[one] || String(one).replaceAll("-", " ");
    if (attack.doubled) {
      const { face, twice, by } = attack.doubled;
      list.append(line("", el("span", {}, (twice ? words.twice : words.once).replace("{number}", face)), at(from.game.sectionOf(by), from)));
    }
    for (const { step, chances } of [...attack.before, ...attack.after]) {
      const all = [...chances].filter(([, chance]) => chance > 1e-9), numbers = all.every(([result]) => typeof result === "number");
      const mean = () => rounded(all.reduce((sum, [result, chance]) => sum + result * chance, 0));
      const come = all.length === 1 ? named(all[0][0]) : numbers ? mean() + " " + words.expected : all.map(([result, chance]) => named(result) + " " + share(chance)).join(", ");
      list.append(line("", el("span", {}, named(step.id) + ": " + come), at(step.section, from)));
    }
    if (attack.notBelow !== null) list.append(line("", el("span", {}, words.notBelow + " " + rounded(attack.notBelow)), at(from.game.sectionOf("minimum-one"), from)));
    if (attack.unrounded !== null) list.append(line("", el("span", {}, words.roundDown), at(null, from)));
    return list.children.length ? [list] : [];
  }

  return { followed, undue, noted, silent, stepped };
}
