"""The static site: editions in, a map of path to bytes out.

`index.html` lists the editions, each has a folder of its own, and `assets/` holds the styles, the
script and the icon. Every page is whole without the script, and nothing is loaded from elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from vfdoc import assets
from vfdoc.formats.files import OutputFiles, is_portable
from vfdoc.formats.labels import Labels, labels
from vfdoc.formats.templates import render
from vfdoc.model import Edition, InputError, Rulebook
from vfdoc.model.words import DEFAULT_LANGUAGE
from vfdoc.site.editions import EditionView, edition_view
from vfdoc.site.games import Game, games
from vfdoc.site.machine import (
    LLMS,
    PROGRAMS,
    edition_json,
    listed,
    llms,
    programs_page,
    schemas,
    with_addresses,
)
from vfdoc.site.offline import ICONS, LIST, MANIFEST, PAGE, WORKER, offline_files, offline_page
from vfdoc.site.pages import EditionPages
from vfdoc.site.plan import (
    ASKED_DATA,
    CALCULATOR,
    CONTENTS,
    FORCE,
    GLOSSARY,
    MAP,
    REPORT,
    SAID_DATA,
    SEARCH_DATA,
    SHEET,
    TABLES,
    WHOLE,
    Plan,
    plan,
)
from vfdoc.site.search import asked_data, said_data, search_data, without_comments
from vfdoc.site.site_edition import Overlay, Published, SiteEdition, prepare_edition

ASSETS = (
    "beside.js", "calculator.css", "calculator.js", "conditions.js", "copies.js", "desk.css", "door.css",
    "editions.js", "find.js", "following.js", "force.js", "forces.css", "forces.js", "found.css", "found.js",
    "icon.svg", "load.js", "menu.js", "notes.js", "of_all.js", "offline.js", "procedure.js", "answer.js",
    "companions.css", "dice.js", "opposed.js", "play.js", "preview.js", "print.css", "search.js",
    "slim.css", "slim.js", "style.css", "theme.js", "tools.css", "units.js",
)  # fmt: skip
_OF_SOME_PAGES = (
    "beside.js", "calculator.css", "calculator.js", "conditions.js", "dice.js", "editions.js", "following.js",
    "force.js", "forces.css", "forces.js", "companions.css", "notes.js", "of_all.js", "opposed.js", "play.js",
    "procedure.js", "slim.css", "slim.js", "units.js",
)  # fmt: skip
"""What stands in `assets` only where a page asks for it."""
_FOR_PROGRAMS = "play.js"
_BESIDE_SIGN = re.compile(rb"\s*([{};])\s*")
_TAKEN = frozenset(("assets", "index.html", LLMS, PAGE, LIST, MANIFEST, WORKER, PROGRAMS, "schemas"))
"""What stands at the root of every site. A name with a dot before it is a system's, or a publisher's."""

__all__ = [
    "ASSETS",
    "EditionPages",
    "Overlay",
    "Published",
    "SiteEdition",
    "bound",
    "near",
    "own_files",
    "prepare_edition",
    "refuse_names",
    "same_game",
    "site",
]  # fmt: skip
_MANY = 8
"""Editions: of more the front door offers no page of the older ones but their first."""
_JUMPED = 3
"""Games: of more a list at the front door leads to each."""
_READ_BY_PROGRAMS = (".md", ".json")


def site(editions: Sequence[Published], version: str, address: str = "") -> OutputFiles:
    """The site of these editions, in the order given; `version` is vfdoc's own, `address` the absolute one
    under which the site will be read, where that is known.

    InputError where two editions bear one id, for each needs a folder of its own that any system takes.
    """
    books = [published.rulebook for published in editions]
    refuse_names(books)
    by_id = {published.rulebook.edition.id: published for published in editions}
    site_editions = {
        id: prepare_edition(p, by_id.get(p.rulebook.edition.amends or "")) for id, p in by_id.items()
    }
    made = {}
    for id, book in zip(by_id, books, strict=True):
        beside = {other: site_editions[other] for other in near(book, books)}
        pages = EditionPages(id, beside, as_listed(books), version, same_game=same_game(book, books))
        made[id] = dict(pages.pages()) | dict(pages.compared()) | own_files(site_editions[id])
    return bound(books, made, version, address)


def as_listed(books: Sequence[Rulebook]) -> tuple[str, ...]:
    """The ids of editions as the front door lists them: by game, the newest first. So a search of all shows
    what is found in several alike."""
    listed = games([book.edition for book in books])
    return tuple(edition.id for game in listed for edition in game.editions)


def same_game(own: Rulebook, books: Sequence[Rulebook]) -> tuple[Edition, ...]:
    """The other editions of an edition's game, as the front door lists them."""
    (game,) = (g for g in games([book.edition for book in books]) if own.edition in g.editions)
    return tuple(edition for edition in game.editions if edition.id != own.edition.id)


