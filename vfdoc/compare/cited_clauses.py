"""Which clause of a section a citation means, and which clause of the newer edition that became.

In come a target of a citation and the section that it leads to; out comes what of the target lies within the
section: ("b",) of "Section 4.2(b)", (2,) of "§ 3 Absatz 2". A clause that got another label,
for one was put in before it, is known again by its words; of one that is not found the label stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from vfdoc.language.sequences import ratio
from vfdoc.language.typography import plain
from vfdoc.model import Block, ItemList, Key, Paragraph, Quote, Section, Target
from vfdoc.model.document import joined

_LABEL = re.compile(r"[ \t*_]*\(?([a-z]|[ivx]{2,4}|\d{1,3})[.)](?=\s|$)")
_ALIKE = 0.6  # of the words of two clauses, letter for letter, from which one may be the other
_LONGEST = 400  # characters of a clause by which it is known again
_MOST = 40  # clauses of a section that are looked at

Clauses: TypeAlias = Mapping[str, str]
"""The words of the clauses of a section, by their labels."""


def path_within(target: Target, section: Section) -> Key:
    """What of a target lies within a section that it leads to; nothing where it means the whole."""
    key = section.key or ()
    if target.key[: len(key)] == key and len(target.key) > len(key):
        return target.key[len(key) :]
    return (target.paragraph,) if target.paragraph else ()


def became(path: Key, before: Clauses, after: Clauses) -> Key:
    """The path of a clause of an old section, whose clauses are `before`, in the new one that corresponds."""
    if len(path) != 1:
        return path
    text, label = before.get(str(path[0])), str(path[0])
    if text is None or text == after.get(label):
        return path
    alike = [(ratio(text, other), name == label, name) for name, other in after.items()]
    best = max(alike, default=(0.0, False, label))
    if best[0] < _ALIKE:
        return path
    return (int(best[2]) if best[2].isdigit() else best[2],)


def clauses_by_label(section: Section) -> Clauses:
    """The clauses of a section by their labels, as far as each label is borne by one alone."""
    found: dict[str, str] = {}
    twice: set[str] = set()
    for label, text in list(_labelled(section.blocks))[:_MOST]:
        twice.update({label} & found.keys())
        found[label] = plain(text)[:_LONGEST]
    return {label: text for label, text in found.items() if label not in twice}


def _labelled(blocks: Sequence[Block]) -> Iterator[tuple[str, str]]:
    for block in blocks:
        match block:
            case Paragraph():
                if mark := _LABEL.match(text := joined(block.lines)):
                    yield mark[1], text[mark.end() :].strip()
            case ItemList():
                for item in block.items:
                    first = item.blocks[0] if item.blocks else None
                    text = joined(first.lines) if isinstance(first, Paragraph) else ""
                    if block.ordered and (mark := _LABEL.match(item.marker)):
                        yield mark[1], text
                    elif mark := _LABEL.match(text):
                        yield mark[1], text[mark.end() :].strip()
            case Quote():
                yield from _labelled(block.blocks)
