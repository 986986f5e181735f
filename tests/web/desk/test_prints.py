"""The print centre: every sheet of an event as a PDF, read back."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from urllib.parse import quote

import pytest
from django.conf import LazySettings
from django.test import Client

from overtrick.core.event.acts import BoardDealt, EntryTaken
from overtrick.core.model import Board, Player
from overtrick.double_dummy import asked
from overtrick.prints import paper
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.views import prints
from pdf_text import pages_of, sizes_of
from web.desk.conftest import held_with, rehearsed
from web.rehearsed import until
from web.test_deals import Answering, dealt

pytestmark = pytest.mark.django_db

ENTRIES = 24


@pytest.fixture
def played(congress: Congress) -> BookRecord:
    """A Swiss of twenty-four pairs in the middle of its third round."""
    return held_with(congress, until(rehearsed(ENTRIES), "Swiss", 3, 5))


def sheet(client: Client, name: str, asked: str = "") -> list[str]:
    """The pages of a sheet."""
    answer = client.get(f"/desk/e/swiss/print/{name}.pdf{asked}")
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/pdf")
    assert "no-store" in answer.headers["Cache-Control"]
    return pages_of(answer.content)


def test_all_scorecards_are_one_job_a_page_each(chief: Client, played: BookRecord) -> None:
    pages = sheet(chief, "scorecards")
    assert len(pages) == ENTRIES
    (seven,) = (page.splitlines() for page in pages if "\n7 Player 7A – Player 7B\n" in page)
    (stage,) = chief.get("/api/events/swiss/scorecard/7").json()["stages"]
    assert f"{stage['total']['text']} VPs" in seven
    assert seven[3].startswith(f"Place {stage['place']['text']} of 24 in Swiss · After match 2")
    assert "page 1 of 1" in seven
    for match in stage["matches"][:2]:
        (against,) = match["against"]
        at = seven.index(f"Round {match['round']}: v {against['number']} {against['name']}")
        assert seven[at + 1] == match["score"]["text"]
    assert seven.count("Bd") == 3, "a table of boards for each round it has played in"


def test_a_board_that_others_still_play_is_not_on_a_scorecard(chief: Client, played: BookRecord) -> None:
    """Cards are for players: what the room may not see yet is not on them, whoever prints."""
    with_hidden = [page for page in sheet(chief, "scorecards") if "not all results entered" in page]
    assert len(with_hidden) == ENTRIES


def test_every_sheet_says_from_which_posting_it_is_and_where_its_page_is(
    chief: Client, played: BookRecord, settings: LazySettings
) -> None:
    settings.URL = "https://bridge.example.org"
    last = chief.get("/desk/e/swiss/now/").json()["number"]
    for name, path in {"ranking": "stage/swiss/", "draw": "draw/swiss/3/", "seating": "seat/"}.items():
        (page,) = sheet(chief, name)
        assert f"As at posting {last}, " in page
        assert page.count(f"https://bridge.example.org/e/swiss/{path}") == 1
        assert "page 1 of 1" in page


def test_the_ranking_is_the_standings_of_the_room_on_one_page(chief: Client, played: BookRecord) -> None:
    (page,) = sheet(chief, "ranking")
    lines = page.splitlines()
    assert lines[lines.index("VPs") + 1 :][:2] == ["M1", "M2"], "round 3 is in play and does not count yet"
    for number in range(1, ENTRIES + 1):
        assert f"Player {number}A – Player {number}B" in lines


def test_everybody_finds_the_table_by_name(chief: Client, played: BookRecord) -> None:
    (page,) = sheet(chief, "seating")
    names = [line for line in page.splitlines() if line.endswith(", Player")]
    assert names == sorted(names)
    assert len(names) == 2 * ENTRIES


@pytest.mark.parametrize("name", ["tables", "draw", "results"])
def test_a_round_with_everybody_in_it(name: str, chief: Client, played: BookRecord) -> None:
    (page,) = sheet(chief, name, "?round=2")
    for number in range(1, ENTRIES + 1):
        assert page.count(f"{number} Player {number}A – Player {number}B") == 1
    assert "round 2" in page.casefold()
    assert "round 3" not in page.casefold()


def test_letter_is_chosen_by_whoever_prints_or_by_the_house(
    chief: Client, played: BookRecord, settings: LazySettings
) -> None:
    def size(asked: str = "") -> set[tuple[int, int]]:
        return sizes_of(chief.get(f"/desk/e/swiss/print/ranking.pdf{asked}").content)

    assert size() == {(595, 842)}
    assert size("?size=letter") == {(612, 792)}
    settings.PAPER = "letter"
    assert size() == {(612, 792)}
    assert size("?size=a4") == {(595, 842)}


def test_long_names_and_every_script_are_on_paper(chief: Client, congress: Congress) -> None:
    """Nothing is cut silently: a name that does not fit is set smaller or in two lines, and no sign is left out."""
    long = ("Maximiliana Szymańska-Łukasiewicz", "Christopher Featherstonehaugh-Cholmondeley")
    others = ("Nguyễn Thị Hồng", "Παύλος Щербаков")
    players = {"1": long, "2": others, "3": ("李小龙", "Kim 김")}
    postings = [
        replace(each, act=replace(each.act, players=tuple(map(Player, players[each.act.contestant]))))
        if isinstance(each.act, EntryTaken) and each.act.contestant in players
        else each
        for each in rehearsed(8)
    ]
    held_with(congress, postings)
    (page,) = sheet(chief, "ranking")
    assert page.replace("\n", " ").count(f"{long[0]} – {long[1]}") == 1
    assert " – ".join(others) in page
    made = chief.get("/desk/e/swiss/print/ranking.pdf").content
    assert b"/STSong-Light" in made
    assert b"/HYSMyeongJo-Medium" in made


def test_the_centre_offers_what_there_is_something_to_print_of(chief: Client, congress: Congress) -> None:
    held_with(congress, rehearsed(8)[:10])
    page = chief.get("/desk/e/swiss/print/").content.decode()
    assert "Seating by name" in page
    assert "seating.pdf" not in page
    told = chief.get("/desk/e/swiss/print/seating.pdf", follow=True)
    assert told.redirect_chain == [("/desk/e/swiss/print/", 302)]
    assert "No round has been drawn yet" in told.content.decode()
    assert chief.get("/desk/e/swiss/print/nothing.pdf").status_code == 404


def test_without_reportlab_the_pages_say_so_and_are_printed_by_the_browser(
    chief: Client, played: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paper, "find_spec", lambda _: None)
    page = chief.get("/desk/e/swiss/print/").content.decode()
    assert "pip install" in page
    assert "overtrick[print]" in page
    assert ".pdf" not in page
    told = chief.get("/desk/e/swiss/print/ranking.pdf", follow=True).content.decode()
    assert "Printing sheets needs reportlab and segno, which are not both installed" in told


def test_travellers_have_a_line_a_table_and_no_result_that_is_still_hidden(chief: Client, played: BookRecord) -> None:
    pages = "\n".join(sheet(chief, "travellers", "?round=2"))
    boards = [line for line in pages.splitlines() if line.startswith("Board ")]
    assert len(boards) == 8
    assert pages.count("dealer ") == 8
    in_play = "\n".join(sheet(chief, "travellers", "?round=3"))
    assert "+" in pages
    assert not set("+=♠♥♦♣") & set(in_play), "tables still play these boards"


def test_a_score_slip_for_each_table(chief: Client, played: BookRecord) -> None:
    slips = "\n".join(sheet(chief, "slips"))
    assert [f"Table {table}" in slips.splitlines() for table in range(1, 13)] == [True] * 12
    assert slips.count("Signed N–S") == 12


def test_a_slip_of_personal_standings_each(chief: Client, played: BookRecord) -> None:
    slips = "\n".join(sheet(chief, "personal"))
    assert slips.count("place ") == ENTRIES
    assert "7 Player 7A – Player 7B" in slips


def test_table_cards_open_the_tables(chief: Client, played: BookRecord, settings: LazySettings) -> None:
    settings.URL = "https://bridge.example.org"
    pages = pages_of(chief.get("/t/codes/swiss/cards.pdf").content)
    assert len(pages) == 3
    assert "or open bridge.example.org/t" in pages[0]
    shown = chief.get("/t/codes/swiss/").content.decode()
    codes = [line for line in pages[0].splitlines() if len(line) == 7 and line[3] == " "]
    assert len(codes) == 4
    for code in codes:
        assert f"<span>{code[:3]}</span> <span>{code[4:]}</span>" in shown
    assert "/t/codes/swiss/cards.pdf" in chief.get("/desk/e/swiss/print/").content.decode()


def test_guide_cards_are_for_movements(chief: Client, played: BookRecord) -> None:
    told = chief.get("/desk/e/swiss/print/guides.pdf", follow=True).content.decode()
    assert "is not played as a movement" in told


def test_an_empty_appeal_form(chief: Client, played: BookRecord) -> None:
    (page,) = sheet(chief, "appeal")
    assert {"Appeal", "Appellant", "Grounds of the appeal"} <= set(page.splitlines())


@pytest.mark.parametrize(
    ("page", "sheets"),
    [("standings", ("ranking", "scorecards")), ("results", ("results", "travellers")), ("draw", ("draw", "seating"))],
)
def test_pages_with_a_sheet_print_it(page: str, sheets: tuple[str, ...], chief: Client, played: BookRecord) -> None:
    shown = chief.get(f"/desk/e/swiss/{page}/").content.decode()
    assert 'href="/desk/e/swiss/print/"' in shown
    for name in sheets:
        assert f"/desk/e/swiss/print/{name}.pdf" in shown


def test_a_long_sheet_says_how_far_it_is_and_forgets_it(
    chief: Client, played: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(prints, "STEP", -1.0)
    key, told = "0" * 31 + "a", []
    steps = prints.count_steps

    def watched(pieces: Iterable[int], key: str, of: int) -> Iterator[int]:
        for done in steps(pieces, key, of):
            told.append(chief.get(f"/desk/e/swiss/print/progress/?key={key}").json())
            yield done

    monkeypatch.setattr(prints, "count_steps", watched)
    assert len(sheet(chief, "scorecards", f"?key={key}")) == ENTRIES
    assert told == [{"done": done, "of": ENTRIES} for done in range(1, ENTRIES + 1)]
    assert chief.get(f"/desk/e/swiss/print/progress/?key={key}").json() == {"done": 0, "of": 0}


@pytest.mark.parametrize("key", ["", "../../../etc/passwd", "0" * 33, "G" * 32])
def test_nothing_but_a_key_is_looked_for(key: str, chief: Client, played: BookRecord) -> None:
    assert chief.get("/desk/e/swiss/print/progress/", {"key": key}).json() == {"done": 0, "of": 0}
    assert len(sheet(chief, "ranking", f"?key={quote(key)}")) == 1


def test_hand_records_have_every_board_that_nobody_still_plays(
    chief: Client, played: BookRecord, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in (1, 3):
        drawn = event_projection(played).event.stage("Swiss").rounds[number]
        for board in drawn.draw.seatings[0].boards:
            deal = str(dealt(f"{number}/{board}"))
            post(played, BoardDealt("Swiss", number, board, deal, "a file"), "scorer", f"deal {number} {board}")
    monkeypatch.setattr(asked.known, "keeper", Answering(" ".join(["10", "6", "6", "6", "6"] * 4)))
    own = event_projection(played).event.stage("Swiss").rounds[1].draw.seatings[0].boards
    (page,) = sheet(chief, "hands", "?round=1")
    lines = page.splitlines()
    assert "Hand records" in lines
    for board in own:
        placed = Board.from_number(board)
        assert str(board) in lines
        assert f"Dealer {placed.dealer}" in lines
    pars = [line for line in lines if line.startswith("Par ")]
    assert len(pars) == len(own)
    assert "Par +130: 4♣ NS =" in pars
    assert lines.count("NS") == lines.count("EW") == len(own)
    (one,) = sheet(chief, "hands", f"?round=1&board={own[1]}")
    dealer = Board.from_number(own[1]).dealer
    assert [line for line in one.splitlines() if line.startswith("Dealer")] == [f"Dealer {dealer}"]
    refused = chief.get("/desk/e/swiss/print/hands.pdf?round=3", follow=True)
    assert "No boards of round 3 can be shown yet" in refused.content.decode()
    centre = chief.get("/desk/e/swiss/print/?round=1").content.decode()
    assert f"Double-dummy analysis: {len(own)} of {len(own)} boards solved" in centre
