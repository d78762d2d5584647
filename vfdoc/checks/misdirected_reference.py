"""A citation of a section that exists and is the wrong one.

The player reads a rule, and it is not the one that was meant. Evidence: the words before the citation.
They must name another section and fit it clearly better than the section that is cited, which has every
doubt in its favour: the titles and texts of its subsections count (not those of its chapter), and a
word of its title right after the citation settles it. Where a word before the citation stands in the
cited title, the other must be set apart by a rare word (in at most a tenth of the sections) or by what
stands before other citations of it. Where none does, a whole title right before the citation is enough, if
the cited section is silent on a rare word of it, or it stands so before several citations of the other.

Of a text that nobody described one word is no title where what is cited fits the words around as well, or
tells of a rare one of the clause; nor is what the citation before it is called.
A title that the words beside a citation name is an error where the evidence together weighs enough, else a
warning (`verdicts/hinted_section.py`, `title_before.py`); so is the term of an entry in a list of terms.

A whole title in brackets right behind the number of another section of its depth ("Section 8 (Term)") is
proof, where no other has that title.
A cited title that is itself the last words before the citation settles it too, and so does a turn of
phrase: a word and the small words behind it that the cited section has too and few others ("count as having
been moved over", of a section that says "may move over"). A list is right where one of its targets fits. A
range, a play sheet and a citation of the section itself are left alone. The better section is a suggestion
only where it stands clear of every other, and where a sentence names it while what is cited is silent, only
if no other fits the words before better. It is never certain: `--fix` writes none. Where it fits but slightly
better, that is a note in a text of few citations.

All this holds of texts that call a rule by its name where they cite it, as most rules do: six in ten
citations or more have a word of the cited title around them. In a text that cites otherwise ("see 4.1 for
what else counts") the words name nothing. An item of a list, cited by one number more, is left alone.
In a text of many citations one beside which nothing is named is doubtful where it has far less in common
with what it cites than the others have (`verdicts/citation_affinity.py`): a note, one for several.

In a text of a game that nobody describes it is an error only where all words of the other's title, or of a
part of it, stand in the lines about the citation (in one that cites clauses, right before it); else what all
its words together weigh is a note, or nothing.
Where a link around a citation leads by its anchor to another section than its number, that is an error.

Bad:  it may not cross overgrown terrain (12.2)      where 12.2 is "Cover" and 12.7 "Overgrown Terrain"
Good: it may not cross overgrown terrain (12.7)
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from vfdoc.graph import ReferenceGraph, clause
from vfdoc.model import Finding, Reference, Rulebook, Section, Severity
from vfdoc.model.passage import has_no_paragraph, words_of
from vfdoc.model.place import at_reference, called, gathered, line_at, related
from vfdoc.verdicts.citation_affinity import DoubtfulCitation, doubtful_citations
from vfdoc.verdicts.citation_candidates import (
    CitationCandidates,
    RankedSection,
    above,
    are_in_line,
    citation_candidates,
    is_cited_before,
    series_of,
)
from vfdoc.verdicts.citation_context import (
    CitationContext,
    goes_on,
    is_glossed,
    is_joined,
    leads_there,
    tells_of_changes,
)
from vfdoc.verdicts.named_section import counts_with
from vfdoc.verdicts.named_thing import (
    clause_words,
    governing,
    is_named_near,
    is_silent,
    is_told_of,
    named_instead,
    names_nothing,
    names_what_it_cites,
    says_most_of,
)
from vfdoc.verdicts.printed_title import (
    is_titled,
    link_agrees,
    linked_section,
    names_number,
    section_entitled,
    stands_about,
)
from vfdoc.verdicts.title_before import (
    cites_its_term,
    innermost,
    is_turn_of_phrase,
    section_titled_before,
    surest,
)
from vfdoc.verdicts.weighed_name import cites_clauses

_MARGIN = 0.2  # measured with citations moved at random (tests/test_seeded_faults.py)
_SLIGHT = 0.15
_UNNAMED = 0.4  # share of citations without a word of the cited title: 0.1-0.3 in rules, 0.6-1 in statutes
_SURELY = 0.32  # the share below which a fit that is clearly better is an error, and no note
_CITES = 0.5  # how sure it is at least that a number is a citation of this text, for an error
_SILENT, _SHOWN = 0.6, 15  # in so many citations, of which so many are not named, none is
_CLEAR = 0.1  # by which a suggestion must stand clear of the next best
_WORDS, _QUOTED = 4, 60  # words before the citation that the message quotes, within so many characters
_NAMING = 2  # words right before it that name something, where another one only says what it is for
_HABIT = 3  # citations of a section behind its title that make a habit
_AKIN = 7  # letters at the beginning by which two words are of one
_WORD = re.compile(r"[^\W\d_]+")
_MANY = 4  # doubtful citations that are told as one
_DOUBTS = "{count} citations have less in common with the section that they cite than with another"


def check(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each citation whose words name another section than the one it cites; then the doubtful
    ones."""
    if not graph.links:
        return
    doubtful = doubtful_citations(graph)
    entries = {_at(reference) for reference in rulebook.references() if is_titled(graph, reference)}
    named = [each for each in _named(rulebook, graph) if _place(each) not in entries]
    if doubtful is not None:
        named = [each for each in named if each.severity == "error"]
    if rulebook.is_undescribed():
        asserted = not cites_clauses(graph)
        named = [
            f if asserted and f.suggestion and stands_about(graph, f) else replace(f, severity="note")
            for f in named
        ]
    proved = {_place(each) for each in named if each.severity == "error"}
    titled = [each for each in _titled(rulebook, graph, proved) if _place(each) not in entries]
    places = set(map(_place, titled))
    named = [each for each in named if _place(each) not in places] + titled
    others = [*_linked(rulebook, graph), *_of_clauses(rulebook, graph)]
    if rulebook.is_undescribed():  # of 120 such doubts as below three were worth a look in published texts
        from vfdoc.verdicts.hinted_section import (
            noted_if_of_another_count,
            with_hints,
        )  # others need not load

        named = noted_if_of_another_count(graph, named)
        yield from with_hints(rulebook, graph, named + others, entries)
        return
    named += others
    yield from named
    places = entries.union(map(_place, named))
    doubts = [_doubt(rulebook, graph, each) for each in doubtful or () if _is_open(graph, each.reference)]
    doubts = [each for each in doubts if _place(each) not in places]
    where = ", ".join(f"{each.quote} in line {each.line}" for each in doubts)
    yield from gathered(doubts, f"{_DOUBTS}: {where.replace('{', '{{').replace('}', '}}')}", _MANY)


