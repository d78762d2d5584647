"""Folders put in place as a whole: what stood there, or all of the new, at any moment.

The new folder is made under a name of its own beside the old one, with links to all that vfdoc did not
write there, and then the two change places in one step (`exchanged`). Where a system or a disk knows no
such step, every file takes its place by itself: a death in between leaves whole pages, some old and some
new, and the next build ends it. A list of what vfdoc wrote lies in a published folder, so that the next
build knows its own; whoever writes holds a lock that ends with the process.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from contextlib import contextmanager, suppress
from typing import NamedTuple

from vfdoc.cli.writing import (
    fresh_name,
    like,
    one_line,
    refusing,
    say,
    unfinished_files,
    unusable,
    whole_file,
)

MARK = ".vfdoc-site"
"""The file of a published folder that lists what vfdoc wrote there, a path a line below the first."""
_TITLE = "made by vfdoc build, which replaces what is listed here and nothing else"
_UNLISTED = "made by vfdoc build, which may replace this folder"  # of versions that wrote no list
_NOTE = "what-is-this.txt"
_SAID = "vfdoc was writing the folder {!r} from here when it was ended; this may be deleted.\n"
_WORKER = "sw.js"  # with it browsers take the new site, so that it comes last
_OTHERS = {".git"}  # a folder that holds nothing else is as good as empty
_PATIENCE = 60.0  # seconds to wait for another build
_NAMED = 5  # files that a refusal names


def fill_folder(name: str, files: Mapping[str, bytes]) -> None:
    """Writes files into a folder that is not there yet, or empty: all of them, or none."""
    with _prepared(name) as folder:
        if os.listdir(folder):
            raise unusable(name, "is not empty", "name another folder, or empty this one")
        _put(folder, name, files, frozenset())


def publish_folder(name: str, files: Mapping[str, bytes]) -> None:
    """Replaces what vfdoc wrote into a folder by these files; all else that lies there stays.

    InputError where the folder is not empty and was not made by vfdoc, and where a file that vfdoc did not
    write stands in the way, naming it.
    """
    with _prepared(name) as folder:
        own = _own(folder, name, files)
        _put(folder, name, {**files, MARK: _list_of(files)}, own | {MARK})


@contextmanager
def _prepared(name: str) -> Iterator[str]:
    """The folder that a name leads to, there and locked; gone again where it was made for nothing."""
    if not name:  # "$UNSET": never the folder that one stands in
        raise unusable("--out", "names no folder", "name one, or leave it out")
    with refusing(name, "choose another folder"):
        folder = os.path.realpath(name)
        if os.path.lexists(folder) and not os.path.isdir(folder):
            raise unusable(name, "is a file", "name a folder")
        made = list(_missing(folder))
        try:
            os.makedirs(folder, exist_ok=True)
            with _locked(folder, name):
                for place in (folder, os.path.dirname(folder)):
                    _clear(place, os.path.basename(folder))
                yield folder
        except BaseException:
            for path in made:
                with suppress(OSError):
                    os.rmdir(path)
            raise


def _missing(folder: str) -> Iterator[str]:
    """The folder and those above it that are not there, the innermost first."""
    while not os.path.lexists(folder):
        yield folder
        folder = os.path.dirname(folder)


# One writer at a time


@contextmanager
def _locked(folder: str, name: str) -> Iterator[None]:
    """Holds a folder for one writer; the lock goes with the process. InputError after a minute's wait."""
    deadline, told = time.monotonic() + _PATIENCE, False
    while (held := _lock(folder)) is None:
        if not told:
            say([f"{name}: another vfdoc is writing there; waiting for it"])
            told = True
        if time.monotonic() > deadline:
            raise unusable(name, "another vfdoc is still writing there", "try again when it has ended")
        time.sleep(0.05)
    try:
        yield
    finally:
        os.close(held)


