// The calculator of an edition: what is asked, tapped together, and what it comes to by play.js. What is chosen stands in
// the address, so that it can be shared; units that the player keeps stay on the device.
// The edition's own script hands it its tables and its words.
window.vfdocCalculator = function (told) {
  "use strict";
  const place = document.getElementById("~calculator"), words = place.dataset, game = vfdocPlay(told.tables), own = game;
  const part = (name) => place.querySelector(name);
  const SUBJECTS = ["attacker", "unit", "target", ""], AT_ONCE = 6, KEPT = "vfdoc-units:" + told.edition;
  const BORNE = { "target.tenacity": "tested-beyond-tenacity", "target.losses": "tested-beyond-tenacity", "target.morale": "unsaved-hits-tested" };
  const asks = [...game.attacks.keys(), ...[...game.tests.values()].filter((one) => one.target).map((one) => one.id),
    ...told.tables.values.filter((one) => !one.covers.length && ![...game.attacks.values()].includes(one.id)
      && told.tables.modifiers.some((row) => row.of === one.id && row.status === "executable")).map((one) => one.id)];
  let state = read(), beside = null, loaded = {};  // another edition's tables and words, with the way to its folder

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
    const found = new URLSearchParams(location.hash.slice(1)), known = {};
    const ask = asks.includes(found.get("ask")) ? found.get("ask") : asks[0];
    for (const [name, value] of found) {
      const fact = game.facts.get(name);
      if (fact && fact.kind === "flag") known[name] = value === "yes";
      else if (fact && fact.kind === "choice") { if (fact.values.includes(value)) known[name] = value; }
      else if (/^\d{1,3}(\.5)?$/.test(value) && (fact || counted(name))) known[name] = Number(value);
    }
    return { ask, known, hand: (found.get("hand") || "").split(" ").filter(Boolean), with: found.get("with") || "" };
  }
  function counted(name) { return name in told.counted || name in BORNE || game.values.has(name); }
  function write() {
    const out = new URLSearchParams({ ask: state.ask });
    for (const [name, value] of Object.entries(state.known)) out.set(name, value === true ? "yes" : value === false ? "no" : value);
    if (state.hand.length) out.set("hand", state.hand.join(" "));
    if (state.with) out.set("with", state.with);
    history.replaceState(history.state, "", "#" + out);
  }

  // What it comes to.

  function answer(game, hand) {
    const kind = state.ask;
    if (game.attacks.has(kind)) {
      const found = game.attack(kind, state.known, hand);
      return { attack: found, outcomes: [found.value, found.hit, found.save, found.follow && found.follow.test, found.brigade && found.brigade.test].filter(Boolean) };
    }
    return { attack: null, outcomes: [game.evaluate(kind, state.known, hand)] };
  }

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
  function forbidden(statements, told) {
    const all = [...new Map(statements.map((one) => [told.said[one.id][0], one])).values()];
    return all.map((one) => el("p", { class: "forbidden" }, words.forbidden + ": " + told.said[one.id][0] + " ", where(told.said[one.id][1], told)));
  }
  function chance(outcome) {
    const [above, below] = outcome.probability;
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
  function showAnswer(out, { attack, outcomes }, game) {
    const [first] = outcomes, barred = outcomes.flatMap((one) => one.forbidden);
    if (barred.length) return out.append(...forbidden(barred, game === own ? told : beside.told));
    const sum = el("p", { class: "sum" });
    if (attack) {
      const { value, hit, losses, follow, brigade } = attack;
      if (value.total !== null) sum.append(el("span", {}, el("strong", {}, String(value.total)), " " + (value.total === 1 ? words.die : words.dice)));
      if (!hit.missing.length) sum.append(el("span", {}, el("strong", {}, needed(hit, game))));
      if (hit.probability) sum.append(chance(hit));
      out.append(sum, lacks(outcomes));
      if (!losses) return undefined;
      const mean = losses.reduce((all, one, n) => all + n * one, 0);
      const then = [words.made + " " + (Math.round(mean * 100) / 100).toLocaleString(document.documentElement.lang) + " " + words.expected];
      for (const one of [follow, brigade]) if (one && one.fails !== null) then.push(told.names[one.test.of] + ": " + words.fails + " " + percent(one.fails));
      out.append(el("p", { class: "then" }, then.join(" · ")), spread(losses));
    } else if (first.isTest) {
      if (!first.missing.length) sum.append(el("span", {}, el("strong", {}, needed(first, game))));
      if (first.probability) sum.append(chance(first));
      else if (!first.missing.length) sum.append(words.noDice);
      out.append(sum, lacks([first]));
    } else {
      const unit = game.values.get(first.of).unit === "in" ? "\"" : "";
      if (first.total !== null) sum.append(el("span", {}, el("strong", {}, first.total + unit), " " + told.names[first.of]));
      out.append(sum, lacks([first]));
    }
    return undefined;
  }

  // The rows behind it, each with the rule that says so.

  function where([href, name], from = told) {
    const link = el("a", { href: (from === told ? "" : beside.folder) + href });
    link.innerHTML = name;  // HTML of this site
    return el("span", { class: "where-stated" }, href ? link : name);
  }
  function rowLine(row, amount, times, from = told) {
    const [change, when, quote, at] = from.rows[row.id];
    const much = typeof amount === "number" && times > 1 ? (amount < 0 ? "−" : "+") + Math.abs(amount) : change;
    const line = el("li", {}, el("b", {}, much), el("span", {}, when || (quote ? "" : words.always)), where(at, from));
    if (quote) line.children[1].append(" ", el("q", {}, quote));
    return line;
  }
  function showCounted({ attack, outcomes }) {
    const out = part(".counted");
    out.replaceChildren();
    for (const outcome of outcomes) {
      if (!outcome.applied.length && outcome !== outcomes[0]) continue;
      const at = told.sections[outcome.of];
      const head = el("h2", {}, words.counted + ": " + told.names[outcome.of] + " ");
      if (at) head.append(where(at));
      const list = el("ul", { class: "rows", role: "list" }, ...outcome.applied.map((one) => rowLine(one.row, one.amount, one.times)));
      out.append(el("section", {}, head, outcome.applied.length ? list : el("p", {}, words.none)));
    }
    const open = new Map(outcomes.flatMap((one) => one.notComputed).map((one) => [one.id, one]));
    const said = attack ? attack.changed : [];
    if (open.size || said.length) {
      const list = el("ul", { class: "rows", role: "list" });
      for (const { id, kind, row } of open.values()) {
        const line = rowLine(row);
        if (kind === "row" && (typeof row.amount === "number" || ["halve", "double", "pass", "fail"].includes(row.operation))) line.append(toggle(words.byHand, state.hand.includes(id), "hand:" + id));
        list.append(line);
      }
      for (const one of said) list.append(el("li", {}, el("b"), el("q", {}, told.said[one.id][0]), where(told.said[one.id][1])));
      out.append(el("section", {}, el("h2", {}, words.notComputed), list));
    }
    const hand = state.hand.filter((id) => told.rows[id] && outcomes.some((one) => one.applied.some((row) => row.row.id === id)));
    if (hand.length) out.append(el("section", {}, el("h2", {}, words.byHand), el("div", { class: "chips" }, ...hand.map((id) => toggle(told.rows[id][2] || told.rows[id][1], true, "hand:" + id)))));
    const untold = outcomes.flatMap((one) => one.untold);
    const assumed = Object.assign({}, ...outcomes.map((one) => one.assumed));
    const list = Object.entries(assumed).map(([name, value]) => assumption(name, value)).filter(Boolean);
    if (untold.length) out.append(el("section", {}, el("h2", {}, words.untold), el("ul", { class: "rows", role: "list" }, ...untold.map(({ row }) => rowLine(row)))));
    if (list.length) out.append(el("details", {}, el("summary", {}, words.assumed + " (" + list.length + ")"), el("p", {}, list.join("; "))));
  }
  function assumption(name, value) {
    const fact = told.facts[name], chosen = fact && fact.values && fact.values.find(([one]) => one === value);
    if (chosen) return chosen[2];
    if (fact && fact.clauses) return fact.clauses[value ? 0 : 1];
    if (fact && fact.around) return fact.around.join(String(value));
    return name in told.counted ? "0 × " + told.counted[name] : "";
  }

  // What can be asked: chips that can still matter, those most that decide most.

  function toggle(label, pressed, key, title) {
    const made = el("button", { type: "button", "aria-pressed": String(pressed), "data-key": key }, label);
    if (title) made.setAttribute("aria-label", title);
    return made;
  }
  function step(name, [before, behind]) {
    const value = state.known[name];
    const label = begins((behind.trim() ? before + "…" + behind : before.replace(/[:\s\u00a0]+$/, "")).trim());
    const button = (sign, by, said, does) => el("button", { type: "button", "data-key": does + ":" + name, "data-by": by, "aria-label": label + " " + said }, sign);
    const head = el("span", { class: "said" }, label);
    if (value === undefined) {  // one tap for what is likely; from there by one
      const fact = game.facts.get(name), likely = fact && fact.unit === "in" ? [3, 6, 12, 18, 24] : [1, 2, 3, 4, 5, 6];
      return el("div", { class: "step pick" }, head, el("span", { class: "chips" }, ...likely.map((one) => button(String(one), one, String(one), "number"))));
    }
    return el("div", { class: "step" }, head, button("−", -1, words.less, "step"), el("output", {}, String(value)), button("+", 1, words.plus, "step"));
  }
  function chipsOf(name) {
    const fact = game.facts.get(name), said = told.facts[name], subject = told.subjects[name.slice(0, Math.max(0, name.lastIndexOf(".")))];
    const short = (clause) => (subject && clause.startsWith(subject + " ") ? clause.slice(subject.length + 1) : clause);
    if (fact.kind === "choice") return said.values.map(([value, label, clause]) => toggle(subject ? label : clause, state.known[name] === value, name + "=" + value, clause));
    const clause = said.clauses[fact.default ? 1 : 0];
    return [toggle(short(clause), state.known[name] === !fact.default, "flag:" + name, clause)];
  }
  function showAsked() {
    const out = part(".asked"), kind = state.ask, attack = game.attacks.get(kind);
    const names = attack ? [attack, "hit", ...(game.tests.has("save") ? ["save"] : [])] : [kind];
    const given = attack ? game.values.get(attack).implies : {};
    const open = game.open(names, { ...state.known, ...given });
    for (const name of Object.keys(state.known)) if (!open.has(name)) open.set(name, 0);
    const order = [...open].filter(([name]) => !(name in given) && name !== "phase").sort((a, b) => (b[0] in state.known) - (a[0] in state.known) || b[1] - a[1]);
    const opened = [...out.querySelectorAll("details[open]")].map((one) => one.dataset.of);
    out.replaceChildren();
    const numbers = [];
    for (const name of [...(attack ? [attack] : game.values.has(kind) ? [kind] : []), ...Object.keys(BORNE).filter((one) => attack && game.says(BORNE[one]))])
      numbers.push(step(name, told.borne[name] || [told.names[name] + " ", ""]));
    for (const [name] of order) {
      const fact = told.facts[name];
      if (name in told.counted) numbers.push(step(name, ["", " × " + told.counted[name]]));
      else if (fact && fact.around && !(name in BORNE)) numbers.push(step(name, fact.around));
      else if (game.values.has(name) && name !== attack && name !== kind) numbers.push(step(name, [told.names[name] + " ", ""]));
    }
    const groups = new Map();
    for (const [name] of order)
      if (game.facts.has(name) && game.facts.get(name).kind !== "number") groups.set(subjectOf(name), [...(groups.get(subjectOf(name)) || []), name]);
    const rank = (subject) => SUBJECTS.indexOf(subject) + 1 || SUBJECTS.length + 1;
    const sections = [...groups].sort((a, b) => rank(a[0]) - rank(b[0])).map(([subject, own]) => {
      if (rank(subject) > SUBJECTS.length) return more(subject, begins(told.subjects[subject] || subject), own, opened);
      const traits = own.filter((name) => name.includes("(")), plain = own.filter((name) => !name.includes("("));
      const section = el("section", {}, el("h2", {}, told.subjects[subject] || words.situation));
      for (const name of plain.filter((one) => game.facts.get(one).kind === "choice")) section.append(el("div", { class: "chips" }, ...chipsOf(name)));
      const flags = plain.filter((one) => game.facts.get(one).kind === "flag");
      if (flags.length) section.append(el("div", { class: "chips" }, ...flags.slice(0, AT_ONCE).flatMap(chipsOf)));
      if (flags.length > AT_ONCE) section.append(more(subject + ":more", words.more, flags.slice(AT_ONCE), opened));
      if (traits.length) section.append(more(subject + ":traits", words.traits, traits, opened));
      return section;
    });
    if (numbers.length) out.append(el("section", {}, el("h2", {}, words.numbers), el("div", { class: "steps" }, ...numbers)));
    out.append(...sections);
  }
  function subjectOf(name) {
    const bare = name.split("(")[0];
    return bare.slice(0, Math.max(0, bare.lastIndexOf(".")));
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
    const found = answer(own, state.hand), out = part(".answer");
    out.replaceChildren();
    showAnswer(out, found, own);
    showAsked();
    showCounted(found);
    if (beside && beside.folder === state.with) showBeside(out, found);
    for (const button of place.querySelectorAll(".others button")) button.setAttribute("aria-pressed", String(button.dataset.key === "with:" + state.with));
    showUnits();
    if (key) {
      const again = [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key && one.dataset.by === (by || undefined));
      const other = again || [...place.querySelectorAll("[data-by]")].reverse().find((one) => one.dataset.key.replace(/^\w+:/, "") === key.replace(/^\w+:/, ""));
      if (other) other.focus({ preventScroll: true });
    }
  }

  // The same in another edition: what it comes to there, and the rows that one of the two alone has.

  function showBeside(out, found) {
    const { told: theirs, game } = beside, there = el("div", { class: "there" }, el("p", { class: "label" }, theirs.title));
    out.append(there);
    if (!(game.attacks.has(state.ask) || game.tests.has(state.ask) || game.values.has(state.ask))) return;
    const other = answer(game, []);
    showAnswer(there, other, game);
    const rows = (from, outcomes) => outcomes.flatMap((one) => one.applied.map((each) => [from.rows[each.row.id].slice(0, 2).join(" "), each, from]));
    const [here, away] = [rows(told, found.outcomes), rows(theirs, other.outcomes)];
    for (const [name, list, against] of [[told.title, here, away], [theirs.title, away, here]]) {
      const only = list.filter(([key]) => !against.some(([same]) => same === key));
      if (only.length) part(".counted").append(el("section", {}, el("h2", {}, words.only.replace("{name}", name)), el("ul", { class: "rows", role: "list" }, ...only.map(([, one, from]) => rowLine(one.row, one.amount, one.times, from)))));
    }
    const unasked = Object.keys(state.known).filter((name) => told.facts[name] && !theirs.facts[name]).map((name) => assumption(name, state.known[name])).filter(Boolean);
    if (unasked.length) part(".counted").append(el("p", { class: "label" }, words.unasked.replace("{name}", theirs.title) + ": " + unasked.join("; ")));
  }
  function load() {
    const folder = state.with;
    if (folder in loaded) beside = loaded[folder];
    if (!folder || folder in loaded) return;
    if (![...place.querySelectorAll(".others button")].some((one) => one.dataset.key === "with:" + folder)) return;
    window.vfdocCalculator = (theirs) => { beside = loaded[folder] = { told: theirs, game: vfdocPlay(theirs.tables), folder }; show(); };
    vfdocLoad(folder + "calculator.js").then(() => {}, () => { state.with = ""; show(); });
  }

  // Units that the player keeps: what was told of the attacker, or of the unit that tests.

  const ofUnit = (name) => /^(attacker|unit)\./.test(name) || game.values.has(name);
  function kept() {
    try {
      const found = JSON.parse(vfdocKept.get(KEPT) || "[]");
      return Array.isArray(found) ? found.filter((one) => one && typeof one.name === "string" && typeof one.known === "object") : [];
    } catch (error) { return []; }
  }
  function showUnits() {
    part(".units ul").replaceChildren(...kept().map((one, n) => el("li", {}, el("button", { type: "button", "data-key": "unit:" + n }, one.name), el("button", { type: "button", "data-key": "drop:" + n, "aria-label": words.drop.replace("{name}", one.name) }, "✕"))));
  }
  part(".units form").addEventListener("submit", (event) => {
    event.preventDefault();
    const input = part(".units input"), name = input.value.trim();
    if (!name) return;
    const known = Object.fromEntries(Object.entries(state.known).filter(([fact]) => ofUnit(fact)));
    vfdocKept.set(KEPT, JSON.stringify([...kept().filter((one) => one.name !== name), { name, known }]));
    input.value = "";
    showUnits();
  });

  place.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-key], .clear");
    if (!button) return;
    if (button.matches(".clear")) state = { ask: state.ask, known: {}, hand: [], with: state.with };
    else choose(button.dataset.key, Number(button.dataset.by || 0));
    write();
    load();
    show();
  });
  function choose(key, by) {
    const [kind, name] = [key.slice(0, key.indexOf(":")), key.slice(key.indexOf(":") + 1)];
    if (kind === "ask") state.ask = name;
    else if (kind === "with") state.with = state.with === name ? "" : name;
    else if (kind === "hand") state.hand = state.hand.includes(name) ? state.hand.filter((one) => one !== name) : [...state.hand, name];
    else if (kind === "flag") {
      const special = !game.facts.get(name).default;
      if (state.known[name] === special) delete state.known[name];
      else state.known[name] = special;
    } else if (kind === "number") state.known[name] = by;
    else if (kind === "step") {
      const fact = game.facts.get(name), least = game.values.has(name) ? 1 : 0, next = state.known[name] + by;
      if (next < least) delete state.known[name];
      else state.known[name] = Math.min(next, fact && fact.unit === "in" ? 99 : 60);
    } else if (kind === "unit") {
      for (const one of Object.keys(state.known)) if (ofUnit(one)) delete state.known[one];
      Object.assign(state.known, kept()[Number(name)].known);
    } else if (kind === "drop") vfdocKept.set(KEPT, JSON.stringify(kept().filter((one, n) => n !== Number(name))));
    else {
      const [fact, value] = [key.slice(0, key.lastIndexOf("=")), key.slice(key.lastIndexOf("=") + 1)];
      if (state.known[fact] === value) delete state.known[fact];
      else state.known[fact] = value;
    }
  }
  addEventListener("hashchange", () => { state = read(); load(); show(); });
  place.hidden = false;
  load();
  show();
};
