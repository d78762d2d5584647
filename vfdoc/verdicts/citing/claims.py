"""What a text about the rules claims: which words it quotes, which values it states, and from where.

In: the text, what is known of the editions, the forms of the language. Out: its citations; its quotations,
each with the citations that it is quoted by; its values outside of them, each with the citations that they
belong to.

A quotation is cited by what stands right behind it ("…" (9.1)), else by its sentence, else by the head of its
unit ("9.1: …"), the line that leads it in, or the heading above. A value belongs to the next citation in
brackets of its sentence, else to the one before it, else to the head of its unit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from vfdoc.language.quotations import Quotation, quotations
from vfdoc.model.words import WordForms
from vfdoc.verdicts.citing.mentions import EditionCitation, KnownEditions, NamedEdition, mentions, names_in
from vfdoc.verdicts.citing.stated_values import StatedValue, values
from vfdoc.verdicts.citing.units import TextUnit, units

_STOP = re.compile(r"[.!?][\"”’»«)*_\]]*[ \xa0\n]+(?=[\"“„«‘(\[*_]*[^\W_a-zß-ÿ]|[(\[])")
_SHORTENED = re.compile(
    r"(?:^|[^\w])(?:[^\W\d_]|cf|vgl|art|sec|no|nr|e\.g|i\.e|z\.B|vs|ca|ch|pp?|abs|bzw)\.$", re.IGNORECASE
)
_ATTRIBUTION = re.compile(
    r"(?:^|\n)[ \t>]*(?:[—–]|--?)[ \xa0]?[^\n]*$|[ \xa0\n]{1,4}[(\[][^()\[\]\n]{1,60}[)\]][.]?[ \t]*$"
)
_BETWEEN = re.compile(r"[\s.,;:*_(\[—–-]*")
_WORD = re.compile(r"[^\W\d_]+")
_NUMBERED_ITEM = 12  # characters at the head of a unit that may be its number alone
_ANY_NUMBER = re.compile(r"(?<![\w.])(?:[A-Z]\d{0,2}|\d{1,4})(?:\.\d{1,4}){1,8}(?![\w\"]|\.\d)")
_LONGEST_CITATION = 30  # characters
_FEW_WORDS = 4  # beside a citation, in a line that is nothing else
_MARKS = "“”„«»‹›\"'‘’"
_NUMBERED = re.compile(r"^[*_\s]*(?:[A-Z]\d{0,2}|\d{1,4})(?:\.\d{1,4}){1,8}[a-z]?[*_:.\s]+")


class Quoted(NamedTuple):
    """A quotation: where its words stand in the text (0-based), the words at each end at which it may end,
    the likeliest first; the citations that it is quoted by, and the edition that is named without a
    number."""

    start: int
    ends: tuple[int, ...]
    by: tuple[EditionCitation, ...]
    edition: str | None = None


class ClaimedValue(NamedTuple):
    """A value outside of quotations, its place in the text (0-based), all values of its sentence and the
    words of that, and the citations that it belongs to."""

    start: int
    value: StatedValue
    said: tuple[StatedValue, ...]
    sentence: str
    by: tuple[EditionCitation, ...]


class Claims(NamedTuple):
    """The citations of a text, its quotations and the values that it states, each in order."""

    mentions: tuple[EditionCitation, ...]
    quoted: tuple[Quoted, ...]
    stated: tuple[ClaimedValue, ...]


class _Read(NamedTuple):
    """A unit with the quotations and citations in it, its sentences (places in the text), and the names of
    editions there."""

    unit: TextUnit
    quoted: tuple[Quotation, ...]
    mentions: tuple[EditionCitation, ...]
    sentences: tuple[tuple[int, int], ...]
    named: tuple[NamedEdition, ...]


def claims(
    text: str,
    known: KnownEditions,
    forms: WordForms,
    more: Callable[[Sequence[EditionCitation], Sequence[tuple[int, int]]], Sequence[EditionCitation]],
    counts: Callable[[EditionCitation], bool],
) -> Claims:
    """What a text claims. `more` gives the citations that the reader found besides, outside of some places;
    `counts` says whether a citation is one, and not a number of the text's own."""
    found = [_read(unit, known, forms) for unit in units(text)]
    spans = [(q.start, q.end) for read in found for q in read.quoted]
    besides = more([m for read in found for m in read.mentions], spans)
    found = [_with(read, besides, counts) for read in found]
    return Claims(
        tuple(m for read in found for m in read.mentions),
        tuple(_quoted(found)),
        tuple(_stated(found, forms)),
    )


