"""The expressions by which other works are known: a language's words for works come in, compiled once."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.typography import unaccented
from vfdoc.model.session import constant
from vfdoc.reading.citation_forms import SPACE
from vfdoc.reading.numbering import is_roman, schemes
from vfdoc.reading.words import LanguageWords, WorkWords

# "(G.L. Ch. 131 §40)", "M. G. L., Chapter 40A, Section 3", "MGL c. 40, § 21D"
CODE_BEFORE = re.compile(
    r"(?<![\w.])(?:(?P<title>\d{1,3}[ ]{1,2})?(?P<name>[A-Z]\.(?:[ ]{0,2}[A-Z]\.){1,4})"
    r"(?(title),?[ ]{1,2}|,?[ ]{1,2}(?i:ch?|chapter|title)\.?[ ]{0,2}\d{1,4}[A-Z]{0,2},?[ ]{1,2})"
    r"|(?P<short>[A-Z]{2,5}),?[ ]ch?\.[ ]{0,2}\d{1,4}[A-Za-z]{0,2},?[ ]{1,2})$"
)
"""A code by its initials and a chapter of it, or behind the number of a title: "12 C.F.R. Part 225"."""

# "der Verordnung (EU) 2017/745", "du règlement (CE) n° 1907/2006", "Regulation (EU) No 648/2012"
SERIAL_BEHIND = re.compile(
    rf"{SPACE}\([A-Z]{{2,8}}\){SPACE}(?:[Nn](?:r|o|°|º)\.?{SPACE})?\d{{1,4}}/\d{{1,4}}(?!\d)"
)
"""The number of a work behind its noun, by which it is none of this text's own."""

