"""Analysis of a contestant's boards: declaring and defending, above average or not, tricks, slams.

Only open boards are included: a board that is still being played somewhere reveals nothing, as on other pages. A board
of a match in two rooms is included once both rooms have played it, by what the team's pair of each direction did.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from urllib.parse import quote, unquote

from overtrick.core.event.acts import Seating
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import CLOSED, RecordedResult, rooms_of
from overtrick.core.exact import Exact, plain
from overtrick.core.laws.par import Tricks
from overtrick.core.model.cards import Deal
from overtrick.core.model.results import PassedOut, PlayedContract
from overtrick.core.model.seats import CLOCKWISE, Seat
from overtrick.core.provenance import (
    BOARDS,
    Clause,
    Derivation,
    Fact,
    Figure,
    PostingSource,
    Unit,
    average,
    count_phrase,
    total,
)
from overtrick.core.scoring.session import BoardCredit, percentage
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.double_dummy.asked import known
from overtrick.views import addresses
from overtrick.views.board_whys import FigureAtAddress, sat_north_south, share_figure
from overtrick.views.names import label
from overtrick.views.open_boards import board_is_open
from overtrick.views.stage_names import stage_words
from overtrick.views.texts import ResultText, Text

LAW_79 = Clause("Law", "79")
TAKEN = Unit("tricks", "trick")
AGAINST = Unit("tricks", "trick", signed=True)
SLAM = 6
ALL, TRICKS, ABOVE = "all", "tricks", "above"
NS, EW, BOTH = "ns", "ew", "both"
MET, SAME = "met", "same"
"""What two contestants are compared by: the boards on which they met, and those on which they held the same cards."""
DECLARED = frozenset({"declaring", "declarer"})
PLAYER_ROLES = frozenset({"declarer", "dummy", "leader", "defender"})
"""The roles of a player in an individual, whose seat is known."""

PARTS: Mapping[str, Phrase] = {
    ALL: phrase("All boards"),
    "declaring": phrase("Declaring"),
    **{f"declarer-{seat.value.lower()}": phrase("{seat} declares", seat=seat) for seat in CLOCKWISE},
    "defending": phrase("Defending"),
    **{f"leader-{seat.value.lower()}": phrase("{seat} leads", seat=seat) for seat in CLOCKWISE},
    "declarer": phrase("As declarer"),
    "dummy": phrase("As dummy"),
    "leader": phrase("On lead"),
    "defender": phrase("Defending, partner on lead"),
}
"""The selections of boards, in the order of a page: by seat, as books do not say which player of a pair sat where."""
_PAIRS = (("ns", (Seat.NORTH, Seat.SOUTH)), ("ew", (Seat.EAST, Seat.WEST)))
_OF_TEAMS = {
    ("ns", "declaring"): phrase("North–South declare"),
    ("ns", "defending"): phrase("North–South defend"),
    ("ew", "declaring"): phrase("East–West declare"),
    ("ew", "defending"): phrase("East–West defend"),
}
IN_ROOMS: Mapping[str, Phrase] = {
    ALL: PARTS[ALL],
    **{
        part: called
        for pair, seats in _PAIRS
        for role, of in (("declaring", "declarer"), ("defending", "leader"))
        for part, called in (
            (f"{role}-{pair}", _OF_TEAMS[pair, role]),
            *((f"{of}-{seat.value.lower()}", PARTS[f"{of}-{seat.value.lower()}"]) for seat in seats),
        )
    },
}
"""What a team declared and defended, by its pair of each direction: one sits in each room."""


@dataclass(frozen=True, slots=True)
class BoardPart:
    """A selection of a contestant's boards: its name in addresses, its title, the number of boards, their average."""

    part: str
    called: Text
    boards: int
    average: Figure[Exact]

    @property
    def within(self) -> bool:
        """Whether these boards are a subset of the selection before."""
        return self.part.startswith(("declarer-", "leader-"))


