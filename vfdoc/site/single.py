"""An edition as one file: the pages of its part of a site come in, one page that needs no other goes out.

It reads without scripts and without the files beside it: styles stand in it, and the search, the one script
that it has and may run; links lead within it, and
what leads elsewhere on the site leads there only where the site's absolute address is known. What a page
holds is taken as it is: nothing here knows what kinds of page there are. Pages are our own, so that `<`
and `>` in the words of a text are escaped wherever they stand, and every attribute has double quotes.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from html import escape, unescape
from urllib.parse import unquote, urljoin, urlsplit

from vfdoc import assets
from vfdoc.formats.labels import Labels, labels
from vfdoc.formats.phrases import Html
from vfdoc.formats.templates import render
from vfdoc.model import Edition, InputError, Rulebook
from vfdoc.site.editions import edition_view
from vfdoc.site.plan import (
    ASKED_DATA,
    CALCULATOR,
    CONTENTS,
    FORCE,
    SAID_DATA,
    SEARCH,
    SEARCH_DATA,
    WHOLE,
    Plan,
    fragment,
    plan,
)
from vfdoc.site.search import handed, script, without_comments

_STYLES = (
    ("style.css", ""),
    ("tools.css", ""),
    ("companions.css", ""),
    ("found.css", ""),
    ("desk.css", "(min-width: 52rem)"),
    ("print.css", "print"),
    ("single.css", ""),
)
_MAIN = re.compile(r"<main\b([^>]*)>(.*)</main>", re.DOTALL)
_BAR = re.compile(r'<nav class="bar"[^>]*>(.*?)</nav>', re.DOTALL)
_CLASSES = re.compile(r'\bclass="([^"]*)"')
_TITLE = re.compile(r"<title>([^<]*)</title>")
_NAV = re.compile(r'(<nav\b[^>]*\saria-label=")')
_SECTION = re.compile(r'(<section\b[^>]*?)\saria-label(?:ledby)?="[^"]*"')
_UNWANTED = re.compile(r"<(script|template|noscript|form)\b.*?</\1>", re.DOTALL)
_DEAD = re.compile(r"<li><a>.*?</a></li>\n?", re.DOTALL)
_TAG = re.compile(r"<[A-Za-z][^>]*>")
_ID = re.compile(r'(?<=\s)id="([^"]*)"')
_REFERS = re.compile(
    r'\s(id|href|xlink:href|src|for|headers|aria-(?:labelledby|describedby|controls|current))="([^"]*)"'
)
_SITE = "http://site/"
_FORMS = {".svg": "image/svg+xml", ".png": "image/png"}

Renamed = Callable[[str, str], str | None]
"""An attribute and its value in; its value in the one file out, None where it falls away."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page as a part of the one file: its id there, the classes of its main, and what main holds."""

    id: str
    classes: str
    content: Html


@dataclass(frozen=True, slots=True)
class _Names:
    """What is called what in the one file: each page's id, each page's own ids, and where an id first
    stands on any page."""

    pages: Mapping[str, str]
    own: Mapping[str, Mapping[str, str]]
    first: Mapping[str, str]


def single(
    files: Mapping[str, bytes], rulebook: Rulebook, known: Mapping[str, Edition], version: str, site: str = ""
) -> bytes:
    """The edition as one file of HTML; `files` are those of a site that holds it, `known` the editions
    there by id, `site` the absolute address of that site, where it is known.

    InputError where the edition is not among them.
    """
    folder = rulebook.edition.id
    if f"{folder}/{CONTENTS}" not in files:
        raise InputError(folder, "is not among the editions to publish", "name it beside them")
    planned = plan(rulebook)
    order = _in_order(files, folder, planned)
    pages = {name: files[f"{folder}/{name}"].decode() for name in order}
    names = _names({name: _main(page)[1] for name, page in pages.items()})
    site = f"{site.rstrip('/')}/" if site else ""
    words = labels(rulebook.edition.language)
    bar = _BAR.search(pages[CONTENTS])
    menu = _rewritten(bar[1], _renaming(CONTENTS, folder, names, files, site)) if bar else ""
    seeks = f'<li class="seeks"><a href="#~asked">{escape(words["search"])}</a></li>\n'
    told, *beside = (files[f"{folder}/{name}"] for name in (SEARCH_DATA, ASKED_DATA, SAID_DATA))
    seek = _search(told, beside, folder, names, words)
    return render(
        "single.html",
        {
            "t": words,
            "edition": edition_view(rulebook, words, known, root=""),
            "version": version,
            "styles": Html("\n".join(_styles())),
            "icon": _data("icon.svg", assets.data("site", "icon.svg")),
            "menu": Html(_DEAD.sub("", menu).replace("</ul>", f"{seeks}</ul>")),
            "search": Html(seek),
            "search_hash": b64encode(sha256(seek.encode()).digest()).decode(),
            "leaves": [
                _leaf(name, page, names, _renaming(name, folder, names, files, site))
                for name, page in pages.items()
            ],
        },
    )


def _in_order(files: Mapping[str, bytes], folder: str, planned: Plan) -> list[str]:
    """The pages to take: contents, texts in reading order, then the others by name. The whole rules are
    there already, chapter by chapter; the search stands above all pages."""
    below = (path.removeprefix(f"{folder}/") for path in sorted(files) if path.startswith(f"{folder}/"))
    left = {*planned.wholes, SEARCH, CALCULATOR, FORCE}
    others = (name for name in below if name.endswith(".html") and name not in left)
    return list(dict.fromkeys((CONTENTS, *(page.name for page in planned.pages), *others)))


