"""What an official may do in an event that is a graph of stages: choices, drop-ins, extra boards, exchanges."""

from collections.abc import Iterator
from contextlib import contextmanager

from overtrick.core.draws.changes import Effect, effect_of_change
from overtrick.core.event.acts import (
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    Declined,
    DrawPublished,
    EntrantsJoined,
    ExtraBoardsCalled,
    Field,
    PlacesExchanged,
    PlayedOff,
    ResultCorrected,
    RulingGiven,
    StageStarted,
)
from overtrick.core.event.after.ending import ending, last_table
from overtrick.core.event.fold.replaying import copy_mutable
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play import knockout_draw
from overtrick.core.event.play.drop_in import draft_drop_in
from overtrick.core.event.play.exchange import exchange as exchange_places
from overtrick.core.event.play.exchange import moved_on, started_stage
from overtrick.core.event.play.graph import arrivals, graph_fields, graph_of, joining, node_of, waits_for
from overtrick.core.event.play.inputs import RESULTS
from overtrick.core.event.play.knockout import outcome, triangles
from overtrick.core.event.play.knockout_draw import draft_knockout
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RecordedResult
from overtrick.core.flow.final import PlayoffRule, QualifiedTeams
from overtrick.core.flow.final import play_off as decide_play_off
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, Caution, allow, refuse
from overtrick.director.tables import after_others


def fields(event: Tournament, plan: Stage) -> tuple[Field, ...]:
    """The contestants of a stage as the graph sends them."""
    return graph_fields(event, plan)


def may_start(event: Tournament, act: StageStarted) -> None:
    """Refuse to start a stage before those it takes teams from are closed, or before its lot is drawn."""
    plan = event.plan(act.stage)
    waits = waits_for(event, node_of(plan))
    if waits:
        raise refuse(
            "Not closed yet: {waits:,}", clause=plan.clause, remedy="Close {waits: and} first.", waits=tuple(waits)
        )
    if act.stage not in event.lots:
        raise refuse(
            "Lots have not been drawn for {stage}",
            clause=plan.clause,
            remedy="Draw lots and record the result: it breaks any tie that remains.",
            stage=act.stage,
        )
    node, count = node_of(plan), sum(len(field.contestants) for field in act.fields)
    if count != node.teams:
        raise refuse(
            "{stage} is for {teams:#team}, not {count}",
            clause=node.rule.clause,
            remedy="Check which teams qualified from the earlier stages.",
            stage=act.stage,
            teams=node.teams,
            count=count,
        )


def draft(event: Tournament, state: StageState, seed: str) -> DrawPublished:
    """The next draw of a stage of the graph, at tables that no other stage in play uses."""
    if state.plan.play.knockout:
        drawn = draft_knockout(event, state, seed)
    else:
        drawn = draft_drop_in(state, state.last_round + 1, seed)
    return after_others(event, state, drawn)


def may_draw(event: Tournament, state: StageState, number: int) -> None:
    """Refuse a draw before the teams that drop in for it have joined, or before the previous round is over."""
    play = state.plan.play
    if not play.drops_in or number > len(play.flow):
        return
    if waits := waits_for(event, play.flow[number - 1]):
        raise refuse(
            "Not closed yet: {waits:,}",
            clause=state.plan.clause,
            remedy="Close {waits: and} first.",
            waits=tuple(waits),
        )
    if number > 1 and number not in state.joined and arrivals(event, play.flow[number - 1]):
        raise refuse(
            "Still to join for round {number}: {names:,}",
            clause=play.flow[number - 1].rule.clause,
            remedy="First add the teams that drop in.",
            names=tuple(joining(event, state.plan, number)),
            number=number,
        )


def join(event: Tournament, act: EntrantsJoined) -> AllowedActs:
    """Let contestants drop into a stage under way: those that the graph sends, in the order in which it ranks them."""
    state = event.stage(act.stage)
    play = state.plan.play
    if not play.drops_in or act.round > len(play.flow):
        raise refuse(
            "No team drops into {stage} for round {round}", clause=state.plan.clause, remedy="Check the round.",
            stage=act.stage, round=act.round,
        )  # fmt: skip
    if act.round in state.joined:
        raise refuse(
            "The teams that drop in for round {round} have already joined", remedy="Draw the next round.",
            round=act.round,
        )  # fmt: skip
    if act.round != state.last_round + 1 or act.round == 1:
        raise refuse(
            "Teams cannot join in round {round} now",
            remedy="Add teams to a round only after the previous one is drawn and before its own draw.",
            round=act.round,
        )
    node = play.flow[act.round - 1]
    if waits := waits_for(event, node):
        raise refuse(
            "Not closed yet: {waits:,}", clause=node.rule.clause, remedy="Close {waits: and} first.", waits=tuple(waits)
        )
    expected = joining(event, state.plan, act.round)
    if set(expected) != set(act.contestants) or len(act.contestants) != len(expected):
        raise refuse(
            "The list does not match the drop-ins for round {round}: {row}",
            clause=node.rule.clause,
            remedy="Correct the list to match.",
            round=act.round,
            row=", ".join(expected) or phrase("no one"),
        )
    other = phrase("the drop-ins are not in the order in which the regulations rank them")
    return allow(act, cautions=("" if expected == act.contestants else other,))