_ANNEXES = "|".join(re.escape(word) for each in schemes() if each.series == "appendix" for word in each.words)
ANNEXED = re.compile(rf",[ ](?:{_ANNEXES})[ ][IVXL\d]{{1,4}}$", re.IGNORECASE)
"""The end of a title that names another work, of which this text is an annex: "Code général, annexe I"."""
_BEHIND_WORKS = {word for each in schemes() if each.series in ("appendix", "schedule") for word in each.words}
SERIAL_BEFORE = re.compile(
    r"(?<![\w-])(?P<name>(?:[A-Z]{2,}[ ]){0,2}[A-Z]{2,}[A-Z/-]*[ -]?\d{3,}(?:[ ]\d{3})*[\w.:-]*)"
    r"(?:[ ]?\[\w{1,12}\])?[,:]?[ ](?:in[ ]|at[ ])?$"
)
LAW_BEFORE = re.compile(
    r"(?<![\w*])(?P<name>(?:\d{1,3} )?(?:(?:[A-Z]\.){2,}|[A-Z][a-z]{1,5}\. [A-Z][a-z]{1,5}\.|"
    r"[A-Z]{2,6}-[A-Z0-9]{1,4}(?:[.-][A-Z0-9]{1,4}){0,3}|[A-Z][A-Za-z]?[A-Z]{1,5}|"
    r"[A-Z][a-zäöüß]{1,8}(?:[A-Z][a-zäöüß]{0,8}){0,3}[A-Z]))[ \xa0]$"  # "ThürLHO"
)
# "Ohio R.C. 737.27"
INITIALS_BEFORE = re.compile(r"(?<![\w.])(?P<name>(?:[A-Z][a-z]{2,12} )?(?:[A-Z]\.){2,})[ \xa0]\[?$")
ACRONYM = re.compile(
    r"(?:[A-Z][A-Z0-9]*(?:[-/&][A-Z0-9][\w.]*)+|[A-Z]{2,}\d*|[A-Z][a-zäöüß]{0,10}[A-Z][A-Za-zäöüß]{0,8})(?!\w)"
)
SET_OFF = re.compile(  # **Harbour Act**, "IRC Client Protocol"
    r"(?:(?P<mark>[*_]{1,2})|[\"“„«])(?P<name>[A-ZÀ-Ý](?:[^*_\n|\"“”«»]|\n(?![ \t]*\n)){2,60})"
    r"(?(mark)(?P=mark)|[\"“”»])(?!\w)"
)
BESIDE = re.compile(
    r"[ \xa0]*(?P<below>\n[ \t>]*)?(?:\(\w{1,3}\)[ \xa0]*)?(?:[–—-][ \xa0][^,.;\n]{1,60},[ \xa0])?(?=[A-Z])"
)
"""Between a number and a name right behind it, in the next line, behind a title: "§ 7 (2) – Frist, BauO"."""
SHORT_NAME = re.compile(r"[A-Z][A-Za-z]?[A-Z]{1,6}s?")
CAPITALS_BEFORE = re.compile(
    r"(?<![\w.-])(?P<name>[A-Z]{2,8})[ \xa0][*_]{0,2}(?P<word>[^\W\d_]{4,12}\.?[ \xa0])?$"
)
LOOSE = re.compile(
    r"(?:^|[\s(])(?P<word>[^\W\d_]{3,12}\.?)[ \xa0](?:\d{1,3}[A-Za-z]{0,2}|[IVX]{1,5})[, ]{1,2}$"
)
"""A larger division right before a number, whose number it is within: "Chapter 40A, Section 3"."""
DASHED = re.compile(
    r"(?:^|[\s(])(?P<word>[^\W\d_]{3,12}) (?:\d{1,3}|[IVX]{1,5}) ?[–—:-] "
    r"(?=[^\W\d_a-z])[^\d.;:]{3,60}? ?[–—-] $"
)
"""A larger division with its title right before a citation: "Chapter I – General Rules – Article 5"."""
NAMED_ABOUT = re.compile(r"\[[A-Z][^\]\n]{1,40}\]|(?<!\w)[A-Z]{2,}[ -]?\d|://|(?<!\w)(?:[A-Z]\.){2,}|§")
"""What looks like the name or the address of a work: "[RFC 791]", "ISO 9001", "https://", "U.S.C."."""
SENTENCE_END = re.compile(r"[.!?]\s+(?=[^\sa-z\d§])")  # no "Abs. 3"
SERIAL_ABOUT = re.compile(r"(?<![\w.-])[A-Z][A-Z0-9]*[A-Z][A-Z0-9]*[ -]?\d")
"""A standard with its number: "RFC 6962 trees (Section 2.1)"."""
VERSION = re.compile(r"v?\d+(?:\.\d+)*")
SUBTITLE = re.compile(r":[ ](?=[A-Z])")
"""Between two parts of a title: "the Local Government: Municipal Systems Act"."""
PREFIX = 4
"""Letters of another word at least before the noun of a work in a compound."""
TOKEN = re.compile(
    r"(?:[^\s,;:.()\[\]{}|<>\"“”„«»*_—]|_(?=\w))+"  # no mark that ends emphasis
    r"(?:(?:(?<=[vV]\d)|(?<=[vV]\d\d))(?:\.\d+)+|\.(?=[^\W\d_])[^\s,;:()\[\]{}|]*)?"  # "v5.0", "Nr.7"
)
"""A word of a name."""
_NAME_WORDS = 9  # of a name, at most
_BEFORE = 120  # characters before a short name in which what it stands for is told
_CITED_BEFORE = 30  # characters before a short name in which stands what is cited of it, or whose it is
_LINK_TAIL = re.compile(r"\](?:\([^()\s]{0,300}\)|\[[^\[\]]{0,80}\])?")
# "article 1er-1", "§ 3-116(d)", "article 2:48(2)", "article 24 VIII": what belongs to a number of another
# form than those of this text
_NUMBER_TAIL = re.compile(
    r"(?=\w|-|:\d|[ \xa0][A-Z])(?:(?<=[\dI])(?:er|re|ère)(?!\w))?(?:[-:]\d{1,4}[A-Za-z]?(?!\w)){0,3}"
    r"(?:\([^\W_]{1,4}\)){0,3}(?:[ \xa0-](?=[IVX])[IVXL]{1,6}(?!\w)|[ \xa0][A-Z](?![\w.'’]))?"
)
_LETTER_APART = re.compile(r"[ \xa0][a-z]\)?(?=[ \xa0](?P<name>[A-ZÄÖÜ]{2})?)")
# " (4)(a)", " a)", "(8)" in the next line
_CLAUSES = re.compile(r"(?:(?:[ \xa0]|\n[ \t>]*)?\([^\W_]{1,4}\)|[ \xa0][a-z]\)){1,4}(?=[ \xa0])")
_BARE_TITLE = re.compile(r"[ \xa0](?=[A-ZÄÖÜ])[^\W\d_]{3,}(?:[ \xa0][^\W\d_]+){0,3}?(?=[ \xa0])")
_WORD_ON = re.compile(r"[ \xa0][^\W\d_]+(?=[ \xa0])")
_TITLE_WORDS = 3  # of a bare title, behind the first
_HEAD = re.compile(r"(?<![^\W_])[^\W\d_]")  # the first letter of a word
_CLOSING = re.compile(r"[*_]{1,3}(?=[ \xa0\n])")
# "(Publicity)", "(1° à 5°)", "(as amended)", '("Premises")'
_TITLED = re.compile(
    r"(?:[ \xa0]\((?:[\"“„«]?[^\W\d_]{2}|\d{1,2}[°º])[^()\n]{0,80}\)"
    r"|[ \xa0][\"“„«'‘][A-ZÀ-Ý][^()\n\"“”„«»'‘’]{2,80}[\"”“»'’])(?=[ \xa0*_])"
)
_UNKNOWN = re.compile(r"[A-ZÀ-Ý][\w&-]*(?:[ \xa0\n][A-ZÀ-Ý][\w&-]*){0,3}(?![\w'’])")
_PROPER = 2  # words of a proper name, at least
_LAND = 4  # capitals at most behind those of a work, which say where it holds
_NUMBERS = re.compile(r"\d[\w/-]*\w|\d")
_SERIAL = re.compile(r"(?<![\w-])\d+(?:[/-]\d+)+\w*")  # "2014-366", "2016/679"
_YEARS = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_COUNTED = re.compile(r"[Nn](?:[°º]|os?\.?|r\.?)[ \xa0]?\d|[a-zA-Z]\.[ \xa0]?\d")
_OPEN = re.compile(r"[(\[][^()\[\]]*$")
_HUMP = re.compile(r"[A-ZÀ-Ý][^\W\d_A-ZÀ-Ý]*")  # a capital and the small letters behind it
_NAME_WORD = re.compile(r"[^\W\d_][\w’'-]*")


