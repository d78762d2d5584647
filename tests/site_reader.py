"""What the tests of the site share: editions published, their pages parsed, and laws of every page."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

import html5lib
from lxml import html as lxml_html
from thoroughness import some

from vfdoc import checks, graph, pipeline
from vfdoc.formats.files import OutputFiles
from vfdoc.model import Section
from vfdoc.pipeline.site_build import published as shelf_of
from vfdoc.reading.asked import read_asked
from vfdoc.reading.glossary import read_glossary
from vfdoc.reading.mechanics import read_mechanics
from vfdoc.reading.rulebook import read_edition
from vfdoc.reading.wording import read_wording
from vfdoc.site.plan import plan
from vfdoc.site.whole import ASSETS, Published, site

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
EDITIONS = ("vf-1e", "vf-2e", "vf-fr-2.9", "vf-lwtv")
VERSION = "1.2.3"
MANY = 60  # pages of a site of which not all are parsed strictly unless all is to be thorough


def until(page: Any, holds: str, seconds: float = 15) -> None:
    """Waits until an expression holds in a browser's page. (playwright's own way needs `eval` in the page,
    which the pages' policy forbids.)"""
    end, held = time.monotonic() + seconds, False
    while not held:
        assert time.monotonic() < end, holds
        with suppress(playwright_error()):  # another page is just being loaded
            held = page.evaluate(f"!!({holds})")
        page.wait_for_timeout(50)


def playwright_error() -> type[Exception]:
    """What playwright raises; where it is missing nothing asks."""
    from playwright.sync_api import Error

    return Error


def published(folder: Path) -> Published:
    """An edition's folder, read, resolved and checked, with its mechanics, its glossary and wording."""
    plain = read_edition(folder)
    rulebook = replace(plain, mechanics=read_mechanics(plain, folder))
    resolved = graph.resolve(rulebook)
    found = checks.run_checks(rulebook, resolved)
    return Published(
        rulebook=rulebook,
        graph=resolved,
        findings=lambda: found,
        glossary=read_glossary(folder),
        wording=read_wording(folder),
        asked=read_asked(folder),
    )


def bundled() -> list[Published]:
    """The bundled editions of Valour & Fortitude, with their comparisons and sheets, as `build` has them."""
    return shelf_of([pipeline.read(str(RULESETS / name)) for name in EDITIONS])


def written(
    folder: Path, language: str = "en", *, says: str = "", glossary: str = "", **texts: str
) -> Published:
    """An edition of these texts; the one called rules holds rules, one called sheet a sheet. `says` is
    what its edition.toml says beside, `glossary` its own glossary.toml."""
    folder.mkdir(parents=True, exist_ok=True)
    kinds = {"rules": "rules", "sheet": "sheet", "questions": "questions"}
    entries = []
    for name, text in texts.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
        kind = kinds.get(name, "commentary")
        entries.append(f'[[documents]]\nid = "{name}"\nfile = "{name}.md"\nkind = "{kind}"\n')
    head = f'title = "A <Game> & more"\nversion = "1st edition"\nlanguage = "{language}"\n'
    (folder / "edition.toml").write_text(f"{head}{says}\n" + "\n".join(entries), encoding="utf-8")
    if glossary:
        (folder / "glossary.toml").write_text(glossary, encoding="utf-8")
    return published(folder)


@cache
def shelf() -> tuple[Published, ...]:
    """The bundled editions, read once."""
    return tuple(bundled())


@cache
def shelf_files() -> OutputFiles:
    """Their site, built once."""
    return site(shelf(), VERSION)


class Shown(NamedTuple):
    """A section, where it stands on its page, and the pages of its edition's sections."""

    edition: Published
    section: Section
    element: lxml_html.HtmlElement
    places: Mapping[str, str]


def pages(files: OutputFiles) -> dict[str, lxml_html.HtmlElement]:
    """Every page of a site, parsed."""
    return {name: _parsed(content) for name, content in files.items() if name.endswith(".html")}


@cache
def _parsed(content: bytes) -> lxml_html.HtmlElement:
    return lxml_html.document_fromstring(content, parser=lxml_html.HTMLParser(encoding="utf-8"))


def section(page: lxml_html.HtmlElement, anchor: str) -> lxml_html.HtmlElement:
    """The section of that anchor on a page."""
    (found,) = page.xpath("//section[@id=$anchor]", anchor=anchor)
    return found


def words(element: lxml_html.HtmlElement) -> str:
    """What a reader sees, spaces made one."""
    return " ".join(element.text_content().split())


def step_words(line: lxml_html.HtmlElement) -> str:
    """What a reader sees of a step of a phase, without the link to its odds."""
    odds = {words(link) for link in line.xpath("./a[@class='odds']")}
    seen = words(line)
    return next((seen.removesuffix(link).rstrip() for link in odds), seen)


def sections(editions: Sequence[Published], files: OutputFiles) -> Iterator[Shown]:
    """Every section of every edition, as it stands on its page."""
    parsed = pages(files)
    for edition in editions:
        places, name = plan(edition.rulebook).places, edition.rulebook.edition.id
        for found in edition.rulebook.sections():
            element = section(parsed[f"{name}/{places[found.anchor]}"], found.anchor)
            yield Shown(edition, found, element, places)


# What holds of every page of every site


def every_page_is_valid(files: OutputFiles) -> None:
    written = [name for name in files if name.endswith(".html")]
    for name in written if len(written) < MANY else some(written):
        parser = html5lib.HTMLParser(strict=False)
        parser.parse(files[name], transport_encoding="utf-8")
        assert parser.errors == [], name


def every_link_leads_somewhere_and_every_page_is_reached(files: OutputFiles) -> None:
    parsed = pages(files)
    ids = {name: set(page.xpath("//@id")) for name, page in parsed.items()}
    reached = {"index.html", "offline.json"}  # the latter is what the worker asks for by itself
    for name, page in parsed.items():
        # What a script fetches is named by the page too.
        for address in page.xpath("//@href | //@src | //@data-worker | //@data-list"):
            if urlsplit(address).scheme:
                continue
            target = urlsplit(urljoin(f"http://site/{name}", address))
            path = unquote(target.path).lstrip("/")
            assert path in files, (name, address)
            if target.fragment and not target.fragment.startswith("ask="):  # what the calculator is asked
                assert unquote(target.fragment) in ids[path], (name, address)
            if path != name:
                reached.add(path)
    for name in [name for name in reached if name.endswith(".webmanifest")]:
        icons = json.loads(files[name])["icons"]
        reached |= {urljoin(f"/{name}", icon["src"]).lstrip("/") for icon in icons}
    assert set(files) - reached == set()


def nothing_is_loaded_from_elsewhere_and_no_script_is_inline(files: OutputFiles) -> None:
    for name, page in pages(files).items():
        loaded = page.xpath("//link/@href | //script/@src | //img/@src | //iframe/@src | //source/@src")
        assert all(not urlsplit(address).netloc for address in loaded), name
        assert all(not script.text for script in page.xpath("//script")), name
        attributes = {attribute for element in page.iter() for attribute in element.attrib}
        assert not {a for a in attributes if a.startswith("on") or a == "style"}, name
    for name in ASSETS:
        if name.endswith(".css") and f"assets/{name}" in files:
            assert not re.search(rb"url\(|@import", files[f"assets/{name}"])
