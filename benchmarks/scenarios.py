"""Whole sessions under load, each with a fixed seed: response times, lost results, and memory.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/scenarios.py country
    … python benchmarks/scenarios.py soak --seconds 600

The server runs behind nginx (load.py). Every half minute a line gives the response times of posts and what the
processes use. At the end come the readers' waiting times for content, and the books are compared with what was
acknowledged.
"""

import argparse
import os
import sys
import time
from dataclasses import dataclass, fields, replace
from typing import TypeAlias

from load import NGINX, Phones, Readers, at, latencies, memory, ms, postings, processor_seconds, scratch, serving

Held: TypeAlias = dict[str, float]
"""The megabytes of memory in each group of processes."""
SLICE = 30.0
"""The seconds that a line of the output covers."""


@dataclass(frozen=True)
class Scenario:
    """A number of phones and readers for a number of seconds, repeated *evenings* times with events of their own."""

    events: int
    tables: int
    rate: float
    seconds: float
    readers: int
    cut_every: float = 0.0
    workers: int = 1
    nodes: int = 1
    apart: bool = False
    evenings: int = 1


SCENARIOS = {
    "country": Scenario(events=200, tables=25, rate=300, seconds=600, readers=2000, nodes=2),
    "final": Scenario(events=1, tables=50, rate=50, seconds=120, readers=10_000, apart=True),
    "herd": Scenario(events=1, tables=50, rate=50, seconds=120, readers=2000, cut_every=30),
    "soak": Scenario(events=100, tables=25, rate=50, seconds=900, readers=500, cut_every=600, evenings=4),
}
"""The scenarios: a session across a country, a national final, repeated crowds, and an hour of sessions.

A country's session is at its clubs; the crowds are everyone at once, again and again; in the hour of consecutive
sessions the memory of finished ones must be released.
"""


def run(asked: Scenario, events: list[str], phones: Phones, groups: dict[str, int]) -> tuple[bool, list[Held]]:
    """Run one session and print the results; return whether nothing was lost, doubled or refused, and the memory."""
    before = postings(events)
    readers = Readers(NGINX, [f"/live/{event}?view=/e/{event}/" for event in events], asked.readers)
    print(f"{asked.readers} readers hold a page after {readers.wait():.1f} s; load before {os.getloadavg()[0]:.1f}")
    began, taken, held = time.time(), [], []
    cut = began + asked.cut_every
    while (now := time.time()) < began + asked.seconds:
        if asked.cut_every and now >= cut:
            readers.line.send("cut")
            cut += asked.cut_every
        idle = {name: processor_seconds(group) for name, group in groups.items()}
        kept = phones.kept
        part = phones.post(asked.rate, min(SLICE, began + asked.seconds - now))
        lasted = time.time() - now
        taken += part
        held.append({name: memory(group) / 1e6 for name, group in groups.items()})
        each = ", ".join(
            f"{name} {(processor_seconds(group) - idle[name]) / lasted:.2f} cores {held[-1][name]:.0f} MB"
            for name, group in groups.items()
        )
        told = f"{(phones.kept - kept) / lasted:.1f} a second, ms {ms(sorted(part))}; {each}"
        print(f"{time.time() - began:5.0f} s: {told}; {readers.ask('hold')} hold a page", flush=True)
    until = time.time()
    time.sleep(3)
    _, wrong, steps = readers.end()
    found = latencies(events, steps, began, until - 1, most=20)
    books = postings(events) - before
    rate = phones.kept / (until - began)
    print(f"{rate:.1f} results a second, asked for {asked.rate:g}; {phones.refused} refused; ms {ms(sorted(taken))}")
    print(f"commit to content, ms: {ms(found)}; {found.count(float('inf'))} of {len(found)} not seen; {wrong} wrong")
    print(f"{phones.kept} acknowledged, {books} in {len(events)} books")
    return phones.kept == books and not phones.refused and not wrong, held


def evenings(asked: Scenario, events: list[str], tokens: list[str], groups: dict[str, int]) -> bool:
    """Run sessions one after another, and print the course of memory; return whether nothing was lost in any."""
    sound, held = True, list[Held]()
    for number in range(asked.evenings):
        mine = range(number * asked.events, (number + 1) * asked.events)
        theirs = [token for place, token in enumerate(tokens) if place % len(events) in mine]
        kept, memories = run(asked, events[mine.start : mine.stop], Phones(theirs, hands=32), groups)
        sound, held = sound and kept, held + memories
    quarter = max(1, len(held) // 4)
    for name in groups:
        told = (at(0.5, sorted(each[name] for each in held[part * quarter :][:quarter] or held)) for part in range(4))
        print(f"memory of {name}, by quarters: {', '.join(f'{each:.0f}' for each in told)} MB")
    return sound


def main() -> int:
    """Run the requested scenario."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("scenario", choices=sorted(SCENARIOS))
    for each in fields(Scenario):
        if each.type is not bool:
            asked.add_argument(f"--{each.name.replace('_', '-')}", type=each.type)
    options = vars(asked.parse_args())
    scenario = replace(
        SCENARIOS[options.pop("scenario")], **{name: value for name, value in options.items() if value is not None}
    )
    with (
        scratch(scenario.events * scenario.evenings, scenario.tables) as (events, tokens),
        serving(workers=scenario.workers, nodes=scenario.nodes, apart=scenario.apart) as groups,
    ):
        return 0 if evenings(scenario, events, tokens, groups) else 1


if __name__ == "__main__":
    sys.exit(main())
