"""Fold acts of stages and rounds: started, closed, lots, prizes and notes."""

from overtrick.core.errors import NoCarryOver
from overtrick.core.event.acts import (
    CarryOverDecided,
    LotDrawn,
    NoteMade,
    Posting,
    PrizesSet,
    RoundClosed,
    StageClosed,
    StageStarted,
)
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.carrying import ahead_in, carried_into, own_sessions_before
from overtrick.core.event.play.inputs import (
    AHEAD,
    CARRIED,
    CLOSED,
    LATE_CHANGES,
    LEFT,
    LOT,
    MEMBERS,
    NON_CONTENDING,
    OWN_BEFORE,
    ROUND_CLOSED,
    TALLIED,
)
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import tally
from overtrick.core.event.play.ways import new_stage
from overtrick.core.flow.stages import Who
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause, Fact, Figure, PostingSource
from overtrick.core.ranking.chance import Lot
from overtrick.core.wording import phrase


@folds
def start_stage(event: Tournament, act: StageStarted, posting: Posting) -> None:
    """Start a stage with its contestants and their carry-overs."""
    plan = event.plan(act.stage)
    state = new_stage(plan, act.fields, posting.number)
    LOT.set(state, _lot(event.lots[plan.name]) if plan.name in event.lots else None)
    out = frozenset(name for name, entry in event.entries.items() if entry.house or not entry.contending)
    NON_CONTENDING.set(state, out)
    entered = {name: event.entries[name] for name in state.contestants if name in event.entries}
    MEMBERS.set(state, {name: tuple(player.name for player in entry.players) for name, entry in entered.items()})
    bring(event, state)
    event.stages[act.stage] = state


@folds
def draw_lot(event: Tournament, act: LotDrawn, _: Posting) -> None:
    """Record a lot."""
    event.lots[act.about] = act
    if act.about in event.stages:
        LOT.set(event.stages[act.about], _lot(act))


@folds
def decide_carry_over(event: Tournament, act: CarryOverDecided, posting: Posting) -> None:
    """Record the carry-overs that were decided for tied contestants."""
    said = (Fact(act.reason, PostingSource(posting.number)),)
    unit = event.plan(act.stage).standings.unit
    event.carry_overs[act.stage] = Figure(
        act.amount, unit, Clause.parse(act.clause), said, phrase("carry-over as decided")
    )
    if act.stage in event.stages:  # a late change has made all qualifiers tied
        bring(event, event.stage(act.stage))


@folds
def close_round(event: Tournament, act: RoundClosed, _: Posting) -> None:
    """Close a round."""
    ROUND_CLOSED.close(event.stage(act.stage), act.round)


@folds
def close_stage(event: Tournament, act: StageClosed, _: Posting) -> None:
    """Close a stage, and send its contestants on."""
    CLOSED.set(event.stage(act.stage), True)
    send_on(event, event.stage(act.stage))


@folds
def set_prizes(event: Tournament, act: PrizesSet, _: Posting) -> None:
    """Set the organiser's prizes."""
    event.prizes[act.award] = act


@folds
def make_note(event: Tournament, act: NoteMade, posting: Posting) -> None:
    """Record a note."""
    event.notes.append((posting.number, act.text))


def bring(event: Tournament, state: StageState) -> None:
    """Calculate what a stage takes over from earlier stages."""
    plan = state.plan
    level = event.carry_overs.get(plan.name)
    CARRIED.set(state, carried_into(plan, state.contestants, event.stages, level))
    _bring_the_rest(event, state)


def _bring_again(event: Tournament, state: StageState) -> None:
    """Recalculate what a stage takes over after a late change.

    Where the rule gives no carry-over for the new scores, the old one stands until the director decides.
    `overtrick.director.late_changes` tells the person who makes the change.
    """
    try:
        bring(event, state)
    except NoCarryOver:
        _bring_the_rest(event, state)


def _bring_the_rest(event: Tournament, state: StageState) -> None:
    plan = state.plan
    AHEAD.set(state, ahead_in(plan, state.contestants, event.stages))
    OWN_BEFORE.set(state, own_sessions_before(plan, state.contestants, event.stages))
    TALLIED.set(state, tally(plan, event.stages))


def change_late(event: Tournament, state: StageState, posting: Posting) -> None:
    """Update the stages after a closed one when its scores change: carry-overs change, the contestants do not."""
    if not state.closed:
        return
    LATE_CHANGES.set(state, (*state.late_changes, posting.number))
    if state.plan.play.in_graph:  # teams in a graph exchange places by a separate act
        return
    started = list(event.stages.values())
    for later in started[started.index(state) + 1 :]:
        _bring_again(event, later)


def send_on(event: Tournament, state: StageState) -> None:
    """Send the contestants of a graph's stage to their next stages, once everything is decided."""
    others = [each.left for each in event.stages.values() if each is not state and each.left is not None]
    lucky = {team for left in others for team in left.leavers_in_role(Who.LUCKY)}
    LEFT.set(state, state.play.leaves(state, lucky) or state.left)


def _lot(act: LotDrawn) -> Lot:
    return act.order or Lots(act.seed)
