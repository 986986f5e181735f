"""The catalogue of words is what the templates, the scripts and the code say, and can be read back."""

import ast
import re
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from overtrick.core.wording import names_in
from overtrick.web.translation import PSEUDO, add_accents, catalogue, read_po

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


def test_the_catalogue_has_no_name_that_only_the_code_says() -> None:
    """A member of a closed set is said by its word; without one it would be said as `Weekday.THURSDAY`."""
    keys = script().every_key()
    assert not [key for key in keys if re.search(r"\b[A-Z][A-Za-z]+\.[A-Z_]{2,}\b", key)]
    assert "Thursday" in keys


def test_the_catalogue_has_the_words_of_every_form_with_its_file() -> None:
    keys, desk = script().every_key(), "web/desk/forms"
    wanted = {
        "Give a warning": f"{desk}/row_forms.py", "Post result": f"{desk}/results.py", "Round": f"{desk}/results.py",
        "North–South’s fault": f"{desk}/results.py",
        "To be played later": f"{desk}/results.py",
        "The new result counts. The history keeps the old one.": f"{desk}/results.py",
        "Number, or a few letters of the name.": f"{desk}/rulings.py", "Sign-in name": "web/accounts/forms.py",
    }  # fmt: skip
    assert not {key: file for key, file in wanted.items() if file not in keys.get(key, ())}


def test_what_a_translator_writes_is_read() -> None:
    begun = script().CATALOGUE.read_text(encoding="utf-8")
    text = begun.replace('msgid "Board {board}"\nmsgstr ""', 'msgid "Board {board}"\nmsgstr "Teiler {board}"')
    assert read_po(text) == {"Board {board}": "Teiler {board}"}


def test_a_language_that_is_not_there_is_english() -> None:
    assert catalogue("xx") == catalogue(PSEUDO) == {}


def test_the_pseudo_language_keeps_every_value_and_no_plain_word() -> None:
    for key in script().every_key():
        assert [name for name, _ in names_in(add_accents(key))] == [name for name, _ in names_in(key)]
        assert add_accents(key) != key


def test_every_refusal_is_a_template_and_its_values() -> None:
    """No refusal is English already: an f-string is nobody's key, and a value without a name in it is never said."""
    source, wrong, seen = script().SOURCE, [], 0
    for file in sorted(source.rglob("*.py")):
        for call, said in script().refused_with(ast.parse(file.read_text(encoding="utf-8"))):
            seen += 1
            where = f"{file.relative_to(source)}:{call.lineno}"
            if any(isinstance(part, ast.JoinedStr) for each in said for part in ast.walk(each) if not of_phrase(each)):
                wrong.append(f"{where}: an f-string")
            texts = [text for each in said for text in script()._texts(each)]
            given = {each.arg for each in call.keywords}
            verbatim = given <= {"clause", "remedy"}  # without values braces that hold no name are only braces
            names = [name for text in texts if "{" in text for name, _ in names_in(text)]
            named = {name for name in names if name.isidentifier() or not verbatim}
            if named - given and None not in given:
                wrong.append(f"{where}: no {', '.join(sorted(named - given))}")
    assert seen > 700
    assert wrong == []


def of_phrase(said: ast.expr) -> bool:
    """Whether something said is a phrase, or what a function makes: its words are looked for where they are made."""
    return isinstance(said, ast.Call)
