"""Answers to the vectors that are whole events: played by the event engine from the event's own file."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from clauses.vectors import Vector, answers
from directing import Room, numbers
from overtrick.core.event.acts import (
    EntriesClosed,
    EntryTaken,
    EventOpened,
    FormatChosen,
    MatchForfeited,
    ReadingChosen,
    ResultPosted,
    RoundClosed,
)
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.core.exact import exact_text
from overtrick.core.laws.imps import imps_of
from overtrick.core.laws.table_score import BridgeScore, table_score
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import read_result
from overtrick.core.provenance import VPS, Figure
from overtrick.core.ranking.standings import Purpose
from overtrick.regulations.plan.event_book import read_event
from overtrick.regulations.plan.events import plan_of
from overtrick.regulations.read.editions import shipped_edition

STAGE = "Swiss"


@cache
def swings() -> Mapping[int, str]:
    """A result on board 1, against a board passed out in the other room, for every number of IMPs."""
    found: dict[int, str] = {0: "PASS"}
    for level in range(1, 8):
        for strain in ("C", "H", "NT"):
            for doubled in ("", "X", "XX"):
                for over in ("=", "+1", "+2")[: 8 - level]:
                    result = f"{level}{strain}{doubled} N {over}"
                    shown = table_score(Board.from_number(1), read_result(result)).ns
                    assert isinstance(shown, BridgeScore)
                    found.setdefault(int(imps_of(shown.points.value)), result)
    return found


class Evening(Room):
    """The Swiss teams event of the document, as many matches long as a vector says."""

    def __init__(self, matches: int) -> None:
        super().__init__("sabf-2020/swiss-teams")
        text = shipped_edition().texts["sabf-2020/events/swiss-teams.toml"]
        assert "matches   = 5" in text
        file = read_event(text.replace("matches   = 5", f"matches   = {matches}"), "evening")
        self.event = Tournament(plan_of(file))

    def margin(self, number: int, table: int, margin: int) -> None:
        """Play a match that the side North-South in the open room wins by so many IMPs."""
        boards = self.event.stage(STAGE).round(number).seatings[table].boards
        love_all = [board for board in boards if board % 16 in (1, 8, 11, 14)]
        parts = dict(zip(love_all, (min(10, abs(margin) - gone) for gone in range(0, abs(margin), 10)), strict=False))
        assert sum(parts.values()) == abs(margin)
        for board in boards:
            for room, won in ((OPEN, margin > 0), (CLOSED, margin < 0)):
                result = swings()[parts.get(board, 0)] if won else "PASS"
                self.do(ResultPosted(STAGE, number, table, board, read_result(result), room))


def played(given: Any, reading: str = "") -> tuple[Evening, list[StageState]]:
    rounds = [given[f"round_{number}"] for number in (1, 2, 3)]
    room = Evening(len(rounds))
    room.do(EventOpened(room.name, "", "", ""), FormatChosen(given["round_one"]))
    if reading:
        room.do(ReadingChosen("D65", reading))
    room.do(*(EntryTaken(name) for name in numbers(given["teams"])), EntriesClosed())
    return room, [room.start(STAGE)]


def table_of(state: StageState, number: int, row: Any) -> tuple[int, int]:
    """The table of a match, and 1 or -1 as its first team sits North-South in the open room or not."""
    seating = state.round(number).seating_of(str(row["a"]))
    assert seating is not None
    assert str(row["b"]) in (seating.ns, seating.ew)
    return seating.table, 1 if seating.ns == str(row["a"]) else -1


def one_round(room: Evening, number: int, rows: Any) -> None:
    state = room.event.stage(STAGE)
    assert room.draw(STAGE) == number
    for row in rows:
        table, sign = table_of(state, number, row)
        if "forfeited_by" in row:
            room.do(MatchForfeited(STAGE, number, table, str(row["forfeited_by"]), "did not come"))
        else:
            room.margin(number, table, sign * row["margin_for_a"])
    room.do(RoundClosed(STAGE, number))


def drawn(state: StageState, number: int) -> list[list[int]]:
    return [[int(each.ns), int(each.ew)] for each in state.round(number).draw.seatings]


def totals(state: StageState, purpose: Purpose) -> dict[str, str]:
    rows = state.standings(state.fields[0].name, purpose).rows
    return {row.contestant: VPS.number(row.total.value) for row in rows}


def order(state: StageState, number: int) -> list[int]:
    return [int(name) for name in state.round(number).draw.order]


def score(state: StageState, contestant: int, number: int) -> Figure[Any]:
    line = state.match_line(str(contestant), number)
    assert line is not None
    return line.score


@answers("sabf2020-general", "run a six-team Swiss with a forfeit")
def six_teams(vector: Vector) -> Any:
    given = vector.given
    room, [state] = played(given)
    for number in (1, 2):
        one_round(room, number, given[f"round_{number}"])
    [forfeit] = [row for row in given["round_2"] if "forfeited_by" in row]
    offender = forfeit["forfeited_by"]
    winner = forfeit["a"] if offender == forfeit["b"] else forfeit["b"]
    interim, before = score(state, winner, 2), totals(state, Purpose.DRAW)
    one_round(room, 3, given["round_3"])
    settled = score(state, winner, 2)
    floor, own, others = (each for each in settled.of if isinstance(each, Figure))
    return {
        "round_2_ranking": order(state, 2),
        "round_2_matches": drawn(state, 2),
        "interim_for_round_3": {"winner": winner, "vp": VPS.number(interim.value)},
        "round_3_ranking": order(state, 3),
        "round_3_totals": before,
        "round_3_matches": drawn(state, 3),
        "resolution": {
            "offender_vp": VPS.number(score(state, offender, 2).value),
            "non_offender_vp": VPS.number(settled.value),
            "candidates": {
                "plus_12_imps_converted": exact_text(floor.value),
                "own_mean": exact_text(own.value),
                "opponents_of_offender_mean": exact_text(others.value),
            },
            "if_floor_read_as_12_vp": otherwise(given, winner),
        },
        "final_order": [int(name) for name in state.standings(state.fields[0].name).order],
        "final_totals": totals(state, Purpose.PRIZE),
    }


def otherwise(given: Any, winner: int) -> str:
    """What the forfeit settles at where the organiser reads the floor as 12 VPs."""
    room, [state] = played(given, "12 VPs")
    for number in (1, 2, 3):
        one_round(room, number, given[f"round_{number}"])
    return VPS.number(score(state, winner, 2).value)