class Itself(NamedTuple):
    """What a text is called: names of it (titles, ids), the titles of its sections, the words before the
    numbers of its headings ("article"), in small letters, and the line with which it begins."""

    names: tuple[str, ...] = ()
    titles: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    head: str = ""

    def of_text(self, head: str, supplements: str) -> Itself:
        """The same, of a text with that first line; without the names that tell of another work, "Code
        général, annexe I", "Zu § 3a des Gesetzes", and what in them names the work that it `supplements`:
        "Gebührenordnung zur Friedhofsordnung"."""
        own = (name for name in self.names if ANNEXED.search(name) is None and "§" not in name)
        names = tuple(re.split(rf"(?:^|\s)(?:{supplements or '(?!)'})\s", name)[0] for name in own)
        return self._replace(names=names, head=head)

    def bears(self, serial: str) -> bool:
        """Whether a number by which works are told apart, "70-9", or a year is this text's: the first of its
        names, for a decree may name the law that it carries out."""
        kind = _SERIAL if _SERIAL.fullmatch(serial) else _YEARS
        firsts = (kind.search(name) for name in (*self.names, self.head))
        return any(first is not None and first.group() == serial for first in firsts)

    def is_numbered(self, words: Sequence[str]) -> bool:
        """Whether words behind a noun have this text's number: "la loi n° 70-9" in that law."""
        return any(map(self.bears, filter(_SERIAL.fullmatch, words)))


