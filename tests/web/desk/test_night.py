"""A club night at the desk: a few questions, the movement with its proof, the names, and play."""

import pytest
from django.test import Client

from overtrick.core.event.acts import EventOpened
from overtrick.ledger.durable.models import KeptEdition
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection, forget

NIGHT = "/desk/spring/night/"
ANSWERS = {"name": "Tuesday Pairs", "game": "club/pairs-night", "usual": "9½", "boards": "27", "key": "k"}
NAMES = "\n".join(f"{pair} Ann A{pair} – Bob B{pair}" for pair in range(1, 20))


@pytest.fixture
def night(congress: Congress, chief: Client) -> BookRecord:
    """Nineteen pairs have been announced for tonight."""
    answer = chief.post(NIGHT, ANSWERS)
    held = BookRecord.objects.get(title="Tuesday Pairs")
    assert answer.headers["Location"] == f"/desk/e/{held.slug}/names/"
    return held


def page_of(client: Client, address: str, **answers: str) -> str:
    return client.get(address, answers).content.decode()


def test_the_first_screen_asks_what_an_evening_begins_with_and_cites_nothing(congress: Congress, chief: Client) -> None:
    page = page_of(chief, NIGHT)
    for label in ("Name", "Game", "Tables", "Boards"):
        assert f">{label}" in page
    assert "CLUB" not in page.replace("CLUB NIGHT", "")
    assert "Law" not in page


def test_the_answers_show_the_movement_with_its_proof_before_anything_is_kept(
    congress: Congress, chief: Client
) -> None:
    page = page_of(chief, NIGHT, **ANSWERS)
    # Nine tables and a half: ten tables, a pair sits out in each round; nine rounds of three boards are what is asked.
    assert "Mitchell, 10 tables, 9 rounds, skip" in page
    assert "9 rounds of 3 boards, 27 boards in the session" in page
    assert "you asked for" not in page.partition("Other movements")[0]
    assert "Sound: no one plays a board twice" in page
    assert "North–South pairs 1 to 10, East–West pairs 11 to 19" in page
    assert not BookRecord.objects.exists()


def test_the_boards_asked_for_are_played_and_the_games_own_movement_where_they_are_its(
    congress: Congress, chief: Client
) -> None:
    assert "Blandon Mitchell, 9 tables and a half, 8 rounds" in page_of(chief, NIGHT, **{**ANSWERS, "boards": "24"})
    # Ten tables are announced, and a pair stays away: the boards are those asked for all the same.
    chief.post(NIGHT, {**ANSWERS, "usual": "10"})
    held = BookRecord.objects.get()
    names = f"/desk/e/{held.slug}/names/"
    page = chief.post(names, {"names": NAMES, "do": "play", "seen": "20", "key": "p"}, follow=True).content.decode()
    assert "9 rounds of 3 boards, 27 boards in the session" in page


def test_no_movement_that_is_less_fair_is_taken_for_its_boards(congress: Congress, chief: Client) -> None:
    # Everybody meets everybody in 24 boards; with 27 a pair would not meet three of the twelve.
    page = page_of(chief, NIGHT, **{**ANSWERS, "usual": "12"})
    assert "12 rounds of 2 boards, 24 boards in the session" in page
    assert "this movement has 24 boards, but you asked for 27" in page
    assert "Mitchell, 12 tables, 9 rounds, skip" in page.partition("Other movements")[2]


def test_the_games_own_movement_and_others_are_offered_and_taken(congress: Congress, chief: Client) -> None:
    page = page_of(chief, NIGHT, **ANSWERS)
    assert "Blandon Mitchell, 9 tables and a half, 8 rounds (default)" in page
    page = page_of(chief, NIGHT, **ANSWERS, movement="Blandon Mitchell, 9 tables and a half, 8 rounds")
    assert "8 rounds of 3 boards, 24 boards in the session" in page
    assert "this movement has 24 boards, but you asked for 27" in page
    taken = "Mitchell, 10 tables, 9 rounds, double weave, without pair 20"
    assert taken in page
    assert "9 rounds of 3 boards, 27 boards" in page_of(chief, NIGHT, **ANSWERS, movement=taken)
    assert chief.post(NIGHT, {**ANSWERS, "movement": taken}).status_code == 302
    held = BookRecord.objects.get()
    assert "9 rounds of 3 boards" in page_of(chief, f"/desk/e/{held.slug}/names/")
    again = page_of(chief, "/desk/spring/again/", event=held.slug)
    assert "form = &quot;double weave&quot;" in again
    assert "movement = &quot;Blandon&quot;" in again  # what the game has for others who may come


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"usual": "many"}, "” is not a number of entries or tables"),
        ({"usual": "2"}, "Club Pairs Night is for 5 to 80 pairs, not 4"),
        ({"boards": "none"}, "is not a number of boards"),
        ({"entries": "30-6"}, "” is not a range of entries"),
        ({"entries": "6-300"}, "Club Pairs Night is for 5 to 80 pairs"),
        ({"game": "club/whist"}, "is not in the list"),
        ({"game": "club/swiss-teams", "boards": "4x7", "usual": "6½"}, "does not give a whole number of teams"),
    ],
)
def test_what_makes_no_evening_is_refused_in_words(
    congress: Congress, chief: Client, wrong: dict[str, str], told: str
) -> None:
    for answer in (chief.get(NIGHT, {**ANSWERS, **wrong}), chief.post(NIGHT, {**ANSWERS, **wrong})):
        assert answer.status_code == 422
        assert told in answer.content.decode()
    assert not BookRecord.objects.exists()


