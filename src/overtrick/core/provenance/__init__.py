"""Numbers with their reasons: the figures themselves, and how they are explained."""

from overtrick.core.provenance.figures import (
    BOARD_POINTS,
    BOARDS,
    IMPS,
    MATCHES,
    MATCHPOINTS,
    PERCENT,
    POINTS,
    RESULTS,
    SESSIONS,
    TIMES,
    TOP,
    VPS,
    Clause,
    Fact,
    Figure,
    From,
    Json,
    LateFigure,
    Made,
    Note,
    Posted,
    Reason,
    Scores,
    Unit,
    average,
    count_phrase,
    facts,
    one_unit,
    same,
    total,
)
from overtrick.core.provenance.telling import About, Names, Telling, explain, fact_told, why

__all__ = [
    "BOARDS", "BOARD_POINTS", "IMPS", "MATCHES", "MATCHPOINTS", "PERCENT", "POINTS", "RESULTS", "SESSIONS", "TIMES",
    "TOP", "VPS", "About", "Clause", "Fact", "Figure", "From", "Json", "LateFigure", "Made", "Names", "Note", "Posted",
    "Reason", "Scores", "Telling", "Unit", "average", "count_phrase", "explain", "fact_told", "facts", "one_unit",
    "same", "total", "why",
]  # fmt: skip
