"""What a table says of its boards: entered, agreed or disputed. The other side can agree only to a result it has seen.

Where a seat is named, a second entry on a board is one of three things: the same result from the other side, which is
an agreement; another result from the other side, which is a dispute and is kept beside the first; or a side correcting
its own entry.
"""

from dataclasses import replace

from overtrick.core import wording
from overtrick.core.errors import DirectorError, ResultRefused
from overtrick.core.event.acts import ResultConfirmed, ResultCorrected, ResultDisputed, ResultPosted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.score.rounds import ConflictingEntry, RecordedResult, RoundState
from overtrick.core.model.cards import Card
from overtrick.core.model.seats import NAMED, Seat, side_of
from overtrick.core.wording import Phrase, phrase
from overtrick.director.decision import AllowedActs, FromTable, allow, refuse
from overtrick.director.results import correct, scored_together, where


class AboutResult(DirectorError):
    """A refusal about a board's result; *known* is the result that stands. Each interface words it for its reader."""

    def __init__(self, act: FromTable, known: RecordedResult, what: Phrase, remedy: wording.Said) -> None:
        super().__init__(
            "Board {board} at table {table} {so}", remedy=remedy, table=act.table, board=act.board, so=what
        )
        self.act = act
        self.known = known


class NotAsSeen(AboutResult):
    """The result that someone agreed to or disputed no longer stands: it has been changed or disputed since."""

    def __init__(self, act: FromTable, known: RecordedResult) -> None:
        super().__init__(
            act,
            known,
            phrase("has a result that was changed or disputed after it was viewed: {stands}", stands=stands(known)),
            phrase("Check the result again."),
        )


class AgreedAlready(AboutResult):
    """Both sides have agreed a result, so a table cannot change it any more."""

    def __init__(self, act: FromTable, known: RecordedResult) -> None:
        desk = phrase("Post the result as a correction, with the reason.")
        remedy = phrase("Call the director to change the result.") if act.seat else desk
        super().__init__(act, known, phrase("is already confirmed as {result}", result=known.result), remedy)


class OwnEntry(AboutResult):
    """The side that entered a result cannot agree to it."""

    def __init__(self, act: FromTable, known: RecordedResult) -> None:
        super().__init__(
            act,
            known,
            phrase("has a result entered by {seat}’s own side", seat=_seat(act.seat)),
            phrase("The other side must confirm the result."),
        )


class RoundOver(DirectorError):
    """The result belongs to a closed round: only the desk can change it."""

    def __init__(self, act: FromTable, clause: str) -> None:
        super().__init__(
            "Round {round} is closed", clause=clause, remedy="Post the result as a correction.", round=act.round
        )
        self.act = act


def stands(known: RecordedResult) -> Phrase:
    """What stands for a board, in a few words: whose result it is, and what is disputed."""
    now = _word(known)
    if known.other is not None:
        return phrase("{now}, {other}", now=now, other=_word(known.other))
    return phrase("{now}, disputed", now=now) if known.disputed else now


def _word(known: RecordedResult | ConflictingEntry) -> Phrase:
    return phrase("{result} from {seat}", result=known.result, seat=_seat(known.seat) or phrase("the desk"))


def _seat(name: str) -> Seat | str:
    """A seat by its name, to be worded in the reader's language; empty where a result came from elsewhere."""
    return NAMED.get(name, name)


def post(event: Tournament, act: ResultPosted) -> AllowedActs:
    """Accept a result that is possible, for this table and round, as the first or a second entry on its board."""
    known = _check_result(event, act)
    if known is None:
        return allow(act)
    if act.seat:
        return _second(known, act)
    if known.result != act.result:
        raise ResultRefused(
            "Board {board} at table {table} already has {result}",
            remedy="If {act_result} is right, post it as a correction with the reason.",
            table=act.table,
            board=act.board,
            result=known.result,
            posting=known.posting,
            act_result=act.result,
        )
    return allow()


def put_right(event: Tournament, act: ResultCorrected, at: str = "") -> AllowedActs:
    """Decide on a seat's second entry on a board: it corrects its own side's result and disputes the other side's."""
    known = _check_result(event, act)
    if known is None:
        first = ResultPosted(act.stage, act.round, act.table, act.board, act.result, room=act.room, seat=act.seat)
        return allow(first)
    said = [known.result] if known.other is None else [known.result, known.other.result]
    if known.confirmed or act.result in said or side_of(known.seat) is not side_of(act.seat):
        return _second(known, act)
    return correct(event, act, at)


def _check_result(event: Tournament, act: ResultPosted | ResultCorrected) -> RecordedResult | None:
    """What is known of a board, after checking that the table may enter such a result."""
    state, drawn = where(event, act)
    _check_seat(act)
    _open(drawn, act, str(state.plan.clause))
    scored_together(state, drawn, act)
    if isinstance(act, ResultPosted) and act.lead:
        Card.parse(act.lead)
    return _known_result(drawn, act)


def _second(known: RecordedResult, act: ResultPosted | ResultCorrected) -> AllowedActs:
    """What a seat's entry means on a board that already has a result."""
    at = (act.stage, act.round, act.table, act.board, act.room)
    if known.confirmed and act.result != known.result:
        raise AgreedAlready(act, known)
    said = next((each for each in _versions(known) if each.result == act.result), None)
    if said is None:
        return allow(ResultDisputed(*at, seat=act.seat, says=act.result))
    if known.confirmed or side_of(said.seat) is side_of(act.seat):
        return allow()
    return allow(ResultConfirmed(*at, act.result, known.latest, act.seat))


def confirm(event: Tournament, act: ResultConfirmed) -> AllowedActs:
    """Agree, as the opponents, to a result that they saw and that still stands."""
    state, drawn = where(event, act)
    _check_seat(act)
    known = _known_result(drawn, act)
    if known is None:
        raise refuse(
            "Board {board} at table {table} has no result to confirm",
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


def dispute(event: Tournament, act: ResultDisputed) -> AllowedActs:
    """Dispute a result that was seen, that still stands, and that has not been agreed."""
    state, drawn = where(event, act)
    _check_seat(act)
    known = _known_result(drawn, act)
    if known is None:
        raise refuse(
            "Board {board} at table {table} has no result to dispute",
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
                "Board {board} at table {table} already has {says}",
                remedy="Confirm the result instead.",
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
    """An act with what was seen filled in; acts of older books do not say it and meant the result that stood."""
    if act.result is not None or act.seen or (isinstance(act, ResultDisputed) and act.says is not None):
        return act
    drawn = event.stage(act.stage).round(act.round)
    known = _known_result(drawn, act)
    return act if known is None else replace(act, result=known.result, seen=known.latest)


def _versions(known: RecordedResult) -> tuple[RecordedResult | ConflictingEntry, ...]:
    """The result that stands, and the disputed versions of it."""
    return (known,) if known.other is None else (known, known.other)


def _known_result(drawn: RoundState, act: FromTable) -> RecordedResult | None:
    return drawn.results.get((act.table, act.room, act.board))


def _check_seat(act: FromTable) -> None:
    if act.seat and act.seat not in NAMED:
        raise ResultRefused(
            "There is no seat “{seat}”", remedy="The seats are {named:,}.", seat=act.seat, named=tuple(NAMED)
        )


def _open(drawn: RoundState, act: FromTable, clause: str) -> None:
    """Refuse a result of a round that is closed.

    Boards may still be played in it for a triangle, for a board that was put off, or as extra boards of a level match.
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
            remedy="Give the result that was seen, or its number in the history.",
            called=act.called,
        )
