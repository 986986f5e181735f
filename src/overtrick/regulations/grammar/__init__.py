"""The words allowed in rule files and event files, one class for each table.

Importing any module imports all of them: a table of one may contain tables whose forms another registers, and a rule
file must read the same whichever was imported first.
"""

from overtrick.regulations.grammar import (
    brackets,
    conduct,
    draws,
    eligibility,
    event,
    event_rules,
    flow,
    graph,
    orders,
    ranking,
    readings,
    rules,
    scales,
    season,
    selection,
    stages,
    ways,
)

__all__ = [
    "brackets",
    "conduct",
    "draws",
    "eligibility",
    "event",
    "event_rules",
    "flow",
    "graph",
    "orders",
    "ranking",
    "readings",
    "rules",
    "scales",
    "season",
    "selection",
    "stages",
    "ways",
]
