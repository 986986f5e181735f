"""What to say before somebody sits out of a round for which no score is laid down: the director gives it."""

from collections.abc import Iterable, Iterator

from overtrick.core.event.acts import DrawPublished
from overtrick.core.event.play.accounts import may_sit_out
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import Clause


def sits_out_cautions(state: StageState, acts: Iterable[DrawPublished]) -> Iterator[str]:
    """Those who sit out of draws about to be published and have no score for it by rule."""
    if state.plan.bye is not None or may_sit_out(state):
        return
    for act in acts:
        for name in act.sits_out:
            if state.missed(name, act.round) is None:
                yield (
                    f"{name} sits out of round {act.round}, and no score is laid down for it: award it one before the "
                    f"round is closed, 0 for none{_or_house(state)} ({_odd_clause(state)})"
                )


def odd_cautions(state: StageState, playing: int) -> tuple[str, ...]:
    """What to say when a Swiss without a score for sitting out comes to an odd number; nothing otherwise."""
    play, first = state.plan.play, state.last_round + 1
    sits = play.swiss and (play.byes(playing) or play.wants_house)
    if not sits or state.plan.bye is not None or playing % 2 == 0 or first > rounds_of(state):
        return ()
    said = (
        f"{playing} play on, an odd number: from round {first} on somebody sits out, and no score is laid down for it"
        f"{_or_house(state)} ({_odd_clause(state)})"
    )
    return (said,)


def _odd_clause(state: StageState) -> Clause:
    """The clause about an odd field: by which the organiser's own pair completes it, or that of the stage."""
    return state.plan.play.house or state.plan.clause


def _or_house(state: StageState) -> str:
    return "; a house pair would make the field even" if state.plan.play.house is not None else ""
