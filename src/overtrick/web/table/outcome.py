"""What a table's boards brought to a side of it: the boards that may be seen, the match, the place, what is next."""

from dataclasses import dataclass

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.seats import Side
from overtrick.views.draws import Seat, seat_of
from overtrick.views.names import Who
from overtrick.views.scorecards import CardMatch, CardStage, scorecard_page
from overtrick.views.whys import Number
from overtrick.web.table.sheet import playing_at


@dataclass(frozen=True, slots=True)
class Brought:
    """What a board brought; nothing yet where other tables still play it."""

    board: int
    number: Number
    hidden: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a side stands after its boards: its match, *done* once all are agreed, its place, and where it sits next."""

    who: Who
    stage: CardStage
    match: CardMatch
    boards: tuple[Brought, ...]
    done: bool
    then: Seat | None

    @property
    def waits(self) -> bool:
        """Whether a board that was agreed brings nothing yet, because others play it."""
        return any(each.hidden for each in self.boards)


def outcome(event: Tournament, table: int, room: str, side: Side) -> Outcome | None:
    """What the round at a table brought to who sits on a side; nothing where two play there, each for himself."""
    here = playing_at(event, table, room)
    if here is None:
        return None
    names = here.seating.sides[0 if side is Side.NS else 1]
    if len(names) > 1:
        return None
    page = scorecard_page(event, names[0])
    stage = next(each for each in page.stages if each.stage == here.state.plan.name)
    match = next((each for each in stage.matches if each.round == here.drawn.number), None)
    if match is None:
        return None
    own = {board: each for (at, where, board), each in here.drawn.results.items() if (at, where) == (table, room)}
    agreed = {board for board, each in own.items() if each.confirmed}
    boards = tuple(
        Brought(each.board, each.first if match.first else each.second, each.hidden)
        for each in match.boards
        if each.board in agreed
    )
    seat = seat_of(event, names[0])
    then = seat if seat is not None and (seat.stage, seat.round) != (stage.stage, match.round) else None
    if seat is not None and then is None:
        then = seat.then
    return Outcome(page.who, stage, match, boards, agreed >= set(here.drawn.boards_of(here.seating)), then)
