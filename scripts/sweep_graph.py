"""Plays an event that is a graph of stages for every possible entry and many seeds, verifies the books, and reports.

    python scripts/sweep_graph.py gnot-nsw-2018/gnot --seeds 50

Choices, opt-ins and opt-outs, forfeited turns, ties of every kind, extra boards and changed results occur at random;
their occurrences are counted, so that a sweep shows whether something never happened.
"""

import argparse
import sys
import time
from collections import Counter
from random import Random

from overtrick.core.event.acts import ChoiceMade, PlacesExchanged, Posting
from overtrick.core.event.after.ending import ending
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.graph import KnockoutPlay
from overtrick.core.event.play.knockout import outcomes
from overtrick.lab.fault_rates import USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import find_event, plan_for


def variants(event: str) -> list[tuple[int, dict[str, str]]]:
    """Every entry the event accepts, with the default readings and with every alternative that changes its graph."""
    file = find_event(event)
    least, most = file.event.entries.least, file.event.entries.most or file.event.entries.least
    found: list[tuple[int, dict[str, str]]] = [(entry, {}) for entry in range(least, most + 1)]
    for reading in file.reading:
        found += [
            (entry, {reading.id: way.way}) for way in reading.other for entry in range(least, most + 1)
            if str(entry) in str(way.to)
        ]  # fmt: skip
    return found


def seen(event: Tournament, postings: list[Posting]) -> Counter[str]:
    """Counts of what occurred in a book."""
    found = Counter(posting.act.called for posting in postings)
    found = Counter({name: found[name] for name in found if name in INTERESTING})
    found["choices"] = sum(isinstance(posting.act, ChoiceMade) for posting in postings)
    for state in event.stages.values():
        if isinstance(state.plan.play, KnockoutPlay):
            found.update(f"decided by {each.by}" for each in outcomes(state))
            found.update(turn.ended.value for turn in (state.choice.turns if state.choice else ()) if turn.ended)
            found["bar lifted"] += len(state.left.lucky.bar_lifted_for) if state.left and state.left.lucky else 0
    return found


INTERESTING = {
    "choice declared", "choice forfeited", "extra boards called", "places exchanged", "played off", "match forfeited",
    "result corrected", "entrants joined",
}  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("event")
    parser.add_argument("--seeds", type=int, default=50)
    parser.add_argument("--first", type=int, default=1)
    asked = parser.parse_args()
    plan, counted, wrong, began = plan_for(asked.event), Counter[str](), 0, time.monotonic()
    books = 0
    for entry, readings in variants(asked.event):
        for seed in range(asked.first, asked.first + asked.seeds):
            dice = Random(f"{entry} {readings} {seed}")  # noqa: S311 - a rehearsal, not a lot
            rehearsal = Rehearsal(plan, asked.event, dice, USUAL_FAULTS, readings=readings)
            postings = rehearsal.play(entry)
            proof = verify(plan, postings)
            ranked = ending(rehearsal.state).ranking
            if not proof.sound or sorted(ranked) != sorted(rehearsal.state.entries):
                wrong += 1
                told = "; ".join(str(each) for each in proof.objections[:3])
                print(f"{entry} {readings} seed {seed}: {told}, {len(ranked)} ranked")
            counted += seen(rehearsal.state, postings)
            counted["exchanged"] += sum(isinstance(posting.act, PlacesExchanged) for posting in postings)
            books += 1
        print(f"{entry} {readings or ''}: {books} books, {time.monotonic() - began:.0f} s", flush=True)
    for name, count in sorted(counted.items()):
        print(f"{count:>8}  {name}")
    print(f"{books} books, {wrong} unsound")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
