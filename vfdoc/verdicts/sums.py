"""Sums that a text works out in front of its reader: what is added up, and what is said to come of it.

In: a passage, the words by which its language adds up. Out: the sums whose total is not what their items
make. Forms: a formula ("3 + 1 - 1 = 4"); a list with amounts in brackets and its total ("(45 each), ...: 205
in all"); a roll with what is added to it, and a total behind a colon; dice and their total; a total of
modifiers, and later in the passage the roll that it is added to, with the result; what is bought off a table.
A form that holds anything else than its items says nothing, nor does a total that one of two readings gives,
nor one for which the sentence goes on to give its reason ("= 10, as no roll is greater").
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from vfdoc.language.stems import uninflected
from vfdoc.model import Document
from vfdoc.model.document import tables_of
from vfdoc.model.extract import Extract, extracts
from vfdoc.model.passage import words_of
from vfdoc.model.session import memoized_few
from vfdoc.model.words import WordForms

_FEWEST = 3  # items of a list with amounts in brackets, rows of a table of prices
_BOUGHT = 2  # things that are bought together
_SLIP = 3  # by which a result is out at most: what is further off has grounds of its own
_LONGEST = 400  # characters in which a list stands before its total
_N = r"\d{1,4}"
_SIGN = {"+": 1, "-": -1, "−": -1, "–": -1}
_FORMULA = re.compile(
    rf"(?P<items>{_N}[\"”″]?(?:[ \xa0]?[+−][ \xa0]?{_N}[\"”″]?|[ \xa0][-–][ \xa0]{_N}[\"”″]?){{1,12}})"
    rf"[ \xa0]?=[ \xa0]?(?P<total>{_N})"
    rf"(?![\w%°/:×]|[.,]\d|[\"”″]?[ \xa0]?[-+−×*=/]|[ \xa0\u202f]\d{{3}}(?!\d))"
)
_TERM = re.compile(rf"(?P<sign>[-+−–]?)[ \xa0]?(?P<number>{_N})")
_JOINED = re.compile(  # before a formula: it is no whole one
    r"[\w.,)\]}%\"”″]$|[-+−–×x*/÷=^(√]\s?$|\d[ \xa0\u202f]$"
)
_ASIDE = re.compile(r"\((?:[^()]|\([^()]{0,20}\)){0,80}\)")
_BRACKET = re.compile(r"\(([^()]{1,40})\)")
_NEAR = 20  # characters before a formula in which a word may stand that multiplies
_MOST = 10  # items of such a list


class WrongSum(NamedTuple):
    """A sum that does not come out: its items as they are added, what they make, and what stands there, with
    the place of that in the passage; `doubtful` where the items may be read in two ways."""

    shown: str
    right: int
    stated: int
    start: int
    end: int
    doubtful: bool = False


class PriceList(NamedTuple):
    """A column of a table: the word at its head, and by the words of each row's first cell the amount."""

    head: str
    amounts: Mapping[str, int]


class _SumWords(NamedTuple):
    """The forms of one language, compiled; `opens` is what every sum but a formula begins with (of a text in
    small letters), `sells` every purchase."""

    opens: re.Pattern[str]
    sells: re.Pattern[str]
    in_all: re.Pattern[str]
    rolled: re.Pattern[str]
    reasons: re.Pattern[str]
    dice: re.Pattern[str]
    modifiers: re.Pattern[str]
    added: re.Pattern[str]
    result: re.Pattern[str]
    bought: re.Pattern[str]
    each: re.Pattern[str]
    joins: re.Pattern[str]
    multiple: re.Pattern[str]
    reason: re.Pattern[str]
    less: re.Pattern[str]
    otherwise: re.Pattern[str]
    bounded: re.Pattern[str]
    numbered: re.Pattern[str]
    article: re.Pattern[str] | None
    numbers: Mapping[str, int]


def _either(words: Sequence[str]) -> str:
    return "|".join(words) or "(?!)"


