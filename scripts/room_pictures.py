"""Take screenshots of every public page and phone screen in the running demo: 360, 390 and 1280 px, light and dark.

Besides the demo there are an empty server, and one on which teams play in two rooms.

`just room-pictures FOLDER [PAGE …]` writes them for inspection; they are not part of the documentation. With `--beside
OLD`, the folder of an earlier run, each picture in both is also shown beside its older version. Needs Debian's Chromium
on the path, and Pillow for the last.
"""

import argparse
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from pictures import (
    DEMO,
    GNOT,
    PAIRS,
    SWISS,
    Demo,
    enter_a_contract,
    open_why,
    running,
    see_boards,
    sign_in,
)
from playwright.sync_api import Browser, Error, Page, sync_playwright

WIDTHS = {360: 740, 390: 844, 1280: 900}
HIGHEST = 6000
"""The maximum height of a picture in pixels."""
LOOKS = ("light", "dark")
PATIENCE = 60_000
"""The timeout in milliseconds for an action on a page."""
PICTURES_ARE_THERE = """[...document.images].every((each) => {
  each.loading = "eager";
  return each.complete;
})"""
BUTLER = "open-butler"
VENUE = "Australia/Sydney"
"""The time zone of the demo and of most of its readers."""


def nothing(page: Page) -> None:
    """Do nothing: take the page as it is."""


def without_network(page: Page) -> None:
    """Sit down, then go offline and reload the page."""
    see_boards(page)
    page.wait_for_function("navigator.serviceWorker?.controller != null")
    page.context.set_offline(True)
    page.reload()


def entered_without_network(page: Page) -> None:
    """Enter a result while offline: it waits on the phone."""
    enter_a_contract(page)
    page.wait_for_function("navigator.serviceWorker?.controller != null")
    page.context.set_offline(True)
    page.get_by_role("button", name="made exactly").click()
    page.get_by_role("button", name="Post result").click()
    page.locator("#phone .status.waiting").first.wait_for()


def to_be_agreed(page: Page) -> None:
    """Show the question to the side that did not enter: about a waiting result, or one entered now."""
    see_boards(page)
    _ask_the_others(page)


def _ask_the_others(page: Page) -> None:
    waits = page.locator("#phone button.row.to-be-agreed").first
    if waits.count():
        waits.click()
    else:
        page.locator("#phone button.row.waiting").first.click()
        for group, choice in (("Contract", "4 spades"), ("Declarer", "South")):
            page.get_by_role("group", name=group, exact=True).get_by_role("button", name=choice).click()
        page.get_by_role("button", name="made exactly").click()
        page.get_by_role("button", name="Post result").click()
    page.get_by_role("button", name="Hand the phone to East or West").click()
    page.get_by_role("button", name="I am East").click()
    page.get_by_role("button", name="Yes, East–West confirm").wait_for()


def two_results(page: Page) -> None:
    """Let the two sides enter different results of a board."""
    see_boards(page)
    disputed = page.locator("#phone button.row.disputed").first
    if disputed.count():
        disputed.click()
    else:
        _ask_the_others(page)
        page.get_by_role("button", name="No, this is wrong").click()
        page.get_by_role("button", name="Enter the result").click()
        page.get_by_role("button", name="Passed out").click()
        page.get_by_role("button", name="Post result").click()
    page.get_by_role("heading", name="Two different results").wait_for()


def played_out(page: Page) -> None:
    """Finish the table: pass out missing boards, and agree all of them."""
    at = page.url
    for what, seat in (("result", "North"), ("agree", "East")):
        sheet = page.request.get(f"{at}now").json()
        for each in sheet["boards"]:
            if each["state"] == ("waiting" if what == "result" else "to be agreed"):
                said = {key: sheet[key] for key in ("stage", "round")} | {"what": what, "board": each["board"]}
                said |= {"key": f"{what}-{each['board']}", "seat": seat, "seen": each["seen"]}
                page.request.post(f"{at}message", data=said | {"result": each["result"] or "PASS"})
    page.reload()
    see_boards(page)
    page.locator("#outcome").first.wait_for()


