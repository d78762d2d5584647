"""A thing or state of the rules, named in capitals, that nothing defines.

The player looks for what it does and finds nothing: a leftover of an earlier draft or of another game.
Evidence: the text names its things in capitals and says what they are (nearly every one stands in a title, a
table, a label, or is spoken of again and again); and this one stands there once or twice, always in capitals,
in no such place; nor does a sentence say what it is ("A Pilot is a mate who …", "Pilot (one who …)"). A kind
of thing ("a Reckoning") or a state ("were Shaken"): what "the" stands before is as often a name from outside,
and counts only where it has two words and stands there twice. In a text of a game that nobody describes such
a word may be one that every reader knows ("a Grandmaster"), and it is a note, save where a change of a roll
rests on it: then nobody can tell when the change counts.

Bad:  The bonus is lost when you have won a Reckoning.     where no rule has one
Good: The bonus is lost when you have won a Contest.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Related, Rulebook, Severity, TextLine
from vfdoc.model.extract import BySection, Extract, Placed, extracts
from vfdoc.model.place import at_words
from vfdoc.model.session import incremental
from vfdoc.model.words import NameForms, WordForms

_FEWEST = 10  # things named in capitals, of a text that has the habit
_UNKNOWN, _SHARE = 2, 0.15  # of them, those that nothing defines: so many at most
_SELDOM = 2  # times that such a one is named at most
_DERIVED = 5  # letters of a name of which another is made: Minister, Ministerial
_SPOKEN = ("rule", "part", "sheet", "question")
_NAME = r"[A-Z][a-zà-ÿ]{2,}(?: [A-Z][a-zà-ÿ]{2,}){0,2}"
_GOES_ON = r"(?![-–'’\w]|[ \xa0](?:[A-Z0-9]|of\b))"
_LABEL = re.compile(r"[*_(\"“]*(?P<label>[A-Z][^.:–—*_]{1,50})[*_)\"”]*[ \xa0]?[.:–—*_]")
_BEFORE = 40
_INSIDE = re.compile(r"(?:\b\d+|\b[A-Z][^\W\d_]*)[ \xa0]of[ \xa0]$")  # before an article: inside a name
_WORD = re.compile(r"[^\W\d_]+")
_CAPITAL = re.compile(r"[ \xa0][A-Z]")


class _Use(NamedTuple):
    """A thing named in capitals: its words, whether as a kind or state (else as one known), its place."""

    name: str
    kind: bool
    place: TextLine


class _Mentions(NamedTuple):
    """How often words are said in a section, by their first form; those in small letters; those in a place
    that says what they are."""

    total: Counter[str]
    small: frozenset[str]
    defined: frozenset[str]


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at the first use of each term in capitals that nothing defines."""
    names = rulebook.forms.names
    if not names.articles:
        return
    found = [p for p in extracts(rulebook.documents) if p.section.kind not in ("contents", "index")]
    uses: dict[str, list[tuple[Placed, _Use]]] = defaultdict(list)
    for placed, used in _uses.over(rulebook.documents, names):
        for use in used if placed.section.kind in _SPOKEN else ():
            uses[use.name].append((placed, use))
    seldom = {name: places for name, places in uses.items() if len(places) <= _SELDOM}
    if len(uses) < _FEWEST or not seldom:
        return
    unknown = [
        name
        for name in _undefined(found, seldom, _says_what(rulebook.forms))
        if not any(len(other) >= _DERIVED and name != other and name.startswith(other) for other in uses)
    ]
    if len(unknown) > min(_UNKNOWN, _SHARE * len(uses)):
        return
    for name in unknown:
        places = seldom[name]
        twice = " " in name and len(places) > 1
        decides = any(_decides(rulebook, placed, name) for placed, _ in places)
        if twice or any(use.kind for _, use in places):
            yield _finding(rulebook, name, places, "warning" if decides else _severity(rulebook))


def _decides(rulebook: Rulebook, placed: Placed, name: str) -> bool:
    """Whether a change of a roll in the section rests on a name: it stands in its condition, or in the next
    sentence, which takes the change back."""
    rows = rulebook.mechanics.modifiers if rulebook.mechanics is not None else ()
    said = re.compile(rf"\b{name}\b")
    return any(
        row.section == placed.section.anchor and said.search(f"{row.condition} {row.doubt}") for row in rows
    )


def _severity(rulebook: Rulebook) -> Severity:
    return "note" if rulebook.mechanics is None or rulebook.mechanics.undescribed else "warning"


