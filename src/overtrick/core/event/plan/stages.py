"""An event as its regulation plans it: its stages in order, how each is played, scored and ranked.

Everything here is data, made from a rule file for an entry of a known size. The engine asks a stage how it
is played; it never asks for its name.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum

from overtrick.core.conduct.participation import PlayRule
from overtrick.core.conduct.teams import FinalsTeamRule
from overtrick.core.event.plan.graph import Graph
from overtrick.core.event.plan.placing import PlacingRule
from overtrick.core.event.plan.rules import UNBOUND, StageRules
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
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.deductions import DeductionRule
from overtrick.core.scoring.non_contending import NonContendingRule
from overtrick.core.scoring.pooled import PoolRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.substitutes import SubstituteGuide
from overtrick.core.scoring.unplayed import ByeRule, ComparedRule, ForfeitRule, UnmetRule
from overtrick.core.season.rules import SeasonRule
from overtrick.core.wording import Phrase, phrase


class Contest(Enum):
    """Who contends: pairs, teams, or players each for himself."""

    PAIRS = "pairs"
    TEAMS = "teams"
    INDIVIDUALS = "individuals"

    @property
    def one(self) -> Phrase:
        """One of them."""
        return _ONE[self]

    @property
    def members(self) -> int | None:
        """How many players one of them is; nothing of teams, which have rules of their own for that."""
        return {Contest.PAIRS: 2, Contest.INDIVIDUALS: 1}.get(self)

    def __str__(self) -> str:
        return self.value


_ONE = {Contest.PAIRS: phrase("pair"), Contest.TEAMS: phrase("team"), Contest.INDIVIDUALS: phrase("player")}


@dataclass(frozen=True, slots=True)
class Entrants:
    """The entry an event is planned for: how many entered, how many of them contend, and who makes up the field.

    Regulations count differently: a table by *contending* pairs leaves out the others, and a *house* pair
    plays but has not entered.
    """

    entered: int
    contending: int | None = None
    house: int = 0

    @property
    def playing(self) -> int:
        """How many play: those who entered and the house pair."""
        return self.entered + self.house

    @property
    def contend(self) -> int:
        """How many contend: everybody who entered, unless it is said otherwise."""
        return self.entered if self.contending is None else self.contending


@dataclass(frozen=True, slots=True)
class StandInRule:
    """What a substitute may cost the side that fields one: from which figure it is taken, and the guide to it."""

    deduction: DeductionRule
    guide: SubstituteGuide


class FieldsMade(Enum):
    """How the contestants of a stage are put into its fields."""

    SEEDED = "seeded"
    KEPT = "kept"
    LOT = "by lot"
    NUMBERED = "by number"
    SECTIONS = "in sections"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class FieldNames:
    """The names of a stage's fields, one for everybody or one for each direction, and how they are filled.

    *first* is how many the first has, where a movement says so; otherwise it has the half of them, or one more.
    *sizes* are how many each has, where fields are sections of the room.
    """

    names: tuple[str, ...] = ("all",)
    made: FieldsMade = FieldsMade.SEEDED
    clause: Clause | None = None
    first: int | None = None
    sizes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Seats:
    """How many go on from a stage in which at least so many played in a session, on average."""

    clause: Clause
    at_least: int
    places: int


def seats_at(seats: Iterable[Seats], average: Exact) -> Seats:
    """The seats for an average attendance: those of the largest number it reaches."""
    return max((each for each in seats if average >= each.at_least), key=lambda each: each.at_least)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a stage's contestants come from: another stage, so many from each of its fields, *after* so many.

    With *seats* the number goes by how many played there in a session, on average; *each* is then only what
    the entry makes likely. *carry* is what those bring who come from there, where it is not the rule of the stage.
    Without a stage it is another *event*, from which *each* at most drop in: entries for this stage alone.
    *stands* is the clause by which those who have started play on when a later change would have sent others.
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
        """The stage or the event that it is."""
        return self.stage or self.event


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of an event.

    *rounds* is the number of matches each contestant plays, spread over *sessions*; *boards* the length of
    a match. Its contestants come from its *sources*, those of the first before those of the next; without any they are
    the entries. *lengths* are the boards of a match session by
    session, where they differ; *unplayed* are the rules for matches not played out through nobody's fault. With a
    *season* its sessions are weeks apart, and each is for the pairs that come to it. *placing* is the least play for
    a place; *opposed* what a match against a pair that does not contend is worth; *pool* the other event that may
    share a datum; *home* the clause by which a lot makes one side of each match the home team;
    *significant* the ties that must be broken, where the others stand; *compared* the least comparisons for a match
    to be scored as it was played; *adds* the rules that add to its totals; *also* its further rankings;
    *ladder* the one that it counts for. *unmet* is what those have who are yet to meet one that withdraws; without a
    rule the director gives it.
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
        """Where its contestants come from; the first of several."""
        return self.sources[0] if self.sources else None

    def comes_from(self, stage: str) -> tuple[Source, ...]:
        """The sources of this stage that are in another."""
        return tuple(source for source in self.sources if source.stage == stage)

    @property
    def dropping_in(self) -> Source | None:
        """The other event from which some drop in."""
        return next((source for source in self.sources if source.event), None)

    def brings(self, source: Source) -> CarryOverRule | None:
        """The rule of what those bring who come from a source."""
        return source.carry or self.carry

    def boards_in(self, number: int) -> int:
        """The length of a match in a round."""
        return self.lengths[self.session_of(number) - 1] if self.lengths else self.boards

    @property
    def in_season(self) -> bool:
        """Whether its sessions are weeks apart, each for the pairs that come to it."""
        return self.season is not None

    def conditions(self, tables: int) -> tuple[When, ...]:
        """What is so of a field at so many tables that some tests of a ranking are only for.

        A movement of two fields is incomplete where it has fewer rounds than a pair has opponents.
        """
        return (When.INCOMPLETE,) if self.play.two_fields and self.rounds < tables else ()

    def session_of(self, number: int) -> int:
        """The session a round is played in, from 1."""
        played = 0
        for session, rounds in enumerate(self.sessions, start=1):
            played += rounds
            if number <= played:
                return session
        return len(self.sessions)

    def first_of_session(self, number: int) -> int:
        """The first round of the session a round is played in."""
        return 1 + sum(self.sessions[: self.session_of(number) - 1])


@dataclass(frozen=True, slots=True)
class Honours:
    """What an event is played for: awards by place, awards to members, categories, and the places in a team."""

    awards: tuple[AwardRule, ...] = ()
    members: tuple[MemberAwardRule, ...] = ()
    categories: CategoryRule | None = None
    team: QualifyRule | None = None
    house: HousePairRule | None = None


@dataclass(frozen=True, slots=True)
class MustChoose:
    """Choices of which an official must make one before the entry is closed, because the text leaves it open."""

    clause: Clause
    about: str
    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MembersRule:
    """How many members a team has; what one *added* later must play, and one who plays in *finals* have played.

    *qualifying* and *throughout* are what makes an eligible member, before the finals and with them; *finals_team*
    is who of two stages may play in the finals.
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
    """An event for an entry of a known size: its stages in order of play, and what it is played for.

    *by_stage* is the clause by which each stage takes entries of its own; *members* is about those of a team; *facts*
    are what entries state that further rankings go by.
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
        """Its id, and its stages."""
        return f"<Event {self.id}, stages {[stage.name for stage in self.stages]}>"

    def stage(self, name: str) -> Stage | None:
        """A stage by name."""
        return next((stage for stage in self.stages if stage.name == name), None)
