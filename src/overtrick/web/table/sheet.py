"""The sheet of a table: who sits where, its boards of this round, and the state of each."""

from dataclasses import dataclass, is_dataclass, replace

from django.core.serializers.json import DjangoJSONEncoder

from overtrick.core.event.acts import Seating
from overtrick.core.event.after.line_ups import players_in
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import next_round, table_round
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, ConflictingEntry, Place, RecordedResult, RoundState
from overtrick.core.exact import decimal_text
from overtrick.core.model.boards import Board
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import PlayedContract
from overtrick.core.model.seats import side_of
from overtrick.views.clock import RoundClock, clock_of
from overtrick.web.translation import plain


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a table: its number, its name and its players."""

    number: str
    name: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatEntry:
    """A seat's entry for a board: the result as written and in words, its score for North-South, and who entered it.

    *seat* and *side* are empty if an official entered it. *at* is the time of entry, by the venue's clock.
    """

    result: str = ""
    says: str = ""
    score: str | None = None
    seat: str = ""
    side: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class BoardLine(SeatEntry):
    """A board at this table: waiting, to be agreed, agreed, or disputed; with the recorded result.

    *seen* is the last posting about it, which a confirmation refers to; *other* is a second, different result.
    """

    board: int = 0
    dealer: str = ""
    vulnerable: str = ""
    state: str = "waiting"
    seen: int = 0
    other: SeatEntry | None = None


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table's round. Without a *stage* there is nothing to play yet; *next* is the round it can go on to.

    *other* is another round that is open at this table: one with boards still to enter, or the next one. *about* is the
    reason why the director was called, and *about_board* the board.
    """

    event: str
    table: int
    room: str
    number: int
    stage: str = ""
    round: int = 0
    rounds: int = 0
    ns: Side | None = None
    ew: Side | None = None
    boards: tuple[BoardLine, ...] = ()
    called: bool = False
    about: str = ""
    about_board: int = 0
    closed: bool = False
    draw: int = 0
    next: int = 0
    other: int = 0
    clock: RoundClock | None = None


class SheetJson(DjangoJSONEncoder):
    """Writes a sheet as JSON without copying it first, since every result is answered with a sheet."""

    def default(self, o: object) -> object:
        """The fields of a part of a sheet."""
        if is_dataclass(o) and not isinstance(o, type):
            return {each: getattr(o, each) for each in o.__dataclass_fields__}
        return super().default(o)


@dataclass(frozen=True, slots=True)
class Playing:
    """The round that a table is playing, and its seating."""

    state: StageState
    drawn: RoundState
    seating: Seating


def sheet(event: Tournament, title: str, table: int, room: str, ahead: int = 0) -> Sheet:
    """The sheet of the round that this table plays or last played, or of the round *ahead* that it goes on to."""
    here = playing_at(event, table, room)
    if here is not None and ahead:
        can = (
            next_round(here.state, table, here.drawn.number),
            _other_round(here.state, here.drawn.number, table, room),
        )
        seating = seating_at(here.state.rounds[ahead], table, room) if ahead in can else None
        here = here if seating is None else Playing(here.state, here.state.rounds[ahead], seating)
    blank = Sheet(title, table, room, event.last)
    return blank if here is None else _sheet(event, here, blank)


def playing_at(event: Tournament, table: int, room: str) -> Playing | None:
    """The latest round in which a table plays, or an open one that it began and still has boards to enter for.

    If all rounds are published at once, it is the round that the table has reached.
    """
    for state in reversed(event.stages.values()):
        come_to = table_round(state, table) if state.plan.play.at_once else state.last_round
        begun = [each for each in _lacking(state, table, room, come_to) if _began(state.rounds[each], table, room)]
        for number in (*begun[:1], *sorted((each for each in state.rounds if each <= come_to), reverse=True)):
            drawn = state.rounds[number]
            seating = seating_at(drawn, table, room)
            if seating is not None and seating.table not in drawn.forfeits:
                return Playing(state, drawn, seating)
    return None


def _lacking(state: StageState, table: int, room: str, before: int) -> list[int]:
    """The earlier open rounds that a table still has boards to enter for, if rounds are published one by one."""
    if state.plan.play.at_once:
        return []
    return [
        number
        for number, drawn in sorted(state.rounds.items())
        if number < before and table not in drawn.forfeits
        and (seating := seating_at(drawn, table, room)) is not None
        and (_later(drawn, table, room) if drawn.closed else _wanting(drawn, seating, room))
    ]  # fmt: skip


