"""Which numbers of a text about the rules cite an edition: every form in which people cite.

In: the units of the text, the numbers that the edition's sections bear, the names of the editions known,
the forms of the language. Out: mentions, each with its place, its numbers, the edition that it names (None
for the one that the text is about), and how it stands: in brackets, at the head of its unit, or in the
sentence.

A number that a section bears cites unless it counts or measures; one that no section bears cites where the
words around it say so: behind the edition's name, a word such as "rule" or "according to", alone in
brackets, before what a rule does ("9.7 says"), at the head of a line, in a list with others that do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model import Key
from vfdoc.model.session import constant
from vfdoc.model.words import WordForms
from vfdoc.verdicts.citing.units import TextUnit

Form: TypeAlias = Literal["bracket", "head", "sentence", "link"]

_NUMBER = re.compile(r"(?<![\w.$€£#@=])(?:[A-Z]\d{0,2}|\d{1,4})(?:\.\d{1,4}){1,8}[a-z]?(?![\w]|\.\d)")
_WHOLE = re.compile(r"\d{1,4}(?![\w.]\d|\w)")
_MEASURES = ('"', "″", "%", "°", "€", "×", "½")
_SPACED_SIGN = re.compile(r"^[ \xa0]?(?:[×+=≈<>]|\*[ \xa0\d]|[-−–][ \xa0]\d+(?![\d.]*\.\d))")
_SIGN_BEFORE = re.compile(r"(?:[×*=≈<>~$€£]|\d[ \xa0]?[+−-])[ \xa0]?$")
_PAGE = re.compile(r"\.html?#(?P<anchor>[^\s)\]>\"'<`*|,;]+)")  # in the address of a published section
_FOLDERS = re.compile(r"[\w~%./:-]{1,300}$")
_ADDRESS = re.compile(r"\]\([^()\s]{1,500}\)|<?https?://[^\s<>\])]{1,500}>?")
_LONGEST_BRACKET = 160
_SHORT = 40  # characters before a number that may introduce it
_EMPHASIS = str.maketrans("", "", "*_`")
_NEXT = re.compile(r"[ \xa0\n*_`]*([^\W\d_]+(?:['’][^\W\d_]+)?)")
# "9.2 (Running)", "9.2 “Running”", "9.2 **Running**", "**9.2 Running**", "- 9.2: Running"
_PRINTED = re.compile(
    r"[*_]{0,3}[,:]?[ \xa0]+(?:\([\"“«*_]{0,3}(?P<bracket>[^()\n]{2,80}?)[\"”»*_]{0,3}\)"
    r"|[\"“«](?P<quoted>[^\"”»\n]{2,80})[\"”»]|[*_]{1,3}(?P<marked>[^*_\n]{2,80})[*_])"
    r"|[.:]?(?:[ \xa0]+|[ \xa0][–—-][ \xa0])(?P<within>[^*_\[\]\n]{2,80}?)[.:]?"
    r"(?P<close>[*_]|\]\(|[ \xa0]*$)",
    re.MULTILINE,
)
_CLOSES = re.compile(r"[*_`]{0,3}(?:[,;:.!?)\]|\"”»]|[ \xa0]*$|[ \xa0]*\n|[ \xa0][–—(|])")


class EditionCitation(NamedTuple):
    """A citation as it stands in a unit: from `start` to `end` in the text (0-based), its numbers as printed
    with their keys, the id of the edition that it names, how it stands; `anchor` is where a link leads, and
    `title` what is printed with the number as a title of the edition, in small letters."""

    start: int
    end: int
    numbers: tuple[tuple[str, Key], ...]
    edition: str | None
    form: Form
    range: bool = False
    anchor: str | None = None
    title: str | None = None


class NamedEdition(NamedTuple):
    """A name of an edition as it stands in the text, and the edition's id."""

    start: int
    end: int
    edition: str


class KnownEditions(NamedTuple):
    """What is known of the editions: the keys of the sections and their titles by key (small letters), of
    the one that the text is about; the `names` of all, in small letters, each with its edition, and the
    expression of them; `key` of a printed number; the words of the sections of a key, in small letters;
    `headed` finds a number behind a word that the edition's sections are headed by ("Rule 7"), None where
    none is."""

    keys: Collection[Key]
    titles: Mapping[Key, str]
    names: Mapping[str, str]
    named: re.Pattern[str] | None
    key: Callable[[str], Key]
    words: Callable[[Key], frozenset[str]]
    headed: re.Pattern[str] | None = None