def _says_what(forms: WordForms) -> str:
    """What makes of a name in a sentence one that is defined there: what stands behind it, or before it."""
    is_ = "|".join(forms.sums.is_) or "(?!)"
    articles = "|".join((*forms.names.articles, *forms.names.definite))
    behind = rf"[\"”»'’*_)]*,?[ \xa0](?:\((?=[^\W\d])|(?:{is_})[ \xa0](?:{articles})\b)"
    before = rf"\b(?:{is_})[ \xa0](?:{articles})[ \xa0]"
    return (
        rf"(?P<behind>{_NAME})(?={behind})|(?:{before})(?P<before>{_NAME})|[\"“«„](?P<marked>{_NAME})[\"”»“]"
    )


def _undefined(found: Sequence[Placed], seldom: Mapping[str, object], says_what: str) -> list[str]:
    """Of names those whose words are hardly said elsewhere, never in small letters, and nowhere defined."""
    words = sorted({_stem(word) for name in seldom for word in name.split()})
    pattern = rf"\b(?:{'|'.join(words)})s?\b"
    total: Counter[str] = Counter()
    small: set[str] = set()
    defined: set[str] = set()
    for placed in found:
        mentions = _mentions(placed.extract, pattern, says_what)
        total.update(mentions.total)
        small |= mentions.small
        defined |= mentions.defined
    known = small | defined

    def is_known(name: str) -> bool:
        stems = [_stem(word) for word in name.split()]
        if not defined.isdisjoint(stems) or all(stem in known for stem in stems):
            return True
        return max(total[stem] for stem in stems if stem not in small) > _SELDOM

    return [name for name in seldom if not is_known(name)]


@BySection
def _uses(extract: Extract, names: NameForms) -> tuple[_Use, ...]:
    """The things that a section names in capitals behind an article or a word of becoming."""
    kinds, known = "|".join((*names.articles, *names.becomes)), "|".join(names.definite) or "(?!)"
    named = re.compile(rf"\b(?:(?P<kind>(?i:{kinds}))|(?i:{known}))[ \xa0](?P<name>{_NAME}){_GOES_ON}")
    out: list[_Use] = []
    for passage in extract.passages:
        for line, below in zip_longest(passage.lines, passage.lines[1:]):
            goes_on = below is not None and below.text.lstrip()[:1].isupper()
            for match in named.finditer(line.text) if _CAPITAL.search(line.text) else ():
                ends = match.end() == len(line.text.rstrip())
                if (ends and goes_on) or _in_quotes(line.text, match.start()):
                    continue  # part of a longer name, or of the title of a work
                if _INSIDE.search(line.text, max(match.start() - _BEFORE, 0), match.start()):
                    continue  # "4 of a Kind", "Queen of the Lake"
                place = TextLine(line.line, line.column + match.start("name"), match["name"])
                out.append(_Use(match["name"], match["kind"] is not None, place))
    return tuple(out)


@incremental
def _mentions(extract: Extract, pattern: str, says_what: str) -> _Mentions:
    defining = re.compile(says_what)
    said = re.compile(pattern, re.IGNORECASE)
    total: Counter[str] = Counter()
    small: set[str] = set()
    defined = set(map(_stem, said.findall(extract.section.title)))
    for passage in extract.passages:
        text = passage.text
        found = said.findall(text)
        for word in found:
            total[_stem(word)] += 1
            if word[0].islower():
                small.add(_stem(word))
        for told in defining.finditer(text) if found else ():
            defined |= set(map(_stem, said.findall(told["behind"] or told["before"] or told["marked"])))
        label = _LABEL.match(text) if found else None
        if label is not None:
            defined |= set(map(_stem, said.findall(label["label"])))
        if found and (passage.form == "cell" or "*" in text or "_" in text):
            marked = [text] if passage.form == "cell" else re.findall(r"[*_]([^*_]{2,60})[*_]", text)
            defined |= {_stem(word) for part in marked for word in said.findall(part)}
    return _Mentions(total, frozenset(small), frozenset(defined))


def _in_quotes(line: str, at: int) -> bool:
    """Whether a quotation is open at a place of a line."""
    return bool(line.count('"', 0, at) % 2) or line.rfind("“", 0, at) > line.rfind("”", 0, at)


def _stem(word: str) -> str:
    return word.casefold().removesuffix("s")


def _finding(
    rulebook: Rulebook, name: str, places: Sequence[tuple[Placed, _Use]], severity: Severity
) -> Finding:
    (first, use), *others = places
    also = tuple(
        Related(placed.section.anchor, placed.down(other.place).line, other.name) for placed, other in others
    )
    return at_words(
        rulebook,
        first.section,
        "undefined-term",
        severity,
        first.down(use.place),
        f'nothing says what "{name}" is',
        remedy="define it, or call it by a name that is defined",
        related=also,
    )
