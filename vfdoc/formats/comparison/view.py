"""Two editions compared, put into the order in which people read it; text, Markdown and HTML print that.

In come a Comparison and its two rulebooks; out come values of plain words. The summary stands first,
then values, modifiers and rows, then the sections, those whose rule differs before those that only
read differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from vfdoc.formats.comparison.sections import (
    Changed,
    arrow,
    by_anchor,
    called,
    changed,
    named,
    numbers,
    silent,
)
from vfdoc.formats.comparison.stated_values import Sections, StatedValues, Value
from vfdoc.formats.comparison.words import (
    entry_words,
    modifier_words,
    number_words,
    row_sides,
    row_words,
    speeches,
)
from vfdoc.formats.conditions import Speech, name_of
from vfdoc.formats.documents import plain
from vfdoc.language.word_list import has_words, languages, primary
from vfdoc.model import Rulebook, Section, text_of
from vfdoc.model.comparison import (
    ChangeKind,
    Comparison,
    Effect,
    ModifierChange,
    NumberChange,
    RowChange,
    SectionChange,
    SummaryEntry,
)
from vfdoc.model.mechanics import Modifier
from vfdoc.model.translation import Translated
from vfdoc.model.words import DEFAULT_LANGUAGE

ENTRIES = 25  # so many a reader reads; of the others a line each
HEADINGS: dict[ChangeKind, str] = {
    "changed": "Changed",
    "split": "Split",
    "merged": "Merged",
    "added": "New",
    "removed": "Gone",
    "unverified": "Worded anew, not compared",
    "reworded": "The same in other words, proved",
    "unmentioned": "Not mentioned: as in the base",
}


LEARN = (
    "Lessons",
    "Lessons that no longer hold",
    "What no lesson covers, the weightiest first",
    "What to learn, the weightiest first",
    "What the lessons cover, in the words of the texts",
)


class ViewLine(NamedTuple):
    """A value, modifier or row: what it is, each side's word on it, and where both stand. `note` says
    in what they differ. `told` is what the sides of a row come to, where that can be told in words of
    ours; `old` and `new` are then the words of the text. `sections` are the anchors on both sides."""

    topic: str
    kind: ChangeKind
    old: str | None
    new: str | None
    where: str
    note: str = ""
    told: tuple[str | None, str | None] = (None, None)
    sections: tuple[str | None, str | None] = (None, None)


class ViewEntry(NamedTuple):
    """An entry of the summary in words: the rule, what differs in it, where both sides say it, what the
    change does at the table ("" where nothing is played), and how many changes its last point counts."""

    title: str
    points: tuple[str, ...]
    where: str
    effect: str = ""
    counted: int = 0

    @property
    def brief(self) -> str:
        """The first of its points, and how many there are besides."""
        others = len(self.points) - 1 + self.counted - bool(self.counted)
        more = f" (and {others} more)" if others > 0 else ""
        return "".join(self.points[:1]) + more


class ViewLesson(NamedTuple):
    """What a person says must be learned: the sentence, where both sides say so, and why it no longer holds
    ("" where it does)."""

    says: str
    where: str
    stale: str


class ViewWaiting(NamedTuple):
    """A section that a translator has to do: its state, what it is called on both sides; and of one that is
    stale the texts: what the original said (`then`, and in which edition or revision; "" where that was not
    found), the words that are others now, the original and the translation as they stand."""

    state: str
    section: str
    original: str = ""
    translation: str = ""
    then: str = ""
    where: str = ""
    words: str = ""

    @property
    def sides(self) -> tuple[tuple[str, str], ...]:
        """The texts, each with what it is called."""
        told = (
            (f"original then ({self.where})", self.then),
            ("original now" if self.then else "original", self.original),
            ("its words", self.words),
            ("translation", self.translation),
        )
        return tuple((name, text) for name, text in told if text)


class View(NamedTuple):
    """Everything that a page says of a comparison, in order."""

    old: str
    new: str
    unread: str  # which of them is in a language whose words are not known
    lessons: tuple[ViewLesson, ...]
    stale: tuple[ViewLesson, ...]  # lessons that no longer hold
    entries: tuple[ViewEntry, ...]  # those that no lesson covers
    more: tuple[ViewEntry, ...]  # of these the ones of less weight, a line each
    untold: str  # how many rules differ of which no entry tells
    covered: tuple[ViewEntry, ...]  # those that a lesson covers
    each_number: tuple[ViewLine, ...]  # of each value in turn
    numbers: tuple[ViewLine, ...]
    modifiers: tuple[ViewLine, ...]
    rows: tuple[ViewLine, ...]
    sections: tuple[tuple[ChangeKind, tuple[Changed, ...]], ...]
    renumbered: tuple[tuple[str, str], ...]
    played: str  # what playing shows of the summary's changes, or left out of them, as a clause
    stayed: str
    progress: str
    waiting: tuple[ViewWaiting, ...]


def view(comparison: Comparison, old: Rulebook, new: Rulebook, language: str = DEFAULT_LANGUAGE) -> View:
    """What is to be said of a comparison; changes of values are worded in that language."""
    olds, news = by_anchor(old), by_anchor(new)
    of = speeches(old, new, language)
    by_row = bool(comparison.rows or comparison.same_rows)  # then values and sections would say it again
    differing = [
        change
        for change in (() if by_row else comparison.sections)
        if change.kind in HEADINGS and not silent(change, olds, news)
    ]
    sections = [changed(change, olds, news) for change in differing]
    values: list[Value] = [*comparison.numbers, *comparison.same_numbers]
    values += [*comparison.rows, *comparison.same_rows]
    stated = StatedValues(values, olds, news, new.forms.stop)
    played = any(entry.effect in ("result", "wording") for entry in comparison.entries)

    def worded(entry: SummaryEntry) -> ViewEntry:
        where = arrow(numbers(entry.old_sections, olds), numbers(entry.new_sections, news))
        return ViewEntry(
            *entry_words(entry, of, stated.told),
            where,
            _EFFECTS[entry.effect] if played else "",
            entry.more,
        )

    each_number = tuple(_number(n, olds, news, of, stated) for n in (() if by_row else comparison.numbers))
    learned = [worded(entry) for entry in uncovered(comparison)]
    taught = [
        ViewLesson(each.says, arrow(numbers(each.old, olds), numbers(each.new, news)), each.why)
        for each in comparison.lessons
    ]
    return View(
        old=called(old.edition),
        new=called(new.edition),
        unread=_unread(old, new),
        lessons=tuple(each for each in taught if not each.stale),
        stale=tuple(each for each in taught if each.stale),
        entries=tuple(learned[:ENTRIES]),
        more=tuple(learned[ENTRIES:]),
        untold="" if comparison.narrowed else _untold(comparison, differing),
        covered=tuple(worded(e) for e in comparison.entries if e.covered_by is not None),
        each_number=each_number,
        numbers=tuple(dict.fromkeys(each_number)),  # what a sentence says of two values is said once
        modifiers=tuple(
            _modifier(m, olds, news, of) for m in (() if by_row else _further_modifiers(comparison))
        ),
        rows=tuple(_row(r, olds, news, of, stated) for r in comparison.rows),
        sections=tuple(
            (kind, found) for kind in HEADINGS if (found := tuple(c for c in sections if c.kind == kind))
        ),
        renumbered=() if by_row else tuple(_renumbered(comparison, olds, news)),
        played=_played(comparison) if played or comparison.narrowed else "",
        stayed=_stayed(comparison),
        progress=_progress(comparison),
        waiting=tuple(_waiting(comparison, olds, news)),
    )


def _unread(old: Rulebook, new: Rulebook) -> str:
    """Which of two texts in different languages nobody here can read, and what is not compared for it."""
    unread = [each.edition.id for each in (old, new) if not has_words(each.edition.language)]
    if not unread or primary(old.edition.language) == primary(new.edition.language):
        return ""
    words, known = " and ".join(unread), ", ".join(languages())
    return f"{words} is in no language that is read ({known}): only figures and citations are compared."


def _untold(comparison: Comparison, differing: Iterable[SectionChange]) -> str:
    """How many sections differ, or may, of which no entry of the summary tells."""
    told = {(0, anchor) for entry in comparison.entries for anchor in entry.old_sections}
    told |= {(1, anchor) for entry in comparison.entries for anchor in entry.new_sections}
    left = sum(
        change.kind not in ("reworded", "unmentioned")
        and told.isdisjoint([*((0, a) for a in change.at.old), *((1, a) for a in change.at.new)])
        for change in differing
    )
    sections = "section differs or is" if left == 1 else "sections differ or are"
    return f"{left} more {sections} worded anew: see below" if left else ""


def _row(r: RowChange, olds: Sections, news: Sections, of: Speech, stated: StatedValues) -> ViewLine:
    where = _where(r.old_section, r.new_section, olds, news)
    if sentence := stated.of_lookup(r):
        return _by_sentence(r, sentence, where, of)
    whole = stated.whole(r)
    words, (old, new) = row_words(whole, of), row_sides(whole)
    told = (words.old, words.new) if (words.old, words.new) != (old, new) else (None, None)
    return ViewLine(words.topic, r.kind, old, new, where, _row_note(r), told)


def _number(n: NumberChange, olds: Sections, news: Sections, of: Speech, stated: StatedValues) -> ViewLine:
    where = _where(n.old_section, n.new_section, olds, news)
    if sentence := stated.of_lookup(n):
        return _by_sentence(n, sentence, where, of)
    told, sections = number_words(n, of), (n.old_section, n.new_section)
    topic = stated.of_prose(n) or told.topic
    return ViewLine(topic, n.kind, told.old, told.new, where, sections=sections)


def _by_sentence(value: Value, sentence: str, where: str, of: Speech) -> ViewLine:
    """A value by the sentence that states it: that of one side alone as what the side says, else as topic."""
    sections = (value.old_section, value.new_section)
    if value.old is not None and value.new is not None:
        return ViewLine(sentence, value.kind, value.old, value.new, where, sections=sections)
    old, new = (sentence if side is not None else None for side in (value.old, value.new))
    return ViewLine(name_of(value.of, of), value.kind, old, new, where, sections=sections)


def _modifier(
    change: ModifierChange, olds: Mapping[str, Section], news: Mapping[str, Section], of: Speech
) -> ViewLine:
    before, after = (m.section if m else None for m in (change.old, change.new))
    told = modifier_words(change, of)
    note = ", ".join(dict.fromkeys(difference.aspect for difference in change.verdict.differences))
    where = _where(before, after, olds, news)
    return ViewLine(told.topic, change.kind, told.old, told.new, where, note, sections=(before, after))


def uncovered(comparison: Comparison) -> tuple[SummaryEntry, ...]:
    """The entries of the summary that no stated lesson covers: all of them where none is stated."""
    return tuple(entry for entry in comparison.entries if entry.covered_by is None)


def _further_modifiers(comparison: Comparison) -> Iterator[ModifierChange]:
    """The modifiers of which the values do not say already what they do otherwise."""
    told = {(n.old_section, n.old_line, n.new_section, n.new_line) for n in comparison.numbers}
    for change in comparison.modifiers:
        if (*_place(change.old), *_place(change.new)) not in told:
            yield change


def _place(modifier: Modifier | None) -> tuple[str | None, int | None]:
    return (modifier.section, modifier.line) if modifier is not None else (None, None)


def _where(old: str | None, new: str | None, olds: Mapping[str, Section], news: Mapping[str, Section]) -> str:
    return arrow(numbers((old,) if old else (), olds), numbers((new,) if new else (), news))


def _renumbered(
    comparison: Comparison, olds: Mapping[str, Section], news: Mapping[str, Section]
) -> Iterator[tuple[str, str]]:
    for change in comparison.sections:
        if change.kind in ("same", "reworded") and (change.at.renumbered or change.at.moved):
            pair = (
                [olds[a] for a in change.at.old if a in olds],
                [news[a] for a in change.at.new if a in news],
            )
            yield " + ".join(map(named, pair[0])), " + ".join(map(named, pair[1]))


def _row_note(change: RowChange) -> str:
    """In what a row differs, and which of the base's own texts it follows where those differ."""
    aspects = dict.fromkeys(difference.aspect for difference in change.verdict.differences)
    follows = [f"follows the base's {change.follows}"] if change.follows in ("rules", "sheet") else []
    return ", ".join([*aspects, *follows])


