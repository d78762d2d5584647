"""A numbered section with neither text nor subsections.

The reader is sent to a rule that is not there. Evidence: no words under the number, and no section
that belongs to it. A chapter that holds only sections is not empty; nor is one whose title is a remark in
brackets, "(repealed)", or says "reserved": its words are that nothing is there; nor one whose title is a
whole sentence, or cites ("See 4.2"); nor an item of a list, whose words are what it says ("- 2a1) Gloves"),
save where they are in bold or end in a colon; nor a part that only heads what counts through all parts; nor
one heading for several numbers, "§§ 3 to 6", without a title: it stands for what is gone.

Bad:  5.2.2 Visibility:      and nothing after it
Good: 5.2.2 Visibility: A target is visible if …
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook, Section
from vfdoc.model.place import at_section, called, line_at

_CLOSING = "\"'”’»)*_ "
_ITEM = re.compile(r"[ \t]*[-*•+][ \t]+(?!\*)")
_SENTENCE = 4  # words of a title with a stop that says what is to be said


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


def _depth(line: str) -> int:
    """How many signs mark a line as a heading."""
    return len(line) - len(line.lstrip("#"))


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding at every numbered section without words and without subsections."""
    parents = {section.parent for section in rulebook.sections()}
    citing = {(reference.section, reference.line) for reference in rulebook.references()}
    sections = list(rulebook.sections())
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
        if rulebook.forms.vacant and re.fullmatch(rulebook.forms.vacant, section.title, re.IGNORECASE):
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
        yield at_section(
            rulebook,
            section,
            "empty-section",
            "warning",
            f"{called(section)} has neither text nor subsections",
            remedy="write it, or drop its number",
        )
