"""Kill the Data Connector's stand-in and our side of it while 20 tables play, and prove that nothing is lost.

    python scripts/connector_kills.py                 # 200 kills
    python scripts/connector_kills.py --kills 6 --seed 3 --tables 4

Devices put their results into the stand-in's queue on the disk, and now and then put one right. Meanwhile either side
is killed (`kill -9`), half of the time each, and started again; an acceptance is slow, so that many a kill falls
between what was kept and what was accepted. At the end the book is held against what the devices said: every board has
its last word, was posted once, was put right no more often than its device did, and never said the same twice in a
row. `overtrick verify` proves the book.
"""

import argparse
import json
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from data_connector import accepted, put, queued  # noqa: E402 - of the tests, which the path above names
from overtrick.api import Event  # noqa: E402
from overtrick.core.event.acts import ResultCorrected, ResultPosted  # noqa: E402
from overtrick.formats.bridgemate.data_connector import words_of  # noqa: E402
from overtrick.formats.bridgemate.plan import Plan, Play  # noqa: E402
from overtrick.views.bridgemates import device_plan  # noqa: E402

STAGE = "Night"
SLOW = 0.15
"""Seconds that an acceptance takes."""
PATIENCE = 180.0
"""Seconds in which everything is taken once nobody is killed any more."""


@dataclass
class Rig:
    """Both sides, in processes of their own."""

    book: Path
    folder: Path
    port: int
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, side: str) -> None:
        """Start a side."""
        server = [str(ROOT / "tests" / "data_connector.py"), str(self.port), str(self.folder), str(SLOW)]
        ours = ["-m", "overtrick", "bridgemate", "connect", str(self.book), "--port", str(self.port), "--every", "0.05"]
        with (self.folder / f"{side}.log").open("ab") as log:
            asked = [sys.executable, *(server if side == "server" else ours)]
            self.running[side] = subprocess.Popen(asked, stdout=log, stderr=log)

    def kill(self, side: str) -> None:
        """Kill a side, whatever it is at."""
        self.running[side].send_signal(signal.SIGKILL)
        self.running[side].wait()

    def stop(self) -> None:
        """Kill whatever runs."""
        for side in self.running:
            with suppress(ProcessLookupError):
                self.kill(side)


def night(folder: Path, tables: int) -> tuple[Path, Plan]:
    """The book of a night of so many tables, all rounds published."""
    event = Event.new("club/pairs-night")
    event.enter(2 * tables)
    event.start(STAGE, seed="night")
    event.draw(STAGE, seed="night")
    path = folder / "night.jsonl"
    event.save(path)
    return path, device_plan(event.state, STAGE)


def said(plan: Plan, play: Play, board: int, dice: random.Random) -> dict[str, Any]:
    """What a device says of a board."""
    seat = dice.randint(1, 4)
    return {
        "SessionGuid": plan.guid, "SectionLetters": play.section, "TableNumber": play.table,
        "RoundNumber": play.round, "BoardNumber": board, "ScoringDirection": 3, "IsDeleted": False,
        "PairNorthSouth": play.ns, "PairEastWest": play.ew, "DeclaringPair": play.ns if seat in (1, 3) else play.ew,
        "DeclarerDirection": seat, "Level": dice.randint(1, 5), "Denomination": dice.randint(1, 5), "Stake": 0,
        "TotalTricks": dice.randint(6, 11), "LeadCardRank": 0, "LeadCardSuit": 0,
    }  # fmt: skip


