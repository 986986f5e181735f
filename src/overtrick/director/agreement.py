"""What a table says of its boards: entered, agreed, not agreed. Nothing is agreed but what was seen, by the other side.

Where a seat is named, a second word on a board is one of three things: the same result from the other side, which is an
agreement; another result, which is a dispute and stands beside the first; or a side putting its own word right.
"""

from dataclasses import replace

from overtrick.core.errors import DirectorError, ResultRefused
from overtrick.core.event.acts import ResultConfirmed, ResultCorrected, ResultDisputed, ResultPosted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.score.rounds import Recorded, RoundState, Said
from overtrick.core.model.cards import Card
from overtrick.core.model.seats import NAMED, Seat, side_of
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import Decided, FromTable, allow, refuse
from overtrick.director.results import correct, scored_together, where


class AboutResult(DirectorError):
    """A refusal about a board's result, which each face puts in the words of who reads it: *known* is what stands."""

    def __init__(self, act: FromTable, known: Recorded, what: Phrase, remedy: str) -> None:
        super().__init__("Table {table} board {board} {so}", remedy=remedy, table=act.table, board=act.board, so=what)
        self.act = act
        self.known = known


class NotAsSeen(AboutResult):
    """What somebody agreed to, or disputed, is not what stands now: it was changed or disputed since they looked."""

    def __init__(self, act: FromTable, known: Recorded) -> None:
        super().__init__(
            act, known, phrase("is not as it was seen: {stands}", stands=stands(known)), "Look at it again."
        )


class AgreedAlready(AboutResult):
    """Both sides have agreed a result, and a table does not change it any more."""

    def __init__(self, act: FromTable, known: Recorded) -> None:
        remedy = "Call the director to change it." if act.seat else "Post it as a correction with the reason."
        super().__init__(act, known, phrase("was agreed as {result}", result=known.result), remedy)


class OwnEntry(AboutResult):
    """The side that entered a result cannot agree to it."""

    def __init__(self, act: FromTable, known: Recorded) -> None:
        super().__init__(
            act, known, phrase("was entered by {seat}'s own side", seat=_seat(act.seat)), "The other side agrees to it."
        )


class RoundOver(DirectorError):
    """A result of a round that is closed: only the desk changes it."""

    def __init__(self, act: FromTable, clause: str) -> None:
        super().__init__("Round {round} is closed", clause=clause, remedy="Post it as a correction.", round=act.round)
        self.act = act


def stands(known: Recorded) -> Phrase:
    """What stands for a board, in a few words: whose result, and what is said against it."""
    now = _word(known)
    if known.other is not None:
        return phrase("{now}, {other}", now=now, other=_word(known.other))
    return phrase("{now}, not agreed", now=now) if known.disputed else now


def _word(known: Recorded | Said) -> Phrase:
    return phrase("{result} by {seat}", result=known.result, seat=_seat(known.seat) or phrase("the desk"))


def _seat(name: str) -> Seat | str:
    """A seat by its name, to be said in the reader's language; nothing where a result came from elsewhere."""
    return NAMED.get(name, name)


def post(event: Tournament, act: ResultPosted) -> Decided:
    """A result on a board: possible, of this table and round, and the first word or a second one on it."""
    known = _checked(event, act)
    if known is None:
        return allow(act)
    if act.seat:
        return _second(known, act)
    if known.result != act.result:
        raise ResultRefused(
            "Table {table} board {board} has {result} already (posting {posting})",
            remedy="If {act_result} is right, post it as a correction with the reason.",
            table=act.table,
            board=act.board,
            result=known.result,
            posting=known.posting,
            act_result=act.result,
        )
    return allow()


def put_right(event: Tournament, act: ResultCorrected, at: str = "") -> Decided:
    """A seat enters a board again: its own side's word is put right, the other side's is disputed."""
    known = _checked(event, act)
    if known is None:
        first = ResultPosted(act.stage, act.round, act.table, act.board, act.result, room=act.room, seat=act.seat)
        return allow(first)
    said = [known.result] if known.other is None else [known.result, known.other.result]
    if known.confirmed or act.result in said or side_of(known.seat) is not side_of(act.seat):
        return _second(known, act)
    return correct(event, act, at)


def _checked(event: Tournament, act: ResultPosted | ResultCorrected) -> Recorded | None:
    """What is known of a board for which a table may enter such a result."""
    state, drawn = where(event, act)
    _seated(act)
    _open(drawn, act, str(state.plan.clause))
    scored_together(state, drawn, act)
    if isinstance(act, ResultPosted) and act.lead:
        Card.parse(act.lead)
    return _known(drawn, act)


