// What is said of the copies on this device: a first or newer one, one that its site no longer has, and all of
// them on the page about offline reading. That page holds this script; any other asks for it at need.
(function () {
  "use strict";

  // Says that an edition can be read offline, that a newer copy has come, or that its site no longer has it.
  window.vfdocTells = function (edition, said, installed, asks) {
    if (said.gone) return withdrawn(edition, said);
    var box = notice(said.before ? "renewed" : "ready", said.version);
    var home = box.querySelector(".home");
    if (home && installed) home.remove();
    if (home) home.addEventListener("click", function (event) {
      if (!asks()) return;  // its page says how
      event.preventDefault();
      box.remove();
    });
    var again = box.querySelector(".again");
    if (again) again.addEventListener("click", function () { location.reload(); });
    box.querySelector(".close").addEventListener("click", function () { box.remove(); });
    says(box);
    if (installed && navigator.storage && navigator.storage.persist) navigator.storage.persist();
  };

  // What stands in its place, and the reader's own copy to remove. Once closed it is not said again as long as
  // the window is open.
  function withdrawn(edition, said) {
    var key = "vfdoc gone " + edition;
    try { if (sessionStorage.getItem(key)) return; } catch (error) { /* then it is said on every page */ }
    var box = notice("gone", said.version);
    var root = document.body.getAttribute("data-root");
    if (said.gone.next) {
      var link = box.querySelector(".next a");
      link.href = root + encodeURIComponent(said.gone.next) + "/index.html";
      link.textContent = said.gone.name;
      box.querySelector(".next").hidden = false;
    }
    box.querySelector(".drop").addEventListener("click", function () {
      window.vfdocAsk({ drop: edition }).then(function () { location.href = root + "index.html"; });
    });
    box.querySelector(".close").addEventListener("click", function () {
      try { sessionStorage.setItem(key, "1"); } catch (error) { /* it is said again */ }
      box.remove();
    });
    says(box);
  }

  // What a notice says of that kind, and no other.
  function notice(kind, version) {
    var box = document.getElementById("~notice").content.firstElementChild.cloneNode(true);
    box.querySelectorAll("[class*=is-]").forEach(function (part) {
      if (!part.classList.contains("is-" + kind)) part.remove();
    });
    box.querySelector(".copy").textContent = version;
    return box;
  }

  function says(box) {
    var live = document.createElement("div");
    live.setAttribute("role", "status");
    document.body.appendChild(live);
    live.appendChild(box);
  }

  // What is kept, and a button for what is not; offline.js says when the service worker can be asked.
  document.addEventListener("vfdoc-worker", function () {
    var buttons = document.querySelectorAll("button[data-keep]");
    if (!buttons.length) return;
    window.vfdocAsk({ kept: true }).then(function (kept) {
      buttons.forEach(function (button) {
        var state = button.parentNode.querySelector(".state");
        function says(version) {
          state.querySelector(".copy").textContent = version;
          state.hidden = false;
          button.hidden = true;
        }
        var own = (kept || {})[button.getAttribute("data-keep")];
        if (own) return says(own.version);
        button.hidden = false;
        button.addEventListener("click", function () {
          button.disabled = true;
          window.vfdocAsk({ keep: button.getAttribute("data-keep") }).then(function (said) {
            button.disabled = false;
            if (said) says(said.version);
          });
        });
      });
      Object.keys(kept || {}).filter(function (id) { return kept[id].gone; }).forEach(function (id) {
        var row = document.getElementById("~kept").content.firstElementChild.cloneNode(true);
        row.querySelector("a").href = encodeURIComponent(id) + "/index.html";
        row.querySelector("a").textContent = kept[id].name;
        row.querySelector(".copy").textContent = kept[id].version;
        row.querySelector("button").addEventListener("click", function () {
          window.vfdocAsk({ drop: id }).then(function () { row.remove(); });
        });
        document.querySelector(".keep").appendChild(row);
      });
    });
  });
})();
