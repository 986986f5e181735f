"""The end of an event: the final table, play-offs for a place, the final ranking, and qualification for others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.exact import Exact, Share
from overtrick.core.flow.graph import Flow
from overtrick.core.flow.stages import Who
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Candidate, ChainRule, Ends, Step, rank
from overtrick.core.ranking.chance import Lot
from overtrick.core.ranking.measures import Measure

TABLE = (Measure.TOTAL, Measure.NET_IMPS)
"""The measures that order the final table before a lot."""


@dataclass(frozen=True, slots=True)
class TableRule:
    """The final table: VPs, then net IMPs, then lot; teams tied across the last qualifying place must play off."""

    clause: Clause
    cut: Clause

    @property
    def chain(self) -> ChainRule[Measure]:
        """The measures of the table as a chain that ends by lot."""
        return ChainRule(self.clause, tuple(Step(measure, self.clause) for measure in TABLE), Ends.LOT)


@dataclass(frozen=True, slots=True)
class FinalTable:
    """The order of the final table, the teams that must play off, and those that only a lot can separate."""

    order: tuple[str, ...]
    playoff: tuple[str, ...]
    level: tuple[tuple[str, ...], ...]
    clause: Clause


def final_table(
    totals: Mapping[str, tuple[Exact, Exact]], places: int, rule: TableRule, lot: Lot | None = None
) -> FinalTable:
    """The table from each team's VPs and net IMPs, of which *places* teams qualify.

    The order of teams that must play off is provisional.
    """
    measured = ((team, dict(zip(TABLE, each, strict=True))) for team, each in totals.items())
    ranking = rank((Candidate(team, worth) for team, worth in measured), rule.chain, lot, about="final table")
    order = ranking.order
    playoff: tuple[str, ...] = ()
    if 0 < places < len(order) and totals[order[places - 1]][0] == totals[order[places]][0]:
        playoff = tuple(sorted(team for team in totals if totals[team][0] == totals[order[places]][0]))
    level = tuple(joint for joint in ranking.awaits_lot if not set(joint) & set(playoff))
    return FinalTable(order, playoff, level, rule.clause)


@dataclass(frozen=True, slots=True)
class PlayoffRule:
    """Extra boards for a place: *boards* first, then *then* at a time until one team leads."""

    clause: Clause
    boards: int
    then: int


@dataclass(frozen=True, slots=True)
class Playoff:
    """The state of a play-off: its winner and the number of boards, or the boards to be played next."""

    winner: str | None
    boards: int
    next_boards: int
    clause: Clause


def play_off(
    teams: tuple[str, str], first: tuple[int, int], more: Sequence[tuple[int, int]], rule: PlayoffRule
) -> Playoff:
    """The result of a play-off: the leader after the first boards, or after the first later set that is not tied."""
    played = rule.boards
    for number, (one, two) in enumerate((first, *more)):
        played += rule.then if number else 0
        if one != two:
            if number < len(more):
                raise DirectorError(
                    "Team {teams} had already won after {played:#board}",
                    clause=rule.clause,
                    remedy="Leave out the later boards: they are not part of the play-off.",
                    teams=teams[one < two],
                    played=played,
                )
            return Playoff(teams[one < two], played, 0, rule.clause)
    return Playoff(None, played, rule.then, rule.clause)


def final_ranking(flow: Flow, leaving: Mapping[tuple[str, Who], Sequence[str]]) -> tuple[str, ...]:
    """All teams by final rank: *leaving* has the teams of each exit that leads to a rank, in order."""
    ways = [
        (each.rule.rank, (node.rule.name, each.rule.who))
        for node in flow.nodes
        for each in node.exits
        if each.rule.rank is not None
    ]
    ranked = [team for _, way in sorted(ways, key=lambda each: each[0]) for team in leaving.get(way, ())]
    twice = sorted({team for team in ranked if ranked.count(team) > 1})
    if twice:
        raise DirectorError(
            "These teams would have two ranks: {twice:,}", remedy="Check who left which stage.", twice=tuple(twice)
        )
    return tuple(ranked)


@dataclass(frozen=True, slots=True)
class QuotaRule:
    """How many teams qualify for an event: *places*, or a *share* of the entries, rounded up."""

    clause: Clause
    name: str
    places: int | None = None
    share: Fraction | None = None

    def __post_init__(self) -> None:
        if (self.places is None) == (self.share is None):
            raise RegulationErrors([f"{self.name} has a number of places or a share of the entry: give one"])

    def places_for(self, entry: int) -> int:
        if self.places is not None:
            return self.places
        return Share.CEILING.whole((self.share or Fraction(0)) * entry)


@dataclass(frozen=True, slots=True)
class Places:
    """The places for an event and the ranks that have them."""

    name: str
    count: int
    ranks: tuple[int, int]
    clause: Clause

    @property
    def one(self) -> bool:
        """Whether it is a single place."""
        return self.count == 1


@dataclass(frozen=True, slots=True)
class ReplacementRule:
    """The rule for replacing a team that does not proceed, by one that finished above the middle of the last section.

    *above* is the number of ranks above that section.
    """

    clause: Clause
    above: int

    def lowest(self, entry: int) -> int:
        """The lowest final rank that may replace.

        >>> rule = ReplacementRule(Clause("GNOT18", "5.3"), above=3)
        >>> [rule.lowest(entry) for entry in (16, 23, 24)]
        [9, 13, 13]
        """
        return self.above + (entry - self.above) // 2


@dataclass(frozen=True, slots=True)
class QualifiedTeams:
    """The teams that go to each event, the lowest rank that could be called up, and the places left empty."""

    teams: tuple[tuple[str, tuple[str, ...]], ...]
    lowest: int
    unfilled: int
    clause: Clause

    def teams_for(self, name: str) -> tuple[str, ...]:
        return dict(self.teams)[name]


def quotas(entry: int, rules: Sequence[QuotaRule]) -> tuple[Places, ...]:
    """The places in each event for this number of entries, from the top of the ranking down."""
    found = []
    start = 1
    for rule in rules:
        count = rule.places_for(entry)
        found.append(Places(rule.name, count, (start, start + count - 1), rule.clause))
        start += count
    return tuple(found)


def qualify(
    ranking: Sequence[str], out: Collection[str], rules: Sequence[QuotaRule], replacement: ReplacementRule
) -> QualifiedTeams:
    """The teams that go on; those that do not proceed are replaced by the next in rank that may.

    A team that has its own place never replaces another.
    """
    entry = len(ranking)
    places = quotas(entry, rules)
    lowest = replacement.lowest(entry)
    own = sum(each.count for each in places)
    willing = [
        team for rank, team in enumerate(ranking, start=1) if team not in out and (rank <= own or rank <= lowest)
    ]
    found = []
    unfilled = 0
    for each in places:
        going, willing = willing[: each.count], willing[each.count :]
        unfilled += each.count - len(going)
        found.append((each.name, tuple(going)))
    return QualifiedTeams(tuple(found), lowest, unfilled, replacement.clause)


@dataclass(frozen=True, slots=True)
class FeeRule:
    """The session by which the entry fee is due in full."""

    clause: Clause
    session: int

    def outstanding(self, session: int, *, paid: bool) -> bool:
        """Whether a fee is due and unpaid by this session."""
        return not paid and session >= self.session
