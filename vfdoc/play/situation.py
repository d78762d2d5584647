"""Situations: what is known at the table, as facts and numbers.

What nobody told is not known. A flag that was not told is taken for false, a choice for none of its
values, a count for none; a distance or other number that was not told leaves its row undecided.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from vfdoc.model import InputError, quoted
from vfdoc.model.mechanics import HalfOf, KnownFact, Modifier, Value
from vfdoc.play.meant import TRAIT, meant

Known: TypeAlias = bool | float | str

SOME = "?"
"""That a choice is made, and nobody told which: what a fact implies that names no one value of it."""

_COUNTS = {None, "losses", "units", "ranks"}
"""Units of numbers that start at nothing; a distance does not."""
_MOST = 1000
"""The highest number that may be told: no game has as much of anything, and exact odds need an end."""
_OPTION = re.compile(r"(?P<not>!|not )?\s*(?P<name>[^=\s]+?)\s*(?:=\s*(?P<value>.+?)\s*)?")
_WORD = re.compile(r"[^\W_]+")
_MOST_NEAR = 4
_ONE = re.compile(r"(?P<per>(?:[^.]+\.)?[^.]+)\.(?P<n>[1-9][0-9]*)\.(?P<rest>.+)")
MOST_APART = 12
"""The most of what is counted that can be told one by one."""
_NUMBER = re.compile(r"([+-]?[0-9]+(?:\.[0-9]+)?)\s*(?:[\"”″+]|in)?")


@dataclass(frozen=True, slots=True)
class Situation:
    """Facts and numbers by id: `attacker.shaken` True, `cover` "hard", `fire-value` 3, `fire_supporter` 2."""

    known: Mapping[str, Known] = field(default_factory=dict)

    def told(self, more: Mapping[str, Known]) -> Situation:
        """The same with `more` known, which goes before what was."""
        return Situation({**self.known, **more})

    def assuming(self, more: Mapping[str, Known]) -> Situation:
        """The same with `more` taken for known where nothing was told."""
        return Situation({**more, **self.known})

    def without(self, name: str) -> Situation:
        """The same with `name` not told."""
        return Situation({key: value for key, value in self.known.items() if key != name})

    def seen_from(self, subject: str) -> Situation:
        """The same with `subject` ("target") as the unit that a test is about."""
        prefix = f"{subject}."
        own = {
            f"unit.{key.removeprefix(prefix)}": value
            for key, value in self.known.items()
            if key.startswith(prefix)
        }
        return self.assuming(own)


def agrees(have: Known, wanted: Known) -> bool:
    """Whether what is known of a fact is as another implies it: a number is at least so many (a shaken unit
    has a loss or more), a choice that one."""
    if wanted == SOME:
        return have != ""
    if isinstance(wanted, bool | str) or isinstance(have, bool | str):
        return have == wanted
    return have >= wanted


def subject_of(per: str) -> str:
    """Of whom facts tell that is counted by that: of a melee_supporter those of a supporter."""
    side, dot, own = per.rpartition(".")
    return f"{side}{dot}{own.rpartition('_')[2]}"


def of_each(name: str) -> str:
    """What is told of one of several ("melee_supporter.2.formation") as it is told of all of them; any other
    name as it is."""
    found = _ONE.fullmatch(name)
    return name if found is None else f"{subject_of(found.group('per'))}.{found.group('rest')}"


SECOND = "second."
"""Before the names of what is told where the unit fights a second enemy."""


def as_number(name: str, unit: str | None) -> str:
    """How a number is told, with its unit."""
    return f"{name}=NUMBER ({unit})" if unit else f"{name}=NUMBER"


class UnknownName(InputError):
    """A `name` that no rule which was understood asks, and what is `near` it."""

    def __init__(self, name: str, near: Sequence[str], where: str, what: str, remedy: str) -> None:
        self.name, self.near = name, near
        super().__init__(where, what, remedy)


class UnknownTest(UnknownName):
    """A name of no test or value of a text whose game nobody describes."""


class UntoldValue(InputError):
    """A value `of` which nobody told, with its `unit`, and the `others` that can be told in its place."""

    def __init__(
        self, edition: str, of: str, whose: str, name: str, others: str = "", unit: str | None = None
    ) -> None:
        self.edition, self.of, self.others, self.unit = edition, of, others, unit
        add = f"add --set {as_number(name, unit)}{others}"
        super().__init__(f"{edition} {of}", f"{whose} {of} is not told", add)


class UnaskedName(UnknownName):
    """A name that some rule asks, and none of what is asked here."""


class Names(NamedTuple):
    """Every name that a situation of an edition may tell: facts, values of the game, things counted.

    Of two sides, what a number or a fact tells of one, `enemy.…` tells of the other (`enemy.arm` what
    `unit.arm` tells). `measured` are the numbers that need not be whole (a distance). With `several`, each
    name may stand behind `second.` (`second.enemy.arm`): of a second enemy that the unit fights. `asked` are
    those that decide what is asked, where it is known what is. `called` are the names by which short ones
    are meant there: what a roll of a procedure came to, by its step's. `below` are the values that come to
    less than 0, with the least of each.
    """

    facts: Mapping[str, KnownFact]
    numbers: frozenset[str]
    measured: frozenset[str] = frozenset()
    several: bool = False
    asked: frozenset[str] = frozenset()
    called: Mapping[str, str] = MappingProxyType({})
    below: Mapping[str, float] = MappingProxyType({})

    def proposed(self, near: Iterable[str]) -> str:
        """What a name was perhaps meant for, as it is told: of a number that has one its unit."""
        units = {each: fact.unit for each in near if (fact := self.facts.get(each)) and fact.kind == "number"}
        said = (as_number(each, units[each]) if units.get(each) else each for each in near)
        return f"did you mean {', '.join(said)}?"

    def meant(self, name: str, value: str | None = None) -> list[str]:
        """What a name that none of these is, or a value that its fact cannot have, was perhaps meant for: of
        what is asked, where that is known."""
        facts = {id: fact for id, fact in self.facts.items() if not self.asked or id in self.asked}
        return meant(name, facts, self.numbers & (self.asked or self.numbers), value)


def names_of(
    modifiers: Iterable[Modifier],
    facts: Iterable[KnownFact],
    numbers: Iterable[str],
    values: Iterable[Value],
    *,
    opposed: bool,
    several: bool = False,
) -> Names:
    """The names that these rows ask or change; with `opposed`, those of the other side too."""
    rows, values = tuple(modifiers), tuple(values)
    names = {*numbers, *(m.per for m in rows if m.per)}
    names |= {m.amount.value for m in rows if isinstance(m.amount, HalfOf)}
    known = {fact.id: fact for fact in facts}
    lengths = {
        *(value.id for value in values if value.unit),
        *(fact.id for fact in known.values() if fact.unit not in _COUNTS),
    }
    if opposed:
        names |= {f"enemy.{name}" for name in names}
        own = {id: fact for id, fact in known.items() if not id.startswith("enemy.")}
        theirs = {f"enemy.{id.removeprefix('unit.')}": fact for id, fact in own.items()}
        # What each asks of its enemy is told of the unit, too: the enemy asks it of that.
        mine = {f"unit.{id.removeprefix('enemy.')}": fact for id, fact in known.items() if id not in own}
        known = {**mine, **theirs, **known}
        lengths |= {f"enemy.{id.removeprefix('unit.')}" for id in lengths}
    below = {
        value.id: -inf if value.least is None else value.least
        for value in values
        if value.least is None or value.least < 0
    }
    return Names(known, frozenset(names), frozenset(lengths), several, below=below)


def told_by_options(when: Iterable[str], settings: Iterable[str], names: Names) -> dict[str, Known]:
    """What `--when FACT` and `--set NAME=VALUE` tell: `attacker.shaken`, `!attacker.shaken`,
    `cover=hard`, `attacker.losses=2`. InputError for a name or value that the edition does not know, and
    for one told twice in two ways."""
    known: dict[str, Known] = {}
    told: dict[str, str] = {}
    for option, text in (*(("--when", w) for w in when), *(("--set", s) for s in settings)):
        found = _OPTION.fullmatch(text.strip())
        if found is None or (option == "--set" and found.group("value") is None):
            raise InputError(f"{option} {text}", "says nothing that can be read", "write NAME=VALUE")
        value: Known = found.group("not") is None
        if found.group("value") is not None:
            value = _value(found.group("value"))
        name, value = checked(found.group("name"), value, names, f"{option} {text}")
        before = told.setdefault(name, found.group("name"))
        if before != found.group("name") and {before, found.group("name")} & {*names.called}:
            others = [short for short, of in names.called.items() if of != name and of.startswith(f"{name}-")]
            remedy = f"of the other side tell {', '.join(others)}" if others else "tell one of them"
            raise InputError(f"{option} {text}", f"that is {before}, told before", remedy)
        if known.setdefault(name, value) != value:
            raise InputError(f"{option} {text}", f"{name} was told otherwise before", "tell it once")
    return known


def told_by_table(table: Mapping[str, object], names: Names, where: str) -> dict[str, Known]:
    """What a TOML file tells: a table for each of attacker, target, unit … with its facts and profile
    (`traits` a list), and names of their own at the top. InputError for what is not known."""
    known: dict[str, Known] = {}
    for key, value in table.items():
        if names.several and f"{key}." == SECOND and isinstance(value, dict):
            known |= {f"{SECOND}{name}": told for name, told in told_by_table(value, names, where).items()}
        elif isinstance(value, dict):
            for part, inner in value.items():
                known |= _told(f"{key}.{part}", inner, names, where)
        else:
            known |= _told(key, value, names, where)
    return known


def counted(known: Mapping[str, Known]) -> dict[str, Known]:
    """What is told, with how many there are of what is told one by one and of which nobody said that.
    InputError where fewer are said to be, or more are told than can be."""
    found = dict(known)
    for name in known:
        one = _ONE.fullmatch(name)
        if one is None:
            continue
        per, n = one.group("per"), int(one.group("n"))
        if n > MOST_APART:
            raise InputError(
                name, f"no more than {MOST_APART} are told one by one", "tell the others together"
            )
        number = known.get(per)
        if number is None:
            found[per] = max(found.get(per, 0.0), float(n))
        elif isinstance(number, int | float) and number < n:
            raise InputError(per, f"is {number:g}, and {name} is told", "tell how many there are")
    return found


def _told(name: str, value: object, names: Names, where: str) -> dict[str, Known]:
    if names.several and name.startswith(SECOND):
        second = _told(name.removeprefix(SECOND), value, names, where)
        return {f"{SECOND}{each}": known for each, known in second.items()}
    owner, _, rest = name.rpartition(".")
    if rest == "traits" and isinstance(value, list):
        traits = (f"{owner}.has({trait})" for trait in value if isinstance(trait, str))
        return dict(checked(trait, True, names, where) for trait in traits)
    if isinstance(value, list) and value and all(isinstance(each, dict) for each in value):
        return _each_told(name, value, names, where)
    if not isinstance(value, bool | int | float | str):
        raise InputError(where, f"{name} is neither a flag, a number nor a word", "see `vfdoc roll --help`")
    read = _value(value) if isinstance(value, str) else value
    own = _ONE.fullmatch(name) is not None
    for candidate in (
        (name,) if own else (name, rest, f"{rest}-value")
    ):  # [attacker] fire = 3 tells the fire-value
        if candidate in names.facts or candidate in names.numbers:
            found, checked_value = checked(candidate, read, names, where)
            return {found: checked_value}
    found, checked_value = checked(name, read, names, where)
    return {found: checked_value}


def _each_told(
    per: str, tables: Sequence[Mapping[str, object]], names: Names, where: str
) -> dict[str, Known]:
    """What a list of tables tells of those that are counted by `per`, and how many they are."""
    known: dict[str, Known] = {}
    for n, table in enumerate(tables, 1):
        for part, value in table.items():
            known |= _told(f"{per}.{n}.{part}", value, names, where)
    known |= _told(per, len(tables), names, where)
    return known


def _value(text: str) -> Known:
    if text.lower() in ("true", "yes", "false", "no"):
        return text.lower() in ("true", "yes")
    number = _NUMBER.fullmatch(text)
    return float(number.group(1)) if number else text


def checked(name: str, value: Known, names: Names, where: str) -> tuple[str, Known]:
    """A name and value that the edition knows; InputError, with the nearest ones, where it does not."""
    if names.several and name.startswith(SECOND):
        rest, found = checked(name.removeprefix(SECOND), value, names, where)
        return f"{SECOND}{rest}", found
    name = names.called.get(name, name)
    if name not in names.facts and name.replace(".unit.", ".", 1) in names.facts:
        name = name.replace(".unit.", ".", 1)  # the enemy's unit is the enemy
    one = _ONE.fullmatch(name)
    if one is not None and one.group("per") in names.numbers:
        return name, checked(of_each(name), value, names, where)[1]
    fact = names.facts.get(name)
    if name in names.numbers and not (fact is not None and fact.stated and fact.kind != "number"):
        if isinstance(value, bool | str):
            raise InputError(where, f"{name} is a number", f"write {name}=NUMBER")
        return name, _possible(name, value, names, where)
    if fact is None and name.startswith("unit."):  # the target, where it takes a test
        fact = names.facts.get(name.replace("unit.", "target.", 1))
    if fact is None:
        trait = TRAIT.search(name)
        if trait and isinstance(value, bool) and any(known.endswith(trait.group()) for known in names.facts):
            return name, value  # a trait of the game, which no rule asks of this one
        near = (
            _one_of(name, names)
            or names.meant(name)
            or (names.meant(name, value) if isinstance(value, str) and value else [])
        )
        remedy = names.proposed(near) if near else "see `vfdoc tables` for the facts"
        raise UnknownName(name, near, where, f"no rule of this edition asks {quoted(name)}", remedy)
    if fact.kind == "choice" and value == "none" and value not in fact.values:
        value = ""  # as the terminal prints that it is none of its values
    fits = {
        "flag": isinstance(value, bool),
        "number": isinstance(value, int | float) and not isinstance(value, bool),
        "choice": isinstance(value, str) and value in (*fact.values, ""),
    }
    if not fits[fact.kind]:
        wanted = {
            "flag": "true or false",
            "number": f"a number ({fact.unit})" if fact.unit else "a number",
            "choice": f"one of {', '.join(fact.values)}",
        }[fact.kind]
        told = {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else repr(value)
        near = names.meant(name, value) if isinstance(value, str) else []
        remedy = f"it is {wanted}" + (f"; {names.proposed(near)}" if near else "")
        raise InputError(where, f"{name} cannot be {told}", remedy)
    if isinstance(value, bool | str):
        return name, value
    return name, _possible(name, value, names, where)


def _one_of(name: str, names: Names) -> list[str]:
    """The names that tell of one of several, for one ("supporter.2.formation") that says not of which."""
    one = _ONE.fullmatch(name)
    if one is None or f"{one.group('per')}.{one.group('rest')}" not in names.facts:
        return []
    per, rest = one.group("per"), f"{one.group('n')}.{one.group('rest')}"
    known = names.numbers & (names.asked or names.numbers)
    return [f"{each}.{rest}" for each in sorted(known) if each != per and subject_of(each) == per]


def naming(word: str, names: Names) -> list[str]:
    """The shortest names in which a word stands that is told alone, or the values of which it is one."""
    words = _WORD.findall(word.casefold())
    known = (*names.facts, *names.numbers) if len(words) == 1 else ()
    return sorted((name for name in known if words[0] in _words_of(name, names)), key=len)[:_MOST_NEAR]


def _words_of(name: str, names: Names) -> list[str]:
    """The words of a name, and of the values that it may have."""
    values = names.facts[name].values if name in names.facts else ()
    return _WORD.findall(" ".join((name, *values)).casefold().replace("_", " "))


def _possible(name: str, value: float, names: Names, where: str) -> float:
    """A number that there can be: of none less than its least, and what is counted is whole."""
    whole, least = name not in names.measured, names.below.get(name.rpartition(".")[2], 0)
    if max(least, -_MOST) <= value <= _MOST and (not whole or value == int(value)):
        return value
    wanted = f"a {'whole ' if whole else ''}number from {max(least, -_MOST):g} to {_MOST}"
    raise InputError(where, f"{name} cannot be {value:.10g}", f"it is {wanted}")


def assumed(fact: KnownFact) -> Known | None:
    """What is assumed of a fact that nobody told; None where nothing can be."""
    if fact.kind == "flag":
        return fact.default
    if fact.kind == "choice":
        return ""
    return 0.0 if fact.unit in _COUNTS else None


def assumed_of(name: str, facts: Mapping[str, KnownFact]) -> Known | None:
    """What is assumed of a fact by its name; one that no rule lists is a flag that does not hold."""
    fact = facts.get(name)
    return False if fact is None else assumed(fact)


def as_told(name: str, value: Known) -> str:
    """A fact as it is told: `phase=fire`, `!unit.won_melee`."""
    if isinstance(value, bool):
        return name if value else f"!{name}"
    return f"{name}={value:g}" if isinstance(value, float | int) else f"{name}={value or 'none'}"
