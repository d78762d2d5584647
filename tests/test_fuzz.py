"""A bounded run of the fuzzer, of the same inputs on every machine; `make fuzz` runs a million."""

from __future__ import annotations

import pytest
from fuzz import Broken, Fuzzer, failures, hold_laws, smallest
from fuzz_commands import COMMANDS, command_failures
from thoroughness import THOROUGH, some

from vfdoc.model import Rulebook
from vfdoc.reading.rulebook import read_copy
from vfdoc.reading.sources import source_of

INPUTS = 1500 if THOROUGH else 150  # of each seed
ROUNDS = 4 if THOROUGH else 1  # of every command


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_whatever_a_text_holds_the_laws_hold(seed: int) -> None:
    found = list(failures(Fuzzer(seed), range(INPUTS)))
    assert not found, "\n".join(f"input {number}: {how}\n{text!r}" for number, text, how in found)


@pytest.mark.parametrize(("number", "text"), [(1408, "INDEX\n5.1) 2\nnd\r5.1")])
def test_what_once_broke_a_law_holds_it(number: int, text: str) -> None:
    Fuzzer().hold(number, text)


def test_no_command_fails_over_any_text() -> None:
    found = list(command_failures(1, some(range(ROUNDS * len(COMMANDS)))))
    assert not found, "\n".join(f"input {number}, vfdoc {command}: {how}" for number, command, how in found)


def test_a_number_is_always_the_same_text() -> None:
    assert Fuzzer(7).text(5) == Fuzzer(7).text(5) != Fuzzer(8).text(5)


def test_the_fuzzer_sees_a_broken_law_and_cuts_the_text(monkeypatch: pytest.MonkeyPatch) -> None:
    def shifted(source: object, edition: object) -> Rulebook:
        book = read_copy(source, None, "x")  # type: ignore[arg-type]
        documents = tuple(
            type(d)(d.id, d.kind, d.source, d.sections, tuple(r._replace(column=2) for r in d.references))
            for d in book.documents
        )
        return Rulebook(book.edition, documents)

    with pytest.raises(Broken, match="does not stand"):
        hold_laws(shifted(source_of("## 1.1 A\n\nsee (1.1)\n"), None))
    monkeypatch.setattr("fuzz.READINGS", (shifted,))
    text = smallest(Fuzzer(), 0, "## 1.1 A\n\nWords and words.\n\nMore, see 1.1 for it.\n\n## 1.2 B\n")
    assert len(text) < 20
