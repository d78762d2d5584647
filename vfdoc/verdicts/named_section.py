"""The section that the words beside a citation name, where another is cited: a citation and the sections that
it cites come in, the section named goes out, or none.

Two kinds of evidence must come together. The words *name another section*: the words of its title that say
something stand one right behind the other, with no other between them and what ties them to the number. A
bracket ties ("the Reset Phase (6.5)"), a word that says that something is told there ("the common chest
described in 3.1", "Section 4.2 describes the issuance process"), and "under" or its like where the text names
so what it cites. And the cited section *cannot be meant*: one of these words stands nowhere in its title, its
text or what is below it, nor in a title above it, nor one that begins alike ("calibrated", "Calibration");
and no word beside the citation is of its own title alone.

The less a title is shown, the more must be: what is set off in brackets, in quotation marks or behind a dash
is a title whole; one word, the head of a longer title, or a title a word or two away names but a section
beside the cited one; of one elsewhere the whole title must stand right there.

Several words of a title in their order name it without such a tie, where the cited section is silent on them;
so does one in front of a bracket that no other title has. Counted in view, over 3,900 citations of 200 texts:
of sound ones none is named so.

Read one by one over 164 texts (rules, by-laws, contracts, standards, laws) with some 9,000 citations, in
view: what is named so is a slip of the author's; no sound one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import content_words
from vfdoc.model import Reference, Section
from vfdoc.model.place import line_at
from vfdoc.model.session import memoized_last
from vfdoc.verdicts.citation_candidates import CitationCandidates, above, citation_candidates
from vfdoc.verdicts.named_thing import governing, introducing_words, sentence_before
from vfdoc.verdicts.subjects import (
    NamingTitle,
    TitleIndex,
    are_alike,
    begin_of,
    has,
    is_inflected,
    title_index,
)

_WORD = re.compile(r"[^\W\d_]{2,}")
_DIGIT = re.compile(r"\d")
_NAME = re.compile(r"[a-z][A-Z]|^[A-Z]{2,}$")  # a name of the text's own, as of a field
_STOP = re.compile(r"[.;:!?](?!\w)")
_ENDED = re.compile(r"[.,;:()|]")
_WORDS = 14  # words before a citation that are looked at, of those that say something
_NEAR = 6  # those beside it among which one of the cited title says that this is meant
_AS_TITLE = 4  # words of a title between commas
_BEHIND = 90  # characters behind a citation
_BETWEEN = 2  # words that may stand between a title and what leads to the number
_SET_BEHIND = re.compile(
    r"[ \xa0]\([\"“„«»‘‚‹›*_]{0,3}[ \xa0\u202f]?([^\W_][^()]{2,80}?)[ \xa0\u202f]?[\"“”«»‘’‹›*_]{0,3}\)"
    r"|,?[ \xa0][\"“„«»‘‚‹›'][ \xa0\u202f]?"
    r"([A-ZÀ-Ý][^\"“”„«»‘’‚‹›']{2,80}?)[ \xa0\u202f]?[\"“”«»‘’‹›']"
    r"|[ \xa0][–—][ \xa0]([A-ZÀ-Ý][^.,;:()\"“”|–—]{2,80})(?=[.,;)|]|$)"
)
_SET_BEFORE = re.compile(
    r"[*_\"“„«»‚‹›][ \xa0\u202f]?([^\W_][^*_\"“”„«»‚‹›()]{2,80}?)[ \xa0\u202f]?[*_\"“”«»‘‹›][ \xa0]?\([^()]*$"
)
_LINK = re.compile(r"\]\([^()\s]*\)")
_NEXT = re.compile(r"[ \xa0]([^\W\d_]+)")
_LED = re.compile(r"[^,;()\[\]]*\(")  # "the Reset Rule (6.5)"
_COMMA = re.compile(r",[ \xa0][*_]{0,2}(?=[A-ZÀ-Ý])(?![^\W\d_]+[ \xa0]\d)")  # and no ", Table 2"
_JOINED = re.compile(
    r"(?:(?<!\))[,/]|(?<!\)[ \xa0])\b(?:and|or|und|oder|et|ou))[ \xa0][^\W\d_]+$", re.IGNORECASE
)
_TERM = re.compile(r"[\"“](?P<term>[^\"“”\d]{2,60})[\"”]:?(?P<means>(?:[ \xa0][^\W\d_]+){2,9})[ \xa0]?$")
_HOST = re.compile(  # "Article VI, " before "Section 8"
    r"((?:[(\[](?:[^\W\d_]+[ \xa0]){0,2})?)[A-ZÀ-Ý§][^\W\d_]*\.?[ \xa0](?:[IVXLC]+|\d+(?:\.\d+)*),[ \xa0]$"
)
_GLOSS = re.compile(r"\((?!see )[^()\d]{2,40}\)[ \xa0]\($")  # "written tests (papers) (5)"
_HOSTED = 40  # characters before a citation in which that of its chapter may stand
_BLANK = r"[ \xa0]?(?:\w[’'])?"  # "fixées à l'" before "article 4"
_SHORTENED = re.compile(r"(?<!\w)([^\W\d_]+)\.[ \xa0]$")
_COMMON = 60  # titles that have a word which names none
_PAIR = 2
_SHORT = 4  # words between what is named and a number that a preposition alone ties to it
# Citations with a word of the cited title among the last three before them, and their share.
_HABIT, _OFTEN = 3, 0.25
_EVERYWHERE = 0.4  # share of the sections that have a word, from which on it does not say that one is meant
_FEW, _RARE = 2, 0.1  # sections that have a word which tells one of them, or the share of all
_LONG = 4  # words of a title that name it whatever else the cited section says
_HALF = 0.5  # of a title that its head must be


class Naming(NamedTuple):
    """A section that the words beside a citation name; whether they stand right before it, whether they can
    be of no other citation in the line, and whether no word has to tie them to the number (`untied`)."""

    section: Section
    right_before: bool
    own: bool
    untied: bool = False


class Said(NamedTuple):
    """Words beside a citation that say something, nearest first; those of them that only say what it is for
    (`idle`). How they are tied to its number: by a `bracket`, by a word that says that something is `told`
    there, by a preposition alone in a text that names so what it cites (`loose`), or in another, where it may
    say what it is for (`lawful`: "the dissolution under section 5"); `apart` where they are set
    off, so that they are a title whole; `behind` it; `joined` where the nearest has others about it ("sails
    and oars", "pauses of others"). `around` are the words about it, beyond other citations too."""

    words: tuple[str, ...]
    idle: frozenset[str] = frozenset()
    bracket: bool = False
    told: bool = False
    loose: bool = False
    lawful: bool = False
    apart: bool = False
    behind: bool = False
    joined: bool = False
    around: tuple[str, ...] = ()

    @property
    def bound(self) -> bool:
        """Whether a bracket, or what says that something is told there, ties the words."""
        return self.bracket or self.told

    @property
    def tied(self) -> bool:
        """Whether anything ties the words to the number."""
        return self.bound or self.loose

    @property
    def ruled(self) -> bool:
        """Whether they are tied, or said to be by what is cited ("under"), and no more is said of them: what
        is "subject to rule 4" is not what that is about."""
        return self.tied or (self.lawful and self.idle.isdisjoint(self.words[:1]))


class PlacedTitle(NamedTuple):
    """A title in words beside a citation: how many words stand nearer, and which of its own are there."""

    title: NamingTitle
    near: int
    words: tuple[str, ...]
    ordered: bool = False

    @property
    def whole(self) -> bool:
        """Whether all words of the title are there."""
        return len(self.words) == len(self.title.words)


def section_named(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section]
) -> Naming | None:
    """The one section that the words beside a citation of one number name, where another is cited that cannot
    be meant."""
    if reference.range or len(reference.targets) != 1 or not targets:
        return None
    beside = said_beside(known, reference)
    for untied in (False, True):
        for said in beside:
            found = _named_by(known.graph, reference, targets, said, untied=untied)
            if found is not None:
                before, own = not said.behind and found.near == 0, said.behind or said.apart
                return Naming(found.title.section, before, own and not untied, untied)
    return None


