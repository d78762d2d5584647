"""The rolls that a text asks for by a name: "roll Nerve", "a Trial of Nerve at Difficulty 4", "must make a
Nerve check".

In: the sections of a text and the tests that were read in them. Out: proposed tests. Their dice and target
are those that stand there, else those of the sentence that says how all such rolls are made ("throw three
dice, your skill or less"); what neither says is left open. No row depends on them.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

from vfdoc.language.word_list import has_words, word_list
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.named_tests import defined_test
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.mechanics.rolls import Roll, made, slug, stated_dice, stated_target
from vfdoc.mechanics.section_passages import SectionPassages
from vfdoc.model.mechanics import Test
from vfdoc.model.session import constant

_TOKEN = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*|[^\w\s]")
_CITED = re.compile(r"\s*\((?:[^()\d]{0,12})?\d+(?:\.\d+)+\)")  # the test is described there
BARE_DICE = re.compile(r"\d{1,2}[DW]")
"""Dice whose sides another place says: "2D"."""
_BRACKETED = re.compile(r"\([^()]*[dDwW]\d+\)")  # "a ten-sided die (a D10)"
_ORIGINS = ("rules", "sheet")
_TWICE = 2  # times that a text has a name that it asks for
_BACK = 3  # words from what makes a roll to the roll
_DENIED = 4  # words from a "not" to what it denies
_NEAR = 3  # lines about a test that says the same
_TARGET = 60  # characters of a target that has several cases
_FOLLOWING = 3  # sentences behind a general roll in which its target may stand
_STOPS = frozenset(",;:.!?()")


class RollWords(NamedTuple):
    """The closed-class words of a language by which a text asks for a roll (`[rolls]` of its word list)."""

    verbs: frozenset[str]
    nouns: frozenset[str]
    unnamed: frozenset[str]
    rolling: frozenset[str]
    making: frozenset[str]
    owners: frozenset[str]
    own: frozenset[str]
    every: frozenset[str]
    articles: frozenset[str]
    at: frozenset[str]
    degrees: frozenset[str]
    negated: frozenset[str]
    conditional: frozenset[str]
    relative: frozenset[str]
    joining: frozenset[str]
    joined: frozenset[str]
    being: frozenset[str]
    opposed: frozenset[str]
    against: frozenset[str]
    everyone: frozenset[str]
    two: frozenset[str]
    of: frozenset[str]
    measured: frozenset[str]
    as_many: frozenset[str]
    difficulty: frozenset[str]
    no_name: frozenset[str]


class _Token(NamedTuple):
    text: str
    said: str
    start: int
    end: int


class _Asked(NamedTuple):
    """A roll that is asked for: its name, where it stands and ends, and whether two make it."""

    name: str
    start: int
    end: int
    opposed: bool


class GeneralRoll(NamedTuple):
    """How a text says that its named rolls are made; a pool counts the value as `counted` dice; `name` is
    that of the one test that it speaks of ("a Skill Check is made by …"), "" where it is of any, `of`
    what it is a roll of, in general ("skill")."""

    dice: str | None
    target: str | None
    counted: bool
    line: int
    column: int
    section: str
    name: str
    of: str


@constant
def roll_words(language: str) -> RollWords | None:
    """The words of a language; None of one that has none."""
    told: Mapping[str, Any] = word_list(language).get("rolls", {}) if has_words(language) else {}
    if not told:
        return None
    return RollWords(**{field: frozenset(told.get(field, ())) for field in RollWords._fields})


@constant
def _cue(words: RollWords) -> re.Pattern[str]:
    """A word without which a text asks for no roll, nor says how one is made: sought before it is cut up."""
    cues = sorted(words.verbs | words.nouns | words.unnamed | words.rolling)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, cues))})\b", re.IGNORECASE)


def asked_by_name(
    sections: Sequence[SectionPassages],
    stated: Sequence[Test],
    lines_of: Mapping[str, Sequence[str]],
    lexicon: Lexicon,
) -> Iterator[Test]:
    """The tests that sections ask for by name, where no test `stated` is of that name or sentence; of a name
    once a paragraph. `lines_of` are the lines of each document."""
    words = roll_words(lexicon.language)
    if words is None:
        return
    told = [read for read in sections if read.origin in _ORIGINS]
    if not any(_cue(words).search(p.text) for read in told for p in read.passages):
        return
    names = Counter(name for read in told for p in read.passages for name in _capitals(p.text, words))
    general = general_roll(told, lexicon, words)
    starts = {document: _paragraphs(lines) for document, lines in lines_of.items()}
    placed: dict[str, list[Test]] = {}
    for test in stated:
        placed.setdefault(test.section, []).append(test)
    dice = {test.name.casefold(): test for test in reversed(stated) if test.name and test.dice}
    taken: set[tuple[str, int, str]] = set()
    if general is not None:
        yield from _general_test(general, told, placed, words)
    for read in told:
        anchor, document = read.section.anchor, read.section.document
        for passage in read.passages:
            if passage.example or passage.cell:
                continue
            for asked in _asked(passage.text, names, words):
                known = dice.get(asked.name.casefold())
                roll = _roll(passage, asked, general, known, lexicon, words)
                paragraph = starts[document][roll.line - 1]
                key = (anchor, paragraph, asked.name) if roll.target else (document, -1, asked.name)
                close = [t for t in placed.get(anchor, ()) if abs(t.line - roll.line) < _NEAR]
                again = any(roll.dice in (None, t.dice) or t.dice is None for t in close)
                cited = known is not None and _CITED.search(passage.text, asked.end)
                if key in taken or again or cited or (general is not None and general.line == roll.line):
                    continue
                taken.add(key)
                test = made(roll, asked.name, anchor, document, read.origin)
                yield test if known is not None else replace(test, id=_own_id(asked.name, words))


def _general_test(
    general: GeneralRoll,
    sections: Sequence[SectionPassages],
    placed: Mapping[str, Sequence[Test]],
    words: RollWords,
) -> Iterator[Test]:
    """The roll of any value ("a skill") that a text describes, where no test was read there."""
    read = next(read for read in sections if read.section.anchor == general.section)
    close = any(abs(test.line - general.line) < _NEAR for test in placed.get(general.section, ()))
    if general.name or not general.of or close:
        return
    low = f"<= {general.of}" if general.target == "<=" else general.target
    roll = Roll(
        dice=general.dice,
        dice_count=general.of if general.counted else None,
        target=low,
        adds=None,
        success=None,
        line=general.line,
        column=general.column,
    )
    yield made(roll, general.of, general.section, read.section.document, read.origin)


def _own_id(name: str, words: RollWords) -> str:
    """The id of a test as rows have it, which say "Luck" of a "Luck Check"."""
    said = name.split()
    last = len(said) > 1 and said[-1].casefold() in words.nouns
    return slug(" ".join(said[:-1] if last else said)) or "test"


def only_spoken_of(test: Test, language: str) -> bool:
    """Whether what a test is said to add is no value: "a test at the end of the turn"."""
    words = roll_words(language)
    if words is None or test.target or not test.adds:
        return False
    added = test.adds.split()
    return added[0].casefold() not in words.own and not any(word[:1].isupper() for word in added)


def _paragraphs(lines: Sequence[str]) -> list[int]:
    """Of each line the first of its paragraph."""
    found: list[int] = []
    for at, line in enumerate(lines):
        found.append(found[-1] if at and line.strip() and lines[at - 1].strip() else at)
    return found


def general_roll(
    sections: Sequence[SectionPassages], lexicon: Lexicon, words: RollWords
) -> GeneralRoll | None:
    """The sentence of a text that says how every roll of a value of its is made; None where there is none."""
    sides = only_sides(sections, lexicon)
    for read in sections:
        own = [p for p in read.passages if not p.example and not p.cell]
        for at, passage in enumerate(own):
            around = " ".join(p.text for p in own[max(at - 1, 0) : at + 2])
            if not _defines_rolls(passage.text, around, lexicon, words):
                continue
            dice, counted = _general_dice(passage, sides, lexicon, words)
            if dice is None:
                continue
            target = None
            for other in own[at : at + 1 + _FOLLOWING]:
                if not lexicon.says("example", other.text):
                    target = target or _general_target(other.text, lexicon, words)
            line, column = passage.place(0)
            return GeneralRoll(
                dice=dice,
                target=target,
                counted=counted,
                line=line,
                column=column,
                section=read.section.anchor,
                name=defined_test(passage.text, lexicon),
                of=next((t.said for t in _tokens(passage.text) if t.said in words.measured), ""),
            )
    return None


def _defines_rolls(text: str, around: str, lexicon: Lexicon, words: RollWords) -> bool:
    """Whether a sentence says how rolls are made: it rolls dice, and it or the next speaks of a value of any
    ("a skill"), or of a test that has no name ("to test, roll …", "a check is two dice")."""
    if _cue(words).search(text) is None:
        return False
    found = _tokens(text)
    bare = False
    for n, token in enumerate(found):
        if token.said in words.nouns & words.unnamed:
            before = found[n - 1].text if n else ""
            behind = {each.said for each in found[n + 1 : n + _NEAR]}
            bare = bare or (not before[:1].isupper() and bool(words.being & behind))
            bare = bare or before.casefold() in words.of
    read = words_of(text, lexicon.language)
    rolled = next((n for n, word in enumerate(read) if word.token.text.casefold() in words.rolling), None)
    dice = [n for n, word in enumerate(read) if word.token.kind == "DICE" or "dice" in word.kinds]
    dice += [n for n, word in enumerate(read) if word.token.text.casefold() in lexicon.sides]
    dice += [n for n, word in enumerate(read) if BARE_DICE.fullmatch(word.token.text)]
    if rolled is None or not dice or max(dice) < rolled:
        return bare and bool(dice)
    return bare or _says(words.measured, around)


def only_sides(sections: Sequence[SectionPassages], lexicon: Lexicon) -> int | None:
    """The sides of the only kind of die that a text names; None where it names several, or none."""
    prefixes = {key.removesuffix("ed"): sides for key, sides in lexicon.sides.items() if "-" in key}
    begins = tuple(prefixes)
    found: set[int] = set()
    for read in sections:
        for passage in read.passages:
            for word in words_of(passage.text, lexicon.language):
                said = word.token.text.casefold()
                if word.token.kind == "DICE":
                    size = re.split("[dw]", said)[1]
                    found.add(int(re.split(r"\D", size.replace("%", "100"))[0]))
                elif said.startswith(begins):
                    found |= {sides for prefix, sides in prefixes.items() if said.startswith(prefix)}
    return found.pop() if len(found) == 1 else None


def _general_dice(
    passage: ClausePassage, sides: int | None, lexicon: Lexicon, words: RollWords
) -> tuple[str | None, bool]:
    read = words_of(passage.text, lexicon.language)
    many = _says(words.as_many, passage.text)
    kinds = [
        word for word in read if word.token.kind == "DICE" or word.token.text.casefold() in lexicon.sides
    ]
    several = len({word.token.text.casefold() for word in kinds}) > 1
    if several and not _BRACKETED.search(passage.text):
        return None, False  # "a die from d4 to d12"
    stated = stated_dice(read, lexicon)
    if stated is not None:
        return (stated.removeprefix("1") if many else stated), many
    for before, word in pairwise(read):
        if (
            sides
            and "dice" in word.kinds
            and before.token.kind == "NUMBER"
            and before.token.value
            and not many
        ):
            return f"{before.token.value:g}d{sides}", False
    bare = {word.token.text for word in read if BARE_DICE.fullmatch(word.token.text)}
    if sides and len(bare) == 1 and not many:
        return f"{int(bare.pop()[:-1])}d{sides}", False
    if many and sides and lexicon.says("dice", passage.text):
        return f"d{sides}", True
    return None, False


def _general_target(text: str, lexicon: Lexicon, words: RollWords) -> str | None:
    """ "<=" where a value is not to be exceeded, a number to be reached ("5+") as it stands."""
    found = stated_target(words_of(text, lexicon.language), text, lexicon)
    if found is not None and re.match(r"\d+\+", found):
        return found
    said = _tokens(text)
    read = words_of(text, lexicon.language)
    for before, word in pairwise(read):
        if "at_most" in word.kinds and before.token.text.casefold() in words.measured:
            return "<="
        if "exceeds" in word.kinds and before.token.text.casefold() in words.negated:
            return "<="
    values = [n for n, token in enumerate(said) if token.text.isdigit()]
    if (
        found is None
        and len(values) == _TWICE
        and words.joining & {t.said for t in said[values[0] : values[1]]}
    ):
        low, high = (int(said[n].text) for n in values)
        if high == low + 1 and values[1] == values[0] + 2:
            return f"{low}, {high}"
    return found if found is not None and found.startswith("<=") else None


def _asked(text: str, names: Counter[str], words: RollWords) -> Iterator[_Asked]:
    if _cue(words).search(text) is None:
        return
    tokens = _tokens(text)
    for at, token in enumerate(tokens):
        found = None
        if token.said in words.verbs:
            found = _behind(tokens, at, names, text, words)
        if found is None and token.said in words.nouns:
            found = _of(tokens, at, names, text, words) or _before(tokens, at, text, words)
        if found is not None:
            yield found


def _behind(
    tokens: Sequence[_Token], at: int, names: Counter[str], text: str, words: RollWords
) -> _Asked | None:
    """ "Roll Guns", "tests its Might", "both roll Grit"."""
    before = tokens[at - 1].said if at else ""
    shared = before in words.everyone or (at > 1 and tokens[at - _TWICE].said in words.two)
    if (
        (before in words.owners and before not in words.everyone)
        or not _asks(tokens, at, words)
        or before in words.relative
    ):
        return None
    if before in words.of and (at < _TWICE or tokens[at - 2].said not in words.making):
        return None  # "to roll Guns"
    first = at + 1
    while (
        first < len(tokens) - 1
        and first - at <= _BACK
        and (tokens[first].said in words.owners or tokens[first].said.endswith(("'s", "’s", "s'", "s’")))
    ):
        first += 1
    end = _name_end(tokens, first, names, words)
    if end == first or (end < len(tokens) and tokens[end].said in words.nouns):
        return None
    return _Asked(
        text[tokens[first].start : tokens[end - 1].end], tokens[at].start, tokens[end - 1].end, shared
    )


def _of(tokens: Sequence[_Token], at: int, names: Counter[str], text: str, words: RollWords) -> _Asked | None:
    """ "A Trial of Wits", "a roll of Search"."""
    if at + 2 >= len(tokens) or tokens[at + 1].said != "of":
        return None
    end = _name_end(tokens, at + 2, names, words)
    first = at
    while first and tokens[first - 1].said in words.opposed | words.degrees:
        first -= 1
    owned = first > 0 and tokens[first - 1].said in words.owners - words.every
    if end == at + 2 or not owned:
        return None
    before = tokens[first - 2].said if first > 1 else ":"
    before = tokens[first - 3].said if before in words.at and first > 2 else before
    made = before in words.making | words.being or (
        before in (":", ",", *words.joined) and tokens[first - 1].said in words.articles
    )
    if not made or not _asks(tokens, first - 1, words):
        return None
    opposed = any(token.said in words.opposed for token in tokens[first:at])
    named = text[tokens[at].start : tokens[end - 1].end]
    name = named if tokens[at].text[:1].isupper() else text[tokens[at + 2].start : tokens[end - 1].end]
    return _Asked(name, tokens[first].start, tokens[end - 1].end, opposed)


def _before(tokens: Sequence[_Token], at: int, text: str, words: RollWords) -> _Asked | None:
    """ "Needs a Drive roll", "make opposed Strength checks", "a Physique or lifting roll"."""
    first = at
    while first and at - first < _BACK:
        token = tokens[first - 1]
        capital = _is_name(tokens, first - 1, words)
        joined = token.said in words.joining or (
            first > 1 and token.text.isalpha() and tokens[first - 2].said in words.joining
        )
        if not capital and not joined:
            break
        first -= 1
    if first == at or not _is_name(tokens, first, words):
        return None
    if any(token.said in words.every for token in tokens[max(first - 2, 0) : first]):
        return None  # "passes all X checks"
    start = first
    opposed = False
    while start and (
        tokens[start - 1].said in words.opposed | words.degrees | words.owners
        or tokens[start - 1].text.isdigit()
        or tokens[start - 1].said in words.difficulty
    ):
        start -= 1
        opposed = opposed or tokens[start].said in words.opposed
    start -= start > 0 and tokens[start - 1].said in words.at
    if not start or tokens[start - 1].said not in words.making or not _asks(tokens, start - 1, words):
        return None
    capital = tokens[at].text[:1].isupper()
    name = text[tokens[first].start : tokens[at if capital else at - 1].end]
    return _Asked(name.removesuffix("s") if capital else name, tokens[start].start, tokens[at].end, opposed)


def _asks(tokens: Sequence[_Token], at: int, words: RollWords) -> bool:
    """Whether what stands there is asked for: not denied, and no case of something else ("if he rolls")."""
    for back, token in enumerate(reversed(tokens[:at])):
        if token.text in _STOPS:
            break
        denied = token.said in words.negated and back < _DENIED
        if denied or token.said in words.conditional:
            return False
    return True


def _name_end(tokens: Sequence[_Token], first: int, names: Counter[str], words: RollWords) -> int:
    """Where the name ends that begins there; there itself where none does."""
    end = first
    while end < len(tokens) and end - first < _TWICE and _is_name(tokens, end, words):
        if names[tokens[end].text] < _TWICE:
            break
        end += 1
    if end > first and end + 1 < len(tokens) and tokens[end].said in words.joining:
        joined = f"{tokens[end - 1].text} {tokens[end].said} {tokens[end + 1].text}"
        end += 2 * (_is_name(tokens, end + 1, words) or names[joined] >= _TWICE)
    return end


def _is_name(tokens: Sequence[_Token], at: int, words: RollWords) -> bool:
    token = tokens[at]
    return (
        at > 0
        and tokens[at - 1].text not in (".", "!", "?", ":")
        and token.text[0].isupper()
        and token.text.replace("-", "").isalpha()
        and len(token.text) > 1
        and token.said not in words.no_name | words.owners | words.conditional | words.nouns
    )


def _capitals(text: str, words: RollWords) -> Iterator[str]:
    """The words of a text that have a capital, and such a word with what "or" joins to it."""
    tokens = _tokens(text)
    for at, token in enumerate(tokens):
        if token.text[:1].isupper():
            yield token.text
            if at + 2 < len(tokens) and tokens[at + 1].said in words.joining:
                yield f"{token.text} {tokens[at + 1].said} {tokens[at + 2].text}"


def _roll(
    passage: ClausePassage,
    asked: _Asked,
    general: GeneralRoll | None,
    known: Test | None,
    lexicon: Lexicon,
    words: RollWords,
) -> Roll:
    rest = re.split(r"[.!?;](?:\s|$)", passage.text[asked.end :])[0]
    tokens = _tokens(rest)
    joined = next((n for n, token in enumerate(tokens) if n and token.said in words.joined), len(tokens))
    if any(token.said in words.nouns | words.verbs for token in tokens[joined:]):
        rest = rest[: tokens[joined].start]  # another roll
    target = (
        "opposed" if asked.opposed else _stated(passage.text[asked.start : asked.end], rest, lexicon, words)
    )
    dice, count = (known.dice, known.count) if known is not None else (None, None)
    if known is not None:
        target = target or known.target
    elif general is not None and asked.name in (general.name or asked.name):
        dice, count = general.dice, asked.name if general.counted else None
        if target is None and general.target is not None:
            low = general.target.startswith("<=")
            noun = _tokens(asked.name)[-1].said in words.nouns
            own = general.target == "<=" or (low and not noun and _says(words.measured, general.target))
            target = f"<= {asked.name}" if own and not noun else None if own else general.target
    line, column = passage.place(asked.start)
    return Roll(dice=dice, dice_count=count, target=target, adds=None, success=None, line=line, column=column)


def _stated(own: str, rest: str, lexicon: Lexicon, words: RollWords) -> str | None:
    """The target that the words of a roll state; several, by cases, in these words."""
    if words.opposed & {token.said for token in _tokens(rest)[:_NEAR]}:
        return "opposed"
    level = "|".join(map(re.escape, sorted(words.difficulty)))
    found = re.search(rf"\b(?:{level})\s+(?:of\s+)?(\d+)", f"{own} {rest}", re.IGNORECASE)
    if found is not None:
        behind = f"{own} {rest}"[found.end() :]
        if re.search(r"(?:,|\band|\bor|\bbut)\s+\d", behind):
            return " ".join(f"{own} {rest}"[found.start() :].split())[:_TARGET]
        return f"{found.group(1)}+"
    against = re.match(
        rf"\s*(?:{'|'.join(map(re.escape, sorted(words.against)))})\s+(.*)", rest, re.IGNORECASE | re.DOTALL
    )
    if against is not None:
        whom = re.split(r"[,;:(]", against.group(1))[0]
        if _says(words.difficulty, whom):
            return " ".join(rest.split())[:_TARGET]
        return "opposed" if _of_another(whom, words) else None
    return stated_target(words_of(rest, lexicon.language), rest, lexicon)


def _of_another(text: str, words: RollWords) -> bool:
    """Whether words name what somebody else rolls: "the other's Nerve", "your Nerve", "Nerve"."""
    found = _tokens(text)
    owned = [n for n, t in enumerate(found) if t.said.endswith(("'s", "’s")) or t.said in words.owners]
    named = [n for n, t in enumerate(found) if t.text[:1].isupper() and t.said not in words.owners]
    if owned and found[owned[0]].said in words.owners and len(owned) == 1:
        return named == [owned[0] + 1] and found[owned[0]].said not in words.articles | {"the"}
    return bool(named and (owned or len(found) == 1))


def _says(phrases: frozenset[str], text: str) -> bool:
    """Whether a text holds one of some phrases."""
    return any(re.search(rf"\b{re.escape(each)}\b", text, re.IGNORECASE) for each in phrases)


def _tokens(text: str) -> list[_Token]:
    return [_Token(m.group(), m.group().casefold(), m.start(), m.end()) for m in _TOKEN.finditer(text)]
