"""A match that was scored the wrong way round is put right at the desk, as the cards were really played."""

import re

import pytest
from django.test import Client

from overtrick.core.event.acts import ResultCorrected, SidesSwitched
from overtrick.core.exact import Exact
from overtrick.director.acts import sentence
from overtrick.lab.verify import verify
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import RULES
from web.desk.test_reinstated import SWISS, after_round

Credits = dict[int, tuple[object, object]]


def credits(held: BookRecord, table: int = 2) -> Credits:
    """What each board of a table brought the pair drawn North-South, and the other."""
    card = event_projection(held).event.stage("Swiss").card(1, table)
    return {board: (_value(one), _value(two)) for board, (one, two) in card.credits.items()}


def scores(held: BookRecord, table: int = 2) -> dict[int, Exact]:
    """The table scores of its boards, North-South's."""
    results = event_projection(held).event.stage("Swiss").round(1).results
    found = {board: each.score.field for (at, _, board), each in results.items() if at == table}
    return {board: score.value for board, score in found.items() if score is not None}


def _value(credit: object) -> object:
    return getattr(credit, "value", credit)


def ask(chief: Client, **answers: str) -> str:
    """The form filled in and looked at, then posted as it was seen; the page that was looked at."""
    asked = {"stage": "Swiss", "round": "1", "table": "2", "how": "sat", "reason": "they said so", **answers}
    looked = chief.post(f"{SWISS}do/wrong-way/", {**asked, "look": "1"}).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', looked))
    chief.post(f"{SWISS}do/wrong-way/", {**asked, "post": "1", **hidden})
    return looked


def sound() -> bool:
    """Whether the book can be proved."""
    return verify(plan_for(RULES), DurableBook("swiss").postings()).sound


def test_sides_that_sat_the_other_way_round_have_what_their_seats_scored(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 1)
    was, scored = credits(held), scores(held)
    page = chief.get(f"{SWISS}results/?stage=Swiss&round=1&table=2").content.decode()
    assert "do/wrong-way/?stage=Swiss&amp;round=1&amp;table=2" in page
    looked = ask(chief)
    assert "East–West" in looked
    assert "Totals:" in looked
    assert credits(held) == {board: (two, one) for board, (one, two) in was.items()}
    assert scores(held) == scored, "the cards were played as they were: contract, tricks and vulnerability"
    *_, last = DurableBook("swiss").postings()
    assert isinstance(last.act, SidesSwitched)
    assert str(sentence(last.act)) == (
        "Round 1, table 2: North–South and East–West exchanged for the whole match: they said so."
    )
    assert sound()
    history = chief.get(f"{SWISS}history/").content.decode()
    assert "undo reversal" in history
    ask(chief, reason="they sat right after all")
    assert credits(held) == was
    assert sound()


def test_some_boards_alone(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 1)
    was = credits(held)
    first, *others = was
    ask(chief, boards=str(first))
    assert credits(held) == {first: was[first][::-1], **{board: was[board] for board in others}}
    assert sound()


def test_what_was_entered_for_the_wrong_side_is_put_right_board_by_board(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 1)
    results = event_projection(held).event.stage("Swiss").round(1).results
    sides = {place: str(each.result) for place, each in results.items() if place[0] == 2}
    ask(chief, how="entered", reason="the slip had the directions exchanged")
    results = event_projection(held).event.stage("Swiss").round(1).results
    now = {place: str(results[place].result) for place in sides}
    assert now != sides
    *_, last = DurableBook("swiss").postings()
    assert isinstance(last.act, ResultCorrected)
    ask(chief, how="entered", reason="and it was right")
    results = event_projection(held).event.stage("Swiss").round(1).results
    assert {place: str(results[place].result) for place in sides} == sides
    assert sound()


@pytest.mark.parametrize(
    ("answers", "told"),
    [({"boards": "99"}, "not board 99"), ({"table": "77"}, "There is no table 77"), ({"reason": ""}, "required")],
)
def test_what_cannot_be_is_refused_in_words(
    congress: Congress, chief: Client, answers: dict[str, str], told: str
) -> None:
    after_round(congress, 1)
    assert told in ask(chief, **answers)
    assert sound()