def _second(known: Recorded, act: ResultPosted | ResultCorrected) -> Decided:
    """What becomes of a seat's word on a board that has a result."""
    at = (act.stage, act.round, act.table, act.board, act.room)
    if known.confirmed and act.result != known.result:
        raise AgreedAlready(act, known)
    said = next((each for each in _versions(known) if each.result == act.result), None)
    if said is None:
        return allow(ResultDisputed(*at, seat=act.seat, says=act.result))
    if known.confirmed or side_of(said.seat) is side_of(act.seat):
        return allow()
    return allow(ResultConfirmed(*at, act.result, known.latest, act.seat))


def confirm(event: Tournament, act: ResultConfirmed) -> Decided:
    """The opponents agree with a result that they saw and that is there."""
    state, drawn = where(event, act)
    _seated(act)
    known = _known(drawn, act)
    if known is None:
        raise refuse(
            "Table {table} board {board} has no result to confirm",
            remedy="Enter the result first.",
            table=act.table,
            board=act.board,
        )
    _says_what_was_seen(act)
    result = known.result if act.result is None and act.seen == known.latest else act.result
    if known.confirmed:
        if result != known.result:
            raise AgreedAlready(act, known)
        return allow()
    said = next((each for each in _versions(known) if each.result == result), None)
    if said is None or (known.disputed and act.seen != known.latest):
        raise NotAsSeen(act, known)
    if act.seat and side_of(said.seat) is side_of(act.seat):
        raise OwnEntry(act, known)
    if said is not known:
        _open(drawn, act, str(state.plan.clause))
        taken = ResultPosted(act.stage, act.round, act.table, act.board, said.result, room=act.room)
        scored_together(state, drawn, taken)
    return allow(replace(act, result=result, seen=act.seen or known.latest))


def dispute(event: Tournament, act: ResultDisputed) -> Decided:
    """Somebody does not agree with a result that they saw, that is there, and that was not agreed before."""
    state, drawn = where(event, act)
    _seated(act)
    known = _known(drawn, act)
    if known is None:
        raise refuse(
            "Table {table} board {board} has no result to dispute",
            remedy="Enter the result first.",
            table=act.table,
            board=act.board,
        )
    if known.confirmed:
        raise AgreedAlready(act, known)
    if act.seat:
        _open(drawn, act, str(state.plan.clause))
    if act.says is None:
        _says_what_was_seen(act)
    else:
        said = ResultPosted(act.stage, act.round, act.table, act.board, act.says, room=act.room)
        scored_together(state, drawn, said)
        if act.says == known.result:
            raise refuse(
                "Table {table} board {board} has {says}",
                remedy="Agree to it.",
                table=act.table,
                board=act.board,
                says=act.says,
            )
    if act.result not in (None, known.result) or (act.result is None and act.seen not in (0, known.latest)):
        raise NotAsSeen(act, known)
    if known.disputed and (act.says is None or (known.other is not None and act.says == known.other.result)):
        return allow()
    if act.result is None and not act.seen:
        return allow(act)  # entered without having seen what stands
    return allow(replace(act, result=known.result, seen=act.seen or known.latest))


def as_seen(event: Tournament, act: ResultConfirmed | ResultDisputed) -> ResultConfirmed | ResultDisputed:
    """An act of an older book, which does not say what was seen: it meant what stood."""
    if act.result is not None or act.seen or (isinstance(act, ResultDisputed) and act.says is not None):
        return act
    drawn = event.stage(act.stage).round(act.round)
    known = _known(drawn, act)
    return act if known is None else replace(act, result=known.result, seen=known.latest)


def _versions(known: Recorded) -> tuple[Recorded | Said, ...]:
    """The result that stands, and what is said instead."""
    return (known,) if known.other is None else (known, known.other)


def _known(drawn: RoundState, act: FromTable) -> Recorded | None:
    return drawn.results.get((act.table, act.room, act.board))


def _seated(act: FromTable) -> None:
    if act.seat and act.seat not in NAMED:
        raise ResultRefused(
            "There is no seat “{seat}”", remedy="The seats are {named:,}.", seat=act.seat, named=tuple(NAMED)
        )


def _open(drawn: RoundState, act: FromTable, clause: str) -> None:
    """Refuse a result of a round that is closed.

    A triangle is still played in it, a board was put off, and extra boards are called when the match is level.
    """
    later = (act.table, act.room, act.board) in drawn.put_off or act.board in drawn.extra.get(act.table, ())
    if (
        drawn.closed
        and not later
        and not any(act.table in trio.tables and trio.rounds > 1 for trio in drawn.draw.trios)
    ):
        raise RoundOver(act, clause)


def _says_what_was_seen(act: ResultConfirmed | ResultDisputed) -> None:
    if act.result is None and not act.seen:
        raise refuse(
            "“{called}” does not say which result was seen",
            remedy="Give the result that was seen, or the number of the last posting about the board.",
            called=act.called,
        )
