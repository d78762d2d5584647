"""Zip files with XML in them, opened by somebody who trusts neither.

No part is unpacked beyond a limit, no document type is read (so no entity is ever defined or fetched), and
what is encrypted, damaged or too large is an InputError of one line.
"""

from __future__ import annotations

import zipfile
import zlib
from io import BytesIO
from xml.etree import ElementTree
from xml.parsers import expat

from vfdoc.model.text import InputError

_LARGEST = 64_000_000  # bytes of one part
_ALL = 256_000_000  # bytes of all parts that are read
_PARTS = 20_000
_DEEPEST = 400  # elements in one another

Element = ElementTree.Element


class Package:
    """The parts of a zip file, by path."""

    def __init__(self, data: bytes, name: str) -> None:
        self._name, self._read = name, 0
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
            self._parts = {info.filename: info for info in self._zip.infolist()}
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, OSError, IndexError) as error:
            raise damaged(name, str(error)) from None
        if len(self._parts) > _PARTS:
            raise InputError(name, f"has more than {_PARTS} parts", "save it anew")
        if any(info.flag_bits & 1 for info in self._parts.values()):
            raise encrypted(name)

    def __contains__(self, path: str) -> bool:
        return path in self._parts

    def paths(self) -> list[str]:
        """All parts, in order."""
        return sorted(self._parts)

    def bytes_of(self, path: str) -> bytes:
        """One part; InputError where it is damaged or too large."""
        info = self._parts.get(path)
        if info is None:
            raise damaged(self._name, f"it has no {path}")
        try:
            with self._zip.open(info) as part:
                data = part.read(_LARGEST + 1)
        except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError) as error:
            raise damaged(self._name, str(error)) from None
        except RuntimeError:  # what zipfile says of a password
            raise encrypted(self._name) from None
        self._read += len(data)
        if len(data) > _LARGEST or self._read > _ALL:
            raise InputError(
                self._name,
                f"unpacks to more than {_LARGEST // 1_000_000} MB",
                "cut it into several documents",
            )
        return data

    def xml(self, path: str) -> Element | None:
        """The root of one part with local names only, None where there is no such part."""
        return parsed(self.bytes_of(path), self._name) if path in self._parts else None


def damaged(name: str, why: str = "") -> InputError:
    """What is said of a file that cannot be opened."""
    reason = f" ({' '.join(why.split())[:90]})" if why else ""
    return InputError(name, f"is damaged{reason}", "open it in its program and save it anew")


def encrypted(name: str) -> InputError:
    """What is said of a file that needs a password."""
    return InputError(name, "is encrypted", "save it without a password")


class _Refused(Exception):
    """A document type, or elements too deep in one another."""


def parsed(data: bytes, name: str) -> Element:
    """XML as a tree whose names of elements and attributes are local. InputError for what is none, what has
    a document type, and what nests too deep."""
    try:
        _probe(data)
        root = ElementTree.fromstring(data)
    except _Refused as error:
        raise damaged(name, str(error)) from None
    except (ElementTree.ParseError, expat.ExpatError, ValueError, LookupError) as error:
        raise damaged(name, str(error)) from None
    for element in root.iter():
        element.tag = _local(element.tag)
        if element.attrib:
            plain = {_local(key): value for key, value in element.attrib.items()}
            element.attrib.clear()
            element.attrib.update(plain)
    return root


def _local(name: str) -> str:
    return name.rpartition("}")[2]


def _probe(data: bytes) -> None:
    """Refuses what has a document type or nests too deep, before a tree of it is made."""
    depth = 0

    def refuse(*_: object) -> None:
        raise _Refused("it has a document type, which such a file never has")

    def opened(*_: object) -> None:
        nonlocal depth
        depth += 1
        if depth > _DEEPEST:
            raise _Refused("its elements stand too deep in one another")

    def closed(*_: object) -> None:
        nonlocal depth
        depth -= 1

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = opened
    parser.EndElementHandler = closed
    parser.Parse(data, True)
