"""Rows of the acts of matches that boards do not decide."""

from overtrick.core.event import acts
from overtrick.core.exact import short_text
from overtrick.director import rulings
from overtrick.director.acts.rows import UNDO, Office, Preview, Row, because, form, timeless


def _forfeited(act: acts.MatchForfeited) -> str:
    if act.how == acts.NEITHER:
        return f"Neither side appeared for the match at table {act.table} in round {act.round}{because(act.reason)}"
    by = f" by {act.offender}" if act.offender else ""
    return f"The match at table {act.table} in round {act.round} is forfeited{by}{because(act.reason)}"


def _decided(act: acts.MatchDecided) -> str:
    where = f"the level match at table {act.table} in round {act.round}"
    return f"{act.winner} wins {where} ({act.clause}){because(act.reason)}"


def _awarded(act: acts.ScoreAwarded) -> str:
    score = short_text(act.score)
    return f"{act.contestant} is given {score} for round {act.round} ({act.clause}){because(act.reason)}"


ROWS = (
    Row(
        act=acts.MatchForfeited,
        decide=rulings.forfeit,
        office=Office.DIRECT,
        says=_forfeited,
        form=form("forfeit"),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
    Row(
        act=acts.MatchDecided,
        decide=timeless(rulings.decide_level),
        office=Office.DIRECT,
        says=_decided,
        form=form("decide-level"),
        inverse=UNDO,
        preview=(Preview.WINNER, Preview.PLACINGS),
    ),
    Row(
        act=acts.ScoreAwarded,
        decide=rulings.award,
        office=Office.DIRECT,
        says=_awarded,
        form=form("award"),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
)
