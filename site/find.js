// Which sections answer a question: the words of an edition and a question in, sections out, the best first.
// No page is touched here; what answers at once is answer.js's. An edition's own search.js hands its words to vfdocIndex, its
// asked.js what players ask of it to vfdocAsked, its said.js what its sections say to vfdocSaid.
(function () {
  "use strict";
  if (window.vfdocFind) return;  // the search's own page names this script, and asks for it too
  var indexes = map(), asked = map(), said = map();
  // What a place is worth: a word in the title or in the title above; a term in the title, or where it is
  // defined, the more if the question is that term alone.
  var TITLE = 1.8, ABOVE = 0.5, NAMED = 1.4, DEFINED = 2, WANTED = 4;
  var NUMBER = /^\W*((?:[a-z]\W?)?\d+(?:\.\d+)*)\W*$/i;
  // How a word was met: as it stands, bent, begun, misspelt, as another name for a term.
  var SAME = 1, AKIN = 0.9, BEGUN = 0.6, MISSPELT = 0.55, TERM = 0.95;
  // What it counts that all words of the question meet, and what an aside counts beside a rule; what of the
  // section above goes for a section too, and how far a word met only there is met.
  // What it is worth to be the answer to a question like this one, and how much less the second answer is; how much
  // the next few of a topic's questions count beside the one that is most like. (What these numbers come to was set by
  // holding back a quarter of the questions in turn.)
  var ASKED = 10, LIKE = 2, NEXT = 0.7, WHOLE = 0.25, AKIN_TERM = 0.7, OWN = 0.65, LEAST = 0.4, LITTLE = 0.5, AKIN_WORD = 0.6;
  var FEW = 5, OTHERS = 0.5, EXACT = 8;
  // What it is worth that questions which a section answers say a word, and how many of them are half of all that.
  var SAID = 1, HALF = 1.5;
  var COVERED = 1.2, ASIDE = 0.9, BARE = 0.5, WORD = 0.5, FROM_ABOVE = 0.5, MET_ABOVE = 0.3;

  window.vfdocIndex = function (data) { indexes[data.id] = prepared(data); };
  window.vfdocAsked = function (data) { asked[data.id] = data; };
  window.vfdocSaid = function (data) { said[data.id] = data.sections; };

  // The questions of players, made ready when the first is asked: by number the topic of each and what its
  // words weigh; the words, each with its form, the terms that it names there and the questions that say it.
  function questions(index) {
    var data = asked[index.data.id] || { topics: [], little: [], akin: [] };
    if (index.questions && index.questions.data === data) return index.questions;
    var akin = map();
    data.akin.forEach(function (words, meaning) {
      words.split(" ").forEach(function (word) {
        var key = stem(word, index.data);
        (akin[key] = akin[key] || []).push(meaning);
      });
    });
    function isLittle(word) {
      return index.stop[word] || made.little.some(function (little) { return little[word]; });
    }
    var made = { data: data, akin: akin, little: data.little.map(set), topics: [], topic: [], weight: [], words: [], asking: [] }, known = map(), met = map();
    data.topics.forEach(function (one, topic) {
      var here = map();
      made.topics.push(one[1].split(" ").map(Number));
      one[0].split("|").forEach(function (question) {
        made.topic.push(topic);
        told(counted(question.split(" "), index.data), index, false).forEach(function (word) {
          var key = word.word + " " + word.terms.join(" ");
          word.akin = akin[word.stem];
          if (!(key in known)) {
            known[key] = made.words.push(word) - 1;
            made.asking.push([]);
          }
          var asking = made.asking[known[key]];
          if (asking[asking.length - 1] !== made.topic.length - 1) asking.push(made.topic.length - 1);
          here[word.stem] = true;
        });
      });
      Object.keys(here).forEach(function (stem) { met[stem] = (met[stem] || 0) + 1; });
    });
    // By form of a word how many questions that a section answers say it; a second answer counts less.
    made.said = map();
    made.words.forEach(function (word, place) {
      var here = made.said[word.stem] = made.said[word.stem] || map();
      made.asking[place].forEach(function (question) {
        made.topics[made.topic[question]].forEach(function (section, nth) {
          here[section] = (here[section] || 0) + Math.pow(NEXT, nth);
        });
      });
    });
    made.near = map();
    Object.keys(akin).forEach(function (one) {
      made.near[one] = Object.keys(akin).filter(function (other) { return other !== one && meet(akin[one], akin[other]); });
    });
    // What a word tells among the topics; a little word that no question has tells nothing.
    made.rare = function (word) {
      var rare = Math.log(1 + made.topics.length / (0.5 + (met[word.stem] || 0)));
      return !isLittle(word.word) ? rare : met[word.stem] ? LITTLE * rare : 0;
    };
    made.weight = made.topic.map(function () { return 0; });
    made.words.forEach(function (word, place) {
      var weight = made.rare(word);
      made.asking[place].forEach(function (question) { made.weight[question] += weight; });
    });
    return index.questions = made;
  }

  // The words of a question: each as it stands, its form, and the terms that it names.
  function told(words, index, slips, within) {
    var terms = named(words, index, slips, within);
    return words.map(function (word, place) {
      return { word: word, stem: stem(word, index.data), terms: terms[place] };
    });
  }

  function meet(some, others) { return some.some(function (one) { return others.indexOf(one) >= 0; }); }

  // How well a word of a question is said by one of another question.
  function alike(one, other) {
    if (one.stem === other.stem) return SAME;
    if (meet(one.terms, other.terms)) return AKIN_TERM;
    if (one.akin && other.akin && meet(one.akin, other.akin)) return AKIN_WORD;
    var short = Math.min(one.word.length, other.word.length);
    if (short > 3 && (one.word.startsWith(other.word) || other.word.startsWith(one.word))) return BEGUN;
    return short > 4 && nearly(one.word, other.word) ? MISSPELT : 0;
  }

  // By topic how like the question that is asked is to the one of its own that is most like it (0 to 1), with
  // how many of its words any of them says.
  function likeness(asked, index) {
    var made = questions(index), all = 0, own = map(), said = map(), over = map(), best = map();
    var there = made.words.map(function () { return 0; });
    asked.forEach(function (word) {
      var weight = made.rare(word), most = map(), widest = map();
      all += weight;
      made.words.forEach(function (other, place) {
        var value = alike(word, other);
        if (!value) return;
        there[place] = Math.max(there[place], value);
        made.asking[place].forEach(function (question) { most[question] = Math.max(most[question] || 0, value); });
      });
      Object.keys(most).forEach(function (question) {
        var topic = made.topic[question];
        own[question] = (own[question] || 0) + weight * most[question];
        widest[topic] = Math.max(widest[topic] || 0, most[question]);
      });
      Object.keys(widest).forEach(function (topic) { over[topic] = (over[topic] || 0) + weight * widest[topic]; });
    });
    there.forEach(function (value, place) {
      if (value) made.asking[place].forEach(function (question) {
        said[question] = (said[question] || 0) + value * made.rare(made.words[place]);
      });
    });
    Object.keys(own).forEach(function (question) {
      var like = Math.pow(own[question] / all, OWN) * Math.pow(said[question] / made.weight[question], 1 - OWN);
      (best[made.topic[question]] = best[made.topic[question]] || []).push(like);
    });
    Object.keys(best).forEach(function (topic) {
      best[topic] = (1 - WHOLE) * few(best[topic]) + WHOLE * over[topic] / all;
    });
    return { weight: all, topics: best };
  }

  // The likeness of the most like, and beside it of the next few, the less the further on they stand; a question
  // that is nearly one of its own needs no others beside it.
  function few(likenesses) {
    var first = likenesses.sort(function (a, b) { return b - a; }), more = 0, share = 0;
    for (var i = 1; i < Math.min(FEW, first.length); i++) { more += first[i] / i; share += 1 / i; }
    var beside = share ? OTHERS * (1 - Math.pow(first[0], EXACT)) : OTHERS;
    return (1 - beside) * first[0] + (share ? beside * more / share : 0);
  }

  // What gives, for a question, the words of those of the players' questions a section answers that are most like it: by
  // form the word, and how many of them say it.
  function kindred(asked, index) {
    var made = questions(index), like = likeness(asked.filter(made.rare), index).topics;
    made.told = made.told || made.topics.map(function () { return []; });
    if (!made.told.count) {
      made.told.count = made.topics.map(function () { return 0; });
      made.topic.forEach(function (topic) { made.told.count[topic]++; });
      made.words.forEach(function (word, at) {
        var said = map();
        if (made.rare(word)) made.asking[at].forEach(function (one) { said[made.topic[one]] = (said[made.topic[one]] || 0) + 1; });
        Object.keys(said).forEach(function (topic) { made.told[topic].push([word, said[topic] / made.told.count[topic]]); });
      });
    }
    return function (place) {
      var found = map();
      Object.keys(like).forEach(function (topic) {
        if (made.topics[topic].indexOf(place) >= 0) made.told[topic].forEach(function (one) {
          var known = found[one[0].stem] = found[one[0].stem] || { word: one[0], value: 0 };
          known.value = Math.max(known.value, like[topic] * one[1]);
        });
      });
      return found;
    };
  }

  // A map whose keys are words of a text, "constructor" like any other.
  function map() { return Object.create(null); }

  function prepared(data) {
    var index = { data: data, words: Object.keys(data.words), places: map(), stems: map(), phrases: map(), length: [], below: map() };
    data.numbers = Object.assign(map(), data.numbers);
    index.own = data.sections.length - data.parts;  // behind the sections stand parts of them: rows, notes
    index.stop = set(data.stop);
    index.titles = data.sections.map(function (section) { return Math.sqrt(3 / Math.max(3, tokens(section[2]).length)); });
    data.sections.forEach(function (section, number) {
      index.length.push(0);
      if (number < index.own) (index.below[section[5]] = index.below[section[5]] || []).push(number);
    });
    index.words.forEach(function (word) {
      index.places[word] = unpacked(data.words[word]);
      index.places[word].forEach(function (place) { index.length[place[0]] += place[1] >> 2; });
      var key = stem(word, data);
      (index.stems[key] = index.stems[key] || []).push(word);
    });
    index.average = index.length.slice(0, index.own).reduce(function (a, b) { return a + b; }, 0) / (index.own || 1) || 1;
    index.terms = data.terms.map(unpacked);
    index.said = map();
    data.names.forEach(function (names, term) {
      names.split("|").forEach(function (name) {
        var words = name.split(" ").map(function (word) { return stem(word, data); });
        words.forEach(function (word) { index.said[word] = true; });
        (index.phrases[words[0]] = index.phrases[words[0]] || []).push([words, term]);
      });
    });
    return index;
  }

  // "3.6 5" is section 3 with 6, section 8 with 4: each is counted from the one before, and most have 4.
  function unpacked(packed) {
    var section = 0;
    return packed.split(" ").map(function (place) {
      var parts = place.split(".");
      return [section += Number(parts[0]), Number(parts[1] || 4)];
    });
  }

  function set(list) {
    var found = map();
    list.forEach(function (one) { found[one] = true; });
    return found;
  }

  // Words as the index has them: small letters, no accents, ligatures in two. The same as `unaccented` of
  // vfdoc/language/typography.py; tests/lists/word-forms.tsv holds both to it.
  function tokens(text) {
    var plain = text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
    return plain.replace(/œ/g, "oe").replace(/æ/g, "ae").replace(/ß/g, "ss").match(/[\p{L}\p{N}]+/gu) || [];
  }

  function counted(words, data) {
    return words.map(function (word) { return data.numbers[word] || word; });
  }

  // A word without its ending, and without the letter that an ending has doubled: "winning" is "win". The
  // same as `search_form` of vfdoc/language/stems.py.
  function stem(word, data) {
    var known = data.known = data.known || map();
    return word in known ? known[word] : known[word] = bent(word, data);
  }

  function bent(word, data) {
    var whole = data.whole.some(function (end) { return word.endsWith(end); });
    var end = whole ? "" : data.endings.find(function (one) {
      return word.endsWith(one) && word.length - one.length >= 3;
    }) || "";
    return word.slice(0, word.length - end.length).replace(/([^\d])\1$/, "$1");
  }

  // Whether one letter more, less, other or two changed about make one word of the other.
  function nearly(one, other) {
    if (Math.abs(one.length - other.length) > 1) return false;
    var i = 0;
    while (i < one.length && one[i] === other[i]) i++;
    var a = one.slice(i), b = other.slice(i);
    return a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1) ||
      (a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2));
  }

  // The words of the index that a word may mean, each with how well it was met; one that names a term is not
  // misspelt.
  function meant(word, index, last, named) {
    var found = map(), data = index.data;
    function met(words, how) {
      words.forEach(function (one) { found[one] = Math.max(found[one] || 0, how); });
    }
    if (index.places[word]) met([word], SAME);
    met(index.stems[stem(word, data)] || [], AKIN);
    if (word.length > (last ? 1 : 3)) met(begun(word, index.words), BEGUN);
    if (!named && !Object.keys(found).length && word.length > 3) {
      met(index.words.filter(function (one) { return one.length > 3 && nearly(word, one); }), MISSPELT);
    }
    return found;
  }

  function begun(word, words) {
    var low = 0, high = words.length;
    while (low < high) {
      var middle = (low + high) >> 1;
      if (words[middle] < word) low = middle + 1; else high = middle;
    }
    var found = [];
    while (low < words.length && words[low].startsWith(word)) found.push(words[low++]);
    return found;
  }

  function rarity(index, sections) {
    var count = sections.filter(function (section) { return section < index.own; }).length;
    return Math.log(1 + (index.own - count + 0.5) / (count + 0.5));
  }

  function often(value, index, section) {
    var times = value >> 2;
    return times / (times + 1.2 * (0.4 + 0.6 * index.length[section] / index.average));
  }

  // By section what one word of the question is worth there.
  function worth(word, index, last, terms, alone) {
    var best = map();
    function count(places, how, high, low) {
      var rare = rarity(index, places.map(function (place) { return place[0]; }));
      places.forEach(function (place) {
        var value = place[1];
        var title = value & 2 ? high * index.titles[place[0]] : 0;
        var here = how * rare * (often(value, index, place[0]) + title + (value & 1 ? low : 0));
        best[place[0]] = Math.max(best[place[0]] || 0, here);
      });
    }
    var words = meant(word, index, last, terms.length > 0);
    Object.keys(words).forEach(function (one) { count(index.places[one], words[one], TITLE, ABOVE); });
    terms.forEach(function (term) { count(index.terms[term], TERM, NAMED, alone ? WANTED : DEFINED); });
    asking(word, index, best);
    return best;
  }

  // What a word of the question, or one akin to it, is worth where players' questions say it.
  function asking(word, index, best) {
    var made = questions(index), own = stem(word, index.data), extra = map();
    function count(form, how) {
      var here = made.said[form] || map(), places = Object.keys(here), rare = rarity(index, places);
      places.forEach(function (place) {
        extra[place] = Math.max(extra[place] || 0, how * rare * here[place] / (here[place] + HALF));
      });
    }
    count(own, SAME);
    (made.near[own] || []).forEach(function (other) { count(other, AKIN_WORD); });
    Object.keys(extra).forEach(function (place) { best[place] = (best[place] || 0) + SAID * extra[place]; });
  }

  // The terms that the question names, by the place of each of their words in it. The longest names win:
  // "line of sight" is no "line"; where those `within` others are wanted too, it is both.
  function named(asked, index, slips, within) {
    var stems = asked.map(function (word) {
      var own = stem(word, index.data);
      return slips ? known(word, own, index) : own;
    });
    var found = asked.map(function () { return []; }), longest = asked.map(function () { return 0; });
    var said = [];
    stems.forEach(function (first, start) {
      (index.phrases[first] || []).forEach(function (phrase) {
        var places = spoken(phrase[0], stems, asked, start, index);
        if (places) said.push([places, phrase[1]]);
      });
    });
    said.sort(function (a, b) { return b[0].length - a[0].length; });
    said.forEach(function (one) {
      if (!within && one[0].some(function (place) { return longest[place] > one[0].length; })) return;
      one[0].forEach(function (place) { longest[place] = one[0].length; found[place].push(one[1]); });
    });
    return found;
  }

  // The places of a name's words in a question that says it from `start` on, else null. Little words may
  // stand between them: "shoot into a melee" says "shoot into melee".
  function spoken(words, stems, asked, start, index) {
    var places = [];
    for (var i = 0, at = start; i < words.length; i++, at++) {
      while (i && stems[at] !== words[i] && index.stop[asked[at]]) at++;
      if (stems[at] !== words[i]) return null;
      places.push(at);
    }
    return places;
  }

  // Whether a question asks for one term and nothing else, little words apart.
  function single(asked, terms, index) {
    var telling = terms.filter(function (some, place) { return some.length || !index.stop[asked[place]]; });
    return telling.every(function (some) { return some.length && some.join() === telling[0].join(); });
  }

  // A stem as the terms have it: a word that the edition never says may be one of theirs, misspelt.
  function known(word, own, index) {
    if (word.length < 5 || index.said[own] || index.stems[own]) return own;
    return Object.keys(index.said).find(function (one) { return one.length > 3 && nearly(own, one); }) || own;
  }

  function key(number) {
    var parts = number.toLowerCase().match(/[a-z]+|\d+/g) || [];
    while (parts.length > 1 && parts[parts.length - 1] === "0") parts.pop();
    return parts.join(".");
  }

  // 8.2.1 is a number, whatever stands before or behind it; 8.2 is one and the beginning of others.
  function byNumber(text, index) {
    var asked = NUMBER.exec(text);
    if (!asked) return [];
    var wanted = key(asked[1]), found = [];
    index.data.sections.forEach(function (section, number) {
      var own = section[1] ? key(section[1]) : "";
      if (own === wanted) found.push([number, 1000]);
      else if (own && own.startsWith(wanted + ".")) found.push([number, 900]);
    });
    index.data.forwards.forEach(function (forward) {
      if (key(forward[0]) === wanted) {
        index.data.sections.forEach(function (section, number) {
          if (section[0] === forward[1]) found.push([number, 950]);
        });
      }
    });
    return found;
  }

  function byWords(text, index) {
    var asked = counted(tokens(text), index.data), terms = named(asked, index, true), scores = map(), covered = map(), met = 0;
    var alone = single(asked, terms, index);
    function add(section, value, weight) {
      scores[section] = (scores[section] || 0) + value;
      covered[section] = (covered[section] || 0) + weight;
    }
    asked.forEach(function (word, place) {
      if (index.stop[word] && !terms[place].length && asked.length > 1) return;
      var here = worth(word, index, place === asked.length - 1, terms[place], alone);
      var sections = Object.keys(here);
      if (!sections.length) return;
      // A word that many sections have tells little where it is met, and little where it is missing.
      var weight = WORD + rarity(index, sections);
      met += weight;
      sections.forEach(function (section) {
        add(section, here[section], weight);
        (index.below[section] || []).forEach(function (below) {
          var own = here[below] || 0, value = FROM_ABOVE * here[section];
          if (value > own) add(below, value - own, own ? 0 : MET_ABOVE * weight);
        });
      });
    });
    Object.keys(scores).forEach(function (section) {
      scores[section] *= Math.pow(covered[section] / met, COVERED);
    });
    answering(asked, terms, index, scores, instead(index, scores, covered));
    return Object.keys(scores).map(function (section) {
      // A heading of notes says nothing itself.
      var found = index.data.sections[section], aside = [1, ASIDE, BARE][found[4]];
      return [Number(section), aside * scores[section]];
    });
  }

  // What answers questions like this one gains by how like they are.
  function answering(asked, terms, index, scores, standing) {
    var gained = map();
    var words = asked.map(function (word, place) {
      var own = stem(word, index.data);
      return { word: word, stem: own, terms: terms[place], akin: questions(index).akin[own] };
    }).filter(function (word) { return questions(index).rare(word); });
    var like = likeness(words, index);
    Object.keys(like.topics).forEach(function (topic) {
      questions(index).topics[topic].forEach(function (place, nth) {
        var value = ASKED * like.weight * Math.pow(like.topics[topic], LIKE) * Math.pow(NEXT, nth);
        gained[place] = Math.max(gained[place] || 0, value);
      });
    });
    function moved(from, to) {
      scores[to] = scores[from];
      delete scores[from];
    }
    // A part and its section are one answer: what answers better stands for both.
    Object.keys(gained).forEach(function (part) {
      if (part < index.own) return;
      var whole = index.data.sections[part][5];
      var better = (gained[whole] || 0) >= gained[part] ? whole : part, other = better === whole ? part : whole;
      if (other in scores && !(better in scores)) moved(other, better);
      delete gained[other];
    });
    // Where a part stands for its section, it has what the section gains.
    Object.keys(gained).forEach(function (place) {
      var part = standing[place];
      if (place in scores || !(part in scores)) return;
      gained[part] = Math.max(gained[part] || 0, gained[place]);
      delete gained[place];
    });
    Object.keys(gained).forEach(function (place) {
      if (place in scores || gained[place] > LEAST * like.weight) scores[place] = (scores[place] || 0) + gained[place];
    });
  }

  // A part of a section stands for it where it meets as much of the question; else the section for its parts. By
  // section the part that stands for it.
  function instead(index, scores, covered) {
    var best = map();
    Object.keys(scores).forEach(function (part) {
      if (part < index.own) return;
      var whole = index.data.sections[part][5];
      if (whole in scores && covered[part] < covered[whole]) delete scores[part];
      else if (!(whole in best) || scores[part] > scores[best[whole]]) best[whole] = part;
    });
    Object.keys(best).forEach(function (whole) {
      scores[best[whole]] = Math.max(scores[best[whole]], scores[whole] || 0);
      delete scores[whole];
    });
    return best;
  }

  // The best sections of the editions (ids) for a question, and how many there are in `all`: what a page shows
  // of each, and its edition. A
  // number that one of them has is a number in all.
  function find(text, editions, most) {
    var known = editions.map(function (id) { return indexes[id]; }).filter(Boolean);
    var how = known.some(function (index) { return byNumber(text, index).length; }) ? byNumber : byWords;
    var found = [];
    known.forEach(function (index) {
      how(text, index).forEach(function (one) {
        found.push({ edition: index.data, section: index.data.sections[one[0]], place: one[0], score: one[1] });
      });
    });
    found.sort(function (a, b) { return b.score - a.score || a.place - b.place; });
    var first = found.slice(0, most);
    first.all = found.length;
    return first;
  }

  // The number that was asked for, where none of the editions has such a section; else empty.
  function missing(text, editions) {
    var asked = NUMBER.exec(text), known = editions.map(function (id) { return indexes[id]; }).filter(Boolean);
    var met = known.some(function (index) { return byNumber(text, index).length; });
    return asked && /\d\.\d/.test(asked[1]) && !met ? asked[1] : "";
  }

  function telling(text, index) {
    return forms(tokens(text).filter(function (word) { return !index.stop[word]; }).join(" "), index.data);
  }

  // The forms by which the words of a text are compared, in a language of these endings.
  function forms(text, language) {
    return tokens(text).map(function (word) { return stem(word, language); });
  }

  // The forms of the words that a question is about, which are marked in what it found.
  function telltale(text, language) {
    return forms(tokens(text).filter(function (word) { return language.stop.indexOf(word) < 0; }).join(" "), language);
  }

  window.vfdocFind = {
    find: find, telltale: telltale, missing: missing, forms: forms, has: function (id) { return id in indexes; },
    // What answer.js beside asks of an edition's words.
    index: function (id) { return indexes[id]; }, tokens: tokens, telling: telling,
    said: function (id) { return said[id]; }, alike: alike, isNumber: function (text) { return NUMBER.test(text); },
    // The words of a text, each with its form, the terms that it names and its meaning among players' questions.
    told: function (text, index, slips, within) {
      return told(counted(tokens(text), index.data), index, slips, within).map(function (word) {
        word.akin = questions(index).akin[word.stem];
        return word;
      });
    },
    // What a word tells: the less, the more sections say it, or what it is another name of.
    telltales: function (word, index) {
      var known = index.tells = index.tells || map(), places = map(), key = word.stem + " " + word.terms.join(" ");
      if (key in known) return known[key];
      function count(place) { places[place[0]] = true; }
      (index.stems[word.stem] || []).forEach(function (one) { index.places[one].forEach(count); });
      word.terms.forEach(function (term) { index.terms[term].forEach(count); });
      return known[key] = WORD + rarity(index, Object.keys(places));
    },
    kindred: kindred,
    near: function (index) {
      var akin = questions(index).akin;
      return function (word, other) {
        return word === other || Boolean(akin[word] && akin[other] && meet(akin[word], akin[other]));
      };
    }
  };
})();
