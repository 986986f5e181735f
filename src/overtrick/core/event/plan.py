"""An event as its regulation plans it: its stages in order, how each is played, scored and ranked.

Everything here is data, made from a rule file for an entry of a known size. The engine asks a stage how it
is played; it never asks for its name.
"""

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from overtrick.core.draws.bye_rounds import ByeMoved
from overtrick.core.draws.round_robin import Rounds
from overtrick.core.draws.rules import SwissRule
from overtrick.core.movements.finals import BalancedFinal
from overtrick.core.provenance import Clause
from overtrick.core.ranking.awards import AwardRule, CategoryRule, HousePairRule, MemberAwardRule
from overtrick.core.ranking.carry_over import CarryOverRule
from overtrick.core.ranking.qualification import QualifyRule
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.rounds import Scoring
from overtrick.core.scoring.unplayed import ByeRule, ForfeitRule


class Contest(Enum):
    """Who contends: pairs, or teams."""

    PAIRS = "pairs"
    TEAMS = "teams"

    def __str__(self) -> str:
        return self.value


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
class SwissPlay:
    """Each round drawn from the standings; *modified* lets early opponents meet again in a small field."""

    rule: SwissRule
    modified: Clause | None = None


@dataclass(frozen=True, slots=True)
class RobinDraw:
    """One round robin by positions: who holds a position is a number, or a place when it is drawn."""

    rounds: Rounds
    by_placing: bool = False


@dataclass(frozen=True, slots=True)
class PrintedRobins:
    """The round robins a document prints for fields of these sizes."""

    sizes: tuple[int, ...]
    robins: tuple[RobinDraw, ...]


@dataclass(frozen=True, slots=True)
class RobinPlay:
    """Round robins: printed for some sizes, balanced finals for some, otherwise by the circle, *times* over."""

    printed: tuple[PrintedRobins, ...] = ()
    finals: tuple[BalancedFinal, ...] = ()
    times: int = 1
    bye_moved: ByeMoved | None = None


class TwoFieldForm(Enum):
    """How two fields meet over several sessions."""

    PLANNED = "planned"
    SECTIONS = "three sections"
    ROTATING = "rotating"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class TwoFieldPlay:
    """A North-South field meets an East-West field over several sessions, in their directions."""

    form: TwoFieldForm
    sections: int = 3


class SessionForm(Enum):
    """A movement for one session of pairs play."""

    HOWELL = "Howell"
    MITCHELL = "Mitchell"
    SWITCHED = "arrow-switched Mitchell"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class SessionPlay:
    """Sessions of a movement chosen by the number of tables; each session starts afresh."""

    forms: tuple[tuple[Span, SessionForm], ...]
    boards: int

    def form(self, tables: int) -> SessionForm:
        """The movement for so many tables."""
        return next(form for span, form in self.forms if tables in span)


@dataclass(frozen=True, slots=True)
class StanzaPlay:
    """One match of two contestants in stanzas; a stanza is a round."""

    stanzas: int


Play: TypeAlias = SwissPlay | RobinPlay | TwoFieldPlay | SessionPlay | StanzaPlay


class FieldsMade(Enum):
    """How the contestants of a stage are put into its fields."""

    SEEDED = "seeded"
    KEPT = "kept"
    LOT = "by lot"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class FieldNames:
    """The names of a stage's fields, one for everybody or one for each direction, and how they are filled."""

    names: tuple[str, ...] = ("all",)
    made: FieldsMade = FieldsMade.SEEDED
    clause: Clause | None = None


@dataclass(frozen=True, slots=True)
class Source:
    """Where a stage's contestants come from: another stage, so many from each of its fields."""

    stage: str
    each: int
    clause: Clause
    contending: bool = True


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of an event.

    *rounds* is the number of matches each contestant plays, spread over *sessions*; *boards* the length of
    a match. Without a *source* its contestants are the entries.
    """

    name: str
    clause: Clause
    play: Play
    scoring: Scoring
    standings: StandingsRule
    boards: int
    rounds: int
    sessions: tuple[int, ...]
    fields: FieldNames = FieldNames()
    source: Source | None = None
    carry: CarryOverRule | None = None
    bye: ByeRule | None = None
    forfeit: ForfeitRule | None = None
    qualify: QualifyRule | None = None

    @property
    def by_session(self) -> bool:
        """Whether a board is compared over a whole session, because tables play it in different rounds."""
        return isinstance(self.play, TwoFieldPlay | SessionPlay)

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
class Event:
    """An event for an entry of a known size: its stages in order of play, and what it is played for."""

    id: str
    name: str
    clause: Clause
    contest: Contest
    entries: Span
    stages: tuple[Stage, ...]
    honours: Honours = Honours()

    def stage(self, name: str) -> Stage | None:
        """A stage by name."""
        return next((stage for stage in self.stages if stage.name == name), None)
