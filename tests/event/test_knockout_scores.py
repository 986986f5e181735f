"""What the sides of a knockout match won: adjusted scores that do not balance, penalties, and figures that open."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from overtrick.core.event.acts import ResultCorrected, RulingGiven
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.finals import final_total, finals_of
from overtrick.core.event.play.knockout import ROUND, outcome, side_imps
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.exact import Exact
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import Figure
from overtrick.lab.fault_rates import NO_FAULTS, USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

GNOT = "gnot-nsw-2018/gnot"


@cache
def first_knockout() -> tuple[Rehearsal, StageState]:
    """The first knockout stage of an event with every result in, before it is closed."""
    made = Rehearsal(
        plan_for(GNOT), GNOT, Random("12C4"), NO_FAULTS, until=lambda now, _: bool(knockouts(now)) and played(now)
    )
    made.play(22)
    made.until = None
    return made, knockouts(made.state)[0]


def knockouts(event: Tournament) -> list[StageState]:
    return [state for state in event.stages.values() if state.plan.play.knockout]


def played(event: Tournament) -> bool:
    state = knockouts(event)[0]
    return ROUND in state.rounds and not state.missing(ROUND)


def credits(state: StageState, table: int, board: int) -> tuple[Exact, Exact]:
    one, two = state.card(ROUND, table).credits[board]
    assert isinstance(one, Figure)
    assert isinstance(two, Figure)
    return one.value, two.value


@pytest.mark.clause("Law 12C4")
def test_adjusted_scores_that_do_not_balance_are_averaged() -> None:
    made, state = first_knockout()
    table, seating = next(iter(sorted(state.round(ROUND).seatings.items())))
    board = seating.boards[0]
    before = outcome(state, table).imps
    swing, opposite = credits(state, table, board)
    assert swing == -opposite
    split = read_result("NS 3NT N = | EW 3NT N -4")
    made.do(RulingGiven(state.plan.name, ROUND, table, board, split, "Law 12C", "misinformation", OPEN))
    ours, theirs = credits(state, table, board)
    assert (ours, theirs) == (11, 3)
    one, two = outcome(state, table).imps
    assert (one - two) - (before[0] - before[1] - swing) == 4, "half of what parts the two, not the whole of it"
    assert tuple(side_imps(state, table, team).value for team in (seating.ns, seating.ew)) == (one, two)


def test_what_decides_a_final_is_the_figure_that_opens_to_its_boards() -> None:
    rules = "sabf-2020/state-teams"
    made = Rehearsal(plan_for(rules), rules, Random("finals"), USUAL_FAULTS)
    made.play(12)
    states = [state for state in made.state.stages.values() if state.plan.play.must_be_won]
    finals = [(state, final) for state in states for final in finals_of(state).finals if final.totals]
    assert finals
    for state, final in finals:
        for team in final.teams:
            assert team is not None
            assert final_total(state, final, team).value == final.total(team).value


@pytest.mark.clause("GNOT18 1.5(c)", "Law 12C4")
def test_awards_count_board_by_board_in_what_each_side_won() -> None:
    """Two boards with average plus to one side and average minus to the other, once each way: 3 IMPs to each side."""
    made, state = first_knockout()
    table, seating = sorted(state.round(ROUND).seatings.items())[1]
    first, second = seating.boards[:2]
    gained = [sum(max(credits(state, table, board)[side], 0) for board in (first, second)) for side in (0, 1)]
    before = outcome(state, table).imps
    for board, awarded in ((first, "AV+ AV-"), (second, "AV- AV+")):
        ruled = read_result(awarded)
        made.do(RulingGiven(state.plan.name, ROUND, table, board, ruled, "Law 12C2", "unplayable", OPEN))
    assert outcome(state, table).imps == (before[0] - gained[0] + 3, before[1] - gained[1] + 3)


@pytest.mark.clause("GNOT18 4.1", "Law 12C4")
def test_a_board_that_both_sides_lose_is_tied_at_board_a_match() -> None:
    """All boards are flat but one, where 1NT-1 to North-South and 1NT+5 to East-West stand against +80.

    The home team has −50 − 80 = −130, the visitors 80 − 240 = −160: 4 IMPs lost by each, so the match is level, and a
    board lost by each is half to each. In total points the home team is ahead by half of 160 − 130.
    """
    made, state = first_knockout()
    table, seating = sorted(state.round(ROUND).seatings.items())[2]
    for board in seating.boards:
        for room in (OPEN, CLOSED):
            made.do(ResultCorrected(state.plan.name, ROUND, table, board, read_result("+80"), "checked", room))
    split = read_result("NS 1NT N -1 | EW 1NT N +5")
    made.do(RulingGiven(state.plan.name, ROUND, table, 1, split, "Law 12C", "misinformation", OPEN))
    assert credits(state, table, 1) == (-4, -4)
    found = outcome(state, table)
    assert found.imps == (0, 0)
    assert [figure.value for figure in found.figures] == [Fraction(len(seating.boards), 2), 15]
    assert (found.winner, str(found.by)) == (seating.ns, "total points")