def _lock(folder: str) -> int | None:
    """An open file that is the lock, None where another process has it."""
    try:
        import fcntl
    except ImportError:  # Windows: a file beside that cannot be made twice, and goes when it is closed
        place = os.path.join(os.path.dirname(folder), f".{os.path.basename(folder)[:40]}.vfdoc-lock")
        try:
            return os.open(place, os.O_CREAT | os.O_EXCL | os.O_RDWR | getattr(os, "O_TEMPORARY", 0))
        except (FileExistsError, PermissionError):
            return None
    held = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        return None
    except OSError:  # a disk without locks
        return held
    if os.path.samestat(os.fstat(held), os.stat(folder)):
        return held
    os.close(held)  # the one who had it has put another folder in its place
    return None


# What is vfdoc's own, and what is not


def _own(folder: str, name: str, files: Mapping[str, bytes]) -> frozenset[str]:
    """The paths that vfdoc wrote into a folder; InputError where it may not write there at all."""
    mark = os.path.join(folder, MARK)
    if os.path.isfile(mark) and not os.path.islink(mark):
        with open(mark, encoding="utf-8", errors="replace") as file:
            title, *listed = file.read().split("\n")
        return frozenset(files) if title == _UNLISTED else frozenset(listed) - {""}
    if not (met := sorted(set(os.listdir(folder)) - _OTHERS)):
        return frozenset()
    what = f"holds files that vfdoc did not make ({_named(met)})"
    raise unusable(name, what, "name another folder, or empty this one")


def _list_of(paths: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in (_TITLE, *sorted(paths))).encode()


class _Inventory(NamedTuple):
    """What lies in a folder, paths with forward slashes: vfdoc's own files, others, and folders that hold
    none of its own. A link is a file, wherever it leads."""

    own: set[str]
    files: set[str]
    folders: set[str]


def _inventory(folder: str, listed: Set[str]) -> _Inventory:
    """What lies in a folder; vfdoc's own is what is listed and there: a list may name anything."""
    found = _Inventory(set(), set(), set())
    above = _above(listed)

    def walk(place: str, before: str) -> None:
        with os.scandir(place) as entries:
            for entry in entries:
                path = before + entry.name
                if not entry.is_dir(follow_symlinks=False):
                    (found.own if path in listed else found.files).add(path)
                    continue
                if path not in above:
                    found.folders.add(path)
                walk(entry.path, f"{path}/")

    walk(folder, "")
    return found


def _above(paths: Iterable[str]) -> set[str]:
    """The folders that stand above paths."""
    found: set[str] = set()
    for path in paths:
        while (path := path.rpartition("/")[0]) and path not in found:
            found.add(path)
    return found


def _spare(name: str, files: Mapping[str, bytes], there: _Inventory) -> None:
    """InputError where a file would go over one that vfdoc did not write."""
    if met := sorted((there.files & (files.keys() | _above(files))) | (there.folders & files.keys())):
        raise _in_the_way(name, met)


def _in_the_way(name: str, paths: list[str]) -> Exception:
    them = "it" if len(paths) == 1 else "them"
    what = f"vfdoc did not write {_named(paths)}, and would have to go over {them}"
    return unusable(name, what, f"move {them} elsewhere")


def _named(paths: list[str]) -> str:
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return one_line(", ".join(paths[:_NAMED]) + more)


# Putting in place


def _put(folder: str, name: str, files: Mapping[str, bytes], listed: Set[str]) -> None:
    there = _inventory(folder, listed)
    _spare(name, files, there)
    if _EXCHANGE is not None and not _is_stood_on(folder) and _put_at_once(folder, name, files, there):
        return
    with _staged(folder, folder) as stage:
        fresh = os.path.join(stage, "new")
        _fill(fresh, files, folder, there.own)
        _file_by_file(fresh, folder, files, there.own)


