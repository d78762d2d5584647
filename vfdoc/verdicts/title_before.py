"""The other section that a citation's words name: a citation and the sections that it cites come in, the
section goes out, or none.

In a list of terms, each of which cites the section that it is the title of ("Deck – … (see rule 401)"), the
term settles alone which section is meant; elsewhere the words beside the citation do (`named_section.py`),
where the cited section's own title does not stand there too.

Where the parts of a list, or the rows of a table, are each called as what they cite is ("the board (§ 4), the
bank (§ 5)"), so is one among them that cites another section of that depth.

Where the words say that the citation is of the section in which it stands ("this Article IV", in Article
VIII), that is named, whatever it is called. Of a number with its chapter's before it ("Bylaw 6, Section 6.2")
that of the chapter says nothing more.

And a turn of phrase that the cited section has too, and few others ("count as having been moved over", of a
section that says "may move over"), which settles that this is meant.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import content_words
from vfdoc.model import Reference, Section, Severity, WordForms, text_of
from vfdoc.model.extract import Extract, Placed, extracts
from vfdoc.model.passage import words_of
from vfdoc.model.place import line_at
from vfdoc.model.session import incremental, memoized_last
from vfdoc.verdicts.citation_candidates import CitationCandidates, above, cites_by_number
from vfdoc.verdicts.citation_context import CitationContext
from vfdoc.verdicts.named_section import Said, said_behind, said_beside, section_named
from vfdoc.verdicts.named_thing import is_silent, says_most_of, sentence_before, words_of_clause
from vfdoc.verdicts.subjects import has, is_inflected, title_index
from vfdoc.verdicts.weighed_name import (
    ENOUGH,
    WeighedName,
    are_contrasted,
    cited_so,
    cites_clauses,
    spelt_name,
    weighed_names,
)

_WORD = re.compile(r"[^\W\d_]{2,}")
_TERM = re.compile(
    r"[\W\d_]*(?P<term>[^\W\d_][^–—:.()|]{1,60}?)[*_]*(?:[ \xa0][–—]|[ \xa0]?:|[.][*_])[*_]*[ \xa0]"
)
_TERMS, _USUAL = 5, 0.8  # terms that cite the section of their title, and their share, that make a habit
_PHRASE = 4  # words in which a word and the small words behind it are sought
_FEW, _RARE = 2, 0.1  # sections that may have them, or the share of all
_ABOUT = 1  # lines about a citation whose citations may be what the words are of
_WORDS = re.compile(r"[^\W\d_]+")


_LEADING_DOTS = re.compile(r"(?:\.[ \xa0]?){4,}[ \t\xa0]*$")
_OWN = re.compile(r"(?<!\w)([^\W\d_]+)[ \xa0](?:[A-ZÀ-Ý][^\W\d_]*\.?|§)?[ \xa0]?$")  # "this Article "
_PART = re.compile(r"(?:^|[(),;:.])([^(),;:.\d]{3,60})[ \xa0]\([^()\d]{0,12}$")  # ", the bank (§ "
_CELL = re.compile(r"[ \xa0]{2,}|\t|\|")
_IN_BRACKETS = re.compile(r"[ \xa0]\([^()]*\)$")
_REACH = 160  # characters before a citation in which what it is called stands
_SEVERAL = 4  # words of a title
_NAMED, _MOSTLY = 2, 0.5  # others of a list that are called as what they cite is, and their share
_ROWS = 2  # lines from one row to the next
_PAIR = 2
_BEGUN = 6  # letters by which two words are one, in any form
_HABIT = 3  # citations of a section behind its title that make a habit
_GOES_ON = 45  # characters within which a list goes on


class TitleBefore(NamedTuple):
    """A section whose title a citation's words name; whether that stands right before it, and how sure that
    is: an error, a warning or a note; whether they name `itself`, in which the citation stands; whether it is
    `spelt` there whole, tied to the number."""

    section: Section
    right_before: bool
    severity: Severity = "warning"
    itself: bool = False
    spelt: bool = False


def innermost(graph: ReferenceGraph, reference: Reference) -> Reference:
    """A citation of a section below a chapter that is cited with it, as one of that section alone."""
    if len(reference.targets) != 2 or reference.range:
        return reference
    chapters, sections = (graph.of(reference, target) for target in reference.targets)
    within = chapters and sections and chapters[0].anchor in above(graph, sections[0].anchor)
    return reference._replace(targets=reference.targets[1:]) if within else reference


def section_titled_before(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section], *, strange: bool = False
) -> TitleBefore | None:
    """The one section whose title is named before a citation of one number, where another is cited that is
    silent on it."""
    if reference.range or len(reference.targets) != 1 or not targets:
        return None
    graph = known.graph
    if strange and (_is_listed(graph, reference) or _is_of_other_count(graph, reference, targets)):
        return None
    own = _own_section(graph, reference, targets)
    if own is not None:
        return TitleBefore(own, right_before=True, itself=True)
    part = _named_in_list(graph).get((reference.document, reference.line, reference.column))
    if part is not None and _may_be_meant(known, reference, targets, part, in_front=True):
        return TitleBefore(part, right_before=True)
    term = _section_of_term(graph, reference)
    if term is not None and _leads_to(graph, targets, term):
        return None
    if term is not None and _cite_by_term(graph) and _may_be_meant(known, reference, targets, term):
        return TitleBefore(term, right_before=False)
    found = _named_before(known, reference, targets, strange=strange)
    if found is None or not strange:
        return found
    if _tells_of(known, targets, found.section):
        return None
    return found


def _is_listed(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether dots lead to a number, as in an index: no words beside it are of a sentence."""
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    return _LEADING_DOTS.search(line, 0, reference.column - 1) is not None


