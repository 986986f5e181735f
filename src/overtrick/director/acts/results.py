"""Rows of the acts of results, and of tables that call the director."""

from overtrick.core.event import acts
from overtrick.core.event.fold.results import OfResult
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.model.notation import write_result
from overtrick.core.wording import Phrase, phrase
from overtrick.director import agreement, late_play, results, wrong_way
from overtrick.director.acts.rows import UNDO, ActRow, GeneratedForm, Inverse, NoForm, Office, Preview, form, timeless
from overtrick.director.decision import AllowedActs


def _correct(event: Tournament, act: acts.ResultCorrected, at: str) -> AllowedActs:
    """Decide on a correction: a table's waits for the other side, the desk's takes effect at once."""
    if act.seat and not act.confirmed:
        return agreement.put_right(event, act, at)
    return results.correct(event, act, at)


def _where(act: OfResult) -> dict[str, object]:
    """The place of a result, as values for the sentences about it."""
    return {"round": act.round, "table": act.table, "room": act.room, "board": act.board}


def _describe_confirmation(act: acts.ResultConfirmed) -> Phrase:
    return phrase(
        "Round {round}, table {table}[ ({room:name} room)], board {board} confirmed[ by {seat:name}][: {result}].",
        seat=act.seat, result=act.result, **_where(act),
    )  # fmt: skip


def _describe_dispute(act: acts.ResultDisputed) -> Phrase:
    return phrase(
        "Round {round}, table {table}[ ({room:name} room)], board {board} disputed[ by {seat:name}][: the result "
        "claimed is {result}].",
        seat=act.seat, result=act.says, **_where(act),
    )  # fmt: skip


def _calls(act: acts.DirectorCalled) -> Phrase:
    return phrase(
        "Round {round}, table {table}[ ({room:name} room)] calls the director[: {about}][, board {board}].",
        round=act.round, table=act.table, room=act.room, about=acts.CALLED_ABOUT[act.about], board=act.board,
    )  # fmt: skip


def _describe_answer(act: acts.CallAnswered) -> Phrase:
    return phrase(
        "Round {round}, table {table}[ ({room:name} room)]: call {taken_back:cancelled|answered}.",
        round=act.round, table=act.table, room=act.room, taken_back=act.taken_back,
    )  # fmt: skip


def _place(act: acts.ResultPosted | acts.ResultCorrected | acts.RulingGiven) -> dict[str, str]:
    return {
        "stage": act.stage, "round": str(act.round), "table": str(act.table), "board": str(act.board),
        "room": act.room, "result": write_result(act.result),
    }  # fmt: skip


def _describe_other_field(act: acts.OtherFieldScored) -> Phrase:
    return phrase(
        "Round {round}, board {board}: {scores:#score} from another field ({source}).",
        round=act.round, board=act.board, scores=len(act.scores), source=act.source,
    )  # fmt: skip


def _describe_switch(act: acts.SidesSwitched) -> Phrase:
    given = {"round": act.round, "table": act.table, "reason": act.reason}
    if len(act.boards) == 1:
        return phrase(
            "Round {round}, table {table}: North–South and East–West exchanged on board {board}[: {reason}].",
            board=act.boards[0], **given,
        )  # fmt: skip
    if act.boards:
        return phrase(
            "Round {round}, table {table}: North–South and East–West exchanged on boards {boards:,}[: {reason}].",
            boards=act.boards, **given,
        )  # fmt: skip
    return phrase(
        "Round {round}, table {table}: North–South and East–West exchanged for the whole match[: {reason}].", **given
    )  # fmt: skip


ROWS = (
    ActRow(
        act=acts.ResultPosted,
        decide=timeless(agreement.post),
        office=Office.SCORE,
        says=lambda act: phrase(
            "Round {round}, table {table}[ ({room:name} room)], board {board}: {result}[, lead {lead}].",
            result=act.result,
            lead=act.lead,
            **_where(act),
        ),
        form=form("result"),
        inverse=Inverse("correct", phrase("correct"), lambda act, _: _place(act)),
        preview=(Preview.RESULT, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.ResultConfirmed,
        decide=timeless(agreement.confirm),
        office=Office.SCORE,
        says=_describe_confirmation,
        form=form("agree"),
        inverse=UNDO,
        preview=(Preview.AGREED,),
    ),
    ActRow(
        act=acts.ResultDisputed,
        decide=timeless(agreement.dispute),
        office=Office.SCORE,
        says=_describe_dispute,
        form=NoForm(phrase("tables dispute results on their phones; the desk corrects or confirms the results")),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.ResultCorrected,
        decide=_correct,
        office=Office.SCORE,
        says=lambda act: phrase(
            "Round {round}, table {table}[ ({room:name} room)], board {board} corrected: {result}[: {reason}].",
            result=act.result,
            reason=act.reason,
            **_where(act),
        ),
        form=form("correct", "void"),
        inverse=Inverse("correct", phrase("correct"), lambda act, _: _place(act)),
        preview=(Preview.RESULT, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.RulingGiven,
        decide=results.correct,
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Round {round}, table {table}[ ({room:name} room)], board {board}, ruling: {result} ({clause})[: "
            "{reason}].",
            result=act.result,
            clause=act.clause,
            reason=act.reason,
            **_where(act),
        ),
        form=form("rule", "appeal-decision", "not-played", "played-twice"),
        inverse=Inverse(
            "rule",
            phrase("rule again"),
            lambda act, _: {**_place(act), "clause": act.clause, **({"fouled": "on"} if act.fouled else {})},
        ),
        preview=(Preview.RESULT, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.BoardFouled,
        decide=results.foul,
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Round {round}, board {board} fouled[: {reason}].",
            round=act.round,
            board=act.board,
            reason=act.reason,
        ),
        form=form("foul"),
        inverse=UNDO,
        preview=(Preview.BOARD, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.SidesSwitched,
        decide=wrong_way.switch,
        office=Office.DIRECT,
        says=_describe_switch,
        form=form("wrong-way"),
        inverse=Inverse(
            "wrong-way",
            phrase("undo reversal"),
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
    ActRow(
        act=acts.BoardPutOff,
        decide=timeless(late_play.put_off),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Round {round}, table {table}[ ({room:name} room)], board {board} to be played later[: {reason}].",
            reason=act.reason,
            **_where(act),
        ),
        form=form("not-played"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.OtherFieldScored,
        decide=timeless(results.lend),
        office=Office.DIRECT,
        says=_describe_other_field,
        form=form("other-field"),
        inverse=UNDO,
        preview=(Preview.BOARD, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.DirectorCalled,
        decide=timeless(results.call),
        office=Office.DIRECT,
        says=_calls,
        form=NoForm(phrase("tables call the director on their phones")),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.CallAnswered,
        decide=timeless(results.call),
        office=Office.SCORE,
        says=_describe_answer,
        form=GeneratedForm("answered", "Answer a call", "Mark as answered", asks=("stage", "round", "table", "room")),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
