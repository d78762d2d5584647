// The search of an edition in one file: a field above the pages, and what it finds. find.js and the edition's
// words stand before this script; without scripts the file reads as it is, and the browser's own search finds.
window.vfdocSeek = function (words) {
  "use strict";
  var MOST = 12, bar = document.querySelector(".bar ul"), main = document.querySelector("main");

  function element(name, settings, inner) {
    var made = document.createElement(name);
    Object.keys(settings || {}).forEach(function (key) { made.setAttribute(key, settings[key]); });
    made.append.apply(made, inner || []);
    return made;
  }

  var input = element("input", {
    id: "~asked", type: "search", autocomplete: "off", autocapitalize: "none", spellcheck: "false", placeholder: words.hint
  });
  var count = element("p", { "class": "count", role: "status" }), list = element("ol", { "class": "found", role: "list" });
  var form = element("form", { role: "search", "class": "seek" }, [
    element("label", { "class": "label", "for": "~asked" }, [words.lead]),
    element("div", { "class": "ask" }, [input]), count, list
  ]);
  main.prepend(form);
  if (bar) {
    var link = element("a", { href: "#~asked" }, [words.search]);
    link.addEventListener("click", function (event) {
      event.preventDefault();
      form.scrollIntoView();
      input.focus({ preventScroll: true });
    });
    bar.append(element("li", {}, [link]));
  }

  // Text with the words that were asked for marked.
  function marked(kind, text, asked) {
    var made = element("span", { "class": kind });
    text.split(/([\p{L}\p{N}]+)/u).forEach(function (part, place) {
      var form = place % 2 && vfdocFind.forms(part, words.forms)[0];
      made.append(form && asked.indexOf(form) >= 0 ? element("mark", {}, [part]) : part);
    });
    return made;
  }

  function line(section, asked) {
    var told = element("span", { "class": "told" }, [marked("title", section[2], asked)]);
    if (section[3]) told.append(" ", element("span", { "class": "document" }, [section[3]]));
    if (section[4]) told.append(marked("lead", section[4], asked));
    return element("li", {}, [element("a", { href: section[0] }, [element("span", { "class": "n" }, [section[1]]), told])]);
  }

  function show() {
    var asked = input.value.trim(), found = asked ? vfdocFind.find(asked, [words.edition], MOST) : [];
    list.replaceChildren.apply(list, found.map(function (one) {
      words.forms = one.edition;
      return line(one.section, vfdocFind.telltale(asked, one.edition));
    }));
    count.textContent = !asked ? "" : !found.length ? words.none : found.length === 1 ? words.one
      : (found.all > found.length ? words.first : words.many).replace("{number}", found.length).replace("{all}", found.all);
  }
  input.addEventListener("input", show);
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    var first = list.querySelector("a");
    if (first) first.click();
  });
  document.addEventListener("keydown", function (event) {
    var writes = event.target.closest && event.target.closest("input, textarea, select");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || writes) return;
    event.preventDefault();
    form.scrollIntoView();
    input.focus();
  });
};