def said_beside(known: CitationCandidates, reference: Reference) -> list[Said]:
    """The words beside a citation, by how they stand there."""
    return [
        *_set_off(known.graph, reference),
        *_before(known, reference),
        *_told(known.graph, reference),
    ]


def _set_off(graph: ReferenceGraph, reference: Reference) -> Iterator[Said]:
    """What stands behind a citation in brackets, in quotation marks or behind a dash, or between marks right
    before its bracket."""
    stems = content_words(graph.rulebook.forms)
    line, start, end = _place(graph, reference)
    about = rf",?[ \xa0](?:{graph.rulebook.forms.about})(?=[ \xa0][\"“„«»‘‚‹›'])"
    headed = re.compile(about).match(line, end)
    behind = _SET_BEHIND.match(line, end if headed is None else headed.end())
    marked = _SET_BEFORE.search(line, max(0, start - _BEHIND), start)
    for found in (behind, marked):
        title = next(filter(None, found.groups()), "") if found is not None else ""
        words = tuple(stems(title))
        one = found is not marked and (behind is None or behind.lastindex == 3 or title[:1].islower())
        if words and (len(words) > 1 or not one):  # "(optional)"
            bracket = found is marked or line[end : end + 2].lstrip(" \xa0").startswith("(")
            yield Said(words, apart=True, behind=not bracket)


