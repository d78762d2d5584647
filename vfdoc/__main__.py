"""`python -m vfdoc`: the command line, where the script `vfdoc` is not on the path."""

from __future__ import annotations

from vfdoc.cli import main

if __name__ == "__main__":
    main(prog_name="vfdoc")
