"""The running score of a match in two rooms: the sum of what each side won so far; its why opens to those boards."""

from fractions import Fraction
from urllib.parse import unquote

import pytest

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.provenance import Figure
from overtrick.lab.adding_up import faults
from overtrick.views.addresses import NoSuchNumber, Swings
from overtrick.views.matches import match_page
from overtrick.views.open_boards import board_is_open
from overtrick.views.readers import Reader
from overtrick.views.visible import find_open
from overtrick.views.whys import Number, figure_of, stage_slug
from sessions_made import folded

TEAMS = "sabf-2020/swiss-teams"


def won(shown: Number) -> Fraction:
    return max(Fraction(shown.value or 0), Fraction(0))


def test_the_score_after_each_board_is_the_sum_of_the_swings_up_to_it() -> None:
    event: Tournament = folded(TEAMS, 6)
    seen = 0
    for state in event.stages.values():
        for number, drawn in state.rounds.items():
            for table in drawn.seatings if state.plan.scoring.in_rooms else ():
                page = match_page(event, state, number, table)
                assert page is not None
                so_far = [Fraction(0), Fraction(0)]
                for board in page.boards:
                    if board.running is None:
                        continue
                    so_far = [so_far[0] + won(board.first), so_far[1] + won(board.second)]
                    for value, shown in zip(so_far, board.running, strict=True):
                        figure = figure_of(event, shown)
                        assert Fraction(shown.value or 0) == value == figure.value
                        assert not shown.text.startswith("+")
                        assert all(isinstance(part, Figure) and part.value > 0 for part in figure.of)
                        assert list(faults(figure, set())) == []
                    seen += 1
    assert seen > 50


def test_what_a_match_stands_at_is_not_told_of_boards_in_play() -> None:
    last = folded(TEAMS, 6).last
    event = folded(TEAMS, 6, last // 2)
    hidden = told = 0
    for state in event.stages.values():
        for number, drawn in state.rounds.items():
            for table, seating in drawn.seatings.items():
                page = match_page(event, state, number, table, Reader(desk=True))
                assert page is not None
                for board in page.boards:
                    if board.running is None:
                        continue
                    at = Swings(stage_slug(state.plan.name), number, table, board.board, seating.names[0])
                    upto = [each.board for each in page.boards[: page.boards.index(board) + 1]]
                    if all(board_is_open(state, number, each) for each in upto):
                        assert find_open(event, unquote(at.path())).figure.value >= 0
                        told += 1
                        continue
                    hidden += 1
                    with pytest.raises(NoSuchNumber, match="Not all results of this board"):
                        find_open(event, unquote(at.path()))
    assert told
    assert hidden