def _told(graph: ReferenceGraph, reference: Reference) -> Iterator[Said]:
    """What stands behind a citation and a comma, or a word that says what it tells ("on", "describes")."""
    forms, stems = graph.rulebook.forms, content_words(graph.rulebook.forms)
    line, start, end = _place(graph, reference)
    begin = re.compile(rf",?[ \xa0](?:{forms.about}|{forms.tells})[ \xa0]", re.IGNORECASE).match(line, end)
    if begin is not None and begin[0][0] == "," and _DIGIT.search(line, max(0, start - _BEHIND), start):
        begin = None  # the next in a list: "of the seats (1.2), on the fences"
    title = begin is None
    begin = begin or _COMMA.match(line, end)
    if begin is not None:
        said = _ENDED.split(line[begin.end() : begin.end() + _BEHIND], maxsplit=1)[0]
        closed, words = line[begin.end() + len(said) :][:1], _WORD.findall(said)
        set_off = closed == ")" or (closed == "," and len(words) <= _AS_TITLE)
        if title and not set_off and any(word[0].islower() and stems(word) for word in words):
            return  # "As in 2.1, Barge Dues are paid first": no title ends there
        first = next((each for each in _WORD.finditer(said) if stems(each.group())), None)
        after = _NEXT.match(said, first.end()) if first is not None else None
        goes_on = after is not None and bool(stems(after[1]) or re.fullmatch(forms.of, after[1]))
        goes_on &= first is None or _NAME.search(first.group()) is None
        yield Said(tuple(stems(said)[:_NEAR]), told=True, behind=True, joined=goes_on)


def _place(graph: ReferenceGraph, reference: Reference) -> tuple[str, int, int]:
    """A citation's line with the next, in which it may go on, and where it begins and ends in that, with the
    link around it."""
    document = graph.rulebook.document(reference.document)
    line = f"{line_at(document, reference.line).rstrip()} {line_at(document, reference.line + 1).lstrip()}"
    end = reference.column - 1 + len(reference.text)
    link = _LINK.match(line, end)
    return line, reference.column - 1, end if link is None else link.end()


