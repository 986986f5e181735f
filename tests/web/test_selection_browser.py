"""A selection year in the browser, from its setting up to a player's why, on PostgreSQL.

The organiser opens the year at the desk, credits an event that was played here and a placing that was not, and takes
nominations; a player finds the pair on the phone, reads its awards, and opens the why of its points.
"""

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, expect

from overtrick.core.event.fold.tournament import replay
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import plan_for
from web.installation import installation
from web.official import Desk

pytestmark = pytest.mark.slow
EVENT = "sabf-2020/open-trials-qualifying"
PAIRS = tuple((f"Ann Pine {number}", f"Ben Oak {number}") for number in range(1, 21))


def played(file: Path) -> tuple[str, ...]:
    """The qualifying event played into a file; the players of its first three pairs."""
    postings = Rehearsal(plan_for(EVENT), EVENT, Random("browser"), NO_FAULTS, rosters=PAIRS).play(len(PAIRS))
    with closing(FileBook(file)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    event = replay(plan_for(EVENT), postings)
    state = list(event.stages.values())[-1]
    first = [row.contestant for row in state.standings(state.fields[0].name).rows][:3]
    return tuple(player.name for each in first for player in event.entries[each].players)


def test_a_year_set_up_credited_and_read(chromium: Browser, tmp_path: Path) -> None:
    file = tmp_path / "qualifying.jsonl"
    names = played(file)
    with installation() as server:
        desk = Desk(chromium, server)
        desk.begin("State Selection")
        server.command("book", "import", str(file), "--congress", "state-selection")
        page = desk.page
        page.get_by_role("link", name="Set up a selection year").click()
        page.get_by_label("Year", exact=True).fill("2027")
        page.get_by_label("Name").fill("State teams 2027")
        page.get_by_label("Web address").fill("teams-2027")
        page.get_by_role("button", name="Create selection year").click()
        expect(page.locator("main")).to_contain_text("No nominations yet.")

        foreseen = desk.act("Credit an event held here…", event="qualifying")
        assert "20 changes to post" in foreseen
        four = "\n".join((names[0], "C. Cole", "D. Dean", "E. East", "F. Ford"))
        desk.act("Credit a placing by hand…", event="gnot-thu", place=1, members=four, source="SABA bulletin 14")
        assert f"{names[0]} and {names[1]} new → 144.00" in desk.nominate(names[0], names[1])
        desk.nominate(names[2], names[4])
        table = page.locator("table.standings > tbody")
        expect(table).to_contain_text("144.00")
        expect(table).to_contain_text("Automatic entry (SABF20 19.13#4")
        desk.leave()

        phone = chromium.new_context(viewport={"width": 360, "height": 760}).new_page()
        phone.goto(f"{server.address}/c/state-selection/")
        phone.get_by_role("link", name="State teams 2027").click()
        assert phone.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        phone.get_by_role("link", name=f"{names[0]} and {names[1]}").click()
        awards = phone.locator("table.awards")
        expect(awards).to_contain_text("SABA GNOT Qualifying, Thursday nights, 1st")
        expect(awards).to_contain_text("Source: SABA bulletin 14")
        expect(awards).to_contain_text("4/5 of the award, for a team of 5")
        expect(awards).to_contain_text("Half of the award: not earned with the nominated partner")
        phone.get_by_role("link", name="144.00").click()
        why = phone.locator("[data-why]").last
        expect(why).to_contain_text("in full: earned as a pair or as team-mates")
        expect(why).to_contain_text("SABF20 19.13#2b")
        phone.context.close()
