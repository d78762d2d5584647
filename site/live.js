// A page under `vfdoc serve`: loaded anew when its text has changed, at the place where the reader was.
// What spoils a build is said on the page, which stays as it was.
(function () {
  "use strict";
  var script = document.currentScript;
  var shown = Number(script.getAttribute("data-count"));
  var KEY = "vfdoc-place " + location.pathname;
  window.vfdocLive = true;  // nothing is kept offline of a text that changes

  new EventSource(new URL("/~events", location.href)).onmessage = function (event) {
    var said = JSON.parse(event.data);
    fault(said.fault);
    if (said.count === shown || said.fault) return;
    remember();
    location.reload();
  };

  // The section at the top of the window and how far it is scrolled: lines above may have come or gone.
  function remember() {
    var sections = document.querySelectorAll("main [id]");
    var first = null;
    for (var i = 0; i < sections.length; i++) {
      if (sections[i].getBoundingClientRect().top > 8) break;
      first = sections[i];
    }
    var place = first ? { id: first.id, top: first.getBoundingClientRect().top } : { top: -window.scrollY };
    place.open = Array.prototype.map.call(document.querySelectorAll("details"), function (one) { return one.open; });
    if ("scrollRestoration" in history) history.scrollRestoration = "manual";
    try { sessionStorage.setItem(KEY, JSON.stringify(place)); } catch (error) { /* it begins at the top */ }
  }
  function restore() {
    var place = null;
    try {
      place = JSON.parse(sessionStorage.getItem(KEY));
      sessionStorage.removeItem(KEY);
    } catch (error) { return; }
    if (!place) return;
    if ("scrollRestoration" in history) history.scrollRestoration = "auto";
    document.querySelectorAll("details").forEach(function (one, i) { one.open = !!place.open[i]; });
    var found = place.id && document.getElementById(place.id);
    var top = found ? found.getBoundingClientRect().top + window.scrollY : 0;
    window.scrollTo(0, top - place.top);
  }
  window.addEventListener("load", restore);

  function fault(words) {
    var box = document.getElementById("~fault");
    if (box) box.remove();
    if (!words) return;
    box = document.createElement("p");
    box.id = "~fault";
    box.setAttribute("role", "alert");
    box.style.cssText = "position:fixed;z-index:99;inset:0 0 auto;margin:0;padding:.8rem 1rem;background:#9b2423;color:#fff;font:16px/1.4 system-ui,sans-serif";
    box.textContent = words;
    document.body.appendChild(box);
  }
})();
