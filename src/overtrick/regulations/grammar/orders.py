"""How a ranking order is written: its tests, which way each counts, and how it ends.

It is a table with `step` and `ends`, cited like any rule; each step may have a clause of its own. Standings, draws,
triangles, lucky losers and those who drop into a Swiss are all ranked by such an order.
"""

from collections.abc import Iterable
from typing import Any, Literal

from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import Better, ChainRule, Ends, Step
from overtrick.core.ranking.measures import OF_A_LAST_MATCH, Measure
from overtrick.regulations.grammar.forms import WordPlace, form, makes

Chain = ChainRule[Measure]


FORMER: dict[str, tuple[Measure, ...]] = {
    "group": (Measure.GROUP,),
    "wins": (Measure.WINS,),
    **{each.value: (each,) for each in Measure if each in OF_A_LAST_MATCH - {Measure.WINS, Measure.TURNOVER}},
    "lower turnover": (Measure.TURNOVER,),
    "VPs before penalties": (Measure.BEFORE_PENALTIES,),
    "VPs less penalties": (Measure.TOTAL,),
    "their opponents' VPs": (Measure.OPPONENTS,),
    "the play-off": (Measure.PLAYOFF,),
    # A play-off was compared instead of its match. That match was level, so both measures can be used in turn.
    "the IMP difference": (Measure.PLAYOFF_NET, Measure.NET_IMPS),
    "the IMP quotient": (Measure.PLAYOFF_QUOTIENT, Measure.QUOTIENT),
}
"""The meaning of the words in orders of older editions, which had no common list of measures."""
_ENDS = {"lot": Ends.LOT, "entry number": Ends.ENTRY}

Former: Any = Literal[(*FORMER, *_ENDS)]
"""A word in the orders of older editions."""

form(Step, inherits=True, by=WordPlace("", Measure))


@makes(ChainRule, by=WordPlace("", tuple[Former, ...]))
def chain(
    *,
    clause: Clause,
    step: tuple[Step[Measure], ...] = (),
    ends: Ends | None = None,
    ends_clause: Clause | None = None,
    restart: bool = False,
    by: tuple[str, ...] = (),
) -> Chain:
    """An order: a list of tests, each among those that are still level.

    *step* lists the tests. *ends* says what happens to those that are level after all of them. *ends_clause* is the
    clause that says so, if it is another one. With *restart*, when a test has split a group, those still level begin
    again with the first test. *by* is how older editions write an order.
    """
    if by:
        if step or ends:
            raise ValueError("an order has steps and an end; “by” is how older editions write both, and stands alone")
        return _formerly(clause, by)
    if not step or ends is None:
        raise ValueError(f"an order has at least one step, and ends: {', '.join(f'“{each}”' for each in Ends)}")
    return ChainRule(clause, step, ends, ends_clause, restart)


def _formerly(clause: Clause, by: Iterable[str]) -> Chain:
    """An order as older editions write it: words in a list, the last of which may be how it ends."""
    steps: list[Step[Measure]] = []
    for word in by:
        if word in _ENDS:
            return ChainRule(clause, tuple(steps), _ENDS[word])
        better = Better.LESS if word == "lower turnover" else Better.MORE
        steps += (Step(each, clause, better) for each in FORMER[word])
    return ChainRule(clause, tuple(steps))
