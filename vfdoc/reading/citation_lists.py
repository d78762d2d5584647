"""Lists of citations: from the first number of one, its extent and the numbers in it.

"8.4, 8.6 and 9.1", "Parts 3 and 4", "§ 433 Abs. 1 Satz 2, die §§ 434 bis 442, 475 Absatz 3": the scanner goes
on from a number over what joins it to the next; what a number has behind it of the parts of its
section (paragraph, sentence, item) is gone over, and so are the ends of lines. The tokens then come to
items by the Lark grammar of references.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from vfdoc.model import Key
from vfdoc.model.passage import ROMANS
from vfdoc.model.session import constant
from vfdoc.parsers import ParseError, Parser, Token, parser
from vfdoc.reading.citation_forms import Forms, closed, is_long

_SHORT = 3  # digits of a number that is no year
_MOST_NUMBERS = 49  # behind the first, in one list
_ITEM_MARK = re.compile(r"[.)][ \t\xa0]")
# "Article V.A and VI.B", "Sections 4.c.3, 4.c.4", "articles 8 <#fees> et 9 <#ends>"
_BEHIND = re.compile(
    r"(?:\.?[A-Z](?:,[ ]?[A-Z])*(?!\w|\.\w)|\.[A-Za-z](?:\.\d{1,2})?(?!\w|\.\w))?"
    r"(?:[ \t\xa0]*(?:\n[ \t>]*)?<#[^<>\s]{1,80}>)?"
    r"(?:[ \xa0][a-z]\)(?=,[ \xa0]\d))?"  # "§§ 1 bis 5 a), 6 a), 9 bis 12"
)
_FIRST = re.compile(r"(?<=\b1)er(?!\w)")  # "articles 1er à 3"
_STOPPED = re.compile(
    r"\.(?=,[ \xa0\n]|[ \xa0\n][a-z])"
)  # behind a number of a list that is no sentence's end
_ENDS = re.compile(r"[.,;:)\]](?!\w)|$")  # behind the last number of "Sections 1.3.2 and 9."
_MARKED_HEAD = re.compile(r"[ \t]{0,3}#{1,6}[ \t]+[*_]{0,3}(?:[^\W\d_]+\.?[ \t\xa0]+)?")
_LINE_END = re.compile(r"[.:*_# \t\xa0]*(?:\n|$)")
_WHOLE = re.compile(r"\.?(?P<last>\d{1,3})(?![\w.%°]\w|[\w%°])")
_PART_LETTER = re.compile(r"(?:^|[ \xa0\n])[a-z]\)?$")
_BRACKET = re.compile(r"\([a-z]{1,2}\)$")
_LAST_LETTER = re.compile(r"[a-z]$")
_FIRST_CLAUSE = re.compile(
    r"\((?:a|i|1)\)"
)  # with which a list may begin: "as per 3 (a) by day, (b) by night"
# "Article 6.5c)", "Articles 57.4b)i) to ix)"
_GLUED = re.compile(r"(?<=\d)[a-z]\)(?:(?:[a-z]|[ivx]{2,5}|\d{1,2})\)){0,2}")
_GLUED_ON = re.compile(r"(?:[a-z]|[ivx]{2,5})\)")
_PARAGRAPH = re.compile(r"(?P<base>\d{1,3})\(\d{1,2}\)")
_POINTED = re.compile(r"(?:\d{1,3}|[A-Z])(?:\.\d{1,2}){1,4}")
_OPENED = 200  # characters before a number in which a bracket may begin that is closed behind it
_OTHER_FORM = re.compile(r"[A-Z]{1,3}\.?[ \xa0]?\d{1,4}(?:-\d{1,3}){0,3}(?![\w-])")  # LO 179
_LETTER_APART = re.compile(r"[ \xa0](?:(?P<part>[a-z])\)(?!\w)|(?P<capital>[A-HJ-Z])(?![\w.'’)-]))")
_SET_OFF = re.compile(r"[ \t\xa0]*(?:[.,;:)\]]|\n|$)")


class ListedNumber(NamedTuple):
    """A number of a list: as it is meant ("4.2(c)" of "4.2(a) and (c)"), where it stands, the word that goes
    before it, whether it ends a range that the number before it begins, the clause of it that stands
    elsewhere, the part of its section that stands behind it ("Abs. 2"), the key of the heading under which it
    counts, where such numbers begin again, whether a remark on the one before stands between them, the key of
    the section whose title bears it as a label."""

    number: str
    start: int
    end: int
    word: str | None = None
    word_start: int = -1
    ends_range: bool = False
    clause: str | None = None
    part: str = ""
    host: Key = ()
    apart: bool = False
    labelled: Key = ()

    def with_letter(self, letter: str) -> ListedNumber:
        """A whole number with a letter that stands behind it; of a clause, as it is."""
        if self.clause or not self.number.isdecimal():
            return self
        return self._replace(number=self.number + letter, end=self.end + len(letter))


class Listed(NamedTuple):
    """A list of numbers and where it ends with all that belongs to it (`end`)."""

    numbers: tuple[ListedNumber, ...]
    end: int

    def up_to(self, is_other: Callable[[ListedNumber], bool]) -> Listed:
        """The list up to the first number behind its first that is another's: "§ 1 and Article 8"."""
        last = next((at for at, each in enumerate(self.numbers) if at and is_other(each)), 0)
        return Listed(self.numbers[:last], self.numbers[last - 1].end) if last else self