@memoized_few
def _words(forms: WordForms) -> _SumWords:
    sums, citing = forms.sums, forms.citing
    add, less, because = map(_either, (citing.add, citing.subtract, sums.because))
    rolls, joins, becomes = map(_either, (sums.rolls, citing.joins, sums.becomes))
    reasons = _either((*sums.because, *citing.most, *citing.least))
    articles = (*forms.names.articles, *forms.names.definite)
    term = rf"(?:(?P<less>{less})\s|(?P<more>{add})\s)?(?P<number>{_N})(?=\s(?:{because})\b)"
    return _SumWords(
        # Begun with a letter, and in small ones: such an expression is sought many times as fast.
        opens=re.compile(_either((*sums.rolls, *sums.shows, *sums.keeps, *sums.total_of, *sums.in_all))),
        sells=re.compile(_either(sums.comes_to)),
        in_all=re.compile(
            rf"[:=]\s(?P<total>{_N})\b(?:\s[^\W\d_]+)?\s(?:{_either(sums.in_all)})\b"
            rf"(?=\W|$)(?!\s[^\W\d_]+)",
            re.I,
        ),
        rolled=re.compile(
            rf"\b(?:{rolls})\s(?:\w{{1,3}}\s)?(?P<roll>{_N}),?\s(?:(?:{joins})\s)?(?P<items>(?:{add}|{less})\s"
            rf"{_N}\s[^.;:]{{1,200}}):\s(?P<total>{_N})(?=[.;,]|\s*$)",
            re.I,
        ),
        reasons=re.compile(rf"(?:^|,\s|\s(?:{joins})\s|,\s(?:{joins})\s)(?:{term})", re.I),
        dice=re.compile(
            rf"\b(?:{_either(sums.shows)})\s(?P<items>{_N}(?:,\s{_N}){{0,8}},?\s(?:{joins})\s{_N}),?\s"
            rf"(?:{_either(sums.total_of)})\s(?P<total>{_N})\b(?![\w+\"”″%])"
            rf"(?!\s(?!(?:{joins})\b)[^\W\d_]+\s[^\W\d_])",
            re.I,
        ),
        modifiers=re.compile(rf"\b(?:{_either(sums.total)})\s(?P<total>[+−-]\d{{1,2}})(?=[.;,])", re.I),
        added=re.compile(rf"\b(?:{add})\s{_FORMULA.pattern}", re.I),
        result=re.compile(
            rf"\b(?:(?:{_either(sums.keeps)})\s(?P<kept>{_N}),?\s(?:{joins})\s(?P<result>{_N})\s(?:{_either(sums.is_)})"
            rf"|(?:{_either(sums.total_of)})\s(?P<roll>{_N}),?\s(?:{becomes})\s(?P<after>{_N}))\b",
            re.I,
        ),
        bought=re.compile(rf"\b(?:{_either(sums.comes_to)})\s(?P<total>{_N})\s(?P<unit>[^\W\d_]+)", re.I),
        each=re.compile(rf"(?P<number>{_N})(?P<each>\s(?:{_either(sums.each)}))?", re.I),
        joins=re.compile(rf",?\s(?:{joins})\s|,\s", re.I),
        multiple=re.compile(rf"\b(?:{_either((*citing.double, *citing.half))})\s(?:\w{{1,3}}\s)?$", re.I),
        reason=re.compile(rf"(?:\s[^\W\d_]+)?(?:,|\s?[–—(]|\s)\s?(?:{reasons})\b", re.I),
        less=re.compile(rf"\W*(?:{_either((*sums.less, *citing.subtract))})\b", re.I),
        otherwise=re.compile(rf"(?<!\w)(?:{_either(sums.otherwise)})(?!\w)", re.I),
        bounded=re.compile(rf"\b(?:{_either((*citing.most, *citing.least))})\s(?P<number>{_N})(?!\w)", re.I),
        numbered=re.compile(rf"(?<!\w)(?:{_either(sums.numbered)})[ \xa0]?$", re.I),
        article=re.compile(_either(articles)) if articles else None,
        numbers={**dict(sums.numbers), **{str(n): n for n in range(1, 100)}},
    )


def wrong_sums(text: str, forms: WordForms) -> tuple[WrongSum, ...]:
    """The sums of a passage that do not come out, in their order; each total once."""
    words = _words(forms)
    if "=" not in text and words.opens.search(text.lower()) is None:
        return ()
    if not any(map(str.isdecimal, text)):
        return ()
    adds = words.otherwise.search(text) is None
    found = [
        *(_formulas(text, words) if adds else ()),
        *(_bracketed(text, words) if adds else ()),
        *_rolls(text, words),
        *_dice(text, words),
        *_results(text, words),
    ]
    found = [each for each in found if not _is_explained(text, each.start, each.end, words)]
    return tuple({each.start: each for each in sorted(found, key=lambda each: -each.start)}.values())[::-1]


