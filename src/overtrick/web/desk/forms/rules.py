"""Forms that take over a corrected edition of the rules, for an event and for a selection year."""

from typing import Any

from django import forms

from overtrick.core.event.acts import Act, RulesAdopted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.regulations.plan.book_rules import short
from overtrick.web.congress.access import Action
from overtrick.web.congress.rules import adoptable
from overtrick.web.desk.forms.act_form import ActForm, reason_field
from overtrick.web.desk.forms.years import YearForm

SAYS = (
    "What it changes is shown before anything is posted. Draws, fields that have started and what was decided stay; "
    "every number, also of stages that are closed, is made by the new edition from then on."
)


def _editions(state: Tournament | SelectionYear) -> list[tuple[str, str]]:
    """The editions there are to take over: the program's own, where it is another."""
    edition = adoptable(state)
    return [] if edition is None else [(edition.hash, f"{short(edition.hash)}, of this program")]


def _clause() -> forms.CharField:
    return forms.CharField(max_length=100, help_text="What lets the rules be put right: a clause, or a reading.")


class AdoptRules(ActForm):
    """A corrected edition taken over for an event."""

    path, title, button = "adopt-rules", "Take over a corrected edition of the rules", "Take the edition over"
    says = SAYS
    action = Action.ORGANISE
    back = "rules"
    edition = forms.ChoiceField()
    clause = _clause()
    reason = reason_field()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.fields["edition"] = forms.ChoiceField(choices=_editions(event))

    def act(self) -> Act:
        """The adoption."""
        return RulesAdopted(self.text("edition"), self.text("clause"), self.text("reason"))


class AdoptYearRules(YearForm):
    """A corrected edition taken over for a selection year."""

    path, title, button = "adopt-rules", "Take over a corrected edition of the rules", "Take the edition over"
    says = "What it changes is shown before anything is posted. Fields that are closed stay as they are."
    action = Action.ORGANISE
    back = "rules"
    edition = forms.ChoiceField()
    clause = _clause()
    reason = reason_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        self.fields["edition"] = forms.ChoiceField(choices=_editions(year))

    def act(self) -> Act:
        """The adoption."""
        return RulesAdopted(self.text("edition"), self.text("clause"), self.text("reason"))
