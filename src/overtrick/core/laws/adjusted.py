"""Law 12C2: what average plus, average and average minus are worth.

A regulation states their value in IMPs or as a share of the matchpoints. It may count the side's own average instead
where that is better (Law 12C2(c)), and it may give less for each further average-plus board.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import TypeAlias

from overtrick.core.errors import DirectorError
from overtrick.core.exact import Exact, Halves, nearest_root, plain, root, to_places
from overtrick.core.laws.table_score import Credit, RuledAward
from overtrick.core.model.results import Average, Award, AwardedImps, AwardedPercent
from overtrick.core.provenance import (
    IMPS,
    PERCENT,
    Clause,
    Derivation,
    Fact,
    Figure,
    Unit,
    average,
    count_phrase,
    total,
)
from overtrick.core.wording import Phrase, phrase


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
    the boards it played counts if it is better than average plus, or worse than average minus; with *by_board*
    that is the mean of its percentages board by board, instead of all its matchpoints divided by all tops.
    """

    clause: Clause
    plus: Exact
    average: Exact
    minus: Exact
    unit: Unit = IMPS
    own_average: bool = False
    by_board: bool = False
    several: SeveralRule | None = None

    def worth(self, award: "Given") -> Exact:
        """The value of a single award: the rule's for a named average, or the amount that the director stated."""
        match award:
            case RuledAward(given):
                return self.worth(given)
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
                    "An award of {award} cannot be used with this scoring (unit: {many})",
                    clause=self.clause,
                    remedy="Award average plus, average or average minus.",
                    award=award,
                    many=self.unit.many,
                )


class Fault(Enum):
    """How far a side is at fault that a board has no result (Law 12C2(a))."""

    NONE = "in no way at fault"
    PARTLY = "partly at fault"
    DIRECTLY = "directly at fault"

    def __str__(self) -> str:
        return self.value

    @property
    def award(self) -> Average:
        """The award for this degree of fault.

        >>> [str(fault.award) for fault in Fault]
        ['average plus', 'average', 'average minus']
        """
        return {Fault.NONE: Average.PLUS, Fault.PARTLY: Average.EVEN, Fault.DIRECTLY: Average.MINUS}[self]


_NAMED_PERCENT: dict[Exact, Average] = {60: Average.PLUS, 50: Average.EVEN, 40: Average.MINUS}


Given: TypeAlias = Award | RuledAward
"""An award, with the ruling that gave it if that is known."""


def awards(
    given: Sequence[Given], rule: ArtificialRule, own: Figure[Exact] | None = None, *, earlier: int = 0
) -> Figure[Exact]:
    """The total of a side's awards in one match or session in IMPs; in per cent, their mean for each board.

    *own* is the side's own average per cent on the boards it played, where the rule lets it count. *earlier* is how
    many average-plus boards the side has already had in the same match in IMPs: the figure is what the new awards add.

    >>> three = ArtificialRule(Clause("ANC26", "7.1"), 3, 0, -3, several=SeveralRule(Clause("ANC26", "App-4.1")))
    >>> [awards([Average.PLUS] * n, three).value for n in range(1, 9)]
    [3, 4, 5, 6, 7, 7, 8, 8]
    >>> awards([Average.PLUS], three, earlier=1).said
    'average plus on 1 board, 2 in the match so far: 3 × √2 above average, less the amount for the earlier boards'
    """
    parts = award_figures(given, rule, own, earlier=earlier)
    if len(parts) == 1:
        return parts[0]
    note = phrase("awards on {given}", given=count_phrase(len(given)))
    if rule.unit == PERCENT:  # percentages of boards are averaged; their sum means nothing
        return average(parts, rule.unit, rule.clause, phrase("average of the {note}", note=note))
    return total(parts, rule.unit, rule.clause, note)


