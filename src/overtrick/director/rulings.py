"""Forfeits, withdrawals, and closing a round or a stage."""

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
from overtrick.core.event.play.knockout import outcomes
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.wording import count_of, phrase
from overtrick.director import graph
from overtrick.director.clocks import still_running
from overtrick.director.decision import Decided, allow, plays_in, refuse, still_open
from overtrick.director.fouled_boards import all_worth_something, round_cautions
from overtrick.director.late_changes import check_authority, late_effects, undecided
from overtrick.director.late_pairs import without
from overtrick.director.late_play import all_played
from overtrick.director.open_matches import check_accounts
from overtrick.director.results import scored_as_forfeit
from overtrick.director.sitting_out import odd_cautions
from overtrick.director.substitutes import short_of_play
from overtrick.director.teams import not_members
from overtrick.director.unmet import unmet_cautions


def forfeit(event: Tournament, act: MatchForfeited, at: str = "") -> Decided:
    """A match not played out: forfeited by one of its sides or both, or by nobody at fault."""
    state = event.stage(act.stage)
    check_authority(event, state, act.round, at)
    drawn = state.round(act.round)
    seating = drawn.seatings.get(act.table)
    if seating is None:
        raise refuse("There is no match at table {table}", remedy="Check the table.", table=act.table)
    if act.offender and act.offender not in seating.names:
        raise refuse(
            "{offender} does not play at table {table}",
            remedy="Name one of the two sides.",
            offender=act.offender,
            table=act.table,
        )
    if act.how not in HOW_UNPLAYED:
        raise refuse(
            "A match is not “{how}”",
            remedy="It is {how_unplayed:,} or {last}.",
            how=act.how,
            how_unplayed=tuple(HOW_UNPLAYED[:-1]),
            last=HOW_UNPLAYED[-1],
        )
    finals = state.plan.play.must_be_won
    if finals and act.how in (CANCELLED, ABANDONED):
        raise refuse(
            "A final is not {how}: it is played at another time, or forfeited",
            clause=state.plan.clause,
            remedy="Post who did not appear, or that neither did.",
            how=act.how,
        )
    if ((finals and act.how == FORFEITED) or act.how in (CANCELLED, ABANDONED)) and not act.offender:
        raise refuse("Nobody is named", remedy="Name the side that did not appear or could not go on.")
    return allow(act, cautions=(*late_effects(event, state, act), "" if finals else _unscored(state, act)))


def _unscored(state: StageState, act: MatchForfeited) -> str:
    rule = state.plan.unplayed if act.how in (CANCELLED, ABANDONED) else state.plan.forfeit
    return "" if rule else "the regulation gives no score for a forfeit: award it by hand"


def decide_level(event: Tournament, act: MatchDecided) -> Decided:
    """The committee's word on a final that is level."""
    state = event.stage(act.stage)
    still_open(state)
    seating = state.round(act.round).seatings.get(act.table)
    if seating is None or act.winner not in seating.names:
        raise refuse(
            "{winner} does not play at table {table}",
            remedy="Name one of the two sides.",
            winner=act.winner,
            table=act.table,
        )
    if not state.plan.play.must_be_won:
        raise refuse(
            "A match of this stage counts for its score, level or not", clause=state.plan.clause,
            remedy="Leave it as it is.",
        )  # fmt: skip
    level = [final for final in finals_of(state).finals if final.outcome is Outcome.LEVEL]
    if not any({seating.ns, seating.ew} == set(final.teams) for final in level):
        raise refuse(
            "The match of {ns} and {ew} is not level",
            clause=state.plan.clause,
            remedy="Only a level match is for the committee.",
            ns=seating.ns,
            ew=seating.ew,
        )
    return allow(act)


