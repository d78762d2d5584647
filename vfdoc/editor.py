"""The language server: what `check`, `show` and `renumber` know, at the place in the text where one writes.

The protocol comes in on standard input and goes out on standard output. Whatever is asked is answered from
the texts as they stand in the editor, one question after the other in one thread with one resident session;
an answer that was overtaken by an edit is worked out anew, and findings of an old state are not published.
"""

from __future__ import annotations

import asyncio
import gc
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from typing import Any, TypeVar

from lsprotocol import types
from pygls import uris
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from vfdoc.model import Finding, InputError, Section
from vfdoc.model.session import Session
from vfdoc.pipeline import desk
from vfdoc.pipeline.desk import Desk, FileSpan

_Found = TypeVar("_Found")
_LINE_END = re.compile(r"\r\n|\n|\r")
_PAUSE = 0.15  # seconds without an edit after which findings are worked out
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
_KINDS = {"number": types.CompletionItemKind.Reference, "term": types.CompletionItemKind.Keyword}


class Editor(LanguageServer):
    """The server and what it holds: how often anything has changed (`state`), the desk of each root in that
    state, the files for which findings are shown."""

    def __init__(self) -> None:
        super().__init__("vfdoc", version("vfdoc"))
        self.state = 0
        self._session = Session(resident=True)
        self._worker = ThreadPoolExecutor(1)
        self._desks: dict[str, tuple[int, Desk]] = {}
        self._split: dict[str, tuple[int, list[str]]] = {}
        self._shown: dict[str, set[str]] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, uri: str, answer: Callable[[Desk, str], _Found]) -> _Found | None:
        """The answer of the desk to which a file belongs, from the texts as they stand; None where it belongs
        to none, or cannot be read."""
        file = os.path.realpath(uris.to_fs_path(uri) or "")
        root = desk.root_of(file)
        if root is None:
            return None
        while True:
            state = self.state
            try:
                found = await self._works(root, lambda at: answer(at, file))
            except InputError:
                found = None
            if state == self.state:
                return found

    async def _works(self, root: str, work: Callable[[Desk], _Found]) -> _Found:
        """The result of some work on a desk in the one thread, with the texts as they stand in the editor
        now."""
        state = self.state
        open_ones = {
            os.path.realpath(path): document.source.encode("utf-8", "replace")
            for document in self.workspace.text_documents.values()
            if (path := uris.to_fs_path(document.uri)) is not None
        }

        def worked() -> _Found:
            with self._session.active(), desk.unsaved(open_ones):
                return work(self._desk(root, state))

        return await asyncio.get_running_loop().run_in_executor(self._worker, worked)

    def _desk(self, root: str, state: int) -> Desk:
        """The desk of a root in a state, whose texts are at hand: that of now may be another already."""
        known = self._desks.get(root)
        if known is None or known[0] != state:
            known = self._desks[root] = state, desk.desk(root)
        return known[1]

    def changed(self, uri: str) -> None:
        """Says that a text, or what is read with it, is another now: findings follow after a pause."""
        self.state += 1
        root = desk.root_of(os.path.realpath(uris.to_fs_path(uri) or ""))
        if root is None:
            return
        if root in self._tasks:
            self._tasks[root].cancel()
        self._tasks[root] = asyncio.get_running_loop().create_task(self._publish(root))

    async def _publish(self, root: str) -> None:
        await asyncio.sleep(_PAUSE)
        while True:
            state = self.state
            try:
                found = await self._works(root, self._diagnostics)
            except InputError as error:
                found = _unusable(error, root)
            if state == self.state:
                break
        for uri in self._shown.get(root, set()) - set(found):
            self._show(uri, [])
        for uri, diagnostics in found.items():
            self._show(uri, diagnostics)
        self._shown[root] = set(found)

    def _show(self, uri: str, diagnostics: list[types.Diagnostic]) -> None:
        document = self.workspace.text_documents.get(uri)
        number = document.version if document is not None else None
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, diagnostics, number))

    def _diagnostics(self, at: Desk) -> dict[str, list[types.Diagnostic]]:
        files = {os.path.realpath(d.source.file) for d in at.read.rulebook.documents}
        found: dict[str, list[types.Diagnostic]] = {_uri(file): [] for file in sorted(files)}
        for finding in desk.findings(at):
            found.setdefault(_uri(finding.file), []).append(self._diagnostic(finding))
        return found

    def _diagnostic(self, finding: Finding) -> types.Diagnostic:
        related = [
            types.DiagnosticRelatedInformation(
                types.Location(_uri(each.file), _line(each.line)), each.quote or each.section
            )
            for each in finding.related
            if each.file and each.line
        ]
        known = " (acknowledged)" if finding.acknowledged else " (held back)" if finding.held_back else ""
        severity = types.DiagnosticSeverity.Hint if finding.acknowledged else _SEVERITIES[finding.severity]
        words = f"{finding.message}; {finding.remedy}" if finding.remedy else finding.message
        place = FileSpan(finding.file, finding.line, finding.column, max(len(finding.quote), 1))
        return types.Diagnostic(
            self.range(place),
            words + known,
            severity,
            finding.rule,
            source="vfdoc",
            related_information=related,
        )

    def range(self, place: FileSpan) -> types.Range:
        """A stretch of a file in the client's units."""
        lines = self._lines(_uri(place.file))
        line = lines[place.line - 1] if place.line <= len(lines) else ""
        start, end = place.column - 1, place.column - 1 + place.length
        codec = self.workspace.position_codec
        units = [codec.client_num_units(line[:at]) for at in (start, end)]
        return types.Range(types.Position(place.line - 1, units[0]), types.Position(place.line - 1, units[1]))

    def place(self, uri: str, position: types.Position) -> tuple[int, int, str]:
        """Line and column (1-based) of a position of the client's, and the line up to there."""
        lines = self._lines(uri)
        here = self.workspace.position_codec.position_from_client_units(lines, position)
        line = lines[here.line] if here.line < len(lines) else ""
        return here.line + 1, here.character + 1, line[: here.character]

    def _lines(self, uri: str) -> list[str]:
        """The lines of a file as the editor has it, else as it is on disk."""
        state, known = self.state, self._split.get(uri)
        if known is not None and known[0] == state:
            return known[1]
        self._split[uri] = state, (lines := _LINE_END.split(self.text(uri)))
        return lines

    def text(self, uri: str) -> str:
        """A file as the editor has it, else as it is on disk; nothing where it cannot be read."""
        try:
            return self.workspace.get_text_document(uri).source
        except (OSError, ValueError):  # gone, or in an encoding of its own
            return ""

    def change(self, edits: Mapping[str, list[types.TextEdit]]) -> types.WorkspaceEdit:
        """Edits of files: of those versions that the editor has open, where it knows to hold them to that."""
        workspace = self.client_capabilities.workspace
        if workspace is None or not (workspace.workspace_edit and workspace.workspace_edit.document_changes):
            return types.WorkspaceEdit({**edits})
        open_ones = self.workspace.text_documents
        changes = []
        for uri, own in edits.items():
            number = open_ones[uri].version if uri in open_ones else None
            file = types.OptionalVersionedTextDocumentIdentifier(uri, number)
            changes.append(types.TextDocumentEdit(file, [*own]))
        return types.WorkspaceEdit(document_changes=changes)

    def location(self, place: FileSpan) -> types.Location:
        """A stretch of a file as the protocol has it."""
        return types.Location(_uri(place.file), self.range(place))