def step(event: Tournament, act: ChoiceDeclared | ChoosingBegun | ChoiceMade | ChoiceForfeited) -> AllowedActs:
    """Take a step of a draw by choice; a choice about anything else is recorded as it is."""
    if isinstance(act, ChoiceMade) and not (
        act.stage in event.stages
        and knockout_draw.by_choice(event.stages[act.stage])
        and act.about == knockout_draw.OPPONENT
    ):
        return allow(act)
    state = event.stage(act.stage)
    if state.rounds:
        raise refuse(
            "{stage} is already drawn",
            clause=state.plan.clause,
            remedy="Withdraw the draw first, if play has not begun.",
            stage=act.stage,
        )
    after = knockout_draw.take_step(event, act)
    before = len(knockout_draw.ceremony(event, act.stage).turns)
    settled = after.turns[before + isinstance(act, ChoiceMade | ChoiceForfeited) :]
    return allow(act, cautions=tuple(each.phrased for each in settled))


def call_extra(event: Tournament, act: ExtraBoardsCalled) -> AllowedActs:
    """Call extra boards for a level match, as many as its rule requires now."""
    state = event.stage(act.stage)
    seating = state.round(act.round).seatings.get(act.table)
    if seating is None:
        raise refuse(
            "There is no match of two teams at table {table} in round {round}",
            remedy="Check the round and the table.",
            table=act.table,
            round=act.round,
        )
    if act.round != state.last_round:
        raise refuse(
            "Extra boards can be added only in the latest round, round {last_round}",
            remedy="Check the round.",
            last_round=state.last_round,
        )
    found = state.play.extra_boards(state, act.table)
    if not found or found != act.boards:
        raise refuse(
            "These are not the extra boards due in {ns} v {ew}",
            clause=state.plan.clause,
            remedy="Boards due: {due:span}." if found else "Add no extra boards: none are due.",
            ns=seating.ns,
            ew=seating.ew,
            due=tuple(found),
        )
    return allow(act)


def may_close(event: Tournament, state: StageState) -> Caution:
    """Refuse to close a stage with an undecided match; return a caution about a stage that may be closed."""
    if state.plan.play.knockout:
        if waits := state.play.open_decisions(state):
            raise refuse(
                "{plan} cannot be closed while matches are undecided: {waits:;}",
                clause=state.plan.clause,
                remedy="Play the extra boards, draw lots, or rule on the match.",
                plan=state.plan.name,
                waits=tuple(waits),
            )
        return ""
    graph = graph_of(event)
    rank = next((each.rule.rank for each in node_of(state.plan, state.plan.rounds).exits if each.rule.rank), 1)
    level = last_table(state, rank, graph).playoff
    if not level or not graph.table:
        return ""
    return phrase(
        "teams {level} must play off for the last qualifying place ({clause})",
        level=tuple(level),
        clause=graph.table.cut,
    )


def decide_change(event: Tournament, act: ResultCorrected | RulingGiven) -> AllowedActs:
    """Decide on a changed result in a stage from which teams have gone on.

    Where the winner changes, the two teams exchange their places. If one of them already plays in a later stage, the
    director decides.
    """
    state = event.stage(act.stage)
    play = state.plan.play
    if not play.knockout or state.left is None or not moved_on(event, act.stage):
        return allow(act)
    seating = state.round(act.round).seatings[act.table]
    before, order = outcome(state, act.table), [trio.order.teams for trio in triangles(state)]
    with _as_if(state, act):
        after, now = outcome(state, act.table), [trio.order.teams for trio in triangles(state)]
    if state.round(act.round).trio_of(seating.ns) is not None:
        return allow(
            act,
            cautions=()
            if order == now
            else (phrase("the order of the triangle or group changes: swap the teams by hand"),),
        )
    if after.winner is None:
        raise refuse(
            "The match would have no winner: {waits}",
            clause=state.plan.clause,
            remedy="Teams have already moved on from this match: give a ruling that leaves one team the winner.",
            waits=after.waits,
        )
    if effect_of_change(before.winner or "", after.winner, drawn=True) is Effect.STANDS:
        return allow(act, cautions=(phrase("the winner does not change, and every draw based on this match stands"),))
    playing = started_stage(event, act.stage, (seating.ns, seating.ew))
    if playing:
        said = phrase(
            "team {winner} is now the winner, but play has begun in {playing}: the draw stands unless you swap the "
            "two teams",
            winner=after.winner,
            playing=playing,
        )
        return allow(act, cautions=(said,))
    clause = play.changed or state.plan.clause
    return allow(act, PlacesExchanged(act.stage, after.winner, after.loser or "", clause.cite, act.reason))


