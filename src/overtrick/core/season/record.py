"""One pair's sessions added up, and whether it may be placed."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.conduct.participation import check_play
from overtrick.core.conduct.verdicts import Verdict
from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, Figure, total
from overtrick.core.season.counted import Counted, counted_score, own_scores
from overtrick.core.season.rules import Attendance, SeasonRule, Session
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class Season:
    """One pair's event: its sessions and what each counts for, its aggregate, and whether it may be placed.

    *possible* says whether it can still become eligible with the sessions that are left, of so many
    *sessions*. *carried* is a score brought in from an earlier stage, which counts as one more session score;
    *own* counts the sessions the pair played itself, there too; *represented* those it counts as there for.
    """

    pair: str
    counted: tuple[Counted, ...]
    aggregate: Figure[Exact]
    eligible: Verdict
    possible: bool
    own: int
    represented: int
    sessions: int
    carried: Figure[Exact] | None = None

    @property
    def itself(self) -> int:
        """How many of these sessions the pair played itself."""
        return sum(each.session.attendance is Attendance.OWN for each in self.counted)

    @property
    def left(self) -> int:
        """How many sessions are to come."""
        return self.sessions - len(self.counted)

    @property
    def scores(self) -> tuple[Exact, ...]:
        """The scores that count, a carried one first."""
        carried = () if self.carried is None else (self.carried.value,)
        return (*carried, *(each.competition.value for each in self.counted))

    @property
    def open(self) -> bool:
        """Whether a figure in it may still move."""
        return any(each.open for each in self.counted)


def enough(rule: SeasonRule, rounds: int, *, own: int, represented: int) -> Verdict:
    """Whether so many sessions of *rounds* make a pair eligible for a placing."""
    return check_play(
        rule.eligibility, {"represented": rounds, "own": rounds}, {"represented": represented, "own": own}
    )  # fmt: skip


def season(
    pair: str, sessions: Sequence[Session], rounds: int, rule: SeasonRule,
    *, carried: Figure[Exact] | None = None, own_before: int = 0,
) -> Season:  # fmt: skip
    """A pair's sessions so far, of *rounds* in all, by the rules of the event.

    A session recognised on a ground counts as represented, not as played; eligibility is looked at first,
    and with the sessions still to come it is looked at hopefully.
    """
    numbers = [session.number for session in sessions]
    if len(set(numbers)) != len(numbers) or len(numbers) > rounds:
        raise DirectorError(
            "Pair {pair} has sessions {numbers:,} in an event of {rounds}",
            clause=str(rule.clause),
            remedy="Enter each session once.",
            pair=pair,
            numbers=tuple(map(str, numbers)),
            rounds=rounds,
        )
    own = sum(session.attendance is Attendance.OWN for session in sessions)
    represented = sum(rule.represented(session) for session in sessions)
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
        note = phrase("{sum}; some may still change", sum=note)
    return Season(
        pair, counted, total(parts, PERCENT, rule.clause, note),
        enough(rule, rounds, own=own, represented=represented), possible, own + own_before, represented,
        rounds, carried,
    )  # fmt: skip
