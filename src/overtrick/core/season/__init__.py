"""Pairs over several sessions: the value of each session, the aggregate, and the places."""

from overtrick.core.season.counted import Counted, counted_score
from overtrick.core.season.placing import Placing, TieGroup, place, within_band
from overtrick.core.season.record import OpenFigure, Season, open_figures, season
from overtrick.core.season.rules import Above, Attendance, BandRule, OwnSessions, SeasonRule, Session

__all__ = [
    "Above", "Attendance", "BandRule", "Counted", "OpenFigure", "OwnSessions", "Placing", "Season", "SeasonRule",
    "Session", "TieGroup", "counted_score", "open_figures", "place", "season", "within_band",
]  # fmt: skip
