"""A rule, asset or unit that a text calls by a name which nothing defines.

The player looks it up and finds nothing, or plays something else of a like name. Evidence, one of two.
A kind of thing that titles name in several sorts ("Fire Support", "Melee Support") and that is hardly
ever called by another: a sort of it that no title, table or test has, where it is called so three
times, or governed by a word that also governs the known ones ("lend fire support"). A list of named
things with a title of its own ("Special Assets"): a name in capitals beside that title in the
singular, with which no entry, label or paragraph begins.

Bad:  divided between units that lent direct support      where support is fire, melee or brigade
Good: divided between units that lent melee support
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Related, Rulebook, Section, Severity, TextLine
from vfdoc.model.extract import SILENT_KINDS, BySection, Extract, Placed
from vfdoc.model.passage import words_of
from vfdoc.model.place import at_words, related
from vfdoc.verdicts.named_kinds import Mention, Stem, named_kinds, stemmer

_WORD = re.compile(r"[^\W\d_]+")
_QUALIFIERS = 3  # of a kind, or times that an unknown one is called
_CLOSED = 0.85  # of what is called a qualifier of a kind, the share that is known where the kind is closed
_OFTEN = 6  # times that a kind is called with a known qualifier
_OPEN = 2  # unknown qualifiers at most: a kind that has more is no closed one
_SPELLED = 4  # letters that two spellings of a word have in common at least
_TITLED, _NAME = 2, 3  # sorts that are tests or have titles of their own, and words of such a title
_SHOWN = 4  # known qualifiers that a message names
_LISTED = 4  # things that a list of named ones has at least
_LISTS = 8  # such lists of an edition
_SHORT = 60  # characters of a line that may be a name


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each name that nothing defines, where it is first called."""
    yield from _kinds(rulebook)
    yield from _members(rulebook)


# Sorts of a kind: "direct support"


def _kinds(rulebook: Rulebook) -> Iterator[Finding]:
    qualifiers, mentions = named_kinds(rulebook)
    stem = stemmer(rulebook)
    counts: Counter[str] = Counter()
    capitals: Counter[str] = Counter()  # of those, in capitals
    governing: dict[str, Counter[str]] = defaultdict(Counter)  # words before names whose qualifier is known
    unknown: dict[tuple[str, str], list[tuple[Mention, Placed]]] = defaultdict(list)
    for mention, placed in mentions:
        if mention.qualifier in qualifiers[mention.head]:
            counts[mention.head] += 1
            capitals[mention.head] += _in_capitals(mention)
            governing[mention.head][mention.before[-1]] += 1
        elif not mention.followed:
            unknown[mention.qualifier, mention.head].append((mention, placed))
    tests = rulebook.mechanics.tests if rulebook.mechanics is not None else ()
    tested = {stem(word) for test in tests for word in _WORD.findall(test.id)}
    numbers = (number for number, _ in rulebook.forms.sums.numbers)
    ordinary = {stem(word) for word in (*rulebook.forms.names.ordinary, *numbers)}
    for name in [n for n in unknown if n[0] in ordinary or n[0] in governing[n[1]]]:
        del unknown[name]
    others = Counter(head for _, head in unknown)
    strange = Counter(head for (_, head), called in unknown.items() for _ in called)
    for (qualifier, head), called in unknown.items():
        known = qualifiers[head]
        closed = others[head] <= _OPEN and counts[head] >= _CLOSED * (counts[head] + strange[head])
        frame = {word for word, count in governing[head].items() if word and count > 1}
        joint = bool(rulebook.forms.names.joint)
        framed = len(known) >= _QUALIFIERS and (
            joint or any(frame & set(mention.before) for mention, _ in called)
        )
        often = _QUALIFIERS <= len(called) <= _OFTEN and len(known) >= _QUALIFIERS
        named = (often or framed) and not _spelled_like(qualifier, known)
        if 2 * capitals[head] > counts[head] and not any(_in_capitals(mention) for mention, _ in called):
            continue  # where the kind is named in capitals, small letters say something of it
        sorts = sum(one in tested or _names(section.title, head, stem) for one, section in known.items())
        if closed and named and (joint or sorts >= _TITLED) and counts[head] >= _OFTEN:
            yield _unknown_qualifier(rulebook, called, known)


def _names(title: str, head: str, stem: Stem) -> bool:
    """Whether a title is the name of a sort of a kind, and no more: "Fire Support"."""
    words = _WORD.findall(title)
    return len(words) <= _NAME and bool(words) and stem(words[-1]) == head


def _in_capitals(mention: Mention) -> bool:
    """Whether a name is written with a capital that no sentence begins with."""
    return mention.place.text.rpartition(" ")[2][:1].isupper()


