"""Lots in a draw: from a recorded seed, or as they were drawn by hand."""

from collections.abc import Iterable
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.lots import Lots
from overtrick.core.model.contestants import entry_order

# A lot drawn by hand is written down as the contestants in the order they came out.
Lot: TypeAlias = Lots | tuple[str, ...]


def lot_order(contestants: Iterable[str], lot: Lot, about: str) -> tuple[str, ...]:
    """These contestants in the order of the lot; the order they are told in makes no difference.

    >>> lot_order(["B", "A"], Lots("7"), "x") == lot_order(["A", "B"], Lots("7"), "x")
    True
    >>> lot_order(["A", "B"], ("C", "B", "A"), "x")
    ('B', 'A')
    """
    listed = sorted(contestants, key=entry_order)
    if isinstance(lot, Lots):
        return lot.named(about).order(listed)
    if not lot:
        who = ", ".join(listed)
        raise DirectorError(
            "{who} are to be put in order by lot ({about})",
            remedy="Draw a seed, write it down, and name it.",
            who=who,
            about=about,
        )
    unnamed = [contestant for contestant in listed if contestant not in lot]
    if unnamed:
        raise DirectorError(
            "The lot drawn for {about} does not name {unnamed:,}",
            remedy="Draw it again.",
            about=about,
            unnamed=tuple(unnamed),
        )
    return tuple(sorted(listed, key=lot.index))
