"""Deals from the desk to the players' pages: uploaded, looked at, posted; hidden until the board may be seen."""

import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.core.event.acts import BoardDealt, ResultPosted
from overtrick.core.model.boards import Board, Vulnerability
from overtrick.core.model.cards import RANKS, Deal
from overtrick.core.model.contracts import Strain
from overtrick.core.model.notation import read_result
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.double_dummy import asked
from overtrick.double_dummy.asked import DoubleDummy, InMemory
from overtrick.double_dummy.process import is_solver_installed
from overtrick.views.analysis import taken_boards
from overtrick.views.doubts import doubts
from overtrick.web.congress.http_cache import invalidate_pages
from overtrick.web.congress.models import BookRecord, Official, Role
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection, forget
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import SWISS, rehearsed, until

DESK = "/desk/e/middle/deals/"
OWN_SUIT = Deal.read(f"N:{RANKS}... .{RANKS}.. ..{RANKS}. ...{RANKS}")
"""Everybody has a suit of their own: North the spades, East the hearts, South the diamonds, West the clubs."""
_VULNERABLE = {Vulnerability.NONE: "None", Vulnerability.NS: "NS", Vulnerability.EW: "EW", Vulnerability.ALL: "All"}


def dealt(seed: str) -> Deal:
    """Some deal."""
    cards = [(suit, rank) for suit in range(4) for rank in RANKS]
    Random(seed).shuffle(cards)
    hands = {
        seat: ".".join("".join(r for s, r in cards[13 * at : 13 * at + 13] if s == suit) for suit in range(4))
        for at, seat in enumerate(CLOCKWISE)
    }
    return Deal.of(hands)


def pbn(boards: range, dealer: str = "") -> str:
    """A file of deals, as a dealing program writes it."""
    return "\r\n".join(
        f'[Event ""]\r\n[Board "{each}"]\r\n[Dealer "{dealer or Board.from_number(each).dealer.value}"]\r\n'
        f'[Vulnerable "{_VULNERABLE[Board.from_number(each).vulnerability]}"]\r\n[Deal "{dealt(str(each))}"]\r\n'
        for each in boards
    )


class Answering:
    """A keeper's answers, without a solver: the same for every deal, or none yet."""

    able = True

    def __init__(self, answer: str | None) -> None:
        self.answer = answer

    def find(self, deals: Sequence[str]) -> Mapping[str, str]:
        """Always the same."""
        return {} if self.answer is None else dict.fromkeys(deals, self.answer)


def answering(monkeypatch: pytest.MonkeyPatch, answer: str | None) -> None:
    monkeypatch.setattr(asked.known, "keeper", Answering(answer))


def north_in_spades(tricks: int) -> str:
    return " ".join(str(tricks if place == 3 else 6) for place in range(20))