def listed(
    text: str,
    start: int,
    first: int,
    word: str | None,
    forms: Forms,
    known: Collection[Key],
    headings: Container[int],
    printed: Container[str],
    has_clause: Callable[[Key, Sequence[str]], bool],
    *,
    several: bool = False,
) -> Listed:
    """The list that begins at `start` with a word or a number; its first number ends at `first`, that of a
    number alone without its clause. `printed` are numbers of sections as they stand there: 2-9, A2;
    `has_clause` says whether a section has a clause, by its parts; `several` that a word for more than one
    stands before a number alone. Empty where it is no list of the grammar."""
    tokens: list[Token] = []
    at = start
    if word is not None:
        tokens.append(Token("WORD", word, start, start + len(word)))
        found = forms.word.match(text, start)
        at = found.end() if found else start + len(word)
    if (clause := forms.clause.match(text, first)) is not None:
        first = clause.end()
    number = text[at:first]
    apart = forms.apart.match(text, first) if word is not None and "(" not in number else None
    if apart is not None and apart["clause"]:
        number, first = number + apart["clause"], apart.end()
    sign = word is not None and word[0] == "§"
    number, first = _with_glued(
        text, Token("NUMBER", number, at, first), forms, known, has_clause, word_is_sign=sign,
        may_be_graded=word is not None,
    )  # fmt: skip
    number, first = _with_apart(text, number, first, forms, has_clause)
    first = closed(text, at, first) if word is not None else first
    tokens.append(Token("NUMBER", number, at, first))
    remarked: set[int] = set()
    end = _scan(
        text, first, tokens, word, forms, known, headings, printed, has_clause, remarked, alike=several
    )
    parts = {
        one.start_pos: _bare(text[other.start_pos : _end_of_parts(tokens, at)])
        for at, (one, other) in enumerate(pairwise(tokens), start=1)
        if one.type == "NUMBER" and other.type == "_PART"
    }
    while tokens[-1].type != "NUMBER":
        tokens.pop()
    if len(tokens) == 1:
        return Listed((ListedNumber(number, at, first, part=parts.get(at, "")),), end)
    try:
        items: Any = _parser().parse(tokens)
    except ParseError:
        return Listed((), end)
    numbers = [number for item in items for number in item]
    if numbers[0].number.isalpha() and len(numbers[0].number) == 1 and text.startswith("-", numbers[0].end):
        return Listed((), end)  # "Exhibit A-1" is no part of Exhibit A, and no range
    told = (n._replace(part=parts.get(n.start, ""), apart=n.start in remarked) for n in numbers)
    return Listed(tuple(told), end)


