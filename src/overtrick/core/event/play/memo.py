"""The one memo of a stage: what was made of it is kept until something it rests on is written.

Every kind of answer declares what it rests on: parts of the stage, and answers of other kinds; and how far a change of
each reaches. Writing in a part drops the answers that rest on what was written, then those that rest on these, and so
on. An answer that nobody asked for has nothing resting on it, so that a book is folded at no cost.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Concatenate, Final, ParamSpec, Protocol, TypeAlias, TypeVar, cast


class Every:
    """All there are, instead of a list."""


EVERY: Final = Every()

Places: TypeAlias = Collection[Any] | Every
"""Where something changed: keys of a part or of answers, or all of them."""

Reach: TypeAlias = Callable[[Any, Collection[Any]], Iterable[Any] | Every]
"""From a stage and where in a basis something changed, the answers that rest on that."""

Asked = ParamSpec("Asked")
Stage = TypeVar("Stage", bound="Remembering")
Made = TypeVar("Made")

_NOTHING: Final = object()
NOT_MADE_YET: Final = object()
"""Stands for an answer that others, which are there, rest on, and that is made when it is asked for itself."""


class Basis:
    """What answers may rest on: a part of a stage, or answers of another kind."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.bears: list[tuple[Answer, Reach]] = []

    def __repr__(self) -> str:
        return self.name


class Answer(Basis):
    """A kind of answer, kept by what was asked. *make* makes one that is not there."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.make: Callable[..., Any] | None = None
        self.bases: set[Basis] = set()

    def rests_on(self, reaches: Mapping[Basis, Reach]) -> None:
        """Declare everything that making one reads, and which answers a change of each reaches."""
        self.bases.update(reaches)
        for basis, reach in reaches.items():
            basis.bears.append((self, reach))


@dataclass(slots=True)
class Memo:
    """The answers of a stage that have been asked for. Losing them costs time and nothing else."""

    tables: defaultdict[Answer, dict[Any, Any]] = field(default_factory=lambda: defaultdict(dict))

    def sharing(self, *answers: Answer) -> "Memo":
        """A memo that has these answers in common with this one, and no others."""
        other = Memo()
        other.tables.update({answer: self.tables.setdefault(answer, {}) for answer in answers})
        return other


class Remembering(Protocol):
    """A stage with its memo."""

    @property
    def memo(self) -> Memo: ...


def kept(
    answer: Answer,
) -> Callable[[Callable[Concatenate[Stage, Asked], Made]], Callable[Concatenate[Stage, Asked], Made]]:
    """Keep what a function makes of a stage, by its other arguments, which are given by position."""

    def keeping(make: Callable[Concatenate[Stage, Asked], Made]) -> Callable[Concatenate[Stage, Asked], Made]:
        answer.make = make

        def ask(state: Stage, *asked: Any) -> Any:
            try:
                there = state.memo.tables[answer][asked]
            except KeyError:
                there = NOT_MADE_YET
            if there is not NOT_MADE_YET:
                return there
            made = answer.make(state, *asked)  # type: ignore[misc]  # it was set just now
            state.memo.tables[answer][asked] = made
            return made

        ask.__doc__ = make.__doc__
        return cast("Callable[Concatenate[Stage, Asked], Made]", ask)

    return keeping


def changed(state: Remembering, basis: Basis, places: Places) -> None:
    """Drop all answers that rest on these places of a basis."""
    tables = state.memo.tables
    if not tables:
        return  # nothing has been asked yet
    for answer, reach in basis.bears:
        table = tables.get(answer)
        if not table:
            continue
        reached = places if isinstance(places, Every) else reach(state, places)
        if isinstance(reached, Every):
            table.clear()
            changed(state, answer, EVERY)
        else:
            gone = [asked for asked in reached if table.pop(asked, _NOTHING) is not _NOTHING]
            if gone:
                changed(state, answer, gone)
