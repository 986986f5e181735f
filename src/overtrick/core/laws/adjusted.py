"""Law 12C2: what average plus, average and average minus are worth.

A regulation names the worth in IMPs, or as a share of the matchpoints; it may let a better own average
count instead (Law 12C2(c)), and it may give less for each further board (several average-plus boards).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, exact_text, nearest_root, plain, root, to_places
from overtrick.core.model.results import Average, Award, AwardedImps, AwardedPercent
from overtrick.core.provenance import IMPS, PERCENT, Clause, Fact, Figure, Unit


@dataclass(frozen=True, slots=True)
class SeveralRule:
    """Several average-plus boards together: the excess over average grows with the square root of N.

    In IMPs the total is rounded to the nearest IMP.
    """

    clause: Clause


@dataclass(frozen=True, slots=True)
class ArtificialRule:
    """What an artificial adjusted score is worth.

    *unit* is IMPs, or per cent of the matchpoints of a board. With *own_average* a pair's own average on
    the boards it played counts if it is better than average plus, or worse than average minus.
    """

    clause: Clause
    plus: Exact
    average: Exact
    minus: Exact
    unit: Unit = IMPS
    own_average: bool = False
    several: SeveralRule | None = None

    def worth(self, award: Award) -> Exact:
        """The worth of a single award, by its name or as the director stated it."""
        match award:
            case Average.PLUS:
                return self.plus
            case Average.EVEN:
                return self.average
            case Average.MINUS:
                return self.minus
            case AwardedImps(imps) if self.unit == IMPS:
                return imps
            case AwardedPercent(percent) if self.unit == PERCENT:
                return percent
            case AwardedPercent(percent) if percent in _NAMED_PERCENT:
                return self.worth(_NAMED_PERCENT[percent])
            case _:
                raise DirectorError(
                    f"An award of {award} means nothing where boards are scored in {self.unit.many}",
                    clause=str(self.clause),
                    remedy="Award average plus, average or average minus.",
                )


class Fault(Enum):
    """How far a side is to blame that a board has no result (Law 12C2(a))."""

    NONE = "in no way at fault"
    PARTLY = "partly at fault"
    DIRECTLY = "directly at fault"

    def __str__(self) -> str:
        return self.value

    @property
    def award(self) -> Average:
        """The award for this much blame.

        >>> [str(fault.award) for fault in Fault]
        ['average plus', 'average', 'average minus']
        """
        return {Fault.NONE: Average.PLUS, Fault.PARTLY: Average.EVEN, Fault.DIRECTLY: Average.MINUS}[self]


_NAMED_PERCENT: dict[Exact, Average] = {60: Average.PLUS, 50: Average.EVEN, 40: Average.MINUS}


def awards(given: Sequence[Award], rule: ArtificialRule, own: Exact | None = None) -> Figure[Exact]:
    """What all of a side's awards in one match or session come to together; in per cent, what each board is worth.

    *own* is the side's own average per cent on the boards it played, where the rule lets it count.

    >>> three = ArtificialRule(Clause("ANC26", "7.1"), 3, 0, -3, several=SeveralRule(Clause("ANC26", "App-4.1")))
    >>> [awards([Average.PLUS] * n, three).value for n in range(1, 9)]
    [3, 4, 5, 6, 7, 7, 8, 8]
    """
    pluses = sum(award is Average.PLUS for award in given)
    if rule.several is not None and pluses > 1:
        value = several_total(pluses, rule)
        value += sum(rule.worth(award) for award in given if award is not Average.PLUS)
        clause, note = rule.several.clause, _several_note(pluses, rule)
    else:
        value = sum((_own(award, rule.worth(award), rule, own) for award in given), start=0)
        names = ", ".join(dict.fromkeys(str(award) for award in given))
        clause, note = rule.clause, f"{names} on {len(given)} of the boards"
    if rule.unit == PERCENT and len(given) > 1:  # per cents of boards are averaged; added up they say nothing
        value = Fraction(value) / len(given)
        note += ", for each of them" if len(set(given)) == 1 else ", on average"
    return Figure(plain(value), rule.unit, clause, _told(given), note)


def several_total(boards: int, rule: ArtificialRule) -> Exact:
    """The worth of *boards* average-plus boards together.

    In IMPs, 3√N or 2√N to the nearest IMP; in per cent, 50N + 10√N, exact to thirty places.
    """
    excess = plain(rule.plus - rule.average)
    if rule.unit == IMPS:
        if not isinstance(excess, int):
            raise DirectorError(
                "Several average-plus boards need a whole number of IMPs for the first", clause=str(rule.clause)
            )
        return nearest_root(excess * excess * boards) + rule.average * boards
    return plain(rule.average * boards + excess * root(boards))


def further_award(board: int, rule: ArtificialRule) -> Exact:
    """What the *board*-th average-plus board adds: the increase of the rounded total.

    >>> pairs = ArtificialRule(Clause("ANC26", "7.3"), 2, 0, -2)
    >>> [further_award(n, pairs) for n in range(1, 8)]
    [2, 1, 0, 1, 0, 1, 0]
    """
    places = 0 if rule.unit == IMPS else 2
    after = to_places(several_total(board, rule), places, Halves.UP)
    before = to_places(several_total(board - 1, rule), places, Halves.UP) if board > 1 else 0
    return plain(after - before)


def _own(award: Award, worth: Exact, rule: ArtificialRule, own: Exact | None) -> Exact:
    if not rule.own_average or own is None:
        return worth
    if award is Average.PLUS:
        return max(worth, own)
    return min(worth, own) if award is Average.MINUS else worth


def _told(given: Sequence[Award]) -> tuple[Fact, ...]:
    return tuple(Fact(award) for award in given)


def _several_note(boards: int, rule: ArtificialRule) -> str:
    excess = exact_text(plain(rule.plus - rule.average))
    return f"{boards} boards average plus, {excess} times the root of {boards} over average"
