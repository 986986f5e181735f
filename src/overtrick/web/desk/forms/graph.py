"""Forms for events that are graphs of stages: teams that drop in, extra boards, play-offs, exchanged places."""

from django import forms

from overtrick.core.event.acts import Act, EntrantsJoined, ExtraBoardsCalled, PlacesExchanged, PlayedOff
from overtrick.core.event.play.graph import joining
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, number_field, reason_field


class Join(ActForm):
    """Teams drop into a stage under way."""

    path, title, button = "join", "Teams drop in", "Let them join"
    says = "Those whom the stages before send, best first."
    back = "draw"
    stage = forms.ChoiceField()
    round = number_field("Before the draw of round")

    def act(self) -> Act:
        """Those who join."""
        stage, number = self.text("stage"), self.whole("round")
        return EntrantsJoined(stage, number, joining(self.event, self.event.plan(stage), number))


class CallExtra(ActForm):
    """Extra boards for a level match."""

    path, title, button = "extra-boards", "Extra boards for a level match", "Call the extra boards"
    says = "As many as the rule calls for; they decide the match and count for nothing else."
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

    path, title, button = "play-off", "A play-off", "Record the order"
    back = "close"
    stage = forms.ChoiceField()
    order = forms.CharField(max_length=200, help_text="Numbers in the order they came out.")
    imps = forms.CharField(
        required=False, max_length=200, label="IMPs",
        help_text="Of two teams: the first boards together, then each later board, like 12-9 or 7-7, 0-3.",
    )  # fmt: skip
    reason = reason_field(label="How it was played")

    def clean_imps(self) -> tuple[tuple[int, int], ...]:
        """The IMPs of each go, the first team's first."""
        found = []
        for word in str(self.cleaned_data["imps"]).replace(",", " ").split():
            one, dash, two = word.partition("-")
            if not dash or not one.isdecimal() or not two.isdecimal():
                raise forms.ValidationError(f"“{word}” is not two scores, like 12-9.")
            found.append((int(one), int(two)))
        return tuple(found)

    def act(self) -> Act:
        """The order they came out in."""
        order = tuple(self.text("order").split())
        return PlayedOff(self.text("stage"), order, self.text("reason"), self.cleaned_data["imps"])


class Exchange(ActForm):
    """Two teams exchange their later places."""

    path, title, button = "exchange", "Exchange two teams", "Exchange their later places"
    says = "Where a match turns out to be won by the other after teams have gone on from it."
    stage = forms.ChoiceField()
    one = ContestantField(label="Winner now")
    two = ContestantField(label="Loser now")
    clause = forms.CharField(max_length=60)
    reason = reason_field()

    def act(self) -> Act:
        """The exchange."""
        words = (self.text(name) for name in ("stage", "one", "two", "clause", "reason"))
        return PlacesExchanged(*words)
