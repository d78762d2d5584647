"""A fresh edition, as a map of path to bytes: its folder checks clean, and publishes itself on GitHub Pages.

In comes what the author has told, and for house rules or a translation the edition that they begin
from. A translation's texts are the original's own with the words taken out: headings, numbers, tables
and the terms that the glossary knows stay, every paragraph is an ellipsis (see `formats/skeleton.py`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vfdoc.formats.files import OutputFiles
from vfdoc.formats.problems import tasks_json
from vfdoc.model import DocumentKind, Fault
from vfdoc.model.words import DEFAULT_LANGUAGE

_PAGES = """\
# Publishes the rules on GitHub Pages at every push. Once, in the repository's settings under "Pages":
# choose "GitHub Actions" as the source.
name: pages
on:
  push:
    branches: [main]
  workflow_dispatch:
permissions:
  contents: read
  pages: write
  id-token: write
concurrency:
  group: pages
jobs:
  publish:
    runs-on: ubuntu-latest
    environment:
      name: github-pages
      url: ${{ steps.deployment.outputs.page_url }}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.13"
      # vfdoc is on no package index yet. In the repository's Settings, under Secrets and variables, Actions,
      # Variables, set VFDOC to what pip is to install: git+ and the address of vfdoc's repository, or the
      # path of a wheel that lies in this repository.
      - run: pip install "${VFDOC:?set the variable VFDOC of this repository, see this workflow}"
        env:
          VFDOC: ${{ vars.VFDOC }}
      - run: vfdoc check .
      - run: vfdoc build . --out public
      - uses: actions/upload-pages-artifact@v3
        with:
          path: public
      - id: deployment
        uses: actions/deploy-pages@v4
"""
_RULES = """\
# {title}

## 1.0 The game

Every rule has a number, and other rules cite it by that number (1.1).

### 1.1 The first rule

Write it here. Then run `vfdoc check`.
"""
_HOUSE = """\
# {title}

## House rules

Write each change as the base's own sheet does: a row of a table, or a sentence with its value.
"""


class NewEdition(NamedTuple):
    """What is known of an edition that begins: its id (None where the folder's name will do), title,
    language, numbering schemes, the edition that it amends or translates, by id, and of a translation
    the original's authors and source."""

    title: str
    id: str | None = None
    language: str = DEFAULT_LANGUAGE
    numbering: tuple[str, ...] = ()
    amends: str | None = None
    translates: str | None = None
    authors: tuple[str, ...] = ()
    source: str | None = None


class DocumentBegun(NamedTuple):
    """A document that begins: its id, kind and text, the document whose numbers it carries on, and its file
    (named by its id, where that is None)."""

    id: str
    kind: DocumentKind
    text: str
    continues: str | None = None
    file: str | None = None

    @property
    def name(self) -> str:
        """The file's name."""
        return self.file or f"{self.id}.md"


def new_edition(plan: NewEdition) -> OutputFiles:
    """A fresh edition with a first rule, or a first house rule."""
    if plan.amends is None:
        begun = DocumentBegun("rules", "rules", _RULES.format(title=plan.title))
    else:
        begun = DocumentBegun("sheet", "sheet", _HOUSE.format(title=plan.title))
    return _files(plan, [begun])


def edition_with(plan: NewEdition, documents: Sequence[DocumentBegun]) -> OutputFiles:
    """A fresh edition with these texts."""
    return _files(plan, documents)


def new_translation(
    plan: NewEdition,
    documents: Sequence[DocumentBegun],
    fingerprints: Mapping[str, str],
    faults: Sequence[Fault] = (),
) -> OutputFiles:
    """A translation that begins with these skeletons; `fingerprints` of the original's sections by
    anchor, `faults` those of the original that show in the skeleton too."""
    files = _files(plan, documents)
    lines = [
        "# What each section of the original said when it was translated. Where the original has changed,",
        "# `vfdoc check` says so: translate the section anew, then enter the fingerprint that it names.",
        f"of = {_quoted(plan.translates or '')}",
        "",
        "[sections]",
        *(f"{_quoted(anchor)} = {_quoted(value)}" for anchor, value in fingerprints.items()),
    ]
    files["translation.toml"] = _bytes(lines)
    if faults:
        head = "# Faults of the original, which the translation keeps."
        files["errata.toml"] = _bytes([head, *_errata(faults)])
    return dict(sorted(files.items()))


def _files(plan: NewEdition, documents: Sequence[DocumentBegun]) -> OutputFiles:
    files = {document.name: document.text.encode() for document in documents}
    files["edition.toml"] = _bytes(_edition(plan, documents))
    files[".github/workflows/pages.yml"] = _PAGES.encode()
    files[".gitignore"] = b"public/\n"
    files[".vscode/tasks.json"] = tasks_json()
    return dict(sorted(files.items()))


def _edition(plan: NewEdition, documents: Sequence[DocumentBegun]) -> list[str]:
    lines = [f"id = {_quoted(plan.id)}"] if plan.id is not None else []
    lines += [f"title = {_quoted(plan.title)}", f"language = {_quoted(plan.language)}"]
    if plan.numbering:
        lines.append(f"numbering = [{', '.join(map(_quoted, plan.numbering))}]")
    for key, base in (("amends", plan.amends), ("translates", plan.translates)):
        if base is not None:
            lines.append(f"{key} = {_quoted(base)}")
    if plan.authors:
        lines.append(f"authors = [{', '.join(map(_quoted, plan.authors))}]")
    if plan.source is not None:
        lines.append(f"source = {_quoted(plan.source)}")
    lines += [
        "# Worth adding: version, date, authors, source, licence, supersedes (the edition before this one).",
    ]
    for document in documents:
        lines += [
            "",
            "[[documents]]",
            f"id = {_quoted(document.id)}",
            f"file = {_quoted(document.name)}",
            f"kind = {_quoted(document.kind)}",
        ]
        lines += [f"continues = {_quoted(document.continues)}"] if document.continues else []
    return lines


def _errata(faults: Sequence[Fault]) -> list[str]:
    lines: list[str] = []
    for fault in faults:
        lines += ["", "[[fault]]"]
        said = (
            ("rule", fault.rule),
            ("section", fault.section),
            ("words", fault.text),
            ("should", fault.should),
            ("why", fault.why),
        )
        lines += [f"{key} = {_quoted(value)}" for key, value in said]
    return lines


def _quoted(text: str) -> str:
    """A TOML string: JSON's escapes are TOML's too, but for the one control character that JSON passes."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _bytes(lines: Sequence[str]) -> bytes:
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")
