"""Latency from commit to content: phones post at a steady rate while many readers have the standings open.

    DATABASE_URL=postgresql://postgres@127.0.0.1:5432/postgres python benchmarks/live.py --readers 1000
    … python benchmarks/live.py --readers 10000 --apart --seconds 30

Everything runs on this machine. `--apart` uses a separate server for the readers. A posting's time is measured from
`kept_at`, the start of its transaction, until a reader has content with at least its number. Then all connections are
cut at once while posting continues. The same run also measures the bare stream (bare_stream.py) with as many bytes, and
nginx with the same bytes as a file.
"""

import argparse
import os
import subprocess
import time
from pathlib import Path

from load import (
    NGINX,
    Phones,
    Readers,
    bare_stream,
    latencies,
    memory,
    ms,
    postings,
    processor_seconds,
    scratch,
    serving,
)

from overtrick.web.live.watched_page import pace_of

TABLES = 50
BARE = 8396


def measure(options: argparse.Namespace, events: list[str], phones: Phones, groups: dict[str, int]) -> float:
    """Run phones and readers against the server, print the results, and return the bytes of a message."""
    before, empty = postings(events), {name: memory(group) for name, group in groups.items()}
    readers = Readers(NGINX, [f"/live/{event}?view=/e/{event}/" for event in events], options.readers)
    print(f"{options.readers} readers hold the page after {readers.wait():.1f} s; load before {os.getloadavg()[0]:.1f}")
    full = {name: memory(group) for name, group in groups.items()}
    phones.post(options.rate, 4)  # warm up
    start, posted, received = time.time(), phones.kept, readers.ask("bytes")
    idle = {name: processor_seconds(group) for name, group in groups.items()}
    taken = sorted(phones.post(options.rate, options.seconds))
    lasted = time.time() - start
    used = {name: processor_seconds(group) - idle[name] for name, group in groups.items()}
    received, posted = readers.ask("bytes") - received, phones.kept - posted
    time.sleep(3)
    until = time.time() - 3
    readers.line.send("cut")
    herd = sorted(phones.post(options.rate, 8))
    back = readers.wait()
    time.sleep(3)
    _, wrong, steps = readers.end()
    found = latencies(events, steps, start, until)
    minute = received / options.readers / lasted * 60
    print(f"{posted / lasted:.1f} results a second, asked for {options.rate:g}; {phones.refused} refused")
    print(f"a post took, ms: {ms(taken)}; while all come again: {ms(herd)}, all back {8 + back:.1f} s after the cut")
    print(f"commit to content, ms: {ms(found)}; {found.count(float('inf'))} of {len(found)} not seen; {wrong} wrong")
    cores = ", ".join(f"{name} {seconds / lasted:.2f}" for name, seconds in used.items())
    print(f"cores: {cores}; {minute / 1000:.0f} kB a minute a reader")
    each = ", ".join(f"{name} {(full[name] - empty[name]) / options.readers / 1000:.0f}" for name in groups)
    print(
        f"memory a reader, kB: {each}; {before} postings before, {postings(events)} after, {phones.kept} acknowledged"
    )
    ticks = sum(1 for mine in steps for moment, _ in mine if start < moment < until) / max(1, len(steps))
    return float(received / options.readers / max(1.0, ticks))


def measure_bare(options: argparse.Namespace, size: int) -> None:
    """Measure the bare stream with as many bytes per second, and nginx with the same bytes as a file."""
    import urllib.request

    os.environ.update(BARE_BYTES=str(size), BARE_TICK=str(pace_of(options.readers)))
    bare = subprocess.Popen(bare_stream(BARE), cwd=Path(__file__).parent, start_new_session=True)  # noqa: S603 - our own command
    try:
        time.sleep(3)
        readers = Readers(BARE, ["/"], options.readers)
        readers.wait()
        idle, sent = processor_seconds(bare.pid), readers.ask("bytes")
        time.sleep(8)
        used, sent = processor_seconds(bare.pid) - idle, readers.ask("bytes") - sent
        readers.end()
        print(f"bare stream: {used / 8:.2f} cores, {sent / options.readers * 7.5 / 1000:.0f} kB a minute a reader")
    finally:
        bare.terminate()
        bare.wait(10)
    began, count = time.perf_counter(), 2000
    for _ in range(count):
        with urllib.request.urlopen(f"http://127.0.0.1:{NGINX}/bare", timeout=10) as answer:
            answer.read()
    print(f"nginx with a file, one after another: {(time.perf_counter() - began) / count * 1e6:.0f} µs with its reader")


def main() -> None:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=20)
    asked.add_argument("--rate", type=float, default=50, help="results a second")
    asked.add_argument("--readers", type=int, default=1000)
    asked.add_argument("--workers", type=int, default=1)
    asked.add_argument("--apart", action="store_true", help="a server of its own for the readers")
    options = asked.parse_args()
    with scratch(1, TABLES) as (events, tokens), serving(workers=options.workers, apart=options.apart) as groups:
        measure_bare(options, round(measure(options, events, Phones(tokens), groups)))


if __name__ == "__main__":
    main()
