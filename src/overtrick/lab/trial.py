"""An event of one's own played through once, so that whatever play would refuse is known before anybody sits down."""

from random import Random

from overtrick.core.errors import OvertrickError
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.events import plan_of


def refusals(file: EventFile) -> list[str]:
    """What play refuses of an event that takes so few as it may: nothing where it comes to its end."""
    least = next(size for size in range(file.event.entries.least, file.event.usual + 1) if file.event.takes(size))
    try:
        Rehearsal(plan_of(file), file.event.id, Random(1)).play(least)  # noqa: S311 - a rehearsal, not a lot
    except OvertrickError as error:
        return [f"{file.where(('event',))}: played with {least} {file.event.contest} it is refused: {error}"]
    return []
