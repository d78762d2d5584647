// The calculator of an edition: what is asked, tapped together, and what it comes to by play.js. What is chosen stands in
// the address, so that it can be shared; units that the player keeps stay on the device.
// The edition's own script hands it its tables and its words.
window.vfdocCalculator = function (first) {
  "use strict";
  const place = document.getElementById("~calculator"), words = { ...place.dataset };
  const part = (name) => place.querySelector(name);
  const SUBJECTS = ["attacker", "unit", "target", "enemy", ""], AT_ONCE = 6, TARGETS = 3, MOST = 999, SCOPES = ["situation", "unit"];
  const LAST = "vfdoc-unit:" + first.edition, units = vfdocUnits("vfdoc-units:" + first.edition);
  // An edition's tables as they are played, its words, and the way to its folder. Those of another come when they are wanted:
  // to stand beside, or in place of one's own where house rules are switched.
  const side = (told, folder) => ({ told, game: vfdocPlay(told.tables), folder, besides: false });
  const own = side(first, ""), loaded = {};
  let { told, game, folder } = own, asks = asked(own.game), state = read();

  function asked(game) {
    const attacks = [...game.attacks.values()], { values, modifiers } = game.tables;
    const changed = (id) => modifiers.some((row) => row.of === id && row.status === "executable");
    return [...game.attacks.keys(), ...game.contests.keys(),
      ...[...game.tests.values()].filter((one) => !game.contests.has(one.id) && (one.target || (one.dice && changed(one.id)))).map((one) => one.id),
      ...values.filter((one) => !one.covers.length && !attacks.includes(one.id)
        && changed(one.id)).map((one) => one.id)];
  }

  function el(name, attributes, ...inner) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) made.setAttribute(key, value);
    made.append(...inner);
    return made;
  }
  const begins = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  function percent(chance) {
    const points = chance * 100, shown = points > 0 && points < 1 ? "<1" : points < 100 && points > 99 ? ">99" : String(Math.round(points));
    return words.percent.replace("{number}", shown);
  }

  // What is chosen, in the address.

  function read() {
    const found = new URLSearchParams(location.hash.slice(1)), known = {}, mine = {};
    const ask = asks.includes(found.get("ask")) ? found.get("ask") : asks[0];
    for (const [name, value] of found) {
      const fact = game.facts.get(name);
      if (fact && fact.kind === "flag") known[name] = value === "yes";
      else if (fact && fact.kind === "choice") { if (fact.values.includes(value)) known[name] = value; }
      else if (/^-?\d{1,3}(\.5)?$/.test(value) && (fact || counted(name)) && Number(value) >= least(name)) known[name] = Number(value);
      else if (/^own\./.test(name) && /^-?[1-9]$/.test(value)) mine[name.slice(4)] = Number(value);
    }
    const list = (name) => (found.get(name) || "").split(" ").filter(Boolean);
    return { ask, known, own: mine, hand: list("hand"), with: found.get("with") || "", over: found.get("over") || "",
      against: units.read(found.get("against")).slice(0, TARGETS), offered: units.read(found.get("unit")).slice(0, 1) };
  }
  // A number comes to no less than 0, but for a value of which the text says so.
  function least(name) {
    const { least: lowest = 0 } = game.values.get(name.split(".").at(-1)) || {};
    return Math.min(0, lowest ?? -Infinity);
  }
  function counted(name) { return game.tests.has(name) || name in told.counted || name in told.borne || game.values.has(name) || qualities(null).includes(name); }
  // What each side of an opposed roll adds of its own.
  function qualities(ask = state.ask) {
    return [...game.contests.values()].filter((one) => one.quality !== null && (!ask || one.id === ask)).flatMap((one) => [one.quality, "enemy." + one.quality]);
  }
  function write() {
    const out = new URLSearchParams({ ask: state.ask });
    for (const [name, value] of Object.entries(state.known)) out.set(name, value === true ? "yes" : value === false ? "no" : value);
    for (const [scope, by] of Object.entries(state.own)) if (by) out.set("own." + scope, by);
    if (state.hand.length) out.set("hand", state.hand.join(" "));
    for (const name of ["with", "over"]) if (state[name]) out.set(name, state[name]);
    if (state.against.length) out.set("against", JSON.stringify(state.against));
    if (state.offered.length) out.set("unit", JSON.stringify(state.offered));
    history.replaceState(history.state, "", "#" + out);
  }

  // What it comes to.

  // Each column is one answer: of the edition or of another, against what is told or against one of the targets kept.
  function columns() {
    const here = { told, game, folder, title: told.title }, beside = loaded[state.with];
    const against = game.attacks.has(state.ask) ? state.against : [];
    const found = against.map((unit) => ({ ...here, title: unit.name, known: { ...state.known, ...worn(unit, "target") } }));
    if (!found.length) found.push({ ...here, known: state.known });
    if (beside) {
      const known = found[0].known;
      if (found.length === 1) found[0].title = told.title;
      found.push({ ...beside, title: beside.told.title, known, other: true });
    }
    return found.map((one) => ({ ...one, ...answer(one) }));
  }
  function answer({ game, known, other }) {
    const kind = state.ask;
    if (!(game.attacks.has(kind) || game.contests.has(kind) || game.tests.has(kind) || game.values.has(kind))) return { attack: null, outcomes: [] };
    if (game.contests.has(kind)) {
      const contest = game.contest(kind, known, other ? [] : state.hand), [one, two] = contest.sides;
      const shown = (side, subject, notComputed) => ({ ...side, applied: [...(side.quality ? side.quality.applied : []), ...side.applied], label: sideName(subject), forbidden: [], notComputed });
      return { attack: null, contest, outcomes: [shown(one, "unit", contest.notComputed), shown(two, "enemy", [])] };
    }
    const hand = [...(other ? [] : state.hand), ...mine()];
    if (game.attacks.has(kind)) {
      const found = game.attack(kind, known, hand);
      return { attack: found, outcomes: [found.value, found.hit, found.save, found.follow && found.follow.test, found.brigade && found.brigade.test].filter(Boolean) };
    }
    return { attack: null, outcomes: [game.evaluate(kind, known, hand)] };
  }
  // The player's own modifiers: of the situation, of the unit, of this attack or test.
  const scopes = () => [...SCOPES, state.ask];
  function mine() {
    const of = game.attacks.has(state.ask) ? rolled(state.ask)[0] : state.ask;
    return scopes().filter((scope) => state.own[scope]).map((scope) => ({ id: "own." + scope, of, operation: "add", amount: state.own[scope] }));
  }
  const scopeName = (scope) => (scope === "situation" ? words.situation : scope === "unit" ? begins(told.subjects[me()] || me()) : begins(told.names[scope] || scope));

  function needed(outcome, game) {
    if (outcome.automatic !== null) return outcome.automatic ? words.automaticPass : words.automaticFail;
    let least = outcome.target - outcome.total;
    if (outcome.dice && outcome.dice[0] === 1 && outcome.dice[1] === 6) {
      if (game.says("natural-six")) least = Math.min(least, 6);
      if (game.says("natural-one")) least = Math.max(least, 2);
    }
    const dice = outcome.dice ? outcome.dice[0] + "D" + outcome.dice[1] : "";
    return words.needs + " " + Math.max(least, outcome.dice ? outcome.dice[0] : 1) + "+" + (dice && dice !== "1D6" ? " (" + dice + ")" : "");
  }
  function lacks(outcomes) {
    const names = [...new Set(outcomes.flatMap((one) => one.missing))];
    return names.length ? el("p", { class: "then" }, words.tell + " " + names.map(called).join(", ")) : "";
  }
  function called(name) {
    const fact = told.facts[name] || {}, around = told.borne[name] || fact.around;
    return told.names[name] || (fact.clauses && fact.clauses[0]) || (around && around.join("…").trim()) || told.counted[name] || name;
  }
  function forbidden(statements, from) {
    const said = (one) => from.told.said[one.id];
    const all = [...new Map(statements.map((one) => [said(one)[0], one])).values()];
    return all.map((one) => el("p", { class: "forbidden" }, words.forbidden + ": " + said(one)[0] + " ", where(said(one)[1], from)));
  }
  function chance([above, below]) {
    return el("span", {}, el("strong", {}, percent(above / below)), " " + (below === 1 ? "" : above + "/" + below));
  }
  function spread(losses) {
    const bars = el("ol", { class: "spread", "aria-label": words.spread, role: "list" });
    const last = Math.min(losses.length - 1, 12), most = Math.max(...losses);
    const shown = losses.slice(0, last).concat(losses.slice(last).reduce((all, one) => all + one, 0));  // the last is "or more"
    shown.forEach((one, n) => {
      const bar = el("i", { "aria-hidden": "true" });
      bar.style.height = Math.round(Math.min(one / most, 1) * 60) + "%";
      bars.append(el("li", { title: percent(one) }, bar, n === 12 && losses.length > 13 ? "12+" : String(n), el("span", { class: "aloud" }, ": " + percent(one))));
    });
    return bars;
  }
  const sideName = (subject) => told.subjects[subject] || subject;
  // Who wins an opposed roll, and what befalls each side.
  function showContest(out, { contest, outcomes }) {
    const shares = [[sideName("unit"), words.wins, contest.wins], ["", words.draw, contest.draws], [sideName("enemy"), words.wins, contest.loses]];
    const sum = el("p", { class: "sum" });
    if (contest.wins !== null) for (const [whose, said, share] of shares) sum.append(el("span", {}, begins((whose + " " + said).trim()) + " ", el("strong", {}, percent(share))));
    out.append(sum, lacks(outcomes));
    if (contest.oneOf) out.append(el("p", { class: "then" }, words.moreEnemies + " (" + contest.oneOf + ")"));
    const drawn = (found) => el("strong", {}, percent(found.wins));
    if (contest.again && words.drawnAgain) out.append(el("p", { class: "then" }, el("span", {}, words.drawnAgain + ": " + begins((sideName("unit") + " " + words.wins).trim()) + " ", drawn(contest.again))));
    if (contest.nextRound && words.nextRound) out.append(el("p", { class: "then" }, el("span", {}, words.nextRound + ": ", drawn(contest.nextRound))));
    contest.befall.forEach((side, n) => {
      const named = side.filter(({ effects }) => effects.length).map(({ effects, chance }) => el("span", {}, effects.join(", ").replaceAll("-", " ") + ": " + percent(chance)));
      if (named.length) out.append(el("p", { class: "then" }, el("span", {}, begins(outcomes[n].label) + ":"), ...named));
    });
    return out;
  }
  function showAnswer(out, from) {
    const { attack, outcomes, game, told } = from;
    if (from.contest) return showContest(out, from);
    const [first] = outcomes, barred = outcomes.flatMap((one) => one.forbidden);
    if (!first) return out;
    if (barred.length) { out.append(...forbidden(barred, from)); return out; }
    if (!attack && from.told.clauses) out.append(...beside.undue(first, from));
    const sum = el("p", { class: "sum" });
    if (attack) {
      const { value, hit, losses, follow, brigade } = attack;
      if (value.total !== null) sum.append(el("span", {}, el("strong", {}, String(value.total)), " " + (value.total === 1 ? words.die : words.dice)));
      if (!hit.missing.length) sum.append(el("span", {}, el("strong", {}, needed(hit, game))));
      if (hit.each) sum.append(chance(hit.each));
      out.append(sum, lacks(outcomes));
      if (!losses) return out;
      const mean = losses.reduce((all, one, n) => all + n * one, 0);
      const wide = Math.sqrt(losses.reduce((all, one, n) => all + (n - mean) ** 2 * one, 0));
      const then = [words.made + " " + rounded(mean) + " " + words.expected + " ± " + rounded(wide)];
      for (const [state, share] of attack.states) if (told.states[state] && share !== null) then.push(told.states[state] + ": " + percent(share));
      for (const one of [follow, brigade]) if (one && one.fails !== null) then.push(told.names[one.test.of] + ": " + words.fails + " " + percent(one.fails));
      out.append(el("p", { class: "then" }, ...then.map((one) => el("span", {}, one))), spread(losses));
    } else if (first.isTest) {
      if (!first.missing.length) sum.append(el("span", {}, el("strong", {}, needed(first, game))));
      if (first.probability) sum.append(chance(first.probability));
      else if (!first.missing.length) sum.append(words.noDice);
      out.append(sum, lacks([first]));
    } else {
      const unit = game.values.get(first.of).unit === "in" ? "\"" : "";
      if (first.total !== null) sum.append(el("span", {}, el("strong", {}, first.total + unit), " " + told.names[first.of]));
      out.append(sum, lacks([first]));
    }
    return out;
  }
  const rounded = (number) => (Math.round(number * 100) / 100).toLocaleString(document.documentElement.lang);

  // The rows behind it, each with the rule that says so.

  function where([href, name], { folder }) {
    const link = el("a", { href: folder + href + (href.endsWith("#") ? name : "") });
    link.innerHTML = name;  // HTML of this site
    return el("span", { class: "where-stated" }, href ? link : name);
  }
  function rowLine(row, amount, times, from) {
    const signed = (number) => (number < 0 ? "−" : "+") + Math.abs(number);
    if (!from.told.rows[row.id]) return el("li", {}, el("b", {}, signed(row.amount)), el("span", {}, words.own + ": " + scopeName(row.id.slice(4))));
    const [change, when, quote, at] = from.told.rows[row.id];
    const much = typeof amount === "number" && times > 1 ? signed(amount) : change;
    const line = el("li", {}, el("b", {}, much), el("span", {}, when || (quote ? "" : words.always)), where(at, from));
    if (quote) line.children[1].append(" ", el("q", {}, quote));
    return line;
  }
  const rowList = (lines) => el("ul", { class: "rows", role: "list" }, ...lines);
  const comes = (outcome, { game }) => (!outcome.isTest ? String(outcome.total) : outcome.missing.length ? "" : needed(outcome, game) + (outcome.probability ? ": " + share(outcome.probability) : ""));
  const share = ([above, below] = []) => percent(above / below);
  // What stands beside the answers comes after them, once it is there.
  function besides(one) {
    if (one.besides) return;
    one.besides = true;
    window.vfdocToldBeside = ({ edition, follows, due, said, clauses, places, steps, words: more }) => {
      const { told } = [own, ...Object.values(loaded)].find((each) => each.told.edition === edition);
      Object.assign(told.tables, { follows, due });
      Object.assign(told.said, said);
      Object.assign(told, { clauses, places, steps });
      if (told === own.told) Object.assign(words, Object.fromEntries(Object.entries(more).map(([name, text]) => [name.replace(/_(.)/g, (_, one) => one.toUpperCase()), text])));
      show();
    };
    // What shows it comes with it.
    vfdocLoad(part(".counted").dataset.list).then(() => { beside = beside || vfdocBeside(ways); return vfdocLoad(one.folder + words.list); }).catch(() => { one.besides = false; });
  }
  let beside = null;
  const ways = { el, words, where, rowLine, rowList, toggle, assumption, comes, share: (chance) => (typeof chance === "number" ? percent(chance) : share(chance)), toldOf: ({ known }) => known };
  function showCounted(all) {
    const out = part(".counted"), [here] = all, { attack, outcomes } = here;
    const opened = [...out.querySelectorAll("details[open]")].map((one) => one.dataset.of);
    out.replaceChildren();
    for (const outcome of outcomes.flatMap((one) => [...(one.through || []), ...(one.parts || []), one])) {
      if (!outcome.applied.length && outcome !== outcomes[0]) continue;
      const at = told.sections[outcome.of];
      const head = el("h2", {}, words.counted + ": " + (outcome.label || told.names[outcome.of]) + (state.against.length ? " (" + here.title + ")" : "") + " ");
      if (at) head.append(where(at, here));
      out.append(el("section", {}, head, outcome.applied.length ? rowList(outcome.applied.map((one) => rowLine(one.row, one.amount, one.times, here))) : el("p", {}, words.none)));
    }
    if (told.clauses) out.append(...outcomes.flatMap((one) => beside.silent(one, here)), ...(attack ? beside.stepped(attack, here, rounded) : []));
    if (told.clauses && !attack && !here.contest && outcomes[0]) out.append(...beside.followed(outcomes[0], here, (label, list) => folded("due", label, list, opened)));
    if (all.length > 1) out.append(...differences(all));
    const open = new Map(outcomes.flatMap((one) => one.notComputed).filter((one) => told.clauses || one.kind === "row").map((one) => [[one.kind, one.id, typeof one.otherwise === "object" ? "" : one.otherwise].join(), one]));
    const said = attack ? attack.changed : [];
    if (open.size || said.length) {
      const list = rowList([]);
      for (const one of open.values()) list.append(beside ? beside.noted(one, here, state.hand) : rowLine(one.row, undefined, 1, here));
      for (const one of said) list.append(el("li", {}, el("b"), el("q", {}, told.said[one.id][0]), where(told.said[one.id][1], here)));
      const many = list.children.length > AT_ONCE, label = words.notComputed + " (" + list.children.length + ")";
      out.append(many ? folded("open", label, list, opened) : el("section", {}, el("h2", {}, words.notComputed), list));
    }
    const hand = state.hand.filter((id) => told.rows[id] && outcomes.some((one) => one.applied.some((row) => row.row.id === id)));
    if (hand.length) out.append(el("section", {}, el("h2", {}, words.byHand), el("div", { class: "chips" }, ...hand.map((id) => toggle(told.rows[id][2] || told.rows[id][1], true, "hand:" + id)))));
    const untold = outcomes.flatMap((one) => one.untold);
    const assumed = Object.assign({}, ...outcomes.map((one) => one.assumed));
    const list = Object.entries(assumed).map(([name, value]) => assumption(name, value)).filter(Boolean);
    if (untold.length) out.append(el("section", {}, el("h2", {}, words.untold), rowList(untold.map(({ row }) => rowLine(row, undefined, 1, here)))));
    const unasked = idle(here).map((name) => assumption(name, state.known[name]) || called(name));
    if (unasked.length) out.append(el("p", { class: "label" }, words.idle + ": " + unasked.join("; ")));
    if (list.length) out.append(folded("assumed", words.assumed + " (" + list.length + ")", el("p", {}, list.join("; ")), opened));
  }
  // What is told and has no part in the answer: no rule of it asks that, and it comes out alike without.
  function idle(from) {
    const kind = state.ask, { names, given } = asking(kind);
    const asked = from.contest ? game.contest.open(kind, {}) : game.open(names, given);
    const sums = ({ contest, attack, outcomes }) => JSON.stringify([contest && [contest.wins, contest.draws, contest.befall], attack && [attack.losses, attack.states, attack.follow && attack.follow.fails, attack.brigade && attack.brigade.fails],
      outcomes.map((one) => [one.total, one.target, one.automatic, one.forbidden.map(({ id }) => id), one.applied.map(({ row, amount }) => [row.id, amount]), one.untold.map(({ row }) => row.id), one.notComputed.map(({ id }) => id)])]);
    const is = sums(from), without = (name) => Object.fromEntries(Object.entries(from.known).filter(([other]) => other !== name));
    return Object.keys(state.known).filter((name) => !asked.has(name) && !(from.attack && borne(kind).includes(name)) && sums(answer({ ...from, known: without(name) })) === is);
  }
  // What is long stands folded behind its count, and stays as the reader left it.
  function folded(id, label, content, opened) {
    const made = el("details", { "data-of": id }, el("summary", {}, label), content);
    made.open = opened.includes(id);
    return made;
  }
  // The rows that make the difference: those that not every column has, under the names of those that have them.
  function differences(all) {
    const groups = new Map();
    const rows = all.map((from) => from.outcomes.flatMap((one) => one.applied.map((each) => [from.told.rows[each.row.id] ? from.told.rows[each.row.id].slice(0, 2).join(" ") : each.row.id, each])));
    all.forEach((from, n) => rows[n].forEach(([key, each]) => {
      const having = all.filter((_, m) => rows[m].some(([same]) => same === key));
      if (having.length === all.length || having[0] !== from) return;
      const name = having.map((one) => one.title).join(", ");
      const label = having.some((one) => one.folder !== folder) || state.against.length < 2 ? words.only : words.onlyAgainst;
      const head = label.replace("{name}", name);
      groups.set(head, [...(groups.get(head) || []), rowLine(each.row, each.amount, each.times, from)]);
    }));
    const found = [...groups].map(([head, lines]) => el("section", {}, el("h2", {}, head), rowList(lines)));
    for (const one of all.filter((one) => one.other)) {
      const unasked = Object.keys(state.known).filter((name) => told.facts[name] && !one.told.facts[name]).map((name) => assumption(name, state.known[name])).filter(Boolean);
      if (unasked.length) found.push(el("p", { class: "label" }, words.unasked.replace("{name}", one.title) + ": " + unasked.join("; ")));
    }
    return found;
  }
  function assumption(name, value) {
    const fact = told.facts[name], chosen = fact && fact.values && fact.values.find(([one]) => one === value);
    if (chosen) return chosen[2];
    if (fact && fact.clauses) return fact.clauses[value ? 0 : 1];
    if (fact && fact.around) return fact.around.join(String(value));
    return name in told.counted ? value + " × " + told.counted[name] : "";
  }

  // What can be asked: chips that can still matter, those most that decide most.

  function toggle(label, pressed, key, title) {
    const made = el("button", { type: "button", "aria-pressed": String(pressed), "data-key": key }, label);
    if (title) made.setAttribute("aria-label", title);
    return made;
  }
  function stepper(label, key, value) {
    const button = (sign, by, said) => el("button", { type: "button", "data-key": key, "data-by": by, "aria-label": label + " " + said }, sign);
    return el("div", { class: "step" }, el("span", { class: "said" }, label), button("−", -1, words.less), el("output", {}, value), button("+", 1, words.plus));
  }
  const printed = (number) => String(number).replace("-", "−");
  function step(name, [before, behind]) {
    const value = state.known[name];
    const label = begins((behind.trim() ? before + "…" + behind : before.replace(/[:\s\u00a0]+$/, "")).trim());
    if (value !== undefined) return stepper(label, "step:" + name, printed(value));
    const fact = game.facts.get(name), likely = fact && fact.unit === "in" ? [3, 6, 12, 18, 24] : least(name) < 0 ? [-1, 0, 1, 2, 3, 4] : [1, 2, 3, 4, 5, 6];  // one tap for what is likely; from there by one
    const buttons = likely.map((one) => el("button", { type: "button", "data-key": "number:" + name, "data-by": one, "aria-label": label + " " + one }, printed(one)));
    return el("div", { class: "step pick" }, el("span", { class: "said" }, label), el("span", { class: "chips" }, ...buttons));
  }
  function chipsOf(name) {
    const fact = game.facts.get(name), said = told.facts[name], subject = told.subjects[name.slice(0, Math.max(0, name.lastIndexOf(".")))];
    const short = (clause) => (subject && clause.startsWith(subject + " ") ? clause.slice(subject.length + 1) : clause);
    if (fact.kind === "choice") return said.values.map(([value, label, clause]) => toggle(subject ? label : clause, state.known[name] === value, name + "=" + value, clause));
    const clause = said.clauses[fact.default ? 1 : 0];
    return [toggle(short(clause), state.known[name] === !fact.default, "flag:" + name, clause)];
  }
  // What an attack asks of its target beside its rows, as its procedure names it.
  const borne = (kind) => Object.keys(told.borne).filter((name) => JSON.stringify(game.procedures.get(kind)).includes('"' + name + '"'));
  const rolled = (kind) => game.procedures.get(kind).steps.filter((step) => step.do === "roll" && !step.whom).map((step) => step.of);
  // The tests and values of which rows are asked, and what holds wherever they are.
  function asking(kind) {
    const attack = game.attacks.get(kind);
    return attack ? { names: [attack, ...rolled(kind)], given: game.values.get(attack).implies } : { names: [kind], given: {} };
  }
  function showAsked() {
    const out = part(".asked"), kind = state.ask, attack = game.attacks.get(kind), opposed = game.contests.has(kind);
    const { names, given } = asking(kind);
    const open = opposed ? game.contest.open(kind, state.known) : game.open(names, { ...state.known, ...given });
    for (const name of Object.keys(state.known)) if (!open.has(name)) open.set(name, 0);
    const twice = (name) => attack && name.startsWith("unit.") && !(name in state.known) && open.has("target" + name.slice(4));
    const order = [...open].filter(([name]) => !(name in given) && name !== "phase" && !twice(name)).sort((a, b) => (b[0] in state.known) - (a[0] in state.known) || b[1] - a[1]);
    const opened = [...out.querySelectorAll("details[open]")].map((one) => one.dataset.of);
    out.replaceChildren();
    const numbers = [];
    const first = [...(attack ? [attack] : game.values.has(kind) ? [kind] : []), ...(attack ? borne(kind) : []), ...(opposed ? qualities() : []), ...(game.tests.has(kind) && !game.tests.get(kind).target && !opposed ? [kind] : [])];
    for (const name of first)
      numbers.push(step(name, told.borne[name] || [told.names[name] + " ", ""]));
    for (const [name] of order) {
      const fact = told.facts[name];
      if (name in told.counted) numbers.push(step(name, ["", " × " + told.counted[name]]));
      else if (fact && fact.around && !(name in told.borne)) numbers.push(step(name, fact.around));
      else if (name in told.borne && !first.includes(name)) numbers.push(step(name, told.borne[name]));
      else if (game.values.has(name) && name !== attack && name !== kind && !opposed) numbers.push(step(name, [told.names[name] + " ", ""]));
    }
    const groups = new Map((all().length ? roles() : []).map((role) => [role, []]));
    for (const [name] of order)
      if (told.facts[name] && game.facts.get(name).kind !== "number") groups.set(subjectOf(name), [...(groups.get(subjectOf(name)) || []), name]);
    const rank = (subject) => SUBJECTS.indexOf(subject) + 1 || SUBJECTS.length + 1;
    const sections = [...groups].sort((a, b) => rank(a[0]) - rank(b[0])).map(([subject, own]) => {
      if (rank(subject) > SUBJECTS.length) return more(subject, begins(told.subjects[subject] || subject), own, opened);
      const traits = own.filter((name) => name.includes("(")), plain = own.filter((name) => !name.includes("("));
      const section = el("section", {}, el("h2", {}, told.subjects[subject] || words.situation));
      if (roles().includes(subject) && all().length) section.append(unitChips(subject));
      for (const name of plain.filter((one) => game.facts.get(one).kind === "choice")) section.append(el("div", { class: "chips" }, ...chipsOf(name)));
      const flags = plain.filter((one) => game.facts.get(one).kind === "flag");
      if (flags.length) section.append(el("div", { class: "chips" }, ...flags.slice(0, AT_ONCE).flatMap(chipsOf)));
      if (flags.length > AT_ONCE) section.append(more(subject + ":more", words.more, flags.slice(AT_ONCE), opened));
      if (traits.length) section.append(more(subject + ":traits", words.traits, traits, opened));
      return section;
    });
    if (numbers.length) out.append(el("section", {}, el("h2", {}, words.numbers), el("div", { class: "steps" }, ...numbers)));
    out.append(...sections);
    if (opposed) return;
    const chosen = scopes().filter((scope) => state.own[scope]);
    const modifiers = el("details", { "data-of": "own" }, el("summary", {}, words.own + (chosen.length ? " (" + chosen.length + ")" : "")),
      el("div", { class: "steps" }, ...scopes().map((scope) => stepper(scopeName(scope), "own:" + scope, printed(state.own[scope] || 0)))));
    modifiers.open = chosen.length > 0 || opened.includes("own");
    out.append(modifiers);
  }
  function subjectOf(name) {
    const bare = name.split("(")[0], subject = bare.slice(0, Math.max(0, bare.lastIndexOf(".")));
    return subject === "unit" && game.attacks.has(state.ask) ? "target" : subject;  // the unit of a roll that the target makes
  }
  function more(id, label, names, opened) {
    const chosen = names.some((name) => name in state.known);
    const made = el("details", { "data-of": id }, el("summary", {}, label + " (" + names.length + ")"), el("div", { class: "chips" }, ...names.flatMap(chipsOf)));
    made.open = chosen || opened.includes(id);
    return made;
  }

  function show() {
    const focused = document.activeElement && place.contains(document.activeElement) ? document.activeElement : null;
    const key = focused && focused.dataset.key, by = focused && focused.dataset.by;
    part(".what").replaceChildren(...asks.map((one) => toggle(begins(told.names[one] || one), one === state.ask, "ask:" + one)));
    const all = columns(), out = part(".answer");
    out.className = "answer columns-" + all.length;
    out.replaceChildren(...all.map((one) => showAnswer(el("div", {}, ...(all.length > 1 || state.against.length ? [el("p", { class: "label" }, one.title)] : [])), one)));
    showAsked();
    showCounted(all);
    for (const button of place.querySelectorAll(".others button")) {
      const [kind, folder] = button.dataset.key.split(":");
      button.setAttribute("aria-pressed", String((state[kind] === folder) !== button.hasAttribute("data-on")));
    }
    showUnits();
    [own, ...Object.values(loaded)].forEach(besides);
    if (key) {
      const again = [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && one.dataset.by === (by || undefined));
      const other = again || [...place.querySelectorAll("[data-by]")].reverse().find((one) => one.dataset.key.replace(/^\w+:/, "") === key.replace(/^\w+:/, ""));
      if (other) other.focus({ preventScroll: true });
    }
  }

  // Another edition's tables, beside these or in their place.

  const editionOf = (folder) => decodeURIComponent(folder.split("/").at(-2) || "");
  function load() {
    for (const wanted of [state.with, state.over]) {
      if (!wanted || loaded[wanted]) continue;
      if (![...place.querySelectorAll(".others button")].some((one) => one.dataset.key.endsWith(":" + wanted))) continue;
      window.vfdocCalculator = (theirs) => {
        const folder = [state.with, state.over].find((one) => editionOf(one) === theirs.edition);
        if (folder) loaded[folder] = side(theirs, folder);
        load();
        show();
      };
      vfdocLoad(wanted + "calculator.js").then(() => {}, () => { state.with = state.over = ""; show(); });
    }
    const next = loaded[state.over] || own;
    if (next.game === game) return;
    ({ told, game, folder } = next);
    asks = asked(game);
    state = read();
  }

  // Units: those that the player keeps, one that came with the address, those that the edition prints.

  const roles = () => (game.attacks.has(state.ask) ? ["attacker", "target"] : ["unit"]);
  const me = () => roles()[0];
  function all() {
    const found = new Map();
    for (const one of [...units.kept(), ...state.offered, ...state.against, ...told.profiles]) if (!found.has(one.name)) found.set(one.name, one);
    return [...found.values()];
  }
  function worn(unit, role) {
    const found = {};
    for (const [name, value] of Object.entries(unit.known)) {
      const own = role + "." + name;
      if (game.facts.has(own) || own in told.borne || (role === "target" && game.facts.has("unit." + name))) found[own] = value;
      else if (role !== "target" && game.values.has(name)) found[name] = value;
    }
    return found;
  }
  const tellsOf = (name, role) => name.startsWith(role + ".") || (role !== "target" && game.values.has(name));
  const wears = (unit, role) => Object.keys(worn(unit, role)).length > 0 && Object.entries(worn(unit, role)).every(([name, value]) => state.known[name] === value);
  function wear(unit, role) {
    for (const one of Object.keys(state.known)) if (tellsOf(one, role)) delete state.known[one];
    Object.assign(state.known, worn(unit, role));
    state.own = { ...(state.own.situation ? { situation: state.own.situation } : {}), ...unit.own };
  }
  function unitOf(role, name) {
    const distance = (one) => (game.facts.get(one) || {}).unit === "in";  // of the situation, not of the unit
    const known = Object.entries(state.known).filter(([one]) => tellsOf(one, role) && !distance(one)).map(([one, value]) => [one.startsWith(role + ".") ? one.slice(role.length + 1) : one, value]);
    const { situation, ...own } = role === me() ? state.own : {};
    return { name, known: Object.fromEntries(known), own };
  }
  function unitChips(role) {
    const chosen = (unit) => (role === "target" ? state.against.some((one) => one.name === unit.name) : wears(unit, role));
    return el("div", { class: "chips mine", role: "group", "aria-label": words.units }, ...all().map((unit, n) => toggle(unit.name, chosen(unit), role + ":" + n)));
  }
  function showUnits() {
    const kept = units.kept();
    part(".units ul").replaceChildren(...all().filter((one) => !told.profiles.includes(one)).map((one) => {
      const share = el("a", { href: "#unit=" + encodeURIComponent(JSON.stringify(one)), "aria-label": words.share.replace("{name}", one.name) }, words.link);
      const known = kept.some((other) => other.name === one.name);
      const button = known ? el("button", { type: "button", "data-key": "drop:" + one.name, "aria-label": words.drop.replace("{name}", one.name) }, "✕") : el("button", { type: "button", "data-key": "keep:" + one.name }, words.keep);
      return el("li", {}, el("span", {}, one.name), share, button);
    }));
    part(".units [value=target]").hidden = roles().length < 2;
  }
  part(".units form").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = part(".units input"), name = input.value.trim();
    if (!name) return;
    units.keep(unitOf(event.submitter && event.submitter.value === "target" ? "target" : me(), name));
    input.value = "";
    show();
  });

  place.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-key], .clear");
    if (!button) return;
    if (button.matches(".clear")) state = { ...state, known: {}, own: {}, hand: [], against: [] };
    else choose(button.dataset.key, Number(button.dataset.by || 0));
    write();
    load();
    show();
  });
  function choose(key, by) {
    const [kind, name] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (kind === "ask") {
      const unit = all().find((one) => wears(one, me()));
      state.ask = name;
      if (unit) wear(unit, me());
    } else if (kind === "with" || kind === "over") state[kind] = state[kind] === name ? "" : name;
    else if (kind === "own") state.own[name] = Math.max(-9, Math.min(9, (state.own[name] || 0) + by));
    else if (kind === "hand") state.hand = state.hand.includes(name) ? state.hand.filter((one) => one !== name) : [...state.hand, name];
    else if (kind === "flag") {
      const special = !game.facts.get(name).default;
      if (state.known[name] === special) delete state.known[name];
      else state.known[name] = special;
    } else if (kind === "number") state.known[name] = by;
    else if (kind === "step") {
      const next = state.known[name] + by;
      if (next < least(name)) delete state.known[name];
      else state.known[name] = Math.min(next, MOST);
    } else if (kind === "target") {
      const unit = all()[Number(name)], others = state.against.filter((one) => one.name !== unit.name);
      state.against = others.length < state.against.length ? others : [...others, unit].slice(-TARGETS);
    } else if (kind === "attacker" || kind === "unit") {
      const unit = all()[Number(name)], off = wears(unit, kind);
      wear(off ? { known: {}, own: {} } : unit, kind);
      vfdocKept.set(LAST, off ? "" : JSON.stringify(unit));
    } else if (kind === "keep") units.keep(all().find((one) => one.name === name));
    else if (kind === "drop") units.forget(name);
    else {
      const [fact, value] = [key.slice(0, key.lastIndexOf("=")), key.slice(key.lastIndexOf("=") + 1)];
      if (state.known[fact] === value) delete state.known[fact];
      else state.known[fact] = value;
    }
  }
  function begin() {
    state = read();
    const [unit] = state.offered.length ? state.offered : location.hash ? [] : units.read(vfdocKept.get(LAST));  // the last one again
    if (unit && !Object.keys(state.known).length) wear(unit, me());
    load();
    show();
  }
  addEventListener("hashchange", begin);
  place.hidden = false;
  begin();
};
