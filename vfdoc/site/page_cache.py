"""The page cache: pages as they were made the last time, by what was put into their templates.

A page whose template is given the same values is the same page: it is not made anew, and a template that
no other page asks for is not even read. Pages come in with a digest of their values, and go out so.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from types import FunctionType
from typing import Any, TypeAlias

from vfdoc.formats.labels import Labels
from vfdoc.formats.templates import render

CachedPage: TypeAlias = tuple[str, bytes]
"""A digest of what a page was made of ("" where there is none), and the page."""

_PLACE_IN_MEMORY = " at 0x"  # in what Python says of a value that does not say itself what it is


def _told(value: Any) -> Any:
    """What tells a value from any other that it could be: labels by their language, functions by name."""
    if isinstance(value, Labels):
        return value.language
    if isinstance(value, FunctionType) and value.__qualname__.isidentifier():  # a module's own
        return f"{value.__module__}.{value.__name__}"
    return value


class PageCache:
    """Makes pages, by name, those of `before` at hand; `made` are those that it made or found."""

    def __init__(self, *before: Any) -> None:
        known = [pages for pages in before if isinstance(pages, Mapping)]
        self._before = {name: cached for pages in known for name, cached in pages.items()}
        self.made: dict[str, CachedPage] = {}

    def page(self, name: str, template: str, values: dict[str, Any]) -> bytes:
        """The page that the template makes of the values, which tell all that they are when shown; the
        labels are those of the language."""
        told = repr((template, {key: _told(value) for key, value in values.items()}))
        digest = "" if _PLACE_IN_MEMORY in told else sha256(told.encode("utf-8", "replace")).hexdigest()
        match self._before.get(name):
            case (str(known), bytes(page)) if digest and known == digest:
                pass
            case _:
                page = render(template, values)
        self.made[name] = digest, page
        return page
