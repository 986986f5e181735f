"""Forms about conduct and time: offences by the tariff or by the Law, reviews, and what the clocks run from."""

from datetime import datetime, timedelta
from typing import Any, cast

from django import forms
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    DISMISSED,
    UPHELD,
    Act,
    CallAnswered,
    ClockSet,
    MissedWeeks,
    PenaltyGiven,
    ReviewAsked,
    ReviewDecided,
    RoundEnded,
    RoundStarted,
    RoundTime,
    RulingGiven,
    ScoresShown,
    TimetableSet,
    WallChosen,
    WarningGiven,
)
from overtrick.core.event.after.offences import Extent
from overtrick.core.event.fold.conducted import Review
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.score.rounds import CLOSED, OPEN
from overtrick.director.penalties import Offered, penalty_for, tariff
from overtrick.views.names import label
from overtrick.web.congress.access import Action
from overtrick.web.desk.forms.act_form import ActForm, AmountField, ResultField, number_field, reason_field
from overtrick.web.desk.forms.rulings import OfContestant


class Warn(OfContestant):
    """A warning of the director's own."""

    path, title, button = "warning", "Give a warning", "Give the warning"
    offence = forms.CharField(max_length=100)
    clause = forms.CharField(max_length=60, initial="Law 90")
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The warning."""
        return WarningGiven(
            self.text("contestant"), self.text("offence"), self.text("stage"), self.whole("round"),
            self.text("clause"), self.text("reason"),
        )  # fmt: skip


class Penalise(OfContestant):
    """A penalty of the director's own, by the Law or where the event has no tariff."""

    path, title, button = "penalty", "Give a penalty by the Law", "Give the penalty"
    says = "For offences the tariff names, use the tariff: it counts the warnings and knows the amount."
    offence = forms.CharField(max_length=100)
    amount = AmountField(label="Amount")
    clause = forms.CharField(max_length=60, initial="Law 90")
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The penalty, in the unit the stage counts in."""
        stage = self.text("stage")
        unit = self.event.stage(stage).unit.many
        return PenaltyGiven(
            self.text("contestant"), self.text("offence"), stage, self.whole("round"), self.exact("amount"), unit,
            self.text("clause"), self.text("reason"),
        )  # fmt: skip


class Offend(OfContestant):
    """An offence of the tariff: it says what it brings, warning or amount."""

    path, title, button = "offence", "An offence of the tariff", "Post what the tariff says"
    offence = forms.ChoiceField()
    minutes = AmountField(required=False, help_text="For lateness and slow play.")
    boards = number_field(required=False, help_text="For boards not played.")
    reason = reason_field(required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.fields["offence"] = forms.ChoiceField(
            choices=[(each.offence, f"{each.offence} ({each.clause})") for each in self.tariff()]
        )

    def tariff(self) -> tuple[Offered, ...]:
        """The offences of the stage, with what the next of each brings the contestant, once it is named."""
        given = self.data if self.is_bound else self.initial
        stage = str(given.get("stage") or self.fields["stage"].initial or "")
        return tariff(self.event, stage, str(given.get("contestant") or "")) if stage in self.event.stages else ()

    def acts(self) -> tuple[Act, ...]:
        """What the tariff makes of it."""
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
            said = "; ".join((*map(str, due.consequences), *due.cautions))
            raise DirectorError(said or "The tariff brings nothing here", remedy="Give a penalty by the Law instead.")
        return due.acts


class AskReview(OfContestant):
    """A contestant asks for a review of a ruling."""

    path, title, button = "review", "A request for a review", "Record the request"
    table = number_field(required=False)
    board = number_field(required=False)
    reason = reason_field()

    def act(self) -> Act:
        """The request."""
        return ReviewAsked(
            self.text("contestant"), self.text("stage"), self.whole("round"), self.text("reason"),
            self.whole("table"), self.whole("board"),
        )  # fmt: skip


class DecideReview(ActForm):
    """The decision on a review of a ruling, with the board's score if it changes."""

    path, title, button = "decide-review", "Decide a review", "Record the decision"
    says = "If the review is upheld and changes a board, give its score too: a ruling is posted with the decision."
    back = "rulings"
    review = forms.TypedChoiceField(coerce=int)
    outcome = forms.ChoiceField(choices=[(each, each) for each in (UPHELD, DISMISSED)])
    by = forms.CharField(label="Decided by", max_length=100)
    reason = reason_field()
    result = ResultField(label="New score of the board", required=False)
    clause = forms.CharField(initial="Law 12C", max_length=60, required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        waiting = [each for each in event.conducted.reviews.values() if each.decision is None]
        chosen = cast("forms.TypedChoiceField", self.fields["review"])
        chosen.choices = [(each.number, _review_label(event, each)) for each in waiting]

    def acts(self) -> tuple[Act, ...]:
        """The decision, and the ruling that gives the board its new score."""
        number, outcome = self.whole("review"), self.text("outcome")
        decided = ReviewDecided(number, outcome, self.text("by"), self.text("reason"))
        result, asked = self.cleaned_data.get("result"), self.event.conducted.reviews[number].asked
        if result is None:
            return (decided,)
        if outcome != UPHELD:
            raise DirectorError("Only a review that is upheld changes a score", remedy="Leave the score empty.")
        if not asked.table or not asked.board:
            raise DirectorError(
                "Review {number} names no table and board", remedy="Record the decision, then rule on each board.",
                number=number,
            )  # fmt: skip
        review = Review(number, asked, decided)
        return decided, RulingGiven(
            asked.stage, asked.round, asked.table, asked.board, result, self.text("clause"), review.ground
        )


def _review_label(event: Tournament, review: Review) -> str:
    asked = review.asked
    board = f", board {asked.board}" if asked.board else ""
    return f"{label(event, asked.contestant)}: {asked.stage}, round {asked.round}{board} – {asked.reason}"


class Answer(ActForm):
    """A call that has been answered."""

    path, title, button = "answered", "A call answered", "The director has been there"
    action = Action.SCORE
    stage = forms.ChoiceField()
    round = number_field()
    table = number_field()
    room = forms.ChoiceField(choices=[("", "–"), (OPEN, OPEN), (CLOSED, CLOSED)], required=False)

    def act(self) -> Act:
        """The call answered."""
        return CallAnswered(self.text("stage"), self.whole("round"), self.whole("table"), self.text("room"))


LONGEST = 600
"""Minutes that a round may be given, or given more."""
BY_ITSELF = "Where a timetable or the conditions give its time, leave it empty."


def _in_minutes(event: Tournament, now: datetime, minutes: float) -> str:
    """So many minutes from now, to the second, by the venue's clock."""
    return (now + timedelta(minutes=minutes)).astimezone(event.conducted.zone).isoformat(timespec="seconds")


class RoundMoment(ActForm):
    """A moment of a round that clocks run from."""

    action = Action.SCORE
    stage = forms.ChoiceField()
    round = number_field()

    @property
    def where(self) -> tuple[str, int]:
        """The stage and the round."""
        return self.text("stage"), self.whole("round")


class StartRound(RoundMoment):
    """Play of a round begins."""

    path, title, button = "start-round", "Play begins", "Play has begun: start the clock"
    at_once = True
    minutes = number_field("Minutes to play", required=False, max_value=LONGEST, help_text=BY_ITSELF)

    def acts(self) -> tuple[Act, ...]:
        """The start, and how long it is to last where that is said."""
        start = RoundStarted(*self.where)
        given = self.whole("minutes")
        return (
            (start, ClockSet(*self.where, _in_minutes(self.event, timezone.localtime(), given))) if given else (start,)
        )


class SetClock(RoundMoment):
    """More time, or less, for a round."""

    path, title, button = "clock", "The clock of the round", "Set the clock"
    says = "So many minutes more, or fewer with a minus. A clock that has run out starts again from now."
    at_once = True
    minutes = number_field("Minutes more", initial=5, min_value=-LONGEST, max_value=LONGEST)
    reason = reason_field(required=False)

    def act(self) -> Act:
        """The clock set to its new end."""
        stage, number = self.where
        kept, now = self.event.conducted, timezone.localtime()
        due = kept.finish(self.event.plan(stage), number)
        here = kept.local(now.isoformat())
        left = (due - here).total_seconds() / 60 if due is not None and here is not None else 0
        return ClockSet(
            stage, number, _in_minutes(self.event, now, max(0, left) + self.whole("minutes")), self.text("reason")
        )


class ChooseWall(ActForm):
    """What the wall screen shows by turns."""

    path, title, button = "wall", "The wall screen", "Show these on the wall"
    says = "The wall shows them by turns. The clock of the round is in its head as well, whatever is chosen."
    action = Action.SCORE
    panels = forms.MultipleChoiceField(
        label="Pages", widget=forms.CheckboxSelectMultiple,
        choices=[("seating", "Tables by name"), ("standings", "Standings"), ("clock", "The clock, large")],
    )  # fmt: skip
    seconds = number_field("Seconds each", initial=12)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        chosen = event.conducted.wall
        self.fields["panels"].initial = list(chosen.panels) if chosen is not None else ["seating", "standings"]
        self.fields["seconds"].initial = chosen.seconds if chosen is not None else 12

    def act(self) -> Act:
        """The choice."""
        return WallChosen(tuple(self.cleaned_data["panels"]), self.whole("seconds"))


class EndRound(RoundMoment):
    """Play of a round is over."""

    path, title, button = "end-round", "Play is over", "Play is over"

    def act(self) -> Act:
        """The end."""
        return RoundEnded(*self.where)


class ShowScores(RoundMoment):
    """The scores of a round are shown."""

    path, title, button = "show-scores", "The scores are shown", "The scores are shown: corrections run from now"

    def act(self) -> Act:
        """The showing."""
        return ScoresShown(*self.where)


class Timetable(ActForm):
    """When the rounds of a stage are played."""

    path, title, button = "timetable", "Dates and times", "Set these times"
    says = "One round a line: its number, the day, the start, and the finish if it is laid down."
    action = Action.ORGANISE
    back = "entries"
    stage = forms.ChoiceField()
    times = forms.CharField(
        widget=forms.Textarea(attrs={"rows": 8, "placeholder": "1 2026-07-04 10:00 11:05\n2 2026-07-04 11:10 12:15"})
    )
    missed = forms.CharField(
        required=False,
        label="Weeks missed",
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "2026-10-21 2026-10-25 National Team Playoffs"}),
        help_text="Where the document lets finals miss the weeks of some events: first day, last day, its name.",
    )
    reason = reason_field(required=False)
    ordered_by = forms.CharField(required=False, max_length=100, label="By order of")
    agreed = forms.MultipleChoiceField(
        required=False, widget=forms.CheckboxSelectMultiple, label="For a match that is brought forward"
    )

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        rules = [plan.rules.times.moves for plan in event.planned().stages if plan.rules.times.moves is not None]
        needs = dict.fromkeys(need for rule in rules for need in rule.earlier_needs)
        cast("forms.MultipleChoiceField", self.fields["agreed"]).choices = [(need, need.capitalize()) for need in needs]
        if not needs:
            del self.fields["agreed"]

    def stage_names(self) -> list[str]:
        """All stages of the event."""
        return [plan.name for plan in self.event.planned().stages]

    def clean_missed(self) -> tuple[MissedWeeks, ...]:
        """The events whose weeks are missed."""
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
    """Rounds with the day and the times they are played, one a line."""
    found = []
    for line in text.splitlines():
        words = line.split()
        if not words:
            continue
        if len(words) not in (3, 4) or not words[0].isdecimal() or len(words[0]) > limits.DIGITS:
            raise forms.ValidationError(f"“{line:.60}” is not a round, a day and a time, like 1 2026-07-04 10:00.")
        number, day, *times = words
        found.append(RoundTime(int(number), *(_moment(day, time) for time in times)))
    return tuple(found)


def read_missed(text: str) -> tuple[MissedWeeks, ...]:
    """Events with their first and last days, one a line."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        words = line.split(maxsplit=2)
        if len(words) < 3:
            raise forms.ValidationError(f"“{line}” is not two days and a name, like 2026-10-21 2026-10-25 Playoffs.")
        first, last, event = words
        found.append(MissedWeeks(event, first, last))
    return tuple(found)


def _moment(day: str, time: str) -> str:
    try:
        when = parse_datetime(f"{day}T{time}")
    except ValueError:
        when = None
    if when is None:
        raise forms.ValidationError(f"“{day} {time}” is not a day and a time, like 2026-07-04 10:00.")
    return timezone.make_aware(when).isoformat()
