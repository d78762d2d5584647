"""A numbered section with neither text nor subsections.

The reader is sent to a rule that is not there. Evidence: no words under the number, and no section
that belongs to it. A chapter that holds only sections is not empty; nor is one whose title is a remark in
brackets, "(repealed)", or says "reserved": its words are that nothing is there; nor one whose title is a
whole sentence or begins with a small letter, or cites ("See 4.2"); nor an item of a list, whose words are
what it says ("- 2a1) Gloves"), save where they are in bold or end in a colon; nor a part that only heads what
counts through all parts; nor one before a line in capitals without mark and number that has text: a table's
head; nor one heading for several numbers, "§§ 3 to 6", without a title: it stands for what is gone; nor an
exhibit of a contract, which may be attached.

In a text of a game that nobody describes a reader is misled for certain only where the number heads what
is lost: it is set as a heading, all headings beside it that are set so have text, nothing at all stands
between it and the next, which has a number, and neither its end nor that of the text above makes it an item
of a list, or what leads one ("A belt must have:"), and at most two are so in a text that marks its headings.
All else is a note, one for all where they are many.

Bad:  5.2.2 Visibility:      and nothing after it
Good: 5.2.2 Visibility: A target is visible if …
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from itertools import zip_longest

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook, Section
from vfdoc.model.passage import passages
from vfdoc.model.place import at_section, called, carrier, gathered, line_at
from vfdoc.verdicts.series import misnumbered_chapters

_FEW = 2  # sections that an author forgets to write; more are how a text is set, or was read
_MANY = 4  # notes that are told as one
_CLOSING = "\"'”’»)*_ "
_ITEM = re.compile(r"[ \t]*[-*•+][ \t]+(?!\*)")
_SENTENCE = 4  # words of a title with a stop that says what is to be said
_LISTED = re.compile(r"[;,][\s*_`\"”]*(?:[^\W\d_]{1,4})?$")  # "…; and": more of a list follows
_ITEMS = ("|", ">", "+", "-", "*", "•")
_HEADED = 90  # characters of a line that is a heading by itself


def _is_below(rulebook: Rulebook, section: Section, other: Section) -> bool:
    """Whether a section's heading is marked as one below another's, whose next number it does not bear."""
    if section.document != other.document or not section.key or not other.key:
        return False
    (*above, last), (*beside, own) = section.key, other.key
    alike = (section.number or "").isalpha() == (other.number or "").isalpha()  # "§ 3" is not next after II
    if alike and above == beside and isinstance(last, int) and isinstance(own, int) and last == own + 1:
        return False
    marks, others = (_depth(line_at(rulebook.document(s.document), s.line)) for s in (section, other))
    return marks > others > 0


def _is_attached(section: Section) -> bool:
    """Whether a section is a paper that a contract counts in letters behind a word, "EXHIBIT C": what it says
    may lie beside the text."""
    word, *letter = section.key or ("",)
    of_word = isinstance(word, str) and word.islower() and section.kind == "rule"
    return of_word and len(letter) == 1 and isinstance(letter[0], str)


def _goes_on_in(rulebook: Rulebook, section: Section, after: Section) -> bool:
    """Whether the heading behind a section bears neither number nor mark, and has text: the head of a table,
    or a line in capitals; or stands in a quotation, which is what the section says."""
    document = rulebook.document(section.document)
    quoted = [line_at(document, each.line).startswith(">") for each in (section, after)]
    if after.document == section.document and quoted == [False, True]:
        return True
    plain = after.number is None and bool(after.blocks) and after.document == section.document
    return plain and not _depth(line_at(rulebook.document(after.document), after.line).lstrip())


def _depth(line: str) -> int:
    """How many signs mark a line as a heading."""
    return len(line) - len(line.lstrip("#"))


def _is_lost(rulebook: Rulebook, section: Section, after: Section | None, above: Section | None) -> bool:
    """Whether a section without words, the only such of those beside it, heads what is lost; `above` is its
    parent."""
    document = rulebook.document(section.document)
    before, line = carrier(document, section), line_at(document, section.line).rstrip()
    if (before.startswith(_ITEMS) and not before.startswith("**")) or _LISTED.search(line):
        return False
    if not before.startswith(("#", "**", "__")) and (len(line) > _HEADED or line.endswith((".", ":"))):
        return False
    if after is not None and after.key and section.key and type(after.key[0]) is not type(section.key[0]):
        return False  # "Appendix B" over B1: it heads another count
    led = [line_at(rulebook.document(above.document), above.line)] if above is not None else []
    led += [passage.text for passage in passages(above)][-1:] if above is not None else []
    if any(text.rstrip(_CLOSING).endswith(":") for text in led):
        return False  # it is one of what is listed there
    following = after is not None and after.document == section.document
    if after is not None and following and after.key is None:
        return False  # a heading without a number goes on with it: its title, or a part of it
    end = after.line if after is not None and following else len(document.source.lines) + 1
    return not any(line_at(document, n).strip() for n in range(section.line + 1, end))


class _Alone:
    """Which sections are the only ones without words of those beside them that are set so."""

    def __init__(self, rulebook: Rulebook, parents: Collection[str | None]) -> None:
        self._rulebook = rulebook
        numbered = [section for section in rulebook.sections() if section.key is not None]
        self._beside = Counter(map(self._kind, numbered))
        empty = (s for s in numbered if not (s.blocks or s.entries or s.anchor in parents))
        self._empty = Counter(map(self._kind, empty))

    def __contains__(self, section: Section) -> bool:
        kind = self._kind(section)
        return self._beside[kind] > 1 == self._empty[kind]

    def _kind(self, section: Section) -> tuple[object, ...]:
        before = carrier(self._rulebook.document(section.document), section)
        return section.document, section.parent, section.kind, len(section.key or ()), before


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at every numbered section without words and without subsections."""
    parents = {section.parent for section in rulebook.sections()}
    citing = {(reference.section, reference.line) for reference in rulebook.references()}
    sections = list(rulebook.sections())
    parents |= {one.chapter.anchor for each in rulebook.hierarchies() for one in misnumbered_chapters(each)}
    alone = _Alone(rulebook, parents) if rulebook.is_undescribed() else None
    lost: list[Finding] = []
    notes: list[Finding] = []
    for section, after in zip_longest(sections, sections[1:]):
        if section.kind == "part" and after is not None and after.kind != "part":
            continue  # it heads what counts through all parts
        if section.number is None or section.blocks or section.entries or section.anchor in parents:
            continue
        if len(section.keys) > 1 and not section.title:
            continue
        if after is not None and _is_below(rulebook, after, section):
            continue  # "## 2. Claims" over "### § 8 Who claims": it heads what counts through all
        if section.title.startswith("(") and section.title.endswith(")"):
            continue
        if alone is not None and after is not None and _goes_on_in(rulebook, section, after):
            continue
        if alone is not None and section.title[:1].islower():
            continue  # "5.1.3.1 signs the list": its title is what it says
        if rulebook.forms.says_nothing_stands(section.title):
            continue
        if alone is not None and _is_attached(section):
            continue
        line = line_at(rulebook.document(section.document), section.line)
        plain = section.title and not line.rstrip(_CLOSING).endswith(":") and "**" not in line
        if _ITEM.match(line) and plain:
            continue  # it is all that the item says
        said = section.title.rstrip(_CLOSING)
        if said.endswith((".", ";", ":")) and len(said.split()) >= _SENTENCE:
            continue
        if (section.anchor, section.line) in citing and "(" not in section.title:
            continue
        above = graph.sections.get(section.parent or "")
        leads = len(said.split()) >= _SENTENCE and line.rstrip(_CLOSING).endswith(":")
        sure = alone is None or (not leads and section in alone and _is_lost(rulebook, section, after, above))
        found = at_section(
            rulebook,
            section,
            "empty-section",
            "warning" if sure else "note",
            f"{called(section)} has neither text nor subsections",
            remedy="write it, or drop its number",
        )
        marked = carrier(rulebook.document(section.document), section).startswith(("#", "**"))
        if alone is None:
            yield found
        elif sure and marked:
            lost.append(found)
        else:
            notes.append(replace(found, severity="note"))
    if len(lost) <= _FEW and len(notes) < _MANY:
        yield from lost
    else:
        notes += (replace(found, severity="note") for found in lost)
    notes.sort(key=lambda found: (found.document, found.line, found.column))
    yield from gathered(notes, "{count} sections have neither text nor subsections", _MANY)
