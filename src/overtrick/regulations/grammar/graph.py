"""The grammar of an event that is a graph of stages: the flow of a document, or a graph of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from overtrick.core.draws.swiss_draws import SwissDraw
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.final import PlayoffRule, QuotaRule, ReplacementRule, TableRule
from overtrick.core.flow.knockouts import KnockoutNames, KnockoutShape, OddKnockoutRule
from overtrick.core.flow.stages import StageRule
from overtrick.core.provenance import Clause
from overtrick.core.ranking.measures import OF_A_LAST_MATCH, refuse_untold
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.regulations.grammar.brackets import DrawRules
from overtrick.regulations.grammar.forms import HERE, WordPlace, form, usually
from overtrick.regulations.grammar.orders import Chain
from overtrick.regulations.grammar.refs import Ref


@dataclass(frozen=True, slots=True)
class SwissOfGraph:
    """The Swiss of a graph: its draw among the rulebook's, its scoring and its ranking."""

    clause: Clause
    draw: Ref[SwissDraw]
    scoring: Ref[Scoring]
    ranking: Ref[StandingsRule]


NAMES = KnockoutNames("Round", "Unbeaten", "Second chance", "Final")
"""The names of the rounds of a knockout where its file does not give any."""

form(
    KnockoutNames,
    round=usually(NAMES.round), unbeaten=usually(NAMES.unbeaten), beaten=usually(NAMES.beaten),
    final=usually(NAMES.final),
)  # fmt: skip
form(
    KnockoutShape,
    lives=WordPlace("", Literal[1, 2], 1), odd=usually(OddKnockoutRule.BYE), final_boards=usually(None),
    tie=usually(None), names=usually(NAMES),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CountRow:
    """How many lucky losers an entry has, by the names its stages count them under."""

    entry: int
    lucky: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphWords:
    """An event as a graph of stages.

    The graph is the flow of a document, a knockout made by the program, or a list of stages. *flow* is the folder of
    the document. *knockout* is a knockout for any number of entries. A *stage* needs its orders, choices, places and
    lucky losers beside it. *scoring* is the scoring of a knockout match. *confirm* is the choice with which the
    organiser confirms a format that is played differently from the printed one. *row* is the row of a printed table, if
    there are two.
    """

    clause: Clause
    says: str = ""
    flow: str | None = None
    knockout: KnockoutShape | None = None
    stage: tuple[StageRule, ...] = ()
    scoring: Ref[Scoring]
    confirm: str | None = None
    row: str | None = None
    swiss: SwissOfGraph | None = None
    rules: DrawRules
    triangle: Chain | None = None
    count: tuple[CountRow, ...] = ()
    drop_in: DropInRule | None = None
    final_table: TableRule | None = None
    play_off: PlayoffRule | None = None
    quota: tuple[QuotaRule, ...] = ()
    replacement: ReplacementRule | None = None

    def __post_init__(self) -> None:
        if sum((self.flow is not None, self.knockout is not None, bool(self.stage))) != 1:
            raise ValueError("a graph is a document's flow, a knockout, or stages of its own: give one")
        refuse_untold((self.triangle,), OF_A_LAST_MATCH, "teams by the match they last played")


form(GraphWords, rules=HERE)
