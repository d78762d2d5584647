"""What a text whose game nobody describes says of what is asked and told: its sentences and tables.

In: a rulebook, the name that is asked, and the facts that are told. Out: of each the sentences, tables and
rows of tables that speak of it most, whatever was read of them; nothing of it is computed. They speak of a
name by their own words, by what stands over them (lead-ins, a caption and heads, the title of the section)
and, less, by the titles above and the sentence before; words that stand everywhere tell little. Of a number
that is told the row of a table whose band holds it is meant, and no other.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import NamedTuple

from vfdoc.language.stems import phrase_form
from vfdoc.mechanics.lexicon import Lexicon, lexicon
from vfdoc.mechanics.lexicon import words_of as read_words
from vfdoc.mechanics.looked_up import band_of
from vfdoc.mechanics.passages import PrintedTable, printed_tables
from vfdoc.model import Block, ItemList, Paragraph, Quote, Rulebook, Section
from vfdoc.model.session import memoized_last
from vfdoc.pipeline.spoken import words_of
from vfdoc.play.undescribed import SaidOf
from vfdoc.reading.mechanics.passages import MechanicsPassage
from vfdoc.reading.mechanics.prohibitions import spoken

_NEAR, _FAR = 0.8, 0.4
"""What a word counts that stands over a sentence, and one of a title above, or of the sentence before."""
_ENOUGH, _LED = 0.55, 0.75
"""How much of a name must be said to be spoken of, and where only what stands over a sentence says it."""
_OF_ASKED, _OF_TOLD, _RULES = 1.0, 0.5, 0.5
"""What it counts that a fact is said with what is asked, or with what else is told; and that a roll or change
is."""
_AIMED = 0.2
"""What it counts for what is asked that a sentence says what its roll must show."""
_BELOW, _BESIDE = 0.66, 0.5
"""How much of the best is needed to be named with it, and to be so in its own section."""
_MOST_ASKED, _MOST_TOLD = 8, 6
_OTHER_FORM = 0.7  # what a word counts that is said in another form than a text has, too: "gun", of "gunner"
_MOST_ELSEWHERE = 3  # of what is asked, where facts are told and the sentence stands in no section of these
_LEADS = 4  # lead-ins over one another at most
_ROWS = 14  # of a table that is shown whole
_LONGEST = 400  # characters that are shown of a sentence or table
_WORD = re.compile(r"[^\W\d_]{2,}")
_MARKS = re.compile(r"[*_`|]|\\|</?[a-zA-Z][^<>]{0,80}>")
_BANDED = re.compile(r"\d{1,4}(?:\s?[-–—]{1,2}\s?\d{1,4})?\+?")
_CHANGES = frozenset((
    "DICE", "TARGET", "SIGNED", "add", "added", "subtract", "subtracted", "halve", "double", "half", "reroll",
    "raised", "lowered", "automatic", "tested", "dice", "changing", "rolling",
))  # fmt: skip
_RULING = frozenset(("forbids", "forbids_weak", "permits", "no_one", "not", "never", "only", "unless"))
_LITTLE = frozenset((
    "NUMBER", "RANGE", "FRACTION", "succeeds", "fails", "loses", "limit", "counts", "gives", "becomes",
))  # fmt: skip
_AIMS = frozenset(("DICE", "TARGET", "at_least", "at_most"))
_GOING_ON = frozenset(("pronoun", "goes_on"))


class ToldFact(NamedTuple):
    """A fact or number as it is told, the words of its name, and its number, if it is one."""

    told: str
    words: str
    number: float | None = None


class _Unit(NamedTuple):
    """A sentence, a table or a row of one: as it is printed, where it stands, the cells of a row (of a whole
    table the lines of its rows), the stems of its own words, of those over it and of those further off, the
    kinds of its words."""

    said: str
    section: str
    line: int
    cells: tuple[str, ...]
    own: frozenset[str]
    near: frozenset[str]
    far: frozenset[str]
    kinds: frozenset[str]
    whole: bool = False


class _Text(NamedTuple):
    """The units of a text, and how much each word tells: little where it stands in many."""

    units: tuple[_Unit, ...]
    weights: Mapping[str, float]
    forms: frozenset[str]
    unknown: float
    words: Lexicon


def said_of(
    rulebook: Rulebook, asked: str, told: Sequence[ToldFact], *, may: bool = False
) -> tuple[SaidOf, ...]:
    """What a text says of a name that is asked (of an action that is asked for, `may`) and of facts that are
    told: first of what is asked."""
    text = _text(rulebook)
    name = _stems(rulebook, asked.replace("-", " "))
    groups: list[tuple[str, list[_Unit]]] = []
    facts = [_stems(rulebook, each.words) for each in told]
    for n, (each, words) in enumerate(zip(told, facts, strict=True)):
        others = [(name, _OF_ASKED), *((fact, _OF_TOLD) for fact in (*facts[:n], *facts[n + 1 :]))]
        groups.append((each.told, _told(text, each, words, others, may=may)))
    told_in = {unit.section for _, units in groups for unit in units}
    titles = {each.anchor: _words(rulebook, each.title or "") for each in rulebook.sections()}
    named_in = {anchor for anchor, words in titles.items() if any(_of(word, words) for word in name)}
    groups.insert(0, (asked, _asked(text, name, told_in | named_in if told_in else None, may=may)))
    taken: set[_Unit] = set()
    found: list[SaidOf] = []
    for of, units in (*groups[1:], groups[0]):  # of what is asked what no fact is said with
        own = [unit for unit in sorted(units, key=text.units.index) if unit not in taken]
        taken.update(own)
        said = [SaidOf(of=of, words=each.said, section=each.section, line=each.line) for each in own]
        found = [*found, *said] if of != asked else [*said, *found]
    return tuple(found)


def has_word_of(rulebook: Rulebook, words: str) -> bool:
    """Whether a text has a word of some words."""
    return any(word.partition("=")[0] in _text(rulebook).weights for word in _stems(rulebook, words))


def _of(word: str, words: Collection[str]) -> bool:
    """Whether words have one that is told as its stem with its form."""
    return word.partition("=")[0] in words


def _asked(text: _Text, name: Collection[str], home: Collection[str] | None, *, may: bool) -> list[_Unit]:
    """The units that speak of what is asked and rule something; of a table, itself or its rows. Where facts
    are told (`home` are then the sections that speak of them, or are called by the name), few from elsewhere:
    a name may be a word that stands everywhere."""
    scored = []
    for unit in text.units:
        much, rules = _share(text, name, unit), _rules(unit, may=may)
        if much >= _ENOUGH and rules:
            aimed = _AIMED if not unit.kinds.isdisjoint(_AIMS) else 0.0
            scored.append((much + _RULES * rules + aimed, unit))
    best = _best(scored, _MOST_ASKED)
    if home is not None:
        own = [each for each in best if each.section in home]
        best = [*own, *[each for each in best if each not in own][:_MOST_ELSEWHERE]]
    covered = {(unit.section, line) for unit in best if unit.whole for line in unit.cells}
    return [each for each in best if each.whole or (each.section, str(each.line)) not in covered]


def _told(
    text: _Text,
    fact: ToldFact,
    words: Collection[str],
    others: Sequence[tuple[Collection[str], float]],
    *,
    may: bool,
) -> list[_Unit]:
    """The units that speak of a fact, those first that speak of what is asked, or else is told, too."""
    scored = []
    for unit in text.units:
        if unit.whole:
            continue
        much, rules, band = _share(text, words, unit, far=0), _rules(unit, may=may), 0.0
        if fact.number is not None and unit.cells:
            bands = [found for cell in unit.cells[:1] if (found := _band(cell, text.words)) is not None]
            if bands and not any(low <= fact.number <= high for low, high in bands):
                continue
            band = _RULES if bands else 0.0
        said = band or any(word.partition("=")[0] in unit.own for word in words)
        if much >= (_ENOUGH if said else _LED) and (rules or (much > _NEAR and not unit.said.endswith(":"))):
            both = max(worth * _share(text, each, unit) for each, worth in others)
            scored.append((much + both + _RULES * rules + band, unit))
    return _best(scored, _MOST_TOLD)


def _best(scored: Iterable[tuple[float, _Unit]], most: int) -> list[_Unit]:
    """The best, and those that are not much worse; of what is said twice in the same words the first."""
    once: dict[str, tuple[float, _Unit]] = {}
    for score, unit in scored:
        if unit.said not in once or once[unit.said][0] < score:
            once[unit.said] = score, unit
    ranked = sorted(once.values(), key=lambda each: -each[0])[:most]
    return [
        unit
        for score, unit in ranked
        if score >= (_BESIDE if unit.section == ranked[0][1].section else _BELOW) * ranked[0][0]
    ]


def _share(text: _Text, words: Collection[str], unit: _Unit, far: float = _FAR) -> float:
    """How much of some words a unit says, all of them in its own words being 1."""
    whole = said = 0.0
    for word in words:
        stem, _, form = word.partition("=")
        weight = text.weights.get(stem, text.unknown)
        whole += weight
        for there, worth in ((unit.own, 1.0), (unit.near, _NEAR), (unit.far, far)):
            if stem in there:
                other = form in text.forms and f"={form}" not in there
                said += weight * worth * (_OTHER_FORM if other else 1)
                break
    return said / whole if whole else 0.0


def _rules(unit: _Unit, *, may: bool) -> float:
    """How much a unit rules: all where it changes or rolls (of an action: forbids, or says under what it may
    be done), less where it states a number."""
    if "example" in unit.kinds:
        return 0.0
    first, second = (_RULING, _CHANGES) if may else (_CHANGES, _RULING)
    if unit.whole or not first.isdisjoint(unit.kinds):
        return 1.0
    return 0.4 if unit.cells or not (second | _LITTLE).isdisjoint(unit.kinds) else 0.0


def _band(cell: str, words: Lexicon) -> tuple[int, int] | None:
    """The numbers that a cell holds, whatever its unit: "19-24G"."""
    found = _BANDED.match(cell)
    if found is None:
        return None
    return band_of(cell.replace("--", "-"), words) or band_of(found.group(), words)


@memoized_last
def _text(rulebook: Rulebook) -> _Text:
    words = lexicon(rulebook.edition.language)
    units = tuple(_units(rulebook, words))
    count = Counter(word for unit in units for word in unit.own | unit.near)
    many = len(units) + 1
    forms = frozenset(word[1:] for word in count if word.startswith("="))
    return _Text(units, {word: log(many / n) + 0.1 for word, n in count.items()}, forms, log(many), words)


def _units(rulebook: Rulebook, words: Lexicon) -> Iterator[_Unit]:
    """The sentences of a text, section by section, and the tables of each with their rows."""
    titles = {each.anchor: (each.title or "", each.parent) for each in rulebook.sections()}
    leads: dict[str, str] = {}
    items: dict[int, str] = {}
    last: Section | None = None
    for passage, _ in spoken(rulebook):
        section = passage.section
        if last is not section:
            last, leads, items = section, {}, dict(_items(section.blocks, ""))
            for table in printed_tables(section.blocks):
                yield from _of_table(rulebook, table, section, titles, words)
        if not passage.cell and "|" not in passage.text:
            yield _sentence(rulebook, passage, leads, items, titles, words)


def _of_table(
    rulebook: Rulebook,
    table: PrintedTable,
    section: Section,
    titles: Mapping[str, tuple[str, str | None]],
    words: Lexicon,
) -> Iterator[_Unit]:
    """A table that is not long, and each of its rows."""
    heads, title = " | ".join(filter(None, map(_level, table.heads))), _level(table.title).strip(" :")
    above = f"{title or table.above[-80:]} {heads} {section.title or ''}"
    near = _words(rulebook, above)
    far = _words(rulebook, " ".join(_above(section.anchor, titles)))
    rows = [
        (tuple(filter(None, (_level(text) for text, _, _ in row))), row[0][1]) for row in table.rows if row
    ]
    called = title or _level(section.title or "")
    whole = f"{called}: " + "; ".join(" | ".join(cells) for cells, _ in rows)
    if 1 < len(rows) <= _ROWS and len(whole) <= _LONGEST:
        own = _words(rulebook, called)
        lines = tuple(str(line) for _, line in rows)
        yield _Unit(
            said=whole,
            section=section.anchor,
            line=rows[0][1] - 1,
            cells=lines,
            own=own,
            near=near,
            far=far,
            kinds=frozenset(),
            whole=True,
        )
    for (cells, line), row in zip(rows, filter(None, table.rows), strict=True):
        text = " | ".join(cells)
        said = f"{called}: {' | '.join(_headed(row, table.heads))}"[:_LONGEST]
        yield _Unit(
            said=said,
            section=section.anchor,
            line=line,
            cells=cells,
            own=_words(rulebook, text),
            near=near,
            far=far,
            kinds=_kinds(text, words),
        )


def _headed(row: Sequence[tuple[str, int, int]], heads: Sequence[str]) -> Iterator[str]:
    """The cells of a row that are not blank, all but the first behind their heads."""
    for n, (text, _, _) in enumerate(row):
        head = _level(heads[n]).strip(" :") if 0 < n < len(heads) else ""
        if cell := _level(text):
            yield f"{head}: {cell}" if head else cell


def _items(blocks: Sequence[Block], over: str) -> Iterator[tuple[int, str]]:
    """The lines of lists, each with the first lines of the items that they are listed under."""
    for block in blocks:
        match block:
            case Paragraph(lines) if over:
                yield from ((line.line, over) for line in lines)
            case Quote(inside):
                yield from _items(inside, over)
            case ItemList(items):
                for item in items:
                    first = item.blocks[0] if item.blocks else None
                    said = first.lines[0].text if isinstance(first, Paragraph) and first.lines else ""
                    yield from _items(item.blocks[:1], over)
                    yield from _items(item.blocks[1:], f"{over} {said}".strip())


def _sentence(
    rulebook: Rulebook,
    passage: MechanicsPassage,
    leads: dict[str, str],
    items: Mapping[int, str],
    titles: Mapping[str, tuple[str, str | None]],
    words: Lexicon,
) -> _Unit:
    """A sentence, with the label before it; `leads` are the lead-ins of its section over one another, `items`
    by line what the items say that it is listed under."""
    text, label, lead = _level(passage.text), _level(passage.label).strip(" :."), _level(passage.lead)
    if text.endswith(":"):
        leads[text] = lead
    said = text if not label or text.startswith(label) else f"{label}: {text}"
    above = [passage.title, passage.section.title or ""]
    for _ in range(_LEADS):
        above.append(lead)
        lead = leads.get(lead, "")
    before, kinds = "".join(passage.before[-1:]), _kinds(said, words)
    if not kinds.isdisjoint(_GOING_ON):  # "they", "such": of whom it speaks the sentence before says
        above.append(before)
    line, _ = passage.place(len(passage.text) - len(passage.text.lstrip()))
    above.append(items.get(line, ""))
    return _Unit(
        said=said[:_LONGEST],
        section=passage.section.anchor,
        line=line,
        cells=(),
        own=_words(rulebook, said),
        near=_words(rulebook, " ".join(above)),
        far=_words(rulebook, " ".join((before, *_above(passage.section.anchor, titles)))),
        kinds=kinds,
    )


def _words(rulebook: Rulebook, text: str) -> frozenset[str]:
    """The words of a text as stems, and each as it is said: "=gunner", of which the stem is "gun"."""
    return words_of(rulebook, text) | {f"={form}" for form in _forms(rulebook, text)}


def _stems(rulebook: Rulebook, text: str) -> tuple[str, ...]:
    """The words of a name, each as its stem with the form in which it is told: "gun=gunner"."""
    found = ((form, words_of(rulebook, form)) for form in _forms(rulebook, text))
    return tuple(dict.fromkeys(f"{stem}={form}" for form, stems in found for stem in stems))


def _forms(rulebook: Rulebook, text: str) -> Iterator[str]:
    """The words of a text, without plural and gender."""
    return (phrase_form(word, rulebook.edition.language) for word in _WORD.findall(text.casefold()))


def _above(anchor: str, titles: Mapping[str, tuple[str, str | None]]) -> Iterator[str]:
    """The titles that a section stands under."""
    parent = titles.get(anchor, ("", None))[1]
    while parent is not None and parent in titles:
        title, parent = titles[parent]
        yield title


def _kinds(text: str, words: Lexicon) -> frozenset[str]:
    """The kinds of the words of a text."""
    read = read_words(text, words.language)
    kinds = {kind for each in read for kind in (each.token.kind, *each.kinds)}
    return frozenset(kinds | ({"example"} if words.says("example", text) else set()))


def _level(text: str) -> str:
    """Words as they are shown, without marks."""
    return " ".join(_MARKS.sub(" ", text).split())
