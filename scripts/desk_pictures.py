"""Take screenshots of every desk page in the running demo: 1280 and 390 px wide, light, dark and in print.

`just desk-pictures FOLDER [PAGE …]` writes them for inspection; they are not part of the documentation. Needs Debian's
Chromium on the path.
"""

import shutil
import sys
from itertools import product
from pathlib import Path

from pictures import GNOT, PAIRS, PATIENCE, SWISS, Demo, running, sign_in
from playwright.sync_api import Browser, BrowserContext, sync_playwright

PAGES = {
    **{f"swiss-{name}": f"/desk/e/{SWISS}/{name}/" for name in (
        "room", "draw", "results", "standings", "rulings", "appeals", "systems", "entries", "close", "history", "rules",
        "deals", "bridgemates", "print", "export", "publishing",
    )},
    **{f"do-{name}": f"/desk/e/{SWISS}/do/{name}/" for name in (
        "correct", "rule", "penalty", "substitute", "withdraw", "late-pair", "foul", "start-round", "note",
        "deals-planned",
    )},
    "gnot-room": f"/desk/e/{GNOT}/room/",
    "gnot-results": f"/desk/e/{GNOT}/results/",
    "gnot-ceremony": f"/desk/e/{GNOT}/ceremony/",
    "season": f"/desk/e/{PAIRS}/season/",
    "home": "/desk/",
}  # fmt: skip
"""Each page by the name of its picture; the congress's own page is found from the desk's first page."""
WIDTHS = {1280: 900, 390: 844}
LOOKS = ("light", "dark", "print")


def signed_in(browser: Browser, demo: Demo, width: int, look: str) -> BrowserContext:
    """A window of this width for the chief director, in this colour scheme."""
    context = browser.new_context(
        viewport={"width": width, "height": WIDTHS[width]},
        color_scheme="dark" if look == "dark" else "light",
        locale="en-AU",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    sign_in(page, demo, "chief")
    return context


def main() -> int:
    """Take the requested pages, or all; report pages that are wider than their window."""
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium")
    if chromium is None:
        raise SystemExit("install Debian's chromium, or put another one on the path")
    wide = 0
    with running() as demo, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for width, look in product(WIDTHS, LOOKS):
            context = signed_in(browser, demo, width, look)
            page = context.pages[0]
            page.emulate_media(media="print" if look == "print" else "screen")
            for name, address in PAGES.items():
                if wanted and name not in wanted:
                    continue
                answer = page.goto(f"{demo.home}{address}", wait_until="load")
                if answer is None or answer.status != 200:
                    print(f"{name}: {answer.status if answer else 'nothing'}")
                    continue
                over = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                wide += over > 0 and look != "print"
                page.screenshot(path=folder / f"{name}-{width}-{look}.png", animations="disabled", full_page=True)
                print(f"{name}-{width}-{look}{f': {over} px too wide' if over > 0 else ''}")
            context.close()
        browser.close()
    return int(wide > 0)


if __name__ == "__main__":
    sys.exit(main())
