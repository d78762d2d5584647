"""The order of the stages by which house rules follow their base to a new edition."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from vfdoc.compare.rebase import rebase as rebased
from vfdoc.edit.edits import applied
from vfdoc.edit.recite import Cited, recite
from vfdoc.formats.rebase import rebase_markdown
from vfdoc.model import InputError
from vfdoc.model.comparison import Rebased
from vfdoc.model.session import in_session
from vfdoc.pipeline import glossary, with_quantities
from vfdoc.pipeline.comparing import concordance, overrides
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.reading.sources import encoded

_LINEAGE = re.compile(r"^(?:id|amends|supersedes)[ \t]*=.*\n?", re.MULTILINE)
_TABLE = re.compile(r"^(?=[ \t]*\[)", re.MULTILINE)
_HINTS = re.compile(r"[ \t]*\[{1,2}[ \t]*reading\b")


@in_session
def rebase(house: LoadedRulebook, old: LoadedRulebook, new: LoadedRulebook) -> tuple[Rebased, ...]:
    """What the base edition `new` does to each of the house rules made for `old`."""
    rules, before, after = (with_quantities(read).rulebook for read in (house, old, new))
    words = glossary(old).overlaid(glossary(new)).overlaid(glossary(house))
    return rebased(rules, before, after, words, overrides(old, new))


@in_session
def rebased_edition(
    rows: Sequence[Rebased], house: LoadedRulebook, old: LoadedRulebook, new: LoadedRulebook
) -> dict[str, bytes]:
    """A new edition of the house rules, by path: their texts with the citations that are certain
    rewritten, an edition.toml that amends the new base, and rebase.md, the list of what to decide.

    Every house rule is in it as it was: what to drop is for its keeper to say. InputError where the
    house rules are a lone text, which says nothing of itself.
    """
    if house.folder is None:
        name = house.rulebook.documents[0].source.file
        raise InputError(name, "is a text and no edition", "name an edition's folder, or leave out --out")
    files = {
        path.name: path.read_bytes()
        for path in sorted(house.folder.glob("*.toml"))
        if path.is_file() and not path.is_symlink()
    }
    told = files["edition.toml"].decode("utf-8-sig")
    lineage = f'amends = "{new.rulebook.edition.id}"\nsupersedes = "{house.rulebook.edition.id}"\n'
    files["edition.toml"] = _followed(told, lineage).encode()
    files.pop("concordance.toml", None)
    found = concordance(old, new)
    own = frozenset(s.key for s in house.rulebook.sections() if s.key is not None)
    for document in house.rulebook.documents:
        source = document.source
        cited = Cited(source.file, document.references, own)
        edits = recite(cited, old.graph, new.graph.sections, found).edits
        files[_inside(source.file, house.folder)] = encoded(source, applied(source, edits))
    files["rebase.md"] = rebase_markdown(rows, house.rulebook, old.rulebook, new.rulebook)
    return dict(sorted(files.items()))


def _inside(file: str, folder: Path) -> str:
    """A document's file as seen from its edition's folder."""
    return Path(file).resolve().relative_to(folder.resolve()).as_posix()


def _followed(text: str, lineage: str) -> str:
    """An edition.toml with another lineage, and without the hints that are for one original only."""
    own, *tables = _TABLE.split(text)
    kept = (table for table in tables if not _HINTS.match(table))
    return lineage + _LINEAGE.sub("", own) + "".join(kept)
