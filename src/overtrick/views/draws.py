"""The draw of a round as a page shows it, and where everyone sits."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from overtrick.core.event.acts import DrawPublished, Seating, Share, Trio
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.by_table import own_round, table_round
from overtrick.core.event.play.drafting import reason_words
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.play.status import Status
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.model.contestants import entry_order
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.views import addresses
from overtrick.views.names import Who, seated_contestant, side, who
from overtrick.views.standings import Tab, tabs
from overtrick.views.texts import Text
from overtrick.views.whys import Number, figure_number, stage_slug

NS, EW = "North–South", "East–West"


@dataclass(frozen=True, slots=True)
class DrawLine:
    """A table: who meets whom, on which boards, why, and the score so far.

    *called* is the usual name of the table: its number, or its section and its number there.
    """

    table: int
    ns: Who
    ew: Who
    boards: str
    because: Text
    scores: tuple[Number, Number]
    called: str


@dataclass(frozen=True, slots=True)
class DrawPage:
    """A round's draw."""

    stage: str
    slug: str
    tabs: tuple[Tab, ...]
    round: int
    rounds: tuple[int, ...]
    teams: bool
    lines: tuple[DrawLine, ...]
    shares: tuple[tuple[Share, tuple[Who, ...]], ...]
    sits_out: tuple[Who, ...]
    by_hand: str
    closed: bool

    @property
    def same_boards(self) -> str:
        """The boards of the round, where every table plays the same."""
        every = {line.boards for line in self.lines}
        return every.pop() if len(every) == 1 else ""


def draw_page(event: Tournament, state: StageState, number: int) -> DrawPage:
    """The draw of a round of a stage."""
    drawn = state.round(number)
    because, _ = reasons(drawn.draw)
    return DrawPage(
        state.plan.name,
        stage_slug(state.plan.name),
        tabs(event, state),
        number,
        tuple(sorted(state.rounds)),
        state.plan.scoring.in_rooms,
        tuple(
            draw_line(event, state, number, seating, because.get(table, ""))
            for table, seating in sorted(drawn.seatings.items())
        ),
        tuple((share, tuple(who(event, team) for team in share.teams)) for share in drawn.shares),
        tuple(who(event, name) for name in drawn.draw.sits_out if state.sits_out(name, number)),
        drawn.draw.by_hand,
        drawn.closed,
    )


def reasons(act: DrawPublished) -> tuple[dict[int, Said], list[Said]]:
    """The reasons that a draw gives, by table, and its other lines.

    >>> from overtrick.core.event.acts import DrawReason
    >>> at = DrawReason("lot", 1, ("3", "5"))
    >>> tables, rest = reasons(DrawPublished("Swiss", 2, (), reasons=(DrawReason("drawn by", said="X"), at)))
    >>> print(tables[1], *rest)
    3 meets 5: by lot. Round 2, drawn under X.
    """
    if not act.reasons:
        return _as_printed(act)
    words = [(each.table, reason_words(each, act.round)) for each in act.reasons]
    return {table: said for table, said in words if table}, [said for table, said in words if not table]


def _as_printed(act: DrawPublished) -> tuple[dict[int, Said], list[Said]]:
    """The printed lines of a draw without structured reasons: in older books a table's lines begin with its number.

    >>> seated = (Seating(1, "3", "5", (1,)),)
    >>> _as_printed(DrawPublished("Swiss", 2, seated, why="Round 2, drawn under X.\\nTable 1: 3 meets 5: by lot."))
    ({1: '3 meets 5: by lot.'}, ['Round 2, drawn under X.'])
    """
    begins = {f"Table {seating.table}: ": seating.table for seating in act.seatings}
    said: dict[int, Said] = {}
    notes: list[Said] = []
    for line in act.why.splitlines():
        head, mark, rest = line.partition(": ")
        if head + mark in begins:
            said[begins[head + mark]] = rest
        else:
            notes.append(line)
    return said, notes


