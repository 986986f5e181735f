"""Carry-over between opponents: the winner of their match in an earlier stage starts the next one ahead."""

from dataclasses import dataclass

from overtrick.core.errors import RegulationErrors
from overtrick.core.exact import Exact, Halves, plain, to_places
from overtrick.core.provenance import IMPS, TIMES, Clause, Figure, Made, Unit
from overtrick.core.wording import phrase


@dataclass(frozen=True, slots=True)
class MeetingCarry:
    """A share of the margin of two opponents' match in an earlier *stage*, carried over by its winner.

    It is *higher_won* of the margin where the higher-placed side won, *lower_won* where the lower-placed side did, at
    *most* this amount, rounded to *places*. Without *stage* it is the stage that the teams come from. Two teams that
    did not meet there, or tied, start level.
    """

    clause: Clause
    higher_won: Exact
    lower_won: Exact
    places: int
    halves: Halves = Halves.AWAY
    most: Exact | None = None
    stage: str = ""
    unit: Unit = IMPS

    def __post_init__(self) -> None:
        if min(self.higher_won, self.lower_won) < 0 or (self.most is not None and self.most < 0):
            raise RegulationErrors(["a share of a margin, and the most of it, are not below zero"])


def meeting_carry(margin: Figure[Exact], rule: MeetingCarry, *, higher: bool) -> Figure[Exact]:
    """The carry-over of the winner by a *margin* into its next match against the same opponent.

    *higher* says whether the winner was the higher-placed side.

    >>> from fractions import Fraction
    >>> said = Clause("CLUB", "1")
    >>> rule = MeetingCarry(said, Fraction(1, 2), Fraction(1, 3), 1, most=16)
    >>> [str(meeting_carry(Figure(23, IMPS, said), rule, higher=higher).value) for higher in (True, False)]
    ['23/2', '77/10']
    """
    share = rule.higher_won if higher else rule.lower_won
    note = phrase("the share when the {higher:higher|lower}-placed side won", higher=higher)
    part = Figure(share, TIMES, rule.clause, (), note)
    made = Figure(
        plain(margin.value * share), rule.unit, rule.clause, (margin, part), phrase("share of the margin"), Made.PRODUCT
    )
    if rule.most is not None:
        most = Figure(rule.most, rule.unit, rule.clause, (), phrase("maximum carry-over"))
        made = Figure(
            min(made.value, most.value),
            rule.unit,
            rule.clause,
            (made, most),
            phrase("no more than the maximum carry-over"),
            Made.LEAST,
        )
    value = to_places(made.value, rule.places, rule.halves)
    return Figure(
        value,
        rule.unit,
        rule.clause,
        (made,),
        phrase("carried over from the earlier match between the two sides"),
        Made.ROUNDED,
    )
