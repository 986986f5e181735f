"""What the documents print is what the program does: every command is run, every example of Python too."""

import doctest
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import click
import page_tables
import pytest
from recipes import PAGE, recipes_page

from housekeeping.documents import NOT_RUN, ROOT, Desk, fenced, run
from overtrick.cli import overtrick as command_line
from overtrick.core.model import read_result
from overtrick.regulations.read.library import shipped_rulebook

GENERATED = ROOT / "docs" / "reference" / "generated"
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    *sorted(page for page in (ROOT / "docs").rglob("*.md") if GENERATED not in page.parents),
]
WRITES = re.compile(r" -o | > |^overtrick selection (open|credit|nominate|close|post) ")
ANY_LINES = "…"


@dataclass(frozen=True)
class Printed:
    """A command as a document prints it, and the output it promises."""

    page: str
    line: int
    command: str
    output: str
    before: tuple[str, ...] = ()
    """The commands earlier on the page that write a file it may read."""


def printed_commands() -> list[Printed]:
    """Every command in a console block that can be run here."""
    found = []
    for page in PAGES:
        before: list[str] = []
        for start, block in fenced(page, "console"):
            lines = block.splitlines()
            prompts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
            assert prompts, f"{page.name}:{start}: a console block without a command"
            for at, end in zip(prompts, [*prompts[1:], len(lines)], strict=True):
                command, output = lines[at][2:], "\n".join(lines[at + 1 : end])
                if not command.startswith(NOT_RUN):
                    name = str(page.relative_to(ROOT))
                    found.append(Printed(name, start + at, command, output.rstrip(), tuple(before)))
                    before += [command] if WRITES.search(command) else []
    return found


def agrees(printed: str, real: str) -> bool:
    """Whether the output is as printed; a line of `…` stands for any number of lines."""
    pattern = "".join(
        r"(?:.*\n)*" if line.strip() == ANY_LINES else re.escape(line.rstrip()) + r"[ ]*\n"
        for line in printed.splitlines()
    )
    return re.fullmatch(pattern, real + "\n" if real else "") is not None


@pytest.mark.parametrize("printed", printed_commands(), ids=lambda p: f"{p.page}:{p.line}")
def test_a_command_prints_what_the_document_shows(printed: Printed, desk: Desk) -> None:
    for earlier in printed.before:
        desk.follow(printed.page, earlier)
    real = desk.follow(printed.page, printed.command).output
    assert agrees(printed.output, real), f"$ {printed.command}\n{real}"


def test_agreement_can_fail() -> None:
    assert agrees("a\n…\nc", "a\nb\nb\nc")
    assert not agrees("a\nc", "a\nb\nc")
    assert not agrees("", "a")
    assert not agrees("a", "")


def promised(program: str) -> list[str]:
    """Return the lines that a program says it prints, in the comments behind its calls of `print`."""
    return re.findall(r"^print\(.*\)  # (.+)$", program, re.MULTILINE)


@pytest.mark.parametrize("page", [page for page in PAGES if list(fenced(page, "python"))], ids=lambda p: p.name)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is typed after >>> answers as printed; a block without is run as a program, and prints what it promises."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    parser, runner, globs = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False), dict[str, object]()
    told: list[str] = []
    for start, block in fenced(page, "python"):
        test = parser.get_doctest(block + "\n", globs, page.name, str(page), start)
        if not test.examples:
            (tmp_path / "program.py").write_text(block, encoding="utf-8")
            ran = subprocess.run([sys.executable, "program.py"], capture_output=True, text=True, check=False)
            assert ran.returncode == 0, f"{page.name}:{start}: {ran.stderr}"
            assert [line for line in promised(block) if line not in ran.stdout.splitlines()] == []
            continue
        runner.run(test, out=told.append, clear_globs=False)
        globs = test.globs
    assert runner.summarize(verbose=False).failed == 0, "".join(told)


def test_every_command_is_in_the_reference(tmp_path: Path) -> None:
    """Written elsewhere, because the gate makes the documentation beside the tests."""
    subprocess.run([sys.executable, "scripts/reference.py", str(tmp_path)], cwd=ROOT, check=True)
    page = (tmp_path / "cli.md").read_text(encoding="utf-8")
    assert [path for path in _paths(command_line, "overtrick") if f"## {path}\n" not in page] == []


def _paths(command: click.Command, path: str) -> Iterator[str]:
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            yield from _paths(cast("click.Command", command.get_command(context, name)), f"{path} {name}")


def test_every_command_has_an_example_in_its_help() -> None:
    context = click.Context(command_line)
    helps = {name: command_line.get_command(context, name) for name in command_line.list_commands(context)}
    assert [name for name, command in helps.items() if command is None or "Example" not in (command.help or "")] == []


def test_the_page_of_recipes_is_what_the_justfile_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == recipes_page(), "run `python scripts/recipes.py`"


def test_the_tables_of_public_pages_are_those_that_are_registered() -> None:
    text = page_tables.PAGE.read_text(encoding="utf-8")
    assert text == page_tables.page_text(text), "run `python scripts/page_tables.py`"
    assert all(page.title and page.shows for _, pages in page_tables.TABLES.values() for page in pages)


DECISIONS = ROOT / "docs" / "decisions"
_READ = {".py", ".md", ".csv", ".toml", ".sql", ".html", ".js", ".yml", ".yaml"}
"""Files in which a decision may be cited."""


def _decisions() -> dict[int, str]:
    """The name of the file of every decision, by its number."""
    return {int(file.name[:4]): file.name for file in DECISIONS.glob("[0-9]*.md")}


