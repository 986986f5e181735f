"""The proof that nobody chose the deals, at the director's door: plan, value, keys, each in its time."""

from dataclasses import replace
from typing import Any

import pytest

from directing import Room
from overtrick.core.dealing.squaredeal import hash_of, read_keys
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DealKeysReleased, DealsPlanned, DealsValued
from overtrick.core.event.fold.tournament import replay
from overtrick.director.decide import decide
from overtrick.ledger.codec import read_posting, write_posting
from overtrick.regulations.plan.event_book import plan_for

RULES, STAGE = "nsw-swiss-pairs/congress", "Swiss"
KEYS = (f"1,1:{'a' * 60}", f"1,2:{'b' * 60}", f"2,0:{'c' * 60}")
PLANNED = DealsPlanned(
    "Cup", "an index of Friday", ("2:1-8,9-16:F#:Final #", "0:8:X#:Extra #"), hash_of(read_keys(KEYS))
)
VALUED = DealsValued("Cup", "43275.91", "the newspaper")
RELEASED = DealKeysReleased("Cup", KEYS)


@pytest.fixture
def room() -> Room:
    return Room(RULES).enter([str(number) for number in range(1, 11)])


def test_plan_value_and_keys_are_kept_and_read_back_from_the_book(room: Room) -> None:
    room.do(PLANNED)
    room.do(VALUED)
    dealing = room.event.dealing["Cup"]
    assert (dealing.plan.value, dealing.source, dealing.released) == ("43275.91", "the newspaper", None)
    for posting in list(room.book.postings())[-2:]:
        assert read_posting(write_posting(posting, ""))[0].act in (PLANNED, VALUED)
    again = replay(plan_for(RULES), room.book.postings())
    assert again.dealing == room.event.dealing


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"plan": ""}, "A deal plan needs a name, phases and the source of its public value"),
        ({"delayed": ""}, "A deal plan needs a name, phases and the source of its public value"),
        ({"phases": ()}, "A deal plan needs a name, phases and the source of its public value"),
        ({"phases": ("2:16",)}, "is not a phase"),
        ({"phases": ("2:9-1:F:x",)}, "not a list of boards"),
        ({"key_hash": "abc"}, "64 hexadecimal digits"),
        ({"key_hash": "X" * 64}, "64 hexadecimal digits"),
    ],
)
def test_a_plan_that_fixes_nothing_is_refused(room: Room, changed: dict[str, Any], said: str) -> None:
    with pytest.raises(DirectorError, match=said):
        decide(room.event, replace(PLANNED, **changed))


def test_what_is_published_stays(room: Room) -> None:
    room.do(PLANNED)
    with pytest.raises(DirectorError, match="already a plan called Cup"):
        decide(room.event, replace(PLANNED, key_hash="0" * 64))
    room.do(VALUED)
    assert decide(room.event, VALUED).acts == ()
    with pytest.raises(DirectorError, match=r"already 43275\.91"):
        decide(room.event, replace(VALUED, value="43275.92"))
    with pytest.raises(DirectorError, match="no deal plan called Bowl"):
        decide(room.event, replace(VALUED, plan="Bowl"))


def test_a_plan_after_the_first_draw_says_what_it_cannot_prove(room: Room) -> None:
    room.start(STAGE)
    room.draw(STAGE)
    assert "proves nothing" in room.do(PLANNED)[0]


def test_keys_come_after_play_and_only_the_right_ones(room: Room) -> None:
    room.do(PLANNED)
    with pytest.raises(DirectorError, match="Play is not over"):
        decide(room.event, RELEASED)
    room.start(STAGE)
    room.draw(STAGE)
    with pytest.raises(DirectorError, match="Close Swiss first") as refused:
        decide(room.event, RELEASED)
    assert "aaaa" not in str(refused.value)
    room.event.stage(STAGE).closed = True
    with pytest.raises(DirectorError, match="no value"):
        decide(room.event, RELEASED)
    room.do(VALUED)
    for wrong in (KEYS[:2], (*KEYS[:2], f"2,0:{'d' * 60}"), (KEYS[1], KEYS[0], KEYS[2])):
        with pytest.raises(DirectorError, match="published with") as refused:
            decide(room.event, replace(RELEASED, keys=wrong))
        assert "dddd" not in str(refused.value)
    assert decide(room.event, RELEASED).acts == (RELEASED,)
