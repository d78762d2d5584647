"""The order of the stages, written once: a path in, a rulebook, its graph and its findings out.

Nothing here prints. Each stage imports what it needs: what is in the cache is given back before anything
heavy is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from vfdoc.model.garbage import gc_paused
from vfdoc.model.logs import timed
from vfdoc.model.session import in_session, passing_memos, resident_session, settled

if TYPE_CHECKING:
    from vfdoc.model import Finding, Glossary, Rulebook, Section
    from vfdoc.model.binding import BoundStatement
    from vfdoc.model.force import PrintedForce
    from vfdoc.model.glossary import OwnWord
    from vfdoc.model.mechanics import Mechanics
    from vfdoc.model.wording import Wording
    from vfdoc.pipeline.paths import (
        LoadedRulebook,
        edition_folder,
        edition_folders,
        editions,
        has_texts,
        read,
        read_all,
    )

_NEAR = 5  # sections that a remedy names

__all__ = [
    "LoadedRulebook",
    "check",
    "edition_folder",
    "edition_folders",
    "editions",
    "explain",
    "find_section",
    "glossary",
    "has_texts",
    "in_play",
    "mechanics",
    "overlaid_rulebook",
    "played_rulebook",
    "read",
    "read_all",
    "site",
    "with_mechanics",
    "with_quantities",
    "wording",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """What a path may be is `paths`' to say."""
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from vfdoc.pipeline import paths

        return getattr(paths, name)


@timed("pipeline", "checks")
@in_session
def check(read: LoadedRulebook) -> tuple[Finding, ...]:
    """What the checks find in the document or edition that was asked for, reading's own doubts too."""
    from vfdoc import checks  # nothing else needs them
    from vfdoc.pipeline.documents import in_documents

    with passing_memos():
        rulebook = with_mechanics(read).rulebook
    rulebook = replace(
        rulebook,
        glossary=glossary(read),
        own_words=_own_words(read),
        stated=_stated(read),
        forces=_forces(read),
    )
    found = checks.run_checks(rulebook, read.graph)
    if read.folder is not None and (read.folder / "translation.toml").is_file():
        from vfdoc.pipeline.translating import check_translation  # needs what compares, which few texts do

        found = check_translation(read, found)
    found = _worded(in_documents(found, read.rulebook), read, rulebook.glossary)
    if read.document is None:
        return found
    return tuple(f for f in found if f.document == read.document)


def _worded(found: tuple[Finding, ...], read: LoadedRulebook, said: Glossary | None) -> tuple[Finding, ...]:
    """The findings, what their messages name of the glossary said in the words of the edition."""
    if said is None or not any(finding.named for finding in found):
        return found
    from vfdoc.formats.conditions import speech, worded_message
    from vfdoc.formats.labels import labels
    from vfdoc.model.words import DEFAULT_LANGUAGE

    words = speech(wording(read), said, labels(DEFAULT_LANGUAGE))
    return tuple(
        replace(each, message=worded_message(each.message, each.named, words), named=())
        if each.named
        else each
        for each in found
    )


def _own_words(read: LoadedRulebook) -> tuple[OwnWord, ...]:
    """The keys of the edition's own glossary; of a copy none: it need not have all that the edition has."""
    from vfdoc.reading.own_words import own_words

    return own_words(read.folder, read.rulebook.edition.language) if read.folder is not None else ()


def _stated(read: LoadedRulebook) -> tuple[BoundStatement, ...]:
    """What the edition's files state of its texts; of a copy nothing: it speaks for itself."""
    from vfdoc.pipeline.stating import stated

    return stated(read) if read.folder is not None else ()


def _forces(read: LoadedRulebook) -> tuple[PrintedForce, ...]:
    """The forces that the texts print, where the edition states its army lists."""
    from vfdoc.reading.armies import FILE

    if read.words is None or not (read.words / FILE).is_file():
        return ()
    from vfdoc.pipeline.forces import printed_forces

    return printed_forces(read)


@in_session
def with_mechanics(read: LoadedRulebook) -> LoadedRulebook:
    """The same, its rulebook with the mechanics that its texts state."""
    if read.rulebook.mechanics is not None:
        return read
    glossary(read)  # says what is wrong with the edition's own
    found = timed("pipeline", "mechanics")(_read_mechanics)(read)
    return replace(read, rulebook=replace(read.rulebook, mechanics=_in_force(found)))


