"""Rows of the acts of attendance: substitutes, absences, late arrivals, withdrawals and places declined."""

from collections.abc import Sequence

from overtrick.core.event import acts
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import count_of
from overtrick.director import attendance, entries, late_pairs, penalties, rulings
from overtrick.director.acts.rows import UNDO, Asks, Inverse, Office, Preview, Row, because, form, timeless
from overtrick.director.decision import Decided, allow, refuse, still_open


def _rounds(rounds: Sequence[int]) -> str:
    """Rounds in words: a run of them by its ends."""
    if len(rounds) > 2 and list(rounds) == list(range(rounds[0], rounds[-1] + 1)):
        return f"rounds {rounds[0]} to {rounds[-1]}"
    return f"round {' and '.join(map(str, rounds))}"


def _substitute(act: acts.SubstituteUsed) -> str:
    who = f"{act.substitute} sits in for {act.out} of {act.contestant}"
    return f"{who} in {_rounds(act.rounds)}{because(act.reason)}"


def _absence(act: acts.AbsenceRecorded) -> str:
    ground = f", {act.ground}" if act.ground else ""
    return f"{act.contestant} stays away from session {act.session} of {act.stage}{ground}{because(act.reason)}"


def _withdrawn(act: acts.Withdrawn) -> str:
    wiped = ", its scores wiped" if act.expunged else ""
    return f"{act.contestant} leaves {act.stage} after round {act.after}{wiped}{because(act.reason)}"


def _late(act: acts.LatePairSeated) -> str:
    where = f", as pair {act.number} of the movement" if act.number else ""
    where = f", instead of {act.instead}" if act.instead else where
    where += f", in section {act.section}" if act.section else ""
    return f"{act.contestant} comes into {act.stage} in round {act.round}{where}{because(act.reason)}"


def _reinstate(event: Tournament, act: acts.Reinstated) -> Decided:
    """One that withdrew plays on, as long as no round is drawn without it."""
    state = event.stage(act.stage)
    still_open(state)
    left = state.withdrawn.get(act.contestant)
    if left is None:
        raise refuse(
            "{contestant} has not withdrawn from {stage}",
            remedy="Check the number.",
            contestant=act.contestant,
            stage=act.stage,
        )
    for number in sorted(state.rounds):
        if number > left.after and state.round(number).seating_of(act.contestant) is None:
            raise refuse(
                "Round {number} of {stage} is drawn without {contestant}",
                clause=state.plan.clause,
                remedy="Take that draw back first, while nobody has played in it.",
                number=number,
                stage=act.stage,
                contestant=act.contestant,
            )
    return allow(act)


ROWS = (
    Row(
        act=acts.SubstituteUsed,
        decide=attendance.substitute,
        office=Office.DIRECT,
        says=_substitute,
        form=form("substitute", "session-substitute"),
        inverse=UNDO,
        preview=(Preview.SEASON, Preview.PLACINGS_OF_A_SEASON),
    ),
    Row(
        act=acts.AbsenceRecorded,
        decide=timeless(attendance.stay_away),
        office=Office.DIRECT,
        says=_absence,
        form=form("absence"),
        inverse=UNDO,
        preview=(Preview.SEASON, Preview.PLACINGS),
    ),
    Row(
        act=acts.AbsenceLifted,
        decide=timeless(attendance.come_after_all),
        office=Office.DIRECT,
        says=lambda act: (
            f"{act.contestant} comes to session {act.session} of {act.stage} after all{because(act.reason)}"
        ),
        form=form("absence-lifted"),
        inverse=UNDO,
        preview=(Preview.SEASON, Preview.PLACINGS),
    ),
    Row(
        act=acts.ArrivedLate,
        decide=timeless(penalties.arrive_late),
        office=Office.DIRECT,
        says=lambda act: f"{act.contestant} is {count_of(act.minutes, 'minute')} late for round {act.round}",
        form=form("late"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    Row(
        act=acts.Withdrawn,
        decide=timeless(rulings.withdraw),
        office=Office.DIRECT,
        says=_withdrawn,
        form=form("withdraw"),
        inverse=Inverse("reinstate", "take it back", lambda act, _: {"contestant": act.contestant, "stage": act.stage}),
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    Row(
        act=acts.Reinstated,
        decide=timeless(_reinstate),
        office=Office.DIRECT,
        says=lambda act: f"{act.contestant} plays on in {act.stage} after all{because(act.reason)}",
        form=Asks(
            "reinstate",
            "A contestant that withdrew plays on",
            "Take the withdrawal back",
            "Its scores are what they were. This can be done until a round is drawn without it.",
        ),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
    Row(
        act=acts.LatePairSeated,
        decide=timeless(late_pairs.seat_late),
        office=Office.DIRECT,
        says=_late,
        form=form("late-pair"),
        inverse=Inverse(
            "withdraw", "it leaves again", lambda act, _: {"contestant": act.contestant, "stage": act.stage}
        ),
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    Row(
        act=acts.Declined,
        decide=timeless(entries.decline),
        office=Office.DIRECT,
        says=lambda act: f"{act.contestant} does not go on to {act.stage}{because(act.reason)}",
        form=form("decline"),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
