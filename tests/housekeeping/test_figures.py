"""Measured figures in the documentation are those of the results, as docs/reference/figures.md lists them."""

import re

import pytest
from figures import PAGE, RESULTS, ROOT, Measured, figures_page, measured_figures, one_line

FIGURES = measured_figures()
QUANTITY = re.compile(r"(?<![\d.])\d[\d.,]*\s(?:ms|s|kB|MB|GB|seconds|minutes)\b|\b(?:half an hour|\w+ minutes)\b")
"""A duration or a size."""
ONLY_QUOTES = ("docs/operators/capacity.md", "CONTRIBUTING.md", "docs/contributing/recipes.md")
"""Pages whose durations and sizes are all measured: each must be quoted from the results."""
NOT_MEASURED = {"which takes a few minutes", "takes a few minutes to install"}
"""Words of these pages that promise no figure."""


def unquoted(name: str, text: str, figures: list[Measured]) -> list[str]:
    """The durations and sizes of a page that no figure stands behind."""
    rest = one_line(text)
    for words in (*(each.quoted[name] for each in figures if name in each.quoted), *NOT_MEASURED):
        rest = rest.replace(words, "")
    return QUANTITY.findall(rest)


def test_the_page_is_what_the_results_say() -> None:
    assert PAGE.read_text(encoding="utf-8") == figures_page(), "run `python scripts/figures.py`"


@pytest.mark.parametrize("figure", FIGURES, ids=[each.what for each in FIGURES])
def test_a_figure_is_in_its_results_and_in_the_pages_that_quote_it(figure: Measured) -> None:
    results = one_line((RESULTS / figure.source).read_text(encoding="utf-8"))
    number = figure.value.split()[0]
    assert figure.command in results
    assert figure.line in results
    assert number in figure.line
    for name, words in figure.quoted.items():
        assert words in one_line((ROOT / name).read_text(encoding="utf-8")), name
        assert figure.value in words


@pytest.mark.parametrize("name", ONLY_QUOTES)
def test_a_page_quotes_every_figure_that_it_has(name: str) -> None:
    assert unquoted(name, (ROOT / name).read_text(encoding="utf-8"), FIGURES) == []


@pytest.mark.parametrize("words", ["about five minutes on two cores", "it takes 3 ms", "half an hour"])
def test_a_figure_without_a_measurement_is_found(words: str) -> None:
    assert unquoted("CONTRIBUTING.md", f"`just quick` needs {words}.", FIGURES)


def test_a_quote_that_differs_from_its_figure_is_found() -> None:
    page = "docs/operators/capacity.md"
    text = (ROOT / page).read_text(encoding="utf-8").replace("2.7 ms", "2.9 ms")
    assert unquoted(page, text, FIGURES) == ["2.9 ms"]