def faults(book: Path, folder: Path) -> tuple[list[str], Counter[str]]:
    """What is wrong with a book, beside what the devices said; and what there is."""
    last: dict[tuple[int, int, int], Any] = {}
    changes: Counter[tuple[int, int, int]] = Counter()
    for word in words_of(queued(folder, "results")):
        place = (word.round, word.table, word.board)
        changes[place] += place in last
        last[place] = word.result
    posted: Counter[tuple[int, int, int]] = Counter()
    corrected: Counter[tuple[int, int, int]] = Counter()
    now: dict[tuple[int, int, int], Any] = {}
    wrong = []
    for posting in Event.open(book).postings():
        act = posting.act
        if isinstance(act, ResultPosted | ResultCorrected):
            place = (act.round, act.table, act.board)
            (posted if isinstance(act, ResultPosted) else corrected)[place] += 1
            if now.get(place) == act.result:
                wrong.append(f"posting {posting.number} says again what stood")
            now[place] = act.result
        elif posting.by == "Bridgemate":
            wrong.append(f"posting {posting.number} is {act.called}")
    wrong += [f"{place} is lost" for place in last if place not in now]
    wrong += [
        f"{place} is {now[place]}, not {last[place]}" for place in last if place in now and now[place] != last[place]
    ]
    wrong += [f"{place} was posted {many} times" for place, many in posted.items() if many != 1]
    wrong += [f"{place} was put right too often" for place, many in corrected.items() if many > changes[place]]
    counts = Counter(said=sum(changes.values()) + len(last), boards=len(last), corrected=sum(corrected.values()))
    return wrong, counts


def wait_until_asked(folder: Path, before: int) -> None:
    """Wait until our side has spoken with the connector again: a process that asks nobody yet proves little."""
    until = time.monotonic() + PATIENCE
    while len(queued(folder, "asked")) <= before and time.monotonic() < until:
        time.sleep(0.02)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as asked:
        asked.bind(("127.0.0.1", 0))
        return int(asked.getsockname()[1])


def run(kills: int, tables: int, seed: int, folder: Path) -> list[str]:
    """Play a night with so many kills; what is wrong at its end."""
    dice, began = random.Random(seed), time.monotonic()  # noqa: S311 - a trial, not a lot
    book, plan = night(folder, tables)
    boards = [(play, board) for play in plan.plays for board in play.boards]
    dice.shuffle(boards)
    rig = Rig(book, folder, free_port())
    killed: Counter[str] = Counter()
    before_acceptance = asked = 0
    told: list[tuple[Play, int]] = []
    try:
        for side in ("server", "ours"):
            rig.start(side)
        for number in range(kills):
            share = boards[len(boards) * number // kills : len(boards) * (number + 1) // kills]
            again = dice.sample(told, min(len(told), dice.randint(0, 2)))
            told += share
            put(folder, "results", [said(plan, play, board, dice) for play, board in (*share, *again)])
            wait_until_asked(folder, asked)
            time.sleep(dice.uniform(0.0, 0.6))
            side = dice.choice(("server", "ours"))
            before_acceptance += accepted(folder).get("results", 0) < len(queued(folder, "results"))
            rig.kill(side)
            asked = len(queued(folder, "asked"))
            killed[side] += 1
            rig.start(side)
        until = time.monotonic() + PATIENCE
        while accepted(folder).get("results", 0) < len(queued(folder, "results")) and time.monotonic() < until:
            time.sleep(0.1)
    finally:
        rig.stop()
    wrong, counts = faults(book, folder)
    if accepted(folder).get("results", 0) < len(queued(folder, "results")):
        wrong.append("the queue was not accepted to its end")
    proved = subprocess.run([sys.executable, "-m", "overtrick", "verify", str(book)], capture_output=True, check=False)
    wrong += [] if proved.returncode == 0 else [proved.stdout.decode() + proved.stderr.decode()]
    print(
        f"{kills} kills ({killed['ours']} of ours, {killed['server']} of the connector, {before_acceptance} with "
        f"results not accepted yet), {tables} tables, seed {seed}: {counts['said']} words, {counts['boards']} boards, "
        f"{counts['corrected']} put right in the book, {len(wrong)} faults, {time.monotonic() - began:.0f} s"
    )
    return wrong


def main() -> None:
    """Run it, and fail with what is wrong."""
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--kills", type=int, default=200)
    asked.add_argument("--tables", type=int, default=20)
    asked.add_argument("--seed", type=int, default=16)
    asked.add_argument("--keep", type=Path)
    wanted = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        here = wanted.keep or Path(folder)
        here.mkdir(parents=True, exist_ok=True)
        wrong = run(wanted.kills, wanted.tables, wanted.seed, here)
    print(json.dumps(wrong[:20], indent=1)) if wrong else None
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
