"""Citations: which numbers in the text cite a section, and where they lead.

The places are found by compiled expressions over the whole text (`citation_places`); what stands before and
behind decides whether a number is a citation (brackets, a cue such as "see", a word such as "Part") or a
measure, a version, a date, a count (`citation_evidence`). A heading's own number cites nothing.

Each citation says how sure it is: by its form, and by how many citations of that form lead to a section of
this text. Those of other works are told apart (`other_works`).
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import quote

from vfdoc.model import NAMED, Key, Reference, Target
from vfdoc.reading.citation_evidence import CitationEvidence, words_before
from vfdoc.reading.citation_forms import BLANKS, SPACE, forms_of, letter_in_brackets
from vfdoc.reading.citation_lists import (
    Listed,
    ListedNumber,
    are_of_part,
    clause_key,
    heads_alone,
    last_of_form,
    listed,
)
from vfdoc.reading.citation_places import PART_BEHIND, CitationPlaces
from vfdoc.reading.citation_weight import CitedNumbers, FoundCitation, LinePlace
from vfdoc.reading.cited_clauses import CitedClauses
from vfdoc.reading.cited_hosts import CitedHosts, TitleLabels
from vfdoc.reading.edited_lines import EditedLines
from vfdoc.reading.listed_works import (
    CitedWork,
    CodedWorks,
    ModifiedWorks,
    OtherDivisions,
    law_about,
    quoted_work,
    stated,
)
from vfdoc.reading.marked_numbers import LONGEST_CUE, FurtherLabels
from vfdoc.reading.numbering import LETTERED, Numbering, Scheme, is_roman, numeral_path
from vfdoc.reading.other_works import OtherWorks
from vfdoc.reading.words import LanguageWords
from vfdoc.reading.work_forms import Itself, named_in_small

_GOES_ON = re.compile(r"[^.!?]+[,;][ \xa0\n]")
_BLANKS = re.compile(BLANKS)
_TITLE_FOLLOWS = re.compile(r"[ \xa0]?:[ \t\xa0]+[^\W\d_a-z]")
_UNDERLINED = re.compile(r"[^\n]{0,90}\n[ ]{0,3}([=-])\1{2,}[ \t]*(?:\n|$)")
_SHOUTED = re.compile(r"(?:[ \t]*[:–—-]|,)[ \t]+[^\W\d_]{2}")
_NO_NOTE = r"(?!(?<=\d[A-Z])\.\d{1,2}[ \t]*(?:\n[ \t]*\n|\Z))"  # "§ 14E.4" at a paragraph's end: a footnote
_LETTERED_PARTS = re.compile(  # 4.c.3, 6D, 2-9A(1), 8.2.vii
    r"(?:(?<=\d)(?=[A-Z](?:\(|(?!\w)))|\.)((?:[ivx]{2,5}|[A-Za-z])(?:(?:\((?:\d{1,2}|[a-z]{1,3})\)){1,4}"
    rf"|(?:{_NO_NOTE}\.(?:\d{{1,2}}|[ivx]{{2,5}}(?!\w)|[A-Za-z](?![A-Za-z])))*))(?!\w|\.[A-Za-z])"
)
_PARTS = re.compile(r"\.(\d{1,3}[a-z]?|[a-z])(?!\w)")
_PARTS_BEHIND = {"own": _PARTS, "prefixed": PART_BEHIND}
_LABEL = re.compile(r"-\d{1,3}[.:)]?[ \t]")  # of "* 5.1-2 A reply …", an item's own count
_HEAD_OF_TITLE = re.compile(r"[#\s*_>]*[^\s#*_>]{0,20}\d[*_]*[.:)]?[*_]*[ \xa0]+$")  # a number, and no more
_NAMED_PART = re.compile(r"[ \xa0]+(?:[\"“«„][^\W\d_]|[^\W\d_a-z][^\W\d_]+[ \xa0\n])")
_NUMBER_AT = re.compile(r"[^\s#*_>]")
_ITEM_LABEL = re.compile(r"[ \t]{0,16}[*+-][ \t]+(?P<of>\d+(?:\.\d+)+)(?:\.(?:[a-z]|[ivx]{2,4})){1,3}[ \t]")
_OWN_LINE = re.compile(r"[#\s*_(\[>]*(?:\((?:[^\W\d_]+|[IVXLC]+)\)[ \xa0]?)?$")
_TITLE = 4  # letters at least of a title by which a number behind no word is known
# How sure a citation of a form is by itself; by a cue, a bracket and the like: citation_evidence.
_EXTERNAL, _WORDED, _BRACKETED, _CLAUSE, _NAMED = 0.9, 0.97, 0.9, 0.8, 0.9

_NOBODY = Itself()


@dataclass(frozen=True, slots=True)
class CitableSections:
    """What is known of the sections of a text where its citations are sought.

    `keys` of all; `numbers` as printed by anchor, with their keys; `titles` of the sections without
    number that may be cited by name; `itself` what the text is called; `cites` the works that its edition
    says it cites; `entitled` the titles by number as printed; `heads` the words behind which numbers begin
    again of another text, of whose sections these are.
    """

    keys: Collection[Key]
    numbers: Mapping[str, tuple[str, Key]] = field(default_factory=dict)
    titles: frozenset[str] = frozenset()
    itself: Itself = _NOBODY
    cites: tuple[CitedWork, ...] = ()
    entitled: Mapping[str, str] = field(default_factory=dict)
    heads: frozenset[str] = frozenset()


class CitationReader:
    """Reads the citations in `text`, those of other works too.

    `line_starts` are the offsets at which the lines begin, `headings` those of the headings' own
    numbers; `place_of` says where a line (1-based) belongs, None where it is no text.
    """

    def __init__(
        self,
        text: str,
        line_starts: Sequence[int],
        headings: Collection[int],
        place_of: Callable[[int], LinePlace | None],
        numbering: Numbering,
        words: LanguageWords,
        sections: CitableSections,
    ) -> None:
        self.printed = frozenset(number for number, _ in sections.numbers.values())
        forms = forms_of(numbering, words, sections.keys, self.printed)
        self.text, self.starts, self.headings, self.place_of = text, line_starts, headings, place_of
        self.forms, self.sections, self.known = forms, sections, sections.keys
        self.clauses = CitedClauses(
            text, line_starts, headings, self._section_of, forms, sections.keys, sections.numbers
        )
        self.hosts = CitedHosts(
            text,
            forms,
            sections.keys,
            lambda number, word: self._target(number, word).key,
            sections.numbers,
            [(sections.entitled.get(number, ""), key) for number, key in sections.numbers.values()],
            lambda: self.places.headed,
        )
        self.labels = TitleLabels(
            text,
            [(sections.entitled.get(number, ""), key) for number, key in sections.numbers.values()],
            self._key,
            sections.keys,
        )
        self.further = FurtherLabels(text, self._key, sections.keys)
        vacant = words.forms.vacant or "(?!)"
        self.vacant = re.compile(rf"{SPACE}(?:{vacant})[ \t]*(?=[().;\n]|$)", re.IGNORECASE)
        lettered = bool(self.clauses.lettered or self.clauses.trees) or self.clauses.divided
        lettered = lettered or bool(self.clauses.items.letters)
        self.places = CitationPlaces(
            text, headings, forms, sections.keys, self.printed, sections.titles, sections.heads,
            clauses=lettered, parts=self.clauses.parts.found if self.clauses.parts else None,
        )  # fmt: skip
        itself = sections.itself._replace(words=frozenset(self.places.headed))
        self.works = OtherWorks(text, itself, forms.words)
        self.coded = CodedWorks(text, forms, sections.keys, self.printed, self.works.cited)
        self.modified = ModifiedWorks(text, forms.words, self.works)
        self.divisions = OtherDivisions(text, forms, sections.keys, self.places.headed, self._key)
        self.evidence = CitationEvidence(text, forms, self.known, self.places, self.works, sections.entitled)
        self.numbers = CitedNumbers(text, sections.keys, forms, self.places, self.works)

    def carry(self, before: CitationReader, changed: Sequence[EditedLines]) -> bool:
        """Takes over what the whole text showed before some of its lines changed; False where these may show
        something else now. The sections, and where lines belong, are as they were."""
        asked = before.hosts.__dict__
        return (
            not (self.sections.cites or self.modified.lists or before.modified.lists)
            and self.forms is before.forms
            and not self.forms.numbering.annexed
            and self.places.carries(before.places)
            and all(n not in asked or getattr(self.hosts, n) == asked[n] for n in ("within", "joined"))
            and self.divisions.carries(before.divisions)
            and self.clauses.carries(before.clauses, changed)
            and self.works.carry(before.works, changed)
            and self.coded.codes == before.coded.codes
            and self.evidence.carry(before.evidence, changed)
        )

    def found(self, begin: int = 0, end: int | None = None) -> tuple[list[FoundCitation], list[Reference]]:
        """The citations between two offsets before they are weighed, and those of other works."""
        own: list[FoundCitation] = []
        foreign: list[Reference] = []
        taken: list[tuple[int, int]] = []
        told = stated(self.text, self.sections.cites)
        coded = self.coded.found(begin, len(self.text) if end is None else end)
        for start, stop, work, number in sorted((*told, *coded), key=lambda s: s[:2]):
            if not taken or start >= taken[-1][1]:
                taken.append((start, stop))
                foreign += self._of_stated(start, stop, number, work)
        for found in self._found(taken, begin, end):
            if isinstance(found, Reference):
                foreign.append(found)
            else:
                own.append(found)
        return own, foreign

    def _found(
        self, taken: Sequence[tuple[int, int]], begin: int, stop: int | None
    ) -> Iterator[FoundCitation | Reference]:
        begins = [start for start, _ in taken]
        end = cited = away = refused = 0  # a clause that is none may be a paragraph, "56 of this By-law"
        for start, first, kind in self.places.candidates(begin, stop):
            if start < end or (start < refused and kind != "cued"):
                continue
            at = bisect_right(begins, first) - 1
            if at >= 0 and start < taken[at][1]:
                continue
            if kind == "clause" and self.modified.goes_on(away, start):
                end = away = first  # "in section 87 of the Act, in sub-section (2)"
                continue
            found = self._citation(start, first, kind, cited)
            if found is None:
                end, refused = (end, first) if kind == "clause" else (first, refused)
                continue
            numbers, end, form, sure, work = found
            away = end if work is not None else 0
            if work is not None:
                for each in self._pieces(numbers, form, sure):
                    targets = tuple(Target(t.number, ()) for t in each.targets)
                    yield Reference(
                        section=each.place.section, document=each.place.document, line=each.line,
                        column=each.column, text=each.text, targets=targets, range=each.range,
                        confidence=_EXTERNAL, external=True, work=work or None,
                    )  # fmt: skip
                continue
            cited = numbers[-1].end
            yield from self._pieces(numbers, form, sure)

    def _citation(
        self, start: int, first: int, kind: str, cited: int
    ) -> tuple[tuple[ListedNumber, ...], int, str, float, str | None] | None:
        """The numbers of a citation, where all that belongs to it ends, its form and how sure that is, and
        the other work that it cites, if it does; None where the candidate is none."""
        text, forms = self.text, self.forms
        if kind == "named":
            return (ListedNumber("", start, first),), first, kind, _NAMED, None
        if kind == "cued" and not self.evidence.cites_whole(start, first):
            return None
        if kind == "clause":
            numbers = self.clauses.beside(start, first) or self.clauses.cited(start, first)
            return (numbers, numbers[-1].end, kind, _CLAUSE, None) if numbers else None
        if kind == "alone" and (own_part := self.clauses.parted(start, first)) != ():
            return (own_part, own_part[-1].end, "clause", _CLAUSE, None) if own_part else None
        word = None
        if kind in ("worded", "unknown"):
            found = forms.word.match(text, start)
            word = found.group("word") if found is not None else None
        line = bisect_right(self.starts, start)
        plain = (
            word is None
            and kind not in ("mixed", "short", "own", "titled", "prefixed")
            and text[start - 1] == "("
            and text[first : first + 1] == ")"
        )
        if plain and self.evidence.is_measure_in_brackets(start, first, self.starts[line - 1]):
            return None
        if plain:  # "(8.4)" needs no look around
            alone = ListedNumber(text[start:first], start, first)
            span, form, sure = Listed((alone,), first), "(", _BRACKETED
        else:
            form, sure, counted = (word or "").casefold(), _WORDED, False
            bracketed = text.startswith(" (", first) and kind in ("alone", "titled")
            told = (kind == "short" or bracketed) and self._has_title_behind(start, first, line)
            if kind == "titled" and not told and self.labels.stands(first):
                told = forms.cue.search(words_before(text, start)) is not None
            if kind in ("own", "prefixed") or told:
                form = "titled" if bracketed else kind
            elif kind == "titled":
                return None
            elif word is None:
                if _LABEL.match(text, first) and text[start - 1] != "(" and self._is_mark(start, line):
                    return None
                if kind == "short" and forms.parts_before.search(text, max(0, start - LONGEST_CUE), start):
                    return None  # "Nummer 1, 1a"
                # "See 8.2.1 for support, 9.1 for losses": what follows a citation goes on from it.
                again = 0 < start - cited < LONGEST_CUE and _GOES_ON.fullmatch(text, cited, start) is not None
                # Before it is read: of a list that does not cite, each number is asked anew.
                introduced = self.evidence.introduces(start, first, self.starts[line - 1], again)
                if introduced is None:
                    return None
                form, sure, counted = introduced
                if kind == "short" and not again and (sure < _BRACKETED or self._is_mark(start, line)):
                    return None
            elif self._is_own_number(start, first, line) or self.evidence.counts_apart(word, start, first):
                return None
            if word is None and self._is_label_of_own(start, line):
                return None
            several = word is None and self._is_behind_several(start)
            span = self._listed(start, first, word, several=several).up_to(
                lambda n: self.places.begins_law(n.word, word) and self._key(n, word) not in self.known
            )
            if not span.numbers:
                return None
            last = span.numbers[-1].end
            if (
                word is None
                and kind != "own"
                and (self.evidence.is_measure(start, last) or (counted and self.evidence.counts(last)))
            ):
                return None
        hosted = self.hosts.with_hosts(span.numbers, word, start, span.end, self._section_of(line))
        if hosted is not None and not hosted.numbers:
            if self.works.cited(start, span.end, word) is None:
                return None  # "section 10 of the said Article"
            hosted = None
        span = hosted or span
        numbers = self._sound(self.labels.meant(span.numbers, word), word)
        here = self.sections.numbers.get(self._section_of(line) or "", ("", ()))[1]
        if not numbers or numbers[0].labelled == here != ():
            return None  # "10 Appendix A – Forms" is its own heading
        parts = _PARTS_BEHIND.get(kind, _LETTERED_PARTS)
        numbers = tuple(self._with_parts(n, parts) for n in numbers)
        if are_of_part(text, numbers, word, forms, self.places.headed):
            return None
        if letter := letter_in_brackets(text, start, numbers[-1].end, forms):
            numbers = (*numbers[:-1], numbers[-1].with_letter(letter))
        if numbers[0].clause is None and not numbers[0].part:
            told_of = self.clauses.with_told_before(numbers[0], start, self._key(numbers[0], word))
            numbers = (told_of, *numbers[1:])
        borne = [self._key(n, word) in self.known for n in numbers]
        nowhere = not any(borne)
        if nowhere and word is not None and heads_alone(text, start, span.end):
            return None  # "### Article Art. 28 ter" heads a section, and was not read as that
        counts = (
            not word and form not in forms.heads and all(self.numbers.is_value(n.number) for n in numbers)
        )
        if nowhere and (counts or (word is None and self.numbers.is_marked(start, numbers[-1].end))):
            return None
        if nowhere and word is not None and word.islower() and forms.some.search(words_before(text, start)):
            return None  # "spans a section 2 tiles wide"
        lettered = _LETTERED_PARTS.match(text, span.end)  # "Section 4.e of the Trust Provisions"
        parted = self.text[numbers[-1].end : span.end + 1].endswith(",") and span.end > numbers[-1].end
        stop = span.end + parted  # "Section 3, paragraph 2, of the Companies Act"
        formed = word is None and all(borne) and all(self.evidence.is_of_own_form(n.number) for n in numbers)
        work = self.works.cited(start, lettered.end() if lettered is not None else stop, word, own=formed)
        if formed and work and self.works.work_named(work) is None:
            work = None  # "17.C.3.b of the Ferry Rule", which is no other work
        work = self.divisions.cited(word, stop, self.works.cited) if work is None else work
        if work is None and word is not None and (inner := self._inner(span.end)) is not None:
            work = self.works.cited(start, inner.end, word)  # "Article 250 § 3 of the Companies Act"
            if work is None and nowhere:
                return None
        if work is None:
            work = self._chained(span.end, own=all(borne))
        if work is None and (
            word is not None or kind == "cued" or forms.cue.search(words_before(text, start))
        ):
            work = self.modified.work_at(start, span.end)
        if work is None and nowhere:
            work = self.works.beside(start, max(span.end, numbers[-1].end), self.places.linked)
            if work is None:
                work = named_in_small(self.text, span.end, self.forms.words, self.works.is_own)
            scheme = forms.scheme_of(word or "")
            if work is None and scheme and all(self._is_attached(scheme, n.number) for n in numbers):
                work = ""
            if work is None and self.divisions.are_of_another_chapter(numbers, word):
                work = ""
            if work is None:
                work = quoted_work(text, start, self.works.is_own, self.sections.entitled)
            if work is None:
                work = law_about(text, start, span.end, self.works.is_compound)
            if work is None and word is not None:
                work = self.works.behind_title(span.end, self.sections.entitled)
        if nowhere and self.vacant.match(text, span.end):
            return None  # "(article 9 omitted)"
        if work is None and nowhere and any(self.places.is_of_no_form(n.number) for n in numbers):
            return None
        if work is not None and kind != "unknown" and (before := self._own_before(numbers, start, word)):
            return before, before[-1].end, form, sure, None
        if work is None and kind == "unknown" and self._is_of_a_law(numbers[0], word or ""):
            work = ""
        own = kind != "unknown" or self.numbers.may_be_meant(numbers[0].number, word or "")
        own = own or self.works.is_said_own(span.end)  # "section 61 of this Act"
        own = own or (numbers[0].host + numbers[0].labelled != () and not nowhere)
        own = own and not any(self.places.counts_otherwise(n.number, n.word or word) for n in numbers)
        if work is None and (hosted is None or not own):
            return None  # "Section 2" where nothing says of which article; "rule 7" where no section bears it
        return numbers, max(span.end, numbers[-1].end), form, sure, work

    def _is_of_a_law(self, number: ListedNumber, word: str) -> bool:
        """Whether "Artikel 8", "Art. 8" is of another law, which stands further above: this text counts
        paragraphs, and has no article; "Art 8" may be a kind."""
        told = len(word) > len("Arts") or self.text[number.start - 2] == "."
        return told and self.places.is_of_a_law(word.casefold()) and not self.works.is_said_own(number.end)

    def _with_parts(self, number: ListedNumber, form: re.Pattern[str]) -> ListedNumber:
        """A number with the parts that stand behind it: "Section 4.c.3", "t.35.1/2", which is of t.35."""
        if clause := self.places.linked.clause_behind(number.end) if number.clause is None else "":
            return number._replace(number=number.number + clause)
        parts = None if number.clause or "(" in number.number else form.match(self.text, number.end)
        return number if parts is None else number._replace(clause=parts.group(1), end=parts.end())

    def _chained(self, end: int, *, own: bool) -> str | None:
        """The work that the next citation names which this one is read with, or goes on to: "§ 29 in
        conjunction with § 31 of the Act"; else a name of which nothing else is known. One whose numbers this
        text has, too (`own`), is that work's only with a next one of which the same is so."""
        forms = self.forms
        joins = (forms.titled_on,) if own else (forms.chained, forms.part_on, forms.titled_on)
        joined = next(filter(None, (form.match(self.text, end) for form in joins)), None)
        word = forms.word.match(self.text, joined.end()) if joined is not None else None
        further = self._inner_at(word.start()) if word is not None else None
        if word is None or further is None:
            last = None if own else last_of_form(self.text, end, forms)  # "L. 213-1 et L. 213-2 du code"
            told = self.works.cited(*last, None) if last is not None else None
            name = told or self.works.unknown(end)
            return name if not own or self.divisions.is_elsewhere(name) else None
        if own and not all(self._key(each, word.group("word")) in self.known for each in further.numbers):
            return None
        return self.works.cited(word.start(), further.end, word.group("word"))

    def _own_before(
        self, numbers: tuple[ListedNumber, ...], start: int, word: str | None
    ) -> tuple[ListedNumber, ...]:
        """Of a list whose end cites another work, the numbers before the last word in it, where sections bear
        them all and none of those behind it: "Section 3.2 and Section 12.4 of the Companies Act"."""
        last = max((at for at, number in enumerate(numbers) if number.word is not None), default=0)
        if not last or numbers[last].ends_range:
            return ()
        led = self._is_led_again(start, numbers[last].word_start)
        if (word or "")[:1] == (numbers[last].word or "")[:1] == "§" and not led:
            return ()  # statutes write the sign before each: "§ 721 oder § 794a der Zivilprozessordnung"
        said, borne = word, []
        for number in numbers:
            said = number.word or said
            borne.append(self._key(number, said) in self.known)
        apart = all(borne[:last]) and (led or not any(borne[last:]))
        return (
            numbers[:last] if apart and self.works.cited(start, numbers[last - 1].end, word) is None else ()
        )

    def _is_led_again(self, start: int, again: int) -> bool:
        """Whether the same small word that is no article leads to two citations: "nach § 13 und nach § 5"."""
        first, second = (words_before(self.text, at).split()[-1:] for at in (start, again))
        articles = (*self.forms.words.forms.names.articles, *self.forms.words.works.the.split("|"))
        return first == second != [] and first[0].islower() and first[0] not in articles

    def _inner(self, end: int) -> Listed | None:
        """The list with which a citation of a part of a work goes on: "§ 3" of "Article 250 § 3"."""
        found = _BLANKS.match(self.text, end)
        at = found.end() if found is not None else end
        return self._inner_at(at) if at > end else None

    def _inner_at(self, at: int) -> Listed | None:
        """The list that begins at a place with a word and its number."""
        inner = self.forms.word.match(self.text, at)
        number = self.forms.number.match(self.text, inner.end()) if inner is not None else None
        if inner is None or number is None:
            return None
        first = inner.end() + len(number.group().partition("(")[0])
        return self._listed(at, first, inner.group("word"))

    def _listed(self, start: int, first: int, word: str | None, *, several: bool = False) -> Listed:
        return listed(
            self.text, start, first, word, self.forms, self.known, self.headings, self.printed,
            self.clauses.has, several=several,
        )  # fmt: skip

    def _sound(self, numbers: tuple[ListedNumber, ...], word: str | None) -> tuple[ListedNumber, ...]:
        """The numbers of a list up to the first that is a letter or a Roman numeral that no section bears,
        "the part I like" ("Article IX" is meant where the articles have such)."""
        said = None
        for at, number in enumerate(numbers):
            said = number.word or said
            vague = number.number.isalpha() and not (
                (len(number.number) > 1 and self.forms.words.ordinal(number.number) > 0)
                or self._is_numeral(number.number, said or word or "")
                or self.further.lacks(number, said or word)
            )
            vague = vague or (said is not None and getattr(self.forms.scheme_of(said), "nested", False))
            if vague and self._key(number, said) not in self.known:
                return numbers[:at] if not number.ends_range else ()
        return numbers

    def _is_numeral(self, number: str, word: str) -> bool:
        """Whether a Roman numeral, not the word "I", stands behind a word that heads sections with such."""
        return number != "I" and is_roman(number) and self.places.has_numerals(word.casefold())

    def _is_mark(self, start: int, line: int) -> bool:
        """Whether a number stands at the head of its line: "(1a) Who …"."""
        return _OWN_LINE.match(self.text[self.starts[line - 1] : start]) is not None

    def _is_label_of_own(self, start: int, line: int) -> bool:
        """Whether a number labels an item of the section in which it stands: "* 4.3.a the price", in 4.3."""
        label = _ITEM_LABEL.match(self.text, self.starts[line - 1])
        number, _ = self.sections.numbers.get(self._section_of(line) or "", ("", ()))
        return label is not None and label.start("of") == start and label["of"] == number

    def _has_title_behind(self, start: int, end: int, line: int) -> bool:
        """Whether the title of the section stands behind its number: "as V4 Access Control demands",
        "9 (Usage Rules)"."""
        title = self.sections.entitled.get(self.text[start:end], "")
        end += self.text.startswith(".", end)  # "go on to “6-6. End of the Day”"
        begin = end + 1 + self.text.startswith("(", end + 1)
        behind = self.text[begin : begin + len(title) + 1]
        told = len(title) >= _TITLE and behind.startswith(title) and not behind[len(title) :].isalnum()
        return told and self.text[end] in " \xa0\n" and not self._is_mark(start, line)

    def _is_behind_several(self, start: int) -> bool:
        """Whether the word before a number is of several: "Sections 1.3.2 and 9"."""
        word = words_before(self.text, start).rstrip(" \xa0").rpartition(" ")[2].casefold()
        return word.endswith("s") and (word in self.forms.heads or word in self.evidence.said_own)

    def _is_own_number(self, start: int, end: int, line: int) -> bool:
        """Whether a number is that of the line at whose head it stands, though that was not read as numbered:
        "## (repealed) §§ 3 to 6", "Part 1: Latin alphabet"."""
        begin = self.starts[line - 1]
        line_text = self.text[begin : self.text.find("\n", end)]
        if line_text[:1] != "#" and line_text.isupper() and _SHOUTED.match(self.text, end) is not None:
            return True  # "… RULE 1 - THE PLAY"
        if self.text[begin:start].isspace() or start == begin:
            if _UNDERLINED.match(self.text, end) is not None:
                return True  # "Article 311-1 à 323-1" above a line of hyphens: the title of an excerpt
            return _TITLE_FOLLOWS.match(self.text, end) is not None
        if _HEAD_OF_TITLE.match(self.text[begin:start]) and _NAMED_PART.match(self.text, end):
            number = _NUMBER_AT.search(self.text, begin, start)
            if number is not None and number.start() in self.headings:
                return True  # "3.2.4 Part 2 “The Lamps”": the title of a section, which counts so by itself
        if line_text[:1] != "#":
            return False
        if self.text[start - 1] == "(" and line_text.rstrip(" *_#").endswith(")"):
            return False  # "## (Section 6(4) - Zones)", below the heading of a schedule: whose it is
        # "## 5.2 Conformance Clause 1: Log File" has a count of its own in its title
        own = _OWN_LINE.match(self.text[begin:start]) is not None
        return own or _TITLE_FOLLOWS.match(self.text, end) is not None

    def _section_of(self, line: int) -> str | None:
        place = self.place_of(line)
        return place.section if place is not None else None

    def _pieces(self, numbers: tuple[ListedNumber, ...], form: str, sure: float) -> Iterator[FoundCitation]:
        """A list as citations, one a line of the text, and one behind a remark in it."""
        at = 0
        said: str | None = None
        while at < len(numbers):
            line = bisect_right(self.starts, numbers[at].start)
            last = at
            while last + 1 < len(numbers) and not (further := numbers[last + 1]).apart:
                if bisect_right(self.starts, further.start) != line:
                    break
                last += 1
            group, at = numbers[at : last + 1], last + 1
            place = self.place_of(line)
            start = group[0].start
            if group[0].word is not None and group[0].word_start >= self.starts[line - 1]:
                start = group[0].word_start
            targets: list[Target] = []
            for number in group:
                said = number.word or said
                target = self._target(
                    number.number, said, number.clause, self.text[number.start : number.end], number.host
                )
                if number.part and not target.clause:
                    part = " ".join(number.part.split())
                    most = self.clauses.greatest(number, part)
                    target = target._replace(clause=part, paragraph=most)
                if number is numbers[-1] and self.forms.following.match(self.text, number.end):
                    target = target._replace(following=True)
                target = Target(None, number.labelled) if number.labelled else target
                targets.append(target._replace(ends_range=True) if number.ends_range and targets else target)
            if at < len(numbers) and numbers[at].ends_range:  # "§§ 39 bis", and 47 in the next line
                last_of = self._target(numbers[at].number, numbers[at].word or said, host=numbers[at].host)
                targets += [last_of._replace(ends_range=True)] if last_of.key in self.known else []
            if place is not None:
                text = self.text[start : group[-1].end]
                is_range = any(target.ends_range for target in targets)
                column = start - self.starts[line - 1] + 1
                leads = any(map(self.numbers.leads, targets))
                lost = next((each for each in targets if self.numbers.is_lost(each)), None)
                ours = lost is not None and self.works.is_said_own(group[-1].end)
                far, odd = any(t.paragraph for t in targets) and self.numbers.is_past(group[-1].end), False
                if lost is not None and not ours:
                    far = self.numbers.is_far(lost, start, group[-1].end, place.section)
                    told = self.hosts.are_told(start, group[-1].end)
                    odd = not far and self.numbers.is_odd(lost, start, group[-1].end, told=told)
                    far = far or (odd and not self.numbers.may_be_slip(lost, form, start, group[-1].end))
                yield FoundCitation(
                    place=place, line=line, column=column, text=text, targets=tuple(targets), range=is_range,
                    form=form, sure=sure, leads=leads, far=far, odd=odd,
                )  # fmt: skip

    def _key(self, number: ListedNumber, word: str | None) -> Key:
        return number.labelled or self._target(number.number, number.word or word, host=number.host).key

    def _target(
        self, number: str, word: str | None, clause: str | None = None, name: str = "", host: Key = ()
    ) -> Target:
        numbering = self.forms.numbering
        if not number:
            return Target(None, (NAMED, " ".join(name.split()).casefold()))
        scheme = numbering.patterned(number) if word is None else self.forms.scheme_of(word)
        plain = scheme is not None and (
            scheme.pattern or "." not in number or self._is_attached(scheme, number)
        )
        series = scheme.series if scheme is not None and plain else ""
        base, bracket, _ = number.partition("(")
        key = (series, base) if (series, base) in self.known else (*host, *self.forms.key(base, series))
        if key not in self.known and base[:1].isalpha() and len(base.partition(".")[0]) < len(base):
            key = numeral_path(base) if numeral_path(base)[:1] in self.known else key  # VI.3, of Article VI
        lettered = len(base) == 1 and base.isupper() and self.places.lettered.are_behind(word)
        headed = self.places.headed.get((word or "").casefold(), ())
        if not (series and key in self.known) and (lettered or ((base,) in self.known and base in headed)):
            key = (base,)  # "Section C", where A and B come before it: no hundred
        if series == LETTERED and base in ("I", "V", "X") and key not in self.known:
            key = (series, *numbering.key(base))  # Annex I, where II and III follow
        if bracket:
            inner = number[len(base) :]
            return Target(number, (*key, *clause_key(inner)), inner)
        lost = key not in self.known and is_roman(base.partition(".")[0]) and "." in base
        if clause and not (lost and key == numeral_path(base)):  # VI.3.b, where no section is VI.3
            return Target(number, (*key, *clause_key(clause)), clause)
        return Target(number, key)

    def _is_attached(self, scheme: Scheme, number: str) -> bool:
        """Whether a parted number is of a schedule that lies beside this text, which has none of its own:
        "Schedule 4.7" to a contract is numbered for Section 4.7."""
        heads = any(word.casefold() in self.places.headed for word in scheme.words)
        above = self.sections.entitled.get(number.partition(".")[0], "").casefold()
        heads = heads or any(above.startswith(word.casefold()[:-1]) for word in scheme.words)  # "Appendices"
        own = (heads or self.forms.numbering.annexed) and not scheme.alone
        parted = number[:1].isdigit() and "." in number
        return scheme.kind == "rule" and scheme.series != "" and parted and not own

    def _of_stated(self, start: int, end: int, number: str, work: CitedWork) -> Iterator[Reference]:
        """A citation of a work that the edition names, as far as it stands on its first line."""
        line = bisect_right(self.starts, start)
        place = self.place_of(line)
        if place is not None:
            text = self.text[start:end].partition("\n")[0].rstrip()
            address = work.address.replace("{number}", quote(number)) or None
            column = start - self.starts[line - 1] + 1
            yield Reference(
                section=place.section, document=place.document, line=line, column=column, text=text,
                targets=(Target(number, ()),), external=True, work=work.name or None, address=address,
            )  # fmt: skip
