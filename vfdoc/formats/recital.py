"""Citations followed to another edition: the JSON of `recite`, and a line for each that needs a human."""

from __future__ import annotations

from collections.abc import Iterator

from vfdoc.formats.findings import CONTROLS
from vfdoc.formats.shapes.encoding import encode
from vfdoc.formats.shapes.history import ChoiceShape, EditShape, LeftShape, RecitalShape, ReworkedShape
from vfdoc.model.edit import CitationChoice, Left, Recital, Reworked


def recital_json(recital: Recital, text: str) -> bytes:
    """`recite --format json`; `text` is the whole text with its citations rewritten."""
    return encode(
        RecitalShape(
            recital.old,
            recital.new,
            [EditShape(recital.document, *edit) for edit in recital.edits],
            [
                LeftShape(
                    document=recital.document,
                    file=left.file,
                    line=left.line,
                    column=left.column,
                    text=left.text,
                    why=left.why,
                    section=left.section,
                    message=_fact(left, recital),
                    choices=[
                        ChoiceShape(c.anchor, c.number, c.title, None if c.fits is None else round(c.fits, 2))
                        for c in left.choices
                    ],
                )
                for left in recital.left
            ],
            recital.kept,
            [
                ReworkedShape(
                    document=recital.document,
                    file=each.edit.file,
                    line=each.edit.line,
                    column=each.edit.column,
                    old=each.edit.old,
                    new=each.edit.new,
                    section=each.section,
                    verdict="changed" if each.verdict == "changed" else "unverified",
                    message=_reworked(each, recital),
                )
                for each in recital.reworked
            ],
            text,
        )
    )


def recital_notes(recital: Recital) -> bytes:
    """A line for each citation that was left, `path:line:column: recite: fact; remedy`, and a sum."""
    return ("\n".join(_notes(recital)) + "\n").encode()


def _notes(recital: Recital) -> Iterator[str]:
    for left in recital.left:
        place = f"{left.file}:{left.line}:{left.column}"
        yield f"{place}: recite: {_fact(left, recital)}; {_remedy(left)}".translate(CONTROLS)
    for each in recital.reworked:
        edit = each.edit
        remedy = f"read what you say of it against {recital.new}"
        said = f"{edit.file}:{edit.line}:{edit.column}: recite: {_reworked(each, recital)}; {remedy}"
        yield said.translate(CONTROLS)
    yield f"{len(recital.edits)} rewritten, {recital.kept} as they were, {len(recital.left)} left to you"


def _fact(left: Left, recital: Recital) -> str:
    rule = f'{left.text} "{left.title}"' if left.title else left.text
    match left.why:
        case "split":
            return f"{rule} stands in several sections of {recital.new}"
        case "removed":
            return f"{rule} has no counterpart in {recital.new}"
        case "unsure":
            return f"the counterpart of {rule} in {recital.new} is not certain"
        case "unnumbered":
            return f"{rule} has no number in {recital.new}"
        case "dangling":
            return f"{left.text} is no section of {recital.old}"
        case "own":
            return f"{rule} is also the number of a section of this text"


def _reworked(each: Reworked, recital: Recital) -> str:
    what = "has changed" if each.verdict == "changed" else "is worded anew, and was not compared"
    named = f'{each.edit.old} "{each.title}"' if each.title else each.edit.old
    return f"{named} is {each.edit.new} in {recital.new}, where the rule {what}"


def _remedy(left: Left) -> str:
    if not left.choices:
        return "cite another rule, or none"
    named = ", ".join(_named(choice) for choice in left.choices)
    return f"what it stood under is now {named}" if left.why == "removed" else f"choose {named}"


def _named(choice: CitationChoice) -> str:
    named = f'{choice.number} "{choice.title}"' if choice.number else f'"{choice.title}"'
    return named if choice.fits is None else f"{named} (alike {choice.fits:.0%})"