def _put_at_once(folder: str, name: str, files: Mapping[str, bytes], there: _Inventory) -> bool:
    """Makes the new folder whole and exchanges it; False where that may not be, and nothing has happened."""
    try:
        with _staged(os.path.dirname(folder), folder) as stage:
            fresh = os.path.join(stage, "new")
            _fill(fresh, files, folder, there.own)
            _carry_over(there, folder, fresh, name)
            with _locked_as_well(fresh):
                if not exchanged(fresh, folder):
                    return False
                _follow(fresh, folder, there, files)
                return True
    except OSError as error:  # the folder above, or an owner that cannot be kept
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        return False


def _is_stood_on(folder: str) -> bool:
    """Whether someone stands in the folder who would lose the ground: this process (and its shell), or
    what is mounted on it."""
    try:
        here = os.getcwd()
    except OSError:
        return os.path.ismount(folder)
    return os.path.ismount(folder) or f"{here}/".startswith(f"{folder}/")


@contextmanager
def _staged(place: str, folder: str) -> Iterator[str]:
    """A folder of our own in `place` to make things in; gone afterwards."""
    stage = os.path.join(place, fresh_name(os.path.basename(folder)))
    os.mkdir(stage, 0o700)
    try:
        whole_file(_note_for(folder), os.path.join(stage, _NOTE))
        yield stage
    finally:
        _remove(stage)


def _note_for(folder: str) -> bytes:
    return _SAID.format(os.path.basename(folder)).encode()


def _clear(place: str, name: str) -> None:
    """Removes what writers of the folder `name` left in `place` when they were killed."""
    with suppress(OSError):
        for left in unfinished_files(place, name):
            if not left.is_dir(follow_symlinks=False):
                continue
            with suppress(OSError):
                os.rmdir(left.path)  # killed before it had a note
            with suppress(OSError), open(os.path.join(left.path, _NOTE), "rb") as note:
                if _note_for(name).startswith(note.read()):
                    _remove(left.path)


def _remove(tree: str) -> None:
    """Removes a folder of our own, its folders that nobody may write into too."""
    from shutil import rmtree

    for above, folders, _ in os.walk(tree):
        for folder in folders:
            path = os.path.join(above, folder)
            if not os.path.islink(path):
                with suppress(OSError):
                    os.chmod(path, 0o700)
    rmtree(tree, ignore_errors=True)


def _fill(fresh: str, files: Mapping[str, bytes], folder: str, own: Set[str]) -> None:
    """Makes the folder `fresh` with these files; what vfdoc wrote into `folder` and is the same is linked."""
    os.mkdir(fresh)
    for path in sorted(_above(files)):
        os.makedirs(os.path.join(fresh, path), exist_ok=True)
    for path, data in files.items():
        target, old = os.path.join(fresh, path), os.path.join(folder, path)
        if path in own and _holds(old, data):
            with suppress(OSError):
                os.link(old, target)
                continue
        whole_file(data, target, synced=_SYNC is None)
    if _SYNC is not None:  # once: to wait for each of a thousand files takes ten times as long
        disk = os.open(fresh, os.O_RDONLY)
        try:
            _SYNC(disk)
        finally:
            os.close(disk)


def _holds(path: str, data: bytes) -> bool:
    """Whether a path is a file, and no link, with these bytes."""
    try:
        if os.path.islink(path) or os.path.getsize(path) != len(data):
            return False
        with open(path, "rb") as file:
            return file.read() == data
    except OSError:
        return False


