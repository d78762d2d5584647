// The search of an edition in one file: the field above the pages, which is there without scripts too, unseen, so
// that nothing moves when this comes; and what it finds. find.js and the edition's words stand before this script;
// without scripts the file reads as it is, and the browser's own search finds.
window.vfdocSeek = function (words) {
  "use strict";
  var MOST = 12;

  var form = document.querySelector("form.seek"), link = document.querySelector(".bar .seeks a");
  var input = form.querySelector("input"), count = form.querySelector(".count"), list = form.querySelector(".found");
  if (link) link.addEventListener("click", function (event) {
    event.preventDefault();
    form.scrollIntoView();
    input.focus({ preventScroll: true });
  });

  var answer = document.createElement("div");
  list.before(answer);

  function show() {
    var asked = input.value.trim(), ids = [words.edition], found = asked ? vfdocFind.find(asked, ids, MOST) : [];
    list.replaceChildren.apply(list, vfdocFound.lines(found, false, asked));
    var known = asked && vfdocFind.answer(asked, ids), lost = asked && vfdocFind.missing(asked, ids);
    answer.replaceChildren.apply(answer, known ? [vfdocFound.told(known, words.more)] : []);
    count.textContent = !asked ? "" : !found.length ? words.none : found.length === 1 ? words.one
      : (found.all > found.length ? words.first : words.many).replace("{number}", found.length).replace("{all}", found.all);
    if (lost) count.textContent = words.lost.replace("{number}", lost) + (found.length ? " " + count.textContent : "");
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
