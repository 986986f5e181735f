"""The chaos of a Bridgemate Data Connector: a simulated one and our side of it are killed while tables play."""

import random
import signal
import subprocess
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, ClassVar

from rig import command, free_port, wait_until
from trials import Trial

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
"""Seconds for our side to contact the connector, and for everything to be accepted once the kills have ended."""


class ConnectorTrial(Trial):
    """Kill a simulated Data Connector and our side of it, with equal chances, while tables play.

    Devices put their results into the connector's queue on the disk, and occasionally correct one; accepting is slow,
    so that many kills (`kill -9`) fall between storing and accepting a result. Every board then has its last result in
    the book, was posted once, was corrected no more often than on its device, and never has the same result twice in a
    row; `overtrick verify` checks the book.
    """

    options: ClassVar[Mapping[str, float]] = {"times": 200, "seed": 16, "tables": 20}

    def __init__(self, asked: Namespace, folder: Path, stack: ExitStack) -> None:
        super().__init__(asked, folder, stack)
        event = Event.new("club/pairs-night")
        event.enter(2 * asked.tables)
        event.start(STAGE, seed="night")
        event.draw(STAGE, seed="night")
        self.book = folder / "night.jsonl"
        event.save(self.book)
        self.plan = device_plan(event.state, STAGE)
        port, server = str(free_port()), str(ROOT / "tests" / "data_connector.py")
        ours = ["-m", "overtrick", "bridgemate", "connect", str(self.book), "--port", port, "--every", "0.05"]
        self.commands = {"connector": [server, port, str(folder), str(SLOW)], "our side": ours}
        self.running: dict[str, subprocess.Popen[bytes]] = {}
        self.before_acceptance = 0
        for side in self.commands:
            stack.callback(self.kill, side)
            self.start(side)

    def start(self, side: str) -> None:
        """Start a side in a process of its own."""
        with (self.folder / f"{side}.log").open("ab") as log:
            self.running[side] = subprocess.Popen([sys.executable, *self.commands[side]], stdout=log, stderr=log)

    def kill(self, side: str) -> None:
        """Kill a side at any point of its work."""
        self.running[side].send_signal(signal.SIGKILL)
        self.running[side].wait()

    def all_accepted(self) -> bool:
        """Whether our side has accepted every result in the queue."""
        return accepted(self.folder).get("results", 0) >= len(queued(self.folder, "results"))

    def faults(self) -> Iterator[str]:
        """Let devices report a share of the boards and correct others, then kill a side, again and again."""
        folder, dice, kills = self.folder, self.dice, self.asked.times
        boards = [(play, board) for play in self.plan.plays for board in play.boards]
        dice.shuffle(boards)
        told: list[tuple[Play, int]] = []
        contacts = 0
        for number in range(kills):
            share = boards[len(boards) * number // kills : len(boards) * (number + 1) // kills]
            again = dice.sample(told, min(len(told), dice.randint(0, 2)))
            told += share
            put(folder, "results", [report(self.plan, play, board, dice) for play, board in (*share, *again)])
            wait_until(lambda: len(queued(folder, "asked")) > contacts, PATIENCE, "our side's contact")  # noqa: B023
            time.sleep(dice.uniform(0.0, 0.6))
            side = dice.choice(("connector", "our side"))
            self.before_acceptance += not self.all_accepted()
            self.kill(side)
            contacts = len(queued(folder, "asked"))
            self.start(side)
            yield side

    def settle(self) -> None:
        wait_until(self.all_accepted, PATIENCE, "the acceptance of the queue")

    def check(self) -> Mapping[str, list[str]]:
        wrong, counts = book_faults(self.book, self.folder)
        print(
            f"{self.before_acceptance} kills with results not accepted yet; {counts['said']} words, {counts['boards']} "
            f"boards, {counts['corrected']} corrected in the book"
        )
        done = command("verify", str(self.book))
        return {"boards": wrong, "broken books": [done.stdout + done.stderr] if done.returncode else []}


def report(plan: Plan, play: Play, board: int, dice: random.Random) -> dict[str, Any]:
    """A device's report on a board."""
    seat = dice.randint(1, 4)
    return {
        "SessionGuid": plan.guid, "SectionLetters": play.section, "TableNumber": play.table,
        "RoundNumber": play.round, "BoardNumber": board, "ScoringDirection": 3, "IsDeleted": False,
        "PairNorthSouth": play.ns, "PairEastWest": play.ew, "DeclaringPair": play.ns if seat in (1, 3) else play.ew,
        "DeclarerDirection": seat, "Level": dice.randint(1, 5), "Denomination": dice.randint(1, 5), "Stake": 0,
        "TotalTricks": dice.randint(6, 11), "LeadCardRank": 0, "LeadCardSuit": 0,
    }  # fmt: skip


def book_faults(book: Path, folder: Path) -> tuple[list[str], Counter[str]]:
    """The faults in a book, compared with what the devices sent; and the counts."""
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
    wrong += [f"{place} was corrected too often" for place, many in corrected.items() if many > changes[place]]
    counts = Counter(said=sum(changes.values()) + len(last), boards=len(last), corrected=sum(corrected.values()))
    return wrong, counts
