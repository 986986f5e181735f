"""Penalties, forfeits, withdrawals, and closing a round or a stage."""

from overtrick.core.event.acts import (
    MatchForfeited,
    PenaltyGiven,
    PenaltyLifted,
    RoundClosed,
    ScoreAwarded,
    StageClosed,
    SubstituteUsed,
    WarningGiven,
    Withdrawn,
)
from overtrick.core.event.drafting import rounds_of
from overtrick.core.event.tournament import Tournament
from overtrick.director.decided import Decided, allow, plays_in, refuse, still_open


def penalise(event: Tournament, act: PenaltyGiven | WarningGiven) -> Decided:
    """A penalty or a warning to a contestant of a stage, in the unit the stage counts in."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    if isinstance(act, PenaltyGiven):
        still_open(state)
        if act.amount <= 0:
            raise refuse("A penalty takes something away", remedy="Give the amount as a positive number.")
        if act.unit != state.unit.many:
            raise refuse(
                f"{act.stage} counts in {state.unit.many}, not {act.unit}", clause=act.clause,
                remedy=f"Give the penalty in {state.unit.many}.",
            )  # fmt: skip
    earlier = event.offences(act.contestant, act.offence)
    said = f"{act.contestant} has {earlier} earlier of this kind" if earlier else ""
    return allow(act, cautions=(said,))


def lift(event: Tournament, act: PenaltyLifted) -> Decided:
    """Take a penalty or a warning back."""
    fined = [stage for stage in event.stages.values() if act.posting in stage.penalties]
    for stage in fined:
        still_open(stage)
    if not fined and act.posting not in event.warnings:
        raise refuse(f"Posting {act.posting} is no penalty or warning that stands", remedy="Check its number.")
    return allow(act)


def forfeit(event: Tournament, act: MatchForfeited) -> Decided:
    """A match forfeited by one of its sides, or by nobody when it could not be scored."""
    state = event.stage(act.stage)
    still_open(state)
    seating = state.round(act.round).seatings.get(act.table)
    if seating is None:
        raise refuse(f"There is no match at table {act.table}", remedy="Check the table.")
    if act.offender and act.offender not in (seating.ns, seating.ew):
        raise refuse(f"{act.offender} does not play at table {act.table}", remedy="Name one of the two sides.")
    unscored = "" if state.plan.forfeit else "the regulation gives no score for a forfeit: award it by hand"
    return allow(act, cautions=(unscored,))


def award(event: Tournament, act: ScoreAwarded) -> Decided:
    """A score the director gives for a round that was not played."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    plays_in(state, act.contestant)
    seating = drawn.seating_of(act.contestant)
    played = (
        seating is not None
        and seating.table not in drawn.forfeits
        and not _opponent_gone(event, act, seating.ns, seating.ew)
    )
    if played or drawn.share_of(act.contestant) is not None:
        raise refuse(
            f"{act.contestant} has a match to play in round {act.round}",
            remedy="Score the match, or declare it forfeited.",
        )
    return allow(act)


def _opponent_gone(event: Tournament, act: ScoreAwarded, *sides: str) -> bool:
    return any(side in event.stage(act.stage).withdrawn for side in sides if side != act.contestant)


def withdraw(event: Tournament, act: Withdrawn) -> Decided:
    """A contestant leaves a stage."""
    state = event.stage(act.stage)
    still_open(state)
    if act.contestant not in state.playing:
        raise refuse(f"{act.contestant} is not playing in {act.stage}", remedy="Check the number.")
    if act.after > state.last_round:
        raise refuse(f"Only {state.last_round} rounds are drawn", remedy="Say after which round it left.")
    return allow(act)


def substitute(event: Tournament, act: SubstituteUsed) -> Decided:
    """A substitute for a player."""
    state = event.stage(act.stage)
    plays_in(state, act.contestant)
    used = sum(s.contestant == act.contestant and s.stage == act.stage for s in event.substitutes)
    return allow(act, cautions=(f"{act.contestant} has used {used} substitutions in this stage" if used else "",))


def close_round(event: Tournament, act: RoundClosed) -> Decided:
    """Close a round when all its results are in."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)
    if drawn.closed:
        raise refuse(f"Round {act.round} is closed already", remedy="Draw the next one.")
    missing = state.missing(act.round)
    missing = [place for place in missing if not _gone(event, act, place[0])]
    if missing:
        listed = ", ".join(
            f"table {table} board {board}{f' ({room})' if room else ''}" for table, room, board in missing[:6]
        )
        more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
        raise refuse(
            f"Round {act.round} lacks {listed}{more}",
            clause=state.plan.clause,
            remedy="Enter them, or rule on them, first.",
        )
    disputed = sum(not recorded.confirmed for recorded in drawn.results.values())
    return allow(act, cautions=(f"{disputed} results are not confirmed" if disputed else "",))


def _gone(event: Tournament, act: RoundClosed, table: int) -> bool:
    state = event.stage(act.stage)
    still_open(state)
    seating = state.round(act.round).seatings.get(table)
    return seating is not None and any(side in state.withdrawn for side in (seating.ns, seating.ew))


def close_stage(event: Tournament, act: StageClosed) -> Decided:
    """Close a stage when all its rounds are closed: its order stands from then on."""
    state = event.stage(act.stage)
    if state.closed:
        raise refuse(f"{act.stage} is closed already", remedy="Start the next stage.")
    wanted = rounds_of(state)
    closed = sum(drawn.closed for drawn in state.rounds.values())
    if closed < wanted:
        raise refuse(
            f"{closed} of {wanted} rounds of {act.stage} are closed",
            clause=state.plan.clause,
            remedy="Close the others first.",
        )
    ties = [group for each in state.fields for group in state.standings(each.name).ranking.awaits_lot]
    waiting = "; ".join(" and ".join(group) for group in ties)
    return allow(act, cautions=(f"a lot must still part {waiting}" if waiting else "",))
