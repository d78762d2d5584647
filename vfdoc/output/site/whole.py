"""The static site: editions in, a map of path to bytes out.

`index.html` lists the editions, each has a folder of its own, and `assets/` holds the styles, the
script and the icon. Every page is whole without the script, and nothing is loaded from elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc import assets
from vfdoc.model import InputError
from vfdoc.output.files import OutputFiles
from vfdoc.output.labels import DEFAULT_LANGUAGE, Labels, labels
from vfdoc.output.site.editions import EditionView, edition_view
from vfdoc.output.site.machine import LLMS, edition_json, listed, llms, with_addresses
from vfdoc.output.site.offline import ICONS, PAGE, offline_files, offline_page
from vfdoc.output.site.pages import edition_pages
from vfdoc.output.site.plates import Plates
from vfdoc.output.site.remarks import Attached
from vfdoc.output.site.templates import render
from vfdoc.output.site.translations import Translations
from vfdoc.output.site.volumes import Published, volume

ASSETS = (
    "desk.css", "find.js", "icon.svg", "load.js", "menu.js", "offline.js", "plates.css", "preview.js",
    "print.css", "search.js", "style.css", "theme.js", "tools.css",
)  # fmt: skip

__all__ = ["ASSETS", "Published", "site"]


def site(editions: Sequence[Published], version: str, address: str = "") -> OutputFiles:
    """The site of these editions, in the order given; `version` is vfdoc's own, `address` the absolute one
    under which the site will be read, where that is known.

    InputError where two editions bear one id, for each needs a folder of its own.
    """
    known = {published.rulebook.edition.id: published.rulebook.edition for published in editions}
    if len(known) < len(editions):
        ids = [published.rulebook.edition.id for published in editions]
        twice = next(id_ for id_ in ids if ids.count(id_) > 1)
        raise InputError(twice, "two editions bear this name", "rename the folder of one")
    address = f"{address.rstrip('/')}/" if address else ""
    # The front door speaks the editions' common language, else the default one; each edition its own.
    spoken = {edition.language for edition in known.values()}
    words = labels(spoken.pop() if len(spoken) == 1 else DEFAULT_LANGUAGE)
    views = [edition_view(p.rulebook, words, known, root="") for p in editions]
    files: OutputFiles = {f"assets/{name}": assets.data("site", name) for name in (*ASSETS, *ICONS)}
    files["index.html"] = _front_door(views, tuple(known), words, version)
    files[PAGE] = offline_page(views, words, version)
    read: OutputFiles = {}
    volumes = {published.rulebook.edition.id: volume(published) for published in editions}
    attached, translations, plates = Attached(volumes), Translations(volumes), Plates(volumes)
    for folder, edition in volumes.items():
        for name, content in edition_pages(edition, known, attached, translations, plates, version):
            (read if name.endswith(".md") else files)[f"{folder}/{name}"] = content
    if not any(b"/plates.css" in content for name, content in files.items() if name.endswith(".html")):
        del files["assets/plates.css"]
    if address:
        files = with_addresses(files, address)
    files |= offline_files(files, tuple(known.values()), words)
    for published in editions:
        for name, content in edition_json(published.rulebook, published.graph, published.findings):
            read[f"{published.rulebook.edition.id}/{name}"] = content
    files[LLMS] = llms(
        [listed(v, volumes[id_].plan, _below(read, id_)) for v, id_ in zip(views, known, strict=True)],
        words,
        address,
    )
    return dict(sorted((files | read).items()))


def _below(files: OutputFiles, folder: str) -> list[str]:
    """The names of the files in an edition's folder."""
    return [path.removeprefix(f"{folder}/") for path in files if path.startswith(f"{folder}/")]


def _front_door(views: Sequence[EditionView], shelf: Sequence[str], words: Labels, version: str) -> bytes:
    """The list of editions; `shelf` are their ids."""
    return render(
        "site.html",
        {
            "t": words,
            "root": "",
            "edition": None,
            "menu": (),
            "version": version,
            "window_title": words["site"],
            "description": words["site_lead"],
            "alternates": (("text/plain", LLMS),),
            "editions": views,
            "shelf": tuple(shelf),
        },
    )
