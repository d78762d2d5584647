"""A clause as the changes that it states, each with the stretches of words that say when.

In: the text of a clause. Out: its changes. `clauses.lark` gives the skeleton; here each stretch goes to the
changes that it belongs to, whole and in its own words: a condition in front of the changes is of all of
them, one behind a change is of that one. No stretch is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from vfdoc.mechanics.lexicon import ReadWord, lexicon, words_of
from vfdoc.mechanics.marked import STATEMENTS, MarkedChange, Terminal
from vfdoc.mechanics.terminals import terminals
from vfdoc.model.mechanics import ConditionSpan, SpanPlace
from vfdoc.model.session import constant, memoized
from vfdoc.parsers import ParseError, Parser, parser

_EDGE = " \t,;:.–—-*_|"
_CITED = r"(?:§\s?)?\d{1,3}(?:\.\d+)*(?:\([a-z]\))?"
_CITATION = re.compile(
    r"[(\[](?:see |cf\. |voir |siehe |s\. )?(?:section |rule |rules |règle |Abschnitt |Regel )?"
    rf"(?:[A-Z]\.)?{_CITED}"
    rf"(?>(?:\s?(?:,|&|and|to|–|-|et|und)\s?{_CITED})*)[)\]]"
)
_FORMULA = re.compile(r"(?<![\w.,+−×-])\d+(?:[ \xa0]?[+−-][ \xa0]?\d+)+[ \xa0]?=[ \xa0]?\d+(?![\w.,]\d)")
_WORD = re.compile(r"[^\W\d_]")
_AFTER = {
    "cases",
    "if",
    "only",
    "unless",
    "and",
    "generic",
    "changing",
    "more",
    "fewer",
    "each",
    "per",
    "dice",
    "to",
}
_COST = re.compile(r"\d{1,4} [^\W\d_]{2,}")


class StatedChange(NamedTuple):
    """A change as a clause states it: the words of what it is `of`, its `spans`, what it is counted `per`,
    the words of its `limit`, whether it stands `instead` of another, where it begins, what makes it
    doubtful, what else there is to say of it, and the
    words of the change itself."""

    change: MarkedChange
    of: str
    spans: tuple[ConditionSpan, ...]
    per: str
    limit: str
    instead: str
    start: int
    doubts: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    words: str = ""


class _Bit(NamedTuple):
    """A part of a clause: its rule, the stretch of its words, its change, the stretch of what that is of,
    and of a bracket the clauses in it."""

    rule: str
    start: int
    end: int
    change: MarkedChange | None = None
    of: tuple[int, int] | None = None
    inside: tuple[tuple[_Bit, ...], ...] = ()
    at: int = 0


class _Skeleton:
    """One callback a rule of the grammar."""

    def start(self, children: list[Any]) -> tuple[tuple[_Bit, ...], ...]:
        return tuple(tuple(child) for child in children)

    def unit(self, children: list[Any]) -> list[_Bit]:
        return children

    def words(self, children: list[Terminal]) -> tuple[int, int]:
        return children[0].start, children[-1].end

    def of(self, children: list[Any]) -> tuple[int, int]:
        found: tuple[int, int] = children[1] if len(children) > 1 else (children[0].end, children[0].end)
        return found

    def change(self, children: list[Any]) -> _Bit:
        token = children[0]
        return _Bit(
            "change",
            token.start,
            token.end,
            token.value,
            children[1] if len(children) > 1 else None,
            at=token.start,
        )

    def raised(self, children: list[Any]) -> _Bit:
        verb = children[0]
        by = next(child for child in children[1:] if isinstance(child, Terminal))
        said = [child for child in children[1:] if isinstance(child, tuple)]
        of = said[0] if said else None
        return _Bit("raised", verb.start, by.end, by.value, of, at=verb.start)

    def said(self, children: list[Any]) -> _Bit:
        return _Bit("said", *children[0])

    def group(self, children: list[Any]) -> _Bit:
        return _Bit("group", children[0].start, children[2].end, inside=children[1])

    def condition(self, children: list[Any]) -> _Bit:
        return self._phrase("condition", children)

    def exception(self, children: list[Any]) -> _Bit:
        return self._phrase("exception", children)

    def per(self, children: list[Any]) -> _Bit:
        return self._phrase("per", children)

    def limit(self, children: list[Any]) -> _Bit:
        return self._phrase("limit", children)

    def instead(self, children: list[Any]) -> _Bit:
        return self._phrase("instead", children)

    def _phrase(self, rule: str, children: list[Any]) -> _Bit:
        """A word that begins something, with what it begins: of a condition its word belongs to it."""
        head = children[0]
        start, end = (head.start, children[1][1]) if len(children) > 1 else (head.start, head.end)
        return _Bit(rule, start, end, at=head.end)


@constant
def _parser() -> Parser:
    return parser("clauses", _Skeleton())


@memoized
def stated_changes(
    text: str, language: str, names: tuple[tuple[str, str], ...] = ()
) -> tuple[StatedChange, ...]:
    """The changes that a clause states, in order; `names` are words of the text that are of a kind
    there ("edge" for an advantage)."""
    plain = _CITATION.sub(lambda found: " " * len(found.group()), text)
    plain = _FORMULA.sub(lambda found: " " * len(found.group()), plain)  # "50 + 240 = 290" is worked out
    words = words_of(plain, language)
    kinds = dict(names)
    if kinds:
        words = tuple(
            word._replace(kinds=(*word.kinds, kinds[said])) if (said := word.token.text.casefold()) in kinds
            else word for word in words
        )  # fmt: skip
    found = terminals(words)
    if not any(token.type in ("CHANGE", "BY") for token in found):
        return ()
    try:
        units = _parser().parse(found)
    except ParseError:
        return ()
    return tuple(_Reader(plain, language).read(units))


class _Reader:
    """Puts the stretches of a clause to its changes."""

    def __init__(self, text: str, language: str) -> None:
        self._text, self._lexicon = text, lexicon(language)

    def read(self, units: Sequence[tuple[_Bit, ...]]) -> Iterator[StatedChange]:
        """The changes of a clause's units; what stands in front of the first, and in a unit without a
        change of its own that is not behind one, is shared by all that follow."""
        shared: list[_Bit] = []
        subject: list[_Bit] = []
        made: list[tuple[_Bit, list[_Bit]]] = []
        asides: dict[int, list[str]] = {}
        led: list[_Bit] = []
        for unit in units:
            places = [n for n, bit in enumerate(unit) if bit.change is not None]
            if not places:
                inner = [change for bit in unit for change in self._inside(bit, shared)]
                yield from inner
                rest = [
                    bit for bit in unit if bit.rule != "group" or not bit.inside or not _holds_change(bit)
                ]
                if made and rest and self._another(rest[0]):
                    asides.setdefault(len(made) - 1, []).append(self._words(rest[0].start, rest[-1].end))
                elif made:
                    made[-1][1].extend(rest)
                else:
                    shared += rest
                continue
            front = list(unit[: places[0]])
            own = [bit for bit in front if bit.rule == "said"]
            if places and led and own and self._only_verb(own, unit[places[0]]):
                front, own = led, [bit for bit in led if bit.rule == "said"]  # "a sloop gets +2 and takes −2"
            led = front
            first = unit[places[0]].change
            told = first is not None and not first.verb and len(own) < len(front)  # "each mast −1"
            if own or told:
                subject = own
            front = [bit for bit in front if bit.rule != "said"]
            for n, place in enumerate(places):
                end = places[n + 1] if n + 1 < len(places) else len(unit)
                made.append((unit[place], [*shared, *subject, *front, *unit[place + 1 : end]]))
        before: tuple[ConditionSpan, ...] = ()
        for n, (bit, around) in enumerate(made):
            following = made[n + 1] if n + 1 < len(made) else None
            found = self._taken_up(self._change(bit, around, following), before)
            before = found.spans
            aside = tuple(f"goes on: {words}" for words in asides.get(n, ()))
            yield found._replace(doubts=(*found.doubts, *aside)) if aside else found

    def _only_verb(self, own: Sequence[_Bit], change: _Bit) -> bool:
        """Whether what stands in front of a signed change is but its verb, whose subject stands before."""
        if change.change is None or change.change.verb:
            return False
        kinds = ("bears", "gives", "auxiliary", "and", "receiving")
        idle = frozenset[str]().union(*(self._lexicon.kinds.get(kind, frozenset()) for kind in kinds))
        idle |= self._lexicon.kinds.get("article", frozenset())
        return all(word.casefold() in idle for bit in own for word in self._words(bit.start, bit.end).split())

    def _taken_up(self, found: StatedChange, before: Sequence[ConditionSpan]) -> StatedChange:
        """A change whose condition only takes up the exception of the one before it: "unless they have gold,
        when they add 2"."""
        excepted = [span._replace(polarity=True, place="if") for span in before if not span.polarity]
        pronouns = self._lexicon.kinds.get("pronoun", frozenset())
        idle = [span for span in found.spans if span.place == "if" and span.words.casefold() in pronouns]
        if not excepted or not idle:
            return found
        kept = [span for span in found.spans if span not in idle]
        return found._replace(spans=(*kept, *excepted))

    def _another(self, bit: _Bit) -> bool:
        """Whether a stretch is another statement: it is joined by "and" or "but", and is no condition."""
        if bit.rule != "said":
            return False
        joins = self._lexicon.kinds.get("and", frozenset())
        before = self._text[: bit.start].replace(",", " ").split()
        return bool(before and before[-1].casefold() in joins) or self._words(bit.start, bit.end).split()[
            :1
        ] in ([[word] for word in joins])

    def _inside(self, group: _Bit, shared: Sequence[_Bit]) -> Iterator[StatedChange]:
        if group.rule == "group" and _holds_change(group):
            for each in self.read(group.inside):
                spans = [span for bit in shared for span in self._spans(bit, "subject")]
                yield each._replace(spans=(*spans, *each.spans))

    def _change(
        self, bit: _Bit, around: Sequence[_Bit], following: tuple[_Bit, list[_Bit]] | None
    ) -> StatedChange:
        assert bit.change is not None
        of = self._words(*bit.of) if bit.of else ""
        spans: list[ConditionSpan] = []
        said = {"per": "", "limit": "", "instead": ""}
        apiece = False
        rolled = list[str]()  # "for each hit roll a D10": whose roll it is, and nothing that is counted
        before: SpanPlace = "subject" if bit.change.verb else "label"
        for each in around:
            if each.rule == "group" and (limit := _only_limit(each)) is not None:  # "(max 3)"
                said["limit"] = self._words(limit.start, limit.end)
            elif each.rule in said:
                words = self._words(each.at if each.rule == "per" else each.start, each.end)
                apiece |= each.rule == "per" and not words and each.start > bit.start
                if each.rule == "per" and words.casefold() in self._lexicon.kinds.get("at", ()):
                    words = ""  # "each at +10"
                if each.rule == "per" and self._rolled_for(words):
                    rolled.append(words)
                    spans.append(ConditionSpan(words, True, "if"))
                    continue
                said[each.rule] = "; ".join(filter(None, (said[each.rule], words)))
            else:
                spans += self._spans(each, before if each.start < bit.start else "if")
        said["per"], whose_roll = self._without_roll(said["per"])
        of = of or whose_roll
        spans = list(self._excepted(spans))
        said["limit"], whose = self._timed(said["limit"])
        spans[:0] = [ConditionSpan(whose, True, "subject")] if whose else []
        if not of and bit.change.operation not in ("pass", "fail", "reroll", *STATEMENTS):
            of, spans = self._subject(bit, spans)
            if of and said["per"].endswith(of):  # "each further try has the mark raised by 2"
                said["per"] = self._without_auxiliary(said["per"].removesuffix(of).rstrip())
        counted = max((n for n, s in enumerate(spans) if s.place in ("label", "subject")), default=None)
        if apiece and not said["per"] and counted is not None:  # "friends +1 each"
            said["per"] = spans.pop(counted).words
        first = next((n for n, span in enumerate(spans) if span.place == "subject"), None)
        if first is not None and bit.change.verb and not said["per"]:  # "each mast lost takes 2 from"
            head, _, each_of = spans[first].words.partition(" ")
            if head.casefold() in self._lexicon.kinds.get("each", ()) and bit.change.operation in (
                "add",
                "dice",
            ):
                said["per"] = self._without_auxiliary(each_of)
                del spans[first]
        doubts, remarks = list[str](), list[str]()
        doubts += [f"a roll is made for each, and the change is of one: {words}" for words in rolled]
        doubts += self._nouns(bit, around)
        if following is not None and following[0].change is not None and following[0].change.exclusive:
            # "2 if she is in mail, or 1 if she wears a coat" does not say whether for both
            less = abs(following[0].change.amount or 0) <= abs(bit.change.amount or 0)
            cased = less and any(span.place == "if" and span.polarity for span in spans)
            spans += [
                ConditionSpan(span.words, not span.polarity, "unless")
                for each in following[1]
                if each.start > following[0].start
                for span in self._spans(each, "if")
            ]
            (doubts if cased else remarks).append("another amount stands beside it (or …)")
        if bit.change.value:
            doubts.append(f"the amount is a value of the game: {bit.change.value}")
        elif bit.change.amount is None and bit.change.operation in ("add", "set"):
            doubts.append("the amount is no number")
        for cost in [span for span in spans if _COST.fullmatch(span.words)]:
            if f"({cost.words})" in self._text:  # "a champion (20 crowns)"
                spans.remove(cost)
                remarks.append(f"in brackets: {cost.words}")
        return StatedChange(
            change=bit.change,
            of=of,
            spans=tuple(dict.fromkeys(spans)),
            per=self._without_auxiliary(said["per"], whom=False),
            limit=said["limit"],
            instead=said["instead"],
            start=bit.start,
            doubts=tuple(doubts),
            remarks=tuple(remarks),
            words=self._words(bit.start, bit.end),
        )

    def _without_roll(self, per: str) -> tuple[str, str]:
        """What is counted, and the roll that stands behind it as what is changed: "for every two men | the
        throw | gains 1"."""
        words = words_of(per, self._lexicon.language)
        rolled = len(words) > 2 and {"dice", "sum", "tested"} & set(words[-1].kinds)
        at = next((n for n in (-2, -3) if len(words) > -n and "definite" in words[n].kinds), None)
        if not rolled or at is None or {"cases", "to"} & set(words[at - 1].kinds):
            return per, ""
        start = words[at].token.start
        return per[:start].strip(_EDGE), per[start:]

    def _rolled_for(self, per: str) -> bool:
        """Whether what stands behind "for each" says that a roll is made: "for each hit roll a D10"."""
        words = words_of(per, self._lexicon.language)
        return any(
            "tested" in word.kinds and ("article" in behind.kinds or behind.token.kind in ("DICE", "NUMBER"))
            for word, behind in pairwise(words)
        )

    def _excepted(self, spans: Sequence[ConditionSpan]) -> Iterator[ConditionSpan]:
        """Stretches with what is said to change nothing as an exception: "but a guide loses nothing", "…, but
        adds nothing | if she is still"."""
        kinds = self._lexicon.kinds
        turned = False
        for span in spans:
            if turned:  # its case
                turned = False
                yield ConditionSpan(span.words, False, "unless")
                continue
            words = words_of(span.words, self._lexicon.language)
            at = next((n for n, word in enumerate(words) if n and "nothing" in word.kinds), 0)
            cut = next((n for n, word in enumerate(words) if "contrary" in word.kinds), -1)
            if at != len(words) - 1 or cut < 0 or not {"loses", "gives", "add"} & set(words[at - 1].kinds):
                yield span
                continue
            before = span.words[: words[cut].token.start].strip(_EDGE)
            whom = span.words[words[cut].token.end : words[at - 1].token.start].strip(_EDGE)
            if before:
                yield span._replace(words=before)
            if whom and whom.casefold() not in kinds.get("person", ()):
                yield ConditionSpan(whom, False, "unless")
            turned = not whom

    def _timed(self, limit: str) -> tuple[str, str]:
        """How often a change is made, and who makes it: "once in a | game | a captain may"."""
        words = words_of(limit, self._lexicon.language)
        if len(words) < 3 or "times" not in words[0].kinds or "determiner" not in words[2].kinds:
            return limit, ""
        return limit[: words[1].token.end], self._without_auxiliary(limit[words[2].token.start :])

    def _nouns(self, bit: _Bit, around: Sequence[_Bit]) -> Iterator[str]:
        """What is added that is neither the value nor a case: "adds 1 wound", "gives +1 armour"."""
        assert bit.change is not None
        if bit.change.operation not in ("add", "dice") or bit.rule == "raised":
            return
        before = words_of(self._text[: bit.start], self._lexicon.language)[-1:]
        first = self._text[bit.start : bit.end].split(" ")[0].casefold()
        articled = first in self._lexicon.kinds.get("article", ())
        if not bit.change.verb and articled and before and self._is_verb(before[0]):
            yield f"a verb that is not known: {before[0].token.text}"
        near = words_of(self._text[: bit.start], self._lexicon.language)[-3:]
        given = len(near) == 3 and "gives" in near[0].kinds and "article" in near[1].kinds
        if not bit.change.verb and given and self._is_verb(near[2]):  # "suffer a permanent −1"
            yield f"what kind of change it is: {near[2].token.text}"
        told = bool(before) and bool({"gives", "and"} & set(before[0].kinds))
        if bit.change.operation == "dice" or not (bit.change.verb or told):
            return
        for each in around:
            if each.rule == "said" and each.start >= bit.end:
                words = words_of(self._text[each.start : each.end], self._lexicon.language)
                if words and _WORD.search(words[0].token.text) and not set(words[0].kinds) & _AFTER:
                    yield f"what it adds: {self._words(each.start, each.end)}"

    def _is_verb(self, word: ReadWord) -> bool:
        """Whether a word right before "a −2" can be but a verb that no list holds: "causes a −2"."""
        return word.token.kind == "WORD" and word.token.text.isalpha() and not word.kinds

    def _subject(self, bit: _Bit, spans: list[ConditionSpan]) -> tuple[str, list[ConditionSpan]]:
        """What a change is of where the words before it name it, "the move | is halved", and the spans
        without it."""
        words = list(words_of(self._text[: bit.start], self._lexicon.language))
        last = len(words)
        while last and {"being", "cases", "auxiliary", "becomes", "counts"} & set(words[last - 1].kinds):
            last -= 1
        if (
            bit.rule == "raised" and last > 1 and "person" in words[last - 1].kinds
        ):  # "from below | it is raised"
            tail = self._words(words[last - 1].token.start, words[-1].token.end)
            return "", [
                s._replace(
                    words=s.words.removesuffix(tail).removesuffix(words[last - 1].token.text).strip(_EDGE)
                )
                for s in spans
            ]
        first = next((n for n in range(last - 1, max(last - 6, -1), -1) if _definite(words[n].kinds)), None)
        had = bool(first) and "gives" in words[(first or 1) - 1].kinds  # "has her move halved"
        if (last == len(words) and bit.rule != "raised" and not had) or last == 0:
            return "", spans
        if first is None:
            first = self._capitalized(words[:last]) if bit.rule == "raised" else None
        if first is None:
            return "", spans
        found = self._words(words[first].token.start, words[last - 1].token.end)
        tail = self._words(words[first].token.start, words[-1].token.end)
        kept = []
        for span in spans:
            words_left = span.words.removesuffix(tail).removesuffix(found).strip(_EDGE)
            if words_left != span.words:
                words_left = self._without_auxiliary(words_left)
            if words_left and any(c.isalpha() for c in words_left):
                kept.append(span._replace(words=words_left))
        return found, kept

    def _capitalized(self, words: Sequence[ReadWord]) -> int | None:
        """Where the name begins that some words end with: "in mud MA | is reduced"."""
        first = len(words)
        while (
            first > 1 and words[first - 1].token.kind == "WORD" and words[first - 1].token.text[:1].isupper()
        ):
            first -= 1
        return first if first < len(words) else None

    def _spans(self, bit: _Bit, place: SpanPlace) -> Iterator[ConditionSpan]:
        if bit.rule == "group":
            words = self._words(bit.start, bit.end).strip("()[] ")
            first, _, rest = words.partition(" ")
            if rest and first.casefold() in self._lexicon.kinds.get("not", ()):  # "(not at night)"
                yield ConditionSpan(rest, False, "unless")
            elif words:
                yield ConditionSpan(words, True, place)
            return
        if bit.rule == "exception":
            words = self._words(bit.at, bit.end)
            if words:
                yield ConditionSpan(words, False, "unless")
            return
        if bit.rule in ("per", "limit", "instead"):
            words = self._words(bit.start, bit.end)
        elif bit.rule == "condition":
            head = self._words(bit.start, bit.at)
            case = head.casefold() in self._lexicon.kinds.get("if", ())
            case &= head.casefold() not in self._lexicon.kinds.get("timed", ())
            words = self._words(bit.at if case else bit.start, bit.end)
            last = words.rsplit(" ", 1)[-1].casefold()
            if place in ("subject", "label") and last in self._lexicon.kinds.get("gives", ()):
                words = self._without_auxiliary(words)  # "while shaken a host | has −15"
            place = "if"
        else:
            words = self._words(bit.start, bit.end)
            first = words.split()[0].casefold() if words else ""
            if place in ("subject", "label"):
                words = self._without_auxiliary(words)
            if place in ("subject", "label") and first in self._lexicon.kinds.get("cases", ()):
                place = "if"
        *front, last = words.split() or [""]
        if front and last.casefold() in self._lexicon.kinds.get("excepted", ()):
            yield ConditionSpan(" ".join(front), False, "unless")  # "road movement excepted"
            return
        if words and _WORD.search(words) and not (place == "if" and self._says_what(words)):
            yield ConditionSpan(words, True, place)

    def _says_what(self, words: str) -> bool:
        """Whether words behind a change only say what a change is: "a +10 bonus"."""
        kinds = self._lexicon.kinds.get("changing", frozenset())
        return all(word.casefold() in kinds for word in words.split())

    def _without_auxiliary(self, words: str, *, whom: bool = True) -> str:
        """A subject without the verb's helpers behind it: "a sloop may"."""
        found, kinds = words.split(), self._lexicon.kinds
        empty = frozenset[str]()
        helpers = kinds.get("auxiliary", empty) | kinds.get("gives", empty) | kinds.get("article", empty)
        helpers |= (
            kinds.get("being", empty)
            | kinds.get("needing", empty)
            | kinds.get("at", empty)
            | kinds.get("bearing", empty)
            | kinds.get("worth", empty)
            | kinds.get("causing", empty)
            | kinds.get("bears", empty)
        )
        persons, given = kinds.get("person", empty), kinds.get("gives", empty)
        addressed = len(found) > 2 and found[-1].casefold() in kinds.get("addressed", empty)
        if addressed and found[-2].casefold() not in kinds.get("cases", empty):
            found.pop()  # "against wounds from your own side you | get"
        while found and (found[-1].casefold() in (helpers | persons if whom and len(found) > 1 else helpers)):
            found.pop()
        last = found[-1].casefold() if len(found) > 2 else ""
        changing = kinds.get("changing", empty)
        if last in changing and found[-2].casefold() in kinds.get("article", empty):
            del found[-2:]  # "gunners suffer a modifier | of −2"
            if found and found[-1].casefold() in given:
                found.pop()
            last = ""
        if last in kinds.get("makes", empty) and found[-2].casefold() not in kinds.get("determiner", empty):
            found.pop()  # "a captain who is wounded throws"
            last = ""
        if last in kinds.get("pronoun", empty) and found[-2].casefold() in given:
            del found[-2:]  # "every sloop | gives him"
        return " ".join(found).strip(_EDGE)

    def _words(self, start: int, end: int) -> str:
        return " ".join(self._text[start:end].split()).strip(_EDGE)


def _definite(kinds: Sequence[str]) -> bool:
    """Whether a word names one thing that is known: "the", "its"; not "a", "every"."""
    return "determiner" in kinds and not {"article", "each"} & set(kinds)


def _only_limit(bit: _Bit) -> _Bit | None:
    """The limit in a bracket that holds nothing else."""
    bits = [each for unit in bit.inside for each in unit]
    return bits[0] if len(bits) == 1 and bits[0].rule == "limit" else None


def _holds_change(bit: _Bit) -> bool:
    return any(each.change is not None or _holds_change(each) for unit in bit.inside for each in unit)
