"""How acts of stages and rounds are folded: started, closed, their lots; and notes."""

from overtrick.core.event.acts import LotDrawn, NoteMade, Posting, RoundClosed, StageClosed, StageStarted
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.carrying import carried_into, own_sessions_before
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.tally import tally
from overtrick.core.event.play.ways import begun
from overtrick.core.flow.stages import Who
from overtrick.core.lots import Lots
from overtrick.core.ranking.chance import Lot


@folds
def start_stage(event: Tournament, act: StageStarted, posting: Posting) -> None:
    """A stage starts, with its contestants and with what they bring."""
    plan = event.plan(act.stage)
    state = begun(plan, act.fields, posting.number)
    state.lot = _lot(event.lots[plan.name]) if plan.name in event.lots else None
    state.non_contending = frozenset(
        name for name, entry in event.entries.items() if entry.house or not entry.contending
    )
    state.members = {
        name: tuple(player.name for player in event.entries[name].players)
        for name in state.contestants
        if name in event.entries
    }
    bring(event, state)
    event.stages[act.stage] = state


@folds
def draw_lot(event: Tournament, act: LotDrawn, _: Posting) -> None:
    """A lot is drawn."""
    event.lots[act.about] = act
    if act.about in event.stages:
        event.stages[act.about].lot = _lot(act)
        event.stages[act.about].touch_totals()


@folds
def close_round(event: Tournament, act: RoundClosed, _: Posting) -> None:
    """A round is closed."""
    state = event.stage(act.stage)
    state.round(act.round).closed = True
    state.touch_settled()
    if state.play.together:
        state.touch_totals()


@folds
def close_stage(event: Tournament, act: StageClosed, _: Posting) -> None:
    """A stage is closed, and its teams go on."""
    event.stage(act.stage).closed = True
    send_on(event, event.stage(act.stage))


@folds
def make_note(event: Tournament, act: NoteMade, posting: Posting) -> None:
    """A note is made."""
    event.notes.append((posting.number, act.text))


def bring(event: Tournament, state: StageState) -> None:
    """What a stage takes over from the stages before."""
    plan = state.plan
    state.carried = carried_into(plan, state.contestants, event.stages)
    state.own_before = own_sessions_before(plan, state.contestants, event.stages)
    state.tallied = tally(plan, event.stages)


def send_on(event: Tournament, state: StageState) -> None:
    """Send the contestants of a stage on, where they leave by ways out and everything is decided."""
    others = [each.left for each in event.stages.values() if each is not state and each.left is not None]
    state.left = state.play.leaves(state, {team for left in others for team in left.by(Who.LUCKY)}) or state.left


def _lot(act: LotDrawn) -> Lot:
    return act.order or Lots(act.seed)
