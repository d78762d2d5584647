"""The static site: editions in, a map of path to bytes out.

`index.html` lists the editions, each has a folder of its own, and `assets/` holds the styles, the
script and the icon. Every page is whole without the script, and nothing is loaded from elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from vfdoc import assets
from vfdoc.model import InputError
from vfdoc.output.files import OutputFiles
from vfdoc.output.site_editions import edition_view
from vfdoc.output.site_labels import DEFAULT_LANGUAGE, labels
from vfdoc.output.site_pages import edition_pages
from vfdoc.output.site_remarks import Attached
from vfdoc.output.site_templates import render
from vfdoc.output.site_volumes import Published, volume

ASSETS = ("desk.css", "icon.svg", "print.css", "style.css", "theme.js")

__all__ = ["ASSETS", "Published", "site"]


def site(editions: Sequence[Published], version: str) -> OutputFiles:
    """The site of these editions, in the order given; `version` is vfdoc's own.

    InputError where two editions bear one id, for each needs a folder of its own.
    """
    known = {published.rulebook.edition.id: published.rulebook.edition for published in editions}
    if len(known) < len(editions):
        ids = [published.rulebook.edition.id for published in editions]
        twice = next(id_ for id_ in ids if ids.count(id_) > 1)
        raise InputError(twice, "two editions bear this name", "rename the folder of one")
    files: OutputFiles = {f"assets/{name}": assets.text("site", name).encode() for name in ASSETS}
    files["index.html"] = _front_door(editions, version)
    volumes = {published.rulebook.edition.id: volume(published) for published in editions}
    attached = Attached(volumes)
    for folder, edition in volumes.items():
        for name, content in edition_pages(edition, known, attached, version):
            files[f"{folder}/{name}"] = content
    return dict(sorted(files.items()))


def _front_door(editions: Sequence[Published], version: str) -> bytes:
    """The list of editions, in their common language, else in the default one; each says its own."""
    spoken = {published.rulebook.edition.language for published in editions}
    words = labels(spoken.pop() if len(spoken) == 1 else DEFAULT_LANGUAGE)
    known = {published.rulebook.edition.id: published.rulebook.edition for published in editions}
    return render(
        "site.html",
        {
            "t": words,
            "root": "",
            "edition": None,
            "menu": (),
            "version": version,
            "window_title": words["site"],
            "editions": [edition_view(p.rulebook, words, known, root="") for p in editions],
        },
    )
