"""Search in an event by letters or a number: contestants and their standing, a table, a board."""

import re
from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import own_round, round_in_play
from overtrick.core.event.play.stage import StageState
from overtrick.core.ranking.standings import Purpose
from overtrick.views.names import Who, matching
from overtrick.views.readers import DESK
from overtrick.views.standings import StandingsRow, standings_page

_NUMBERED = re.compile(r"(?P<what>t|table|b|board|posting|p|#)?\s*(?P<number>\d{1,6})[oc]?", re.IGNORECASE)
_TABLE, _BOARD, _POSTING = ("", "t", "table"), ("", "b", "board"), ("", "p", "posting", "#")


@dataclass(frozen=True, slots=True)
class FoundContestant:
    """A contestant that matches: its standing in its last stage, and its seat."""

    who: Who
    stage: str = ""
    row: StandingsRow | None = None
    unit: str = ""
    round: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class Finding:
    """Everything that matches; the table, board or posting is 0 where no such number exists."""

    stage: str
    round: int
    contestants: tuple[FoundContestant, ...]
    table: int = 0
    board: int = 0
    posting: int = 0


def find_in(event: Tournament, stage: str, asked: str) -> Finding:
    """What these letters or this number can mean; tables and boards are those of a stage's current round."""
    people = tuple(_find_contestant(event, each) for each in matching(event, asked))
    numbered = _NUMBERED.fullmatch(asked.strip())
    state = event.stages.get(stage)
    number = round_in_play(state) if state is not None else 0
    if numbered is None:
        return Finding(stage, number, people)
    what, wanted = (numbered["what"] or "").casefold(), int(numbered["number"])
    tables, boards = _tables_and_boards(state, number)
    return Finding(
        stage,
        number,
        people if not what else (),
        wanted if what in _TABLE and wanted in tables else 0,
        wanted if what in _BOARD and wanted in boards else 0,
        wanted if what in _POSTING and 1 <= wanted <= event.last else 0,
    )


def _tables_and_boards(state: StageState | None, number: int) -> tuple[set[int], set[int]]:
    """The tables and the boards of a round."""
    if state is None or number not in state.rounds:
        return set(), set()
    drawn = state.rounds[number]
    tables = {*drawn.seatings, *(table for share in drawn.shares for table in share.tables)}
    boards = {board for seating in drawn.seatings.values() for board in drawn.boards_of(seating)}
    return tables, boards | {board for share in drawn.shares for board in share.boards}


def _find_contestant(event: Tournament, each: Who) -> FoundContestant:
    for stage, state in reversed(event.stages.items()):
        if not any(each.number in field.contestants for field in state.fields):
            continue
        number = own_round(state, each.number)
        seating = state.rounds[number].seating_of(each.number) if number in state.rounds else None
        table = seating.table if seating is not None else 0
        for shown in standings_page(event, state, DESK, Purpose.PRIZE).tables:
            for row in shown.rows:
                if row.who.number == each.number:
                    return FoundContestant(each, stage, row, shown.unit, number, table)
        return FoundContestant(each, stage, round=number, table=table)
    return FoundContestant(each)
