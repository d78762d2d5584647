"""From what a path names to tables that can be executed, and from options and files to a situation.

Tables that were read the last time are in the cache: then nothing is imported that reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeVar

from vfdoc.model import InputError
from vfdoc.model.conditions import facts_of, reach_of
from vfdoc.model.following import Following
from vfdoc.model.garbage import gc_paused
from vfdoc.model.procedures import NamedStep, NamedSteps
from vfdoc.model.session import in_session, memoized_last
from vfdoc.pipeline import cache_keys, mechanics, played_rulebook
from vfdoc.play.asked_names import asked_by_action, asked_names
from vfdoc.play.asking import can_be_asked
from vfdoc.play.attacks import Attack, Odds
from vfdoc.play.attacks import attack as attacked
from vfdoc.play.attacks import odds as exact
from vfdoc.play.dice import dice_of
from vfdoc.play.evaluate import evaluate
from vfdoc.play.following import Follows
from vfdoc.play.following import follows as following
from vfdoc.play.meant import TRAIT, mistaken
from vfdoc.play.not_computed import UnreadProhibition
from vfdoc.play.of_all import made_by
from vfdoc.play.opposed import Contest, contest
from vfdoc.play.outcome import Outcome
from vfdoc.play.situation import (
    Known,
    Names,
    Situation,
    UnaskedName,
    UnknownName,
    UnknownTest,
    counted,
    told_by_options,
    told_by_table,
)
from vfdoc.play.statements import due
from vfdoc.play.tables import Tables, tables
from vfdoc.play.unasked import unasked
from vfdoc.play.undescribed import Outlined
from vfdoc.store import stages

if TYPE_CHECKING:
    from vfdoc.model import Rulebook
    from vfdoc.model.mechanics import Mechanics
    from vfdoc.pipeline.paths import LoadedRulebook
    from vfdoc.play.asking import Asked
    from vfdoc.play.vectors import Vector


_RULES = ("rules", "sheet")
_MOST_OTHERS = 3
_NUMBER = re.compile(r"\d+")
_Answer = TypeVar("_Answer")


@contextmanager
def where_spoken(path: str, as_edition: str | None, of: str) -> Iterator[None]:
    """Of a name that is refused inside and is like none that a rule asks, the refusal says where the text of
    what `path` names may speak of it; of several that it proposes, what each says."""
    try:
        yield
    except UnknownName as refused:
        from vfdoc.pipeline import read

        if refused.near:
            from vfdoc.pipeline.proposed_names import explained

            remedy = explained(refused.remedy, refused.near, read(path, as_edition))
            raise type(refused)(refused.name, refused.near, refused.where, refused.what, remedy) from None
        from vfdoc.pipeline.spoken import speaking

        known, test = isinstance(refused, UnaskedName), isinstance(refused, UnknownTest)
        there = speaking(read(path, as_edition), refused.name, "" if test else of, both=known)
        if not there:
            raise
        remedy = f"the text may speak of it in {', '.join(there)}"
        remedy += f"; else {refused.remedy}" if known else f"; {refused.remedy}" if test else ""
        raise InputError(refused.where, refused.what, remedy) from None


class Played(NamedTuple):
    """The tables that a path names, and notes on what its text was taken for."""

    tables: Tables
    notes: tuple[str, ...]


def played(path: str, as_edition: str | None = None, dice: str | None = None) -> Played:
    """The tables of what `path` names, as `play_tables` makes them; InputError for unusable input. `dice` are
    told of the tests whose dice no text names."""
    words = ["" if as_edition is None else f"as {as_edition}", path]
    mechanics, files, barred, outline, in_order, following, notes = stages.by_key(
        lambda: cache_keys.key("play", words, (path, as_edition)), lambda: _read(path, as_edition)
    )
    if dice is not None and dice_of(dice) is None:
        raise InputError(f"--dice {dice}", "names no dice", "write how many of how many sides: 1d6, 2d10")
    prohibitions = tuple(UnreadProhibition(*each) for each in barred)
    outlined = tuple(Outlined(*each) for each in outline)
    found = replace(
        tables(mechanics, dict(files)),
        dice=dice,
        prohibitions=prohibitions,
        outline=outlined,
        follows=following,
        in_order=tuple(
            NamedSteps(id, title, section, line, tuple(NamedStep(*step) for step in steps))
            for id, title, section, line, steps in in_order
        ),
    )
    return Played(found, notes)


def _read(
    path: str, as_edition: str | None
) -> tuple[
    Mechanics,
    tuple[tuple[str, str], ...],
    tuple[tuple[str, str, str, str, str, int, str], ...],
    tuple[tuple[str, str, str | None, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...],
    tuple[tuple[str, str, str, int, tuple[tuple[str, tuple[str, ...]], ...]], ...],
    tuple[Following, ...],
    tuple[str, ...],
]:
    """The mechanics that a path names, without what is not played; the files of rows not understood; what
    forbids and was not understood; of a game that nobody describes the sections that state something of play,
    and the steps that it names in order; what results of tests lead to; and the notes."""
    from vfdoc import pipeline

    with gc_paused():
        read = pipeline.read(path, as_edition)
        rulebook = played_rulebook(read)
        assert rulebook.mechanics is not None
        found = replace(rulebook.mechanics, lookups=(), doubts=(), quantities=())
        barred, outline = _unread(read, rulebook, found), _outline(read, rulebook)
        files = tuple(_files(rulebook, found).items())
        in_order, following = _in_order(read, rulebook), tuple(_following(read, rulebook))
        return found, files, barred, outline, in_order, following, read.notes


def result_sentences(read: LoadedRulebook) -> tuple[Following, ...]:
    """What the results of tests lead to, by what is in force: of an amendment its base with it laid over."""
    return tuple(_following(read, played_rulebook(read)))


def _following(read: LoadedRulebook, rulebook: Rulebook) -> Iterator[Following]:
    """What the results of tests lead to, each with the known facts of which it, or the title of its section,
    speaks."""
    from vfdoc.pipeline.spoken import fact_words, words_of
    from vfdoc.reading.mechanics.following import followings

    found = rulebook.mechanics
    if found is None or found.undescribed:
        return
    facts: dict[str, frozenset[str]] = {}
    for fact in found.facts:
        if fact.kind == "choice":
            facts |= {
                f"{fact.id}={each}": words_of(rulebook, fact_words(fact.id, each)) for each in fact.values
            }
        else:
            facts[fact.id] = words_of(rulebook, fact_words(fact.id, True))
    titles = {section.anchor: section.title or "" for section in rulebook.sections()}
    cited = ((link.source, link.reference, link.target) for link in read.graph.links)
    for each in followings(rulebook, read.words, cited):
        words = words_of(rulebook, f"{titles.get(each.section, '')} {each.words}")
        yield each._replace(speaks=tuple(name for name, said in facts.items() if said <= words))
    yield from _looked_up(found)


def _looked_up(found: Mechanics) -> Iterator[Following]:
    """What a table of a test that has no one target gives for totals of its roll: of its section, or, where
    none stands there, of another of the rules."""
    for test in found.tests:
        if test.target is not None or test.origin != "rules":
            continue
        named = [table for table in found.lookups if table.id == test.id and table.origin == "rules"]
        for table in [each for each in named if each.section == test.section] or named:
            for row in table.rows:
                band = [int(number) for number in _NUMBER.findall(" ".join(row.key))]
                said = ", ".join(filter(None, row.values))
                if band and said:
                    yield Following(test.id, "", said, table.section, band[0], band[-1])


def _in_order(
    read: LoadedRulebook, rulebook: Rulebook
) -> tuple[tuple[str, str, str, int, tuple[tuple[str, tuple[str, ...]], ...]], ...]:
    """The steps that a text whose game nobody describes names in order."""
    found = rulebook.mechanics
    if found is None or not found.undescribed:
        return ()
    from vfdoc.edit.procedure_drafts import named_steps

    named = named_steps(rulebook, found, read.graph)
    return tuple(
        (each.id, each.title, each.section, each.line, tuple((step.words, step.tests) for step in each.steps))
        for each in named
    )


def _outline(
    read: LoadedRulebook, rulebook: Rulebook
) -> tuple[tuple[str, str, str | None, tuple[str, ...], tuple[str, ...], tuple[str, ...]], ...]:
    """The sections of a text whose game nobody describes that state something of play: each with its title,
    the section it hangs under, those that it cites, the columns of its lookups and their titles."""
    found = rulebook.mechanics
    if found is None or not found.undescribed:
        return ()
    holds = {row.section for row in found.modifiers if row.origin in _RULES}
    holds |= {test.section for test in found.tests if test.origin in _RULES}
    holds |= {said.section for said in found.proposed if said.origin in _RULES}
    holds |= {convention.section for convention in found.conventions}
    columns: dict[str, list[str]] = {}
    titles: dict[str, list[str]] = {}
    for lookup in found.lookups:
        holds.add(lookup.section)
        columns.setdefault(lookup.section, []).extend(filter(None, lookup.columns))
    for lookup in found.proposed_lookups:
        holds.add(lookup.section)
        titles.setdefault(lookup.section, []).append(lookup.title)
    cites: dict[str, list[str]] = {}
    for link in read.graph.links:
        cites.setdefault(link.source, []).append(link.target)
    return tuple(
        (
            each.anchor,
            each.title or "",
            each.parent,
            tuple(dict.fromkeys(cites.get(each.anchor, ()))),
            tuple(columns.get(each.anchor, ())),
            tuple(titles.get(each.anchor, ())),
        )
        for each in rulebook.sections()
        if each.anchor in holds
    )


def _unread(
    read: LoadedRulebook, rulebook: Rulebook, found: Mechanics
) -> tuple[tuple[str, str, str, str, str, int, str], ...]:
    """The sentences that forbid an action of the game, or what is asked of one that nobody describes, and are
    not executed, each with what it forbids."""
    from vfdoc.pipeline.unstated import unstated
    from vfdoc.reading.mechanics.prohibitions import prohibitions, unexecuted

    return (
        *(
            (action.id, each.words, each.section, each.document, each.file, each.line, "forbids")
            for action in found.actions
            for each in unexecuted(prohibitions(rulebook, action.id, read.words), action.id, found.statements)
        ),
        *(
            (p.action, p.words, p.section, p.document, p.file, p.line, p.kind)
            for p in unstated(read, rulebook, found)
        ),
    )


@memoized_last
def play_tables(read: LoadedRulebook) -> Tables:
    """The tables of an edition; of one that amends another, those of its base with its own rows laid
    over them."""
    return _tables(played_rulebook(read))


def _tables(rulebook: Rulebook) -> Tables:
    assert rulebook.mechanics is not None
    return tables(rulebook.mechanics, _files(rulebook, rulebook.mechanics))


def _files(rulebook: Rulebook, mechanics: Mechanics) -> dict[str, str]:
    """The files of the sections that state what may have to be named beside an answer."""
    wanted = {row.section for row in mechanics.modifiers if row.unread or row.limit is not None}
    rounds = {opposed.rounds for opposed in mechanics.opposed}
    wanted |= {row.section for row in mechanics.modifiers if rounds.intersection(row.facts)}
    wanted |= {statement.section for statement in mechanics.statements}
    against = {row for row, _ in mechanics.contradicts}
    wanted |= {row.section for row in mechanics.modifiers if row.id in against}
    files = {document.id: document.source.file for document in rulebook.documents}
    return {s.anchor: files[s.document] for s in rulebook.sections() if s.anchor in wanted}


@in_session
def vectors(read: LoadedRulebook, over_base: bool = False) -> tuple[Vector, ...]:
    """Situations with their results, of the tables that `tables` prints: an amendment's own rows, or its base
    with it laid over."""
    from vfdoc.play.vectors import vectors as made

    if over_base:
        return made(play_tables(read))
    found = mechanics(read)
    return made(tables(found, _files(read.rulebook, found)))


@in_session
def roll(played: Tables, test: str, known: Situation) -> Outcome:
    """What a test or value comes to in a situation; InputError where the edition has none of that name."""
    test = _called(played, test)
    _hold_dice(played, test)
    played.hold_together(test, known)
    return evaluate(played, test, known.seen_from("target"))


def _hold_dice(played: Tables, of: str) -> None:
    """InputError where dice were told of a test of which the text names others."""
    own = played.tests[of].dice if of in played.tests else None
    if played.dice is not None and own is not None and dice_of(own) != dice_of(played.dice):
        raise InputError(f"--dice {played.dice}", f"the text names {own} for {of}", "leave it out")


def _called(played: Tables, told: str) -> str:
    """The id of the test, value or opposed roll that is told by its id or name, in small letters or capitals;
    what fits none, or is a procedure, stays as it is."""
    if told in played.procedures:
        return told
    named = [(each.id, each.name) for each in played.tests.values()]
    named += [(each.id, each.name) for each in played.values.values()]
    named += [(each.id, each.name) for each in played.opposed]
    wanted = " ".join(told.casefold().replace("-", " ").split())
    fits = [id for id, name in named if wanted in (id.replace("-", " "), name.casefold())]
    return fits[0] if fits and told not in fits else told


def asked(played: Tables) -> tuple[Asked, ...]:
    """What these tables can be asked."""
    from vfdoc.play.asking import asked as everything

    return everything(played)


@in_session
def attack(played: Tables, what: str, known: Situation) -> Attack:
    """An attack ("fire", "melee": what the edition has) in a situation."""
    played.hold_together(what, known)
    return attacked(played, played.attacks[what], known)


@in_session
def odds(played: Tables, what: str, known: Situation, over: Sequence[str] = ()) -> Odds | Contest:
    """The odds of an attack, a test, a value, or of an opposed roll that has results."""
    what = _called(played, what)
    played.hold_together(what, known)
    opposed = next((roll for roll in played.opposed if roll.id == what and roll.results), None)
    if opposed is not None:
        return contest(played, opposed, known)
    return exact(played, what, known, over)


def is_played_out(played: Tables, what: str) -> bool:
    """Whether that name is an attack, another procedure or an opposed roll with results: nothing that one
    roll settles."""
    what = _called(played, what)
    return what in played.procedures or any(each.id == what and each.results for each in played.opposed)


def answered(
    ask: Callable[..., _Answer], played: Tables, of: str, known: Situation, **more: Any
) -> tuple[_Answer, tuple[tuple[str, Known], ...]]:
    """What is asked (`roll`, `odds`, `attack`) of a situation comes to, and what was told and no rule of the
    answer asks."""
    found = ask(played, of, known, **more)
    named, matter = _called(played, of), _can_matter(played, _called(played, of))
    makes = made_by(played.facts.values())
    if isinstance(found, Odds) and isinstance(found.found, Attack):  # what its rows are worth follows from it
        left = unasked(known, found.found, partial(attack, played, named), matter, makes)
    else:
        left = unasked(known, found, partial(ask, played, of, **more), matter, makes)
    dues = {name for each in due(played, named, known) for name in facts_of(each.said.when)}
    return found, tuple(each for each in left if each[0] not in dues)


def follows(
    played: Tables,
    found: Outcome | Odds | Contest,
    known: Situation,
    unasked: Iterable[tuple[str, Known]] = (),
) -> Follows:
    """What the text says that the results of a test lead to, of which nothing is computed; and what asks that
    which was told and nothing here asks."""
    answer = found.found if isinstance(found, Odds) else found
    more = following(played, answer, known)
    asked = _can_matter(played, answer.of if isinstance(answer, Outcome) else "") or ()
    elsewhere = (
        (n, tuple(_reaching(played, n, asked)) or played.asking_tests(n) or tuple(_permitting(played, n)))
        for n, _ in unasked
    )
    return more._replace(elsewhere=tuple((name, tests) for name, tests in elsewhere if tests))


def _reaching(played: Tables, name: str, asked: Collection[str]) -> Iterator[str]:
    """The facts asked that follow once that number comes to so many, each with how many these are."""
    for fact in played.facts.values():
        many = [(of, value) for of, value in fact.follows if fact.id in asked and reach_of(value) is not None]
        if name in fact.beside or any(of == name for of, _ in many):
            yield f"{fact.id} ({'; '.join(f'{of} {value}' for of, value in many)})"


def _permitting(played: Tables, name: str) -> Iterator[str]:
    """The actions that a rule forbids by that fact or number, each with the sections of such rules."""
    sections: dict[str, list[str]] = {}
    for said, _ in played.saying("forbids"):
        if name in facts_of(said.when):
            sections.setdefault(said.action, []).append(said.section)
    for action, where in sections.items():
        yield f"`may {action}` ({', '.join(dict.fromkeys(where))})"


def _can_matter(played: Tables, of: str) -> frozenset[str] | None:
    """The names that can matter where that is asked; None where it is not known which."""
    if of not in played.asked and can_be_asked(played, of):
        played.asked[of] = asked_names(played, of)
    return played.asked.get(of)


def situation(
    played: Sequence[Tables], when: Iterable[str], settings: Iterable[str], file: str | None, what: str = "",
    action: str = "", actor: str = "unit",
) -> Situation:  # fmt: skip
    """The situation that options and a TOML file tell; options go before the file. What no edition of
    `played` asks is refused (InputError) with the nearest names; of what options tell, what is not asked
    where `what` is, and where an `action` is, what may be meant for something that is. The unit that acts is
    the `actor` of the action. A file may tell more: the profile of a unit serves many tests."""
    named = [_called(each, what) for each in played]
    for each, of in zip(played, named, strict=True):
        each.hold_standing(of)  # before a fact of it is called unknown
    names = _names([each.names_for(of) for each, of in zip(played, named, strict=True)])
    known = {} if file is None else told_by_table(table(file), names, file)
    asked: set[str] = set()
    if what and all(can_be_asked(each, of) for each, of in zip(played, named, strict=True)):
        asked = {name for each, of in zip(played, named, strict=True) for name in asked_names(each, of)}
    if action:
        asked = {name for each in played for name in asked_by_action(each, action)}
    try:
        told = told_by_options(when, settings, names._replace(asked=frozenset(asked)))
    except UnknownName as refused:
        by = [] if action else [each for one in played for each in _besides(one, refused.name)]
        if not by:
            raise
        _refuse_unasked(refused.name, what, refused.near, by, names)
    told = {_acting(name, actor, asked): value for name, value in told.items()} if action else told
    for name in told if asked else ():
        tests = () if action else [each for one in played for each in one.asking_tests(name)]
        besides = () if action or tests else (each for one in played for each in _besides(one, name))
        _hold_asked(name, asked, action or what, names, tests, besides, must=not action)
    return Situation(counted({**known, **told}))


def _acting(name: str, actor: str, asked: Collection[str]) -> str:
    """A name that is told of the unit that acts, as it is asked there."""
    subject, _, rest = name.partition(".")
    own = f"{actor}.{rest}"
    return own if subject == "unit" and name not in asked and own in asked else name


def _besides(played: Tables, name: str) -> Iterator[str]:
    """What else than tests and values asks that fact or number: the procedures of two sides that ask it of
    one of these, or the others that are no attacks, the actions that a rule forbids by it."""
    for each in played.procedures.values():
        asks = name.partition(".")[0] in each.sides if each.sides else each.id not in played.attacks
        if asks and name in asked_names(played, each.id):
            yield f"`odds {each.id}`"
    yield from _permitting(played, name)


def _hold_asked(
    name: str,
    asked: Collection[str],
    what: str,
    names: Names,
    tests: Collection[str],
    besides: Iterable[str],
    *,
    must: bool,
) -> None:
    """InputError, with what it was perhaps meant for, else with the `tests` that ask it, for a fact that is
    told and not asked there; and with what `besides` asks it, where no test does. Of a unit of which it asks
    something else, what tests ask may be told as in a profile, and every trait that the edition knows: the
    answer says that nothing here asks it."""
    trait = TRAIT.search(name)
    if name in asked or (trait and (must or any(each.endswith(trait.group()) for each in asked))):
        return
    facts = {id: fact for id, fact in names.facts.items() if id in asked}
    near = mistaken(name, facts, names.numbers.intersection(asked))
    if not must and name in names.facts:  # it is known, and perhaps of no weight there
        near = [each for each in near if "=" not in each and each not in names.facts[name].excludes]
    owner = name.rpartition(".")[0]
    profile = tests and owner and any(each.rpartition(".")[0] == owner for each in facts)
    if near or (must and not profile):
        further = tuple(besides)
        _refuse_unasked(name, what, near, further or (() if near else tests), names)


def _refuse_unasked(
    name: str, what: str, near: Sequence[str], others: Iterable[str], names: Names
) -> NoReturn:
    """InputError for a name that is not asked there, with what it was perhaps meant for, and with the
    `others` that ask it."""
    there = list(dict.fromkeys(others))[:_MOST_OTHERS]
    by = f"it is asked by {', '.join(there)}" if there else ""
    if near:
        remedy = (f"{by}; or " if by else "") + names.proposed(near)
    else:
        remedy = f"leave it out; {by or '`vfdoc roll` says what each does'}"
    raise UnaskedName(name, near, name, f"{what} does not ask it", remedy)


def _names(names: Sequence[Names]) -> Names:
    facts = {id: fact for each in reversed(names) for id, fact in each.facts.items()}
    numbers = frozenset().union(*(each.numbers for each in names))
    measured = frozenset().union(*(each.measured for each in names))
    called = {short: name for each in reversed(names) for short, name in each.called.items()}
    below = {name: least for each in reversed(names) for name, least in each.below.items()}
    return Names(facts, numbers, measured, any(each.several for each in names), called=called, below=below)


def table(file: str) -> dict[str, object]:
    """What a TOML file holds; InputError where it cannot be read, or is none."""
    import tomllib

    try:
        return tomllib.loads(text(file))
    except tomllib.TOMLDecodeError as error:
        raise InputError(file, f"is no TOML ({error})", "see `vfdoc roll --help` for its form") from None


def text(file: str) -> str:
    """The text of a file in UTF-8; InputError where it cannot be read."""
    from pathlib import Path

    from vfdoc.reading.sources import content

    try:
        return content(Path(file), file).decode("utf-8-sig")
    except OSError as error:
        raise InputError(file, f"cannot be read ({error.strerror})", "check the path") from None
    except UnicodeDecodeError as error:
        raise InputError(file, f"is no TOML ({error})", "see `vfdoc roll --help` for its form") from None


def is_bare(tables: Tables) -> bool:
    """Whether nobody describes the game or stated anything of it."""
    stated = tables.values or tables.procedures or tables.bases or tables.opposed or tables.statements
    proposed = all(test.proposed for test in tables.tests.values())
    return bool(tables.outline) and not stated and proposed and not any(
        row.stated == "edition" for row in tables.stated
    )  # fmt: skip


def rules_nothing(tables: Tables, action: str) -> bool:
    """Whether nobody stated a rule of an action of a game that nobody describes."""
    return bool(tables.outline) and not any(said.action == action for said in tables.statements)