def known_names(names: Mapping[str, str]) -> re.Pattern[str] | None:
    """The expression of the names of editions, the longest first; None where there is none."""
    longest = sorted(names, key=lambda name: (-len(name), name))
    told = "|".join(re.escape(name).replace(r"\ ", r"[ \xa0\n]+") for name in longest)
    return re.compile(rf"(?<![\w/.-])(?:{told})(?!\w|[/-]\w|\.\w)", re.IGNORECASE) if names else None


def names_in(unit: TextUnit, known: KnownEditions) -> list[NamedEdition]:
    """Where a unit names editions, in order."""
    found = known.named.finditer(unit.text) if known.named is not None else ()
    return [
        NamedEdition(
            unit.start + name.start(), unit.start + name.end(), known.names[_plain_name(name.group())]
        )
        for name in found
    ]


def mentions(
    unit: TextUnit, quoted: Sequence[tuple[int, int]], known: KnownEditions, forms: WordForms
) -> list[EditionCitation]:
    """The citations in a unit, in order, outside of what is `quoted` there (places in the text)."""
    words = _forms(forms)
    found: list[EditionCitation] = []
    named = names_in(unit, known)
    apart = [(m.start(), m.end()) for m in _ADDRESS.finditer(unit.text)]
    apart += [(m.start() - len(_page(unit.text, m.start())), m.end()) for m in _PAGE.finditer(unit.text)]
    apart += [(name.start - unit.start, name.end - unit.start) for name in named]
    found += _linked(unit, known)
    numbers = [
        m
        for m in _NUMBER.finditer(unit.text)
        if not _within(m.start(), apart) and not _within(unit.start + m.start(), quoted)
    ]
    before: EditionCitation | None = None
    for number in numbers:
        mention = _mention(unit, number, known, words, forms, named, before)
        if mention is not None:
            before = mention
            found.append(mention)
    found += [m for m in _after_names(unit, named, known) if not any(_overlap(m, o) for o in found)]
    if known.headed is not None:
        for number in known.headed.finditer(unit.text):
            start, end = (unit.start + at for at in number.span("number"))
            if not _within(start, quoted) and not words.unit.match(unit.text, number.end()):
                form: Form = "bracket" if _bracket(unit.text, number.start(), words)[0] else "sentence"
                mention = EditionCitation(
                    start, end, ((number["number"], known.key(number["number"])),), None, form
                )
                found += [mention] if not any(_overlap(mention, other) for other in found) else []
    return sorted(found, key=lambda m: m.start)


def _linked(unit: TextUnit, known: KnownEditions) -> Iterator[EditionCitation]:
    """The links that lead to sections on the published pages of an edition: `…/vf-2e/9.0.html#9.1`."""
    from urllib.parse import unquote

    ids = set(known.names.values())
    for found in _PAGE.finditer(unit.text):
        folders = [part for part in _page(unit.text, found.start()).split("/") if part]
        edition = next((part for part in reversed(folders) if part in ids), None)
        if edition is None and len(folders) > 1:
            continue  # another site's page
        anchor = unquote(found["anchor"])
        start = unit.start + found.start("anchor")
        number = anchor.partition("~")[0]
        numbers = ((number, known.key(number)),) if number[:1].isdigit() or _NUMBER.fullmatch(number) else ()
        yield EditionCitation(
            start, unit.start + found.end("anchor"), numbers, edition, "link", anchor=anchor
        )


def _page(text: str, end: int) -> str:
    """The folders and the name of a page whose address goes on at a place."""
    found = _FOLDERS.search(text[max(0, end - 300) : end])
    return found.group() if found else ""


def _after_names(
    unit: TextUnit, named: Sequence[NamedEdition], known: KnownEditions
) -> Iterator[EditionCitation]:
    """Whole numbers right behind an edition's name: they cite where a chapter bears them."""
    for name in named:
        gap = re.compile(r"[,:]?[ \xa0]").match(unit.text, name.end - unit.start)
        number = _WHOLE.match(unit.text, gap.end()) if gap else None
        if number is None or unit.text[number.end() : number.end() + 1] in _MEASURES:
            continue
        key = known.key(number.group())
        if key in known.keys and _CLOSES.match(unit.text, number.end()):
            start = unit.start + number.start()
            yield EditionCitation(
                start, unit.start + number.end(), ((number.group(), key),), name.edition, "sentence"
            )


