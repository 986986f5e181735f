"""The parts of a stage that the fold writes. It writes only through them, so that dependent answers are dropped.

A part has the name of its field in `StageState` or `RoundState`.
"""

from collections.abc import Callable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from overtrick.core.draws.choice import Choice
from overtrick.core.draws.finals import Opponents
from overtrick.core.event.acts import (
    AbsenceRecorded,
    BoardFouled,
    DirectorCalled,
    Field,
    LatePairSeated,
    MatchDecided,
    MatchForfeited,
    OtherFieldScored,
    PenaltyGiven,
    SanctionGiven,
    ScoreAwarded,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.cache import EVERY, Basis, Memo, invalidate
from overtrick.core.event.play.status import Leaving
from overtrick.core.event.score.rounds import Place, RecordedResult, RoundState
from overtrick.core.exact import Exact
from overtrick.core.model.cards import Deal
from overtrick.core.provenance import Figure, PostingSource
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import StageRecord

K = TypeVar("K")
V = TypeVar("V")


class WritableStage(Protocol):
    """A stage that can be written."""

    @property
    def memo(self) -> Memo: ...
    def round(self, number: int) -> RoundState: ...


class Value(Basis, Generic[V]):
    """A part that holds one value."""

    def set(self, state: WritableStage, value: V) -> None:
        """Set the value."""
        if getattr(state, self.name) is not value:
            setattr(state, self.name, value)
            invalidate(state, self, EVERY)


class Entries(Basis, Generic[K, V]):
    """A part with entries by key. Answers that depend on an entry are dropped by *about* of it, or else by its key."""

    def __init__(self, name: str, about: Callable[[K, V], Any] = lambda key, _: key) -> None:
        super().__init__(name)
        self.about = about

    def put(self, state: WritableStage, key: K, value: V) -> None:
        """Set an entry."""
        getattr(state, self.name)[key] = value
        invalidate(state, self, (self.about(key, value),))

    def take(self, state: WritableStage, key: K) -> None:
        """Remove an entry, if it is there."""
        entries = getattr(state, self.name)
        if key in entries:
            invalidate(state, self, (self.about(key, entries.pop(key)),))


class OfRound(Basis, Generic[K, V]):
    """A part of each round with entries by key; dependent answers are dropped by the round and the key."""

    def __init__(self, name: str, *, same: Callable[[V, V], bool] = lambda _, __: False) -> None:
        super().__init__(name)
        self.same = same

    def put(self, state: WritableStage, number: int, key: K, value: V) -> bool:
        """Set an entry. If it is the *same* as before, no answer is dropped and the result is False."""
        entries: dict[K, V] = getattr(state.round(number), self.name)
        was = entries.get(key)
        entries[key] = value
        if was is not None and self.same(was, value):
            return False
        invalidate(state, self, ((number, key),))
        return True

    def take(self, state: WritableStage, number: int, key: K) -> None:
        """Remove an entry, if it is there."""
        if getattr(state.round(number), self.name).pop(key, None) is not None:
            invalidate(state, self, ((number, key),))


class Closing(Basis):
    """Whether each round is closed."""

    def close(self, state: WritableStage, number: int) -> None:
        """Close a round."""
        state.round(number).closed = True
        invalidate(state, self, (number,))


PLAN: Value[Stage] = Value("plan")
PLAY: Value[Any] = Value("play")
FIELDS: Value[tuple[Field, ...]] = Value("fields")
CARRIED: Value[Mapping[str, Figure[Exact]]] = Value("carried")
AHEAD: Value[Opponents] = Value("ahead")
TALLIED: Value[Mapping[str, StageRecord]] = Value("tallied")
OWN_BEFORE: Value[Mapping[str, int]] = Value("own_before")
MEMBERS: Value[Mapping[str, tuple[str, ...]]] = Value("members")
CLOSED: Value[bool] = Value("closed")
LATE_CHANGES: Value[tuple[int, ...]] = Value("late_changes")
FOULING: Value[bool] = Value("fouling")
LOT: Value[Lot | None] = Value("lot")
NON_CONTENDING: Value[frozenset[str]] = Value("non_contending")
JOINED: Value[Mapping[int, tuple[str, ...]]] = Value("joined")
CHOICE: Value[Choice | None] = Value("choice")
LEFT: Value[Leaving | None] = Value("left")
PLAYED_OFF: Value[tuple[str, ...]] = Value("played_off")

ROUNDS: Entries[int, RoundState] = Entries("rounds")
PENALTIES: Entries[int, PenaltyGiven] = Entries("penalties", lambda _, given: given.contestant)
WITHDRAWN: Entries[str, Withdrawn] = Entries("withdrawn")
EXCLUDED: Entries[int, SanctionGiven] = Entries("excluded", lambda _, given: given.contestant)
WITHDRAWALS: Entries[str, PostingSource] = Entries("withdrawals")
LATE: Entries[str, LatePairSeated] = Entries("late")
ABSENCES: Entries[tuple[str, int], tuple[int, AbsenceRecorded]] = Entries("absences")
STAND_INS: Entries[int, SubstituteUsed] = Entries("stand_ins", lambda _, used: used.contestant)
OTHER_FIELD: Entries[tuple[int, int], tuple[PostingSource, OtherFieldScored]] = Entries("other_field")
DEALS: Entries[tuple[int, int], Deal] = Entries("deals")

RESULTS: OfRound[Place, RecordedResult] = OfRound("results", same=lambda was, now: was.posting == now.posting)
FOULED: OfRound[int, BoardFouled] = OfRound("fouled")
FORFEITS: OfRound[int, MatchForfeited] = OfRound("forfeits")
DECIDED: OfRound[int, MatchDecided] = OfRound("decided")
FIELDED: OfRound[str, SubstituteUsed] = OfRound("stand_ins")
AWARDED: OfRound[str, ScoreAwarded] = OfRound("awarded")
CALLS: OfRound[tuple[int, str], DirectorCalled] = OfRound("calls")
PUT_OFF: OfRound[Place, int] = OfRound("put_off")
EXTRA: OfRound[int, tuple[int, ...]] = OfRound("extra")
SOURCES: OfRound[tuple[str, str | int], PostingSource] = OfRound("sources")
ROUND_CLOSED = Closing("closed")
