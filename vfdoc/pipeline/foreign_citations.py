"""Foreign citations: those of a text about the rules, checked against the edition that it cites."""

from __future__ import annotations

from dataclasses import replace

from vfdoc import checks
from vfdoc.graph import resolve
from vfdoc.model import Document, Finding, Key, Reference, SourceText
from vfdoc.model.place import placed
from vfdoc.model.session import in_session
from vfdoc.pipeline.paths import Read, read_about

# Whether a citation leads to the wrong rule is judged by the words before other citations: those of the
# text itself would be taken for the edition's.
_CHECKS = ("dangling-reference", "ambiguous-reference")


@in_session
def check_against(path: str, base: Read) -> tuple[SourceText, tuple[Finding, ...]]:
    """The text at `path`, and what is wrong with its citations, whose numbers are those of `base`.

    A number that the text itself bears and the edition does not is a citation of the text's own.
    """
    found = read_about(path, base)
    own = {s.key for s in found.rulebook.sections() if s.key is not None} - set(base.graph.numbers)
    taken = {document.id for document in base.rulebook.documents}
    document = _renamed(found.rulebook.documents[0], taken, own)
    rulebook = replace(
        base.rulebook, documents=(*base.rulebook.documents, document), own=False, faults=(), mechanics=None
    )
    graph = resolve(rulebook)
    wrong = [finding for check in _CHECKS for finding in checks.ALL_CHECKS[check](rulebook, graph)]
    wrong = placed((finding for finding in wrong if finding.document == document.id), rulebook)
    return document.source, tuple(sorted(wrong, key=lambda f: (f.line, f.column, f.rule)))


def _renamed(document: Document, taken: set[str], own: set[Key]) -> Document:
    """The document beside those of the edition: no section of it bears a number or anchor of theirs."""
    name = document.id
    while name in taken:
        name += "~"
    sections = tuple(
        s._replace(
            anchor=f"{name}/{s.anchor}",
            parent=f"{name}/{s.parent}" if s.parent is not None else None,
            document=name,
            number=None,
            key=None,
            kind="note",
        )
        for s in document.sections
    )
    references = tuple(_cited(r, name, own) for r in document.references)
    return replace(document, id=name, sections=sections, references=tuple(r for r in references if r.targets))


def _cited(reference: Reference, name: str, own: set[Key]) -> Reference:
    targets = tuple(target for target in reference.targets if target.key not in own)
    return reference._replace(section=f"{name}/{reference.section}", document=name, targets=targets)
