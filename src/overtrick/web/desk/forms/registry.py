"""All forms of the desk, for events and for selection years: those of this package's modules, and those of rows."""

from collections.abc import Iterator
from importlib import import_module
from inspect import isclass
from pkgutil import iter_modules

from overtrick.web.desk import forms
from overtrick.web.desk.forms.act_form import ActForm, BookForm
from overtrick.web.desk.forms.row_forms import GENERATED_FORMS
from overtrick.web.desk.forms.years import YearForm


def _module_forms() -> Iterator[type[BookForm]]:
    """The forms that the modules of this package define: the classes with a path of their own."""
    for found in iter_modules(forms.__path__, f"{forms.__name__}."):
        for each in vars(import_module(found.name)).values():
            if isclass(each) and issubclass(each, BookForm) and each.__module__ == found.name and "path" in vars(each):
                yield each


_ALL = (*_module_forms(), *GENERATED_FORMS)
FORMS = tuple(each for each in _ALL if issubclass(each, ActForm))
YEAR_FORMS = tuple(each for each in _ALL if issubclass(each, YearForm))
