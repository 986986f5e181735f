"""Take the documentation's screenshots from the running demo, at a phone's and at a desktop's width.

Needs Debian's Chromium on the path. Each screenshot is a page as it is, without retouching.
"""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"
HEAVIEST = 200_000
"""The maximum size of a picture in bytes."""

WIDTHS = {"desktop": (1280, 800), "phone": (390, 780)}
PATIENCE = 240.0
SWISS, GNOT, PAIRS = "swiss-pairs", "gnot", "state-pairs"


@dataclass(frozen=True, slots=True)
class Demo:
    """The running demo, with what its terminal prints."""

    home: str
    passwords: dict[str, str]
    tables: list[str]


def be_live(page: Page) -> None:
    """Wait until the page follows the book."""
    page.locator("[data-state=live]").wait_for(state="attached")


@dataclass(frozen=True, slots=True)
class Picture:
    """A page to take: its name, its address, who views it, and what they do there first."""

    name: str
    address: Callable[[Demo], str]
    official: str = ""
    does: Callable[[Page], None] = be_live
    height: int = 0


def see_boards(page: Page) -> None:
    """Sit down, and wait for the table's boards."""
    page.get_by_role("button", name="North", exact=True).click()
    page.locator("#phone .boards").wait_for()


def enter_a_contract(page: Page) -> None:
    """Enter a contract, as far as its declarer."""
    see_boards(page)
    page.locator("#phone button.row.waiting").first.click()
    for group, choice in (("Contract", "4 spades"), ("Declarer", "South")):
        page.get_by_role("group", name=group, exact=True).get_by_role("button", name=choice).click()


def open_why(page: Page) -> None:
    """Open the why of the leader's total, and go one step down."""
    be_live(page)
    page.locator("td.total a.why").first.click()
    drawer = page.locator("dialog.drawer")
    drawer.locator("a.deeper").first.click()
    drawer.locator("li li li").first.wait_for()


PICTURES = (
    Picture("desk-room", lambda _: f"/desk/e/{SWISS}/room/", "chief"),
    Picture("desk-draw", lambda _: f"/desk/e/{SWISS}/draw/", "chief"),
    Picture("desk-ceremony", lambda _: f"/desk/e/{GNOT}/ceremony/", "chief"),
    Picture("phone", lambda demo: demo.tables[0], does=see_boards),
    Picture("phone-entry", lambda demo: demo.tables[0], does=enter_a_contract),
    Picture("standings", lambda _: f"/e/{SWISS}/"),
    Picture("season", lambda _: f"/e/{PAIRS}/"),
    Picture("desk-season", lambda _: f"/desk/e/{PAIRS}/season/", "chief"),
    Picture("traveller", lambda _: f"/e/{SWISS}/board/swiss/4/3/"),
    Picture("why", lambda _: f"/e/{SWISS}/", does=open_why, height=640),
)


DEMO = ("-m", "overtrick", "demo", "--pace", "2")


@contextmanager
def running(command: Sequence[str] = DEMO, *, says_its_address: bool = False) -> Iterator[Demo]:
    """Run the demo in a process of its own, inside the `with` block; *says_its_address* shows its address as on a site.

    Another Python *command* may serve something else, if it prints its addresses as the demo does.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    home = f"http://localhost:{port}"
    known = {**os.environ, "OVERTRICK_URL": home} if says_its_address else None
    process = subprocess.Popen(
        [sys.executable, *command, "--port", str(port)], stdout=subprocess.PIPE, text=True, env=known
    )
    try:
        demo = _told(process, home)
        _await(port)
        yield demo
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _await(port: int) -> None:
    """Wait until the demo answers: it prints its addresses first."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    raise SystemExit("the demo does not answer")


def _told(process: "subprocess.Popen[str]", home: str) -> Demo:
    passwords: dict[str, str] = {}
    tables: list[str] = []
    for line in process.stdout or ():
        if found := re.match(r"  (\w+) +(\w+-\w+-\w+-\d+) ", line):
            passwords[found[1]] = found[2]
        if found := re.match(r"  table \d+: http://[^/]+(/t/\S+)", line):
            tables.append(found[1])
        if "Ctrl-C" in line:
            return Demo(home, passwords, tables)
    raise SystemExit("the demo did not start")


def sign_in(page: Page, demo: Demo, official: str) -> None:
    """Sign in as an official of the demo."""
    page.goto(f"{demo.home}/sign-in/")
    page.fill("input[name=name], input[name=username]", official)
    page.fill("input[name=password]", demo.passwords[official])
    page.click("main button[type=submit]")
    page.wait_for_url("**/desk/**")


def take(browser: Browser, demo: Demo, picture: Picture, kind: str) -> Path:
    """Take one picture at one width."""
    width, height = WIDTHS[kind]
    height = picture.height or height
    context = browser.new_context(
        viewport={"width": width, "height": height}, device_scale_factor=2 if kind == "phone" else 1, locale="en-AU"
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    if picture.official:
        sign_in(page, demo, picture.official)
    page.goto(f"{demo.home}{picture.address(demo)}", wait_until="load")
    picture.does(page)
    path = IMAGES / f"{picture.name}-{kind}.png"
    page.screenshot(path=path, animations="disabled")
    context.close()
    return path


def main() -> int:
    """Take all pictures; report those that are too large."""
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("install Debian's chromium, or put another one on the path")
    wanted = sys.argv[1:]
    heavy = 0
    with running() as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for picture in PICTURES:
            for kind in WIDTHS:
                if not wanted or picture.name in wanted:
                    path = take(browser, demo, picture, kind)
                    heavy += path.stat().st_size > HEAVIEST
                    print(f"{path.name}: {path.stat().st_size // 1000} kB")
        browser.close()
    return int(heavy > 0)


if __name__ == "__main__":
    sys.exit(main())
