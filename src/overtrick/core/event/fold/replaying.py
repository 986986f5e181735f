"""Fold a whole book: postings that cannot be folded are set aside, and everything after them stands.

A copy costs little even in a large field, and folding into it leaves the original unchanged.

Postings that this program accepted are never set aside. A book from an older program, an import or a newer program
may contain postings that this one cannot fold; they keep their numbers and have no effect.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from functools import partial
from typing import Any, Protocol, TypeVar

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import Posting, PostingsUndone

T = TypeVar("T")


def copy_mutable(value: T) -> T:
    """A copy in which mutable objects are new and frozen ones are shared."""
    return _copy_value(value)  # type: ignore[no-any-return]  # the same type as the argument


_WAYS: dict[type[Any], Callable[[Any], Any] | None] = {}


def _copy_value(value: Any) -> Any:
    copy = _way(type(value))
    return value if copy is None else copy(value)


def _way(kind: type[Any]) -> Callable[[Any], Any] | None:
    """The function that copies values of a type; None if they are frozen and shared. Cached."""
    if kind not in _WAYS:
        _WAYS[kind] = _way_of(kind)
    return _WAYS[kind]


def _way_of(kind: type[Any]) -> Callable[[Any], Any] | None:
    if issubclass(kind, dict):
        return _dict
    if issubclass(kind, list):
        return _list
    if issubclass(kind, set):
        return set
    if is_dataclass(kind) and not kind.__dataclass_params__.frozen:  # type: ignore[attr-defined]  # dataclasses have it
        return partial(_dataclass, kind, tuple(field.name for field in fields(kind)))
    return None


def _dict(value: dict[Any, Any]) -> dict[Any, Any]:
    other = value.copy()  # of the same type: some are defaultdicts
    first = next(iter(value.values()), None)
    if _way(type(first)) is not None:  # all values have the same type
        for key, part in value.items():
            other[key] = _copy_value(part)
    return other


def _list(value: list[Any]) -> list[Any]:
    return [_copy_value(part) for part in value]


def _dataclass(kind: type[Any], names: tuple[str, ...], value: Any) -> Any:
    other = object.__new__(kind)
    for name in names:
        try:
            part = object.__getattribute__(value, name)
        except AttributeError:  # not loaded yet, so not in the copy either
            continue
        object.__setattr__(other, name, _copy_value(part))
    return other


CHECKPOINT = 5000
"""The number of postings after which a copy is stored, from which an interrupted fold starts again."""


@dataclass(frozen=True, slots=True)
class SetAside:
    """A posting that this program cannot fold: its number, its act, who posted it when, and why it cannot."""

    number: int
    act: str
    by: str
    at: str
    why: str

    @property
    def remedy(self) -> str:
        """What the director can do about it."""
        return (
            "It keeps its number and its key, and changes nothing; all that was posted after it stands. "
            "Post again what it was meant to say, or open the book with the program that wrote it."
        )

    @classmethod
    def of(cls, posting: Posting, why: str) -> "SetAside":
        """The record of a posting that is set aside for this reason."""
        return cls(posting.number, posting.act.called, posting.by, posting.at, why)

    def __str__(self) -> str:
        return f"posting {self.number}, “{self.act}” by {self.by}, is set aside: {self.why}"


class FoldedState(Protocol):
    """The state that a book folds into; *gone* are postings that are undone later and are not folded."""

    last: int
    gone: frozenset[int]
    aside: dict[int, SetAside]

    def post(self, posting: Posting) -> None:
        """Fold one more posting; if this raises, the posting may be partly folded."""
        ...


State = TypeVar("State", bound=FoldedState)


def put_aside(state: FoldedState, posting: Posting, why: str) -> None:
    """Set a posting aside: it keeps its number and has no effect."""
    state.aside[posting.number] = SetAside.of(posting, why)
    state.last = posting.number


def undone_by(history: Sequence[Posting]) -> frozenset[int]:
    """The postings that are undone, by those undoing acts that are not undone themselves."""
    gone: set[int] = set()
    for posting in reversed(history):
        if isinstance(posting.act, PostingsUndone) and posting.number not in gone:
            gone.update(posting.act.postings)
    return frozenset(gone)


def refold(
    begin: Callable[[], State], postings: Iterable[Posting], not_theirs: tuple[type[Exception], ...] = ()
) -> State:
    """The state after these postings; those that cannot be folded are set aside.

    Postings that stand in the end are folded once, however many were undone. If that fails, the postings are folded
    one by one in their order, and those that fail are set aside. Exceptions in *not_theirs* are raised and set no
    posting aside.
    """
    book = tuple(postings)
    state = begin()
    state.gone = undone_by(book)
    if not state.gone:
        return _one_by_one(begin, book, not_theirs)
    try:
        for posting in book:
            state.post(posting)
    except not_theirs:
        raise
    except Exception:  # noqa: BLE001 - a posting has to be set aside; folding one by one finds which
        return _one_by_one(begin, book, not_theirs)
    state.gone = frozenset()
    return state


def _one_by_one(
    begin: Callable[[], State], postings: Sequence[Posting], not_theirs: tuple[type[Exception], ...]
) -> State:
    """The state after these postings, folded one by one.

    A posting that fails may be partly folded, so the fold starts again from the last copy without it.
    """
    state, kept = begin(), begin()
    since: list[Posting] = []
    wrong: dict[int, str] = {}
    for posting in postings:
        since.append(posting)
        try:
            state.post(posting)
        except not_theirs:
            raise
        except Exception as fault:  # noqa: BLE001 - the book must open, whatever the fault
            said = str(fault.what) if isinstance(fault, DirectorError) else str(fault)
            wrong[posting.number] = said or type(fault).__name__
            state = copy_mutable(kept)
            for each in since:
                if each.number in wrong:
                    put_aside(state, each, wrong[each.number])
                else:
                    state.post(each)
        if len(since) >= CHECKPOINT:
            kept, since = copy_mutable(state), []
    return state