def _formulas(text: str, words: _SumWords) -> Iterator[WrongSum]:
    """ "3 + 1 + 1 - 1 = 4", where it is a whole one."""
    if "=" not in text:
        return
    for found in _FORMULA.finditer(text):
        items = found["items"]
        before = text[max(found.start() - 3, 0) : found.start()]
        if _JOINED.search(before) or ("+" not in items and "−" not in items):
            continue  # "3 - 4 = 2 losses" may be a range
        if words.numbered.search(text[: found.start()]):
            continue  # "step 3 + 4"
        if words.multiple.search(text[max(found.start() - _NEAR, 0) : found.start()]):
            continue  # "twice 3 + 1"
        terms, stated = _terms(items), int(found["total"])
        if sum(terms) != stated:
            yield WrongSum(" ".join(items.split()), sum(terms), stated, *found.span("total"))


def _is_explained(text: str, start: int, end: int, words: _SumWords) -> bool:
    """Whether a sentence goes on behind a total with the reason for it, or says that number again; or that it
    is the most or the least before it; or reckons with a share."""
    stop = re.compile(r"[.;:!?](?=\s|$)").search(text, end)
    before = re.split(r"[.;!?]\s", text[:start])[-1]
    if "%" in before or any(bound["number"] == text[start:end] for bound in words.bounded.finditer(before)):
        return True
    behind = text[end : stop.start() if stop else len(text)]
    again = re.search(rf"(?<![\w.,+−-]){text[start:end]}(?![\w%]|[.,]\d)", behind)
    return again is not None or words.reason.match(behind) is not None


def _terms(items: str) -> list[int]:
    return [_SIGN.get(each["sign"], 1) * int(each["number"]) for each in _TERM.finditer(items)]


def _bracketed(text: str, words: _SumWords) -> Iterator[WrongSum]:
    """A list of things with the amount of each in brackets, and its total."""
    for found in words.in_all.finditer(text):
        begin = max(found.start() - _LONGEST, 0)
        before = text[begin : found.start()]
        stop = max(before.rfind(". "), before.rfind(": "))
        before = before[stop + 1 :]
        parts = [part for part in words.joins.split(before) if part.strip()]
        items = [read for part in parts if (read := _amounts(part, words))]
        if not _FEWEST <= len(items) == len(parts) <= _MOST:
            continue
        sums = [sum(chosen) for chosen in product(*items)]
        stated = int(found["total"])
        if stated not in sums:
            shown = " + ".join(str(each[-1]) for each in items)
            yield WrongSum(shown, sums[-1], stated, *found.span("total"), doubtful=len(set(sums)) > 1)


def _amounts(part: str, words: _SumWords) -> tuple[int, ...]:
    """What a part of a list comes to that ends in an amount in brackets: of several things either that, or as
    many times; empty where it has no amount, or two."""
    amounts = _BRACKET.findall(part)
    amount = words.each.fullmatch(amounts[0]) if len(amounts) == 1 and part.rstrip().endswith(")") else None
    if amount is None or words.less.match(part):
        return ()
    count = words.numbers.get(next(iter(part.strip("*_ ").casefold().split()), ""), 1)
    one = int(amount["number"])
    return (count * one,) if amount["each"] or count == 1 else (one, count * one)


def _rolls(text: str, words: _SumWords) -> Iterator[WrongSum]:
    """ "Doris rolls 4, and adds 3 for Quality and 2 for grape: 9." """
    bare = _ASIDE.sub(lambda aside: " " * len(aside[0]), text)
    for found in words.rolled.finditer(bare):
        items = found["items"]
        terms, less = [int(found["roll"])], False
        for term in words.reasons.finditer(items):
            less = term["less"] is not None or (less and term["more"] is None)
            terms.append(-int(term["number"]) if less else int(term["number"]))
        if len(terms) - 1 != len(re.findall(r"\d+", items)):
            continue
        stated = int(found["total"])
        if sum(terms) != stated:
            yield WrongSum(_shown(terms), sum(terms), stated, *found.span("total"))


def _shown(terms: Sequence[int]) -> str:
    return "".join(f" {'-' if term < 0 else '+'} {abs(term)}" for term in terms).removeprefix(" + ")


def _dice(text: str, words: _SumWords) -> Iterator[WrongSum]:
    """ "The dice come up 2 and 4, a total of 6"."""
    for found in words.dice.finditer(text):
        terms = [int(number) for number in re.findall(r"\d+", found["items"])]
        if sum(terms) != int(found["total"]):
            yield WrongSum(_shown(terms), sum(terms), int(found["total"]), *found.span("total"))