def _place(finding: Finding) -> tuple[str, int, int]:
    return finding.document, finding.line, finding.column


def _at(reference: Reference) -> tuple[str, int, int]:
    return reference.document, reference.line, reference.column


def _titled(
    rulebook: Rulebook, graph: ReferenceGraph, proved: Collection[tuple[str, int, int]]
) -> Iterator[Finding]:
    """One finding for each citation whose words print the title of another section; an error where other
    grounds have `proved` that it is led astray."""
    known = citation_candidates(graph)
    for cited in known.contexts:
        reference = innermost(graph, cited.reference)
        if len(reference.targets) != 1 or reference.range or leads_there(graph, reference):
            continue
        if tells_of_changes(graph, reference):
            continue
        targets = graph.of(reference, reference.targets[0])
        if any(each.kind == "sheet" or each.anchor == reference.section for each in targets):
            continue
        titled = section_titled_before(known, reference, targets, strange=rulebook.is_undescribed())
        if titled is None or (not titled.itself and names_nothing(graph, titled.section)):
            continue
        if _ends_before(reference, titled.section):
            continue
        phrase = (
            titled.severity != "warning" and not titled.spelt and is_turn_of_phrase(known, cited, targets)
        )
        if not phrase and counts_with(graph, titled.section, targets):
            found = _finding(
                rulebook,
                known,
                cited._replace(reference=reference),
                targets,
                [RankedSection(titled.section, 1.0)],
                "error",
                right_before=titled.right_before,
            )
            yield found if _at(reference) in proved else replace(found, severity=titled.severity)


