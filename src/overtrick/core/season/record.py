"""Add up one pair's sessions, decide whether it may be placed, and find the figures that may still change by rule."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from overtrick.core.conduct.participation import check_play
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, Clause, Figure, total
from overtrick.core.season.counted import ScoredSession, counted_score, own_scores
from overtrick.core.season.rules import Attendance, SeasonRule, Session
from overtrick.core.wording import Said, phrase


@dataclass(frozen=True, slots=True)
class Season:
    """One pair's event: its sessions with their values, its aggregate, and whether it may be placed.

    *possible* says whether it can still become eligible in the remaining ones of *sessions* sessions.
    *carried* is a score carried over from an earlier stage, which counts as one more session score;
    *own* is the number of sessions that the pair played itself, including that stage; *represented* is the number in
    which it counts as represented.
    """

    pair: str
    counted: tuple[ScoredSession, ...]
    aggregate: Figure[Exact]
    eligible: Verdict
    possible: bool
    own: int
    represented: int
    sessions: int
    carried: Figure[Exact] | None = None

    @property
    def itself(self) -> int:
        """The number of these sessions that the pair played itself."""
        return sum(each.session.attendance is Attendance.OWN for each in self.counted)

    @property
    def left(self) -> int:
        """The number of remaining sessions."""
        return self.sessions - len(self.counted)

    @property
    def scores(self) -> tuple[Exact, ...]:
        """The scores that count, a carried-over one first."""
        carried = () if self.carried is None else (self.carried.value,)
        return (*carried, *(each.competition.value for each in self.counted))

    @property
    def open(self) -> bool:
        """Whether any of its figures may still change."""
        return any(each.open for each in self.counted)


def enough(rule: SeasonRule, rounds: int, *, own: int, represented: int) -> Verdict:
    """Whether these numbers of sessions, out of *rounds*, make a pair eligible for a place."""
    return check_play(
        rule.eligibility, {"represented": rounds, "own": rounds}, {"represented": represented, "own": own}
    )  # fmt: skip


def season(
    pair: str, sessions: Sequence[Session], rounds: int, rule: SeasonRule,
    *, carried: Figure[Exact] | None = None, own_before: int = 0,
) -> Season:  # fmt: skip
    """A pair's sessions so far, of *rounds* in all, under the rules of the event.

    A session recognised on a ground counts as represented, not as played. Eligibility is decided first, and
    assumes that the pair plays all the remaining sessions.
    """
    numbers = [session.number for session in sessions]
    if len(set(numbers)) != len(numbers) or len(numbers) > rounds:
        raise DirectorError(
            "Pair {pair} has sessions {numbers:,} in an event of {rounds:#session}",
            clause=rule.clause,
            remedy="Enter each session of the event once.",
            pair=pair,
            numbers=tuple(map(str, numbers)),
            rounds=rounds,
        )
    own = sum(session.attendance is Attendance.OWN for session in sessions)
    represented = sum(rule.is_represented(session) for session in sessions)
    left = rounds - len(sessions)
    possible = enough(rule, rounds, own=own + left, represented=represented + left).allowed
    scores = own_scores(sessions)
    counted = tuple(
        counted_score(session, scores, rule, left=left, may_be_placed=possible)
        for session in sorted(sessions, key=lambda each: each.number)
    )
    parts = (*(() if carried is None else (carried,)), *(each.competition for each in counted))
    note = phrase("the sum of {scores:#score}", scores=len(parts))
    if any(each.open for each in counted):
        note = phrase("{sum}; some scores may still change", sum=note)
    return Season(
        pair, counted, total(parts, PERCENT, rule.clause, note),
        enough(rule, rounds, own=own, represented=represented), possible, own + own_before, represented,
        rounds, carried,
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class OpenFigure:
    """A figure that may still change by rule, although nothing that happened will change.

    *session* is the number of its session, None for the aggregate or the place of the pair;
    *settles* is the number of the session after which it can no longer change.
    """

    pair: str
    session: int | None
    figure: Figure[Exact]
    because: Said
    clause: Clause
    settles: int

    def __str__(self) -> str:
        what = "aggregate" if self.session is None else f"session {self.session}"
        return f"{self.pair}, {what} {self.figure}: {self.because} ({self.clause})"


def open_figures(seasons: Iterable[Season]) -> tuple[OpenFigure, ...]:
    """Every open figure of these pairs, session by session, then the aggregate that depends on it.

    A session that has not been played yet does not make figures open: those that exist will not change.
    """
    found: list[OpenFigure] = []
    for each in seasons:
        parts = [
            OpenFigure(
                each.pair, part.session.number, part.competition, part.because, part.competition.clause, each.sessions
            )
            for part in each.counted
            if part.open
        ]
        found += parts
        if parts:
            numbers = " and ".join(str(part.session) for part in parts)
            rests = f"it includes session{'s' if len(parts) > 1 else ''} {numbers}, which may still change"
            found.append(OpenFigure(each.pair, None, each.aggregate, rests, each.aggregate.clause, each.sessions))
    return tuple(found)
