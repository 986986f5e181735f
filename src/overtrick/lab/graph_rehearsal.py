"""Rehearsal of an event that is a graph of stages: choices, ties of every kind, extra boards, changed results."""

from collections.abc import Iterator
from fractions import Fraction

from overtrick.core.draws.choice import Phase
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    Act,
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    EntrantsJoined,
    ExtraBoardsCalled,
    LotDrawn,
    MatchForfeited,
    PlayedOff,
    ResultCorrected,
    ResultPosted,
    RoundClosed,
    ScoreAwarded,
    Seating,
    SeedsSet,
    StageClosed,
    StageStarted,
)
from overtrick.core.event.after.ending import ending
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.play.graph import arrivals, graph_of, joining, locate, node_of
from overtrick.core.event.play.knockout import outcomes
from overtrick.core.event.play.knockout_draw import OPPONENT, by_choice, ceremony, open_turn
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.model.results import PointsResult
from overtrick.director.draws import draft
from overtrick.director.entries import stage_fields
from overtrick.lab.human_faults import trouble
from overtrick.lab.rehearsed_event import RehearsedEvent

TIE = 0.12
"""How often a knockout match ends level."""

Rooms = tuple[int, int]
"""A board's scores to North-South in the open and the closed room, each possible whatever the vulnerability."""

FLAT: Rooms = (110, 110)
LEVEL: tuple[tuple[Rooms, ...], ...] = (
    ((140, -300), (-300, 140)),  # 440 points either way: a lot decides
    ((140, -300), (-300, 170)),  # total points
    ((140, -300), (-100, 110), (-100, 90)),  # board-a-match
    ((-300, 140), (110, -100), (90, -100)),
)
"""Boards that make a match level in IMPs, grouped by what then decides it; the other boards are flat."""


def play_graph(rehearsal: RehearsedEvent) -> None:
    """Play every node of the flow in order."""
    for node in graph_of(rehearsal.state).flow.nodes:
        stage, number = locate(rehearsal.state.current_plan(), node.rule.name)
        if stage.play.knockout:
            _knockout(rehearsal, stage)
        else:
            _swiss_round(rehearsal, stage, number)
    end = ending(rehearsal.state, rehearsal.state.declined)
    if end.play_off:
        last = next(stage for stage in rehearsal.state.current_plan().stages if stage.play.drops_in)
        order = list(end.play_off)
        rehearsal.dice.shuffle(order)
        rehearsal.do(PlayedOff(last.name, tuple(order), "four boards, then one at a time"))


def _start(rehearsal: RehearsedEvent, stage: Stage) -> StageState:
    rehearsal.do(LotDrawn(stage.name, seed=f"{rehearsal.dice.random():.12f}"))
    event = rehearsal.state
    if node_of(stage).rule.enters and not event.seeds:
        rehearsal.do(SeedsSet(stage.name, rehearsal.seed_order(event.entries)))
    rehearsal.do(StageStarted(stage.name, stage_fields(event, stage.name)))
    return event.stage(stage.name)


def _knockout(rehearsal: RehearsedEvent, stage: Stage) -> None:
    state = _start(rehearsal, stage)
    choose(rehearsal, state)
    rehearsal.do(draft(rehearsal.state, stage.name, seed=f"{rehearsal.dice.random():.12f}"))
    rehearsal.play_knockout(state)
    rehearsal.do(RoundClosed(stage.name, 1))
    rehearsal.do(StageClosed(stage.name))


def with_ties(rehearsal: RehearsedEvent, state: StageState) -> None:
    """Play the matches of a knockout stage: results, faults, and tie-breaks of level matches."""
    _change(rehearsal, state)
    for act in _results(rehearsal, state):
        rehearsal.do(act)
    trouble(rehearsal, state, 1)
    _break_ties(rehearsal, state)


def _swiss_round(rehearsal: RehearsedEvent, stage: Stage, number: int) -> None:
    if number == 1:
        _start(rehearsal, stage)
    elif arrivals(rehearsal.state, node_of(stage, number)):
        rehearsal.do(EntrantsJoined(stage.name, number, joining(rehearsal.state, stage, number)))
    rehearsal.play_round(rehearsal.state.stage(stage.name))
    if number == stage.rounds:
        rehearsal.do(StageClosed(stage.name))


