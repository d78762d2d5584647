"""A turn of phrase before a citation that the cited section has too, and few others: "count as having been
moved over", of a section that says "may move over".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from vfdoc.language.content_words import content_words
from vfdoc.model import Section, WordForms, text_of
from vfdoc.model.extract import Extract, Placed, extracts
from vfdoc.model.place import line_at
from vfdoc.model.session import incremental
from vfdoc.verdicts.citation_candidates import CitationCandidates
from vfdoc.verdicts.citation_context import CitationContext

_PHRASE = 4  # words in which a word and the small words behind it are sought
_FEW, _RARE = 2, 0.1  # sections that may have them, or the share of all
_WORD = re.compile(r"[^\W\d_]+")


def is_turn_of_phrase(known: CitationCandidates, cited: CitationContext, targets: Sequence[Section]) -> bool:
    """Whether the words right before the citation, up to its bracket, are a word and small words behind it
    that stand so in the cited section too, and in few others."""
    rulebook = known.graph.rulebook
    line = line_at(rulebook.document(cited.reference.document), cited.reference.line)
    words = _WORD.findall(line[: cited.reference.column - 1].rstrip(" (["))[-_PHRASE:]
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
