"""The thing that a citation is about, where the text names it and the section that it cites is silent on it.

A citation's own clause and sentence come in, with the sections of the edition; another section goes out, or
none. Evidence, all of it together: no word of the clause stands in the cited section, in one below it or in a
title above it, as one does of nearly every other citation of the text; and either the whole title of another
section stands in the sentence (or in the question before it), with a word in it that few sections have, or
two rare words of the clause, or three that are not common, stand in one other section, and in none so many.

Measured with every citation of ten texts moved (rules, standards): 0.1 to 0.45 of them are named so; of 920
sound citations none.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from vfdoc.graph import ReferenceGraph
from vfdoc.language.content_words import ContentWords, content_words
from vfdoc.model import Document, Reference, Section
from vfdoc.model.session import Carried, evolving, incremental, is_resident, memoized_last
from vfdoc.verdicts.citation_candidates import CitationCandidates, above, citing_nouns, is_cited_before
from vfdoc.verdicts.subjects import Subjects, files_of, inverted_index, subjects

_CLAUSE_WORDS, _SENTENCE_WORDS = 7, 16
_NAME_WORDS = 12  # of the longest title that anybody names
_COMMON = 0.4  # a word in more than this share of the sections supports none
_RARE, _FEW = 0.06, 3
_TITLE_RARE = 0.08
_ENOUGH = 10  # citations that show how a text cites
_UNSUPPORTED = 0.15  # share of citations without a supporting word: up to 0.1 in rules, 0.3 in statutes
_LABEL = 5  # sentences that begin with a label
_KNOWN = 0.15  # three words of a clause, each in at most this share, name a section
_TWO, _THREE = 2, 3
_TOLD = 0.6  # of the words of a title
_WRAPPED = 45  # characters of a line that may go on in the next
_MOST = 260  # characters before a citation that are read
_INTRODUCING, _INTRODUCING_SHARE = 4, 0.05  # different sections before whose citations a word stands
_DEEP = 2  # parts of the number of a step
_STOP = re.compile(r"[.!?:;|](?=\s|$|\*)|[)\]]")
_SENTENCE = re.compile(r"(?P<end>[.!?])[*_\"”]{0,3}\s+(?=[^\sa-z])")
_MARKED = re.compile(r"\s*(?:[-*•|#>]|\d+[.)])\s")
_NUMBERED = re.compile(r"\s*\d+(?:\.\d+)+[.)]?\s")  # of lines that begin so one does not go on in the next
_WORD = re.compile(r"[^\W\d_]+")
_LABELLED = re.compile(r"[.)][ ](?P<word>[A-ZÀ-Ý][^\W\d_]+):[ ]")
_QUOTED = re.compile(r"[\"“„«][^\"”“»]{1,80}[\"”“»]")
_SHORTENED = re.compile(r"(?<!\w)([^\W\d_]+)\.([ \xa0](?:[^\W\d_]+[ \xa0])?)$")  # "cf. Section "
_LAST_WORD = re.compile(r"([^\W\d_]+)[\s.(\[]*$")


@dataclass(frozen=True, slots=True)
class _Index:
    graph: ReferenceGraph
    subjects: Subjects
    titles: Mapping[str, frozenset[str]]
    by_word: Mapping[str, tuple[str, ...]]
    words: Mapping[tuple[str, int, int], tuple[tuple[str, ...], tuple[str, ...]]]
    before: Mapping[tuple[str, int, int], str]
    introducing: frozenset[str]
    supported: Carried[bool] | None = (
        None  # what _supported finds: it rests on the words and where they stand
    )
    mark: object = None


_NO_WORDS: tuple[tuple[str, ...], tuple[str, ...]] = (), ()


def words_before(graph: ReferenceGraph) -> Callable[[Reference], tuple[tuple[str, ...], tuple[str, ...]]]:
    """Of each citation the stems before it, nearest first: those of its own clause, and of its sentence."""
    words = _index(graph).words
    return lambda cited: words.get((cited.document, cited.line, cited.column), _NO_WORDS)


def clause_words(graph: ReferenceGraph, reference: Reference) -> tuple[str, ...]:
    """The stems of a citation's own clause, nearest first."""
    return words_before(graph)(reference)[0]


