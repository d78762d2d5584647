"""The order of the stages of a quick-reference sheet: what a path names, the plan, the sheet; its audit.

Nothing here prints.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from vfdoc.compare.audit import audit as audited
from vfdoc.compare.audit import settled
from vfdoc.compare.overlay import laid_anchor, overlaid
from vfdoc.formats.conditions import speech
from vfdoc.formats.labels import label_language, labels
from vfdoc.language.terms import Matcher
from vfdoc.language.word_list import label_languages, languages, primary, word_list
from vfdoc.model import Glossary, InputError, Rulebook
from vfdoc.model.mechanics import Mechanics
from vfdoc.model.session import in_session
from vfdoc.model.sheet import (
    Audit,
    Origin,
    PanelPlan,
    Sheet,
    SheetPlan,
    SheetRow,
    Worded,
    WordedLine,
    WordedTable,
)
from vfdoc.model.wording import Wording
from vfdoc.pipeline import glossary, played_rulebook, with_mechanics, with_quantities, wording
from vfdoc.pipeline.paths import LoadedRulebook, edition_folder, read
from vfdoc.pipeline.sheet_plan_validation import is_filled, unknown_units, validate_plan
from vfdoc.reading.editions import EditionFile, SheetFile, SheetPanelFile, read_edition_file
from vfdoc.reading.named_sections import panels_on, stale_sections, without_sections
from vfdoc.reading.sources import content
from vfdoc.sheet import writer as writer
from vfdoc.sheet.attached import attached_sheet
from vfdoc.sheet.build_sheet import build_sheet, house_prose
from vfdoc.sheet.changes import SheetContext
from vfdoc.sheet.pdf_audit import audit_rows
from vfdoc.sheet.source import Source, source_of
from vfdoc.sheet.worded import Tongue
from vfdoc.sheet.words import sheet_words
from vfdoc.verdicts.disagreements.own_sheet import sheet_disagreements

if TYPE_CHECKING:
    from vfdoc.sheet.typeset import Typeset

_STAMP = re.compile(r"\btexte? ([0-9a-f]{12})\b")
_NAMED = 8  # sections that are not on a sheet
_QUOTED = 40  # letters of a row that is named
_FOOT = 400  # letters at the end of a sheet's text, where its fingerprint stands


@in_session
def sheet(
    found: LoadedRulebook, plan: SheetPlan, language: str | None = None, known: LoadedRulebook | None = None
) -> Sheet:
    """The sheet of an edition or text; of house rules that of their base with them laid over it, which is
    `known` where that is at hand."""
    found = with_mechanics(found)
    book, words, said, house, base = _in_force(found, known)
    spoken = spoken_by(found, language)
    source = source_of(book, plan, house)
    own = sheet_words(book.edition.language)
    context = SheetContext(source, speech(said, words, labels(spoken)), sheet_words(spoken), own, plan)
    if found.folder is not None:  # a copy of an edition's original need not have all that the edition has
        validate_plan(plan, book)
    made = build_sheet(
        context, _tongue(book, spoken, words), _house_rows(found, source, base) if base else ()
    )
    if language is not None:
        _hold_whole(made, language)
    left = _unshown(made, source)
    return replace(
        made, notes=(*_left_out(found), *left, *unknown_units(plan.units or (), book), *made.notes)
    )


@in_session
def plan_of(found: LoadedRulebook, known: LoadedRulebook | None = None) -> SheetPlan:
    """What an edition says of its sheet; of house rules what their base says, `known` where it is at hand,
    with their own rows over it. House rules that name documents speak for the whole sheet."""
    data = found.data or _data(found.rulebook.edition.id)
    told = data.sheet if data else SheetFile()
    plan = _plan(told)
    if found.folder is not None and found.data is not None:
        stale = stale_sections(found.data, found.rulebook)
        left = _plan(without_sections(told, stale)) if stale else plan
        unfilled = {panel.id for panel in plan.panels if is_filled(panel)}  # before, and no longer
        unfilled -= {panel.id for panel in left.panels if is_filled(panel)}
        plan = replace(left, panels=tuple(panel for panel in left.panels if panel.id not in unfilled))
    amends = found.rulebook.edition.amends
    if amends and not told.documents and (base := base_of(found, amends, known)) is not None:
        return _laid(plan_of(base), plan, found.rulebook)
    return plan


def choices(found: LoadedRulebook, name: str) -> tuple[str, ...]:
    """The values of a choice that the rules know, whoever it is said of: of "arm" those of `unit.arm`."""
    mechanics = played_rulebook(found).mechanics
    facts = (fact for fact in (mechanics.facts if mechanics else ()) if fact.id.split(".")[-1] == name)
    return tuple(dict.fromkeys(value for fact in facts for value in fact.values))


def _unshown(made: Sheet, source: Source) -> Iterator[str]:
    """A note on what a sheet leaves out of which nobody said what belongs on it."""
    if made.left:
        names = [source.sections[a].number or source.sections[a].title for a in made.left]
        told = ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")
        some = f"{len(names)} of {len(source.sections)} sections are not on the sheet: {told}"
        yield f"{made.edition}: {some}; [sheet] of an edition.toml says what belongs on it"


def _hold_whole(made: Sheet, language: str) -> None:
    """Refuses a sheet in another language than the rules' of which some rows have no words in it: who reads
    that language alone would miss these."""
    rows = [row for panel in made.panels for row in panel.rows]
    lacking = [row for row in rows if any(cell.foreign for cell in row.cells)]
    if lacking:
        told = " ".join(cell.text for cell in lacking[0].cells if cell.text)
        place = ", ".join(made.names.get(anchor, anchor) for anchor in lacking[0].sections)
        fact = f"{len(lacking)} of the sheet's {len(rows)} rows have no words in that language"
        remedy = "give them words under [sheet], or name by --panels what has them"
        first = f"the first is {told[:_QUOTED]!r} ({place})" if place else f"the first is {told[:_QUOTED]!r}"
        raise InputError(f"{made.edition}: --language {language}", f"{fact}; {first}", remedy)


def _left_out(found: LoadedRulebook) -> Iterator[str]:
    """A note on each section of which the sheet's own words are left out, because it has changed."""
    if found.folder is None or found.data is None:
        return
    for anchor, binding in stale_sections(found.data, found.rulebook).items():
        panels = panels_on(found.data.sheet, anchor)
        if panels:
            states = {"moved": f"it is {binding.section} now", "gone": "it is gone"}
            now = states.get(binding.state, "it has changed")
            said = f"[sheet] {', '.join(panels)}: the rows on {anchor} are left out, {now}"
            yield f"{found.rulebook.edition.id}: {said}; see `vfdoc check`"


