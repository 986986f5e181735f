"""Any posting is taken back from the history in two clicks, with what rests on it; what took it back too."""

import json
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from overtrick.core.event.acts import (
    Act,
    ArrivedLate,
    BoardFouled,
    EntriesClosed,
    LotDrawn,
    MatchForfeited,
    PostingsUndone,
    ResultPosted,
    RoundClosed,
    StageClosed,
    SubstituteUsed,
    Withdrawn,
)
from overtrick.director.acts import sentence
from overtrick.lab.verify import verify
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.names import label
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection, forget
from web.desk.conftest import RULES, SignIn, held_with, rehearsed
from web.desk.test_reinstated import SWISS, after_round, order


def take_back(client: Client, number: int, reason: str = "a slip of the desk") -> str:
    """Follow the link in the history, read what it says, and press its button: the page that was read."""
    history = client.get(f"{SWISS}history/").content.decode()
    link = re.search(rf'href="([^"]*do/undo/\?posting={number}[&"][^"]*)', history)
    assert link, "no link in the history"
    page = client.get(link[1].replace("&amp;", "&").rstrip('"')).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page))
    if hidden.keys() >= {"seen", "key"}:
        answer = client.post(f"{SWISS}do/undo/", {"posting": str(number), "reason": reason, "post": "1", **hidden})
        assert answer.status_code == 302, answer.content.decode()
    return page


def last_of(*kinds: type[Act]) -> int:
    """The last posting of a kind."""
    return max(each.number for each in DurableBook("swiss").postings() if isinstance(each.act, kinds))


def sound() -> bool:
    """Whether the book can be proved."""
    return verify(plan_for(RULES), DurableBook("swiss").postings()).sound


def test_a_round_is_opened_again(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 2)
    page = take_back(chief, last_of(RoundClosed))
    assert "Round 2 of Swiss closed." in page
    assert not event_projection(held).event.stage("Swiss").round(2).closed
    history = chief.get(f"{SWISS}history/").content.decode()
    assert "<s>Round 2 of Swiss closed.</s>" in history
    take_back(chief, last_of(PostingsUndone), "it was over after all")
    assert event_projection(held).event.stage("Swiss").round(2).closed
    assert sound()


def test_a_closed_stage_is_opened_again_by_force(congress: Congress, sign_in: SignIn, chief: Client) -> None:
    postings = rehearsed(8)
    end = next(place for place, each in enumerate(postings) if isinstance(each.act, StageClosed))
    held = held_with(congress, postings[: end + 1])
    before = order(held)
    director = sign_in("director")
    page = director.get(f"{SWISS}do/undo/?posting={last_of(StageClosed)}").content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page))
    answers = {"posting": str(last_of(StageClosed)), "reason": "too soon", "post": "1", **hidden}
    assert director.post(f"{SWISS}do/undo/", answers).status_code == 403, "closing is the chief director's"
    assert "became final when the stage was closed" in take_back(chief, last_of(StageClosed))
    assert not event_projection(held).event.stage("Swiss").closed
    assert order(held) == before
    *_, last = DurableBook("swiss").postings()
    assert isinstance(last.act, PostingsUndone)
    assert "despite the cautions" in str(sentence(last.act))
    assert sound()


def test_the_entry_is_opened_again(congress: Congress, chief: Client) -> None:
    postings = rehearsed(8)
    end = next(place for place, each in enumerate(postings) if isinstance(each.act, EntriesClosed))
    held = held_with(congress, postings[: end + 1])
    assert event_projection(held).event.entries_closed
    take_back(chief, last_of(EntriesClosed), "two more are at the door")
    assert not event_projection(held).event.entries_closed
    assert sound()


ACCIDENTS: dict[str, Act] = {
    "a substitute": SubstituteUsed("3", "Swiss", (2,), "Out 3", "Val Holbrook", "unwell"),
    "a late arrival": ArrivedLate("3", "Swiss", 2, 7),
    "a foul": BoardFouled("Swiss", 2, 1, ((1,),), "turned in the board"),
    "a forfeit": MatchForfeited("Swiss", 2, 1, "3", "went home"),
    "a withdrawal": Withdrawn("3", "Swiss", 2, expunged=False, reason="unwell"),
}


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_an_act_and_its_inverse_leave_every_number_as_it_was(congress: Congress, chief: Client, accident: str) -> None:
    held = after_round(congress, 2)
    event = event_projection(held).event
    act = ACCIDENTS[accident]
    if isinstance(act, SubstituteUsed):
        player = event.entries["3"].players[0].name
        act = SubstituteUsed("3", "Swiss", (2,), player, "Val Holbrook", "unwell")
    if isinstance(act, BoardFouled | MatchForfeited):
        drawn = event.stage("Swiss").round(2)
        table, seating = next(iter(drawn.seatings.items()))
        act = (
            BoardFouled("Swiss", 2, seating.boards[0], ((table,),), "turned in the board")
            if isinstance(act, BoardFouled)
            else MatchForfeited("Swiss", 2, table, seating.ns, "went home")
        )
    before = order(held)
    post(held, act, "director", "the accident")
    take_back(chief, event_projection(held).last)
    assert order(held) == before
    forget("swiss")
    assert order(held) == before, "and so in a process that reads the book anew"
    assert sound()


