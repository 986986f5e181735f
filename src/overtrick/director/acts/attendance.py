"""Rows of the acts of attendance: substitutes, absences, late arrivals, withdrawals and places declined."""

from overtrick.core.event import acts
from overtrick.core.event.after.ending import berths
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.wording import Phrase, phrase
from overtrick.director import attendance, entries, late_pairs, penalties, rulings
from overtrick.director.acts.rows import (
    UNDO,
    ActRow,
    FormField,
    GeneratedForm,
    Inverse,
    Office,
    Preview,
    form,
    timeless,
)
from overtrick.director.decision import AllowedActs, allow, refuse, still_open


def _substitute(act: acts.SubstituteUsed) -> Phrase:
    """The rounds of a substitute; consecutive rounds are given as first and last."""
    given = {"substitute": act.substitute, "out": act.out, "contestant": act.contestant, "reason": act.reason}
    rounds = act.rounds
    if len(rounds) > 2 and list(rounds) == list(range(rounds[0], rounds[-1] + 1)):
        return phrase(
            "{substitute} substitutes for {out} ({contestant}) in rounds {first} to {last}[: {reason}].",
            first=rounds[0], last=rounds[-1], **given,
        )  # fmt: skip
    if len(rounds) > 1:
        return phrase(
            "{substitute} substitutes for {out} ({contestant}) in rounds {rounds}[: {reason}].", rounds=rounds, **given
        )
    return phrase(
        "{substitute} substitutes for {out} ({contestant}) in round {round}[: {reason}].", round=rounds, **given
    )


def _ground(name: str) -> Ground | str:
    """The ground with this name; an unrecognised name as it is."""
    return next((each for each in Ground if str(each) == name), name)


def _absence(act: acts.AbsenceRecorded) -> Phrase:
    return phrase(
        "Number {contestant} is absent from session {session} of {stage}[, {ground}][: {reason}].",
        contestant=act.contestant, session=act.session, stage=act.stage, ground=_ground(act.ground), reason=act.reason,
    )  # fmt: skip


def _withdrawn(act: acts.Withdrawn) -> Phrase:
    return phrase(
        "Number {contestant} withdraws from {stage}[ after round {after}]{expunged:, and its scores are cancelled|}[: "
        "{reason}].",
        contestant=act.contestant, stage=act.stage, after=act.after, expunged=act.expunged, reason=act.reason,
    )  # fmt: skip


def _late(act: acts.LatePairSeated) -> Phrase:
    return phrase(
        "Late pair {contestant} joins {stage} in round {round}[, as pair {number} of the movement][, instead of "
        "number {instead}][, in section {section}][: {reason}].",
        contestant=act.contestant, stage=act.stage, round=act.round, number=0 if act.instead else act.number,
        instead=act.instead, section=act.section, reason=act.reason,
    )  # fmt: skip


def _reinstate(event: Tournament, act: acts.Reinstated) -> AllowedActs:
    """Reinstate a contestant that withdrew, as long as no round is drawn without it."""
    state = event.stage(act.stage)
    still_open(state)
    left = state.status(act.contestant).left
    if left is None:
        raise refuse(
            "Number {contestant} has not withdrawn from {stage}",
            remedy="Check the number.",
            contestant=act.contestant,
            stage=act.stage,
        )
    for number in sorted(state.rounds):
        if number > left.after and state.round(number).seating_of(act.contestant) is None:
            raise refuse(
                "Round {number} of {stage} has been drawn without number {contestant}",
                clause=state.plan.clause,
                remedy="Withdraw the draw first, if no one has played in that round.",
                number=number,
                stage=act.stage,
                contestant=act.contestant,
            )
    return allow(act)


def _ahead(event: Tournament) -> list[str]:
    """The stages that have not started, and the events that this one qualifies for."""
    return [*(plan.name for plan in event.current_plan().stages if plan.name not in event.stages), *berths(event)]


ROWS = (
    ActRow(
        act=acts.SubstituteUsed,
        decide=attendance.substitute,
        office=Office.DIRECT,
        says=_substitute,
        form=form("substitute", "session-substitute"),
        inverse=UNDO,
        preview=(Preview.SEASON, Preview.PLACINGS_OF_A_SEASON),
    ),
    ActRow(
        act=acts.AbsenceRecorded,
        decide=timeless(attendance.stay_away),
        office=Office.DIRECT,
        says=_absence,
        form=form("absence"),
        inverse=UNDO,
        preview=(Preview.SEASON, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.AbsenceLifted,
        decide=timeless(attendance.come_after_all),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Absence of number {contestant} from session {session} of {stage} cancelled[: {reason}].",
            contestant=act.contestant,
            session=act.session,
            stage=act.stage,
            reason=act.reason,
        ),
        form=form("absence-lifted"),
        inverse=UNDO,
        preview=(Preview.SEASON, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.ArrivedLate,
        decide=timeless(penalties.arrive_late),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Number {contestant} is {minutes:#minute} late for round {round}.",
            contestant=act.contestant,
            minutes=act.minutes,
            round=act.round,
        ),
        form=GeneratedForm(
            "late",
            "Late arrival",
            "Record the late arrival",
            "This form only records the lateness. Give any penalty or warning separately.",
            fields=(FormField("minutes", "Minutes late"),),
            back="rulings",
        ),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
    ActRow(
        act=acts.Withdrawn,
        decide=timeless(rulings.withdraw),
        office=Office.DIRECT,
        says=_withdrawn,
        form=GeneratedForm(
            "withdraw",
            "Withdraw a contestant",
            "Withdraw the contestant",
            fields=(
                FormField("after", "Last round played", min_value=0),
                FormField(
                    "expunged",
                    "Cancel the contestant’s scores",
                    help_text="The contestant’s results no longer count for anyone.",
                ),
            ),
            back="rulings",
        ),
        inverse=Inverse(
            "reinstate", phrase("reinstate"), lambda act, _: {"contestant": act.contestant, "stage": act.stage}
        ),
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.Reinstated,
        decide=timeless(_reinstate),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Number {contestant} is reinstated in {stage}[: {reason}].",
            contestant=act.contestant,
            stage=act.stage,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "reinstate",
            "Reinstate a contestant",
            "Reinstate contestant",
            "The contestant plays on, and any scores that were cancelled count again. You can reinstate a "
            "contestant only before a round is drawn without that contestant.",
            at_once=True,
        ),
        inverse=UNDO,
        preview=(Preview.PLACINGS,),
    ),
    ActRow(
        act=acts.LatePairSeated,
        decide=timeless(late_pairs.seat_late),
        office=Office.DIRECT,
        says=_late,
        form=form("late-pair"),
        inverse=Inverse(
            "withdraw", phrase("withdraw"), lambda act, _: {"contestant": act.contestant, "stage": act.stage}
        ),
        preview=(Preview.SEATS, Preview.PLACINGS),
    ),
    ActRow(
        act=acts.Declined,
        decide=timeless(entries.decline),
        office=Office.DIRECT,
        says=lambda act: phrase(
            "Number {contestant} declines its place in {stage}[: {reason}].",
            contestant=act.contestant,
            stage=act.stage,
            reason=act.reason,
        ),
        form=GeneratedForm(
            "decline",
            "Replace a qualifier who declines",
            "Promote the next contestant",
            fields=(FormField("stage", names=_ahead),),
            back="close",
        ),
        inverse=UNDO,
        preview=(Preview.NOTHING,),
    ),
)
