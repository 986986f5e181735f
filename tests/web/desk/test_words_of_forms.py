"""The forms of the desk have their labels, help and choices in the language of the pages, and data as it is."""

import re

import pytest
from django import forms
from django.test import Client
from pytest_django.fixtures import Settings

from overtrick.core.event.fold.tournament import Tournament
from overtrick.web.congress.models import BookRecord, Congress
from overtrick.web.congress.projections import event_projection
from overtrick.web.desk.forms.registry import FORMS
from overtrick.web.desk.forms.results import CorrectResult, Rule
from overtrick.web.translation import PSEUDO, add_accents
from web.congresses import draw_next, hold, started

pytestmark = pytest.mark.django_db
WORD = re.compile("[A-Za-z]")


@pytest.fixture
def event() -> Tournament:
    """A Swiss in its first round."""
    record = hold("nsw-swiss-pairs/congress")
    started(record, 16)
    draw_next(record)
    return event_projection(record).event


def test_every_label_and_help_of_every_form_is_said(event: Tournament, settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    made = [each(event=event) for each in FORMS if each.possible(event)]
    assert len(made) > 40
    bare = [
        (form.path, name, text)
        for form in made
        for name, field in form.fields.items()
        for text in (field.label, field.help_text)
        if WORD.search(str(text))
    ]
    assert not bare


def test_choices_are_words_where_they_are_ours_and_data_where_they_are_not(
    event: Tournament, settings: Settings
) -> None:
    settings.LANGUAGE = PSEUDO
    form = Rule(event=event)
    fault, stage = form.fields["ns_fault"], form.fields["stage"]
    assert isinstance(fault, forms.ChoiceField)
    assert isinstance(stage, forms.ChoiceField)
    assert ("partly at fault", "þåŕţļý åţ ƒåûļţ: åṽéŕåĝé") in list(fault.choices)  # type: ignore[arg-type]  # a list
    assert list(stage.choices) == [("Swiss", "Swiss")]  # type: ignore[arg-type]  # likewise


def test_what_is_wrong_with_an_answer_is_said(event: Tournament, settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    given = {"stage": "Swiss", "round": "x", "table": "1", "board": "1", "result": "4S S =", "reason": ""}
    form = CorrectResult(given, event=event)
    assert form.errors == {"round": ["Éñţéŕ å ŵĥöļé ñûṁƀéŕ."], "reason": ["Ţĥîš ƒîéļð îš ŕéǫûîŕéð."]}
    empty = Rule({**given, "round": "1", "result": "", "reason": "r", "clause": "Law 12C"}, event=event)
    assert empty.non_field_errors() == ["Éñţéŕ å šçöŕé, öŕ šåý ĥöŵ ƒåŕ éåçĥ šîðé îš åţ ƒåûļţ."]


@pytest.mark.usefixtures("event")
def test_the_page_says_what_the_form_is_for(chief: Client, congress: Congress, settings: Settings) -> None:
    settings.LANGUAGE = PSEUDO
    BookRecord.objects.update(congress=congress)
    page = chief.get(f"{BookRecord.objects.get().desk}do/correct/").content.decode()
    assert f"<h1>{add_accents(CorrectResult.title)}</h1>" in page
    assert add_accents(CorrectResult.says) in page
    assert CorrectResult.says not in page
