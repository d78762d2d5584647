"""The order of the stages by which an edition becomes one file, and what a live preview watches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from vfdoc import assets
from vfdoc.model import InputError
from vfdoc.model.garbage import gc_paused
from vfdoc.model.session import in_session, resident_session
from vfdoc.pipeline.paths import LoadedRulebook, edition_folder, read, read_all
from vfdoc.pipeline.site_build import part_of_site
from vfdoc.site.single import single as made_single


def with_neighbours(
    name: str, paths: Sequence[str], as_edition: str | None = None
) -> tuple[LoadedRulebook, tuple[LoadedRulebook, ...]]:
    """The edition that `name` names, and all that is read beside it: what is said there about its rules
    stands under them. `as_edition` speaks of a text without an edition of its own."""
    beside = read_all(paths, as_edition)
    found = next((each for each in beside if name == each.rulebook.edition.id), None)
    if found is None:
        found = replace(read(name), document=None)
        known = found.rulebook.edition.id
        beside = [found, *(each for each in beside if each.rulebook.edition.id != known)]
    return found, tuple(beside)


@in_session
def single(edition: LoadedRulebook, reads: Sequence[LoadedRulebook], address: str = "") -> bytes:
    """The edition as one file of HTML, made among `reads`; `address` is that of the site that holds them,
    where there is one."""
    from importlib.metadata import version

    program, known = version("vfdoc"), {each.rulebook.edition.id: each.rulebook.edition for each in reads}
    with gc_paused(), resident_session():
        files = part_of_site(reads, edition.rulebook.edition.id, program)
        return made_single(files, edition.rulebook, known, program, address)


def preview(files: Mapping[str, bytes]) -> Mapping[str, bytes]:
    """The files with the script that loads a page anew when its text has changed."""
    return {**files, "assets/live.js": assets.data("site", "live.js")}


def sources(paths: Sequence[str], as_edition: str | None = None) -> tuple[Path, ...]:
    """The files and folders that change what `paths` are read as: themselves, the folders of editions that
    they name with those of their games, and ./rulesets (the bundled one where no path is given and there is
    none).
    """
    here = Path("rulesets")
    found = [here] if here.is_dir() else []
    if not paths and not found:
        found = [assets.folder("rulesets")]
    for name in (*paths, *((as_edition,) if as_edition is not None else ())):
        place = Path(name)
        folder = None if place.exists() else edition_folder(name.partition("/")[0])
        if place.is_file() and (place.parent / "edition.toml").is_file():
            found.append(place.parent)
        elif place.exists() or folder is not None:
            found.append(folder or place)
    editions = [folder for folder in found if (folder / "edition.toml").is_file()]
    found += [file.parent for folder in editions for file in _words(folder)]
    return tuple(dict.fromkeys(found))


def _words(folder: Path) -> tuple[Path, ...]:
    """The files of the words that hold for an edition's folder; none where it says no game that is known."""
    from vfdoc.reading.games import layers

    try:
        names = ("glossary.toml", "wording.toml", "asked.toml")
        return tuple(path for name in names for path in layers(folder, name))
    except InputError:
        return ()
