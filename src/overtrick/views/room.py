"""The round monitor: every table of a round, the results it still owes, and what a director should check."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from overtrick.core.event.acts import CALLED_ABOUT, DirectorCalled
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import own_round, round_in_play, table_rounds
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, RecordedResult, RoundState, rooms_of
from overtrick.core.model.notation import write_result
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.director.devices import device_of
from overtrick.director.late_play import LatePlay, played_later
from overtrick.views.doubts import Doubt, doubts
from overtrick.views.names import Who, side
from overtrick.views.texts import ResultText


class Status(Enum):
    """The progress of a table; a disputed one needs a director, a doubtful one has a result that is only unlikely."""

    WAITING = "waiting"
    PLAYING = "playing"
    IN = "in"
    DOUBTFUL = "doubtful"
    DISPUTED = "disputed"
    LATE = "late"
    FORFEITED = "forfeited"

    def __str__(self) -> str:
        return self.value

    @property
    def phrased(self) -> Phrase:
        """The status in words."""
        return _WORDS[self.value]

    @property
    def sign(self) -> str:
        """The status as a shape, for those who cannot tell colours apart."""
        return _SIGNS[self.value]


_SIGNS = {
    "waiting": "·", "playing": "…", "in": "✓", "doubtful": "?", "disputed": "!", "late": "◷", "forfeited": "×",
}  # fmt: skip
_WORDS = {
    "waiting": phrase("no results yet"), "playing": phrase("playing"), "in": phrase("complete"),
    "doubtful": phrase("doubtful"), "disputed": phrase("disputed"), "late": phrase("late"),
    "forfeited": phrase("forfeited"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """A report on a board: by whom, the result as people read it, and the result as it is typed."""

    who: str
    text: ResultText
    written: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed board, and what is said of it: one result that was denied, or two."""

    table: int
    room: str
    board: int
    claims: tuple[Claim, ...]
    round: int = 0

    @property
    def phrased(self) -> Phrase:
        """What is disputed, and who says what where there are two results."""
        said = tuple(
            phrase("{who} says {result}", who=Phrase(each.who), result=each.text)
            for each in self.claims[1:] and self.claims
        )
        return phrase("board {board} is disputed[: {claims:,}]", board=self.board, claims=said)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table: who sits there, its progress, what is missing and what is doubtful.

    A board that is to be played later is not *missing*: the round can be closed without it.

    *about* is the reason for which it calls the director, if given; *behind* is how many rounds it is behind most
    others, where each table proceeds on its own.
    """

    table: int
    room: str
    ns: str
    ew: str
    names: Said
    status: Status
    entered: int
    boards: int
    missing: tuple[int, ...]
    look: tuple[Said, ...] = ()
    unconfirmed: int = 0
    calls: bool = False
    about: Said = ""
    disputes: tuple[Dispute, ...] = ()
    round: int = 0
    behind: int = 0

    @property
    def label(self) -> str:
        """The table as it is typed in the keystroke line."""
        return f"{self.table}{self.room[:1]}"

    @property
    def lacks(self) -> Phrase:
        """The missing boards, by number.

        >>> print(Tile(7, "", "4", "11", "", Status.PLAYING, 6, 8, (13, 14)).lacks)
        7 (13, 14)
        """
        if len(self.missing) == self.boards:
            return phrase("{table} (all boards)", table=self.label)
        return phrase("{table} ({boards:,})", table=self.label, boards=self.missing)


@dataclass(frozen=True, slots=True)
class Room:
    """A round as the desk sees it; with *by_table*, every table in its own current round."""

    stage: str
    round: int
    rounds: int
    closed: bool
    boards: str
    tiles: tuple[Tile, ...]
    sits_out: tuple[str, ...]
    by_table: bool = False
    called: tuple[Tile, ...] = ()
    """Tables with a call from a round that they have since left."""
    put_off: tuple[LatePlay, ...] = ()
    """The boards of all rounds that will be played later."""

    @property
    def behind(self) -> tuple[Tile, ...]:
        """The tables that are behind most others."""
        return tuple(tile for tile in self.tiles if tile.behind)

    @property
    def complete(self) -> int:
        """How many tables have finished."""
        return sum(not tile.missing for tile in self.tiles)

    @property
    def waiting(self) -> tuple[Tile, ...]:
        """The tables that still owe boards."""
        return tuple(tile for tile in self.tiles if tile.missing)

    @property
    def calling(self) -> tuple[Tile, ...]:
        """The tables that wait for a director."""
        return (*(tile for tile in self.tiles if tile.calls), *self.called)

    @property
    def disputes(self) -> tuple[Dispute, ...]:
        """The disputed boards."""
        return tuple(each for tile in self.tiles for each in tile.disputes)

    @property
    def look(self) -> tuple[Tile, ...]:
        """The tables that a director should check."""
        return tuple(tile for tile in self.tiles if tile.look)

    @property
    def odd(self) -> tuple[Tile, ...]:
        """The tables with an unlikely result, without those that have a dispute."""
        return tuple(tile for tile in self.look if not tile.disputes)

    @property
    def needs(self) -> int:
        """How many things here need a director."""
        return len(self.calling) + len(self.disputes) + len(self.odd)

    def select_tiles(self, only: str) -> tuple[Tile, ...]:
        """The tables of one status, or those with something missing or to check."""
        if only == "missing":
            return self.waiting
        if only == "look":
            return self.look
        if only == "calling":
            return self.calling
        if only == "behind":
            return self.behind
        return tuple(tile for tile in self.tiles if only in ("", str(tile.status)))


@dataclass(frozen=True, slots=True)
class _SeatedTable:
    """A table and room, who sits there, and the boards they owe."""

    table: int
    room: str
    sides: tuple[tuple[str, ...], tuple[str, ...]]
    boards: tuple[int, ...]


def room_of(event: Tournament, stage: str, number: int, rounds: int, at: str = "") -> Room:
    """The overview of a round of a stage; *at* is the time, by which a table may be late."""
    state = event.stage(stage)
    drawn = state.round(number)
    look: dict[tuple[int, str], list[Doubt]] = {}
    for doubt in doubts(state, number):
        look.setdefault((doubt.place[0], doubt.place[1]), []).append(doubt)
    late = _late(event, state, number, at)
    tiles = []
    for seated in _seatings(state, drawn):
        doubted = [
            phrase("board {board}: {doubt}", board=doubt.place[2], doubt=doubt.why)
            for doubt in look.get((seated.table, seated.room), ())
        ]
        tiles.append(_tile(event, drawn, seated, doubted, late))
    return Room(
        stage, number, rounds, drawn.closed, board_range(drawn), tuple(tiles),
        tuple(name for name in drawn.draw.sits_out if state.sits_out(name, number)),
        put_off=played_later(state),
    )  # fmt: skip


def room_now(event: Tournament, stage: str, rounds: int, at: str = "") -> Room:
    """The overview of a stage now: the round in play, or each table in its own round where tables proceed on their own.

    A dispute at a table, or a call from it, is shown until it is settled, whichever round it belongs to.
    """
    state = event.stage(stage)
    most = round_in_play(state)
    if not state.plan.play.at_once:
        return room_of(event, stage, most, rounds, at)
    here = table_rounds(state)
    shown = {number: room_of(event, stage, number, rounds, at) for number in sorted(state.rounds)}
    by_place = {(number, tile.table): tile for number, room in shown.items() for tile in room.tiles}
    tiles, called = [], []
    for table, number in here.items():
        if (number, table) not in by_place:
            continue
        earlier = [by_place[each, table] for each in shown if each < number and (each, table) in by_place]
        tile = by_place[number, table]
        called += [old for old in earlier if old.calls]
        disputes = (*(each for old in earlier for each in old.disputes), *tile.disputes)
        tiles.append(replace(tile, behind=max(0, most - number) if tile.missing else 0, disputes=disputes))
    out = tuple(name for name in state.playing if (own := own_round(state, name)) and state.sits_out(name, own))
    return Room(
        stage, most, rounds, shown[most].closed, shown[most].boards, tuple(tiles), out, True, tuple(called),
        played_later(state),
    )  # fmt: skip


def _seatings(state: StageState, drawn: RoundState) -> Iterator[_SeatedTable]:
    rooms = rooms_of(state.plan)
    for table, seating in sorted(drawn.seatings.items()):
        boards = () if table in drawn.forfeits else drawn.boards_of(seating)
        for room in rooms:
            yield _SeatedTable(table, room, seating.sides[::-1] if room == CLOSED else seating.sides, boards)
    for share in drawn.shares:
        for seating in share.seatings:
            yield _SeatedTable(seating.table, "", seating.sides, seating.boards)


def _late(event: Tournament, state: StageState, number: int, at: str) -> frozenset[str] | None:
    """Who arrived late for a round; `None` once its time is up and everyone who still owes boards is late."""
    finish, now = event.conducted.finish(state.plan, number), event.conducted.local(at)
    if finish is not None and now is not None and now > finish:
        return None
    stage = state.plan.name
    return frozenset(act.contestant for act in event.late if (act.stage, act.round) == (stage, number))


def _tile(
    event: Tournament, drawn: RoundState, seated: _SeatedTable, doubted: Sequence[Said], late: frozenset[str] | None
) -> Tile:
    table, room = seated.table, seated.room
    ns, ew = (side(event, names, drawn.draw.stage, drawn.number) for names in seated.sides)
    results = [drawn.results.get((table, room, board)) for board in seated.boards]
    entered = sum(result is not None for result in results)
    later = {place[2] for place in drawn.owed if place[:2] == (table, room)}
    missing = tuple(
        board for board, result in zip(seated.boards, results, strict=True) if result is None and board not in later
    )
    disputes = tuple(
        Dispute(table, room, board, claims(event, result), drawn.number)
        for board, result in zip(seated.boards, results, strict=True)
        if result is not None and result.disputed
    )
    look = (*(each.phrased for each in disputes), *doubted)
    overdue = late is None or (not entered and any(late & set(names) for names in seated.sides))
    return Tile(
        table,
        room,
        ns.numbers,
        ew.numbers,
        phrase("{one} v {two}", one=_names(ns), two=_names(ew)),
        _status(seated, missing, overdue=overdue, disputed=bool(disputes), doubted=bool(look)),
        entered,
        len(seated.boards),
        missing,
        look,
        sum(result is not None and not result.confirmed for result in results),
        (table, room) in drawn.calls,
        _call_reason(drawn.calls.get((table, room))),
        disputes,
        drawn.number,
    )


def _call_reason(call: DirectorCalled | None) -> Said:
    """The reason for a table's call, in words; empty where it gives none."""
    if call is None or not call.about:
        return ""
    return phrase("{about}[ (board {board})]", about=CALLED_ABOUT[call.about], board=call.board)


