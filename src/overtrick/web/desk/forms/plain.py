"""Forms made from the rows of acts: each asks for the fields of its act, as they stand in the act's class."""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, get_type_hints

from django import forms

from overtrick.core.event.acts import Act
from overtrick.core.exact import Exact
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import AnyRow, Asks
from overtrick.web.congress.offices import action_of
from overtrick.web.desk.forms.act_form import ActForm, AmountField, ContestantField, number_field, reason_field

_BY_NAME: dict[str, Callable[..., forms.Field]] = {
    "contestant": ContestantField,
    "stage": forms.ChoiceField,
    "reason": reason_field,
}
_BY_TYPE: dict[Any, Callable[..., forms.Field]] = {
    str: forms.CharField,
    int: number_field,
    bool: forms.BooleanField,
    Exact: AmountField,
}
"""What asks for a field, by its name or else by its type; a field of another type needs a form of its own."""


def plain_form(row: AnyRow, asks: Asks) -> type[ActForm]:
    """The form of an act whose row says what it asks."""
    hints = get_type_hints(row.act)

    def asked(each: Field[Any]) -> forms.Field:
        make = _BY_NAME.get(each.name) or _BY_TYPE[hints[each.name]]
        label = asks.labels.get(each.name, each.name.replace("_", " ").capitalize())
        return make(label=label, required=each.default is MISSING)

    def act(self: ActForm) -> Act:
        given = {each.name: self.cleaned_data[each.name] for each in fields(row.act)}
        made: Act = row.act(**{name: value for name, value in given.items() if value is not None})
        return made

    body = {each.name: asked(each) for each in fields(row.act)} | {
        "__doc__": asks.title, "__module__": __name__, "path": asks.path, "title": asks.title,
        "button": asks.button, "says": asks.says, "action": action_of(row.act), "act": act,
        "at_once": True,
    }  # fmt: skip
    return type(row.act.__name__, (ActForm,), body)


PLAIN_FORMS = tuple(plain_form(row, row.form) for row in ROWS.values() if isinstance(row.form, Asks))
"""The forms of all acts that have no form of their own."""