def _mention(
    unit: TextUnit,
    number: re.Match[str],
    known: KnownEditions,
    words: _CitingWords,
    forms: WordForms,
    named: Sequence[NamedEdition],
    last: EditionCitation | None,
) -> EditionCitation | None:
    text, start, end = unit.text, number.start(), number.end()
    key = known.key(number.group())
    bears = key in known.keys
    behind, before = text[end : end + 60], text[max(0, start - _SHORT) : start].translate(_EMPHASIS)
    before = before.replace("\n", " ")
    if key[:1] == (0,):
        return None  # a share
    if (
        behind[:1] in _MEASURES
        or words.unit.match(behind)
        or words.not_before.search(before)
        or _SPACED_SIGN.match(behind)
        or _SIGN_BEFORE.search(before)
    ):
        return None
    name = _name_before(text, start, unit.start, named, words)
    in_bracket, first = _bracket(text, start, words)
    head = start < _SHORT and not text[:start].strip(" \t\n*_`([|>§")
    listed = last is not None and words.between.fullmatch(text, last.end - unit.start, start) is not None
    titled = bears and _titled(behind, known.titles.get(key, ""))
    form: Form = "head" if head and unit.kind != "paragraph" else "bracket" if in_bracket else "sentence"
    if head and unit.kind == "paragraph" and (titled or _heads_line(text, start, end)):
        form = "head"
    edition = name if name is not None else last.edition if listed and last is not None else None
    title = _title_printed(text, start, end, known)
    sure = (
        name is not None
        or title is not None
        or listed
        or first
        or titled
        or words.cue.search(before) is not None
        or words.says.match(behind) is not None
        or (form == "head" and (bears or unit.kind == "heading" or _heads_line(text, start, end)))
        or (bears and (number.group().count(".") > 1 or number.group()[0].isalpha()))
        or (key[:-1] in known.keys and number.group().count(".") > 1)
    )
    if not sure and not _weakly(known, key, before, behind, words, forms):
        return None
    printed = (number.group(), key)
    through = listed and last is not None and words.through.fullmatch(text, last.end - unit.start, start)
    if through and last is not None:
        printed_before = last.numbers[-1]
        return EditionCitation(
            unit.start + start, unit.start + end, (printed_before, printed), edition, last.form, range=True
        )
    form = last.form if listed and last else form
    return EditionCitation(unit.start + start, unit.start + end, (printed,), edition, form, title=title)


def _weakly(
    known: KnownEditions, key: Key, before: str, behind: str, words: _CitingWords, forms: WordForms
) -> bool:
    """Whether a number cites that nothing sure introduces: a section bears it and no counted noun follows, or
    a word such as "in" stands before it and its clause ends there, or goes on with a word of that section."""
    after = _NEXT.match(behind)
    word = after[1].casefold() if after else ""
    ends = _CLOSES.match(behind) is not None or word in forms.stop
    if words.counts.search(before):
        return False
    bears, placed = key in known.keys, words.place.search(before) is not None
    if ends:
        return bears or (key[:1] in known.keys and placed)
    return bears and placed and word in known.words(key)


def _titled(behind: str, title: str) -> bool:
    """Whether what stands behind a number is its section's title."""
    said = behind.translate(_EMPHASIS).strip(" \xa0\n:.–—-(\"“'‘").casefold()
    return len(title) > 2 and said.startswith(title)


def _title_printed(text: str, start: int, end: int, known: KnownEditions) -> str | None:
    """What is set off with a number as a title, where a section of the edition has that title: between marks
    of its own behind the number, or together with it between marks, in a link, or as a whole line."""
    found = _PRINTED.match(text, end)
    if found is None:
        return None
    title = found["bracket"] or found["quoted"] or found["marked"]
    if title is None:
        before = text[text.rfind("\n", 0, start) + 1 : start]
        alone = not found["close"].strip() and not before.strip(" \t*_([|>§-+•")
        title = found["within"] if alone or before[-1:] in ("*", "_", "[") else ""
    title = " ".join(title.split()).casefold()
    return title if title and title in known.titles.values() else None


