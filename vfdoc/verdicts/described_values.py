"""A value of an edition, described for a reader: its topic in words, the value as printed, its place.

In: a row of mechanics and the rulebook that it stands in. Out: what a NumberChange needs of one side,
and the words by which values of different kinds can be told to be about the same thing.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.language.content_words import content_words
from vfdoc.language.terms import matcher
from vfdoc.model import Glossary, Rulebook
from vfdoc.model.comparison import TARGET, ChangeKind, NumberChange
from vfdoc.model.conditions import condition_text
from vfdoc.model.mechanics import BUT, NONE, NTH, Convention, Mechanics, Modifier, Quantity, Test
from vfdoc.verdicts.row_verdicts import said_amount
from vfdoc.verdicts.values import LookupEntry

_TOPIC = 48  # characters of a condition in a topic
_JOINTS = re.compile(r"[._](?=[a-z(])|-(?=[a-z])")


ValueKind: TypeAlias = Literal["test", "convention", "entry", "quantity", "ordinal", "denial", "modifier"]


class DescribedValue(NamedTuple):
    """A value as one side has it; `words` are the stems and concepts of what is said with it, `concepts`
    those of them that no stem is, `kind` is what kind of row it is, `quote` the words of the text where
    the value alone does not tell, `row` the modifier that it is. `of` is the id of the test or table that
    it is of, `entry` what it is there."""

    kind: ValueKind
    topic: str
    value: str
    section: str
    line: int
    words: frozenset[str]
    quote: str = ""
    row: Modifier | None = None
    of: str = ""
    entry: str = ""
    concepts: frozenset[str] = frozenset()


class ComparedValue(NamedTuple):
    """A value of both sides, or of one: as each has it, and what became of it."""

    old: DescribedValue | None
    new: DescribedValue | None
    kind: ChangeKind


def number_change(old: DescribedValue | None, new: DescribedValue | None, kind: ChangeKind) -> NumberChange:
    """A value of both sides, or of one, as the model has it; the topic is the newer text's."""
    named = new or old
    return NumberChange(
        topic=named.topic if named else "",
        old=old.value if old else None,
        new=new.value if new else None,
        old_section=old.section if old else None,
        new_section=new.section if new else None,
        old_line=old.line if old else None,
        new_line=new.line if new else None,
        kind=kind,
        rows=(old.row if old else None, new.row if new else None),
        of=named.of if named else "",
        entry=named.entry if named else "",
    )


class RowDescriber:
    """Describes the rows of one rulebook as values with their topics."""

    __slots__ = ("_known", "_matcher", "_names", "_stems", "_stop", "_titles")

    def __init__(self, rulebook: Rulebook, mechanics: Mechanics, glossary: Glossary | None) -> None:
        self._matcher = matcher(glossary or Glossary(), rulebook.edition.language)
        self._stems = content_words(rulebook.forms)
        self._stop = rulebook.forms.stop
        self._known: dict[str, frozenset[str]] = {}
        self._titles = {section.anchor: section.title for section in rulebook.sections()}
        self._names = {row.id: row.name for row in mechanics.tests}
        self._names.update((row.id, row.name) for row in mechanics.values)

    def concepts(self, text: str) -> frozenset[str]:
        """The glossary's terms in a text, or where it has none its content words (kept: keys come again)."""
        known = self._known.get(text)
        if known is None:
            known = self._known[text] = self.terms(text) or frozenset(self._stems(text))
        return known

    def terms(self, text: str) -> frozenset[str]:
        """The glossary's terms in a text."""
        return frozenset(found.term.id for found in self._matcher.find(text))

    def words(self, text: str) -> frozenset[str]:
        """The glossary's terms in a text and its content words."""
        return frozenset(found.term.id for found in self._matcher.find(text)) | frozenset(self._stems(text))

    def test(self, row: Test) -> DescribedValue:
        """The target of a test."""
        topic = f"{row.name}, {TARGET}"
        described = self._described("test", topic, row.target or "", row.section, row.line, row.name)
        return described._replace(of=row.id, entry=TARGET)

    def convention(self, row: Convention) -> DescribedValue:
        """A convention, named by its id."""
        name = row.id.replace("-", " ")
        return self._described("convention", name, name, row.section, row.line, name)

    def entry(self, row: LookupEntry) -> DescribedValue:
        """A value of a lookup, by its key and column."""
        parts = (row.lookup.replace("-", " "), self._cut(" ".join(row.key)), row.column)
        topic = ", ".join(part for part in parts if part)
        described = self._described("entry", topic, row.value, row.section, row.line, topic)
        return described._replace(of=row.lookup, entry=", ".join(part for part in parts[1:] if part))

    def _cut(self, key: str) -> str:
        """The key of an entry that was read from within a sentence without the words that lead on from it:
        "walls are", "if it is wet and"; the key of a table, which begins with a capital, is left whole."""
        words = key.split()
        kept = len(words) if key[:1].islower() else 0
        while kept and words[kept - 1] in self._stop:
            kept -= 1
        return " ".join(words[:kept]) or key

    def quantity(self, row: Quantity) -> DescribedValue:
        """A number of prose, by the title and the words that it stands among."""
        title = self._titles.get(row.section, "")
        topic = f"{title}: {row.topic}" if title else row.topic
        kind: ValueKind = (
            "denial" if row.unit in (NONE, BUT) else "ordinal" if row.unit == NTH else "quantity"
        )
        value = row.value if kind == "quantity" else row.topic
        return self._described(kind, topic, value, row.section, row.line, row.topic, row.concepts)

    def modifier(self, row: Modifier) -> DescribedValue:
        """A modifier's amount, by what it changes and when."""
        when = "" if row.when is None else f", {_short(readable(condition_text(row.when)))}"
        counted = f", for each {readable(row.per)}" if row.per else ""
        topic = f"{self._names.get(row.of or '', row.of or '?')}{counted}{when}"
        text = f"{topic} {row.condition}"
        described = self._described("modifier", topic, said_amount(row), row.section, row.line, text)
        return described._replace(quote=row.condition, row=row)

    def _described(
        self,
        kind: ValueKind,
        topic: str,
        value: str,
        section: str,
        line: int,
        text: str,
        more: tuple[str, ...] = (),
    ) -> DescribedValue:
        about = f"{self._titles.get(section, '')}. {text}"
        stems, concepts = frozenset(self._stems(about)), self.terms(about) | frozenset(more)
        return DescribedValue(
            kind=kind,
            topic=topic,
            value=value,
            section=section,
            line=line,
            words=stems | concepts,
            concepts=concepts - stems,
        )


Describers: TypeAlias = tuple[RowDescriber, RowDescriber]
"""The describers of the older text and of the newer one."""


def _short(text: str) -> str:
    """A condition short enough for a topic, cut between its facts; the row says it whole."""
    if len(text) <= _TOPIC:
        return text
    cut = max(text.rfind(joint, 0, _TOPIC) for joint in (" and ", " or "))
    return f"{text[: cut if cut > 0 else _TOPIC]} …"


def readable(facts: str) -> str:
    """The names of facts as words: `brigade.unrouted_units >= 5` is "brigade unrouted units >= 5"."""
    return _JOINTS.sub(" ", facts)
