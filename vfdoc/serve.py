"""A live preview: builds, serves what was built on this machine alone, watches, and reloads the page.

A function that makes the site and the paths to watch come in. Pages are served from memory, so that a
request can name nothing but a file of the built site; the server listens on the loopback address and
answers only those who call it by a name of that. A build that fails leaves the last good site and says
on the page what is wrong.
"""

from __future__ import annotations

import contextlib
import gc
import json
import mimetypes
import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Event, Thread, Timer
from typing import Any
from urllib.parse import unquote, urlsplit

from vfdoc.model import InputError

Build = Callable[[], Mapping[str, bytes]]
"""Makes the site anew, path to bytes, with the script SCRIPT; InputError where a text cannot be read."""

HOST = "127.0.0.1"
EVENTS, SCRIPT, WORKER = "~events", "assets/live.js", "sw.js"

_NAMES = frozenset((HOST, "localhost", "[::1]"))
_HEARTBEAT = 15.0  # seconds; a browser that has gone is noticed by it
_PATIENCE = 20.0  # seconds for a request to come, and for an answer to be taken
_LOOK = 500  # milliseconds after which a watch is known to have begun, or to be over
_STEP = 50  # milliseconds between two looks at what has changed
# A copy that another site kept under this address would hide what is being written.
_NO_WORKER = b"""\
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(
  self.registration.unregister().then(() => self.clients.matchAll())
    .then((pages) => pages.forEach((page) => page.navigate(page.url)))));
"""
_FORMS = {".webmanifest": "application/manifest+json", ".md": "text/markdown", ".js": "text/javascript"}


