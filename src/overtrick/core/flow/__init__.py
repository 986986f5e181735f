"""Events as graphs of stages: which teams go where, how many, and what they carry over."""

from overtrick.core.flow.balance import Equation, faults
from overtrick.core.flow.drop_in import DropIn, DropInRow, DropInRule, drop_in, leader_score
from overtrick.core.flow.final import (
    FinalTable,
    Places,
    Playoff,
    PlayoffRule,
    QualifiedTeams,
    QuotaRule,
    ReplacementRule,
    TableRule,
    final_ranking,
    final_table,
    play_off,
    qualify,
    quotas,
)
from overtrick.core.flow.graph import Exit, Flow, Node, State, TeamSource, lay_out
from overtrick.core.flow.stages import Contest, DrawMethod, ExitRule, Half, NoFlow, StageRule, Who
from overtrick.core.flow.swiss import SwissRound, plan_round

__all__ = [
    "Contest",
    "DrawMethod",
    "DropIn",
    "DropInRow",
    "DropInRule",
    "Equation",
    "Exit",
    "ExitRule",
    "FinalTable",
    "Flow",
    "Half",
    "NoFlow",
    "Node",
    "Places",
    "Playoff",
    "PlayoffRule",
    "QualifiedTeams",
    "QuotaRule",
    "ReplacementRule",
    "StageRule",
    "State",
    "SwissRound",
    "TableRule",
    "TeamSource",
    "Who",
    "drop_in",
    "faults",
    "final_ranking",
    "final_table",
    "lay_out",
    "leader_score",
    "plan_round",
    "play_off",
    "qualify",
    "quotas",
]  # fmt: skip
