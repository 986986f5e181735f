"""Forms made from the rows of acts: each asks for the fields of its act, as the act's class declares them."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, asdict, fields
from typing import Any, get_type_hints

from django import forms

from overtrick.core.event.acts.selection import OfSelection
from overtrick.core.exact import Exact
from overtrick.core.model.written import Day, Prose, Time
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import AnyRow, FormField, GeneratedForm
from overtrick.web.congress.offices import action_of, selecting
from overtrick.web.desk.forms.act_form import (
    ActForm,
    AmountField,
    BookForm,
    ContestantField,
    clause_field,
    number_field,
    reason_field,
    room_field,
)
from overtrick.web.desk.forms.appeals import MomentField
from overtrick.web.desk.forms.years import DayField, YearForm, pair_field, target_field

_BY_NAME: Mapping[str, Callable[..., forms.Field]] = {
    "contestant": ContestantField,
    "stage": forms.ChoiceField,
    "room": room_field,
    "clause": clause_field,
    "reason": reason_field,
    "target": target_field,
    "pair": pair_field,
}
_BY_TYPE: Mapping[Any, Callable[..., forms.Field]] = {
    str: forms.CharField,
    Prose: forms.CharField,
    Day: DayField,
    Time: MomentField,
    int: number_field,
    bool: forms.BooleanField,
    Exact: AmountField,
}
"""The form field for a field of an act, by its name or else by its type; other types need a form of their own."""
_OURS = ("name", "like", "names")
"""What a row says of a field that is no option of Django's."""
_OPTIONS = {"stage": "stage_names", "target": "targets"}
"""The methods of forms that give the options of their fields."""


def _form_field(asked: FormField, hint: Any, *, required: bool) -> forms.Field:
    """The form field for a field of an act, as the row asks for it; a box may always be left without a tick."""
    make = forms.ChoiceField if asked.choices else _BY_NAME.get(asked.like or asked.name) or _BY_TYPE[hint]
    given = {name: value for name, value in asdict(asked).items() if value is not None and name not in _OURS}
    return make(**{"required": required and hint is not bool, **given})


def generated_form(row: AnyRow, form: GeneratedForm) -> type[BookForm]:
    """The form of an act whose row describes it."""
    of_year = issubclass(row.act, OfSelection)
    hints = get_type_hints(row.act, include_extras=True)
    optional = {each.name for each in fields(row.act) if each.default is not MISSING}
    special = {each.name: each for each in form.fields}
    asked = [special.get(name, FormField(name)) for name in form.asks or (each.name for each in fields(row.act))]
    body = {each.name: _form_field(each, hints[each.name], required=each.name not in optional) for each in asked} | {
        "__doc__": form.title, "__module__": __name__, "path": form.path, "title": form.title,
        "button": form.button, "says": form.says, "makes": row.act,
        "action": selecting(row.act) if of_year else action_of(row.act),
        "at_once": form.at_once, "straight": form.straight,
    }  # fmt: skip
    body |= {_OPTIONS[each.name]: _options(each.names) for each in form.fields if each.names}
    if form.back:
        body["back"] = form.back
    return type(row.act.__name__, (YearForm if of_year else ActForm,), body)


def _options(names: Callable[[Any], Iterable[str]]) -> Callable[[Any], list[str]]:
    """The method of a form that gives these names of its book."""
    return lambda form: list(names(form.book))


GENERATED_FORMS = tuple(generated_form(row, row.form) for row in ROWS.values() if isinstance(row.form, GeneratedForm))
"""The forms of all acts that have no form of their own."""
