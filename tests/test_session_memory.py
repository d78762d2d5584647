"""What a session remembers, for how long, and of how much: the memory itself; that it changes nothing is
held by test_session.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import Context
from pathlib import Path

import pytest

from vfdoc.model.session import (
    Session,
    incremental,
    memoized,
    memoized_few,
    memoized_last,
    once_a_stage,
    passing_memos,
    settled,
)


@pytest.fixture(autouse=True)
def session() -> Iterator[Session]:
    """The session of a process that checks the same texts again."""
    with Session(resident=True).active() as session:
        yield session


def test_what_is_remembered_is_bounded_by_the_text_and_dropped_as_a_whole() -> None:
    asked: list[int] = []

    @memoized
    def twice(number: int) -> int:
        asked.append(number)
        return 2 * number

    session = Session()
    with session.active():
        assert [twice(1), twice(1), twice(2), twice(1)] == [2, 2, 4, 2]
        assert asked == [1, 2]
        for number in range(20_000):
            twice(number)
        asked.clear()
        twice(1)
        assert asked == [1]  # so many others took its place
        session.holds("long.md", 8 * 20_000)
        for _ in range(2):
            asked.clear()
            for number in range(20_000):
                twice(number)
        assert not asked
        session.drop()
        twice(1)
        assert asked == [1]


def test_two_sessions_do_not_see_one_another_and_none_remembers_nothing() -> None:
    asked: list[str] = []

    @memoized
    def loud(word: str) -> str:
        asked.append(word)
        return word.upper()

    def run() -> None:
        for _ in range(2):
            loud("a")

    Context().run(run)
    assert asked == ["a", "a"]
    one, other = Session(), Session()
    for session in (one, other, one):
        with session.active():
            run()
    assert asked == ["a", "a", "a", "a"]


def test_what_only_the_next_pass_needs_is_remembered_by_who_asks_again() -> None:
    asked: list[str] = []

    @incremental
    def loud(word: str) -> str:
        asked.append(word)
        return word.upper()

    for session, times in ((Session(), 2), (Session(resident=True), 1)):
        asked.clear()
        with session.active():
            assert (loud("a"), loud("a")) == ("A", "A")
        assert len(asked) == times


def test_what_one_step_remembers_is_forgotten_behind_it_but_by_who_asks_again() -> None:
    asked: list[str] = []

    @memoized
    def before(word: str) -> str:
        asked.append(word)
        return word

    @memoized
    def within(word: str) -> str:
        asked.append(word)
        return word

    @memoized_last
    def large(word: str) -> str:
        asked.append(word)
        return word

    word = "a"
    for session, times in ((Session(), (1, 2, 2)), (Session(resident=True), (1, 1, 1))):
        asked.clear()
        with session.active():
            before(word)
            with passing_memos():
                assert [f(word) for f in (before, within, within, large, large)] == [word] * 5
            assert len(asked) == 3
            assert [f(word) for f in (before, within, large)] == [word] * 3
        assert len(asked) == sum(times)


def test_of_what_is_large_there_are_a_few() -> None:
    asked: list[int] = []

    @memoized_few
    def large(number: int) -> int:
        asked.append(number)
        return number

    for number in (*range(100), 99, 0):
        large(number)
    assert len(asked) == 101


def test_the_last_is_known_by_being_the_same_object(session: Session) -> None:
    asked: list[tuple[str, ...]] = []

    @memoized_last
    def first(words: tuple[str, ...]) -> str:
        asked.append(words)
        return words[0]

    one = ("a", "b")
    equal = one[:1] + one[1:]
    assert (first(one), first(one), first(equal), first(one)) == ("a", "a", "a", "a")
    assert len(asked) == 3
    session.drop()
    assert first(one) == "a"
    assert len(asked) == 4


def test_what_is_worked_out_of_equal_values_comes_back_as_the_same_object(session: Session) -> None:
    worked: list[object] = []

    @settled
    def pair(words: tuple[str, ...], number: int) -> list[object]:
        worked.append(words)
        return [words, number]

    first = pair(("a", "b"), 1)
    assert pair(("a", "b"), 1) is first
    assert pair(("a", "c"), 1) == [("a", "c"), 1]
    assert pair(("a", "b"), 1) is first
    assert len(worked) == 2
    session.drop()
    assert pair(("a", "b"), 1) is not first
    with Session().active():  # nothing comes after
        assert pair(("a", "b"), 1) is not pair(("a", "b"), 1)


def test_the_disk_is_asked_once_a_stage(tmp_path: Path, session: Session) -> None:
    file = tmp_path / "words.txt"
    file.write_text("one", encoding="utf-8")

    @once_a_stage
    def read(path: Path) -> str:
        return path.read_text(encoding="utf-8")

    with session.stage():
        assert read(file) == "one"
        file.write_text("two", encoding="utf-8")
        with session.stage():
            assert read(file) == "one"
        assert read(file) == "one"
        session.look_again()
        assert read(file) == "two"
    file.write_text("three", encoding="utf-8")
    assert read(file) == "three"  # outside of a stage nothing is kept
    with session.stage():
        assert read(file) == "three"