def _uri(file: str) -> str:
    return uris.from_fs_path(os.path.realpath(file)) or ""


def _line(line: int) -> types.Range:
    return types.Range(types.Position(line - 1, 0), types.Position(line - 1, 0))


def _unusable(error: InputError, root: str) -> dict[str, list[types.Diagnostic]]:
    """What cannot be read, at the place that it names."""
    file, _, rest = error.where.partition(":")
    line = int(head) if (head := rest.partition(":")[0]).isdigit() else 1
    if not os.path.isfile(file):
        file, line = (os.path.join(root, "edition.toml") if os.path.isdir(root) else root), 1
    words = f"{error.what}; {error.remedy}" if error.remedy else error.what
    severity = types.DiagnosticSeverity.Error
    return {_uri(file): [types.Diagnostic(_line(line), words, severity, "unusable-input", source="vfdoc")]}


def _edits(server: Editor, before: str, after: str) -> list[types.TextEdit]:
    """The lines that differ, each as one edit; as many lines before as after."""
    codec = server.workspace.position_codec
    found = []
    lines = zip(_LINE_END.split(before), _LINE_END.split(after), strict=True)
    for number, (one, other) in enumerate(lines):
        if one != other:
            end = types.Position(number, codec.client_num_units(one))
            found.append(types.TextEdit(types.Range(types.Position(number, 0), end), other))
    return found


