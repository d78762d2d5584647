// Where one reads: chapter and section in a slim line, once the page's head is out of sight.
(function () {
  "use strict";
  var stops = Array.prototype.slice.call(document.querySelectorAll("main .section:has(> * > .number:not(.pilcrow))"));
  var slim = document.createElement("p"), due = 0;
  function depth(section) { return Number(section.firstElementChild.tagName.slice(1)); }
  function called(section) {
    return ["number", "title"].map(function (kind) { return section.querySelector("." + kind).textContent.trim(); }).join(" ");
  }
  function whereabouts() {
    due = 0;
    var here = stops.filter(function (one) { return one.getBoundingClientRect().top < 64; });
    var at = here.pop(), chapter = at;
    for (var i = here.length - 1; i >= 0 && depth(chapter) > top; i--) if (depth(here[i]) < depth(chapter)) chapter = here[i];
    slim.hidden = !small.matches || !at || at.firstElementChild.getBoundingClientRect().bottom > 0 && at === chapter;
    if (!slim.hidden) slim.textContent = (chapter === at ? "" : called(chapter) + " · ") + called(at);
  }
  var top = Math.min.apply(null, stops.map(depth));
  var small = matchMedia("(max-width: 51.99rem)");
  if (stops.length) {
    slim.className = "slim";
    slim.setAttribute("aria-hidden", "true");  // said by the headings
    slim.hidden = true;
    document.body.append(slim);
    addEventListener("scroll", function () { due = due || requestAnimationFrame(whereabouts); }, { passive: true });
  }
})();