def _wanting(drawn: RoundState, seating: Seating, room: str) -> bool:
    return any((seating.table, room, board) not in drawn.results for board in drawn.boards_of(seating))


def _later(drawn: RoundState, table: int, room: str) -> int:
    """How many boards a table and room will play later."""
    return sum(place[:2] == (table, room) for place in drawn.owed)


def _began(drawn: RoundState, table: int, room: str) -> bool:
    """Whether a table has begun a round and has boards to enter before it goes on, besides those it plays later."""
    seating = seating_at(drawn, table, room)
    boards = drawn.boards_of(seating) if seating is not None else ()
    here = {board for board in boards if (table, room, board) in drawn.results}
    return bool(here) and len(here) + _later(drawn, table, room) < len(boards)


def _other_round(state: StageState, number: int, table: int, room: str) -> int:
    """Another round that is open at a table: the first one with boards missing, or from that one the latest."""
    lacking = _lacking(state, table, room, state.last_round)
    if number in lacking:
        return state.last_round if seating_at(state.rounds[state.last_round], table, room) else 0
    return lacking[0] if lacking else 0


def seating_at(drawn: RoundState, table: int, room: str) -> Seating | None:
    """The seating at a table and room: sides are reversed in the closed room, and tables of a share have their own."""
    for share in drawn.shares:
        if table in share.tables and not room:
            place = share.tables.index(table)
            return Seating(table, share.teams[place], share.teams[(place + 1) % 3], share.boards)
    seating = drawn.seatings.get(table)
    if seating is None or room != CLOSED:
        return seating
    return seating.switch_directions()


def _sheet(event: Tournament, here: Playing, blank: Sheet) -> Sheet:
    state, drawn, seating = here.state, here.drawn, here.seating
    call = drawn.calls.get((blank.table, blank.room))
    return replace(
        blank,
        stage=state.plan.name,
        round=drawn.number,
        rounds=state.plan.rounds,
        ns=_side(event, state, drawn, seating.sides[0]),
        ew=_side(event, state, drawn, seating.sides[1]),
        boards=tuple(_line(event, drawn, (blank.table, blank.room, board)) for board in drawn.boards_of(seating)),
        called=call is not None,
        about=call.about if call else "",
        about_board=call.board if call else 0,
        closed=drawn.closed and not _later(drawn, blank.table, blank.room),
        draw=drawn.posting,
        next=next_round(state, blank.table, drawn.number),
        other=_other_round(state, drawn.number, blank.table, blank.room),
        clock=clock_of(event, state, drawn.number),
    )


def _side(event: Tournament, state: StageState, drawn: RoundState, names: tuple[str, ...]) -> Side:
    if len(names) > 1:
        each = [_side(event, state, drawn, (name,)) for name in names]
        return Side("+".join(names), "", tuple("".join(one.players[:1]) or one.name or one.number for one in each))
    (contestant,) = names
    entry = event.entries.get(contestant)
    line_up = event.line_ups.get((state.plan.name, drawn.number, contestant))
    players = line_up.players if line_up else players_in(event, contestant, state.plan.name, drawn.number)
    return Side(contestant, entry.name if entry else "", players)


def _line(event: Tournament, drawn: RoundState, place: Place) -> BoardLine:
    board = Board.from_number(place[2])
    recorded = drawn.results.get(place)
    line = BoardLine(board=board.number, dealer=board.dealer.name.title(), vulnerable=plain(board.vulnerability))
    if recorded is None:
        return line
    known, other = _word(event, recorded), recorded.other
    return replace(
        line, result=known.result, says=known.says, score=known.score, seat=known.seat, side=known.side, at=known.at,
        state=_state(recorded), seen=recorded.latest, other=_word(event, other) if other is not None else None,
    )  # fmt: skip


def _word(event: Tournament, said: RecordedResult | ConflictingEntry) -> SeatEntry:
    score = said.score.field
    worth = None if score is None else decimal_text(score.value, 0)
    side = side_of(said.seat)
    # A phone shows a contract from the typed text, with its own symbols, and everything else as given here.
    says = str(said.result) if isinstance(said.result, PlayedContract) else plain(said.result)
    when = event.conducted.local(said.at)
    at = f"{when:%H:%M}" if when is not None else ""
    return SeatEntry(write_result(said.result), says, worth, said.seat, str(side) if side else "", at)


def _state(recorded: RecordedResult) -> str:
    if recorded.disputed:
        return "disputed"
    return "agreed" if recorded.confirmed else "to be agreed"
