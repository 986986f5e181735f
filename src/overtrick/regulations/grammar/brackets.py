"""The grammar of `brackets.toml`: rankings, draws, tables and finals.

A side of a match is written `rank 4`, `winner QF1` or `loser QF2`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from overtrick.core.by_entry import CountTable
from overtrick.core.draws.brackets import Bracket, BracketMatch, LoserOf, Rank, Source, WinnerOf
from overtrick.core.draws.choice import ChoiceLayout
from overtrick.core.draws.finals import AbsenceRule
from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.lucky_losers import LoserClass, LuckyLoserRule
from overtrick.core.draws.places import PlaceRule
from overtrick.core.draws.seating import StanzaRule
from overtrick.core.draws.seeding import SeedBlockRule
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Ends, Step
from overtrick.core.ranking.measures import OF_A_LAST_MATCH, Measure, refuse_untold
from overtrick.regulations.grammar.files import Many, document_file, tables_field
from overtrick.regulations.grammar.forms import HIDDEN, WordPlace, form, grammar_field, makes
from overtrick.regulations.grammar.orders import Chain, Former, chain
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
class DrawRules:
    """What a document says of the draws of knockouts: the orders, who chooses, places and lucky losers."""

    orders: Mapping[str, Chain] = tables_field("order")
    choice: Mapping[str, ChoiceLayout] = tables_field(key="stage")
    seed_blocks: Mapping[int, SeedBlockRule] = tables_field(key="entries")
    places: tuple[PlaceRule, ...] = grammar_field("place", default=())
    lucky_losers: LuckyLoserRule | None = None
    draw: DrawWords | None = None

    def __post_init__(self) -> None:
        if self.choice and self.draw is None:
            raise ValueError("a [[choice]] needs the clauses of [draw]")
        refuse_untold(self.orders.values(), OF_A_LAST_MATCH, "teams by the match they last played")

    @property
    def set_draw(self) -> SetDrawRule | None:
        """The set draw."""
        return self.draw.rule() if self.draw else None

    @property
    def changed(self) -> Clause | None:
        """The clause under which a draw is changed."""
        return self.draw.changed if self.draw else None

    @property
    def choices(self) -> dict[str, ChoiceLayout]:
        """The choices of opponents by stage, with the clauses common to all draws."""
        return {stage: self._complete_layout(layout, self.draw) for stage, layout in self.choice.items() if self.draw}

    @staticmethod
    def _complete_layout(own: ChoiceLayout, all_: DrawWords) -> ChoiceLayout:
        rematch, absent = own.rematch or all_.rematch, own.absent or all_.absent
        return replace(own, rematch=rematch, absent=absent, remaining=own.remaining or all_.remaining)


@document_file("brackets.toml")
@dataclass(frozen=True, slots=True)
class Brackets(DrawRules):
    """Everything a document says of rankings, draws and finals, by name; empty where it is silent."""

    tables: Mapping[str, CountTable] = tables_field("table")
    brackets: Mapping[str, Bracket] = tables_field("bracket", "finals system")
    stanzas: Mapping[str, StanzaRule] = tables_field("", "list of rights in stanzas")
    absence: AbsenceRule | None = None


form(ChoiceLayout, inherits=True)
form(Bracket, matches="match", pools=HIDDEN, shared=HIDDEN)
form(BracketMatch, title=WordPlace("", str))
form(PlaceRule, at="place")


def loser_class(
    *,
    clause: Clause,
    lost: LoserClass,
    step: tuple[Step[Measure], ...] = (),
    ends: Ends | None = None,
    by: tuple[str, ...] = (),
) -> tuple[LoserClass, Chain]:
    """A class of losers, and the order in which they are ranked among themselves: each *step* of it, and how it *ends*.

    *by* is how older editions write it.
    """
    return lost, chain(clause=clause, step=step, ends=ends, by=by)


form(loser_class, by=WordPlace("", tuple[Former, ...]))
form(
    LuckyLoserRule,
    classes=WordPlace("class", Many(loser_class)), once="once.clause", lift=WordPlace("once.lift", bool, False),
)  # fmt: skip


@makes(StanzaRule)
def stanza_rule(
    *, clause: Clause, stanzas: int, turns: tuple[tuple[Literal["higher", "other"], int], ...]
) -> StanzaRule:
    """Seating rights: who names how many *stanzas*, in turn."""
    return StanzaRule(clause, stanzas, tuple((0 if side == "higher" else 1, count) for side, count in turns))
