"""Trying postings before they are stored: they are folded on a copy, and what follows from them is calculated.

What a fold or a page cannot handle is refused before it reaches the book. A table's result writes in one round of one
stage, and is tried on a copy of that round alone. Every other act is tried on a copy of the whole event, which then
becomes the current event, so that nothing is calculated twice.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from overtrick.core.errors import DirectorError, EngineError, OvertrickError
from overtrick.core.event.acts import (
    Act,
    CallAnswered,
    DirectorCalled,
    Posting,
    ResultConfirmed,
    ResultCorrected,
    ResultDisputed,
    ResultPosted,
)
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.dependencies import SITTINGS
from overtrick.core.selection_year.year import SelectionYear, current_field, points_of, team_of

State = TypeVar("State", Tournament, SelectionYear)

WRITES_ONE_ROUND = (ResultPosted, ResultCorrected, ResultConfirmed, ResultDisputed, DirectorCalled, CallAnswered)
"""Acts that tables post all day: each writes in one round and changes no number except the score of its board."""


def try_postings(state: State, postings: Sequence[Posting]) -> State | None:
    """Fold postings on a copy, or refuse them; a copy of the whole event is returned as the state that follows."""
    if not postings:
        return None
    here = _table_of(state, postings[0].act) if len(postings) == 1 else None
    after = copy_mutable(state) if here is None else None
    try:
        for posting in postings:
            (after or here or state).post(posting)
    except OvertrickError:
        raise
    except Exception as fault:
        raise _ours(fault) from fault
    if after is not None:
        _check_scorable(state, after)
    return after


def follow(state: Tournament | SelectionYear) -> None:
    """Calculate what every page needs: the order of every stage, or the points, fields and teams of a year."""
    if isinstance(state, SelectionYear):
        for target in state.rules.targets:
            points_of(state, target)
            if target in state.closed:
                current_field(state, target)
            if target in state.trials:
                team_of(state, target)
        return
    for stage in state.stages.values():
        for field in stage.fields:
            stage.standings(field.name)


def _check_scorable(before: Tournament | SelectionYear, after: Tournament | SelectionYear) -> None:
    """Refuse what leaves an event without its numbers; an event already without them may be corrected."""
    try:
        follow(after)
    except Exception as fault:
        try:
            follow(before)
        except Exception:  # noqa: BLE001 - it was so before: this is no worse, and may be the remedy
            return
        if isinstance(fault, DirectorError):
            raise DirectorError(
                "This posting would make the event impossible to score: {fault_what}",
                clause=fault.clause,
                remedy="{fault_remedy} Nothing was posted.",
                fault_what=fault.what,
                fault_remedy=fault.remedy,
            ) from fault
        raise _ours(fault) from fault


def _ours(fault: Exception) -> EngineError:
    return EngineError(
        f"This cannot be posted: the program could not go on after it ({type(fault).__name__}: {fault!s:.200}). "
        "Nothing was posted. Please report it with what you did."
    )


def _table_of(state: Tournament | SelectionYear, act: Act) -> Tournament | None:
    """The event with a copy of the one round that a table's act writes in; `None` for any other act."""
    if not isinstance(act, WRITES_ONE_ROUND) or not isinstance(state, Tournament):
        return None
    if isinstance(act, ResultCorrected) and not act.seat:  # the desk may award a score that no table could enter
        return None
    stage = state.stage(act.stage)
    drawn = stage.round(act.round)
    drawn = replace(drawn, results=dict(drawn.results), calls=dict(drawn.calls))
    other = replace(stage, rounds={**stage.rounds, act.round: drawn}, memo=stage.memo.sharing(SITTINGS))
    return replace(state, stages={**state.stages, act.stage: other}, conducted=replace(state.conducted))