def _before(known: CitationCandidates, reference: Reference) -> Iterator[Said]:
    """The words before a citation in its sentence, back to the citation before it."""
    graph, forms = known.graph, known.graph.rulebook.forms
    sentence, stems = sentence_before(graph, reference), content_words(forms)
    sentence = without_host(sentence)
    sentence = _GLOSS.sub("(", sentence, count=1)
    short = _SHORTENED.search(sentence)
    if short is not None and short[1].casefold() in forms.citing.cues:  # "(cf. 4.3.1)" ends no sentence
        sentence = sentence[: short.start()]
    telling = told_before(graph, sentence)
    idle = governing(graph, known.subjects) | introducing_words(graph)
    by = telling or re.search(
        rf"(?<!\w)(?:{forms.under})(?:[ \xa0][^\W\d_]{{1,4}})?(?=[ \xa0]){_BLANK}$", sentence, re.IGNORECASE
    )
    end = by.start() if by is not None else len(sentence)
    term = term_told(graph, sentence[:end]) if telling is not None else None
    if term is not None:
        yield Said(tuple(reversed(stems(term))), told=True)
    said = [(stems(each.group())[:1], each) for each in _WORD.finditer(sentence, 0, end)]
    while said and not said[-1][0]:
        said.pop()
    if not said:
        return
    words: list[str] = []
    last = len(sentence)
    for stem, each in reversed(said):
        between = sentence[each.end() : last]
        if len(words) == _WORDS or _DIGIT.search(between) or _STOP.search(between):
            break
        if "(" in between and not idle.issuperset(words):
            break  # what is told in the bracket with the number: "the box (modifies 8.5)"
        words += stem
        last = each.start()
    naming = next((each for stem, each in reversed(said) if stem and stem[0] not in idle), said[-1][1])
    link = sentence[naming.end() :]
    small = _WORD.findall(link.casefold())
    if small and not {small[0], small[-1]}.isdisjoint(forms.citing.joins):
        return  # "or 4.2 applies", "or contrary to 4.2"
    bracket = (
        link.lstrip(' \xa0*_"”»').startswith(("(", "[")) or re.match(r"[^,;()\[\]]*\(", link) is not None
    )
    under = re.match(rf"[*_\"”»]*[ \xa0](?:{forms.under})(?!\w)", link, re.IGNORECASE)
    held = bool(small) and under is None and re.fullmatch(forms.holds, small[0]) is not None
    told = telling is not None and (not telling[0].endswith("(") or bracket)
    habit = _names_what_it_cites(graph)
    loose = under is not None and len(small) <= _SHORT and habit
    lawful = not habit if under is not None else not told and not idle.isdisjoint(words[:1])
    joined = "," in link or _JOINED.search(sentence[: naming.end()]) is not None
    around = tuple(stem for found, _ in said[-_WORDS:] for stem in found)
    yield Said(
        words=tuple(words), idle=idle, bracket=bracket, told=told or held, loose=loose, joined=joined,
        around=around, lawful=lawful,
    )  # fmt: skip


@memoized_last
def _names_what_it_cites(graph: ReferenceGraph) -> bool:
    """Whether a text has a word of the title of what it cites among the last before many of its citations."""
    stems = content_words(graph.rulebook.forms)
    named = every = 0
    for reference in graph.rulebook.references():
        cited = [section for target in reference.targets[:1] for section in graph.of(reference, target)[:1]]
        if not cited or not cited[0].title:
            continue
        words = stems(sentence_before(graph, reference)[-_BEHIND:])[-_HABIT:]
        title = stems(cited[0].title)
        named += any(has(title, word) for word in words)
        every += 1
    return named >= _HABIT and named >= _OFTEN * every


def without_host(sentence: str) -> str:
    """What stands before a number, without that of its chapter."""
    host = _HOST.search(sentence, max(0, len(sentence) - _HOSTED))
    return sentence if host is None else f"{sentence[: host.start()]}{host[1]}"


def term_told(graph: ReferenceGraph, sentence: str) -> str | None:
    """The term whose meaning is told by what follows: “Rent” has the meaning stated in."""
    idle = governing(graph, citation_candidates(graph).subjects) | introducing_words(graph)
    term = _TERM.search(sentence)
    said = idle if term is None else content_words(graph.rulebook.forms)(term["means"])
    return term["term"] if term is not None and idle.issuperset(said) else None


def told_before(graph: ReferenceGraph, sentence: str) -> re.Match[str] | None:
    """The words right before a number that say that something is told there: "stated in chapter"."""
    telling = graph.rulebook.forms.telling or "(?!)"
    return re.search(
        rf"(?<!\w)(?:{telling})(?:[ \xa0](?:\w[’'])?[^\W\d_]+){{0,2}}{_BLANK}[(\[*_]*$",
        sentence,
        re.IGNORECASE,
    )


