"""The organiser's prizes: set at the desk, announced on the players' page, won when the last stage is closed."""

from django.test import Client

from overtrick.web.congress.models import Congress
from web.desk.conftest import held_with, rehearsed
from web.rehearsed import until


def say(client: Client, **said: str) -> int:
    return client.post("/desk/e/swiss/do/prizes/", {"post": "1", "key": "prizes-1", **said}).status_code


def test_prizes_are_announced_before_the_end_and_their_ties_are_shared(congress: Congress, chief: Client) -> None:
    whole = rehearsed(12)
    held_with(congress, until(whole, "Swiss", 2, 3))
    asked = chief.get("/desk/e/swiss/do/prizes/").content.decode()
    assert "organiser’s prize money, in dollars" in asked
    assert say(chief, award="1", amounts="500 300 199.95") == 302
    page = Client().get("/e/swiss/qualifiers/").content.decode()
    assert "NSWSP" in page
    assert "500.00" in page
    assert "199.95" in page
    assert "There are no qualifiers or awards to show" not in page


def test_what_each_place_won_says_why(congress: Congress, chief: Client) -> None:
    held_with(congress, rehearsed(12))
    before = Client().get("/e/swiss/qualifiers/").content.decode()
    assert "The organiser sets the amounts." in before
    assert say(chief, award="1", amounts="500, 300") == 302
    page = Client().get("/e/swiss/qualifiers/").content.decode()
    assert "The organiser sets the amounts." not in page
    assert "500.00" in page
    assert "300.00" in page
    why = page.split('class="why" href="')[-1].split('"')[0]
    assert "place" in Client().get(why).content.decode()


def test_prizes_are_refused_in_words(congress: Congress, chief: Client) -> None:
    held_with(congress, until(rehearsed(12), "Swiss", 2, 3))
    for said, told in (
        ({"award": "1", "amounts": "500 -20"}, "A prize cannot be negative"),
        ({"award": "1", "amounts": "five hundred"}, "is not a number"),
    ):
        answer = chief.post("/desk/e/swiss/do/prizes/", {"post": "1", "key": "prizes-2", **said}, follow=True)
        assert told in answer.content.decode()


def test_the_organisers_own_prize_money_stands_beside_the_rules(congress: Congress, chief: Client) -> None:
    held_with(congress, rehearsed(12))
    assert say(chief, award="0", amounts="100 60 40") == 302
    page = Client().get("/e/swiss/qualifiers/").content.decode()
    assert "100.00" in page
    assert "The organiser sets the amounts." in page, "those of the rule are still open"
