// What a page needs later: a script is asked for when it is wanted, and once. A page that was opened
// as a file may load scripts and nothing else, so what the other modules read comes as scripts.
(function () {
  "use strict";
  var asked = {};

  // Loads a script; the promise holds once it has run, and fails where there is none.
  window.vfdocLoad = function (address) {
    asked[address] = asked[address] || new Promise(function (done, failed) {
      var script = document.createElement("script");
      script.src = address;
      script.async = false;  // in the order in which they were asked for
      script.onload = function () { done(); };
      script.onerror = function () { delete asked[address]; script.remove(); failed(new Error(address)); };
      document.head.append(script);
    });
    return asked[address];
  };

  // What a reader chose, as long as the browser remembers it; private windows may forbid that.
  window.vfdocKept = {
    get: function (key) { try { return localStorage.getItem(key); } catch (error) { return null; } },
    set: function (key, value) { try { localStorage.setItem(key, value); } catch (error) { /* for this page */ } }
  };
})();