def _is_of_other_count(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> bool:
    """Whether a citation is led to what has another word and figures where it has Roman numerals: "Part II",
    to Section 2, of a text whose Part II was not read."""
    word, _, number = reference.text.partition(" ")
    if not word.isalpha() or not number or number.strip("IVXLC"):
        return False
    heads = [line_at(graph.rulebook.document(each.document), each.line).lstrip(" #*_") for each in targets]
    return all(
        (each.number or "").isdecimal() and not head.casefold().startswith(word.casefold())
        for each, head in zip(targets, heads, strict=True)
    )


def _named_before(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section], *, strange: bool
) -> TitleBefore | None:
    """The same, by the words before a citation."""
    graph = known.graph
    if _is_named(graph, reference, targets, words_of_clause(graph, reference)):
        return None
    named_behind = _is_named_behind(graph, reference, targets)
    if named_behind and not strange:
        return None
    weighed: Sequence[WeighedName] = ()
    if strange:
        from vfdoc.verdicts.hinted_section import SURELY, section_weighed  # which others need not load

        weighed = weighed_names(known, reference, targets)
        spelt, said = spelt_name(known, reference, targets, weighed), says_most_of(graph, reference, targets)
        if spelt is not None and not named_behind and (not said or are_contrasted(graph, spelt, targets)):
            doubted = _is_in_heading(graph, reference) or _is_cited_next(graph, reference, spelt)
            stems = content_words(graph.rulebook.forms)
            right = not {*stems(spelt.title)}.isdisjoint(stems(sentence_before(graph, reference)))
            return TitleBefore(spelt, right, "note" if doubted else "error", spelt=True)
        best = section_weighed(graph, reference, weighed)
        if said or (named_behind and not (best and _says_more(graph, reference, targets, best.section))):
            return None
        if best is not None and best.weight >= SURELY:
            doubted = may_be_right(known, reference, targets, best.section)
            return TitleBefore(best.section, best.right_before, "note" if doubted else "error")
    named = section_named(known, reference, targets)
    if named is None:
        return None
    may = _may_be_meant(
        known,
        reference,
        targets,
        named.section,
        in_front=(named.right_before or named.own) and not named.untied,
        lines=_ABOUT if named.untied else 0,
    )
    shown = named.right_before or named.own or len(known.title_stems(named.section)) == 1
    if strange and (not shown or may_be_right(known, reference, targets, named.section)):
        return TitleBefore(named.section, named.right_before, "note") if may else None
    first = weighed[0] if weighed else None
    sure = first is not None and first.section.anchor == named.section.anchor and first.weight >= ENOUGH
    severity: Severity = "error" if sure and (named.right_before or named.own) else "warning"
    severity = "note" if strange and (cites_clauses(graph) or cites_by_number(graph)) else severity
    return TitleBefore(named.section, named.right_before, severity) if may else None


