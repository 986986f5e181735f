"""Every act has a row in each table of acts: none may fall through in silence."""

from inspect import getsource
from typing import get_args

import pytest

from overtrick.core.errors import EngineError
from overtrick.core.event.acts import (
    ACTS,
    LotDrawn,
    NoteMade,
    Posting,
    ReadingChosen,
    ResultCorrected,
    RulesAdopted,
    RulingGiven,
    SelectionAct,
)
from overtrick.core.event.acts.table import ActTable
from overtrick.core.event.fold.tournament import folds
from overtrick.core.selection_year.year import folds_in_year
from overtrick.director.acts import ROWS
from overtrick.director.acts.rows import AnyRow, Forms, GeneratedForm, Inverse, NoForm, Preview
from overtrick.director.selection import decides_in_year
from overtrick.web.congress.access import Action
from overtrick.web.congress.offices import action_of, selecting
from overtrick.web.congress.preview import PREVIEWS
from overtrick.web.desk.forms.act_form import BookForm
from overtrick.web.desk.forms.registry import FORMS, YEAR_FORMS

IN_BOTH_BOOKS = {LotDrawn, NoteMade, ReadingChosen, RulesAdopted}
"""Acts of an event that stand in the book of a selection year too."""


def test_every_act_has_its_own_name() -> None:
    assert len({act.called for act in ACTS}) == len(ACTS)


def test_every_act_is_folded() -> None:
    assert folds.kinds == set(ACTS)


def test_a_selection_year_folds_its_acts_and_no_others() -> None:
    assert folds_in_year.kinds == {*get_args(SelectionAct), *IN_BOTH_BOOKS}


def test_an_act_has_one_function_in_a_table_and_a_hole_is_told() -> None:
    table: ActTable[str] = ActTable("say it")

    @table
    def _say(act: NoteMade | LotDrawn) -> str:
        return act.called

    assert table.kinds == {NoteMade, LotDrawn}
    with pytest.raises(EngineError, match="No function is there to say it for Posting"):
        table[Posting]
    with pytest.raises(EngineError, match="Two functions say it for NoteMade"):
        table(_say)


def test_every_act_has_a_row() -> None:
    assert set(ROWS) == set(ACTS)


def test_a_selection_year_decides_on_the_acts_that_it_folds() -> None:
    assert decides_in_year.kinds == folds_in_year.kinds


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: str(row.act.called))
def test_every_column_of_a_row_is_there(row: AnyRow) -> None:
    assert row.office.name in Action.__members__
    assert row.preview, "what it previews, or Preview.NOTHING"
    for column in (row.form, row.inverse):
        assert not isinstance(column, NoForm) or len(str(column.why).split()) > 3, "say why there is none"
    if isinstance(row.form, Forms):
        assert row.form.paths
        for path in row.form.paths:
            assert any(row.act.__name__ in getsource(form) for form in _forms(path)), f"{path} does not make it"
    if isinstance(row.form, GeneratedForm):
        assert _forms(row.form.path)
    if isinstance(row.inverse, Inverse):
        assert _forms(row.inverse.form), f"no form is called {row.inverse.form}"


def test_no_two_forms_of_a_book_have_the_same_address() -> None:
    for forms in (FORMS, YEAR_FORMS):
        assert len({form.path for form in forms}) == len(forms) > 20


NARROWER = {("void", ResultCorrected): Action.DIRECT, ("appeal-decision", RulingGiven): Action.HEAR}
"""Forms that ask for more than the act they make: a scorer corrects a result and does not void it, and a ruling is a
director's but not the one that a committee gives."""


@pytest.mark.parametrize("row", ROWS.values(), ids=lambda row: str(row.act.called))
def test_the_desk_and_a_program_ask_for_the_same_office(row: AnyRow) -> None:
    for path in row.form.paths if isinstance(row.form, Forms) else ():
        for form in _forms(path):
            asked = selecting(row.act) if form in YEAR_FORMS else action_of(row.act)
            assert form.action is NARROWER.get((path, row.act), asked), path


def test_everything_that_an_act_may_preview_is_told() -> None:
    assert set(PREVIEWS) == set(Preview)


def _forms(path: str) -> list[type[BookForm]]:
    return [form for form in (*FORMS, *YEAR_FORMS) if form.path == path]
