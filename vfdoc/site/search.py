"""What an edition's search needs: its sections, its words and where they stand, its terms by every name.

An edition made ready comes in; a script comes out that hands one value to site/find.js. It is a
script, not JSON, because a page that was opened as a file may load nothing else. The ranking is
find.js's business; no word of a language is known here.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from typing import Any
from urllib.parse import quote

from vfdoc.formats.conditions import name_of
from vfdoc.formats.labels import labels
from vfdoc.formats.phrases import printable
from vfdoc.language.terms import Matcher
from vfdoc.language.typography import unaccented
from vfdoc.language.word_list import akin, others, word_forms
from vfdoc.model import Glossary, Section, Term, text_of
from vfdoc.model.glossary import Topic
from vfdoc.site.editions import edition_name, edition_view
from vfdoc.site.plan import TABLES
from vfdoc.site.said import part_units, section_units
from vfdoc.site.section_parts import SectionPart
from vfdoc.site.site_edition import SiteEdition
from vfdoc.site.table_rows import RowPlace
from vfdoc.site.tables import LookupView

# A citation inside a text says where else to look, not what the text is about.
_CITED = re.compile(r"\(?\b[A-Za-z]?\.?\d+(?:\.\d+)+\)?")
_TOKEN = re.compile(r"[^\W_]+")
_MARKS = re.compile(r"[*_`\\]+")
_TAG = re.compile(r"<[^>]*>")
_SPACE = re.compile(r"\s+")
_LOOSE = re.compile(r" +(?=[.,](?:\s|$))")  # what a citation leaves before a full stop
_COMMENT = re.compile(rb"\s*|//.*\s*|/\*(?:[^*]|\*(?!/))*\*/\s*")
_REMARK = re.compile(rb"  // [^\n\"'`]*$", re.MULTILINE)
_SEEN_AT_MOST = 9
_ROWS_ANSWERED = 6
_VALUED = 2  # cells of a line that says what has a value, and the value
_COMMON = 0.05  # of the questions: a little word that more of them have is left out
_ONCE = 4  # what stands once in a text, and in no title
_UNSEARCHED = ("contents", "index")
_ELIDED = "cdjlmnst"  # what is left of a word before an apostrophe
_ASIDES = ("note", "example", "question", "front")

_Placed = Mapping[int, int]
"""By the number of a section what stands in it: 4 for each time in the text, 2 in the title, and 1 in a
title above (of words) or where it is defined (of terms)."""


def search_data(site_edition: SiteEdition) -> bytes:
    """The script by which an edition's words reach the search."""
    sections, parts = _places(site_edition)
    forms, edition, glossary = site_edition.rulebook.forms, site_edition.edition, site_edition.glossary
    # One is an article more often than a number.
    numbers = {word: str(number) for word, number in forms.sums.numbers if number > 1}
    texts = [_text(section) for section in sections] + [
        _SPACE.sub(" ", _CITED.sub("", p.text)) for p in parts
    ]
    titles = [section.title for section in sections] + [part.title for part in parts]
    numbered = {section.anchor: number for number, section in enumerate(sections)}
    above = [numbered.get(s.parent or "") for s in sections] + [numbered[part.section] for part in parts]
    terms = _terms(sections, parts, titles, texts, glossary, site_edition)
    names = {term.id: _named(term) for term in glossary.terms}
    listed = {names[id]: at for at, id in enumerate(terms)}  # what is named above is not sent twice
    words = _words(titles, above, texts, numbers)
    data = {
        "id": edition.id,
        "name": edition_name(edition),
        "dated": edition_view(site_edition.rulebook, site_edition.labels, {}, root="").dated,
        "language": edition.language,
        "stop": sorted(forms.stop.union(tokens(site_edition.labels["search_asking"]), _ELIDED)),
        "others": [" ".join(tokens(words)) for words in others(edition.language)],
        "kinds": [
            [listed.get(kind, kind) for kind in kinds] for kinds in dict.fromkeys(_kinds(site_edition))
        ],
        "joins": [word for word in forms.citing.joins if _TOKEN.fullmatch(word)],
        "endings": forms.endings,
        "whole": forms.whole,
        "numbers": numbers,
        "sections": [
            *([*_shown(s, site_edition), _aside(s), numbered.get(s.parent or "", -1)] for s in sections),
            *(
                [*_shown_part(p, sections[numbered[p.section]], site_edition), 0, numbered[p.section]]
                for p in parts
            ),
        ],
        "parts": len(parts),
        "words": {word: _packed(places) for word, places in sorted(words.items())},
        "terms": [_packed(places) for places in terms.values()],
        "names": [names[id] for id in terms],
        "answers": list(_answers(site_edition)),
        "forwards": [[old, site_edition.plan.address(new)] for old, new in edition.forwards],
    }
    return script("vfdocIndex", data)


