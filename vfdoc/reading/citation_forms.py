"""The expressions by which citations are found: a numbering and a language's words come in, compiled once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import NamedTuple

from vfdoc.model import Key
from vfdoc.model.session import constant
from vfdoc.reading.numbering import APART, GLUED, INSERTED, LETTER_PARTS, Numbering, Scheme
from vfdoc.reading.words import LanguageWords

_BLANK = r"[ \t\xa0]"
BLANKS = rf"{_BLANK}*+(?:\n[ \t>]*+)?"
"""Blanks between two words of a citation, one end of a line among them at most."""
SPACE = rf"(?:{_BLANK}++(?:\n[ \t>]*+)?|\n[ \t>]*+)"
# A number never ends before a point with which it goes on ("10.A" is not "10", "4.xxx" not "4"); a small
# letter alone may be its clause, and a word with a capital begins a sentence. "17ff" is 17 with those behind
# it, "1er" the first, "_" behind "_rule 140_" the end of emphasis.
_ON = r"(?:(?!ff(?!\w)|(?<=(?<!\w)[1I])er(?!\w)|_{1,2}(?!\w))\w)"
_WORD_ON = r"(?!x?(?:i{1,3}|iv|vi{0,3}|ix)(?!\w))[a-z]{2}"  # "8.2.vii" is item vii of 8.2
_ENDS = rf"(?!{_ON}|\\?\.(?:\d|[A-Z](?![a-zà-ÿ])|{_WORD_ON}))"
# "Article V.B" is its clause B where no section is numbered so.
_ENDS_BEFORE_LETTER = rf"(?!{_ON}|\\?\.(?:\d|[A-Z]{{2}}|{_WORD_ON}))"
_LETTERED = re.compile(r"\d{1,5}[ \xa0]?[a-z]")  # the number of a section put in behind another
_BRACKET = 200  # characters of a bracket in which a citation stands, at most
_BRACKETED_LETTER = re.compile(r"[ \xa0][a-z](?=\))")
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_POINTED = re.compile(r"(?:[A-Z]\.?)?\d{1,5}\.(?:\d{1,5}\.)*[A-Za-z](?![A-Za-z])")
_SHAPED = 2  # numbers of a shape that show it
_THOUSAND = 1000
_LONG = 3  # digits of a part of a number that are no year
_QUOTED = r"(?:(?<=[ \xa0\n])[\"“](?=[A-Z][\"”]))?"  # the Schedule “A” to this by-law
_CLAUSE = r"(?:\((?:\d{1,3}(?:\.\d{1,2})?[a-z]?|[a-z]{1,2}|[ivx]{1,5}|[A-Z])\))"


class Forms(NamedTuple):
    """The expressions of one language and numbering; `digits` is the most that a part of a number has."""

    digits: int
    first_dot: re.Pattern[str]
    after_word: re.Pattern[str]
    mixed: re.Pattern[str]
    short: re.Pattern[str]
    some: re.Pattern[str]
    own: re.Pattern[str] | None
    worded: re.Pattern[str]
    heads: tuple[str, ...]
    shortened: frozenset[str]
    step: re.Pattern[str]
    remark: re.Pattern[str]
    glossed: re.Pattern[str]
    article: re.Pattern[str]
    word: re.Pattern[str]
    number: re.Pattern[str]
    dotted: re.Pattern[str]
    clause: re.Pattern[str]
    apart: re.Pattern[str]
    letter: re.Pattern[str]
    part: re.Pattern[str]
    nth_part: re.Pattern[str]
    parts_before: re.Pattern[str]
    idiom: re.Pattern[str]
    counted_behind: re.Pattern[str]
    part_word: re.Pattern[str]
    parted: re.Pattern[str]
    clause_in: re.Pattern[str]
    clauses: re.Pattern[str]
    relative: re.Pattern[str]
    relative_number: re.Pattern[str]
    belonging: re.Pattern[str]
    of_section: re.Pattern[str]
    of_part: re.Pattern[str]
    paragraph_before: re.Pattern[str]
    nth_before: re.Pattern[str]
    of_work_before: re.Pattern[str]
    within: re.Pattern[str]
    cue: re.Pattern[str]
    weak_cue: re.Pattern[str]
    telling: re.Pattern[str]
    bracket: re.Pattern[str]
    not_before: re.Pattern[str]
    listed_before: re.Pattern[str]
    versions_before: re.Pattern[str]
    not_after: re.Pattern[str]
    counted: re.Pattern[str]
    named: re.Pattern[str]
    following: re.Pattern[str]
    below: re.Pattern[str]
    above: re.Pattern[str]
    chained: re.Pattern[str]
    titled_on: re.Pattern[str]
    part_on: re.Pattern[str]
    set_apart: str
    schemes: dict[str, Scheme]
    numbering: Numbering
    words: LanguageWords

    def key(self, number: str, series: str = "") -> Key:
        """The key of a number, which may be a word: TEN."""
        value = self.words.ordinal(number) if len(number) > 1 and number.isalpha() else 0
        return self.numbering.key(str(value) if value else number, series)

    def scheme_of(self, word: str) -> Scheme | None:
        """The scheme that prints this word before its numbers."""
        return self.schemes.get((word if word.isalpha() else re.sub(r"\s+", " ", word)).upper())


@constant
def forms(
    numbering: Numbering,
    words: LanguageWords,
    digits: int = 3,
    *,
    put_in: bool = False,
    pointed: bool = False,
    spelt: bool = False,
    set_apart: str = "",
) -> Forms:
    """The expressions of a numbering and a language, for numbers whose parts have so many digits; `put_in`
    says that capitals stand behind some (15ZA), `pointed` that letters stand between points (17.C.6.b),
    `spelt` that some are words (ARTICLE TEN), `set_apart` are letters that may stand behind a blank."""
    schemes = dict(numbering.by_word)
    naming = [w for w, s in schemes.items() if s.kind != "rule" or s.series or w == "§"]
    # "Rule 5.3" is the cue "rule" and the number; "Part 7" needs its word, for 7 alone says nothing.
    # "Rule 5" cites only where the text has a fifth rule.
    chapters = [w for w in schemes if w not in naming]
    cased = [form for w in sorted(schemes, key=len, reverse=True) for form in _cases(w)]
    plural = {form: re.escape(form).replace("\\ ", r"[ \xa0]") + _plural(form, words) for form in cased}
    word = "|".join(plural.values()) or "(?!)"
    short = {form + ending for w in _shortened(numbering) for form in _cases(w) for ending in ("", "s")}
    stop = "|".join(rf"(?<={form})" for form in sorted(short)) or "(?!)"
    named = "|".join(plural[form] for w in naming for form in _cases(w)) or "(?!)"
    for form in cased:
        for letter in ("s", "S"):
            schemes[(form + letter).upper()] = schemes[form.upper()]
    schemes |= {w * 2: s for w, s in schemes.items() if w == "§"}
    most = rf"\d{{1,{digits}}}"
    lead = rf"(?:[A-Z]\d{{0,2}}|{most})"
    further = rf"\.(?:{most}|{LETTER_PARTS})" if pointed else rf"\.{most}"
    tail = r"(?:-\d{1,2}(?!\d|[.-]\d))?" if numbering.dashed else ""  # 4.1-1
    dotted = rf"{lead}(?:{further}){{1,15}}{tail}[a-z]?{_CLAUSE}{{0,4}}"
    letter = rf"(?:{GLUED}|[a-z]|-?[A-Z]{{1,2}}(?![a-z]))?" if put_in else rf"(?:{GLUED}|[a-z])?"
    letter = rf"(?:{letter[:-1]}|(?<=\d)(?=.[{set_apart}]){APART})?" if set_apart else letter
    in_words = rf"(?=[A-Z])(?i:{'|'.join(words.ordinals)})(?!\w)|" if spelt and words.ordinals else ""
    path = r"(?:\.\d{1,2}){0,5}" if numbering.numerals else ""
    behind = rf"{_CLAUSE}{{0,4}}" + (rf"(?:{INSERTED})?" if words.inserts else "")
    ends = _ENDS if pointed else _ENDS_BEFORE_LETTER
    hosted = numbering.hosts and not put_in  # "Section 6D", "Section 6.D" of an article is its clause D
    ends_whole = rf"(?:{_ENDS}|(?<=\d)(?=\.?[A-Z](?:,[ ]?[A-Z])*(?!\w|\.\w)))" if hosted else _ENDS
    long = "" if digits > _LONG else rf"|\d{{4}}{letter}{behind}{_ENDS}"
    patterns = "|".join(numbering.patterns)
    joined = [f"(?:{each}){_CLAUSE}{{0,4}}|" for each in numbering.patterns if each[0].isdigit()]
    number = (
        rf"(?:{''.join(joined)}(?:{in_words}[IVXLC]{{1,7}}{path}){behind}{ends}"
        rf"|{lead}(?:{further}){{0,15}}{letter}{behind}{ends_whole}{long})"
    )
    cue = r"(?:^|[^\w])(?:{cues})\.?[ \xa0]$"
    part_number = r"(?:\d{1,3}[°º]|\(?\d{1,3}[a-z]?\)?|\(?[a-z]{1,2}\)?|[IVX]{1,4})(?!\w)(?![.]\w)"
    apart = rf"(?:{SPACE}|(?=[\d(]))"  # "Abs.3", but no "e" of "Falle"
    counted = [w for w, s in numbering.by_word.items() if s.name in numbering.hosts]
    # "Clause 2" is no part of a section where clauses are sections, which count anew in each
    beside = f"(?:{'|'.join(form for w in counted for form in _cases(w)) or '(?!)'})"
    parts = "|".join(
        form
        for form in words.parts.split("|")
        if not any(re.fullmatch(form, w, re.IGNORECASE) for w in counted)
    )
    parts = parts or "(?!)"
    nth = words.nth or "(?!)"
    of, the = words.works.of, words.works.the
    belongs = rf"(?:{of})(?:{SPACE}|['’])(?:(?:{the})(?:{SPACE}|['’]))?"
    inside = rf"{_CLAUSE}{{1,3}}"
    relative = (  # "subsection A(1)(a)"
        r"(?:\d{1,2}[a-z]?|(?-i:[A-HJ-Z](?:\((?:\d{1,2}|[a-z]{1,2})\)){0,3}|I(?=[.,;)])))"
        r"(?![\w(]|[.,]\d|\.\w|['’])"
    )
    return Forms(
        digits=digits,
        # A search that begins with a literal dot is eight times as fast as one for the number's first digit.
        first_dot=re.compile(rf"\.(?<=[A-Z\d]\.){further[2:]}(?:{further}){{0,14}}{tail}[a-z]?{_ENDS}"),
        # Begun with a set of characters, and the words looked up behind it: one for the words is four times
        # as slow.
        after_word=re.compile(
            rf"\d(?<=[A-Za-z][ \xa0\n].)\d{{0,{max(digits, _LONG + 1) - 1}}}{letter}{ends_whole}"
        ),
        mixed=re.compile(r"(?<![\w.])[A-Z]?\d{1,3}[a-z]\d{1,2}(?:[a-z](?:\d{1,2})?)?(?!\w)"),
        short=re.compile(
            # 2-9, 442-13.1, "2-9A(1)", whose letter is a clause of 2-9; A2, 2k
            r"(?<![\w.-])(?:[A-Z]?\d{1,4}(?:-\d{1,4}){1,15}(?:\.\d{1,2})?(?=[A-Z](?:\(|(?!\w))|(?!\w|[.-]\w))"
            r"|(?:[A-Z]\d{1,3}[a-z]?|\d{1,3}[a-z])(?!\w|[.-]\w))"
        ),
        some=re.compile(
            rf"(?<!\w)(?:{'|'.join(words.forms.names.articles) or '(?!)'})[ \xa0]$", re.IGNORECASE
        ),
        own=re.compile(
            rf"(?<![\w.])(?<![^\d\n]-)(?<!\[\[#)(?:{patterns})"  # no "[[#GR.1 Goal|"
            rf"(?!(?!(?:ss?|ff?)\b)\w|-(?!(?<=\d-)(?:{patterns}))[^\W\d])"  # t.101ss; t.7-t.9
        )
        if numbering.patterns
        else None,
        worded=re.compile(rf"(?:{named})(?:{SPACE})?{_QUOTED}(?P<number>{number})"),
        heads=tuple(w.casefold() + ending for w in chapters for ending in ("", "s")),
        shortened=frozenset(form.casefold() for form in short),
        step=re.compile(
            rf"(?:{BLANKS}(?P<comma>,){BLANKS}(?:(?:{words.joins})(?={SPACE}))?"
            rf"|{BLANKS}(?P<sign>[;&/+])"
            rf"|{_BLANK}*+(?P<dash>[–—-])(?={_BLANK}?(?:[\w(§]|(?<!{_BLANK})\.\d))"
            rf"|{SPACE}(?P<join>(?:{words.joins})(?:/(?:{words.joins}))?)(?={SPACE})"
            rf"|{SPACE}(?={beside}{SPACE}\d)"  # "Article 1 Section 2"
            rf"|{SPACE}(?P<through>{words.through})(?={SPACE})){BLANKS}",
            re.IGNORECASE,
        ),
        # "12 (as applicable), 14", "8 (1er alinéa), 11": within a list, and no citation in it
        remark=re.compile(
            rf"{SPACE}\((?:\d{{1,2}}[^\W\d_]{{0,3}}{SPACE}(?:{parts})(?!\w))?"
            r"(?:[^()\d\n]|\n(?![ \t]*\n)){0,60}\)(?=,|[ \xa0\n])"
            # "articles 8, second and third paragraphs, 9 and 10"
            rf"|,{SPACE}(?:[^\W\d_]{{2,12}}{SPACE}){{1,4}}(?:{parts})(?=,{SPACE}\d|{SPACE}(?:{words.joins}){SPACE}\d)",
            re.IGNORECASE,
        ),
        # "Clause 7 (docking clauses), Clause 11 (option) and Clause 9": between two of a list
        glossed=re.compile(
            rf"{SPACE}\([^()\d\n]{{2,60}}\)(?:,(?:{SPACE}(?:{words.joins}))?|{SPACE}(?:{words.joins})){SPACE}",
            re.IGNORECASE,
        ),
        article=re.compile(
            rf"(?:(?:{words.articles}){SPACE}){{1,2}}|(?:(?:{words.joined})['’])", re.IGNORECASE
        ),
        word=re.compile(rf"(?P<word>{word})(?:(?:{stop})\.)?(?:{SPACE})?{_QUOTED}"),
        number=re.compile(number),
        dotted=re.compile(rf"{dotted}{_ENDS}"),
        clause=re.compile(rf"{inside}(?!\w)"),
        apart=re.compile(  # at the head of a line only what is no mark of an item: "Section 3.7 / (b),"
            rf"(?:{_BLANK}?(?P<clause>{inside})"
            rf"|{_BLANK}*\n[ \t>]*(?P<below>{inside}(?=[.,;])|{_CLAUSE}{{2,3}}))(?!\w)"
        ),
        letter=re.compile(r"[a-z](?![\w.']\w|\w)"),
        part=re.compile(
            # "28 (§ 6) and 95", "28 (para. 2)"
            rf"(?:,?{SPACE})?(?P<bracket>\()?(?:(?:{parts}){apart}|(?(bracket)§{_BLANK}?|(?!)))"
            rf"(?P<number>\d{{1,3}}(?:\.\d{{1,3}}){{1,5}}[a-z]?(?!\w)|{part_number})(?(bracket)\))",
            re.IGNORECASE,
        ),
        nth_part=re.compile(
            # "article 18, 3ème alinéa", "article 8 (deuxième alinéa)", "article 5 (3°)", "article 5, 3°,"
            rf",?{SPACE}(?P<bracket>\()?(?:\d{{1,2}}[°º](?(bracket)|(?=[,;.)\n]))"
            rf"|(?:{nth}){SPACE}(?:{parts})(?!\w))(?(bracket)\))",
            re.IGNORECASE,
        ),
        idiom=re.compile(rf"(?<!\w)(?:{words.idioms}){SPACE}\d{{1,3}}$", re.IGNORECASE),
        counted_behind=re.compile(
            rf"{SPACE}(?:(?i:{words.not_after})(?!\w)|(?!(?i:{words.parts})(?!\w))"
            rf"{'[A-ZÄÖÜ]' if words.works.nouns else '(?!)'}[^\W\d_]{{2,}})"
        ),
        parts_before=re.compile(
            rf"(?:^|[\s(])(?:{parts}){apart}{part_number}(?:,{SPACE}{part_number})*(?:,{SPACE}|{SPACE}(?:{words.joins}){SPACE})$",
            re.IGNORECASE,
        ),
        parted=re.compile(
            # "clause 10 (Voting), 18(5) (Writing)" has a list's second number behind the title of its first
            rf"(?:(?<!\w)(?:{parts})[ \xa0]|(?<=\d[ \xa0])\([^()\n]{{2,60}}\)[,;][ \xa0])"
            rf"(?P<number>\d{{1,{digits}}}{letter})(?=\()",
            re.IGNORECASE,
        ),
        part_word=re.compile(rf"(?:^|[\s(])(?:{parts})[ \xa0]$", re.IGNORECASE),
        clause_in=re.compile(r"\((?<![\w)\]]\()(?:[a-z]|[ivx]{2,4}|\d{1,2})\)(?:\(\w{1,4}\)){0,3}"),
        clauses=re.compile(rf"{inside}(?:[ \xa0]{inside})?(?!\w)"),
        relative=re.compile(rf"(?<!\w)(?:{words.own_parts}){SPACE}(?P<number>{relative})", re.IGNORECASE),
        relative_number=re.compile(relative),
        belonging=re.compile(
            rf"{SPACE}{belongs}(?:[^\W\d_]+{SPACE})?"
            rf"(?:(?:{word}|(?i:{words.works.works}|{words.works.rules}))(?!\w)|[A-ZÀ-Ý\d§])"
        ),
        # "(c) of sub-section (2)", behind the clause
        of_part=re.compile(rf"\)?{SPACE}{belongs}(?:{parts}){SPACE}{inside}(?!\w)", re.IGNORECASE),
        of_section=re.compile(rf"\)?{SPACE}{belongs}(?:{word})(?:{SPACE})?(?:{number})"),
        paragraph_before=re.compile(
            # "alinéa 3) de l'article"
            rf"(?:^|[\s(>'’])(?:{parts}){apart}\(?(?P<number>\d{{1,2}}[a-z]?|[a-z])\)?"
            rf"{SPACE}{belongs}(?:(?:{word}|{words.cues}){SPACE})?$",
            re.IGNORECASE,
        ),
        nth_before=re.compile(  # "deuxième alinéa de l'article", "le 2° de l'article"
            rf"(?:^|[\s(>'’])(?P<part>(?:(?:{nth})(?:{SPACE}(?:{words.joins}){SPACE}|,{SPACE}))*(?:{nth}){SPACE}(?:{parts})|\d{{1,2}}[°º])"
            rf"{SPACE}{belongs}(?:(?:{word}|{words.cues}){SPACE})?$",
            re.IGNORECASE,
        ),
        of_work_before=re.compile(  # "Canals Act, 2005, in sub-section"
            rf"(?<!\w)(?:{words.works.works}),?{SPACE}(?:\d{{4}},?{SPACE})?(?:{of}){SPACE}(?:{parts}){SPACE}$",
            re.IGNORECASE,
        ),
        within=re.compile(
            rf"{SPACE}(?:{of})(?:{SPACE})(?:{words.works.this}){SPACE}(?P<word>[^\W\d_]+)", re.IGNORECASE
        ),
        cue=re.compile(cue.format(cues=words.cues), re.IGNORECASE),
        weak_cue=re.compile(cue.format(cues=words.weak_cues), re.IGNORECASE),
        telling=re.compile(cue.format(cues=words.telling), re.IGNORECASE),
        bracket=re.compile(r"[(\[](?P<words>[^()\[\]]*)$"),
        not_before=re.compile(rf"(?:^|\W)(?:{words.not_before})[ \xa0]?$|(?:^|\W)v\.? ?$", re.IGNORECASE),
        # "versions 1.2, 1.3 and 1.4.1": what is said of the first of a list is of all of it
        listed_before=re.compile(
            rf"\d(?:[,;/][ \xa0]?|[ \xa0])(?:(?:{words.joins})[ \xa0])?$", re.IGNORECASE
        ),
        versions_before=re.compile(
            rf"(?:^|\W)(?:{words.not_before})[ \xa0]"
            rf"(?:\d[\d.]*+(?:[,;/][ \xa0]?|[ \xa0])(?:(?:{words.joins})[ \xa0])?)+$",
            re.IGNORECASE,
        ),
        not_after=re.compile(rf"[ \xa0]?(?:{words.not_after}|€)(?!\w)", re.IGNORECASE),
        counted=re.compile(
            rf"(?:(?<![\d.,§])\d{{1,4}}|\b(?i:{words.counts}))[ \xa0](?P<word>[^\W\d_]{{3,20}})(?!\w)"
        ),
        named=re.compile(rf"(?<!\w)(?i:{words.names})(?:{SPACE})[\"“„«*_]{{0,3}}(?=[^\W\d_a-zà-ÿ])"),
        following=re.compile(rf"{SPACE}?(?:{words.following})(?!\w)", re.IGNORECASE),
        below=re.compile(rf"{SPACE}(?:{words.below})(?!\w)", re.IGNORECASE),
        above=re.compile(rf"{SPACE}(?:{words.above})(?!\w)", re.IGNORECASE),
        chained=re.compile(
            rf",?{SPACE}(?:{words.read_with.replace(' ', SPACE)}){SPACE}"
            # "§ 53 Abs. 1 in conjunction with Abs. 2 and with § 54 of the Act"
            rf"(?:(?:{parts}){apart}{part_number}{SPACE}(?:{words.joins}){SPACE}(?:[^\W\d_]{{3,4}}{SPACE})?)?"
            rf"(?:(?:{words.articles}){SPACE})?",
            re.IGNORECASE,
        ),
        titled_on=re.compile(
            # "**Section 4.2 (Fees)** and **Article XII** of the Lease"
            rf"[*_]{{0,3}}(?:{SPACE}\([\"“„«]?[A-ZÀ-Ý][^()\n]{{0,80}}\))?[*_]{{0,3}},?{SPACE}(?:{words.joins})"
            rf"{SPACE}"
            r"[*_]{0,3}"
        ),
        part_on=re.compile(
            # "les articles 54, 61 et au premier alinéa de l'article 75 du code pénal"
            rf"(?:,?{SPACE}(?:{words.joins})|,){SPACE}(?:(?:{words.articles}){SPACE})?(?:[^\W\d_]{{3,}}{SPACE}){{0,2}}"
            rf"(?:{parts})(?:{apart}{part_number})?{SPACE}{belongs}",
            re.IGNORECASE,
        ),
        set_apart=set_apart,
        schemes=schemes,
        numbering=numbering,
        words=words,
    )


def _shortened(numbering: Numbering) -> list[str]:
    """The words before numbers that shorten another of their scheme: "art." for article."""
    return [
        word
        for word, scheme in numbering.by_word.items()
        if any(len(word) < len(other) and other.startswith(word) for other in scheme.words)
    ]


def _plural(form: str, words: LanguageWords) -> str:
    several = "" if f"{form}s".casefold() in words.ordinary else "[sS]?"  # "the parties 30 days before"
    return "§?" if form == "§" else several


def _cases(word: str) -> Sequence[str]:
    """The word in capitals, in small letters, and with capitals at its words' heads."""
    return sorted({word, word.title(), word.lower(), word.capitalize()})


