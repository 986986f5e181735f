"""A trial run of a custom event, so that anything play would refuse is known before the event begins."""

from collections.abc import Callable, Mapping
from random import Random

from overtrick.core.errors import OvertrickError
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.verify import draws_by_hand
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.lint.findings import covering_readings
from overtrick.regulations.plan.event_book import find_event
from overtrick.regulations.plan.events import plan_of
from overtrick.regulations.read.editions import in_force, use_edition
from overtrick.regulations.read.event_texts import EVENTS, event_paths
from overtrick.regulations.read.load import add_folder


def refusals(file: EventFile) -> list[str]:
    """What play refuses in an event with its minimum number of entries; empty if it reaches its end."""
    least = next(size for size in range(file.event.entries.least, file.event.usual + 1) if file.event.takes(size))
    try:
        postings = Rehearsal(plan_of(file), file.event.id, Random(1)).play(least)  # noqa: S311 - a rehearsal, not a lot
    except OvertrickError as error:
        return [f"{file.where(('event',))}: played with {least} {file.event.contest} it is refused: {error}"]
    if covering_readings(file, "rematches"):
        return []
    return [
        f"{file.where(('event',))}: played with {least} {file.event.contest}, round {each.round} of {each.stage} has "
        "no draw left in which nobody meets twice; raise the least entry, play fewer matches, or write "
        "rematch = “fewest when unavoidable” in its draw"
        for each in draws_by_hand(postings)[:1]
    ]


def folder_refusals(
    folder: str, texts: Mapping[str, str], goes_on: Callable[[], bool] = lambda: True
) -> tuple[list[str], list[str]]:
    """What play refuses in the events of a rules folder; and those not tried because *goes_on* returned false.

    *texts* are the folder's files by path, which have passed the checks.
    """
    refused, untried = [], []
    with use_edition(add_folder(in_force(), folder, texts)):
        for name in (each for each, path in event_paths().items() if path.startswith(f"{folder}{EVENTS}")):
            if goes_on():
                refused += refusals(find_event(name))
            else:
                untried.append(name)
    return refused, untried
