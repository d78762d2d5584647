"""The nouns of editing: corrections of a text, each at its place, and citations that nobody but a human
can rewrite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from vfdoc.model.comparison import Sameness

Why: TypeAlias = Literal["split", "removed", "unsure", "unnumbered", "dangling", "own"]

UNFINISHED = ".vfdoc-unfinished.json"
"""The file in an edition's folder that says what is still to be written while several of its files are."""


class Edit(NamedTuple):
    """A correction: at `line` and `column` (1-based) of `file` stands `old`, and `new` takes its place."""

    file: str
    line: int
    column: int
    old: str
    new: str


class CitationChoice(NamedTuple):
    """A section that a citation may mean now: its anchor, number (None where it has none) and title, and how
    alike its words are to those of the section that was cited (0 to 1; None where nobody compared them)."""

    anchor: str
    number: str | None
    title: str
    fits: float | None = None


class Left(NamedTuple):
    """A citation that stays as it stands, at its place, and why: the section cited was `split` or
    `removed`, its counterpart is `unsure` or `unnumbered`, the number was `dangling` before, or it is
    also the number of a section of the text's `own`. `choices` are what it may mean, likeliest first."""

    file: str
    line: int
    column: int
    text: str
    why: Why
    section: str | None = None
    title: str = ""
    choices: tuple[CitationChoice, ...] = ()


class Reworked(NamedTuple):
    """A citation that was rewritten and whose rule is no longer the same: it `changed`, or is worded anew and
    was not compared (`unverified`). `section` and `title` are those of the rule that was cited."""

    edit: Edit
    section: str
    title: str
    verdict: Sameness


class Recital(NamedTuple):
    """The citations of a text followed from one edition to another: what is rewritten, what needs a
    human, and how many stay because their numbers do. `document` is the text's id; `reworked` are those of
    the rewritten whose rule is another one now."""

    old: str
    new: str
    edits: tuple[Edit, ...]
    left: tuple[Left, ...]
    kept: int
    document: str = ""
    reworked: tuple[Reworked, ...] = ()
