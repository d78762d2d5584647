"""What a sheet is made from: the sections of the documents that count as rules, how each is cited, and
the rows in force.

A rulebook with its mechanics and a plan come in, a Source comes out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from vfdoc.formats.restatements import excepted, restatements
from vfdoc.model import Reference, Rulebook, Section
from vfdoc.model.fingerprint import fingerprint
from vfdoc.model.mechanics import Convention, Lookup, Mechanics, Modifier, Test
from vfdoc.model.sheet import SheetPlan

_FORCE = ("rules", "sheet")
_TITLE_LENGTH = 30
_KEPT = ("rule", "sheet", "part")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The sections by anchor in the order of the texts, the references in them, how each section is
    cited, the rows in force, by the id of each its `restatements` and the rows that say `otherwise`,
    and what hangs directly `below` each section; `house` is the edition whose house rules are laid over,
    or empty."""

    rulebook: Rulebook
    sections: Mapping[str, Section]
    references: Mapping[str, tuple[Reference, ...]]
    names: Mapping[str, str]
    tests: tuple[Test, ...]
    modifiers: tuple[Modifier, ...]
    lookups: tuple[Lookup, ...]
    conventions: tuple[Convention, ...]
    restatements: Mapping[str, tuple[Modifier, ...]]
    otherwise: Mapping[str, tuple[Modifier, ...]]
    fingerprint: str
    below: Mapping[str, tuple[Section, ...]]
    house: str = ""

    def is_house(self, anchor: str) -> bool:
        """Whether a section is one of the house rules."""
        return bool(self.house) and anchor.startswith(f"{self.house}:")

    def under(self, anchor: str) -> list[Section]:
        """A section and all that hang under it, in the order of the text."""
        found = [self.sections[anchor]] if anchor in self.sections else []
        for section in found:
            found.extend(self.below.get(section.anchor, ()))
        return sorted(found, key=lambda section: (section.document, section.line))


def source_of(rulebook: Rulebook, plan: SheetPlan, house: str = "") -> Source:
    """What the sheet of a rulebook is made from; `house` names the edition laid over it, if any."""
    documents = _documents(rulebook, plan, house)
    omitted = _omitted(rulebook, plan.omit)
    sections = {
        section.anchor: section
        for document in rulebook.documents
        if document.id in documents
        for section in document.sections
        if section.kind in _KEPT and section.anchor not in omitted
    }
    mechanics = rulebook.mechanics or Mechanics(rulebook.edition.id)
    references: dict[str, list[Reference]] = defaultdict(list)
    for reference in rulebook.references():
        references[reference.section].append(reference)
    modifiers = _modifiers(mechanics, sections)
    restated = restatements(mechanics, modifiers)
    cited = {row.section for row in modifiers}.union(sections)
    return Source(
        rulebook=rulebook,
        sections=sections,
        references={anchor: tuple(found) for anchor, found in references.items()},
        names=_names(rulebook, (s for s in rulebook.sections() if s.anchor in cited)),
        tests=tuple(t for t in mechanics.tests if t.section in sections and t.origin in _FORCE),
        modifiers=tuple(excepted(m, mechanics)[0] for m in modifiers if m.id not in restated.idle),
        lookups=tuple(x for x in mechanics.lookups if x.section in sections and x.origin in _FORCE),
        conventions=tuple(c for c in mechanics.conventions if c.section in sections),
        restatements=restated.same,
        otherwise=restated.otherwise,
        fingerprint=_fingerprint(rulebook, documents),
        below=_below(sections.values()),
        house=house,
    )


def _modifiers(mechanics: Mechanics, sections: Mapping[str, Section]) -> list[Modifier]:
    """The rows of sections, and next to each the row that prevails over it, wherever that stands."""
    found: dict[str, Modifier] = {}
    overruled = mechanics.overruled
    for row in mechanics.modifiers:
        if row.section in sections and row.origin in _FORCE:
            for each in (row, overruled.get(row.id, row)):
                found.setdefault(each.id, each)
    return list(found.values())


def _below(sections: Iterable[Section]) -> dict[str, tuple[Section, ...]]:
    """The sections that hang directly under each."""
    found: dict[str, list[Section]] = defaultdict(list)
    for section in sections:
        if section.parent is not None:
            found[section.parent].append(section)
    return {anchor: tuple(below) for anchor, below in found.items()}


def _documents(rulebook: Rulebook, plan: SheetPlan, house: str) -> frozenset[str]:
    known = [document.id for document in rulebook.documents]
    chosen = [id for id in known if id in plan.documents]
    chosen = chosen or [document.id for document in rulebook.documents if document.kind == "rules"]
    chosen = chosen or [document.id for document in rulebook.documents if document.kind == "sheet"]
    chosen += [document.id for document in rulebook.documents if document.continues in chosen]
    laid = [id for id in known if house and id.startswith(f"{house}:")]
    return frozenset((*(chosen or known), *laid))


def _omitted(rulebook: Rulebook, chapters: Iterable[str]) -> frozenset[str]:
    """The chapters left off, with all that hangs under them."""
    gone = set(chapters)
    for section in rulebook.sections():
        if section.parent in gone:
            gone.add(section.anchor)
    return frozenset(gone)


def _names(rulebook: Rulebook, sections: Iterable[Section]) -> dict[str, str]:
    """How each section is cited: by its number, else by the number it hangs under, else by its title."""
    everything = {section.anchor: section for section in rulebook.sections()}
    rules = {d.id for d in rulebook.documents if d.kind == "rules"}
    rules |= {d.id for d in rulebook.documents if d.continues in rules}
    found: dict[str, str] = {}
    for section in sections:
        above: Section | None = section
        numbered = section.document in rules
        while numbered and above is not None and not above.number:
            above = everything.get(above.parent or "")
        if numbered and above is not None and above.number:
            found[section.anchor] = above.number
        else:
            found[section.anchor] = _clipped(section.title or section.document.rpartition(":")[2])
    return found


def _clipped(title: str) -> str:
    """A title short enough to cite: whole words, as many as fit."""
    words = re.sub(r"[*_`\\]", "", title).split()
    out = ""
    for word in words:
        if out and len(out) + 1 + len(word) > _TITLE_LENGTH:
            return f"{out} …"
        out = f"{out} {word}".strip()
    return out if len(out) <= _TITLE_LENGTH + 8 else out[:_TITLE_LENGTH] + "…"


def _fingerprint(rulebook: Rulebook, documents: frozenset[str]) -> str:
    """The fingerprint of all that the sheet may be made from."""
    whole = sha256()
    for document in rulebook.documents:
        if document.id in documents:
            for section in document.sections:
                whole.update(f"{section.anchor}\t{fingerprint(section)}\n".encode("utf-8", "replace"))
    return whole.hexdigest()[:12]
