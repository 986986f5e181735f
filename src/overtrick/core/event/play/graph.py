"""An event as a graph of stages in play: the teams that reach a stage, their ranking, and their earlier stages."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from overtrick.core.draws.knockout import Met
from overtrick.core.draws.order import Order, PlacedTeam, Record, rank
from overtrick.core.draws.places import FixedPlace, complete
from overtrick.core.draws.seeding import FirstDraw, first_draw
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntryTaken, Field, LotDrawn
from overtrick.core.event.plan.graph import Graph, KnockoutPlay, Way
from overtrick.core.event.plan.stages import Event, Stage
from overtrick.core.event.play.drop_in import joined_in, rank_entrants
from overtrick.core.event.play.knockout import record_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.flow.graph import Node
from overtrick.core.flow.stages import Contest, Who
from overtrick.core.lots import Lots
from overtrick.core.ranking.chance import lot_order

TITLES = {Who.SECOND: "second of the triangle", Who.THIRD: "third of the triangle"}
"""The names that the regulations use for teams with fixed places."""


class InPlay(Protocol):
    """The part of an event's state that the graph reads."""

    @property
    def stages(self) -> Mapping[str, StageState]: ...
    @property
    def entries(self) -> Mapping[str, EntryTaken]: ...
    @property
    def seeds(self) -> Mapping[str, tuple[str, ...]]: ...
    @property
    def lots(self) -> Mapping[str, LotDrawn]: ...
    def current_plan(self) -> Event: ...


@dataclass(frozen=True, slots=True)
class Arrival:
    """A team that reaches a stage: the node of the flow that it left, and its role there. No node means the entry."""

    team: str
    node: str
    who: Who


def graph_of(event: InPlay) -> Graph:
    """The graph of an event; refused for other events."""
    graph = event.current_plan().graph
    if graph is None:
        raise DirectorError(
            "{name} is not an event whose stages divide and rejoin",
            clause=event.current_plan().clause,
            name=event.current_plan().name,
        )
    return graph


def locate(plan: Event, node: str) -> tuple[Stage, int]:
    """The stage and the round in which a node of the flow is played."""
    for stage in plan.stages:
        for number, each in enumerate(stage.play.flow, start=1):
            if each.rule.name == node:
                return stage, number
    raise DirectorError("{node} is not part of this format", remedy="Check the name.", node=node)


def node_of(stage: Stage, number: int = 1) -> Node:
    """The node of the flow that a stage plays in a round."""
    if not stage.play.in_graph:
        raise DirectorError(
            "{stage} is not a stage of an event whose stages divide and rejoin", clause=stage.clause, stage=stage.name
        )
    return stage.play.flow[number - 1]


def leave_for(event: InPlay, node: str, who: Who) -> tuple[str, ...]:
    """The teams that left a node in one role; the node must be closed."""
    stage, _ = locate(event.current_plan(), node)
    state = event.stages.get(stage.name)
    if stage.play.drops_in:
        return () if state is None else state.contestants
    if state is None or state.left is None:
        raise DirectorError("{node} is not closed", clause=stage.clause, remedy="Close {node} first.", node=node)
    return state.left.leavers_in_role(who)


def arrivals(event: InPlay, node: Node) -> tuple[Arrival, ...]:
    """The teams that reach a node, source by source; teams already in a Swiss stay there and are not listed."""
    found: list[Arrival] = []
    here, _ = locate(event.current_plan(), node.rule.name)
    for source in node.sources:
        if not source.stage:
            found += [Arrival(team, "", source.who) for team in entering(event, node)]
            continue
        if locate(event.current_plan(), source.stage)[0].name == here.name:
            continue
        found += [Arrival(team, source.stage, source.who) for team in leave_for(event, source.stage, source.who)]
    return tuple(found)


def waits_for(event: InPlay, node: Node) -> tuple[str, ...]:
    """The stages or rounds that must be closed before a node can start."""
    found = []
    for source in node.sources:
        if not source.stage:
            continue
        stage, number = locate(event.current_plan(), source.stage)
        state = event.stages.get(stage.name)
        if stage.play.drops_in:
            if state is None or number not in state.rounds or not state.rounds[number].closed:
                found.append(f"round {number} of {stage.name}")
        elif state is None or not state.closed:
            found.append(stage.name)
    return tuple(dict.fromkeys(found))


def seeding(event: InPlay) -> tuple[str, ...]:
    """The seeds of the event, strongest first; the order of entry if it was not seeded."""
    for stage in event.current_plan().stages:
        if stage.name in event.seeds:
            return event.seeds[stage.name]
    return tuple(event.entries)


def opening(event: InPlay) -> FirstDraw | None:
    """The first draw of a seeded field in blocks, by the lot of the first stage; None without blocks."""
    first = next(stage for stage in event.current_plan().stages if node_of(stage).rule.enters)
    if not isinstance(first.play, KnockoutPlay) or first.play.blocks is None:
        return None
    lot = event.lots.get(first.name)
    if lot is None:
        raise DirectorError(
            "Lots have not been drawn for {first}", remedy="Draw lots and record the result first.", first=first.name
        )
    return first_draw(seeding(event), first.play.blocks, Lots(lot.seed or ",".join(lot.order)))


