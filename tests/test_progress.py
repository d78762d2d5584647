"""How far long work is: told on a terminal alone, on standard error, and nothing of it is left there."""

from __future__ import annotations

import os
import pty
import subprocess
import sys

from vfdoc.model.logs import steps, watched

LONG = """
import time
from vfdoc.cli.terminal import working
from vfdoc.model.logs import steps
with working("checking"):
    for _ in steps("checks", range(4)):
        time.sleep(0.4)
print("done")
"""


def test_a_stage_tells_its_steps_and_leaves_those_around_it() -> None:
    with watched() as progress:
        editions = steps("editions", "ab")
        seen = [(progress.stage, inner) for outer in editions for inner in steps("pages", outer)]
        assert seen == [(("pages", 0, 1), "a"), (("pages", 0, 1), "b")]
        around = []
        for _ in steps("editions", "ab"):
            assert list(steps("pages", "xyz")) == ["x", "y", "z"]
            around.append(progress.stage)
    assert around == [("editions", 0, 2), ("editions", 1, 2)]
    assert progress.stage == ("", 0, 0)


def test_nobody_watches_and_the_steps_are_the_same() -> None:
    assert list(steps("pages", "ab")) == ["a", "b"]


def test_long_work_shows_a_bar_on_a_terminal() -> None:
    ours, theirs = pty.openpty()
    done = subprocess.run([sys.executable, "-c", LONG], stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    shown = b""
    try:
        while more := os.read(ours, 4096):
            shown += more
    except OSError:  # all is read
        pass
    os.close(ours)
    text = shown.decode("utf-8", "replace")
    assert "checks [##########----------] 2 of 4" in text or "checks [###############-----] 3 of 4" in text
    assert text.endswith("\r\x1b[K")
    assert done.stdout == b"done\n"


def test_elsewhere_nothing_is_shown() -> None:
    done = subprocess.run([sys.executable, "-c", LONG], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"done\n", b"")