def _read(unit: TextUnit, known: KnownEditions, forms: WordForms) -> _Read:
    if unit.kind in ("quote", "fence"):
        start, end = _bare(unit)
        inside = Quotation(start, end, end)
        apart = [(start, end)]
        cited = mentions(unit, apart, known, forms)
        return _Read(unit, (inside,), tuple(cited), ((unit.start, unit.end),), tuple(names_in(unit, known)))
    quoted = tuple(
        Quotation(
            q.start + unit.start,
            q.end + unit.start,
            q.after + unit.start,
            tuple(e + unit.start for e in q.ends),
        )
        for q in quotations(unit.text)
    )
    quoted = tuple(q for q in quoted if not _is_number(unit.text[q.start - unit.start : q.end - unit.start]))
    long = [(q.start, q.end) for q in quoted]
    cited = mentions(unit, long, known, forms)
    named = tuple(n for n in names_in(unit, known) if not any(a <= n.start < b for a, b in long))
    return _Read(unit, quoted, tuple(cited), tuple(_sentences(unit, quoted, cited)), named)


def _is_number(words: str) -> bool:
    """Whether what stands between the marks is a citation and not a rule's words: "in 9.1"."""
    found = _ANY_NUMBER.search(words) if len(words) < _LONGEST_CITATION else None
    return found is not None and len(_WORD.findall(words)) < _FEW_WORDS


def _with(
    read: _Read, besides: Sequence[EditionCitation], counts: Callable[[EditionCitation], bool]
) -> _Read:
    unit = read.unit
    here = [m for m in besides if unit.start <= m.start < unit.end]
    kept = sorted((m for m in (*read.mentions, *here) if counts(m)), key=lambda m: m.start)
    return read._replace(mentions=tuple(kept))


def _bare(unit: TextUnit) -> tuple[int, int]:
    """Where the words of a block quotation begin and end: without its own marks, and who is quoted."""
    text = unit.text
    start, end = 0, len(text.rstrip())
    if unit.kind == "quote":
        source = _ATTRIBUTION.search(text[:end])
        if source is not None and text[: source.start()].strip() and re.search(r"\d", source.group()):
            end = source.start()
        elif (
            source is not None and not text[: source.start()].strip() and source.group().lstrip()[:1] in "—–"
        ):
            end = source.start()  # the paragraph says nothing but whom it quotes
        head = _NUMBERED.match(text[:end])
        start = head.end() if head is not None else 0
    start += len(text[start:end]) - len(text[start:end].lstrip(" \t\n*_" + _MARKS))
    bare = text[start:end].rstrip(" \t\n*_")
    if bare[-1:] in _MARKS and bare[-1:] and text[:start].rstrip(" *_")[-1:] in _MARKS:
        bare = bare[:-1]
    return unit.start + start, unit.start + start + len(bare)


def _sentences(
    unit: TextUnit, quoted: Sequence[Quotation], cited: Sequence[EditionCitation]
) -> Iterator[tuple[int, int]]:
    """The sentences of a unit, places in the text; one that is nothing but a citation belongs to that
    before."""
    text = unit.text
    for q in quoted:
        a, b = q.start - unit.start, q.end - unit.start
        b = a + len(text[a:b].rstrip(" \t\n.!?"))  # its last stop may end the sentence
        text = text[: a + 1] + re.sub(r"[^\n]", "x", text[a + 1 : b]) + text[b:]  # it may begin a sentence
    start = 0
    parts: list[tuple[int, int]] = []
    for stop in _STOP.finditer(text) if unit.kind != "row" else ():
        if _SHORTENED.search(text[max(0, stop.start() - 6) : stop.start() + 1]) or (
            stop.start() < _NUMBERED_ITEM and text[: stop.start()].strip(" *_\n").isdigit()
        ):
            continue
        parts.append((start, stop.end()))
        start = stop.end()
    parts.append((start, len(text)))
    joined: list[tuple[int, int]] = []
    for a, b in parts:
        inside = [m for m in cited if a <= m.start - unit.start < b]
        rest = text[a:b]
        for m in reversed(inside):
            rest = rest[: m.start - unit.start - a] + rest[m.end - unit.start - a :]
        bare = inside and text[a:b].lstrip(" *_")[:1] in ("(", "[") and len(_WORD.findall(rest)) < 4
        only = (
            inside and len(_WORD.findall(rest)) < 2 and not quoted_in(quoted, unit.start + a, unit.start + b)
        )
        if joined and (bare or only):
            joined[-1] = joined[-1][0], b
        else:
            joined.append((a, b))
    for a, b in joined:
        yield unit.start + a, unit.start + b


