"""Fold a book into the present state of the event: one function for each act, one module for each family of acts."""

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