class Preview:
    """The site as it was built last, and how often it has been built; `fault` is what spoilt the last
    build, else empty. Threads wait here for the next one."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.files = files
        self.count, self.fault = 0, ""
        self._changed = Condition()

    def becomes(self, files: Mapping[str, bytes] | None, fault: str = "") -> None:
        """Shows these files from now on, else the old ones and the fault."""
        with self._changed:
            self.files = self.files if files is None else files
            self.count, self.fault = self.count + 1, fault
            self._changed.notify_all()

    def after(self, count: int, seconds: float) -> bool:
        """Waits until it has been built more often than that; False where that takes too long."""
        with self._changed:
            return self._changed.wait_for(lambda: self.count != count, seconds)


def serve(
    build: Build,
    watched: Sequence[Path],
    port: int,
    say: Callable[[str], None],
    stop: Event | None = None,
) -> None:
    """Serves what `build` makes until `stop` is set or the reader interrupts; `port` 0 takes a free one.

    `say` tells of the address and of each build. InputError where the first build fails, or the port is
    taken.
    """
    preview = Preview(build())
    server = _server(preview, port)
    Thread(target=server.serve_forever, daemon=True).start()
    say(f"http://{HOST}:{server.server_address[1]}/ shows what you write; Ctrl-C ends it")
    try:
        for _ in changes(watched, stop):
            say(rebuilt(preview, build))
    except KeyboardInterrupt:  # how a reader ends it; watchfiles would say so once more
        pass
    finally:
        server.shutdown()
        server.server_close()


def changes(watched: Sequence[Path], stop: Event | None = None, *, armed: bool = False) -> Iterator[None]:
    """Waits for files or folders to be saved, and yields after each time, until `stop` is set. Where `armed`
    it yields once before, as soon as nothing can be missed any more."""
    import watchfiles

    gc.enable()  # a process that stays has garbage
    watching = watchfiles.watch(
        *_folders(watched), stop_event=stop, step=_STEP, rust_timeout=_LOOK, yield_on_timeout=True
    )
    for met in watching:
        if armed or _concerns(met, watched):
            yield
        armed = False


def rebuilt(preview: Preview, build: Build) -> str:
    """Builds anew and shows it; what is to be said of it."""
    try:
        files = build()
    except InputError as error:
        preview.becomes(None, str(error))
        return str(error)
    changed = sum(files.get(path) != data for path, data in preview.files.items())
    changed += sum(path not in preview.files for path in files)
    preview.becomes(files)
    return f"built: {changed} of {len(files)} files changed"


def _folders(watched: Sequence[Path]) -> list[Path]:
    """The folders to watch: an editor that saves a file may put another in its place."""
    return sorted({path if path.is_dir() else path.parent for path in watched})


def _concerns(changes: Iterable[tuple[Any, str]], watched: Sequence[Path]) -> bool:
    whole = [path.resolve() for path in watched]
    return any(
        own in (path := Path(changed).resolve(), *path.parents) for _, changed in changes for own in whole
    )


def _server(preview: Preview, port: int) -> ThreadingHTTPServer:
    handler = type("PreviewHandler", (_Handler,), {"preview": preview})
    try:
        server = _Server((HOST, port), handler)
    except OSError as error:
        reason = error.strerror or str(error)
        raise InputError(
            f"port {port}", f"cannot be listened on ({reason})", "choose another with --port"
        ) from None
    return server


class _Server(ThreadingHTTPServer):
    """Says nothing of a client that leaves early or takes too long: browsers do so all the time."""

    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Tells of what went wrong in an answer, unless it is the client that has gone."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    """Answers from the preview; nothing of the request ever names a file on disk."""

    preview: Preview
    protocol_version = "HTTP/1.1"
    server_version, sys_version = "vfdoc", ""

    def setup(self) -> None:
        """Gives the client its time."""
        super().setup()
        self.connection.settimeout(_PATIENCE)

    def handle_one_request(self) -> None:
        """Waits for a whole request and no longer than the patience lasts, however it trickles in."""
        self._late = Timer(_PATIENCE, self._cut)
        self._late.daemon = True
        self._late.start()
        try:
            super().handle_one_request()
        finally:
            self._late.cancel()

    def _cut(self) -> None:
        with contextlib.suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def do_GET(self) -> None:
        """Answers with a file of the site, or with the stream that tells of new builds."""
        self._late.cancel()
        if self._host() not in _NAMES:
            self._answers(403, b"This preview is for this machine alone.\n", "text/plain; charset=utf-8")
        elif (path := self._path()) == EVENTS:
            self._tells()
        else:
            found = answer(self.preview, path)
            if found is None:
                self._answers(404, b"No such page.\n", "text/plain; charset=utf-8")
            else:
                self._answers(200, *found)

    do_HEAD = do_GET

    def log_message(self, format: str, *args: Any) -> None:
        """Says nothing: what is built is said, what is read is not."""

    def _host(self) -> str:
        """The name by which the server was called; another one is a page elsewhere that means ill."""
        name = self.headers.get("Host", "")
        return name if name.endswith("]") else name.rpartition(":")[0] or name

    def _path(self) -> str:
        path = unquote(urlsplit(self.path).path).lstrip("/")
        return f"{path}index.html" if path == "" or path.endswith("/") else path

    def _answers(self, status: int, content: bytes, form: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", form)
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def _tells(self) -> None:
        """A line for each build, until the page has gone."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        count = self.preview.count
        try:
            self.wfile.write(_event(self.preview))
            while True:
                self.wfile.flush()
                changed = self.preview.after(count, _HEARTBEAT)
                count = self.preview.count
                self.wfile.write(_event(self.preview) if changed else b": still here\n\n")
        except OSError:
            return


def answer(preview: Preview, path: str) -> tuple[bytes, str] | None:
    """The bytes and the form of a file of the site; None where it has none of that path."""
    if path == WORKER:
        return _NO_WORKER, "text/javascript; charset=utf-8"
    content = preview.files.get(path)
    if content is None:
        return None
    if path.endswith(".html"):
        script = f'<script src="/{SCRIPT}" data-count="{preview.count}"></script>\n'
        content = content.replace(b"</head>", script.encode() + b"</head>", 1)
    return content, _form(path)


def _event(preview: Preview) -> bytes:
    return f"data: {json.dumps({'count': preview.count, 'fault': preview.fault})}\n\n".encode()


def _form(path: str) -> str:
    end = path[path.rfind(".") :]
    form = _FORMS.get(end) or mimetypes.guess_type(path)[0] or "application/octet-stream"
    return f"{form}; charset=utf-8" if form.startswith("text/") or end in (".json", ".svg") else form