def forms_of(
    numbering: Numbering, words: LanguageWords, known: Collection[Key], printed: Collection[str]
) -> Forms:
    """The expressions for a text whose sections have the keys `known`, and numbers as `printed`."""
    put_in, pointed, spelt = are_put_in(known), are_pointed(printed), are_spelt(printed, words)
    set_apart = letters_apart(printed, words)
    return forms(
        numbering, words, digits_of(known), put_in=put_in, pointed=pointed, spelt=spelt, set_apart=set_apart
    )


def closed(text: str, start: int, end: int) -> int:
    """Where a letter ends that stands in quotation marks, with these: “A”."""
    return end + (text[start - 1] in '"“' and text.startswith(('"', "”"), end))


def ends_compound(text: str, start: int) -> bool:
    """Whether a word in small letters ends a compound, "hier-part", and so counts nothing by itself."""
    return start > 1 and text[start - 1] == "-" and text[start - 2].isalpha() and text[start].islower()


def letter_in_brackets(text: str, start: int, end: int, forms: Forms) -> str:
    """The letter of a number that ends a bracket which began before its citation, at `start`: "(§ 19 a)"."""
    letter = _BRACKETED_LETTER.match(text, end) if text[end + 1 : end + 2] in forms.set_apart else None
    before = text[max(0, start - _BRACKET) : start]
    return letter.group() if letter is not None and before.rfind("(") > before.rfind(")") else ""


