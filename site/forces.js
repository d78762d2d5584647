// The page that prices a force: an army list, units tapped together, what they come to by force.js. What is chosen stands
// in the address, so that it can be shared. The edition's own script hands it its prices and its words.
window.vfdocForces = function (told) {
  "use strict";
  const place = document.getElementById("~force"), words = place.dataset, MOST = 60;
  const part = (name) => place.querySelector(name);
  const { armies, places } = told, prices = vfdocForce(armies);
  const lists = armies.lists.map((one) => one.id);
  let state = read();

  function el(name, attributes, ...inner) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) if (value !== null) made.setAttribute(key, value);
    made.append(...inner);
    return made;
  }
  const minus = (amount) => String(amount).replace("-", "−");
  const signed = (amount) => (amount < 0 ? "− " + -amount : "+ " + amount);

  // What is chosen, in the address: units as "3*line+light".

  function read() {
    const found = new URLSearchParams(location.hash.slice(1)), army = found.get("army");
    const entries = (found.get("units") || "").split(" ").slice(0, MOST).map((text) => {
      const [, count, unit, upgrades] = /^(\d{1,3})\*([^+]+)((?:\+[^+]+)*)$/.exec(text) || [];
      return prices.units.has(unit) && Number(count) ? { count: Number(count), unit, upgrades: upgrades.split("+").filter((id) => armies.upgrades.some((one) => one.id === id)) } : null;
    }).filter(Boolean);
    const points = /^\d{1,5}$/.test(found.get("points") || "") ? Number(found.get("points")) : null;
    return { army: lists.includes(army) ? army : lists[0] || "", points, entries };
  }
  function write() {
    const out = new URLSearchParams();
    if (state.army) out.set("army", state.army);
    if (state.points !== null) out.set("points", state.points);
    if (state.entries.length) out.set("units", state.entries.map((one) => [one.count + "*" + one.unit, ...one.upgrades].join("+")).join(" "));
    history.replaceState(history.state, "", "#" + out);
  }

  // What it comes to.

  function where(sections) {
    const out = el("span", { class: "where-stated" });
    for (const section of new Set(sections)) {
      const [href, name] = places[section] || ["", section];
      out.append(href ? el("a", { href }, name) : name, " ");
    }
    return out;
  }
  function line(text, section) {
    return el("li", {}, el("span", { class: "said" }, text), where([section]));
  }
  function refusal(one) {
    const said = one.why === "unlisted" ? words.unlisted : one.why === "kind" ? words.kind : words.most;
    return said.replace("{name}", one.name).replace("{unit}", one.unit).replace("{found}", one.found).replace("{allowed}", one.allowed);
  }
  function limit({ limit: one, found, allowed }) {
    if (one.alike) return one.says + ": " + words.alike.replace("{found}", found).replace("{allowed}", allowed);
    const said = one.least !== null && found < one.least ? words.atLeast : words.atMost;
    return one.says + ": " + said.replace("{found}", found).replace("{allowed}", allowed);
  }
  function group(title, lines) {
    if (!lines.length) return "";
    return el("section", {}, el("h2", {}, title), el("ul", { class: "lines", role: "list" }, ...lines));
  }

  function show() {
    const found = prices.price(state), broken = found.refused.map((one) => line(refusal(one), one.section));
    broken.push(...found.limits.filter((one) => !one.holds).map((one) => line(limit(one), one.limit.section)));
    const over = state.points !== null ? found.total - state.points : 0;
    const answer = part(".answer"), units = state.entries.reduce((all, one) => all + one.count, 0);
    answer.replaceChildren(el("p", { class: "sum" }, el("strong", {}, words.total.replace("{points}", minus(found.total))),
      el("span", {}, words.units.replace("{count}", units))));
    const says = [];
    if (over > 0) says.push(words.over.replace("{points}", over));
    else if (over < 0) says.push(words.left.replace("{points}", -over));
    if (units && broken.length) says.push(words.brokenLimits.replace("{count}", broken.length));
    else if (units && state.army) says.push(words.keeps);
    answer.append(el("p", { class: over > 0 || (units && broken.length) ? "then forbidden" : "then" }, says.join(" · ") || "\u00a0"));
    part(".chosen").replaceChildren(...found.rows.map((row, at) => entry(row, at)));
    part(".broken").replaceChildren(...(units && broken.length ? [group(words.broken, broken)] : []));
    part(".judged:not(.broken)").replaceChildren(...(units ? [group(words.open, found.open.map((one) => line(one.says, one.section))),
      group(words.kept, found.limits.filter((one) => one.holds && (one.found || !one.limit.alike)).map((one) => line(one.limit.says, one.limit.section)))] : []).filter(Boolean));
    offer();
  }
  function entry(row, at) {
    const own = row.entry, each = row.parts.reduce((all, one) => all + one.amount, 0);
    const sum = row.parts.map((one, n) => (n ? signed(one.amount) : minus(one.amount))).join(" ");
    const made = el("p", { class: "made" }, own.count > 1 ? own.count + " × " + (row.parts.length > 1 ? "(" + sum + ")" : sum) : row.parts.length > 1 ? sum : "", " ", where(row.parts.map((one) => one.section)));
    const chips = el("div", { class: "chips" });
    for (const { id, found } of prices.offered(state.army, own)) {
      const on = own.upgrades.includes(id), amount = found.cost === null ? "" : " " + signed(found.cost);
      chips.append(el("button", { type: "button", "aria-pressed": on, "data-key": "up:" + at + ":" + id }, found.name + amount));
    }
    for (const id of own.upgrades.filter((one) => ![...chips.children].some((chip) => chip.dataset.key === "up:" + at + ":" + one))) {
      chips.append(el("button", { type: "button", "aria-pressed": true, "data-key": "up:" + at + ":" + id }, (armies.upgrades.find((one) => one.id === id) || { name: id }).name));
    }
    if (own.count > 1) chips.append(el("button", { type: "button", class: "apart", "data-key": "apart:" + at }, words.apart));
    return el("li", {},
      el("div", { class: "step" },
        el("span", { class: "said" }, row.name), el("b", { class: "cost" }, minus(row.cost)),
        el("button", { type: "button", "aria-label": words.less.replace("{name}", row.name), "data-key": "less:" + at }, "−"),
        el("output", {}, String(own.count)),
        el("button", { type: "button", "aria-label": words.more.replace("{name}", row.name), "data-key": "more:" + at }, "+")),
      made, chips);
  }
  function offer() {
    const chosen = part(".offered");
    if (chosen.dataset.army === state.army) return;
    chosen.dataset.army = state.army;
    const permitted = new Set(armies.permits.filter((one) => one.army === state.army).flatMap((one) => one.units));
    const own = armies.units.filter((one) => (!one.army || one.army === state.army) && (!one.listed || !state.army || permitted.has(one.id)));
    const button = (one) => el("button", { type: "button", "data-key": "add:" + one.id }, one.name + " ", el("b", {}, String(one.cost)));
    // What counts as another unit stands beside it; many of them behind a heading of that name.
    const many = own.map((one) => [one, own.filter((other) => other !== one && other.terms.includes(one.id))]).filter(([, others]) => others.length >= 5);
    const behind = new Set(many.flatMap(([, others]) => others));
    chosen.replaceChildren(el("div", { class: "chips" }, ...own.filter((one) => !behind.has(one)).map(button)),
      ...many.map(([one, others]) => el("details", {}, el("summary", {}, one.name), el("div", { class: "chips" }, ...others.map(button)))));
  }

  // What is tapped.

  place.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-key]");
    if (!button) return;
    const [, what, rest] = /^(\w+):(.*)$/.exec(button.dataset.key), entries = state.entries;
    const at = Number(rest.split(":")[0]), own = entries[at];
    if (what === "add") {
      const bare = entries.find((one) => one.unit === rest && !one.upgrades.length);
      if (bare) bare.count = Math.min(bare.count + 1, 999);
      else if (entries.length < MOST) entries.push({ count: 1, unit: rest, upgrades: [] });
    } else if (what === "more") own.count = Math.min(own.count + 1, 999);
    else if (what === "less") { own.count--; if (!own.count) entries.splice(at, 1); }
    else if (what === "apart") { own.count--; entries.splice(at + 1, 0, { count: 1, unit: own.unit, upgrades: [...own.upgrades] }); }
    else if (what === "up") {
      const id = rest.slice(rest.indexOf(":") + 1);
      own.upgrades = own.upgrades.includes(id) ? own.upgrades.filter((one) => one !== id) : [...own.upgrades, id];
    } else if (what === "clear") state.entries = [];
    write();
    show();
    const again = place.querySelector('[data-key="' + CSS.escape(button.dataset.key) + '"]');
    if (again && what !== "apart") again.focus();
    else part(".answer").focus();
  });
  const list = part("select"), points = part("input");
  if (list) {
    list.value = state.army;
    list.addEventListener("change", () => { state.army = list.value; write(); show(); });
  }
  points.value = state.points === null ? "" : state.points;
  points.addEventListener("input", () => { state.points = /^\d{1,5}$/.test(points.value) ? Number(points.value) : null; write(); show(); });
  addEventListener("hashchange", () => { state = read(); if (list) list.value = state.army; points.value = state.points === null ? "" : state.points; show(); });
  show();
  place.hidden = false;
};