def _plan(told: SheetFile) -> SheetPlan:
    return SheetPlan(
        documents=told.documents,
        panels=tuple(_panel(panel) for panel in told.panels),
        drop=told.drop,
        omit=told.omit,
        paper=told.paper,
        sides=told.sides,
        columns=told.columns,
        type=told.type,
        landscape=told.landscape,
    )


def _laid(base: SheetPlan, own: SheetPlan, house: Rulebook) -> SheetPlan:
    """The plan of a base with the rows of house rules over it: in a panel of one name a row takes the place
    of the base's with one of its labels, and what the base has not stands behind. Sections of the house are
    named as those laid over the base are."""
    of = house.edition.id
    laid = {section.anchor: laid_anchor(of, section.anchor) for section in house.sections()}
    panels = {panel.id: panel for panel in base.panels}
    for panel in own.panels:
        rows = [row._replace(sections=tuple(laid.get(a, a) for a in row.sections)) for row in panel.rows]
        below = panels.get(panel.id, panel._replace(rows=()))
        placed: list[Worded] = []
        for row in below.rows:
            instead = [mine for mine in rows if mine.label.items() & row.label.items()]
            placed += instead or [row]
            rows = [mine for mine in rows if mine not in instead]
        panels[panel.id] = below._replace(rows=(*placed, *rows))
    return replace(base, panels=tuple(panels.values()))


def spoken_by(found: LoadedRulebook, language: str | None) -> str:
    """The language of the sheet: the one asked for, else that of the rules; InputError where there are no
    words for it."""
    if language is None:
        return label_language(found.rulebook.edition.language)
    known = label_languages()
    if language not in known:
        remedy = f"known are {', '.join(known)}"
        raise InputError(f"--language {language}", "there are no words for it", remedy)
    return language


