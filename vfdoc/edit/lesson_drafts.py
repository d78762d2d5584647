"""Drafts of `lessons.toml`: what differs between two editions and no lesson covers, for a person to word.

In: what was found, and the file as it stands. Out: the file's text with what is new behind what is there,
which keeps its words, order and comments. Every new entry has `decision = "open"`: it is neither printed nor
counted until a person has mended what it says and written "keep", or "strike".
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

_HEADER = """What differs and no lesson covers, as it was read. Of each entry decide: say it in a sentence of
your own and write decision = "keep", or "strike". What is open is not printed. Run `vfdoc diff OLD NEW
--propose` again after a text has changed: it keeps what stands here and adds what is new."""


class DraftedLesson(NamedTuple):
    """A lesson to be decided about: the older edition, the sections of both sides (anchors), words of each
    that decide ("" where none are known), and what the texts say."""

    against: str
    old: tuple[str, ...]
    was: str
    new: tuple[str, ...]
    words: str
    says: str


def proposed_lessons(drafts: Iterable[DraftedLesson], before: str = "") -> tuple[str, int]:
    """The draft of `lessons.toml`, and how many of its entries are new; `before` is the file as it stands.
    ValueError (of tomlkit) for a file that is no TOML."""
    import tomlkit  # takes long, and few commands write TOML
    from tomlkit.items import AoT

    document = tomlkit.parse(before)
    if not before.strip():
        for line in _HEADER.splitlines():
            document.add(tomlkit.comment(line))
        document.add(tomlkit.nl())
    known = {_key(entry) for entry in document.get("lesson", ())}
    added = 0
    for draft in drafts:
        entry: dict[str, Any] = {"against": draft.against, "old": list(draft.old)}
        if draft.was:
            entry["was"] = draft.was
        if draft.new:
            entry |= {"section": draft.new[0], "words": draft.words}
            entry |= {"also": list(draft.new[1:])} if draft.new[1:] else {}
        entry |= {"says": draft.says, "decision": "open"}
        if _key(entry) in known:
            continue
        known.add(_key(entry))
        if "lesson" not in document:
            document.add(tomlkit.nl())
            document.add("lesson", tomlkit.aot())
        made = tomlkit.table()
        for key, value in entry.items():
            made.add(key, value)
        found = document["lesson"]
        assert isinstance(found, AoT)
        found.append(made)
        added += 1
    return tomlkit.dumps(document), added


def _key(entry: Any) -> tuple[str, ...]:
    """By what an entry is known again: the editions' sections."""
    return entry.get("against", ""), entry.get("section", ""), *entry.get("old", ())
