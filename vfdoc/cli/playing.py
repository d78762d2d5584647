"""The commands that play the tables: roll, odds, may."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from vfdoc.cli.terminal import as_option, format_option, out_option, read
from vfdoc.cli.writing import say, unusable, write

_Command = TypeVar("_Command", bound=Callable[..., Any])


def _situation_options(command: _Command) -> _Command:
    """The options that tell what is known at the table."""
    for option in (
        click.option(
            "--situation",
            "file",
            metavar="FILE",
            help="Facts and numbers of both sides, in TOML; [[NAME]] for each of several that are counted.",
        ),
        click.option(
            "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Tell a number, by its name."
        ),
        click.option(
            "--when",
            multiple=True,
            metavar="FACT",
            help="Tell a fact: NAME, cover=hard, !NAME; of the second of several, COUNTED.2.NAME.",
        ),
        click.option("--dice", metavar="NOTATION", help="The dice of tests whose dice no text names: 1d6."),
        click.option(
            "--apply",
            "by_hand",
            multiple=True,
            metavar="ROW",
            help="Apply a row that was not computed: its id, or SECTION:LINE as printed.",
        ),
        click.option("--compare", is_flag=True, help="Show the same through the other editions named."),
    ):
        command = option(command)
    return command


@click.command()
@click.argument("path")
@click.argument("test", required=False)
@click.argument("others", nargs=-1, metavar="[EDITION]...")
@_situation_options
@click.option("--batch", metavar="FILE", help="Answer every [[situation]] of a TOML file (of, tell).")
@as_option
@format_option("text", "json")
@out_option
def roll(
    path: str, test: str | None, others: tuple[str, ...], when: tuple[str, ...], settings: tuple[str, ...],
    file: str | None, dice: str | None, by_hand: tuple[str, ...], compare: bool, batch: str | None,
    as_edition: str | None, form: str, out: str | None,
) -> None:  # fmt: skip
    """Evaluate a test or value: the rows that apply, the target, the exact chance.

    Without TEST: what it may be, and the facts that each asks. With --batch, many situations at once. With
    --compare, the editions named after TEST are asked the same. What is played out (an attack, a fight, a
    close combat) is answered as by `vfdoc odds`.
    """
    from vfdoc.formats import play, writer
    from vfdoc.pipeline import playing

    played = _played(path, others, compare, as_edition, dice, by_hand)
    if test is None:
        _hold_nothing_told("roll", when, settings, file)
        _without_test(played[0], path, as_edition, batch, form, out)
        return
    if batch is not None:
        raise unusable(f"--batch {batch}", f"asks what its situations name, not {test}", "leave out the test")
    if _is_bare(played):
        _write_said(played[0], path, as_edition, test, when, settings, file, form, out)
        return
    with playing.where_spoken(path, as_edition, test):
        known = playing.situation(played, when, settings, file, test)
    if all(playing.is_played_out(tables, test) for tables in played):
        _write_odds(played, test, known, (), form, out)
        return
    with playing.where_spoken(path, as_edition, test):
        rolls = [(tables.edition, *playing.answered(playing.roll, tables, test, known)) for tables in played]
    if len(rolls) > 1 and form == "text":
        more = [
            playing.follows(tables, each[1], known, each[2])
            for tables, each in zip(played, rolls, strict=True)
        ]
        write(play.compare_text(rolls, more), out, form)
    elif len(rolls) > 1:
        write(writer("roll", "compared")(rolls), out, form)
    else:
        write(
            writer("roll", form)(*rolls[0], playing.follows(played[0], rolls[0][1], known, rolls[0][2])),
            out,
            form,
        )


def _is_bare(played: Sequence[Any]) -> bool:
    """Whether what is asked is one text, of which nobody stated anything."""
    from vfdoc.pipeline.playing import is_bare

    return len(played) == 1 and is_bare(played[0])


def _write_said(
    tables: Any, path: str, as_edition: str | None, test: str, when: Sequence[str], settings: Sequence[str],
    file: str | None, form: str, out: str | None,
) -> None:  # fmt: skip
    """What a text says of which nobody stated anything."""
    from vfdoc.formats import writer
    from vfdoc.pipeline import playing
    from vfdoc.pipeline.plain import rolled

    with playing.where_spoken(path, as_edition, test):
        found, unasked = rolled(read(path, as_edition), tables, test, when, settings, file)
    write(writer("roll", form)(tables.edition, found, unasked), out, form)


def _hold_nothing_told(command: str, when: Sequence[str], settings: Sequence[str], file: str | None) -> None:
    """Exit 2 where something is told of nothing that is asked."""
    if when or settings or file:
        raise unusable(command, "names nothing to tell this of", f"name it: vfdoc {command} PATH NAME")


def _what_can_be_asked(
    tables: Any, path: str, as_edition: str | None, form: str, out: str | None, *, actions: bool = False
) -> None:
    """What an edition can be asked, of tests and values or of actions, with what each asks, and what its text
    rules besides."""
    from vfdoc.formats import writer
    from vfdoc.pipeline import playing
    from vfdoc.pipeline.besides import besides

    if form == "svg":
        raise unusable("--format svg", "draws an attack", "name one")
    found = [each for each in playing.asked(tables) if (each.kind == "action") == actions]
    asked = writer("roll", "asked" if form == "text" else "asked-json")
    write(asked(tables.edition, found, besides(path, as_edition)), out, form)


def _without_test(
    tables: Any, path: str, as_edition: str | None, batch: str | None, form: str, out: str | None
) -> None:
    """What can be asked of an edition; of a batch the answers, and exit 2 where one was refused."""
    from vfdoc.formats import writer

    ending = "" if form == "text" else "-json"
    if batch is None:
        from vfdoc.pipeline import playing
        from vfdoc.pipeline.besides import besides

        asked = writer("roll", f"asked{ending}")
        write(asked(tables.edition, playing.asked(tables), besides(path, as_edition)), out, form)
        return
    from vfdoc.pipeline.batches import batch as answers

    found = answers(tables, batch)
    write(writer("roll", f"answers{ending}")(tables.edition, found), out, form)
    refused = [answer.refused for answer in found if answer.refused is not None]
    if refused:
        many = f"{len(refused)} of {len(found)} situations were refused"
        raise unusable(batch, many, f"mend them; the first: {refused[0]}")


@click.command()
@click.argument("path")
@click.argument("what", metavar="[ATTACK|TEST|VALUE]", required=False)
@click.argument("others", nargs=-1, metavar="[EDITION]...")
@_situation_options
@click.option("--over", multiple=True, metavar="FACT", help="Give a table over all values of these facts.")
@as_option
@format_option("text", "json", "svg")
@out_option
def odds(
    path: str, what: str | None, others: tuple[str, ...], when: tuple[str, ...], settings: tuple[str, ...],
    file: str | None, dice: str | None, by_hand: tuple[str, ...], compare: bool, over: tuple[str, ...],
    as_edition: str | None, form: str, out: str | None,
) -> None:  # fmt: skip
    """Exact odds: of a whole attack with the tests that follow it, of an opposed roll, or of one test.

    `fire` and `melee` are attacks: tell the attacker's fire-value or melee-value and the target's
    target.tenacity and target.losses. Of an opposed roll (a close combat) `unit.…` and numbers tell of
    one side, `enemy.…` of the other, `second.enemy.…` of a second unit there (and `second.unit.…` of
    the one as it meets that). Anything else is a test. Without one: what it may be, and what each asks.
    """
    from vfdoc.pipeline import playing

    played = _played(path, others, compare, as_edition, dice, by_hand)
    if what is None:
        _hold_nothing_told("odds", when, settings, file)
        _what_can_be_asked(played[0], path, as_edition, form, out)
        return
    if _is_bare(played) and not over and form == "text":
        _write_said(played[0], path, as_edition, what, when, settings, file, form, out)
        return
    with playing.where_spoken(path, as_edition, what):
        known = playing.situation(played, when, settings, file, what)
        _write_odds(played, what, known, over, form, out)


def _write_odds(
    played: Sequence[Any], what: str, known: Any, over: Sequence[str], form: str, out: str | None
) -> None:
    """The odds of what is asked, through each edition."""
    from vfdoc.formats import play, writer
    from vfdoc.pipeline import playing

    attacks = all(what in tables.attacks for tables in played)
    if form == "svg" and len(played) > 1:
        raise unusable(f"--format svg of {what}", "draws one edition", "name one")
    if form == "svg" and not attacks:
        remedy = f"draw an attack: {' or '.join(played[0].attacks) or 'this text states none'}"
        raise unusable(f"--format svg of {what}", "is no attack", remedy)
    if attacks and len(played) > 1 and form == "text":
        attacked = [(t.edition, *playing.answered(playing.attack, t, what, known)) for t in played]
        write(play.attacks_text(attacked), out, form)
        return
    found = [
        (tables.edition, *playing.answered(playing.odds, tables, what, known, over=over)) for tables in played
    ]
    for _, each, _ in found if form == "svg" else ():  # one attack, as was asked above
        for forbids in getattr(each.found, "forbidden", ()):  # type: ignore[union-attr]
            why = f"{forbids.section} does not allow it"
            raise unusable(f"--format svg of {what}", why, "draw one that is")
    if len(found) > 1 and form == "json":
        write(writer("odds", "compared")(found), out)
    else:
        follows = (
            playing.follows(tables, each[1], known, each[2])
            for tables, each in zip(played, found, strict=True)
        )
        pages = (writer("odds", form)(*each, more) for each, more in zip(found, follows, strict=True))
        write(b"\n".join(pages), out, form)


@click.command()
@click.argument("path")
@click.argument("action", required=False)
@click.option("--situation", "file", metavar="FILE", help="Facts and numbers of both sides, in TOML.")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Tell a number.")
@click.option("--when", multiple=True, metavar="FACT", help="Tell a fact: cover=hard, !FACT.")
@as_option
@format_option("text", "json")
@out_option
def may(
    path: str, action: str | None, file: str | None, settings: tuple[str, ...], when: tuple[str, ...],
    as_edition: str | None, form: str, out: str | None,
) -> None:  # fmt: skip
    """Say whether the rules forbid an action: fire, melee, what the game knows.

    The rules that forbid it here, those that would elsewhere, and those that speak of it and were not
    understood. Without an action: what it may be, and what each asks.
    """
    if action is None:
        _hold_nothing_told("may", when, settings, file)
        tables = _played(path, (), False, as_edition, None, ())[0]
        _what_can_be_asked(tables, path, as_edition, form, out, actions=True)
        return
    from vfdoc.formats import writer
    from vfdoc.pipeline import playing
    from vfdoc.pipeline.permissions import allowed
    from vfdoc.pipeline.plain import is_described, permitted

    loaded = read(path, as_edition)
    bare = () if is_described(loaded) else _played(path, (), False, as_edition, None, ())
    with playing.where_spoken(path, as_edition, action):
        if bare and playing.rules_nothing(bare[0], action):
            found = permitted(loaded, bare[0], action, when, settings, file)
        else:
            found = allowed(loaded, action, when, settings, file)
    write(writer("may", form)(*found), out, form)


def _played(
    path: str,
    others: Sequence[str],
    compare: bool,
    as_edition: str | None,
    dice: str | None,
    by_hand: Sequence[str],
) -> Sequence[Any]:
    """The tables of every edition named, with what is applied `by_hand` of the first."""
    from vfdoc.pipeline.playing import played

    if others and not compare:
        remedy = "tell a fact with --when, a number with --set; compare editions with --compare"
        raise unusable(" ".join(others), "is one word too many", remedy)
    found = [played(path, as_edition, dice), *(played(other, dice=dice) for other in others)]
    say(note for each in found for note in each.notes)
    first, *rest = (each.tables for each in found)
    return [first.applying(by_hand) if by_hand else first, *rest]
