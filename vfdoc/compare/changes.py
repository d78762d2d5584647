"""How corresponding sections differ: not at all, in their words, or in what they rule.

In come two rulebooks and their concordance; out comes a SectionChange for each of its rows. What is
numbers, is decided by numbers: a section is `changed` where a value, a modifier, a denial or the rule
that a citation leads to is another one. Else its words decide, sentence by sentence
(`verdicts/sentence_verdicts.py`): "the same" needs proof, and what is worded anew is `unverified`. A citation
follows a renumbering through the concordance, and is then no change.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vfdoc.compare.cited_clauses import Clauses, became, clauses_by_label, path_within
from vfdoc.compare.concordance import partners
from vfdoc.compare.two_languages import is_unread, two_languages
from vfdoc.graph import ReferenceGraph, resolve
from vfdoc.language.likeness import StemWeights, likeness, weights
from vfdoc.language.sequences import ratio
from vfdoc.language.stems import Reader, is_value, reader
from vfdoc.language.typography import plain
from vfdoc.model import Reference, Rulebook, Section, Target, WordForms, tables_of
from vfdoc.model.comparison import (
    CellChange,
    ChangeKind,
    Concordance,
    Correspondence,
    Sameness,
    SectionChange,
    SentenceChange,
    TextStretch,
)
from vfdoc.model.mechanics import NONE, Modifier, Quantity
from vfdoc.verdicts.cells import compare_tables
from vfdoc.verdicts.elsewhere import Elsewhere
from vfdoc.verdicts.row_verdicts import Known, known, verdict
from vfdoc.verdicts.sections import Profile, Sides, marked, profiles, signed
from vfdoc.verdicts.sentence_verdicts import SentenceVerdict, sentence_verdict
from vfdoc.verdicts.wording import ReferencesOfBoth, TextComparison, compare_wording

# A figure that is no mark of an item ("2. ") and no part of an address or a date ("II.4.5.1", "9.8.2014").
_FIGURES = re.compile(r"(?<![\w.,/-])\d+(?:,\d+)?(?![\w)/-]|[.,]\d|\.\s)")
_LINK = re.compile(r"\]\(#([\w-]{1,200})\)")
_MUCH = 0.75  # of two texts, letter for letter, from which they are as like as that
_KEPT = 0.8  # of the words, from which a denial more or less is a change of the rule


@dataclass(frozen=True, slots=True)
class _Side:
    """One edition as sections are compared: profiles and mechanics by anchor, the graph, its words."""

    profiles: Mapping[str, Profile]
    graph: ReferenceGraph
    modifiers: Mapping[str, Sequence[Modifier]]
    denials: Mapping[str, Sequence[Quantity]]
    read: Reader
    labelled: dict[str, Clauses] = field(default_factory=dict)  # of sections of which a clause was cited

    def clauses(self, anchor: str) -> Clauses:
        """The clauses of a section by their labels."""
        if anchor not in self.labelled:
            self.labelled[anchor] = clauses_by_label(self.profiles[anchor].section)
        return self.labelled[anchor]


@dataclass(frozen=True, slots=True)
class _Sides:
    """Both editions, which sections correspond, and what is known of words and values; `forms` are those of
    the language of both, None where they have two; `unread` where the words of one of them are not known."""

    old: _Side
    new: _Side
    forms: WordForms | None
    unread: bool
    follows: Mapping[str, frozenset[str]]
    weights: StemWeights
    of: Known
    elsewhere: Elsewhere | None
    addresses: Mapping[str, str]

    def followed(self, link: re.Match[str]) -> str:
        """An address within the old text as that of the section which corresponds."""
        return f"](#{self.addresses.get(link[1], link[1])})"


def section_changes(
    old: Rulebook, new: Rulebook, found: Concordance, sides: Sides | None = None
) -> tuple[SectionChange, ...]:
    """What differs in every row of a concordance of two rulebooks, in its order.

    Modifiers and denials count where the rulebooks come with their mechanics; `sides` are the profiles
    of both, where they are at hand.
    """
    both = _sides(old, new, found, sides or (profiles(old), profiles(new)))
    return tuple(_change(both, row) for row in found.rows)


def _sides(old: Rulebook, new: Rulebook, found: Concordance, sides: Sides) -> _Sides:
    one, other = _side(old, sides[0]), _side(new, sides[1])
    there, _ = partners(found)
    mechanics = [m for m in (old.mechanics, new.mechanics) if m is not None]
    differing = [
        text
        for row in found.rows
        if row.old and row.new and not _equal(one.profiles[row.old[0]], other.profiles[row.new[0]])
        for side, anchors in ((one, row.old), (other, row.new))
        for text in (side.read(side.profiles[anchor].text) for anchor in anchors)
    ]
    foreign = two_languages(old, new)
    return _Sides(
        old=one,
        new=other,
        forms=None if foreign else new.forms,
        unread=is_unread(old, new),
        follows={anchor: frozenset(anchors) for anchor, anchors in there.items()},
        weights=weights(differing),
        of=known(*mechanics),
        elsewhere=None if foreign else Elsewhere(*sides, new.forms),
        addresses=_addresses(one, other, there),
    )


def _addresses(old: _Side, new: _Side, there: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """What the addresses of old sections have become: those by which a page made of a Markdown text is
    linked, of sections of which one alone has each, and to which one alone corresponds."""
    found: dict[str, str] = {}
    counts = [Counter(map(_address, side.profiles.values())) for side in (old, new)]
    for anchor, anchors in there.items():
        if len(anchors) == 1 and anchor in old.profiles:
            was, now = _address(old.profiles[anchor]), _address(new.profiles[next(iter(anchors))])
            if counts[0][was] == counts[1][now] == 1:
                found[was] = now
    return found


def _address(profile: Profile) -> str:
    """The address of a heading as forges make it: "#31-keys" of "3.1 Keys"."""
    words = f"{profile.section.number or ''} {profile.section.title}".strip().lower()
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", words))


def _side(rulebook: Rulebook, found: Sequence[Profile]) -> _Side:
    modifiers: dict[str, list[Modifier]] = defaultdict(list)
    denials: dict[str, list[Quantity]] = defaultdict(list)
    if rulebook.mechanics is not None:
        for modifier in rulebook.mechanics.modifiers:
            if modifier.of is not None and modifier.origin != "example":
                modifiers[modifier.section].append(modifier)
        for quantity in rulebook.mechanics.quantities:
            if quantity.unit == NONE:
                denials[quantity.section].append(quantity)
    by_anchor = {p.anchor: p for p in found}
    return _Side(by_anchor, resolve(rulebook), modifiers, denials, reader(rulebook.forms))


def _change(sides: _Sides, row: Correspondence) -> SectionChange:
    if row.relation in ("added", "removed"):
        return SectionChange(row, "added" if row.relation == "added" else "removed", 0.0)
    olds, news = [sides.old.profiles[a] for a in row.old], [sides.new.profiles[a] for a in row.new]
    if row.relation == "one" and _equal(olds[0], news[0]) and _cites_the_same(sides, olds[0], news[0]):
        typography = (olds[0].printed, olds[0].section.title) != (news[0].printed, news[0].section.title)
        return SectionChange(row, "same", 1.0, typography=typography, verdict="same")
    cited, citing = ([reference for p in side for reference in p.references] for side in (olds, news))
    leads = _leads(sides, cited, citing) if sides.forms is not None else ((), ())
    before, after = _joined(olds, leads[0], sides.followed), _joined(news, leads[1])
    shared = row.relation in ("split", "merged")
    cites = ReferencesOfBoth(cited, citing)
    wording = compare_wording(before, after, cites, sides.forms, sides.elsewhere, shared=shared)
    cells = compare_tables(*([t for p in side for t in tables_of(p.section.blocks)] for side in (olds, news)))
    alike = _alike(sides, olds, news)
    said = [*_titles(sides, olds, news), *wording.sentences]
    if not shared:  # else tables and values are as much those of sections beside these
        said += _in_cells(sides, cells)
    verdict = _worst([wording.verdict, *(sentence.verdict for sentence in said)])
    if not shared and _differs(sides, olds[0], news[0], wording, cells):
        verdict = "changed"
    kind: ChangeKind = row.relation if row.relation in ("split", "merged") else verdict
    printed = any(p.printed != q.printed for p, q in zip(olds, news, strict=False))
    typography = printed and not any(w.kind != "kept" for w in wording.words) and not cells
    if kind == "same":  # but for typography, capitals among it
        return SectionChange(row, "same", 1.0, typography=True, verdict="same")
    words = _title(olds[0], news[0]) + wording.words
    return SectionChange(row, kind, round(alike, 2), words, cells, typography, verdict, tuple(said))


_WORST: tuple[Sameness, ...] = ("changed", "unverified", "reworded", "same")


def _worst(found: Sequence[Sameness]) -> Sameness:
    """What a whole comes to whose parts come to these."""
    return min(found, key=_WORST.index)


def _titles(sides: _Sides, olds: Sequence[Profile], news: Sequence[Profile]) -> Iterator[SentenceChange]:
    """The titles of the main counterparts, where their words differ."""
    one, other = olds[0], news[0]
    if one.title != other.title:
        found = _sentence(sides, one.title, other.title)
        if found.verdict != "same":
            yield SentenceChange(one.section.title, other.section.title, found.verdict, found.exchanges)


def _sentence(sides: _Sides, old: str, new: str) -> SentenceVerdict:
    """The verdict on a title or a cell of both sides. One that a side lacks is not compared."""
    found = sentence_verdict(old, new, sides.forms or WordForms())
    anew = found.verdict != "same" and (sides.forms is None or not old or not new)
    return found._replace(verdict="unverified") if anew else found


def _in_cells(sides: _Sides, cells: Sequence[CellChange]) -> Iterator[SentenceChange]:
    """What the cells say that differ. Rows in another order are not compared: it may matter, or not."""
    for cell in cells:
        if cell.kind == "moved":
            yield SentenceChange(cell.row or cell.column, cell.row or cell.column, "unverified", ())
        elif cell.kind == "changed":
            found = _sentence(sides, cell.old or "", cell.new or "")
            kind: Sameness = "reworded" if found.verdict == "same" else found.verdict
            yield SentenceChange(cell.old, cell.new, kind, found.exchanges)


def _equal(old: Profile, new: Profile) -> bool:
    return (old.title, old.text) == (new.title, new.text)


def _cites_the_same(sides: _Sides, old: Profile, new: Profile) -> bool:
    return all(_follows(sides, *pair) for pair in zip(old.references, new.references, strict=True))


def _joined(
    side: Sequence[Profile], leads: Sequence[int], to: Callable[[re.Match[str]], str] | None = None
) -> str:
    """The marked texts of sections as one, without their tables; `leads` is what all their citations lead
    to, `to` what stands for an address within the text."""
    texts: list[str] = []
    before = 0
    for profile in side:
        text = marked(profile.section, profile.references, tables=False)
        texts.append(signed(_LINK.sub(to, text) if to is not None else text, leads, before))
        before += len(profile.references)
    return "\n".join(texts)


def _title(old: Profile, new: Profile) -> tuple[TextStretch, ...]:
    if old.title == new.title:
        return ()
    titles = (("removed", old.section.title), ("added", new.section.title))
    return tuple(TextStretch(kind, f"{text}\n") for kind, text in titles if text)  # type: ignore[arg-type]


def _alike(sides: _Sides, olds: Sequence[Profile], news: Sequence[Profile]) -> float:
    texts = ["\n".join(p.text for p in side) for side in (olds, news)]
    if all(texts) and (same := ratio(*texts)) >= _MUCH:
        return same
    one, other = (
        sides.weights.vector(stem for p in side for stem in (*_asked(of, p), *of.read(p.text)))
        for side, of in ((olds, sides.old), (news, sides.new))
    )
    return min(likeness(one, other), 1.0) if one or other else 1.0


def _asked(side: _Side, profile: Profile) -> list[str]:
    """The words of a question, which is its section's title."""
    return side.read(profile.title) if profile.section.kind in ("question", "note") else []


