"""Sessions as a way to play: a movement for every number of pairs, the same every session."""

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
from overtrick.core.scoring.session import Missed


@dataclass(frozen=True, slots=True)
class SessionMovement:
    """A movement for so many tables; *rounds* are the fewest and the most it may have, as far as the tables allow.

    A Howell that does not say is a full one; any other has all its rounds, up to thirteen. *form* is a Mitchell's,
    *core* the tables of an appendix that move.
    *half_table* says whether it is only for a field with a pair missing, or of individuals with some who sit out, or
    only for one without. *boards_a_round* is
    how many there are where that does not follow from what a session should have. With two *winners* each line has a
    ranking; with one, rounds are *switched*, those named or those that balance best. *missing* is the number that
    nobody has at a half table, else the last. An *own* movement is played as it is written.
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
        """An own movement is written out, and no other is."""
        if (self.family is None) != (self.own is not None):
            raise RegulationErrors(["write the rounds of an own movement in “own”, and those of no other"])

    @property
    def open_ended(self) -> bool:
        """Whether its rounds end only because the evening does."""
        return self.rounds is None and self.family not in (Family.HOWELL, None)

    @property
    def allowed(self) -> Span | None:
        """The rounds it may have; nothing where it has all there are."""
        return LONGEST if self.open_ended else self.rounds

    @property
    def round_boards(self) -> int | None:
        """The boards of a round, where they are given."""
        return self.own.boards_a_set if self.own is not None and self.boards_a_round is None else self.boards_a_round

    @property
    def alone(self) -> bool:
        """Whether it is for individuals, four at a table."""
        return self.own.alone if self.own is not None else self.family is not None and FAMILIES[self.family].seats > 2

    def suits(self, entered: int) -> bool:
        """Whether it is for so many pairs or individuals; an own movement is for those it has."""
        if self.own is not None and len(self.own.present) != entered:
            return False
        whole = entered % (4 if self.alone else 2) == 0
        return self.tables_of(entered) in self.tables and self.half_table in (None, not whole)

    def tables_of(self, entered: int) -> int:
        """The tables of so many: of pairs a half one counts, of individuals those who are left over sit out."""
        return entered // 4 if self.alone else (entered + 1) // 2

    def __str__(self) -> str:
        if self.own is not None:
            return f"movement of the organiser's own, {self.own.name}"
        form = f", {self.form}" if self.form is not None else ""
        return f"{self.family}{form}"


class Compare(Enum):
    """With whom the scores of a board are compared: with everybody in the room, or within a section."""

    ACROSS = "across"
    SECTION = "section"

    def __str__(self) -> str:
        return self.value


class Ranked(Enum):
    """What sections are ranked in: one list of all, a list for each, or both."""

    OVERALL = "overall"
    SECTION = "section"
    BOTH = "both"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the room that moves by itself: its *name*, and its *tables* where they are laid down.

    The pairs that such sections leave are divided evenly over the others, in whole tables. Its *movements* are its
    own, or those of the draw.
    """

    name: str
    tables: int | None = None
    movements: tuple[SessionMovement, ...] = ()


@dataclass(frozen=True, slots=True)
class SessionPlay(WayToPlay):
    """Sessions of a movement chosen by the number of tables; each session starts afresh.

    *boards* is how many a session should have; `session_movements.session_length` is what it comes to. *sit_out* is
    what boards bring that a pair sits out: so many per cent, or its own average, which in per cent it has anyway.
    With *sections* each has a movement of its own, and boards as *compare* says: the same, or boards of its own;
    *ranked* says whether there is one list, one for each section, or both.
    With *at_once* all rounds of a session are published together, and each table goes on as its results are in.
    """

    in_sessions: ClassVar[bool] = True
    by_session: ClassVar[bool] = True
    as_it_stands: ClassVar[bool] = True

    movements: tuple[SessionMovement, ...] = ()
    boards: Span = AS_THEY_COME
    sit_out: int | Missed = Missed.NOTHING
    at_once: bool = False
    sections: tuple[Section, ...] = ()
    compare: Compare = Compare.ACROSS
    ranked: Ranked = Ranked.OVERALL

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
        """How many boards a session should have."""
        return self.boards

    @property
    def open_ended(self) -> Family | None:
        """The family of its first movement that does not say its rounds."""
        return next((each.family for each in self.movements if each.open_ended), None)

    @property
    def sits_out_for(self) -> int | None:
        """The per cent that boards bring which a pair sits out."""
        return None if isinstance(self.sit_out, Missed) else self.sit_out

    def of_section(self, section: Section) -> "SessionPlay":
        """How one section is played."""
        return replace(self, movements=section.movements or self.movements, sections=())

    @property
    def alone(self) -> bool:
        """Whether it is played by individuals, four at a table."""
        return any(each.alone for each in self.movements)

    def takes(self, size: int) -> None:
        """Refuse a field that no movement is named for; sections are looked at when they are dealt."""
        if not self.sections:
            self.movement(size)

    def movement(self, entered: int) -> SessionMovement:
        """The movement for so many pairs, or individuals."""
        for each in self.movements:
            if each.suits(entered):
                return each
        raise DirectorError(
            "No movement is named for {entered} {alone:individuals|pairs}, {tables} tables",
            remedy="Name one for so many tables in the draw of the stage.",
            entered=entered,
            alone=self.alone,
            tables=self.movements[0].tables_of(entered),
        )