def entering(event: InPlay, node: Node) -> tuple[str, ...]:
    """The entries that start in a node: all of them, or those that the first draw puts there."""
    drawn = opening(event)
    if drawn is None:
        return seeding(event)
    if node.rule.contest is Contest.TRIANGLES:
        return tuple(team for trio in drawn.triangles for team in trio)
    return tuple(team for pair in drawn.pairs for team in pair.teams)


def graph_fields(event: InPlay, stage: Stage) -> tuple[Field, ...]:
    """The contestants of a stage of the graph at its start."""
    teams = tuple(each.team for each in arrivals(event, node_of(stage)))
    return (Field(stage.fields.names[0], teams),)


def joining(event: InPlay, stage: Stage, number: int) -> tuple[str, ...]:
    """The teams that drop into a stage for a round, best first by the match they lost."""
    state = event.stages[stage.name]
    losses = (
        record_of(event.stages[locate(event.current_plan(), each.node)[0].name], each.team)
        for each in arrivals(event, node_of(stage, number))
    )
    return rank_entrants(state, [loss for loss in losses if loss is not None], number)


def origins(event: InPlay, state: StageState) -> dict[str, Way]:
    """The origin of each team in a stage: the node, and the team's role there."""
    return {each.team: (each.node, each.who) for each in arrivals(event, node_of(state.plan))}


def ranking(event: InPlay, state: StageState) -> Order:
    """The field of a knockout stage ranked for its draw, with its tiers and fixed places."""
    play = state.plan.play
    if not isinstance(play, KnockoutPlay):
        raise DirectorError("{plan} is not a knockout", clause=state.plan.clause, plan=state.plan.name)
    teams = state.playing
    if play.order is None:
        seeds = seeding(event)
        placed = sorted(teams, key=lambda team: seeds.index(team) if team in seeds else len(seeds))
        return Order(
            tuple(PlacedTeam(team, place, "by seed") for place, team in enumerate(placed, 1)), play.node.rule.clause
        )
    ways = origins(event, state)
    outright = [_outright(event, team, ways[team]) for team in teams if _has_place(play, ways.get(team))]
    named = {each.team for each in outright}
    records = [_record(event, team, ways, play) for team in teams if team not in named]
    lot = lot_order(teams, state.lot, f"{state.plan.name}, ranking") if state.lot is not None else ()
    order = rank(records, play.order, lot)
    lucky = sum(ways.get(team, ("", Who.ALL))[1] is Who.LUCKY for team in teams)
    return complete(order, outright, play.places, lucky) if outright else order


def _has_place(play: KnockoutPlay, way: Way | None) -> bool:
    titles = {rule.of for rule in play.places}
    return way is not None and TITLES.get(way[1]) in titles


def _outright(event: InPlay, team: str, way: Way) -> FixedPlace:
    record = record_of(event.stages[way[0]], team)
    return FixedPlace(team, TITLES[way[1]], record.wins if record else 0)


def _record(event: InPlay, team: str, ways: Mapping[str, Way], play: KnockoutPlay) -> Record:
    """A team's record for the ranking of a stage: its last match, in whichever stage it was."""
    way = ways.get(team, ("", Who.ALL))
    tier = next((place for place, tier in enumerate(play.tiers) if way in tier), len(play.tiers))
    played = [node for node, who in ways.values() if node and who in (Who.WINNERS, Who.LOSERS, Who.LUCKY)]
    rivals = max((event.stages[node].plan.boards for node in played), default=0)
    for state in reversed(list(event.stages.values())):
        if state.plan.play.knockout and team in state.contestants and state.left is not None:
            found = record_of(state, team, tier, rivals)
            if found is not None:
                return found
    return Record(team, 0, 0, tier=tier)


def meetings(event: InPlay, but: str = "") -> Met:
    """The meetings of teams in the knockout stages, in words, except those in *but*, the stage being drawn."""
    met: dict[frozenset[str], list[str]] = {}
    for name, state in event.stages.items():
        if not state.plan.play.knockout or name == but:
            continue
        for drawn in state.rounds.values():
            for seating in drawn.seatings.values():
                met.setdefault(frozenset((seating.ns, seating.ew)), []).append(name)
    return met


@dataclass(frozen=True, slots=True)
class Step:
    """A stage on a team's path: the node, how the team left it (None if it has not), and for which stage or rank."""

    node: str
    who: Who | None
    to: str = ""
    rank: int | None = None


def path(event: InPlay, team: str) -> tuple[Step, ...]:
    """The nodes that a team has played, in order of play."""
    graph = graph_of(event)
    return tuple(step for node in graph.flow.nodes for step in _step(event, team, node))


def _step(event: InPlay, team: str, node: Node) -> Iterator[Step]:
    name = node.rule.name
    stage, number = locate(event.current_plan(), name)
    state = event.stages.get(stage.name)
    if state is None or team not in state.contestants:
        return
    if stage.play.drops_in:
        if joined_in(state, team) <= number and number in state.rounds:
            to = next(each for each in node.exits if each.rule.who is Who.ALL)
            over = state.rounds[number].closed
            yield Step(name, Who.ALL if over else None, to.rule.stage if over else "", to.rule.rank if over else None)
        return
    if state.left is None:
        yield Step(name, None)
        return
    for each in node.exits:
        if team in state.left.leavers_in_role(each.rule.who):
            yield Step(name, each.rule.who, each.rule.stage, each.rule.rank)
