"""Fold acts of deals: the hands of boards, and SquareDeal plans."""

from dataclasses import replace

from overtrick.core.dealing.proof import Dealing
from overtrick.core.dealing.squaredeal import Plan, read_phase
from overtrick.core.event.acts import BoardDealt, DealKeysReleased, DealsPlanned, DealsValued, Posting
from overtrick.core.event.fold.tournament import Tournament, folds
from overtrick.core.event.play.inputs import DEALS
from overtrick.core.model.cards import Deal


@folds
def deal_board(event: Tournament, act: BoardDealt, _: Posting) -> None:
    """Record the hands of a board."""
    state = event.stage(act.stage)
    DEALS.put(state, (state.scope(act.round), act.board), Deal.read(act.deal))


@folds
def plan_deals(event: Tournament, act: DealsPlanned, posting: Posting) -> None:
    """Record a plan, whose deals are fixed but not known yet."""
    plan = Plan(act.plan, act.delayed, tuple(map(read_phase, act.phases)), act.key_hash)
    event.dealing[act.plan] = Dealing(plan, (posting.number, posting.at))


@folds
def value_deals(event: Tournament, act: DealsValued, posting: Posting) -> None:
    """Record the public value of a plan."""
    dealing = event.dealing[act.plan]
    event.dealing[act.plan] = replace(
        dealing, plan=dealing.plan.with_value(act.value), valued=(posting.number, posting.at), source=act.source
    )


@folds
def release_keys(event: Tournament, act: DealKeysReleased, posting: Posting) -> None:
    """Record the released keys of a plan."""
    event.dealing[act.plan] = replace(event.dealing[act.plan], keys=act.keys, released=(posting.number, posting.at))