def test_what_rests_on_a_posting_is_shown_and_goes_with_it(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 1)
    first = min(each.number for each in DurableBook("swiss").postings() if isinstance(each.act, ResultPosted))
    page = take_back(chief, first, "another table's slip")
    assert "Round 1 of Swiss closed." in page, "a round with a board missing is not closed"
    state = event_projection(held).event.stage("Swiss")
    assert not state.round(1).closed
    assert len(state.missing(1)) == 1
    assert sound()


def test_a_program_says_itself_what_goes_with_it_and_that_it_is_forced(congress: Congress) -> None:
    held = after_round(congress, 1)
    token = new_token(User.objects.get(username="chief director"), "a program")
    lot = last_of(LotDrawn)
    status, told = _post(
        token, "one", {"act": "postings undone", "postings": [lot], "reason": "drawn for another event"}
    )
    assert status == 422
    assert "Later postings that depend on it are undone too" in str(told) or "drawn only once" in str(told)
    status, told = _post(token, "two", {"act": "postings undone", "postings": [9999], "reason": "no"})
    assert (status, told["remedy"]) == (422, "Check the number in the history.")
    closed = last_of(RoundClosed)
    asked: dict[str, Any] = {"act": "postings undone", "postings": [closed], "reason": "too soon"}
    assert _post(token, "three", asked)[0] == 200
    assert _post(token, "four", asked)[0] == 422, "not twice"
    assert not event_projection(held).event.stage("Swiss").round(1).closed


def test_the_first_posting_of_a_book_stays(congress: Congress, chief: Client) -> None:
    after_round(congress, 1)
    assert "do/undo/?posting=1&" not in chief.get(f"{SWISS}history/?before=5").content.decode()
    page = chief.get(f"{SWISS}do/undo/?posting=1").content.decode()
    assert "this posting created the event" in page


def _post(token: str, key: str, act: dict[str, Any]) -> tuple[int, Any]:
    answer = Client().post(
        "/api/events/swiss/acts", json.dumps({"key": key, "act": act}), content_type="application/json",
        headers={"Authorization": f"Bearer {token}"},
    )  # fmt: skip
    return answer.status_code, answer.json()


def test_a_scorer_sees_no_way_to_take_back_what_is_a_directors(congress: Congress, sign_in: SignIn) -> None:
    held: BookRecord = after_round(congress, 1)
    scorer = sign_in("scorer")
    assert "do/undo/" not in scorer.get(f"{SWISS}history/").content.decode()
    assert scorer.get(f"{SWISS}do/undo/?posting={event_projection(held).last}").status_code == 403


def test_a_substitute_is_ended_and_the_rounds_that_were_played_stay(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 2)
    player = event_projection(held).event.entries["3"].players[0].name
    post(held, SubstituteUsed("3", "Swiss", (2, 3, 4), player, "Val Holbrook", "unwell"), "director", "a substitute")
    number = event_projection(held).last
    rulings = chief.get(f"{SWISS}rulings/").content.decode()
    link = re.search(r'href="([^"]*do/substitute-ended/[^"]*)"', rulings)
    assert link
    page = chief.get(link[1].replace("&amp;", "&")).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page))
    answers = {"posting": str(number), "after": "2", "reason": "she is back", "post": "1", **hidden}
    assert chief.post(f"{SWISS}do/substitute-ended/", answers).status_code == 302
    assert [used.rounds for used in event_projection(held).event.substitutes] == [(2,)]
    assert sound()


def test_the_pages_of_closing_and_entries_open_again_what_is_closed(congress: Congress, chief: Client) -> None:
    after_round(congress, 2)
    assert f"do/undo/?posting={last_of(RoundClosed)}&" in chief.get(f"{SWISS}close/").content.decode()
    assert f"do/undo/?posting={last_of(EntriesClosed)}&" in chief.get(f"{SWISS}entries/").content.decode()


def test_a_withdrawal_is_taken_back_from_the_rulings(congress: Congress, chief: Client) -> None:
    held = after_round(congress, 2)
    post(held, Withdrawn("3", "Swiss", 2, expunged=False, reason="unwell"), "director", "gone")
    rulings = chief.get(f"{SWISS}rulings/").content.decode()
    assert f"{label(event_projection(held).event, '3')} withdrew from Swiss" in rulings
    link = re.search(r'href="([^"]*do/reinstate/[^"]*)"', rulings)
    assert link
    page = chief.get(link[1].replace("&amp;", "&")).content.decode()
    hidden = dict(re.findall(r'name="(seen|key)" value="(\w+)"', page))
    answers = {"contestant": "3", "stage": "Swiss", "reason": "better", "post": "1", **hidden}
    assert chief.post(f"{SWISS}do/reinstate/", answers).status_code == 302
    assert "3" in event_projection(held).event.stage("Swiss").playing
    assert sound()
