"""A whole Swiss pairs congress of 24 pairs in the browser, from the first run to the prize-giving, on PostgreSQL.

The server is the one that `overtrick serve` starts. An official sets the event up, draws, rules and closes at the desk;
a phone on each of the twelve tables enters its boards; the players' page ends with what `overtrick standings` says of
the exported book.
"""

import json
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from overtrick.core.model.results import Single
from overtrick.lab.deals import DealtBoard, deal_board, play_board
from overtrick.ledger.texts import is_text
from web.installation import Installation, installation
from web.official import Desk
from web.phones import TablePhone

pytestmark = pytest.mark.slow
EVENT = "coast-swiss"
PAIRS, TABLES, ROUNDS, BOARDS = 24, 12, 7, 8
TAPPED = 2
"""After the first round, so many tables use the buttons; the other phones send from their queue."""
FILE = "Pair No,Name,ABF Number,Player phone\n" + "\n".join(
    f"{pair},PLAYER {pair}{letter},{1000000 + 2 * pair + place},0400"
    for pair in range(1, PAIRS + 1)
    for place, letter in enumerate("AB")
)


@pytest.fixture(scope="module")
def server() -> Iterator[Installation]:
    """An installation that nobody has used."""
    with installation() as running:
        yield running


def set_up(browser: Browser, server: Installation) -> Desk:
    """The chief director, with the event set up and its first stage begun."""
    made = Desk(browser, server)
    made.begin("Coast Congress")
    made.set_up("swiss congress", "Bridge NSW Swiss Pairs Congress", EVENT)
    made.enter(FILE, upload=True)
    assert "7 matches of 8 boards" in made.act("Close entries only")
    assert "Contestants (24)" in made.act("Start the first stage")
    return made


class Room:
    """The twelve tables and their phones; each board is dealt once, and played by every table in its own way."""

    def __init__(self, browser: Browser, codes: dict[tuple[int, str], str]) -> None:
        self.browser = browser
        self.codes = codes
        self.dice = Random("congress")
        self.phones = [TablePhone.open(browser, table, address) for (table, _), address in sorted(codes.items())]

    def play(self, number: int) -> None:
        """Every table plays a round: all of them by the buttons in the first one."""
        deals: dict[int, DealtBoard] = {}
        for phone in self.phones:
            phone.awaits(number)
            boards = phone.boards()
            assert len(boards) == BOARDS
            results = {board: self._result(deals.setdefault(board, deal_board(self.dice))) for board in boards}
            if number == 1 and phone.table == 1:
                self._two_phones(phone, results)
            elif number == 1 or (phone.table + number) % TABLES < TAPPED:
                phone.tap(results)
            else:
                phone.queue("Swiss", number, results)
        for phone in self.phones:
            phone.sent()

    def _result(self, deal: DealtBoard) -> Single:
        return play_board(deal, 0.0, 0.0, self.dice)

    def _two_phones(self, phone: TablePhone, results: dict[int, Single]) -> None:
        """One side enters, the other agrees on a phone of its own."""
        phone.tap(results, agree=False)
        other = TablePhone.open(self.browser, phone.table, self.codes[phone.table, ""], "East")
        other.awaits(1)
        other.agree(results)
        other.close()

    def close(self) -> None:
        """Everybody goes home."""
        for phone in self.phones:
            phone.close()


def correct_after_publication(desk: Desk) -> None:
    """The scores of the third round are shown; then a table says that its board was scored the wrong way round."""
    desk.go("Tables")
    desk.act("Start the correction period…")
    desk.go("Results")
    desk.page.locator("main").get_by_label("Table").fill("3")
    desk.page.get_by_role("button", name="Show").click()
    assert " from " in desk.act("correct", result="7NT N -3", reason="the declarer was on the other side")
    expect(desk.page.locator("main")).to_contain_text("Table 3")


def rule(desk: Desk, number: int) -> None:
    """What a director does between the rounds of this congress."""
    if number == 2:
        desk.go("Rulings")
        assert " from " in desk.act("Procedural penalty", contestant="7", offence="slow play", amount="1")
    elif number == 3:
        correct_after_publication(desk)
    elif number == 4:
        desk.go("Rulings")
        desk.act("Substitute", contestant="5", rounds="4", out="PLAYER 5A", substitute="A. SUB", reason="unwell")
    elif number == 5:
        desk.go("Results")
        board = desk.page.locator("p.boards a").first.inner_text()
        desk.act("Fouled board", board=board, by_form="1-6 / 7-12", reason="two cards were exchanged")


def shown_to_players(desk: Desk) -> list[tuple[str, str, Decimal]]:
    """Place, number and total of each row of the players' standings."""
    page = desk.context.new_page()
    page.goto(f"{desk.server.address}/e/{EVENT}/")
    expect(page.locator("#far")).to_contain_text("Final")
    rows = page.locator("table.standings tbody tr").all()
    return [
        (
            row.locator("td").first.inner_text(),
            row.locator(".who .no").inner_text(),
            Decimal(row.locator("td.total").inner_text()),
        )
        for row in rows
    ]


def acts(book: Path) -> Counter[str]:
    """How often each act is in a book."""
    return Counter(json.loads(line)["act"] for line in book.read_text().splitlines() if not is_text(line))


def test_a_congress_is_played_from_the_first_run_to_the_prizes(
    chromium: Browser, server: Installation, tmp_path: Path
) -> None:
    desk = set_up(chromium, server)
    desk.publish(1)
    room = Room(chromium, desk.codes())
    assert len(room.phones) == TABLES
    for number in range(1, ROUNDS + 1):
        if number > 1:
            desk.publish(number)
        room.play(number)
        desk.close_round(number)
        rule(desk, number)
    room.close()
    desk.go("Close")
    assert "Final order" in desk.act("Close Swiss…")
    shown = shown_to_players(desk)
    desk.leave()
    book = server.exported(EVENT, tmp_path)
    said = json.loads(server.command("standings", str(book), "--json"))["fields"]["all"]
    assert len(shown) == PAIRS
    places = Counter(row["place"] for row in said)
    assert shown == [
        (f"{row['place']}{'=' * (places[row['place']] > 1)}", row["contestant"], Decimal(row["total"])) for row in said
    ]
    done = acts(book)
    played = ROUNDS * TABLES * BOARDS
    assert (done["result posted"], done["result confirmed"], done["draw published"]) == (played, played, ROUNDS)
    for once in ("result corrected", "penalty given", "substitute used", "board fouled"):
        assert done[once] == 1, once