def _index_of_decisions() -> tuple[dict[str, str], str, str]:
    """The tables of the index by their theme; then what it says of merged numbers, and of those never used."""
    sections = re.split(r"^## (.+)\n", (DECISIONS / "index.md").read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    parts = dict(zip(sections[::2], sections[1::2], strict=True))
    assert len(parts) == len(sections) // 2, "a theme stands twice"
    return parts, parts.pop("Merged and retired"), parts.pop("Numbers never used")


def test_every_decision_stands_once_in_the_index_and_in_the_navigation_under_its_theme() -> None:
    """With its number as text, which a list with gaps would number anew, and with the title of its page."""
    files = _decisions()
    themes, _, _ = _index_of_decisions()
    listed = [
        (theme, int(number), title, file)
        for theme, table in themes.items()
        for number, title, file in re.findall(r"^\| (\d+) \| \[(.+)\]\((.+)\) \|$", table, re.MULTILINE)
    ]
    assert sorted((number, file) for _, number, _, file in listed) == sorted(files.items())
    for _, number, title, file in listed:
        assert (DECISIONS / file).read_text(encoding="utf-8").splitlines()[0] == f"# {number}. {title}"
    navigation = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\n  - Decisions:\n")[2]
    shown = ["      - decisions/index.md"]
    for theme in themes:
        shown.append(f'      - "{theme}":' if "," in theme else f"      - {theme}:")
        shown += [
            f'          - "{number}. {title}": decisions/{file}' for at, number, title, file in listed if at == theme
        ]
    assert navigation.rstrip().splitlines() == shown


def test_every_number_of_a_decision_is_listed_once() -> None:
    """In the tables of its theme, as merged into decisions that there are, as retired, or as never used."""
    files = _decisions()
    _, merged, never = _index_of_decisions()
    into = {
        int(number): [int(each) for each in targets.split(", ")]
        for number, targets in re.findall(r"\b(\d+) → (\d+(?:, \d+)*)[;.]", " ".join(merged.split()))
    }
    assert [number for number, targets in into.items() if not set(targets) <= set(files)] == []
    retired = [int(number) for number in re.findall(r"^Decision (\d+), .+ is retired", merged, re.MULTILINE)]
    unused = re.search(r"There are no decisions (.+?)\.", never)
    assert unused is not None
    ranges = [[int(end) for end in part.split("–")] for part in re.findall(r"\d+(?:–\d+)?", unused[1])]
    numbers = [*files, *into, *retired]
    numbers += [number for part in ranges for number in range(part[0], part[-1] + 1)]
    assert sorted(numbers) == list(range(1, max(numbers) + 1))


@pytest.mark.parametrize("file", sorted(_decisions().values()))
def test_a_decision_fits_on_one_screen_by_the_template(file: str) -> None:
    """Its number and title, its theme as in the index and whether it is in force; context, decision, consequences."""
    text = (DECISIONS / file).read_text(encoding="utf-8")
    themes, _, _ = _index_of_decisions()
    (theme,) = (theme for theme, table in themes.items() if f"({file})" in table)
    heading, _, status, *_ = text.splitlines()
    assert heading.startswith(f"# {int(file[:4])}. ")
    said = re.fullmatch(rf"\*{re.escape(theme)} · (in force|superseded by (\d+))\*", status)
    assert said is not None, status
    assert said[2] is None or int(said[2]) in _decisions()
    assert re.findall(r"^#+ .+$", text, re.MULTILINE)[1:] == ["## Context", "## Decision", "## Consequences"]
    assert len(text.split()) <= 400


CITING = ("src", "tests", "scripts", "benchmarks", "deploy", "docs")


def test_a_decision_that_is_cited_is_there() -> None:
    """Whoever reads code or a page finds the decision it names, also where its number was merged into another."""
    numbers = set(_decisions())
    files = [file for folder in CITING for file in (ROOT / folder).rglob("*") if file.suffix in _READ]
    files += [*ROOT.glob("*.md"), ROOT / "pyproject.toml", ROOT / "justfile"]
    wrong = [
        f"{file.relative_to(ROOT)}: {found[0]}"
        for file in files
        if file != DECISIONS / "index.md"
        for found in re.finditer(r"[Dd]ecision (\d+)\b|decisions/0(\d{3})\b", file.read_text(encoding="utf-8"))
        if int(found[1] or found[2]) not in numbers
    ]
    assert wrong == []


LINKED = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    ".github/ISSUE_TEMPLATE/problem.md",
    ".github/PULL_REQUEST_TEMPLATE.md",
]


@pytest.mark.parametrize("name", LINKED)
def test_links_lead_somewhere(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)\s]+)\)", text)]
    inside = [link for link in links if link and "://" not in link]
    assert [link for link in inside if not (ROOT / link).exists()] == []


def test_every_way_to_write_a_result_is_read() -> None:
    page = (ROOT / "docs" / "reference" / "result-notation.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    written = [re.findall(r"`([^`]+)`", row) for row in rows]
    assert len(written) >= 12
    assert [text for row in written for text in row if not str(read_result(text))] == []
    same = [{str(read_result(text)) for text in row} for row in written[:3]]
    assert [len(results) for results in same] == [1, 1, 1]


def test_every_datum_is_explained() -> None:
    page = (ROOT / "docs" / "directors" / "datums.md").read_text(encoding="utf-8")
    assert [name for name in shipped_rulebook().stated["datum"] if f"`{name}`" not in page] == []


def test_the_picture_tells_the_truth() -> None:
    picture = (ROOT / "docs" / "images" / "why.svg").read_text(encoding="utf-8")
    real = run("overtrick why examples/match5.csv --scoring nsw-swiss-pairs/match --table 3").output
    told = re.findall(r'<text class="[nc]"[^>]*>([^<]+)<', picture)
    assert len(told) >= 10
    assert [said for said in told if said not in real] == []
