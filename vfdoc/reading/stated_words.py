"""What entries of an edition's files have in common that speak of words of its texts: a section, a quotation,
and what a person decided."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from vfdoc.model import InputError
from vfdoc.model.binding import TextQuote

Wordings: TypeAlias = str | Annotated[tuple[str, ...], Meta(min_length=1)]
"""Words as they stand in a text; or several wordings, of which any one binds."""


class StatedWords(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The words of a text that an entry of an edition's file speaks of, and what a person decided of it."""

    section: str = ""
    words: Wordings = ""
    before: str = ""
    after: str = ""
    fingerprint: str = ""
    original: str = ""
    why: str = ""
    decision: Literal["open", "keep", "strike"] = "keep"

    @property
    def quotation(self) -> TextQuote:
        """Where they are sought, in any of several wordings."""
        words = (self.words,) if isinstance(self.words, str) else self.words
        prints = tuple(filter(None, (self.fingerprint, self.original)))
        return TextQuote(self.section, tuple(filter(str.strip, words)), self.before, self.after, prints)

    def hold_quoted(self, place: str, name: str, words: bool = True) -> None:
        """Refuse an entry (`name`, at that place) that names no section, or no words where it needs some."""
        wanted = {"section": self.section, "words": self.quotation.words or not words}
        if missing := [key for key, told in wanted.items() if not told]:
            remedy = "add " + " and ".join(f"{key} = …" for key in missing)
            raise InputError(place, f"{name} names no {' and no '.join(missing)}", remedy)
