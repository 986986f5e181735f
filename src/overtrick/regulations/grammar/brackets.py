"""The grammar of `brackets.toml`: rankings, draws, tables and finals.

A side of a match is written `rank 4`, `winner QF1` or `loser QF2`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.draws.finals import AbsenceRule, Bracket, BracketMatch, LoserOf, Rank, Source, WinnerOf
from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.lucky_losers import LoserClass, LuckyLoserRule
from overtrick.core.draws.order import ChainRule, Measure
from overtrick.core.draws.places import PlaceRule
from overtrick.core.draws.seed_blocks import SeedBlockRule
from overtrick.core.draws.stanzas import StanzaRule
from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Clause
from overtrick.regulations.grammar.files import KINDS, By, Many
from overtrick.regulations.grammar.forms import As, form, makes
from overtrick.regulations.grammar.values import TEXTS


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


TEXTS[Source] = _source


@dataclass(frozen=True, slots=True)
class DrawWords:
    """The set draw, and the clauses all draws of the document share."""

    clause: Clause
    rematch: Clause
    absent: Clause
    remaining: Clause
    changed: Clause

    def rule(self) -> SetDrawRule:
        """The set draw."""
        return SetDrawRule(self.clause, self.rematch)


@dataclass(frozen=True, slots=True)
class ChoiceWords:
    """Who chooses from whom in a stage."""

    clause: Clause
    choosers: int | None = None
    open: tuple[int, int] | None = None
    may_opt_in: tuple[int, ...] = ()
    may_opt_out: tuple[int, ...] = ()

    def rule(self, draw: DrawWords) -> ChoiceLayout:
        """The ceremony, with the clauses of all draws."""
        return ChoiceLayout(
            self.clause, draw.rematch, draw.absent, draw.remaining,
            self.choosers, self.open, self.may_opt_in, self.may_opt_out,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class CountTable:
    """Counts by number of entries, as printed, and the rows that take the place of printed ones."""

    name: str
    clause: Clause
    columns: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]
    repaired: tuple[tuple[str | int, ...], ...] = ()

    def __post_init__(self) -> None:
        for row in (*self.rows, *self.repaired):
            if len(row) != len(self.columns):
                raise ValueError(f"row {row[0]} has {len(row)} cells for {len(self.columns)} columns")

    def counts(self, entry: str) -> dict[str, int]:
        """The counts for an entry, those of the repaired row where there is one."""
        for row in (*self.repaired, *self.rows):
            if row[0] == entry:
                return {name: int(cell) for name, cell in zip(self.columns[1:], row[1:], strict=True)}
        known = ", ".join(str(row[0]) for row in self.rows)
        raise DirectorError(
            f"Table {self.name} has no row for {entry}", clause=str(self.clause), remedy=f"It has {known}."
        )


@dataclass(frozen=True, slots=True)
class Brackets:
    """Everything a document says of rankings, draws and finals, by name; nothing where it is silent."""

    orders: Mapping[str, ChainRule]
    choice: Mapping[str, ChoiceWords]
    seed_blocks: Mapping[int, SeedBlockRule]
    tables: Mapping[str, CountTable]
    brackets: Mapping[str, Bracket]
    stanzas: Mapping[str, StanzaRule]
    places: tuple[PlaceRule, ...] = ()
    lucky_losers: LuckyLoserRule | None = None
    draw: DrawWords | None = None
    absence: AbsenceRule | None = None

    def __post_init__(self) -> None:
        if self.choice and self.draw is None:
            raise ValueError("a [[choice]] needs the clauses of [draw]")

    @property
    def set_draw(self) -> SetDrawRule | None:
        """The set draw."""
        return self.draw.rule() if self.draw else None

    @property
    def changed(self) -> Clause | None:
        """The clause by which a draw is changed."""
        return self.draw.changed if self.draw else None

    @property
    def choices(self) -> dict[str, ChoiceLayout]:
        """The ceremonies, by stage."""
        return {stage: words.rule(self.draw) for stage, words in self.choice.items() if self.draw}


class LoserClassWords:
    """A class of losers, and how they are ranked among themselves."""


form(
    Brackets,
    orders=As("order", By(ChainRule), dict),
    choice=As("", By(ChoiceWords, "stage"), dict),
    seed_blocks=As("", By(SeedBlockRule, "entries"), dict),
    tables=As("table", By(CountTable), dict),
    brackets=As("bracket", By(Bracket), dict),
    stanzas=As("", By(StanzaRule), dict),
    places="place",
)
KINDS |= {Bracket: "finals system", StanzaRule: "list of rights in stanzas", ChainRule: "order"}
form(Bracket, matches="match")
form(PlaceRule, at="place")
form(
    LuckyLoserRule,
    classes=As("class", Many(LoserClassWords)), once="once.clause", lift=As("once.lift", bool, False),
)  # fmt: skip


@makes(LoserClassWords)
def loser_class(*, clause: Clause, lost: LoserClass, by: tuple[Measure, ...]) -> tuple[LoserClass, ChainRule]:
    """A class of losers, and how they are ranked among themselves."""
    return lost, ChainRule(clause, by)


@makes(BracketMatch)
def bracket_match(
    *,
    name: str,
    title: str,
    sides: tuple[Source, Source],
    clause: Clause,
    carry: Source | None = None,
    week: int = 1,
    sessions: int = 1,
) -> BracketMatch:
    """A match of a bracket; *carry* is the side that has the carry-forward."""
    if carry is not None and carry not in sides:
        raise ValueError(f"{carry} does not play in {name}, so it cannot have the carry-forward")
    return BracketMatch(name, title, sides, clause, None if carry is None else sides.index(carry), week, sessions)


@makes(StanzaRule)
def stanza_rule(
    *, clause: Clause, stanzas: int, turns: tuple[tuple[Literal["higher", "other"], int], ...]
) -> StanzaRule:
    """Seating rights: who names how many *stanzas*, in turn."""
    return StanzaRule(clause, stanzas, tuple((0 if side == "higher" else 1, count) for side, count in turns))
