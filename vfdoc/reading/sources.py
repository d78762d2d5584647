"""Files to SourceText: bytes decoded, lines cut, nothing lost.

UTF-8 (with or without a mark) and marked UTF-16 are known; anything else an encoding detector
guesses. What is no text (NUL bytes, control characters throughout) is refused in one line.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from vfdoc.model import InputError, SourceText

_LINE_END = re.compile(r"\r\n|\n|\r")
_BOMS = ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]")


def read_source(path: Path, shown: str | None = None) -> SourceText:
    """The text of one file; `shown` is its name in messages (else as people say it from here)."""
    name = shown or shown_path(path)
    try:
        data = path.read_bytes()
    except IsADirectoryError:
        raise InputError(name, "is a folder, not a text", "name a file in it") from None
    except FileNotFoundError:
        raise InputError(name, "no such file", "check the path") from None
    except OSError as error:
        raise InputError(name, f"cannot be read ({error.strerror})", "check its permissions") from None
    return source_of(*decode(data, name), name=path.name, shown=name)


def source_of(text: str, encoding: str = "utf-8", *, name: str = "text", shown: str = "text") -> SourceText:
    """A SourceText of characters already decoded."""
    if "\r" not in text:
        lines = text.split("\n")
        ends = ("\n",) * (len(lines) - 1) + ("",)
    else:
        ends = (*_LINE_END.findall(text), "")
        lines = _LINE_END.split(text)
        text = "\n".join(lines)
    return SourceText(shown, name, text, encoding, tuple(lines), ends)


def decode(data: bytes, name: str) -> tuple[str, str]:
    """The characters of `data` and the encoding they were read in; InputError for what is no text."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            try:
                return data.decode(encoding), encoding.removesuffix("-sig")
            except UnicodeDecodeError:
                raise InputError(
                    name, f"is damaged {encoding.removesuffix('-sig')} text", "save it again as UTF-8"
                ) from None
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
        return os.path.relpath(path) if path.is_relative_to(Path.cwd()) else str(path)
    except OSError:
        return str(path)


def _guess(data: bytes, name: str) -> tuple[str, str]:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:200_000]).best()
    for encoding in (best.encoding if best else "cp1252", "cp1252", "latin-1"):
        try:
            return data.decode(encoding), encoding
        except (UnicodeDecodeError, LookupError):
            continue
    raise InputError(name, "is in no encoding that is known", "save it as UTF-8")
