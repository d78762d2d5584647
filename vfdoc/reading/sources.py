"""Files to SourceText: bytes decoded, lines cut, nothing lost.

UTF-8 and UTF-16 (with or without a mark) are known; anything else an encoding detector guesses,
and Windows-1252 is taken where nothing speaks against it, before every code page of DOS. What is no
text (a pipe, a device, NUL bytes, control characters throughout) is refused in one line.
"""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from pathlib import Path

from vfdoc.model import InputError, SourceText
from vfdoc.model.logs import say
from vfdoc.model.session import active_session, once_a_stage

_LINE_END = re.compile(r"\r\n|\n|\r")
_BOMS = (
    (b"\xff\xfe\0\0", "utf-32"),
    (b"\0\0\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
_MARKED = {
    b"\xff\xfe\0\0": "utf-32-le",
    b"\0\0\xfe\xff": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}
"""In what the characters after a mark stand."""
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")
_UNSAVED: ContextVar[Mapping[str, bytes] | None] = ContextVar("vfdoc.unsaved", default=None)
_LARGEST = 400_000_000  # bytes; reading takes up to twelve times as many
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_DOS = re.compile(r"cp(?:437|7\d\d|8[56]\d)")
# Accents of a DOS text, read as Windows-1252, are marks that stand inside no word.
_IN_A_WORD = re.compile(r"[^\W\d_][‚„†‡][^\W\d_]")
_WESTERN = frozenset(
    "‘’“”„‚–—…«»•·†‡°º²³½¼¾×÷±€£§©®™´¡¿\xa0\xadàâäæáãåçéèêëíìîïñóòôöõøœúùûüýÿßÀÂÄÆÁÃÅÇÉÈÊËÍÌÎÏÑÓÒÔÖÕØŒÚÙÛÜÝ"
)


_DOCUMENTS = ((b"%PDF-", "a PDF"), (b"{\\rtf", "an RTF document"), (b"PK\x03\x04", "a Word file or a zip"))


@once_a_stage
def read_source(path: Path, shown: str | None = None) -> SourceText:
    """The text of one file; `shown` is its name in messages (else as people say it from here)."""
    name = printable(shown or shown_path(path))
    return decoded(read_bytes(path, name), name, printable(path.name))


def read_bytes(path: Path, name: str) -> bytes:
    """The bytes of one file; an InputError that calls it `name` where it cannot be read."""
    try:
        return content(path, name)
    except IsADirectoryError:
        raise InputError(name, "is a folder, not a text", "name a file in it") from None
    except FileNotFoundError:
        raise InputError(name, "no such file", "check the path") from None
    except OSError as error:
        raise InputError(name, f"cannot be read ({error.strerror})", "check its permissions") from None


def decoded(data: bytes, shown: str, name: str) -> SourceText:
    """The text that a file of that name holds; `shown` is its name in messages."""
    text, encoding = decode(data, shown)
    say("reading", "read %s: %d bytes, %s", shown, len(data), encoding)
    source = source_of(text, encoding, name=name, shown=shown)
    mark = next((mark for mark, _ in _BOMS if data.startswith(mark)), b"")
    return replace(source, mark=mark) if mark else source


@contextmanager
def unsaved(files: Mapping[str, bytes]) -> Iterator[None]:
    """Within, these files (by their real paths) are read as if they had been saved with that content: what
    stands in an editor, or what is about to be written."""
    token = _UNSAVED.set({**(_UNSAVED.get() or {}), **files})
    session = active_session()
    if session is not None:
        session.look_again()
    try:
        yield
    finally:
        _UNSAVED.reset(token)
        if session is not None:
            session.look_again()


def source_of(text: str, encoding: str = "utf-8", *, name: str = "text", shown: str = "text") -> SourceText:
    """A SourceText of characters already decoded."""
    if "\r" not in text:
        lines = text.split("\n")
        ends = ("\n",) * (len(lines) - 1) + ("",)
    else:
        ends = (*_LINE_END.findall(text), "")
        lines = _LINE_END.split(text)
        text = "\n".join(lines)
    return SourceText(file=shown, name=name, text=text, encoding=encoding, lines=tuple(lines), ends=ends)


def encoded(source: SourceText, text: str) -> bytes:
    """A text in the encoding of the one that it came from, with that one's byte order mark; InputError
    where that encoding cannot hold it."""
    try:
        return source.mark + text.encode(_MARKED.get(source.mark, source.encoding))
    except UnicodeEncodeError:
        raise InputError(
            source.file, "cannot be written back in its encoding", "save it as UTF-8 first"
        ) from None


def decode(data: bytes, name: str) -> tuple[str, str]:
    """The characters of `data` and the encoding they were read in; InputError for what is no text."""
    for head, what in _DOCUMENTS:  # of an edition's own files; any other is imported before it comes here
        if data.startswith(head):
            raise InputError(name, f"is {what}, not a text", "make a text of it with `vfdoc import`")
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), encoding.removesuffix("-sig")
            except UnicodeDecodeError:
                raise InputError(
                    name, f"is damaged {encoding.removesuffix('-sig')} text", "save it again as UTF-8"
                ) from None
    if unmarked := _unmarked(data):
        return data.decode(unmarked), unmarked
    if b"\0" in data[:65536]:
        raise InputError(name, "is binary, not a text", "give a text file (UTF-8)")
    try:
        text, encoding = data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        text, encoding = _guess(data, name)
    if len(_CONTROL.findall(text[:65536])) > len(text[:65536]) // 20:
        raise InputError(name, "is binary, not a text", "give a text file (UTF-8)")
    return text, encoding


def shown_path(path: Path) -> str:
    """A path as messages show it: from the current folder where it lies below it, else as given."""
    if not path.is_absolute():
        return str(path)
    try:
        below = os.path.join(path, "").startswith(os.path.join(os.getcwd(), ""))
        return os.path.relpath(path) if below else str(path)
    except OSError:
        return str(path)


def printable(name: str) -> str:
    """A file's name with a mark for each byte of it that is no UTF-8: no JSON and no page can hold one."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def content(path: Path, name: str) -> bytes:
    """The bytes of a file; what is none (a pipe has no end) is not waited for. OSError where it cannot be
    read, an InputError that calls it `name` where it is no file or too long a one."""
    held = _UNSAVED.get()
    if held and (kept := held.get(os.path.realpath(path))) is not None:
        return kept
    file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(file, "rb") as data:
        about = os.fstat(file)
        if not stat.S_ISREG(about.st_mode):
            raise InputError(name, "is a pipe or a device, not a text", "save it as a file first")
        if about.st_size > _LARGEST:
            raise InputError(name, f"has more than {_LARGEST // 1_000_000} MB", "cut it into several texts")
        return data.read()


def _unmarked(data: bytes) -> str | None:
    """UTF-16 without a mark: in a Western text every second byte is NUL."""
    sample = data[:4096]
    for encoding, high, low in (
        ("utf-16-le", sample[1::2], sample[::2]),
        ("utf-16-be", sample[::2], sample[1::2]),
    ):
        if len(data) % 2 == 0 and high and high.count(0) * 10 > len(high) * 6 and 0 not in low:
            try:
                data.decode(encoding)
            except UnicodeDecodeError:
                return None
            return encoding
    return None


def _guess(data: bytes, name: str) -> tuple[str, str]:
    from charset_normalizer import from_bytes

    guesses = from_bytes(data[:200_000])
    best = guesses.best()
    coherence = best.coherence if best else 0.0
    alike = next((guess.coherence for guess in guesses if "cp1252" in guess.could_be_from_charset), -1.0)
    dos = best is not None and _DOS.fullmatch(best.encoding) is not None
    if _is_western(data) and (dos or not coherence or alike >= coherence):
        return data.decode("cp1252"), "cp1252"
    if best is not None and best.encoding.startswith("mac_") and _is_western(data, "mac_roman"):
        return data.decode("mac_roman"), "mac_roman"  # "é" is alike in all of them, "à" and "è" are not
    for encoding in (best.encoding if best else "cp1252", "cp1252", "latin-1"):
        try:
            return data.decode(encoding), encoding
        except (UnicodeDecodeError, LookupError):
            continue
    raise InputError(name, "is in no encoding that is known", "save it as UTF-8")


def _is_western(data: bytes, encoding: str = "cp1252") -> bool:
    """Whether the bytes, read in an encoding, are a Western text: its letters, and few with accents."""
    try:
        text = data[:200_000].decode(encoding)
    except UnicodeDecodeError:
        return False
    if _IN_A_WORD.search(text):
        return False
    beyond = _NOT_ASCII.findall(text)
    return _WESTERN.issuperset(beyond) and 3 * sum(map(str.isalpha, beyond)) <= sum(map(str.isalpha, text))
