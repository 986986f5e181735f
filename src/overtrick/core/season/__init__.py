"""Pairs over several sessions: what each session counts for, the aggregate, and who is placed."""

from overtrick.core.season.carry import CarryOverRule, FinalSize, FinalSizeRule, carry_over, size_final
from overtrick.core.season.counted import Counted, counted_score, limited, own_average
from overtrick.core.season.placing import Placing, TieGroup, place, within_band
from overtrick.core.season.record import Eligibility, Season, season
from overtrick.core.season.rules import (
    Above,
    Attendance,
    BandRule,
    EligibilityRule,
    GroundRule,
    LimitRule,
    OwnSessions,
    SeasonRule,
    Session,
)

__all__ = [
    "Above", "Attendance", "BandRule", "CarryOverRule", "Counted", "Eligibility", "EligibilityRule", "FinalSize",
    "FinalSizeRule", "GroundRule", "LimitRule", "OwnSessions", "Placing", "Season", "SeasonRule", "Session",
    "TieGroup", "carry_over", "counted_score", "limited", "own_average", "place", "season", "size_final",
    "within_band",
]  # fmt: skip