def _names(shown: Who) -> Said:
    return shown.name if shown.partner is None else phrase("{names:and}", names=(shown.name, shown.partner.name))


def claims(event: Tournament, known: RecordedResult) -> tuple[Claim, ...]:
    """The reports on a board, and by whom: the result that stands, and another if there is one."""
    words = (known,) if known.other is None else (known, known.other)
    device = device_of(event, {word.posting for word in words if known.disputed and not word.seat})
    return tuple(
        Claim(word.seat or device.get(word.posting, "the desk"), word.result, write_result(word.result))
        for word in words
    )


def _status(seated: _SeatedTable, missing: Sequence[int], *, overdue: bool, disputed: bool, doubted: bool) -> Status:
    if not seated.boards:
        return Status.FORFEITED
    if disputed:
        return Status.DISPUTED
    if doubted:
        return Status.DOUBTFUL
    if not missing:
        return Status.IN
    if overdue:
        return Status.LATE
    return Status.WAITING if len(missing) == len(seated.boards) else Status.PLAYING


def board_range(drawn: RoundState) -> str:
    """The boards of a round, as first and last, or the only one."""
    boards = sorted({board for seating in drawn.seatings.values() for board in seating.boards})
    return f"{boards[0]}–{boards[-1]}" if len(boards) > 1 else "".join(map(str, boards))