def _spelled_like(word: str, known: Mapping[str, Section]) -> bool:
    """Whether a word is likely another spelling of a known qualifier, which is another fault."""
    return any(
        word[:_SPELLED] == other[:_SPELLED] and abs(len(word) - len(other)) < _SPELLED for other in known
    )


def _unknown_qualifier(
    rulebook: Rulebook, called: Sequence[tuple[Mention, Placed]], known: Mapping[str, Section]
) -> Finding:
    first, placed = called[0]
    place = placed.down(first.place)
    head = first.head[:_SPELLED]
    titles = [s for s in known.values() if any(w.startswith(head) for w in words_of(s.title))]
    sections = list({each.anchor: each for each in titles or known.values()}.values())[:_SHOWN]
    shown = ", ".join(f'"{each.title}"' for each in sections)
    more = f" ({len(called)} times)" if len(called) > 1 else ""
    message = f'nothing defines "{place.text}"{more}; there are {shown}'
    remedy = "call it by a name that is defined, or define it"
    others = tuple(map(related, sections))
    severity = _severity(rulebook)
    return at_words(
        rulebook, placed.section, "unknown-name", severity, place, message, remedy=remedy, related=others
    )


def _severity(rulebook: Rulebook) -> Severity:
    """How grave a name is that nothing defines: where nobody describes the game, capitals and the words
    before a noun may be no name ("For Standards Track documents")."""
    return "note" if rulebook.is_undescribed() else "warning"


# Members of a list: "the Supply Wagons Special Asset"


def _members(rulebook: Rulebook) -> Iterator[Finding]:
    lists = [p.section for p, _ in _lists_names.over(rulebook.documents)]
    if not lists:
        return
    names = frozenset(name for _, starts in _starts.over(rulebook.documents) for name in starts)
    for listing in lists[:_LISTS]:
        title = _WORD.findall(listing.title)
        kind = r"\s+".join(re.escape(word.removesuffix("s")) for word in title)
        name = r"(?P<{}>\b[A-Z][^\W\d_]{{1,30}}(?:[ -][A-Z][^\W\d_]{{1,30}}){{0,3}})"
        of = "|".join(rulebook.forms.names.of) or "(?!)"
        pattern = (
            rf"{name.format('before')}\s+(?i:{kind})s?\b|\b(?i:{kind})\s+(?:{of})\s+{name.format('after')}"
        )
        for placed, named in _named.over(rulebook.documents, pattern):
            for place in named:
                yield from _member(rulebook, listing, placed.section, placed.down(place), names)


@BySection
def _starts(extract: Extract) -> frozenset[tuple[str, ...]]:
    """The first two words of a section's title and of its passages."""
    if extract.section.kind in SILENT_KINDS:
        return frozenset()
    starts = (part.lines[0].text[:_SHORT] for part in extract.passages)
    return frozenset(_first_words(start) for start in (extract.section.title, *starts))


def _first_words(text: str) -> tuple[str, ...]:
    return tuple(map(str.casefold, _WORD.findall(text)[:2]))


@BySection
def _lists_names(extract: Extract) -> bool:
    """Whether lines of a section are names: short, in capitals at first, without a stop."""
    section = extract.section
    if section.kind in SILENT_KINDS or section.kind == "front" or not section.title:
        return False  # what stands above a work's first section is no list
    names = sum(
        part.form == "paragraph"
        and len(part.lines) == 1
        and len(part.lines[0].text) < _SHORT
        and part.lines[0].text[:1].isupper()
        and part.lines[0].text.rstrip()[-1:].isalpha()
        for part in extract.passages
    )
    return names >= _LISTED


@BySection
def _named(extract: Extract, pattern: str) -> tuple[TextLine, ...]:
    """The names of several words that a section gives to members of a list."""
    if extract.section.kind in SILENT_KINDS:
        return ()
    members = re.compile(pattern)
    found = []
    for passage in extract.passages:
        for line in passage.lines:
            for match in members.finditer(line.text):
                group = "before" if match["before"] else "after"
                if len(_WORD.findall(match[group])) > 1:
                    found.append(TextLine(line.line, line.column + match.start(group), match[group]))
    return tuple(found)


def _member(
    rulebook: Rulebook, listing: Section, section: Section, place: TextLine,
    names: frozenset[tuple[str, ...]],
) -> Iterator[Finding]:  # fmt: skip
    if _first_words(place.text) in names:
        return
    message = f'"{place.text}" is no entry of {listing.number or ""} "{listing.title}"'.replace("  ", " ")
    others = (Related(listing.anchor, listing.line, listing.number or listing.title),)
    remedy = "call it by the name that its entry has"
    yield at_words(
        rulebook, section, "unknown-name", _severity(rulebook), place, message, remedy=remedy, related=others
    )