def _results(text: str, words: _SumWords) -> Iterator[WrongSum]:
    """A total of modifiers, and further on the roll that it is added to, with the result."""
    for found in words.result.finditer(text):
        kept = found["kept"] is not None
        roll = int(found["kept" if kept else "roll"])
        name = "result" if kept else "after"
        before = found.start()
        signed = words.modifiers.finditer(text, 0, before)
        totals = [(each.end(), int(each["total"].replace("−", "-"))) for each in signed]
        totals += [(each.end(), int(each["total"])) for each in words.added.finditer(text, 0, before)]
        if not totals:
            continue
        end, modifier = max(totals)
        between = text[end : found.start()]
        stated = int(found[name])
        if re.search(r"[+−]\d|\d\s?=", between) or not 0 < abs(roll + modifier - stated) <= _SLIP:
            continue
        yield WrongSum(_shown((roll, modifier)), roll + modifier, stated, *found.span(name))


# What is bought off a table


def buys(text: str, forms: WordForms) -> bool:
    """Whether a passage may say what things come to that are bought together."""
    words = _words(forms)
    return words.sells.search(text.lower()) is not None and words.bought.search(text) is not None


def price_lists(documents: tuple[Document, ...], forms: WordForms) -> tuple[PriceList, ...]:
    """The columns of amounts of a text's tables."""
    return tuple(
        found
        for section, extract, _ in extracts(documents)
        if section.kind not in ("contents", "index")
        for found in _lists(extract, forms)
    )


def _lists(extract: Extract, forms: WordForms) -> Iterator[PriceList]:
    for table in tables_of(extract.section.blocks):
        if table.header is None or len(table.rows) < _FEWEST:
            continue
        width = len(table.header.cells)
        rows = [row for row in table.rows if len(row.cells) == width]
        for column in range(1, width):
            cells = [row.cells[column].text for row in rows]
            head = table.header.cells[column].text
            if len(rows) == len(table.rows) and head and all(map(str.isdecimal, cells)):
                keys = (_plain(row.cells[0].text, forms) for row in rows)
                amounts = dict(zip(keys, map(int, cells), strict=True))
                if len(amounts) == len(rows):
                    yield PriceList(_plain(head, forms), amounts)


def _plain(text: str, forms: WordForms) -> str:
    return " ".join(uninflected(word, forms.phrase_endings) for word in words_of(text))


def wrong_purchases(text: str, forms: WordForms, lists: Sequence[PriceList]) -> Iterator[WrongSum]:
    """ "... buys a sword, two daggers and a coat, which comes to 18 crowns", where one table prices all."""
    words = _words(forms)
    if words.otherwise.search(text):
        return
    for found in words.bought.finditer(text):
        unit = _plain(found["unit"], forms)
        before = text[max(found.start() - _LONGEST, 0) : found.start()]
        before = before[max(before.rfind(". "), before.rfind(": ")) + 1 :].rstrip(" ,")
        parts = [part for part in words.joins.split(before) if part.strip()]
        while parts and not any(_priced(parts[-1], each, words, forms) for each in lists):
            if len(words_of(parts[-1])) > 1:
                break
            parts.pop()  # "which"
        for each in lists:
            if each.head != unit and each.head not in {_plain(word, forms) for word in forms.sums.price}:
                continue
            prices = [_priced(part, each, words, forms, first=at == 0) for at, part in enumerate(parts)]
            known = [price for price in prices if price is not None]
            stated = int(found["total"])
            if len(known) == len(prices) >= _BOUGHT and sum(known) != stated:
                yield WrongSum(_shown(known), sum(known), stated, *found.span("total"))
            if len(known) == len(prices) >= _BOUGHT:
                break


def _priced(
    part: str, prices: PriceList, words: _SumWords, forms: WordForms, *, first: bool = True
) -> int | None:
    """What a part of a list costs: it ends in the name of a row, with a number before it or an article, and
    before that nothing but in the `first` part ("Ada buys a rope")."""
    said = words_of(part)
    plain = [uninflected(word, forms.phrase_endings) for word in said]
    for at in range(len(plain)):
        amount = prices.amounts.get(" ".join(plain[at:]))
        if amount is None:
            continue
        count = said[at - 1] if at else ""
        if at > 1 and not first:
            return None
        if count in words.numbers:
            return amount * words.numbers[count]
        article = words.article.fullmatch(count) if words.article else count in forms.stop
        return amount if not count or article else None
    return None
