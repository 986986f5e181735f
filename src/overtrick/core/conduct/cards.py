"""System cards: how many a pair must show, and the grace it has within an event."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.provenance import Clause


@dataclass(frozen=True, slots=True)
class GraceRule:
    """So many cards to show on each occasion, and so many missing ones forgiven in an event."""

    clause: Clause
    cards: int
    graces: int


@dataclass(frozen=True, slots=True)
class GraceUse:
    """One occasion: graces used, graces left after it, and the cards that are penalised."""

    used: int
    left: int
    penalised: int


def card_grace(shown: Sequence[int], rule: GraceRule) -> tuple[GraceUse, ...]:
    """How the grace of a pair is used up, occasion by occasion; a penalty's amount is the director's.

    >>> [use.penalised for use in card_grace((0, 1), GraceRule(Clause("SABF20", "5.2#1"), 2, 2))]
    [0, 1]
    """
    left, uses = rule.graces, []
    for cards in shown:
        missing = max(0, rule.cards - cards)
        used = min(missing, left)
        left -= used
        uses.append(GraceUse(used, left, missing - used))
    return tuple(uses)
