// A section's own menu: its link to copy, and what is folded below it (questions, comments, who cites it,
// its words in the other language). Also the switch of the errata, and numbers that have moved.
(function () {
  "use strict";
  var words = document.getElementById("~menu");
  var open = null;

  function button(label, kind) {
    var made = document.createElement("button");
    made.type = "button";
    made.className = kind;
    if (label) made.textContent = label;
    return made;
  }

  function copied(text) {
    if (navigator.clipboard && isSecureContext) {
      return navigator.clipboard.writeText(text).catch(function () { return byHand(text); });
    }
    return byHand(text);
  }

  function byHand(text) {
    var field = document.createElement("textarea");
    field.value = text;
    field.className = "aloud";
    document.body.append(field);
    field.select();
    var done = document.execCommand("copy");
    field.remove();
    return done ? Promise.resolve() : Promise.reject(new Error("copy"));
  }

  function close(back) {
    if (!open) return;
    open.list.remove();
    open.more.setAttribute("aria-expanded", "false");
    if (back) open.more.focus();
    open = null;
  }

  function items(section) {
    var link = section.querySelector(".number"), copy = button(words.dataset.copy, "");
    copy.addEventListener("click", function () {
      copied(link.href).then(
        function () { copy.textContent = words.dataset.copied; },
        function () { location.hash = link.hash; close(true); }
      );
    });
    var text = button(words.dataset.words, "");
    text.addEventListener("click", function () {
      copied(said(section, link)).then(function () { text.textContent = words.dataset.copiedWords; }, function () { close(true); });
    });
    var folded = Array.prototype.slice.call(section.querySelectorAll(":scope > details"));
    var came = section.querySelector(":scope > .leads > .history"), history = came ? [came.cloneNode(true)] : [];
    if (came) history[0].textContent = came.title;
    return [copy, text].concat(history, folded.map(function (details) {
      var summary = details.querySelector("summary"), item = button("", "");
      item.append.apply(item, Array.prototype.map.call(summary.childNodes, function (one) { return one.cloneNode(true); }));
      item.addEventListener("click", function () {
        close(false);
        details.open = true;
        summary.focus({ preventScroll: true });
        details.scrollIntoView({ block: "nearest" });
      });
      return item;
    }));
  }

  // A rule as it is sent to others: its number, title and words, its edition with the date, its address.
  function said(section, link) {
    var head = section.querySelector(":scope > :is(h1, h2, h3, h4, h5, h6)"), body = section.querySelector(":scope > .body");
    var number = link.matches(".pilcrow") ? "" : link.textContent + " ";
    return [number + head.querySelector(".title").innerText.trim(), body ? body.innerText.trim() : "",
      words.dataset.edition, link.href].filter(Boolean).join("\n\n");
  }

  function show(section, more) {
    close(false);
    var list = document.createElement("ul");
    list.className = "menu";
    list.setAttribute("role", "list");
    items(section).forEach(function (item) {
      var line = document.createElement("li");
      line.append(item);
      list.append(line);
    });
    more.after(list);
    more.setAttribute("aria-expanded", "true");
    open = { list: list, more: more };
    list.querySelector("button").focus();
    list.scrollIntoView({ block: "nearest" });
    if (window.vfdocCounterpart) vfdocCounterpart(section.id).then(function (there) {
      if (!open || open.list !== list) return;
      there.forEach(function (link) {
        var line = document.createElement("li");
        line.append(link);
        list.append(line);
      });
      list.scrollIntoView({ block: "nearest" });
    });
  }

  if (words) {
    document.querySelectorAll("main .section").forEach(function (section) {
      var head = section.firstElementChild, more = button("", "more");
      var title = head.querySelector(".number:not(.pilcrow)") || head.querySelector(".title");
      more.setAttribute("aria-label", words.dataset.menu.replace("{section}", title.textContent));
      more.setAttribute("aria-expanded", "false");
      more.textContent = "⋯";
      more.addEventListener("click", function () {
        if (open && open.more === more) close(true); else show(section, more);
      });
      head.after(more);
    });
    document.documentElement.classList.add("menus");
  }

  document.addEventListener("keydown", function (event) {
    if (!open) return;
    var all = Array.prototype.slice.call(open.list.querySelectorAll("button, a"));
    var step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") { event.preventDefault(); close(true); }
    else if (step) {
      event.preventDefault();
      all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
    }
  });
  document.addEventListener("focusin", function (event) {
    if (open && !open.list.contains(event.target) && event.target !== open.more) close(false);
  });
  document.addEventListener("click", function (event) {
    if (open && !open.list.contains(event.target) && event.target !== open.more) close(false);
  });

  // Errata stand in their place, marked; who wants the text as it was printed turns them off.
  var ERRATA = "vfdoc-errata", root = document.documentElement;
  if (vfdocKept.get(ERRATA) === "off") root.dataset.errata = "off";
  document.querySelectorAll(".errata-switch").forEach(function (errata) {
    errata.hidden = false;
    errata.setAttribute("aria-pressed", String(root.dataset.errata !== "off"));
    errata.addEventListener("click", function () {
      var off = root.dataset.errata !== "off";
      if (off) root.dataset.errata = "off"; else delete root.dataset.errata;
      errata.setAttribute("aria-pressed", String(!off));
      vfdocKept.set(ERRATA, off ? "off" : "on");
    });
  });

  // A number that the edition no longer has leads on to the one that took its place.
  function forward() {
    var old = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (old && old.matches(".forward")) location.replace(old.querySelector("a").href);
  }
  addEventListener("hashchange", forward);
  forward();
})();