def award(event: Tournament, act: ScoreAwarded, at: str = "") -> Decided:
    """A score the director gives for a round that was not played."""
    state = event.stage(act.stage)
    check_authority(event, state, act.round, at)
    drawn = state.round(act.round)
    plays_in(state, act.contestant)
    seating = drawn.seating_of(act.contestant)
    played = (
        seating is not None
        and state.unplayed(act.round, seating.table) is None
        and not _opponent_gone(event, act, *seating.names)
    )
    share = drawn.share_of(act.contestant)
    shares = share is not None and not _opponent_gone(event, act, *share.teams)
    if played or shares:
        raise refuse(
            "{contestant} has a match to play in round {round}",
            remedy="Score the match, or declare it forfeited.",
            contestant=act.contestant,
            round=act.round,
        )
    return allow(act, cautions=late_effects(event, state, act))


def _opponent_gone(event: Tournament, act: ScoreAwarded, *sides: str) -> bool:
    return any(side in event.stage(act.stage).withdrawn for side in sides if side != act.contestant)


def withdraw(event: Tournament, act: Withdrawn) -> Decided:
    """A contestant leaves a stage."""
    state = event.stage(act.stage)
    still_open(state)
    if act.contestant not in state.contestants or act.contestant in state.withdrawn:
        raise refuse(
            "{contestant} is not playing in {stage}",
            remedy="Check the number.",
            contestant=act.contestant,
            stage=act.stage,
        )
    if state.plan.play.stays:  # its place in later stages is counted on
        raise refuse(
            "A team does not leave {stage}: it forfeits the matches it does not play",
            clause=state.plan.clause,
            remedy="Post a forfeit for its match, and for each that the draw still gives it.",
            stage=act.stage,
        )
    if not 0 <= act.after <= state.last_round:
        drawn = count_of(state.last_round, "round is", "rounds are")
        raise refuse("Only {drawn} drawn", remedy="Say after which round it left.", drawn=drawn)
    left, changed = left_behind(state, act.contestant, act.after), without(state, act)
    unmet = (*unmet_cautions(state, act), *odd_cautions(state, len(state.playing) - 1))
    if left is None:
        return allow(act, *changed, cautions=unmet)
    wiped = left.effect is Effect.EXPUNGED
    if act.expunged != wiped:
        when, scores = ("before", "are wiped") if wiped else ("after the start of", "stand")
        raise refuse(
            "{contestant} leaves {when} match {turning}, so its scores {scores}",
            clause=left.clause,
            remedy=phrase("Wipe its scores.") if wiped else phrase("Let its scores stand."),
            contestant=act.contestant,
            when=when,
            turning=left.turning.value,
            scores=scores,
        )
    owed = f"those yet to meet it: {left.owed}, {left.remedy}" if left.owed and not changed else ""
    return allow(act, *changed, cautions=(owed, *unmet))


def left_behind(state: StageState, contestant: str, after: int) -> Withdrawal | None:
    """What becomes of the scores of one that leaves after a round; nothing where no rule says. A match begun counts."""
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


def close_round(event: Tournament, act: RoundClosed) -> Decided:
    """Close a round when all its results are in."""
    state = event.stage(act.stage)
    drawn = state.round(act.round)
    if drawn.closed:
        raise refuse("Round {round} is closed already", remedy="Draw the next one.", round=act.round)
    missing = list(state.missing(act.round))
    later = drawn.owed
    missing = [each for each in missing if each not in later and not _gone(event, act, each[0])]
    missing += state.unfinished(act.round)
    if missing:
        listed = ", ".join(
            f"table {table} board {board}{f' ({room})' if room else ''}" for table, room, board in missing[:6]
        )
        more = f" and {len(missing) - 6} more" if len(missing) > 6 else ""
        raise refuse(
            "Round {round} lacks {listed}{more}",
            clause=state.plan.clause,
            remedy="Enter them, rule on them, or let them be played later.",
            round=act.round,
            listed=listed,
            more=more,
        )
    all_worth_something(state, drawn)
    check_accounts(state, act.round)
    unconfirmed = sum(not recorded.confirmed for recorded in drawn.results.values())
    few = [
        f"table {table}: {unplayed.reason}; {scored_as_forfeit(state)}"
        for table in sorted(drawn.seatings)
        if (unplayed := state.unplayed(act.round, table)) is not None and unplayed.how == TOO_FEW
    ]
    said = f"{count_of(unconfirmed, 'result is', 'results are')} not confirmed" if unconfirmed else ""
    owed = f"{count_of(len(later), 'board is', 'boards are')} to be played later" if later else ""
    level = (f"{each}: settle it before the stage is closed" for each in _level(state, act.round))
    return allow(act, cautions=(said, _disputed(drawn), owed, *round_cautions(state, drawn), *few, *level))


