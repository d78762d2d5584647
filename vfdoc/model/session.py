"""The session: what was worked out before is remembered in it, for as long as the same texts are asked about.

A memoized function is a pure one of values. Its results lie in the session that is active where it is
called (`Session.active`), not in the process: of two sessions neither sees the other's, one that is let go
of is gone as a whole, and where none is active nothing is remembered. Nothing but speed depends on it.

A session holds as many results of each function as the texts are long that are read in it (`Session.holds`),
so that one pass over them never throws out what the next one needs; beyond, the least recently used go.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, Generic, ParamSpec, TypeVar, cast

from vfdoc.model.garbage import gc_paused

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
_Of = TypeVar("_Of")
_Result = TypeVar("_Result")

_FEWEST = 1 << 13  # results of each function that any session holds
_CHARACTERS = 8  # of text for each result more
_FEW = 64
_EVOLVING = 8  # texts of which a session holds what evolves


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
        self._evolving: dict[Callable[..., Any], dict[Hashable, tuple[Any, Any]]] = {}
        self._latest: dict[Callable[..., Any], tuple[Any, Any]] = {}
        self._settled: dict[Callable[..., Any], list[tuple[tuple[Any, ...], Any]]] = {}
        self._of_stage: dict[Hashable, Any] = {}
        self._stages = 0

    @contextmanager
    def active(self) -> Iterator[Session]:
        """Within, memoized functions remember in this session (in this thread and context alone)."""
        token = _ACTIVE.set(self)
        try:
            yield self
        finally:
            _ACTIVE.reset(token)

    @contextmanager
    def stage(self) -> Iterator[None]:
        """Within, what lies on the disk stays as it is, however often it is asked for (`once_a_stage`); of
        stages within one another the outermost counts."""
        if not self._stages:
            self._of_stage.clear()
        self._stages += 1
        try:
            yield
        finally:
            self._stages -= 1
            if not self._stages:
                self._of_stage.clear()

    def look_again(self) -> None:
        """What lies on the disk is another now: it is asked for again, within a stage too."""
        self._of_stage.clear()

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
        self._evolving.clear()
        self._latest.clear()
        self._settled.clear()

    def _table(self, function: Callable[..., Any], most: int | None) -> Callable[..., Any]:
        found = self._tables[function] = lru_cache(most or self._most)(function)
        return found

    def last(self, function: Callable[[_Of], _Found], of: _Of) -> _Found:
        """The function's result for that object: its last one where it is the same object."""
        known = self._last.get(function)
        if known is None or known[0] is not of:
            self._last.pop(function, None)  # before the next is worked out, so that never two are held
            known = self._last[function] = of, function(of)
        found: _Found = known[1]
        return found

    def evolved(
        self,
        function: Callable[[_Of, _Found | None], _Found],
        of: _Of,
        name: Hashable,
        most: int = _EVOLVING,
    ) -> _Found:
        """The function's result for that object, made of its last one of the same name; of so many names."""
        own = self._evolving.setdefault(function, {})
        before = own.get(name)
        if before is not None and before[0] is of:
            known: _Found = before[1]
            return known
        found = function(of, before[1] if before is not None else None)
        own.pop(name, None)
        own[name] = of, found
        while len(own) > most:
            del own[next(iter(own))]
        return found

    def settled(self, function: Callable[..., _Found], of: tuple[Any, ...]) -> _Found:
        """The function's result for those arguments: one of its last ones where they are equal."""
        known = self._settled.setdefault(function, [])
        for at, (before, found) in enumerate(known):
            if before == of:
                known.insert(0, known.pop(at))
                return cast(_Found, found)
        made = function(*of)
        known.insert(0, (of, made))
        del known[_EVOLVING:]
        return made

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


@contextmanager
def passing_memos() -> Iterator[None]:
    """Within, what a session that is not resident begins to remember is forgotten behind it: what a step with
    much in it (the mechanics of a long text, one check) asks of itself again and again."""
    session = _ACTIVE.get()
    if session is None or session.resident:
        yield
        return
    memos: tuple[dict[Callable[..., Any], Any], ...] = session._tables, session._last
    known = [set(each) for each in memos]
    yield
    for each, before in zip(memos, known, strict=True):
        for function in each.keys() - before:
            del each[function]


