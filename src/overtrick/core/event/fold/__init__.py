"""The book folded into the event as it stands: one function an act, in a module for each family of acts."""

from overtrick.core.event.fold import (
    appeals,
    attendance,
    choices,
    conduct,
    deals,
    disclosure,
    draws,
    entries,
    matches,
    penalties,
    results,
    selection,
    stages,
    undoing,
)

__all__ = [
    "appeals", "attendance", "choices", "conduct", "deals", "disclosure", "draws", "entries", "matches", "penalties",
    "results", "selection", "stages", "undoing",
]  # fmt: skip