def _places(site_edition: SiteEdition) -> tuple[list[Section], list[SectionPart]]:
    """What can be found, in the order in which the search counts it: the sections, then parts of them."""
    sections = [s for s in site_edition.rulebook.sections() if s.kind not in _UNSEARCHED]
    parts = site_edition.plan.parts
    return sections, [part for s in sections for part in parts.get(s.anchor, ()) if _is_asked(part)]


def asked_data(site_edition: SiteEdition) -> bytes:
    """The script by which the questions of players reach the search, which asks for it when it is used."""
    asked_in = {language for topic in site_edition.asked for language in topic.words}
    alike = [words for language in sorted(asked_in) for words in akin(language)]
    told = (listed for topic in site_edition.asked if not topic.sections for listed in topic.words.values())
    alike += [tuple(tokens(words)) for listed in told for words in listed]
    foreign = sorted(asked_in - {site_edition.edition.language})
    data = {
        "id": site_edition.edition.id,
        "topics": list(_asked(site_edition)),
        "akin": [" ".join(words) for words in alike],
        "little": [sorted(_stop(language)) for language in foreign],
    }
    return script("vfdocAsked", data)


def said_data(site_edition: SiteEdition) -> bytes:
    """The script by which what each section and part says reaches the search, by their places there."""
    sections, parts = _places(site_edition)
    said = [*map(section_units, sections), *map(part_units, parts)]
    return script("vfdocSaid", {"id": site_edition.edition.id, "sections": said})


def _asked(site_edition: SiteEdition) -> Iterator[tuple[str, str]]:
    """What players ask, by topic: their questions without the words that most have, and the sections or parts
    that answer, the best first. Those of all languages are asked of an edition."""
    sections, parts = _places(site_edition)
    anchors = [section.anchor for section in sections] + [part.anchor for part in parts]
    places = {anchor: place for place, anchor in enumerate(anchors)}
    common = _common(site_edition.asked)
    for topic in site_edition.asked:
        answering = [places[a] for a in topic.sections.get(site_edition.edition.id, ()) if a in places]
        if answering:
            questions = ((common[language], q) for language, listed in topic.words.items() for q in listed)
            said = (" ".join(word for word in tokens(q) if word not in little) for little, q in questions)
            yield "|".join(dict.fromkeys(filter(None, said))), " ".join(map(str, answering))


def _common(asked: Iterable[Topic]) -> dict[str, frozenset[str]]:
    """By language the little words that many questions have: they tell none from another."""
    count: dict[str, Counter[str]] = defaultdict(Counter)
    for topic in (topic for topic in asked if topic.sections):
        for language, questions in topic.words.items():
            for question in questions:
                count[language].update({"", *tokens(question)})
    return {
        language: frozenset(w for w in _stop(language) if words[w] > _COMMON * words[""])
        for language, words in count.items()
    }


def _stop(language: str) -> frozenset[str]:
    """The words of a language that say nothing of what a question is about."""
    return word_forms(language).stop.union(tokens(labels(language)["search_asking"]), _ELIDED)


