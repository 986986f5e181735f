"""Knockouts as the room is shown them: brackets in words, live choices, and the first page of the event."""

from pathlib import Path

import pytest
from django.test import Client

from directing import Room, by_strength, numbers
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.bracket import bracket_page, has_bracket
from overtrick.views.brackets import BracketPage, Column
from overtrick.views.stage_names import stage_words
from overtrick.web.server.demo.books import EVENTS
from web.congresses import hold, keep
from web.rehearsed import demo_book

EXAMPLES = Path(__file__).parents[2] / "examples"
CODES = ("M1", "M2A", "M2B", "TRI", "DKO", "SKO")


def columns(page: BracketPage | None) -> list[Column]:
    """The rounds of all sections."""
    assert page is not None
    return [column for section in page.sections for column in section.columns]


@pytest.fixture(scope="module")
def choosing() -> Tournament:
    """The national teams event of the demo: a team is choosing its opponents."""
    shown = next(each for each in EVENTS if each.slug == "gnot")
    return replay(plan_for(shown.rules), demo_book(shown))


def test_rounds_with_only_a_code_are_named_by_what_they_are(choosing: Tournament) -> None:
    said = {name: str(stage_words(choosing, name)) for name in ("M1", "TRI", "M2A", "M2B", "DKO2", "Swiss")}
    assert said == {
        "M1": "qualifying, round 1",
        "TRI": "qualifying, triangle",
        "M2A": "qualifying, round 2, winners",
        "M2B": "qualifying, round 2, losers",
        "DKO2": "double knockout, round 2",
        "Swiss": "Swiss",
    }


def test_who_must_choose_stands_first_with_those_who_may_be_chosen(choosing: Tournament) -> None:
    page = bracket_page(choosing)
    assert page is not None
    (due,) = page.choices
    assert due.chooser is not None
    assert (due.turn, due.turns, due.rank) == (2, 5, 2)
    assert len(due.may) == 6
    assert due.chooser not in due.may
    assert [str(each.title) for each in page.sections] == ["Qualifying", "Double knockout", "Single knockout"]
    now = next(column for column in columns(page) if column.now)
    assert [box.choosing for box in now.boxes].count(True) == 1
    assert len(now.boxes) == 6


def test_places_to_be_filled_are_words_and_never_codes(choosing: Tournament) -> None:
    texts = []
    for column in columns(bracket_page(choosing)):
        texts += [str(column.title), *map(str, column.says), *map(str, column.goes)]
        texts += [str(side.waits) for box in column.boxes for side in box.sides]
    assert not [text for text in texts if any(code in text for code in CODES)]
    assert "loser of round 1" in texts
    assert "loser of double knockout, round 3" in texts


def test_lines_lead_from_each_match_to_the_next_and_cross_nothing() -> None:
    room = Room(str(EXAMPLES / "club-knockout.toml")).enter(numbers(9))
    state = room.start("Round robin")
    room.play("Round robin", by_strength(state, numbers(9)))
    assert not has_bracket(room.event)
    room.close("Round robin")
    state = room.start("Knockout")
    room.play("Knockout", by_strength(state, numbers(9)), rounds=4)
    quarter, semi, final = columns(bracket_page(room.event, state))
    assert [str(each.title) for each in (quarter, semi, final)] == ["Quarter-finals", "Semi-finals", "Round 3"]
    assert [(line.start, line.end) for line in quarter.lines] == [(125, 250), (375, 250), (625, 750), (875, 750)]
    assert [line.broken for line in semi.lines] == [False, False, True, True]
    assert [side.who.number for box in final.boxes for side in box.sides if side.who] == ["1", "2", "4", "3"]
    assert all(side.score.why for box in semi.boxes for side in box.sides)


def test_a_double_knockout_with_triangles_is_whole_at_every_step() -> None:
    room = Room(str(EXAMPLES / "club-double-knockout.toml")).enter(numbers(5))
    plan = room.event.current_plan()
    for stage in plan.stages:
        state = room.start(stage.name)
        assert columns(bracket_page(room.event))
        room.play(stage.name, by_strength(state, numbers(5)))
        room.close(stage.name)
        found = {column.slug: column for column in columns(bracket_page(room.event))}
        assert all(box.over for column in found.values() if column.slug for box in column.boxes)
    boxes = [box for column in columns(bracket_page(room.event)) for box in column.boxes]
    assert any(len(box.games) == 3 for box in boxes)
    assert boxes[-1].sides[0].who is not None


@pytest.mark.django_db
def test_the_first_page_of_a_knockout_is_its_bracket_and_every_number_opens(client: Client) -> None:
    shown = next(each for each in EVENTS if each.slug == "gnot")
    record = hold(shown.rules, shown.slug, shown.title)
    keep(record, demo_book(shown))
    page = client.get("/e/gnot/").content.decode()
    assert "chooses" in page
    assert 'class="lines"' in page
    assert "1=" not in page
    assert client.get("/e/gnot/bracket/").status_code == 200
    assert client.get("/e/gnot/stage/m1/").status_code == client.get("/e/gnot/stage/m2a/").status_code == 200
    for part in page.split('class="why" href="')[1:6]:
        assert client.get(part.partition('"')[0]).status_code == 200
