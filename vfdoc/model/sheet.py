"""The nouns of a quick-reference sheet: what is asked for, what stands on it, and its audit.

A sheet is made from the rules: every cell knows the sections (anchors) that state it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

from vfdoc.model.comparison import Difference

Paper: TypeAlias = Literal["a4", "letter"]
Role: TypeAlias = Literal["head", "change", "entry", "prose", "step", "flow"]
AuditVerdict: TypeAlias = Literal["agrees", "differs", "omits", "unverified", "untraceable"]

SMALLEST_TYPE = 8.0
"""Points; nothing on a sheet is set smaller than this."""

_NOTHING: Mapping[str, str] = MappingProxyType({})


class Worded(NamedTuple):
    """A row that an edition words for its sheet: the sections (anchors) it stands for, its name and its
    words by language. Without words the section's own sentence stands, the one that holds `pick`.

    With an `amount` ("+1", as a sheet prints it) the row words changes of the value `of`: those in its
    sections (all, where it names none) that ask all of `facts`; without words they are left off. Else the
    changes in the passages that hold `pick` are told by it, and those of `of` by the amounts it names.
    """

    sections: tuple[str, ...]
    label: Mapping[str, str] = _NOTHING
    says: Mapping[str, str] = _NOTHING
    pick: str = ""
    of: tuple[str, ...] = ()
    amount: str = ""
    facts: tuple[str, ...] = ()


class WordedLine(NamedTuple):
    """A row of a table that an edition words: the sections it stands for, its cells by language."""

    sections: tuple[str, ...]
    cells: Mapping[str, tuple[str, ...]]


class WordedTable(NamedTuple):
    """A table that an edition words: its name, the names of its columns, its rows; it tells the changes of
    the values `of` that stand in its rows' sections with the amounts that the rows name."""

    title: Mapping[str, str]
    columns: Mapping[str, tuple[str, ...]]
    rows: tuple[WordedLine, ...]
    of: tuple[str, ...] = ()


class PanelPlan(NamedTuple):
    """A panel as an edition wants it. `id` names what fills it, or is the edition's own; `of` keeps only
    these tests, values or lookups; `chapters`, `tables` and `rows` are what else stands in it; entries of
    tables from the sections `without` are left out. Changes stated in the chapters `gather` stand in this
    panel and no other. A `wide` one runs across all columns."""

    id: str
    title: Mapping[str, str] = _NOTHING
    of: tuple[str, ...] = ()
    chapters: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    rows: tuple[Worded, ...] = ()
    phase: str = ""
    tables: tuple[WordedTable, ...] = ()
    gather: tuple[str, ...] = ()
    wide: bool = False


@dataclass(frozen=True, slots=True)
class SheetPlan:
    """What a sheet shall hold: the defaults, what the edition says, what was asked for.

    `documents` are those whose rows count as rules (none named: those of kind rules, else all); `drop`
    are panels in the order in which they go where the sheet does not fit; `omit` are chapters whose
    rows stay off the sheet; `sides`, `columns` and `type` (points) are 0 where the sheet may choose.
    """

    documents: tuple[str, ...] = ()
    panels: tuple[PanelPlan, ...] = ()
    drop: tuple[str, ...] = ()
    omit: tuple[str, ...] = ()
    paper: Paper = "a4"
    sides: int = 0
    columns: int = 0
    type: float = 0.0
    landscape: bool = False
    arms: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    units: tuple[Unit, ...] | None = None


class Unit(NamedTuple):
    """A unit of an army: its name, its special rules, and its profile by column."""

    name: str
    rules: tuple[str, ...] = ()
    profile: tuple[tuple[str, str], ...] = ()


class SheetCell(NamedTuple):
    """Words of the sheet, and the sections that state them; `foreign` where they could not be put into
    the language of the sheet."""

    text: str
    sections: tuple[str, ...] = ()
    foreign: bool = False


class SheetRow(NamedTuple):
    """A row of a panel. A head opens a group of rows: a test and its target, a table and its columns. A
    change is how much and when, an entry what it is looked up by and its values, prose a name and words,
    a step its number and name, a flow the names of steps in a line. `house` where house rules state it;
    `ids` name the mechanics shown."""

    cells: tuple[SheetCell, ...]
    role: Role = "prose"
    house: bool = False
    ids: tuple[str, ...] = ()

    @property
    def sections(self) -> tuple[str, ...]:
        """The sections of all its cells, each once."""
        return tuple(dict.fromkeys(anchor for cell in self.cells for anchor in cell.sections))


class SheetPanel(NamedTuple):
    """A panel: its title and its rows; a wide one runs across all columns."""

    id: str
    title: str
    rows: tuple[SheetRow, ...]
    wide: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A quick-reference sheet, before it is set. `fingerprint` is that of the rules it was made from,
    `names` how each section is cited on it, `notes` what whoever made it should know, `foreign` the language
    of the cells that could not be put into its own; `left` are the sections that say something and are not on
    it, where the edition does not say what belongs on it."""

    edition: str
    title: str
    version: str
    language: str
    fingerprint: str
    panels: tuple[SheetPanel, ...]
    names: Mapping[str, str] = field(default_factory=dict)
    base: str = ""
    notes: tuple[str, ...] = ()
    foreign: str = ""
    left: tuple[str, ...] = ()


class AuditRow(NamedTuple):
    """A row of a printed sheet held against the rules: what it is about, its line, how it stands, the
    rule's section (None where there is none), how they differ, and the row's words where it is prose."""

    row: str
    line: int | None
    verdict: AuditVerdict
    section: str | None
    message: str = ""
    differences: tuple[Difference, ...] = ()
    text: str = ""


class Lack(NamedTuple):
    """What the rules have and a printed sheet lacks. Where it stands is unknown (None) of a sheet that
    vfdoc made, which is held against a sheet and not against the rules' lines."""

    row: str
    value: str
    section: str
    line: int | None
    document: str | None = None
    file: str | None = None


class Origin(NamedTuple):
    """Whether a sheet of vfdoc's own comes from this text: its fingerprint and the text's, and the cells
    that differ, each as (printed, made now)."""

    printed: str
    now: str
    cells: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Audit:
    """A printed sheet held against the rules; `covered` of `stated` tests, modifiers and moves of the
    rules stand on it. `sheet` is the one that the rules make."""

    file: str
    document: str
    rows: tuple[AuditRow, ...]
    lacks: tuple[Lack, ...]
    covered: int
    stated: int
    sheet: Sheet
    origin: Origin | None = None
    notes: tuple[str, ...] = ()

    @property
    def share(self) -> float | None:
        """The share of what the rules state that stands on the sheet; None where they state nothing."""
        return self.covered / self.stated if self.stated else None
