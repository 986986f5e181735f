"""What a contestant made of its boards: exact, over open boards alone, each average with its reasons."""

from urllib.parse import unquote

import pytest
from django.test import Client

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact, exact_text, mean
from overtrick.core.model.results import PassedOut, PlayedContract
from overtrick.core.model.seats import Seat
from overtrick.core.provenance import Figure
from overtrick.lab.adding_up import faults
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.addresses import BoardOwn, NoSuchNumber
from overtrick.views.analysis import PlayedBoard, parts_of, slams, taken_boards
from overtrick.views.open_boards import board_is_open
from overtrick.views.scorecards import scorecard_page
from overtrick.views.visible import find_open
from overtrick.views.whys import figure_of
from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, until

TEAMS = "club/swiss-teams"
MATCHPOINTS = "anc-2026/one-day-matchpoint-pairs"


def folded(rules: str, postings: list[Posting]) -> Tournament:
    return replay(plan_for(rules), postings)


@pytest.mark.parametrize("tables", [1, 3, 5])
def test_a_board_in_progress_is_in_no_figure(tables: int) -> None:
    whole = rehearsed(SWISS, 12, faults=False)
    playing, before = (folded(SWISS, until(whole, "Swiss", 3, each)) for each in (tables, 0))
    state = playing.stage("Swiss")
    assert state.round(3).results
    for who in state.contestants:
        taken = taken_boards(state, who)
        assert taken
        assert all(board_is_open(state, each.round, each.board) for each in taken)
        earlier = before.stage("Swiss")
        assert parts_of(state, taken) == parts_of(earlier, taken_boards(earlier, who))
        assert slams(taken) == slams(taken_boards(earlier, who))
        assert scorecard_page(playing, who).stages[0].analysis == scorecard_page(before, who).stages[0].analysis


@pytest.mark.parametrize("rules", [SWISS, MATCHPOINTS])
def test_every_average_is_that_of_its_boards_and_says_so(rules: str) -> None:
    event = folded(rules, rehearsed(rules, 12, faults=False))
    for state in event.stages.values():
        for who in state.contestants[:4]:
            stage = next(each for each in scorecard_page(event, who).stages if each.stage == state.plan.name)
            taken = taken_boards(state, who)
            assert stage.analysis is not None
            assert stage.analysis.boards == len(taken) > 10
            both = [each.boards for each in stage.analysis.parts if str(each.called) in ("Declaring", "Defending")]
            passed = sum(len(each.roles) == 1 for each in taken)
            assert sum(both) + passed == len(taken)
            for part in stage.analysis.parts:
                figure = figure_of(event, part.average)
                assert part.average.value == exact_text(figure.value)
                assert len(figure.of) == part.boards
                assert list(faults(figure, set())) == []
            if state.plan.scoring.percent is None:
                first = figure_of(event, stage.analysis.parts[0].average)
                assert first.value == mean(each.value for each in first.of if isinstance(each, Figure))
            values = [each.worth.value for each in taken]
            assert stage.analysis.best.brought.value == exact_text(max(values))
            assert stage.analysis.worst.brought.value == exact_text(min(values))


@pytest.mark.parametrize(("rules", "teams"), [(TEAMS, 12), ("gnot-nsw-2018/gnot", 16), ("club/board-a-match-teams", 8)])
def test_a_team_has_it_of_the_boards_that_both_rooms_played(rules: str, teams: int) -> None:
    event = folded(rules, rehearsed(rules, teams, faults=False))
    seen = 0
    for state in event.stages.values():
        for who in state.contestants[:4]:
            stage = next(each for each in scorecard_page(event, who).stages if each.stage == state.plan.name)
            taken = taken_boards(state, who)
            if not taken:
                assert stage.analysis is None
                continue
            seen += 1
            assert stage.analysis is not None
            counts = {str(each.called): each.boards for each in stage.analysis.parts}
            passed = sum(isinstance(each.played[0].result, PassedOut) for each in taken)
            shut = sum(isinstance(each.played[1].result, PassedOut) for each in taken)
            sat = [
                counts.get(f"{pair} {does}", 0)
                for pair in ("North–South", "East–West")
                for does in ("declare", "defend")
            ]
            assert sum(sat) == 2 * len(taken) - passed - shut, "each board is declared or defended by both pairs"
            assert sum(n for called, n in counts.items() if called.endswith((" declares", " leads"))) == sum(sat)
            for part in (*(each.average for each in stage.analysis.parts), stage.analysis.above):
                figure = figure_of(event, part)
                assert part.value == exact_text(figure.value)
                assert list(faults(figure, set())) == []
            nets = [_net(state, each, who) for each in taken]
            assert int(stage.analysis.above.value or 0) == sum(net > 0 for net in nets)
            assert stage.analysis.level == sum(net == 0 for net in nets)
            for each in taken:
                rooms = [state.result_at(each.round, each.table, room, each.board) for room in ("open", "closed")]
                assert [at.recorded for at in each.played] == rooms
    assert seen > 3


def _net(state: StageState, board: PlayedBoard, who: str) -> Exact:
    first, second = state.card(board.round, board.table).credits[board.board]
    assert isinstance(first, Figure)
    assert isinstance(second, Figure)
    own = first.value - second.value
    return own if state.round(board.round).seatings[board.table].ns == who else -own


def test_a_team_declares_where_its_pair_sat() -> None:
    event = folded(TEAMS, rehearsed(TEAMS, 12, faults=False))
    [state] = event.stages.values()
    for who in state.contestants:
        for each in taken_boards(state, who):
            first = state.round(each.round).seatings[each.table].ns == who
            for room, at in zip(("open", "closed"), each.played, strict=True):
                if isinstance(at.result, PlayedContract):
                    north_south = first == (room == "open")
                    ours = at.result.contract.declarer in (Seat.NORTH, Seat.SOUTH)
                    assert at.declared == (north_south == ours)


def test_scores_are_from_the_side_of_whoever_the_scorecard_is_of() -> None:
    event = folded(SWISS, rehearsed(SWISS, 12, faults=False))
    state = event.stage("Swiss")
    turned = 0
    for who in state.contestants[:6]:
        for match in scorecard_page(event, who).stages[0].matches:
            for board in match.boards:
                assert board.own is not None
                if not board.own.score.text:
                    continue
                points = int(board.results[0][1].value or 0)
                assert int(board.own.score.value or 0) == (points if match.first else -points)
                assert figure_of(event, board.own.score).value == int(board.own.score.value or 0)
                turned += not match.first
    assert turned > 10


def test_a_number_of_a_hidden_board_is_not_found_from_its_side_either() -> None:
    event = folded(SWISS, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    state = event.stage("Swiss")
    table, _, board = next(iter(state.round(3).results))
    who = state.round(3).seatings[table].ew
    for what in ("score", "datum", "par"):
        with pytest.raises(NoSuchNumber):
            find_open(event, unquote(BoardOwn("swiss", what, 3, table, board, who).path()))


@pytest.mark.django_db
@pytest.mark.parametrize(("rules", "said"), [("club/individual", False), (MATCHPOINTS, True)])
def test_a_page_says_how_boards_are_counted_unless_the_player_is_known(
    client: Client, rules: str, *, said: bool
) -> None:
    keep(hold(rules, "event"), rehearsed(rules))
    page = client.get("/e/event/pair/1/").content.decode()
    assert "Declaring and defending" in page
    assert ("A pair’s boards are counted by seat" in page) == said
