"""What an official may do in an event that is a graph of stages: choosing, dropping in, extra boards, exchanges."""

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
from overtrick.core.event.fold.copying import copied
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play import ceremony
from overtrick.core.event.play.drop_in import draft_drop_in
from overtrick.core.event.play.exchange import begun, moved_on
from overtrick.core.event.play.exchange import exchange as exchange_places
from overtrick.core.event.play.graph import arrivals, graph_fields, graph_of, joining, node_of, waits_for
from overtrick.core.event.play.knockout import outcome, triangles
from overtrick.core.event.play.knockout_draw import draft_knockout
from overtrick.core.event.play.parts import RESULTS
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import Recorded
from overtrick.core.flow.final import PlayoffRule, Qualified
from overtrick.core.flow.final import play_off as decide_play_off
from overtrick.core.laws.table_score import table_score
from overtrick.core.model.boards import Board
from overtrick.core.provenance import Clause
from overtrick.core.wording import phrase
from overtrick.director.decision import Decided, allow, refuse
from overtrick.director.tables import after_others


def fields(event: Tournament, plan: Stage) -> tuple[Field, ...]:
    """The contestants of a stage as the graph sends them."""
    return graph_fields(event, plan)


def may_start(event: Tournament, act: StageStarted) -> None:
    """Refuse to start a stage before those it takes teams from are closed, or without its lot."""
    plan = event.plan(act.stage)
    waits = waits_for(event, node_of(plan))
    if waits:
        raise refuse("{waits:,} is not closed", clause=plan.clause, remedy="Close it first.", waits=tuple(waits))
    if act.stage not in event.lots:
        raise refuse(
            "The lot for {stage} is not drawn",
            clause=plan.clause,
            remedy="Draw it and record it: it parts whatever nothing else does.",
            stage=act.stage,
        )
    node, count = node_of(plan), sum(len(field.contestants) for field in act.fields)
    if count != node.teams:
        raise refuse(
            "{stage} is for {teams} teams, not {count}",
            clause=node.rule.clause,
            remedy="Check who left the stages before it.",
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
    """Refuse a draw before those who drop in for it are there, and before the round before it is over."""
    play = state.plan.play
    if not play.drops_in or number > len(play.flow):
        return
    if waits := waits_for(event, play.flow[number - 1]):
        raise refuse("{waits:,} is not closed", clause=state.plan.clause, remedy="Close it first.", waits=tuple(waits))
    if number > 1 and number not in state.joined and arrivals(event, play.flow[number - 1]):
        names = ", ".join(joining(event, state.plan, number))
        raise refuse(
            "{names} drop in for round {number}",
            clause=play.flow[number - 1].rule.clause,
            remedy="Let them join first.",
            names=names,
            number=number,
        )


def join(event: Tournament, act: EntrantsJoined) -> Decided:
    """Contestants drop into a stage under way: those the graph sends, in the order it ranks them."""
    state = event.stage(act.stage)
    play = state.plan.play
    if not play.drops_in or act.round > len(play.flow):
        raise refuse(
            "Nobody drops into {stage} for round {round}", clause=state.plan.clause, stage=act.stage, round=act.round
        )
    if act.round != state.last_round + 1 or act.round in state.joined or act.round == 1:
        raise refuse(
            "Round {round} is not the next to be joined", remedy="Teams join just before its draw.", round=act.round
        )
    node = play.flow[act.round - 1]
    if waits := waits_for(event, node):
        raise refuse("{waits:,} is not closed", clause=node.rule.clause, remedy="Close it first.", waits=tuple(waits))
    expected = joining(event, state.plan, act.round)
    if set(expected) != set(act.contestants) or len(act.contestants) != len(expected):
        raise refuse(
            "Those who drop in for round {round} are {row}",
            clause=node.rule.clause,
            remedy="Let exactly these join.",
            round=act.round,
            row=", ".join(expected) or phrase("nobody"),
        )
    other = "" if expected == act.contestants else "they are not in the order the regulation ranks them"
    return allow(act, cautions=(other,))


def step(event: Tournament, act: ChoiceDeclared | ChoosingBegun | ChoiceMade | ChoiceForfeited) -> Decided:
    """A step of a draw by choice; a choice about anything else is written down as it is."""
    if isinstance(act, ChoiceMade) and not (
        act.stage in event.stages and ceremony.by_choice(event.stages[act.stage]) and act.about == ceremony.OPPONENT
    ):
        return allow(act)
    state = event.stage(act.stage)
    if state.rounds:
        raise refuse("{stage} is drawn", clause=state.plan.clause, remedy="A published draw stands.", stage=act.stage)
    after = ceremony.stepped(event, act)
    before = len(ceremony.ceremony(event, act.stage).turns)
    settled = [str(each) for each in after.turns[before + isinstance(act, ChoiceMade | ChoiceForfeited) :]]
    return allow(act, cautions=tuple(settled))


def call_extra(event: Tournament, act: ExtraBoardsCalled) -> Decided:
    """Extra boards for a level match: as many as its rule calls for now."""
    state = event.stage(act.stage)
    seating = state.round(act.round).seatings.get(act.table)
    if seating is None or act.round != state.last_round:
        raise refuse(
            "There is no knockout match at table {table}", remedy="Check the stage and the table.", table=act.table
        )
    found = state.play.extra_boards(state, act.table)
    if not found or found != act.boards:
        wanted = f"boards {found[0]} to {found[-1]}" if found else "none"
        raise refuse(
            "{ns} v {ew} has no such extra boards",
            clause=state.plan.clause,
            remedy="The extra boards to call are: {wanted}.",
            ns=seating.ns,
            ew=seating.ew,
            wanted=wanted,
        )
    return allow(act)


def may_close(event: Tournament, state: StageState) -> str:
    """Refuse to close a stage with a match undecided; what the director should know of one that may be closed."""
    if state.plan.play.knockout:
        if waits := state.play.undecided(state):
            raise refuse(
                "{plan} is not decided: {waits:;}",
                clause=state.plan.clause,
                remedy="Play the extra boards, draw the lot, or rule on the match.",
                plan=state.plan.name,
                waits=tuple(waits),
            )
        return ""
    graph = graph_of(event)
    rank = next((each.rule.rank for each in node_of(state.plan, state.plan.rounds).exits if each.rule.rank), 1)
    level = last_table(state, rank, graph).playoff
    return f"{', '.join(level)} must play off for the last place ({graph.table.cut})" if level and graph.table else ""


def changed(event: Tournament, act: ResultCorrected | RulingGiven) -> Decided:
    """A result that changes in a stage from which teams have gone on.

    Where the winner changes, the two teams exchange their places; if one of them plays in a later stage
    already, that is for the director to say.
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
        return allow(act, cautions=() if order == now else ("the order of the triangle changes: exchange by hand",))
    if after.winner is None:
        raise refuse(
            "The match would be level and undecided: {waits}",
            clause=state.plan.clause,
            remedy="Teams have gone on from it: rule on the match so that somebody wins it.",
            waits=after.waits,
        )
    if effect_of_change(before.winner or "", after.winner, drawn=True) is Effect.STANDS:
        return allow(act, cautions=("the winner stays, and every draw made from it stands",))
    playing = begun(event, act.stage, (seating.ns, seating.ew))
    if playing:
        said = f"{after.winner} wins now, but play has begun in {playing}: the draw stands unless you exchange them"
        return allow(act, cautions=(said,))
    clause = play.changed or state.plan.clause
    return allow(act, PlacesExchanged(act.stage, after.winner, after.loser or "", clause.cite, act.reason))


@contextmanager
def _as_if(state: StageState, act: ResultCorrected | RulingGiven) -> Iterator[None]:
    """The state as it would be with a result, for as long as it is looked at."""
    place = (act.table, act.room, act.board)
    was = state.round(act.round).results.get(place)
    other = Recorded(act.result, table_score(Board.numbered(act.board), act.result), 0)
    RESULTS.put(state, act.round, place, other)
    try:
        yield
    finally:
        if was is None:
            RESULTS.take(state, act.round, place)
        else:
            RESULTS.put(state, act.round, place, was)


def exchange(event: Tournament, act: PlacesExchanged) -> Decided:
    """Two teams of one match exchange their later places, where the director says so."""
    state = event.stage(act.stage)
    if state.left is None or not moved_on(event, act.stage):
        raise refuse(
            "Nobody has gone on from {stage}", remedy="Correct the result: everything follows from it.", stage=act.stage
        )
    drawn = state.round(1)
    pair = {act.one, act.two}
    if not any({seating.ns, seating.ew} == pair for seating in drawn.seatings.values()):
        raise refuse(
            "{one} and {two} did not meet in {stage}",
            remedy="Check the numbers.",
            one=act.one,
            two=act.two,
            stage=act.stage,
        )
    if not act.reason:
        raise refuse("An exchange needs its reason", remedy="Say in a few words what changed.")
    other = copied(event)
    exchange_places(other, act.stage, act.one, act.two)
    ending(other, other.declined)  # refused if somebody had two places then: they have met again since
    return allow(act)


def decline_berth(event: Tournament, act: Declined) -> Decided:
    """A team does not proceed to an event it qualified for, or could be called up to; the next in rank is told."""
    rule, end = graph_of(event).replacement, ending(event, event.declined)
    if end.qualified is None or rule is None:
        raise refuse(
            "Nobody has qualified for the {berth} yet", clause=end.clause,
            remedy="Close the last stage, and post the play-off if there is one.", berth=act.stage,
        )  # fmt: skip
    own = sum(len(teams) for _, teams in end.qualified.teams) + end.qualified.unfilled
    called = end.ranking[: max(own, end.qualified.lowest)]
    if act.contestant not in called or act.contestant in event.declined.get(act.stage, ()):
        raise refuse(
            "{contestant} has no place in the {berth} and cannot be called up", clause=rule.clause,
            remedy="Those who have one are {there:,}.",
            contestant=act.contestant, berth=act.stage, there=end.qualified.to(act.stage),
        )  # fmt: skip
    declined = {**event.declined, act.stage: {*event.declined.get(act.stage, ()), act.contestant}}
    after = ending(event, declined).qualified
    return allow(act, cautions=tuple(_called_up(end.qualified, after, rule.clause)) if after is not None else ())


def _called_up(before: Qualified, after: Qualified, clause: Clause) -> Iterator[str]:
    """Who gets which place because somebody does not proceed, and whether one stays empty."""
    for name, teams in after.teams:
        new = [team for team in teams if team not in before.to(name)]
        if new:
            yield f"{' and '.join(new)} goes to the {name} instead ({clause})"
    if after.unfilled > before.unfilled:
        yield f"nobody else finished high enough to take the place, and it stays empty ({clause})"


def play_off(event: Tournament, act: PlayedOff) -> Decided:
    """Those level across a place, in the order they came out of their play-off."""
    state = event.stage(act.stage)
    graph = graph_of(event)
    rank = next((each.rule.rank for each in node_of(state.plan, state.plan.rounds).exits if each.rule.rank), 1)
    level = last_table(state, rank, graph).playoff
    if not level or set(level) != set(act.order) or len(act.order) != len(level):
        raise refuse(
            "Those who must play off are {row}",
            clause=state.plan.clause,
            remedy="Name exactly these, in the order they came out.",
            row=", ".join(level) or phrase("nobody"),
        )
    if act.imps and graph.play_off is not None:
        _won_on_the_boards(act, graph.play_off)
    return allow(act)


def _won_on_the_boards(act: PlayedOff, rule: PlayoffRule) -> None:
    """Refuse an order that the boards of a play-off between two do not bear out, or a play-off not finished."""
    if len(act.order) != 2:
        raise refuse(
            "{order} teams played off",
            clause=rule.clause,
            remedy="Leave the IMPs out: those are of two.",
            order=len(act.order),
        )
    won, lost = act.order
    (first, *more) = act.imps
    found = decide_play_off((won, lost), first, more, rule)
    if found.winner is None:
        raise refuse(
            "{won} and {lost} are level after {boards} boards",
            clause=rule.clause,
            remedy="They play {next_boards} more.",
            won=won,
            lost=lost,
            boards=found.boards,
            next_boards=found.next_boards,
        )
    if found.winner != won:
        raise refuse(
            "{winner} won the play-off",
            clause=rule.clause,
            remedy="Name the winner first, as in the IMPs.",
            winner=found.winner,
        )
