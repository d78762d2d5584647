"""Answers from a text of which nobody stated anything: nothing is computed, and what it says is named.

In: tables without settings, a name and what is told, in whatever words. Out: the outcome or permission, with
the sentences of the text that speak of it. A fact that no rule asks is refused only where the text has none
of its words; so is a name of which it says nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from vfdoc.model import InputError
from vfdoc.model.session import in_session
from vfdoc.pipeline import played_rulebook, playing
from vfdoc.pipeline.paths import LoadedRulebook
from vfdoc.pipeline.permissions import Allowed, allowed
from vfdoc.pipeline.said import ToldFact, has_word_of, said_of
from vfdoc.play.outcome import Outcome
from vfdoc.play.situation import Known
from vfdoc.play.statements import Permission
from vfdoc.play.tables import Tables
from vfdoc.play.undescribed import Spoken


def is_described(read: LoadedRulebook) -> bool:
    """Whether somebody describes the game of a text."""
    found = played_rulebook(read).mechanics
    return found is not None and not found.undescribed


@in_session
def rolled(
    read: LoadedRulebook,
    tables: Tables,
    of: str,
    when: Sequence[str],
    settings: Sequence[str],
    file: str | None,
) -> tuple[Outcome, tuple[tuple[str, Known], ...]]:
    """What the text says of a test or value, and what was told that no rule asks; InputError where it says
    nothing of the one, or has no word of the other."""
    rulebook = played_rulebook(read)
    options, left = _known(read, tables, of, when, settings, file)
    said = said_of(rulebook, of, _told(when, settings, file))
    unasked: tuple[tuple[str, Known], ...] = ()
    try:
        known = playing.situation([tables], *options, None, of)
        found, unasked = playing.answered(playing.roll, tables, of, known)
    except InputError as refused:
        if not said or not has_word_of(rulebook, of):
            raise
        in_order = any(each.id == of for each in tables.in_order)
        found = Outcome(
            of=of,
            is_test=True,
            total=Fraction(0),
            applied=(),
            not_applied=(),
            dice=None,
            read=Spoken((), (), ()),
            silent=(f"{refused.what}; {refused.remedy}",) if in_order else (),
        )
    if found.read is not None:
        found = replace(found, read=found.read._replace(said=said))
    return found, (*unasked, *left)


@in_session
def permitted(
    read: LoadedRulebook,
    tables: Tables,
    action: str,
    when: Sequence[str],
    settings: Sequence[str],
    file: str | None,
) -> Allowed:
    """What the text says of an action; InputError where it says nothing of it, or has no word of what is
    told."""
    (flags, numbers), left = _known(read, tables, "", when, settings, file, action=action)
    said = said_of(played_rulebook(read), action, _told(when, settings, file), may=True)
    try:
        found = allowed(read, action, flags, numbers, None)
    except InputError:
        if not said or not has_word_of(played_rulebook(read), action):
            raise
        found = Allowed(
            edition=tables.edition,
            action=action,
            permission=Permission((), (), ()),
            unread=(),
            proposed=(),
            unasked=(),
            led_to=(),
            undescribed=True,
        )
    return found._replace(said=said, unasked=(*found.unasked, *left))


def _known(
    read: LoadedRulebook, tables: Tables, of: str, when: Sequence[str], settings: Sequence[str],
    file: str | None, *, action: str = "",
) -> tuple[tuple[list[str], list[str]], list[tuple[str, Known]]]:  # fmt: skip
    """What some rule asks of what is told, as options; and the rest. InputError for what no rule asks, and of
    which the text has no word."""
    flags: list[str] = []
    numbers: list[str] = []
    left: list[tuple[str, Known]] = []
    told = [(each, flags) for each in (*when, *_of_file(file, flags=True))]
    told += [(each, numbers) for each in (*settings, *_of_file(file, flags=False))]
    for each, kept in told:
        alone: tuple[list[str], list[str]] = ([each], []) if kept is flags else ([], [each])
        try:
            playing.situation([tables], *alone, None, of, action=action)
            kept.append(each)
        except InputError:
            fact = _fact(each)
            if (kept is numbers and "=" not in each) or not has_word_of(played_rulebook(read), fact.words):
                raise
            name, _, value = each.lstrip("!").partition("=")
            left.append((name, fact.number if fact.number is not None else value or not each.startswith("!")))
    return (flags, numbers), left


def _told(when: Iterable[str], settings: Iterable[str], file: str | None) -> list[ToldFact]:
    return [
        _fact(each) for each in (*when, *_of_file(file, flags=True), *settings, *_of_file(file, flags=False))
    ]


def _fact(option: str) -> ToldFact:
    """A fact or number, with the words of its name and of its value."""
    name, _, value = option.lstrip("!").partition("=")
    try:
        number = float(value)
    except ValueError:
        number = None
    words = name if number is not None else f"{name} {value}"
    return ToldFact(option, words.replace("-", " ").replace(".", " ").replace("_", " "), number)


def _of_file(file: str | None, *, flags: bool) -> Iterator[str]:
    """What a file tells, as options do."""
    if file is not None:
        for name, value in _flat(playing.table(file), ""):
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if number != flags:
                yield f"{name}={value}" if number or isinstance(value, str) else name if value else f"!{name}"


def _flat(told: Mapping[str, object], before: str) -> Iterator[tuple[str, object]]:
    for name, value in told.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{name}.")
        else:
            yield f"{before}{name}", value