def _with_apart(
    text: str, number: str, end: int, forms: Forms, has_clause: Callable[[Key, Sequence[str]], bool]
) -> tuple[str, int]:
    """A number that ends at a place, with the clauses of its section that stand apart from it, and where they
    end: "8.2 (b)", "clause 1 (2) (a)". One with which a list may begin is set off, or joined to others; those
    that all stand apart are each within the one before, "Rule 18 (A) (i) (c)", whatever was read of them."""
    if (row := _within_one_another(text, number, end, forms)) is not None:
        return row
    if (lone := _with_letter(text, number, end, forms, has_clause)) is not None:
        return lone
    while (apart := forms.apart.match(text, end)) is not None:
        clause = apart["clause"] or apart["below"]
        base, *within = f"{number}{clause}".replace(")", "").split("(")
        ends = _SET_OFF.match(text, apart.end()) or forms.step.match(text, apart.end())
        if not (ends or not _FIRST_CLAUSE.fullmatch(clause)):
            break
        if not has_clause(forms.numbering.key(base), within):
            break
        number, end = number + clause, end if apart["below"] else apart.end()
        if apart["below"]:
            break
    return number, end


def _within_one_another(text: str, number: str, end: int, forms: Forms) -> tuple[str, int] | None:
    """A number with its clause, that ends at a place, with clauses behind it, each after a blank and of
    another kind than the one before, up to what sets them off or goes on from them."""
    while number[-1:] == ")" and (apart := forms.apart.match(text, end)) is not None and apart["clause"]:
        *_, last = number[:-1].split("(")
        if _kind(last) == _kind(apart["clause"][1:].partition(")")[0]):
            return None
        number, end = number + apart["clause"], apart.end()
        if _SET_OFF.match(text, end) or forms.step.match(text, end):
            return number, end
    return None


def _with_letter(
    text: str, number: str, end: int, forms: Forms, has_clause: Callable[[Key, Sequence[str]], bool]
) -> tuple[str, int] | None:
    """A number that ends at a place with the letter of its clause behind a blank, "44.10 b)", "Rule 64 F",
    where its section has that; no bracket closed that begins before it, and no word "A", "I"."""
    letter = _LETTER_APART.match(text, end) if "(" not in number else None
    if letter is None or not has_clause(forms.numbering.key(number), [letter["part"] or letter["capital"]]):
        return None
    before, stop = text[max(0, end - _OPENED) : end], letter.end()
    if letter["part"] and before.rfind("(") > before.rfind(")") and not text.startswith(")", stop):
        return None
    if letter.group().strip("\xa0 )") in ("a", "A") and not (
        _SET_OFF.match(text, stop) or forms.step.match(text, stop)
    ):
        return None  # "under 44.10 a) the hull, b) the mast"
    return f"{number}({letter['part'] or letter['capital']})", stop


def _kind(part: str) -> str:
    """What a part of a clause counts in: figures, capitals, Roman numerals, small letters."""
    if part in ROMANS:
        return "i"
    return "1" if part[0].isdecimal() else "A" if part.isupper() else "a"


def _with_glued(
    text: str,
    number: Token,
    forms: Forms,
    known: Collection[Key],
    has_clause: Callable[[Key, Sequence[str]], bool],
    *,
    word_is_sign: bool,
    may_be_graded: bool = False,
) -> tuple[str, int]:
    """A number to which its clause is glued, "6.5c)i)", as the clause of its section, 6.5(c)(i), and its
    end; as it is where a section bears the letter, or the bracket closes one that began before it."""
    value, end = number.value, number.end_pos
    base = value[:-1]
    found = _GLUED.match(text, end - 1) if "." in value else None
    graded = may_be_graded and text.startswith(("°", "º"), end)  # "Article 15.5.2°"
    if (word_is_sign or graded) and (pointed := _POINTED.fullmatch(value)) is not None:
        told = _as_paragraph(pointed, forms, known, (lambda _k, _p: True) if graded else has_clause)
        return told or value, end + (graded and bool(told))
    if not (base.replace(".", "").isdecimal() and value[-1:].isalpha()):
        return value, end
    key = forms.numbering.key(base)
    if found is None:  # "4.2b", where 4.2 has (a) and (b)
        lettered = "." in value and key in known and forms.numbering.key(value) not in known
        return f"{base}({value[-1]})" if lettered and has_clause(key, [value[-1]]) else value, end
    if forms.numbering.key(value) in known or not (key in known or key[:-1] in known):
        return value, end
    before = text[max(0, number.start_pos - _OPENED) : number.start_pos]
    if before.rfind("(") > before.rfind(")") and not text.startswith(")", found.end()):
        return value, end
    return _with_clauses(base, found.group().split(")")[:-1]), found.end()


