"""Forms for conduct and time: offences by the tariff or by the Laws, reviews, and the starting points of clocks."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    DISMISSED,
    UPHELD,
    Act,
    ClockSet,
    MissedWeeks,
    PenaltyGiven,
    ReviewDecided,
    RoundStarted,
    RoundTime,
    RulingGiven,
    TimetableSet,
    WallChosen,
)
from overtrick.core.event.after.offences import Extent
from overtrick.core.event.fold.conducted import Review
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.wording import Phrase, phrase
from overtrick.director.penalties import TariffOffence, penalty_for, tariff
from overtrick.views.names import label
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import (
    ActForm,
    AmountField,
    ResultField,
    clause_field,
    number_field,
    reason_field,
)
from overtrick.web.desk.forms.rulings import OfContestant
from overtrick.web.translation import plain


class Penalise(OfContestant):
    """A penalty at the director's discretion, under the Laws or where the event has no tariff."""

    path, title, button = "penalty", "Give a procedural penalty", "Give the penalty"
    says = (
        "If the event has a tariff, use “Penalty from the tariff” for the offences in it: that form counts warnings "
        "and sets the amount."
    )
    offence = forms.CharField(max_length=100)
    amount = AmountField(label="Amount")
    clause = clause_field(initial="Law 90")
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The penalty, in the unit of the stage."""
        stage = self.text("stage")
        unit = self.event.stage(stage).unit.many
        return PenaltyGiven(
            self.text("contestant"), self.text("offence"), stage, self.whole("round"), self.cleaned_data["amount"],
            unit, self.text("clause"), self.text("reason"),
        )  # fmt: skip


class Offend(OfContestant):
    """An offence in the tariff, which gives a warning or an amount."""

    path, title, button = "offence", "Penalty from the tariff", "Apply the tariff"
    offence = forms.ChoiceField()
    minutes = AmountField(required=False, help_text="For lateness and slow play.")
    boards = number_field(required=False, help_text="Number of boards not played.")
    reason = reason_field(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.choose(
            "offence",
            [
                (each.offence, plain(phrase("{offence} ({clause})", offence=each.called, clause=each.clause)))
                for each in self.tariff()
            ],
        )

    def tariff(self) -> tuple[TariffOffence, ...]:
        """The offences of the stage, each with its next consequence for the contestant if one is named."""
        given = self.data if self.is_bound else self.initial
        stage = str(given.get("stage") or self.fields["stage"].initial or "")
        return tariff(self.event, stage, str(given.get("contestant") or "")) if stage in self.event.stages else ()

    def acts(self) -> tuple[Act, ...]:
        """The acts by the tariff; refused if it gives no penalty."""
        due = penalty_for(
            self.event,
            self.text("contestant"),
            self.text("offence"),
            self.text("stage"),
            self.whole("round"),
            extent=Extent(self.cleaned_data.get("minutes"), self.whole("boards")),
            reason=self.text("reason"),
        )
        if not due.acts:
            said = phrase("{tariff:;}", tariff=(*due.consequences, *due.cautions))
            raise DirectorError(
                said if said.whole else "The tariff gives no penalty for this offence",
                remedy="Enter the minutes or boards if the penalty depends on them; otherwise give a penalty under "
                "the Laws.",
            )
        return due.acts


class DecideReview(ActForm):
    """The decision on a review of a ruling, with the board's score if it changes."""

    path, title, button = "decide-review", "Decide a review", "Record the decision"
    says = (
        "If the review is upheld and the score on a board changes, enter the new score too: a ruling is posted with "
        "the decision."
    )
    back = "rulings"
    review = forms.TypedChoiceField(coerce=int)
    outcome = forms.ChoiceField(choices=[(each, each) for each in (UPHELD, DISMISSED)])
    by = forms.CharField(label="Decided by", max_length=100)
    reason = reason_field()
    result = ResultField(label="New score for the board", required=False)
    clause = clause_field(initial="Law 12C", required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        waiting = [each for each in event.conducted.reviews.values() if each.decision is None]
        self.choose("review", [(each.number, plain(_review_label(event, each))) for each in waiting])

    def acts(self) -> tuple[Act, ...]:
        """The decision, and the ruling that gives the board its new score."""
        number, outcome = self.whole("review"), self.text("outcome")
        decided = ReviewDecided(number, outcome, self.text("by"), self.text("reason"))
        result, asked = self.cleaned_data.get("result"), self.event.conducted.reviews[number].asked
        if result is None:
            return (decided,)
        if outcome != UPHELD:
            raise DirectorError("Only an upheld review changes a score", remedy="Leave the score blank.")
        if not asked.table or not asked.board:
            raise DirectorError(
                "Review {number} does not name both a table and a board",
                remedy="Record the decision without a new score, then rule on each board.",
                number=number,
            )  # fmt: skip
        review = Review(number, asked, decided)
        return decided, RulingGiven(
            asked.stage, asked.round, asked.table, asked.board, result, self.text("clause"), review.ground
        )


def _review_label(event: Tournament, review: Review) -> Phrase:
    asked = review.asked
    return phrase(
        "{contestant}: {stage}, round {round}[, board {board}] – {reason}",
        contestant=label(event, asked.contestant), stage=asked.stage, round=asked.round, board=asked.board,
        reason=asked.reason,
    )  # fmt: skip


LONGEST = 600
"""The most minutes that a round may last or be extended by."""
BY_ITSELF = "Leave blank if the timetable or the conditions of contest say how long the round lasts."


def _in_minutes(event: Tournament, now: datetime, minutes: float) -> str:
    """The time this many minutes from now, to the second, in the venue's time zone."""
    return (now + timedelta(minutes=minutes)).astimezone(event.conducted.zone).isoformat(timespec="seconds")


class RoundMoment(ActForm):
    """A point in a round that clocks run from."""

    action = Action.SCORE
    stage = forms.ChoiceField()
    round = number_field()

    @property
    def where(self) -> tuple[str, int]:
        """The stage and the round."""
        return self.text("stage"), self.whole("round")


class StartRound(RoundMoment):
    """The start of play in a round."""

    path, title, button = "start-round", "Start the round", "Start round"
    at_once = True
    minutes = number_field("Minutes to play", required=False, max_value=LONGEST, help_text=BY_ITSELF)

    def acts(self) -> tuple[Act, ...]:
        """The start, and the end of the round if its length is given."""
        start = RoundStarted(*self.where)
        given = self.whole("minutes")
        return (
            (start, ClockSet(*self.where, _in_minutes(self.event, timezone.localtime(), given))) if given else (start,)
        )


class SetClock(RoundMoment):
    """More time, or less, for a round."""

    path, title, button = "clock", "Round clock", "Set the clock"
    says = (
        "Enter the minutes to add, or use a minus sign to take time off. If time has run out, the minutes "
        "count from now."
    )
    at_once = True
    minutes = number_field("Minutes to add", initial=5, min_value=-LONGEST, max_value=LONGEST)
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The clock with its new end."""
        stage, number = self.where
        kept, now = self.event.conducted, timezone.localtime()
        due = kept.finish(self.event.plan(stage), number)
        here = kept.local(now.isoformat())
        left = (due - here).total_seconds() / 60 if due is not None and here is not None else 0
        return ClockSet(
            stage, number, _in_minutes(self.event, now, max(0, left) + self.whole("minutes")), self.text("reason")
        )


class ChooseWall(ActForm):
    """The pages that the wall screen shows in turn."""

    path, title, button = "wall", "Wall screen", "Update wall screen"
    says = (
        "The wall screen cycles through these pages. If the end of the round is known, its clock is always shown at "
        "the top."
    )
    action = Action.SCORE
    panels = forms.MultipleChoiceField(
        label="Pages", widget=forms.CheckboxSelectMultiple,
        choices=[("seating", "Seating by name"), ("standings", "Standings"), ("clock", "Large clock")],
    )  # fmt: skip
    seconds = number_field("Seconds per page", initial=12)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        chosen = event.conducted.wall
        self.fields["panels"].initial = list(chosen.panels) if chosen is not None else ["seating", "standings"]
        self.fields["seconds"].initial = chosen.seconds if chosen is not None else 12

    def act(self) -> Act:
        """The choice."""
        return WallChosen(tuple(self.cleaned_data["panels"]), self.whole("seconds"))


class Timetable(ActForm):
    """The dates and times of a stage's rounds."""

    path, title, button = "timetable", "Dates and times", "Save times"
    says = "Enter one round per line: number, date, start, and finish if fixed."
    action = Action.ORGANISE
    back = "entries"
    stage = forms.ChoiceField()
    times = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": "1 2026-07-04 10:00 11:05\n2 2026-07-04 11:10 12:15"})
    )
    missed = forms.CharField(
        required=False,
        label="Weeks without play",
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "2026-10-21 2026-10-25 National Team Playoffs"}),
        help_text="If the regulations suspend play during certain events, list the events one per line: first day, "
        "last day and name.",
    )
    reason = reason_field(required=False)
    ordered_by = forms.CharField(required=False, max_length=100, label="Ordered by")
    agreed = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="Conditions met for playing a match early"
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = [plan.rules.times.moves for plan in event.current_plan().stages if plan.rules.times.moves is not None]
        needs = dict.fromkeys(need for rule in rules for need in rule.earlier_needs)
        self.choose("agreed", [(need, need.capitalize()) for need in needs])
        if not needs:
            del self.fields["agreed"]

    def stage_names(self) -> list[str]:
        """All stages of the event."""
        return [plan.name for plan in self.event.current_plan().stages]

    def clean_missed(self) -> tuple[MissedWeeks, ...]:
        """The events during which there is no play."""
        return read_missed(str(self.cleaned_data["missed"]))

    def clean_times(self) -> tuple[RoundTime, ...]:
        """The times of each round."""
        return read_times(str(self.cleaned_data["times"]))

    def act(self) -> Act:
        """The timetable."""
        cleaned = self.cleaned_data
        return TimetableSet(
            self.text("stage"), cleaned["times"], cleaned["missed"], self.text("reason"), self.text("ordered_by"),
            agreed=tuple(cleaned.get("agreed", ())),
        )  # fmt: skip


