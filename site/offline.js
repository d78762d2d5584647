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
        document.dispatchEvent(new Event("vfdoc-worker"));
      })
      .catch(function () { /* the pages can be read all the same */ });
  });

  window.vfdocAsk = ask;
  function ask(message) {
    return navigator.serviceWorker.ready.then(function (registration) {
      return new Promise(function (resolve) {
        var channel = new MessageChannel();
        channel.port1.onmessage = function (event) { resolve(event.data); };
        registration.active.postMessage(message, [channel.port2]);
      });
    });
  }

  // In the foot of every page; before the reader's eyes the first time, when a newer copy has come, and where
  // the edition has been withdrawn.
  function ready(said) {
    var foot = document.querySelector(".foot .kept");
    if (foot) {
      foot.querySelector(".copy").textContent = said.version;
      foot.hidden = false;
    }
    if (!said.fresh && !said.gone) return;
    var more = document.createElement("script");  // what is rarely needed; it is in every copy
    more.onload = function () { window.vfdocTells(edition, said, installed, asks); };
    more.src = script.src.replace(/offline\.js$/, "copies.js");
    document.head.append(more);
  }

  // Has the browser ask whether to install; false where it would not.
  function asks() {
    if (!prompt) return false;
    prompt.prompt();
    prompt = null;
    return true;
  }
})();
