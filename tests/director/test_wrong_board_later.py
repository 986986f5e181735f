"""A board counts as played before only by what was played in earlier rounds."""

from types import SimpleNamespace as Like
from typing import Any

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import OtherBoardPlayed
from overtrick.director.played_twice import Twice, ruled_on
from overtrick.director.wrong_places import play_other, played_before

PLAYED = Like(result=None, lead=None)


def round_of(number: int, board: int, *results: int) -> Any:
    seating = Like(table=1, ns="3", ew="8", names=("3", "8"), boards=(board,))
    return Like(
        number=number, shares=(), extra={}, seatings={1: seating}, seating_of=lambda _: seating,
        draw=Like(seatings=(seating,)), results={(1, "", each): PLAYED for each in results},
    )  # fmt: skip


@pytest.fixture
def state() -> Any:
    rounds = {1: round_of(1, 10, 10), 2: round_of(2, 20), 4: round_of(4, 40, 40), 5: round_of(5, 50)}
    plan = Like(scoring=Like(in_rooms=False), clause="")
    return Like(rounds=rounds, round=rounds.__getitem__, scope=lambda _: 1, plan=plan, closed=False, name="Pairs")


@pytest.fixture
def event(state: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr("overtrick.director.wrong_places.still_open", lambda _: None)
    return Like(stage=lambda _: state, postings=tuple)


def test_only_earlier_rounds_count(state: Any) -> None:
    assert [played_before(state, 2, board, "3") for board in (10, 20, 40)] == [1, 0, 0]
    assert played_before(state, 5, 40, "3") == 4


def test_a_board_played_by_mistake_stands_though_it_was_played_again_later(event: Any) -> None:
    with pytest.raises(DirectorError, match="Number 3 already has a result on board 10 in round 1"):
        play_other(event, OtherBoardPlayed("Pairs", 2, 1, 10, 20, "took the wrong boards"))
    cautions = [str(each) for each in play_other(event, OtherBoardPlayed("Pairs", 2, 1, 40, 20, "took them")).cautions]
    for name in ("3", "8"):
        assert (
            f"number {name} played board 40 again in round 4: record in that round that the board was played twice"
            in cautions
        )
    assert not any("is to play" in each for each in cautions)
    cautions = [str(each) for each in play_other(event, OtherBoardPlayed("Pairs", 2, 1, 50, 20, "took them")).cautions]
    assert any("number 3 was due to play board 50 in round 5" in each for each in cautions)


def test_the_first_of_two_plays_is_not_cancelled_as_the_second(event: Any) -> None:
    with pytest.raises(DirectorError, match="No one at table 1 is known to have played board 40 before"):
        ruled_on(event, Twice("Pairs", 2, 1, 40, instead=20), None, "played again in round 4")
