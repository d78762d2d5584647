// Asks the service worker to keep the edition at hand, and says when it can be read without a network.
// Over http only: a page from a file is on the reader's disk already.
(function () {
  "use strict";
  var script = document.currentScript;
  var edition = (script.getAttribute("data-list") || "").split("/").slice(-2)[0];  // its folder
  var prompt = null;
  var installed = matchMedia("(display-mode: standalone)").matches || navigator.standalone === true;
  // `vfdoc serve` shows a text that changes: nothing is kept of it.
  if (!("serviceWorker" in navigator) || !/^https?:$/.test(location.protocol) || window.vfdocLive) return;

  window.addEventListener("beforeinstallprompt", function (event) {
    event.preventDefault();
    prompt = event;
  });
  window.addEventListener("load", function () {
    navigator.serviceWorker.register(script.getAttribute("data-worker"))
      .then(function () { return navigator.serviceWorker.ready; })
      .then(function () {
        if (edition) ask({ keep: edition }).then(function (said) { if (said) ready(said); });
        choices();
      })
      .catch(function () { /* the pages can be read all the same */ });
  });

  function ask(message) {
    return navigator.serviceWorker.ready.then(function (registration) {
      return new Promise(function (resolve) {
        var channel = new MessageChannel();
        channel.port1.onmessage = function (event) { resolve(event.data); };
        registration.active.postMessage(message, [channel.port2]);
      });
    });
  }

  // In the foot of every page; the first time, and when a newer copy has come, before the reader's eyes.
  function ready(said) {
    var foot = document.querySelector(".foot .kept");
    if (foot) {
      foot.querySelector(".copy").textContent = said.version;
      foot.hidden = false;
    }
    if (said.gone) return withdrawn(said);
    if (!said.fresh) return;
    var box = document.getElementById(said.before ? "~renewed" : "~ready").content.firstElementChild.cloneNode(true);
    var home = box.querySelector(".home");
    box.querySelector(".copy").textContent = said.version;
    if (home && installed) home.remove();
    if (home) home.addEventListener("click", function (event) {
      if (!prompt) return;  // its page says how
      event.preventDefault();
      prompt.prompt();
      prompt = null;
      box.remove();
    });
    var again = box.querySelector(".again");
    if (again) again.addEventListener("click", function () { location.reload(); });
    box.querySelector(".close").addEventListener("click", function () { box.remove(); });
    says(box);
    if (installed && navigator.storage && navigator.storage.persist) navigator.storage.persist();
  }

  function says(box) {
    var live = document.createElement("div");
    live.setAttribute("role", "status");
    document.body.appendChild(live);
    live.appendChild(box);
  }

  // The site no longer has the edition: what stands in its place, and the reader's own copy to remove. Once
  // closed it is not said again as long as the window is open.
  function withdrawn(said) {
    var key = "vfdoc gone " + edition;
    try { if (sessionStorage.getItem(key)) return; } catch (error) { /* then it is said on every page */ }
    var box = document.getElementById("~gone").content.firstElementChild.cloneNode(true);
    var root = document.body.getAttribute("data-root");
    box.querySelector(".copy").textContent = said.version;
    if (said.gone.next) {
      var link = box.querySelector(".next a");
      link.href = root + encodeURIComponent(said.gone.next) + "/index.html";
      link.textContent = said.gone.name;
      box.querySelector(".next").hidden = false;
    }
    box.querySelector(".drop").addEventListener("click", function () {
      ask({ drop: edition }).then(function () { location.href = root + "index.html"; });
    });
    box.querySelector(".close").addEventListener("click", function () {
      try { sessionStorage.setItem(key, "1"); } catch (error) { /* it is said again */ }
      box.remove();
    });
    says(box);
  }

  // The page about offline reading: what is kept, and a button for what is not.
  function choices() {
    var buttons = document.querySelectorAll("button[data-keep]");
    if (!buttons.length) return;
    ask({ kept: true }).then(function (kept) {
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
          ask({ keep: button.getAttribute("data-keep") }).then(function (said) {
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
          ask({ drop: id }).then(function () { row.remove(); });
        });
        document.querySelector(".keep").appendChild(row);
      });
    });
  }
})();
