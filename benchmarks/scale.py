"""What a club, a state, a nation and the world would need: the measured cost of each piece, and totals from these.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/scale.py
    … python benchmarks/scale.py --costs costs.json        # sums from costs that were measured before

Measured, in processor seconds: a result from a phone, a frame of the standings at two sizes of event, a message to a
reader, and what PostgreSQL and nginx do meanwhile. Two whole runs (live.py, scenarios.py) are then predicted from these
costs and compared with their measurements. benchmarks/results/scale.md explains the output.
"""

import argparse
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path

from load import NGINX, SCRATCH, Phones, Readers, memory, processor_seconds, scratch, serving

from overtrick.web.live.watched_page import pace_of

RATE, SECONDS, SMALL, LARGE, CROWD = 40.0, 20.0, 25, 100, 1000
"""The conditions of the measurement: results per second, seconds, tables of a small and a large event, and readers."""
USED = 0.6
"""The share of a core used in plans: the rest is for bursts."""


@dataclass(frozen=True)
class Costs:
    """Processor seconds of each piece, and the bytes it stores and sends."""

    post: float
    frame: float
    frame_a_table: float
    tell: float
    database_post: float
    nginx_post: float
    nginx_tell: float
    message: float
    reader: float
    nginx_reader: float
    process: float


@dataclass(frozen=True)
class Load:
    """A rate of results over events with this many tables, and readers distributed over them."""

    name: str
    rate: float
    events: int
    tables: int
    readers: int


@dataclass(frozen=True)
class Need:
    """The needs of a load: cores of each kind, memory and bytes per second, and seconds from commit to content."""

    server: float
    nginx: float
    database: float
    memory: float
    bytes: float
    content: float


LOADS = (
    Load("a club's evening", 0.05, 1, 20, 40),
    Load("a state's congress", 2, 4, 60, 800),
    Load("a nation's evening", 2, 334, 12, 5_000),
    Load("a nation's championship", 10, 6, 250, 10_000),
    Load("all face-to-face bridge at once", 170, 5_000, 15, 50_000),
    Load("a final with 100,000 readers", 1, 1, 16, 100_000),
    Load("design load", 1_000, 5_000, 30, 100_000),
)


def need(load: Load, costs: Costs) -> Need:
    """The needs of a load by the costs of its pieces."""
    readers = load.readers / load.events
    pace = pace_of(round(readers))
    frames = load.events * min(load.rate / load.events, 1 / pace) if load.readers else 0.0
    told = load.readers * frames / load.events
    a_frame = costs.frame + costs.frame_a_table * load.tables
    return Need(
        server=load.rate * costs.post + frames * a_frame + told * costs.tell,
        nginx=load.rate * costs.nginx_post + told * costs.nginx_tell,
        database=load.rate * costs.database_post,
        memory=costs.process + load.readers * (costs.reader + costs.nginx_reader),
        bytes=told * costs.message,
        content=pace + a_frame,
    )


@dataclass(frozen=True)
class Piece:
    """What one run used: processor seconds of server, nginx and database; bytes and messages per reader; memory."""

    server: float
    nginx: float
    database: float
    received: float
    messages: float
    held: float
    held_by_nginx: float
    posts: int


def run(tables: int, crowds: tuple[int, ...]) -> list[Piece]:
    """Let phones of one event post, with a crowd of each of these sizes at its standings."""
    found = []
    with scratch(1, tables) as (events, tokens), serving() as groups:
        phones = Phones(tokens)
        phones.post(RATE, 5)  # warm up
        for count in crowds:
            crowd = Readers(NGINX, [f"/live/{events[0]}?view=/e/{events[0]}/"], count) if count else None
            if crowd:
                crowd.wait()
            phones.post(RATE, 3)
            held, before, kept = [memory(each) for each in groups.values()], used_by(groups), phones.kept
            received = crowd.ask("bytes") if crowd else 0
            began = time.time()
            phones.post(RATE, SECONDS)
            used = [after - at for after, at in zip(used_by(groups), before, strict=True)]
            received = (crowd.ask("bytes") - received) / count if crowd else 0.0
            steps = crowd.end()[2] if crowd else []
            told = sum(1 for mine in steps for moment, _ in mine if moment >= began) / max(1, count)
            server, nginx, database = used
            held_by_server, held_by_nginx = held
            found.append(
                Piece(server, nginx, database, received, told, held_by_server, held_by_nginx, posts=phones.kept - kept)
            )
    return found


def used_by(groups: dict[str, int]) -> list[float]:
    """Processor seconds so far of the server, nginx, and the database processes that serve it."""
    database = 0.0
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if f" {SCRATCH} " in each.read_bytes().replace(b"\0", b" ").decode(errors="replace"):
                fields = (each.parent / "stat").read_text().rpartition(")")[2].split()
                database += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return [*(processor_seconds(group) for group in groups.values()), database]


def measured() -> Costs:
    """The costs of every piece here: phones alone, with one reader, with a thousand; in a small and a large event."""
    sizes = [(SMALL, (0, 1, CROWD)), (LARGE, (0, 1))]
    with ProcessPoolExecutor(1, get_context("spawn"), max_tasks_per_child=1) as each:  # its own database and Django
        (alone, one, many), (alone_large, one_large) = [each.submit(run, *size).result() for size in sizes]
    frame, frame_large = ((at.server - by.server) / at.messages for at, by in ((one, alone), (one_large, alone_large)))
    a_table = (frame_large - frame) / (LARGE - SMALL)
    told = CROWD * many.messages
    return Costs(
        post=alone.server / alone.posts, database_post=alone.database / alone.posts,
        nginx_post=alone.nginx / alone.posts,
        frame=frame - SMALL * a_table, frame_a_table=a_table, tell=max(0.0, many.server - one.server) / told,
        nginx_tell=max(0.0, many.nginx - one.nginx) / told, message=many.received / many.messages,
        reader=(many.held - one.held) / CROWD, nginx_reader=(many.held_by_nginx - one.held_by_nginx) / CROWD,
        process=alone.held + alone.held_by_nginx,
    )  # fmt: skip


def main() -> int:
    """Measure the costs or read them, and print what each load needs."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument(
        "--costs", type=Path, help="costs that were measured before; they are written there if it is new"
    )
    asked.add_argument(
        "--load", nargs=5, action="append", default=[], metavar=("NAME", "RATE", "EVENTS", "TABLES", "READERS"),
        help="one more load: results a second, events, tables of each, readers of all",
    )  # fmt: skip
    options = asked.parse_args()
    if options.costs and options.costs.exists():
        costs = Costs(**json.loads(options.costs.read_text()))
    else:
        costs = measured()
        if options.costs:
            options.costs.write_text(json.dumps(asdict(costs), indent=1) + "\n")
    for name, value in asdict(costs).items():
        print(f"{name.replace('_', ' '):14} {value * 1e6:10.0f} µs" if value < 1 else f"{name:14} {value:12.0f} bytes")
    more = [Load(name, float(rate), *map(int, counts)) for name, rate, *counts in options.load]
    print("load | results/s | events | readers | server | nginx | database | GB | Mbit/s | seconds to content")
    for load in (*LOADS, *more):
        wants = need(load, costs)
        cores = " | ".join(f"{each / USED:.2f}" for each in (wants.server, wants.nginx, wants.database))
        told = f"{wants.memory / 1e9:.1f} | {wants.bytes * 8 / 1e6:.1f} | {wants.content:.1f}"
        print(f"{load.name} | {load.rate:g} | {load.events} | {load.readers} | {cores} | {told}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
