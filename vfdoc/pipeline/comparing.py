"""The order of the stages where two editions meet: compared, recited, rebased.

Nothing here prints.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from vfdoc.compare.changes import section_changes
from vfdoc.compare.comparison import compare as compared
from vfdoc.compare.concordance import concordance as concorded
from vfdoc.edit.edits import applied
from vfdoc.edit.recite import Cited, Fits, recite_statements
from vfdoc.edit.recite import recite as recited
from vfdoc.language.likeness import likeness, weights
from vfdoc.language.stems import reader
from vfdoc.language.word_list import primary
from vfdoc.model import Glossary, Rulebook, Section, text_of
from vfdoc.model.comparison import Comparison, Concordance, Forced, Sameness, SummaryEntry
from vfdoc.model.edit import Recital
from vfdoc.model.logs import timed
from vfdoc.model.session import in_session
from vfdoc.pipeline import glossary, with_quantities, wording
from vfdoc.pipeline.documents import only_texts
from vfdoc.pipeline.paths import LoadedRulebook, read_about
from vfdoc.pipeline.playing import play_tables
from vfdoc.pipeline.translating import translated, with_old_originals
from vfdoc.play.witnesses import with_effects
from vfdoc.reading.concordance import read_overrides
from vfdoc.reading.editions import parsed_file
from vfdoc.reading.lessons import lessons
from vfdoc.reading.sources import encoded, read_source


class Recited(NamedTuple):
    """A text whose citations were followed: what came of each, the text, and its bytes in the encoding
    that it came in, with its byte order mark."""

    recital: Recital
    text: str
    data: bytes


@timed("pipeline", "comparing")
@in_session
def diff(old: LoadedRulebook, new: LoadedRulebook) -> Comparison:
    """What differs between two texts, each an edition or one document of it."""
    old, new = with_quantities(old), with_quantities(new)  # which are played too
    one, other = _shown(old), _shown(new)
    taught = lessons(new.words, old.rulebook, new.rulebook)
    found = compared(one, other, overrides(old, new), _words(old, new), taught)
    waiting = with_old_originals(old, translated(old, new))
    return replace(found, translation=waiting, entries=_played(found.entries, old, new))


def _played(
    entries: tuple[SummaryEntry, ...], old: LoadedRulebook, new: LoadedRulebook
) -> tuple[SummaryEntry, ...]:
    """The entries with what each change comes to when both editions are played."""
    tables = play_tables(old), play_tables(new)
    return with_effects(entries, tables, (old.graph.sections, new.graph.sections))


def shown(read: LoadedRulebook) -> Rulebook:
    """What is shown of one side: the document that was asked for, with the words for its conditions."""
    return replace(read.shown, glossary=glossary(read), wording=wording(read))


@in_session
def concordance(old: LoadedRulebook, new: LoadedRulebook) -> Concordance:
    """Which sections of two texts correspond."""
    one, other = (_shown(with_quantities(read)) for read in (old, new))
    return concorded(one, other, overrides(old, new), _words(old, new))


@in_session
def recite(path: str, old: LoadedRulebook, new: LoadedRulebook) -> Recited:
    """The text at `path`, whose citations are those of `old`, those rewritten that are certain; of a TOML
    file of an edition the sections that it names."""
    if path.endswith(".toml"):
        source = read_source(Path(path), path)
        parsed_file(path, source.text)
        whole = "".join(line + end for line, end in zip(source.lines, source.ends, strict=True))
        leads = concordance(old, new)
        told, carried = recite_statements(path, whole, old.graph.sections, new.graph.sections, leads)
        return Recited(told, carried, encoded(source, carried))
    text = read_about(path, old)
    document = text.rulebook.documents[0]
    only_texts([document.source], "recite")
    own = frozenset(s.key for s in text.rulebook.sections() if s.key is not None)
    cited = Cited(document.source.file, document.references, own, document.id)
    pairs = concordance(old, new)
    one, other = (_shown(with_quantities(each)) for each in (old, new))
    changes = section_changes(one, other, pairs)
    verdicts: dict[str, Sameness] = {}
    for change in changes:
        for anchor in change.at.old if change.verdict is not None else ():
            if verdicts.get(anchor) != "changed" and change.verdict is not None:
                verdicts[anchor] = change.verdict
    found = recited(cited, old.graph, new.graph.sections, pairs, verdicts, _likeness(one, other))
    recited_text = applied(document.source, found.edits)
    return Recited(found, recited_text, encoded(document.source, recited_text))


def _likeness(old: Rulebook, new: Rulebook) -> Fits | None:
    """How alike the words of two sections are (cosine of stems weighted by rarity); None of two languages."""
    if primary(old.edition.language) != primary(new.edition.language):
        return None
    read = reader(new.forms)
    told = weights([read(text_of(section.blocks)) for book in (old, new) for section in book.sections()])

    def fits(one: Section, other: Section) -> float:
        vectors = (told.vector(read(f"{each.title}. {text_of(each.blocks)}")) for each in (one, other))
        return likeness(*vectors)

    return fits


def _shown(read: LoadedRulebook) -> Rulebook:
    """The rulebook with only the document that was asked for, its mechanics too."""
    mechanics = read.rulebook.mechanics
    if read.document is None or mechanics is None:
        return read.rulebook
    return replace(read.shown, mechanics=mechanics.of_document(read.document))


def overrides(old: LoadedRulebook, new: LoadedRulebook) -> tuple[Forced, ...]:
    """What a human says corresponds: in the folder of the edition that builds on the other."""
    one, other = old.rulebook, new.rulebook
    if other.edition.id in (one.edition.supersedes, one.edition.translates, one.edition.amends):
        said = read_overrides(old.folder, other.edition.id, other, one)
        return tuple(pair._replace(old=pair.new, new=pair.old) for pair in said)
    return read_overrides(new.folder, one.edition.id, one, other)


def _words(old: LoadedRulebook, new: LoadedRulebook) -> Glossary:
    """The terms of both editions."""
    return glossary(old).overlaid(glossary(new))
