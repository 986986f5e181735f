"""The draw of round one, before there are scores: by lot, by halves, by quarters, or down the seeding."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.draws.drawn import Draw, Pairing, PairingMethod, ShareMatch, SitsOut
from overtrick.core.draws.rules import First, OddFieldRule, SwissRule
from overtrick.core.errors import DirectorError
from overtrick.core.ranking.chance import Lot, lot_order


@dataclass(frozen=True, slots=True)
class Quarters:
    """A seeded field in a top quarter, the two middle quarters, and a bottom quarter (SABF20 14.1#1).

    The middle holds exactly half the field; if the rest is odd, the extra seed goes to the top (reading D84).
    """

    top: tuple[str, ...]
    middle: tuple[str, ...]
    bottom: tuple[str, ...]

    @property
    def outer(self) -> tuple[str, ...]:
        """The contestants who meet the middle half, in seed order."""
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
    """The draw of the first round, by the method that the regulations name.

    In an odd field the lowest seed sits out, or the lowest three play a share match. In a draw by lot the last one
    drawn sits out, or the first three drawn play the share match (GNOT18 2.2, reading Q34).
    """
    about = f"draw of round {round_number}"
    order = lot_order(seeds, lot, about) if rule.first is First.LOT else tuple(seeds)
    playing, share, bye = _even(order, rule)
    match rule.first:
        case First.LOT:
            pairs, by = neighbours(playing), PairingMethod.LOT
        case First.HALVES:
            pairs, by = halves(playing), PairingMethod.HALVES
        case First.QUARTERS:
            field = quarters(playing)
            pairs, by = (
                tuple(zip(field.outer, lot_order(field.middle, lot, about), strict=True)),
                PairingMethod.QUARTERS,
            )
        case First.SEEDED:
            pairs, by = neighbours(playing), PairingMethod.SEEDS
    pairings = tuple(Pairing(table, one, other, by) for table, (one, other) in enumerate(pairs, start=1))
    return Draw(rule.first_clause or rule.clause, round_number, order, pairings, share, bye)


def _even(order: tuple[str, ...], rule: SwissRule) -> tuple[tuple[str, ...], ShareMatch | None, SitsOut | None]:
    """The even part of a field, and the share match or the bye of an odd one."""
    if len(order) % 2 == 0:
        return order, None, None
    match rule.odd:
        case OddFieldRule.BYE:
            return order[:-1], None, SitsOut(order[-1])
        case OddFieldRule.HOUSE:
            raise odd_without_house(rule, len(order))
        case OddFieldRule.SHARE:
            rounds = rule.share.rounds if rule.share is not None else 1
            first = rule.first is First.LOT
            if len(order) < 3:
                raise DirectorError(
                    "An odd field needs a share match, but fewer than three contestants are left",
                    clause=rule.clause.cite, remedy="Close the stage: there is no one left to play.",
                )  # fmt: skip
            a, b, c = order[:3] if first else order[-3:]
            return order[3:] if first else order[:-3], ShareMatch((a, b, c), rounds), None


def odd_without_house(rule: SwissRule, count: int) -> DirectorError:
    """The error for an odd field under a rule that needs a house pair, when none was entered."""
    return DirectorError(
        "The field has an odd number of contestants ({count}), and no house pair has been entered",
        clause=rule.clause.cite,
        remedy="Enter a house pair, or choose a bye for this event.",
        count=count,
    )