def _heads_line(text: str, start: int, end: int) -> bool:
    """Whether a number at the head of a line is set off as what the line is about: in bold, or before a
    colon, a dash or a title."""
    before = text[:start].strip()
    behind = text[end : end + 3]
    return before.endswith(("**", "__")) or re.match(r"[*_]{0,3}[ \xa0]?[:–—]|[*_]{2,3}", behind) is not None


def _name_before(
    text: str, start: int, offset: int, named: Sequence[NamedEdition], words: _CitingWords
) -> str | None:
    """The edition that is named right before a number, with a word such as "rule" between or none."""
    for name in named:
        if name.end - offset <= start <= name.end - offset + _SHORT and words.named.fullmatch(
            text, name.end - offset, start
        ):
            return name.edition
    return None


def _bracket(text: str, start: int, words: _CitingWords) -> tuple[bool, bool]:
    """Whether a place lies in brackets, and whether nothing but names of rules and numbers is before it."""
    first = max(0, start - _LONGEST_BRACKET)
    opening = max(text.rfind("(", first, start), text.rfind("[", first, start))
    if opening < 0:
        return False, False
    closing = max(text.rfind(")", opening, start), text.rfind("]", opening, start))
    if closing > opening:
        return False, False
    inside = text[opening + 1 : start].translate(_EMPHASIS)
    return True, words.alone.fullmatch(inside) is not None


def _within(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


def _overlap(one: EditionCitation, other: EditionCitation) -> bool:
    return one.start < other.end and other.start < one.end


class _CitingWords(NamedTuple):
    """The expressions of a language."""

    cue: re.Pattern[str]
    place: re.Pattern[str]
    says: re.Pattern[str]
    counts: re.Pattern[str]
    not_before: re.Pattern[str]
    unit: re.Pattern[str]
    between: re.Pattern[str]
    through: re.Pattern[str]
    named: re.Pattern[str]
    alone: re.Pattern[str]


@constant
def _forms(forms: WordForms) -> _CitingWords:
    said = forms.citing
    cues = _either(said.cues)
    joins = _either(said.joins)
    through = rf"[ \xa0]?[–—-][ \xa0]?|[ \xa0](?:{_either(said.through)})[ \xa0]"
    link = r"[*_`]{0,3}(?:\]\([^()\s]*\))?[*_`]{0,3}"
    between = (
        rf"(?:,?[ \xa0\n](?:{joins})[ \xa0\n]|,[ \xa0\n]?|[ \xa0]?[&/;][ \xa0]?|{through})(?:§+[ \xa0]?)?"
    )
    rule = rf"(?:(?:{cues})\.?[ \xa0]|§+[ \xa0]?)"
    stop = r"(?:^|[^\w])"
    return _CitingWords(
        cue=re.compile(rf"(?:{stop}(?:{cues})\.?[ \xa0]|§+[ \xa0]?)[(\[]?$", re.IGNORECASE),
        place=re.compile(rf"{stop}(?:{_either(said.places)})[ \xa0]$", re.IGNORECASE),
        says=re.compile(rf"[*_`]{{0,3}}[ \xa0\n](?:{_either(said.says)})(?!\w)", re.IGNORECASE),
        counts=re.compile(rf"{stop}(?:{_either(said.counts)})[ \xa0]$", re.IGNORECASE),
        not_before=re.compile(rf"{stop}(?:{_either(said.versions)}|v\.?)[ \xa0]?$", re.IGNORECASE),
        unit=re.compile(rf"[*_`]{{0,3}}[ \xa0\n]?(?:{_either(said.units)}|€)(?!\w)", re.IGNORECASE),
        between=re.compile(link + between + r"[*_`\[]{0,3}", re.IGNORECASE),
        through=re.compile(rf"(?:{through})", re.IGNORECASE),
        named=re.compile(
            rf"[*_`]{{0,3}}(?:['’]s)?[,:;]?[ \xa0\n]?(?:[ \xa0]?{rule})?[*_`(\[]{{0,3}}", re.IGNORECASE
        ),
        alone=re.compile(rf"[ \xa0]*(?:(?:{cues})\.?[ \xa0]*|§+[ \xa0]?)*", re.IGNORECASE),
    )


def _either(words: Sequence[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True)) or "(?!)"


def _plain_name(name: str) -> str:
    return " ".join(name.split()).casefold()