def _as_paragraph(
    pointed: re.Match[str],
    forms: Forms,
    known: Collection[Key],
    has_clause: Callable[[Key, Sequence[str]], bool],
) -> str:
    """ "§ 11.3" as paragraph 3 of § 11, "§ 6.3.1.4" as item 4 of item 1 of 6.3: of the deepest section with
    which the number begins; "" where that has no such, or a section bears the whole number."""
    parts = pointed.group().split(".")
    for deep in range(len(parts) - 1, 0, -1):
        number = ".".join(parts[:deep])
        key = forms.numbering.key(number)
        if key not in known:
            continue
        own = forms.numbering.key(pointed.group()) in known
        return "" if own or not has_clause(key, parts[deep:]) else _with_clauses(number, parts[deep:])
    return ""


def _with_clauses(number: str, parts: Sequence[str]) -> str:
    return number + "".join(f"({part})" for part in parts)


def _end_of_parts(tokens: list[Token], at: int) -> int:
    """Where the parts of a section end that begin with a token: of "Absatz 3 und 4"."""
    while at + 1 < len(tokens) and tokens[at + 1].type == "_PART":
        at += 1
    return tokens[at].end_pos


def _scan(
    text: str,
    at: int,
    tokens: list[Token],
    word: str | None,
    forms: Forms,
    known: Collection[Key],
    headings: Container[int],
    printed: Container[str],
    has_clause: Callable[[Key, Sequence[str]], bool],
    remarked: set[int],
    *,
    alike: bool,
) -> int:
    """Adds the tokens that go on from the first number, and to `remarked` where those behind a remark begin;
    returns where the last of them ends. `alike` says that whole numbers go on from one alone where sections
    bear them, or their list ends with them."""
    several = word is not None and (word.endswith(("s", "S", "n")) or (len(word) > 1 and word[0] == "§"))
    in_part = False
    while True:
        head = first.end() if word is not None and (first := _FIRST.match(text, at)) is not None else at
        if word is not None and (part := _part(text, head, forms, known)) is not None:
            tokens.append(Token("_PART", part.group(), part.start(), part.end()))
            at, in_part = part.end(), True
            continue
        of_several = alike or _is_of_several(word, forms)
        nth = forms.nth_part.match(text, head) if word is not None or alike else None
        if (part := nth) is not None and not (of_several and forms.remark.match(text, head)):
            tokens.append(Token("_PART", part.group(), part.start(), part.end()))
            at = part.end()
            continue
        first = _FIRST.match(text, at) if of_several else None
        behind = _BEHIND.match(text, first.end() if first is not None else at)
        at_step = behind.end() if behind is not None else at
        if _STOPPED.match(text, at_step) and "." in tokens[-1].value:
            at_step += 1  # "rules 3.1., 3.2. and 4.1"
        remark = forms.remark.match(text, at_step) if of_several else None
        at_step = remark.end() if remark is not None else at_step
        step = forms.step.match(text, at_step)
        if step is None or len(tokens) > 4 * _MOST_NUMBERS:
            return at
        through = step.group("through") or step.group("dash")
        next_at = step.end()
        if word is not None and (article := forms.article.match(text, next_at)) is not None:
            next_at = article.end()
        if (
            word is not None
            and (part := _part(text, next_at, forms, known)) is not None
            and part.start("number") > 0
            and not (step.group("join") and _is_of_next(text, part.end(), forms))
        ):  # "§ 3 und Absatz 2 des § 5": of the next
            tokens.append(Token("_PART", part.group(), part.start(), part.end()))
            at, in_part = part.end(), True
            continue
        own = forms.own.match(text, next_at) if through and word is None and forms.own is not None else None
        if own is not None and _ends_own_range(text, tokens, own, forms, known):
            tokens.append(Token("_THROUGH", step.group(), step.start(), step.end()))
            tokens.append(Token("NUMBER", own.group(), own.start(), own.end()))
            return own.end()
        found = forms.word.match(text, next_at)
        if found is not None and found.end() == found.end("word") and found.group("word")[-1].isalpha():
            found = None  # a word that goes on: "Parterre"
        if found is not None:
            if step.group("sign") == ";":
                return at  # another citation
            next_at = found.end()
        item = forms.letter.match(text, next_at) if in_part and found is None else None
        lettered = _PART_LETTER.search(tokens[-1].value) if item is not None else None
        follows = lettered is not None and item is not None and item.group() > lettered.group()[-1]
        if item is not None and lettered and (step.group("join") or (follows and step.group("sign") is None)):
            tokens.append(Token("_PART", item.group(), item.start(), item.end()))
            at = item.end()  # "Buchstabe a oder b", "Buchstabe a bis c"
            continue
        worded = found is not None or word is not None or alike
        number = _last_of_range(text, next_at, tokens[-1], forms, known) if step.group("dash") else None
        if step.group("sign") == ";" and text.startswith("(", next_at):
            return at  # "pursuant to Article 46(2); (k) …": the next item of an enumeration
        number = number or _number(text, next_at, worded, tokens, forms, printed)
        if number is None or number.start_pos in headings or _marks_item(text, step, number, tokens):
            return at
        if text[number.end_pos : number.end_pos + 1] in ("%", "°", "º"):
            return at  # "l'article 3 ; 2° fermer": the next item
        signed = (found["word"] if found is not None else word or "")[:1] == "§"
        value, end = _with_glued(text, number, forms, known, has_clause, word_is_sign=signed)
        value, end = _with_apart(text, value, end, forms, has_clause)
        end = closed(text, number.start_pos, end) if found is not None else end
        number = Token("NUMBER", value, number.start_pos, end)
        if tokens[-1].type == "_PART" and _is_letter_beside(
            text[number.start_pos : number.end_pos], tokens[-1]
        ):
            tokens.append(Token("_PART", number.value, number.start_pos, number.end_pos))
            at = number.end_pos
            continue
        if found is None and _may_be_year(number, tokens, forms, word):
            return at
        dotted = "." in tokens[-1].value and forms.numbering.key(number.value) not in known
        if (
            found is None
            and word is not None
            and in_part
            and (_is_part(number, tokens, several=several) or ("." in number.value and dotted))
        ):
            tokens.append(Token("_PART", number.value, number.start_pos, number.end_pos))
            at = number.end_pos
            continue
        ends = word is None and (not alike or _ENDS.match(text, number.end_pos) is not None)
        if found is None and not of_several and _is_clause_behind(text, step, number, word, forms):
            tokens.append(Token("_PART", number.value, number.start_pos, number.end_pos))
            at, in_part, several = number.end_pos, True, False
            continue
        # "der Artikel 8 und 9": of several, too, but no more than what "and" joins
        unchanged = word is not None and word.endswith("el") and step.group("join") is not None
        if found is None and _doubtful(number, word, forms, known, several=several or ends or unchanged):
            return at
        if tokens[-1].type == "NUMBER" and through and found is None and _through_taken(tokens):
            return at
        tokens.append(Token("_THROUGH" if through else "_JOIN", step.group(), step.start(), step.end()))
        if found is not None:
            word = found.group("word")
            several = word.endswith(("s", "S", "n")) or (len(word) > 1 and word[0] == "§")
            tokens.append(Token("WORD", word, found.start(), found.end("word")))
        tokens.append(number)
        if remark is not None and not through:
            remarked.add(number.start_pos)
        at, in_part = number.end_pos, False


