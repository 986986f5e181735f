"""The first two sessions of a national teams event of 23 in the browser: draws by choice at the desk's ceremony.

Two stages are played side by side in the first session, and the second is drawn by choice, turn by turn: a team
refuses to be chosen, most choose by a button, one by its key, and one is not there and forfeits its turn. Results are
posted by the desk's keystroke line, from its page.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from overtrick.core.model.notation import write_result
from overtrick.core.model.results import Single
from overtrick.lab.deals import DealtBoard, deal_board, play_board
from overtrick.ledger.texts import is_text
from web.installation import Installation, installation
from web.official import Desk

pytestmark = pytest.mark.slow
EVENT = "coast-gnot"
TEAMS = 23
MISSING = re.compile(r"(\d+) (open|closed)/(\d+)")
"""A missing result as the desk's page of results names it."""
_POST = """async ([address, stage, lines]) => {
  const csrfmiddlewaretoken = document.querySelector("[name=csrfmiddlewaretoken]").value;
  const refused = [];
  for (const line of lines) {
    const body = new URLSearchParams({ line, stage, key: `${stage} ${line}`, csrfmiddlewaretoken });
    const answer = await fetch(address, { method: "POST", headers: { Accept: "application/json" }, body });
    if (!answer.ok) refused.push(`${line}: ${await answer.text()}`);
  }
  return refused;
}"""
"""Posts lines by the page's own token; what was refused."""
FILE = "Team No,Team Name,Name,ABF Number,Seed\n" + "\n".join(
    f"{team},TEAM {team},PLAYER {team}{letter},{2000000 + 10 * team + place},{team}"
    for team in range(1, TEAMS + 1)
    for place, letter in enumerate("ABCD")
)


@pytest.fixture(scope="module")
def server() -> Iterator[Installation]:
    """An installation that nobody has used."""
    with installation() as running:
        yield running


class Teams(Desk):
    """The chief director of the teams event."""

    def __init__(self, browser: Browser, server: Installation) -> None:
        super().__init__(browser, server)
        self.dice = Random("gnot")

    def shown(self, tab: str, stage: str) -> None:
        """A page, turned to a stage where several are in play."""
        self.go(tab)
        stages = self.page.get_by_role("navigation", name=re.compile("Stages"))
        if stages.count():
            turned = stages.get_by_role("link", name=stage, exact=True)
            turned.click()
            expect(turned).to_have_attribute("aria-current", "true")
        expect(self.page.locator("body")).to_contain_text(stage)

    def start(self, *stages: str) -> None:
        """Start stages."""
        for stage in stages:
            self.go("Draw")
            self.act(f"Start {stage}…")

    def draw(self, stage: str, number: int = 1) -> None:
        """Publish the draw of a stage's next round, after its lot and with those who drop in."""
        self.shown("Draw", stage)
        joins = self.page.get_by_role("link", name="Add the teams that drop in for round")
        if joins.count():
            joins.click()
            self.answer()
            self.shown("Draw", stage)
        lot = self.page.get_by_role("button", name="Draw lots")
        if lot.count():
            lot.click()
            self.shown("Draw", stage)
        self.page.get_by_role("button", name=f"Publish the draw of round {number}").click()
        self.told("Posted as no. ")

    def play(self, stage: str, level: int = 0) -> None:
        """Post every result of a stage in both rooms; the match at table *level* has the same in both."""
        deals: dict[int, DealtBoard] = {}
        flat: dict[int, Single] = {}
        self.shown("Results", stage)
        expect(self.page.locator("p.missing")).to_be_visible()
        while missing := MISSING.findall(self.page.locator("main").inner_text()):
            lines = []
            for table, room, board in ((int(one), two, int(three)) for one, two, three in missing):
                result = play_board(deals.setdefault(board, deal_board(self.dice)), 0.0, 0.0, self.dice)
                if table == level:
                    result = flat.setdefault(board, result)
                lines.append(f"{table}{room[0]} {board} {write_result(result)}")
            self.post(stage, lines)
            self.page.reload()

    def post(self, stage: str, lines: list[str]) -> None:
        """Post lines one after the other, as the room's script does."""
        assert self.page.evaluate(_POST, [f"/desk/e/{EVENT}/line/post/", stage, lines]) == []

    def close(self, stage: str, number: int = 1) -> None:
        """Close a round of a stage."""
        self.shown("Close", stage)
        self.act(f"Close round {number}…")

    def extra_boards(self, stage: str) -> None:
        """Level matches play on until they are decided: every extra board goes the same way."""
        self.shown("Close", stage)
        while (call := self.page.get_by_role("link", name="extra board")).count():
            call.first.click()
            table = self.page.locator("[name=table]").input_value()
            self.answer()
            self.shown("Tables", stage)
            lacking = self.page.locator("details.waiting a").first.inner_text()
            for board in re.findall(r"\d+", lacking.partition("(")[2]):
                self.post(stage, [f"{table}o {board} 4s n =", f"{table}c {board} 4s n -1"])
            self.shown("Close", stage)

    def close_stage(self, stage: str) -> None:
        """Close the only round of a knockout stage, and the stage."""
        self.extra_boards(stage)
        self.close(stage)
        self.shown("Close", stage)
        self.act(f"Close {stage}…")

    def to_the_choosing(self, stage: str) -> None:
        """Open the ceremony of a stage."""
        self.shown("Draw", stage)
        self.page.get_by_role("link", name="Choose opponents").click()
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(f"{stage} choice of opponents")

    def choose(self, *ways: str) -> None:
        """Turn by turn to the draw: the first turns in these ways, the others by the last button; then publish it."""
        page = self.page
        page.get_by_role("button", name=re.compile("start choosing", re.IGNORECASE)).click()
        turns = 0
        while "Choosing now" in page.locator(".turn").inner_text():
            chooser = page.locator(".turn").inner_text()
            match ways[turns] if turns < len(ways) else "button":
                case "forfeit":
                    page.get_by_role("button", name="forfeits its choice").click()
                case "key":
                    page.keyboard.press("1")
                    page.keyboard.press("Enter")
                case _:
                    page.locator(".options button").last.click()
            expect(page.locator(".turn")).not_to_have_text(chooser)
            turns += 1
        assert turns >= len(ways)
        expect(page.locator(".turn")).to_have_text("The draw is complete.")
        page.get_by_role("link", name="Check and publish the draw").click()
        page.get_by_role("button", name="Publish the draw of round 1").click()
        self.told("Posted as no. ")


