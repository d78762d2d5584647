"""What of a changed sentence is worth telling: its exchanges without marks of items, citations, figures.

In comes a SentenceChange; out comes one without the exchanges that say nothing to whoever learns the rule,
or whether nothing but numbers of sections, or figures, was exchanged.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from vfdoc.model.comparison import Exchange, SentenceChange

_MARK = re.compile(r"\(?(\d{1,3}[a-z]?)\)[ \xa0]")
_CITED = re.compile(r"\W*(?:[A-Z]\.)?\d+(?:\.\d+)+\W*")
_LABEL = re.compile(r"[a-z]{1,2}|[ivxl]{1,5}")


def without_marks(sentence: SentenceChange, joints: Collection[str] = ()) -> SentenceChange:
    """A sentence without what is exchanged of its paragraph's number, "(3)" that became "(4)", of the
    clauses that it cites, "5b", of the labels in it, "(b)" that became "(i)", and of the `joints` at an end
    of an item, before or behind which another one was put in."""
    old, new = sentence.old or "", sentence.new or ""
    left = list(sentence.exchanges)
    marks = [found[1] if (found := _MARK.match(side)) else None for side in (old, new)]
    if left and None not in marks and [(side or "").strip("()") for side in left[0]] == marks:
        left.pop(0)
    left = [each for each in left if not (_of_clause(each.old, old) and _of_clause(each.new, new))]
    left = [each for each in left if not (_is_label(each.old, old) and _is_label(each.new, new))]
    left = [each for each in left if not _is_joint(each, old, new, joints)]
    return sentence._replace(exchanges=tuple(left))


def _is_label(words: str, text: str) -> bool:
    """Whether one side of an exchange is the label of an item within a sentence, "; (b) the", or nothing, as
    which "(a)" is read."""
    return not words or (bool(_LABEL.fullmatch(words)) and f" ({words}) " in f" {text}")


def _is_joint(exchange: Exchange, old: str, new: str, joints: Collection[str]) -> bool:
    """Whether nothing came or went but the words by which an item is joined to others."""
    words, text = (exchange.new, new) if exchange.new else (exchange.old, old)
    if (exchange.old and exchange.new) or not set(words.casefold().split()) <= set(joints):
        return False
    text = " ".join(text.split()).rstrip(".,;: ")
    return text.startswith(f"{words} ") or text.endswith(f" {words}")


def _of_clause(number: str | None, text: str) -> bool:
    """Whether a number stands in a text before a clause's letter alone."""
    if not number or not number.isdecimal():
        return False
    behind = re.findall(rf"(?<![\w.]){number}(?![\d.,]\d|\d)([a-z]?)(?![^\W\d])", text)
    return bool(behind) and all(behind)


def only_cites(exchange: Exchange) -> bool:
    """Whether nothing was exchanged but the number of a section."""
    return not any(side and not _CITED.fullmatch(side) for side in exchange)


def only_figures(sentence: SentenceChange) -> bool:
    """Whether only numbers differ, which the values tell."""
    sides = [side for exchange in sentence.exchanges for side in exchange]
    return all(side and not any(map(str.isalpha, side)) for side in sides)
