"""What decided who went on: scores, tie-breaks or a lot; and matches whose sides had nothing left to play for."""

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
from overtrick.core.scoring.match import credited
from overtrick.core.scoring.tie import TieStep
from overtrick.core.wording import phrase
from overtrick.lab.study.strength import MOST

BY_LOT = phrase("{by}", by=TieStep.LOT)
BY_BOARDS = (SCORE, phrase("{by}", by=TieStep.PLAY_OFF), phrase("{by}", by=TieStep.PLAY_ON))
"""A match was won at the table."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """How a run was decided.

    *lots* are the places and the matches that a lot parted, *by_tie_break* whether anything but scores parted those
    who went on from those who did not, *by_lot* whether a lot did so; *dead* are the matches that decided nothing.
    """

    lots: int
    by_tie_break: bool
    by_lot: bool
    dead: int


def deciding(event: Tournament, selected: Collection[str]) -> Deciding:
    """How an event was decided that selects these."""
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
            places, lot, tie = _ranked(state, on)
            lots, by_tie_break, by_lot = lots + places, by_tie_break or tie, by_lot or lot
            dead += sum(_dead(state, on))
    return Deciding(lots, by_tie_break, by_lot, dead)


def going_on(event: Tournament, selected: Collection[str]) -> Iterator[tuple[StageState, set[str]]]:
    """Every stage, with those whom it lets go on: to a later one, or among those selected."""
    stages = list(event.stages.values())
    for number, state in enumerate(stages):
        later = {name for each in stages[number + 1 :] for name in each.contestants}
        last = event.planned().graph is not None or number == len(stages) - 1
        yield state, set(state.contestants) & (set(selected) if last else later)


def _ranked(state: StageState, on: Collection[str]) -> tuple[int, bool, bool]:
    """The places of a ranking that a lot parted; whether it parted who goes on, and whether more than scores did."""
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
    """The matches of each round between two who were sure before it to go on, or sure not to.

    Sure is who stays above the line, or below it, whatever all matches left come to.
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
    """Those whose fate is known with so much left between the best and the worst that can still come."""
    order = sorted(total.values())
    if order[-1] - order[0] <= swing:
        return set()
    everybody = len(order)

    def sure(own: float) -> bool:
        can_pass = everybody - bisect_left(order, own - swing)  # with oneself
        out_of_reach = everybody - bisect_right(order, own + swing)
        return can_pass <= places or out_of_reach >= places

    return {name for name, own in total.items() if sure(own)}


def _swing(state: StageState) -> float:
    """What lies between the best and the worst that a match can bring."""
    rule, boards = state.plan.scoring.match, state.plan.boards
    long = rule.length.of(boards, boards)
    best, worst = (
        credited(Figure(net, IMPS, rule.clause), long, rule).value for net in (MOST * boards, -MOST * boards)
    )  # fmt: skip
    return float(best - worst)