def read_times(text: str) -> tuple[RoundTime, ...]:
    """Parse the dates and times of rounds, one per line."""
    found = []
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if len(words) not in (3, 4) or not words[0].isdecimal() or len(words[0]) > limits.DIGITS:
            said = phrase(
                "“{line}” is not valid. Write round, date and time, like 1 2026-07-04 10:00.", line=f"{line:.60}"
            )
            raise forms.ValidationError(plain(said))
        number, day, *times = words
        found.append(RoundTime(int(number), *(_moment(day, time) for time in times)))
    return tuple(found)


def read_missed(text: str) -> tuple[MissedWeeks, ...]:
    """Parse events with their first and last days, one per line."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        words = line.split(maxsplit=2)
        if len(words) < 3:
            said = phrase(
                "“{line}” is not valid. Write two dates and a name, like 2026-10-21 2026-10-25 Playoffs.", line=line
            )
            raise forms.ValidationError(plain(said))
        first, last, event = words
        found.append(MissedWeeks(event, first, last))
    return tuple(found)


def _moment(day: str, time: str) -> str:
    try:
        when = parse_datetime(f"{day}T{time}")
    except ValueError:
        when = None
    if when is None:
        said = phrase("“{day} {time}” is not a date and time. Write both, like 2026-07-04 10:00.", day=day, time=time)
        raise forms.ValidationError(plain(said))
    return timezone.make_aware(when).isoformat()
