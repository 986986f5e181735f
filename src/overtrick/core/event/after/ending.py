"""The end of an event that is a graph of stages: the final ranking, play-offs, and who goes on where."""

from collections.abc import Mapping
from dataclasses import dataclass

from overtrick.core.event.plan.graph import Graph
from overtrick.core.event.play.graph import InPlay, graph_of, locate
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, exact_sum
from overtrick.core.flow.final import FinalTable, QualifiedTeams, final_ranking, final_table, qualify, quotas
from overtrick.core.flow.stages import Who
from overtrick.core.provenance import Clause, Figure
from overtrick.core.ranking.measures import PLACES


@dataclass(frozen=True, slots=True)
class Ending:
    """The final ranking so far, the teams that must play off for a place, and those that go on.

    *by* says in which stage each rank was won, and how.
    """

    ranking: tuple[str, ...]
    by: Mapping[str, tuple[str, Who]]
    play_off: tuple[str, ...]
    qualified: QualifiedTeams | None
    clause: Clause

    def rank_of(self, team: str) -> Figure[Exact]:
        """A team's final rank as a figure: the stage in which it was won, and how the team left it."""
        stage, way = self.by[team]
        return Figure(self.ranking.index(team) + 1, PLACES, self.clause, (), way.out_of(stage))


def ending(event: InPlay, declined: Mapping[str, set[str]] | None = None) -> Ending:
    """The end of an event so far: the ranks of stages that are not closed are left out."""
    graph = graph_of(event)
    leaving: dict[tuple[str, Who], tuple[str, ...]] = {}
    play_off: tuple[str, ...] = ()
    for node in graph.flow.nodes:
        for each in node.exits:
            if each.rule.rank is None:
                continue
            stage, _ = locate(event.current_plan(), node.rule.name)
            state = event.stages.get(stage.name)
            if state is None:
                continue
            if state.plan.play.drops_in:
                if state.closed:
                    table = last_table(state, each.rule.rank, graph)
                    leaving[node.rule.name, each.rule.who] = table.order
                    play_off = table.playoff
            elif state.left is not None:
                leaving[node.rule.name, each.rule.who] = state.left.leavers_in_role(each.rule.who)
    ranking = final_ranking(graph.flow, leaving)
    by = {team: way for way, teams in leaving.items() for team in teams}
    out = set[str]().union(*(declined or {}).values()) & set(ranking)
    out |= {team for team in ranking for state in event.stages.values() if state.status(team).why is not None}
    going = None
    if len(ranking) == graph.flow.entry and graph.quotas and graph.replacement is not None and not play_off:
        going = qualify(ranking, out, graph.quotas, graph.replacement)
    return Ending(ranking, by, play_off, going, graph.clause)


def berths(event: InPlay) -> tuple[str, ...]:
    """The names of the events for which the best of this one qualify."""
    graph = event.current_plan().graph
    return tuple(rule.name for rule in graph.quotas) if graph is not None else ()


def last_table(state: StageState, rank: int, graph: Graph) -> FinalTable:
    """The last table of a Swiss whose places are the final ranks from *rank* on; a play-off breaks its ties."""
    if graph.table is None:
        order = state.standings(state.fields[0].name).order
        return FinalTable(order, (), (), graph.clause)
    places = max(0, sum(each.count for each in quotas(graph.flow.entry, graph.quotas)) - rank + 1)
    totals = {name: _worth(state, name) for name in state.contestants}
    lot = state.lot if state.lot is not None else None
    table = final_table(totals, places, graph.table, lot)
    if not table.playoff or set(state.played_off) != set(table.playoff):
        return table
    settled = iter(state.played_off)
    order = tuple(next(settled) if name in table.playoff else name for name in table.order)
    return FinalTable(order, (), table.level, table.clause)


def _worth(state: StageState, name: str) -> tuple[Exact, Exact]:
    record = state.record(name)
    return record.total, exact_sum(match.net_imps for match in record.matches)
