// Light or dark by a switch, remembered; without this script the page follows the system.
(function () {
  "use strict";
  var KEY = "vfdoc-theme";
  var root = document.documentElement;

  // A browser may forbid storage (private windows, files): then the choice lasts as long as the page.
  function remembered() {
    try { return localStorage.getItem(KEY); } catch (error) { return null; }
  }
  function remember(theme) {
    try { localStorage.setItem(KEY, theme); } catch (error) { /* the page still changes */ }
  }
  function isDark() {
    var chosen = root.getAttribute("data-theme");
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  // At once, before the first paint, so that the page does not flash.
  var chosen = remembered();
  if (chosen === "dark" || chosen === "light") root.setAttribute("data-theme", chosen);

  document.addEventListener("DOMContentLoaded", function () {
    var button = document.querySelector(".switch");
    button.hidden = false;
    button.setAttribute("aria-pressed", String(isDark()));
    button.addEventListener("click", function () {
      var theme = isDark() ? "light" : "dark";
      root.setAttribute("data-theme", theme);
      button.setAttribute("aria-pressed", String(theme === "dark"));
      remember(theme);
    });
  });
})();