def are_put_in(known: Collection[Key]) -> bool:
    """Whether capitals stand behind numbers of sections: 15ZA, put in behind 15Z."""
    return any(
        isinstance(one, int) and isinstance(other, str) and other.isupper()
        for key in known
        for one, other in pairwise(key)
    )


def are_spelt(printed: Collection[str], words: LanguageWords) -> bool:
    """Whether sections have words for numbers: ARTICLE TEN."""
    return any(spelt_number(number, words) for number in printed)


def letters_apart(printed: Collection[str], words: LanguageWords) -> str:
    """The letters that stand apart from the numbers of sections that have them, "§ 19 a", where the language
    lets them and some have; an "f" may be "and the following"."""
    borne = {number[-1] for number in printed if _LETTERED.fullmatch(number)}
    usual = set(_LETTERS) - {"f"}
    return "".join(sorted(usual | borne)) if words.letters_apart and borne else ""


def spelt_number(printed: str, words: LanguageWords) -> tuple[str, str] | None:
    """The word before a number that is a word, and that: "ARTICLE TEN"; None where it is none."""
    word, _, number = printed.rpartition(" ")
    return (word, number) if word.isalpha() and number.isalpha() and words.ordinal(number) else None


def are_pointed(printed: Collection[str]) -> bool:
    """Whether letters stand between the points of numbers of sections: 10.A, 17.C.6.b."""
    return sum(_POINTED.match(number) is not None for number in printed) >= _SHAPED


def letters_inside(key: Key) -> bool:
    """Whether a number has a letter between its first and its last part: 17.C.6, 17.C.6.b."""
    return len(key) > _SHAPED and isinstance(key[0], int) and any(isinstance(part, str) for part in key[1:-1])


def own_forms(known: Collection[Key]) -> frozenset[tuple[type, ...]]:
    """The kinds of the parts of numbers with letters inside that several sections have: 17.C.6.b."""
    forms = Counter(tuple(map(type, key)) for key in known if letters_inside(key))
    return frozenset(form for form, count in forms.items() if count > _SHAPED)


def is_long(number: str) -> bool:
    """Whether a number has four digits, which may be a year, or another work's: § 1631 of the Civil Code."""
    whole = re.match(r"\d+", number)
    return whole is not None and len(whole.group()) > _LONG


def digits_of(known: Collection[Key]) -> int:
    """How many digits a part of a cited number may have: more than three only where a section has (§ 2385),
    as a year or a price would be taken for one elsewhere."""
    return 5 if any(isinstance(part, int) and part >= _THOUSAND for key in known for part in key) else _LONG
