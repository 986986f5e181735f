"""Tie-break points in an individual: the opponents' totals divided by the partners' totals."""

from collections.abc import Mapping
from fractions import Fraction

from overtrick.core.exact import Exact, exact_sum, plain
from overtrick.core.provenance import Clause, Figure, Made, Unit
from overtrick.core.ranking.measures import StageRecord
from overtrick.core.wording import Phrase, phrase

TIE_BREAK = Unit("tie-break points", "tie-break point", places=4)


def over_partners(
    record: StageRecord, totals: Mapping[str, Figure[Exact]], unit: Unit, clause: Clause
) -> Figure[Exact]:
    """The sum of the opponents' totals divided by the sum of the partners', each counted once per meeting.

    Strong opponents and weak partners raise it. Players without a total are left out; without partners it is 0.

    >>> from overtrick.core.provenance import PERCENT
    >>> from overtrick.core.ranking.measures import MatchLine
    >>> here = Clause("EBUIND", "3")
    >>> totals = {name: Figure(score, PERCENT, here) for name, score in (("P", 30), ("Q", 50), ("R", 40))}
    >>> own = StageRecord("A", (MatchLine(("Q", "R"), Figure(55, PERCENT, here), partners=("P",)),))
    >>> over_partners(own, totals, PERCENT, here).value
    3
    """

    def of(names: list[str], said: Phrase) -> Figure[Exact]:
        known = tuple(totals[name] for name in names if name in totals)
        return Figure(exact_sum(each.value for each in known), unit, clause, known, said, Made.SUM)

    above = of([name for line in record.matches for name in line.opponents], phrase("the opponents’ totals"))
    below = of([name for line in record.matches for name in line.partners], phrase("the partners’ totals"))
    if not below.value:
        return Figure(0, TIE_BREAK, clause, (), phrase("no partners to compare with"))
    value = plain(Fraction(above.value) / below.value)
    return Figure(value, TIE_BREAK, clause, (above, below), phrase("opponents over partners"), Made.QUOTIENT)
