"""All that leaves a command: what it prints, what it says, and files, each whole or not at all.

A file is written under a name of its own beside its target, flushed to the disk, and put in the target's
place in one step: who dies, or finds the disk full, leaves the old one. Text for people goes out in the
encoding of standard output, with a mark for what that cannot hold; every other form is UTF-8 always.
"""

from __future__ import annotations

import errno
import io
import os
import re
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

import click

_INPUTS = (
    "path", "paths", "others", "old", "new", "house", "file", "single",
    "as_edition", "as_editions", "against", "baseline", "audit", "army",
)  # fmt: skip
"""The parameters of all commands that name what is read."""
STYLES: dict[str, dict[str, Any]] = {
    "error": {"fg": "red", "bold": True},
    "warning": {"fg": "yellow"},
    "note": {"fg": "cyan"},
    "faint": {"dim": True},
    "strong": {"bold": True},
    "added": {"fg": "green"},
}
_FORGOTTEN = 3600  # seconds after which nobody is writing a file any more
_ANY = "a\n\n→"
"""What any encoding of texts can hold, with marks for what it cannot; no domain name."""
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def unusable(where: str, what: str, remedy: str) -> Exception:
    """An InputError; the model is loaded only where one is met."""
    from vfdoc.model import InputError

    return InputError(where, what, remedy)


def colour() -> bool | None:
    """What click is told of colours: never where NO_COLOR says so, else as the terminal is."""
    return False if os.environ.get("NO_COLOR") else None


# Standard output and standard error


@contextmanager
def answered() -> Iterator[None]:
    """Turns what a command cannot go on from into exit code 2: unusable input and a full device with one
    clear line, a reader that has left with none. An OSError that names no file is one of a stream."""
    try:
        yield
    except (click.exceptions.Exit, click.exceptions.Abort):
        raise
    except click.exceptions.ClickException as error:
        with suppress(OSError):  # standard error is full, and nobody can be told
            error.show()
        raise click.exceptions.Exit(error.exit_code) from None
    except OSError as error:
        if error.filename is not None:
            raise
        _give_up_output()
        if not isinstance(error, BrokenPipeError):
            say([f"standard output: cannot be written ({error.strerror}); write to a file with --out"])
    except KeyboardInterrupt:
        raise click.exceptions.Exit(130) from None
    except Exception as error:
        from vfdoc.model import InputError

        if not isinstance(error, InputError):
            raise
        say([str(error)])
    else:
        return
    raise click.exceptions.Exit(2)


def any_text() -> None:
    """Lets standard output and standard error take any character, whatever their encoding; one that is none
    of texts ("idna", "undefined") gives way to UTF-8."""
    _stand_in()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            try:
                _ANY.encode(stream.encoding, "replace")
            except (UnicodeError, LookupError):
                stream.reconfigure(encoding="utf-8")
            stream.reconfigure(errors="replace")


def _stand_in() -> None:
    """Opens what the caller has closed (`>&-`), so that no file that is opened later takes its number: an
    output that refuses what is written, for a result that nobody gets is none; standard error is silent."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                opened = os.open(os.devnull, os.O_RDWR if name == "stderr" else os.O_RDONLY)
                if opened != number:
                    os.close(opened)
                elif name != "stdin":
                    setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115


def say(notes: Iterable[str]) -> None:
    """Says on standard error what is no result, a line each. Where that is full, nobody can be told."""
    with suppress(OSError):
        for note in notes:
            click.echo(f"vfdoc: {one_line(note)}", err=True)


def one_line(text: str) -> str:
    """A text that shall take one line, as a terminal may show it: a file's name may hold anything."""
    return _CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def write(data: bytes, out: str | None, form: str = "") -> None:
    """Writes a result, UTF-8, to a file, else to standard output: as text for people where `form` is
    "text", as these bytes where it is another. InputError where the file is one to be spared."""
    if out is not None:
        spare(out)
        save(data, out)
    elif form == "text":
        click.echo(data.decode(), nl=False, color=colour())
    else:
        click.echo(data, nl=False)