def test_a_taken_night_is_opened_by_its_own_file_which_is_kept_with_the_book(night: BookRecord) -> None:
    state = event_projection(night).event
    assert isinstance(state.opened, EventOpened)
    assert state.opened.event == "tuesday-pairs.toml"
    assert KeptEdition.objects.filter(fingerprint=state.opened.rules).exists()
    forget()
    assert event_projection(night).event.any_plan().name == "Tuesday Pairs"


def test_names_and_play_is_one_page_and_one_button(night: BookRecord, chief: Client) -> None:
    address = f"/desk/e/{night.slug}/names/"
    page = page_of(chief, address)
    assert "Start with 19 entries" in page
    assert "\n18\n19</textarea>" in page
    answer = chief.post(address, {"names": NAMES, "do": "play", "seen": "19", "key": "p"})
    assert answer.headers["Location"] == f"/desk/e/{night.slug}/room/"
    event = event_projection(night).event
    assert [str(player) for player in event.entries["7"].players] == ["Ann A7", "Bob B7"]
    drawn = event.stage("Night").round(1).draw
    # By the numbers of the movement: 1 to 10 sit North-South, at table 1 against 11; 10 has the half table.
    assert [(each.ns, each.ew) for each in drawn.seatings] == [(str(pair), str(pair + 10)) for pair in range(1, 10)]
    assert drawn.sits_out == ("10",)


def test_another_number_than_the_movement_was_shown_for_is_shown_before_it_is_played(
    night: BookRecord, chief: Client
) -> None:
    address = f"/desk/e/{night.slug}/names/"
    eighteen = NAMES.rpartition("\n")[0]
    answer = chief.post(address, {"names": eighteen, "do": "play", "seen": "19", "key": "p"}, follow=True)
    page = answer.content.decode()
    assert "The list now has 18 entries, not 19" in page
    assert "9 rounds of 3 boards, 27 boards in the session" in page
    assert not event_projection(night).event.stages
    chief.post(address, {"names": eighteen, "do": "play", "seen": "18", "key": "q"})
    assert 1 in event_projection(night).event.stage("Night").rounds


def test_names_come_later_and_a_line_that_is_gone_is_taken_back(night: BookRecord, chief: Client) -> None:
    address = f"/desk/e/{night.slug}/names/"
    chief.post(address, {"names": NAMES, "do": "keep", "key": "a"})
    fewer = NAMES.replace("3 Ann A3 – Bob B3\n", "", 1).replace("4 Ann A4 – Bob B4", "4", 1)
    chief.post(address, {"names": fewer, "do": "keep", "key": "b"})
    entries = event_projection(night).event.entries
    assert "3" not in entries
    assert entries["4"].players == ()
    assert len(entries) == 18


@pytest.mark.parametrize(
    ("names", "told"),
    [("1 A – B\n1 C – D", "number 1 is listed twice"), ("1 A – B – C", "a pair has two players, not 3")],
)
def test_a_list_that_cannot_be_read_is_told_by_line(night: BookRecord, chief: Client, names: str, told: str) -> None:
    answer = chief.post(f"/desk/e/{night.slug}/names/", {"names": names, "do": "keep", "key": "a"})
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not event_projection(night).event.entries


@pytest.mark.parametrize(
    ("game", "tables", "boards", "says"),
    [("club/swiss-teams", "8", "4x7", "4 matches of 7 boards"), ("club/all-play-all", "6", "26", "5 matches")],
)
def test_teams_have_a_night_too(
    congress: Congress, chief: Client, game: str, tables: str, boards: str, says: str
) -> None:
    asked = {**ANSWERS, "game": game, "usual": tables, "boards": boards}
    assert says in page_of(chief, NIGHT, **asked)
    chief.post(NIGHT, asked)
    held = BookRecord.objects.get()
    teams = "\n".join(f"Team {number}: A{number}, B{number}, C{number}, D{number}" for number in range(int(tables)))
    chief.post(f"/desk/e/{held.slug}/names/", {"names": teams, "do": "play", "seen": tables, "key": "p"})
    event = event_projection(held).event
    assert event.entries["2"].name == "Team 1"
    assert len(event.stages) == 1