class WorkForms:
    """The expressions of one language's words for works."""

    def __init__(self, words: LanguageWords) -> None:
        w: WorkWords = words.works
        self.space, self.subtitle = re.compile(SPACE), SUBTITLE
        # "the Harbours (Dues) Act"
        self.between = re.compile(rf"{SPACE}(?:\([A-Z][\w-]+(?:[ ][\w-]+){{0,3}}\){SPACE}(?=[A-Z]))?")
        # a by-law by its number alone: "amended by section 27 of 1-21"
        # or a standard that is named twice: "Section 2.3 of the base document, RFC 1035"
        self.numbered = re.compile(
            r"\d{1,4}-\d{1,4}(?=[)/,.;]|[ ]/)"
            rf"|(?!(?:{w.this})(?!\w))(?:[^\W\d_]+{SPACE}){{1,5}}[^\W\d_]+,{SPACE}"
            r"[A-Z]{2,6}[ -]\d{3,6}(?!\w)"
        )
        self.joins = frozenset(words.joins.split("|"))
        self.listed_on = re.compile(
            rf"[*_]{{0,2}}(?:[ ]\([^()\n]{{2,80}}\))?[*_]{{0,2}},?[ ](?:{words.joins})[ ](?:[^\W\d_]+[ ])?"
            r"[*_]{0,2}\d[\w.()-]*"
        )
        each = r"(?:\d{1,3}[a-z]?|[a-z])(?!\w)"
        part = rf"(?:{words.parts}){SPACE}{each}"
        on = rf"{SPACE}(?:{words.joins}|{words.through})|,"
        read_with = words.read_with.replace(" ", SPACE)
        # "§ 21 Abs. 5 erster Satz VereinsG", "§§ 34 ff. BAO"
        self.part_behind = re.compile(
            rf"{SPACE}[^\W\d_A-Z]{{3,12}}{SPACE}(?:{words.parts})(?!\w)|{SPACE}?(?:{words.following})(?!\w)"
            # "§ 12 Satz 1 in Verbindung mit Satz 3 VereinsG", "§ 17 Abs. 1 sowie Abs. 5 Satz 2 des Gesetzes"
            rf"|(?:(?:,|(?<=,))(?:{SPACE}[^\W\d_]{{3,6}})?)?{SPACE}(?:{read_with}|{words.joins}){SPACE}{part}"
            rf"(?:{SPACE}{part}|(?:{on}){SPACE}(?:{each}|{part})){{0,6}},?"
        )
        self.parts = re.compile(rf"(?:{SPACE}(?:{words.parts}){SPACE}\d{{1,3}}[a-z]?(?!\w)){{1,3}}")
        self.cues = words.cues
        self.cue = re.compile(rf"(?:^|[\s(\[])(?P<cue>(?:{words.cues})\.?)[ \xa0]$", re.IGNORECASE)
        self.of = re.compile(
            rf"(?:{SPACE}(?:{w.cited or '(?!)'}))?{SPACE}(?:{w.of})(?:{SPACE}|['’])"
            rf"(?P<the>(?:{w.the})(?:{SPACE}|['’]))?"
            rf"(?:[12]\d{{3}}{SPACE})?"  # "of the 1986 Internal Revenue Code"
        )
        self.annexed_to = re.compile(  # "Schedule 3 to the Regulation"
            rf"{SPACE}(?:{w.annexed_to})(?:{SPACE}|['’])(?P<the>(?:{w.the})(?:{SPACE}|['’]))?"
        )
        noun = rf"(?:{w.works}|{w.rules})"
        called = rf"{'[A-ZÄÖÜ]' if w.nouns else ''}[^\W\d_]+(?:-[^\W\d_]+)*"
        self.dated = re.compile(  # "de la décision du 3 mai 1999", "des Beschlusses vom 3. Mai 1999"
            rf"(?!(?i:{words.not_before})(?!\w))(?P<noun>{called}){SPACE}(?:{w.of}){SPACE}"
            rf"\d{{1,2}}(?:\.|er)?{SPACE}(?i:{words.month}){SPACE}[12]\d{{3}}(?!\w)"
        )
        self.other = re.compile(
            rf"{SPACE}(?:{w.of})(?:{SPACE}|['’])(?:(?:{w.the})(?:{SPACE}|['’]))?(?P<name>(?:{w.others}|{_YEARS.pattern}){SPACE}(?:[^\W\d_]+{SPACE}){{0,2}}?{noun}|(?P<plain>(?-i:{w.plain})))(?!\w)",
            re.IGNORECASE,
        )
        self.work, self.others = re.compile(w.works, re.IGNORECASE), re.compile(w.others, re.IGNORECASE)
        self.own_noun = re.compile(rf"{w.works}|{w.texts}", re.IGNORECASE)
        self.rules = re.compile(w.rules, re.IGNORECASE)
        self.lower, self.nouns = w.lower, w.nouns
        self.qualified = re.compile(w.qualified)
        self.told_before = re.compile(w.cited or "(?!)")
        self.small = re.compile(rf"(?:{w.small}|{w.the})")
        self.former = re.compile(
            rf"(?:^|[^\w])(?:{w.former})[ \xa0](?:[^\W\d_]+[ \xa0'’]){{0,3}}$", re.IGNORECASE
        )
        self.mine = re.compile(rf"(?:^|[\s(])(?:{w.this})[ \xa0]", re.IGNORECASE)
        self.of_this = re.compile(
            rf"{SPACE}(?:{w.of}){SPACE}(?:{w.this}){SPACE}(?P<noun>[^\W\d_]+(?:-[^\W\d_]+)?)", re.IGNORECASE
        )
        self.of_that = re.compile(
            rf"{SPACE}(?:{w.of}){SPACE}(?:{w.that or '(?!)'}){SPACE}(?P<noun>[A-ZÀ-Ý][^\W\d_]+)"
        )
        self.recital = re.compile(rf"(?:^|[\s(;,.])(?i:{w.recital})(?!\w)(?!.*(?<!\w)(?i:{w.recital})(?!\w))")
        # "of said Act", "de ladite loi"
        self.of_said = re.compile(rf"{SPACE}(?:{w.said or '(?!)'}){SPACE}(?P<noun>[^\W\d_]+)")
        self.cited = re.compile(rf"\d[\w.()]{{0,12}}\s(?:{w.of})\s(?:{w.the})\s$")
        self.owned = re.compile(rf"(?:(?<!\w)(?:{w.theirs})|[’']s)\s$", re.IGNORECASE)
        self.this_before = re.compile(rf"(?<!\w)(?:{w.this})\s$", re.IGNORECASE)
        self.called_this = re.compile(rf"(?<!\w)(?i:{w.this})[ ](?:[A-ZÀ-Ý][\w’'-]*[ ]){{0,5}}$")
        # Of small letters, begun with a set of characters: five times as fast as one that disregards case.
        self.this = re.compile(
            rf"[\s\xa0(\[\"“„«*_](?P<this>{w.this})[ \xa0\n](?P<noun>[^\W\d_]{{2,}}-?[^\W\d_]{{2,}})"
        )
        capital = "[A-ZÀ-Ý][\\w’'-]*"
        self.named_before = re.compile(
            rf"(?:^|[\s(\[])(?:[^\W\d_]+[ ])?(?P<name>{capital}(?:[ ](?:{capital}|{w.small})){{0,7}})"
            r"(?:[ ]\d{4})?(?:['’]s)?,?[ \xa0]$"
        )
        owner = rf"(?:(?:{w.the})[ ])?{capital}(?:[ ](?:{capital}|{w.small})){{0,5}}"
        self.owned_before = re.compile(  # "the National Charter (NC) of the Order, ", "… of the Order ("
            rf"(?<![\w'’-])(?P<name>{capital}(?:[ ]{capital}){{0,4}})(?:[ ]\((?P<short>[A-Z][\w&-]*)\))?"
            rf"[ ](?:{w.of})[ ]{owner}(?:,[ ]|[ ]\()$"
        )
        nouns = f"{w.works}|{w.enacted or '(?!)'}"  # "Mass. General Laws Chapter 40"
        self.noun_before = re.compile(
            rf"(?<![^\W_])(?P<name>{capital}(?:[ ]{capital}){{0,5}}[ ](?:{nouns}))[ \xa0]$"
        )
        self.entitled_before = re.compile(
            rf"(?<!\w)(?P<name>{capital}[ ](?:{w.qualified})),?[ \xa0]$", re.IGNORECASE
        )
        # "(règlement intérieur, article 17)", "(RI, art. 12)"
        self.bracketed_before = re.compile(
            rf"\((?P<name>(?i:(?P<noun>{w.works}|{w.rules})(?:[ ](?:{w.qualified}))?)|[A-Z]{{2,6}}),[ \xa0]$"
        )
        # "[MQTT-v5.0](#mqtt) specification section 3.8"
        self.labelled = re.compile(rf"(?<=[\])])[ ](?:{w.works}),?[ ]$", re.IGNORECASE)
        proper = rf"(?<![\w.'’-])(?P<name>{capital}(?:[ ]{capital}){{1,4}}?)(?:['’]s)?[ \xa0]"
        self.proper, self.proper_cued = re.compile(proper + "$"), re.compile(rf"{proper}{capital}[ \xa0]$")
        self.stop, self.governing = words.forms.stop, words.forms.governing
        # what a short name stands for: "GDPR" means …; General Data Protection Regulation ("GDPR")
        self.standing = re.compile(rf"[\"”»*)\]]{{0,3}}[ ](?:{w.means})[ ](?P<name>[^;:.\n]{{3,120}})")
        self.shortened = re.compile(
            rf"{capital}(?:[ ](?:{capital}|{w.small}|{w.the})){{0,8}}(?:[ ][\w()/]*\d[\w()/]*|,)?[ ]"
            r"\((?:[^()\n\"“]{0,40}[ ])?[\"“*]{0,3}$"
        )
        # "Act" means the Fisheries Act, 1997; the Fisheries Act 1997 (hereinafter the "Act")
        dated = rf"(?P<name>{capital}(?:[ ](?:{capital}|{w.small})){{0,7}}),?[ ](?:[12]\d{{3}}(?!\w))"
        self.quoted = re.compile(rf"[\"“„«](?:(?i:{w.the})[ ])?(?P<short>[^\W\d_a-z][^\W\d_]+)[\"”“»]")
        self.means = re.compile(rf"[ ](?:{w.means})[ ](?:(?:{w.the})[ ])?{dated}")
        self.called = re.compile(rf"{dated}[ ]\((?:[^\W\d_]+[ ]){{0,4}}$")
        schemes_words = {word.casefold() for scheme in schemes() for word in scheme.words}
        counted = "|".join(word for word in w.divisions.split("|") if word not in schemes_words)
        self.larger = re.compile(rf",{SPACE}(?P<word>{counted or '(?!)'}){SPACE}(?=[\dIVX])", re.IGNORECASE)
        self.numbering_words = frozenset(
            {*schemes_words, *(word + "s" for word in schemes_words), *w.divisions.split("|")}
        )
        # "section 2 [du chapitre Ier du titre II du livre III] du code pénal"
        divisions = "|".join(re.escape(word) for word in sorted(self.numbering_words) if word.isalpha())
        self.chain = re.compile(
            rf"(?:{SPACE}(?:{w.of})(?:{SPACE}|['’])(?:(?:{w.the})(?:{SPACE}|['’]))?(?:{divisions or '(?!)'})"
            rf"(?:{SPACE})?(?:\d{{1,3}}[A-Z]{{0,2}}|[IVXLC]{{1,7}})(?:er|re|ère)?(?:{SPACE}(?:bis|ter|quater))?(?!\w))+",
            re.IGNORECASE,
        )
        self.numbered_before = _numbered_before(words)

    def behind_clauses(self, text: str, end: int) -> int:
        """Where a citation ends with the rest of its number, the tail of a link and its clauses: "article
        1er-1 de la loi", "[Section 12](address) of the Act", "5.4 (3) of the Act", "§ 72 a SGB VIII"."""
        if (apart := _LETTER_APART.match(text, end)) is not None:
            lettered = self.behind_clauses(text, apart.end())
            if (parts := self.parts.match(text, lettered)) is not None:
                lettered = parts.end()  # "§ 72 a Abs. 2 SGB VIII"
            end = lettered if apart["name"] or lettered > apart.end() else end
        for between in (_NUMBER_TAIL, _LINK_TAIL, _CLAUSES):
            end = found.end() if (found := between.match(text, end)) is not None else end
        stopped = text[end : end + 1] == "." and self.of.match(text, end + 1) is not None
        return end + stopped  # "Section 1.3.1. of the Code"

    def behind_comma(self, text: str, end: int) -> int:
        """Where a name may begin behind a comma that is followed by what says whose a citation is: "section
        29, Part IV, of the Heritage Act"; -1 where none may."""
        of = self.of.match(text, end + 1) if text[end : end + 1] == "," else None
        belongs = of is not None and self.small.fullmatch(of.group().split()[0]) is not None
        return of.end() if of is not None and belongs else -1

    def behind_title(self, text: str, end: int) -> int:
        """Where a citation ends with its title in brackets or before a part, and the marks of emphasis around
        it, where "of" follows: "Section 5.3 (Publicity) of the Merger Agreement", "**Section 5.3** of the
        Agreement", "§ 4 Wahlen Abs. 4 der Satzung"."""
        at = end
        if (title := _BARE_TITLE.match(text, end)) is not None and (
            part := self.parts.match(text, title.end())
        ):
            at = part.end()
        for between in (_CLOSING, _TITLED, _CLOSING):
            at = found.end() if (found := between.match(text, at)) is not None else at
        return at if self.of.match(text, at) is not None else end

    @staticmethod
    def bare_titles(text: str, end: int) -> Iterator[int]:
        """Where the words behind a place that begin with a capital may end as a title, one word after
        another."""
        if (title := _BARE_TITLE.match(text, end)) is not None:
            yield title.end()
            for _ in range(_TITLE_WORDS):
                further = _WORD_ON.match(text, title.end())
                if further is None:
                    return
                title = further
                yield title.end()

    def proper_before(self, before: str, head: str) -> str | None:
        """The name of two words with capitals or more right before a citation, that begins with a letter or
        figure, and its word, which has one: "Uniform Trial Court Rule 2.010", "Port Commission's Rule 4"."""
        found = None if self.nouns else (self.proper if head.isupper() else self.proper_cued).search(before)
        said = found["name"].split() if found is not None else []
        while said and self.is_small(said[0]):
            said = said[1:]
        name = " ".join(said)
        own = name.isupper() or not self.numbering_words.isdisjoint(name.casefold().split())
        return None if len(said) < _PROPER or own else name

    def heads_alone(self, name: str, text: str) -> bool:
        """Whether a name stands in a text nowhere but before the word of a citation."""
        led = rf"{re.escape(name)}(?:['’]s)?[ \xa0](?i:{self.cues})(?![^\W\d_])"
        return text.count(name) == len(re.findall(led, text))

    def unknown_behind(self, text: str, end: int, itself: Itself, words: LanguageWords) -> str | None:
        """The words with capitals behind "of the" that follow a citation, or the next in a list, no title or
        number of a section of this text; where nouns have capitals, with a short name among them."""
        if (listed := self.listed_on.match(text, end)) is not None:
            end = listed.end()  # "and Deliverable **2.5(g)**"
        of = self.of.match(text, self.behind_title(text, end))
        found = _UNKNOWN.match(text, of.end()) if of is not None and of["the"] is not None else None
        if found is None or found.group().casefold() in itself.titles:
            return None
        said = found.group().split()
        named = not words.works.nouns or any(map(SHORT_NAME.fullmatch, said))
        return found.group() if named and self.numbering_words.isdisjoint(map(str.casefold, said)) else None

    def is_elsewhere(self, name: str, text: str, itself: Itself) -> bool:
        """Whether capitals that have sections are no name of this text: they stand in it nowhere but behind a
        citation ("of the IRC"), or are said to be somebody's ("its CPS") and never "this"."""
        places = re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)
        before = [text[max(0, at.start() - _CITED_BEFORE) : at.start()] for at in places]
        if all(map(self.cited.search, before)):
            return True
        owned = any(map(self.owned.search, before)) and not any(map(self.this_before.search, before))
        return owned and not any(name in short for each in itself.names for short in _initials(each))

    def is_entitled(self, words: list[str], itself: Itself) -> bool:
        """Whether a noun of works with a capital and an adjective that says which are no name of this text or
        of a part of it: "Règles générales"."""
        if len(words) < 2 or not words[0][:1].isupper():
            return False
        name = f"{words[0]} {words[1]}".casefold()
        noun = self.work.fullmatch(words[0]) or self.rules.fullmatch(words[0])
        own = name in itself.titles or any(name in each.casefold() for each in itself.names)
        return noun is not None and self.qualified.fullmatch(words[1].casefold()) is not None and not own

    def end_of_name(self, tokens: list[re.Match[str]], count: int) -> int:
        """Where a name ends of which so many words are known: behind the last word with a capital or a digit
        that small words lead to; a division of works ("Section") begins another citation."""
        end, skipped = tokens[count - 1].end(), 0
        for token in tokens[count:]:
            word = token.group()
            if word.casefold() in self.numbering_words or word.casefold() in self.joins:
                break
            if word[:1].isupper() or word[:1].isdigit():
                end, skipped = token.end(), 0
            elif not self.small.fullmatch(word):
                skipped += 1
                if skipped > self.lower:
                    break
        return end

    def recited(self, before: str, work_named: Callable[[str], str | None]) -> str | None:
        """The noun of the work of which the grounds of a text tell that end right before a citation; None
        where they tell of this text, too: "Whereas the Town Act provides for signs at section 11(3)"."""
        found = self.recital.search(before)
        told = before[found.end() :] if found is not None else ""
        return work_named(told) if told and not self.mine.search(told) else None

    def shortens(self, name: str, words: Collection[str]) -> bool:
        """Whether a name is short for one of some words in small letters, a compound whose end is a noun of
        works: "SpO" for Spielordnung."""
        humps = _HUMP.findall(name)
        short = re.compile("".join(rf"{hump.casefold()}[^\W\d_]*-?" for hump in humps))
        last = humps[-1].casefold() if len(humps) > 1 else ""
        return bool(last) and any(
            short.fullmatch(word) and self.work.fullmatch(word[word.rfind(last) :]) for word in words
        )

    def tells(self, noun: str, next_words: Sequence[str], itself: Itself) -> bool:
        """Whether what stands behind the noun of a work says which it is, and not this text: "the Act of
        1974", "Gesetz gegen den …", "code de commerce", "Code of Conduct", "code pénal"."""
        more = next((word for word in next_words if not self.small.fullmatch(word)), "")
        joined = bool(next_words) and self.small.fullmatch(next_words[0]) is not None
        named = more[:1].isupper() or (joined and (self.nouns or (self.lower and more[:1].islower())))
        which = bool(next_words) and self.qualified.fullmatch(next_words[0]) is not None
        if next_words and self.told_before.fullmatch(next_words[0]) is not None:
            return True  # "loi susvisée"
        called = " ".join((noun, *next_words[:1])).casefold()
        return (
            more[:1].isdigit()
            or more.startswith("n°")
            or (named and (joined or self.lower))
            or (which and not any(called in name.casefold() for name in itself.names))
        )

    def with_number(self, before: str, itself: Itself, is_ours: Callable[[str], bool]) -> str | None:
        """The work with its number that ends right before a citation; None where it may be this text, by its
        number, its noun with a year alone or "this" before it, or begin a sentence that goes on: "By Order
        2014-3, Section 2"."""
        found = self.numbered_before.search(before)
        if found is None or self.called_this.search(before[: found.start()]):
            return None
        serials = _NUMBERS.findall(found["serial"] or found["number"] or found["year"] or "")
        told = [each for each in serials if _SERIAL.fullmatch(each) or _YEARS.fullmatch(each)]
        noun = found["noun"]
        if noun is not None and (
            noun.casefold() in itself.words or not (told or _COUNTED.search(found["serial"]))
        ):
            return None
        if any(map(itself.bears, told)):
            return None
        if found["apart"] == "," and not _OPEN.search(before):
            head = SENTENCE_END.split(before[: found.start()])[-1].split()
            if head and (self.is_small(head[0]) or head[0].casefold() in self.governing):
                return None
        return plain_name(found.group().rstrip(" \xa0,-–—"))

    def tokens(self, text: str, at: int) -> Iterator[re.Match[str]]:
        """The words of a name that may begin at a place."""
        for _ in range(_NAME_WORDS):
            token = TOKEN.match(text, at)
            if token is None:
                return
            yield token
            space = self.between.match(text, token.end())
            if space is None and not self.work.fullmatch(token.group()):
                space = self.subtitle.match(text, token.end())
            if space is None:
                return
            at = space.end()

    def heads_citations(self, name: str, text: str, itself: Itself) -> bool:
        """Whether capitals stand in a text twice at least, and nowhere but before the word of a citation,
        "IRC Section 3", and are neither short for its own name nor of words that are all in capitals."""
        if " " in name or self.is_small(name):
            return False
        every = len(re.findall(rf"(?<![\w-]){re.escape(name)}(?!\w)", text))
        cited = (
            rf"(?<![\w-])(?-i:(?<![A-Z]{{2}}[ \n]){re.escape(name)})[ \xa0](?:{self.cues}|§{{1,2}})[ \xa0]?\d"
        )
        short = any(name in each for own in itself.names for each in _initials(own))
        return not short and every > 1 and every == len(re.findall(cited, text, re.IGNORECASE))

    def is_small(self, word: str) -> bool:
        """Whether a word says nothing, though a sentence begins with it: "Under"."""
        return word.casefold() in self.stop

    def is_versioned(self, version: str, noun: str, itself: Itself) -> bool:
        """Whether a version that none of this text's names has stands before a noun of works."""
        told = VERSION.fullmatch(version) is not None and self.work.fullmatch(noun) is not None
        return told and not any(version.lstrip("v") in name for name in itself.names)

    def is_named_before(self, before: str, itself: Itself) -> bool:
        """Whether a name with a noun of works, which is no whole name of this text, ends right before a word
        of citations that ends `before`: "the MQTT specification section "."""
        cue = self.cue.search(before)
        name = self.noun_before.search(before[: cue.start("cue")] if cue is not None else before)
        return name is not None and not any(name["name"].casefold() in own for own in itself.names)

    def is_told(
        self, tokens: list[str], said: str, is_this: Callable[[str, list[str], list[str]], bool]
    ) -> bool:
        """Whether words name a work that is told of again by its noun alone, and not as this text."""
        for at, noun in enumerate(tokens):
            this = at > 0 and self.mine.search(f" {tokens[at - 1]} ") is not None
            if this or not self._is_same_noun(noun, said):
                continue
            first = at
            while first and tokens[first - 1][:1].isupper() and not self.is_small(tokens[first - 1]):
                first -= 1
            if not is_this(noun, tokens[first : at + 1], tokens[at + 1 : at + 4]):
                return True
        return False

    def _is_same_noun(self, noun: str, said: str) -> bool:
        """Whether a noun of a work is one told of again, which may be short for a compound: "Gesetzes"."""
        base = said.casefold().rstrip("es")
        return self.work.fullmatch(noun) is not None and noun.casefold().rstrip("es").endswith(base)

    @staticmethod
    def is_shouted(text: str, at: int) -> bool:
        """Whether capitals that end at a place are of a line in capitals, and no short name of a work."""
        after = text[at : at + 24].split()
        shouted = after and after[0].isupper() and len(after[0]) > 1 and after[0].isalpha()
        more = len(after) > 1 and after[1].isupper() and after[1].isalpha()
        return bool(shouted) and not is_roman(after[0]) and (more or len(after[0]) > _LAND)

    def that_work(self, text: str, at: int) -> str | None:
        """The noun of a work told of before, which a place says to be another: "of that Directive"."""
        found = self.of_that.match(text, at)
        return found["noun"] if found is not None and self.work.fullmatch(found["noun"]) else None

    def is_inflected(self, word: str) -> bool:
        """Whether the noun of a work has an ending."""
        return any(self.work.fullmatch(word[:-count]) is not None for count in (1, 2))

    def is_prefixed(self, word: str) -> bool:
        """Whether the noun of a work has a short word before it, and may be no work: "Herausgabe"."""
        return any(self.work.fullmatch(word[count:]) is not None for count in range(1, PREFIX))

    def spells(self, said: Sequence[str], itself: Itself) -> bool:
        """Whether words are a title of this text, or a compound that says what a name of it does:
        "Fahrgeld- und Fährzeitgesetz" for "Gesetz zum Fahrgeld und zur Fährzeit"; with what says where it
        holds before it ("Bundes-"), where the short form in that name begins with its letter, too: (BFFG)."""
        if plain_name(" ".join(said)).casefold() in itself.titles:
            return True
        whole = "".join(unaccented(word).strip("-") for word in said if word[:1].isupper())
        for name in itself.names:
            title, _, short = name.partition("(")
            noun, *subjects = [unaccented(w) for w in _NAME_WORD.findall(title) if w[0].isupper()] or [""]
            parts = "(?:e?s|n)?".join(map(re.escape, (*subjects, noun))) if subjects else "(?!)"
            found = re.fullmatch(rf"(?P<holds>[^\W\d_]{{0,12}}?){parts}[a-z]{{0,2}}", whole)
            holds = found["holds"] if found is not None else ""
            if found is not None and (not holds or (len(subjects) > 1 and short[:1].casefold() == holds[0])):
                return True
        return False

    def told(self, short: str, text: str) -> Iterator[str]:
        """What a text says that a short name stands for: "GDPR" means …, … ("GDPR"); not what it says "this"
        of."""
        for at in re.finditer(rf"(?<![\w-]){re.escape(short)}(?![\w-])", text):
            before = text[max(0, at.start() - _BEFORE) : at.start()]
            found = self.shortened.search(before)
            said = found.group() if found is not None else before.rpartition(" ")[0].rpartition(" ")[2]
            if self.mine.search(f" {said} "):
                continue  # 'This Agreement on Lamps ("AL") is made', "this AL is part of it"
            behind = self.standing.match(text, at.end())
            name = behind["name"] if behind is not None else found.group() if found is not None else ""
            if not self.mine.search(f" {name} "):
                yield name

    def defined(self, text: str, titles: Collection[str]) -> dict[str, str]:
        """The works of which a text says which noun stands for each, in small letters: "Act" means the
        Fisheries Act, 1997; the Fisheries Act 1997 (the "Act"). `titles` are those of its own sections."""
        found: dict[str, str] = {}
        for short in self.quoted.finditer(text):
            start = short.start()
            name = self.means.match(text, short.end()) or self.called.search(
                text, max(0, start - _BEFORE), start
            )
            work = plain_name(name["name"]).casefold() if name is not None else ""
            if work and work.split()[-1] == short["short"].casefold() and work not in titles:
                found[work] = short["short"].casefold()
        return found


