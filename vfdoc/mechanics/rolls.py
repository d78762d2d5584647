"""The tests of a text: any dice, the target as people write it, what is added, what comes of it.

In: the passages of a section. Out: tests. A test begins at the sentence that rolls dice; its target may
stand in one of the next sentences. A test that the text names ("a trial", "a Morale Check") is found again
where it is asked for, with the dice that the text gives it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.mechanics.lexicon import Lexicon, ReadWord, words_of
from vfdoc.mechanics.named_tests import asked_tests, defined_test
from vfdoc.mechanics.passages import ClausePassage
from vfdoc.mechanics.terminals import tells
from vfdoc.model.mechanics import Origin, Test

_BRACKET = re.compile(r"[(\[][^)\]]{0,60}[)\]]")
_SLUG = re.compile(r"[^\W_]+")
_APOSTROPHE = re.compile(r"['’]")
_FOLLOWING = 4  # sentences behind a roll in which its target may stand
_WORD = re.compile(r"[^\W_]+")
_EDGE = " \t,;:.–—-*()[]"
_PLAIN_DICE = re.compile(r"^(\d{0,2})[dDwW](\d{1,3}|%)([+−–-]\d+)?$")
_LETTERS = re.compile(r"[^\W\d_]{3}")
_NAME_WORDS = 5
_QUOTES = ('"', "“", "«", "„")
_ROLLS = {"roll", "needing"}
_VERBS = {"roll", "needing", "testing"}
_AIM = 5  # words of what dice are rolled to do
_NEAR = 4  # words behind "roll" among which the dice stand
_NAMED = 3
_PURPOSE = 4  # words of what dice are rolled for


class Roll(NamedTuple):
    """A roll as its words state it: dice, how many (words), target, what it adds, what success does; its
    place, the label of the row that it stands in, what it is rolled to do ("to hit"), the run-in
    heading that it stands under, and the one test that its sentence asks for by name."""

    dice: str | None
    dice_count: str | None
    target: str | None
    adds: str | None
    success: str | None
    line: int
    column: int
    label: str = ""
    aim: str = ""
    run_in: str = ""
    asked: str = ""


def slug(words: str) -> str:
    """An id from the words of a name."""
    return "-".join(_SLUG.findall(_APOSTROPHE.sub("", words.casefold()))[:_NAME_WORDS])


def name_of(words: str, lexicon: Lexicon) -> str:
    """A name without its articles and without the words that only say that there is a table or a test."""
    found = list(re.findall(r"[^\W_]+(?:['’.-][^\W_]+)*", words))
    articles = lexicon.kinds.get("determiner", frozenset())
    while found and found[0].casefold() in articles:
        found.pop(0)
    return " ".join(found)


def default_dice(passages: Iterable[ClausePassage], lexicon: Lexicon) -> str | None:
    """The dice that a text says all its rolls are made with."""
    for passage in passages:
        if lexicon.says("every", passage.text):
            found = _dice(words_of(passage.text, lexicon.language), lexicon)
            if found is not None:
                return found[0]
    return None


def rolls(passages: Sequence[ClausePassage], lexicon: Lexicon, default: str | None) -> Iterator[Roll]:
    """The rolls that the passages of a section state; where they state none, what needs a number of a die
    that they do not name."""
    found = list(_rolls(passages, lexicon, default))
    yield from found or _unrolled(passages, lexicon, default)


def _unrolled(passages: Sequence[ClausePassage], lexicon: Lexicon, default: str | None) -> Iterator[Roll]:
    """A roll of which prose says but what it needs ("A scout rallies on a 4+."), where a section says that of
    one number alone."""
    told: dict[str, Roll] = {}
    for passage in passages:
        if passage.cell or passage.example or passage.note or not tells(passage.text, lexicon.language):
            continue
        words = words_of(passage.text, lexicon.language)
        for at in range(1, len(words) - 1):
            verb, before, behind = words[at - 1], words[at], words[at + 1]
            said = behind.token.kind == "TARGET" or "at_least" in _kinds(words, at + 2)
            plain = verb.token.kind == "WORD" and not set(verb.kinds) - {"succeeds"}
            if (
                not said
                or not plain
                or before.token.text.casefold() not in lexicon.kinds.get("needed_on", ())
            ):
                continue
            target = _target(words, at, passage.text, lexicon)
            if target is None or not _ends(words, at + (2 if behind.token.kind == "TARGET" else 3)):
                continue
            line, column = passage.place(behind.token.start)
            roll = Roll(
                dice=default, dice_count=None, target=target[0], adds=None, success=verb.token.text,
                line=line, column=column,
            )  # fmt: skip
            told.setdefault(target[0], roll)
    if len(told) == 1:
        yield from told.values()


def _kinds(words: Sequence[ReadWord], at: int) -> tuple[str, ...]:
    return words[at].kinds if at < len(words) else ()


def _ends(words: Sequence[ReadWord], at: int) -> bool:
    """Whether a clause ends there, or goes on with its condition."""
    if at >= len(words):
        return True
    return words[at].token.text in (".", ",", ";") or bool({"if", "unless"} & set(words[at].kinds))


def _rolls(passages: Sequence[ClausePassage], lexicon: Lexicon, default: str | None) -> Iterator[Roll]:
    for at, passage in enumerate(passages):
        if passage.example or not tells(passage.text, lexicon.language):
            continue
        words = words_of(passage.text, lexicon.language)
        dice = _dice(words, lexicon)
        rolled = any("roll" in word.kinds for word in words)
        named = any("dice" in word.kinds for word in words)
        if dice is None and not (rolled and named):
            continue
        if lexicon.says("every", passage.text):
            continue
        target = _target(words, _before_dice(words, dice), passage.text, lexicon)
        if dice is None and not (rolled and named and target):
            continue
        if (
            dice is not None
            and not rolled
            and not target
            and not _adds(words, dice[1], passage.text, lexicon)
        ):
            continue
        if dice is not None and target is None and _spoken_of(words, dice[1], passage.text, lexicon):
            continue
        success = _rest(passage.text, target) if target else None
        several = len({word.token.text for word in words if word.token.kind == "TARGET"}) > 1
        if several:
            target = success = None  # "on 4+ in hard cover, 5+ in soft": none of them is the test's
        following = passages[at + 1 : at + 1 + _FOLLOWING]
        for other in following if target is None and not several else ():
            more = words_of(other.text, lexicon.language)
            if _dice(more, lexicon) is not None and any("roll" in word.kinds for word in more):
                break
            target = _target(more, 0, other.text, lexicon)
            if target is not None:
                success = _rest(other.text, target)
                break
        adds = _adds(words, dice[1] if dice else 0, passage.text, lexicon)
        line, column = passage.place(words[dice[1]].token.start if dice else 0)
        count = _count(words, passage.text, dice[1], lexicon) if dice else None
        purpose = _rolled_for(words, dice[1], passage.text, lexicon) if dice else ""
        purpose = purpose or _leading_aim(words, passage.text, lexicon)
        found = dice[0] if dice else default
        if found is not None and count is not None:
            found = found.removeprefix("1")
        if found is not None or target is not None:
            yield Roll(
                dice=found,
                dice_count=count,
                target=target[0] if target else None,
                adds=adds,
                success=success,
                line=line,
                column=column,
                label=purpose or (_run_in(passage) if passage.cell else ""),
                run_in="" if passage.cell else _run_in(passage),
                asked=defined_test(passage.text, lexicon)
                or (asks[0] if len(asks := asked_tests(passage.text, lexicon)) == 1 else ""),
                aim=_aim(words, lexicon),
            )


def _run_in(passage: ClausePassage) -> str:
    """The label of the row or the run-in heading that a roll stands under."""
    label = passage.label if passage.cell else _BRACKET.sub("", passage.panel)
    return label if _LETTERS.search(label) else ""


def _spoken_of(words: Sequence[ReadWord], at: int, text: str, lexicon: Lexicon) -> bool:
    """Whether dice are not rolled there: their notation is explained ("a “D5”"), or something is done for as
    much as they show ("thrown for 1D6 damage")."""
    before = text[: words[at].token.start].rstrip()
    quoted = before.endswith(_QUOTES) and before == text[: words[at].token.start]
    amount = at > 0 and words[at - 1].token.text.casefold() in lexicon.kinds.get("for", ())
    return quoted or (amount and at + 1 < len(words) and words[at + 1].token.kind == "WORD")


def _leading_aim(words: Sequence[ReadWord], text: str, lexicon: Lexicon) -> str:
    """What a sentence that begins with it rolls for: "To clear a jam roll 7 or less"."""
    if not words or words[0].token.text.casefold() not in lexicon.kinds.get("to_do", ()):
        return ""
    end = next(
        (n for n, word in enumerate(words) if _VERBS & set(word.kinds) or word.token.kind == "STOP"), 0
    )
    rolled = words[end : end + 2]
    if not 1 < end <= _AIM or not any("roll" in word.kinds for word in rolled):
        return ""
    return text[words[1].token.start : words[end - 1].token.end]


def rolled_for(passage: ClausePassage, lexicon: Lexicon) -> str | None:
    """What a passage rolls for, in words ("rolls for station"), where it rolls in whatever words: "" where it
    does not say for what, None where it rolls nothing. A table of what comes of a roll is rolled on."""
    if passage.result:
        return ""
    if passage.cell or passage.example or not tells(passage.text, lexicon.language):
        return None
    words = words_of(passage.text, lexicon.language)
    if any(word.token.kind == "DICE" for word in words) and any(set(word.kinds) & _ROLLS for word in words):
        return _rolled_for(words, _first_dice(words), passage.text, lexicon)
    for at, word in enumerate(words):
        kinds = set(word.kinds)
        near = words[at + 1 : at + 1 + _NEAR]
        first = word.token.text.casefold().split()[0]
        rolled = "natural" in kinds and first in lexicon.kinds.get("roll", ())
        if rolled and near and near[0].token.kind in ("NUMBER", "RANGE"):
            before = words[at - 1] if at else word
            named = before.token.text[:1].isupper() and not before.kinds  # "a Strike roll of 20"
            return before.token.text if named else ""  # "on a die roll of 3-6"
        if (
            "beats" in kinds
            and len(near) > 1
            and near[0].token.kind == "NUMBER"
            and "at_least" in near[1].kinds
        ):
            return ""  # "are caught on 7 or more"
        counted = at and at + 1 < len(words) and "per" in words[at + 1].kinds and "dice" in kinds
        if counted and at == 1 and words[0].token.kind == "NUMBER":
            return ""  # "one die for each hit"
        counted_behind = len(near) > 1 and near[1].token.kind == "WORD" and not near[1].kinds
        if "needing" in kinds and near and near[0].token.kind in ("NUMBER", "TARGET") and not counted_behind:
            return ""  # and not "needs two hands"
        if word.token.kind == "DICE" and at > 1 and "at_least" in words[max(at - 3, 0)].kinds:
            return ""  # "5 or more on a D10"
        if "roll" not in kinds or {"determiner", "to"} & set(words[at - 1].kinds if at else ()):
            continue
        if any({"more", "fewer", "twofold"} & set(each.kinds) for each in near):
            continue  # "rolls one die fewer"
        if any({"not", "forbids", "forbids_weak"} & set(each.kinds) for each in words[max(at - 2, 0) : at]):
            continue
        if near and near[0].token.text.casefold() in lexicon.kinds.get("for", ()):
            said = _purpose(words[at + 2 :], passage.text, lexicon)
            return said
        if any("dice" in each.kinds or each.token.kind == "DICE" or "pool" in each.kinds for each in near):
            return ""
    return None


def _first_dice(words: Sequence[ReadWord]) -> int:
    return next(at for at, word in enumerate(words) if word.token.kind == "DICE")


def _purpose(words: Sequence[ReadWord], text: str, lexicon: Lexicon) -> str:
    """A purpose of one or two words; "" where more is said, or what is no name."""
    said = _phrase(words, text)
    found = words_of(said, lexicon.language)
    idle = {"determiner", "pronoun", "each", "per", "cases", "if", "dice", "no_name"}
    plain = all(word.token.kind == "WORD" and not idle & set(word.kinds) for word in found)
    return said if plain and 0 < len(found) < _NAMED else ""


def kept_dice(passages: Iterable[ClausePassage], lexicon: Lexicon) -> tuple[tuple[str, str], ...]:
    """What a text calls it when another die is rolled and one of them kept ("Edge: roll two dice and keep
    the higher"): each word with the kind that it is, "advantage" or "disadvantage"."""
    found: dict[str, str] = {}
    for passage in passages:
        name = (passage.panel or passage.label).strip(_EDGE).casefold()
        if name and len(name.split()) == 1 and not passage.example:
            if lexicon.says("highest", passage.text):
                found.setdefault(name, "advantage")
            elif lexicon.says("lowest", passage.text):
                found.setdefault(name, "disadvantage")
    return tuple(found.items())


def by_first_word(tests: Iterable[Test]) -> dict[str, list[tuple[str, Test]]]:
    """Tests that can be asked for by name, by the first word of it, longer names first."""
    found: dict[str, list[tuple[str, Test]]] = {}
    for test in tests:
        name = test.name.casefold()
        if name and test.dice and test not in [other for _, other in found.get(name.split()[0], [])]:
            found.setdefault(name.split()[0].removesuffix("s"), []).append((name.removesuffix("s"), test))
    for listed in found.values():
        listed.sort(key=lambda each: -len(each[0]))
    return found


def asked(
    passage: ClausePassage, known: Mapping[str, Sequence[tuple[str, Test]]], lexicon: Lexicon
) -> Iterator[tuple[str, Roll]]:
    """Where a test that the text names is asked for with a target or value of its own: its name there and
    the roll. `known` are the tests `by_first_word`."""
    if not known:
        return
    folded = passage.text.casefold()
    for found in _WORD.finditer(folded):
        for name, test in known.get(found.group().removesuffix("s"), ()):
            if not folded.startswith(name, found.start()):
                continue
            end = found.start() + len(name)
            end += folded[end : end + 1] == "s"
            if folded[end : end + 1].isalnum():
                continue
            roll = _asked_roll(passage, found.start(), end, test, lexicon)
            if roll is not None:
                yield name, roll
            break


def _asked_roll(passage: ClausePassage, start: int, end: int, test: Test, lexicon: Lexicon) -> Roll | None:
    """The roll where a test is named, from `start` to `end`; None where it is only spoken of."""
    before = words_of(passage.text[max(start - 40, 0) : start], lexicon.language)
    behind = passage.text[end:]
    words = words_of(behind, lexicon.language)
    articles = lexicon.kinds.get("article", ())
    named = any("check" in word.kinds for word in before[-4:])
    if not named and not (before and before[-1].token.text.casefold() in articles):
        return None
    if not words or not ({"cases", "to"} & set(words[0].kinds)):
        return None
    target = _target(words, 0, behind, lexicon)
    adds = _phrase(words[1:], behind) if words[0].token.text.casefold() not in ("on",) else None
    line, column = passage.place(start)
    return Roll(
        dice=test.dice,
        dice_count=None,
        target=target[0] if target else None,
        adds=adds,
        success=None,
        line=line,
        column=column,
    )


def stated_dice(words: Sequence[ReadWord], lexicon: Lexicon) -> str | None:
    """The dice that words name; None where they name none."""
    found = _dice(words, lexicon)
    return found[0] if found else None


def stated_target(words: Sequence[ReadWord], text: str, lexicon: Lexicon) -> str | None:
    """The target that words state; None where they state none."""
    found = _target(words, 0, text, lexicon)
    return found[0] if found else None


def _before_dice(words: Sequence[ReadWord], dice: tuple[str, int] | None) -> int:
    """Where a target is sought: behind the dice, or right before them ("needs 5 or more on a D10", "5+ on
    1d6")."""
    if dice is None:
        return 0
    at = dice[1]
    if at > 1 and words[at - 2].token.kind == "TARGET":
        return at - 2
    said = next((n for n in range(max(at - 3, 1), at) if {"at_least", "at_most"} & set(words[n].kinds)), None)
    return said - 1 if said is not None else at


def _dice(words: Sequence[ReadWord], lexicon: Lexicon) -> tuple[str, int] | None:
    """The dice that words name, and where: "2d6", "two ten-sided dice", "2d20kh1" where the higher is
    kept."""
    for at, word in enumerate(words):
        found = _PLAIN_DICE.match(word.token.text) if word.token.kind == "DICE" else None
        sides = lexicon.sides.get(word.token.text.casefold())
        if found is None and sides is None:
            continue
        number = words[at - 1].token.value if at and words[at - 1].token.kind == "NUMBER" else None
        text = " ".join(other.token.text for other in words)
        size = (found.group(2).replace("%", "100") if found else str(sides)) or "6"
        count = (found.group(1) if found else "") or (f"{number:g}" if number else "1")
        kept = "kh1" if lexicon.says("highest", text) else "kl1" if lexicon.says("lowest", text) else ""
        return f"{count}d{size}{kept if count not in ('', '1') else ''}", at
    return None


def _target(
    words: Sequence[ReadWord], start: int, text: str, lexicon: Lexicon
) -> tuple[str, int, int] | None:
    """A target as people write it, and where it stands."""
    if lexicon.says("opposed", text):
        return "opposed", len(text), len(text)
    for at in range(start, len(words)):
        token, kinds = words[at].token, set(words[at].kinds)
        after = set(words[at + 1].kinds) if at + 1 < len(words) else set()
        if token.kind == "TARGET":
            return token.text, token.start, token.end
        if token.kind in ("NUMBER",) and token.value is not None and after & {"at_least", "at_most"}:
            if (
                at
                and {"cases", "if"} & set(words[at - 1].kinds)
                and words[at - 1].token.text.casefold() in ("within",)
            ):
                continue
            sign = "+" if "at_least" in after else ""
            said = f"{token.value:g}+" if sign else f"<= {token.value:g}"
            return said, token.start, words[at + 1].token.end
        if kinds & {"under"} or (kinds & {"below"} and at + 1 < len(words)):
            if any("heads" in words[n].kinds for n in range(at + 1, min(at + 4, len(words)))):
                continue  # "under the column of the odds"
            compare = "<=" if "under" in kinds else "<"
            what = _phrase(words[at + 1 :], text)
            if what and (compare == "<=" or rolled_before(words, at)):
                return f"{compare} {what}", token.start, token.end
        if "article" in kinds and (at == 0 or words[at - 1].token.text in (".", ";")):
            end = _either(words, at + 1)
            if end:
                return _listed(words, at + 1), token.start, words[end].token.end
        if kinds & {"exceeds"} and rolled_before(words, at):
            what = _phrase(words[at + 1 :], text)
            if what:
                return f"> {what}", token.start, token.end
        if kinds & {"beats"} and at + 1 < len(words):
            n = at + 1
            while n < len(words) and ("fill" in words[n].kinds or "determiner" in words[n].kinds):
                n += 1
            if n < len(words) and words[n].token.kind in ("NUMBER", "RANGE"):
                more = "at_least" in words[n + 1].kinds if n + 1 < len(words) else False
                if more and words[n].token.value is not None:
                    return f"{words[n].token.value:g}+", token.start, words[n + 1].token.end
                return _listed(words, n), token.start, words[n].token.end
            if len(token.text.split()) > 1 and token.text.casefold() not in ("on a", "at least"):
                what = _phrase(words[at + 1 :], text)
                if what:
                    return f">= {what}", token.start, token.end
    return None


def _either(words: Sequence[ReadWord], at: int) -> int:
    """Where the last of the numbers stands that what is rolled is to show, "A 5 or 6 hits."; 0 where they are
    no such."""
    one, other = (words[n].token.value if n < len(words) else None for n in (at, at + 2))
    if one is None or other != one + 1 or "or" not in _kinds(words, at + 1) or at + 3 >= len(words):
        return 0
    verb = words[at + 3]
    return at + 2 if not set(verb.kinds) - {"succeeds"} and _ends(words, at + 4) else 0


def rolled_before(words: Sequence[ReadWord], at: int) -> bool:
    """Whether what is compared is a roll or a total."""
    return any({"generic", "roll", "dice"} & set(word.kinds) for word in words[max(at - 4, 0) : at])


def _listed(words: Sequence[ReadWord], at: int) -> str:
    """ "On 4, 5 or 6", "on 1–3"."""
    numbers = [words[at].token.text]
    while at + 2 < len(words) and (words[at + 1].token.text == "," or "or" in words[at + 1].kinds):
        if words[at + 2].token.kind not in ("NUMBER", "RANGE"):
            break
        numbers.append(words[at + 2].token.text)
        at += 2
    return ", ".join(numbers)


def _phrase(words: Sequence[ReadWord], text: str) -> str:
    """The words up to the next stop, condition or conjunction."""
    end = start = None
    for n, word in enumerate(words):
        stop = word.token.kind in ("STOP", "RPAR", "LPAR") or {"if", "and", "unless", "forbids"} & set(
            word.kinds
        )
        if stop or n >= 8 or word.token.text in (".", "?", "!"):
            break
        start = word.token.start if start is None else start
        end = word.token.end
    return " ".join(text[start:end].split()).strip(_EDGE) if start is not None else ""


def _adds(words: Sequence[ReadWord], at: int, text: str, lexicon: Lexicon) -> str | None:
    """What is added to the dice: "and adds Quality", "d20 plus Wit"."""
    for n in range(at + 1, len(words)):
        kinds = set(words[n].kinds)
        plus = "add" in kinds or words[n].token.text == "+"
        if plus and n + 1 < len(words) and words[n + 1].token.kind == "WORD":
            found = _phrase(words[n + 1 :], text)
            return found or None
    return None


def _rolled_for(words: Sequence[ReadWord], at: int, text: str, lexicon: Lexicon) -> str:
    """What dice are rolled for: "2d6 for initiative"; "" where the words do not say, or say a case."""
    behind = words[at + 1 : at + 2]
    if not behind or behind[0].token.text.casefold() not in lexicon.kinds.get("for", ()):
        return ""
    said = _phrase(words[at + 2 :], text)
    whose = len(words) > at + 2 and {"definite", "each"} & set(words[at + 2].kinds)  # "for the crowd"
    if whose and "tested" in words_of(said, lexicon.language)[-1].kinds:  # "for the rally test"
        said, whose = name_of(said, lexicon), set[str]()
    return said if 0 < len(said.split()) < _PURPOSE and not whose else ""


def _aim(words: Sequence[ReadWord], lexicon: Lexicon) -> str:
    """What dice are rolled to do, in the one word behind "to": "roll 2d6 to hit"."""
    for at, word in enumerate(words[1:-1], 1):
        before = words[at - 1]
        if word.token.text.casefold() not in lexicon.kinds.get("to_do", ()):
            continue
        if before.token.kind == "DICE" or {"dice", "roll"} & set(before.kinds):
            after = words[at + 1]
            return after.token.text if after.token.kind == "WORD" and "determiner" not in after.kinds else ""
    return ""


def _count(words: Sequence[ReadWord], text: str, at: int, lexicon: Lexicon) -> str | None:
    """How many dice a pool has, in words."""
    for n, word in enumerate(words):
        if "per" in word.kinds and n > at:
            return _phrase(words[n + 1 :], text) or None
        if "pool" in word.kinds:
            return _phrase(words[n + 1 :], text) or word.token.text
    return None


def _rest(text: str, target: tuple[str, int, int]) -> str | None:
    rest = " ".join(text[target[2] :].split()).strip(_EDGE)
    return rest or None


def made(roll: Roll, name: str, section: str, document: str, origin: Origin) -> Test:
    """A roll as a proposed test."""
    return Test(
        id=slug(name) or "test",
        name=name,
        dice=roll.dice,
        target=roll.target,
        section=section,
        document=document,
        line=roll.line,
        origin=origin,
        success=roll.success,
        adds=roll.adds,
        count=roll.dice_count,
        proposed=True,
        column=roll.column,
    )
