"""Forms for events whose stages form a graph: teams that drop in, extra boards, play-offs, and tied finals."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, EntrantsJoined, ExtraBoardsCalled, MatchDecided, PlayedOff
from overtrick.core.event.play.graph import joining
from overtrick.core.wording import phrase
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, clause_field, number_field, reason_field
from overtrick.web.translation import plain


class Join(ActForm):
    """Teams that drop into a stage in progress."""

    path, title, button = "join", "Teams dropping in", "Add teams"
    says = "Overtrick adds the teams that drop in from earlier stages, best first."
    back = "draw"
    stage = forms.ChoiceField()
    round = number_field("First round for these teams")

    def act(self) -> Act:
        """The teams that join."""
        stage, number = self.text("stage"), self.whole("round")
        return EntrantsJoined(stage, number, joining(self.event, self.event.plan(stage), number))


class CallExtra(ActForm):
    """Extra boards for a tied match."""

    path, title, button = "extra-boards", "Extra boards for a tied match", "Add extra boards"
    says = (
        "The regulations set how many boards are added. The extra boards decide the match and count for nothing else."
    )
    back = "results"
    stage = forms.ChoiceField()
    table = number_field()

    def act(self) -> Act:
        """The boards that the rule calls for."""
        stage, table = self.text("stage"), self.whole("table")
        state = self.event.stage(stage)
        return ExtraBoardsCalled(stage, state.last_round, table, state.play.extra_boards(state, table))


class PlayOff(ActForm):
    """A play-off for a place."""

    path, title, button = "play-off", "Play-off", "Record the order"
    back = "close"
    stage = forms.ChoiceField()
    order = forms.CharField(max_length=200, help_text="Entry numbers in finishing order, separated by spaces.")
    imps = forms.CharField(
        required=False, max_length=200, label="IMPs",
        help_text="For two teams, enter the score on each set of boards in order, like 12-9, or 7-7 0-3 for two sets.",
    )  # fmt: skip
    reason = reason_field(label="How the tie was played off")

    def clean_imps(self) -> tuple[tuple[int, int], ...]:
        """The IMPs of each set of boards, the first team's first."""
        found = []
        for word in str(self.cleaned_data["imps"]).replace(",", " ").split():
            one, dash, two = word.partition("-")
            if not dash or not one.isdecimal() or not two.isdecimal():
                said = phrase("“{word}” is not valid. Write two scores, like 12-9.", word=word)
                raise forms.ValidationError(plain(said))
            found.append((int(one), int(two)))
        return tuple(found)

    def act(self) -> Act:
        """The finishing order."""
        order = tuple(self.text("order").split())
        return PlayedOff(self.text("stage"), order, self.text("reason"), self.cleaned_data["imps"])


class DecideLevel(ActForm):
    """The committee's decision on a tied match."""

    makes = MatchDecided
    path, title, button = "decide-level", "Decide a tied match", "Record winner"
    says = (
        "If a match of the finals is tied and no tie-break separates the teams, the committee decides. "
        "The scores do not change."
    )
    back = "close"
    stage = forms.ChoiceField()
    round = number_field("Week or round")
    table = number_field()
    winner = ContestantField()
    clause = clause_field()
    reason = reason_field(label="Committee’s reason")

    def stage_names(self) -> list[str]:
        """The stages that are finals."""
        return [name for name, state in self.event.stages.items() if state.plan.play.must_be_won]

    def clean(self) -> dict[str, Any] | None:
        """Refuse a winner that is not in the event."""
        cleaned = super().clean() or self.cleaned_data
        if (name := cleaned.get("winner")) and name not in self.event.entries:
            said = phrase("No entry matches “{name}”. Check the number or the name.", name=name)
            self.add_error("winner", plain(said))
        return cleaned
