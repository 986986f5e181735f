"""What a contestant has after each round."""

from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.provenance import MATCHES, Figure, average, counted, total
from overtrick.core.wording import phrase


def running_figure(state: StageState, who: str, number: int) -> Figure[Exact] | None:
    """What a contestant has after a round: its carry-over, and what every round up to it counts.

    Nothing before the round counts, and where rounds do not count in what the stage is ranked by.
    """
    if number not in state.rounds or state.match_line(who, number) is None:
        return None
    carried = state.carry(who)
    lines = [state.match_line(who, each) for each in sorted(state.rounds) if each <= number]
    scores = [line.score for line in lines if line is not None]
    parts = [*([carried] if carried is not None else []), *scores]
    if not all(each.unit.like(state.unit) for each in parts):
        return None
    note = counted(len(scores), MATCHES)
    if state.plan.standings.mean:
        own = average(scores, state.unit, state.plan.standings.clause, phrase("mean of {matches}", matches=note))
        parts = [*([carried] if carried is not None else []), own]
    if carried is not None:
        note = phrase("{matches}, and what was carried", matches=note)
    return total(parts, state.unit, state.plan.standings.clause, note)
