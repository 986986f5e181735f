"""Forms that adopt a corrected edition of the rules, for events and for selection years."""

from typing import Any

from django import forms

from overtrick.core.event.acts import RulesAdopted
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.year import SelectionYear
from overtrick.core.wording import phrase
from overtrick.regulations.plan.book_rules import short
from overtrick.web.congress.access import Action
from overtrick.web.congress.rules import adoptable
from overtrick.web.desk.forms.act_form import ActForm, reason_field
from overtrick.web.desk.forms.years import YearForm
from overtrick.web.translation import plain

SAYS = (
    "You preview the changes before anything is posted. Draws, the fields of stages that have started, and decisions "
    "do not change. Every score, even in closed stages, is recalculated under the new edition."
)


def _editions(state: Tournament | SelectionYear) -> list[tuple[str, str]]:
    """The editions that can be adopted: the current one on this server, if it differs from the book's."""
    edition = adoptable(state)
    if edition is None:
        return []
    said = phrase("{edition}, the edition on this server", edition=short(edition.hash))
    return [(edition.hash, plain(said))]


def _clause() -> forms.CharField:
    return forms.CharField(max_length=100, help_text="The clause or reading that allows the correction.")


class AdoptRules(ActForm):
    """The adoption of a corrected edition for an event."""

    makes = RulesAdopted
    path, title, button = "adopt-rules", "Adopt a corrected edition", "Adopt edition"
    says = SAYS
    action = Action.ORGANISE
    back = "rules"
    edition = forms.ChoiceField()
    clause = _clause()
    reason = reason_field()

    def __init__(self, *args: Any, event: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, event=event, **kwargs)
        self.choose("edition", _editions(event))


class AdoptYearRules(YearForm):
    """The adoption of a corrected edition for a selection year."""

    makes = RulesAdopted
    path, title, button = "adopt-rules", "Adopt a corrected edition", "Adopt edition"
    says = "You preview the changes before anything is posted. Closed fields do not change."
    action = Action.ORGANISE
    back = "rules"
    edition = forms.ChoiceField()
    clause = _clause()
    reason = reason_field()

    def __init__(self, *args: Any, year: SelectionYear, **kwargs: Any) -> None:
        super().__init__(*args, year=year, **kwargs)
        self.choose("edition", _editions(year))