def active_session() -> Session | None:
    """The session that is active here, if one is."""
    return _ACTIVE.get()


def is_resident() -> bool:
    """Whether the active session is one that asks again after an edit."""
    session = _ACTIVE.get()
    return session is not None and session.resident


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
        found: _Found = table(*key, **named) if named else table(*key)  # asked very often
        return found

    return asked


def memoized_last(function: Callable[[_Of], _Found]) -> Callable[[_Of], _Found]:
    """Remembers the last result of a function, in the active session; its argument is known by being the same
    object: what several steps of one pass ask of one rulebook."""

    @wraps(function)
    def asked(of: _Of) -> _Found:
        session = _ACTIVE.get()
        return function(of) if session is None else session.last(function, of)

    return asked


def once_a_stage(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """Asks a function of what lies on the disk once in a stage (`in_session`) for the same arguments: the
    files that describe an edition, which one step after another asks for."""

    @wraps(function)
    def asked(*key: _Asked.args, **named: _Asked.kwargs) -> _Found:
        session = _ACTIVE.get()
        if session is None or not session._stages:
            return function(*key, **named)
        name = function, key, tuple(named.items())
        if name not in session._of_stage:
            session._of_stage[name] = function(*key, **named)
        return cast(_Found, session._of_stage[name])

    return asked


def settled(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """As `memoized_last`, by equal arguments in place of the same object, in a resident session alone: for
    what rests on much that most edits leave as it was. To compare it must cost less than to work it out; what
    is equal comes back as the same object, by which others know it."""

    @wraps(function)
    def asked(*key: _Asked.args, **named: _Asked.kwargs) -> _Found:
        session = _ACTIVE.get()
        if session is None or not session.resident or named:
            return function(*key, **named)
        return session.settled(function, key)

    return asked


def evolving(
    name: Callable[[_Of], Hashable],
) -> Callable[[Callable[[_Of, _Found | None], _Found]], Callable[[_Of], _Found]]:
    """Hands a function, in a resident session, its last result for what has the same `name`, of which it may
    make the next; elsewhere None. Either way the result says the same."""

    def decorated(function: Callable[[_Of, _Found | None], _Found]) -> Callable[[_Of], _Found]:
        @wraps(function)
        def asked(of: _Of) -> _Found:
            session = _ACTIVE.get()
            if session is None:
                return function(of, None)
            if session.resident:
                latest = session._latest.get(function)
                if latest is None or latest[0] is not of:  # else it is asked again within one pass
                    latest = of, session.evolved(function, of, name(of))
                    session._latest[function] = latest
                found: _Found = latest[1]
                return found
            return session.last(cast(Callable[[_Of], _Found], first), of)

        def first(of: _Of) -> _Found:
            return function(of, None)

        return asked

    return decorated


class Carried(Generic[_Result]):
    """Results that rest on some words each, carried from one pass over a text to the next: a result that the
    last pass asked for holds while none of its words has `changed` since (None: nobody knows which)."""

    def __init__(self, before: Carried[_Result] | None, changed: Collection[Hashable] | None) -> None:
        self._last = before._now if before is not None and changed is not None else {}
        self._now: dict[Hashable, _Result] = {}
        self._changed = frozenset(changed or ())

    def of(self, key: Hashable, words: Iterable[Hashable], work: Callable[[], _Result]) -> _Result:
        """The result of that key, which rests on these words; else what `work` finds."""
        found = self._now.get(key)
        if found is None:
            found = self._last.get(key)
            if found is None or not self._changed.isdisjoint(words):
                found = work()
            self._now[key] = found
        return found


def in_session(function: Callable[_Asked, _Found]) -> Callable[_Asked, _Found]:
    """Runs a stage in the active session; where there is none, in one of its own. Garbage is sought behind
    it."""

    @wraps(function)
    def staged(*told: _Asked.args, **named: _Asked.kwargs) -> _Found:
        with current_session() as session, gc_paused(), session.stage():
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
