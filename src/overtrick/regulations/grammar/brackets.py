"""The grammar of `brackets.toml`: rankings, draws, tables and finals, one class a table.

Each table can build the rule it stands for; a side of a match is written `rank 4`, `winner QF1` or
`loser QF2`.
"""

from typing import Annotated, Literal, Protocol, TypeVar

from pydantic import Field, PlainValidator, WithJsonSchema, model_validator

from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.draws.finals import (
    AbsenceRule,
    Bracket,
    BracketMatch,
    Level,
    LevelRule,
    LoserOf,
    Rank,
    Source,
    WinnerOf,
)
from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.lucky_losers import LoserClass, LuckyLoserRule
from overtrick.core.draws.order import ChainRule, Measure
from overtrick.core.draws.places import At, PlaceRule
from overtrick.core.draws.seed_blocks import SeedBlockRule
from overtrick.core.draws.stanzas import StanzaRule
from overtrick.core.errors import DirectorError
from overtrick.regulations.grammar.words import Cite, Cited, Number, Table, word


def _source(value: object) -> Source:
    kind, _, name = str(value).partition(" ")
    match kind:
        case "rank" if name.isdigit():
            return Rank(int(name))
        case "winner" if name:
            return WinnerOf(name)
        case "loser" if name:
            return LoserOf(name)
        case _:
            raise ValueError(f"“{value}” is not a side; write “rank 4”, “winner QF1” or “loser QF2”")


Side = Annotated[Source, PlainValidator(_source), WithJsonSchema({"type": "string"})]
MeasureWord = Annotated[Measure, word(Measure)]


class _Buildable(Protocol):
    def rule(self) -> object: ...


B = TypeVar("B", bound=_Buildable)


def _built(words: B) -> B:
    """The same words, once the rule they stand for has been built without objection."""
    try:
        words.rule()
    except DirectorError as error:
        raise ValueError(error.what) from error
    return words


class OrderWords(Cited):
    """A chain of measures."""

    name: str = ""
    says: str = ""
    by: tuple[MeasureWord, ...]

    def rule(self) -> ChainRule:
        return ChainRule(self.cited, self.by)


class PlaceWords(Cited):
    """A place given outright, to whom, and with how many wins."""

    of: str
    place: int | Annotated[At, word(At)]
    wins: tuple[Number, ...] | None = None

    def rule(self) -> PlaceRule:
        return PlaceRule(self.cited, self.of, self.place, self.wins)


class OnceWords(Cited):
    """That a team is a lucky loser only once, and whether that bar lifts for want of others."""

    lift: bool


class LoserClassWords(Cited):
    """A class of losers, and how they are ranked among themselves."""

    lost: Annotated[LoserClass, word(LoserClass)]
    by: tuple[MeasureWord, ...]


class LuckyLoserWords(Cited):
    """Who may be a lucky loser, in order."""

    says: str = ""
    once: OnceWords | None = None
    class_: tuple[LoserClassWords, ...] = Field(alias="class")

    def rule(self) -> LuckyLoserRule:
        classes = tuple((each.lost, ChainRule(each.cited, each.by)) for each in self.class_)
        lift = self.once is not None and self.once.lift
        return LuckyLoserRule(self.cited, classes, self.once.cited if self.once else None, lift=lift)


class DrawWords(Cited):
    """The set draw, and the clauses all draws of the document share."""

    rematch: Cite
    absent: Cite
    remaining: Cite
    changed: Cite

    def rule(self) -> SetDrawRule:
        return SetDrawRule(self.cited, self.rematch)


class ChoiceWords(Cited):
    """Who chooses from whom in a stage."""

    stage: str
    says: str = ""
    choosers: int | None = None
    open: tuple[int, int] | None = None
    may_opt_in: tuple[int, ...] = ()
    may_opt_out: tuple[int, ...] = ()

    def rule(self, draw: DrawWords) -> ChoiceLayout:
        return ChoiceLayout(
            self.cited, draw.rematch, draw.absent, draw.remaining,
            self.choosers, self.open, self.may_opt_in, self.may_opt_out,
        )  # fmt: skip