def draw_line(event: Tournament, state: StageState, number: int, seating: Seating, because: Said) -> DrawLine:
    """A table of a draw that is published, or of a draft without scores."""
    north_south, east_west = seating.sides
    return DrawLine(
        seating.table,
        side(event, north_south, state.plan.name, number),
        side(event, east_west, state.plan.name, number),
        board_span(seating.boards),
        because,
        (_score(state, number, seating.ns), _score(state, number, seating.ew)),
        state.play.table_name(state, seating.table),
    )


def _score(state: StageState, number: int, name: str) -> Number:
    line = state.match_line(name, number) if number in state.rounds else None
    return figure_number(line.score, addresses.Match(stage_slug(state.plan.name), number, name)) if line else Number("")


def board_span(boards: tuple[int, ...]) -> str:
    """Board numbers in words.

    >>> board_span((1, 2, 3)), board_span((4,)), board_span((1, 3))
    ('1–3', '4', '1, 3')
    """
    if len(boards) > 1 and boards == tuple(range(boards[0], boards[-1] + 1)):
        return f"{boards[0]}–{boards[-1]}"
    return ", ".join(map(str, boards))


@dataclass(frozen=True, slots=True)
class SitsOut:
    """A round that someone sits out: its score and by which clause, empty where the regulation gives none.

    *next* is the next round in the same stage, `None` after the last; *begins* is its start in the venue's time, where
    it is known.
    """

    score: Number
    unit: str
    cite: str
    readings: tuple[str, ...]
    next: int
    begins: str


@dataclass(frozen=True, slots=True)
class Seat:
    """The seat of a contestant in the current round: the table, the direction and the opponents.

    Without a table it sits out, or is not in the draw. *called* is the usual name of the table. *then* is the next
    seat, where it is published. An individual has a *partner* for the round.
    """

    who: Who
    stage: str
    slug: str
    round: int
    table: int | None = None
    direction: Text = ""
    meets: tuple[Who, ...] = ()
    boards: str = ""
    says: Text = ""
    then: "Seat | None" = None
    called: str = ""
    partner: Who | None = None
    out: SitsOut | None = None


def running(event: Tournament) -> list[StageState]:
    """The stages in play: those drawn and not closed, or else the last that was drawn."""
    drawn = [state for state in event.stages.values() if state.rounds]
    return [state for state in drawn if not state.closed] or drawn[-1:]


def seat_of(event: Tournament, name: str) -> Seat | None:
    """The seat of a contestant now, in the last stage it plays in."""
    for state in reversed(running(event)):
        if name in state.contestants:
            number = own_round(state, name)
            then = state.rounds.get(number + 1)
            goes = _seat(event, state, then, name) if then is not None else None
            return replace(_seat(event, state, state.rounds[number], name), then=goes)
    return None


def seat_now(event: Tournament, name: str) -> Seat | None:
    """The seat of a contestant in a round that is not over; `None` between two rounds, and when all is played."""
    seat = seat_of(event, name)
    if seat is None:
        return None
    state = event.stages[seat.stage]
    over = state.closed or state.rounds[seat.round].closed
    return seat if seat.then is not None or not over else None


def _seat(event: Tournament, state: StageState, drawn: RoundState, name: str) -> Seat:
    stage, slug = state.plan.name, stage_slug(state.plan.name)
    me = seated_contestant(event, name, stage, drawn.number)
    teams = state.plan.scoring.in_rooms
    share = drawn.share_of(name) or drawn.trio_of(name)
    if share is not None:
        others = tuple(who(event, team) for team in share.teams if team != name)
        tables = _tables(share, name)
        return Seat(
            me,
            stage,
            slug,
            drawn.number,
            None,
            "",
            others,
            board_span(share.boards),
            phrase("Three-way match, tables {tables}", tables=tables),
        )
    seating = drawn.seating_of(name)
    if seating is None:
        out = _sits_out(event, state, drawn, name) if state.sits_out(name, drawn.number) else None
        return Seat(me, stage, slug, drawn.number, says=_unseated_reason(state, drawn, name), out=out)
    own = seating.seat(name)
    direction = Phrase(str(own) if own is not None else NS if seating.first(name) else EW)
    if teams:
        direction = phrase("{direction} in the open room", direction=direction)
    meets = tuple(seated_contestant(event, each, stage, drawn.number) for each in seating.opponents_of(name))
    partner = seated_contestant(event, seating.partner(name), stage, drawn.number) if own is not None else None
    boards = board_span(seating.boards)
    waits = _waits(state, drawn.number, seating.table)
    called = state.play.table_name(state, seating.table)
    return Seat(
        me, stage, slug, drawn.number, seating.table, direction, meets, boards, waits, called=called, partner=partner
    )  # fmt: skip


