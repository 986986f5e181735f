"""A match decided on total IMPs: what each side won, board by board, so that the two can be set against each other.

A side's net is the other's with the sign turned, and setting two nets against each other would count every
swing twice. Here a swing counts once, for the side that won it. Where a ruling left the sides with scores that
do not balance, both have the average of the two (Law 12C4).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.laws.lines import Credit
from overtrick.core.provenance import IMPS, Clause, Figure, Made, Reason, counted, total
from overtrick.core.scoring.match import MatchRule
from overtrick.core.wording import phrase

LAW_12C4 = Clause("Law", "12C4")


def imps_won(own: Sequence[Credit | None], other: Sequence[Credit | None], rule: MatchRule) -> Figure[Exact]:
    """The IMPs a side won, from its own credits and its opponents', board by board.

    The difference between the two sides' figures is the margin of the match.

    >>> from overtrick.core.laws.adjusted import ArtificialRule
    >>> rule = MatchRule(Clause("SABF20", "13.9#2"), ArtificialRule(Clause("Law", "12C2"), 3, 0, -3), ())
    >>> imps = lambda *values: [Figure(value, IMPS, rule.clause) for value in values]
    >>> imps_won(imps(10, -4, 6), imps(-10, 4, -2), rule).value, imps_won(imps(-10, 4, -2), imps(10, -4, 6), rule).value
    (16, 6)
    """
    reasons: list[Reason] = []
    value: Exact = 0
    for ours, theirs in zip(own, other, strict=True):
        if not isinstance(ours, Figure) or not isinstance(theirs, Figure):
            continue
        part = _part(ours.value, theirs.value)
        value += part
        balanced = ours.value + theirs.value == 0
        if balanced and part:
            reasons.append(ours)
        elif not balanced:
            reasons.append(
                Figure(
                    part, IMPS, LAW_12C4, (ours, theirs), phrase("the scores do not balance: averaged"), Made.FORMULA
                )
            )
    for given in _awarded(own, other, rule):
        value += given.value
        reasons.append(given)
    return Figure(
        plain(value), IMPS, rule.clause, tuple(reasons), phrase("IMPs won on {own}", own=counted(len(own))), Made.SUM
    )


def _awarded(own: Sequence[Credit | None], other: Sequence[Credit | None], rule: MatchRule) -> Iterator[Figure[Exact]]:
    """What the boards on which a side has an award bring, board by board.

    They are taken together only where several awards are worth less than their sum.
    """
    ruled = [
        (ours, theirs)
        for ours, theirs in zip(own, other, strict=True)
        if ours is not None and theirs is not None and not (isinstance(ours, Figure) and isinstance(theirs, Figure))
    ]
    together = rule.artificial.several is not None
    for boards in [ruled] if together and ruled else [[pair] for pair in ruled]:
        ours, theirs = (_worth([pair[side] for pair in boards], rule, side) for side in (0, 1))
        note = phrase("a side's part of the awards on {ruled}", ruled=counted(len(boards)))
        yield Figure(_part(ours.value, theirs.value), IMPS, LAW_12C4, (ours, theirs), note, Made.FORMULA)


def _worth(credits: Sequence[Credit], rule: MatchRule, side: int) -> Figure[Exact]:
    """What a side has on the boards on which one of the two was given an award."""
    given = [credit for credit in credits if not isinstance(credit, Figure)]
    parts = [credit for credit in credits if isinstance(credit, Figure)]
    parts += [rule.awards(given)] if given else []
    return total(parts, IMPS, rule.clause, phrase("the opponents") if side else phrase("the side itself"))


def _part(ours: Exact, theirs: Exact) -> Exact:
    """A side's part: what both were given in common, and its half of the rest if that is a gain."""
    both, apart = Fraction(ours + theirs) / 2, Fraction(ours - theirs) / 2
    return plain(max(both, Fraction(0)) + max(apart, Fraction(0)))
