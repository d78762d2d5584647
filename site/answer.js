// What answers a question at once: a test, a value, or the lines of a table that it names; and what of a section
// that was found. A question in, what found.js shows out, null where nothing is sure. The words are find.js's.
(function () {
  "use strict";
  if (vfdocFind.answer) return;  // the search's own page names this script, and asks for it too
  var tokens = vfdocFind.tokens;

  // The words of a text in their forms, and those of them that tell something. What an edition says is the same at
  // every question, and is worked out at the first.
  function forms(text, index) { return worded(text, index).forms; }
  function telling(text, index) { return worded(text, index).telling; }
  function worded(text, index) {
    var known = index.worded = index.worded || new Map();
    if (!known.has(text)) known.set(text, { forms: vfdocFind.forms(text, index.data), telling: vfdocFind.telling(text, index) });
    return known.get(text);
  }

  // The test, value or table that a question names and nothing else, in its own words or in those that players
  // have for it; or the lines of a table that it names besides ("how far does cavalry move"). Null where it names
  // none, several alike, or two things joined ("stand and shoot" are not the stands that shoot).
  function answer(text, editions) {
    for (var i = 0; i < editions.length; i++) {
      var index = vfdocFind.index(editions[i]), found = index && answered(text, index);
      if (found) {
        var one = found.one;
        return { edition: index.data, name: one[0], target: one[1], href: one[2], rows: found.rows || one[3], count: one[4] };
      }
    }
    return null;
  }

  function answered(text, index) {
    var asked = vfdocFind.telling(text, index), plain = tokens(text);
    if (!asked.length) return null;
    var joined = plain.filter(function (word) { return index.data.joins.indexOf(word) >= 0; });
    var all = (index.data.answers || []).filter(function (one) {
      return joined.every(function (word) { return tokens(one[0]).indexOf(word) >= 0; });
    });
    var one = shortest(all.filter(function (one) { return shown(one) && isNamed(one, asked, all, index); }), index)
      || only(all.filter(function (one) {
        return shown(one) && aliases(one, index).indexOf(asked.join(" ")) >= 0;
      }));
    return one ? { one: one } : lined(all, asked, vfdocFind.forms(text, index.data), index);
  }

  function shown(one) { return one[1] || one[3].length; }
  function only(found) { return found.length === 1 ? found[0] : null; }

  function shortest(found, index) {
    var least = Math.min.apply(null, found.map(function (one) { return forms(one[0], index).length; }));
    return only(found.filter(function (one) { return forms(one[0], index).length === least; }));
  }

  // Whether a question says the name of a test: whole, or but for what several names say ("rally" is the rally
  // test); a name with little words within is said for the most part, or whole but for these.
  function isNamed(one, asked, all, index) {
    var words = forms(one[0], index);
    if (!asked.every(function (word) { return words.indexOf(word) >= 0; })) return false;
    if (!tokens(one[0]).some(function (word) { return index.stop[word]; })) return true;
    var own = telling(one[0], index);
    return 2 * asked.length > own.length || own.every(function (word) {
      return asked.indexOf(word) >= 0 || all.filter(function (other) {
        return forms(other[0], index).indexOf(word) >= 0;
      }).length > 1;
    });
  }

  // The names that players have for a test, each in its telling words. A name that is one only by its little
  // words ("after firing") is no other name.
  function aliases(one, index) {
    var own = telling(one[0], index).join(" ");
    return called(index).filter(function (names) { return own && names.indexOf(own) >= 0; })
      .reduce(function (all, names) { return all.concat(names); }, []);
  }

  // By term its names in their telling words, "" for one with little words, which is none.
  function called(index) {
    return index.called = index.called || index.data.names.map(function (names) {
      return names.split("|").map(function (name) {
        return name.split(" ").some(function (word) { return index.stop[word]; }) ? "" : telling(name, index).join(" ");
      });
    });
  }

  function equal(some, others) { return some.length > 0 && some.join(" ") === others.join(" "); }

  // The words by which players name a table in one word, be it one of those that tell little elsewhere ("far");
  // those for a word of its name too.
  function inOneWord(one, own, index) {
    var whole = own.join(" "), found = [];
    index.data.names.forEach(function (names) {
      var all = names.split("|").map(function (name) { return forms(name, index); });
      var named = names.split("|").some(function (name) {
        var words = telling(name, index).join(" ");
        return words === whole || own.indexOf(words) >= 0;
      });
      if (named) all.forEach(function (name) { if (name.length === 1) found.push(name[0]); });
    });
    return found;
  }

  // The lines whose names have all of some words, and of those that do the ones that say most of a question; what
  // two say alike is one.
  function fitting(lines, wanted, asked, index) {
    var best = 0, rows = [], met = Object.create(null);
    lines.forEach(function (line) {
      var words = forms(line[1].split(": ")[0], index), key = line[0] + " " + words.join(" ");
      if (!wanted.every(function (word) { return words.indexOf(word) >= 0; })) return;
      var value = asked.filter(function (word) { return words.indexOf(word) >= 0; }).length;
      if (value > best) { best = value; rows = []; met = Object.create(null); }
      if (value < best || met[key]) return;
      met[key] = true;
      rows.push(line);
    });
    return rows;
  }

  // The line for all others, where a question names one of several that exclude one another (an arm of service), the
  // table has lines for others of these, and none that names it.
  function left(lines, rest, index) {
    var last = lines.filter(function (line) { return index.data.others.indexOf(tokens(line[1]).join(" ")) >= 0; });
    if (last.length !== 1) return [];
    function named(words, kind) {
      return kind.split("|").some(function (name) {
        var all = telling(name, index);
        return all.length > 0 && all.every(function (word) { return words.indexOf(word) >= 0; });
      });
    }
    var holds = index.data.kinds.some(function (listed) {
      var kinds = listed.map(function (kind) { return typeof kind === "number" ? index.data.names[kind] : kind; });
      var asked = kinds.filter(function (kind) {
        return kind.split("|").some(function (name) { return equal(telling(name, index), rest); });
      });
      return asked.length === 1 && lines.some(function (line) {
        return kinds.some(function (kind) { return kind !== asked[0] && named(telling(line[1], index), kind); });
      }) && !lines.some(function (line) { return named(telling(line[1], index), asked[0]); });
    });
    return holds ? last : [];
  }

  // The one table that a question names with something that stands in its lines, and these lines: those that
  // say the most of the question. The rest of it are words for what the table holds.
  function lined(all, asked, said, index) {
    var near = vfdocFind.near(index), found = [], most = 0;
    all.forEach(function (one) {
      var own = telling(one[0], index), lines = one[3].slice(0, one[5]).concat(one[6]);
      if (!lines.length) return;
      var words = own.concat(inOneWord(one, own, index));
      var about = said.filter(function (word) { return words.some(function (other) { return near(word, other); }); });
      var rest = asked.filter(function (word) { return about.indexOf(word) < 0; });
      if (!about.length || !rest.length) return;
      var rows = fitting(lines, rest, asked, index);
      if (!rows.length) rows = left(lines, rest, index);
      if (!rows.length) return;
      var told = about.filter(function (word) { return own.indexOf(word) >= 0; }).length + 1;
      if (told > most) { most = told; found = []; }
      if (told === most) found.push({ one: one, rows: rows });
    });
    return only(found);
  }

  // What of a section is shown below its title: the sentence that says most of the question, one that says nearly as
  // much beside it, and what these stand under; of what was found first those behind it too, which a few lines hold, for a
  // rule often goes on there ("roll a D6. On a 4+ ..."). Where none says more than others, how the section begins.
  var FEW = 90, LONGEST = 220, LISTED = 400, ON = 300;
  // What a little word of the question counts, what one that only the words above say, what one of a like question;
  // how much more the first sentence counts, how much less a long one, and of the best how much the next must be worth.
  var LITTLE = 0.15, TITLED = 0.5, ABOVE = 0.6, KINDRED = 0.5, FIRST = 1.2, LENGTH = 0.006, NEXT = 0.85, SURE = 0.3;

  function units(one, index) {
    var said = (vfdocFind.said(index.data.id) || [])[one.place] || "", known = index.units = index.units || Object.create(null);
    var last = [];  // the one of each depth that the next deeper one stands under
    return known[one.place] = known[one.place] || (said ? said.split("\n") : []).map(function (unit, place) {
      var depth = unit.lastIndexOf("\t") + 1, above = last.length = Math.min(last.length, depth);
      last[depth] = place;
      while (above && last[above - 1] === undefined) above--;
      return { text: unit.slice(depth), above: above ? last[above - 1] : -1, words: vfdocFind.told(unit, index, false, true) };
    }).map(listed);
  }

  // A unit with its words by form, by the terms that they name, by what they are akin to: the first of each.
  function listed(unit) {
    unit.by = Object.create(null);
    unit.words.forEach(function (word) {
      keys(word).forEach(function (key) { unit.by[key] = unit.by[key] || word; });
    });
    return unit;
  }

  function keys(word) {
    return word.keys = word.keys || ["=" + word.stem].concat(
      word.terms.map(function (term) { return "t" + term; }), (word.akin || []).map(function (one) { return "a" + one; })
    );
  }

  // How well a unit says a word; one of the question itself may be begun or misspelt.
  function said(word, unit, own) {
    var most = keys(word).reduce(function (most, key) {
      return unit.by[key] ? Math.max(most, vfdocFind.alike(word, unit.by[key])) : most;
    }, 0);
    return most || !own ? most : unit.words.reduce(function (most, other) { return Math.max(most, vfdocFind.alike(word, other)); }, 0);
  }

  // The words of a question, and those of the players' questions like it: the same for all that was found.
  function question(text, index) {
    if (!index.question || index.question.text !== text) {
      var asked = vfdocFind.told(text, index, true, true);
      index.question = { text: text, words: asked, kindred: vfdocFind.kindred(asked, index) };
    }
    return index.question;
  }

  function sentence(text, one, further) {
    var index = vfdocFind.index(one.edition.id), all = units(one, index), scores = worth(text, one.place, all, index);
    var order = all.map(function (_, at) { return at; }).sort(function (a, b) { return scores[b] - scores[a] || a - b; });
    // A name of a row, or the heads of columns, says nothing by itself, nor does what leads to more than a few lines hold.
    var below = all.map(function () { return 0; });
    all.forEach(function (unit) {
      for (var at = unit.above; at >= 0; at = all[at].above) below[at] += unit.text.length + 1;
    });
    order = order.filter(function (at) {
      return !below[at] || /[:…]$/.test(all[at].text) && all[at].text.length + below[at] <= LISTED;
    });
    if (!order.length || vfdocFind.isNumber(text) || scores[order[0]] < SURE) return begun(all);
    var shown = whole([order[0]], all), both = whole(order.slice(0, 2), all);
    if (scores[order[1]] >= NEXT * scores[order[0]] && together(all, both).length <= LISTED) shown = both;
    // A rule goes on; a row of a table, an item of a list does not.
    var goes = further && (all[order[0]].above < 0 || ended(all[order[0]].text));
    for (var next = order[0] + 1; goes && next < all.length && all[next].above === all[order[0]].above; next++) {
      var longer = inOrder(shown.concat(whole([next], all)));
      if (together(all, longer).length > ON) break;
      shown = longer;
    }
    var last = shown[shown.length - 1], above = all[last].above, on = above >= 0 && !isRow(all[last].text);
    // A list that goes on is marked: what is said of some of it may ask for all.
    return together(all, shown) + (on && all.some(function (unit, at) { return at > last && unit.above === above; }) ? " …" : "");
  }

  // How a section begins: whole sentences, items and cells, as many as a few lines hold; of a first one that is too long
  // its first words, and a mark that it goes on.
  function begun(all) {
    var shown = all.slice(0, 1).map(function () { return 0; });
    while (shown.length && shown.length < all.length) {
      var said = together(all, shown), longer = together(all, shown.concat(shown.length));
      if (said.length > FEW || ended(said) && longer.length > FEW) break;
      shown.push(shown.length);
    }
    var text = together(all, shown);
    return text.length > LONGEST ? text.slice(0, LONGEST).replace(/\s+\S*$/, "") + " …" : text;
  }

  // Units with what they stand under, and those that lead to others with all of these; in their order.
  function whole(some, all) {
    var shown = [];
    some.forEach(function (at) {
      shown.push(at);
      for (var above = all[at].above; above >= 0; above = all[above].above) shown.push(above);
      all.forEach(function (unit, below) {
        for (var above = unit.above; above >= 0; above = all[above].above) if (above === at) shown.push(below);
      });
    });
    return inOrder(shown);
  }

  function inOrder(shown) {
    return shown.filter(function (at, place) { return shown.indexOf(at) === place; }).sort(function (a, b) { return a - b; });
  }

  function isRow(text) { return text.indexOf(" · ") > 0 && !ended(text); }  // cells of a table, on a line of their own

  function ended(text) { return /[.!?][\"”“»«’')*\]]*$/.test(text); }

  // The words of units, and a mark where others stand between.
  function together(all, shown) {
    return shown.map(function (at, place) {
      var last = place ? all[shown[place - 1]].text : "";
      if (!place) return all[at].text;
      if (isRow(last) || isRow(all[at].text)) return (shown[place - 1] + 1 < at ? "\n…\n" : "\n") + all[at].text;
      return (shown[place - 1] + 1 < at ? " … " : ended(last) || /[:;…]$/.test(last) ? " " : " · ") + all[at].text;
    }).join("");
  }

  // By unit how much of a question it says.
  function worth(text, place, all, index) {
    var asked = question(text, index), scores = all.map(function () { return 0; });
    function count(word, value, own) {
      var met = all.map(function (unit) { return said(word, unit, own); }), saying = met.filter(Boolean).length;
      if (!saying) return;
      value *= Math.log(1 + (all.length + 1) / (saying + 0.5));
      met.forEach(function (how, at) {
        for (var above = all[at].above; above >= 0; above = all[above].above) how = Math.max(how, ABOVE * met[above]);
        scores[at] += value * how;
      });
    }
    // What the title says stands above all of its sentences, and tells less which of them is meant.
    var title = vfdocFind.told(index.data.sections[place][2], index, false, true);
    asked.words.forEach(function (word) {
      var tells = vfdocFind.telltales(word, index) * (index.stop[word.word] && !word.terms.length ? LITTLE : 1);
      count(word, title.some(function (other) { return vfdocFind.alike(word, other); }) ? TITLED * tells : tells, true);
    });
    var kindred = asked.kindred(place);
    Object.keys(kindred).forEach(function (form) {
      if (!asked.words.some(function (word) { return word.stem === form; })) {
        count(kindred[form].word, KINDRED * kindred[form].value * vfdocFind.telltales(kindred[form].word, index));
      }
    });
    return scores.map(function (score, at) { return (at ? score : FIRST * score) / (1 + LENGTH * all[at].words.length); });
  }

  vfdocFind.answer = answer;
  vfdocFind.sentence = sentence;
})();
