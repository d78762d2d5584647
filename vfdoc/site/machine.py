"""What other programs read beside the pages: each edition's JSON, the words of link previews, llms.txt.

An edition's values come in; files of its folder come out. Texts are named without folders, so that what
is published does not depend on where they lay.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from urllib.parse import quote

from vfdoc.formats.documents import document_json, plain
from vfdoc.formats.files import OutputFiles
from vfdoc.formats.findings_json import findings_json
from vfdoc.formats.graphs import graph_json
from vfdoc.formats.labels import Labels
from vfdoc.formats.phrases import printable
from vfdoc.formats.shapes.schemas import json_schema
from vfdoc.formats.tables_json import tables_json
from vfdoc.formats.templates import render
from vfdoc.graph import ReferenceGraph
from vfdoc.model import Finding, Rulebook, Section, text_of
from vfdoc.model.mechanics import Mechanics
from vfdoc.site.editions import EditionView
from vfdoc.site.plan import CONTENTS, Plan

DOCUMENT, GRAPH, FINDINGS, TABLES = "document.json", "graph.json", "findings.json", "tables.json"
LLMS, PROGRAMS = "llms.txt", "programs.html"

_SHOWN = 180
_CARD = "assets/icon-512.png"


@dataclass(frozen=True, slots=True)
class ListedEdition:
    """An edition as llms.txt lists it: `files` are those that programs read, `cited` a section to cite
    and its address, empty where none has a number."""

    view: EditionView
    files: tuple[str, ...]
    cited: tuple[str, str] | None


def json_names(rulebook: Rulebook) -> tuple[str, ...]:
    """The names of an edition's JSON files; without a test, a change or a table there is none of those."""
    tables = (TABLES,) if rulebook.mechanics is not None and _states(rulebook.mechanics) else ()
    return (DOCUMENT, GRAPH, FINDINGS, *tables)


def edition_json(
    rulebook: Rulebook, graph: ReferenceGraph, findings: Sequence[Finding]
) -> Iterator[tuple[str, bytes]]:
    """The JSON of an edition as `parse`, `graph`, `check` and `tables` print it, by name."""
    bare = without_folders(rulebook)
    names = {document.id: document.source.name for document in bare.documents}
    resolved = replace(graph, rulebook=bare)
    yield DOCUMENT, document_json(bare, resolved)
    yield GRAPH, graph_json(resolved)
    yield FINDINGS, findings_json([_without_folders(finding, names) for finding in findings])
    if bare.mechanics is not None and _states(bare.mechanics):
        yield TABLES, tables_json(bare, bare.mechanics)


def without_folders(rulebook: Rulebook) -> Rulebook:
    """The rulebook, its files under their own names: nothing published says where they lay."""
    documents = (replace(d, source=replace(d.source, file=d.source.name)) for d in rulebook.documents)
    return replace(rulebook, documents=tuple(documents))


def _without_folders(finding: Finding, names: Mapping[str, str]) -> Finding:
    related = (other._replace(file=names.get(other.document, "")) for other in finding.related)
    return replace(finding, file=names.get(finding.document, ""), related=tuple(related))


def schemas() -> Iterator[tuple[str, bytes]]:
    """The JSON Schemas of an edition's JSON, by path."""
    for name in (DOCUMENT, GRAPH, FINDINGS, TABLES):
        yield f"schemas/{name}", json_schema(name.removesuffix(".json"))


def programs_page(played: str, words: Labels, version: str) -> bytes:
    """The page that says what programs may read and run; `played` is an edition whose tables play.js plays,
    empty where there is none."""
    return render(
        "programs.html",
        {
            "t": words,
            "root": "",
            "edition": None,
            "menu": (),
            "version": version,
            "window_title": f"{words['programs']} · {words['site']}",
            "description": words["programs_lead"],
            "schemas": [name.removesuffix(".json") for name in (DOCUMENT, GRAPH, FINDINGS, TABLES)],
            "played": played,
        },
    )


def summary(sections: Sequence[Section]) -> str:
    """The first words of the first sections that have any, for the preview of a link; else empty."""
    words = ""
    for section in sections:
        words = f"{words} {' '.join(plain(text_of(section.blocks)).split())}".strip()
        if len(words) > _SHOWN:
            return f"{words[:_SHOWN].rpartition(' ')[0] or words[:_SHOWN]} …"
    return words


def listed(view: EditionView, plan: Plan, files: Sequence[str]) -> ListedEdition:
    """An edition as llms.txt lists it; `files` are the names of all files in its folder."""
    read = tuple(name for name in files if name.endswith((".json", ".md")))
    numbered = [s for d in plan.rules for s in d.sections if s.number and s.kind == "rule"]
    inner = next((s for s in numbered if s.level > 1), numbered[0] if numbered else None)
    cited = (inner.number or "", plan.address(inner.anchor)) if inner is not None else None
    return ListedEdition(view, (CONTENTS, *read), cited)


def llms(editions: Sequence[ListedEdition], words: Labels, site: str = "") -> bytes:
    """llms.txt: what is published, where, and how a section is cited; `site` is its absolute address."""
    out = [f"# {words['site']}", "", f"> {words['site_lead']}", "", words["llms_cite"]]
    for edition in editions:
        if edition.cited is not None:
            number, address = edition.cited
            address = f"{site}{edition.view.folder}/{address}"
            out.append(words.say("llms_example", cited=f"{edition.view.folder} {number}", address=address))
            break
    out += ["", words["llms_files"]]
    for edition in editions:
        view = edition.view
        authors = (f"{words['by']} {view.authors}",) if view.authors else ()
        source = view.source_href or view.source
        out += ["", f"## {_line(view.name)} ({view.folder})", ""]
        out += [_line(" · ".join((view.language_name, *view.facts[1:], *authors)))]
        out += [_line(view.notice)] if view.notice else []
        out += [_line(f"{words['original']}{words['colon']} {source}")] if source else []
        out += ["", *(f"- [{name}]({site}{view.folder}/{quote(name)})" for name in edition.files)]
    return ("\n".join(out) + "\n").encode("utf-8", "replace")


def with_addresses(files: Mapping[str, bytes], site: str) -> OutputFiles:
    """The same files, each page saying its absolute address, which previews of links ask for; `site` is
    that of the folder, with a slash at its end."""
    out = dict(files)
    for path, page in files.items():
        if path.endswith(".html"):
            address, card = escape(site + quote(path)), escape(site + _CARD)
            said = (
                f'<link rel="canonical" href="{address}">\n'
                f'<meta property="og:url" content="{address}">\n'
                f'<meta property="og:image" content="{card}">\n'
            )
            out[path] = page.replace(b"</head>", said.encode() + b"</head>", 1)
    return out


def _line(words: str) -> str:
    return " ".join(printable(words).split())


def _states(mechanics: Mechanics) -> bool:
    return bool(mechanics.tests or mechanics.modifiers or mechanics.lookups or mechanics.opposed)
