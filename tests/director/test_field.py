"""What the size of a field asks for: a house entry where it is odd, and fewer rounds where it is small."""

import pytest

from directing import Room, numbers
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened
from overtrick.core.event.plan.stages import Entrants
from overtrick.director.entries import field_cautions
from overtrick.regulations.plan.event_book import plan_for


def closing(event: str, entries: int, *, house: bool = False) -> tuple[str, ...]:
    """What is said when the entry of an event closes."""
    room = Room(event)
    room.do(EventOpened(event, "", "", ""), *(EntryTaken(name) for name in numbers(entries)))
    if house:
        room.do(EntryTaken("house", contending=False, house=True))
    return room.do(EntriesClosed())


@pytest.mark.clause("NSWSP 1.5")
def test_an_odd_swiss_asks_for_a_house_pair() -> None:
    [said] = closing("nsw-swiss-pairs/congress", 23)
    assert said.startswith(
        "23 is an odd number of entries: before closing entries, enter a house pair or team to fill 12 tables "
        "(NSWSP 1.5"
    )
    assert closing("nsw-swiss-pairs/congress", 23, house=True) == ()
    assert closing("nsw-swiss-pairs/congress", 24) == ()


@pytest.mark.clause("ITS21 WITS.q-house-pair", "ITS21 SITS.q-house-pair")
@pytest.mark.parametrize("event", ["wits", "sits"])
def test_an_odd_qualifying_asks_for_a_house_pair(event: str) -> None:
    [said] = closing(f"nsw-its-2021/{event}", 23)
    assert f"fill 12 tables (ITS21 {event.upper()}.q-house-pair)" in said
    assert closing(f"nsw-its-2021/{event}", 23, house=True) == ()


@pytest.mark.clause("NSWSP 1.2")
def test_a_field_too_small_for_its_rounds_is_told_so() -> None:
    """The shipped Swiss takes no such entry; an organiser's own may."""
    planned = plan_for("nsw-swiss-pairs/congress")(Entrants(24), frozenset(), {})
    rounds = planned.stages[0].rounds
    assert field_cautions(Entrants(rounds + 1), planned) == ()
    [_, said] = field_cautions(Entrants(rounds - 2), planned)
    most = rounds - 2
    assert str(said).startswith(f"{most} entries can play only {most} of {rounds} rounds without rematches (NSWSP")