def _read_mechanics(read: LoadedRulebook) -> Mechanics:
    """What the texts state: of a game that somebody describes read by its words, else proposed."""
    from vfdoc.reading.games import is_described
    from vfdoc.reading.glossary import FILE

    if is_described(read.words, FILE):
        from vfdoc.reading.mechanics import read_mechanics  # its vocabulary is needed for nothing else

        return read_mechanics(read.rulebook, read.words)
    from vfdoc.mechanics import read_clauses
    from vfdoc.reading.mechanics.bound_rows import FILE as STATED
    from vfdoc.reading.mechanics.procedures import FILE as PROCEDURES

    found = read_clauses(read.rulebook)
    if read.words is None or not any((read.words / file).is_file() for file in (STATED, PROCEDURES)):
        return found
    from vfdoc.reading.mechanics import with_bound_rows

    return with_bound_rows(found, read.rulebook, read.words)


@in_session
def in_play(read: LoadedRulebook) -> Mechanics:
    """The mechanics that are played: the edition's own; of one that amends another, its base's with its
    own rows laid over them."""
    found = played_rulebook(read).mechanics
    assert found is not None
    return found


def played_rulebook(read: LoadedRulebook) -> Rulebook:
    """The rulebook whose mechanics are played (see `in_play`)."""
    from vfdoc.pipeline.paths import edition_folder
    from vfdoc.pipeline.paths import read as read_path

    base = read.rulebook.edition.amends
    if base is None or read.document is not None:
        return replace(read.rulebook, mechanics=mechanics(read))
    folder = edition_folder(base, read.folder)
    return overlaid_rulebook(read_path(str(folder or base)), read)


@in_session
def overlaid_rulebook(base: LoadedRulebook, house: LoadedRulebook) -> Rulebook:
    """The base with the edition that amends it laid over it, its mechanics ready to be played, its words
    those of both."""
    from vfdoc.compare.overlay import overlaid

    under, over = (with_mechanics(each) for each in (base, house))
    words = glossary(under).overlaid(glossary(over))
    whole = overlaid(under.rulebook, over.rulebook, words)
    assert whole.mechanics is not None
    kept = {row.id for row in whole.mechanics.modifiers}
    theirs = tuple(pair for pair in whole.mechanics.contradicts if kept.issuperset(pair))
    found = replace(_in_force(whole.mechanics), contradicts=theirs)  # an amendment contradicts nothing
    said = wording(under).overlaid(wording(over))
    return replace(whole, mechanics=found, glossary=words, wording=said)


@in_session
def with_quantities(read: LoadedRulebook) -> LoadedRulebook:
    """The same, its mechanics with the numbers that no modifier, test or lookup holds."""
    from vfdoc.reading.mechanics import with_quantities  # as above: few commands ask for them

    read = with_mechanics(read)
    assert read.rulebook.mechanics is not None
    if read.rulebook.mechanics.quantities:
        return read
    found = with_quantities(read.rulebook.mechanics, read.rulebook, read.words)
    return replace(read, rulebook=replace(read.rulebook, mechanics=found))


@in_session
def mechanics(read: LoadedRulebook) -> Mechanics:
    """The tests, modifiers, lookups and conventions of the document or edition that was asked for."""
    found = with_mechanics(read).rulebook.mechanics
    assert found is not None
    if read.document is None:
        return found
    # A document by itself plays its own rows: those of the others stand for none of them.
    return _in_force(found.of_document(read.document))


@settled
def _in_force(found: Mechanics) -> Mechanics:
    """The same with which of its rows are executed, and which in the place of others."""
    from vfdoc.verdicts.restated import contradicts, counted_once, exceptions, replaces, restated

    there = {row.id for row in found.modifiers}
    told = (pair for pair in found.restated if there.issuperset(pair))
    found = replace(found, restated=tuple(dict.fromkeys((*told, *restated(found)))))
    against = (pair for pair in found.contradicts if there.issuperset(pair))
    return replace(
        found,
        once=counted_once(found),
        replaces=replaces(found),
        contradicts=tuple(dict.fromkeys((*against, *contradicts(found)))),
        statements=exceptions(found),
    )


