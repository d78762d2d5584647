"""Editions made for the laws of comparing, out of a small language of rules: their sections differ as
rules do, by what they are about, not by what they are made of; and other editions made of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from generated import read_text

from vfdoc.model import Rulebook

THINGS = [
    "lancer", "piper", "musket", "cannon", "wagon", "ford", "hedge", "redoubt", "banner", "drum",
    "sapper", "limber", "vedette", "ridge", "orchard", "mortar", "bridge", "convoy", "courier",
    "outpost", "skirmisher", "grenadier", "dragoon", "hussar", "pontoon", "battery", "palisade",
]  # fmt: skip
DOES = [
    "halts", "retires", "charges", "wheels", "deploys", "limbers", "volleys", "rallies", "scouts",
    "entrenches", "embarks", "recoils", "pivots", "advances", "dismounts", "surrenders", "forages",
    "shelters", "signals", "regroups",
]  # fmt: skip
_WHERE = ["behind", "beside", "beyond", "across", "near", "along", "inside", "above"]


@dataclass(frozen=True)
class Rule:
    """A section: what tells it from all others, its title and its sentences; `{7}` cites rule 7."""

    key: int
    title: str
    sentences: tuple[str, ...]


Chapters = list[list[Rule]]


def chapters(random: Random, *, count: int = 4, most: int = 6) -> Chapters:
    """Some chapters of rules that cite one another; the first rule of each is the chapter's own."""
    sizes = [random.randint(3, most) for _ in range(count)]
    keys = iter(range(sum(sizes)))
    return [[rule(random, next(keys), sum(sizes)) for _ in range(size)] for size in sizes]


def rule(random: Random, key: int, keys: int) -> Rule:
    """A rule of four to seven sentences about two things of its own."""
    about = random.sample(THINGS, 2)
    sentences = [sentence(random, about) for _ in range(random.randint(4, 7))]
    sentences.insert(1, f"See also {{{random.randrange(keys)}}}.")
    return Rule(key, f"{about[0]} and {about[1]} {key}".title(), tuple(sentences))


def sentence(random: Random, about: Sequence[str]) -> str:
    """A sentence with a value in it, about one of these things."""
    where, other = random.choice(_WHERE), random.choice(THINGS)
    does, does_then = random.sample(DOES, 2)
    number = random.randint(2, 40)
    return f'A {random.choice(about)} that {does} {where} the {other} {does_then} within {number}".'


def numbered(made: Chapters, *, first: int = 1) -> dict[int, str]:
    """The number of every rule: chapter 3 is 3.0, its second rule 3.1."""
    return {
        each.key: f"{chapter}.{place}"
        for chapter, rules in enumerate(made, start=first)
        for place, each in enumerate(rules)
    }


def printed(made: Chapters, numbers: dict[int, str]) -> Rulebook:
    """The chapters as rules Markdown with these numbers, read."""
    lines = []
    for each in (each for rules in made for each in rules):
        level = "##" if numbers[each.key].endswith(".0") else "###"
        lines.append(f"{level} {numbers[each.key]} {each.title}")
        lines.append(" ".join(s.format(*(numbers[k] for k in sorted(numbers))) for s in each.sentences))
    return read_text("\n\n".join(lines) + "\n")


def edition(made: Chapters) -> Rulebook:
    """The chapters numbered in their order."""
    return printed(made, numbered(made))


def edited(random: Random, made: Chapters) -> Chapters:
    """The chapters with a sentence of every third rule written anew."""

    def anew(each: Rule) -> Rule:
        if each.key % 3:
            return each
        fresh = sentence(random, each.title.lower().split()[::2][:2])
        return replace(each, sentences=(fresh, *each.sentences[1:]))

    return [[anew(each) for each in rules] for rules in made]


def split(random: Random, made: Chapters) -> tuple[Chapters, dict[int, int]]:
    """The chapters with two rules split in two, and the key of each new half by that of the old."""
    keys = [each.key for rules in made for each in rules if len(each.sentences) >= 6]
    halves = {key: 1000 + key for key in random.sample(keys, min(2, len(keys)))}
    return [[part for each in rules for part in parts(random, each, halves)] for rules in made], halves


def parts(random: Random, each: Rule, halves: dict[int, int]) -> list[Rule]:
    """A rule, or the two that it was split into."""
    if each.key not in halves:
        return [each]
    middle = len(each.sentences) // 2
    title = f"{random.choice(DOES)} {random.choice(_WHERE)}".title()
    rest = Rule(halves[each.key], title, each.sentences[middle:])
    return [replace(each, sentences=each.sentences[:middle]), rest]


def troops(rows: dict[str, list[int]], order: Sequence[str], *, titled: bool) -> Rulebook:
    """A chapter with a numbered section for each row, all in the same words."""
    lines = ["## 1.0 Troops"]
    for place, name in enumerate(order, start=1):
        moves, fires, costs = rows[name]
        title, who = (name.title(), "The unit") if titled else ("Regiment", f"The {name} unit")
        lines.append(
            f'**1.{place} {title}:** {who} moves {moves}" and fires {fires}". It costs {costs} points.'
        )
    return read_text("\n\n".join(lines) + "\n")