def choose(rehearsal: RehearsedEvent, state: StageState) -> None:
    """Complete the choice of opponents for a stage that is drawn by choice."""
    if not by_choice(state):
        return
    dice, event, stage = rehearsal.dice, rehearsal.state, state.plan.name
    here = ceremony(event, stage)
    for rank in here.rule.may_opt_in:
        if dice.random() < 0.5:
            rehearsal.do(ChoiceDeclared(stage, here.ranked[rank - 1], available=True))
    for rank in here.rule.may_opt_out:
        if dice.random() < 0.5:
            rehearsal.do(ChoiceDeclared(stage, here.ranked[rank - 1], available=False))
    rehearsal.do(ChoosingBegun(stage))
    while (here := ceremony(event, stage)).phase is Phase.CHOOSING:
        turn = open_turn(here)
        if turn is None:
            break
        if rehearsal.faults.forfeit and dice.random() < 0.08:
            rehearsal.do(ChoiceForfeited(stage, turn.chooser, "nobody was there"))
        else:
            rehearsal.do(ChoiceMade(stage, OPPONENT, turn.chooser, rehearsal.picks(turn.options)))


def _results(rehearsal: RehearsedEvent, state: StageState) -> Iterator[Act]:
    """The results of a knockout stage, with some matches level and very few forfeited."""
    dice, name, drawn = rehearsal.dice, state.plan.name, state.round(1)
    for table, seating in sorted(drawn.seatings.items()):
        if rehearsal.faults.forfeit and dice.random() < rehearsal.faults.forfeit / 2:
            gone = dice.choice((seating.ns, seating.ew))
            yield MatchForfeited(name, 1, table, gone, "did not arrive")
            if drawn.trio_of(gone) is None:
                for side in (seating.ns, seating.ew):
                    score = 0 if side == gone else 20
                    yield ScoreAwarded(side, name, 1, score, state.plan.clause.cite, "forfeit")
            continue
        level = dice.choice(LEVEL) if dice.random() < TIE else None
        for place, board in enumerate(seating.boards):
            scores = None if level is None else (*level, FLAT)[min(place, len(level))]
            yield from _board(rehearsal, state, seating, board, scores)


def _board(
    rehearsal: RehearsedEvent, state: StageState, seating: Seating, board: int, scores: Rooms | None
) -> Iterator[Act]:
    """A board in both rooms: played, or with these scores."""
    for room, ns, ew in ((OPEN, seating.ns, seating.ew), (CLOSED, seating.ew, seating.ns)):
        score = scores[room == CLOSED] if scores is not None else None
        result = rehearsal.result_between(state, 1, board, (ns,), (ew,)) if score is None else PointsResult(score)
        yield ResultPosted(state.plan.name, 1, seating.table, board, result, room)


def _break_ties(rehearsal: RehearsedEvent, state: StageState) -> None:
    """Play extra boards until every match is decided; most are flat, so that later tie-breaks apply too."""
    for found in outcomes(state):
        while found.winner is None and found.extra:
            rehearsal.do(ExtraBoardsCalled(state.plan.name, 1, found.table, found.extra))
            for board in found.extra:
                scores = rehearsal.dice.choice((FLAT, FLAT, FLAT, (140, 90), (-300, 140)))
                for act in _board(rehearsal, state, state.round(1).seatings[found.table], board, scores):
                    rehearsal.do(act)
            found = next(each for each in outcomes(state) if each.table == found.table)  # noqa: PLW2901 - as it stands now


def _change(rehearsal: RehearsedEvent, state: StageState) -> None:
    """Occasionally correct a close match of an earlier stage so that the other side won it."""
    dice = rehearsal.dice
    if not rehearsal.faults.correction or dice.random() >= 0.15:
        return
    nodes = [source.stage for source in node_of(state.plan).sources if source.stage]
    before = [stage for stage in (rehearsal.state.stages.get(node) for node in nodes) if stage is not None]
    if not before:
        return
    chosen = dice.choice(before)
    close = sorted(outcomes(chosen), key=lambda each: max(each.imps) - Fraction(min(each.imps)))
    for match in [each for each in close if each.table not in chosen.round(1).forfeits][:1]:
        board = chosen.round(1).seatings[match.table].boards[0]
        points = -1400 if match.winner == match.one else 1400
        act = ResultCorrected(
            chosen.plan.name,
            1,
            match.table,
            board,
            PointsResult(points),
            "the score was entered the wrong way round",
            OPEN,
        )
        try:
            rehearsal.do(act)
        except DirectorError:
            return
