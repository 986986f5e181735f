"""The speed of dealing, compared with the bare hash, and whether the rank of a hand is uniform over many deals.

    python benchmarks/deals.py [--deals 1000000] [--parts 1000] [--seed TEXT]

Three loops over the same counter: the hash alone, the hash with too large numbers skipped, and whole deals. Then the
rank of North's hand is recalculated from the cards of every deal, sorted into equal parts of all 635,013,559,600 hands,
and compared by a chi-squared test. The exit code is 1 if the probability of such a deviation is below 1 in 1,000.
"""

import argparse
import time
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from hashlib import sha256
from itertools import islice
from math import comb

from overtrick.core.dealing.numbers import EAST_AND_SOUTH, deal_of, number_of
from overtrick.core.dealing.ripemd import ripemd160
from overtrick.core.dealing.squaredeal import deal_numbers
from overtrick.core.dealing.statistics import compare_counts

SAMPLE = 20_000
"""Deals in each timed loop."""
OWNER = "benchmark"


def bare_hashes(seed: bytes, count: int) -> None:
    """Hash many counters and discard the results."""
    tail = seed + ripemd160(OWNER.encode())
    for counter in range(count):
        ripemd160(counter.to_bytes(4, "little") + tail)


def main() -> None:
    """Measure, deal, compare."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--deals", type=int, default=1_000_000)
    parser.add_argument("--parts", type=int, default=1_000)
    parser.add_argument("--seed", default="16")
    asked = parser.parse_args()
    seed = sha256(asked.seed.encode()).digest()[:20]
    for name, work in (
        ("bare hash", lambda: bare_hashes(seed, SAMPLE)),
        ("numbers", lambda: list(islice(deal_numbers(seed, OWNER), SAMPLE))),
        ("deals", lambda: [deal_of(number) for number in islice(deal_numbers(seed, OWNER), SAMPLE)]),
    ):
        start = time.process_time()
        work()
        taken = time.process_time() - start
        print(f"{name}: {SAMPLE / taken:,.0f} a second, {taken / SAMPLE * 1e6:.1f} µs each", flush=True)
    start = time.process_time()
    hands = comb(52, 13)
    found: Counter[int] = Counter()
    for number in islice(deal_numbers(seed, OWNER), asked.deals):
        found[number_of(deal_of(number)) // EAST_AND_SOUTH * asked.parts // hands] += 1
    # Each part has as many whole hands as there are between its ends.
    ends = [-(-part * hands // asked.parts) for part in range(asked.parts + 1)]
    shares = {part: Fraction(ends[part + 1] - ends[part], hands) for part in range(asked.parts)}
    result = compare_counts(found, shares)
    print(
        f"{asked.deals:,} deals, rank of North's hand in {asked.parts} parts: chi-square {float(result.value):.2f} "
        f"with {result.freedom} degrees of freedom, chance {result.chance}; {time.process_time() - start:.0f} s"
    )
    if result.chance < Decimal("0.001"):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
