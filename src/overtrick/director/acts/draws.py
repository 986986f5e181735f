"""Rows of the acts of the draw: who meets whom, and who plays for a team."""

from overtrick.core.event import acts
from overtrick.core.wording import Phrase, phrase
from overtrick.director import draws, late_pairs, line_ups, wrong_places
from overtrick.director.acts.rows import (
    UNDO,
    ActRow,
    FormField,
    GeneratedForm,
    Inverse,
    NoForm,
    Office,
    Preview,
    form,
    timeless,
)


def _describe_draw(act: acts.DrawPublished) -> Phrase:
    return phrase(
        "Draw of round {round} of {stage} published[, changed by hand: {by_hand}].",
        round=act.round, stage=act.stage, by_hand=act.by_hand,
    )  # fmt: skip


def _other_board(act: acts.OtherBoardPlayed) -> Phrase:
    return phrase(
        "Round {round}, table {table}: board {board} played instead of {instead}[: {reason}].",
        round=act.round, table=act.table, board=act.board, instead=act.instead, reason=act.reason,
    )  # fmt: skip


ROWS = (
    ActRow(
        act=acts.DrawPublished,
        decide=timeless(draws.publish),
        office=Office.DIRECT,
        says=_describe_draw,
        form=NoForm(phrase("a draw is drafted, changed if need be, and published on its own page")),
        inverse=Inverse(
            "take-back-draw", phrase("withdraw the draw"), lambda act, _: {"stage": act.stage, "round": str(act.round)}
        ),
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.DrawChanged,
        decide=timeless(late_pairs.change),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Draw of round {round} of {stage} changed[: {reason}].",
            round=act.round,
            stage=act.stage,
            reason=act.reason,
        ),
        form=NoForm(
            phrase("a published draw changes when a late pair joins or a pair withdraws; their forms show the changes")
        ),
        inverse=UNDO,
        preview=(Preview.SEATS,),
    ),
    ActRow(
        act=acts.DrawWithdrawn,
        decide=timeless(draws.withdraw),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Draw of round {round} of {stage} withdrawn[: {reason}].",
            round=act.round,
            stage=act.stage,
            reason=act.reason,
        ),
        form=form("take-back-draw"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.SeatsExchanged,
        decide=timeless(wrong_places.exchange),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Numbers {one} and {other} swapped seats in round {round} of {stage}[: {reason}].",
            stage=act.stage,
            round=act.round,
            one=act.one,
            other=act.other,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "seats-exchanged",
            "Swapped seats",
            "Record the swap",
            "Use this form if contestants sat at the wrong table or met the wrong opponents. Results stay at "
            "the table and count for the contestants who played them.",
            fields=(
                FormField("one", "First contestant", like="contestant"),
                FormField("other", "Second contestant", like="contestant"),
            ),
            at_once=True,
        ),
        inverse=UNDO,
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.OtherBoardPlayed,
        decide=timeless(wrong_places.play_other),
        office=Office.DIRECT,
        says=_other_board,
        form=GeneratedForm(
            "other-board",
            "Wrong board played",
            "Record the board",
            "If none of the four players has played the board before, the score stands (Law 15B2). The result entered "
            "for the scheduled board is moved to the board played.",
            fields=(FormField("board", "Board played"), FormField("instead", "Board the table should have played")),
            at_once=True,
        ),
        inverse=UNDO,
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.LineUpPosted,
        decide=line_ups.post_line_up,
        office=Office.CAPTAIN,
        says=lambda act: phrase(
            "Team {contestant} fields {players} in round {round}.",
            contestant=act.contestant,
            players=act.players,
            round=act.round,
        ),
        form=form("line-up"),
        inverse=Inverse(
            "line-up",
            phrase("change line-up"),
            lambda act, _: {"stage": act.stage, "round": str(act.round), "contestant": act.contestant},
        ),
        preview=(Preview.NOTHING,),
    ),
)
