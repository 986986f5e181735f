"""Every way to play is in the list of ways, and nobody outside asks which class it is."""

import re
from collections.abc import Iterator
from pathlib import Path

import overtrick
from overtrick.core.event.plan import graph, session_ways, ways
from overtrick.core.event.plan.way_to_play import WayToPlay
from overtrick.core.event.play.ways import WAYS

SRC = Path(overtrick.__file__).parent
KINDS = "Swiss|Robin|TwoField|Session|Stanza|Finals|Tally|Knockout|DropIn"
SWITCH = re.compile(
    rf"isinstance\([^)]*({KINDS})Play|case .*({KINDS})Play\(|\.season is (not )?None|isinstance\([^)]*TeamsRule"
)
MOST = 30


def _switches() -> Iterator[str]:
    for path in sorted(SRC.rglob("*.py")):
        name = path.relative_to(SRC).as_posix()
        if not name.startswith("core/event/play/"):
            yield from (
                f"{name}: {line.strip()}" for line in path.read_text("utf-8").splitlines() if SWITCH.search(line)
            )


def test_every_way_is_in_the_list() -> None:
    named = [each for room in (ways, session_ways, graph) for each in vars(room).values() if isinstance(each, type)]
    assert {each for each in named if issubclass(each, WayToPlay)} - {WayToPlay, ways.InBrackets} == set(WAYS)


def test_few_places_outside_tell_ways_apart_by_their_class() -> None:
    found = list(_switches())
    assert len(found) <= MOST, "\n".join(found)