def _carry_over(there: _Inventory, folder: str, fresh: str, name: str) -> None:
    """Gives a new folder all that is not vfdoc's own, and its folders the owners and modes of the old."""
    for path in sorted(there.folders):
        os.makedirs(os.path.join(fresh, path), exist_ok=True)
    for path in sorted(there.files):
        target = os.path.join(fresh, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        try:
            _link(os.path.join(folder, path), target)
        except FileExistsError:  # a disk that does not tell capitals from small letters
            raise _in_the_way(name, [path]) from None
    for above, below, _ in os.walk(fresh, topdown=False):
        for path in (*(os.path.join(above, each) for each in below), *([above] if above == fresh else ())):
            model = os.path.join(folder, os.path.relpath(path, fresh))
            if not os.path.islink(path) and os.path.isdir(model) and not os.path.islink(model):
                like(path, model)


def _link(old: str, new: str) -> None:
    """One file under two names; where a disk cannot, or may not, a copy."""
    if os.path.islink(old):
        os.symlink(os.readlink(old), new)
        return
    try:
        os.link(old, new)
    except FileExistsError:
        raise
    except OSError:
        from shutil import copy2

        copy2(old, new)


@contextmanager
def _locked_as_well(fresh: str) -> Iterator[None]:
    """Holds the folder that is about to be the published one, so that the next writer waits for the end."""
    held = _lock(fresh)
    try:
        yield
    finally:
        if held is not None:
            os.close(held)


def _follow(old: str, folder: str, then: _Inventory, files: Mapping[str, bytes]) -> None:
    """Follows what others did to their files between the links and the exchange: a git commit, say."""
    now = _inventory(old, then.own)
    for path in then.files - now.files:
        with suppress(OSError):
            os.unlink(os.path.join(folder, path))
    for path in sorted(now.folders - then.folders):
        with suppress(OSError):
            os.makedirs(os.path.join(folder, path), exist_ok=True)
    for path in now.files - files.keys():
        theirs, carried = os.path.join(old, path), os.path.join(folder, path)
        with suppress(OSError):
            if not (os.path.lexists(carried) and os.path.samestat(os.lstat(theirs), os.lstat(carried))):
                os.replace(theirs, carried)


def _file_by_file(fresh: str, folder: str, files: Mapping[str, bytes], own: Set[str]) -> None:
    """Puts each file in its place by itself: what is new first, so that no page leads nowhere, the list of
    all before the first and of what is left after the last, and what is gone at the end."""
    gone = own - files.keys()
    if MARK in files:
        whole_file(_list_of((own | files.keys()) - {MARK}), os.path.join(fresh, f"{MARK}.all"))
        os.replace(os.path.join(fresh, f"{MARK}.all"), os.path.join(folder, MARK))
    for path in sorted(files, key=lambda path: (path in own, path == _WORKER, path)):
        target = os.path.join(folder, path)
        if path != MARK and not _holds(target, files[path]):
            os.makedirs(os.path.dirname(target), exist_ok=True)
            os.replace(os.path.join(fresh, path), target)
    for path in gone:
        os.unlink(os.path.join(folder, path))
    for path in sorted(_above(gone), reverse=True):
        with suppress(OSError):  # not empty
            os.rmdir(os.path.join(folder, path))
    if MARK in files:
        os.replace(os.path.join(fresh, MARK), os.path.join(folder, MARK))


# Two folders change places


def _step() -> Callable[[bytes, bytes], int] | None:
    """The system's own call by which two paths change places (0: done), None where it has none."""
    if sys.platform == "win32":
        return None
    library = ctypes.CDLL(None)
    if hasattr(library, "renameat2"):  # Linux: AT_FDCWD twice, RENAME_EXCHANGE
        return lambda one, other: int(library.renameat2(-100, one, -100, other, 2))
    if hasattr(library, "renamex_np"):  # macOS: RENAME_SWAP
        return lambda one, other: int(library.renamex_np(one, other, 2))
    return None


_EXCHANGE = _step()


def _sync() -> Callable[[int], object] | None:
    """The system's own call that brings all that was written to a disk down to it, by something open there;
    None where it has none."""
    return None if sys.platform == "win32" else getattr(ctypes.CDLL(None), "syncfs", None)


_SYNC = _sync()


def exchanged(one: str, other: str) -> bool:
    """Lets two folders change places in one step; False where that cannot be, and nothing has happened."""
    return _EXCHANGE is not None and _EXCHANGE(os.fsencode(one), os.fsencode(other)) == 0
