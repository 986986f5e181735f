"""A whole congress at the desk: set up, entered by file, drawn, scored, put right, closed; as the engine has it."""

import re
from random import Random

import pytest
from django.test import Client

from overtrick.core.event.acts import StageStarted
from overtrick.core.event.fold.tournament import replay
from overtrick.core.model.notation import write_result
from overtrick.lab.deals import DealtBoard, deal_board, play_board
from overtrick.ledger.durable.book import DurableBook
from overtrick.regulations.plan.event_book import plan_for
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from web.desk.conftest import RULES, SignIn, held_with, rehearsed

FILE = "Pair No,Name,ABF Number,Player phone\n" + "\n".join(
    f"{pair},PLAYER {pair}{letter},{1000000 + 2 * pair + place},0400"
    for pair in range(1, 25)
    for place, letter in enumerate("AB")
)


class Desk:
    """An official who uses forms as a person does: looks at what an act does, then posts it."""

    def __init__(self, client: Client, event: str) -> None:
        self.client = client
        self.event = event

    def act(self, form: str, **answers: object) -> str:
        """Fill in a form, look at what it does, post it; what was foreseen."""
        at = f"/desk/e/{self.event}/do/{form}/"
        looked = self.client.post(at, {**answers, "look": "1"})
        page = looked.content.decode()
        assert looked.status_code == 200, re.findall(r'class="alarm"[^>]*>([^<]*)<', page)
        seen = re.search(r'name="seen" value="(\w+)"', page)
        key = re.search(r'name="key" value="(\w+)"', page)
        assert seen is not None
        assert key is not None
        posted = self.client.post(at, {**answers, "post": "1", "seen": seen[1], "key": key[1]})
        assert posted.status_code == 302, form
        return page

    def line(self, text: str) -> dict[str, object]:
        """Type a line and press Enter."""
        at = f"/desk/e/{self.event}/line/post/"
        answer: dict[str, object] = self.client.post(at, {"line": text}, headers={"accept": "application/json"}).json()
        return answer

    def draw(self) -> None:
        """Draw the lot and publish the first round."""
        self.press("draw/lot", stage="Swiss", key="lot")
        self.press("draw/publish", stage="Swiss", round=1, key="draw")

    def press(self, page: str, **answers: object) -> None:
        """Press a button on a page."""
        assert self.client.post(f"/desk/e/{self.event}/{page}/", answers).status_code == 302


@pytest.fixture
def desk(congress: Congress, chief: Client) -> Desk:
    """An event of 24 pairs whose first stage has begun."""
    postings = rehearsed(24)
    begun = next(place for place, each in enumerate(postings) if isinstance(each.act, StageStarted))
    held_with(congress, postings[: begun + 1])
    return Desk(chief, "swiss")


@pytest.fixture
def set_up(congress: Congress, chief: Client) -> Desk:
    """The Swiss of the congress, set up at the desk and entered from a file."""
    picked = chief.get("/desk/spring/new/?q=swiss+congress").content.decode()
    assert "Bridge NSW Swiss Pairs Congress" in picked
    confirm = chief.get(f"/desk/spring/new/?rules={RULES}").content.decode()
    assert "S-08" in confirm
    named = {"rules": RULES, "title": "Swiss Pairs", "slug": "swiss", "key": "open"}
    opened = chief.post("/desk/spring/new/", {**named, "reading S-08": "not rounded", "reason": "as last year"})
    assert opened.headers["Location"] == "/desk/e/swiss/entries/"
    entered = chief.post("/desk/e/swiss/entries/file/", {"text": FILE, "key": "file"}, follow=True)
    assert "24 changes posted" in entered.content.decode()
    made = Desk(chief, "swiss")
    assert "7 matches of 8 boards" in made.act("close-entries")
    assert "Contestants (24)" in made.act("start-stage", stage="Swiss")
    return made


def play(desk: Desk, number: int, dice: Random) -> None:
    """Type every result of a round."""
    now = event_projection(BookRecord.objects.get(slug=desk.event))
    boards: dict[int, DealtBoard] = {}
    for table, seating in now.event.stage("Swiss").round(number).seatings.items():
        for board in seating.boards:
            dealt = boards.setdefault(board, deal_board(dice))
            result = play_board(dealt, 0.0, 0.0, dice)
            answer = desk.line(f"{table} {board} {write_result(result)}")
            assert answer["ok"], answer