def award_figures(
    given: Sequence[Given], rule: ArtificialRule, own: Figure[Exact] | None = None, *, earlier: int = 0
) -> tuple[Figure[Exact], ...]:
    """The value of each of a side's awards; several average-plus boards in IMPs make one figure.

    In per cent, each of several boards gets its part of their joint value.
    """
    pluses = [each for each in given if _award(each) is Average.PLUS]
    if rule.several is None or not pluses or len(pluses) + earlier < 2:
        return tuple(_worth(each, rule, own) for each in given)
    value = several_total(len(pluses) + earlier, rule) - (several_total(earlier, rule) if earlier else 0)
    note = _several_note(len(pluses), rule, earlier)
    rest = [_worth(each, rule, None) for each in given if _award(each) is not Average.PLUS]
    if rule.unit == PERCENT:
        part, note = plain(Fraction(value) / len(pluses)), phrase("{note}, divided equally among the boards", note=note)
        each = Figure(part, rule.unit, rule.several.clause, _ruling_facts(pluses), note)
        return (*[each] * len(pluses), *rest)
    return (Figure(plain(value), rule.unit, rule.several.clause, _ruling_facts(pluses), note), *rest)


def average_pluses(credits: Iterable[Credit | None]) -> int:
    """The number of boards on which a side was awarded average plus."""
    return sum(_award(each) is Average.PLUS for each in credits if each is not None and not isinstance(each, Figure))


def _award(given: Given) -> Award:
    return given.award if isinstance(given, RuledAward) else given


def _worth(given: Given, rule: ArtificialRule, own: Figure[Exact] | None) -> Figure[Exact]:
    """The value of one award, or the side's own average where the rule lets that count instead (Law 12C2(c))."""
    award = _award(given)
    stated: Figure[Exact] = Figure(
        plain(rule.worth(award)), rule.unit, rule.clause, _ruling_facts([given]), phrase("{award}", award=award)
    )
    if not rule.own_average or own is None or award is Average.EVEN:
        return stated
    if award is Average.PLUS:
        value, made, which = max(stated.value, own.value), Derivation.GREATEST, phrase("the better")
    elif award is Average.MINUS:
        value, made, which = min(stated.value, own.value), Derivation.LEAST, phrase("the worse")
    else:
        return stated
    return Figure(
        value,
        rule.unit,
        rule.clause,
        (stated, own),
        phrase("{which} of {award} and the side’s own average", which=which, award=award),
        made,
    )


def several_total(boards: int, rule: ArtificialRule) -> Exact:
    """The joint value of this many average-plus boards.

    In IMPs, 3√N or 2√N to the nearest IMP; in per cent, 50N + 10√N, exact to thirty places.
    """
    excess = plain(rule.plus - rule.average)
    if rule.unit == IMPS:
        if not isinstance(excess, int):
            raise DirectorError(
                "If average plus is awarded on several boards, it must exceed average by a whole number of IMPs",
                clause=rule.clause,
            )
        return nearest_root(excess * excess * boards) + rule.average * boards
    return plain(rule.average * boards + excess * root(boards))


def further_award(board: int, rule: ArtificialRule) -> Exact:
    """The amount that average-plus board number *board* adds: the increase of the rounded total.

    >>> pairs = ArtificialRule(Clause("ANC26", "7.3"), 2, 0, -2)
    >>> [further_award(n, pairs) for n in range(1, 8)]
    [2, 1, 0, 1, 0, 1, 0]
    """
    places = 0 if rule.unit == IMPS else 2
    after = to_places(several_total(board, rule), places, Halves.UP)
    before = to_places(several_total(board - 1, rule), places, Halves.UP) if board > 1 else 0
    return plain(after - before)


def _ruling_facts(given: Sequence[Given]) -> tuple[Fact, ...]:
    return tuple(each.ruling if isinstance(each, RuledAward) else Fact(each) for each in given)


def _several_note(boards: int, rule: ArtificialRule, earlier: int) -> Phrase:
    excess = rule.unit.number(plain(rule.plus - rule.average)).removeprefix("+")
    if earlier:
        return phrase(
            "{award} on {boards}, {count} in the match so far: {excess} × √{count} above average, less the amount "
            "for the earlier boards",
            boards=count_phrase(boards),
            award=Average.PLUS,
            excess=excess,
            count=boards + earlier,
        )
    return phrase(
        "{award} on {boards}: {excess} × √{count} above average",
        boards=count_phrase(boards),
        award=Average.PLUS,
        excess=excess,
        count=boards,
    )
