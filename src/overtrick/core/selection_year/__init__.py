"""A selection year: a book of its own, folded into points, fields of trials and teams."""

from overtrick.core.selection_year import folding

__all__ = ["folding"]