@pytest.mark.slow
def test_a_whole_event_at_the_desk_equals_the_engine(set_up: Desk) -> None:
    desk = set_up
    desk.press("draw/lot", stage="Swiss", key="lot")
    dice = Random("desk")
    held = BookRecord.objects.get(slug="swiss")
    for number in range(1, 8):
        page = desk.client.get("/desk/e/swiss/draw/").content.decode()
        assert f"Publish the draw of round {number}" in page
        desk.press("draw/publish", stage="Swiss", round=number, key=f"draw {number}")
        play(desk, number, dice)
        desk.act("close-round", stage="Swiss", round=number)
    said = desk.act("correct", stage="Swiss", round=7, table=3, board=25, result="7NT N -3", reason="wrong way")
    assert "The datum of board 25" in said
    assert "number 7 from " in desk.act(
        "penalty", contestant="7", stage="Swiss", round=7, offence="late", amount="2", clause="Law 90"
    )
    desk.act("substitute", contestant="5", stage="Swiss", rounds="6 7", out="PLAYER 5A", substitute="A. Sub")
    desk.act("foul", stage="Swiss", round=7, board=26, by_form="1-6 / 7-12", reason="two forms")
    assert "Final order" in desk.act("close-stage", stage="Swiss")
    final = event_projection(held).event.stage("Swiss").standings("all")
    again = replay(plan_for(RULES), DurableBook("swiss").postings())
    ours = [(row.place_text, row.contestant, row.total.value) for row in again.stage("Swiss").standings("all").rows]
    assert ours == [(row.place_text, row.contestant, row.total.value) for row in final.rows]
    page = desk.client.get("/desk/e/swiss/standings/").content.decode()
    shown = re.findall(
        r'<td class="number">(?:<a class="why"[^>]*>)?(\d+=?)(?:</a>)?</td><td class="number">(\d+)</td>', page
    )
    assert shown == [(place, who) for place, who, _ in ours]
    assert {posting.by for posting in DurableBook("swiss").postings()} == {"Chief Director Lee"}
    assert again.readings == {"S-08": "not rounded"}


def test_the_same_form_sent_twice_is_one_posting(desk: Desk) -> None:
    desk.press("draw/lot", stage="Swiss", key="lot")
    before = DurableBook("swiss").last()
    for _ in range(2):
        desk.press("draw/publish", stage="Swiss", round=1, key="the same")
    assert DurableBook("swiss").last() == before + 1


def test_a_line_is_read_before_it_is_posted(desk: Desk) -> None:
    desk.draw()
    before = DurableBook("swiss").last()
    read = desk.client.get("/desk/e/swiss/line/", {"line": "7 3 4sx s +1"}).json()
    assert read["ok"]
    assert read["says"].startswith("Table 7, board 3 (EW vulnerable): ")
    assert read["lines"][0] == "4SX by South +1: NS +690."
    for text, says in (("7 13 4s s =", "plays boards 1 to 8"), ("99 3 p", "no table 99"), ("7 3 7s s +1", "at most")):
        read = desk.client.get("/desk/e/swiss/line/", {"line": text}).json()
        assert not read["ok"]
        assert says in read["says"]
    assert DurableBook("swiss").last() == before
    assert desk.line("7 3 4sx s +1")["ok"]
    refused = desk.line("7 3 4s s =")
    assert not refused["ok"]
    assert "already" in str(refused["says"])
    assert desk.line("7 3 4s s = ! not doubled")["ok"]
    assert desk.line("7 4 av+ av-")["ok"]


def test_only_a_director_gives_awards_by_the_line(desk: Desk, sign_in: SignIn) -> None:
    desk.draw()
    scorer = Desk(sign_in("scorer"), "swiss")
    assert scorer.line("7 3 p")["ok"]
    refused = scorer.line("7 4 av+ av-")
    assert not refused["ok"]
    assert "Only a director" in str(refused["says"])


def test_a_draw_is_changed_by_hand_with_a_reason_and_taken_back(desk: Desk) -> None:
    now = event_projection(BookRecord.objects.get(slug="swiss"))
    desk.press("draw/lot", stage="Swiss", key="lot")
    page = desk.client.get("/desk/e/swiss/draw/").content.decode()
    first, second = re.findall(r"<td><b>(\d+)</b>", page)[0:3:2]
    without = desk.client.get("/desk/e/swiss/draw/", {"draft": "1", "one": first, "other": second}).content.decode()
    assert "This draw differs from the one the regulations produce" in without
    with_reason = desk.client.get(
        "/desk/e/swiss/draw/", {"draft": "1", "one": first, "other": second, "reason": "family"}
    )
    assert "Changed by hand: family." in with_reason.content.decode()
    desk.press("draw/publish", stage="Swiss", round=1, key="by hand", swap=f"{first}~{second}", reason="family")
    drawn = event_projection(BookRecord.objects.get(slug="swiss")).event.stage("Swiss").round(1).draw
    assert drawn.by_hand == "family"
    assert drawn.seatings[0].ns == second
    desk.act("take-back-draw", stage="Swiss", round=1, reason="they agreed to play")
    assert not now.event.stage("Swiss").rounds


def test_what_the_event_did_while_somebody_looked_is_shown_again(desk: Desk) -> None:
    desk.draw()
    assert desk.line("7 3 4s s =")["ok"]
    answers = {"stage": "Swiss", "round": 1, "table": 7, "board": 3, "result": "4S N -1", "reason": "declarer"}
    looked = desk.client.post("/desk/e/swiss/do/correct/", answers).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', looked)
    assert seen is not None
    assert desk.line("8 3 3nt n =")["ok"]
    assert desk.line("9 3 6nt n =")["ok"]
    again = desk.client.post("/desk/e/swiss/do/correct/", {**answers, "post": "1", "seen": seen[1]})
    assert "The effect has changed since your preview. It is now" in again.content.decode()


def test_what_was_set_up_is_in_the_book_with_who_and_as_it_stood(set_up: Desk) -> None:
    desk = set_up
    page = desk.client.get("/desk/e/swiss/history/", {"q": "reading"}).content.decode()
    assert "Reading S-08: not rounded." in page
    assert "Chief Director Lee" in page
    then = desk.client.get("/desk/e/swiss/history/5/").content.decode()
    assert "3 entries" in then
    assert desk.client.get("/desk/e/swiss/history/9999/").status_code == 404
