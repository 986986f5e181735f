"""Every event's conditions of contest, as the program tells them, kept so that no rule changes unseen.

    cd tests && python -m golden.conditions

writes them anew. Whoever changes a rule reads the difference beside the document before it is committed.
"""

from itertools import takewhile
from pathlib import Path

from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan.stages import Entrants
from overtrick.regulations.describe.event import describe_event
from overtrick.regulations.plan.event_book import event_files

KEPT = Path(__file__).parent / "conditions"


def kept_in(event: str) -> Path:
    """Where an event's conditions are kept."""
    return KEPT / f"{event.replace('/', '_')}.txt"


def conditions(event: str) -> str:
    """The conditions for the least, the usual and the largest entry, without their edition and our readings' words."""
    words = event_files()[event].event
    sizes = {words.entries.least, words.usual, words.entries.most or words.usual}
    return "\n".join(_for(event, size) for size in sorted(sizes))


def _for(event: str, size: int) -> str:
    try:
        lines = list(describe_event(event_files()[event], Entrants(size), (), {}))
    except OvertrickError as refusal:
        return f"{size} entries: {refusal}\n"
    told = takewhile(lambda line: not line.startswith("Gaps and contradictions"), lines)
    return "\n".join(line.rstrip() for line in told if not line.startswith("Edition ")) + "\n"


if __name__ == "__main__":
    KEPT.mkdir(exist_ok=True)
    for name in event_files():
        kept_in(name).write_text(conditions(name), encoding="utf-8")
