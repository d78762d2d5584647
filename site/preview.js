// What a citation leads to, shown where it is cited: beside the link for a mouse or the keyboard, as a card
// from the foot under a thumb. Enter and a click still follow the link; Space steps into the card, Escape
// closes it. A section of another page comes from that page's cards, a script of the same name.
(function () {
  "use strict";
  var LINKS = "main :is(.cite, .term, .where-stated a, .of a, .cited li a, .mended)";
  var SEEN = LINKS + ", .found a, .answered a.n";  // what a mouse or the keyboard sees, and a thumb follows
  var PATIENCE = 220, GRACE = 250, SWIPED = 60;
  var card = document.getElementById("~card");
  if (!card) return;
  var body = card.querySelector(".words"), name = card.querySelector(".name"), number = card.querySelector(".n"), of = card.querySelector(".of-edition");
  var home = of.textContent;
  var go = card.querySelector(".go"), back = card.querySelector(".back"), pages = {};
  var at = null, due = null, trail = [], timer = 0, pointer = "", closing = false;

  window.vfdocCards = function (page, sections, language, edition) {
    pages[page] = { sections: sections, language: language, edition: edition };
  };

  // The section that a link leads to: a promise of [number, title, words], the words as HTML of this site.
  function section(link) {
    var address = new URL(link.href), here = new URL(location.href);
    var anchor = decodeURIComponent(address.hash.slice(1));
    if (!anchor) return Promise.reject(new Error(link.href));
    var own = address.pathname === here.pathname && document.getElementById(anchor);
    if (own && own.matches(".section")) return Promise.resolve(standing(own));
    var parts = address.pathname.split("/").slice(-2), page = decodeURIComponent(parts.join("/")).replace(/\.html$/, "");
    address.hash = address.search = "";
    var script = address.href.replace(/\.html$/, ".js");
    return vfdocLoad(script).then(function () {
      var cards = pages[page], found = cards && cards.sections[anchor];
      if (!found) throw new Error(anchor);
      return {
        number: found[0], title: found[1], words: found[2], language: cards.language, edition: cards.edition,
        base: address.href
      };
    });
  }

  function standing(own) {
    var head = own.querySelector(".number:not(.pilcrow)"), words = own.querySelector(":scope > .body");
    return {
      number: head ? head.textContent : "", title: own.querySelector(".title").innerHTML,
      words: words ? words.innerHTML : "", language: own.closest("[lang]").lang, base: location.href,
      edition: home
    };
  }

  function fill(found, link) {
    number.textContent = found.number;
    name.innerHTML = found.title;
    body.innerHTML = found.words;
    card.lang = found.language;
    of.textContent = found.edition;
    card.querySelectorAll(".words [id]").forEach(function (one) { one.removeAttribute("id"); });
    card.querySelectorAll(".words a").forEach(function (one) {
      one.href = new URL(one.getAttribute("href"), found.base).href;
    });
    go.href = link.href;
    go.querySelector(".n").textContent = found.number;
    back.hidden = !trail.length;
    card.scrollTop = body.scrollTop = 0;
  }

  function place(link) {
    var line = link.getClientRects()[0] || link.getBoundingClientRect(), wide = card.offsetWidth;
    var below = line.bottom + 8, above = line.top - 8 - card.offsetHeight;
    var top = below + card.offsetHeight <= innerHeight || above < 0 ? below : above;
    card.style.left = Math.max(8, Math.min(line.left - 16, document.documentElement.clientWidth - wide - 8)) + "px";
    card.style.top = Math.max(8, Math.min(top, innerHeight - card.offsetHeight - 8)) + "px";
  }

  function show(link, modal) {
    return section(link).then(function (found) {
      if (!modal && link !== due) return;  // the reader has gone on
      trail = [];
      close(true);
      at = link;
      fill(found, link);
      (link.closest("dialog.seek") || document.body).append(card);  // beside what was found, above its dialog
      card.classList.toggle("low", pointer === "touch");
      card.classList.toggle("beside", pointer !== "touch");
      if (modal) card.showModal(); else card.setAttribute("open", "");
      if (pointer === "touch") card.removeAttribute("style"); else place(link);
      if (modal) name.focus(); else link.setAttribute("aria-describedby", card.id);
    }, function () { if (modal) location.href = link.href; });
  }

  function close(quiet) {
    forget();
    if (!card.open) return;
    var link = at, modal = card.matches(":modal");
    if (link) link.removeAttribute("aria-describedby");
    at = null;
    closing = true;  // the focus that comes back to the citation asks for nothing
    if (modal) card.close(); else card.removeAttribute("open");
    if (modal && link && !quiet) link.focus({ preventScroll: true });
    closing = false;
  }

  function forget() {
    clearTimeout(timer);
    due = null;
  }

  function soon(link) {
    forget();
    due = link;
    timer = setTimeout(function () { show(link, false); }, PATIENCE);
  }

  function later() {
    forget();
    timer = setTimeout(function () { if (!card.matches(":modal")) close(); }, GRACE);
  }

  function cited(event, links) { return event.target.closest && event.target.closest(links || LINKS); }

  document.addEventListener("pointerdown", function (event) { pointer = event.pointerType; }, true);
  document.addEventListener("keydown", function () { pointer = ""; }, true);
  document.addEventListener("mouseover", function (event) {
    if (pointer === "touch" || card.matches(":modal")) return;
    var link = cited(event, SEEN);
    if (link && link !== at) soon(link);
    else if (link || card.contains(event.target)) forget();
    else if (at && !at.matches(":focus-visible")) later();
    else if (!at) forget();
  });
  document.addEventListener("focusin", function (event) {
    if (closing || card.matches(":modal")) return;
    var link = cited(event, SEEN);
    if (link && link.matches(":focus-visible")) soon(link);
    else if (at && !card.contains(event.target)) close();
  });
  // A thumb has no hover: its tap shows the card, and the card leads on.
  document.addEventListener("click", function (event) {
    var link = cited(event);
    if (!link || event.defaultPrevented || pointer !== "touch" || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    show(link, true);
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && card.open && !card.matches(":modal")) { event.preventDefault(); close(); }
    var link = event.key === " " && cited(event, SEEN);
    if (link) { event.preventDefault(); show(link, true); }
  });
  // Escape and the back gesture close a dialog by themselves; the focus goes back to the citation.
  card.addEventListener("cancel", function (event) { event.preventDefault(); close(); });

  card.addEventListener("click", function (event) {
    var inner = event.target.closest(".words a:is(.cite, .term)");
    if (event.target === card || event.target.closest(".close")) return close();
    if (event.target.closest(".go")) return close(true);
    if (event.target.closest(".back")) return follow(trail.pop(), false);
    if (!inner || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    follow({ href: inner.href }, true);
  });

  // A citation within the card turns the card; back turns it back.
  function follow(link, on) {
    section(link).then(function (found) {
      if (on) trail.push({ href: go.href });
      fill(found, link);
      if (!card.matches(":modal")) { card.removeAttribute("open"); card.showModal(); }
      name.focus();
    }, function () { location.href = link.href; });
  }

  var began = null;
  card.addEventListener("touchstart", function (event) {
    began = body.scrollTop > 0 && body.contains(event.target) ? null : event.touches[0].clientY;
  }, { passive: true });
  card.addEventListener("touchend", function (event) {
    if (began !== null && event.changedTouches[0].clientY - began > SWIPED) close();
  }, { passive: true });

  addEventListener("hashchange", function () { close(true); });
})();
