"""Lots: from a recorded seed, or as drawn by hand."""

from collections.abc import Iterable
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.lots import Lots
from overtrick.core.model.contestants import entry_order

# A lot drawn by hand is recorded as the contestants in the order in which they were drawn.
Lot: TypeAlias = Lots | tuple[str, ...]


def lot_order(contestants: Iterable[str], lot: Lot, about: str) -> tuple[str, ...]:
    """These contestants in the order of the lot, which does not depend on the order in which they are given.

    >>> lot_order(["B", "A"], Lots("7"), "x") == lot_order(["A", "B"], Lots("7"), "x")
    True
    >>> lot_order(["A", "B"], ("C", "B", "A"), "x")
    ('B', 'A')
    """
    listed = sorted(contestants, key=entry_order)
    if isinstance(lot, Lots):
        return lot.derive(about).order(listed)
    if not lot:
        who = ", ".join(listed)
        raise DirectorError(
            "Only a draw by lot can separate these contestants: {who} ({about})",
            remedy="Draw lots and record the result.",
            who=who,
            about=about,
        )
    unnamed = [contestant for contestant in listed if contestant not in lot]
    if unnamed:
        raise DirectorError(
            "The lots drawn for {about} do not include {unnamed:,}",
            remedy="Undo that draw of lots, then draw again with everyone included.",
            about=about,
            unnamed=tuple(unnamed),
        )
    return tuple(sorted(listed, key=lot.index))
