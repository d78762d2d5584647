"""What a quotation comes to: whether its words stand where it says, elsewhere, otherwise, or nowhere.

In: the words quoted, the sections that they are quoted from (none where the text does not say), the editions
known as indexes of their words. Out: one verdict with the place where the words stand, or nearly do, and what
differs. The words of a quotation are compared after typography, case and stops; citations in brackets that it
leaves out do not count, nor does what it leaves out openly ("…"), unless that is a denial.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.language.sequences import stretches
from vfdoc.language.typography import levelled, unaccented
from vfdoc.model.comparison import Exchange
from vfdoc.model.session import constant
from vfdoc.model.words import WordForms
from vfdoc.verdicts.citing.text_index import IndexedSection, IndexMatch, TextIndex
from vfdoc.verdicts.normalised import Normalised, WordToken, is_number, normaliser

QuotationVerdict: TypeAlias = Literal[
    "exact", "levelled", "reworded", "altered", "misattributed", "other-edition", "absent", "unjudged"
]

_LEFT_OUT = re.compile(r"[\[(<]?(?:…|\.{3}|\. \. \.)[\])>]?|\[[^\[\]\n]{0,60}\]")
_NUMBER = r"(?:[A-Z]\d{0,2}|\d{1,4})(?:\.\d{1,4}){1,8}[a-z]?"
_NUMBERS = re.compile(_NUMBER)
_BRACKET = re.compile(r"[\s.,;:]*[(\[]([^()\[\]\n]{1,60})[)\]]")
_BRACKETED_END = re.compile(r"\d[)\]]\W*$")
_EMPHASIS = str.maketrans("", "", "*_`\\")
_STOPS = " \t\n\xa0.,;:!?–—-…"
_FEW = 4  # words that may be said of anything
_ALIKE_CITED = 0.55  # from which words are those of the section cited, altered
_ALIKE = 0.72  # and of one that is not
_LONG = 6  # words that nobody says by chance


class EditionWords(NamedTuple):
    """An edition as quotations are held against it: its id and the index of its sections' words."""

    edition: str
    words: TextIndex


class Judgement(NamedTuple):
    """The verdict on a quotation; `grave` where a number, a sign or a denial differs. `edition` and
    `anchor` say where the words stand, or what is most like them, `printed` the words there, `exchanges`
    what differs (old are the edition's words, new the quotation's)."""

    verdict: QuotationVerdict
    grave: bool = False
    edition: str | None = None
    anchor: str | None = None
    printed: str = ""
    exchanges: tuple[Exchange, ...] = ()
    words: int = 0


def entry_of(anchor: str, text: str, forms: WordForms) -> IndexedSection:
    """A section as an entry of the index."""
    return IndexedSection(anchor, text, tuple(_words(text, forms)))


def judge(
    quoted: str,
    cited: frozenset[str],
    numbers: tuple[str, ...],
    base: EditionWords,
    others: Sequence[EditionWords],
    forms: WordForms,
) -> Judgement:
    """The verdict on a quotation; `cited` are the anchors of the sections that it is quoted from, and of all
    that belongs to them, `numbers` theirs as printed. `base` is the edition cited, `others` those beside
    it."""
    parts = [part for part in _parts(quoted) if _words(part, forms)]
    if len(parts) > 1:
        whole = _in_parts(parts, cited, base, forms)
        if whole is not None:
            return whole
        judged = [_judge(part, cited, numbers, base, others, forms) for part in parts]
        found = max(judged, key=lambda j: (_ORDER.index(j.verdict), j.grave, j.words))
        return found._replace(words=sum(j.words for j in judged))
    return _judge(parts[0] if parts else quoted, cited, numbers, base, others, forms)


_ORDER: tuple[QuotationVerdict, ...] = (
    "unjudged", "exact", "levelled", "reworded", "absent", "misattributed", "other-edition", "altered"
)  # fmt: skip


