"""Try hostile acts of every kind against events of the five documents, and count the outcomes.

    python scripts/hostile.py --acts 1000000 --seed 1

An act must be refused with a reason, or be accepted, folded, viewed, written and read back. Anything else stops the run
with the act that caused it and exit code 1; the same seed reproduces it.
"""

import argparse
import sys
import time

from hostile_acts import Poisoned, Tally, attacks
from hostile_starts import starts

from overtrick.ledger.garbage_collection import collect_seldom

EVENTS = (
    ("nsw-swiss-pairs/congress", 9),
    ("anc-2026/three-day-teams", 8),
    ("anc-2026/mixed-butler", 14),
    ("anc-2026/interstate-open", 8),
    ("anc-2026/one-day-matchpoint-pairs", 8),
    ("sabf-2020/state-teams", 12),
    ("sabf-2020/state-open-pairs", 14),
    ("sabf-2020/swiss-teams", 9),
    ("gnot-nsw-2018/gnot", 18),
    ("nsw-its-2021/oits", 22),
)
"""An event for each way to play, of every document, with few entries: small states are quick to try."""
YEARS = ("sabf-2020",)
"""Documents with a selection year."""


def main() -> int:
    """Run, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--acts", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    starting = list(starts(EVENTS, YEARS))
    collect_seldom()
    print(f"{len(starting)} starts of {len(EVENTS)} events and {len(YEARS)} year; seed {asked.seed}")
    began, tally, said = time.perf_counter(), Tally(), 0
    try:
        for tally in attacks(starting, asked.acts, asked.seed):
            if tally.tried // 50_000 > said:
                said = tally.tried // 50_000
                print(f"  {tally.tried} tried, {tally.accepted} taken, {time.perf_counter() - began:.0f} s", flush=True)
    except Poisoned as found:
        print(f"seed {asked.seed}, after {tally.tried} acts: {found}")
        return 1
    print(f"{tally.tried} acts in {time.perf_counter() - began:.0f} s ({time.process_time():.0f} s of processor)")
    print(f"taken: {tally.accepted}, of {len(tally.taken)} kinds; the rest refused:")
    for how, count in tally.refused.most_common():
        print(f"  {how}: {count}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
