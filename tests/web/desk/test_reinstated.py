"""A withdrawal is taken back at the desk or by a program, and the event is as if nobody had left."""

import json
import re
from typing import Any

from django.contrib.auth.models import User
from django.test import Client

from overtrick.core.event.acts import RoundClosed, Withdrawn
from overtrick.director.acts import sentence
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import held_with, rehearsed

SWISS = "/desk/e/swiss/"


def after_round(congress: Congress, number: int) -> BookRecord:
    """A Swiss of eight whose round of this number is closed."""
    postings = rehearsed(8)
    place = next(
        place for place, each in enumerate(postings) if isinstance(each.act, RoundClosed) and each.act.round == number
    )
    return held_with(congress, postings[: place + 1])


def order(held: BookRecord) -> list[tuple[str, object]]:
    """Who stands where with what."""
    stage = event_projection(held).event.stage("Swiss")
    return [(row.contestant, row.total.value) for row in stage.standings(stage.fields[0].name).rows]


def test_a_withdrawal_is_taken_back_from_the_history_at_the_desk(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 2)
    before = order(held)
    post(held, Withdrawn("3", "Swiss", 2, expunged=False, reason="unwell"), "director", "gone")
    assert "3" not in event_projection(held).event.stage("Swiss").playing
    assert "do/reinstate/?contestant=3&amp;stage=Swiss" in chief.get(f"{SWISS}history/").content.decode()
    answers = {"contestant": "3", "stage": "Swiss", "reason": "better"}
    page = chief.post(f"{SWISS}do/reinstate/", {**answers, "look": "1"})
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page.content.decode()))
    assert chief.post(f"{SWISS}do/reinstate/", {**answers, "post": "1", **hidden}).status_code == 302
    *_, last = DurableBook("swiss").postings()
    assert str(sentence(last.act)) == "Number 3 is reinstated in Swiss: better."
    assert "3" in event_projection(held).event.stage("Swiss").playing
    assert order(held) == before


def test_a_program_takes_it_back_and_not_twice(congress: Congress) -> None:
    held = after_round(congress, 2)
    post(held, Withdrawn("3", "Swiss", 2, expunged=False, reason="unwell"), "director", "gone")
    token = new_token(User.objects.get(username="director"), "a program")
    asked = {"act": "reinstated", "contestant": "3", "stage": "Swiss"}
    status, told = _post(token, "back", asked)
    assert (status, told["postings"][0]["line"]["act"]) == (200, "reinstated")
    status, told = _post(token, "again", asked)
    assert (status, told["remedy"]) == (422, "Check the number.")


def _post(token: str, key: str, act: dict[str, str]) -> tuple[int, Any]:
    answer = Client().post(
        "/api/events/swiss/acts", json.dumps({"key": key, "act": act}), content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )  # fmt: skip
    return answer.status_code, answer.json()
