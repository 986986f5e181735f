"""Forms for seasons: absences from a session, cancelling an absence, and substitutes for a whole session."""

from typing import Any

from django import forms

from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import AbsenceLifted, AbsenceRecorded, Act, SubstituteUsed
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.season import rule_of
from overtrick.core.scoring.stand_ins import Ground
from overtrick.core.wording import phrase
from overtrick.web.desk.forms.act_form import ActForm, ContestantField, number_field, reason_field, season_stages
from overtrick.web.translation import plain


class OfSession(ActForm):
    """A form about a pair in a session of a season."""

    back = "season"
    contestant = ContestantField(label="Pair")
    stage = forms.ChoiceField()
    session = number_field()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.fields["session"].initial = self._session()
        if "ground" in self.fields:
            grounds = ((str(ground), plain(ground)) for ground in self._grounds())
            self.choose("ground", [("", plain(phrase("no recognised ground"))), *grounds])

    def stage_names(self) -> list[str]:
        """The seasons of the event."""
        return list(season_stages(self.event))

    def _session(self) -> int:
        """The default session."""
        raise NotImplementedError

    def _count_begun(self) -> int:
        """How many sessions of the stage have begun."""
        stage = self.fields["stage"].initial
        state = self.event.stages.get(stage)
        return sum(sitting.first in state.rounds for sitting in state.sittings) if state is not None and stage else 0

    def _grounds(self) -> list[Ground]:
        """The grounds that the seasons' rules know, each once."""
        rules = [rule_of(self.event.stages[name].plan).stand_ins for name in season_stages(self.event)]
        found = (case.ground for rule in rules for case in rule.cases if case.ground is not Ground.SUBSTITUTE)
        return list(dict.fromkeys(found))

    def pair(self) -> str:
        """The pair that the form was opened for or submitted with."""
        return str((self.data if self.is_bound else self.initial).get("contestant") or "")


class StayAway(OfSession):
    """The absence of a pair from a session."""

    makes = AbsenceRecorded
    path, title, button = "absence", "Record an absence", "Record the absence"
    says = (
        "Record the absence before the session is drawn, because the movement depends on who plays. To correct "
        "the ground later, record the absence again."
    )
    ground = forms.ChoiceField(required=False)
    reason = reason_field(required=False)

    def _session(self) -> int:
        return self._count_begun() + 1


class ComeAfterAll(OfSession):
    """The cancellation of an absence."""

    makes = AbsenceLifted
    path, title, button = "absence-lifted", "Cancel an absence", "Cancel absence"
    says = "You can cancel an absence only before the session is drawn."
    reason = reason_field(required=False)

    def _session(self) -> int:
        return self._count_begun() + 1


class SessionSubstitute(OfSession):
    """A substitute for one player over a whole session."""

    path, title, button = "session-substitute", "Substitute for a session", "Record the substitute"
    says = (
        "This form records one substitute for one player, for the whole session. If both players are replaced, "
        "neither replacement counts as a substitute: without a recognised ground, the session counts as zero."
    )
    out = forms.CharField(label="Player replaced", max_length=100)
    substitute = forms.CharField(max_length=100)
    ground = forms.ChoiceField(required=False)
    reason = reason_field(required=False)
    approved_by = forms.CharField(label="Approved by", max_length=100, required=False)

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        entry = event.entries.get(self.pair())
        if entry is not None and entry.players:
            self.choose_named("out", [player.name for player in entry.players])

    def _session(self) -> int:
        return self._count_begun() or 1

    def act(self) -> Act:
        """The substitution, over the rounds of the session."""
        return SubstituteUsed(
            self.text("contestant"), self.text("stage"), self._rounds(), self.text("out"), self.text("substitute"),
            self.text("reason"), approved_by=self.text("approved_by"), ground=self.text("ground"),
        )  # fmt: skip

    def _rounds(self) -> tuple[int, ...]:
        """The rounds of the session, which are known once every session before it is drawn."""
        state, session = self.event.stage(self.text("stage")), self.whole("session")
        if not 1 <= session <= len(state.sittings):
            raise DirectorError(
                "{plan} has no session {session}",
                remedy="The sessions are numbered 1 to {sittings}.",
                plan=state.plan.name,
                session=session,
                sittings=len(state.sittings),
            )
        before = state.sittings[: session - 1]
        if not all(sitting.first in state.rounds for sitting in before):
            raise DirectorError(
                "The rounds of session {session} are not known yet: an earlier session has not been drawn",
                remedy="Record the substitute when the session begins.",
                session=session,
            )
        return tuple(state.sittings[session - 1].all_rounds)
