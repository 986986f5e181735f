"""Forms say their words in the language of the pages, and data as it is."""

from typing import Any, cast

from django import forms
from pytest_django.fixtures import Settings

from overtrick.core.wording import phrase
from overtrick.web.form_words import translate_fields, words_of
from overtrick.web.translation import PSEUDO, add_accents


class Asked(forms.Form):
    """A form with a field of every sort that has words."""

    name = forms.CharField(max_length=3, widget=forms.TextInput(attrs={"placeholder": "My laptop", "size": 3}))
    first_day = forms.DateField(label="Begins", help_text="Write it out.", error_messages={"required": "When?"})
    room = forms.ChoiceField(choices=[("", "–"), ("Any", [("O", "Open"), ("C", "Closed")])])
    pair = forms.ChoiceField()
    boards = forms.IntegerField(min_value=1, max_value=99)

    def __init__(self, data: dict[str, str] | None = None) -> None:
        super().__init__(data)
        self.fields["pair"] = forms.ChoiceField(choices=[("1", "Open Reed"), ("", phrase("none of them"))])
        translate_fields(self)


GIVEN = {"name": "Reed", "first_day": "x", "room": "X", "pair": "1", "boards": "0"}


def test_a_form_says_in_plain_english_what_is_wrong() -> None:
    said = {name: errors[0] for name, errors in Asked({**GIVEN, "boards": "x"}).errors.items()}
    assert said == {
        "name": "Enter at most 3 characters; this text has 4.",
        "first_day": "Enter a valid date.",
        "room": "X is not in the list. Choose from the list.",
        "boards": "Enter a whole number.",
    }
    assert Asked({**GIVEN, "boards": "100"}).errors["boards"] == ["Enter 99 or less."]
    assert Asked({}).errors["boards"] == ["This field is required."]


def test_words_are_said_in_the_language_of_the_pages_and_data_is_not(settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    form = Asked(GIVEN)
    shown = {name: field.label for name, field in form.fields.items()}
    assert shown == {
        "name": "Ñåṁé", "first_day": "Ɓéĝîñš", "room": "Ŕööṁ", "pair": "Þåîŕ", "boards": "Ɓöåŕðš"
    }  # fmt: skip
    assert form.fields["first_day"].help_text == "Ŵŕîţé îţ öûţ."
    assert form.fields["name"].widget.attrs["placeholder"] == "Ṁý ļåþţöþ"
    room, pair = form.fields["room"], form.fields["pair"]
    assert list(cast("Any", room).choices) == [("", "–"), ("Åñý", [("O", "Öþéñ"), ("C", "Çļöšéð")])]
    assert list(cast("Any", pair).choices) == [("1", "Open Reed"), ("", "ñöñé öƒ ţĥéṁ")]
    said = {name: errors[0] for name, errors in form.errors.items()}
    assert said == {
        "name": add_accents("Enter at most 3 characters; this text has 4."),
        "first_day": add_accents("Enter a valid date."),
        "room": f"X {add_accents('is not in the list. Choose from the list.')}",
        "boards": add_accents("Enter 1 or more."),
    }
    assert Asked({}).errors["first_day"] == ["Ŵĥéñ?"]
    assert Asked({}).errors["boards"] == ["Ţĥîš ƒîéļð îš ŕéǫûîŕéð."]


def test_a_form_may_be_translated_again(settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    once, twice = Asked(GIVEN), Asked(GIVEN)
    translate_fields(twice)
    assert once.as_p() == twice.as_p()


def test_the_catalogue_has_the_words_that_a_form_declares() -> None:
    assert list(words_of(Asked)) == [
        "Name", "My laptop", "Begins", "Write it out.", "When?", "Room", "–", "Any", "Open", "Closed", "Pair", "Boards",
    ]  # fmt: skip
