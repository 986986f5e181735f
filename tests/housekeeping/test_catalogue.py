"""The catalogue of words is what the templates, the scripts and the code say, and can be read back."""

from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from overtrick.core.wording import names_in
from overtrick.web.saying import PSEUDO, accented, catalogue, read_po

ROOT = Path(__file__).parents[2]


@cache
def script() -> ModuleType:
    spec = spec_from_file_location("catalogue", ROOT / "scripts" / "catalogue.py")
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def test_the_catalogue_is_not_stale() -> None:
    assert script().CATALOGUE.read_text(encoding="utf-8") == script().catalogue(), "run `just catalogue`"


def test_what_a_translator_writes_is_read() -> None:
    begun = script().CATALOGUE.read_text(encoding="utf-8")
    text = begun.replace('msgid "Board {board}"\nmsgstr ""', 'msgid "Board {board}"\nmsgstr "Teiler {board}"')
    assert read_po(text) == {"Board {board}": "Teiler {board}"}


def test_a_language_that_is_not_there_is_english() -> None:
    assert catalogue("xx") == catalogue(PSEUDO) == {}


def test_the_pseudo_language_keeps_every_value_and_no_plain_word() -> None:
    for key in script().every_key():
        assert [name for name, _ in names_in(accented(key))] == [name for name, _ in names_in(key)]
        assert accented(key) != key