def first_session(desk: Teams) -> None:
    """Matches beside a triangle, then two pools: the first is drawn by choice, and one team is not there to choose."""
    desk.start("M1", "TRI")
    for stage in ("M1", "TRI"):
        desk.draw(stage)
    tables = [table for table, room in desk.codes() if room == "open"]
    assert len(tables) == len(set(tables)) == 10 + 3
    desk.play("M1", level=1)
    desk.play("TRI")
    for stage in ("M1", "TRI"):
        desk.close_stage(stage)
    desk.start("M2A", "M2B")
    desk.to_the_choosing("M2A")
    desk.choose("forfeit", "key")
    desk.draw("M2B")
    for stage in ("M2A", "M2B"):
        desk.play(stage)
        desk.close_stage(stage)


def second_session(desk: Teams) -> None:
    """Double knockout, single knockout and Swiss side by side; a team puts itself up for choice."""
    desk.start("DKO1", "SKO1", "Swiss")
    desk.to_the_choosing("DKO1")
    desk.page.get_by_role("button", name="may be chosen").first.click()
    expect(desk.page.locator(".so-far")).to_contain_text(": may be chosen")
    desk.choose("key")
    for stage in ("SKO1", "Swiss"):
        desk.draw(stage)
        desk.play(stage)
    desk.close_stage("SKO1")
    desk.close("Swiss")
    desk.start("SKO2")
    desk.to_the_choosing("SKO2")
    desk.choose()
    desk.draw("Swiss", 2)
    for stage in ("SKO2", "Swiss", "DKO1"):
        desk.play(stage)
    for stage in ("SKO2", "DKO1"):
        desk.close_stage(stage)
    desk.close("Swiss", 2)


def test_two_sessions_with_stages_side_by_side_and_draws_by_choice(
    chromium: Browser, server: Installation, tmp_path: Path
) -> None:
    desk = Teams(chromium, server)
    desk.begin("Coast Congress")
    desk.set_up("grand national", "Grand National Open Teams, NSW qualifying", EVENT)
    desk.enter(FILE, upload=False)
    desk.act("Close entries only")
    first_session(desk)
    second_session(desk)
    desk.go("Draw")
    expect(desk.page.get_by_role("link", name="Start DKO2…")).to_be_visible()
    desk.leave()
    lines = server.exported(EVENT, tmp_path).read_text().splitlines()
    done = Counter(json.loads(line)["act"] for line in lines if not is_text(line))
    assert done["choice forfeited"] == 1
    assert done["choice declared"] == 1
    assert done["choosing begun"] == 3
    assert done["extra boards called"] >= 1
    assert done["stage closed"] == 7
