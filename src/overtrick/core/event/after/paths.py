"""A team's path through a graph of stages: where it has been, where it can still go, and what it needs for that."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from overtrick.core.draws.lucky_losers import LuckyLoserRule, lucky_losers
from overtrick.core.draws.order import Record
from overtrick.core.event.plan.graph import KnockoutPlay
from overtrick.core.event.play.graph import InPlay, Step, graph_of, locate, path
from overtrick.core.event.play.knockout import Outcome, outcomes
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.flow.graph import Node
from overtrick.core.flow.stages import Contest, Who
from overtrick.core.ranking.chance import lot_order

ANY = 400
"""A margin larger than any match can be lost by."""


@dataclass(frozen=True, slots=True)
class PathMatch:
    """A match on a team's path: the opponents, and the IMPs or victory points of both sides so far."""

    opponent: str
    ours: Exact
    theirs: Exact
    decided: bool


@dataclass(frozen=True, slots=True)
class Been:
    """A stage that a team has played in, with its matches, and how it left."""

    step: Step
    matches: tuple[PathMatch, ...]


@dataclass(frozen=True, slots=True)
class Need:
    """One exit from the stage that a team is in: where it leads, and what the team needs.

    *margin* is the most by which the team may lose its match and still leave this way, given the other matches so far;
    `ANY` if the margin does not matter. *stands* says whether it leaves this way by the present scores, once its own
    match is over; *barred* that it has already been a lucky loser.
    """

    who: Who
    to: str
    rank: int | None
    margin: int | None = None
    stands: bool | None = None
    barred: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """A team's whole path: the stages it has played, what it needs in the present one, and what can still come.

    *net* is its lead in the present match, negative if it trails, and *boards* the number still to be played.
    *ahead* are the stages that it can still reach, *ranks* the highest and lowest final ranks.
    """

    team: str
    been: tuple[Been, ...]
    needs: tuple[Need, ...]
    ahead: tuple[str, ...]
    ranks: tuple[tuple[int, int], ...]
    net: Exact = 0
    boards: int = 0


def path_of(event: InPlay, team: str) -> Path:
    """The path of a team so far."""
    flow = graph_of(event).flow
    been = tuple(Been(step, tuple(_team_matches(event, team, step.node))) for step in path(event, team))
    if not been:
        start = [node for node in flow.nodes if node.rule.enters]
        return Path(team, (), (), tuple(n.rule.name for n in flow.nodes), tuple(_ranks(event, start)))
    last = been[-1].step
    if last.who is not None:
        start = [flow.node(last.to)] if last.to else []
        return Path(team, been, (), tuple(_ahead(event, start)), tuple(_ranks(event, start)))
    node = flow.node(last.node)
    ways = _open(event, team, node)
    nexts = [flow.node(each.to) for each in ways if each.to and not each.barred]
    ranks = [(each.rank, each.rank + _count(node, each.who) - 1) for each in ways if each.rank is not None]
    net, boards = _standing(event, team, last.node)
    reached = tuple(sorted({*ranks, *_ranks(event, nexts)}))
    return Path(team, been, ways, tuple(_ahead(event, nexts)), reached, net, boards)


def _team_matches(event: InPlay, team: str, node: str) -> Iterator[PathMatch]:
    stage, number = locate(event.current_plan(), node)
    state = event.stages[stage.name]
    drawn = state.rounds.get(number)
    if drawn is None:
        return
    if stage.play.knockout:
        for each in outcomes(state):
            if team in (each.one, each.two):
                yield _outcome_for(each, team)
        return
    line = state.match_line(team, number)
    if line is not None:
        yield PathMatch(" and ".join(line.opponents), line.score.value, line.against or 0, decided=True)
    elif (seating := drawn.seating_of(team)) is not None:
        yield PathMatch(" and ".join(seating.opponents_of(team)), 0, 0, decided=False)


def _outcome_for(each: Outcome, team: str) -> PathMatch:
    first = team == each.one
    ours, theirs = each.imps if first else each.imps[::-1]
    return PathMatch(each.two if first else each.one, ours, theirs, each.winner is not None)


def _open(event: InPlay, team: str, node: Node) -> tuple[Need, ...]:
    """The exits from the stage that a team is in, each with what it needs."""
    stage, _ = locate(event.current_plan(), node.rule.name)
    state = event.stages[stage.name]
    own = _own_match(state, team) if stage.play.knockout else None
    over = own is not None and own.winner is not None
    found = []
    for each in node.exits:
        who = each.rule.who
        if own is not None and over and (own.winner == team) != (who is Who.WINNERS):
            continue
        need = Need(who, each.rule.stage, each.rule.rank)
        rivals = _rivals(event, state, own, each.count) if own is not None and who is Who.LUCKY else None
        found.append(need if own is None or rivals is None else _lucky(need, rivals, own, team))
    return tuple(found)


