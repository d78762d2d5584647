"""An example that counts something by another amount than the rules do, or needs a number not so made.

Players learn from examples, and play on as they were told there. Evidence, in a worked example: an amount
with the ground that it is counted for ("+2 for charging", "adds 3 because of the rain"), where rows of the
rules or of a sheet name that ground whole in their conditions, by other amounts, and no sentence of the rules
that names the ground has the example's number (of what is counted for each of something any multiple is
right); an amount under facts that only rows of other amounts ask, of those that are executed; a number that
is needed, amounts, and another number needed that no choice of them makes. A note where no such row is
executed: their reading is a proposal then.

Bad:  +1 if charging … Example: He rolls 4, +2 for charging.
Good: +1 if charging … Example: He rolls 4, +1 for charging.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from vfdoc.graph import ReferenceGraph
from vfdoc.language.sentences import sentence_ends, sentences
from vfdoc.language.stems import is_value, reader
from vfdoc.model import Finding, Related, Rulebook
from vfdoc.model.document import tables_of
from vfdoc.model.extract import Extract, extracts
from vfdoc.model.mechanics import SAID, Modifier
from vfdoc.model.passage import Passage, place_in
from vfdoc.model.place import at_line, at_words
from vfdoc.model.session import incremental, memoized_few
from vfdoc.model.words import WordForms

_COUNTED = ("add", "dice")
_SHOWN = 8  # rows that a finding names at most
_AMOUNTS = 3  # different ones by which rules may count a ground, and we still know what is meant
_MANY = 500  # rows or sentences that a ground is held against
_SENTENCES = 2  # that end between two numbers that are needed, at most
_SUMMED = 6  # amounts between two numbers that are needed, at most
_MINUS = ("-", "−", "–")


_Examples: TypeAlias = dict[str, dict[int, list[Modifier]]]
"""The rows that are read of examples, by section and line."""


class _Ground(NamedTuple):
    """An amount of an example, the stems and words of what it is counted for, and where it stands."""

    amount: int
    stems: frozenset[str]
    words: str
    start: int
    end: int


class _Needed(NamedTuple):
    """A number that is needed, the amounts that lead to the one behind "so", and where that stands."""

    first: int
    amounts: tuple[int, ...]
    then: int
    start: int
    end: int


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each amount that no rule gives for its ground, where rules give another, and for each
    number needed that its amounts do not make."""
    examples: _Examples = defaultdict(lambda: defaultdict(list))
    for row in rulebook.mechanics.modifiers if rulebook.mechanics else ():
        if row.origin == "example":
            examples[row.section][row.line].append(row)
    told: list[tuple[Passage, list[Modifier]]] = []
    for placed in extracts(rulebook.documents) if examples else ():
        lines = examples.get(placed.section.anchor, {})
        for passage in map(placed.passage, placed.extract.passages if lines else ()):
            read = [row for line in passage.lines for row in lines.get(line.line, ())]
            if read:
                told.append((passage, read))
    if not told:
        return
    grounds = [ground for passage, _ in told for ground in _grounds(passage.text, rulebook.forms)]
    rules = _rules(rulebook, examples, frozenset().union(*map(_said, grounds)))
    for passage, read in told:
        yield from _counted(rulebook, passage, read, rules)
        yield from _executed(rulebook, passage, read, rules)
        yield from _needed(rulebook, passage)


def _said(ground: _Ground) -> set[str]:
    """The stems of a sentence that gives an amount for its ground."""
    return {*ground.stems, str(abs(ground.amount))}


def _counted(
    rulebook: Rulebook, passage: Passage, read: Sequence[Modifier], rules: _Rules
) -> Iterator[Finding]:
    for ground in _grounds(passage.text, rulebook.forms):
        rows = rules.otherwise(ground)
        if not rows:
            continue
        amounts = _either([row.amount for row in rows if isinstance(row.amount, int | float)])
        yield at_words(
            rulebook,
            passage.section,
            "wrong-example",
            "warning" if any(row.status == "executable" for row in rows) else "note",
            place_in(passage.lines, ground.start, ground.end),
            f'the example counts {ground.amount:+d} for "{ground.words}", the rules {amounts}',
            remedy="set the example right, or the rule",
            related=tuple(Related(row.section, row.line, row.condition) for row in rows[:_SHOWN]),
        )