@dataclass(frozen=True, slots=True)
class PlayedAt:
    """What was played on a board at one table, and the role of the contestant's side: declaring, or on lead."""

    recorded: RecordedResult
    result: PlayedContract | PassedOut
    roles: frozenset[str]

    @property
    def declared(self) -> bool:
        """Whether the contestant's own side declared; for individuals, whether the contestant declared."""
        return bool(self.roles & DECLARED)


@dataclass(frozen=True, slots=True)
class PlayedBoard:
    """An open board that a contestant played: where, what was played, and its score.

    *average* is the score that is neither good nor bad: half the top, nothing against the field, and in a match of two
    rooms the score that gives both teams the same. Such a match has the open room and the closed. *cards* are those
    held: a direction's, or in two rooms both.
    """

    round: int
    table: int
    board: int
    played: tuple[PlayedAt, ...]
    credit: Figure[Exact]
    share: Figure[Exact] | None
    top: int
    average: Exact
    cards: str

    @property
    def roles(self) -> frozenset[str]:
        """The contestant's roles on the board, at either table."""
        return frozenset[str]().union(*(each.roles for each in self.played))

    @property
    def worth(self) -> Figure[Exact]:
        """The score, in a form in which boards with different tops can be compared."""
        return self.share if self.share is not None else self.credit

    @property
    def above(self) -> bool:
        """Whether the score was above average."""
        return self.worth.value > self.average

    @property
    def level(self) -> bool:
        """Whether the score was average, or neither team won anything."""
        return self.worth.value == self.average

    @property
    def shown(self) -> tuple[ResultText, ...]:
        """The results."""
        return tuple(each.result for each in self.played)


def taken_boards(state: StageState, who: str) -> list[PlayedBoard]:
    """The open boards that a contestant played, in the order of play."""
    return [
        each
        for number in sorted(state.rounds)
        for seating in seatings_of(state, number, who)
        for each in _of_table(state, number, seating, who)
    ]


def seatings_of(state: StageState, number: int, who: str) -> tuple[Seating, ...]:
    """The seatings of a contestant in a round: at its table, or at those of its triangle."""
    drawn = state.rounds[number]
    own = drawn.seating_of(who)
    if own is not None:
        return (own,)
    trio = drawn.trio_of(who)
    tables = (drawn.seatings[table] for table in trio.tables if table in drawn.seatings) if trio is not None else ()
    return tuple(seating for seating in tables if who in seating.names)


def _rooms_played(state: StageState, number: int, seating: Seating, board: int, who: str) -> Iterator[PlayedAt]:
    """What was played on a board in each room, for results with a contract or passed out."""
    for room in rooms_of(state.plan):
        recorded = state.result_at(number, seating.table, room, board)
        if recorded is None or not isinstance(recorded.result, PlayedContract | PassedOut):
            continue
        there = seating.switch_directions() if room == CLOSED else seating
        roles = frozenset(_roles(there, board, who, recorded.result, rooms=bool(room)))
        yield PlayedAt(recorded, recorded.result, roles)


def _of_table(state: StageState, number: int, seating: Seating, who: str) -> Iterator[PlayedBoard]:
    if state.is_expunged(seating) or state.why_unplayed(number, seating.table) is not None:
        return
    card, rooms = None, len(rooms_of(state.plan))
    for board in seating.boards:
        played = tuple(_rooms_played(state, number, seating, board, who))
        if len(played) < rooms or not board_is_open(state, number, board):
            continue
        card = card or state.card(number, seating.table)
        first, second = card.credits.get(board, (None, None))
        credit, other = (first, second) if seating.first(who) else (second, first)
        if isinstance(credit, Figure):
            share = share_figure(state, credit, number, board)
            yield PlayedBoard(
                round=number,
                table=seating.table,
                board=board,
                played=played,
                credit=credit,
                share=share,
                top=state.board_field(state.scope(number), board).top if rooms == 1 else 0,
                cards=BOTH if rooms > 1 else NS if sat_north_south(seating, board, who) else EW,
                average=_even(credit, other if rooms > 1 and isinstance(other, Figure) else None, share),
            )


def _even(credit: Figure[Exact], other: Figure[Exact] | None, share: Figure[Exact] | None) -> Exact:
    """The average score on a board."""
    if share is not None:
        return 50
    return plain(Fraction(credit.value + other.value) / 2) if other is not None else 0


