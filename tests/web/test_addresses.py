"""The address of a number: written and read back by one class for each kind, and opened from the page it stands on."""

import re
from collections.abc import Callable
from dataclasses import fields
from html import unescape
from urllib.parse import unquote

import pytest
from django.test import Client

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.exact import exact_text
from overtrick.views.addresses import IN_EVENT, Address, NoSuchNumber, Running, read_address
from overtrick.views.event_addresses import Award, FinalRank
from overtrick.views.scorecards import scorecard_page
from overtrick.views.whys import figure_of
from overtrick.views.year_addresses import IN_YEAR
from overtrick.web.congress.projections import event_projection
from web.congresses import hold, keep
from web.rehearsed import SWISS, rehearsed, until

WORDS = {"stage": "swiss", "team": "open", "measure": "wins", "also": "handicap", "room": "closed", "player": "Ng, Pat",
         "what": "score", "part": "declaring"}  # fmt: skip
"""What stands in an address beside numbers; contestants and pairs may have blanks and strokes in their names."""


def example(kind: type[Address]) -> Address:
    """One of its kind, the last name with everything that an address must not trip over."""
    make: Callable[..., Address] = kind
    return make(
        *(
            WORDS.get(each.name, "7 A/é%2F") if each.type is str else place
            for place, each in enumerate(fields(kind), start=1)
        )
    )


@pytest.mark.parametrize("kind", IN_EVENT.values(), ids=lambda kind: kind.__name__)
def test_an_address_in_an_event_is_read_as_it_was_written(kind: type[Address]) -> None:
    made = example(kind)
    assert read_address(unquote(made.path()), IN_EVENT) == made


@pytest.mark.parametrize("kind", IN_YEAR.values(), ids=lambda kind: kind.__name__)
def test_an_address_in_a_year_is_read_as_it_was_written(kind: type[Address]) -> None:
    made = example(kind)
    assert read_address(unquote(made.path()), IN_YEAR) == made


def test_an_award_is_read_as_it_was_written() -> None:
    made = Award(0, 2, "7 A/é")
    assert Award.parse(unquote(made.path())) == made


def test_a_final_rank_is_read_as_it_was_written() -> None:
    made = FinalRank("7 A/é")
    assert FinalRank.parse(unquote(made.path())) == made


@pytest.mark.parametrize("path", ["", "swiss", "swiss/match/x/7", "swiss/match/7", "swiss/none/7"])
def test_what_is_no_address_is_refused(path: str) -> None:
    with pytest.raises(NoSuchNumber):
        read_address(path, IN_EVENT)


@pytest.mark.django_db
def test_the_running_total_of_a_scorecard_says_which_results_it_is_of(client: Client) -> None:
    """What a pair has after a round is what it brought and its rounds up to there, each of which opens further."""
    held = hold(SWISS, "middle")
    keep(held, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    event: Tournament = event_projection(held).event
    state = event.stage("Swiss")
    seen = 0
    for who in state.contestants:
        page = unescape(client.get(f"/e/middle/pair/{who}/").content.decode())
        scores = []
        for match in scorecard_page(event, who).stages[0].matches:
            line = state.match_line(who, match.round)
            if line is None:
                assert match.running.text == ""
                continue
            scores.append(line.score)
            running = match.running
            figure = figure_of(event, running)
            assert running.why == Running("swiss", match.round, who).path()
            assert running.value == exact_text(sum(each.value for each in scores)) == exact_text(figure.value)
            assert list(figure.of) == scores
            assert figure.clause == state.plan.standings.clause
            assert bool(running.provisional) == (match.round == 3), "the third round is being played"
            assert re.search(rf'href="/e/middle/why/{running.why}/"[^>]*>{re.escape(running.text)}</a>', page), match
            seen += 1
    assert seen > 2 * len(state.contestants), "two rounds are over, and some tables of the third"
    opened = unescape(client.get("/e/middle/why/swiss/running/2/1/").content.decode())
    assert "after round 2" in opened
    assert all(str(line.score) in opened for line in (state.match_line("1", 1), state.match_line("1", 2)) if line)
