"""What was judged of a text about the rules: how many citations, which quotations and values, each with
what it came to."""

from __future__ import annotations

from typing import NamedTuple


class JudgedQuotation(NamedTuple):
    """A quotation at its place, its verdict, the sections by which it is quoted as printed, and the edition
    and section (anchor) in which its words stand, or what is most like them; None where there is none."""

    line: int
    column: int
    quote: str
    verdict: str
    cited: tuple[str, ...]
    edition: str | None
    section: str | None


class JudgedValue(NamedTuple):
    """A value outside of quotations at its place, whether it is `stated`, `misstated` or was not judged
    (`unjudged`), and the sections cited for it as printed."""

    line: int
    column: int
    words: str
    verdict: str
    cited: tuple[str, ...]


class Judged(NamedTuple):
    """What was judged of a text: its file, the edition cited, how many numbers cite it (or another that is
    named), and the quotations and values."""

    file: str
    edition: str
    citations: int
    quotations: tuple[JudgedQuotation, ...] = ()
    values: tuple[JudgedValue, ...] = ()
