"""The store: what was made the last time, on disk, by content. Nothing depends on it: delete it at will.

An entry is found by a key over everything that could change it (`key_of`), and is JSON with a
digest of its own. It lies in $VFDOC_CACHE, else in the user's cache folder; where that is "" or
"off" there is no cache. Whatever is wrong with the cache (damaged, foreign, a link, too large,
not to be written), an entry is then merely not found or not kept: nothing here raises.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from vfdoc.model.logs import say

try:  # hashlib brings OpenSSL with it, which takes a third of a bare interpreter's start
    from _blake2 import blake2b
except ImportError:  # another Python than CPython
    from hashlib import blake2b

_ENTRIES = 400
_BYTES = 32_000_000  # of all entries together
_ENTRY_BYTES = 8_000_000
_READ = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
_CHUNK = 1 << 20


def load(key: str) -> Any:
    """The value kept under that key, or None; its shape is the caller's to check."""
    folder = _folder()
    if folder is None:
        return None
    try:
        data = _content(os.path.join(folder, f"{key}.json"))
        digest, _, payload = data.partition(b"\n")
        found = json.loads(payload) if digest == _digest(key, payload) else None
    except (OSError, ValueError, RecursionError):
        found = None
    say("store", "%s %s", "had" if found is not None else "has no", key)
    return found


def save(key: str, value: Any) -> None:
    """Keeps a value that JSON can hold; the oldest entries go where there are too many."""
    folder = _folder(make=True)
    if folder is None:
        return
    fresh = os.path.join(folder, f"{key}.{os.getpid()}.new")
    try:
        payload = json.dumps(value, separators=(",", ":")).encode()
        if len(payload) > _ENTRY_BYTES:
            return
        file = os.open(fresh, _WRITE, 0o600)
        try:
            with open(file, "wb") as out:
                out.write(_digest(key, payload) + b"\n" + payload)
            os.replace(fresh, os.path.join(folder, f"{key}.json"))
        except OSError:
            os.unlink(fresh)
            raise
        _prune(folder)
    except (OSError, ValueError, TypeError, RecursionError):
        return


def key_of(kind: str, settings: Sequence[str], files: Iterable[str], program: Iterable[str]) -> str | None:
    """The key of a result of that kind that depends on these alone; None where a file is none, or unreadable.

    `files` count with their names and contents, the folders in `program` (its code, its grammars, its
    templates) with the names, sizes and times of the files in them. The Python that runs and the packages
    that are installed (vfdoc's own version among them) belong to every key.
    """
    if _base() is None:
        return None
    digest = blake2b(digest_size=20)
    try:
        for word in (sys.version, *_packages(), *settings):
            _add(digest, word)
        for folder in program:
            for path in sorted(_code(folder)):
                about = os.stat(path)
                _add(digest, f"{path} {about.st_size} {about.st_mtime_ns}")
        for path in files:
            _add(digest, f"{path} {os.path.realpath(path)}")
            _add_content(digest, path)
    except (OSError, ValueError):
        return None
    return f"{kind}-{digest.hexdigest()}"


def files_below(folder: str, most: int = 400) -> list[str]:
    """Every file in a folder and the folders in it; OSError where there are more than `most`."""
    found: list[str] = []
    for above, folders, names in os.walk(folder, followlinks=True):
        folders[:] = [name for name in folders if name != ".git"]
        found += [os.path.join(above, name) for name in names]
        if len(found) > most or above.count(os.sep) > folder.count(os.sep) + 8:
            raise OSError(f"{folder} holds too much to be an edition")
    return found


def _add(digest: blake2b, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    digest.update(len(data).to_bytes(8, "big") + data)


def _add_content(digest: blake2b, path: str) -> None:
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(file, "rb") as data:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode):
            raise OSError(f"{path} is no file")
        digest.update(about.st_size.to_bytes(8, "big"))
        while chunk := data.read(_CHUNK):
            digest.update(chunk)


def _packages() -> list[str]:
    """The installed packages by name and version."""
    roots = [path for path in sys.path if path.endswith("-packages") and os.path.isdir(path)]
    return sorted(name for root in roots for name in os.listdir(root) if name.endswith(".dist-info"))


def _code(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.name.endswith((".py", ".lark", ".toml", ".html", ".typ")):
            yield entry.path
        elif "." not in entry.name and not entry.name.startswith("__") and entry.is_dir():
            yield from _code(entry.path)


def _digest(key: str, payload: bytes) -> bytes:
    """Damage, and an entry under another name than its own, show in this."""
    return blake2b(payload, digest_size=20, key=key.encode()[:64]).hexdigest().encode()


def _content(path: str) -> bytes:
    """The bytes of an entry of our own; OSError where it is a link, no file, too large or another's."""
    file = os.open(path, _READ)
    with open(file, "rb") as data:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode) or about.st_size > 2 * _ENTRY_BYTES or not _is_ours(about):
            raise OSError(f"{path} is no entry of this cache")
        return data.read()


def _folder(make: bool = False) -> str | None:
    """The folder of the entries, ours alone; None where there is none or it cannot be trusted."""
    base = _base()
    if base is None:
        return None
    folder = os.path.join(base, "entries")
    try:
        if make:
            os.makedirs(base, mode=0o700, exist_ok=True)
            if not os.path.lexists(folder):
                os.mkdir(folder, 0o700)
        about = os.lstat(folder)
    except (OSError, ValueError):
        return None
    return folder if stat.S_ISDIR(about.st_mode) and _is_ours(about) else None


def _base() -> str | None:
    named = os.environ.get("VFDOC_CACHE")
    if named is not None:
        return None if named in ("", "off") else os.path.abspath(named)
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA", "")
    elif sys.platform == "darwin":
        root = os.path.expanduser("~/Library/Caches")
    else:
        root = os.environ.get("XDG_CACHE_HOME", "")
        root = root if os.path.isabs(root) else os.path.expanduser("~/.cache")
    return os.path.join(root, "vfdoc") if os.path.isabs(root) else None


def _is_ours(about: os.stat_result) -> bool:
    """Nobody else owns it, and nobody else may write to it."""
    if sys.platform == "win32":
        return True
    return about.st_uid == os.geteuid() and not about.st_mode & 0o022


def _prune(folder: str) -> None:
    """Removes the oldest entries, and what a writer that died has left."""
    kept = []
    for entry in os.scandir(folder):
        if entry.name.endswith((".json", ".new")):
            about = entry.stat(follow_symlinks=False)
            kept.append((about.st_mtime_ns, about.st_size, entry.path))
    kept.sort()
    size = sum(each[1] for each in kept)
    while kept and (len(kept) > _ENTRIES or size > _BYTES):
        _, taken, path = kept.pop(0)
        size -= taken
        os.unlink(path)