def _numbered_before(words: LanguageWords) -> re.Pattern[str]:
    """A work with what tells it from others of its kind, right before a citation: its year, its day, its
    number. "LOI n° 2014-366 du 24 mars 2014 - art. 3", "Acts 1975, No. 94, § 4", "Ord. 2014-3 § 2"."""
    w = words.works
    marks = r"(?:[Nn][°º]|[Nn]os?\.?|[Nn]r\.?|[Cc]hs?\.|[Cc]hap(?:ter|\.)|[Cc]ap\.|[Cc]\.|pp?\.)"
    small = rf"(?:{w.small}|{w.of}|v\.|(?i:{words.month}))"
    counted = rf"(?:{marks}[ \xa0]?)?\d[\w/.-]*"
    serial = rf"(?:[,:]?[ \xa0](?:{counted}|{small}|\([A-Z]{{2,8}}\)))"
    capital = "" if w.lower else "(?=[A-Z])"
    year = r"(?:1[5-9]|20)\d\d"
    return re.compile(
        rf"(?<![^\W_])(?:(?P<noun>{capital}(?i:{w.works}))(?P<serial>{serial}{{1,8}})"
        rf"|(?P<enacted>{w.enacted or '(?!)'})(?P<number>{serial}{{1,8}})"
        # "S.O. 2001, Chapter 25", "1979 c.12 §3", "2003 Laws, ch. 5, § 4"
        rf"|(?P<code>(?:[A-Z]\.[ ]?){{2,5}}[ ]?{year})"
        rf"|(?P<year>{year}),?(?:[ ](?:[A-Z]|[a-z]\.)[\w.]*,?){{0,2}}"
        r"[ ](?:[Cc]hs?\.|[Cc]ap\.|[Cc]\.|L\.)[ ]?\d{1,4})"
        r"(?P<apart>,|[ \xa0][-–—])?[ \xa0]$"
    )


