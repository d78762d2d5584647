// What the search shows of its answers: the words that were asked for marked, and a test with what changes it.
(function () {
  "use strict";
  if (window.vfdocFound) return;
  var NUMBER = 9;  // letters of a place; a longer one is a title, and stands below on a phone
  var about = document.body.dataset, looks = document.createElement("link");
  looks.rel = "stylesheet";
  looks.href = about.root + "assets/found.css";
  document.head.append(looks);

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

  // What a test needs and what changes it, each with the section that says so.
  function told(one, more) {
    var folder = about.root + encodeURIComponent(one.edition.id) + "/", made = element("div", "answered");
    var head = element("p", "asked-of"), name = element("a", "", one.name), rows = element("ul");
    name.href = folder + one.href;
    made.lang = one.edition.language;
    head.append(name, " ", element("span", "target", one.target), " ", element("span", "document", one.edition.dated));
    rows.setAttribute("role", "list");
    one.rows.forEach(function (row) {
      var item = element("li"), where = element(row[2] ? "a" : "span", "n", row[3]);
      if (row[2]) where.href = folder + row[2];
      if (!row[0]) item.className = "in-words";
      if (row[3].length > NUMBER) item.classList.add("of-title");
      item.append(element("span", "amount", row[0]), element("span", "when", row[1]), where);
      rows.append(item);
    });
    made.append(head, rows);
    if (one.count > one.rows.length) {
      var rest = element("a", "", more.replace("{number}", one.count - one.rows.length));
      rest.href = name.href;
      made.append(rest);
    }
    return made;
  }

  window.vfdocFound = { marked: marked, told: told };
})();
