"""How the stages of a graph are played: knockout matches and triangles, and a Swiss that losers drop into.

All of it is data: the numbers come from the flow for the entry, the rules from the document.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from overtrick.core.draws.choice import ChoiceRule
from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.lucky_losers import LuckyLoserRule
from overtrick.core.draws.places import PlaceRule
from overtrick.core.draws.rules import First, SwissRule
from overtrick.core.draws.seed_blocks import SeedBlockRule
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
"""A way out of a stage: which, and as what."""


@dataclass(frozen=True, slots=True)
class KnockoutPlay(WayToPlay):
    """Matches of two and triangles, played once.

    *order* ranks the field for the draw (the seeds do where there is none), *tiers* put those who came some
    way above all others, *places* are given outright. *blocks* split a seeded entry for the first draw. *tie*
    breaks a level match; without one it stays level, as in a triangle.
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

    def told(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return "knockout matches"

    def chosen(self, size: int) -> ChoiceRule | None:
        """The ceremony of its draw, where it is drawn by choice."""
        return self.choice

    @property
    def flow(self) -> tuple[Node, ...]:
        """Its one node, for its one round."""
        return (self.node,)

    @property
    def first_by_lot(self) -> bool:
        """Whether it is drawn by lot."""
        return self.node.rule.draw is DrawMethod.LOT


@dataclass(frozen=True, slots=True)
class DropInPlay(WayToPlay):
    """A Swiss that teams keep dropping into: one node of the flow a round.

    *numbers* are what its rounds are called, where the first is not round 1; *entering* ranks those who drop
    in, *drop_in* says what they bring.
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

    def told(self, rounds: int) -> str:
        """How its rounds are played, in words."""
        return "a Swiss that losers drop into"

    @property
    def flow(self) -> tuple[Node, ...]:
        """Its nodes, one a round."""
        return self.nodes

    def node(self, number: int) -> Node:
        """The node of a round, counted from 1."""
        return self.nodes[number - 1]


@dataclass(frozen=True, slots=True)
class Graph:
    """The whole course of an event for its entry, and how it ends: the last table, and who goes on where.

    *row* is the row of the printed table it follows, *status* whether that is printed or repaired, *confirm* the
    choice by which the organiser must confirm it before the entry is closed.
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
