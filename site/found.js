// What the search shows of its answers: the words that were asked for marked, a section that was found, and a test with
// what changes it. In an edition that is one file styles and all that is found stand in that file.
(function () {
  "use strict";
  if (window.vfdocFound) return;
  var FIRST = 3;  // of what was found: more of what they say is shown
  var NUMBER = 9;  // letters of a place; a longer one is a title, and stands below on a phone
  var root = document.body.dataset.root;
  if (root !== undefined) {
    var looks = document.createElement("link");
    looks.rel = "stylesheet";
    looks.href = root + "assets/found.css";
    document.head.append(looks);
  }

  function address(edition, href) { return root === undefined ? href : root + encodeURIComponent(edition.id) + "/" + href; }

  function element(name, kind, text) {
    var made = document.createElement(name);
    if (kind) made.className = kind;
    if (text) made.textContent = text;
    return made;
  }

  // Text with the words that were asked for marked.
  function marked(made, text, asked, language) {
    text.split(/([\p{L}\p{N}]+)/u).forEach(function (part, place) {
      var form = place % 2 && vfdocFind.forms(part, language)[0];
      made.append(form && asked.indexOf(form) >= 0 ? element("mark", "", part) : part);
    });
    return made;
  }

  // What was found, a line each: its number, its title, where it stands, the sentence that answers.
  function lines(found, several, question) {
    return found.map(function (one, place) { return line(one, several, question, place < FIRST); });
  }

  function line(one, several, question, further) {
    var link = element("a"), section = one.section, place = section[3], asked = vfdocFind.telltale(question, one.edition);
    link.href = address(one.edition, section[0]);
    link.lang = one.edition.language;
    link.append(element("span", "n", section[1]));
    var told = element("span", "told"), said = vfdocFind.sentence(question, one, further);
    told.append(marked(element("span", "title"), section[2], asked, one.edition));
    if (several) place = place ? one.edition.name + " · " + place : one.edition.name;
    if (place) told.append(" ", element("span", "document", place));
    if (said) told.append(marked(element("span", "lead"), said, asked, one.edition));
    link.append(told);
    var item = element("li");
    item.append(link);
    return item;
  }

  // What a test needs and what changes it, each with the section that says so.
  function told(one, more) {
    var made = element("div", "answered");
    var head = element("p", "asked-of"), name = element("a", "", one.name), rows = element("ul");
    if (one.href) name.href = address(one.edition, one.href);
    made.lang = one.edition.language;
    head.append(name, " ", element("span", "target", one.target), " ", element("span", "document", one.edition.dated));
    rows.setAttribute("role", "list");
    one.rows.forEach(function (row) {
      var item = element("li"), where = element(row[2] ? "a" : "span", "n", row[3]);
      if (row[2]) where.href = address(one.edition, row[2]);
      if (!row[0]) item.className = "in-words";
      if (row[3].length > NUMBER) item.classList.add("of-title");
      item.append(element("span", "amount", row[0]), element("span", "when", row[1]), where);
      rows.append(item);
    });
    made.append(head, rows);
    if (one.href && one.count > one.rows.length) {
      var rest = element("a", "", more.replace("{number}", one.count - one.rows.length));
      rest.href = name.href;
      made.append(rest);
    }
    return made;
  }

  window.vfdocFound = { lines: lines, told: told };
})();
