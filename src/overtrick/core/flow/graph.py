"""The whole flow of an event for a number of entries: every stage with its numbers, without losing a team."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import assert_never

from overtrick.core.errors import DirectorError
from overtrick.core.flow.stages import Contest, Counts, ExitRule, FirstRound, Half, NoFlow, StageRule, Who
from overtrick.core.flow.swiss import SwissRound, Triangle, plan_round


@dataclass(frozen=True, slots=True)
class TeamSource:
    """A source of teams for a stage; no stage means the entries themselves."""

    stage: str
    who: Who
    count: int


@dataclass(frozen=True, slots=True)
class Exit:
    """An exit from a stage: its rule, and how many teams leave by it."""

    rule: ExitRule
    count: int


@dataclass(frozen=True, slots=True)
class Node:
    """A stage with its numbers; *triangles* are groups of three, or of as many as its rule says."""

    rule: StageRule
    teams: int
    sources: tuple[TeamSource, ...]
    exits: tuple[Exit, ...]
    matches: int
    triangles: int
    swiss: SwissRound | None = None

    @property
    def byes(self) -> int:
        """The number of teams with a bye."""
        return 0 if self.swiss else self.teams - 2 * self.matches - self.size * self.triangles

    @property
    def size(self) -> int:
        """The number of teams in a triangle or a group."""
        return self.rule.groups.size if self.rule.groups is not None else 3

    @property
    def group_boards(self) -> int:
        """The boards of a match in a triangle or a group: two or three such matches are as long as one of two teams."""
        if self.rule.contest is Contest.TRIANGLES:
            return self.rule.boards
        return -(-self.rule.boards // (self.size - 1))


@dataclass(frozen=True, slots=True)
class State:
    """The number of teams in each section after a session, or after its first half."""

    session: int
    whole: bool
    sections: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Flow:
    """An event laid out for a number of entries. Every team that enters a stage leaves it, and gets a final rank."""

    entry: int
    nodes: tuple[Node, ...]

    def node(self, stage: str) -> Node:
        for node in self.nodes:
            if node.rule.name == stage:
                return node
        held = ", ".join(node.rule.name for node in self.nodes)
        raise DirectorError(
            "{stage} is not played with {entry:#team}",
            remedy="Stages with this number of teams: {held}.",
            stage=stage,
            entry=self.entry,
            held=held,
        )

    def teams(self, stage: str) -> int:
        """The number of teams in a stage; 0 if it is not played."""
        return next((node.teams for node in self.nodes if node.rule.name == stage), 0)

    def states(self) -> tuple[State, ...]:
        """The sections after every session and half-session that ends a stage, up to the last session."""
        last = max(node.rule.session for node in self.nodes)
        opening = {node.rule.section for node in self.nodes if node.rule.enters}
        moments = sorted({(node.rule.session, node.rule.half.ends) for node in self.nodes if node.rule.session < last})
        found = (self._state(session, half) for session, half in moments)
        return tuple(state for state in found if not opening & {name for name, _ in state.sections})

    def _state(self, session: int, half: int) -> State:
        over = [node for node in self.nodes if (node.rule.session, node.rule.half.ends) <= (session, half)]
        done = {node.rule.name for node in over}
        sections: dict[str, int] = {}
        for node in over:
            for each in node.exits:
                if each.rule.stage not in done:
                    section = self.node(each.rule.stage).rule.section if each.rule.stage else node.rule.section
                    sections[section] = sections.get(section, 0) + each.count
        return State(session, half == 2, tuple(sorted(sections.items())))


def lay_out(entry: int, stages: Sequence[StageRule], counts: Counts, first: FirstRound) -> Flow:
    """The flow for a number of entries: *counts* are its lucky losers, *first* is the split at the start.

    Raise `NoFlow` if the numbers are impossible: an odd field, more lucky losers than losers, a field that is too
    large or too small, a team without a place.
    """
    nodes: tuple[Node, ...] = ()
    for rule in (stage for stage in stages if stage.applies_to(entry)):
        node = node_of(rule, nodes, counts, first)
        nodes = nodes if node is None else (*nodes, node)
    return check_flow(Flow(entry, nodes))


def arriving(stage: str, before: Sequence[Node]) -> list[TeamSource]:
    """The sources of a stage among those played before it."""
    return [
        TeamSource(node.rule.name, each.rule.who, each.count)
        for node in before
        for each in node.exits
        if each.rule.stage == stage
    ]


def node_of(rule: StageRule, before: Sequence[Node], counts: Counts, first: FirstRound) -> Node | None:
    """A stage with its numbers, given the stages before it; None if no team reaches it."""
    sources = arriving(rule.name, before)
    if rule.enters:
        drawn = 3 * first.triangles if rule.contest is Contest.TRIANGLES else first.teams
        sources = [TeamSource("", Who.ALL, drawn)]
    teams = sum(source.count for source in sources)
    if not teams:
        return None
    _check_size(rule, teams)
    matches, triangles, leaving = _contest(rule, teams, counts)
    exits = tuple(Exit(each, leaving[each.who]) for each in rule.exits if leaving[each.who])
    swiss = _swiss(rule, sources, before) if rule.contest is Contest.SWISS else None
    return Node(rule, teams, tuple(sources), exits, matches, triangles, swiss)


def _contest(rule: StageRule, teams: int, counts: Counts) -> tuple[int, int, dict[Who, int]]:
    """The numbers of matches and triangles, and of teams that leave in each role."""
    match rule.contest:
        case Contest.MATCHES:
            lucky = counts.lucky_losers_of(rule.lucky) if rule.lucky else 0
            if teams % 2 or lucky > teams // 2:
                raise NoFlow(
                    "Matches are not possible in {rule} with {teams:#team} and {lucky:#lucky loser}",
                    clause=rule.clause,
                    teams=teams,
                    rule=rule.name,
                    lucky=lucky,
                )
            winners = teams // 2
            return winners, 0, {Who.WINNERS: winners, Who.LUCKY: lucky, Who.LOSERS: winners - lucky}
        case Contest.TRIANGLES:
            each = teams // 3
            return 0, each, {Who.FIRST: each, Who.SECOND: each, Who.THIRD: each}
        case Contest.MIXED:
            winners = rule.winners or teams // 2
            triangles = teams - 2 * winners
            if not 0 <= triangles <= winners:
                raise NoFlow(
                    "{rule} cannot reduce {teams:#team} to {winners}",
                    clause=rule.clause,
                    teams=teams,
                    rule=rule.name,
                    winners=winners,
                )
            return winners - triangles, triangles, {Who.WINNERS: winners, Who.LOSERS: teams - winners}
        case Contest.BYES:
            winners = rule.winners or (teams + 1) // 2
            if not teams <= 2 * winners <= 2 * teams:
                raise NoFlow(
                    "{rule} cannot reduce {teams:#team} to {winners}",
                    clause=rule.clause,
                    teams=teams,
                    rule=rule.name,
                    winners=winners,
                )
            return teams - winners, 0, {Who.WINNERS: winners, Who.LOSERS: teams - winners}
        case Contest.GROUPS if rule.groups is not None:
            winners = min(teams, rule.winners or teams)
            groups = len(rule.groups.going_on(teams, winners))
            return 0, groups, {Who.WINNERS: winners, Who.LOSERS: teams - winners}
        case Contest.SWISS | Contest.GROUPS:
            return 0, 0, {Who.ALL: teams}
    assert_never(rule.contest)


def _swiss(rule: StageRule, sources: Iterable[TeamSource], before: Sequence[Node]) -> SwissRound:
    earlier = {node.rule.name: node for node in before if node.swiss is not None}
    staying = [source for source in sources if source.stage in earlier]
    entrants = sum(source.count for source in sources if source.stage not in earlier)
    in_swiss = sum(source.count for source in staying)
    first = not staying
    last = [earlier[source.stage] for source in staying]
    started = any(
        node.swiss is not None and node.swiss.triangle is Triangle.STARTS and node.rule.session == rule.session
        for node in last
    )
    if first:
        return plan_round(entrants, 0, rule.half, first=True, continues=False)
    return plan_round(in_swiss, entrants, rule.half, first=False, continues=started and rule.half is Half.SECOND)


def _check_size(rule: StageRule, teams: int) -> None:
    if rule.exactly is not None and teams != rule.exactly:
        raise NoFlow(
            "{rule} has {teams:#team} but needs exactly {exactly}",
            clause=rule.clause,
            rule=rule.name,
            teams=teams,
            exactly=rule.exactly,
        )
    if rule.at_most is not None and teams > rule.at_most:
        raise NoFlow(
            "{rule} has {teams:#team} but takes at most {at_most}",
            clause=rule.clause,
            rule=rule.name,
            teams=teams,
            at_most=rule.at_most,
        )


def check_flow(flow: Flow) -> Flow:
    """The flow itself, after a check: as many teams leave each stage as enter it, and the final ranks are complete."""
    held: set[str] = set()
    for node in reversed(flow.nodes):
        if sum(each.count for each in node.exits) != node.teams:
            raise NoFlow(
                "{rule} does not send on as many teams as it takes in",
                clause=node.rule.clause,
                rule=node.rule.name,
            )
        astray = [each.rule.stage for each in node.exits if each.rule.stage and each.rule.stage not in held]
        if astray:
            raise NoFlow(
                "{rule} sends teams to {astray:,}, but no later stage has that name",
                rule=node.rule.name,
                astray=tuple(astray),
            )
        held.add(node.rule.name)
    ranks = sorted(
        rank
        for node in flow.nodes
        for each in node.exits
        if each.rule.rank is not None
        for rank in range(each.rule.rank, each.rule.rank + each.count)
    )
    if ranks != list(range(1, flow.entry + 1)):
        raise NoFlow(
            "With {entry} teams the final ranks would be {ranks:,}, not 1 to {entry}",
            entry=flow.entry,
            ranks=tuple(ranks),
        )
    return flow