def _executed(
    rulebook: Rulebook, passage: Passage, read: Sequence[Modifier], rules: _Rules
) -> Iterator[Finding]:
    """Amounts of an example whose facts rows that are executed ask, none of which has that amount."""
    grounds = {ground.amount for ground in _grounds(passage.text, rulebook.forms) if rules.otherwise(ground)}
    for row in read:
        facts = {fact for fact in row.facts if not fact.startswith(SAID)}
        if row.operation not in _COUNTED or not isinstance(row.amount, int | float) or row.amount in grounds:
            continue
        alike = rules.values.get((row.of, row.operation), ())[:_MANY]
        rows = [other for other in alike if other.status == "executable" and facts & {*other.facts}]
        amounts = list(dict.fromkeys(other.amount for other in rows if isinstance(other.amount, int | float)))
        if not rows or len(amounts) > _AMOUNTS or not facts <= {f for other in rows for f in other.facts}:
            continue
        others = [other.amount for other in alike if other.status != "executable"]
        others += [
            x.amount for x in rules.values.get((None, row.operation), ())[:_MANY] if facts & {*x.facts}
        ]
        counted = any(other.per for other in rows) and any(row.amount % amount == 0 for amount in amounts)
        if row.amount in amounts or row.amount in others or counted:
            continue
        yield at_line(
            rulebook,
            passage.section,
            (row.line, row.column),
            "wrong-example",
            "warning",
            f"the example counts {row.amount:+g}, the rules {_either(amounts)}",
            remedy="set the example right, or the rule",
            related=tuple(Related(each.section, each.line, each.condition) for each in rows[:_SHOWN]),
        )


def _either(amounts: Sequence[float]) -> str:
    return " or ".join(dict.fromkeys(f"{amount:+g}" for amount in amounts))


def _needed(rulebook: Rulebook, passage: Passage) -> Iterator[Finding]:
    for needed in _needs(passage.text, rulebook.forms):
        counted = " and ".join(f"{amount:+d}" for amount in needed.amounts)
        yield at_words(
            rulebook,
            passage.section,
            "wrong-example",
            "warning",
            place_in(passage.lines, needed.start, needed.end),
            f"{needed.first} needed and {counted} never make {needed.then} needed",
            remedy="set the number right, or name what else is counted",
        )


# What an example says


class _Patterns(NamedTuple):
    """An amount with its ground; any amount; a number that is needed; what a result begins with."""

    grounded: re.Pattern[str]
    amount: re.Pattern[str]
    needed: re.Pattern[str]
    so: re.Pattern[str]


@memoized_few
def _patterns(forms: WordForms) -> _Patterns:
    said = forms.citing
    add, less, grounds, joins, or_more, needs, so = (
        "|".join(words) or "(?!)"
        for words in (said.add, said.subtract, said.grounds, said.joins, said.or_more, said.needs, said.so)
    )
    sign = rf"(?:(?<![\w.])(?P<sign>[+−–-])\s?|\b(?:(?P<less>{less})|(?P<more>{add}))\s)"
    end = rf"(?=\s*(?:[,.;:()\[\]]|$|\s[–—]\s|\b(?:{joins})\b))"
    number = r"(?P<number>\d{1,3})"
    again = rf"(?:{sign}|(?:,|\b(?:{joins}))\s)"
    return _Patterns(
        re.compile(rf"{again}{number}\s(?:{grounds})\s(?P<ground>[^,.;:()\[\]]{{1,60}}?){end}", re.I),
        re.compile(rf"{sign}{number}(?![\w.]\d|\w)", re.I),
        re.compile(
            rf"(?<![\w.+−–-])(?:(?P<open>\d{{1,2}})(?:\+|\s(?:{or_more})\b)|(?<!\w)(?:{needs})\s(?P<bare>\d{{1,2}})(?!\w|\s?[\"”″%]))",
            re.I,
        ),
        re.compile(rf"\b(?:{so})\b", re.I),
    )


def _grounds(text: str, forms: WordForms) -> Iterator[_Ground]:
    """The amounts with their grounds; one without sign goes the way of the one before it."""
    less = None
    for found in _patterns(forms).grounded.finditer(text):
        if found["sign"] or found["less"] or found["more"]:
            less = found["sign"] in _MINUS or found["less"] is not None
        stems = _content(found["ground"], forms)
        amount = int(found["number"])
        if stems and amount and less is not None:
            start = found.start("sign") if found["sign"] else found.start("number")
            yield _Ground(-amount if less else amount, stems, found["ground"], start, found.end("ground"))


def _needs(text: str, forms: WordForms) -> Iterator[_Needed]:
    """The numbers needed that no choice of the amounts before them makes of the number needed at first."""
    patterns = _patterns(forms)
    needed = list(patterns.needed.finditer(text))
    ends = [*sentence_ends(text), len(text)]
    for before, after in pairwise(needed):
        between = text[before.end() : after.start()]
        said = patterns.so.search(between) or after["bare"]
        if not said or sum(before.end() <= end < after.start() for end in ends) > _SENTENCES:
            continue
        found = list(patterns.amount.finditer(between))
        if not 0 < len(found) <= _SUMMED or len(found) < len(re.findall(r"\d+", between)):
            continue
        amounts = tuple(_amount(each) for each in found)
        first, then = (int(each["open"] or each["bare"]) for each in (before, after))
        sums = {0}
        for amount in amounts:
            sums |= {known + amount for known in sums}
        if not {first + total for total in sums} | {first - total for total in sums} >= {then}:
            start, end = after.span("open" if after["open"] else "bare")
            yield _Needed(first, amounts, then, start, end)


