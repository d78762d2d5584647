"""A numbered section with neither text nor subsections.

The reader is sent to a rule that is not there. Evidence: no words under the number, and no section
that belongs to it. A chapter that holds only sections is not empty; nor is one whose title is a remark in
brackets, "(repealed)", or says "reserved": its words are that nothing is there; nor one whose title is a
whole sentence, or cites ("See 4.2"); nor a part that only heads what counts through all parts; nor one
heading for several numbers, "§§ 3 to 6", without a title: it stands for what is gone.

Bad:  5.2.2 Visibility:      and nothing after it
Good: 5.2.2 Visibility: A target is visible if …
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook
from vfdoc.model.place import at_section, called

_CLOSING = "\"'”’»)*_ "
_SENTENCE = 4  # words of a title with a stop that says what is to be said


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
        if section.title.startswith("(") and section.title.endswith(")"):
            continue
        if rulebook.forms.vacant and re.fullmatch(rulebook.forms.vacant, section.title, re.IGNORECASE):
            continue
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
