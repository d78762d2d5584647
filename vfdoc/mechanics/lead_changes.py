"""Lists whose items are the cases of a change that the words above state: "Add 1 to your roll if: (a) …".

In: the passages of a section and its title. Out: the same, each such item as a clause of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest

from vfdoc.mechanics.clause_sentences import sentence_places
from vfdoc.mechanics.clauses import stated_changes
from vfdoc.mechanics.lexicon import Lexicon, words_of
from vfdoc.mechanics.marked import STATEMENTS
from vfdoc.mechanics.passages import ClausePassage

_ENDS = " \t:;,.–—-…"


def with_leads(own: Iterable[ClausePassage], title: str, lexicon: Lexicon) -> Iterator[ClausePassage]:
    """Passages, an item that states no change joined to the change of its lead-in, or of a title that ends as
    one does ("5.2 Add 1 to your roll if")."""
    listed = list(own)
    for passage, following in zip_longest(listed, listed[1:]):
        led = following is not None and not following.cell and following.lead.rstrip().endswith(passage.text)
        if led and _open_change(passage.text, lexicon):
            continue  # said with each item
        head = "" if passage.cell or passage.note else _open_change(passage.lead or title, lexicon)
        if not head or stated_changes(passage.text, lexicon.language):
            yield passage
            continue
        _, line, column = passage.places[0]
        item = _item(passage.text, lexicon)
        if not item:  # "; or", which leads to the next
            continue
        text = f"{head} {item}"
        yield passage._replace(text=text, places=((0, line, column),), lead="", before="", label="", panel="")


def opens_list(title: str, lexicon: Lexicon) -> bool:
    """Whether a title is the beginning of a list of cases, and no case."""
    return bool(_open_change(title, lexicon))


def _open_change(lead: str, lexicon: Lexicon) -> str:
    """The last sentence of a lead-in that states one change and ends with "if", "when" or "for each"; ""
    of any other."""
    said = lead.rstrip(_ENDS)
    words = words_of(said, lexicon.language)
    if len(words) < 3 or not {"if", "per"} & set(words[-1].kinds):
        return ""
    *_, (start, end) = sentence_places(said)
    sentence = said[start:end]
    found = stated_changes(sentence, lexicon.language)
    one = len(found) == 1 and found[0].change.operation not in STATEMENTS
    return sentence if one else ""


def _item(text: str, lexicon: Lexicon) -> str:
    """An item without its stop, and without the "or" that leads to the next."""
    words = words_of(text, lexicon.language)
    while words and (words[-1].token.kind == "STOP" or {"or", "and"} & set(words[-1].kinds)):
        words = words[:-1]
    return text[: words[-1].token.end].rstrip(_ENDS) if words else ""