def _ends_own_range(
    text: str, tokens: list[Token], own: re.Match[str], forms: Forms, known: Collection[Key]
) -> bool:
    """Whether a number of a form that this text has of its own is the last of a range from one alike, both of
    sections: "R. 59 à R. 64"."""
    first = forms.own.match(text, tokens[-1].start_pos) if forms.own is not None else None
    return (
        first is not None
        and tokens[-1].type == "NUMBER"
        and not _through_taken(tokens)
        and first.group()[0] == own.group()[0]
        and all(forms.numbering.key(each.group()) in known for each in (first, own))
        and not _are_next(forms.numbering.key(first.group()), forms.numbering.key(own.group()))
    )


def _are_next(first: Key, last: Key) -> bool:
    """Whether nothing can stand between two numbers: a range of both is the two."""
    return first[:-1] == last[:-1] and isinstance(first[-1], int) and last[-1] == first[-1] + 1


def _part(text: str, at: int, forms: Forms, known: Collection[Key]) -> re.Match[str] | None:
    """The part of a section that is told at a place, "Absatz 2"; "Nummer 2.2" is one of an annex, where no
    section of this text has that number, and "subsection 3(2)" one of section 3, where there is one."""
    found = forms.part.match(text, at)
    if found is None or ("." not in found.group("number") and text[found.end() : found.end() + 1] != "("):
        return found
    return None if forms.numbering.key(found.group("number")) in known else found


