"""The plan of an event: its stages in order, and how each is played, scored and ranked.

Everything here is data, made from a rule file for a known number of entries. The engine asks a stage how it
is played and never depends on its name.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.conduct.teams import FinalsTeamRule
from overtrick.core.event.plan.graph import Graph
from overtrick.core.event.plan.rules import UNBOUND, PlacingRule, StageRules
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.exact import Exact
from overtrick.core.provenance import Clause
from overtrick.core.ranking.additions import AdditionRule
from overtrick.core.ranking.also import AlsoRule, FactRule
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.carry_over import CarryOverRule
from overtrick.core.ranking.chain import When
from overtrick.core.ranking.ladder import LadderRule
from overtrick.core.ranking.qualification import QualifyRule, SignificantRule
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.datum import PoolRule, Span
from overtrick.core.scoring.deductions import DeductionRule, SubstituteGuide
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.unplayed import ByeRule, ComparedRule, ForfeitRule, UnmetRule
from overtrick.core.season.rules import SeasonRule
from overtrick.core.wording import Phrase, phrase


class Contest(Enum):
    """The kind of contestants: pairs, teams, or individuals."""

    PAIRS = "pairs"
    TEAMS = "teams"
    INDIVIDUALS = "individuals"

    @property
    def one(self) -> Phrase:
        """The word for one contestant."""
        return _ONE[self]

    @property
    def members(self) -> int | None:
        """The number of players in one contestant; None for teams, which have their own rules for that."""
        return {Contest.PAIRS: 2, Contest.INDIVIDUALS: 1}.get(self)

    def __str__(self) -> str:
        return self.value


_ONE = {Contest.PAIRS: phrase("pair"), Contest.TEAMS: phrase("team"), Contest.INDIVIDUALS: phrase("player")}


@dataclass(frozen=True, slots=True)
class Entrants:
    """The entries for which an event is planned: how many entered, how many of them contend, and house pairs.

    Regulations count differently: a table by *contending* pairs leaves out the others, and a *house* pair
    plays but has not entered.
    """

    entered: int
    contending: int | None = None
    house: int = 0

    @property
    def playing(self) -> int:
        """The number that play: those who entered and the house pair."""
        return self.entered + self.house

    @property
    def contend(self) -> int:
        """The number that contend: all who entered, unless another number is given."""
        return self.entered if self.contending is None else self.contending


@dataclass(frozen=True, slots=True)
class StandInRule:
    """The deduction for a side that uses a substitute: the figure from which it is taken, and the guide to its size."""

    deduction: DeductionRule
    guide: SubstituteGuide


class FieldsMade(Enum):
    """How the contestants of a stage are divided into fields."""

    SEEDED = "seeded"
    KEPT = "kept"
    LOT = "by lot"
    NUMBERED = "by number"
    SECTIONS = "in sections"


@dataclass(frozen=True, slots=True)
class FieldNames:
    """The names of a stage's fields, one for all or one for each direction, and how they are filled.

    *first* is the size of the first field if a movement sets it; otherwise it has half of the contestants, rounded up.
    *sizes* are the sizes of the fields if they are sections.
    """

    names: tuple[str, ...] = ("all",)
    made: FieldsMade = FieldsMade.SEEDED
    clause: Clause | None = None
    first: int | None = None
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats:
    """The number that qualify from a stage in which at least this many played in a session, on average."""

    clause: Clause
    at_least: int
    places: int


def seats_at(seats: Iterable[Seats], average: Exact) -> Seats:
    """The qualifying places for an average attendance: those for the largest number that it reaches."""
    return max((each for each in seats if average >= each.at_least), key=lambda each: each.at_least)


@dataclass(frozen=True, slots=True)
class Source:
    """A source of a stage's contestants: another stage, with *each* from each field, *after* some places.

    With *seats* the number depends on the average attendance of a session there; *each* is then only an estimate
    from the number of entries. *carry* is the carry-over from this source, if it differs from the rule of the stage.
    Without a stage the source is another *event*, from which at most *each* drop in: entries for this stage alone.
    *stands* is the clause by which contestants that have started continue when a later change would have sent others.
    """

    stage: str
    each: int
    clause: Clause
    contending: bool = True
    seats: tuple[Seats, ...] = ()
    after: int = 0
    carry: CarryOverRule | None = None
    event: str = ""
    stands: Clause | None = None

    @property
    def called(self) -> str:
        """The name of the stage or the event."""
        return self.stage or self.event


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of an event.

    *rounds* is the number of matches that each contestant plays, over *sessions*; *boards* is the length of
    a match. Its contestants come from its *sources* in order; without sources they are
    the entries. *lengths* are the boards of a match session by
    session, if they differ; *unplayed* are the rules for matches not finished through no fault of either side. With a
    *season* its sessions are weeks apart, and each is for the pairs that come to it. *placing* is the least play for
    a place; *opposed* is the value of a match against a pair that does not contend; *pool* is the other event that may
    share a datum; *home* is the clause by which a lot makes one side of each match the home team;
    *significant* are the ties that must be broken, if others stand; *compared* is the least number of comparisons for a
    match to be scored as it was played; *adds* are the rules that add to its totals; *also* its additional rankings;
    *ladder* is the ladder that it counts for. *unmet* is the score of contestants that have not met one that withdraws;
    without a rule the director gives it.
    """

    name: str
    clause: Clause
    play: WayToPlay
    scoring: Scoring
    standings: StandingsRule
    boards: int
    rounds: int
    sessions: tuple[int, ...]
    fields: FieldNames = FieldNames()
    sources: tuple[Source, ...] = ()
    carry: CarryOverRule | None = None
    bye: ByeRule | None = None
    forfeit: ForfeitRule | None = None
    qualify: QualifyRule | None = None
    rules: StageRules = UNBOUND
    lengths: tuple[int, ...] = ()
    unplayed: tuple[ForfeitRule, ...] = ()
    stand_ins: StandInRule | None = None
    season: SeasonRule | None = None
    placing: PlacingRule | None = None
    opposed: NonContendingRule | None = None
    pool: PoolRule | None = None
    home: Clause | None = None
    significant: SignificantRule | None = None
    compared: ComparedRule | None = None
    adds: tuple[AdditionRule, ...] = ()
    also: tuple[AlsoRule, ...] = ()
    ladder: LadderRule | None = None
    unmet: UnmetRule | None = None

    @property
    def source(self) -> Source | None:
        """The first of its sources, if it has any."""
        return self.sources[0] if self.sources else None

    def comes_from(self, stage: str) -> tuple[Source, ...]:
        """The sources of this stage that are the stage with this name."""
        return tuple(source for source in self.sources if source.stage == stage)

    @property
    def dropping_in(self) -> Source | None:
        """The source that is another event, from which contestants drop in."""
        return next((source for source in self.sources if source.event), None)

    def brings(self, source: Source) -> CarryOverRule | None:
        """The carry-over rule for contestants from a source."""
        return source.carry or self.carry

    def boards_in(self, number: int) -> int:
        """The length of a match in a round."""
        return self.lengths[self.session_of(number) - 1] if self.lengths else self.boards

    @property
    def in_season(self) -> bool:
        """Whether its sessions are weeks apart, each for the pairs that come to it."""
        return self.season is not None

    def conditions(self, tables: int) -> tuple[When, ...]:
        """The conditions of a field at this many tables on which some tests of a ranking depend.

        A movement of two fields is incomplete if it has fewer rounds than a pair has opponents.
        """
        return (When.INCOMPLETE,) if self.play.two_fields and self.rounds < tables else ()

    def session_of(self, number: int) -> int:
        """The session in which a round is played, counted from 1."""
        played = 0
        for session, rounds in enumerate(self.sessions, start=1):
            played += rounds
            if number <= played:
                return session
        return len(self.sessions)

    def first_of_session(self, number: int) -> int:
        """The first round of the session to which a round belongs."""
        return 1 + sum(self.sessions[: self.session_of(number) - 1])