def editor() -> Editor:
    """A server with all that it answers."""
    server = Editor()

    def notices(notified: Any) -> None:
        server.changed(notified.text_document.uri)

    for notice in (
        types.TEXT_DOCUMENT_DID_OPEN,
        types.TEXT_DOCUMENT_DID_CHANGE,
        types.TEXT_DOCUMENT_DID_SAVE,
        types.TEXT_DOCUMENT_DID_CLOSE,
    ):
        server.feature(notice)(_asynchronous(notices))

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def watched(params: types.DidChangeWatchedFilesParams) -> None:
        for change in params.changes:
            server.changed(change.uri)

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location] | None:
        line, column, _ = server.place(params.text_document.uri, params.position)

        def answer(at: Desk, file: str) -> list[FileSpan]:
            found = desk.number_at(at, file, line, column)
            return [desk.heading_of(at, section) for section in found[1]] if found is not None else []

        places = await server.ask(params.text_document.uri, answer)
        return [server.location(place) for place in places or ()] or None

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location] | None:
        line, column, _ = server.place(params.text_document.uri, params.position)
        own = params.context.include_declaration

        def answer(at: Desk, file: str) -> list[FileSpan]:
            found = desk.number_at(at, file, line, column)
            heading = desk.section_at(at, file, line)
            sections = found[1] if found is not None else (heading,) if heading is not None else ()
            places = [desk.heading_of(at, s) for s in sections] if own else []
            return [*places, *(place for s in sections for place in desk.citing(at, s))]

        places = await server.ask(params.text_document.uri, answer)
        return [server.location(place) for place in places or ()] or None

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        line, column, _ = server.place(params.text_document.uri, params.position)

        def answer(at: Desk, file: str) -> tuple[FileSpan | None, str] | None:
            if file.endswith(".toml"):
                stated = desk.statement_at(at, file, line)
                return (None, stated) if stated is not None else None
            found = desk.number_at(at, file, line, column)
            if found is not None and found[1]:
                return found[0], "\n\n".join(desk.told(at, section) for section in found[1])
            return desk.term_at(at, file, line, column)

        found = await server.ask(params.text_document.uri, answer)
        if found is None:
            return None
        words = types.MarkupContent(types.MarkupKind.PlainText, found[1])
        return types.Hover(words, server.range(found[0]) if found[0] is not None else None)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["(", "."]))
    async def completion(params: types.CompletionParams) -> types.CompletionList | None:
        uri = params.text_document.uri
        line, column, before = server.place(uri, params.position)
        found = await server.ask(uri, lambda at, file: desk.choices(at, before))
        if found is None:
            return None
        length, offered = found
        place = server.range(FileSpan(uris.to_fs_path(uri) or "", line, column - length, length))
        items = [
            types.CompletionItem(
                choice.words,
                kind=_KINDS[choice.kind],
                detail=choice.about,
                documentation=choice.more or None,
                sort_text=f"{at:06}",
                text_edit=types.TextEdit(place, choice.words),
            )
            for at, choice in enumerate(offered)
        ]
        return types.CompletionList(is_incomplete=False, items=items)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: types.PrepareRenameParams) -> types.Range | None:
        line, column, _ = server.place(params.text_document.uri, params.position)
        found = await server.ask(
            params.text_document.uri, lambda at, file: desk.number_at(at, file, line, column)
        )
        return server.range(found[0]) if found is not None and found[1] else None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        line, column, _ = server.place(params.text_document.uri, params.position)
        text = server.text(params.text_document.uri)

        def answer(at: Desk, file: str) -> Mapping[str, tuple[str, str]] | InputError:
            try:
                found = desk.renamed(at, FileSpan(file, line, column, 0), params.new_name.strip())
            except InputError as error:
                return error
            return {each.file: (each.text_before, each.text) for each in found.files}

        files = await server.ask(params.text_document.uri, answer)
        if server.text(params.text_document.uri) != text:  # another number may stand there now
            raise JsonRpcContentModified("the text was changed meanwhile; rename again")
        if files is None:
            return None
        if isinstance(files, InputError):
            raise JsonRpcInvalidParams(str(files))
        return server.change({_uri(file): _edits(server, *texts) for file, texts in files.items()})

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol] | None:
        def answer(at: Desk, file: str) -> list[tuple[Section, int, FileSpan]]:
            return [(s, end, desk.heading_of(at, s)) for s, end in desk.outline(at, file)]

        found = await server.ask(params.text_document.uri, answer)
        return _tree(server, found) if found is not None else None

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange] | None:
        found = await server.ask(params.text_document.uri, desk.outline)
        if found is None:
            return None
        kind = types.FoldingRangeKind.Region
        return [types.FoldingRange(s.line - 1, end - 1, kind=kind) for s, end in found if end > s.line]

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: types.CodeLensParams) -> list[types.CodeLens] | None:
        def answer(at: Desk, file: str) -> Iterator[tuple[FileSpan, int]]:
            for section, _ in desk.outline(at, file):
                if times := len(desk.citing(at, section)):
                    yield desk.heading_of(at, section), times

        found = await server.ask(params.text_document.uri, lambda at, file: list(answer(at, file)))
        if found is None:
            return None
        return [types.CodeLens(server.range(at), types.Command(desk.cited_by(n), "")) for at, n in found]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    async def actions(params: types.CodeActionParams) -> list[types.CodeAction] | None:
        lines = range(params.range.start.line + 1, params.range.end.line + 2)

        def answer(at: Desk, file: str) -> list[tuple[Finding, Any]]:
            proved = desk.corrections(desk.findings(at))
            return [(f, e) for f, e in proved if os.path.realpath(f.file) == file and f.line in lines]

        found = await server.ask(params.text_document.uri, answer)
        return [_action(server, finding, edit) for finding, edit in found or ()] or None

    return server