def write_runs(runs: Iterable[tuple[str, str]], out: str | None) -> None:
    """Writes stretches of text, each with its style (a key of STYLES); coloured on a terminal only."""
    if out is not None:
        write("".join(text for text, _ in runs).encode(), out)
        return
    styled = (click.style(text, **STYLES[style]) if style in STYLES else text for text, style in runs)
    click.echo("".join(styled), nl=False, color=colour())


def show_difference(difference: str, *, aside: bool = False) -> None:
    """Shows a unified diff, its added and removed lines in colour (`aside`: on standard error)."""
    from vfdoc.formats.findings import CONTROLS

    for number, line in enumerate(difference.removesuffix("\n").split("\n")):
        style = STYLES.get({"+": "added", "-": "error"}.get(line[:1], "") if number > 1 else "", {})
        click.echo(click.style(line.translate(CONTROLS), **style), err=aside, color=colour())


def _give_up_output() -> None:
    """Sends to nowhere what standard output still holds, so that the end of the process is not loud too."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


# Files


def spare(out: str) -> None:
    """An InputError where a result would go over what the command reads or an edition's own file, or into
    a pipe, which nobody may read. What stands under /dev was named for that (/dev/stdout, /dev/null)."""
    if os.path.isfile(out):
        if any(_same(out, path) for path in _read_by_command()):
            raise unusable(out, "is the text itself", "name another file")
        if (folder := _edition_around(out)) is not None:
            from vfdoc.pipeline.paths import is_own  # asked only where there is an edition

            if is_own(folder, out):
                raise unusable(out, "is a file of an edition, not of results", "name another file")
    elif os.path.exists(out) and not os.path.isdir(out) and not os.path.abspath(out).startswith("/dev/"):
        raise unusable(out, "is a pipe or a device, not a file", "name another file")


def _read_by_command() -> Iterable[str]:
    """What the command that runs was told to read, as it was named; PATH@REV without the revision too."""
    told = click.get_current_context().params
    for value in (told.get(name) for name in _INPUTS):
        for path in value if isinstance(value, tuple) else (value,):
            if isinstance(path, str):
                yield from (path, path.rpartition("@")[0] or path)


def _same(out: str, path: str) -> bool:
    try:
        return os.path.samefile(out, path)
    except (OSError, ValueError):  # an edition's name, a revision
        return False


def _edition_around(out: str) -> str | None:
    """The nearest folder above a file that holds an edition."""
    folder = os.path.dirname(os.path.realpath(out))
    while not os.path.isfile(os.path.join(folder, "edition.toml")):
        if folder == (folder := os.path.dirname(folder)):
            return None
    return folder


def save(data: bytes, out: str, before: bytes | None = None) -> None:
    """Writes a file; the one that a link leads to. `before` is what the file held when it was read:
    InputError where it holds anything else by now, for somebody has saved it."""
    with refusing(out, "choose another file"):
        if _is_stream(out):
            with open(out, "ab") as stream:
                stream.write(data)
        else:
            _replace(data, os.path.realpath(out), out, before)


def save_all(files: Iterable[tuple[bytes, str, bytes]], folder: str) -> None:
    """Writes several files of a folder, each as (what it shall hold, its name, what it held when it was
    read): all, or none where one is refused. Who is killed in the middle leaves UNFINISHED in the folder,
    with which nobody reads it and `finish` writes the rest."""
    done: list[tuple[bytes, str, bytes]] = []
    files = list(files)
    for _, out, before in files:
        with refusing(out, "choose another file"):
            if not os.access(out, os.W_OK) or not os.access(os.path.dirname(os.path.abspath(out)), os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            if _content(out) != before:
                raise unusable(out, "was saved by somebody else meanwhile, and is left alone", "run it again")
    log = _log(folder)
    if len(files) > 1:
        import json
        from base64 import b64encode

        whole = [
            [os.path.relpath(out, folder), _hash(old), b64encode(new).decode()] for new, out, old in files
        ]
        save(json.dumps(whole).encode(), log)
    try:
        for data, out, before in files:
            save(data, out, before)
            done.append((before, out, data))
    except BaseException:
        for old in done:
            save(*old)
        raise
    finally:
        with suppress(FileNotFoundError):
            os.unlink(log)


def finish(folder: str) -> list[str]:
    """Writes what a `save_all` that was killed left to be written in a folder: the names of its files, none
    where nothing was left. InputError where one of them is neither as it was nor as it shall be."""
    log = _log(folder)
    kept = _content(log) if os.path.isfile(log) else None
    if kept is None:
        return []
    import json
    from base64 import b64decode

    left: list[tuple[bytes, str, bytes]] = []
    try:
        whole = [(_inside(folder, name), str(old), b64decode(new)) for name, old, new in json.loads(kept)]
    except (ValueError, TypeError):
        raise unusable(log, "is damaged", "look at the folder's texts, then delete it") from None
    for out, old, new in whole:
        now = _content(out)
        if now is None or (now != new and _hash(now) != old):
            raise unusable(out, "was saved by somebody else meanwhile", f"look at it, then delete {log}")
        if now != new:
            left.append((new, out, now))
    for each in left:
        save(*each)
    os.unlink(log)
    return [out for out, *_ in whole]


def _log(folder: str) -> str:
    from vfdoc.model.edit import UNFINISHED

    return os.path.join(folder, UNFINISHED)


def _inside(folder: str, name: str) -> str:
    """A file of a folder by its name; ValueError for one that lies elsewhere."""
    out = os.path.join(folder, name)
    if os.path.commonpath([os.path.realpath(folder), os.path.realpath(out)]) != os.path.realpath(folder):
        raise ValueError(name)
    return out


def _hash(data: bytes) -> str:
    from hashlib import sha256

    return sha256(data).hexdigest()


@contextmanager
def refusing(where: str, remedy: str) -> Iterator[None]:
    """Makes one clear line, an InputError, of what the disk refuses."""
    try:
        yield
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise unusable(where, f"cannot be written ({reason})", remedy) from None


def fresh_name(name: str) -> str:
    """A name beside `name` that nobody else takes, hidden, and known as ours by `unfinished_files`."""
    return f".{name[:40]}.vfdoc-{os.urandom(8).hex()}"


def unfinished_files(folder: str, name: str) -> Iterator[os.DirEntry[str]]:
    """What was begun in a folder under a fresh name for `name`, and is still there."""
    ours = re.compile(re.escape(f".{name[:40]}.vfdoc-") + r"[0-9a-f]{16}")
    with os.scandir(folder) as entries:
        yield from [entry for entry in entries if ours.fullmatch(entry.name)]


def whole_file(data: bytes, path: str, mode: int = 0o666, *, synced: bool = True) -> None:
    """Writes a file that is not there yet, `synced` down to the disk. OSError where it is there."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags, mode), "wb") as file:
        file.write(data)
        if synced:
            file.flush()
            os.fsync(file.fileno())


