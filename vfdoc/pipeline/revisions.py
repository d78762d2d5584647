"""What a git revision held: files of it, laid out in a temporary folder to be read like any others.

The words behind the `@` come from outside: they reach git behind `--end-of-options`, as a revision and
nothing else. Only plain files are laid out, each below the folder that was asked for.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from vfdoc.model import InputError

_SECONDS = 60
_PLAIN = ("100644", "100755")


@contextmanager
def checked_out(path: Path, revision: str, called: str) -> Iterator[Path]:
    """`path` as it was at `revision`, in a temporary folder that is gone afterwards.

    A file comes with the folder that it stands in where that is an edition's. InputError, called by
    the name `called`, where there is no git, no repository, no such revision, or nothing of that path.
    """
    place = Path(os.path.abspath(path))
    top = _top(place, called)
    commit = _git(
        top, called, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    )
    if not commit.strip():
        raise InputError(called, f"git knows no revision {revision!r}", "name a commit, a branch or a tag")
    wanted = PurePosixPath(os.path.relpath(os.path.realpath(place), top).replace(os.sep, "/"))
    files = _files(top, commit.decode().strip(), wanted, called)
    with tempfile.TemporaryDirectory(prefix="vfdoc-") as folder:
        # The folder bears the name of the one it stands for: an edition may be called by it.
        root = Path(folder) / os.path.basename(top)
        _lay_out(root, top, files, called)
        yield root / wanted


def _top(place: Path, called: str) -> str:
    """The root of the repository that holds a path, which need not exist any more."""
    here = next(folder for folder in (place, *place.parents) if folder.is_dir())
    found = _git(str(here), called, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape")
    top = found.removesuffix("\n")
    if not top:
        raise InputError(called, "lies in no git repository", "leave out @REV, or name a path in one")
    return os.path.realpath(top)


def _files(top: str, commit: str, wanted: PurePosixPath, called: str) -> dict[str, str]:
    """The plain files at or below a path in a commit, each with the name of its content."""
    found = _listed(top, commit, wanted, called)
    beside = wanted.parent / "edition.toml"
    if list(found) == [str(wanted)] and wanted.name and _listed(top, commit, beside, called):
        found |= _listed(top, commit, wanted.parent, called)
    if not found:
        raise InputError(called, "was not there at that revision", "see `git log --all -- PATH`")
    return found


def _listed(top: str, commit: str, path: PurePosixPath, called: str) -> dict[str, str]:
    at = [] if str(path) == "." else [str(path)]
    listing = _git(top, called, "ls-tree", "-r", "-z", "--full-tree", commit, "--", *at)
    found: dict[str, str] = {}
    for entry in listing.decode("utf-8", "surrogateescape").split("\0"):
        about, _, name = entry.partition("\t")
        if about and about.split()[0] in _PLAIN and not {"..", ".git"} & set(PurePosixPath(name).parts):
            found[name] = about.split()[2]
    return found


def _lay_out(root: Path, top: str, files: dict[str, str], called: str) -> None:
    data = _git(top, called, "cat-file", "--batch", given="".join(f"{name}\n" for name in files.values()))
    at = 0
    for name in files:
        end = data.index(b"\n", at)
        size = int(data[at:end].split()[2])
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data[end + 1 : end + 1 + size])
        at = end + size + 2


def _git(folder: str, called: str, *words: str, given: str = "") -> bytes:
    """What a git command prints; nothing where it says no."""
    settings = ("-c", "core.fsmonitor=false", "-c", "core.quotePath=false", "--literal-pathspecs")
    try:
        done = subprocess.run(
            ["git", "-C", folder, *settings, *words],
            input=given.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
            env={**os.environ, "GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"},
        )
    except FileNotFoundError:
        raise InputError(called, "git is not installed", "install git, or leave out @REV") from None
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise InputError(called, f"git cannot be asked ({error})", "leave out @REV") from None
    return done.stdout if done.returncode == 0 else b""