def _judge(
    quoted: str,
    cited: frozenset[str],
    numbers: tuple[str, ...],
    base: EditionWords,
    others: Sequence[EditionWords],
    forms: WordForms,
) -> Judgement:
    said = _words(quoted, forms)
    words = [word for word, _, _ in said]
    if not words:
        return Judgement("unjudged")
    occurrences = base.words.occurrences(words)
    here = next((found for found in occurrences if found.entry.anchor in cited), None)
    if here is None and not _BRACKETED_END.search(quoted):
        here = next((found for found in occurrences if _cites_behind(found, numbers)), None)
    there = here or (occurrences[0] if occurrences else None)
    telling = len(words) >= _FEW or any(map(is_number, words))
    if there is not None and (here is not None or not cited or not telling):
        return _verbatim(quoted, there, base, forms, len(words))
    near = base.words.nearest(words, cited) if cited else None
    if near is not None and near.alike < (_ALIKE_CITED if len(words) >= _FEW else 0.5):
        near = None
    if there is not None:
        wrong = _verbatim(quoted, there, base, forms, len(words))
        if wrong.verdict == "altered":
            return wrong
        return wrong._replace(verdict="misattributed")
    for other in others:
        elsewhere = other.words.occurrences(words)
        if elsewhere and len(words) > _FEW:
            exchanges = _compared(quoted, near, forms)[1] if near is not None else ()
            found = elsewhere[0]
            return Judgement(
                "other-edition", True, other.edition, found.entry.anchor, found.printed, exchanges, len(words)
            )
    if near is None and len(words) >= _LONG:
        near = base.words.nearest(words)
        if near is not None and near.alike < _ALIKE:
            near = None
    if near is not None and telling:
        grave, exchanges = _compared(quoted, near, forms)
        verdict: QuotationVerdict = "altered" if exchanges else "reworded"
        return Judgement(verdict, grave, base.edition, near.entry.anchor, near.printed, exchanges, len(words))
    asked = quoted.rstrip(" *_").endswith("?")
    return Judgement("absent" if cited and not asked else "unjudged", words=len(words))


def _verbatim(quoted: str, found: IndexMatch, base: EditionWords, forms: WordForms, words: int) -> Judgement:
    """The verdict on words that stand there, but for typography and what a citation in them says."""
    printed = found.printed
    cites, cited = (_NUMBERS.findall(text) for text in (quoted, found.entry.text))
    wrong = [number for number in cites if number not in cited]
    if wrong:
        exchanges = (Exchange("", ", ".join(wrong)),)
        return Judgement("altered", True, base.edition, found.entry.anchor, printed, exchanges, words)
    plain = (" ".join(text.translate(_EMPHASIS).split()).strip(_STOPS) for text in (quoted, printed))
    one, other = plain
    verdict: QuotationVerdict = "exact" if one == other or one in other else "levelled"
    return Judgement(verdict, False, base.edition, found.entry.anchor, printed, (), words)


def _cites_behind(found: IndexMatch, numbers: tuple[str, ...]) -> bool:
    """Whether the edition itself cites one of these numbers right behind the words: what seems to say where
    they stand is then part of what is quoted."""
    behind = _BRACKET.match(found.entry.text, found.entry.words[found.last - 1][2])
    return behind is not None and any(number in numbers for number in _NUMBERS.findall(behind[1]))


def _in_parts(
    parts: Sequence[str], cited: frozenset[str], base: EditionWords, forms: WordForms
) -> Judgement | None:
    """The verdict on a quotation that leaves words out openly: all of its parts stand in one section, in
    order; None where they do not."""
    sought = [[word for word, _, _ in _words(part, forms)] for part in parts]
    longest = max(sought, key=len)
    places = base.words.occurrences(longest)
    for found in sorted(places, key=lambda f: f.entry.anchor not in cited):
        entry = found.entry
        spans = _in_order(sought, [word for word, _, _ in entry.words])
        if spans is None:
            continue
        size = sum(map(len, sought))
        printed = entry.text[entry.words[spans[0][0]][1] : entry.words[spans[-1][1] - 1][2]]
        for (_, end), (start, _) in pairwise(spans):
            gap = entry.text[entry.words[end - 1][2] : entry.words[start][1]]
            denials = [w for w, _, _ in entry.words[end:start] if w in _denials(forms)]
            if denials and not re.search(r"[.!?]\s", gap):
                exchange = (Exchange(" ".join(gap.split()), "…"),)
                return Judgement("altered", True, base.edition, entry.anchor, printed, exchange, size)
        verdict: QuotationVerdict = "exact" if entry.anchor in cited or not cited else "misattributed"
        return Judgement(verdict, False, base.edition, entry.anchor, printed, (), size)
    return None