def find_section(read: LoadedRulebook, wanted: str) -> Section:
    """The section of that anchor or number, sought first in the document asked for; answers print those of
    house rules behind their id ("house:sheet/moves").

    InputError where there is none.
    """
    from difflib import get_close_matches

    from vfdoc.graph import clause, clause_within
    from vfdoc.model import InputError
    from vfdoc.reading.numbering import key_of

    sections = read.graph.sections
    wanted = wanted.removeprefix(f"{read.rulebook.edition.id}:")
    own = f"{read.document}/{wanted}" if read.document else wanted
    if own in sections or wanted in sections:
        return sections.get(own) or sections[wanted]
    numbered = read.graph.numbers.get(key_of(wanted.rstrip("."))) if wanted else None
    if numbered:
        return numbered[0]
    addressed = _address(wanted, read.rulebook.edition.language)
    if addressed != wanted and (numbered := read.graph.numbers.get(key_of(addressed))):
        return numbered[0]
    host, bracket, inside = addressed.rstrip(".").partition("(")
    item = clause(read.graph, key_of(addressed.rstrip("."))) if wanted else None
    if item is None and bracket and host in sections:
        item = clause_within(sections[host], key_of(inside))
    if item is not None:
        return item
    asked = wanted.casefold().strip()
    titles: dict[str, Section] = {}
    for section in sections.values():
        titles.setdefault(section.title.casefold().strip(), section)
        if read.document == section.document and section.title.casefold().strip() == asked:
            titles[asked] = section
    titles.pop("", None)
    if asked in titles:
        return titles[asked]
    cited = _cited(read, wanted)
    if cited is not None:
        return cited
    again = [s for s in sections.values() if s.number == host]  # numbers begin again
    within = [s for s in again if not bracket or clause_within(s, key_of(inside)) is not None]
    near = [s.anchor + bracket + inside for s in within][:_NEAR]
    near = near or get_close_matches(wanted, list(sections), 3)
    holding = sorted((title for title in titles if asked and asked in title), key=len)[:3]
    alike = holding or get_close_matches(asked, list(titles), 3)
    near += [f'{s.anchor} "{s.title}"' for title in alike if (s := titles[title]).anchor not in near]
    remedy = f"did you mean {', '.join(near)}?" if near else "see `vfdoc parse` for the sections"
    remedy = _of_base(read, wanted) or remedy
    raise InputError(read.rulebook.edition.id, f"has no section {wanted!r}", remedy)


def _of_base(read: LoadedRulebook, wanted: str) -> str:
    """Where the edition that this one amends has the number, whose sections its answers name too: what to
    ask instead; else nothing."""
    from vfdoc.pipeline.paths import edition_folder
    from vfdoc.pipeline.paths import read as read_path
    from vfdoc.reading.numbering import key_of

    base = read.rulebook.edition.amends
    if base is None or read.document is not None:
        return ""
    under = read_path(str(edition_folder(base, read.folder) or base))
    named = under.graph.numbers.get(key_of(wanted.rstrip("."))) if wanted else None
    return f"{base}, which it amends, has it: `vfdoc show {base} {wanted}`" if named else ""


def _cited(read: LoadedRulebook, wanted: str) -> Section | None:
    """The one section that words cite as the text's own do: "Article II, Section 2"."""
    from vfdoc.graph import clause
    from vfdoc.model import SourceText
    from vfdoc.pipeline.paths import data_of
    from vfdoc.reading.rulebook import read_about

    text = f"x ({wanted}) x"  # at the head of its line a number may be the line's own
    about = read_about(
        SourceText(file="", name="", text=text, encoding="utf-8", lines=(text,)),
        data_of(read),
        "",
        read.rulebook,
    )
    found: dict[str, Section] = {}
    for target in (target for reference in about.references() for target in reference.targets):
        item = clause(read.graph, target.key)
        found |= {s.anchor: s for s in ((item,) if item is not None else read.graph.resolve(target))}
    return next(iter(found.values())) if len(found) == 1 else None


def _address(wanted: str, language: str) -> str:
    """A number as it is cited, as an address: "§ 7 Abs. 2" is 7(2)."""
    from vfdoc.reading.words import words

    number = re.sub(r"^§+[ \xa0]*", "", wanted.strip())
    parts = rf",?[ \xa0](?:{words(language).parts})[ \xa0]?\(?(\d{{1,3}}[a-z]?|[a-z])\)?(?!\w)"
    return re.sub(parts, r"(\1)", number, flags=re.IGNORECASE)


def explain(read: LoadedRulebook, line: int) -> str:
    """Why a line was read as it was."""
    from vfdoc.model import InputError
    from vfdoc.reading.explain import explain_line

    documents = read.shown.documents
    if len({d.source.file for d in documents}) > 1:
        ids = ", ".join(f"{read.rulebook.edition.id}/{d.id}" for d in documents)
        raise InputError(read.rulebook.edition.id, "has several texts", f"name one: {ids}")
    return explain_line(read.shown, read.data, line)


@timed("pipeline", "site")
def site(reads: Sequence[LoadedRulebook], address: str = "") -> dict[str, bytes]:
    """The static site of these editions, as a map of path to bytes; `address` is the absolute one under
    which it will be read, where that is known."""
    from importlib.metadata import version

    from vfdoc.pipeline.site_build import site

    with gc_paused(), resident_session():
        return site(reads, version("vfdoc"), address)


def wording(read: LoadedRulebook) -> Wording:
    """How conditions are worded, with what the edition's own folder says of it over that."""
    from vfdoc.reading.wording import read_wording

    return read_wording(read.words)


def glossary(read: LoadedRulebook) -> Glossary:
    """The terms of the games, with those of the edition's own folder over them."""
    from vfdoc.reading.glossary import read_glossary

    return read_glossary(read.words)