def _amount(found: re.Match[str]) -> int:
    less = found["sign"] in _MINUS or found["less"] is not None
    return -int(found["number"]) if less else int(found["number"])


def _content(text: str, forms: WordForms) -> frozenset[str]:
    """The stems of a text that say what it is about."""
    stop = _stop(forms)
    return frozenset(stem for stem in reader(forms)(text) if not is_value(stem) and stem not in stop)


@memoized_few
def _stop(forms: WordForms) -> frozenset[str]:
    read = reader(forms)
    return frozenset(stem for word in forms.stop for stem in read(word))


# What the rules say


class _Rules(NamedTuple):
    """The rows of the rules with the stems of their conditions, by any of these, and the stems of its
    sentences, numbers among them, by those that are sought; and the rows by what they change, and how."""

    rows: Mapping[str, Sequence[tuple[frozenset[str], Modifier]]]
    sentences: Mapping[str, Sequence[frozenset[str]]]
    values: Mapping[tuple[str | None, str], Sequence[Modifier]]

    def otherwise(self, ground: _Ground) -> tuple[Modifier, ...]:
        """The rows that count the ground by other amounts; none where anything gives the example's."""
        near = min((self.rows.get(stem, ()) for stem in ground.stems), key=len)[:_MANY]
        rows = [row for stems, row in near if ground.stems <= stems]
        amounts = {row.amount for row in rows if isinstance(row.amount, int | float)}
        if not rows or len(amounts) > _AMOUNTS or ground.amount in amounts:
            return ()
        if any(row.per for row in rows) and any(ground.amount % amount == 0 for amount in amounts):
            return ()
        said = _said(ground)
        heard = min((self.sentences.get(stem, ()) for stem in said), key=len)
        return () if len(heard) > _MANY or any(said <= stems for stems in heard) else tuple(rows)


def _rules(rulebook: Rulebook, examples: _Examples, sought: frozenset[str]) -> _Rules:
    rows: dict[str, list[tuple[frozenset[str], Modifier]]] = defaultdict(list)
    met: set[object] = set()
    values: dict[tuple[str | None, str], list[Modifier]] = defaultdict(list)
    for row in rulebook.mechanics.modifiers if rulebook.mechanics else ():
        amount = isinstance(row.amount, int | float) and row.amount
        if row.origin in ("rules", "sheet") and row.operation in _COUNTED and amount:
            stems = _content(row.condition, rulebook.forms)
            same = (row.of, row.operation, row.amount, row.per, row.facts, row.status, stems)
            if same in met:
                continue
            met.add(same)
            values[row.of, row.operation].append(row)
            for stem in stems:
                rows[stem].append((stems, row))
    said: dict[str, list[frozenset[str]]] = defaultdict(list)
    for section, extract, above in extracts(rulebook.documents) if sought else ():
        for line, stems in _sentence_stems(extract, rulebook.forms):
            if line + above not in examples.get(section.anchor, ()):
                for stem in stems & sought:
                    said[stem].append(stems)
    return _Rules(rows, said, values)


@incremental
def _sentence_stems(extract: Extract, forms: WordForms) -> tuple[tuple[int, frozenset[str]], ...]:
    """The stems of a section's sentences, numbers that may be amounts among them, each with the first line of
    its passage; a row of a table is one, with the heads of its columns."""
    read = reader(forms)
    found: dict[int, set[str]] = defaultdict(set)
    prose: list[tuple[int, frozenset[str]]] = []
    for table in tables_of(extract.section.blocks):
        heads = {stem for cell in (table.header.cells if table.header else ()) for stem in read(cell.text)}
        found.update((row.line, set(heads)) for row in table.rows)
    title = read(extract.section.title)
    for passage in extract.passages:
        line = passage.lines[0].line
        if passage.form == "cell":
            found[line].update(_plain(read(passage.text)))
        else:
            said = (read(sentence) for sentence in sentences(passage.text, colon=False))
            prose.extend((line, frozenset((*title, *_plain(stems)))) for stems in said)
    return (*prose, *((line, frozenset((*title, *stems))) for line, stems in found.items()))


def _plain(stems: Sequence[str]) -> Iterator[str]:
    """Stems without the signs of their numbers; a number that a roll needs ("4+"), a distance and a share are
    no amounts."""
    for stem in stems:
        if not is_value(stem):
            yield stem
        elif stem[-1].isdigit():
            yield stem.lstrip("+-")