def _names(mains: Mapping[str, str]) -> _Names:
    """A name for every id. A section keeps its anchor; what a later page calls the same gets that page's
    name before it."""
    pages = {name: f"~page-{name.removesuffix('.html')}" for name in mains}
    taken = set(pages.values())
    own: dict[str, dict[str, str]] = {}
    first: dict[str, str] = {}
    # Texts before all else, so that it is their anchors that stay.
    for name in sorted(mains, key=lambda name: name == CONTENTS):
        own[name] = {}
        for tag in _TAG.finditer(mains[name]):
            for found in _ID.finditer(tag[0]):
                was = unescape(found[1])
                called = was
                while called in taken:
                    called = f"{name.removesuffix('.html')}/{called}"
                taken.add(called)
                own[name][was] = called
                first.setdefault(was, called)
    return _Names(pages, own, first)


def _leaf(name: str, page: str, names: _Names, renamed: Renamed) -> Leaf:
    attributes, inner = _main(page)
    classes = _CLASSES.search(attributes)
    return Leaf(names.pages[name], unescape(classes[1]) if classes else "", Html(_rewritten(inner, renamed)))


def _main(page: str) -> tuple[str, str]:
    """What the tag of a page's main says, and what main holds of what reads without scripts."""
    found = _MAIN.search(page)
    return (found[1], _told_apart(_UNWANTED.sub("", found[2]), page)) if found else ("", "")


def _told_apart(content: str, page: str) -> str:
    """What a page holds, as a part of one with many: its ways through the page bear its name, and its
    sections none, which would be landmarks of which there are two alike."""
    title = _TITLE.search(page)
    named = f"{title[1].partition(' · ')[0]}: " if title else ""
    return _NAV.sub(rf"\g<1>{named}", _SECTION.sub(r"\1", content))


def _rewritten(inner: str, renamed: Renamed) -> str:
    def attribute(found: re.Match[str]) -> str:
        value = renamed(found[1], unescape(found[2]))
        return "" if value is None else f' {found[1]}="{escape(value)}"'

    return _TAG.sub(lambda tag: _REFERS.sub(attribute, tag[0]), inner)


def _renaming(name: str, folder: str, names: _Names, files: Mapping[str, bytes], site: str) -> Renamed:
    """What the attributes of a page become."""
    page, own = f"{_SITE}{folder}/{name}", names.own[name]

    def renamed(attribute: str, value: str) -> str | None:
        if attribute == "aria-current":
            return None
        if attribute == "src":
            path = unquote(urlsplit(urljoin(page, value)).path).lstrip("/")
            return _data(path, files[path]) if path in files else None
        if attribute.endswith("href"):
            return _target(urljoin(page, value), folder, names, site)
        return " ".join(own.get(each, each) for each in value.split())

    return renamed


def _target(address: str, folder: str, names: _Names, site: str) -> str | None:
    """Where a link leads from the one file; None where it would lead nowhere."""
    if not address.startswith(_SITE):
        return address
    parts = urlsplit(address)
    above, _, name = unquote(parts.path).lstrip("/").rpartition("/")
    if above == folder and (name in names.pages or name == WHOLE):
        found = names.own.get(name, names.first).get(unquote(parts.fragment))
        return fragment(found or names.pages.get(name) or _first_text(names))
    return f"{site}{address.removeprefix(_SITE)}" if site else None


def _first_text(names: _Names) -> str:
    return next((id_ for name, id_ in names.pages.items() if name != CONTENTS), names.pages[CONTENTS])


def _search(told: bytes, beside: Iterable[bytes], folder: str, names: _Names, words: Labels) -> str:
    """The script of the search: what ranks, the edition's words with their places in the one file, what
    players ask of it and its sections say, and what shows them."""

    def here(address: str) -> str:
        return _target(f"{_SITE}{folder}/{address}", folder, names, "") or ""

    def rows(listed: list[list[str]]) -> list[list[str]]:
        return [[amount, when, href and here(href), place] for amount, when, href, place in listed]

    (data,) = handed("vfdocIndex", told)
    data["sections"] = [[here(address), *rest] for address, *rest in data["sections"]]
    data["forwards"] = [[number, here(address)] for number, address in data["forwards"]]
    data["answers"] = [
        [name, target, here(table), rows(shown), count, values, rows(further)]
        for name, target, table, shown, count, values, further in data["answers"]
    ]
    kinds = ("one", "many", "first", "none", "more", "lost")
    seek = {"edition": folder} | {kind: words[f"found_{kind}"] for kind in kinds}
    # A text may hold "<!--", which opens.
    told_here = [each.replace(b"<", b"\\u003c") for each in (script("vfdocIndex", data), *beside)]
    *engine, shows = (assets.data("site", f"{name}.js") for name in ("find", "answer", "found", "single"))
    parts = [*engine, *told_here, shows]
    return b"".join((*map(without_comments, parts), script("vfdocSeek", seek))).decode()


def _styles() -> Iterator[str]:
    for name, media in _STYLES:
        style = assets.text("site", name)
        yield f"@media {media} {{\n{style}}}" if media else style


def _data(path: str, content: bytes) -> str:
    """A picture as an address of its own."""
    form = _FORMS.get(path[path.rfind(".") :], "application/octet-stream")
    return f"data:{form};base64,{b64encode(content).decode()}"