@pytest.fixture
def middle(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[BookRecord]:
    """A Swiss of twelve pairs in its third round, where three of six tables are in; no solver."""
    forget()
    invalidate_pages()
    monkeypatch.setattr(asked.known, "keeper", InMemory())
    held = hold(SWISS, "middle")
    keep(held, until(rehearsed(SWISS, 12, faults=False), "Swiss", 3, 3))
    yield held
    forget()


@pytest.fixture
def scorer(middle: BookRecord) -> Client:
    Official.objects.create(user=person("scorer"), congress=middle.congress, role=Role.SCORER)
    client = Client()
    client.force_login(person("scorer"))
    return client


def boards(held: BookRecord, number: int) -> tuple[int, ...]:
    return event_projection(held).event.stage("Swiss").rounds[number].draw.seatings[0].boards


def upload(client: Client, text: str, number: int, **more: str) -> str:
    file = SimpleUploadedFile("set.pbn", text.encode())
    answer = client.post(DESK, {"file": file, "stage": "Swiss", "round": number, **more})
    page: str = answer.content.decode()
    return page


def test_a_file_is_looked_at_and_then_posted(middle: BookRecord, scorer: Client) -> None:
    own = boards(middle, 1)
    text = pbn(range(own[0], own[-1] + 3))
    last = event_projection(middle).last
    looked = upload(scorer, text, 1)
    assert f"{len(own)} boards from set.pbn" in looked
    assert f"Boards not played in round 1, so left out: {own[-1] + 1}, {own[-1] + 2}" in looked
    assert event_projection(middle).last == last
    answer = scorer.post(
        DESK, {"text": text, "source": "set.pbn", "stage": "Swiss", "round": 1, "post": "1", "key": "k"}, follow=True
    )
    assert f"Hands of {len(own)} boards imported." in answer.content.decode()
    state = event_projection(middle).event.stage("Swiss")
    assert {board: state.deal(1, board) for board in own} == {board: dealt(str(board)) for board in own}
    assert "No new boards in" in upload(scorer, text, 1)
    history = scorer.get("/desk/e/middle/history/").content.decode()
    assert "hands posted; source: set.pbn" in history
    assert str(dealt(str(own[0]))) not in history


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("nothing", "has no readable deals"),
        (pbn(range(1, 4), dealer="W"), "Law 2"),
        (pbn(range(1, 3)).replace("K", "Q"), "Law 1"),
        (pbn(range(90, 92)), "None of these boards is played in round"),
        ("", "No file or text was given"),
    ],
)
def test_a_file_that_cannot_be_is_refused_with_what_to_do(
    middle: BookRecord, scorer: Client, text: str, told: str
) -> None:
    last = event_projection(middle).last
    answer = scorer.post(DESK, {"text": text, "stage": "Swiss", "round": 1, "post": "1"})
    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert event_projection(middle).last == last


def test_hands_are_hidden_until_the_board_may_be_seen(middle: BookRecord, scorer: Client, client: Client) -> None:
    for number in (1, 3):
        for board in boards(middle, number):
            post(middle, BoardDealt("Swiss", number, board, str(OWN_SUIT), "a file"), "scorer", f"{number}/{board}")
    spades = "A K Q J 10 9 8 7 6 5 4 3 2"
    open_now, closed = boards(middle, 1)[0], boards(middle, 3)[0]
    page = client.get(f"/e/middle/board/swiss/1/{open_now}/").content.decode()
    assert page.count(spades) == 4
    assert '<span class="unseen">spades: </span>' in page
    told = client.get(f"/api/events/middle/stages/swiss/board/1/{open_now}")
    assert told.json()["deal"]["pbn"] == str(OWN_SUIT)
    for secret in (f"/e/middle/board/swiss/3/{closed}/", f"/api/events/middle/stages/swiss/board/3/{closed}"):
        answer = client.get(secret).content.decode()
        assert spades not in answer
        assert str(OWN_SUIT) not in answer
    assert spades in scorer.get(f"/desk/e/middle/results/?round=3&board={closed}").content.decode()


def test_a_lead_that_lay_in_another_hand_is_looked_at(middle: BookRecord) -> None:
    state = event_projection(middle).event.stage("Swiss")
    table, _, board = state.missing(3)[0]
    post(middle, BoardDealt("Swiss", 3, board, str(OWN_SUIT), "a file"), "scorer", "deal")
    post(middle, ResultPosted("Swiss", 3, table, board, read_result("2C N ="), lead="SA"), "scorer", "result")
    found = {doubt.place: str(doubt.why) for doubt in doubts(event_projection(middle).event.stage("Swiss"), 3)}
    assert "The SA was dealt to North, but East leads against North. Is West declarer?" in found[table, "", board]


