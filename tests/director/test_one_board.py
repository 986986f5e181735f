"""A range of one number reads as that number: "board 5", not "boards 5 to 5"."""

from collections.abc import Callable
from fractions import Fraction
from types import SimpleNamespace as Like
from typing import Any

import pytest

from overtrick.core.conduct.conditions import ClearOfLower
from overtrick.core.conduct.facts import Amount, Facts
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import ResultPosted
from overtrick.core.event.plan.stages import Source
from overtrick.core.exact import Share
from overtrick.core.model.results import NotPlayed
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span
from overtrick.director.late_pairs import _sharing_caution
from overtrick.director.results import where
from overtrick.director.wrong_way import _boards
from overtrick.views.draws import board_span
from overtrick.views.flow import _source_phrase
from overtrick.views.room import board_range
from overtrick.views.seat_changes import _seating_phrase
from overtrick.web.exchange.push.news import _sits


def drawn(*boards: int) -> Any:
    seating = Like(table=2, boards=boards)
    return Like(
        number=1, shares=(), seatings={2: seating}, extra={}, boards_of=lambda each: each.boards,
        draw=Like(seatings=(seating,)),
    )  # fmt: skip


def of_result(*boards: int) -> None:
    state = Like(round=lambda _: drawn(*boards))
    event: Any = Like(stage=lambda _: state)
    where(event, ResultPosted("Qualifying", 1, 2, 13, NotPlayed("")))


def of_turned(*boards: int) -> None:
    _boards(drawn(*boards), 2, (13,))


@pytest.mark.parametrize("asked", [of_result, of_turned])
@pytest.mark.parametrize(
    ("boards", "told"),
    [((5,), "board 5"), ((5, 6), "boards 5 and 6"), (range(5, 9), "boards 5 to 8"), ((5, 6, 9), "boards 5, 6 and 9")],
)
def test_the_boards_of_a_table(asked: Callable[..., None], boards: tuple[int, ...], told: str) -> None:
    with pytest.raises(DirectorError) as refused:
        asked(*boards)
    assert str(refused.value.what) == f"Table 2 plays {told} in round 1, not board 13"


def test_the_boards_that_a_late_pair_shares() -> None:
    state: Any = Like(rounds={1: drawn(3)})
    changed: Any = Like(round=1, seatings=[Like(boards=(5,)), Like(boards=(5,)), *[Like(boards=(7, 8, 9))] * 2])
    told = str(_sharing_caution(state, [changed]))
    shared = "these boards are now played at more tables than before, so share or copy them: "
    assert told == shared + "board 5 in round 1, boards 7 to 9 in round 1"


@pytest.mark.parametrize(("each", "told"), [(1, "place 7 of A"), (2, "places 7 and 8 of A"), (3, "places 7 to 9 of A")])
def test_the_places_that_go_on(each: int, told: str) -> None:
    event: Any = Like(stages={}, current_plan=lambda: Like(stages=()))
    assert str(_source_phrase(event, Source("A", each, Clause("CLUB", "1"), after=6))) == told


def test_a_lower_part_of_one_rank() -> None:
    rule = ClearOfLower(("rank",), "teams", Fraction(1, 3), Share.FLOOR)
    found = rule.check(Facts(amounts=(Amount("rank", 3), Amount("teams", 3))))
    assert str(found.says) == "in the lower part of the field (rank 3): rank 3"


def test_a_span_of_one_number() -> None:
    assert [str(each) for each in (Span(4, 4), Span(4, 6), Span(4), Span(0, 4))] == [
        "4",
        "4 to 6",
        "4 or more",
        "up to 4",
    ]


@pytest.mark.parametrize(("boards", "told"), [((5,), "5"), ((5, 6, 7), "5–7"), ((), "")])
def test_the_boards_of_a_round_on_the_page_of_the_room(boards: tuple[int, ...], told: str) -> None:
    assert board_range(drawn(*boards)) == told


@pytest.mark.parametrize(("boards", "told"), [((5,), "board 5"), ((5, 6, 7), "boards 5–7"), ((1, 3), "boards 1, 3")])
def test_the_boards_of_a_seat(boards: tuple[int, ...], told: str) -> None:
    event: Any = Like(entries={})
    seating: Any = Like(sides=((), ()), boards=boards)
    assert str(_seating_phrase(event, 3, seating)).endswith(f" at table 3, {told}")
    seat: Any = Like(table=3, called="3", direction="North-South", meets=("4",), boards=board_span(boards))
    assert str(_sits(seat)).casefold().endswith(f"against 4. {told.replace(' ', ': ', 1)}.")
