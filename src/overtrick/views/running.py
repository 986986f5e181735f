"""Running scores: what a contestant has after each round, over several rounds, and how far ahead it is."""

import itertools

from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, plain
from overtrick.core.provenance import MATCHES, Derivation, Figure, average, count_phrase, total
from overtrick.core.wording import phrase


def counts_by_session(state: StageState) -> bool:
    """Whether a session is one percentage over all its boards, so that no round has a score of its own."""
    return state.plan.play.in_sessions and state.plan.scoring.percent is not None


def running_figure(state: StageState, who: str, number: int) -> Figure[Exact] | None:
    """A contestant's score after a round: its carry-over, and the score of every round up to it.

    `None` before the round counts, and where rounds do not count in the unit by which the stage is ranked.
    """
    if number not in state.rounds or state.match_line(who, number) is None:
        return None
    carried = state.carry(who)
    lines = [state.match_line(who, each) for each in sorted(state.rounds) if each <= number]
    scores = [line.score for line in lines if line is not None]
    parts = [*([carried] if carried is not None else []), *scores]
    if not all(each.unit.like(state.unit) for each in parts):
        return None
    note = count_phrase(len(scores), MATCHES)
    if state.plan.standings.mean:
        own = average(scores, state.unit, state.plan.standings.clause, phrase("average of {matches}", matches=note))
        parts = [*([carried] if carried is not None else []), own]
    if carried is not None:
        note = phrase("{matches}, plus carry-over", matches=note)
    return total(parts, state.unit, state.plan.standings.clause, note)


def rounds_figure(state: StageState, who: str, first: int, last: int) -> Figure[Exact] | None:
    """A contestant's score for several consecutive rounds; `None` while none of them counts."""
    lines = [state.match_line(who, each) for each in sorted(state.rounds) if first <= each <= last]
    scores = [line.score for line in lines if line is not None]
    if not scores or not all(each.unit.like(scores[0].unit) for each in scores):
        return None
    return total(scores, scores[0].unit, state.plan.standings.clause, count_phrase(len(scores), MATCHES))


def lead_figure(state: StageState, who: str) -> Figure[Exact] | None:
    """How far a contestant's total is above that of the next who can win; `None` where no one is next."""
    rows = [row for row in state.standings(state.field_of(who)).rows if row.placed and state.wins(row.contestant)]
    for own, following in itertools.pairwise(rows):
        if own.contestant == who:
            lead = plain(own.total.value - following.total.value)
            parts = (own.total, following.total)
            return Figure(
                lead,
                own.total.unit,
                state.plan.standings.clause,
                parts,
                phrase("ahead of the next contestant"),
                Derivation.DIFFERENCE,
            )
    return None


def penalties_figure(state: StageState, who: str) -> Figure[Exact] | None:
    """The sum of a contestant's penalties; `None` where there are none."""
    given = state.record(who).penalties
    return total(given, given[0].unit, given[0].clause, "") if given else None