def _answers(site_edition: SiteEdition) -> Iterator[list[object]]:
    """What can be answered at once: every test, value and table that has a name, with its target, its first
    rows that are wholly read (how much, when, and the address and number of the section that says so), and
    how many rows it has in all; then how many of these rows are values of a table, and the further ones that
    are shown to who asks for them by name. House rules bear the word."""
    speech = site_edition.tables.speech
    for panel in site_edition.tables.panels(site_edition.stated):
        if not panel.target and panel.name != name_of(panel.id, speech):
            continue  # a table that has but its section's title: the section is what is found
        read = [row for row in panel.rows if not row.unread]  # of the others nobody knows when they hold
        mark, always = speech.labels["quick_sheet_house"], speech.labels["always"]
        changes = [
            [row.amount, row.when or always, *_stated(row.places[0], mark * row.house)] for row in read
        ]
        listed = [
            (row, _stated(lookup.place, mark * lookup.house))
            for lookup in panel.lookups
            for row in lookup.rows
        ]
        # One value and what has it: a sentence says more than its value, and a line of many columns says
        # nothing without their names. What is left of a table without such lines would mislead.
        cells = [(tuple(filter(None, row)), place) for row, place in listed]
        named = [row for lookup in panel.lookups for row in _named_values(lookup)]
        values = [[row[1], row[0], *place] for row, place in cells if len(row) == _VALUED]
        partial = not panel.target and any(len(row) > _VALUED for row, _ in cells)
        rows = [] if partial else (values + changes)[:_ROWS_ANSWERED]
        further = named if partial else values[_ROWS_ANSWERED:] + named
        if panel.target or rows or further:
            count, table = len(panel.rows) + len(listed), f"{TABLES}#{quote(panel.id)}"
            target = f"{panel.target} ({panel.proposed})" if panel.proposed else panel.target
            yield [panel.name, target, table, rows, count, min(len(values), len(rows)), further]


def _named_values(lookup: LookupView) -> Iterator[list[object]]:
    """The lines of many columns of a table, each value behind the head of its column."""
    for row in lookup.rows:
        if sum(map(bool, row)) > _VALUED and len(lookup.columns) == len(row) and row[0]:
            told = (f"{head} {cell}" for head, cell in zip(lookup.columns[1:], row[1:], strict=True) if cell)
            yield ["", f"{row[0]}: {' · '.join(told)}", *_stated(lookup.place)]


def _stated(place: RowPlace, mark: str = "") -> tuple[str, str]:
    return place.href, f"{mark} {unescape(_TAG.sub('', place.name))}".lstrip()


def _kinds(site_edition: SiteEdition) -> Iterator[tuple[str, ...]]:
    """What excludes one another by what each can be called, as `_named` has it: the arms of service, the
    formations. A line of a table for all others is that of such a one which none of its lines names."""
    mechanics = site_edition.rulebook.mechanics
    terms = {term.id: term for term in site_edition.glossary.terms}
    for fact in mechanics.facts if mechanics is not None else ():
        last = fact.id.rpartition(".")[2]
        named = [
            _named(terms[value]) if value in terms
            else " ".join(tokens(site_edition.tables.speech.called("values", f"{last}/{value}")))
            for value in fact.values
        ]  # fmt: skip
        if named and fact.kind == "choice":
            yield tuple(named)


def script(function: str, *values: object) -> bytes:
    """A script that hands values to a function of the page; nothing in them is ever code."""
    told = ",".join(json.dumps(value, ensure_ascii=False, separators=(",", ":")) for value in values)
    # Line ends that older scripts do not take within a string; a tag's end, for whoever inlines it.
    told = told.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("</", "<\\/")
    return f"{function}({told});\n".encode()


def handed(function: str, told: bytes) -> list[Any]:
    """The values that a script hands to a function, as `script` wrote it."""
    inner = told.decode().removeprefix(f"{function}(").removesuffix(");\n")
    found: list[Any] = json.loads(f"[{inner}]")
    return found


def without_comments(content: bytes) -> bytes:
    """A script or style without its comments, on lines of their own and behind what they are of, and without
    indents: a page loads several."""
    lines = (line.lstrip() for line in _REMARK.sub(b"", content).splitlines(keepends=True))
    return b"".join(line for line in lines if not _COMMENT.fullmatch(line))


def tokens(text: str) -> list[str]:
    """The words of a text as they are compared: small letters, no accents, ligatures in two."""
    return _TOKEN.findall(unaccented(text))


def _text(section: Section) -> str:
    return _LOOSE.sub("", _SPACE.sub(" ", _MARKS.sub("", _CITED.sub("", text_of(section.blocks))))).strip()


def _aside(section: Section) -> int:
    """0 of a rule, 1 of a note and its like, 2 of one that says nothing itself."""
    return 0 if section.kind not in _ASIDES else 2 - bool(section_units(section))


