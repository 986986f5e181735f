"""Exchange all later places of two teams after a correction changed the winner of their match."""

from dataclasses import replace

from overtrick.core.draws.changes import exchange_teams
from overtrick.core.event.acts import DrawPublished, Field
from overtrick.core.event.play.graph import InPlay, locate
from overtrick.core.event.play.inputs import CHOICE, FIELDS, JOINED, LEFT, ROUNDS
from overtrick.core.event.play.stage import StageState


def downstream(event: InPlay, stage: str) -> tuple[str, ...]:
    """The stages to which teams of a stage may go on, directly or later, in order of play."""
    graph = event.current_plan().graph
    reached = {stage}
    found: list[str] = []
    for node in graph.flow.nodes if graph is not None else ():
        here = locate(event.current_plan(), node.rule.name)[0].name
        if here in reached:
            onward = [locate(event.current_plan(), each.rule.stage)[0].name for each in node.exits if each.rule.stage]
            found += [name for name in onward if name not in reached]
            reached.update(onward)
    return tuple(dict.fromkeys(found))


def moved_on(event: InPlay, stage: str) -> bool:
    """Whether teams have gone on from a stage: a later stage has started with them."""
    state = event.stages[stage]
    if state.left is None:
        return False
    gone = {team for teams in state.left.ways.values() for team in teams}
    return any(gone & set(event.stages[name].contestants) for name in downstream(event, stage) if name in event.stages)


def started_stage(event: InPlay, stage: str, teams: tuple[str, str]) -> str:
    """A later stage in which one of the teams has started to play; empty if there is none."""
    for name in downstream(event, stage):
        state = event.stages.get(name)
        for drawn in state.rounds.values() if state is not None else ():
            tables = {table for table, _, _ in drawn.results} | set(drawn.forfeits)
            if any(drawn.seatings[table].ns in teams or drawn.seatings[table].ew in teams for table in tables):
                return name
    return ""


def exchange(event: InPlay, stage: str, one: str, two: str) -> None:
    """Exchange two teams among those that a stage sent on and in everything drawn from it."""
    here = event.stages[stage]
    LEFT.set(here, here.left.exchange_teams(one, two) if here.left is not None else None)
    for name in downstream(event, stage):
        if name in event.stages:
            _exchange_in_stage(event.stages[name], one, two)


def _exchange_in_stage(state: StageState, one: str, two: str) -> None:
    FIELDS.set(state, tuple(Field(each.name, exchange_teams(each.contestants, one, two)) for each in state.fields))
    JOINED.set(state, {number: exchange_teams(teams, one, two) for number, teams in state.joined.items()})
    for number, drawn in list(state.rounds.items()):
        ROUNDS.put(state, number, drawn.drawn_again(_redrawn(drawn.draw, one, two)))
    CHOICE.set(state, None)


def _redrawn(draw: DrawPublished, one: str, two: str) -> DrawPublished:
    seatings = []
    for each in draw.seatings:
        ns, ew = exchange_teams((each.ns, each.ew), one, two)
        seatings.append(replace(each, ns=ns, ew=ew))
    return replace(
        draw,
        seatings=tuple(seatings),
        trios=tuple(replace(trio, teams=exchange_teams(trio.teams, one, two)) for trio in draw.trios),
        sits_out=exchange_teams(draw.sits_out, one, two),
        order=exchange_teams(draw.order, one, two),
    )
