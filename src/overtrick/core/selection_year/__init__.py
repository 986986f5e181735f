"""A selection year: its own book, folded into points, fields of trials and teams."""

from overtrick.core.selection_year import folding

__all__ = ["folding"]