def pinned(page: Page) -> None:
    """Say that this is me."""
    page.get_by_role("button", name="This is me").click()


def analysed(page: Page) -> None:
    """Open the results of declaring and defending."""
    page.locator("details.roles summary").first.click()


def a_clause(page: Page) -> None:
    """Open the first clause that the why of the leader's total cites."""
    page.locator("td.total a.why").first.click()
    page.locator("dialog.drawer a[href*='/clause/']").first.click()


def found_person(page: Page) -> None:
    """Go from the search to the first person it finds."""
    page.locator("main a[href*='/p/']").first.click()
    page.locator("article.person").wait_for()


def everything_told(page: Page) -> None:
    """Open the components of a person's means."""
    found_person(page)
    page.locator("ul.means summary").first.click()


def push_offered(page: Page) -> None:
    """Say that this is me: a browser that supports push notifications offers them."""
    pinned(page)
    page.locator("[data-push] button").wait_for()


def compared(page: Page) -> None:
    """Compare with the first of the others."""
    page.get_by_role("button", name="Compare").click()
    page.locator("h1").wait_for()


def every_column(page: Page) -> None:
    """Open all columns, where a switch offers it."""
    page.locator("#all-columns").check(force=True)


def race_by_score(page: Page) -> None:
    """Show the race by scores."""
    page.locator("[data-by=total]").click()


OTHERS = str(Path(__file__).parent / "other_servers.py")
EMPTY, TWO_ROOMS = (OTHERS, "empty"), (OTHERS, "two-rooms")
"""The servers besides the demo from which pages are taken."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A page to take: its address, what a reader does there first, and whether the whole page or only the window.

    *zone* is the reader's time zone; *official* signs in first; *on* is the server.
    """

    address: str | Callable[[Demo], str]
    does: Callable[[Page], None] = nothing
    whole: bool = True
    zone: str = VENUE
    official: str = ""
    on: tuple[str, ...] = DEMO


def table(demo: Demo) -> str:
    """The phone's link of a table at which nobody sits."""
    return demo.tables[0]


def other_table(demo: Demo) -> str:
    """The link of another table, where results are entered."""
    return demo.tables[1]


