"""What a withdrawal from a draw made beforehand does to those who are yet to meet the contestant that leaves."""

from overtrick.core.event.acts import Withdrawn
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.scoring.unplayed import UnmetScore
from overtrick.core.wording import count_of, listed


def unmet_cautions(state: StageState, act: Withdrawn) -> tuple[str, ...]:
    """Who has not met a contestant that leaves, and what they have for the match by which clause; nothing otherwise."""
    names = yet_to_meet(state, act)
    if not names:
        return ()
    many = f"{count_of(len(names), 'contestant has', 'contestants have')} not met {act.contestant} ({listed(names)})"
    if act.expunged:
        return (f"{many}: like those who have, they have no match with it, and no score for one",)
    return (f"{many}: {_score(state)}",)


def yet_to_meet(state: StageState, act: Withdrawn) -> list[str]:
    """Those whom the draw has against a contestant in the rounds after it leaves."""
    rounds = range(act.after + 1, rounds_of(state) + 1)
    others = (state.play.opponents(state, number).get(act.contestant) for number in rounds)
    return list(dict.fromkeys(name for name in others if name is not None and name in state.playing))


def _score(state: StageState) -> str:
    rule, forfeit = state.plan.unmet, state.plan.forfeit
    match rule.score if rule is not None else UnmetScore.DIRECTOR:
        case UnmetScore.FORFEIT if rule is not None and forfeit is not None:
            least = forfeit.unit.amount(forfeit.floor) if forfeit.floor is not None else ""
            own = f"at least {least}" if least else "by their averages"
            return (
                f"each has the score of a forfeit for that match, {own}, settled after the last round ({rule.clause})"
            )
        case UnmetScore.BYE if rule is not None:
            return f"each has the score of a bye for that match ({rule.clause})"
        case _:
            clause = rule.clause if rule is not None else state.plan.clause
            return f"no score is laid down for that match; award each of them one in its round ({clause})"
