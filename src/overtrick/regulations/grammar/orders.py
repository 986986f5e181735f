"""How an order is written, wherever one stands: its tests, which way each counts, and how it ends.

It is a table with `step` and `ends`, cited like any rule; each step may have a clause of its own. Standings, draws,
triangles, lucky losers and those who drop into a Swiss are all ranked by one.
"""

from collections.abc import Collection, Iterable
from enum import Enum

from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Better, ChainRule, Ends, Step
from overtrick.core.ranking.measures import OF_A_MATCH, OF_BOTH, Measure
from overtrick.regulations.grammar.forms import As, form, makes

Chain = ChainRule[Measure]

OF_A_STAGE = frozenset(Measure) - OF_A_MATCH
"""What the record of a stage tells."""
OF_A_LAST_MATCH = OF_A_MATCH | OF_BOTH
"""What the match a team last played tells."""


class Former(Enum):
    """A word of the orders of older editions, from before there was one list of measures."""

    GROUP = "group"
    WINS = "wins"
    NET = "net IMPs"
    NET_A_MATCH = "net IMPs a match"
    MATCH_QUOTIENT = "IMP quotient"
    WON = "winner before loser"
    LOW_TURNOVER = "lower turnover"
    LOST_PLAYOFF = "lost a play-off"
    PLAYOFF_NET = "net IMPs in the play-off"
    PLAYOFF_QUOTIENT = "IMP quotient in the play-off"
    VPS = "VPs before penalties"
    VPS_LESS_PENALTIES = "VPs less penalties"
    OPPONENTS = "their opponents' VPs"
    PLAYOFF = "the play-off"
    DIFFERENCE = "the IMP difference"
    QUOTIENT = "the IMP quotient"
    ENTRY = "entry number"
    LOT = "lot"


_OTHERWISE: dict[Former, tuple[Measure, ...]] = {
    Former.WINS: (Measure.WINS,),
    Former.LOW_TURNOVER: (Measure.TURNOVER,),
    Former.VPS: (Measure.BEFORE_PENALTIES,),
    Former.VPS_LESS_PENALTIES: (Measure.TOTAL,),
    Former.OPPONENTS: (Measure.OPPONENTS,),
    Former.PLAYOFF: (Measure.PLAYOFF,),
    # A play-off was compared in place of its match. That match was level, so the two can follow each other.
    Former.DIFFERENCE: (Measure.PLAYOFF_NET, Measure.NET_IMPS),
    Former.QUOTIENT: (Measure.PLAYOFF_QUOTIENT, Measure.QUOTIENT),
}
"""The measures that words stand for which are not called so any more."""
_ENDS = {Former.LOT: Ends.LOT, Former.ENTRY: Ends.ENTRY}

form(Step, inherits=True, by=As("", Measure))


@makes(ChainRule)
def chain(
    *,
    clause: Clause,
    step: tuple[Step[Measure], ...] = (),
    ends: Ends | None = None,
    ends_clause: Clause | None = None,
    restart: bool = False,
    by: tuple[Former, ...] = (),
) -> Chain:
    """An order: each *step* is used among those still level; *ends* says what is done with whom all leave level.

    *ends_clause* is where the regulation says so, if elsewhere. With *restart* those whom a step has parted begin again
    with the first. *by* is how older editions write it.
    """
    if by:
        if step or ends:
            raise ValueError("an order has steps and an end; “by” is how older editions write both, and stands alone")
        return _formerly(clause, by)
    if not step or ends is None:
        raise ValueError(f"an order has at least one step, and ends: {', '.join(f'“{each}”' for each in Ends)}")
    return ChainRule(clause, step, ends, ends_clause, restart)


def _formerly(clause: Clause, by: Iterable[Former]) -> Chain:
    """An order as older editions write it: words in a list, the last of which may be how it ends."""
    steps: list[Step[Measure]] = []
    for word in by:
        if word in _ENDS:
            return ChainRule(clause, tuple(steps), _ENDS[word])
        better = Better.LESS if word is Former.LOW_TURNOVER else Better.MORE
        steps += (Step(each, clause, better) for each in _OTHERWISE.get(word) or (Measure(word.value),))
    return ChainRule(clause, tuple(steps))


def only(orders: Iterable[Chain | None], told: Collection[Measure], where: str) -> None:
    """Refuse an order by something that is not told where it is used."""
    for order in orders:
        for step in order.steps if order else ():
            if step.by not in told:
                raise ValueError(f"“{step.by}” ({step.clause.cite}) does not rank {where}")
