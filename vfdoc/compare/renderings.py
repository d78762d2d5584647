"""A translation beside its original: terms rendered in two ways, comments filed under another rule's number.

In come both rulebooks with the words for their terms, and which sections correspond. A term that the original
calls by one name has one in the translation too; two names share no word, be it in another form. A comment
stands under the number of the rule that its counterpart in the original is about; where this number is that
of another rule there, the reader is led astray.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from vfdoc.language.terms import Matcher, folded
from vfdoc.language.typography import unaccented
from vfdoc.model import Rulebook, Section, Term
from vfdoc.model.comparison import Concordance, counterparts
from vfdoc.model.passage import passages, words_of
from vfdoc.model.text import TextLine

_ALIKE = 5  # letters by which words are forms of one
_SURE = 0.5  # the confidence of a pair on which a finding may stand


class TermOccurrence(NamedTuple):
    """Where a term is called by a name: the section, and the words at their place."""

    section: Section
    words: TextLine


class Rendering(NamedTuple):
    """A term that the original calls `original` and the translation by several names, each with the places
    where it does, the most frequent first."""

    term: Term
    original: str
    names: tuple[tuple[TermOccurrence, ...], ...]


class Misfiled(NamedTuple):
    """A comment of the translation, the rule of the original that it is about, and the one whose number it
    stands under (None where the original has no such number)."""

    comment: Section
    about: Section
    under: Section | None


def renderings(
    original: Rulebook, translation: Rulebook, matchers: tuple[Matcher, Matcher]
) -> Iterator[Rendering]:
    """The terms that the original calls by one name and the translation by several."""
    theirs, ours = _names(original, matchers[0], titles=True), _names(translation, matchers[1])
    for id, (term, said) in ours.items():
        called = theirs.get(id)
        if called is not None and len(_apart(called[1])) == 1 and len(names := _apart(said)) > 1:
            first = min(called[1], key=lambda name: (len(name), name))
            yield Rendering(term, first, tuple(sorted(map(tuple, names), key=len, reverse=True)))


def _names(
    book: Rulebook, of: Matcher, *, titles: bool = False
) -> dict[str, tuple[Term, dict[str, list[TermOccurrence]]]]:
    """By term, the names that a book gives it, in small letters, with their places; in its `titles` too."""
    found: dict[str, tuple[Term, dict[str, list[TermOccurrence]]]] = {}
    for section in book.sections():
        if section.kind in ("contents", "index", "front"):
            continue
        heads = [TextLine(section.line, 1, section.title)] if titles else []
        for lines in (heads, *(passage.lines for passage in passages(section))):
            for line in lines:
                for match in of.find(line.text):
                    words = line.text[match.start : match.end]
                    place = TextLine(line.line, line.column + match.start, words)
                    _, names = found.setdefault(match.term.id, (match.term, defaultdict(list)))
                    names[folded(words)].append(TermOccurrence(section, place))
    return found


def _apart(said: Mapping[str, list[TermOccurrence]]) -> list[list[TermOccurrence]]:
    """The places of names that share no word, those that do together."""
    groups: list[tuple[set[str], list[TermOccurrence]]] = []
    for name, places in said.items():
        words = {unaccented(word)[:_ALIKE] for word in words_of(name) if len(word) > 2}
        meeting = [group for group in groups if group[0] & words]
        for group in meeting:
            groups.remove(group)
        merged = words.union(*(group[0] for group in meeting))
        groups.append((merged, [*(place for group in meeting for place in group[1]), *places]))
    return [sorted(places, key=lambda each: each.words.line) for _, places in groups]


def misfiled(
    original: Rulebook, translation: Rulebook, concordance: Concordance, matchers: tuple[Matcher, Matcher]
) -> Iterator[Misfiled]:
    """The numbered comments of a translation that stand under the number of another rule, unless the title
    of that one is theirs too."""
    theirs = {section.anchor: section for section in original.sections()}
    by_number: dict[str, Section] = {}
    for section in theirs.values():
        if section.number is not None and section.kind in ("rule", "part"):
            by_number.setdefault(section.number, section)
    back = counterparts(concordance, back=True)
    sure = {end for row in concordance.rows if row.confidence >= _SURE for end in row.new}
    for comment in translation.sections():
        if comment.kind != "note" or comment.number is None or comment.anchor not in sure:
            continue
        ends = [theirs[anchor] for anchor in back.get(comment.anchor, ()) if anchor in theirs]
        rules = [rule for end in ends if (rule := _rule(end, original, theirs)) is not None]
        if not rules or any(_one_rule(comment.number, rule.number or "") for rule in rules):
            continue
        under = by_number.get(comment.number)
        titled = [
            {found.term.id for found in of.find(section.title)} if section is not None else set()
            for of, section in zip(matchers, (under, comment), strict=True)
        ]
        if not titled[0] or titled[0] != titled[1]:
            yield Misfiled(comment, rules[0], under)


def _rule(section: Section, book: Rulebook, sections: Mapping[str, Section]) -> Section | None:
    """The rule that a section is, or that it is a comment on."""
    about = [sections[a] for a in book.about.get(section.anchor, ()) if a in sections]
    seen: set[str] = set()
    found: Section | None = about[0] if about else section
    while found is not None and found.kind not in ("rule", "part") and found.anchor not in seen:
        seen.add(found.anchor)
        found = sections.get(found.parent or "")
    return found if found is not None and found.number is not None else None


def _one_rule(one: str, other: str) -> bool:
    """Whether two numbers are of one rule, or of one that is a part of the other."""
    short, long_ = sorted((one.removesuffix(".0"), other.removesuffix(".0")), key=len)
    return long_ == short or long_.startswith(f"{short}.")
