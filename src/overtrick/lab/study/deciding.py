"""How qualification was decided: by scores, tie-breaks or a lot; and matches between sides with nothing at stake."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.drafting import rounds_of
from overtrick.core.event.play.knockout import SCORE, outcomes
from overtrick.core.event.play.stage import StageState
from overtrick.core.provenance import IMPS, Figure
from overtrick.core.ranking.chain import Ends
from overtrick.core.scoring.match import credited_score
from overtrick.core.scoring.tie import TieStep
from overtrick.core.wording import phrase
from overtrick.lab.study.strength import MOST

BY_LOT = phrase("{by}", by=TieStep.LOT)
BY_BOARDS = (SCORE, phrase("{by}", by=TieStep.PLAY_OFF), phrase("{by}", by=TieStep.PLAY_ON))
"""The outcomes in which a match was won at the table."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """How a run was decided.

    *lots* is the number of places and matches that a lot decided, *by_tie_break* whether anything but scores separated
    those who went on from the others, *by_lot* whether a lot did so; *dead* is the number of matches that decided
    nothing.
    """

    lots: int
    by_tie_break: bool
    by_lot: bool
    dead: int


def deciding(event: Tournament, selected: Collection[str]) -> Deciding:
    """How an event that selects these contestants was decided."""
    lots = dead = 0
    by_tie_break = by_lot = False
    for state, on in going_on(event, selected):
        if state.plan.play.knockout:
            by = [each.by for each in outcomes(state)]
            drawn = by.count(BY_LOT)
            by_tie_break |= any(each not in BY_BOARDS for each in by)
            by_lot |= bool(drawn)
            lots += drawn
        elif state.plan.play.must_be_won:
            drawn = sum(len(each.decided) for each in state.rounds.values())
            lots, by_tie_break, by_lot = lots + drawn, by_tie_break or drawn > 0, by_lot or drawn > 0
        else:
            places, lot, tie = _lots_and_ties(state, on)
            lots, by_tie_break, by_lot = lots + places, by_tie_break or tie, by_lot or lot
            dead += sum(_dead(state, on))
    return Deciding(lots, by_tie_break, by_lot, dead)


def going_on(event: Tournament, selected: Collection[str]) -> Iterator[tuple[StageState, set[str]]]:
    """Every stage, with those who go on from it: to a later one, or among those selected."""
    stages = list(event.stages.values())
    for number, state in enumerate(stages):
        later = {name for each in stages[number + 1 :] for name in each.contestants}
        last = event.current_plan().graph is not None or number == len(stages) - 1
        yield state, set(state.contestants) & (set(selected) if last else later)


def _lots_and_ties(state: StageState, on: Collection[str]) -> tuple[int, bool, bool]:
    """How many places a lot decided; whether it decided who goes on, and whether more than scores did."""
    lots, by_lot, by_tie_break = 0, False, False
    for each in state.fields:
        table = state.standings(each.name)
        for above, below in pairwise(table.rows):
            level = above.place == below.place
            by = None if level or above.decided is None else above.decided.by
            lots += by is Ends.LOT
            if (above.contestant in on) != (below.contestant in on):
                by_lot |= by is Ends.LOT
                by_tie_break |= by is not table.ranking.rule.steps[0].by
    return lots, by_lot, by_tie_break


def _dead(state: StageState, on: Collection[str]) -> Iterator[int]:
    """The number of matches in each round between two contestants who were already certain to go on, or certain not to.

    A contestant is certain if it stays above the line, or below it, whatever the remaining matches bring.
    """
    last = rounds_of(state)
    swing = _swing(state)
    for each in state.fields:
        members = list(each.contestants)
        places = sum(name in on for name in members)
        if not 0 < places < len(members):
            continue
        total = {name: float(state.carried[name].value) if name in state.carried else 0.0 for name in members}
        for number in range(1, last + 1):
            sure = _sure(total, places, swing * (last - number + 1))
            matches = state.round(number).seatings.values()
            yield sum(all(name in sure for name in seating.names) for seating in matches)
            for name in members:
                line = state.match_line(name, number)
                total[name] += float(line.score.value) if line is not None else 0.0


def _sure(total: Mapping[str, float], places: int, swing: float) -> set[str]:
    """Those whose fate is certain with this much between the best and the worst possible remaining result."""
    order = sorted(total.values())
    if order[-1] - order[0] <= swing:
        return set()
    everybody = len(order)

    def sure(own: float) -> bool:
        can_pass = everybody - bisect_left(order, own - swing)  # including the contestant itself
        out_of_reach = everybody - bisect_right(order, own + swing)
        return can_pass <= places or out_of_reach >= places

    return {name for name, own in total.items() if sure(own)}


def _swing(state: StageState) -> float:
    """The difference between the best and the worst score of a match."""
    rule, boards = state.plan.scoring.match, state.plan.boards
    long = rule.length.length_for(boards, boards)
    best, worst = (
        credited_score(Figure(net, IMPS, rule.clause), long, rule).value for net in (MOST * boards, -MOST * boards)
    )  # fmt: skip
    return float(best - worst)