def _shown(section: Section, site_edition: SiteEdition) -> Iterator[str]:
    """Address, number, title, and where it stands if no number says it."""
    yield site_edition.plan.address(section.anchor)
    yield section.number or ""
    yield printable(_MARKS.sub("", section.title))
    yield "" if section.number and section.kind == "rule" else printable(_stands(section, site_edition))


def _stands(section: Section, site_edition: SiteEdition) -> str:
    """The rule that a note stands under, else the document."""
    sections = site_edition.graph.sections
    above = sections.get(section.parent or "")
    while above is not None and not above.number:
        above = sections.get(above.parent or "")
    rules = {document.id for document in site_edition.plan.rules}
    if above is not None and section.document in rules:
        if section.kind not in ("note", "example"):
            return above.number or ""
        return site_edition.labels.say(
            "aside_of", number=above.number, kind=site_edition.labels[section.kind]
        )
    return site_edition.labels[f"document_{site_edition.rulebook.document(section.document).kind}"]


def _is_asked(part: SectionPart) -> bool:
    """Whether a part can be asked for by itself: a note, or what has a name in letters."""
    return part.kind == "note" or any(letter.isalpha() for letter in part.title)


def _shown_part(part: SectionPart, section: Section, site_edition: SiteEdition) -> Iterator[str]:
    """What `_shown` gives of a section, of a part: a note is named by its section, and stands there."""
    section_html, labels = site_edition.section_html, site_edition.labels
    yield site_edition.plan.address(part.anchor)
    yield ""
    note = part.kind == "note"
    yield printable(unescape(_TAG.sub("", section_html.part_title(part, section))))
    document = site_edition.rulebook.document(section.document)
    named = section.number or (
        labels[f"document_{document.kind}"]
        if section.parent is None
        else printable(_MARKS.sub("", section.title))
    )
    yield labels.say("aside_of", number=named, kind=labels["note"]) if note else named


def _words(
    titles: Sequence[str], above: Sequence[int | None], texts: Sequence[str], numbers: Mapping[str, str]
) -> dict[str, dict[int, int]]:
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for number, (title, host, text) in enumerate(zip(titles, above, texts, strict=True)):
        for word, count in Counter(numbers.get(w, w) for w in tokens(text)).items():
            found[word][number] = _ONCE * min(count, _SEEN_AT_MOST)
        for word in set(tokens(title)):
            found[word][number] = found[word].get(number, 0) + 2
        for word in set(tokens(titles[host])) if host is not None else ():
            found[word][number] = found[word].get(number, 0) + 1
    return found


def _terms(
    sections: Sequence[Section],
    parts: Sequence[SectionPart],
    titles: Sequence[str],
    texts: Sequence[str],
    glossary: Glossary,
    site_edition: SiteEdition,
) -> dict[str, dict[int, int]]:
    """By the ids of the terms that the edition says or defines where it does, sections first, then parts."""
    anchors = [section.anchor for section in sections] + [part.anchor for part in parts]
    found: dict[str, dict[int, int]] = defaultdict(dict)
    matcher = Matcher(glossary, site_edition.edition.language)
    defined: dict[str, list[str]] = defaultdict(list)
    for term in glossary.terms:
        anchor = term.defined.get(site_edition.edition.id, "")
        for place in {anchor, site_edition.terms.place(term.id)}:
            defined[place].append(term.id)
    for number, (anchor, title, text) in enumerate(zip(anchors, titles, texts, strict=True)):
        for id, count in Counter(said.term.id for said in matcher.find(text)).items():
            found[id][number] = _ONCE * min(count, _SEEN_AT_MOST)
        for id in sorted({said.term.id for said in matcher.find(title)}):
            found[id][number] = found[id].get(number, 0) + 2
        for id in defined.get(anchor, ()):
            found[id][number] = found[id].get(number, 0) + 1
    return found


def _named(term: Term) -> str:
    """What people may type for a term, in every language: `charge|charge home|charger`."""
    said = (word for named in (term.words, term.also) for words in named.values() for word in words)
    return "|".join(dict.fromkeys(" ".join(tokens(word)) for word in said))


def _packed(places: _Placed) -> str:
    """Short for a page that loads it: `3.6 5` is section 3 with 6, section 8 with 4, as most have."""
    packed, last = [], 0
    for section, value in sorted(places.items()):
        packed.append(f"{section - last}" if value == _ONCE else f"{section - last}.{value}")
        last = section
    return " ".join(packed)
