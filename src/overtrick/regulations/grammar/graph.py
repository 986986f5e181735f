"""The grammar of an event that is a graph of stages: the flow of a document, or a graph of its own."""

from typing import Annotated, Literal

from pydantic import Field, model_validator

from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.flow.knockouts import KnockoutNames, KnockoutShape, Odd
from overtrick.regulations.grammar.brackets import (
    ChoiceWords,
    DrawWords,
    LuckyLoserWords,
    OrderWords,
    PlaceWords,
    SeedBlockWords,
)
from overtrick.regulations.grammar.flow import (
    DropInWords,
    FinalTableWords,
    PlayOffWords,
    QuotaWords,
    ReplacementWords,
    StageWords,
)
from overtrick.regulations.grammar.words import Cite, Cited, Table, word


class SwissOfGraph(Cited):
    """The Swiss of a graph: its draw among the rulebook's, its scoring and its ranking."""

    draw: str
    scoring: str
    ranking: str


class NamesWords(Table):
    """What the rounds of a knockout are called, each with its number but the last."""

    round: str = "Round"
    unbeaten: str = "Unbeaten"
    beaten: str = "Second chance"
    final: str = "Final"


class KnockoutWords(Cited):
    """A whole knockout for an entry of any size, made by the program.

    *lives* is 1 or 2: how many defeats put a team out. An odd field has a *bye* for its highest team, or a
    *triangle* of three. With *byes_first* a single knockout gives all its byes in the first round.
    """

    lives: Literal[1, 2] = 1
    odd: Annotated[Odd, word(Odd)] = Odd.BYE
    boards: int = Field(ge=1)
    final_boards: int | None = None
    byes_first: bool = False
    tie: Cite | None = None
    order: str = ""
    names: NamesWords = NamesWords()

    @model_validator(mode="after")
    def _byes_only(self) -> "KnockoutWords":
        if self.byes_first and (self.odd is not Odd.BYE or self.lives != 1):
            raise ValueError("byes_first goes with a single knockout with byes")
        return self

    def shape(self) -> KnockoutShape:
        names = KnockoutNames(self.names.round, self.names.unbeaten, self.names.beaten, self.names.final)
        return KnockoutShape(
            self.cited, self.lives, self.odd, self.boards, self.final_boards or self.boards, self.tie, names,
            self.order, byes_first=self.byes_first,
        )  # fmt: skip


class CountRow(Table):
    """How many lucky losers an entry has, by the names its stages count them under."""

    entry: int
    lucky: dict[str, int]


class GraphWords(Cited):
    """An event as a graph of stages.

    It is the *flow* of a document (by its folder), a *knockout* made for any entry, or stages of its own with
    everything they need: orders, choices, places, lucky losers and how many. *scoring* is that of a knockout
    match. *confirm* is the choice by which the organiser confirms a format that is not printed as it is played.
    *row* is the row of a printed table, where there are two.
    """

    says: str = ""
    flow: str | None = None
    knockout: KnockoutWords | None = None
    stage: tuple[StageWords, ...] = ()
    scoring: str
    confirm: str | None = None
    row: str | None = None
    swiss: SwissOfGraph | None = None
    draw: DrawWords | None = None
    order: tuple[OrderWords, ...] = ()
    triangle: OrderWords | None = None
    place: tuple[PlaceWords, ...] = ()
    choice: tuple[ChoiceWords, ...] = ()
    lucky_losers: LuckyLoserWords | None = None
    seed_blocks: tuple[SeedBlockWords, ...] = ()
    count: tuple[CountRow, ...] = ()
    drop_in: DropInWords | None = None
    final_table: FinalTableWords | None = None
    play_off: PlayOffWords | None = None
    quota: tuple[QuotaWords, ...] = ()
    replacement: ReplacementWords | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> "GraphWords":
        if sum((self.flow is not None, self.knockout is not None, bool(self.stage))) != 1:
            raise ValueError("a graph is a document's flow, a knockout, or stages of its own: give one")
        if self.choice and self.draw is None:
            raise ValueError("a [[graph.choice]] needs the clauses of [graph.draw]")
        return self

    def choices(self) -> dict[str, ChoiceLayout]:
        """The ceremonies by name."""
        return {choice.stage: choice.rule(self.draw) for choice in self.choice if self.draw is not None}
