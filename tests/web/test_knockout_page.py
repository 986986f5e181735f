"""A knockout of an own file as programs are shown it."""

from pathlib import Path

from pydantic import TypeAdapter

from directing import Room, by_strength, numbers
from overtrick.views.finals import FinalsPage, finals_page

EXAMPLE = Path(__file__).parents[2] / "examples" / "club-knockout.toml"


def test_its_matches_are_told_in_order_with_who_won_and_why() -> None:
    room = Room(str(EXAMPLE)).enter(numbers(9))
    state = room.start("Round robin")
    room.play("Round robin", by_strength(state, numbers(9)))
    room.close("Round robin")
    state = room.start("Knockout")
    room.play("Knockout", by_strength(state, numbers(9)), rounds=4)
    page = finals_page(room.event, state)
    assert page is not None
    told = TypeAdapter(FinalsPage).dump_python(page, mode="json")
    assert [match["title"] for match in told["matches"]][-2:] == ["final", "third-place match"]
    assert [match["winner"]["number"] for match in told["matches"] if match["winner"]] == ["1", "2", "3", "4", "1", "2"]