def quoted_in(quoted: Sequence[Quotation], start: int, end: int) -> bool:
    """Whether a quotation begins between two places."""
    return any(start <= q.start < end for q in quoted)


# Quotations


def _quoted(found: Sequence[_Read]) -> Iterator[Quoted]:
    heading: tuple[EditionCitation, ...] = ()
    block: tuple[int, tuple[EditionCitation, ...], str | None] | None = None
    for place, read in enumerate(found):
        unit = read.unit
        if unit.kind == "heading" or _is_heading(read):
            heading = read.mentions
        before = found[place - 1] if place else None
        after = found[place + 1] if place + 1 < len(found) else None
        if unit.kind in ("quote", "fence"):
            q = read.quoted[0]
            if block is None or block[0] != unit.group:
                block = unit.group, *_of_block(found, place, heading)
            _, by, named = block
            if q.end > q.start and not (unit.kind == "fence" and not by):
                yield Quoted(q.start, (q.end,), by, named)
            continue
        for q in read.quoted:
            by, named = _by(read, q, before, after)
            yield Quoted(q.start, (q.end, *q.ends), by or heading, named)


def _of_block(
    found: Sequence[_Read], place: int, heading: tuple[EditionCitation, ...]
) -> tuple[tuple[EditionCitation, ...], str | None]:
    """The citations by which a block quotation is quoted: those at its end, in a line that says nothing
    else or in brackets, else around it, else those of the heading."""
    group, last = found[place].unit.group, found[place]
    for at in range(place, len(found)):
        if not _of_group(found[at], group):
            break
        last = found[at]
    named = last.named[-1].edition if last.named else None
    if last.mentions and last.quoted[0].end <= last.quoted[0].start:  # a line of its own
        return last.mentions, named
    by, around = _around(found, place, named)
    return by or last.mentions or heading, around


def _is_heading(read: _Read) -> bool:
    """Whether a unit is a line in bold that stands for a heading."""
    text = read.unit.text.strip()
    return (
        text.startswith(("**", "__"))
        and text.endswith(("**", "__", ":"))
        and len(text) < 100
        and "\n" not in text
    )


def _of_group(read: _Read, group: int) -> bool:
    """Whether a unit is a part of one block quotation."""
    return read.unit.group == group and read.unit.kind in ("quote", "fence")


def _around(
    found: Sequence[_Read], place: int, named: str | None
) -> tuple[tuple[EditionCitation, ...], str | None]:
    """The citations by which a block quotation is led in, or which follow it at once."""
    group = found[place].unit.group
    after = next((found[at] for at in range(place + 1, len(found)) if not _of_group(found[at], group)), None)
    if after is not None and after.mentions and after.unit.kind != "heading":
        rest = after.unit.text[: after.mentions[0].start - after.unit.start]
        rest += after.unit.text[after.mentions[0].end - after.unit.start :]
        if len(_WORD.findall(rest)) < _FEW_WORDS and not after.quoted:
            return (after.mentions[0],), named
    before = next((found[at] for at in range(place - 1, -1, -1) if not _of_group(found[at], group)), None)
    if before is not None and before.unit.kind not in ("quote", "fence", "row"):
        start, end = before.sentences[-1]
        last = tuple(m for m in before.mentions if start <= m.start < end)
        names = [n.edition for n in before.named if start <= n.start < end]
        if last or names:
            return last[-1:], named or (names[-1] if names else None)
        if before.unit.text.rstrip(" \n*_").endswith(":"):
            return before.mentions[-1:], named
    return (), named


def _by(
    read: _Read, q: Quotation, before: _Read | None, after: _Read | None
) -> tuple[tuple[EditionCitation, ...], str | None]:
    """The citations by which a quotation within a unit is quoted, and the edition that its sentence names."""
    unit, cited = read.unit, read.mentions
    behind = next((m for m in cited if m.start >= q.after), None)
    if behind is not None and _right_behind(read, q, behind):
        joined = [m for m in cited if m.start >= behind.start]
        return tuple(_together(unit, joined)), None
    start, end = next(((a, b) for a, b in read.sentences if a <= q.start < b), (unit.start, unit.end))
    named = [n for n in read.named if start <= n.start < end]
    edition = min(named, key=lambda n: abs(n.start - q.start)).edition if named else None
    inside = [m for m in cited if start <= m.start < end]
    if inside:
        earlier = [m for m in inside if m.end <= q.start]
        later = [m for m in inside if m.start >= q.after and m.form == "bracket"]
        others = [o for o in read.quoted if o.start != q.start]
        later = [m for m in later if not any(q.after <= o.start < m.start for o in others)]
        near = _last_together(unit, earlier)
        return (*near, *later[:1]) if near or later else tuple(inside), edition
    head = tuple(m for m in cited if m.form == "head")
    if head:
        return head, edition
    if before is not None and before.unit.text.rstrip(" \n*_").endswith(":") and start == unit.start:
        a, b = before.sentences[-1]
        last = tuple(m for m in before.mentions if a <= m.start < b)
        if last:
            return last[-1:], edition
    following = [m for m in cited if m.start >= end]
    if following and unit.text[end - unit.start : following[0].start - unit.start].strip(" (*_[") == "":
        return (following[0],), edition
    return (), edition


