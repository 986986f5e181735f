"""One pair's sessions added up, and whether it may be placed."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact
from overtrick.core.provenance import PERCENT, Clause, Figure, total
from overtrick.core.season.counted import Counted, counted_score, own_average
from overtrick.core.season.rules import Attendance, EligibilityRule, SeasonRule, Session


@dataclass(frozen=True, slots=True)
class Eligibility:
    """Whether a pair has played enough to be placed: what it has, and what it needs.

    *possible* says whether it can still get there with the sessions that are left.
    """

    eligible: bool
    represented: int
    needed: int
    own: int
    own_needed: int
    possible: bool
    clause: Clause

    @property
    def says(self) -> str:
        """In a sentence, for the pair."""
        word = "eligible" if self.eligible else "not eligible"
        return (
            f"{word} for a placing: represented in {self.represented} sessions, {self.needed} needed; "
            f"played {self.own} itself, {self.own_needed} needed ({self.clause})"
        )


@dataclass(frozen=True, slots=True)
class Season:
    """One pair's event: its sessions and what each counts for, its own average, and its aggregate.

    *carried* is a score brought in from an earlier stage, which counts as one more session score, with the
    sessions the pair played itself there.
    """

    pair: str
    counted: tuple[Counted, ...]
    average: Figure[Exact] | None
    aggregate: Figure[Exact]
    eligibility: Eligibility
    own: int
    carried: Figure[Exact] | None = None

    @property
    def scores(self) -> tuple[Exact, ...]:
        """The scores that count, a carried one first."""
        carried = () if self.carried is None else (self.carried.value,)
        return (*carried, *(each.competition.value for each in self.counted))

    @property
    def open(self) -> bool:
        """Whether a figure in it may still move."""
        return any(each.open for each in self.counted)


def eligibility(rule: EligibilityRule, rounds: int, *, own: int, represented: int, left: int = 0) -> Eligibility:
    """Whether so many sessions are enough, of *rounds* in all with *left* still to come."""
    needed, own_needed = rule.represented_needed(rounds), rule.own_needed(rounds)
    return Eligibility(
        eligible=represented >= needed and own >= own_needed, represented=represented, needed=needed, own=own,
        own_needed=own_needed, possible=represented + left >= needed and own + left >= own_needed, clause=rule.clause,
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
            f"Pair {pair} has sessions {', '.join(map(str, numbers))} in an event of {rounds}",
            clause=str(rule.clause), remedy="Enter each session once.",
        )  # fmt: skip
    own = sum(session.attendance is Attendance.OWN for session in sessions)
    represented = sum(_represented(session, rule) for session in sessions)
    left = rounds - len(sessions)
    enough = eligibility(rule.eligibility, rounds, own=own, represented=represented, left=left)
    average = own_average(sessions, rule)
    counted = tuple(
        counted_score(session, average, rule, settled=left == 0, may_be_placed=enough.possible)
        for session in sorted(sessions, key=lambda each: each.number)
    )
    parts = (*(() if carried is None else (carried,)), *(each.competition for each in counted))
    note = f"aggregate of {len(parts)} scores" + ("; some may still move" if any(c.open for c in counted) else "")
    return Season(
        pair, counted, average, total(parts, PERCENT, rule.clause, note), enough, own + own_before, carried
    )  # fmt: skip


def _represented(session: Session, rule: SeasonRule) -> bool:
    return session.attendance in (Attendance.OWN, Attendance.SUBSTITUTE) or rule.ground_of(session) is not None