PAGES: dict[str, Shown] = {
    "home": Shown("/"),
    "home-elsewhere": Shown("/", zone="Europe/Paris"),
    "home-fr": Shown("/fr/"),
    "home-empty": Shown("/", on=EMPTY),
    "find-empty": Shown("/find/?q=alder", on=EMPTY),
    "organisation": Shown("/o/home/"),
    "trust": Shown("/trust/"),
    "congress": Shown("/c/demo-congress/"),
    "person": Shown("/find/?q=tess+alder", found_person),
    "person-means": Shown("/find/?q=tess+alder", everything_told),
    "person-fr": Shown("/fr/find/?q=tess+alder", everything_told),
    **{f"swiss-{name}": Shown(f"/e/{SWISS}/{name}/") for name in (
        "draw", "seat", "race", "flow", "qualifiers", "conditions", "wall", "proof",
    )},
    "swiss-standings": Shown(f"/e/{SWISS}/"),
    "swiss-all-columns": Shown(f"/e/{SWISS}/", every_column),
    "swiss-push": Shown(f"/e/{SWISS}/pair/19/", push_offered),
    "swiss-compared": Shown(f"/e/{SWISS}/pair/19/", compared),
    "swiss-race-scores": Shown(f"/e/{SWISS}/race/", race_by_score),
    "swiss-seat-of-mine": Shown(f"/e/{SWISS}/seat/?q=19"),
    "swiss-systems": Shown(f"/e/{SWISS}/systems/"),
    "swiss-scorecard": Shown(f"/e/{SWISS}/pair/19/"),
    "swiss-match": Shown(f"/e/{SWISS}/match/swiss/4/3/"),
    "swiss-board": Shown(f"/e/{SWISS}/board/swiss/4/3/"),
    "swiss-board-in-play": Shown(f"/e/{SWISS}/board/swiss/5/9/"),
    "swiss-why": Shown(f"/e/{SWISS}/", open_why, whole=False),
    "swiss-why-page": Shown(f"/e/{SWISS}/why/swiss/total/19/"),
    "swiss-pinned": Shown(f"/e/{SWISS}/pair/19/", pinned),
    "swiss-analysis": Shown(f"/e/{SWISS}/pair/19/", analysed),
    "swiss-cross": Shown(f"/e/{SWISS}/cross/swiss/"),
    "swiss-share": Shown(f"/e/{SWISS}/share/"),
    "swiss-report": Shown(f"/e/{SWISS}/report/"),
    "swiss-embed": Shown(f"/e/{SWISS}/embed/standings/"),
    "swiss-card": Shown(f"/e/{SWISS}/card.png"),
    "swiss-card-of-a-pair": Shown(f"/e/{SWISS}/card/19.png"),
    **{f"swiss-standings-{each}": Shown(f"/{each}/e/{SWISS}/") for each in ("fr", "zh")},
    "find": Shown("/find/?q=alder"),
    "find-nothing": Shown("/find/?q=zzzz"),
    "swiss-clause": Shown(f"/e/{SWISS}/", a_clause),
    "swiss-found": Shown(f"/e/{SWISS}/seat/?q=a"),
    "butler-standings": Shown(f"/e/{BUTLER}/"),
    "butler-scorecard": Shown(f"/e/{BUTLER}/pair/7/"),
    "butler-race": Shown(f"/e/{BUTLER}/race/"),
    "butler-qualifiers": Shown(f"/e/{BUTLER}/qualifiers/"),
    "gnot-standings": Shown(f"/e/{GNOT}/"),
    "gnot-match": Shown(f"/e/{GNOT}/match/m1/1/4/"),
    "gnot-seat": Shown(f"/e/{GNOT}/seat/?q=5"),
    "gnot-stages": Shown(f"/e/{GNOT}/flow/"),
    "gnot-bracket": Shown(f"/e/{GNOT}/bracket/"),
    "gnot-ceremony": Shown(f"/desk/e/{GNOT}/ceremony/", official="captain"),
    "gnot-embed": Shown(f"/e/{GNOT}/embed/standings/"),
    "gnot-scorecard": Shown(f"/e/{GNOT}/pair/5/"),
    "season-standings": Shown(f"/e/{PAIRS}/"),
    "season-scorecard": Shown(f"/e/{PAIRS}/pair/3/"),
    "entries-open": Shown("/e/open-teams/"),
    "entries-open-embed": Shown("/e/open-teams/embed/standings/"),
    "season-embed": Shown(f"/e/{PAIRS}/embed/standings/"),
    **{f"not-yet-{each}": Shown(f"/e/open-teams/{each}/") for each in ("draw", "race", "report", "qualifiers")},
    "night-standings": Shown("/e/monday-pairs/"),
    "night-scorecard": Shown("/e/monday-pairs/pair/3/"),
    "night-report": Shown("/e/monday-pairs/report/"),
    "night-board": Shown("/e/monday-pairs/board/night/1/1/"),
    "not-there": Shown("/e/not-there/"),
    "phone-seats": Shown(table),
    "phone-boards": Shown(table, see_boards),
    "phone-contract": Shown(table, enter_a_contract),
    "phone-offline": Shown(table, without_network),
    "phone-not-sent": Shown(table, entered_without_network),
    "phone-agree": Shown(other_table, to_be_agreed),
    "phone-conflict": Shown(other_table, two_results),
    "phone-outcome": Shown(table, played_out),
    "two-rooms-standings": Shown("/e/club-teams/", on=TWO_ROOMS),
    "two-rooms-match": Shown("/e/club-teams/match/swiss/1/1/", on=TWO_ROOMS),
    "two-rooms-scorecard": Shown("/e/club-teams/pair/1/", on=TWO_ROOMS),
    "two-rooms-seats": Shown(table, on=TWO_ROOMS),
    "two-rooms-boards": Shown(table, see_boards, on=TWO_ROOMS),
    "two-rooms-contract": Shown(table, enter_a_contract, on=TWO_ROOMS),
    "phone-code": Shown("/t/"),
    "phone-refused": Shown("/t/not-a-link/"),
}  # fmt: skip
"""Each page and state by the name of its picture."""