def _differs(
    sides: _Sides, old: Profile, new: Profile, wording: TextComparison, cells: Sequence[CellChange]
) -> bool:
    """Whether two sections in other words rule something else."""
    foreign = sides.forms is None  # then no words are held against one another, and titles neither
    texts = [f"{each.section.title} {each.text}" if foreign else each.text for each in (old, new)]
    texts = [_LINK.sub("]", text) for text in texts]  # where a link leads is no value
    if sides.unread:
        return _exchanges_figures(*texts)
    if _values(sides.old, texts[0]) != _values(sides.new, texts[1]):
        return True
    cited = foreign and len(old.references) == len(new.references)
    if not all(_follows(sides, *ends) for ends in zip(old.references, new.references, strict=False) if cited):
        return True
    if any(
        _values(sides.old, plain(cell.old or "")) != _values(sides.new, plain(cell.new or ""))
        for cell in cells
    ):
        return True
    if any(cell.kind in ("added", "removed") for cell in cells):
        return True
    if any(not _follows(sides, old.references[a], new.references[b]) for a, b in wording.cited):
        return True
    # What is denied is in other words as often said without a no: it counts where the words were kept.
    proved = wording.verdict in ("same", "reworded")
    if _denied(sides.old, old) != _denied(sides.new, new) and wording.similarity >= _KEPT and not proved:
        return True
    before, after = sides.old.modifiers.get(old.anchor, ()), sides.new.modifiers.get(new.anchor, ())
    if foreign:
        before, after = ([row for row in rows if not row.unread] for rows in (before, after))
    return not (_same_rows(before, after, sides.of) and _same_rows(after, before, sides.of))