def _roles(seating: Seating, board: int, who: str, result: PlayedContract | PassedOut, *, rooms: bool) -> Iterator[str]:
    """A contestant's roles at a table; for a team, the roles of its pair there, by direction."""
    yield ALL
    if isinstance(result, PassedOut):
        return
    declarer = result.contract.declarer
    own = (seating.switch_directions() if board in seating.switched else seating).seat(who)
    if own is not None:
        yield {declarer: "declarer", declarer.partner: "dummy", declarer.left: "leader"}.get(own, "defender")
        return
    north_south = sat_north_south(seating, board, who)
    pair = ("-ns" if north_south else "-ew") if rooms else ""
    if north_south == (declarer.side is Seat.NORTH.side):
        yield from ("declaring", f"declaring{pair}", f"declarer-{declarer.value.lower()}")
    else:
        yield from ("defending", f"defending{pair}", f"leader-{declarer.left.value.lower()}")


def parts_of(state: StageState, taken: Sequence[PlayedBoard]) -> tuple[BoardPart, ...]:
    """The average of every selection that has boards."""
    counts = Counter(role for each in taken for role in each.roles)
    return tuple(
        BoardPart(part, called, counts[part], _average(state, [each for each in taken if part in each.roles]))
        for part, called in (IN_ROOMS if state.plan.scoring.in_rooms else PARTS).items()
        if counts[part]
    )


def _average(state: StageState, taken: Sequence[PlayedBoard]) -> Figure[Exact]:
    scoring = state.plan.scoring
    if scoring.percent is not None:
        return percentage([BoardCredit(each.credit, each.top) for each in taken], scoring.percent)
    note = phrase("average of {boards}", boards=count_phrase(len(taken)))
    return average([each.credit for each in taken], scoring.boards_in, scoring.clause, note)


def tricks_figure(state: StageState, taken: Iterable[PlayedBoard]) -> Figure[Exact] | None:
    """The tricks on boards that the side declared, compared with double dummy tricks where they are known."""
    deals = deals_of(state, taken := list(taken))
    solved = known.several({*deals.values()})
    parts = [
        part
        for each in taken
        for table in each.played
        if table.declared
        and (part := _double_dummy_difference(each, table, deals.get((each.round, each.board)), solved)) is not None
    ]
    note = phrase("declarer’s tricks on {boards}, compared with double dummy", boards=count_phrase(len(parts)))
    return total(parts, AGAINST, LAW_79, note) if parts else None


def deals_of(state: StageState, taken: Iterable[PlayedBoard]) -> dict[tuple[int, int], Deal]:
    """The known deals of boards, by round and board."""
    at = {(each.round, each.board): state.deal(each.round, each.board) for each in taken} if state.deals else {}
    return {place: deal for place, deal in at.items() if deal is not None}


def _double_dummy_difference(
    each: PlayedBoard, at: PlayedAt, deal: Deal | None, solved: Mapping[Deal, Tricks]
) -> Figure[Exact] | None:
    tricks = solved.get(deal) if deal is not None else None
    if not tricks or not isinstance(at.result, PlayedContract):
        return None
    contract = at.result.contract
    most = tricks[contract.declarer, contract.strain]
    fact = Fact(at.result, PostingSource(at.recorded.posting, each.round, each.table))
    made = Figure(at.result.tricks, TAKEN, LAW_79, (fact,), phrase("taken at the table"))
    can = Figure(most, TAKEN, LAW_79, (), phrase("double dummy"))
    note = phrase("board {board} of round {round}", board=each.board, round=each.round)
    return Figure(made.value - can.value, AGAINST, LAW_79, (made, can), note, Derivation.DIFFERENCE)


def slams(taken: Iterable[PlayedBoard]) -> tuple[int, int]:
    """How many slams the side bid, and how many of them it made."""
    bid = [
        at.result
        for each in taken
        for at in each.played
        if isinstance(at.result, PlayedContract)
        and at.result.contract.level >= SLAM
        and at.roles & {"declaring", "declarer", "dummy"}
    ]
    return len(bid), sum(result.over >= 0 for result in bid)


