// One switch of edition: it leads from a rule to the same rule in another edition, from a page to the page of its
// kind there, else to that edition's first page. What corresponds to what comes when it is asked for.
(function () {
  "use strict";
  var box = document.querySelector(".to-edition"), data = document.querySelector("link[href='counterparts.js']");
  var root = document.body.dataset.root, known = { sections: {}, pages: {} };
  var page = decodeURIComponent(location.pathname.split("/").pop()) || "index.html";
  window.vfdocCounterparts = function (told) { known = told; };
  function loaded() { return data ? vfdocLoad(data.href).catch(function () {}) : Promise.resolve(); }
  function folder(id) { return root + encodeURIComponent(id) + "/"; }

  // The rule that is read: the one that was asked for, as long as it is to be seen, else the topmost. Who
  // scrolls up to the switch has left it: then it is where the reader rested last.
  var rested = null, due = 0, TOP = 120;
  function inView() {
    var asked = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    var all = Array.prototype.slice.call(document.querySelectorAll("main .section, main .came"));
    function seen(one) { var box = one.getBoundingClientRect(); return box.bottom > 90 && box.top < innerHeight - 90; }
    if (asked && seen(asked)) return asked.closest(".section, .came") || asked;
    return all.filter(seen)[0];
  }
  function rest() { if (scrollY > TOP && !box.open) rested = inView(); }
  addEventListener("scroll", function () { clearTimeout(due); due = setTimeout(rest, 250); }, { passive: true });
  function point() {
    var section = scrollY > TOP ? inView() : rested || inView(), there = {};
    while (section && !known.sections[section.id]) section = section.parentElement && section.parentElement.closest(".section");
    (section ? known.sections[section.id] : []).forEach(function (one) { there[one[0]] = one; });
    box.querySelectorAll("[data-edition]").forEach(function (link) {
      var id = link.dataset.edition, one = there[id], same = (known.pages[id] || []).indexOf(page) >= 0;
      link.href = folder(id) + (one ? one[1] : same ? encodeURIComponent(page) + location.search : "index.html");
      var told = link.querySelector(".n");
      if (told) told.remove();
      if (!one) return;
      told = document.createElement("span");
      told.className = "n";
      told.textContent = one[2];
      link.append(told);
    });
  }

  // The same of one rule, as links for its own menu.
  window.vfdocCounterpart = function (id) {
    return loaded().then(function () {
      return (known.sections[id] || []).slice(0, 5).map(function (one) {
        var link = document.createElement("a"), named = box.querySelector("[data-edition='" + CSS.escape(one[0]) + "']");
        link.href = folder(one[0]) + one[1];
        if (named && named.lang) link.lang = named.lang;
        link.textContent = (named ? named.firstChild.textContent.trim() : one[0]) + " · " + one[2];
        return link;
      });
    });
  };

  box.addEventListener("toggle", function () { if (box.open) loaded().then(point); });
  document.addEventListener("click", function (event) { if (!box.contains(event.target)) box.open = false; });
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || !box.open) return;
    box.open = false;
    box.querySelector("summary").focus();
  });
  box.addEventListener("focusout", function (event) {
    if (event.relatedTarget && !box.contains(event.relatedTarget)) box.open = false;
  });
})();
