"""The order of the stages by which a translation is held against its original."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from vfdoc.compare.concordance import concordance
from vfdoc.compare.renderings import Misfiled, Rendering, misfiled, renderings
from vfdoc.compare.translation import progress, with_earlier_original
from vfdoc.language.terms import matcher
from vfdoc.model import Finding, InputError, Related, Rulebook
from vfdoc.model.place import at_section, at_words, called
from vfdoc.model.session import in_session
from vfdoc.model.translation import Translated
from vfdoc.pipeline import glossary
from vfdoc.pipeline.paths import LoadedRulebook, edition_folder, read
from vfdoc.pipeline.revisions import commits_of
from vfdoc.reading.binding import bind_sections
from vfdoc.reading.glossary import read_glossary
from vfdoc.reading.translations import read_translation

_REVISIONS = 40  # of an original's folder that are looked through for what a translation was made from


@in_session
def translated(original: LoadedRulebook, translation: LoadedRulebook) -> tuple[Translated, ...]:
    """How far each section of the original is translated; nothing where the translation remembers none
    of this original's sections."""
    remembered = read_translation(translation.folder) if translation.folder is not None else None
    if remembered is None or remembered.of != original.rulebook.edition.id:
        return ()
    words = read_glossary(original.folder)
    found = concordance(original.rulebook, translation.rulebook, (), words)
    bound = bind_sections(remembered.sections, original.rulebook)
    return progress(original.rulebook, translation.rulebook, found, bound, remembered.sections)


@in_session
def with_old_originals(original: LoadedRulebook, states: Sequence[Translated]) -> tuple[Translated, ...]:
    """The same, each stale section with what its original said when it was translated, where one of the
    editions that the original supersedes, or an earlier revision of its folder, still says it."""
    found = list(states)
    sections = original.graph.sections
    for earlier in _earlier(original):
        if all(each.state != "stale" or each.before is not None for each in found):
            break
        where, book = earlier
        found = [
            with_earlier_original(each, sections[each.original], book, where, book.forms) for each in found
        ]
    return tuple(found)


def _earlier(original: LoadedRulebook) -> Iterator[tuple[str, Rulebook]]:
    """Earlier texts of an original, the newest first: editions that it supersedes, then what git knows."""
    name, seen = original.rulebook.edition.supersedes, {original.rulebook.edition.id}
    while name is not None and name not in seen:
        seen.add(name)
        folder = edition_folder(name, original.folder)
        if folder is None:
            break
        book = read(str(folder)).rulebook
        yield name, book
        name = book.edition.supersedes
    if original.folder is None:
        return
    try:
        commits = commits_of(original.folder, str(original.folder), _REVISIONS)
    except InputError:  # no git, or no repository
        return
    for commit in commits:
        try:
            yield commit, read(f"{original.folder}@{commit}").rulebook
        except InputError:
            continue


def check_translation(translation: LoadedRulebook, others: Sequence[Finding]) -> tuple[Finding, ...]:
    """The findings of a translation in the order of its texts: the others, one for each section whose
    original has changed since, and a note on how far the whole is."""
    remembered = read_translation(translation.folder) if translation.folder is not None else None
    if remembered is None:
        return tuple(others)
    original = _original(translation, remembered.of)
    states = translated(original, translation)
    found = [*others, *_stale(translation, original, states), *_note(translation, remembered.of, states)]
    found += translation_faults(translation, original)
    order = {document.id: place for place, document in enumerate(translation.rulebook.documents)}
    return tuple(sorted(found, key=lambda f: (order.get(f.document, len(order)), f.line, f.column, f.rule)))


def translation_faults(translation: LoadedRulebook, original: LoadedRulebook) -> tuple[Finding, ...]:
    """What a translation does otherwise than its original, in the order of its texts: terms of the original
    that it calls by two names, comments under the number of another rule."""
    one, other = original.rulebook, translation.rulebook
    words = glossary(original).overlaid(glossary(translation))
    matchers = matcher(words, one.edition.language), matcher(words, other.edition.language)
    found = [*map(partial(_rendered_twice, other), renderings(one, other, matchers))]
    pairs = concordance(one, other, (), words)
    found += [_misfiled(other, one, each) for each in misfiled(one, other, pairs, matchers)]
    order = {document.id: place for place, document in enumerate(other.documents)}
    return tuple(sorted(found, key=lambda f: (order.get(f.document, len(order)), f.line, f.column, f.rule)))


def _rendered_twice(book: Rulebook, found: Rendering) -> Finding:
    most, *others = found.names
    rare = others[0][0]
    return at_words(
        book,
        rare.section,
        "mixed-term",
        "warning",
        rare.words,
        f'"{found.original}" of the original is "{rare.words.text}" here, "{most[0].words.text}" elsewhere',
        remedy=f'write "{most[0].words.text}", or say what sets the two apart',
        related=tuple(
            Related(said.section.anchor, said.words.line, said.words.text)
            for said in (most[0], *(name[0] for name in others[1:]))
        ),
    )


def _misfiled(book: Rulebook, original: Rulebook, found: Misfiled) -> Finding:
    number, edition = found.comment.number, original.edition.id
    means = f'"{found.under.title}"' if found.under is not None else "no rule's number"
    return at_section(
        book,
        found.comment,
        "misfiled-comment",
        "warning",
        f"the comment under {number} is about {called(found.about)} of {edition}; {number} is {means} there",
        remedy=f"file it under {found.about.number}",
        target=found.about.anchor,
    )


def _stale(
    translation: LoadedRulebook, original: LoadedRulebook, states: Sequence[Translated]
) -> Iterator[Finding]:
    for each in states:
        if each.state != "stale" or each.section is None:
            continue
        rule, edition = called(original.graph.sections[each.original]), original.rulebook.edition.id
        entry = f'"{each.original}" = "{each.fingerprint}"'
        yield at_section(
            translation.rulebook,
            translation.graph.sections[each.section],
            "stale-translation",
            "warning",
            f"{rule} of {edition} has changed since it was translated",
            remedy=f"translate it anew, then set {entry} in translation.toml",
            target=each.original,
        )


def _note(translation: LoadedRulebook, original: str, states: Sequence[Translated]) -> Iterator[Finding]:
    """The figure of progress, at the first section that waits."""
    counts = Counter(each.state for each in states)
    waiting = [each.section for each in states if each.state == "untranslated"]
    sections = translation.graph.sections
    place = next((anchor for anchor in waiting if anchor is not None), next(iter(sections), None))
    if not waiting or place is None:
        return
    done = counts["translated"]
    yield at_section(
        translation.rulebook,
        sections[place],
        "untranslated",
        "note",
        f"{done} of {len(states)} sections are translated ({100 * done // len(states)} %)"
        + (f", {counts['stale']} of the others stale" if counts["stale"] else ""),
        remedy=f"`vfdoc diff {original} {translation.rulebook.edition.id}` lists those that wait",
    )


def _original(translation: LoadedRulebook, name: str) -> LoadedRulebook:
    folder = edition_folder(name, translation.folder)
    if folder is None:
        where = f"{translation.rulebook.edition.id}/translation.toml"
        raise InputError(
            where, f"translates {name}, which is not known", "put the original's folder beside it"
        )
    return read(str(folder))