def _lucky(need: Need, rivals: "_Rivals", own: Outcome, team: str) -> Need:
    """What a team needs to be a lucky loser; nothing more once its match is over."""
    if rivals.rule.once and team in rivals.before:
        return replace(need, barred=True)
    if own.winner is not None:
        return replace(need, stands=rivals.keeps(own.record(team)))
    return replace(need, margin=rivals.margin(team, own.imps[0] if team == own.one else own.imps[1]))


def _own_match(state: StageState, team: str) -> Outcome | None:
    """The match of two teams that a team is playing."""
    return next((each for each in outcomes(state) if team in (each.one, each.two)), None)


def _lucky_before(event: InPlay) -> frozenset[str]:
    return frozenset(
        team
        for state in event.stages.values()
        if state.left is not None
        for team in state.left.leavers_in_role(Who.LUCKY)
    )


@dataclass(frozen=True, slots=True)
class _Rivals:
    """The losers of a stage by the present scores of its other matches, and the rule for lucky losers.

    A match that is tied and not over has no loser yet, and is left out.
    """

    rule: LuckyLoserRule
    losers: tuple[Record, ...]
    places: int
    before: frozenset[str]
    lot: tuple[str, ...]

    def keeps(self, record: Record) -> bool:
        """Whether a loser with this record would be a lucky loser."""
        rivals = [*self.losers, record]
        places = min(self.places, len(rivals))
        return record.team in lucky_losers(rivals, places, self.rule, before=self.before, lot=self.lot).chosen

    def margin(self, team: str, ours: Exact) -> int | None:
        """The most by which a team may lose and still be a lucky loser; None if it has no chance."""
        if not self.keeps(Record(team, ours, ours + 1)):
            return None
        low, high = 1, ANY
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.keeps(Record(team, ours, ours + middle)) else (low, middle - 1)
        return low


def _rivals(event: InPlay, state: StageState, own: Outcome, places: int) -> _Rivals | None:
    play = state.plan.play
    if not isinstance(play, KnockoutPlay) or play.lucky is None or play.node.rule.contest is not Contest.MATCHES:
        return None
    behind = [(each, each.loser or _trailing_team(each)) for each in outcomes(state) if each.table != own.table]
    losers = tuple(each.record(loser) for each, loser in behind if loser is not None)
    lot = lot_order(state.contestants, state.lot, f"{state.plan.name}, lucky losers") if state.lot is not None else ()
    return _Rivals(play.lucky, losers, places, _lucky_before(event), lot)


def _trailing_team(each: Outcome) -> str | None:
    """The team that trails in a match; None if it is tied."""
    if each.imps[0] == each.imps[1]:
        return None
    return each.one if each.imps[0] < each.imps[1] else each.two


def _standing(event: InPlay, team: str, node: str) -> tuple[Exact, int]:
    """A team's lead in its present match, and the number of boards still to be played."""
    stage, number = locate(event.current_plan(), node)
    state = event.stages[stage.name]
    met = [each for each in _team_matches(event, team, node) if not each.decided]
    drawn = state.rounds.get(number)
    seating = drawn.seating_of(team) if drawn else None
    if not met or drawn is None or seating is None:
        return 0, 0
    waiting = {board for table, _, board in state.missing(number) if table == seating.table}
    net = 0 if stage.play.drops_in else met[0].ours - met[0].theirs
    return net, len(waiting)


def _count(node: Node, who: Who) -> int:
    return next(each.count for each in node.exits if each.rule.who is who)


def _reachable_stages(event: InPlay, start: list[Node]) -> list[Node]:
    """The stages that can be reached from some stages, including those, each once, in order of play."""
    flow = graph_of(event).flow
    wanted = {node.rule.name for node in start}
    found = []
    for node in flow.nodes:
        if node.rule.name in wanted:
            found.append(node)
            wanted |= {each.rule.stage for each in node.exits if each.rule.stage}
    return found


def _ahead(event: InPlay, start: list[Node]) -> Iterator[str]:
    yield from (node.rule.name for node in _reachable_stages(event, start))


def _ranks(event: InPlay, start: list[Node]) -> Iterator[tuple[int, int]]:
    for node in _reachable_stages(event, start):
        for each in node.exits:
            if each.rule.rank is not None:
                yield each.rule.rank, each.rule.rank + each.count - 1
