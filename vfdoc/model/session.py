"""The session: what was worked out before is remembered in it, for as long as the same texts are asked about.

A memoized function is a pure one of values. Its results lie in the session that is active where it is
called (`Session.active`), not in the process: of two sessions neither sees the other's, one that is let go
of is gone as a whole, and where none is active nothing is remembered. Nothing but speed depends on it.

A session holds as many results of each function as the texts are long that are read in it (`Session.holds`),
so that one pass over them never throws out what the next one needs; beyond, the least recently used go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar, cast

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
_Of = TypeVar("_Of")

_FEWEST = 1 << 13  # results of each function that any session holds
_CHARACTERS = 8  # of text for each result more
_FEW = 64


class Session:
    """What is remembered of some texts. `resident` is one of a process that asks about the same texts again
    after an edit: it remembers what only the next pass needs, too.
    """

    def __init__(self, *, resident: bool = False) -> None:
        self.resident = resident
        self._most = _FEWEST
        self._texts: dict[str, int] = {}
        self._tables: dict[Callable[..., Any], Any] = {}
        self._last: dict[Callable[..., Any], tuple[Any, Any]] = {}

    @contextmanager
    def active(self) -> Iterator[Session]:
        """Within, memoized functions remember in this session (in this thread and context alone)."""
        token = _ACTIVE.set(self)
        try:
            yield self
        finally:
            _ACTIVE.reset(token)

    def holds(self, text: str, characters: int) -> None:
        """Says how long a text is (by its name) that is read in this session: its results have room."""
        self._texts[text] = characters
        needed = self.characters // _CHARACTERS
        if needed > self._most:  # what there is was worked out of less text, and is worked out anew
            self.drop()
            self._most = 2 * needed

    @property
    def characters(self) -> int:
        """How long the texts are, together, that were read in this session."""
        return sum(self._texts.values())

    def drop(self) -> None:
        """Drops everything that is remembered; what is asked next is worked out anew."""
        self._tables.clear()
        self._last.clear()

    def _table(self, function: Callable[..., Any], most: int | None) -> Callable[..., Any]:
        found = self._tables[function] = lru_cache(most or self._most)(function)
        return found

    def last(self, function: Callable[[_Of], _Found], of: _Of) -> _Found:
        """The function's result for that object: its last one where it is the same object."""
        known = self._last.get(function)
        if known is None or known[0] is not of:
            self._last.pop(function, None)  # before the next is worked out, so that never two are held
            known = self._last[function] = of, function(of)
        return cast(_Found, known[1])

    def worked(self, function: Callable[..., Any]) -> int:
        """How often a memoized function had to work a result out since all was dropped."""
        table = self._tables.get(getattr(function, "__wrapped__", function))
        return 0 if table is None else int(table.cache_info().misses)


_ACTIVE: ContextVar[Session | None] = ContextVar("vfdoc.session", default=None)


@contextmanager
def current_session() -> Iterator[Session]:
    """The active session; where there is none, a new one for this pass."""
    session = _ACTIVE.get()
    if session is not None:
        yield session
    else:
        with Session().active() as session:
            yield session


@contextmanager
def resident_session() -> Iterator[Session]:
    """The active session where it is a resident one, else a new one for this pass: what is built again and
    again (by a watch, a preview, an editor) is remembered once."""
    session = _ACTIVE.get()
    if session is not None and session.resident:
        yield session
    else:
        with Session(resident=True).active() as session:
            yield session


def active_session() -> Session | None:
    """The session that is active here, if one is."""
    return _ACTIVE.get()


def memoized(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """Remembers the results of a function by its arguments, in the active session. For what one pass over a
    text asks several times; the arguments are hashable, and neither they nor the results are ever changed."""
    return _memoized(function)


def memoized_few(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """As `memoized`, of what there is one of an edition or a language, and what is large: the latest few."""
    return _memoized(function, most=_FEW)


def incremental(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """As `memoized`, of what one pass asks once and the next one again: remembered in a resident session
    alone, for in any other it would only cost."""
    return _memoized(function, resident=True)


def _memoized(
    function: Callable[_Asked, _Found], *, resident: bool = False, most: int | None = None
) -> Callable[_Asked, _Found]:
    @wraps(function)
    def asked(*key: _Asked.args, **named: _Asked.kwargs) -> _Found:
        session = _ACTIVE.get()
        if session is None or (resident and not session.resident):
            return function(*key, **named)
        table = session._tables.get(function) or session._table(function, most)
        return cast(_Found, table(*key, **named))

    return asked


def memoized_last(function: Callable[[_Of], _Found]) -> Callable[[_Of], _Found]:
    """Remembers the last result of a function, in the active session; its argument is known by being the same
    object: what several steps of one pass ask of one rulebook."""

    @wraps(function)
    def asked(of: _Of) -> _Found:
        session = _ACTIVE.get()
        return function(of) if session is None else session.last(function, of)

    return asked


def in_session(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """Runs a stage in the active session; where there is none, in one of its own."""

    @wraps(function)
    def staged(*told: _Asked.args, **named: _Asked.kwargs) -> _Found:
        with current_session():
            return function(*told, **named)

    return staged


def table_of(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """A function with a table of its own, as large as the active session says: for what a memoized function
    gives back, and dropped with that."""
    session = _ACTIVE.get()
    return cast(Callable[_Asked, _Found], lru_cache(session._most if session else _FEWEST)(function))


def constant(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """Keeps, as long as the process runs, what depends on nothing but files that come with vfdoc, and on
    which of them is asked for: a compiled grammar, a word list."""
    return cast(Callable[_Asked, _Found], lru_cache(maxsize=64)(function))
