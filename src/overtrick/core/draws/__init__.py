"""Draws: who meets whom under the regulations, and why."""

from overtrick.core.draws.check import Difference, PlayedRound, check_event
from overtrick.core.draws.drawn import BYE, By, CostsMore, Draw, Met, Pairing, ShareMatch, SitsOut, Skip, Strands
from overtrick.core.draws.first import Quarters, draw_first_round, halves, neighbours, quarters
from overtrick.core.draws.meetings import Kind, Meeting, Meetings, SatOut
from overtrick.core.draws.ranking import (
    DrawOrder,
    Level,
    Line,
    Opposed,
    Outcome,
    draw_total,
    lines_after,
    opponents_vps,
    rank_for_draw,
)
from overtrick.core.draws.rules import (
    Choice,
    Entering,
    FieldPlan,
    First,
    ModifiedSwiss,
    Odd,
    Placed,
    Rematch,
    Replay,
    ShareRule,
    SwissRule,
    complete_field,
    most_rounds,
    plan_modified,
)
from overtrick.core.draws.swiss import draw_round
from overtrick.core.model.contestants import entry_order
from overtrick.core.ranking.chance import Lot, lot_order

__all__ = [
    "BYE", "By", "Choice", "CostsMore", "Difference", "Draw", "DrawOrder", "Entering", "FieldPlan",
    "First", "Kind", "Level", "Line", "Lot", "Meeting", "Meetings", "Met", "ModifiedSwiss", "Odd", "Opposed",
    "Outcome", "Pairing", "Placed", "PlayedRound", "Quarters", "Rematch", "Replay", "SatOut",
    "ShareMatch", "ShareRule", "SitsOut", "Skip", "Strands", "SwissRule", "check_event", "complete_field",
    "draw_first_round", "draw_round", "draw_total", "entry_order", "halves", "lines_after", "lot_order",
    "most_rounds", "neighbours", "opponents_vps", "plan_modified", "quarters", "rank_for_draw",
]  # fmt: skip
