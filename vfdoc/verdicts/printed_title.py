"""Which section a dangling citation must mean: a citation comes in, one section goes out, or none.

This is proof and no likeness: the whole title stands right before the bracket of a lone number, word for
word, save for case and emphasis; nothing before it makes it the name of something else, and no other
numbered section has it. Running text may use the words of a title for other things: there the number must
be a slip of the section's too, one digit of it wrong; where the title is set like one, it may be any.

In running text no other title may have the same words in it either: "the damage roll (6.9)" may be a slip of
"Adjusting the damage roll".

A link around a citation leads to one too ("[Section 3.3](#34-retreat)"): by an anchor that its heading's
line prints (`id="retreat"`, `{#retreat}`), or a line of nothing else above it, or that its words become where
Markdown is shown.

Measured with citations mistyped and sections deleted in ten texts (rules, laws, RFCs): of deleted sections
none was put in a citation; of what was mistyped, all that was written was right.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph, titled_clauses
from vfdoc.language.content_words import content_words
from vfdoc.language.sentences import open_sentence
from vfdoc.language.typography import unaccented
from vfdoc.model import Document, Finding, Key, Paragraph, Reference, Section, Target
from vfdoc.model.passage import words_of
from vfdoc.model.place import line_at
from vfdoc.model.session import memoized, memoized_last

_SENTENCE = 1000  # characters before a number in which its sentence is sought
_LONG = 4  # letters of a word that has a capital in a title
_LINK = re.compile(r"\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\]|:)|<[^<>]*>|<a\b.*?</a>|`[^`]*`|\b\w+://\S+")
_BRACKET = re.compile(r"\((?P<words>[^()\d]*)$")
_MARKS = re.compile(r"[*_\"“”«»‘’']+")
_WORD = re.compile(r"[^\W_]+")
# "(4.2) of the Charter": a name follows, with small words before it at most.
_CLOSED = re.compile(r"[*_]*\)")
_NAME_BEHIND = re.compile(r"[*_]*\)[*_]*[ \xa0](?:[^\W\d_]{1,4}[ \xa0]){0,2}[\"“«\[*_]*(?P<first>[^\W\d_])")
_AROUND = re.compile(r"\[(?P<shown>[^\[\]]{1,200})\]\(#(?P<anchor>[^()\s]{1,200})\)")
_PRINTED = re.compile(r"(?:\b(?:id|name)=[\"']|\{:?[ ]?#)(?P<anchor>[^\"'\s}>]+)")
_ANCHORS = re.compile(
    r"(?:[ \t]*(?:<a\b[^<>]*(?:/>|>[ \t]*</a>)"
    r"|<(?P<box>div|p|section|span)\b[^<>]*>(?:[ \t]*</(?P=box)>)?))+[ \t]*"  # a box that begins there
)
_ABOVE = 3  # lines above a heading in which its anchors may stand, blank ones among them
_MARKUP = re.compile(r"<a\b[^>]*>[^<]*</a>|<[^<>]*>|\{[^{}]*\}|(?<=\])\([^()]*\)|[*`]")
_NO_SLUG = re.compile(r"[^\w\- ]")
_MARK = r"[\"“”„«»‘’‚‹›*_]"  # of quotation, in any language, or of emphasis
_BLANK = r"[ \xa0\u202f]?"  # « Durée »
_IN_BRACKETS = re.compile(
    rf"[ \xa0]\((?:{_MARK}{_BLANK}){{0,3}}(?P<title>[^\W_][^()]{{2,80}}?)(?:{_BLANK}{_MARK}){{0,3}}\)"
)
_QUOTATION = (
    rf"(?:[\"“„«»]|(?P<single>[‚‹›])){_BLANK}(?P<title>[A-ZÀ-Ý][^\"“”„«»‚‹›]{{2,80}}?){_BLANK}"
    r"(?(single)[‘’‹›]|[\"“”«»])"
)
_QUOTED_TITLE = re.compile(rf",?[ \xa0]{_QUOTATION}")
_ANGLED_TITLE = re.compile(r"[.,]?[ \xa0][<《【](?P<title>[A-ZÀ-Ý][^<>《》【】]{2,80})[>》】]")
_QUOTED_BEFORE = re.compile(rf"(?<!\d[ \xa0])(?<!\d,[ \xa0]){_QUOTATION}[ \xa0]\(?$")
_TITLE_BEGINS = re.compile(r"(?P<mark>[.:,]?)[ \xa0][*_]{0,2}(?=[A-ZÀ-Ý])")
_STOPS = re.compile(r"\.(?:[ \xa0]*$|[ \xa0]+[A-ZÀ-Ý])")
_TITLE_WORD = re.compile(r"[^\W_][^\s*_|,;:()\[\]]*[^\W_]")
_MARKED_TITLE = re.compile(  # ". Kill_**"
    r"(?P<begin>[.:]?[ \xa0][*_]{0,3})(?P<title>[A-ZÀ-Ý](?:[^*_|,;:.()\[\]\"“”]{0,60}[^\W_])?)"
    r"(?P<mark>_*[^\w\s]+|_+)"
)
_HEAD = re.compile(r"([^\W\d_][^\s\d*_.:]{2,})[ \xa0][-–—][ \xa0](?=[^\W\d_])")
_NEXT_CITED = re.compile(r"[ \xa0]([^\W\d_]{1,5})[ \xa0]\d+\.\d")  # " and 4.12"
_LONGEST = 60  # characters behind a number in which a title is sought
_QUOTED = 90  # before it, in which a title in quotation marks is
_PARTS = re.compile(r"[()/,;:–—]|[ \xa0]-[ \xa0]")
_RUN_IN = re.compile(
    r"[*_“\"]*(?P<title>[A-ZÀ-Ý][^.:;!?*_“”\"]{2,60})[*_”\"]*[.:][*_”\"]*(?=[ \xa0]+[\"“(*_]*[A-ZÀ-Ý]|$)"
)
_LONG_WORD = re.compile(r"[^\W\d_]{4,}")
_MOST_WORDS = 8  # words of a title
_BEGINS = re.compile(r"$|[-*+][ \t]|[#|]")  # a line that does not go on from the one above
_HABIT = 4  # citations that print their titles
_FEW, _PHRASE = 2, 3  # those that have them before, emphasized, and words of such a title
_SEVERAL, _USUAL = 5, 0.5  # titles at the head of texts that make a habit, and their share
_MANIFOLD = 4  # citations that print their own titles in a form, to one that prints another's
_BESIDE = 60  # characters behind a link, and twice as many before it, in which a title may stand
_MOSTLY = 0.6  # of the words of a title, which name it
_LINK_END = re.compile(r"\]\([^()\s]*\)")
_FIGURES = re.compile(r"\d[\w.]*")


class _Named(NamedTuple):
    """A section whose title is printed, and whether it is set like a title there."""

    section: Section
    as_title: bool


def section_meant(graph: ReferenceGraph, reference: Reference, target: Target) -> Section | None:
    """The section that a citation of a number which no section bears must mean, None where it is not proved.

    Its title stands there, and there wherever the number is cited; the number is none below it, which may
    have been taken out, and none that is left out between others.
    """
    found = _section_named(graph, reference, target)
    if found is None or found.section.key is None or _left_out(graph, target):
        return None
    named, key = found.section, found.section.key
    if target.key[: len(key)] == key or not (found.as_title or _is_slip(key, target.key)):
        return None
    for other in graph.unresolved:
        for each in other.targets:
            if each.key == target.key:
                there = _section_named(graph, other, each)
                if there is None or there.section is not named:
                    return None
    return named


def stands_about(graph: ReferenceGraph, finding: Finding) -> bool:
    """Whether all words of the title of a section that a finding names, or of a part of that ("Commander
    (CIC)"), stand about its place one right behind the other, over the end of a line too: "start from the
    lane" does not say "Lane Starters". One that has none is not named."""
    stems = content_words(graph.rulebook.forms)
    document = graph.rulebook.document(finding.document)
    near = [line_at(document, n).strip() for n in range(finding.line - 1, finding.line + 2)]
    begins = [at for at, line in enumerate(near) if at == 0 or _BEGINS.match(line)]
    paragraphs = [
        [" ".join(stems(word)) for word in words_of(" ".join(near[first:last]))]
        for first, last in pairwise((*begins, len(near)))
    ]
    parts = (_PARTS.split(bare(graph.sections[other.section].title)) for other in finding.related)
    names = [[" ".join(stems(word)) for word in words_of(each)] for title in parts for each in title]
    return any(
        said[at : at + len(words)] == words
        for words in names
        if any(words)
        for said in paragraphs
        for at in range(len(said) - len(words) + 1)
    )


def section_moved(graph: ReferenceGraph, reference: Reference, target: Target) -> Section | None:
    """The section that has taken the place of a number which the edition says it no longer has (`[forward]`
    of its edition.toml); None for a list, a range or a link."""
    moved = graph.moved(target)
    if moved is None or moved.number is None or not _is_plain(graph, reference, target):
        return None
    return moved


def _is_plain(graph: ReferenceGraph, reference: Reference, target: Target) -> bool:
    """Whether a citation is of one number, in no link."""
    if len(reference.targets) != 1 or reference.range or target.number is None or target.clause:
        return False
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    start, end = reference.column - 1, reference.column - 1 + len(reference.text)
    return not any(begin < end and start < stop for begin, stop in _links(line))


@memoized
def _links(line: str) -> tuple[tuple[int, int], ...]:
    """Where links, code and markup stand in a line. Many citations of one line ask: to look for them anew for
    each would cost the square of a long line (half of a check of 800 of them)."""
    return tuple(found.span() for found in _LINK.finditer(line))


def _is_slip(key: Key, cited: Key) -> bool:
    """Whether two numbers differ in one digit of one part."""
    differing = [(str(one), str(other)) for one, other in zip(key, cited, strict=False) if one != other]
    if len(key) != len(cited) or len(differing) != 1:
        return False
    one, other = differing[0]
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _left_out(graph: ReferenceGraph, target: Target) -> bool:
    """Whether a number is missing between two that are printed: a section may have stood there."""
    *above, last = target.key
    if not isinstance(last, int):
        return False
    beside = [key[-1] for key in graph.numbers if key[:-1] == tuple(above) and graph.numbers[key]]
    counted = [number for number in beside if isinstance(number, int)]
    return bool(counted) and min(counted) < last < max(counted)


def _section_named(graph: ReferenceGraph, reference: Reference, target: Target) -> _Named | None:
    """The section whose title a citation prints right before its bracket, with nothing else in that.

    Lists, ranges, links and what cites another work or edition name none.
    """
    document = graph.rulebook.document(reference.document)
    line = line_at(document, reference.line)
    start, end = reference.column - 1, reference.column - 1 + len(reference.text)
    bracket = _BRACKET.match(line, max(line.rfind("(", 0, start), 0), start)
    if bracket is None or _CLOSED.match(line, end) is None or _name_follows(line, end):
        return None
    if not _is_plain(graph, reference, target):
        return None
    stop = graph.rulebook.forms.stop
    if any(unaccented(word) not in stop for word in _WORD.findall(bracket.group("words"))):
        return None
    above = line_at(document, reference.line - 1) if reference.line > 1 else ""
    before = line[max(bracket.start() - _SENTENCE, 0) : bracket.start()].rstrip(" \xa0")
    if above.strip() and open_sentence(before) == before:
        before = f"{above} {before}"
    return _titled(graph, open_sentence(before), target)


def _name_follows(line: str, end: int) -> bool:
    """Whether what stands behind the number says of what work or edition it is."""
    found = _NAME_BEHIND.match(line, end)
    return found is not None and found.group("first").isupper()


def _titled(graph: ReferenceGraph, sentence: str, target: Target) -> _Named | None:
    """The section whose title ends the words of a sentence, the longest title first."""
    forms = graph.rulebook.forms
    words = [(found.group().casefold(), found) for found in _WORD.finditer(sentence)]
    if any(unaccented(word) in forms.editions for word, _ in words):
        return None
    titles = _titles(graph)
    most = max(map(len, titles), default=0)
    for count in range(min(most, len(words)), 0, -1):
        sections = titles.get(tuple(word for word, _ in words[-count:]))
        if sections is None:
            continue
        first = words[-count][1]
        between = sentence[words[-count - 1][1].end() : first.start()] if count < len(words) else ""
        named = len(sections) == 1 and _stands_alone(between, words[: -count or None], forms.stop)
        as_title = _set_as_title(sentence, [word for _, word in words[-count:]], first=count == len(words))
        if not named or (count == 1 and not as_title) or not _countable(sections[0], target):
            return None
        if not as_title and _is_part(frozenset(word for word, _ in words[-count:]), titles):
            return None
        return _Named(sections[0], as_title)
    return None


def _stands_alone(between: str, before: list[tuple[str, re.Match[str]]], stop: frozenset[str]) -> bool:
    """Whether nothing right before a title makes it part of another name."""
    if ":" in between:
        return False
    if not before or _MARKS.sub("", between).strip():
        return True
    word = before[-1][0]
    return len(word) == 1 or word.isdecimal() or unaccented(word) in stop


def _is_part(words: frozenset[str], titles: Mapping[tuple[str, ...], Sequence[Section]]) -> bool:
    """Whether a longer title has all these words too: "the damage roll", "Adjusting the damage roll"."""
    return any(words < frozenset(title) for title in titles)


def _set_as_title(sentence: str, words: list[re.Match[str]], *, first: bool) -> bool:
    """Whether words are set like a title: between marks, or several with capitals in a sentence that does not
    shout; one capital at the head of a sentence (`first`) says nothing."""
    before, behind = sentence[: words[0].start()][-1:], sentence[words[-1].end() :][:1]
    if _MARKS.fullmatch(before) and _MARKS.fullmatch(behind):
        return True
    long = [word.group() for word in words if len(word.group()) >= _LONG]
    capitals = [word for word in long if word[0].isupper() and not word.isupper()]
    return capitals == long and len(long) > first and len(words) > 1


def _countable(section: Section, target: Target) -> bool:
    """Whether a section's number may stand where the cited one does: of the same series and form."""
    assert section.key is not None
    one, other = section.key[0], target.key[0]
    alike = one == other if isinstance(one, str) or isinstance(other, str) else True
    return alike and ("." in (section.number or "")) == ("." in (target.number or ""))


@memoized_last
def _titles(graph: ReferenceGraph) -> dict[tuple[str, ...], list[Section]]:
    """The numbered sections by the words of their titles."""
    found: dict[tuple[str, ...], list[Section]] = {}
    for section in graph.sections.values():
        words = tuple(word.casefold() for word in _WORD.findall(section.title))
        if words and section.key is not None and section.kind not in ("contents", "index"):
            found.setdefault(words, []).append(section)
    return found


def linked_section(graph: ReferenceGraph, reference: Reference) -> Section | None:
    """The section to which the link around a citation of one number leads, where that is certain."""
    if len(reference.targets) != 1 or reference.range:
        return None
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    start, end = reference.column - 1, reference.column - 1 + len(reference.text)
    link = _AROUND.match(line, max(line.rfind("[", 0, start + 1), 0))
    if link is None or link.end("shown") < end:
        return None
    sections = _by_anchor(graph).get((reference.document, link["anchor"].casefold()), ())
    if len(sections) != 1:
        return None
    others = line[link.start("shown") : start] + line[end : link.end("shown")]
    alone = all(number in sections[0].title for number in _FIGURES.findall(others))
    return sections[0] if alone else None


def link_agrees(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether the link around a citation leads to the section that bears the number cited, whatever word
    stands before either ("[Section 2](#2-scope)"): then the citation is right, however it was resolved. Where
    no heading bears a number, as where they are counted in print, it tells of none."""
    linked = linked_section(graph, reference)
    if linked is None:
        return False
    if linked.key is None:
        beside = (
            s for s in graph.sections.values() if (s.document, s.parent) == (linked.document, linked.parent)
        )
        return all(section.key is None for section in beside)
    target = reference.targets[0]
    return target not in graph.lacking and _wordless(target.key) == _wordless(linked.key)


def names_number(
    graph: ReferenceGraph, reference: Reference, linked: Section, targets: Sequence[Section]
) -> bool | None:
    """Of a citation whose link leads elsewhere: whether its words name the section of its number (True), or
    that of the link, by a title beside it or in the link (False); None where they name neither. What has more
    of the words of its title there is the better named, though the link spells the other's."""
    document = graph.rulebook.document(reference.document)
    line = line_at(document, reference.line)
    above = " ".join(line_at(document, n) for n in range(max(1, reference.line - 2), reference.line))
    start, end = reference.column - 1, reference.column - 1 + len(reference.text)
    shown, _, behind = line[end : end + 4 * _BESIDE].partition("](")
    anchor, _, behind = behind.partition(")")
    before = _LINK_END.sub("]", line[max(0, start - 2 * _BESIDE) : start])
    said = words_of(f"{before} {shown} {behind[:_BESIDE].partition('](')[0]}")
    named = _stands_in(linked, said)
    if any(_stands_in(target, said) for target in targets):
        return None if named else True
    if not named and start < 2 * _BESIDE:
        before = f"{open_sentence(above)} {before}"
    stems = content_words(graph.rulebook.forms)
    beside = frozenset(stems(f"{before} {shown}"))
    numbered, other = (max(_share(stems(one.title), beside) for one in each) for each in (targets, (linked,)))
    if not named and numbered > max(other, _MOSTLY):
        return True
    return False if named or _stands_in(linked, words_of(anchor.replace("-", " "))) else None


def _stands_in(section: Section, words: Sequence[str]) -> bool:
    """Whether a section's title stands among words."""
    title = words_of(section.title)
    return bool(title) and any(words[at : at + len(title)] == title for at in range(len(words)))


def _share(title: Sequence[str], words: Collection[str]) -> float:
    """The share of the words of a title of several that are among words."""
    own = set(title)
    return len(own.intersection(words)) / len(own) if len(own) > 1 else 0.0


def _wordless(key: Key) -> Key:
    """A key without the word of its series."""
    return key[1:] if len(key) > 1 and isinstance(key[0], str) and len(key[0]) > 1 else key


@memoized_last
def _by_anchor(graph: ReferenceGraph) -> dict[tuple[str, str], list[Section]]:
    """The sections by their document and the anchors of their headings."""
    found: dict[tuple[str, str], list[Section]] = {}
    for section in graph.sections.values():
        document = graph.rulebook.document(section.document)
        line = line_at(document, section.line)
        printed = f"{line} {_anchors_above(document, section.line)}"
        anchors = {each["anchor"].casefold() for each in _PRINTED.finditer(printed)}
        if line.startswith("#"):
            words = _MARKUP.sub("", line).lstrip("#").strip()
            anchors.add(_NO_SLUG.sub("", words.casefold()).strip().replace(" ", "-"))
        for anchor in anchors:
            found.setdefault((section.document, anchor), []).append(section)
    return found


def _anchors_above(document: Document, line: int) -> str:
    """The lines right above a heading that hold anchors and nothing else."""
    found: list[str] = []
    for at in range(line - 1, max(0, line - 1 - _ABOVE), -1):
        text = line_at(document, at)
        if text.strip() and _ANCHORS.fullmatch(text) is None:
            break
        found.append(text)
    return " ".join(found)


def section_entitled(graph: ReferenceGraph, reference: Reference) -> Section | None:
    """The one section, or clause, whose title stands in brackets or quotation marks, or as it is printed,
    right behind a citation ("Section 8 (Term)", "Section 8, “Term”", "8.3 <Sight>"), or quoted or emphasized
    right before it ("_Line of Sight_ (8.3)"), where the text cites so."""
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    end = reference.column - 1 + len(reference.text)
    told = _IN_BRACKETS.match(line, end) or _QUOTED_TITLE.match(line, end) or _ANGLED_TITLE.match(line, end)
    told = told or _QUOTED_BEFORE.search(line, max(0, reference.column - 1 - _QUOTED), reference.column - 1)
    spelt = _printed_behind(graph, line, end) or _emphasized(graph).get(_place(reference), [])
    title = spelt if told is None else words_of(told["title"])
    if not title and (whole := _in_own_form(graph).get(_place(reference))):
        return _one_titled(graph, whole, graph.resolve(reference.targets[0]), whole=True)
    if told is not None and len(title) == 1 and told["title"][0].islower():
        return None  # "(optional)", "(term)"
    return _one_titled(graph, title, graph.resolve(reference.targets[0]))


def title_in_link(graph: ReferenceGraph, reference: Reference) -> Section | None:
    """The one section whose title is all that a link shows behind a number of another, "[4.3 Far
    Hoops](#43-far-hoops)", where that is the title of 4.1, to which it does not lead."""
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    start, end = reference.column - 1, reference.column - 1 + len(reference.text)
    link = _AROUND.match(line, max(line.rfind("[", 0, start + 1), 0))
    if link is None or link.end("shown") < end or len(reference.targets) != 1:
        return None
    title = words_of(line[end : link.end("shown")])
    found = _one_titled(graph, title, graph.resolve(reference.targets[0])) if len(title) > 1 else None
    return found if found != linked_section(graph, reference) else None  # the number alone is wrong there


def _one_titled(
    graph: ReferenceGraph, title: Sequence[str], cited: Sequence[Section], *, whole: bool = False
) -> Section | None:
    """The one numbered section with a title, which may be part of another's if it is surely a `whole` one; of
    several that which stands beside those that are cited."""
    named = [s for s in _by_title(graph).get(_key(graph, title), ()) if s.key is not None]
    own = any(one.anchor == other.anchor for one in named for other in cited)
    if own or (not whole and any(set(title) <= set(words_of(one.title)) for one in cited)):
        return None
    if len(named) > 1 and not any(one.parent == other.anchor for one in named for other in cited):
        named = [one for one in named if any(one.parent == other.parent for other in cited)]
    return named[0] if len(named) == 1 else None


def _said_of_title(graph: ReferenceGraph, line: str, start: int) -> list[re.Match[str]]:
    """The words from a place on that may be a title, without the article before it; of other small words one
    may begin a title ("Will Flags")."""
    said = list(_TITLE_WORD.finditer(line, start, start + _LONGEST))
    forms = graph.rulebook.forms
    articles = (*forms.sentence.articles, *forms.names.definite)
    while len(said) > 1 and said[0].group().casefold() in articles:
        del said[0]
    return said


def _key(graph: ReferenceGraph, title: Sequence[str]) -> str:
    """The words of a title without the article at its head."""
    forms, words = graph.rulebook.forms, list(title)
    while len(words) > 1 and words[0] in (*forms.sentence.articles, *forms.names.definite):
        del words[0]
    return " ".join(words)


def is_titled(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether the whole title of what a citation means stands right behind its number, as in an entry of a
    list ("A5.6 Officials 22"): whatever stands before it, it names nothing else."""
    line = line_at(graph.rulebook.document(reference.document), reference.line)
    end = reference.column - 1 + len(reference.text)
    targets = [section for target in reference.targets for section in graph.resolve(target)]
    titles = [words_of(section.title) for section in targets]
    said = words_of(line[end : end + max((len(each.title) for each in targets), default=0) + _LONGEST])
    return any(title and said[: len(title)] == title for title in titles)


def _printed_behind(graph: ReferenceGraph, line: str, end: int) -> list[str]:
    """The words of the longest title that stands right behind a citation as it is printed, and no capital
    behind it; of two words at least, or set off from what follows, as it is behind a colon ("Article 5:
    Membership."), or where nouns have capitals: "wer nach Absatz 2 Einnahmen aus dem Handel hatte"."""
    if (begin := _TITLE_BEGINS.match(line, end)) is None:
        return []
    said = _said_of_title(graph, line, begin.end())
    titles, nouns = _by_title(graph), not graph.rulebook.forms.names.definite  # these have capitals
    for count in range(len(said), 0, -1):
        text = line[said[0].start() : said[count - 1].end()]
        last = said[count - 1].end()
        behind = line[last : last + _LONGEST]
        apart = not behind or behind[0] in (";)]" if nouns else ",;)]")
        closed = begin["mark"] == ":" or (begin["mark"] == "" and not nouns and _print_titles(graph))
        apart |= behind[:1] == "." and closed
        joined = _NEXT_CITED.match(behind)
        apart |= joined is not None and joined[1].casefold() in graph.rulebook.forms.citing.joins
        if begin["mark"] == ",":  # "(see 2.07, Special Meetings)", "in 2.07, Special Meetings. And …"
            stops = count > 1 and not nouns and _STOPS.match(behind) is not None
            apart = stops or behind[:1] in tuple(")]")
        alone = count == 1 or begin["mark"] in (":", ",") or nouns
        apart = apart if alone else not behind.lstrip(" *_–—-")[:1].isupper()
        apart = apart and (begin["mark"] != "." or behind[:1] != " ")  # another sentence begins there
        words = words_of(text)
        if apart and any(text in bare(section.title) for section in titles.get(_key(graph, words), ())):
            return words
    return []


def _place(reference: Reference) -> tuple[str, int, int]:
    return reference.document, reference.line, reference.column


@memoized_last
def _print_titles(graph: ReferenceGraph) -> bool:
    """Whether most citations of a text print the title of what they cite behind its number."""
    every = [r for r in graph.rulebook.references() if any(map(graph.resolve, r.targets))]
    return sum(is_titled(graph, each) for each in every) >= max(_HABIT, _USUAL * len(every))


@memoized_last
def _emphasized(graph: ReferenceGraph) -> dict[tuple[str, int, int], list[str]]:
    """The words of titles between marks of emphasis that stand before a bracket with a citation, or before
    words that tell what it says ("_Close the Line_ as defined in Section 2"), by its place: in a text that
    cites so, and oftener right than not."""
    telling = graph.rulebook.forms.telling or "(?!)"
    before = re.compile(
        rf"(?P<mark>[*_]{{1,3}})(?P<title>[^\W_][^*_]{{2,80}}[^\W_])(?P=mark)"
        rf"[ \xa0](?:\(|(?:[^\W\d_]{{1,3}}[ \xa0])?(?:{telling})[ \xa0])(?:[^\W\d_]{{3,12}}[ \xa0])?$"
    )
    found: dict[tuple[str, int, int], list[str]] = {}
    right, titles = 0, _by_title(graph)
    for reference in graph.rulebook.references():
        document = graph.rulebook.document(reference.document)
        above = line_at(document, reference.line - 1) if reference.line > 1 else ""
        line = line_at(document, reference.line)[: reference.column - 1]
        said = before.search(f"{above.strip()} {line.lstrip()}"[-_QUOTED - _LONGEST :])
        words = words_of(said["title"]) if said is not None and len(reference.targets) == 1 else []
        named = titles.get(_key(graph, words), ()) if len(words) >= _PHRASE else ()
        if any(one.anchor == other.anchor for one in named for other in graph.resolve(reference.targets[0])):
            right += 1
        elif named:
            found[_place(reference)] = words
    return found if right >= max(_FEW, len(found)) else {}


@memoized_last
def _in_own_form(graph: ReferenceGraph) -> dict[tuple[str, int, int], list[str]]:
    """The words of another section's title behind a number, by the citation's place, where they stand between
    the same marks as the cited titles do in many citations of the text: "rule 4. Kill**"."""
    right, wrong = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    found: dict[tuple[str, int, int], tuple[tuple[str, str], list[str]]] = {}
    for reference in graph.rulebook.references():
        cited = graph.resolve(reference.targets[0]) if len(reference.targets) == 1 else ()
        line = line_at(graph.rulebook.document(reference.document), reference.line)
        told = _MARKED_TITLE.match(line, reference.column - 1 + len(reference.text)) if cited else None
        words = words_of(told["title"]) if told is not None else []
        if told is None or not (named := _by_title(graph).get(_key(graph, words))):
            continue
        form = told["begin"], told["mark"]
        own = any(one.anchor == other.anchor for one in named for other in cited)
        (right if own else wrong)[form] += 1
        if not own:
            found[_place(reference)] = form, words
    usual = {form for form, n in right.items() if n >= max(_SEVERAL, _MANIFOLD * wrong[form])}
    return {place: words for place, (form, words) in found.items() if form in usual}


@memoized_last
def _by_title(graph: ReferenceGraph) -> dict[str, list[Section]]:
    """The sections, and the clauses that have a title, by its words, or by the name at its head ("ACCEPT -
    Take it")."""
    found: dict[str, list[Section]] = {}
    for section in (*titled_sections(graph), *titled_clauses(graph)):
        head = _HEAD.match(section.title)
        for title in (bare(section.title), *(head.groups() if head is not None else ())):
            words = words_of(title)
            if words and section.kind not in ("contents", "index"):
                found.setdefault(_key(graph, words), []).append(section)
    return found


@memoized_last
def titled_sections(graph: ReferenceGraph) -> tuple[Section, ...]:
    """The sections in their order, with the titles that stand at the head of their texts ("5.2. Security. The
    supplier shall …"), where most sections of that depth that have no other begin so."""
    titles: dict[str, str] = {}
    begin, every = Counter[tuple[str, int]](), Counter[tuple[str, int]]()
    for section in graph.sections.values():
        if section.key is None or section.title or not section.blocks:
            continue
        depth = section.document, len(section.key)
        every[depth] += 1
        if title := _run_in(section):
            titles[section.anchor] = title
            begin[depth] += 1
    usual = {depth for depth, n in begin.items() if n >= _SEVERAL and n >= _USUAL * every[depth]}
    return tuple(
        section._replace(title=titles[section.anchor])
        if section.anchor in titles and (section.document, len(section.key or ())) in usual
        else section
        for section in graph.sections.values()
    )


def _run_in(section: Section) -> str:
    """The first sentence of a section where it is set like a title: short, its long words with capitals."""
    first = section.blocks[0]
    found = _RUN_IN.match(first.lines[0].text) if isinstance(first, Paragraph) else None
    long = _LONG_WORD.findall(found["title"]) if found is not None else []
    if found is None or not long or len(found["title"].split()) > _MOST_WORDS:
        return ""
    return found["title"].strip() if all(word[0].isupper() for word in long) else ""


def bare(title: str) -> str:
    """A title without marks within its words: "Member**s**"."""
    return title.replace("*", "")