class _InForce(NamedTuple):
    """The rulebook in force, the glossary and the wording; of house rules, which are laid over it, their
    edition's id and their base."""

    book: Rulebook
    words: Glossary
    said: Wording
    house: str = ""
    base: LoadedRulebook | None = None


def _in_force(found: LoadedRulebook, known: LoadedRulebook | None = None) -> _InForce:
    whole = with_mechanics(replace(found, document=None))
    amends = whole.rulebook.edition.amends
    base = base_of(found, amends, known) if amends else None
    if base is None:
        return _InForce(whole.rulebook, glossary(found), wording(found))
    below = with_mechanics(replace(base, document=None))
    words = glossary(base).overlaid(glossary(found))
    book = overlaid(_without_quantities(below.rulebook), whole.rulebook, words)
    said = wording(base).overlaid(wording(found))
    return _InForce(book, words, said, whole.rulebook.edition.id, below)


def _without_quantities(rulebook: Rulebook) -> Rulebook:
    """A base as it is laid under house rules: what is at hand may hold more than was asked for."""
    mechanics = rulebook.mechanics
    if mechanics is None or not mechanics.quantities:
        return rulebook
    return replace(rulebook, mechanics=replace(mechanics, quantities=()))


def base_of(found: LoadedRulebook, amends: str, known: LoadedRulebook | None = None) -> LoadedRulebook | None:
    """The edition that house rules amend: beside them, else by its name; `known`, where it is that one."""
    folder = edition_folder(amends, found.folder)
    if folder is None:
        return None
    if known is not None and known.folder == folder and known.rulebook.edition.id == amends:
        return known
    return read(str(folder))


def _house_rows(found: LoadedRulebook, source: Source, base: LoadedRulebook) -> Sequence[SheetRow]:
    """The house rules in words that differ from the base, or that the base does not know; what is only
    worded anew is not shown to differ."""
    told = with_quantities(replace(found, document=None)).rulebook
    words = glossary(base).overlaid(glossary(found))
    held = audited(_rules(base, told), told, words)
    shown = {source.house + ":" + s.anchor: s for s in told.sections()}
    return house_prose(
        [row for row in held.rows if row.verdict not in ("agrees", "unverified")], shown, source
    )


def _tongue(book: Rulebook, spoken: str, words: Glossary) -> Tongue:
    own = primary(book.edition.language)
    return Tongue(own, spoken, Matcher(words, own), sheet_words(spoken).joins.get(own, {}), _numbers(own))


def _numbers(language: str) -> Mapping[str, float]:
    """What number words mean in a language."""
    found: Mapping[str, float] = {}
    if language in languages():
        found = word_list(language).get("mechanics", {}).get("numbers", {})
    return found


def _data(id: str) -> EditionFile | None:
    folder = edition_folder(id)
    return read_edition_file(folder) if folder is not None else None


def _panel(told: SheetPanelFile) -> PanelPlan:
    rows = tuple(
        Worded(row.sections, row.label, row.says, row.pick, row.of, row.amount, row.facts)
        for row in told.rows
    )
    tables = tuple(
        WordedTable(
            table.title,
            table.columns,
            tuple(WordedLine(line.sections, line.cells) for line in table.rows),
            table.of,
        )
        for table in told.tables
    )
    return PanelPlan(
        id=told.id,
        title=told.title,
        of=told.of,
        chapters=told.chapters,
        without=told.without,
        rows=rows,
        phase=told.phase,
        tables=tables,
        gather=told.gather,
        wide=told.wide,
    )


@in_session
def audit(found: LoadedRulebook, file: str) -> Audit:
    """A printed sheet against the rules that a path names: a text, an edition, or a PDF that vfdoc made.

    InputError where it can be read as none of these.
    """
    if _is_pdf(file):
        return _own_audit(found, file)
    printed = read(file)
    if printed.words is None:  # a sheet of no edition is held against the rules in their game's words
        printed = replace(printed, described=found.words)
    made = sheet(found, plan_of(found))
    told = _printed(found, printed)
    words = glossary(found).overlaid(glossary(printed))
    held = audited(_rules(found, told), told, words)
    document = told.documents[0].id if told.documents else ""
    if printed.folder is not None and printed.folder == found.folder:
        own = sheet_disagreements(replace(with_mechanics(found).rulebook, glossary=glossary(found)))
        held = settled(held, (each for each in own if each.here.document == document))
    stamp = _STAMP.search("\n".join(d.source.text[-_FOOT:] for d in told.documents))
    origin = Origin(stamp.group(1), made.fingerprint, ()) if stamp else None
    return Audit(
        file=file,
        document=document,
        rows=held.rows,
        lacks=held.lacks,
        covered=held.covered,
        stated=held.stated,
        sheet=made,
        origin=origin,
        notes=printed.notes,
    )