def _progress(comparison: Comparison) -> str:
    """How far a translation is, in a line; nothing where there is none."""
    each = comparison.translation
    done = sum(section.state == "translated" for section in each)
    return f"{done} of {len(each)} sections are translated ({100 * done // len(each)} %)" if each else ""


def _waiting(
    comparison: Comparison, olds: Mapping[str, Section], news: Mapping[str, Section]
) -> Iterator[ViewWaiting]:
    """The sections that a translator has to do, what is stale first, with both texts."""
    for state in ("stale", "untranslated"):
        for each in comparison.translation:
            if each.state == state:
                there = news.get(each.section) if each.section is not None else None
                here = olds.get(each.original)
                name = arrow(named(here) if here else each.original, named(there) if there else "")
                shown = (here, there) if state == "stale" else (None, None)
                texts = (plain(" ".join(text_of(s.blocks).split())) if s is not None else "" for s in shown)
                original, translation = texts
                then, where, words = _then(each)
                yield ViewWaiting(state, name, original, translation, then, where, words)


def _then(each: Translated) -> tuple[str, str, str]:
    """What the original of a stale section said, where, and the words that are others now."""
    if each.before is None:
        return "", "", ""
    words = "; ".join(f"{old or '–'} → {new or '–'}" for old, new in each.before.words)
    return each.before.text, each.before.where, words


_EFFECTS: Mapping[Effect | None, str] = {
    "result": "another result",
    "new": "new",
    "clarification": "clarification",
    "wording": "wording",
    None: "effect not known",
}


def _played(comparison: Comparison) -> str:
    """What the changes of a summary do at the table, those that playing shows first; or what was left out of
    a summary that holds only results."""
    if comparison.narrowed:
        called = {None: "not played", "new": "new", "clarification": "clarifications", "wording": "wording"}
        left = ", ".join(f"{count} {called[effect]}" for effect, count in comparison.narrowed)
        return f"left out, as playing shows no other result: {left}"
    counts = Counter(entry.effect for entry in comparison.entries)
    done = ", ".join(f"{counts[effect]} {name}" for effect, name in _EFFECTS.items() if counts[effect])
    return f"the changes, when played: {done}"


def _stayed(comparison: Comparison) -> str:
    same = sum(change.kind == "same" for change in comparison.sections)
    counted = (
        (same, "section"),
        (len(comparison.same_numbers), "value"),
        (len(comparison.same_modifiers), "modifier"),
        (len(comparison.same_rows), "row"),
    )
    return ", ".join(f"{count} {name}{'s' * (count != 1)}" for count, name in counted if count)