def _exchanges_figures(old: str, new: str) -> bool:
    """Whether two texts print the same figures in the same order but for one; where more differ, one that is
    printed in words, which nobody here reads, has moved the others."""
    one, other = (_FIGURES.findall(text) for text in (old, new))
    return len(one) == len(other) and sum(a != b for a, b in zip(one, other, strict=True)) == 1


def _denied(side: _Side, profile: Profile) -> int:
    return len(side.denials.get(profile.anchor, ()))


def _values(side: _Side, text: str) -> Counter[str]:
    """The values that a plain text states; a bare 1 is as often an article."""
    found = (stem.strip("+-") for stem in side.read(text) if is_value(stem))
    return Counter(value for value in found if value != "1")


def _same_rows(olds: Sequence[Modifier], news: Sequence[Modifier], of: Known) -> bool:
    """Whether for every row of one side there is one of the other that says the same."""
    return all(any(not v.differences or v.note for v in (verdict(o, n, of) for n in news)) for o in olds)


_Ends = tuple[frozenset[object], ...]  # of each target of a citation, the new sections; of none its number


def _ends(sides: _Sides, reference: Reference, *, old: bool) -> _Ends:
    """What a citation leads to in the new edition, a section or a clause of one; an old one to what
    corresponds to its sections there."""
    found: list[frozenset[object]] = []
    for target in reference.targets:
        there = (sides.old if old else sides.new).graph.resolve(target)
        ends = {end for section in there for end in _ends_in(sides, target, section, old=old)}
        found.append(frozenset(ends) if there else frozenset([("", target.key)]))
    return tuple(found)


