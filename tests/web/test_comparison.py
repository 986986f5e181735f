"""Two contestants side by side: their boards against each other and on the same cards, each number with its why."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client

from overtrick.core.exact import exact_text
from overtrick.lab.adding_up import faults
from overtrick.views.addresses import NoSuchNumber, Place, Total
from overtrick.views.comparison import comparison_page
from overtrick.views.open_boards import board_is_open
from overtrick.views.whys import figure_at, figure_of
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import event_projection, forget
from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, until
from web.test_analysis import MATCHPOINTS, TEAMS, folded


@pytest.mark.parametrize("rules", [SWISS, TEAMS, MATCHPOINTS])
def test_boards_stand_side_by_side_and_their_sums_come_out(rules: str) -> None:
    event = folded(rules, rehearsed(rules, 12, faults=False))
    state = next(iter(event.stages.values()))
    one, *others = state.contestants
    met = shared = 0
    for two in others:
        stage = comparison_page(event, one, two).stages[-1]
        opposite = [
            n for n, drawn in state.rounds.items() if (s := drawn.seating_of(one)) and two in s.opponents_of(one)
        ]
        assert bool(stage.met) == bool(opposite)
        for part in filter(None, (stage.met, stage.same)):
            assert all(own.board == other.board for own, other in part.boards)
            for number in part.totals:
                figure = figure_of(event, number)
                assert exact_text(figure.value) == number.value
                assert list(faults(figure, set())) == []
        if stage.met:
            met += 1
            assert {own.round for own, _ in stage.met.boards} <= {*opposite}
            assert all(own.results == other.results for own, other in stage.met.boards)
        for own, other in stage.same.boards if stage.same else ():
            shared += 1
            mine, theirs = (state.rounds[each.round].seating_of(name) for each, name in ((own, one), (other, two)))
            assert mine is not None
            assert theirs is not None
            assert mine.table != theirs.table or own.round != other.round
            if rules != TEAMS:
                assert mine.first(one) == theirs.first(two), "they held the same cards"
    assert met
    assert shared


def test_a_stage_that_does_not_rank_both_is_left_out() -> None:
    event = folded("sabf-2020/state-teams", rehearsed("sabf-2020/state-teams"))
    finals = event.stages["Ranking for the finals"]
    ranked = finals.standings(finals.fields[0].name).order
    unranked = next(name for name in finals.contestants if name not in ranked)
    titles = {
        other: [stage.slug for stage in comparison_page(event, ranked[0], other).stages]
        for other in (ranked[1], unranked)
    }
    assert "ranking-for-the-finals" in titles[ranked[1]]
    assert titles[unranked]
    assert "ranking-for-the-finals" not in titles[unranked]
    for kind in (Total, Place):
        with pytest.raises(NoSuchNumber):
            figure_at(event, kind("ranking-for-the-finals", unranked))


@pytest.fixture
def middle(db: None) -> Iterator[BookRecord]:
    """A Swiss of twelve pairs in its third round."""
    forget()
    held = hold(SWISS, "middle")
    keep(held, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    yield held
    forget()


def test_it_is_reached_from_a_scorecard_by_a_plain_form_and_tells_no_hidden_board(
    middle: BookRecord, client: Client
) -> None:
    card = client.get("/e/middle/pair/3/").content.decode()
    form = card.partition('action="/e/middle/compare/"')[2].partition("</form>")[0]
    assert 'name="one" value="3"' in form
    assert set(re.findall(r'<option value="(\w+)"', form)) == {str(n) for n in range(1, 13)} - {"3"}
    answer = client.get("/e/middle/compare/", {"one": "3", "two": "7"})
    assert answer.status_code == 200
    assert not answer.cookies
    state = event_projection(middle).event.stage("Swiss")
    links = re.findall(r'href="/e/middle/board/swiss/(\d+)/(\d+)/"', answer.content.decode())
    assert links
    assert all(board_is_open(state, int(number), int(board)) for number, board in links)
    for why in re.findall(r'href="(/e/middle/why/[^"]+)"', answer.content.decode()):
        assert client.get(why).status_code == 200, why


def test_it_asks_where_nobody_or_one_is_named(middle: BookRecord, client: Client) -> None:
    assert "Compare two contestants" in client.get("/e/middle/compare/").content.decode()
    assert "Choose two different names" in client.get("/e/middle/compare/?one=3&two=3").content.decode()
    assert client.get("/e/middle/compare/?one=3&two=nobody").status_code == 200
