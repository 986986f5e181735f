"""A match decided on total IMPs: the IMPs that each side won, board by board, so that the two can be compared.

Each side's net is the negative of the other's, so the difference of the two nets would count every
swing twice. Here a swing counts once, for the side that won it. Where a ruling gave the sides scores that
do not balance, each side's score is averaged with the opposite of the other's (Law 12C4).
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from overtrick.core.exact import Exact, plain
from overtrick.core.laws.table_score import Credit
from overtrick.core.provenance import IMPS, Clause, Derivation, Figure, Reason, count_phrase, total
from overtrick.core.scoring.match import MatchRule
from overtrick.core.wording import phrase

LAW_12C4 = Clause("Law", "12C4")


def imps_won(
    own: Sequence[Credit | None], other: Sequence[Credit | None], rule: MatchRule, earlier: tuple[int, int] = (0, 0)
) -> Figure[Exact]:
    """The IMPs a side won, from its own credits and its opponents', board by board.

    The difference between the two sides' figures is the margin of the match. For a stanza, *earlier* is how many
    average-plus boards the side and its opponents had in earlier stanzas.

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
                    part,
                    IMPS,
                    LAW_12C4,
                    (ours, theirs),
                    phrase("the two sides’ scores do not balance, so they are averaged"),
                    Derivation.FORMULA,
                )
            )
    for given in _award_imps(own, other, rule, earlier):
        value += given.value
        reasons.append(given)
    return Figure(
        plain(value),
        IMPS,
        rule.clause,
        tuple(reasons),
        phrase("IMPs won on {own}", own=count_phrase(len(own))),
        Derivation.SUM,
    )


def _award_imps(
    own: Sequence[Credit | None], other: Sequence[Credit | None], rule: MatchRule, earlier: tuple[int, int]
) -> Iterator[Figure[Exact]]:
    """The IMPs from the boards on which a side has an award, board by board.

    The boards are taken together only where several awards are worth less than their sum.
    """
    ruled = [
        (ours, theirs)
        for ours, theirs in zip(own, other, strict=True)
        if ours is not None and theirs is not None and not (isinstance(ours, Figure) and isinstance(theirs, Figure))
    ]
    together = rule.artificial.several is not None
    for boards in [ruled] if together and ruled else [[pair] for pair in ruled]:
        ours, theirs = (_worth([pair[side] for pair in boards], rule, side, earlier[side]) for side in (0, 1))
        note = phrase("the side’s share of the awards on {ruled}", ruled=count_phrase(len(boards)))
        yield Figure(_part(ours.value, theirs.value), IMPS, LAW_12C4, (ours, theirs), note, Derivation.FORMULA)


def _worth(credits: Sequence[Credit], rule: MatchRule, side: int, earlier: int) -> Figure[Exact]:
    """A side's score on the boards on which either side was given an award."""
    given = [credit for credit in credits if not isinstance(credit, Figure)]
    parts = [credit for credit in credits if isinstance(credit, Figure)]
    parts += [rule.awards(given, earlier)] if given else []
    return total(parts, IMPS, rule.clause, phrase("the opponents’ score") if side else phrase("the side’s own score"))


def _part(ours: Exact, theirs: Exact) -> Exact:
    """A side's part: what both sides were given in common, plus half of the rest if that is a gain."""
    both, apart = Fraction(ours + theirs) / 2, Fraction(ours - theirs) / 2
    return plain(max(both, Fraction(0)) + max(apart, Fraction(0)))