def _right_behind(read: _Read, q: Quotation, behind: EditionCitation) -> bool:
    """Whether nothing but the names of rules and editions stands between a quotation and a citation."""
    between = read.unit.text[q.after - read.unit.start : behind.start - read.unit.start]
    for name in sorted(read.named, key=lambda n: -n.start):
        if q.after <= name.start and name.end <= behind.start:
            a, b = name.start - q.after, name.end - q.after
            between = between[:a] + between[b:]
    bracket = between.lstrip(" \t\n.,;:*_!?")[:1] in ("(", "[", "—", "–")
    words = _WORD.findall(between)
    return (bracket and len(words) < 4 and ")" not in between) or _BETWEEN.fullmatch(between) is not None


def _together(unit: TextUnit, cited: Sequence[EditionCitation]) -> Iterator[EditionCitation]:
    """The first of some citations, and those listed with it."""
    last: EditionCitation | None = None
    for mention in cited:
        if (
            last is not None
            and len(unit.text[last.end - unit.start : mention.start - unit.start].strip(" ,;&")) > 4
        ):
            return
        last = mention
        yield mention


def _last_together(unit: TextUnit, cited: Sequence[EditionCitation]) -> tuple[EditionCitation, ...]:
    """The last of some citations, and those listed before it."""
    kept: list[EditionCitation] = []
    for mention in reversed(cited):
        if kept and len(unit.text[mention.end - unit.start : kept[-1].start - unit.start].strip(" ,;&")) > 4:
            break
        kept.append(mention)
    return tuple(reversed(kept))


# Values


def _stated(found: Sequence[_Read], forms: WordForms) -> Iterator[ClaimedValue]:
    for read in found:
        unit = read.unit
        if unit.kind in ("heading", "quote", "fence") or not read.mentions:
            continue
        head = tuple(m for m in read.mentions if m.form == "head")
        masked = _masked(read)
        for start, end in read.sentences:
            words = masked[start - unit.start : end - unit.start]
            if words.rstrip(" \n*_)").endswith("?"):
                continue
            cited = [m for m in read.mentions if start <= m.start < end]
            named = [n for n in read.named if start <= n.start < end]
            if len({n.edition for n in named}) > 1 and not any(m.edition for m in cited):
                continue
            said = tuple(values(words, forms))
            for value in said:
                by = _of_value(start + value.start, cited) or head
                if by:
                    yield ClaimedValue(start + value.start, value, said, words, by)


def quoted_values(quoted: Quoted, words: str, forms: WordForms) -> Iterator[ClaimedValue]:
    """The values in the words of a quotation, for those to whom its words are not known: held as if they
    were said, of what it is quoted by."""
    if quoted.by:
        said = tuple(values(words, forms))
        yield from (ClaimedValue(quoted.start + each.start, each, said, words, quoted.by) for each in said)


def _of_value(at: int, cited: Sequence[EditionCitation]) -> tuple[EditionCitation, ...]:
    behind = next((m for m in cited if m.start > at and m.form in ("bracket", "link")), None)
    before = [m for m in cited if m.start < at]
    if behind is None:
        return (*before[-1:], *(m for m in cited if m.start > at)) if not before else tuple(before[-1:])
    listed = [
        m for m in cited if m.start >= behind.start and m.form == behind.form and m.start - behind.start < 40
    ]
    leads = [m for m in before if m.form != "bracket"]
    return (*leads[-1:], *listed)


def _masked(read: _Read) -> str:
    """The words of a unit with its quotations and citations blanked, as long as it is."""
    text = read.unit.text
    spans = [(q.start, q.end) for q in read.quoted] + [(m.start, m.end) for m in read.mentions]
    spans += [(n.start, n.end) for n in read.named]
    for start, end in spans:
        a, b = start - read.unit.start, end - read.unit.start
        text = text[:a] + " " * (b - a) + text[b:]
    return re.sub(r"\]\([^()\s]*\)", lambda found: " " * len(found.group()), text).translate(_BLANKED)


_BLANKED = str.maketrans("*_`", "   ")
