"""Sessions as a way to play: a movement for each number of pairs, the same in every session."""

from dataclasses import dataclass, replace
from enum import Enum
from typing import ClassVar

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.plan.ways import AS_THEY_COME, LONGEST
from overtrick.core.movements.families import FAMILIES, Family
from overtrick.core.movements.mitchell import Form
from overtrick.core.movements.movement import Movement
from overtrick.core.scoring.datum import Span
from overtrick.core.scoring.session import MissedBoardScore
from overtrick.core.wording import Phrase, phrase


@dataclass(frozen=True, slots=True)
class SessionMovement:
    """A *movement* for a number or range of *tables*.

    *rounds* is the number of rounds, or the fewest and the most, as far as the tables allow. Without it a Howell is
    complete, and any other movement has all its rounds, up to thirteen. *form* is the form of a Mitchell. *core* is the
    number of tables in the core of an appendix movement. *half_table* says whether the movement is only for a field
    with a half table (or individuals with some sitting out), or only for a full one. *boards_a_round* is the number of
    boards in a round if it does not follow from the length of a session. With two *winners* each line has its own
    ranking; with one, some rounds are arrow-switched. *switched* lists these rounds; without it they are those that
    balance best. *missing* is the pair number left out at a half table, by default the last. An *own* movement is
    played as it is written.
    """

    tables: Span
    family: Family | None
    rounds: Span | None = None
    form: Form | None = None
    half_table: bool | None = None
    boards_a_round: int | None = None
    winners: int | None = None
    switched: tuple[int, ...] | None = None
    missing: int | None = None
    core: int | None = None
    own: Movement | None = None

    def __post_init__(self) -> None:
        """Check that exactly one of a family and an own movement is given."""
        if (self.family is None) != (self.own is not None):
            raise RegulationErrors(["write the rounds of an own movement in “own”, and those of no other"])

    @property
    def open_ended(self) -> bool:
        """Whether the number of rounds is limited only by the length of the session."""
        return self.rounds is None and self.family not in (Family.HOWELL, None)

    @property
    def allowed(self) -> Span | None:
        """The numbers of rounds that it may have; None if it always has all."""
        return LONGEST if self.open_ended else self.rounds

    @property
    def round_boards(self) -> int | None:
        """The number of boards in a round, if it is given."""
        return self.own.boards_a_set if self.own is not None and self.boards_a_round is None else self.boards_a_round

    @property
    def alone(self) -> bool:
        """Whether it is for individuals, four at a table."""
        return self.own.alone if self.own is not None else self.family is not None and FAMILIES[self.family].seats > 2

    def suits(self, entered: int) -> bool:
        """Whether it fits this many pairs or individuals; an own movement fits exactly its own number."""
        if self.own is not None and len(self.own.present) != entered:
            return False
        whole = entered % (4 if self.alone else 2) == 0
        return self.tables_of(entered) in self.tables and self.half_table in (None, not whole)

    def tables_of(self, entered: int) -> int:
        """The number of tables: for pairs a half table counts; individuals left over sit out."""
        return entered // 4 if self.alone else (entered + 1) // 2

    @property
    def phrased(self) -> Phrase:
        """The movement by name, as in "skip Mitchell"."""
        if self.own is not None:
            return phrase("the organiser’s own movement, {name}", name=self.own.name)
        if self.form is not None:
            return phrase("{form} {family}", form=self.form, family=self.family)
        return phrase("{family}", family=self.family)

    def __str__(self) -> str:
        return str(self.phrased)


class Compare(Enum):
    """The tables among which a board is compared: all of them, or those of a section."""

    ACROSS = "across"
    SECTION = "section"


class SectionRanking(Enum):
    """How sections are ranked: in one list, in a list for each, or both."""

    OVERALL = "overall"
    SECTION = "section"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Section:
    """A section that has its own movement: its *name*, and the number of its *tables* if that is fixed.

    Pairs that are not in sections of a fixed size are divided evenly between the others, in whole tables. *movements*
    are its own movements; without them the section has those of the draw.
    """

    name: str
    tables: int | None = None
    movements: tuple[SessionMovement, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionPlay(WayToPlay):
    """Sessions with a movement chosen by the number of tables; each session starts again from the first round.

    *boards* (`session_boards` in a file) is the intended number of boards in a session; the nearest length is played.
    *sit_out* is the score for boards that a pair sits out: a percentage, its own average, or not counted.
    *sections*, *compare* (whether sections play the same boards) and *ranked* (whether there is one list, one for each
    section, or both) are taken from the stage.
    With *at_once* all rounds of a session are published together, and each table moves on when its results are in.
    """

    in_sessions: ClassVar[bool] = True
    by_session: ClassVar[bool] = True
    as_it_stands: ClassVar[bool] = True

    movements: tuple[SessionMovement, ...] = ()
    boards: Span = AS_THEY_COME
    sit_out: int | MissedBoardScore = MissedBoardScore.NOTHING
    at_once: bool = False
    sections: tuple[Section, ...] = ()
    compare: Compare = Compare.ACROSS
    ranked: SectionRanking = SectionRanking.OVERALL

    def __post_init__(self) -> None:
        faults = []
        if not self.movements:
            faults.append("it names no movements")
        told = self.movements and all(each.round_boards is not None for each in self.movements)
        if self.boards == AS_THEY_COME and not told:
            faults.append("it does not say how many boards a session has")
        if isinstance(self.sit_out, int) and not 0 <= self.sit_out <= 100:
            faults.append(f"{self.sit_out} per cent cannot be given for a sit-out")
        if self.movements and len({each.alone for each in self.movements}) > 1:
            faults.append("it names movements for pairs and movements for individuals")
        if self.alone and self.sections:
            faults.append("individuals are not divided into sections")
        if faults:
            raise RegulationErrors(faults)

    @property
    def session_boards(self) -> Span:
        """The intended number of boards in a session."""
        return self.boards

    @property
    def open_ended(self) -> Family | None:
        """The family of its first movement without a number of rounds."""
        return next((each.family for each in self.movements if each.open_ended), None)

    @property
    def sits_out_for(self) -> int | None:
        """The percentage for boards that a pair sits out."""
        return None if isinstance(self.sit_out, MissedBoardScore) else self.sit_out

    def of_section(self, section: Section) -> "SessionPlay":
        """The way in which one section is played."""
        return replace(self, movements=section.movements or self.movements, sections=())

    @property
    def alone(self) -> bool:
        """Whether it is played by individuals, four at a table."""
        return any(each.alone for each in self.movements)

    def takes(self, size: int) -> None:
        """Refuse a field for which no movement is named; sections are checked when pairs are assigned to them."""
        if not self.sections:
            self.movement(size)

    def movement(self, entered: int) -> SessionMovement:
        """The movement for this many pairs or individuals."""
        for each in self.movements:
            if each.suits(entered):
                return each
        raise DirectorError(
            "No movement is set for {entered} {alone:individuals|pairs} at {tables:#table}",
            remedy="In the stage’s draw, name a movement for that number of tables.",
            entered=entered,
            alone=self.alone,
            tables=self.movements[0].tables_of(entered),
        )
