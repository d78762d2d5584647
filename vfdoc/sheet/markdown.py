"""A sheet as Markdown: a heading and a table a panel, the sections in the last column."""

from __future__ import annotations

import re
from itertools import groupby

from vfdoc.model.sheet import Sheet, SheetPanel, SheetRow
from vfdoc.sheet.words import sheet_words

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")
_HEAD = "head"


def sheet_markdown(sheet: Sheet) -> bytes:
    """`sheet --format md`."""
    words = sheet_words(sheet.language)
    out = [f"# {_safe(sheet.title)}"]
    out += ["", f"*{_safe(sheet.version)}*"] if sheet.version else []
    for panel in sheet.panels:
        out += ["", f"## {_safe(panel.title)}", *_panel(panel, sheet)]
    told = [words.say("foot", title=sheet.title, version=sheet.version or sheet.edition)]
    told.append(words.say("fingerprint", fingerprint=sheet.fingerprint))
    if sheet.base:
        told.append(words.say("house_means", edition=sheet.edition))
    out += ["", "---", "", _safe(" · ".join(told))]
    return ("\n".join(out) + "\n").encode()


def cited(row: SheetRow, sheet: Sheet) -> str:
    """The sections of a row as they are printed, each once."""
    return ", ".join(dict.fromkeys(sheet.names.get(anchor, anchor) for anchor in row.sections))


def _whole(row: SheetRow, sheet: Sheet) -> str:
    """The same, by the anchor where a title would be cut short: Markdown is read by programs too."""
    names = ((anchor, sheet.names.get(anchor, anchor)) for anchor in row.sections)
    return ", ".join(dict.fromkeys(anchor if name.endswith("…") else name for anchor, name in names))


def _panel(panel: SheetPanel, sheet: Sheet) -> list[str]:
    out: list[str] = []
    for (is_head, _), group in groupby(panel.rows, key=lambda row: (row.role == _HEAD, len(row.cells))):
        rows = list(group)
        if is_head:
            for row in rows:
                named = f"**{_safe(row.cells[0].text)}**" if row.cells[0].text else ""
                told = "  ".join(filter(None, (named, *(_safe(cell.text) for cell in row.cells[1:]))))
                out += ["", f"{told}  ({_safe(_whole(row, sheet))})"]
            continue
        width = max(len(row.cells) for row in rows)
        out += ["", "|" + " |" * (width + 1), "|" + "---|" * (width + 1)]
        out += [_line(row, width, sheet) for row in rows]
    return out


def _line(row: SheetRow, width: int, sheet: Sheet) -> str:
    house = f" {sheet_words(sheet.language)['house']}" if row.house else ""
    cells = [_safe(cell.text) + (" †" if cell.foreign else "") for cell in row.cells]
    cells += [""] * (width - len(cells))
    return "| " + " | ".join((*cells, _safe(_whole(row, sheet)) + house)) + " |"


def _safe(text: str) -> str:
    """Words that Markdown takes for nothing else."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))
