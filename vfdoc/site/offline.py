"""Reading without a network: the page that tells of it, the manifests, and what is kept of each edition.

The site's files come in; the service worker, a manifest for the home screen and a list of each edition's
files with their digests go beside them, and a list of the editions, by which a reader's copy knows that its
own was withdrawn. The version of an edition's list is made of the digests, so that it changes
with any byte that a reader keeps, and with nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import Any
from urllib.parse import quote

from vfdoc import assets
from vfdoc.formats.files import OutputFiles
from vfdoc.formats.labels import Labels, labels
from vfdoc.formats.templates import render
from vfdoc.model import Edition
from vfdoc.site.editions import EditionView, edition_name

WORKER, LIST, MANIFEST, PAGE = "sw.js", "offline.json", "manifest.webmanifest", "offline.html"
ICONS = ("icon-192.png", "icon-512.png", "icon-mask.png", "icon-touch.png")

_PAPER = "#fbf8f1"
_DIGEST = 24  # hexadecimal digits of SHA-256: the worker compares as many as the list gives
_VERSION = 7


def offline_page(views: Sequence[EditionView], words: Labels, version: str) -> bytes:
    """The page that says how editions are read without a network, and what is kept on this device."""
    return render(
        "offline.html",
        {
            "t": words,
            "root": "",
            "edition": None,
            "menu": (),
            "version": version,
            "window_title": f"{words['offline']} · {words['site']}",
            "description": words["offline_lead"],
            "editions": views,
        },
    )


def offline_files(files: Mapping[str, bytes], editions: Sequence[Edition], words: Labels) -> OutputFiles:
    """What makes an edition readable without a network: `files` are those of the whole site that a
    reader may open, by path; `words` the language of its front door."""
    made = {WORKER: assets.data("site", WORKER), MANIFEST: _manifest(words["site"], words, root="")}
    for edition in editions:
        name = edition_name(edition)
        made[f"{edition.id}/{MANIFEST}"] = _manifest(
            name, labels(edition.language), root="../", edition=edition
        )
    whole = {**files, **made}
    shared = {path: _digest(data) for path, data in whole.items() if _is_shared(path)}
    below: dict[str, dict[str, str]] = {edition.id: {} for edition in editions}
    for path, data in whole.items():
        folder, slash, _ = path.partition("/")
        if slash and folder in below:
            below[folder][path] = _digest(data)
    for edition in editions:
        # Who plays by house rules turns to the rules that they amend.
        base = below.get(edition.amends or "", {})
        made[f"{edition.id}/{LIST}"] = _list(edition, {**shared, **base, **below[edition.id]})
    made[LIST] = _json({"editions": {edition.id: _published(edition) for edition in editions}})
    return made


def _published(edition: Edition) -> dict[str, str]:
    """By what a reader's copy of another edition knows that this one took its place."""
    superseded = {"supersedes": edition.supersedes} if edition.supersedes else {}
    return {"name": edition_name(edition), **superseded}


def _is_shared(path: str) -> bool:
    """Whether every edition needs the file; the icons of a home screen are the browser's own affair."""
    if path.startswith("assets/"):
        return path.removeprefix("assets/") not in ICONS
    return "/" not in path and path != WORKER


def _list(edition: Edition, digests: Mapping[str, str]) -> bytes:
    files = {quote(path): digests[path] for path in sorted(digests)}
    version = sha256("\n".join(f"{path} {digest}" for path, digest in files.items()).encode()).hexdigest()
    name = edition_name(edition)
    return _json({"edition": edition.id, "name": name, "version": version[:_VERSION], "files": files})


def _manifest(name: str, words: Labels, *, root: str, edition: Edition | None = None) -> bytes:
    """What the home screen shows and opens: an edition's own contents, or the list of editions."""
    return _json(
        {
            "name": name,
            "short_name": edition.title if edition is not None else name,
            "lang": edition.language if edition is not None else words.language,
            "start_url": "index.html",
            "scope": root or "./",
            "display": "standalone",
            "background_color": _PAPER,
            "theme_color": _PAPER,
            "icons": list(_icons(f"{root}assets/")),
        }
    )


def _icons(root: str) -> Iterator[dict[str, str]]:
    yield {"src": f"{root}icon.svg", "type": "image/svg+xml", "sizes": "any"}
    for size in (192, 512):
        yield {"src": f"{root}icon-{size}.png", "type": "image/png", "sizes": f"{size}x{size}"}
    yield {"src": f"{root}icon-mask.png", "type": "image/png", "sizes": "512x512", "purpose": "maskable"}


def _digest(data: bytes) -> str:
    return sha256(data).hexdigest()[:_DIGEST]


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")