def _linked(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each citation whose link leads to another section than its number says, none above
    or below it. That contradicts itself; which is meant is known only by a title beside it or in the link."""
    for reference in rulebook.references():
        linked = linked_section(graph, reference)
        targets = graph.resolve(reference.targets[0]) if linked is not None else ()
        if linked is None or linked.key is None or not targets or link_agrees(graph, reference):
            continue
        if any(are_in_line(graph, linked, target) for target in targets):
            continue
        number = names_number(graph, reference, linked, targets)
        meant = number is False
        source, cites = called(graph.sections[reference.section]), " and ".join(map(called, targets))
        remedy = f"perhaps {linked.number} is meant" if meant else "cite the section to which the link leads"
        remedy = "lead the link to the section that is cited" if number else remedy
        yield at_reference(
            rulebook,
            reference,
            "misdirected-reference",
            "error",
            f"{source} cites {cites}, and its link leads to {called(linked)}",
            remedy=remedy,
            target=reference.targets[0].number,
            suggestion=linked.number if meant else None,
            related=(related(linked),),
        )


def _of_clauses(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each citation of a clause beside which the title of another is printed, or of a section
    in which it does not stand: "clause 18(1) (Calling meetings)"."""
    for reference in rulebook.references():
        target = reference.targets[0] if len(reference.targets) == 1 else None
        if target is None or not target.clause or not graph.resolve(target):
            continue
        meant, cited = section_entitled(graph, reference), clause(graph, target.key)
        own = (cited, *graph.resolve(target))
        if meant is None or meant.key is None or target.key[: len(meant.key)] == meant.key:
            continue
        if any(one is not None and set(words_of(meant.title)) <= set(words_of(one.title)) for one in own):
            continue
        yield at_reference(
            rulebook,
            reference,
            "misdirected-reference",
            "error",
            f"{called(graph.sections[reference.section])} cites {target.number}, and prints the title of "
            f"{called(meant)}",
            remedy=f"perhaps {meant.number} is meant",
            target=target.number,
            suggestion=meant.number,
            related=(related(meant),),
        )


def _named(rulebook: Rulebook, graph: ReferenceGraph) -> Iterator[Finding]:
    """One finding for each citation whose words name another section than the one it cites."""
    known, strange = citation_candidates(graph), rulebook.is_undescribed()  # and so less is asserted
    judged = [
        (cited, targets, _judged(known, cited, targets, strange=strange))
        for cited in known.contexts
        if (targets := _targets(graph, cited))
    ]
    unnamed = sum(not judgement.named for _, _, judgement in judged)
    naming = unnamed < _UNNAMED * len(judged) + 1  # one citation, and that a wrong one, shows nothing yet
    surely = unnamed < _SURELY * len(judged) + 1
    silent = unnamed >= _SILENT * len(judged) >= _SILENT * _SHOWN
    doubtful = {id(each.reference) for each in doubtful_citations(graph) or ()}
    instead_of = None if silent else named_instead(graph)
    last: Reference | None = None
    wrong = False  # whether the citation before is led astray
    for cited, targets, judgement in judged:
        entitled = _entitled(graph, cited.reference, targets)
        if entitled is not None:
            last, wrong, named = cited.reference, True, [RankedSection(entitled, 1.0)]
            yield _finding(rulebook, known, cited, targets, named, "error")
            continue
        if last is not None and not wrong and goes_on(rulebook, last, cited.reference):
            last = cited.reference
            continue
        last, wrong = cited.reference, False
        if is_glossed(rulebook, cited.reference) or is_joined(rulebook, cited.reference):
            continue
        instead = instead_of and instead_of(cited.reference, targets)
        instead = None if instead and _cannot_be(graph, cited.reference, instead) else instead
        if instead is not None and (naming or len(judged) < _SHOWN or id(cited.reference) in doubtful):
            wrong = True
            best = _others(known, cited, targets)[:1]
            clear, named = not best or best[0].section is instead, [RankedSection(instead, 1.0)]
            proved = is_named_near(graph, cited.reference, instead) and _counts_alike(graph, instead, targets)
            by_chance = not clear and len(known.title_stems(instead)) == 1
            by_chance &= known.title_stems(instead).isdisjoint(clause_words(graph, cited.reference))
            sure = proved and not (strange and by_chance) and cited.reference.confidence >= _CITES
            if not proved and not is_told_of(known, cited.reference, targets, instead):
                continue
            severity = surest(known, cited.reference, targets, instead, strange=strange) if sure else "note"
            yield _finding(rulebook, known, cited, targets, named, severity, suggested=clear)
            continue
        own = {*above(graph, cited.reference.section)}  # what stands there is about its chapter anyway
        better, named = (
            [
                RankedSection(graph.sections[anchor], fit)
                for anchor, fit in others
                if anchor not in own and not (strange and is_cited_before(graph, cited.reference, anchor))
            ]
            for others in (judgement.better, judgement.whole)
        )
        meant = [*better, *(r for r in named if r not in better)] if naming else named
        meant = [] if meant and _cannot_be(graph, cited.reference, meant[0].section) else meant
        if meant and not is_turn_of_phrase(known, cited, targets):
            far_better = surely and bool(better) and better[0].fit > judgement.fit + _MARGIN
            sure = wrong = (
                naming
                and (bool(named) or far_better)
                and len(targets) == 1
                and (bool(named) or _is_one(known, cited, targets, meant))
                and not (strange and _is_told_there(known, cited, targets, meant[0].section))
                and _named_here(known, cited, meant)
                and (bool(named) or _is_clear(known, cited, targets, meant))
                and _counts_alike(graph, meant[0].section, targets)
            )
            if not sure and not is_told_of(known, cited.reference, targets, meant[0].section):
                continue
            one = meant[0].section
            severity = surest(known, cited.reference, targets, one, strange=strange) if sure else "note"
            yield _finding(rulebook, known, cited, targets, meant, severity)


class _Judgement(NamedTuple):
    """Of a citation: whether its words name what it cites, how well that fits, and, by anchor and fit, the
    sections that are set apart by fitting better, and those whose whole title stands before it."""

    named: bool
    fit: float
    better: tuple[tuple[str, float], ...] = ()
    whole: tuple[tuple[str, float], ...] = ()


def _judged(
    known: CitationCandidates, cited: CitationContext, targets: Sequence[Section], *, strange: bool
) -> _Judgement:
    def judgement() -> _Judgement:
        fit = max(known.fit(cited, section) for section in targets)
        is_named = _is_named(known, cited, targets)
        if fit >= 1 - _SLIGHT:
            return _Judgement(is_named, fit)
        whole = known.named_by(cited)
        others = _others(known, cited, targets, fit + _SLIGHT, whole)
        said = [ranked for ranked in others if ranked.section.anchor in whole]
        chapter = _of_chapters(known, cited, targets)
        if chapter and not any(not strange or chapter <= known.title_stems(r.section) for r in said):
            return _Judgement(is_named, fit)
        shared = _of_titles(known, cited.near, targets) | _akin(known, cited.near, targets)
        better = (r for r in others if r.fit > fit + _SLIGHT and _set_apart(known, cited, shared, r))
        every = (*targets, *(ranked.section for ranked in others))
        better = (r for r in better if not known.says_less(cited, r.section, every))
        named = (r for r in said if not shared and _names_it(known, targets, r, fit))
        both = (tuple((r.section.anchor, r.fit) for r in each) for each in (better, named))
        return _Judgement(is_named, fit, *both)

    return known.judge(cited, targets, judgement)


def _is_named(known: CitationCandidates, cited: CitationContext, targets: Sequence[Section]) -> bool:
    """Whether a word of the cited title stands around the citation, or the two before it stand before another
    citation of the section too."""
    words = cited.near[:2] if len(cited.near) > 1 else ()
    used = words and any(
        all(w in known.right_before and known.right_before[w][s.anchor] > 1 for w in words) for s in targets
    )
    return bool(used) or bool(_of_titles(known, (*cited.near, *cited.after), targets))


def _entitled(graph: ReferenceGraph, reference: Reference, targets: Sequence[Section]) -> Section | None:
    """The one section whose title is printed beside another's number."""
    named = section_entitled(graph, reference) if len(targets) == 1 == len(reference.targets) else None
    if named is None:
        return None
    alike = series_of(named) == series_of(targets[0]) and len(named.key or ()) == len(targets[0].key or ())
    return named if alike and named.parent != targets[0].anchor else None


def _cannot_be(graph: ReferenceGraph, reference: Reference, section: Section) -> bool:
    """Whether a citation is not meant for a section: its title names nothing, or it ends before."""
    return names_nothing(graph, section) or _ends_before(reference, section)


def _ends_before(reference: Reference, section: Section) -> bool:
    """Whether the paragraphs of a section end before the one that is cited: "§ 24 Abs. 4" is not meant for
    § 27, which has two."""
    paragraph = reference.targets[0].paragraph if len(reference.targets) == 1 else 0
    return bool(paragraph and has_no_paragraph(section, paragraph))


def _counts_alike(graph: ReferenceGraph, section: Section, targets: Sequence[Section]) -> bool:
    """Whether a section's number may be a slip for one that is cited: of the same series, and no whole number
    by itself for a part of another."""

    def form(one: Section) -> tuple[object, bool]:
        below = one.key is not None and any(
            len(key) > 1 and key[:1] == one.key[:1] and found[0].key == key
            for key, found in graph.numbers.items()
            if found
        )
        return series_of(one), below or "." in (one.number or "")

    return any(form(section) == form(target) for target in targets)


def _of_chapters(
    known: CitationCandidates, cited: CitationContext, targets: Sequence[Section]
) -> frozenset[str]:
    """The title of a section above what is cited, where the last words before the citation are that ("Nerve
    (8.2)"); no word where none are."""
    over = (known.graph.sections[one] for target in targets for one in above(known.graph, target.anchor))
    titles = map(known.title_stems, over)
    return next((each for each in titles if each and each.issubset(cited.near[: len(each)])), frozenset())


def _named_here(known: CitationCandidates, cited: CitationContext, meant: Sequence[RankedSection]) -> bool:
    """Whether the citation's own clause names what is meant: by its title, or as other citations of it do;
    words that only say what a citation is for name nothing."""
    idle = governing(known.graph, known.subjects)
    words = [word for word in clause_words(known.graph, cited.reference) if word not in idle]
    titled, said = known.subjects.titled, known.is_cited_after
    best = meant[0].section.anchor
    return any(titled(word, best) or said(word, best) for word in words)


def _is_one(
    known: CitationCandidates, cited: CitationContext, targets: Sequence[Section], meant: list[RankedSection]
) -> bool:
    """Whether one section is meant rather than another, or what names them is a word on which the cited one
    is silent: from rule 62, which speaks of notice too, two rules on notices take no notice "given under it".
    """
    if _meant(known.graph, targets, meant) is not None:
        return True
    naming = (word for word in cited.near if known.subjects.titled(word, meant[0].section.anchor))
    return any(not known.subjects.told(word, s.anchor) for word in naming for s in targets)


def _is_told_there(
    known: CitationCandidates, cited: CitationContext, targets: Sequence[Section], other: Section
) -> bool:
    """Whether no more than one word around a citation is of another's title, while what is cited tells of a
    rare one of its clause of which the other is silent: from "the Oracle text of a pair of cards to meld at
    any time (1.1)" the rule "Oracle" is meant, not the one called "Meld"; or whether its clause says most of
    the cited title."""
    if says_most_of(known.graph, cited.reference, targets):
        return True
    index = known.subjects
    if sum(index.titled(word, other.anchor) for word in {each.word for each in cited.before}) > 1:
        return False
    words = [word for word in clause_words(known.graph, cited.reference) if index.rare(word)]
    return any(is_silent(known, w, [other]) and not is_silent(known, w, targets) for w in words)


def _is_clear(
    known: CitationCandidates, cited: CitationContext, targets: Sequence[Section], meant: list[RankedSection]
) -> bool:
    """Whether what is meant still fits better without the words that only say what the citation is for ("the
    requirements of Section")."""
    idle = governing(known.graph, known.subjects)
    if idle.isdisjoint(cited.near):
        return True
    before = tuple(each for each in cited.before if each.word not in idle)
    near = tuple(word for word in cited.near if word not in idle)
    if len(near) < _NAMING:
        return False
    plain = cited._replace(before=before, near=near)
    fit = max(known.fit(plain, section) for section in targets)
    there = {ranked.section.anchor for ranked in meant}
    others = _others(known, plain, targets)
    return any(other.section.anchor in there for other in others if other.fit > fit + _MARGIN)


def _targets(graph: ReferenceGraph, cited: CitationContext) -> list[Section]:
    """The sections cited; none where this check has nothing to say."""
    reference = cited.reference
    found = [graph.resolve(target) for target in reference.targets]
    sections = [section for each in found for section in each]
    if (
        leads_there(graph, reference)
        or cites_its_term(graph, reference)
        or tells_of_changes(graph, reference)
    ):
        return []
    if reference.range or not all(found) or any("(" in target.clause for target in reference.targets):
        return []
    if any(section.kind == "sheet" or section.anchor == reference.section for section in sections):
        return []
    if any(each[0].key != target.key for each, target in zip(found, reference.targets, strict=True)):
        return []  # an item of a list in it
    return sections


def _others(
    known: CitationCandidates,
    cited: CitationContext,
    targets: Sequence[Section],
    least: float = 0.0,
    also: frozenset[str] = frozenset(),
) -> list[RankedSection]:
    """The sections that may be meant instead, best first: none above or below those cited, nor one that fits
    less than the `least`, but for some `also`."""
    own = {section.anchor for section in targets}
    spans = known.subjects.spans
    below = {anchor for each in own for anchor in known.subjects.order[slice(*spans.get(each, (0, 0)))]}
    but = own | below | {anchor for target in own for anchor in above(known.graph, target)}
    return known.ranking(cited, frozenset(but), least, also)


def _set_apart(
    known: CitationCandidates, cited: CitationContext, shared: set[str], other: RankedSection
) -> bool:
    """Whether the words before the citation name the other section, and not the cited one by the same (those
    `shared` with its title)."""
    anchor = other.section.anchor
    for word in set(cited.near) - shared:
        if known.is_cited_after(word, anchor) and (not shared or known.subjects.rare(word)):
            return True
        if known.subjects.titled(word, anchor) and (not shared or known.subjects.rare(word)):
            return True
    far = () if shared else (each.word for each in cited.before if not each.near)
    return any(known.subjects.titled(word, anchor) and known.subjects.rare(word) for word in far)


def _names_it(
    known: CitationCandidates, targets: Sequence[Section], ranked: RankedSection, fit: float
) -> bool:
    """Whether a title before a citation tells apart: the cited section is silent on a rare word of it, or it
    stands so before several other citations of the section that bears it. One word is no title where what is
    cited fits the words around it as well."""
    title, anchor = known.title_stems(ranked.section), ranked.section.anchor
    if len(title) == 1 and ranked.fit <= fit:
        return False
    usual = (known.right_before[word][anchor] for word in title if word in known.right_before)
    if len(title) > 1 and min(usual, default=0) >= _HABIT and not _of_titles(known, (*title,), targets):
        return True
    return any(known.subjects.rare(word) and is_silent(known, word, targets) for word in title)


def _of_titles(known: CitationCandidates, words: Sequence[str], targets: Sequence[Section]) -> set[str]:
    return {w for w in words if any(known.subjects.titled(w, s.anchor) for s in targets)}


def _akin(known: CitationCandidates, words: Sequence[str], targets: Sequence[Section]) -> set[str]:
    """The words that begin as one in a title of the sections does ("disallowed": "Disallowance")."""
    titles = {word for section in targets for word in known.subjects.stems(section.title)}
    return {w for w in words if len(w) >= _AKIN and any(title.startswith(w[:_AKIN]) for title in titles)}


def _finding(
    rulebook: Rulebook,
    known: CitationCandidates,
    cited: CitationContext,
    targets: Sequence[Section],
    better: Sequence[RankedSection],
    severity: Severity,
    *,
    suggested: bool = True,
    right_before: bool = True,
) -> Finding:
    reference, graph = cited.reference, known.graph
    suggested = suggested and severity != "note" and len(reference.targets) == 1
    meant = _meant(graph, targets, better) if suggested else None
    others = [meant] if meant else [ranked.section for ranked in better[:2]]
    source, cites = called(graph.sections[reference.section]), " and ".join(map(called, targets))
    names, before = " or ".join(map(called, others)), _words(rulebook, reference) if right_before else ""
    which = f'after the words "{before}", which name' if before else "where its words name"
    return at_reference(
        rulebook,
        reference,
        "misdirected-reference",
        severity,
        f"{source} cites {cites} {which} {names}",
        remedy=f"perhaps {meant.number} is meant" if meant else "cite the section that was meant",
        target=reference.targets[0].number,
        suggestion=meant.number if meant else None,
        related=tuple(map(related, others)),
    )


def _cited(graph: ReferenceGraph, reference: Reference) -> list[Section]:
    return [section for target in reference.targets for section in graph.resolve(target)]


def _is_open(graph: ReferenceGraph, reference: Reference) -> bool:
    """Whether nothing right before a citation says what it is of, and that is no sheet, which is of much."""
    told = cites_its_term(graph, reference) or names_what_it_cites(citation_candidates(graph), reference)
    return not told and all(section.kind != "sheet" for section in _cited(graph, reference))


def _doubt(rulebook: Rulebook, graph: ReferenceGraph, doubt: DoubtfulCitation) -> Finding:
    reference = doubt.reference
    cited = _cited(graph, reference)
    return at_reference(
        rulebook,
        reference,
        "misdirected-reference",
        "note",
        f"{called(graph.sections[reference.section])} cites {called(cited[0])}, which has less in common "
        f"with these words than {called(doubt.better)} has",
        remedy="look whether the section that was meant is cited",
        target=reference.targets[0].number,
        related=(related(doubt.better),),
    )


def _meant(
    graph: ReferenceGraph, targets: Sequence[Section], better: Sequence[RankedSection]
) -> Section | None:
    """The section that was meant, where it is clear: the best, or for a citation of a whole chapter the
    chapter that is named too and to which all belong that fit nearly as well as the best."""
    near = [ranked.section for ranked in better if better[0].fit - ranked.fit < _CLEAR]
    if len(near) == 1:
        return near[0]
    if any(target.parent is not None for target in targets):
        return None
    chapters = {[section.anchor, *above(graph, section.anchor)][-1] for section in near}
    named = {ranked.section.anchor for ranked in better}
    return graph.sections[chapters.pop()] if len(chapters) == 1 and chapters <= named else None


def _words(rulebook: Rulebook, reference: Reference) -> str:
    """The last words before a citation, back to the citation or bracket before it."""
    line, start = line_at(rulebook.document(reference.document), reference.line), reference.column - 1
    before = line[max(0, start - 2 * _QUOTED) : start].rstrip(" ([")[-_QUOTED:]
    words = before.rpartition(")")[2].split() or before.split()
    return " ".join(words[-_WORDS:]) if any(map(str.isalpha, "".join(words))) else ""