def above_figure(state: StageState, taken: Sequence[PlayedBoard]) -> Figure[Exact]:
    """The number of boards on which a contestant was above average, or that it won in a match of two rooms."""
    clause = state.plan.scoring.clause
    won = tuple(each.worth for each in taken if each.above)
    told = {"above": len(won), "of": count_phrase(len(taken))}
    rooms = state.plan.scoring.in_rooms
    note = phrase("won {above} of {of}", **told) if rooms else phrase("above average on {above} of {of}", **told)
    return Figure(len(won), BOARDS, clause, won, note, Derivation.COUNT)


def boards_met(state: StageState, who: str, other: str) -> list[PlayedBoard]:
    """The boards of a contestant at tables where another contestant was its opponent."""
    return [each for each in taken_boards(state, who) if _met_at(state, each, who, other)]


def same_cards(state: StageState, who: str, other: str) -> list[tuple[PlayedBoard, PlayedBoard]]:
    """The boards on which two contestants held the same cards at different tables, as each played them."""
    theirs = {
        (state.scope(each.round), each.board, each.cards): each
        for each in taken_boards(state, other)
        if not _met_at(state, each, other, who)
    }
    own = ((each, theirs.get((state.scope(each.round), each.board, each.cards))) for each in taken_boards(state, who))
    return [(each, beside) for each, beside in own if beside is not None and not _met_at(state, each, who, other)]


def _met_at(state: StageState, board: PlayedBoard, who: str, other: str) -> bool:
    return other in state.round(board.round).seatings[board.table].opponents_of(who)


def compared_with(how: str, other: str) -> str:
    """The name in an address of the boards compared with another contestant's.

    >>> compared_with(MET, "7/A")
    'met 7%2FA'
    """
    return f"{how} {quote(other, safe='')}"


def compared_figure(state: StageState, taken: Sequence[PlayedBoard]) -> Figure[Exact]:
    """The score for several boards together: their percentage, or their sum."""
    scoring = state.plan.scoring
    if scoring.percent is not None:
        return _average(state, taken)
    note = phrase("total over {boards}", boards=count_phrase(len(taken)))
    return total([each.credit for each in taken], scoring.boards_in, scoring.clause, note)


def _find_compared(event: Tournament, state: StageState, at: addresses.Analysis) -> FigureAtAddress:
    how, _, written = at.part.partition(" ")
    other = unquote(written)
    named = stage_words(event, state.plan.name)
    told: dict[str, Said] = {"who": label(event, at.who), "other": label(event, other), "name": named}
    if how == MET:
        taken, title = boards_met(state, at.who, other), phrase("Score of {who} against {other}, {name}", **told)
    else:
        taken = [own for own, _ in same_cards(state, at.who, other)]
        title = phrase("Score of {who} on boards where {other} held the same cards, {name}", **told)
    if not taken:
        raise KeyError(at)
    return FigureAtAddress(title, compared_figure(state, taken))


def find_analysis(event: Tournament, state: StageState, at: addresses.Analysis) -> FigureAtAddress:
    """The average of some of a contestant's boards, its tricks against double dummy, or a comparison with another."""
    if at.part.startswith((f"{MET} ", f"{SAME} ")):
        return _find_compared(event, state, at)
    taken = taken_boards(state, at.who)
    told: dict[str, Said] = {"who": label(event, at.who), "name": stage_words(event, state.plan.name)}
    if at.part == TRICKS:
        figure = tricks_figure(state, taken)
        if figure is None:
            raise KeyError(at)
        return FigureAtAddress(phrase("{who}: tricks compared with double dummy, {name}", **told), figure)
    if at.part == ABOVE:
        rooms = state.plan.scoring.in_rooms
        won = (
            phrase("Boards won by {who}, {name}", **told)
            if rooms
            else phrase("{who}: boards above average, {name}", **told)
        )
        return FigureAtAddress(won, above_figure(state, taken))
    part = next(each for each in parts_of(state, taken) if each.part == at.part)
    return FigureAtAddress(phrase("{part}: average of {who}, {name}", part=part.called, **told), part.average)