def _level(state: StageState, number: int) -> Iterator[str]:
    """The matches of a round that must be won and are level, with what the rule has for them."""
    if state.plan.play.knockout:
        yield from (f"{each.one} v {each.two}: {each.waits}" for each in outcomes(state) if each.winner is None)
    elif state.plan.play.must_be_won and number == state.last_round:
        yield from (
            f"{' v '.join(filter(None, final.teams))}: {final.why}"
            for final in finals_of(state).finals
            if final.outcome is Outcome.LEVEL
        )


def _disputed(drawn: RoundState) -> str:
    """The boards that their tables do not agree on: once the round is closed only the desk settles them."""
    places = [place for place, recorded in drawn.results.items() if recorded.disputed]
    listed = ", ".join(f"table {table}{f' {room}' if room else ''} board {board}" for table, room, board in places)
    return f"the players do not agree on {listed}" if places else ""


def _gone(event: Tournament, act: RoundClosed, table: int) -> bool:
    state = event.stage(act.stage)
    still_open(state)
    seating = state.round(act.round).seatings.get(table)
    return seating is not None and any(side in state.withdrawn for side in seating.names)


def close_stage(event: Tournament, act: StageClosed, at: str = "") -> Decided:
    """Close a stage when all its rounds are closed: its order stands from then on."""
    state = event.stage(act.stage)
    if state.closed:
        raise refuse("{stage} is closed already", remedy="Start the next stage.", stage=act.stage)
    all_played(state)
    wanted = rounds_of(state)
    rounds, said = _still_to_close(event, state)
    closed = sum(drawn.closed for drawn in state.rounds.values()) + len(rounds)
    if closed < wanted:
        raise refuse(
            "{closed} of {wanted} rounds of {stage} are closed",
            clause=state.plan.clause,
            remedy="Close the others first.",
            closed=closed,
            wanted=wanted,
            stage=act.stage,
        )
    if state.plan.play.in_graph:
        return allow(act, cautions=(graph.may_close(event, state),))
    _all_parted(state)
    short = short_of_play(event, act.stage), not_members(event, act.stage)
    waiting = undecided(event, state)
    return allow(*rounds, act, cautions=(*said, still_running(event, state, at), waiting, *short))


def _still_to_close(event: Tournament, state: StageState) -> tuple[list[RoundClosed], list[str]]:
    """The rounds that are closed with a stage in which nobody closes one by one; refused while a result is missing."""
    numbers = [number for number in sorted(state.rounds) if not state.rounds[number].closed]
    rounds = [RoundClosed(state.plan.name, number) for number in numbers if state.plan.play.at_once]
    said = [f"round {each.round}: {caution}" for each in rounds for caution in close_round(event, each).cautions]
    return rounds, said


def _all_parted(state: StageState) -> None:
    """Refuse to close a stage whose rule ends in a lot that nobody has drawn: its order is not complete before."""
    ranked = [state.standings(each.name).ranking for each in state.fields]
    ties = [group for ranking in ranked for group in ranking.awaits_lot]
    if ties:
        waiting = "; ".join(" and ".join(group) for group in ties)
        raise refuse(
            "A lot must still part {waiting}",
            clause=ranked[0].rule.ends_clause or ranked[0].rule.clause,
            remedy="Draw the lot for {plan} first: once it is closed, its order stands.",
            waiting=waiting,
            plan=state.plan.name,
        )
