"""Rows of the acts of results, and of tables that call."""

from overtrick.core.event import acts
from overtrick.core.event.fold.recording import OfResult
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.notation import write_result
from overtrick.core.wording import count_of
from overtrick.director import agreement, late_play, results, wrong_way
from overtrick.director.acts.rows import UNDO, Inverse, Office, Preview, Row, Without, because, form, timeless
from overtrick.director.decision import Decided


def _correct(event: Tournament, act: acts.ResultCorrected, at: str) -> Decided:
    """A table's own correction waits for the other side; the desk's is made."""
    if act.seat and not act.confirmed:
        return agreement.put_right(event, act, at)
    return results.correct(event, act, at)


def _where(act: OfResult) -> str:
    room = f" {act.room}" if act.room else ""
    return f"Round {act.round} table {act.table}{room} board {act.board}"


def _table(act: acts.DirectorCalled | acts.CallAnswered) -> str:
    return f"Round {act.round} table {act.table}{f' {act.room}' if act.room else ''}"


def _calls(act: acts.DirectorCalled) -> str:
    about = f": {acts.CALLED_ABOUT[act.about]}" if act.about else ""
    return f"{_table(act)} calls the director{about}{f', board {act.board}' if act.board else ''}"


def _by(seat: str) -> str:
    return f" by {seat}" if seat else ""


def _place(act: acts.ResultPosted | acts.ResultCorrected | acts.RulingGiven) -> dict[str, str]:
    return {
        "stage": act.stage, "round": str(act.round), "table": str(act.table), "board": str(act.board),
        "room": act.room, "result": write_result(act.result),
    }  # fmt: skip


def _lent(act: acts.OtherFieldScored) -> str:
    count = count_of(len(act.scores), "score")
    return f"Round {act.round} board {act.board} has {count} of another field, from {act.source}"


def _switched(act: acts.SidesSwitched) -> str:
    boards = f"boards {', '.join(map(str, act.boards))} of " if act.boards else ""
    return f"Round {act.round} table {act.table}: {boards}the match was played the other way round{because(act.reason)}"


ROWS = (
    Row(
        act=acts.ResultPosted,
        decide=timeless(agreement.post),
        office=Office.SCORE,
        says=lambda act: f"{_where(act)}: {act.result}{f', lead {act.lead}' if act.lead else ''}",
        form=form("result"),
        inverse=Inverse("correct", "put it right", lambda act, _: _place(act)),
        preview=(Preview.RESULT, Preview.PLACINGS),
    ),
    Row(
        act=acts.ResultConfirmed,
        decide=timeless(agreement.confirm),
        office=Office.SCORE,
        says=lambda act: f"{_where(act)} is agreed{_by(act.seat)}{because(str(act.result or ''))}",
        form=form("agree"),
        inverse=UNDO,
        preview=(Preview.AGREED,),
    ),
    Row(
        act=acts.ResultDisputed,
        decide=timeless(agreement.dispute),
        office=Office.SCORE,
        says=lambda act: f"{_where(act)} is disputed{_by(act.seat)}{f': {act.says}, they say' if act.says else ''}",
        form=Without("a table disputes on its phone; the desk corrects or agrees"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.ResultCorrected,
        decide=_correct,
        office=Office.SCORE,
        says=lambda act: f"{_where(act)} is put right: {act.result}{because(act.reason)}",
        form=form("correct", "void"),
        inverse=Inverse("correct", "put it right", lambda act, _: _place(act)),
        preview=(Preview.RESULT, Preview.PLACINGS),
    ),
    Row(
        act=acts.RulingGiven,
        decide=results.correct,
        office=Office.DIRECT,
        says=lambda act: f"{_where(act)} is ruled on: {act.result} ({act.clause}){because(act.reason)}",
        form=form("rule", "appeal-decision", "not-played", "played-twice"),
        inverse=Inverse(
            "rule",
            "rule again",
            lambda act, _: {**_place(act), "clause": act.clause, **({"fouled": "on"} if act.fouled else {})},
        ),
        preview=(Preview.RESULT, Preview.PLACINGS),
    ),
    Row(
        act=acts.BoardFouled,
        decide=results.foul,
        office=Office.DIRECT,
        says=lambda act: f"Round {act.round} board {act.board} was fouled{because(act.reason)}",
        form=form("foul"),
        inverse=UNDO,
        preview=(Preview.BOARD, Preview.PLACINGS),
    ),
    Row(
        act=acts.SidesSwitched,
        decide=wrong_way.switch,
        office=Office.DIRECT,
        says=_switched,
        form=form("wrong-way"),
        inverse=Inverse(
            "wrong-way",
            "they sat as drawn",
            lambda act, _: {
                "stage": act.stage,
                "round": str(act.round),
                "table": str(act.table),
                "boards": " ".join(map(str, act.boards)),
                "how": wrong_way.SAT,
            },
        ),
        preview=(Preview.SIDES, Preview.PLACINGS),
    ),
    Row(
        act=acts.BoardPutOff,
        decide=timeless(late_play.put_off),
        office=Office.DIRECT,
        says=lambda act: f"{_where(act)} is played later{because(act.reason)}",
        form=form("not-played"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.OtherFieldScored,
        decide=timeless(results.lend),
        office=Office.DIRECT,
        says=_lent,
        form=form("other-field"),
        inverse=UNDO,
        preview=(Preview.BOARD, Preview.PLACINGS),
    ),
    Row(
        act=acts.DirectorCalled,
        decide=timeless(results.call),
        office=Office.DIRECT,
        says=_calls,
        form=Without("a table calls on its phone"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.CallAnswered,
        decide=timeless(results.call),
        office=Office.SCORE,
        says=lambda act: f"{_table(act)} {'has taken back its call' if act.taken_back else 'has been answered'}",
        form=form("answered"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