def _initials(name: str) -> tuple[str, str]:
    """The first letters of the words of a name, of all and of those with capitals."""
    heads = _HEAD.findall(name)
    return "".join(heads).upper(), "".join(filter(str.isupper, heads))


def is_annex(word: str | None) -> bool:
    """Whether a word is that of what lies behind a work: "Schedule", "Annexes"."""
    return word is not None and not _BEHIND_WORKS.isdisjoint({word.upper(), word.upper().removesuffix("S")})


def named_in_small(text: str, end: int, words: LanguageWords, is_own: Callable[[str], bool]) -> str | None:
    """The name of another work whose noun has a small letter, right behind a citation: "of the XML
    specification"; no name where it is of what was told of last: "Section 9 thereof"."""
    found = _named_in_small(words.works).match(text, end)
    if found is not None and found["name"] is None:
        return ""
    name = plain_name(found["name"]) if found is not None else ""
    return name if name and not any(map(is_own, name.split()[:-1])) else None


@constant
def _named_in_small(works: WorkWords) -> re.Pattern[str]:
    return re.compile(
        rf"[*_]{{0,3}}{SPACE}(?:(?:{works.thereof or '(?!)'})(?!\w)"
        rf"|(?:{works.of}){SPACE}(?:{works.the}){SPACE}"
        rf"(?P<name>(?:[A-Z][\w-]{{1,20}}{SPACE}){{1,4}}(?:{works.works})(?!\w)))"
    )


def plain_name(name: str) -> str:
    """A name in one line, without marks around it."""
    return " ".join(name.split()).strip(" '’")


@constant
def work_forms(words: LanguageWords) -> WorkForms:
    """The expressions of a language; compiled once."""
    return WorkForms(words)