def _waits(state: StageState, number: int, table: int) -> Said:
    """A note that a table is still playing an earlier round, so that those who move to it wait."""
    come_to = table_round(state, table) if state.plan.play.at_once else number
    if come_to >= number:
        return ""
    called = state.play.table_name(state, table)
    return phrase("The results of round {round} at table {table} are not complete yet.", table=called, round=come_to)


def _sits_out(event: Tournament, state: StageState, drawn: RoundState, name: str) -> SitsOut:
    """The score for a round that is sat out, and when the next one is."""
    number = drawn.number
    line = state.match_line(name, number)
    score, clause = _score(state, number, name), line.score.clause if line is not None else None
    after = number + 1 if number < state.plan.rounds else 0
    begins = event.conducted.start(state.plan.name, after) if after else None
    return SitsOut(
        score, state.unit.many, clause.cite if clause else "", clause.readings if clause else (), after,
        f"{begins:%H:%M}" if begins else "",
    )  # fmt: skip


def _unseated_reason(state: StageState, drawn: RoundState, name: str) -> Phrase:
    """Why a contestant has no seat."""
    if state.sits_out(name, drawn.number):
        return phrase("Sits out")
    match (known := state.status(name)).status:
        case Status.EXCLUDED:
            return phrase("Excluded[ after round {round}] ({clause})", round=known.after, clause=known.clause)
        case Status.WITHDRAWN:
            return phrase("Withdrew[ after round {round}]", round=known.after)
        case _:
            return phrase("Not in the draw")


def _tables(share: Share | Trio, name: str) -> tuple[int, int]:
    """The two tables of a team in a three-way match."""
    place = share.teams.index(name)
    one, other = sorted((share.tables[place], share.tables[place - 1]))
    return one, other


@dataclass(frozen=True, slots=True)
class NameLine:
    """One name on the wall screen: the first names, the last word by which people look for it, and the seat."""

    before: str
    last: str
    number: str
    where: str
    direction: Text


def seating_by_name(event: Tournament, state: StageState) -> list[NameLine]:
    """The current seats of everyone, by the last word of the name."""
    rounds = {name: state.rounds[own_round(state, name)] for name in state.playing}
    placed = [
        each for name, drawn in rounds.items() for each in _name_lines(event, _seat(event, state, drawn, name), drawn)
    ]
    return sorted(placed, key=lambda each: (each.last.casefold(), each.before.casefold(), entry_order(each.number)))


def _name_lines(event: Tournament, seat: Seat, drawn: RoundState) -> Iterator[NameLine]:
    pairs = seat.who.players and not event.entries[seat.who.number].name
    names = seat.who.players if pairs else (seat.who.name or seat.who.number,)
    share = drawn.share_of(seat.who.number) or drawn.trio_of(seat.who.number)
    where = seat.called if seat.table else " ".join(map(str, _tables(share, seat.who.number))) if share else "–"
    seating = drawn.seating_of(seat.who.number)
    short: Said = "" if share or seat.table else seat.says
    if seating is not None and not share:
        own = seating.seat(seat.who.number)
        short = phrase("N–S") if seating.first(seat.who.number) else phrase("E–W")
        short = Phrase(str(own)) if own is not None else short
    for name in names:
        before, _, last = name.rpartition(" ")
        yield NameLine(before, last, seat.who.number, where, short)