def taken(browser: Browser, demo: Demo, name: str, width: int, look: str) -> tuple[bytes, int]:
    """The picture of a page, and by how many pixels it is wider than its window."""
    shown = PAGES[name]
    context = browser.new_context(
        viewport={"width": width, "height": WIDTHS[width]}, color_scheme="dark" if look == "dark" else "light",
        locale="en-AU", timezone_id=shown.zone, permissions=["notifications"],
    )  # fmt: skip
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if shown.official:
            sign_in(page, demo, shown.official)
        page.goto(f"{demo.home}{shown.address if isinstance(shown.address, str) else shown.address(demo)}")
        shown.does(page)
        page.wait_for_function(PICTURES_ARE_THERE)
        over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if shown.whole:  # a window as high as the page, so that sticky elements appear as a reader sees them
            high = page.evaluate("document.documentElement.scrollHeight")
            page.set_viewport_size({"width": width, "height": min(max(int(high), WIDTHS[width]), HIGHEST)})
        return page.screenshot(animations="disabled"), int(over)
    finally:
        context.close()


def beside(old: Path, new: Path, into: Path) -> None:
    """Two pictures of one page side by side, the older on the left."""
    from PIL import Image

    pair = [Image.open(each) for each in (old, new)]
    both = Image.new("RGB", (sum(each.width for each in pair) + 24, max(each.height for each in pair)), "white")
    both.paste(pair[0], (0, 0))
    both.paste(pair[1], (pair[0].width + 24, 0))
    both.save(into)


def _keep(browser: Browser, demo: Demo, which: tuple[str, int, str], folder: Path, older: Path | None) -> bool:
    """Take one picture and store it; return whether something is wrong with it."""
    called = "{}-{}-{}.png".format(*which)
    try:
        picture, over = taken(browser, demo, *which)
    except Error as fault:
        print(f"{called}: {str(fault).splitlines()[0]}", flush=True)
        return True
    (folder / called).write_bytes(picture)
    print(f"{called}{f': {over} px too wide' if over > 0 else ''}", flush=True)
    if older and (older / called).is_file():
        beside(older / called, folder / called, folder / f"beside-{called}")
    return over > 0


def main() -> int:
    """Take the requested pages, or all; report pages that are wider than their window, and those that fail."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("folder", type=Path)
    asked.add_argument("pages", nargs="*", choices=[*PAGES, []])
    asked.add_argument("--beside", type=Path)
    asked.add_argument("--width", type=int, choices=WIDTHS, action="append")
    asked.add_argument("--look", choices=LOOKS, action="append")
    given = asked.parse_intermixed_args()
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("install Debian's chromium, or put another one on the path")
    given.folder.mkdir(parents=True, exist_ok=True)
    faults = 0
    wanted = list(given.pages or PAGES)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for server in dict.fromkeys(PAGES[name].on for name in wanted):
            with running(server) as demo:
                for name, width, look in product(wanted, given.width or WIDTHS, given.look or LOOKS):
                    if PAGES[name].on == server:
                        faults += _keep(browser, demo, (name, width, look), given.folder, given.beside)
        browser.close()
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
