"""How the stages of a graph are played: knockout matches and triangles, and a Swiss that losers drop into.

Everything here is data: the numbers come from the flow for the number of entries, the rules from the document.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.draws.choice import ChoiceRule
from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.lucky_losers import LuckyLoserRule
from overtrick.core.draws.places import PlaceRule
from overtrick.core.draws.rules import First, SwissRule
from overtrick.core.draws.seeding import SeedBlockRule
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.final import PlayoffRule, QuotaRule, ReplacementRule, TableRule
from overtrick.core.flow.graph import Flow, Node
from overtrick.core.flow.stages import DrawMethod, Who
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import ChainRule
from overtrick.core.ranking.measures import Measure
from overtrick.core.scoring.tie import TieRule

Way: TypeAlias = tuple[str, Who]
"""An exit from a stage: the stage, and in which role a contestant leaves it."""


@dataclass(frozen=True, slots=True)
class KnockoutPlay(WayToPlay):
    """Matches of two and triangles, played once.

    *order* ranks the field for the draw (without it, the seeds do); *tiers* put contestants that entered by some
    exit above all others; *places* are fixed places. *blocks* split a seeded field for the first draw. *tie*
    decides a tied match; without it the match stays tied, as in a triangle.
    """

    knockout: ClassVar[bool] = True
    by_net: ClassVar[bool] = True
    stays: ClassVar[bool] = True
    as_it_stands: ClassVar[bool] = True

    node: Node
    draw: SetDrawRule
    triangle: ChainRule[Measure]
    order: ChainRule[Measure] | None = None
    tie: TieRule | None = None
    tiers: tuple[tuple[Way, ...], ...] = ()
    places: tuple[PlaceRule, ...] = ()
    choice: ChoiceRule | None = None
    lucky: LuckyLoserRule | None = None
    blocks: SeedBlockRule | None = None
    changed: Clause | None = None

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return "knockout matches"

    def choice_rule(self, size: int) -> ChoiceRule | None:
        """The rule of the draw by choice, if the stage is drawn so."""
        return self.choice

    @property
    def flow(self) -> tuple[Node, ...]:
        """The node of its only round."""
        return (self.node,)

    @property
    def first_by_lot(self) -> bool:
        """Whether it is drawn by lot."""
        return self.node.rule.draw is DrawMethod.LOT


@dataclass(frozen=True, slots=True)
class DropInPlay(WayToPlay):
    """A Swiss that teams keep dropping into: one node of the flow for each round.

    *numbers* are the numbers of its rounds if the first is not round 1; *entering* ranks drop-ins,
    *drop_in* says what they carry over.
    """

    drops_in: ClassVar[bool] = True
    stays: ClassVar[bool] = True
    as_it_stands: ClassVar[bool] = True

    nodes: tuple[Node, ...]
    numbers: tuple[int, ...]
    rule: SwissRule
    entering: ChainRule[Measure] | None = None
    drop_in: DropInRule | None = None

    @property
    def first_by_lot(self) -> bool:
        """Whether the first draw is made by lot, of the whole field or within its quarters."""
        return self.rule.first in (First.LOT, First.QUARTERS)

    def describe_rounds(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return "a Swiss that losers drop into"

    @property
    def flow(self) -> tuple[Node, ...]:
        """Its nodes, one for each round."""
        return self.nodes

    def node(self, number: int) -> Node:
        """The node of a round, counted from 1."""
        return self.nodes[number - 1]


@dataclass(frozen=True, slots=True)
class Graph:
    """The whole course of an event for its entries, and its end: the last table, and who goes on where.

    *row* is the row of the printed table that it follows, *status* whether that row is printed or corrected, *confirm*
    the choice by which the organiser must confirm it before entries close.
    """

    flow: Flow
    clause: Clause
    table: TableRule | None = None
    play_off: PlayoffRule | None = None
    quotas: tuple[QuotaRule, ...] = ()
    replacement: ReplacementRule | None = None
    row: str = ""
    status: str = ""
    confirm: str = ""