def test_tricks_far_from_double_dummy_are_looked_at(middle: BookRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    state = event_projection(middle).event.stage("Swiss")
    table, _, board = state.missing(3)[0]
    post(middle, BoardDealt("Swiss", 3, board, str(OWN_SUIT), "a file"), "scorer", "deal")
    post(middle, ResultPosted("Swiss", 3, table, board, read_result("1S N ="), lead="HA"), "scorer", "result")

    def why() -> str:
        found = {doubt.place: str(doubt.why) for doubt in doubts(event_projection(middle).event.stage("Swiss"), 3)}
        return found.get((table, "", board), "")

    answering(monkeypatch, north_in_spades(13))
    assert "7 tricks, where double dummy gives 13" in why()
    answering(monkeypatch, north_in_spades(10))
    assert "double dummy" not in why()
    answering(monkeypatch, None)
    assert "double dummy" not in why()


def test_a_page_that_waits_for_the_solver_is_not_kept(
    middle: BookRecord, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = boards(middle, 1)[0]
    post(middle, BoardDealt("Swiss", 1, board, str(OWN_SUIT), "a file"), "scorer", "deal")
    address = f"/e/middle/board/swiss/1/{board}/"
    answering(monkeypatch, None)
    waiting = client.get(address)
    assert "being worked out: 0 of 1 board solved" in waiting.content.decode()
    assert "ETag" not in waiting.headers
    answering(monkeypatch, north_in_spades(10))
    solved = client.get(address)
    assert "double dummy" in solved.content.decode()
    assert solved.headers["ETag"]


def test_a_deal_that_the_solver_fails_on_ends_in_words_and_is_kept(
    middle: BookRecord, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = event_projection(middle).event.stage("Swiss")
    who, board = next(
        (who, each.board)
        for who in state.contestants
        for each in taken_boards(state, who)
        if each.round == 1 and each.played[0].declared
    )
    post(middle, BoardDealt("Swiss", 1, board, str(OWN_SUIT), "a file"), "scorer", "deal")
    pages = (f"/e/middle/pair/{who}/", f"/e/middle/board/swiss/1/{board}/")
    answering(monkeypatch, None)
    for page in map(client.get, pages):
        assert re.search("being worked out|in progress", page.content.decode())
        assert "ETag" not in page.headers
    answering(monkeypatch, "")
    for page in map(client.get, pages):
        assert re.search("could not be worked out|failed", page.content.decode())
        assert "being worked out" not in page.content.decode()
        assert page.headers["ETag"]


def test_makeable_contracts_and_par_stand_with_a_board_and_par_says_why(
    middle: BookRecord, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_now, closed = boards(middle, 1)[0], boards(middle, 3)[0]
    for number, board in ((1, open_now), (3, closed)):
        post(middle, BoardDealt("Swiss", number, board, str(OWN_SUIT), "a file"), "scorer", f"deal {number}")
    answering(monkeypatch, north_in_spades(10))
    page = client.get(f"/e/middle/board/swiss/1/{open_now}/").content.decode()
    assert "Makeable contracts" in page
    value = 620 if Board.from_number(open_now).vulnerability.includes(Seat.NORTH.side) else 420
    assert f">+{value}</a>" in page
    told = client.get(f"/api/events/middle/stages/swiss/board/1/{open_now}").json()["deal"]
    assert told["makes"][0]["levels"] == [0, 0, 0, 4, 0]
    assert told["par"]["contracts"] == ["4S by North ="]
    assert told["par"]["score"]["value"] == str(value)
    why = client.get(f"/e/middle/why/{told['par']['score']['why']}/").content.decode()
    assert f"Par of board {open_now}" in why
    assert "Law 77" in why
    for before, after in (("/e/middle/why/", "/"), ("/api/events/middle/why/", "")):
        assert client.get(f"{before}swiss/par/1/{open_now}{after}").status_code == 200
        assert client.get(f"{before}swiss/par/3/{closed}{after}").status_code == 404


@pytest.mark.skipif(not is_solver_installed(), reason="the solver is an extra")
def test_the_solver_answers_each_deal_and_for_each_seat() -> None:
    solved = InMemory()
    assert list(solved.solve([OWN_SUIT, dealt("1"), OWN_SUIT])) == [1, 2]
    asking = DoubleDummy()
    asking.keeper = solved
    tricks = asking.tricks(OWN_SUIT)
    assert tricks is not None
    # Each has a suit alone: with it as trumps all tricks are theirs, and in no trump it is whoever leads.
    for seat, strain in zip(CLOCKWISE, (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS), strict=True):
        assert tricks[seat, strain] == tricks[seat.partner, strain] == 13
        assert tricks[seat.left, strain] == 0
        assert tricks[seat, Strain.NOTRUMP] == 0
    assert len(asking.tricks(dealt("1")) or {}) == 20
    assert list(solved.solve([OWN_SUIT])) == []
