"""What was played where it should not have been: by others, or on another board. It is recorded as it happened."""

from overtrick.core.event.acts import OtherBoardPlayed, ResultPosted, SeatsExchanged
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.director.decision import Decided, allow, refuse, still_open
from overtrick.director.results import next_draw_stands

STANDS, CANCELLED, DEPRIVED = 2, 1, 3
"""The paragraphs of Law 15B: nobody had played the board, somebody had, and who is deprived of a score by it."""


def wrong_board_law(state: StageState, paragraph: int) -> str:
    """The Law on a wrong board: 15B for pairs and individuals, 86B for teams, as its footnote has it."""
    return "Law 86B" if state.plan.scoring.in_rooms else f"Law 15B{paragraph}"


def exchange(event: Tournament, act: SeatsExchanged) -> Decided:
    """Two who sat in each other's places in a round have what was played there."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    seats = {name: drawn.seating_of(name) for name in (act.one, act.other)}
    strange = [name for name, seat in seats.items() if seat is None and name not in drawn.draw.sits_out]
    if strange or act.one == act.other:
        raise refuse(
            "{strange} has no place in round {round} that another could have taken",
            remedy="Name two who play in it, or one who plays and one who sits out.",
            strange=strange[0] if strange else act.one,
            round=act.round,
        )
    same = seats[act.one] is seats[act.other]
    if same:
        raise refuse(
            "{one} and {other} met as drawn",
            remedy="If they sat the other way round, turn the match round.",
            one=act.one,
            other=act.other,
        )
    if not act.reason:
        raise refuse("Say how it came that they sat so", remedy="Give the reason in a few words.")
    return allow(act, cautions=(next_draw_stands(state, act.round),))


def play_other(event: Tournament, act: OtherBoardPlayed) -> Decided:
    """A board that none of the four had played stands (Law 15B2); one that somebody had does not (Law 15B1)."""
    state = event.stage(act.stage)
    still_open(state)
    drawn = state.round(act.round)
    seating = next((each for each in drawn.draw.seatings if each.table == act.table), None)
    if seating is None or act.instead not in seating.boards or act.board in seating.boards:
        raise refuse(
            "Table {table} plays no board {instead} in round {round}, or plays board {board} anyhow",
            remedy="Name the board it should have played, and the one it did.",
            table=act.table,
            instead=act.instead,
            round=act.round,
            board=act.board,
        )
    if not act.reason:
        raise refuse("Say how it came that another board was played", remedy="Give the reason in a few words.")
    for name in (seating.ns, seating.ew):
        if before := played_before(state, act.round, act.board, name):
            raise refuse(
                "{name} had played board {board} in round {before}, so its score does not stand",
                clause=wrong_board_law(state, CANCELLED),
                remedy="Record that the board was played twice, or let them play board {instead} later.",
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
        cautions=(f"its score stands ({wrong_board_law(state, STANDS)})", *_later(state, act, seating.ns, seating.ew)),
    )


def played_before(state: StageState, round_: int, board: int, name: str) -> int:
    """Another round in which somebody has a result on the same board; 0 if in none."""
    for number, drawn in sorted(state.rounds.items()):
        own = drawn.seating_of(name)
        same = number != round_ and state.scope(number) == state.scope(round_)
        if same and own is not None and any((p[0], p[2]) == (own.table, board) for p in drawn.results):
            return number
    return 0


def _later(state: StageState, act: OtherBoardPlayed, *names: str) -> list[str]:
    """Where one of them is still to play the board that it has played now."""
    return [
        f"{name} is to play board {act.board} in round {number}, and cannot any more: rule on it then (Law 12C2(a))"
        for name in names
        for number, drawn in sorted(state.rounds.items())
        if number != act.round
        and state.scope(number) == state.scope(act.round)
        and (own := drawn.seating_of(name)) is not None
        and act.board in own.boards
    ]