def refuse_names(books: Sequence[Rulebook]) -> None:
    """InputError where an edition's id cannot be the name of a folder of its own, on any system."""
    ids = [book.edition.id for book in books]
    folded = [id.casefold() for id in ids]  # on many disks, names that differ in case only are one
    if twice := next((id for id in ids if folded.count(id.casefold()) > 1), None):
        raise InputError(twice, "two editions bear this name", "rename the folder of one")
    remedy = 'rename its folder, or set id = "…" in its edition.toml'
    if unfit := next((id for id in ids if not is_portable(id)), None):
        raise InputError(unfit, "is no name for a folder of the site: Windows refuses it", remedy)
    if taken := next((id for id in ids if id.casefold() in _TAKEN or id.startswith(".")), None):
        raise InputError(taken, "is no name for a folder of the site, which has one of its own", remedy)


def near(own: Rulebook, books: Sequence[Rulebook]) -> tuple[str, ...]:
    """The ids of those editions, in their order, that have a say in an edition's files: its lineage, which
    are those that it builds on and that build on it, near or far; those whose notes are about its rules, or
    its about theirs."""
    id, lineage = own.edition.id, [own]
    for one in lineage:
        lineage += (b for b in books if b not in lineage and _built(one, b))
    spoken_of = _spoken_of(own)
    return tuple(
        b.edition.id for b in books if b in lineage or b.edition.id in spoken_of or id in _spoken_of(b)
    )


def _built(one: Rulebook, other: Rulebook) -> bool:
    """Whether one of two editions builds on the other."""
    pairs = (one.edition, other.edition), (other.edition, one.edition)
    return any(old.id in (new.supersedes, new.translates, new.amends) for old, new in pairs)


def _spoken_of(book: Rulebook) -> set[str]:
    """The editions whose rules an edition's notes are about."""
    return {rule.rpartition(":")[0] for rules in book.about.values() for rule in rules}


def own_files(own: SiteEdition) -> OutputFiles:
    """Those files of an edition's folder, by name, in which no other has a say but the one it amends."""
    searched = {SEARCH_DATA: search_data(own), ASKED_DATA: asked_data(own), SAID_DATA: said_data(own)}
    return searched | dict(edition_json(own.rulebook, own.graph, own.findings()))