@contextmanager
def _as_if(state: StageState, act: ResultCorrected | RulingGiven) -> Iterator[None]:
    """Treat the state as if it had this result, inside the `with` block."""
    place = (act.table, act.room, act.board)
    was = state.round(act.round).results.get(place)
    other = RecordedResult(act.result, table_score(Board.from_number(act.board), act.result), 0)
    RESULTS.put(state, act.round, place, other)
    try:
        yield
    finally:
        if was is None:
            RESULTS.take(state, act.round, place)
        else:
            RESULTS.put(state, act.round, place, was)


def exchange(event: Tournament, act: PlacesExchanged) -> AllowedActs:
    """Exchange the later places of the two teams of a match, where the director decides so."""
    state = event.stage(act.stage)
    if state.left is None or not moved_on(event, act.stage):
        raise refuse(
            "No team has gone on from {stage} yet",
            remedy="Correct the result; the places follow from it.",
            stage=act.stage,
        )
    drawn = state.round(1)
    pair = {act.one, act.two}
    if not any({seating.ns, seating.ew} == pair for seating in drawn.seatings.values()):
        raise refuse(
            "Teams {one} and {two} did not meet in {stage}",
            remedy="Check the numbers.",
            one=act.one,
            two=act.two,
            stage=act.stage,
        )
    if not act.reason:
        raise refuse("A swap needs a reason", remedy="Say in a few words what changed.")
    other = copy_mutable(event)
    exchange_places(other, act.stage, act.one, act.two)
    ending(other, other.declined)  # refused if one of them has two places then: they have met again since
    return allow(act)


def decline_berth(event: Tournament, act: Declined) -> AllowedActs:
    """Decline a place in an event that a team qualified or is in reserve for; a caution names the next in rank."""
    rule, end = graph_of(event).replacement, ending(event, event.declined)
    if end.qualified is None or rule is None:
        raise refuse(
            "No team has qualified for the {berth} yet", clause=end.clause,
            remedy="Close the last stage, and post the finishing order of the play-off if there was "
                   "one.", berth=act.stage,
        )  # fmt: skip
    own = sum(len(teams) for _, teams in end.qualified.teams) + end.qualified.unfilled
    called = end.ranking[: max(own, end.qualified.lowest)]
    if act.contestant not in called or act.contestant in event.declined.get(act.stage, ()):
        raise refuse(
            "Team {contestant} has no place in the {berth} and cannot be called up", clause=rule.clause,
            remedy="Teams with a place: {there:,}.",
            contestant=act.contestant, berth=act.stage, there=end.qualified.teams_for(act.stage),
        )  # fmt: skip
    declined = {**event.declined, act.stage: {*event.declined.get(act.stage, ()), act.contestant}}
    after = ending(event, declined).qualified
    return allow(act, cautions=tuple(_called_up(end.qualified, after, rule.clause)) if after is not None else ())


def _called_up(before: QualifiedTeams, after: QualifiedTeams, clause: Clause) -> Iterator[Phrase]:
    """Cautions about who gets which place because a team does not proceed, and about a place that stays empty."""
    for name, teams in after.teams:
        new = [team for team in teams if team not in before.teams_for(name)]
        if new:
            yield phrase(
                "called up to the {stage} instead: {teams: and} ({clause})", teams=tuple(new), stage=name, clause=clause
            )
    if after.unfilled > before.unfilled:
        yield phrase(
            "no other team finished high enough to take the place, which stays empty ({clause})", clause=clause
        )


def play_off(event: Tournament, act: PlayedOff) -> AllowedActs:
    """Record the order of a play-off between those level across a place."""
    state = event.stage(act.stage)
    graph = graph_of(event)
    rank = next((each.rule.rank for each in node_of(state.plan, state.plan.rounds).exits if each.rule.rank), 1)
    level = last_table(state, rank, graph).playoff
    if not level or set(level) != set(act.order) or len(act.order) != len(level):
        raise refuse(
            "The list does not match the teams that must play off: {row}",
            clause=state.plan.clause,
            remedy="Correct the list to match, in finishing order.",
            row=", ".join(level) or phrase("no one"),
        )
    if act.imps and graph.play_off is not None:
        _won_on_the_boards(act, graph.play_off)
    return allow(act)


def _won_on_the_boards(act: PlayedOff, rule: PlayoffRule) -> None:
    """Refuse the order of a play-off between two that its boards contradict, or a play-off that is not finished."""
    if len(act.order) != 2:
        raise refuse(
            "IMPs were entered for a play-off of {order:#team}",
            clause=rule.clause,
            remedy="Leave out the IMPs: they are only for a play-off between two teams.",
            order=len(act.order),
        )
    won, lost = act.order
    (first, *more) = act.imps
    found = decide_play_off((won, lost), first, more, rule)
    if found.winner is None:
        raise refuse(
            "Teams {won} and {lost} are tied after {boards} boards",
            clause=rule.clause,
            remedy="Boards still to play: {next_boards}.",
            won=won,
            lost=lost,
            boards=found.boards,
            next_boards=found.next_boards,
        )
    if found.winner != won:
        raise refuse(
            "Team {winner} won the play-off",
            clause=rule.clause,
            remedy="Enter the winner first, and the winner’s IMPs first in each score.",
            winner=found.winner,
        )
