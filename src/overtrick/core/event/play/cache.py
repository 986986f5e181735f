"""The cache of a stage: calculated answers are kept until something they depend on is written.

Every kind of answer declares its dependencies, which are parts of the stage and answers of other kinds, and how far a
change in each reaches. Writing to a part drops the answers that depend on it, then those that depend on these, and so
on. Nothing depends on an answer that was never requested, so folding a book costs nothing.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeAlias, TypeVar, cast


class Every:
    """Stands for all keys, instead of a list of them."""


EVERY: Final = Every()

Places: TypeAlias = Collection[Any] | Every
"""The places of a change: keys of a part or of answers, or all of them."""

Reach: TypeAlias = Callable[[Any, Collection[Any]], Iterable[Any] | Every]
"""A function from a stage and the changed places of a basis to the answers that depend on them."""

Asked = ParamSpec("Asked")
Stage = TypeVar("Stage", bound="Remembering")
Made = TypeVar("Made")

_NOTHING: Final = object()
NOT_MADE_YET: Final = object()
"""Marks an answer on which cached answers depend but which has not been calculated itself."""


class Basis:
    """Something on which answers can depend: a part of a stage, or answers of another kind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bears: list[tuple[Answer, Reach]] = []

    def __repr__(self) -> str:
        return self.name


class Answer(Basis):
    """A kind of cached answer, stored by its arguments. *make* calculates one that is missing."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.make: Callable[..., Any] | None = None
        self.bases: set[Basis] = set()

    def rests_on(self, reaches: Mapping[Basis, Reach]) -> None:
        """Declare everything that the calculation reads, and which answers a change in each reaches."""
        self.bases.update(reaches)
        for basis, reach in reaches.items():
            basis.bears.append((self, reach))


@dataclass(slots=True)
class Memo:
    """The cached answers of a stage. Losing them costs only time."""

    tables: defaultdict[Answer, dict[Any, Any]] = field(default_factory=lambda: defaultdict(dict))

    def sharing(self, *answers: Answer) -> "Memo":
        """A new cache that shares only these kinds of answers with this one."""
        other = Memo()
        other.tables.update({answer: self.tables.setdefault(answer, {}) for answer in answers})
        return other


class Remembering(Protocol):
    """A stage with its cache."""

    @property
    def memo(self) -> Memo: ...


def cache_as(
    answer: Answer,
) -> Callable[[Callable[Concatenate[Stage, Asked], Made]], Callable[Concatenate[Stage, Asked], Made]]:
    """Cache the result of a function of a stage by its other arguments, which must be positional."""

    def keeping(make: Callable[Concatenate[Stage, Asked], Made]) -> Callable[Concatenate[Stage, Asked], Made]:
        answer.make = make

        def ask(state: Stage, *asked: Any) -> Any:
            try:
                there = state.memo.tables[answer][asked]
            except KeyError:
                there = NOT_MADE_YET
            if there is not NOT_MADE_YET:
                return there
            made = answer.make(state, *asked)  # type: ignore[misc]  # set just above
            state.memo.tables[answer][asked] = made
            return made

        ask.__doc__ = make.__doc__
        return cast("Callable[Concatenate[Stage, Asked], Made]", ask)

    return keeping


def invalidate(state: Remembering, basis: Basis, places: Places) -> None:
    """Drop all answers that depend on these places of a basis."""
    tables = state.memo.tables
    if not tables:
        return  # nothing is cached yet
    for answer, reach in basis.bears:
        table = tables.get(answer)
        if not table:
            continue
        reached = places if isinstance(places, Every) else reach(state, places)
        if isinstance(reached, Every):
            table.clear()
            invalidate(state, answer, EVERY)
        else:
            gone = [asked for asked in reached if table.pop(asked, _NOTHING) is not _NOTHING]
            if gone:
                invalidate(state, answer, gone)