@dataclass(frozen=True, slots=True)
class Honours:
    """The honours of an event: *awards* by place, awards to *members*, *categories*, and places in a *team*."""

    awards: tuple[AwardRule, ...] = ()
    members: tuple[MemberAwardRule, ...] = ()
    categories: CategoryRule | None = None
    team: QualifyRule | None = None
    house: HousePairRule | None = None


@dataclass(frozen=True, slots=True)
class MustChoose:
    """Options of which an official must choose one before entries close, because the text leaves it open."""

    clause: Clause
    about: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MembersRule:
    """The number of members in a team, and how much a member must play.

    *added* is the rule for a member who joined later. *finals* is the rule for playing in the finals. *qualifying* is
    the rule for an eligible member before the finals, and *throughout* the rule that includes them. *finals_team* says
    which players of two stages may play in the finals.
    """

    clause: Clause
    size: Span
    added: PlayRule | None = None
    finals: PlayRule | None = None
    qualifying: PlayRule | None = None
    throughout: PlayRule | None = None
    finals_team: FinalsTeamRule | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """The plan of an event for a known number of entries: its stages in order of play, and its honours.

    *by_stage* is the clause by which each stage has its own entries; *members* are the rules on members of a team;
    *facts* are the statements by entries that additional rankings use.
    """

    id: str
    name: str
    clause: Clause
    contest: Contest
    entries: Span
    stages: tuple[Stage, ...]
    honours: Honours = Honours()
    graph: Graph | None = None
    by_stage: Clause | None = None
    members: MembersRule | None = None
    must_choose: tuple[MustChoose, ...] = ()
    facts: tuple[FactRule, ...] = ()

    def __repr__(self) -> str:
        """The id of the event, and its stages."""
        return f"<Event {self.id}, stages {[stage.name for stage in self.stages]}>"

    def stage(self, name: str) -> Stage | None:
        """The stage with this name, if there is one."""
        return next((stage for stage in self.stages if stage.name == name), None)
