// The search: a dialog on every page of an edition ("/" opens it), and the same on a page of its own.
// The words come with find.js, answer.js, found.js and each edition's search.js, asked.js and said.js, which are
// loaded when they are wanted.
(function () {
  "use strict";
  var MOST = 12, ASKED = "vfdoc-asked", EVERYWHERE = "vfdoc-everywhere";
  var about = document.body.dataset;

  function editions(box) {
    var all = (about.editions || "").split(" ").filter(Boolean);
    var everywhere = box.querySelector(".everywhere input");
    if (!about.edition) return all;
    var others = everywhere && everywhere.checked ? all.filter(function (id) { return id !== about.edition; }) : [];
    return [about.edition].concat(others);
  }

  function loaded(ids) {
    return Promise.all(["find", "answer", "found"].map(function (name) {
      return vfdocLoad(about.root + "assets/" + name + ".js");
    })).then(function () {
      return Promise.all(ids.map(function (id) {
        var folder = about.root + encodeURIComponent(id) + "/";
        return Promise.all([
          vfdocFind.has(id) ? null : vfdocLoad(folder + "search.js"), vfdocLoad(folder + "asked.js"), vfdocLoad(folder + "said.js")
        ]);
      }));
    });
  }

  function element(name, kind, text) {
    var made = document.createElement(name);
    if (kind) made.className = kind;
    if (text) made.textContent = text;
    return made;
  }

  function start(box) {
    var form = box.querySelector("form"), input = form.querySelector("[type=search]");
    var list = form.querySelector(".found"), count = form.querySelector(".count"), turn = 0;
    var answer = element("div");
    list.before(answer);
    var everywhere = form.querySelector(".everywhere input");
    form.hidden = false;

    function show() {
      var ids = editions(box), asked = input.value.trim(), mine = ++turn;
      if (!asked) { list.replaceChildren(); answer.replaceChildren(); count.textContent = ""; return Promise.resolve(); }
      return loaded(ids).then(function () {
        if (mine !== turn) return;
        var found = vfdocFind.find(asked, ids, MOST);
        list.replaceChildren.apply(list, vfdocFound.lines(found, ids.length > 1, asked));
        var known = vfdocFind.answer(asked, ids);
        answer.replaceChildren.apply(answer, known ? [vfdocFound.told(known, count.dataset.more)] : []);
        count.textContent = found.length === 1 ? count.dataset.one : !found.length ? count.dataset.none
          : (found.all > found.length ? count.dataset.first : count.dataset.many)
            .replace("{number}", found.length).replace("{all}", found.all);
        var lost = vfdocFind.missing(asked, ids);
        if (lost) count.textContent = count.dataset.lost.replace("{number}", lost) + (found.length ? " " + count.textContent : "");
        sessionKept(asked);
      }, function () { count.textContent = count.dataset.failed; });
    }

    function links() { return Array.prototype.slice.call(list.querySelectorAll("a")); }

    form.addEventListener("submit", function (event) {
      event.preventDefault();
      show().then(function () { var first = links()[0]; if (first) first.click(); });
    });
    input.addEventListener("input", show);
    if (everywhere) {
      everywhere.checked = vfdocKept.get(EVERYWHERE) === "yes";
      everywhere.addEventListener("change", function () {
        vfdocKept.set(EVERYWHERE, everywhere.checked ? "yes" : "no");
        show();
      });
    }
    // Down from the question to what was found, up again to the question.
    form.addEventListener("keydown", function (event) {
      var step = { ArrowDown: 1, ArrowUp: -1 }[event.key], all = links();
      if (!step || !all.length || event.target.type === "checkbox") return;
      var next = all.indexOf(document.activeElement) + step;
      event.preventDefault();
      if (next < 0) input.focus(); else all[Math.min(next, all.length - 1)].focus();
    });
    return { show: show, input: input, ready: function () { loaded(editions(box)).catch(function () {}); } };
  }

  function sessionKept(asked) {
    try { if (asked !== undefined) sessionStorage.setItem(ASKED, asked); return sessionStorage.getItem(ASKED) || ""; }
    catch (error) { return ""; }
  }

  function onPage(box) {
    var search = start(box), asked = new URLSearchParams(location.search).get("q");
    search.input.value = asked === null ? "" : asked;
    search.input.addEventListener("input", function () {
      var address = new URL(location.href);
      if (search.input.value) address.searchParams.set("q", search.input.value); else address.searchParams.delete("q");
      try { history.replaceState(null, "", address); } catch (error) { /* a file has no such history */ }
    });
    search.show();
    opened(function () { search.input.focus(); });
  }

  function inDialog(dialog, opener) {
    var search = start(dialog);
    function open() {
      if (!dialog.open) dialog.showModal();
      if (!search.input.value) search.input.value = sessionKept();
      search.input.select();
      search.ready();
      search.show();
    }
    opener.addEventListener("click", function (event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      open();
    });
    opener.setAttribute("aria-haspopup", "dialog");
    // A field of this kind takes the first Escape for itself, and only empties.
    dialog.addEventListener("keydown", function (event) {
      if (event.key === "Escape") { event.preventDefault(); dialog.close(); }
    });
    dialog.addEventListener("click", function (event) {
      // Outside the sheet, on its cross, or on what was found, which may stand on this very page.
      if (event.target === dialog || event.target.closest(".close, .found a, .answered a")) dialog.close();
    });
    opened(open);
  }

  // "/" asks, wherever nobody is writing.
  function opened(open) {
    document.addEventListener("keydown", function (event) {
      var writes = event.target.closest && event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || writes) return;
      event.preventDefault();
      open();
    });
  }

  var dialog = document.querySelector("dialog.seek"), box = document.querySelector("main .seek");
  var opener = document.querySelector(".bar a[href='search.html']");
  if (box) onPage(box);
  else if (dialog && opener) inDialog(dialog, opener);
})();
