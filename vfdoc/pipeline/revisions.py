"""What a git revision held: files of it, laid out in a temporary folder to be read like any others.

The words behind the `@` come from outside: they reach git behind `--end-of-options`, as a revision and
nothing else. Only plain files are laid out, each below the folder that was asked for. The repository is
not trusted: what it lacks is not fetched, and no program that its configuration names is run.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath

from vfdoc.model import InputError
from vfdoc.reading.sources import printable

_SECONDS = 60
_PLAIN = ("100644", "100755")
# No program of the repository's is run: no monitor, hook or pager, and no remote is asked for what is
# missing (its `uploadpack` would be a command). Older gits do not know the first; the second holds in all.
_SETTINGS = (
    "core.fsmonitor=false", "core.hooksPath=/dev/null", "core.alternateRefsCommand=true",
    "protocol.allow=never", "safe.bareRepository=explicit", "core.quotePath=false",
)  # fmt: skip
_NO_FETCH = {"GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none"}
_QUIET = {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
# Set where a hook of git's runs us: they would name another repository than the one that holds the path.
_OF_ONE_REPOSITORY = frozenset(
    f"GIT_{name}"
    for name in (
        "DIR", "WORK_TREE", "COMMON_DIR", "INDEX_FILE", "OBJECT_DIRECTORY", "ALTERNATE_OBJECT_DIRECTORIES",
        "NAMESPACE", "PREFIX", "GRAFT_FILE", "SHALLOW_FILE", "REPLACE_REF_BASE",
        "GLOB_PATHSPECS", "NOGLOB_PATHSPECS", "ICASE_PATHSPECS",  # at odds with `--literal-pathspecs`
    )
)  # fmt: skip


@contextmanager
def checked_out(path: Path, revision: str, called: str) -> Iterator[Path]:
    """`path` as it was at `revision`, in a temporary folder that is gone afterwards.

    A file comes with the folder that it stands in where that is an edition's. InputError, called by
    the name `called`, where there is no git, no repository, no such revision, nothing of that path, or
    a repository that holds its content elsewhere (a partial clone).
    """
    place = Path(os.path.abspath(path))
    top = _top(place, called)
    asked = _git(
        top, called, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
    )
    commit = asked.stdout.decode("ascii", "replace").strip()
    if asked.returncode or not commit.isalnum():  # "^" and a name is what a revision excludes
        raise InputError(called, f"git knows no revision {revision!r}", "name a commit, a branch or a tag")
    wanted = PurePosixPath(os.path.relpath(os.path.realpath(place), top).replace(os.sep, "/"))
    if ".." in wanted.parts:
        raise InputError(called, "is a link that leads out of the repository", "name a file that lies in it")
    files = _files(top, commit, wanted, called)
    with tempfile.TemporaryDirectory(prefix="vfdoc-") as folder:
        # The folder bears the name of the one it stands for: an edition may be called by it.
        root = Path(folder) / os.path.basename(top)
        _lay_out(root, top, files, called)
        yield root / wanted


def commits_of(path: Path, called: str, most: int) -> tuple[str, ...]:
    """The last commits that touched what lies at a path, shortened, the newest first; InputError where there
    is no git or no repository."""
    place = Path(os.path.abspath(path))
    top = _top(place, called)
    wanted = os.path.relpath(os.path.realpath(place), top)
    asked = _git(top, called, "log", "--format=%h", f"--max-count={most}", "--", wanted)
    return tuple(asked.stdout.decode("ascii", "replace").split())


def _top(place: Path, called: str) -> str:
    """The root of the repository that holds a path, which need not exist any more."""
    here = next(folder for folder in (place, *place.parents) if folder.is_dir())
    found = _git(str(here), called, "rev-parse", "--show-toplevel")
    if b"dubious ownership" in found.stderr:
        remedy = "see safe.directory in `git help config` if you trust it, or leave out @REV"
        raise InputError(called, "lies in a git repository that belongs to someone else", remedy)
    top = found.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
    if found.returncode or not top:
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
    if listing.returncode:
        raise _missing(top, called, "the list of its files")
    found: dict[str, str] = {}
    for entry in listing.stdout.decode("utf-8", "surrogateescape").split("\0"):
        about, _, name = entry.partition("\t")
        if about and about.split()[0] in _PLAIN and not {"..", ".git"} & set(PurePosixPath(name).parts):
            found[name] = about.split()[2]
    return found


def _lay_out(root: Path, top: str, files: dict[str, str], called: str) -> None:
    given = "".join(f"{name}\n" for name in files.values())
    data = _git(top, called, "cat-file", "--batch", given=given).stdout
    at = 0
    for name in files:
        end = data.find(b"\n", at)
        head = data[at:end].split() if end >= 0 else []  # name, kind, size; or the name, and "missing"
        if len(head) != 3 or len(data) < end + 1 + int(head[2]):
            raise _missing(top, called, f"the content of {printable(name)}")
        size = int(head[2])
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data[end + 1 : end + 1 + size])
        at = end + size + 2


def _missing(top: str, called: str, what: str) -> InputError:
    """What is said of an object that the repository does not hold."""
    partial = r"^(extensions\.partialclone|remote\..*\.promisor)$"
    if _git(top, called, "config", "--get-regexp", partial).stdout:
        what = f"the repository is a partial clone without {what} at that revision"
        return InputError(called, what, "vfdoc fetches nothing: let git fetch it, if you trust its remote")
    return InputError(called, f"the repository is damaged: it lacks {what}", "see `git fsck`")


def _git(folder: str, called: str, *words: str, given: str = "") -> subprocess.CompletedProcess[bytes]:
    """What a git command answers, that reads and runs nothing else."""
    settings = [word for setting in _SETTINGS for word in ("-c", setting)]
    own = {name: value for name, value in os.environ.items() if name not in _OF_ONE_REPOSITORY}
    try:
        return subprocess.run(
            ["git", "--no-pager", "-C", folder, *settings, "--literal-pathspecs", *words],
            input=given.encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=False,
            env={**own, **_QUIET, **_NO_FETCH},
        )
    except FileNotFoundError:
        raise InputError(called, "git is not installed", "install git, or leave out @REV") from None
    except (OSError, subprocess.TimeoutExpired, ValueError) as error:
        raise InputError(called, f"git cannot be asked ({error})", "leave out @REV") from None
