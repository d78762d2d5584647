// The search of an edition in one file: the field above the pages, which is there without scripts too, unseen, so
// that nothing moves when this comes; and what it finds. find.js and the edition's words stand before this script;
// without scripts the file reads as it is, and the browser's own search finds.
window.vfdocSeek = function (words) {
  "use strict";
  var MOST = 12;

  function element(name, settings, inner) {
    var made = document.createElement(name);
    Object.keys(settings || {}).forEach(function (key) { made.setAttribute(key, settings[key]); });
    made.append.apply(made, inner || []);
    return made;
  }

  var form = document.querySelector("form.seek"), link = document.querySelector(".bar .seeks a");
  var input = form.querySelector("input"), count = form.querySelector(".count"), list = form.querySelector(".found");
  if (link) link.addEventListener("click", function (event) {
    event.preventDefault();
    form.scrollIntoView();
    input.focus({ preventScroll: true });
  });

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