def told_from(graph: ReferenceGraph, sentence: str) -> int | None:
    """Where in a sentence the words begin right before a number that say that something is told there, or is
    of it: "described in Section", "of [Section"."""
    forms = graph.rulebook.forms
    small = rf"(?<!\w)(?:{forms.of}|{forms.holds})[ \xa0]\[?(?:[^\W\d_]+\.?[ \xa0]|§+[ \xa0]?)?$"
    found = told_before(graph, sentence) or re.search(small, sentence, re.IGNORECASE)
    return found.start() if found is not None else None


def _named_by(
    graph: ReferenceGraph, reference: Reference, targets: Sequence[Section], said: Said, *, untied: bool
) -> PlacedTitle | None:
    """The one title that words beside a citation name instead of what is cited."""
    if untied and (said.apart or said.lawful or not _is_whole(reference, targets)):
        return None
    index, stems = title_index(graph), content_words(graph.rulebook.forms)
    if said.apart and any(
        stems(graph.sections[anchor].title) == [*said.words]
        for anchor in (reference.section, *above(graph, reference.section))
    ):
        return None  # it may be its own section that is meant
    chapters = [graph.sections[anchor] for one in targets for anchor in above(graph, one.anchor)]
    over = {word for chapter in chapters for word in stems(chapter.title)}
    said_of = [each.anchor for each in chapters if not said.apart and _ends_with(said, stems(each.title))]
    cited = [tuple(dict.fromkeys(stems(one.title))) for one in targets]
    own = {word for title in cited if not index.is_borne_by_many(title) for word in title}
    asked = _Cited(index, targets, over, own)
    everywhere = _EVERYWHERE * len(index.index.spans)
    telling = {word for word in own if len(index.where(word)) < everywhere}
    beside = (*said.words[:_NEAR], *said_behind(graph, reference))
    found = [
        match
        for match in placed_titles(graph, reference, targets, said)
        if match.title.words not in cited  # one title of both names what is cited as well
        and (not said_of or not {*above(graph, match.title.section.anchor)}.isdisjoint(said_of))
    ]
    if untied:
        found = [m for m in found if len(m.words) > 1 or m.near <= _BETWEEN]
        named = {match.title.section.anchor for match in found}
        found = [m for m in found if m.whole or named.isdisjoint(above(graph, m.title.section.anchor))]
        most = max(map(_worth, found), default=(0, 0, 0))
        around = (*beside, *said.around)
        best = [match for match in found if _worth(match) == most]
        fit = [match for match in best if _is_shown(asked, match, said)]
        fit = [match for match in fit if not _names_own(own, match.title, around)]
    else:
        fit = [
            match
            for match in found
            if _is_enough(asked, match, said)
            and (
                said.apart
                or not _names_own(
                    telling if match.whole or len(match.words) > _PAIR else own,
                    match.title,
                    beside if match.whole else (*beside, *said.around),
                )
            )
        ]
    most = max(map(_worth, fit), default=(0, 0, 0))
    best = [match for match in fit if _worth(match) == most]
    if len(best) > 1:
        best = [match for match in best if match.title.section.parent == targets[0].parent]
    return best[0] if len(best) == 1 else None


def placed_titles(
    graph: ReferenceGraph, reference: Reference, targets: Sequence[Section], said: Said
) -> list[PlacedTitle]:
    """The titles that stand among words, each of another section than those about the citation."""
    index = title_index(graph)
    barred = {reference.section, *above(graph, reference.section)}
    barred.update(anchor for one in targets for anchor in (one.anchor, *above(graph, one.anchor)))
    stems = content_words(graph.rulebook.forms)
    headed = {word for one in targets for word in stems(_headings_above(graph).get(one.anchor, ""))}
    found: dict[str, PlacedTitle] = {}
    for begin in dict.fromkeys(map(begin_of, said.words)):
        every = index.titles.get(begin, ())
        for title in every if len(every) <= _COMMON else ():
            if title.section.anchor in barred or _is_below(index, title.section, targets):
                continue
            match = _matched(title, said)
            if match is not None and headed and all(has(headed, word) for word in match.words):
                continue  # said of what is cited, too
            before = found.get(title.section.anchor)
            if match is not None and (before is None or len(before.words) < len(match.words)):
                found[title.section.anchor] = match
    return list(found.values())


