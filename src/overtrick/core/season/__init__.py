"""Pairs over several sessions: the value of each session, the aggregate, and the places."""

from overtrick.core.season.counted import ScoredSession, counted_score
from overtrick.core.season.placing import Placing, TieGroup, place, within_band
from overtrick.core.season.record import OpenFigure, Season, open_figures, season
from overtrick.core.season.rules import Attendance, BandRule, OwnSessions, ScoresAbove, SeasonRule, Session

__all__ = [
    "Attendance",
    "BandRule",
    "OpenFigure",
    "OwnSessions",
    "Placing",
    "ScoredSession",
    "ScoresAbove",
    "Season",
    "SeasonRule",
    "Session",
    "TieGroup",
    "counted_score",
    "open_figures",
    "place",
    "season",
    "within_band",
]  # fmt: skip
