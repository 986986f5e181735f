"""The words that the voice guide refuses stand in no string of the interface, no page of the docs and no docstring."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from overtrick.core.wording import MARKS
from overtrick.web.translation import read_po

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "contributing" / "voice.md"
SOURCE = ROOT / "src" / "overtrick"
TEMPLATES = SOURCE / "web" / "templates"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs" / "reference").glob("*.csv")),
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if page != GUIDE and page.parent.name != "generated"),
]
"""Pages that people write. What is generated comes from strings and docstrings, and quotes documents."""
QUOTED = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
BUTTON = re.compile(r"<button[^>]*>\s*(?:\{% say \")?([A-Z][\w’]*)")
PARTICIPLES = {"Made", "Taken", "Drawn", "Done", "Shown", "Brought", "Put", "Given", "Written", "Begun", "Chosen"}


@cache
def refused() -> re.Pattern[str]:
    """The patterns of the guide's table, as one."""
    table = GUIDE.read_text(encoding="utf-8").partition("## Words the gate refuses")[2].partition("## ")[0]
    first = [row.split(" | ")[0] for row in table.splitlines() if row.startswith("| `")]
    patterns = [each.replace("\\|", "|") for cell in first for each in re.findall(r"`([^`]+)`", cell)]
    assert len(patterns) > 15
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


def found(texts: Iterator[tuple[str, str]]) -> list[str]:
    """Where a refused word stands, and what is around it."""
    return [
        f"{where}: …{' '.join(text[max(0, hit.start() - 30) : hit.end() + 30].split())}…"
        for where, text in texts
        for hit in refused().finditer(text)
    ]


def interface() -> Iterator[tuple[str, str]]:
    """Every string of the catalogue, which has all that pages, phones, the desk and refusals say."""
    kept = (SOURCE / "web" / "locale" / "overtrick.pot").read_text(encoding="utf-8")
    for key in re.findall(r'(?m)^msgid "((?:[^"\\]|\\.)+)"$', kept):
        yield "catalogue", key


def commands() -> Iterator[tuple[str, str]]:
    """Every string of the commands, which are in English alone."""
    for file in sorted((SOURCE / "cli").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield str(file.relative_to(ROOT)), node.value


def docs() -> Iterator[tuple[str, str]]:
    """The prose of every page, without code."""
    for page in PAGES:
        yield str(page.relative_to(ROOT)), QUOTED.sub(" ", page.read_text(encoding="utf-8"))


def docstrings() -> Iterator[tuple[str, str]]:
    """Every docstring of the product: of modules, classes and functions, and below constants and fields."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                prose = re.sub(r">>>.*?(\n\s*\n|$)", " ", node.value.value, flags=re.DOTALL)
                yield f"{file.relative_to(ROOT)}:{node.lineno}", QUOTED.sub(" ", prose)


@pytest.mark.parametrize("texts", [interface, commands, docs, docstrings])
def test_no_refused_word_is_used(texts: object) -> None:
    assert callable(texts)
    assert not (hits := found(texts())), f"{len(hits)}:\n" + "\n".join(hits[:60])


def test_the_patterns_find_what_they_are_for() -> None:
    said = iter([("here", "Somebody knows. It is put right at the prompt, one a line."), ("there", "a correct result")])
    assert len(found(said)) == 4


def test_no_button_begins_with_a_participle() -> None:
    for page in TEMPLATES.rglob("*.html"):
        assert not set(BUTTON.findall(page.read_text(encoding="utf-8"))) & PARTICIPLES, page


def test_no_message_is_a_bare_pronoun_or_the_name_of_a_member() -> None:
    keys = read_po((SOURCE / "web" / "locale" / "fr.po").read_text(encoding="utf-8")).keys() | {
        key for _, key in interface()
    }
    assert not {key for key in keys if key.strip(" .").lower() in ("it", "they", "this", "that")}
    assert not {key for key in keys if re.fullmatch(r"[A-Z][A-Za-z]+\.[A-Z_]+", key)}


def test_no_message_begins_with_punctuation() -> None:
    """A message is whole: one that goes on from the text before it cannot be translated."""
    assert not {key for _, key in interface() if key[0] in ",.;:"} - set(MARKS)


def remedies() -> Iterator[tuple[str, str]]:
    """What refusals tell people to do, with where it stands."""
    for file in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.keyword) and node.arg == "remedy":
                for part in ast.walk(node.value):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str):
                        yield f"{file.relative_to(SOURCE)}:{part.lineno}", part.value


def test_a_refusal_has_two_sentences_at_most() -> None:
    """One says what happened, the other what to do."""
    told = list(remedies())
    assert len(told) > 500
    assert not [(where, text) for where, text in told if re.search(r"[.?!] [A-Z{“]", text)]