def _is_pdf(file: str) -> bool:
    try:
        return content(Path(file), file).startswith(b"%PDF-")
    except (OSError, ValueError):  # no file: reading the path says what is wrong with it
        return False


def _own_audit(found: LoadedRulebook, file: str) -> Audit:
    """A sheet of vfdoc's own against the sheet that the rules make now, cell by cell."""
    printed = attached_sheet(Path(file).read_bytes(), file)
    made = sheet(found, plan_of(found), printed.language if printed.language in label_languages() else None)
    rows, cells, fresh = audit_rows(printed, made)
    stated = len(rows) + len(fresh)
    origin = Origin(printed.fingerprint, made.fingerprint, cells)
    covered = sum(row.verdict == "agrees" for row in rows)
    return Audit(
        file=file,
        document="sheet",
        rows=rows,
        lacks=fresh,
        covered=covered,
        stated=stated,
        sheet=made,
        origin=origin,
    )


def _printed(found: LoadedRulebook, printed: LoadedRulebook) -> Rulebook:
    """What is audited of a text: the document that was named, else its sheets, else all."""
    whole = with_quantities(printed).rulebook
    ids = [printed.document] if printed.document else [d.id for d in whole.documents if d.kind == "sheet"]
    return _only(whole, ids or [d.id for d in whole.documents])


def _rules(found: LoadedRulebook, told: Rulebook) -> Rulebook:
    """What a sheet is held against: the documents that count as rules, save the sheet itself."""
    book, _, _, house, _ = _in_force(found)
    if house and book.mechanics is not None:  # the base with the house rules over it, all of them rules
        ruled = [x for x in book.mechanics.modifiers if x.origin == "rules"]
        tests = tuple(t for t in book.mechanics.tests if t.origin == "rules")
        lookups = tuple(x for x in book.mechanics.lookups if x.origin == "rules")
        mechanics = replace(book.mechanics, modifiers=tuple(ruled), tests=tests, lookups=lookups)
        ids = _counted(book, ())
        kept = tuple(d for d in book.documents if d.id in ids or d.id.startswith(f"{house}:"))
        return replace(book, documents=kept, mechanics=mechanics)
    whole = with_quantities(replace(found, document=None)).rulebook
    plan = plan_of(found)
    audited_files = {document.source.file for document in told.documents}
    counted = _counted(whole, plan.documents)
    return _only(
        whole, [d.id for d in whole.documents if d.id in counted and d.source.file not in audited_files]
    )


def _counted(rulebook: Rulebook, named: Sequence[str]) -> frozenset[str]:
    """The documents that count as rules: those `named`, else those of that kind, and what carries their
    numbers on."""
    own = {d.id for d in rulebook.documents if (d.id in named if named else d.kind == "rules")}
    return frozenset(own).union(d.id for d in rulebook.documents if d.continues in own)


def _only(rulebook: Rulebook, ids: Sequence[str | None]) -> Rulebook:
    """A rulebook with some of its documents, its mechanics too."""
    mechanics = rulebook.mechanics or Mechanics(rulebook.edition.id)
    kept = replace(
        mechanics,
        tests=tuple(t for t in mechanics.tests if t.document in ids),
        modifiers=tuple(m for m in mechanics.modifiers if m.document in ids),
        lookups=tuple(x for x in mechanics.lookups if x.document in ids),
        conventions=tuple(c for c in mechanics.conventions if c.document in ids),
        quantities=tuple(q for q in mechanics.quantities if q.document in ids),
    )
    documents = tuple(d for d in rulebook.documents if d.id in ids)
    return replace(rulebook, documents=documents, mechanics=kept)


def printed(made: Sheet, plan: SheetPlan) -> Typeset:
    """The sheet set on paper as PDF, and what was done to make it fit."""
    from vfdoc.sheet.typeset import typeset  # Typst, which no other form needs

    return typeset(made, plan)
