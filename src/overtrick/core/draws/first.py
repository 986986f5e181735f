"""Round one, before there is a score: by lot, by halves, by quarters, or down the seeding."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.draws.drawn import By, Draw, Pairing, ShareMatch, SitsOut
from overtrick.core.draws.rules import First, Odd, SwissRule
from overtrick.core.errors import DirectorError
from overtrick.core.ranking.chance import Lot, lot_order


@dataclass(frozen=True, slots=True)
class Quarters:
    """A seeded field in a top quarter, the two middle quarters, and a bottom quarter (SABF20 14.1#1).

    The middle holds exactly half the field; the odd seed of the rest goes to the top (reading D84).
    """

    top: tuple[str, ...]
    middle: tuple[str, ...]
    bottom: tuple[str, ...]

    @property
    def outer(self) -> tuple[str, ...]:
        """Those who meet the middle, in seed order."""
        return self.top + self.bottom


def quarters(seeds: Sequence[str]) -> Quarters:
    """The quarters of an even field, from seed 1.

    >>> quarters("ABCDEFGHIJ")
    Quarters(top=('A', 'B', 'C'), middle=('D', 'E', 'F', 'G', 'H'), bottom=('I', 'J'))
    """
    middle = len(seeds) // 2
    top = (middle + 1) // 2
    return Quarters(tuple(seeds[:top]), tuple(seeds[top : top + middle]), tuple(seeds[top + middle :]))


def halves(seeds: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Seed i against seed i + N/2 of an even field (SABF20 14.1#2).

    >>> halves("ABCDEF")
    (('A', 'D'), ('B', 'E'), ('C', 'F'))
    """
    half = len(seeds) // 2
    return tuple(zip(seeds[:half], seeds[half:], strict=True))


def neighbours(order: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """First against second, third against fourth, and so on."""
    return tuple(zip(order[::2], order[1::2], strict=True))


def draw_first_round(seeds: Sequence[str], rule: SwissRule, lot: Lot, round_number: int = 1) -> Draw:
    """The draw of the first round, by the method the regulation names.

    Of an odd field the lowest seed sits out, or the lowest three share; by lot it is the last drawn who
    sits out, and the first three drawn who share (GNOT18 2.2, reading Q34).
    """
    about = f"draw of round {round_number}"
    order = lot_order(seeds, lot, about) if rule.first is First.LOT else tuple(seeds)
    playing, share, bye = _even(order, rule)
    match rule.first:
        case First.LOT:
            pairs, by = neighbours(playing), By.LOT
        case First.HALVES:
            pairs, by = halves(playing), By.HALVES
        case First.QUARTERS:
            field = quarters(playing)
            pairs, by = tuple(zip(field.outer, lot_order(field.middle, lot, about), strict=True)), By.QUARTERS
        case First.SEEDED:
            pairs, by = neighbours(playing), By.SEEDS
    pairings = tuple(Pairing(table, one, other, by) for table, (one, other) in enumerate(pairs, start=1))
    return Draw(rule.first_clause or rule.clause, round_number, order, pairings, share, bye)


def _even(order: tuple[str, ...], rule: SwissRule) -> tuple[tuple[str, ...], ShareMatch | None, SitsOut | None]:
    """The field without those an odd number leaves over."""
    if len(order) % 2 == 0:
        return order, None, None
    match rule.odd:
        case Odd.BYE:
            return order[:-1], None, SitsOut(order[-1])
        case Odd.HOUSE:
            raise odd_without_house(rule, len(order))
        case Odd.SHARE:
            rounds = rule.share.rounds if rule.share is not None else 1
            first = rule.first is First.LOT
            if len(order) < 3:
                raise DirectorError(
                    "Three share a match where the field is odd, and there are not so many left",
                    clause=rule.clause.cite, remedy="Close the stage: there is nobody to play.",
                )  # fmt: skip
            a, b, c = order[:3] if first else order[-3:]
            return order[3:] if first else order[:-3], ShareMatch((a, b, c), rounds), None


def odd_without_house(rule: SwissRule, count: int) -> DirectorError:
    """An odd field under a rule that wants a house pair, and none was entered."""
    return DirectorError(
        "The field is odd ({count}) and no house pair has been entered",
        clause=rule.clause.cite,
        remedy="Enter the house pair as a contestant, or choose the bye for this event.",
        count=count,
    )