def end_of_clauses(text: str, end: int, forms: Forms) -> int:
    """Where the clauses end that go on from one that ends at a place: "(i) to (iv)", "(a) or (b)"."""
    while (step := forms.step.match(text, end)) is not None:
        clause = forms.clauses.match(text, step.end())
        if clause is None:
            break
        end = clause.end()
    return end


def _is_of_next(text: str, end: int, forms: Forms) -> bool:
    """Whether a part that ends at a place is one of the next section: "§ 3 und Absatz 2 des § 5", "section 1
    and clause (a) of sub-section (2) of section 3"."""
    end = end_of_clauses(text, end, forms)
    while (part := forms.of_part.match(text, end)) is not None:
        end = part.end()
    step = forms.step.match(text, end)  # "et les alinéas 1 et 2 de l'article 5"
    further = forms.relative_number.match(text, step.end()) if step is not None else None
    end = further.end() if further is not None else end
    return forms.of_section.match(text, end) is not None


def _is_of_several(word: str | None, forms: Forms) -> bool:
    """Whether a word is that of several sections: "Sections", "§§", but no "Section"."""
    return word is not None and (word == "§§" or forms.scheme_of(word[:-1]) is not None)


def _last_of_range(text: str, at: int, first: Token, forms: Forms, known: Collection[Key]) -> Token | None:
    """The number of which a range prints the end alone, as the first of it tells: 4.7.2 in "4.7.1-2" and
    "4.7.1-.2", where that is a section."""
    found, family = _WHOLE.match(text, at), first.value.rpartition(".")
    if (
        found is not None
        and (paragraph := _PARAGRAPH.fullmatch(first.value))
        and "." in text[first.start_pos : at]
    ):
        return Token("NUMBER", f"{paragraph['base']}({found['last']})", at, found.end())  # "§ 10.1-2"
    if first.type != "NUMBER" or not family[1] or found is None or not family[2].isdecimal():
        return None
    number = f"{family[0]}.{found['last']}"
    if int(found["last"]) <= int(family[2]) or forms.numbering.key(number) not in known:
        return None
    return Token("NUMBER", number, at, found.end())


def _marks_item(text: str, step: re.Match[str], number: Token, tokens: list[Token]) -> bool:
    """Whether a number behind those of a list begins a line as the mark of an item: "1a;", "2. Or"; behind
    "§ 10 and/or", where it is less than the last."""
    if step.group("through") or "\n" not in text[step.start() : number.start_pos]:
        return False
    if _ITEM_MARK.match(text, number.end_pos) is None:
        return False
    last = next((token.value for token in reversed(tokens) if token.type == "NUMBER"), "")
    back = last.isdecimal() and number.value.isdecimal() and int(number.value) < int(last)
    return back or not step.group("join")


def _through_taken(tokens: list[Token]) -> bool:
    """Whether the last number ends a range already."""
    kinds = [token.type for token in tokens if token.type in ("NUMBER", "_THROUGH", "_JOIN")]
    return kinds[-2:-1] == ["_THROUGH"]


