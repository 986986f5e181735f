"""Play in the wrong place: by the wrong people, or on the wrong board. It is recorded as it happened."""

from overtrick.core.event.acts import OtherBoardPlayed, ResultPosted, SeatsExchanged
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, allow, refuse, still_open
from overtrick.director.results import next_draw_stands

_TWO = phrase(
    "Name two different contestants who play in the round, or one who plays and one who sits out; contestants in a "
    "triangle or a share match cannot be swapped."
)
STANDS, CANCELLED, DEPRIVED = 2, 1, 3
"""The paragraphs of Law 15B: nobody had played the board, someone had, or someone is deprived of a score by it."""


def wrong_board_law(state: StageState, paragraph: int) -> str:
    """The Law on a wrong board: 15B for pairs and individuals, 86B for teams (see its footnote)."""
    return "Law 86B" if state.plan.scoring.in_rooms else f"Law 15B{paragraph}"


def exchange(event: Tournament, act: SeatsExchanged) -> AllowedActs:
    """Record that two contestants sat in each other's places in a round, so that each has what was played there."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    seats = {name: drawn.seating_of(name) for name in (act.one, act.other)}
    strange = [name for name, seat in seats.items() if seat is None and name not in drawn.draw.sits_out]
    if strange or act.one == act.other:
        raise refuse(
            "Number {strange} cannot be swapped in round {round}",
            remedy=_TWO,
            strange=strange[0] if strange else act.one,
            round=act.round,
        )
    if seats[act.one] is None and seats[act.other] is None:
        raise refuse(
            "Numbers {one} and {other} both sat out round {round}",
            remedy=_TWO,
            one=act.one,
            other=act.other,
            round=act.round,
        )
    if seats[act.one] is seats[act.other]:
        raise refuse(
            "Numbers {one} and {other} are drawn against each other",
            remedy="If the two contestants only sat in the wrong directions, correct the directions instead.",
            one=act.one,
            other=act.other,
        )
    if not act.reason:
        raise refuse(
            "Recording contestants in the wrong places needs a reason", remedy="Give the reason in a few words."
        )
    return allow(act, cautions=(next_draw_stands(state, act.round),))


def play_other(event: Tournament, act: OtherBoardPlayed) -> AllowedActs:
    """Record a wrong board: one that none of the four had played stands (Law 15B2), any other does not (Law 15B1)."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    seating = next((each for each in drawn.draw.seatings if each.table == act.table), None)
    remedy = phrase("Name the board the table should have played and the board it did play.")
    if seating is None or act.instead not in seating.boards:
        raise refuse(
            "No match of two sides at table {table} was drawn with board {instead} in round {round}",
            remedy=remedy, table=act.table, instead=act.instead, round=act.round,
        )  # fmt: skip
    if act.board in seating.boards:
        raise refuse(
            "Board {board} is one of the boards of table {table} in round {round}",
            remedy=remedy, board=act.board, table=act.table, round=act.round,
        )  # fmt: skip
    if not act.reason:
        raise refuse("Recording a wrong board needs a reason", remedy="Give the reason in a few words.")
    for name in (seating.ns, seating.ew):
        if before := played_before(state, act.round, act.board, name):
            raise refuse(
                "Number {name} already has a result on board {board} in round {before}, so this score does not stand",
                clause=wrong_board_law(state, CANCELLED),
                remedy="Record that the board was played twice, or let the table play board {instead} later.",
                name=name,
                board=act.board,
                before=before,
                instead=act.instead,
            )
    entered = [
        ResultPosted(act.stage, act.round, act.table, act.board, known.result, place[1], known.lead)
        for place, known in sorted(drawn.results.items())
        if (place[0], place[2]) == (act.table, act.instead)
    ]
    return allow(
        act,
        *entered,
        cautions=(
            phrase("the score on the board stands ({law})", law=wrong_board_law(state, STANDS)),
            *_later(state, act, seating.ns, seating.ew),
            *_again(state, act, seating.ns, seating.ew),
        ),
    )


def played_before(state: StageState, round_: int, board: int, name: str) -> int:
    """An earlier round in which someone has a result on the same board; 0 if there is none."""
    return next((number for number in _played_in(state, round_, board, name) if number < round_), 0)


def _played_in(state: StageState, round_: int, board: int, name: str) -> list[int]:
    """The other rounds in which someone has a result on the same board."""
    return [
        number
        for number, drawn in sorted(state.rounds.items())
        if number != round_
        and state.scope(number) == state.scope(round_)
        and (own := drawn.seating_of(name)) is not None
        and any((place[0], place[2]) == (own.table, board) for place in drawn.results)
    ]


def _later(state: StageState, act: OtherBoardPlayed, *names: str) -> list[Phrase]:
    """Cautions about those who were due to play the board later and now cannot."""
    return [
        phrase(
            "number {name} was due to play board {board} in round {number} and no longer can: give a ruling on it in "
            "that round (Law 12C2(a))",
            name=name,
            board=act.board,
            number=number,
        )
        for name in names
        for number, drawn in sorted(state.rounds.items())
        if number != act.round
        and state.scope(number) == state.scope(act.round)
        and (own := drawn.seating_of(name)) is not None
        and act.board in own.boards
        and number not in _played_in(state, act.round, act.board, name)
    ]


def _again(state: StageState, act: OtherBoardPlayed, *names: str) -> list[Phrase]:
    """Cautions about those who have played the board again since: the later result does not stand (Law 15B1)."""
    return [
        phrase(
            "number {name} played board {board} again in round {number}: record in that round that the board was "
            "played twice",
            name=name,
            board=act.board,
            number=number,
        )
        for name in names
        for number in _played_in(state, act.round, act.board, name)
    ]