@memoized_last
def _headings_above(graph: ReferenceGraph) -> Mapping[str, str]:
    """The heading without a number under which numbered sections without a title stand ("Sections 11 to 14:
    Failure to comply with an order"), by their anchors."""
    found: dict[str, str] = {}
    heading = ""
    for section in graph.sections.values():
        if section.title:
            heading = section.title if section.key is None else ""
        elif heading:
            found[section.anchor] = heading
    return found


def _is_whole(reference: Reference, targets: Sequence[Section]) -> bool:
    """Whether a citation is of a section, or of a clause in brackets behind its number, and no item in it."""
    target = reference.targets[0]
    return target.key == targets[0].key or target.clause.startswith("(")


def _ends_with(said: Said, title: Sequence[str]) -> bool:
    """Whether a title is the last words before a citation: "Victory" of "player victory (7.2)"."""
    words = [word for word in said.words if word not in said.idle]
    return bool(title) and not said.behind and set(title) <= set(words[: len(title)])


def _names_own(own: set[str], other: NamingTitle, words: Sequence[str]) -> bool:
    """Whether a word of the cited title stands among words, and not in the other's."""
    return any(has(own, word) and not has(other.words, word) for word in words)


def _worth(match: PlacedTitle) -> tuple[int, int, int]:
    return len(match.words), len(match.words) == len(match.title.words), -match.near


def _is_below(index: TitleIndex, section: Section, targets: Sequence[Section]) -> bool:
    place = index.index.spans.get(section.anchor, (-1, -1))[0]
    spans = (index.index.spans.get(one.anchor, (0, 0)) for one in targets)
    return any(first <= place < last for first, last in spans)


def _matched(title: NamingTitle, said: Said) -> PlacedTitle | None:
    """The words of a title among those that are said, one right behind the other; the most of them, and of
    these the nearest. Within a whole title of several words one other may stand ("plot holding boxes").
    """
    every = [
        next((n for n, each in enumerate(title.words) if are_alike(each, word)), None) for word in said.words
    ]
    best: list[int] = []
    for start, first in enumerate(every):
        if first is None:
            continue
        places = _run(every, start, 0)
        gapped = _run(every, start, 1) if len(title.words) > _PAIR and not said.apart else places
        if len(places) < len(gapped) == len(title.words):
            places = gapped
        if len(places) > len(best):
            best = places
    if not best or (said.apart and len(best) < len(said.words)):
        return None
    if said.idle.issuperset(said.words[best[0] : best[-1] + 1]):
        return None
    near = sum(word not in said.idle for word in said.words[: best[0]])
    found = [n for at in best if (n := every[at]) is not None]
    words = tuple(title.words[n] for n in sorted(found))
    return PlacedTitle(title, near, words, found == sorted(found, reverse=not said.behind))


def _run(every: Sequence[int | None], start: int, gaps: int) -> list[int]:
    """Where words stand, from one on, that are different ones of a title, with so many others between."""
    places: list[int] = []
    for at in range(start, len(every)):
        n = every[at]
        if n is not None and n not in {every[place] for place in places}:
            places.append(at)
        elif gaps:
            gaps -= 1
        else:
            break
    return places


class _Cited(NamedTuple):
    """What a citation cites: the sections, the words of the titles above them (`over`) and of their `own`."""

    titles: TitleIndex
    targets: Sequence[Section]
    over: set[str]
    own: set[str]

    def silent_on(self, words: Sequence[str]) -> list[str]:
        """Those of some words that neither what is cited has nor a title above it."""
        return [w for w in words if not has(self.over, w) and self.titles.is_silent(w, self.targets)]

    def is_beside(self, section: Section) -> bool:
        """Whether a section stands beside what is cited, by its number."""
        return (section.key or ())[:-1] == (self.targets[0].key or ())[:-1]


