"""Forfeits, decisions, awards and withdrawals, and closing a round or a stage."""

from collections.abc import Iterator

from overtrick.core.conduct.entries import Effect, Withdrawal, classify_withdrawal
from overtrick.core.draws.finals import Outcome
from overtrick.core.event.acts import (
    ABANDONED,
    CANCELLED,
    FORFEITED,
    HOW_UNPLAYED,
    TOO_FEW,
    MatchDecided,
    MatchForfeited,
    RoundClosed,
    ScoreAwarded,
    StageClosed,
    Withdrawn,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.finals import finals_of
from overtrick.core.event.play.knockout import outcomes, waiting
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.wording import Phrase, phrase
from overtrick.director import graph
from overtrick.director.clocks import still_running
from overtrick.director.decision import AllowedActs, Caution, allow, plays_in, refuse, still_open
from overtrick.director.fouled_boards import all_worth_something, round_cautions
from overtrick.director.late_changes import check_authority, late_effects, review_caution
from overtrick.director.late_pairs import remove_from_draws
from overtrick.director.late_play import all_played
from overtrick.director.missing_scores import check_accounts, odd_cautions, unmet_cautions
from overtrick.director.results import scored_as_forfeit
from overtrick.director.substitutes import short_of_play
from overtrick.director.teams import not_members


def forfeit(event: Tournament, act: MatchForfeited, at: str = "") -> AllowedActs:
    """Record a match that was not played out: forfeited by one side or both, or with nobody at fault."""
    state = event.stage(act.stage)
    check_authority(event, state, act.round, at)
    drawn = state.round(act.round)
    seating = drawn.seatings.get(act.table)
    if seating is None:
        raise refuse(
            "There is no match at table {table} in round {round}",
            remedy="Check the table number.",
            table=act.table,
            round=act.round,
        )
    if act.offender and act.offender not in seating.names:
        raise refuse(
            "Number {offender} does not play at table {table}",
            remedy="Name one of the two sides.",
            offender=act.offender,
            table=act.table,
        )
    if act.how not in HOW_UNPLAYED:
        raise refuse(
            "“{how}” is not an outcome for an unplayed match",
            remedy="Choose {how_unplayed:,} or {last}.",
            how=act.how,
            how_unplayed=tuple(HOW_UNPLAYED[:-1]),
            last=HOW_UNPLAYED[-1],
        )
    finals = state.plan.play.must_be_won
    if finals and act.how in (CANCELLED, ABANDONED):
        raise refuse(
            "A finals match cannot be {how}; it must be played at another time or forfeited",
            clause=state.plan.clause,
            remedy="Say which side did not appear, or that neither side did.",
            how=act.how,
        )
    if ((finals and act.how == FORFEITED) or act.how in (CANCELLED, ABANDONED)) and not act.offender:
        raise refuse("No side was named", remedy="Name the side that did not appear or could not go on.")
    return allow(act, cautions=(*late_effects(event, state, act), "" if finals else _forfeit_caution(state, act)))


def _forfeit_caution(state: StageState, act: MatchForfeited) -> Caution:
    if act.how in (CANCELLED, ABANDONED):
        none = phrase("the regulations give no score for a cancelled or abandoned match: award each side a score")
        return "" if state.plan.unplayed else none
    none = phrase("the regulations give no score for a forfeit: award each side a score")
    return "" if state.plan.forfeit else none


def decide_level(event: Tournament, act: MatchDecided) -> AllowedActs:
    """Record the committee's decision on a level final."""
    state = event.stage(act.stage)
    still_open(state)
    seating = state.round(act.round).seatings.get(act.table)
    if seating is None or act.winner not in seating.names:
        raise refuse(
            "Number {winner} does not play at table {table}",
            remedy="Name one of the two sides.",
            winner=act.winner,
            table=act.table,
        )
    if not state.plan.play.must_be_won:
        raise refuse(
            "The committee does not decide tied matches in this stage", clause=state.plan.clause,
            remedy="Leave the score as it is: the regulations say what happens after a tie.",
        )  # fmt: skip
    level = [final for final in finals_of(state).finals if final.outcome is Outcome.LEVEL]
    if not any({seating.ns, seating.ew} == set(final.teams) for final in level):
        raise refuse(
            "The match between {ns} and {ew} is not tied",
            clause=state.plan.clause,
            remedy="Leave the match as it was scored: the committee decides only tied matches.",
            ns=seating.ns,
            ew=seating.ew,
        )
    return allow(act)


def award(event: Tournament, act: ScoreAwarded, at: str = "") -> AllowedActs:
    """Award a score for a round that was not played."""
    state = event.stage(act.stage)
    check_authority(event, state, act.round, at)
    drawn = state.round(act.round)
    plays_in(state, act.contestant)
    seating = drawn.seating_of(act.contestant)
    played = (
        seating is not None
        and state.why_unplayed(act.round, seating.table) is None
        and not _opponent_gone(event, act, *seating.names)
    )
    share = drawn.share_of(act.contestant)
    shares = share is not None and not _opponent_gone(event, act, *share.teams)
    if played or shares:
        raise refuse(
            "Number {contestant} has a match in round {round}",
            remedy="Score the match, or declare it forfeited.",
            contestant=act.contestant,
            round=act.round,
        )
    return allow(act, cautions=late_effects(event, state, act))


def _opponent_gone(event: Tournament, act: ScoreAwarded, *sides: str) -> bool:
    state = event.stage(act.stage)
    return any(state.status(side).left is not None for side in sides if side != act.contestant)


def withdraw(event: Tournament, act: Withdrawn) -> AllowedActs:
    """Withdraw a contestant from a stage."""
    state = event.stage(act.stage)
    still_open(state)
    if act.contestant not in state.contestants or state.status(act.contestant).left is not None:
        raise refuse(
            "Number {contestant} is not playing in {stage}",
            remedy="Check the number.",
            contestant=act.contestant,
            stage=act.stage,
        )
    if state.plan.play.stays:  # later stages depend on its place
        raise refuse(
            "Teams cannot withdraw from {stage}: they forfeit the matches they do not play",
            clause=state.plan.clause,
            remedy="Post a forfeit for the team’s match and for each later match it is drawn in.",
            stage=act.stage,
        )
    if not 0 <= act.after <= state.last_round:
        raise refuse(
            "So far {drawn:#round has/rounds have} been drawn",
            remedy="Say after which round the contestant withdrew.",
            drawn=state.last_round,
        )
    left, changed = left_behind(state, act.contestant, act.after), remove_from_draws(state, act)
    unmet = (*unmet_cautions(state, act), *odd_cautions(state, len(state.playing) - 1))
    if left is None:
        return allow(act, *changed, cautions=unmet)
    wiped = left.effect is Effect.EXPUNGED
    if act.expunged != wiped:
        raise refuse(
            "Number {contestant} withdraws before match {turning}, so its scores are cancelled"
            if wiped
            else "Number {contestant} withdraws after the start of match {turning}, so its scores stand",
            clause=left.clause,
            remedy=phrase("Cancel the contestant’s scores.") if wiped else phrase("Let the contestant’s scores stand."),
            contestant=act.contestant,
            turning=left.turning.value,
        )
    owed: Caution = ""
    if left.owed and not changed:
        owed = phrase(
            "for the scores of contestants that have not yet met the one that withdrew, see {owed} ({remedy})",
            owed=left.owed,
            remedy=left.remedy,
        )
    return allow(act, *changed, cautions=(owed, *unmet))


def left_behind(state: StageState, contestant: str, after: int) -> Withdrawal | None:
    """What becomes of the scores of a contestant that leaves after a round or a match begun; `None` without a rule."""
    rule = state.plan.rules.players.withdrawal
    if rule is None:
        return None
    begun = [
        number
        for number, drawn in state.rounds.items()
        if (seating := drawn.seating_of(contestant)) is not None
        and any(table == seating.table for table, _, _ in drawn.results)
    ]
    return classify_withdrawal(rule, rounds_of(state), max(begun, default=after))


def close_round(event: Tournament, act: RoundClosed) -> AllowedActs:
    """Close a round when all its results are in."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)
    if drawn.closed:
        raise refuse(
            "Round {round} is already closed", remedy="Continue with the next round, if there is one.", round=act.round
        )
    missing = list(state.missing(act.round))
    later = drawn.owed
    missing = [each for each in missing if each not in later and not _side_has_left(event, act, each[0])]
    missing += state.missing_triangle_results(act.round)
    if missing:
        listed = tuple(
            phrase("table {table}, board {board}[ ({room:name})]", table=table, board=board, room=room)
            for table, room, board in missing[:6]
        )
        raise refuse(
            "Round {round} has no result for {listed:;}[ and {more} more]",
            clause=state.plan.clause,
            remedy="Enter the results, give rulings, or let the boards be played later.",
            round=act.round,
            listed=listed,
            more=max(0, len(missing) - 6),
        )
    all_worth_something(state, drawn)
    check_accounts(state, act.round)
    unconfirmed = sum(not recorded.confirmed for recorded in drawn.results.values())
    few = [
        phrase("table {table}: {reason}; {then}", table=table, reason=unplayed.reason, then=scored_as_forfeit(state))
        for table in sorted(drawn.seatings)
        if (unplayed := state.why_unplayed(act.round, table)) is not None and unplayed.how == TOO_FEW
    ]
    said = phrase("{count:#result is/results are} not confirmed", count=unconfirmed)
    owed = phrase("{count:#board is/boards are} to be played later", count=len(later))
    level = (
        phrase("{match}: decide this match before the stage is closed", match=each) for each in _level(state, act.round)
    )
    return allow(
        act,
        cautions=(
            said if unconfirmed else "",
            _dispute_caution(drawn),
            owed if later else "",
            *round_cautions(state, drawn),
            *few,
            *level,
        ),
    )


def _level(state: StageState, number: int) -> Iterator[Phrase]:
    """The level matches of a round that must be won, with what the rule provides for them."""
    if state.plan.play.knockout:
        yield from (waiting(each) for each in outcomes(state) if each.winner is None)
    elif state.plan.play.must_be_won and number == state.last_round:
        yield from (
            phrase("{one} v {two}: {waits}", one=final.teams[0], two=final.teams[1], waits=final.why)
            for final in finals_of(state).finals
            if final.outcome is Outcome.LEVEL
        )


def _dispute_caution(drawn: RoundState) -> Caution:
    """The caution about disputed boards: once the round is closed only the desk can settle them."""
    listed = tuple(
        phrase("table {table}, board {board}[ ({room:name})]", table=table, board=board, room=room)
        for (table, room, board), recorded in drawn.results.items()
        if recorded.disputed
    )
    return phrase("disputed results: {listed:;}", listed=listed) if listed else ""


def _side_has_left(event: Tournament, act: RoundClosed, table: int) -> bool:
    state = event.stage(act.stage)
    still_open(state)
    seating = state.round(act.round).seatings.get(table)
    return seating is not None and any(state.status(side).left is not None for side in seating.names)


def close_stage(event: Tournament, act: StageClosed, at: str = "") -> AllowedActs:
    """Close a stage when all its rounds are closed: its order is final from then on."""
    state = event.stage(act.stage)
    if state.closed:
        raise refuse("{stage} is already closed", remedy="Start the next stage, if there is one.", stage=act.stage)
    all_played(state)
    wanted = rounds_of(state)
    rounds, said = _still_to_close(event, state)
    closed = sum(drawn.closed for drawn in state.rounds.values()) + len(rounds)
    if closed < wanted:
        raise refuse(
            "Not all rounds of {stage} are closed: {closed} of {wanted}",
            clause=state.plan.clause,
            remedy="Draw and close the remaining rounds first.",
            closed=closed,
            wanted=wanted,
            stage=act.stage,
        )
    if state.plan.play.in_graph:
        return allow(act, cautions=(graph.may_close(event, state),))
    _all_parted(state)
    short = short_of_play(event, act.stage), *not_members(event, act.stage)
    waiting = review_caution(event, state)
    return allow(*rounds, act, cautions=(*said, still_running(event, state, at), waiting, *short))


def _still_to_close(event: Tournament, state: StageState) -> tuple[list[RoundClosed], list[Phrase]]:
    """The rounds that close together with a stage, where nobody closes rounds; refused while a result is missing."""
    numbers = [number for number in sorted(state.rounds) if not state.rounds[number].closed]
    rounds = [RoundClosed(state.plan.name, number) for number in numbers if state.plan.play.at_once]
    said = [
        phrase("round {round}: {caution}", round=each.round, caution=caution)
        for each in rounds
        for caution in close_round(event, each).cautions
    ]
    return rounds, said


def _all_parted(state: StageState) -> None:
    """Refuse to close a stage whose tie-break ends in a lot that has not been drawn: its order is not complete."""
    ranked = [state.standings(each.name).ranking for each in state.fields]
    ties = [group for ranking in ranked for group in ranking.awaits_lot]
    if ties:
        waiting = tuple(phrase("{group}", group=tuple(group)) for group in ties)
        raise refuse(
            "Lots must still be drawn between {waiting:;}",
            clause=ranked[0].rule.ends_clause or ranked[0].rule.clause,
            remedy="Draw lots for {plan} first: placings are final once the stage is closed.",
            waiting=waiting,
            plan=state.plan.name,
        )