def _ends_in(sides: _Sides, target: Target, section: Section, *, old: bool) -> Iterator[object]:
    """What a target leads to by way of one section. What is a clause of one edition may be a section of the
    other, as which it is told too."""
    path = path_within(target, section)
    mine, theirs = ("old", "new") if old else ("new", "old")
    for anchor in sides.follows.get(section.anchor, ()) if old else (section.anchor,):
        now = sides.new.profiles[anchor].section
        if path:
            within = path
            if old and sides.forms is not None:
                within = became(path, sides.old.clauses(section.anchor), sides.new.clauses(anchor))
            yield from ((anchor, *within), (theirs, anchor, within[-1]))
        else:
            yield anchor
            if now.key and now.parent:
                yield (mine, now.parent, now.key[-1])


def _meet(old: _Ends, new: _Ends) -> bool:
    return len(old) == len(new) and all(map(frozenset.intersection, old, new))


def _follows(sides: _Sides, old: Reference, new: Reference) -> bool:
    """Whether a citation leads to what corresponds to the section that the old one led to."""
    return _meet(_ends(sides, old, old=True), _ends(sides, new, old=False))


def _leads(
    sides: _Sides, cited: Sequence[Reference], citing: Sequence[Reference]
) -> tuple[list[int], list[int]]:
    """A number for what each citation of both sides leads to: the same where one follows the other."""
    olds = [_ends(sides, reference, old=True) for reference in cited]
    news = [_ends(sides, reference, old=False) for reference in citing]
    numbers = {ends: n for n, ends in enumerate(dict.fromkeys(news))}
    near: dict[object, list[_Ends]] = defaultdict(list)
    for ends in numbers:
        for end in ends[0] if ends else ():
            near[end].append(ends)
    known: dict[_Ends, int] = {}
    for was in olds:
        if was not in known:
            met = (now for end in (was[0] if was else ()) for now in near[end] if _meet(was, now))
            known[was] = min((numbers[now] for now in met), default=len(numbers) + len(known))
    return [known[was] for was in olds], [numbers[now] for now in news]