def _is_enough(cited: _Cited, match: PlacedTitle, said: Said) -> bool:
    """Whether a title is named, and the cited sections are silent on as many of its words as it needs."""
    index, targets, own = cited.titles, cited.targets, cited.own
    silent = cited.silent_on(match.words)
    every, many = len(silent) == len(match.words), len(match.words) > 1
    section, right = match.title.section, match.near == 0
    beside = cited.is_beside(section)
    exact = all(word in said.words for word in match.words)
    exact |= match.ordered and all(any(is_inflected(w, each) for each in said.words) for w in match.words)
    shared = any(has(own, word) for word in match.title.words)  # the titles contrast
    if said.apart:
        begun = many and match.ordered and match.title.words[: len(match.words)] == match.words
        shown = (match.whole and (many or bool(silent))) or (beside and (every or len(match.words) > _PAIR))
        shown = shown or (begun and exact and counts_alike(section, targets))
        return shown and not all(has(own, word) for word in match.words)
    if not beside:
        alike = exact and counts_alike(section, targets)
        return bool(silent) and alike and match.whole and many and right and said.bound
    if right and exact and match.whole and match.ordered and len(match.words) >= _LONG and said.bound:
        return True  # "validation of domain authorization or control as specified in Section"
    if not silent:
        return exact and match.whole and many and right and said.bracket and match.ordered and not shared
    if not exact:
        return every and match.whole and many and right and said.bound
    if not match.whole:
        alone = many or (len(match.title.words) == _PAIR and index.is_alone(match.words[0]))
        ends = match.title.words[0] in match.words or match.words == match.title.words[-len(match.words) :]
        long = len(match.words) >= _HALF * len(match.title.words)
        # "new entries as described in 3.1" does not name "Rights for New Entries" where 3.1 is "Entries"
        headed = not match.title.head.isdisjoint(match.words) or not any(has(own, w) for w in match.words)
        apart = every or (many and said.bound and headed)
        return alone and ends and long and right and said.tied and apart
    if not many:
        return said.tied and not said.joined and (right or (said.told and match.near == 1))
    if right:
        return said.tied or shared or (every and len(match.words) > _PAIR)
    far = said.told and shared and not said.bracket
    return far or (said.tied and match.near <= _BETWEEN + (said.bracket and shared))


def _is_shown(cited: _Cited, match: PlacedTitle, said: Said) -> bool:
    """Whether a title is named by its words alone, whatever ties them to the number: several in their order,
    on which the cited section is silent, or one before a bracket that no other title has; a whole one
    that is told of there, though the cited section has its words."""
    index, title, own = cited.titles, match.title, cited.own
    section = title.section
    if (
        not (cited.is_beside(section) or counts_alike(section, cited.targets))
        or not match.ordered
        or match.near > 1
    ):
        return False
    if not all(any(is_inflected(word, each) for each in said.words) for word in match.words):
        return False
    silent = cited.silent_on(match.words)
    every, right = len(silent) == len(match.words), match.near == 0
    whole = match.whole and title.whole and not any(has(own, word) for word in title.words)
    if len(match.words) == 1:
        short = match.whole or len(title.words) <= _PAIR
        rare = len(index.where(match.words[0])) <= max(_FEW, _RARE * len(index.index.spans))
        begins = right or (rare and not match.whole and match.words[0] == title.words[0])
        return said.bracket and every and short and begins and index.is_alone(match.words[0])
    if every and (right or match.whole):
        return True
    return (whole and (bool(silent) or (right and said.told))) or (right and len(silent) > 1)


def counts_alike(section: Section, targets: Sequence[Section]) -> bool:
    """Whether a section's number is of the form of one that is cited."""

    def form(one: Section) -> list[type | str]:
        return [part if isinstance(part, str) and len(part) > 1 else type(part) for part in one.key or ()]

    return any(form(section) == form(target) for target in targets)


def counts_with(graph: ReferenceGraph, section: Section, targets: Sequence[Section]) -> bool:
    """Whether a section is of the count of what is cited, or of another text: not of the next agreement in
    the file, whose numbers begin again."""
    at, count = graph.counted[section.anchor]
    return any(each != at or other == count for each, other in (graph.counted[t.anchor] for t in targets))


def said_behind(graph: ReferenceGraph, reference: Reference) -> list[str]:
    """The words behind a citation in its clause that say something, those that are near."""
    line, _, end = _place(graph, reference)
    behind = _ENDED.split(line[end : end + _BEHIND].lstrip(" "), maxsplit=1)[0]
    return content_words(graph.rulebook.forms)(behind)[:_NEAR]