def like(path: str, model: str) -> None:
    """Gives a file or folder the owner, the mode and the attributes of another. PermissionError where its
    owner cannot be kept."""
    from shutil import copystat

    wanted, is_ = os.stat(model), os.stat(path)
    if (wanted.st_uid, wanted.st_gid) != (is_.st_uid, is_.st_gid):
        os.chown(path, wanted.st_uid, wanted.st_gid)
    copystat(model, path)
    os.utime(path)


def _is_stream(out: str) -> bool:
    """Whether a file is none to be replaced: a device, or a name of something that is open (/dev/stdout)."""
    try:
        mode = os.stat(out).st_mode
    except OSError:
        return False
    opened = os.path.abspath(out).startswith(("/dev/fd/", "/dev/std", "/proc/"))
    return not stat.S_ISDIR(mode) and (opened or not stat.S_ISREG(mode))


def _replace(data: bytes, path: str, shown: str, before: bytes | None) -> None:
    folder, name = os.path.split(path)
    old = os.path.lexists(path)
    if os.path.isdir(path) or shown.endswith(("/", os.sep)):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if old and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    fresh = os.path.join(folder, fresh_name(name))
    try:
        whole_file(data, fresh, 0o600 if old else 0o666)
        if old:
            like(fresh, path)
        if before is not None and _content(path) != before:
            raise unusable(shown, "was saved by somebody else meanwhile, and is left alone", "run it again")
        os.replace(fresh, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(fresh)
        raise
    for left in unfinished_files(folder, name):  # by a writer that was killed
        with suppress(OSError):
            if left.is_file(follow_symlinks=False) and left.stat().st_mtime < time.time() - _FORGOTTEN:
                os.unlink(left.path)


def _content(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