def _number(
    text: str, at: int, worded: bool, tokens: list[Token], forms: Forms, printed: Container[str]
) -> Token | None:
    """The next number of a list; a clause or a letter alone goes on from the number before."""
    last = next(token.value for token in reversed(tokens) if token.type == "NUMBER")
    short = forms.short.match(text, at)
    joined = "-" in last or (
        short is not None and (short.group().startswith(f"{last}-") or goes_down(short.group()))
    )
    if short is not None and (short.group() in printed or joined):
        # "311-9 et 311-12", "311, 311-1", "756 à 757-3"
        return Token("NUMBER", short.group(), at, short.end())
    if "(" in last and (clause := forms.clause.match(text, at)) is not None:
        return Token("NUMBER", _beside(last, clause.group()), at, clause.end())
    glued = "(" in last and "(" not in text[tokens[-1].start_pos : tokens[-1].end_pos]
    if glued and (on := _GLUED_ON.match(text, at)) is not None:
        return Token("NUMBER", _beside(last, f"({on.group()}"), at, on.end())
    pattern = forms.number if worded else forms.dotted
    if "(" in last and (number := forms.number.match(text, at)) is not None and "(" in number.group():
        return Token("NUMBER", number.group(), at, number.end())  # "3(1) or 3A(2)"
    if (number := pattern.match(text, at)) is not None:
        return Token("NUMBER", number.group(), at, number.end())
    if _LAST_LETTER.search(last) and (letter := forms.letter.match(text, at)) is not None:
        return Token("NUMBER", last[:-1] + letter.group(), at, letter.end())
    return None


def goes_down(number: str) -> bool:
    """Whether a number with a hyphen, 757-3, is no range of two."""
    first, *others = number.split("-")
    return len(others) == 1 and first.isdecimal() and others[0].isdecimal() and int(others[0]) < int(first)


def _beside(last: str, clause: str) -> str:
    """A clause that goes on from the last number of a list, in the place of its part of the same kind: "(2)"
    behind 2(b)(1) is 2(b)(2), and behind 2(1)(b) it is 2(2); "(b)" behind 2(a)(i) is 2(b)."""
    base, *parts = last.replace(")", "").split("(")
    digits = clause[1].isdecimal()
    alike = [at for at, part in enumerate(parts) if part[0].isdecimal() == digits]
    if len(alike) > 1 and not digits and clause[1:-1] not in ROMANS:
        alike = [at for at in alike if parts[at] not in ROMANS] or alike
    return base + "".join(f"({part})" for part in parts[: alike[-1] if alike else 0]) + clause


def _is_clause_behind(text: str, step: re.Match[str], number: Token, word: str | None, forms: Forms) -> bool:
    """Whether a whole number behind one section and a comma is a clause of it, "Section 2, 3-4", where
    sections count anew in each article; none where it goes on to "and 5"."""
    scheme = forms.scheme_of(word) if word is not None else None
    if scheme is None or scheme.name not in forms.numbering.hosts or step.group().strip() != ",":
        return False
    on = forms.step.match(text, number.end_pos)
    counts = forms.not_after.match(text, number.end_pos) is not None  # "Section 21, 106 feet"
    return number.value.isdecimal() and not counts and (on is None or on["dash"] is not None)


def _bare(part: str) -> str:
    """Parts of a section without what sets them off: "§ 6" of " (§ 6)", but "paragraph (1)" as it is."""
    part = part.strip(", \xa0\n")
    part = part[1:] if part[:1] == "(" else part
    return part[:-1] if part.count(")") > part.count("(") else part


def _is_letter_beside(clause: str, part: Token) -> bool:
    """Whether a letter in brackets goes on from the letter of a part: "points (a) and (b)"."""
    return _BRACKET.fullmatch(clause) is not None and _BRACKET.search(part.value) is not None


def _is_part(number: Token, tokens: list[Token], *, several: bool) -> bool:
    """Whether a number behind a part of a section ("Abs. 1, 3") counts parts too: it does behind one section,
    and among several where it does not count on from the last of them."""
    if not number.value.isdecimal():  # "Nummer 1, 1a oder 5"
        return not several and len(number.value) < 3
    last = next(token.value for token in reversed(tokens) if token.type == "NUMBER")
    digits = re.match(r"\d+", last)
    return not several or digits is None or int(number.value) <= int(digits.group())


