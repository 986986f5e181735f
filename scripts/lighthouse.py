"""Run Lighthouse on the standings, a board, a scorecard and a table's page of the running demo.

    python scripts/lighthouse.py /tmp/lighthouse
    python scripts/lighthouse.py /tmp/lighthouse --runs 3 standings phone

Lighthouse is an npm package that the product does not depend on: `npx` fetches the version named here, which needs Node
and, the first time, the network. It drives Debian's Chromium, and calculates from an unthrottled load how long a phone
would take with a quarter of the processor and a connection of 150 ms and 1.6 Mbit/s. The demo is served by `overtrick
demo`. Of several runs the median counts, since a busy machine makes times longer. The full reports stay in the folder;
the command fails if a page has less than 100.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from pictures import PATIENCE, SWISS, Demo, running

LIGHTHOUSE = "lighthouse@13.5.0"
TRIES = 3
CATEGORIES = ("performance", "accessibility", "best-practices", "seo")
TIMES = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "speed-index",
    "total-blocking-time",
    "cumulative-layout-shift",
)


def pages(demo: Demo) -> Mapping[str, str]:
    """The pages, by name."""
    return {
        "standings": f"/e/{SWISS}/",
        "board": f"/e/{SWISS}/board/swiss/4/3/",
        "scorecard": f"/e/{SWISS}/pair/1/",
        "phone": demo.tables[0],
    }


def looked_at(address: str, chromium: str, into: Path) -> dict[str, Any]:
    """The report on one page; occasionally Chromium writes no trace, and the page is loaded again."""
    command = [
        "npx", "--yes", LIGHTHOUSE, address, "--quiet", "--output=json", f"--output-path={into}",
        "--chrome-flags=--headless=new --no-sandbox",
    ]  # fmt: skip
    for _ in range(TRIES):
        done = subprocess.run(
            command, env={**os.environ, "CHROME_PATH": chromium}, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            report: dict[str, Any] = json.loads(into.read_text(encoding="utf-8"))
            return report
    raise SystemExit(f"{address}: {done.stderr}")


def settled(address: str) -> None:
    """Wait until everything on an event's page is calculated; until then it is not cached, and reloads itself."""
    until = time.monotonic() + PATIENCE
    while "/e/" in address and time.monotonic() < until:
        with urlopen(address) as answer:  # noqa: S310 - the demo's own
            if answer.headers["Cache-Control"] != "no-store":
                return
        time.sleep(1)


def scores(report: dict[str, Any]) -> tuple[int, ...]:
    """The four category scores of a report, out of 100."""
    return tuple(round(100 * (report["categories"][each]["score"] or 0)) for each in CATEGORIES)


def failing(report: dict[str, Any]) -> Iterator[str]:
    """The failed audits: those that cost points have a star."""
    for category in CATEGORIES:
        for each in report["categories"][category]["auditRefs"]:
            audit = report["audits"][each["id"]]
            if audit["score"] is not None and audit["score"] < 1:
                says = f": {audit['displayValue']}" if audit.get("displayValue") else ""
                yield f"{'*' if each['weight'] else ' '} {category}, {each['id']} {audit['score']:.2f}{says}"


def main() -> int:
    """Check the pages, print the results, and return 1 if any page is below the full score."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, help="where the reports go")
    options.add_argument("pages", nargs="*", help="some of the pages: standings, board, scorecard, phone")
    options.add_argument("--runs", type=int, default=1, help="how often each page is looked at")
    chosen = options.parse_args()
    chromium = shutil.which("chromium")
    if chromium is None or shutil.which("npx") is None:
        raise SystemExit("install Debian's chromium and npm, or put others on the path")
    chosen.folder.mkdir(parents=True, exist_ok=True)
    short = False
    with running(says_its_address=True) as demo:
        for name, path in pages(demo).items():
            if chosen.pages and name not in chosen.pages:
                continue
            settled(demo.home + path)
            made = [
                looked_at(demo.home + path, chromium, chosen.folder / f"{name}-{run}.json")
                for run in range(1, chosen.runs + 1)
            ]
            report = sorted(made, key=scores)[len(made) // 2]
            short |= min(scores(report)) < 100
            print(f"{name}: {' / '.join(map(str, scores(report)))}", f"(load {os.getloadavg()[0]:.1f})")
            print("  " + ", ".join(f"{each} {report['audits'][each]['displayValue']}" for each in TIMES))
            for line in failing(report):
                print(f"  {line}")
    return int(short)


if __name__ == "__main__":
    sys.exit(main())
