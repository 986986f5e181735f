"""The texts of forms in the language of the pages: labels, help, choices and error messages.

A form is declared in English, once for all languages. `translate_fields` translates an instance made for a request, and
`words_of` yields its texts for the catalogue.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Self, cast

from django import forms
from django.forms.utils import pretty_name

from overtrick.core.wording import Phrase, phrase
from overtrick.web.translation import plain, words

_MESSAGES = "default_error_messages"
SHOWN = ("placeholder", "title", "aria-label", "data-label")
"""The attributes of a widget that users read or hear."""
ERRORS: Mapping[str, Phrase] = {
    "required": phrase("This field is required."),
    "invalid_choice": phrase("{value} is not in the list. Choose from the list."),
    "invalid_list": phrase("Enter a list of values."),
    "min_value": phrase("Enter {limit_value} or more."),
    "max_value": phrase("Enter {limit_value} or less."),
    "min_length": phrase("Enter at least {limit_value:#character}; this text has {show_value}."),
    "max_length": phrase("Enter at most {limit_value:#character}; this text has {show_value}."),
    "null_characters_not_allowed": phrase("Null characters are not allowed."),
    "missing": phrase("No file was received. Choose a file."),
    "empty": phrase("The file is empty. Choose another file."),
}
"""Our messages for the errors of all fields, by Django's code."""
INVALID: tuple[tuple[type[forms.Field], Phrase], ...] = (
    (forms.FloatField, phrase("Enter a number.")),
    (forms.DecimalField, phrase("Enter a number.")),
    (forms.IntegerField, phrase("Enter a whole number.")),
    (forms.DateTimeField, phrase("Enter a valid date and time.")),
    (forms.DateField, phrase("Enter a valid date.")),
    (forms.TimeField, phrase("Enter a valid time.")),
    (forms.EmailField, phrase("Enter a valid email address.")),
    (forms.SlugField, phrase("Use only unaccented letters, digits, hyphens and underscores.")),
    (forms.FileField, phrase("No file was received. Choose the file again.")),
)
"""Our messages for answers that cannot be read, by the first matching class of the field."""
NOT_THERE = phrase("That choice is not available. Choose from the list.")
"""Our message for a record that cannot be chosen."""


class _Error(str):  # noqa: SLOT000 - a str cannot have slots
    """An error message that takes its values in Django's way, but is made from a phrase."""

    said: Phrase

    def __new__(cls, said: Phrase) -> Self:
        made = super().__new__(cls, words(said.template))
        made.said = said
        return made

    def __mod__(self, values: Any) -> str:
        return plain(Phrase(self.said.template, tuple(values.items())))


def translate_fields(form: "forms.Form | forms.ModelForm[Any]") -> None:
    """Translate the texts of a form into the language of the pages.

    Choices that the class declares are translated; those that an instance was given are data, except for phrases.
    """
    for name, field in form.fields.items():
        field.label = _translate(_label(name, field))
        field.help_text = _translate(field.help_text)
        declared = form.base_fields.get(name)
        if isinstance(field, forms.ModelChoiceField):
            field.empty_label = field.empty_label and _translate(field.empty_label)
        elif isinstance(field, forms.ChoiceField):
            ours = isinstance(declared, forms.ChoiceField) and _choices(declared) == _choices(field)
            field.choices = [_choice(each, ours=ours) for each in _choices(field)]
        for each in SHOWN:
            if each in field.widget.attrs:
                field.widget.attrs[each] = _translate(field.widget.attrs[each])
        translate_errors(field)


def translate_errors(field: forms.Field) -> None:
    """Translate the error messages of a field into the language of the pages."""
    field.error_messages = {**field.error_messages, **_errors(field)}


def words_of(form: "type[forms.Form | forms.ModelForm[Any]]") -> Iterator[str]:
    """The catalogue keys of the texts that a form class declares."""
    for name, field in form.base_fields.items():
        shown = [_label(name, field), field.help_text, *(field.widget.attrs.get(each) for each in SHOWN)]
        if isinstance(field, forms.ModelChoiceField):
            shown += [field.empty_label]
        elif isinstance(field, forms.ChoiceField):
            shown += _labels(_choices(field))
        shown += _own_errors(field).values()
        yield from (each.template if isinstance(each, Phrase) else str(each) for each in shown if each)


def _label(name: str, field: forms.Field) -> Any:
    return pretty_name(name) if field.label is None else field.label


def _translate(text: Any) -> str:
    return plain(text) if isinstance(text, Phrase) else words(str(text)) if text else ""


def _choices(field: forms.ChoiceField) -> list[tuple[Any, Any]]:
    return list(cast("Iterable[tuple[Any, Any]]", field.choices))


def _choice(choice: tuple[Any, Any], *, ours: bool) -> tuple[Any, Any]:
    """A choice, or a group of choices, with translated labels."""
    value, label = choice
    if isinstance(label, list | tuple):
        return (_translate(value) if ours else value), [_choice(each, ours=ours) for each in label]
    return value, _translate(label) if ours or isinstance(label, Phrase) else label


def _labels(choices: list[tuple[Any, Any]]) -> list[Any]:
    found: list[Any] = []
    for value, label in choices:
        found += [value, *_labels(list(label))] if isinstance(label, list | tuple) else [label]
    return found


def _default(field: forms.Field, code: str) -> Any:
    """Django's own message of a field for an error code."""
    kinds = [vars(each) for each in type(field).__mro__ if each.__module__.startswith("django.")]
    return next((each[_MESSAGES][code] for each in kinds if code in each.get(_MESSAGES, ())), None)


def _own_errors(field: forms.Field) -> dict[str, Any]:
    """The error messages of a field that are not Django's."""
    return {code: said for code, said in field.error_messages.items() if said is not _default(field, code)}


def _errors(field: forms.Field) -> dict[str, Any]:
    """The translated error messages of a field: its own where it has some, otherwise Django's."""
    invalid = next((said for kind, said in INVALID if isinstance(field, kind)), None)
    usual = {**ERRORS, "invalid": invalid} if invalid else dict(ERRORS)
    if isinstance(field, forms.ModelChoiceField):
        usual["invalid_choice"] = NOT_THERE
    said = {code: each if isinstance(each, _Error) else _translate(each) for code, each in _own_errors(field).items()}
    return {**{code: _Error(each) for code, each in usual.items()}, **said}