def bound(
    books: Sequence[Rulebook], made: Mapping[str, OutputFiles], version: str, address: str = ""
) -> OutputFiles:
    """The site that the files of the editions, by id, make together, with what they have in common."""
    address = f"{address.rstrip('/')}/" if address else ""
    known = {book.edition.id: book.edition for book in books}
    # The front door speaks the editions' common language, else the default one; each edition its own.
    spoken = {edition.language for edition in known.values()}
    words = labels(spoken.pop() if len(spoken) == 1 else DEFAULT_LANGUAGE)
    views = [edition_view(book, words, known, root="") for book in books]
    files: OutputFiles = {f"assets/{name}": _asset(name) for name in ASSETS} | icons()
    plans = [plan(book) for book in books]
    seen = {
        book.edition.id: Entrance(view, tuple(_offered(book, planned, made[book.edition.id])))
        for book, view, planned in zip(books, views, plans, strict=True)
    }
    files["index.html"] = _front_door(games(tuple(known.values())), seen, words, version)
    files[PAGE] = offline_page(views, words, version)
    files[PROGRAMS] = programs_page(next((id for id in made if CALCULATOR in made[id]), ""), words, version)
    read: OutputFiles = dict(schemas())
    for folder, named in made.items():
        for name, content in named.items():
            (read if name.endswith(_READ_BY_PROGRAMS) else files)[f"{folder}/{name}"] = content
    for asked in _OF_SOME_PAGES:
        wanted = f'/{asked}"'.encode()
        if not any(wanted in content for name, content in files.items() if name.endswith(".html")):
            del files[f"assets/{asked}"]
    if address:
        files = with_addresses(files, address)
    files |= offline_files(files, tuple(known.values()), words)
    listing = [
        listed(view, planned, tuple(made[book.edition.id]))
        for view, book, planned in zip(views, books, plans, strict=True)
    ]
    files[LLMS] = llms(listing, words, address)
    return dict(sorted((files | read).items()))


def icons() -> OutputFiles:
    """The pictures that all pages share."""
    return {f"assets/{name}": _asset(name) for name in ICONS}


def _close(style: bytes) -> bytes:
    """A style without the blanks about braces and behind semicolons, of which a browser makes nothing."""
    return _BESIDE_SIGN.sub(rb"\1", style).replace(b";}", b"}")


def _asset(name: str) -> bytes:
    """A script or style as the site has it, without comments but for play.js's head, which tells programs
    how they run it; what is no text stays as it is."""
    content = assets.data("site", name)
    if not name.endswith((".js", ".css")):
        return content
    if name.endswith(".css"):
        return _close(without_comments(content))
    head, code, body = content.partition(b"(function") if name == _FOR_PROGRAMS else (b"", b"", content)
    return head + code + without_comments(body)


def _offered(book: Rulebook, planned: Plan, made: OutputFiles) -> Iterator[tuple[str, str]]:
    """What the front door offers of an edition: names of pages, and the keys of what they are called."""
    yield CONTENTS, "phases" if book.edition.phases else "contents"
    changes = next((name for (_, part), name in planned.changes.items() if not part), "")
    odds = (CALCULATOR, "bar_odds") if CALCULATOR in made else (TABLES, "tables")
    named = (
        (WHOLE, "document_rules"), (SHEET, "document_sheet"), odds, (FORCE, "force"),
        (changes, "changes"), (GLOSSARY, "glossary"), (MAP, "map"), (REPORT, "report"),
    )  # fmt: skip
    yield from ((name, label) for name, label in named if name in made)


class Entrance(NamedTuple):
    """An edition at the front door: what is said of it, and its pages with the keys of their labels."""

    view: EditionView
    offered: tuple[tuple[str, str], ...]


def _front_door(
    of_games: Sequence[Game], entrances: Mapping[str, Entrance], words: Labels, version: str
) -> bytes:
    """The games, each with its editions; of the first it says what each page is for."""
    played = any(name in (TABLES, CALCULATOR) for door in entrances.values() for name, _ in door.offered)
    lead = words["site_lead_play" if played else "site_lead"]
    return render(
        "site.html",
        {
            "t": words,
            "root": "",
            "edition": None,
            "menu": (),
            "version": version,
            "window_title": words["site"],
            "description": lead,
            "lead": lead,
            "alternates": (("text/plain", LLMS),),
            "games": [(game.title, [entrances[e.id] for e in game.editions]) for game in of_games],
            "jumps": len(of_games) > _JUMPED,
            "brief": len(entrances) > _MANY,
            "edition_ids": tuple(edition.id for game in of_games for edition in game.editions),
        },
    )