def _in_order(sought: Sequence[Sequence[str]], words: Sequence[str]) -> list[tuple[int, int]] | None:
    spans: list[tuple[int, int]] = []
    at = 0
    for part in sought:
        for start in range(at, len(words) - len(part) + 1):
            if words[start] == part[0] and list(words[start : start + len(part)]) == list(part):
                spans.append((start, start + len(part)))
                at = start + len(part)
                break
        else:
            return None
    return spans


def _parts(quoted: str) -> Iterator[str]:
    """The parts of a quotation between what it leaves out, or puts in, openly."""
    at = 0
    for found in _LEFT_OUT.finditer(quoted):
        if _NUMBERS.search(found.group()):
            continue
        yield quoted[at : found.start()]
        at = found.end()
    yield quoted[at:]


def _compared(quoted: str, near: IndexMatch, forms: WordForms) -> tuple[bool, tuple[Exchange, ...]]:
    """Whether a number, a sign or a denial differs, and the words that do (the edition's, the
    quotation's)."""
    read = normaliser(forms)
    printed = near.printed
    old, new = read(_without_citations(printed, forms)), read(_without_citations(quoted, forms))
    apart: list[tuple[Sequence[WordToken], Sequence[WordToken]]] = []
    for part in stretches(old.keys, new.keys):
        one, other = old.tokens[part.old : part.old_end], new.tokens[part.new : part.new_end]
        if not part.same and "".join(t.key for t in one) != "".join(t.key for t in other):
            apart.append((one, other))
    exchanges = tuple(Exchange(_shown(one, printed), _shown(other, quoted)) for one, other in apart)
    grave = (
        _grave(old, printed, forms) != _grave(new, quoted, forms)
        or any(_denied(x.old, forms) != _denied(x.new, forms) for x in exchanges)
        or any(_contrary(one, other, forms) for one, other in apart)
    )
    return grave and bool(exchanges), exchanges


def _grave(side: Normalised, text: str, forms: WordForms) -> list[str]:
    """The numbers, signs, denials and orders to reckon of a text, in its order."""
    denials = _denials(forms)
    found = []
    for token in side.tokens:
        key = token.key
        if key == "1" and text[token.start : token.end].isalpha():
            continue  # "one", which may be an article
        if is_number(key) or not key[0].isalnum() or key in denials or key in forms.same.decisive:
            found.append(key)
    return found


def _denied(words: str, forms: WordForms) -> int:
    """How many denials some words have, in phrases too that are compared as one ("no more than")."""
    return sum(word in _denials(forms) for word, _, _ in _words(words, forms)) + words.count("n't")


def _contrary(one: Sequence[WordToken], other: Sequence[WordToken], forms: WordForms) -> bool:
    """Whether a word was exchanged for its opposite."""
    here, there = {unaccented(t.key) for t in one}, {unaccented(t.key) for t in other}
    return any(
        (a in here and b in there and a not in there) or (b in here and a in there and b not in there)
        for a, b in forms.contraries.pairs
    )


def _shown(part: Sequence[WordToken], text: str) -> str:
    return " ".join(text[part[0].start : max(token.end for token in part)].split()) if part else ""


@constant
def _denials(forms: WordForms) -> frozenset[str]:
    return forms.contraries.denials | frozenset(forms.citing.denials)


def _words(text: str, forms: WordForms) -> list[tuple[str, int, int]]:
    """The words of a text as they are compared, each with its place; citations in brackets are none."""
    words = normaliser(forms)(_without_citations(text, forms)).words
    return [(word.key, word.start, word.end) for word in words]


def _without_citations(text: str, forms: WordForms) -> str:
    """A text in plain typography with its citations in brackets blanked, every other character at its
    place."""
    text = levelled(text)
    if "." not in text:
        return text
    return _bracketed(forms).sub(lambda found: " " * len(found.group()), text)


@constant
def _bracketed(forms: WordForms) -> re.Pattern[str]:
    said = forms.citing
    cues, joins = ("|".join(sorted(words, key=len, reverse=True)) for words in (said.cues, said.joins))
    one = rf"(?:(?:{cues})\.? |§+ ?)?{_NUMBER}"
    return re.compile(rf"[(\[]{one}(?:(?:,? (?:{joins}) |, ?| ?[&;–-] ?){one})*[)\]]", re.IGNORECASE)