def words_of_clause(graph: ReferenceGraph, reference: Reference) -> str:
    """What stands before a citation in its own clause, as it is printed."""
    before = _index(graph).before.get((reference.document, reference.line, reference.column), "")
    return _clause(_undotted(graph, before))


def says_most_of(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> bool:
    """Whether two words or more of the cited title, and most of it, stand before a citation in its clause,
    and in no quotation marks, which hold the title of another citation."""
    stems = content_words(graph.rulebook.forms)
    said = frozenset(stems(_QUOTED.sub(" ", words_of_clause(graph, reference))))
    titles = (frozenset(stems(section.title)) for section in targets)
    return any(_TWO <= len(title & said) >= _TOLD * len(title) for title in titles)


def sentence_before(graph: ReferenceGraph, reference: Reference) -> str:
    """What stands before a citation in its sentence, as it is printed."""
    return _sentence(_index(graph).before.get((reference.document, reference.line, reference.column), ""))


def led_from(graph: ReferenceGraph, reference: Reference, sentence: str) -> str:
    """The sentence before that in which a citation stands, where this does nothing but lead there: "See
    Section 3."; else nothing."""
    forms, said = graph.rulebook.forms, [word.casefold() for word in _WORD.findall(sentence)]
    lead = frozenset(forms.citing.cues) - citing_nouns(graph)
    if lead.isdisjoint(said) or any(w not in forms.citing.cues and w not in forms.stop for w in said):
        return ""
    before = _index(graph).before.get((reference.document, reference.line, reference.column), "")
    return _sentence(before[: len(before) - len(sentence)].rstrip().rstrip(".!"))


def introducing_words(graph: ReferenceGraph) -> frozenset[str]:
    """The stems of the words right before citations of many sections ("paragraph"), which name none."""
    return _index(graph).introducing


@memoized_last
def names_its_citations(graph: ReferenceGraph) -> bool:
    """Whether nearly every citation of a text has a word of what it cites in its clause, as in rules; in
    statutes many have none."""
    index = _index(graph)
    clauses = unsupported = 0
    for reference in graph.rulebook.references():
        clause, sentence = index.words[reference.document, reference.line, reference.column]
        cited = [section.anchor for target in reference.targets for section in graph.resolve(target)[:1]]
        if clause and cited:
            around = {anchor for one in cited for anchor in (one, *above(graph, one))}
            clauses += 1
            unsupported += not _supported(index, clause, sentence, cited, around)
    return clauses >= _ENOUGH and unsupported < _UNSUPPORTED * clauses + 1


def named_instead(graph: ReferenceGraph) -> Callable[[Reference, Sequence[Section]], Section | None]:
    """Of a citation and the sections that it cites: the section that the words around it name, where it is
    silent in all that is cited."""
    if not names_its_citations(graph):
        return lambda reference, targets: None
    return partial(_named_instead, _index(graph))


def _named_instead(index: _Index, reference: Reference, targets: Sequence[Section]) -> Section | None:
    graph = index.graph
    clause, sentence = index.words.get((reference.document, reference.line, reference.column), _NO_WORDS)
    if not sentence:
        return None
    words = clause or sentence[:_CLAUSE_WORDS]
    cited = [target.anchor for target in targets]
    around = {anchor for one in cited for anchor in (one, *above(graph, one))}
    if _supported(index, words, sentence, cited, around):
        return None
    barred = around | {reference.section, *above(graph, reference.section)}

    def may(anchor: str) -> bool:
        return anchor not in barred and not any(index.subjects.within(anchor, one) for one in cited)

    plain = _sentence(index.before[reference.document, reference.line, reference.column])
    idle = governing(index.graph, index.subjects)
    words = tuple(word for word in words if word not in idle)
    sentence = tuple(word for word in sentence if word not in idle)

    def may_be_titled(anchor: str) -> bool:
        return may(anchor) and not is_cited_before(graph, reference, anchor)

    found = _titled(index, sentence, plain, cited, may_be_titled) or _told(index, words, may)
    return graph.sections[found] if found is not None else None


def is_named_near(graph: ReferenceGraph, reference: Reference, section: Section) -> bool:
    """Whether the word nearest before a citation is said in a section, or its whole title in the sentence:
    words further off may be of another clause ("may speak, and shall be bound by rule 4"), and what is
    subject to a rule is not what that is about ("Fellows are not subject to rule 4"). A step cites the one
    beside it without naming it ("With Double Damage, repeat 7.2", in 7.3): there the word nearest decides."""
    index = _index(graph)
    clause, sentence = words_before(graph)(reference)
    title = index.titles.get(section.anchor, frozenset())
    known, nearest = index.subjects, (clause or sentence)[:1]
    if nearest and nearest[0] in governing(index.graph, index.subjects):
        return len(title) > 1 and title <= frozenset(sentence)
    said = any(known.titled(word, section.anchor) or known.told(word, section.anchor) for word in nearest)
    return said or (bool(title) and title <= frozenset(sentence) and not _is_beside(graph, reference))


def _is_beside(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether a citation leads to the section right before that in which it stands, or right behind it."""
    own, key = graph.sections[reference.section].key or (), reference.targets[0].key
    if len(own) < _DEEP or own[:-1] != key[:-1]:
        return False
    return isinstance(own[-1], int) and isinstance(key[-1], int) and abs(own[-1] - key[-1]) == 1


def governing(graph: ReferenceGraph, known: Subjects) -> frozenset[str]:
    """The stems of words that say what a citation is for, and name nothing of what it cites."""
    return frozenset(known.stems(" ".join(sorted(graph.rulebook.forms.governing))))


def is_silent(known: CitationCandidates, word: str, targets: Sequence[Section]) -> bool:
    """Whether sections have a word neither in their titles and texts nor in those below them."""
    index = known.subjects
    return not any(
        index.titled(word, s.anchor, below=True) or index.told(word, s.anchor, below=True) for s in targets
    )


def is_told_of(
    known: CitationCandidates, reference: Reference, targets: Sequence[Section], other: Section
) -> bool:
    """Whether a citation's own clause has a telling word of another section's title that no third title has,
    or two that stand before other citations of it, and the cited section is silent on them: less is no ground
    for a doubt ("passed in accordance with")."""
    index = known.subjects
    idle = governing(known.graph, index)
    words = [
        word
        for word in clause_words(known.graph, reference)
        if word not in idle and is_silent(known, word, targets)
    ]
    titled = (
        index.rare(word) and index.titled(word, other.anchor) and len(index.titles[word]) == 1
        for word in words
    )
    return any(titled) or sum(known.is_cited_after(word, other.anchor) for word in words) >= _TWO


def names_what_it_cites(known: CitationCandidates, reference: Reference) -> bool:
    """Whether the section that a citation leads to has the two words right before it ("attack value (1.5)"),
    or the last of them, if it is rare."""
    index, idle = known.subjects, governing(known.graph, known.subjects)
    cited = [section for target in reference.targets for section in known.graph.resolve(target)]
    words = [word for word in clause_words(known.graph, reference) if word not in idle]
    told = bool(words) and index.rare(words[0]) and not is_silent(known, words[0], cited)
    pair = len(words) > 1 and any(index.phrased(words[1], words[0], s.anchor, below=True) for s in cited)
    return told or pair


def _supported(
    index: _Index, words: Sequence[str], sentence: Sequence[str], cited: Sequence[str], around: Iterable[str]
) -> bool:
    """Whether a word speaks for what is cited."""
    if index.supported is None:
        return _is_supported(index, words, sentence, cited, around)
    key = tuple(words), tuple(sentence), tuple(cited)
    return index.supported.of(
        key, (*words, *sentence), lambda: _is_supported(index, words, sentence, cited, around)
    )


def _is_supported(
    index: _Index, words: Sequence[str], sentence: Sequence[str], cited: Sequence[str], around: Iterable[str]
) -> bool:
    known = index.subjects
    common = _COMMON * len(known.order)
    for word in words:
        if known.spread.get(word, 1) >= common:
            continue
        if any(known.titled(word, one, below=True) or known.told(word, one, below=True) for one in cited):
            return True
        if any(known.titled(word, one) for one in around):
            return True
    return any(known.titled(word, one, below=True) for word in sentence for one in cited)


def _titled(
    index: _Index,
    sentence: Sequence[str],
    plain: str,
    cited: Sequence[str],
    may: Callable[[str], bool],
) -> str | None:
    """The section whose whole title stands in a sentence, the longest and nearest first; a title of one word
    in the very form, for "play ends" is not about the section "End"."""
    known, said = index.subjects, frozenset(sentence)
    rare = max(_FEW, _TITLE_RARE * len(known.order))
    found: list[tuple[int, int, str]] = []
    for anchor in {anchor for word in said for anchor in index.by_word.get(word, ())}:
        title = index.titles[anchor]
        if not title <= said or not may(anchor):
            continue
        if len(title) == 1 and _words(plain).isdisjoint(_words(index.graph.sections[anchor].title)):
            continue
        if all(known.spread.get(word, 1) > rare for word in title):
            continue
        if any(known.told(word, one, below=True) for word in title for one in cited):
            continue
        found.append((len(title), -min(sentence.index(word) for word in title), anchor))
    return max(found)[2] if found else None


def _words(text: str) -> frozenset[str]:
    """The words of a text as they are."""
    return frozenset(_WORD.findall(text.casefold()))


def _told(index: _Index, words: Sequence[str], may: Callable[[str], bool]) -> str | None:
    """The one section that tells of rare words of a clause."""
    known = index.subjects
    sections = len(known.order)
    every: Counter[str] = Counter()
    rare: Counter[str] = Counter()
    for word in words:
        counts = {*known.titles.get(word, ()), *known.texts.get(word, ())}
        telling = [known.order[n] for n in counts if index.graph.sections[known.order[n]].key is not None]
        if len(telling) > max(_FEW, _KNOWN * sections):
            continue
        for anchor in telling:
            if may(anchor):
                every[anchor] += 1
                rare[anchor] += len(telling) <= max(_FEW, _RARE * sections)
    if not every:
        return None
    best, most = max(every.items(), key=lambda pair: (pair[1], rare[pair[0]]))
    if not rare[best] or (most < _THREE and rare[best] < _TWO):
        return None
    others = (anchor for anchor, count in every.items() if count >= most and anchor != best)
    within = known.within
    return None if any(not within(o, best) and not within(best, o) for o in others) else best


@evolving(files_of)
def _index(graph: ReferenceGraph, last: _Index | None) -> _Index:
    said: dict[tuple[str, int, int], tuple[tuple[str, ...], tuple[str, ...]]] = {}
    stems = content_words(graph.rulebook.forms)
    texts: dict[tuple[str, int, int], str] = {}
    leading: dict[str, set[str]] = defaultdict(set)
    read: list[tuple[Reference, str]] = []
    for document in graph.rulebook.documents:
        for reference in document.references:
            before = _before(graph, document, reference)
            read.append((reference, before))
            for word in _leads(before, stems):
                leading[word].update(s.anchor for t in reference.targets for s in graph.resolve(t)[:1])
    few = max(_INTRODUCING, _INTRODUCING_SHARE * len(read))
    introducing = frozenset(word for word, anchors in leading.items() if len(anchors) >= few)
    for reference, before in read:
        in_clause, in_sentence = _read(_undotted(graph, before), stems)
        clause = [word for word in in_clause if word not in introducing]
        sentence = [word for word in in_sentence if word not in introducing]
        place = reference.document, reference.line, reference.column
        if before.rstrip().endswith(","):  # the list began on the line above
            clause = sentence = []
        texts[place] = before
        said[place] = tuple(clause[:_CLAUSE_WORDS]), tuple(sentence[:_SENTENCE_WORDS])
    titles = {
        section.anchor: frozenset(words)
        for section in graph.sections.values()
        if section.key is not None and (words := stems(section.title))
    }
    by_word: dict[str, list[str]] = defaultdict(list)
    for anchor, title in titles.items():
        for word in title:
            by_word[word].append(anchor)
    wanted = {word for each in said.values() for words in each for word in words}
    found = _Index(
        graph=graph,
        subjects=subjects(graph, wanted),
        titles=titles,
        by_word={word: tuple(anchors) for word, anchors in by_word.items()},
        words=said,
        before=texts,
        introducing=introducing,
    )
    if not is_resident():
        return found
    whole = inverted_index(graph)
    changed = whole.changed_since(last.mark) if last is not None else None
    return replace(
        found, supported=Carried(last.supported if last is not None else None, changed), mark=whole.mark
    )


def _leads(before: str, stems: ContentWords) -> tuple[str, ...]:
    """The stems of the word right before a citation."""
    last = _LAST_WORD.search(before, before.rfind(" ", 0, len(before.rstrip(" .([\t\xa0"))) + 1)
    return tuple(stems(last.group(1))) if last is not None else ()


@incremental
def _read(before: str, stems: ContentWords) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Of what stands before a citation: the stems of its clause and of its sentence, nearest first."""
    return tuple(reversed(stems(_clause(before)))), tuple(reversed(stems(_sentence(before))))


def _before(graph: ReferenceGraph, document: Document, reference: Reference) -> str:
    """What stands before a citation in its paragraph, back over the ends of wrapped lines and to the citation
    before it."""
    lines, section = document.source.lines, graph.sections[reference.section]
    at = reference.line - 1
    text = lines[at][: reference.column - 1] if at < len(lines) else ""
    if section.line == reference.line:
        return text[section.column - 1 :][-_MOST:]
    while len(text) < _MOST and at > section.line - 1:
        line, last = lines[at], lines[at - 1].rstrip()
        if len(last) < _WRAPPED or last.endswith((".", "!", "?", ":", "|")) or _MARKED.match(line):
            break
        if _NUMBERED.match(line) and _NUMBERED.match(last):
            break
        text = f"{last} {text.lstrip()}"
        at -= 1
    return text[-_MOST:]


def _undotted(graph: ReferenceGraph, before: str) -> str:
    """What stands before a citation, without the dot of a shortened cue, which ends no clause: "(cf. "."""
    cue = _SHORTENED.search(before)
    is_cue = cue is not None and cue[1].casefold() in graph.rulebook.forms.citing.cues
    return f"{before[: cue.end(1)]}{cue[2]}" if cue is not None and is_cue else before


def _clause(before: str) -> str:
    before = before.rstrip(' ([*_"“')
    ends: Iterator[int] = (found.end() for found in _STOP.finditer(before))
    return before[max(ends, default=0) :]


def _sentence(before: str) -> str:
    """The sentence in which a citation stands, as far as it goes before it; with the question before it."""
    begins = [(found.end(), found.group("end")) for found in _SENTENCE.finditer(before)]
    start = begins[-1][0] if begins else 0
    if begins and begins[-1][1] == "?":
        start = begins[-2][0] if len(begins) > 1 else 0
    return before[start:]


def names_nothing(graph: ReferenceGraph, section: Section) -> bool:
    """Whether a section's title names nothing that is cited: one in quotation marks says what a term means,
    and whoever uses the term cites another rule about it; one of a word that is a label of the text's
    sentences ("Exception: …") stands before any citation; a whole line of a sentence is no title."""
    if len(section.title.split()) > _NAME_WORDS:
        return True
    quoted = section.title[:1] in ("“", '"') and section.title.rstrip(" .")[-1:] in ("”", '"')
    return quoted or _labels(graph)[section.title.casefold()] >= _LABEL


@memoized_last
def _labels(graph: ReferenceGraph) -> Counter[str]:
    """How often each word stands before a colon at the head of a sentence within a line."""
    found: Counter[str] = Counter()
    for document in graph.rulebook.documents:
        for line in document.source.lines:
            found.update(each["word"].casefold() for each in _LABELLED.finditer(line))
    return found