def _action(server: Editor, finding: Finding, edit: Any) -> types.CodeAction:
    place = server.range(FileSpan(edit.file, edit.line, edit.column, len(edit.old)))
    change = server.change({_uri(edit.file): [types.TextEdit(place, edit.new)]})
    diagnostic = server._diagnostic(finding)
    title = f"Cite {edit.new} in the place of {edit.old}"
    return types.CodeAction(
        title, types.CodeActionKind.QuickFix, [diagnostic], is_preferred=True, edit=change
    )


def _tree(server: Editor, found: list[tuple[Section, int, FileSpan]]) -> list[types.DocumentSymbol]:
    """The sections as symbols, each under that above it."""
    top: list[types.DocumentSymbol] = []
    open_ones: list[tuple[int, types.DocumentSymbol]] = []
    for section, end, heading in found:
        name = " ".join(filter(None, (section.number, section.title))) or section.anchor
        chosen = server.range(heading)
        whole = types.Range(types.Position(section.line - 1, 0), types.Position(end, 0))
        if chosen.end > whole.end:
            whole = types.Range(whole.start, chosen.end)
        symbol = types.DocumentSymbol(name, types.SymbolKind.Namespace, whole, chosen, children=[])
        while open_ones and open_ones[-1][0] >= section.level:
            open_ones.pop()
        under = open_ones[-1][1].children if open_ones else None
        (top if under is None else under).append(symbol)  # type: ignore[attr-defined]
        open_ones.append((section.level, symbol))
    return top


def _asynchronous(function: Callable[[Any], None]) -> Callable[[Any], Any]:
    async def notified(params: Any) -> None:
        function(params)

    return notified


def run() -> None:
    """Serves on standard input and output until the client leaves, or is gone; what is being worked out then
    is for nobody, and Python would wait for its thread."""
    gc.enable()  # a process that stays has garbage
    editor().start_io()
    sys.stdout.flush()
    os._exit(0)
