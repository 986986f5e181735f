"""Pairs over several sessions: what each session counts for, the aggregate, and who is placed."""

from overtrick.core.season.counted import Counted, counted_score
from overtrick.core.season.open_figures import OpenFigure, open_figures
from overtrick.core.season.placing import Placing, TieGroup, place, within_band
from overtrick.core.season.record import Season, season
from overtrick.core.season.rules import Above, Attendance, BandRule, OwnSessions, SeasonRule, Session

__all__ = [
    "Above", "Attendance", "BandRule", "Counted", "OpenFigure", "OwnSessions", "Placing", "Season", "SeasonRule",
    "Session", "TieGroup", "counted_score", "open_figures", "place", "season", "within_band",
]  # fmt: skip