def _may_be_year(number: Token, tokens: list[Token], forms: Forms, word: str | None) -> bool:
    """Whether a number of four digits that goes on in a list may be a year, "Section 12, 1998": no section
    has so many, nor the first of the list, nor is it of statutes, "§§ 823, 1004 BGB"."""
    if forms.digits > _SHORT or not is_long(number.value) or (word is not None and word[0] == "§"):
        return False
    return not is_long(next(token.value for token in tokens if token.type == "NUMBER"))


def _doubtful(
    number: Token, word: str | None, forms: Forms, known: Collection[Key], *, several: bool
) -> bool:
    """Whether a number without a word of its own may be something else: a Roman numeral or a letter that no
    section bears ("the part I like"), a count ("Section 5, 3 units"). The word before it in the list says in
    which series it is sought: "Appendix B2 and B3"."""
    value = number.value
    if "." in value or "(" in value:
        return False
    scheme = forms.scheme_of(word) if word is not None else None
    if forms.key(value) in known or (scheme is not None and forms.key(value, scheme.series) in known):
        return False
    if value.isupper() and value != "I" and (value,) in known:
        return False  # "Sections A and C": no hundred
    return value.isalpha() or not several


class _ListReader:
    def item(self, children: list[Token]) -> list[ListedNumber]:
        word: Token | None = None
        found: list[ListedNumber] = []
        for token in children:
            if token.type == "WORD":
                word = token
            else:
                said, at = (word.value, word.start_pos) if word is not None else (None, -1)
                found.append(
                    ListedNumber(
                        number=token.value,
                        start=token.start_pos,
                        end=token.end_pos,
                        word=said,
                        word_start=at,
                        ends_range=bool(found),
                    )
                )
                word = None
        return found

    def start(self, children: list[Any]) -> list[Any]:
        return children


@constant
def _parser() -> Parser:
    """The parser of lists, ranges and words; built when the first of them is met."""
    return parser("references", _ListReader())


def clause_key(clause: str) -> Key:
    """What a clause adds to the key of its section: "(3)(a)" is (3, "a")."""
    return tuple(int(part) if part.isdigit() else part for part in re.findall(r"\d+|[A-Za-z]+", clause))


def are_of_part(
    text: str, numbers: Sequence[ListedNumber], word: str | None, forms: Forms, headed: Container[str]
) -> bool:
    """Whether whole numbers behind the word of a part count in a part of a section, and are none: "clauses 2
    through 6 of this subsection", "clauses 2 to 4 of Section 7"; where that word heads no section."""
    if word is None or word.casefold() in headed or word.casefold().removesuffix("s") in headed:
        return False
    if not forms.part_word.search(f" {word} "):
        return False
    if not all(each.number.isdecimal() and each.host + each.labelled == () for each in numbers):
        return False
    end = numbers[-1].end
    if (own := forms.within.match(text, end)) is None:
        return forms.of_section.match(text, end) is not None
    scheme = forms.scheme_of(
        own["word"]
    )  # "clause 4 of this section", but no "of these rules", "of this Part"
    inside = scheme is not None and scheme.kind == "rule" and own["word"][-1:] != "s"
    return inside or forms.part_word.search(f" {own['word']} ") is not None


def heads_alone(text: str, start: int, end: int) -> bool:
    """Whether a number with its word is all that stands behind a heading mark, at most behind one more word:
    "### Article Art. 28 ter"."""
    line = text.rfind("\n", 0, start) + 1
    return _MARKED_HEAD.fullmatch(text, line, start) is not None and _LINE_END.match(text, end) is not None


def last_of_form(text: str, end: int, forms: Forms) -> tuple[int, int] | None:
    """Where the last number stands of a list that goes on from a place in the text's own form: R. 12-3 in ",
    L. 111 et R. 12-3", L. 9 in " et les articles L. 7 et L. 9", and LO 179 behind them, which is of another;
    None where it goes on with none."""
    last = None
    for _ in range(_MOST_NUMBERS if forms.own is not None else 0):
        step = forms.step.match(text, end)
        at = step.end() if step is not None else end
        article = forms.article.match(text, at)
        if (word := forms.word.match(text, article.end() if article is not None else at)) is not None:
            at = word.end()
        number = None
        if step is not None and forms.own is not None:
            number = forms.own.match(text, at) or _OTHER_FORM.match(text, at)
        if number is None:
            break
        last, end = number.span(), number.end()
    return last