class SeedBlockWords(Cited):
    """The blocks of a seeded field, by number of entries."""

    entries: tuple[int, ...]
    middle: int = 0
    triangles: int = 0

    def rule(self) -> SeedBlockRule:
        return SeedBlockRule(self.cited, self.middle, self.triangles)


class CountTable(Cited):
    """Counts by number of entries, as printed, and the rows that take the place of printed ones."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    repaired: tuple[tuple[str | int, ...], ...] = ()

    @model_validator(mode="after")
    def _full_rows(self) -> "CountTable":
        for row in (*self.rows, *self.repaired):
            if len(row) != len(self.columns):
                raise ValueError(f"row {row[0]} has {len(row)} cells for {len(self.columns)} columns")
        return self

    def counts(self, entry: str) -> dict[str, int]:
        """The counts for an entry, those of the repaired row where there is one."""
        for row in (*self.repaired, *self.rows):
            if row[0] == entry:
                return {name: int(cell) for name, cell in zip(self.columns[1:], row[1:], strict=True)}
        known = ", ".join(str(row[0]) for row in self.rows)
        raise DirectorError(
            f"Table {self.name} has no row for {entry}", clause=str(self.cited), remedy=f"It has {known}."
        )


class MatchWords(Cited):
    """A match of a bracket."""

    name: str
    title: str
    sides: tuple[Side, Side]
    carry: Side | None = None
    week: int = 1
    sessions: int = 1

    @model_validator(mode="after")
    def _carry_is_a_side(self) -> "MatchWords":
        if self.carry is not None and self.carry not in self.sides:
            raise ValueError(f"{self.carry} does not play in {self.name}, so it cannot have the carry-forward")
        return self

    def rule(self) -> BracketMatch:
        carry_to = None if self.carry is None else self.sides.index(self.carry)
        return BracketMatch(self.name, self.title, self.sides, self.cited, carry_to, self.week, self.sessions)


class LevelWords(Cited):
    """What is done with a level final."""

    way: Annotated[Level, word(Level)]


class BracketWords(Cited):
    """Finals: the matches in the order they are played, and what each place is won by."""

    name: str
    says: str = ""
    carry: Number = 0
    carry_clause: Cite | None = None
    level: LevelWords
    places: tuple[Side, ...]
    match: tuple[MatchWords, ...]

    @model_validator(mode="after")
    def _stands(self) -> "BracketWords":
        return _built(self)

    def rule(self) -> Bracket:
        return Bracket(
            self.name, self.cited, tuple(match.rule() for match in self.match), self.places,
            LevelRule(self.level.cited, self.level.way), self.carry, self.carry_clause,
        )  # fmt: skip


class StanzaWords(Cited):
    """Seating rights: who names how many stanzas, in turn."""

    name: str
    says: str = ""
    stanzas: int
    turns: tuple[tuple[Literal["higher", "other"], int], ...]

    @model_validator(mode="after")
    def _stands(self) -> "StanzaWords":
        return _built(self)

    def rule(self) -> StanzaRule:
        turns = tuple((0 if side == "higher" else 1, count) for side, count in self.turns)
        return StanzaRule(self.cited, self.stanzas, turns)


class AbsenceWords(Cited):
    """How long an absent team is waited for."""

    says: str = ""
    minutes: int

    def rule(self) -> AbsenceRule:
        return AbsenceRule(self.cited, self.minutes)


class BracketFile(Table):
    """A whole `brackets.toml`."""

    order: tuple[OrderWords, ...] = ()
    place: tuple[PlaceWords, ...] = ()
    lucky_losers: LuckyLoserWords | None = None
    draw: DrawWords | None = None
    choice: tuple[ChoiceWords, ...] = ()
    seed_blocks: tuple[SeedBlockWords, ...] = ()
    table: tuple[CountTable, ...] = ()
    bracket: tuple[BracketWords, ...] = ()
    stanzas: tuple[StanzaWords, ...] = ()
    absence: AbsenceWords | None = None

    @model_validator(mode="after")
    def _choice_needs_a_draw(self) -> "BracketFile":
        if self.choice and self.draw is None:
            raise ValueError("a [[choice]] needs the clauses of [draw]")
        return self