def _own_section(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> Section | None:
    """The section that a citation says it stands in ("this Article IV"), of the depth of the number that is
    printed, where it stands in another."""
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    start = reference.column - 1
    said = _OWN.search(f"{line[:start]}{reference.text}"[: _figure(line, start, reference)])
    if said is None or said[1].casefold() not in graph.rulebook.forms.own:
        return None
    about = [graph.sections[each] for each in (reference.section, *above(graph, reference.section))]
    if any(one.anchor == other.anchor for one in about for other in targets):
        return None
    alike = [one for one in about if one.key is not None and _is_of_form(one, targets[0])]
    return alike[0] if len(alike) == 1 else None


def _figure(line: str, start: int, reference: Reference) -> int:
    """Where the number of a citation begins, behind the word that is read with it ("Article IV")."""
    word = re.match(r"(?:[^\W\d_]+\.?|§)[ \xa0]", reference.text)
    return start + (word.end() if word is not None else 0)


def _is_of_form(one: Section, other: Section) -> bool:
    """Whether two numbers are of one depth and series, and print what they count by alike."""

    def form(section: Section) -> list[str]:
        key = section.key or ()
        return [part if isinstance(part, str) and len(part) > 1 else type(part).__name__ for part in key]

    return form(one) == form(other)


class _Part(NamedTuple):
    """A part of a list, or a row of a table: its citation, and the stems of what it is called."""

    reference: Reference
    label: tuple[str, ...]


@memoized_last
def _named_in_list(graph: ReferenceGraph) -> Mapping[tuple[str, int, int], Section]:
    """The citations of parts of lists that are called as another section is, by their places, each with that:
    where most others of the list are called as what they cite is."""
    titles: dict[tuple[str, ...], list[Section]] = defaultdict(list)
    stems = content_words(graph.rulebook.forms)
    for section in graph.sections.values():
        if section.key is not None and section.kind not in ("contents", "index") and section.title:
            for title in {tuple(stems(section.title)), tuple(stems(_IN_BRACKETS.sub("", section.title)))}:
                titles[title].append(section)
    found: dict[tuple[str, int, int], Section] = {}
    for parts in _lists(graph):
        astray = [part for part in parts if not _is_called_so(graph, part)]
        others = len(parts) - 1
        if len(parts) - len(astray) < max(_NAMED, _MOSTLY * others):
            continue
        for part in astray:
            reference, meant = part.reference, titles.get(part.label, ())
            cited = graph.of(reference, reference.targets[0])
            alone = len(reference.targets) == 1 and not reference.range
            if alone and cited and len(meant) == 1 and _is_of_form(meant[0], cited[0]):
                found[reference.document, reference.line, reference.column] = meant[0]
    return found


def _lists(graph: ReferenceGraph) -> Iterator[list[_Part]]:
    """The parts of a line whose citations stand in brackets, and the rows of tables that cite."""
    stems = content_words(graph.rulebook.forms)
    in_line: dict[tuple[str, int], list[_Part]] = defaultdict(list)
    rows: list[_Part] = []
    for reference in graph.rulebook.references():
        line = line_at(graph.rulebook.document(reference.document), reference.line)
        start, end = reference.column - 1, reference.column - 1 + len(reference.text)
        before = line[max(0, start - _REACH) : start]
        if (said := _PART.search(before)) is not None and line[end : end + 1] == ")":
            in_line[reference.document, reference.line].append(_Part(reference, tuple(stems(said[1]))))
            continue
        *cells, last = _CELL.split(before)
        called = next((cell for cell in reversed(cells) if cell.strip()), "")
        if not called or stems(last) or _CELL.match(f"{line[end:].lstrip('.')}\t") is None:
            continue
        part = _Part(reference, tuple(stems(called)))
        if rows and not _follows(rows[-1].reference, reference):
            yield rows
            rows = []
        rows.append(part)
    yield from in_line.values()
    yield rows


def _follows(row: Reference, other: Reference) -> bool:
    return row.document == other.document and row.line < other.line <= row.line + _ROWS


def _is_called_so(graph: ReferenceGraph, part: _Part) -> bool:
    """Whether what a part is called ends in the title of what it cites, or has no other words than that."""
    stems = content_words(graph.rulebook.forms)
    cited = (s for target in part.reference.targets[:1] for s in graph.of(part.reference, target))
    titles = (tuple(stems(section.title)) for section in cited)
    return any(
        title and (part.label[-len(title) :] == title or (part.label and set(part.label) <= set(title)))
        for title in titles
    )


def _section_of_term(graph: ReferenceGraph, reference: Reference) -> Section | None:
    """The section whose title is the term of the entry in which a citation of one number stands alone:
    "Deck – …", "**Deck.** …"."""
    return _terms(graph).get((reference.document, reference.line, reference.column))


@memoized_last
def _terms(graph: ReferenceGraph) -> Mapping[tuple[str, int, int], Section]:
    """The citations of entries of a list of terms, by their places, each with the section of its term."""
    every = list(graph.rulebook.references())
    stems = content_words(graph.rulebook.forms)
    in_line = Counter((reference.document, reference.line) for reference in every)
    found: dict[tuple[str, int, int], Section] = {}
    for reference in every:
        document = graph.rulebook.document(reference.document)
        line = line_at(document, reference.line)
        term = _TERM.match(line)
        if term is None or term.end() > reference.column or len(reference.targets) != 1:
            continue
        if in_line[reference.document, reference.line] > 1:
            continue
        first = reference.line == 1 or not line_at(document, reference.line - 1)
        if line[:1].isalpha() and not first:  # a line in a paragraph
            continue
        sections = _titles(graph).get(tuple(stems(term["term"])), ())
        if len(sections) > 1:  # where one of them is cited, that is right
            sections = [one for one in sections if one.key == reference.targets[0].key][:1]
        if len(sections) == 1 and sections[0].anchor != reference.section:
            found[reference.document, reference.line, reference.column] = sections[0]
    return found


def cites_its_term(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether a citation in an entry of a list of terms leads to the section whose title the term is."""
    term = _section_of_term(graph, reference)
    return term is not None and _leads_to(graph, graph.resolve(reference.targets[0]), term)


def _leads_to(graph: ReferenceGraph, cited: Sequence[Section], section: Section) -> bool:
    return any(section.anchor in (one.anchor, *above(graph, one.anchor)) for one in cited)


@memoized_last
def _cite_by_term(graph: ReferenceGraph) -> bool:
    """Whether the entries of a text whose term is the title of a section cite that section."""
    there = others = 0
    for reference in graph.rulebook.references():
        term = _section_of_term(graph, reference)
        if term is not None:
            leads = _leads_to(graph, graph.resolve(reference.targets[0]), term)
            there, others = there + leads, others + (not leads)
    return there >= _TERMS and there >= _USUAL * (there + others)


def _is_named(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section], before: str) -> bool:
    """Whether the cited section's own title, small words and all, are the last words before a citation that
    say something."""
    stems = content_words(graph.rulebook.forms)
    said = [word.group() for word in _WORD.finditer(before)]
    while said and not stems(said[-1]):
        said.pop()
    for title in (_WORD.findall(section.title) for section in targets):
        last = said[-len(title) :] if title else []
        if title and [stems(w) or w.casefold() for w in last] == [stems(w) or w.casefold() for w in title]:
            return True
    return False


def _is_named_behind(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> bool:
    """Whether a word of the cited title follows a citation."""
    stems, behind = content_words(graph.rulebook.forms), frozenset(said_behind(graph, reference))
    return any(not behind.isdisjoint(stems(section.title)) for section in targets)


def _says_more(
    graph: ReferenceGraph, reference: Reference, targets: Sequence[Section], other: Section
) -> bool:
    """Whether of the words behind a citation those of the cited title are of another's too, which has two
    more."""
    stems, behind = content_words(graph.rulebook.forms), said_behind(graph, reference)
    own = {word for word in behind for one in targets if word in stems(one.title)}
    others = {word for word in behind if has(stems(other.title), word)}
    return own < others and len(others) >= len(own) + _PAIR


def _tells_of(known: CitationCandidates, targets: Sequence[Section], other: Section) -> bool:
    """Whether the text of the cited sections has all words but one of a title of several: the License
    Committee for Property Standards, for "Property Standards and License Appeals Committee"."""
    words = frozenset(content_words(known.graph.rulebook.forms)(other.title))
    silent = sum(is_silent(known, word, targets) for word in words)
    return len(words) >= _SEVERAL and silent <= 1


def _may_be_meant(
    known: CitationCandidates,
    reference: Reference,
    targets: Sequence[Section],
    other: Section,
    *,
    in_front: bool = False,
    lines: int = 0,
) -> bool:
    """Whether a section stands apart from those cited, and from where they are cited, and no citation in the
    same line, or so many `lines` from it, leads to it, unless the title stands right `in_front` of the
    bracket of this one, or behind it.
    """
    graph, index = known.graph, known.subjects
    cited = [section.anchor for section in targets]
    around = {anchor for one in cited for anchor in (one, *above(graph, one))}
    own = {reference.section, *above(graph, reference.section)}
    if other.anchor in around | own or any(index.within(other.anchor, one) for one in cited):
        return False
    links = graph.cited_by.get(other.anchor, ())
    return in_front or not any(
        abs(link.reference.line - reference.line) <= lines and link.reference is not reference
        for link in links
    )


def surest(
    known: CitationCandidates,
    reference: Reference,
    targets: Sequence[Section],
    other: Section,
    *,
    strange: bool,
) -> Severity:
    """What at most it is that a citation's words name another section than those cited: in a `strange` text
    (that nobody described) a note where the cited one may be meant, or where one word is all the other's
    name and the text cites by numbers alone."""
    if not strange:
        return "error"
    single = len(known.title_stems(other)) == 1 and cites_by_number(known.graph)
    return "note" if single or may_be_right(known, reference, targets, other) else "error"


def may_be_right(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section], other: Section
) -> bool:
    """Whether a careful reader would let a citation stand although words beside it name another section.

    Words say what a citation is of, or only the occasion of it ("the executor (§ 28)", of whom § 28 speaks).
    They are the occasion where the section that is cited tells of them, where the word nearest to the number
    is of its title, where they stand so before another citation of it too, in a heading, which is called as
    what stands below it, and in a row of a table whose column cites one section for several things.
    """
    graph, index = known.graph, title_index(known.graph)
    if _is_in_heading(graph, reference) or _is_of_column(graph, reference):
        return True
    stems = content_words(graph.rulebook.forms)
    title, called = stems(other.title), {word for one in targets for word in stems(one.title)}
    every = [(said, _among(said.words, title)) for said in said_beside(known, reference)]
    said, words = max(every, key=lambda one: len(one[1]), default=(Said(()), []))
    whole = len(words) >= len(title)
    if not words or (said.apart and (whole or said.behind)):
        return False
    if _is_cited_next(graph, reference, other) or said.idle.issuperset(words):
        return True  # "for the purposes of rule 22" names no "Purposes"
    words += [w for w in _among(said_behind(graph, reference), title) if w not in words]
    own = {word for word in called if not has(title, word)}
    if not whole and any(has(own, word) for word in stems(sentence_before(graph, reference))):
        return True
    over = {w for t in targets for a in above(graph, t.anchor) for w in stems(graph.sections[a].title)}
    telling = [word for word in words if not has(called, word)]  # what both are called tells nothing
    near = [word for word in said.words if word not in said.idle]
    end = title[::-1][: len(words)]
    right_there = len(words) > 1 and end in (near[: len(end)], [*said.words[: len(end)]])
    if near and has(called, near[0]) and not (right_there and not _is_begun(graph, reference, targets)):
        return True
    so = cited_so(graph, reference, said)
    if right_there and so.get(other.anchor, (0, 0)) >= (_PAIR, _HABIT):
        return False
    unsaid = [word for word in telling if not has(over, word) and index.is_silent(word, targets)]
    if not unsaid or (telling[0] not in unsaid and not (right_there and said.tied)):
        return True
    if said.behind:
        return False
    if any(so.get(one.anchor, (0, 0))[0] >= min(len(title), _PAIR) for one in targets):
        return True
    elsewhere = sum(count for anchor, (_, count) in so.items() if anchor != other.anchor)
    return len(title) == 1 and elsewhere > so.get(other.anchor, (0, 0))[1]


def _is_begun(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> bool:
    """Whether the last two words before a citation, small ones too, are of the cited title in its order: "the
    further fees (50)", of "Further Fees and Costs"."""
    last = [word[:_BEGUN] for word in words_of(sentence_before(graph, reference)) if len(word) > 1][-_PAIR:]
    titles = ([word[:_BEGUN] for word in words_of(one.title)] for one in targets)
    return any(last == title[at : at + _PAIR] for title in titles for at in range(len(title) - 1))


def _among(words: Sequence[str], title: Sequence[str]) -> list[str]:
    """The words that are of a title."""
    return [word for word in dict.fromkeys(words) if any(is_inflected(word, each) for each in title)]


def _is_cited_next(graph: ReferenceGraph, reference: Reference, other: Section) -> bool:
    """Whether a citation goes on with one of another section: "the election under section 6 or section 8"."""
    document = graph.rulebook.document(reference.document)

    def is_next(one: Reference) -> bool:
        if one.document != reference.document or not 0 <= one.line - reference.line <= 1:
            return False
        rest = len(line_at(document, reference.line)) if one.line > reference.line else 0
        return 0 < rest + one.column - reference.column <= _GOES_ON

    return any(is_next(link.reference) for link in graph.cited_by.get(other.anchor, ()))


def _is_in_heading(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether a citation stands in the heading of its section."""
    section = graph.sections[reference.section]
    return section.line == reference.line and reference.text in section.title


def _is_of_column(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether a citation stands in a cell of a table, and in that above or below it the same section is
    cited."""
    document = graph.rulebook.document(reference.document)

    def column(other: Reference) -> int:
        return line_at(document, other.line)[: other.column - 1].count("|")

    own, cited = column(reference), graph.of(reference, reference.targets[0])
    every = (link.reference for section in cited for link in graph.cited_by.get(section.anchor, ()))
    rows = (one for one in every if one.document == reference.document and one.line != reference.line)
    return own > 0 and any(abs(one.line - reference.line) <= _ROWS and column(one) == own for one in rows)


@memoized_last
def _titles(graph: ReferenceGraph) -> Mapping[tuple[str, ...], Sequence[Section]]:
    """The numbered sections by the stems of their titles."""
    stems = content_words(graph.rulebook.forms)
    found: dict[tuple[str, ...], list[Section]] = defaultdict(list)
    for section in graph.sections.values():
        title = tuple(stems(section.title))
        if section.key is not None and section.kind not in ("contents", "index") and title:
            found[title].append(section)
    return found


def is_turn_of_phrase(known: CitationCandidates, cited: CitationContext, targets: Sequence[Section]) -> bool:
    """Whether the words right before the citation, up to its bracket, are a word and small words behind it
    that stand so in the cited section too, and in few others."""
    rulebook = known.graph.rulebook
    line = line_at(rulebook.document(cited.reference.document), cited.reference.line)
    words = _WORDS.findall(line[: cited.reference.column - 1].rstrip(" (["))[-_PHRASE:]
    stems = known.subjects.stems
    begin = next((at for at in range(len(words) - 1, -1, -1) if stems(words[at])), len(words))
    phrase = words[begin:]
    if not 1 < len(phrase) <= _PHRASE - 1:
        return False
    small = " ".join(phrase[1:]).casefold()
    stem, index = stems(phrase[0])[0], known.subjects
    below = {each for s in targets for each in index.order[slice(*index.spans.get(s.anchor, (0, 0)))]}

    def stand_so(placed: Placed) -> bool:
        anchor = placed.section.anchor
        told = anchor != cited.reference.section and index.told(stem, anchor)
        return told and stem in _before(placed.extract, small, rulebook.forms)

    every = extracts(rulebook.documents)
    if not any(stand_so(placed) for placed in every if placed.section.anchor in below):
        return False
    most = int(max(_FEW, _RARE * len(known.graph.sections)))
    return len([*islice(filter(stand_so, every), most + 1)]) <= most


@incremental
def _before(extract: Extract, small: str, forms: WordForms) -> frozenset[str]:
    """The stems of the words of a section behind which these small words stand."""
    text = text_of(extract.section.blocks)
    if small not in text.casefold():  # as in nearly every section
        return frozenset()
    stems = content_words(forms)
    pattern = rf"(?P<word>[^\W\d_]+)\s+{re.escape(small)}\b"
    found = re.finditer(pattern, text, re.IGNORECASE)
    return frozenset(said[0] for each in found if len(said := stems(each.group("word"))) == 1)
