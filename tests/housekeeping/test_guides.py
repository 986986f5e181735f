"""Every command in README, CONTRIBUTING, the page on installing and docs/contributing is run, or checked by `CHECKS`.

`test_documented.py` runs console blocks and Python blocks and compares their output. Here are the other commands: those
in shell blocks, in tables and in running text. A command that no check knows fails.
"""

import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from shlex import split

import click
import pytest
from recipes import recipes

from housekeeping.documents import FENCE, NOT_RUN, ROOT, Desk, blocks
from overtrick.cli import overtrick as command_line
from overtrick.regulations.lint.coverage import clause_states, coverage
from overtrick.regulations.read.library import shipped_rulebook

RULEBOOK = ROOT / "src" / "overtrick" / "rulebook"
NUMBERS = {11: "Eleven", 12: "Twelve", 13: "Thirteen", 14: "Fourteen", 15: "Fifteen", 16: "Sixteen"}
GUIDES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "docs" / "start" / "install.md",
    *sorted((ROOT / "docs" / "contributing").glob("*.md")),
]
SPAN = re.compile(r"(?<!`)`([^`\n]+(?:\n[^`\n]+)?)`(?!`)")
"""Code in running text or in a table, on one line or broken over two."""
NAMED_FILE = re.compile(r"(?:[\w.-]+/)+(?:[\w.-]+\.(?:py|toml|html|md|csv|pot|po))?")
BLOCKS = {"console", "python", "sh", "toml", "text"}
"""Kinds of blocks: `test_documented.py` runs the first two, the third is checked here, the others hold no command."""
PLACES = [
    ROOT,
    *(ROOT / "src" / "overtrick" / name for name in ("", "rulebook", "web/templates")),
    ROOT / "rulebooks" / "gold-cup",
]
"""Where the files are that a guide names by a shorter path."""
SERVERS = {
    "demo": "tests/web/test_demo.py::test_it_runs_shows_its_pages_grows_and_stops",
    "serve": "tests/web/test_first_run_browser.py::test_a_newcomer_gets_from_an_empty_folder_to_a_result_from_a_phone",
}
"""Commands that run until they are stopped: the test that starts each, fetches its pages and stops it."""
UNKNOWN = {"apt", "apt-get", "brew", "curl", "docker", "make", "npm", "npx", "poetry", "podman", "psql", "sudo", "wget"}
"""Programs that no guide names today: a command of one of them needs a check first."""


@dataclass(frozen=True)
class Named:
    """A command that a guide names, and where."""

    page: str
    line: int
    command: str

    @property
    def program(self) -> str:
        """The program, wherever it is installed."""
        return re.sub(r"^\.venv(/bin/|\\Scripts\\)", "", self.command.split()[0])

    @property
    def words(self) -> list[str]:
        """What follows the program."""
        return split(self.command, posix="\\" not in self.command)[1:]


def named_commands() -> list[Named]:
    """Return every command that a guide names and `test_documented.py` does not run."""
    found = []
    for page in GUIDES:
        name, text = str(page.relative_to(ROOT)), page.read_text(encoding="utf-8")
        for block in blocks(page):
            lines = enumerate(block.text.splitlines(), block.line)
            found += [Named(name, number, command) for number, line in lines for command in _not_run(block.kind, line)]
        prose = FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)
        for span in SPAN.finditer(prose):
            named = Named(name, prose.count("\n", 0, span.start()) + 1, " ".join(span[1].split()))
            found += [named] if " " in named.command and named.program in {*CHECKS, *UNKNOWN} else []
    return found


def _not_run(kind: str, line: str) -> list[str]:
    """Return the command in a line of a block, unless `test_documented.py` runs it."""
    if kind == "sh":
        return [line] if line and not line.startswith("#") else []
    return [line[2:]] if kind == "console" and line.startswith("$ ") and line[2:].startswith(NOT_RUN) else []


def check_overtrick(named: Named, desk: Desk) -> None:
    """Run it and expect success; a server is started by its own test, and only its options are read here."""
    server = SERVERS.get(named.words[0])
    if server is None:
        for earlier in named_commands():
            if earlier.page == named.page and earlier.line < named.line and " -o " in earlier.command:
                desk.follow(named.page, earlier.command)  # it writes a file that this one may read
        ran = desk.follow(named.page, named.command)
        assert ran.code == 0, ran.output
        return
    file, _, test = server.partition("::")
    assert f"def {test}(" in (ROOT / file).read_text(encoding="utf-8")
    command = command_line.get_command(click.Context(command_line), named.words[0])
    assert command is not None
    command.make_context(named.words[0], named.words[1:])  # an option that does not exist is refused


def check_just(named: Named, _: Desk) -> None:
    """The recipe exists and takes what it is given: options that its script knows, files that exist.

    The options of a recipe without a script are those of another program, like uv.
    """
    first, *given = named.words
    if first == "--list":
        assert not given
        return
    assert first in recipes(), f"the justfile has no recipe {first}"
    assert not given or recipes()[first][0], f"`just {first}` takes no arguments"
    script = re.search(rf"^{first}\b[^\n]*:\n    python (scripts/\w+\.py|benchmarks/\w+\.py)", JUSTFILE, re.MULTILINE)
    options = [word for word in given if word.startswith("--")]
    text = (ROOT / script[1]).read_text(encoding="utf-8") if script else ""
    assert not script or [option for option in options if f'"{option}"' not in text] == []
    assert [word for word in given if word.startswith("tests/") and not (ROOT / word).exists()] == []


def check_pip(named: Named, _: Desk) -> None:
    """It installs this folder, with extras that the project has, or a package of the locked environment."""
    *how, what = [word.strip("\"'") for word in named.words]
    assert how in (["install"], ["tool", "install"])
    if not what.startswith("."):
        assert f"\n{what}==" in (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
        return
    extras = set(filter(None, re.sub(r"^\.|[\[\]]", "", what).split(",")))
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert extras <= set(project["optional-dependencies"])


def check_python(named: Named, _: Desk) -> None:
    """It makes the virtual environment, runs a script that exists, or the single file, which has a test of its own."""
    if named.words[0] == "overtrick.pyz":
        assert (ROOT / "tests" / "housekeeping" / "test_single_file.py").is_file()
        return
    assert named.words == ["-m", "venv", ".venv"] or (ROOT / named.words[0]).is_file()


def check_pre_commit(named: Named, _: Desk) -> None:
    """It installs the hooks, and each hook is a recipe."""
    assert named.words == ["install"]
    hooks = re.findall(r"entry: just (\S+)", (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    assert hooks
    assert set(hooks) <= set(recipes())


def exactly(*allowed: str) -> Callable[[Named, Desk], None]:
    """Return a check for commands that change the reader's machine and nothing of ours: only these are allowed."""

    def check(named: Named, _: Desk) -> None:
        assert named.command in allowed

    return check


JUSTFILE = (ROOT / "justfile").read_text(encoding="utf-8")
CHECKS: dict[str, Callable[[Named, Desk], None]] = {
    "overtrick": check_overtrick,
    "just": check_just,
    "pip": check_pip,
    "pipx": check_pip,
    "uv": check_pip,
    "python": check_python,
    "python3": check_python,
    "py": check_python,
    "pre-commit": check_pre_commit,
    "git": exactly("git clone <this repository> overtrick", "git blame"),
    "cd": exactly("cd overtrick"),
    "source": exactly("source .venv/bin/activate"),
    "Set-ExecutionPolicy": exactly("Set-ExecutionPolicy -Scope Process RemoteSigned"),
}
"""How the commands of each program are checked."""


@pytest.mark.parametrize("named", named_commands(), ids=lambda each: f"{each.page}:{each.line} {each.command}")
def test_a_command_of_a_guide_works(named: Named, desk: Desk) -> None:
    assert named.program in CHECKS, f"{named.program} is neither run nor checked: give it a check"
    CHECKS[named.program](named, desk)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("just nonsense", "no recipe"),
        ("just types src", "no arguments"),
        ("just hostile --nonsense 3", "nonsense"),
        ("just test tests/nowhere.py", "nowhere"),
        ("overtrick demo --nonsense", "No such option"),
        ("overtrick score --board 13 nonsense", "nonsense"),
        ('.venv/bin/pip install ".[nonsense]"', "nonsense"),
        ("git push --force", "git push"),
    ],
)
def test_a_command_that_does_not_work_is_noticed(command: str, why: str, desk: Desk) -> None:
    named = Named("README.md", 1, command)
    with pytest.raises((AssertionError, click.UsageError), match=why):
        CHECKS[named.program](named, desk)


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_a_guide_has_no_block_that_nothing_checks(page: Path) -> None:
    assert {block.kind for block in blocks(page)} <= BLOCKS
    fences = re.findall(r"^ *```(?=\S| *$)", page.read_text(encoding="utf-8"), re.MULTILINE)
    assert len(fences) == 2 * len(list(blocks(page))), "a block without a kind"


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_the_files_that_a_guide_names_exist(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    named = [span for span in SPAN.findall(text) if NAMED_FILE.fullmatch(span)]
    assert [name for name in named if not any((place / name).exists() for place in PLACES)] == []


def test_the_numbers_in_the_readme_are_counted() -> None:
    """Events of the regulations, of clubs and of other bodies; clauses of the regulations that compute or decide."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    club = len(list(RULEBOOK.glob("club/events/*.toml")))
    documents = [each for each in coverage(shipped_rulebook(), clause_states()) if each.cite != "CLUB26"]
    counts = [each.kinds[kind] for each in documents for kind in ("computes", "decides")]
    clauses, done = sum(each.of for each in counts), sum(each.done for each in counts)
    promises = (
        f"The five define {len(list(RULEBOOK.glob('*/events/*.toml'))) - club} events.",
        f"Of their {clauses} clauses that calculate or decide something, {done} are implemented",
        f"| Club games | {NUMBERS[club]}:",
        f"| Other bodies | {NUMBERS[len(list(ROOT.glob('rulebooks/*/events/*.toml')))]} events",
    )
    assert [promise for promise in promises if promise not in readme] == []


def test_an_extra_says_which_python_it_is_not_for() -> None:
    """And the lock says it too, or nobody could set up the development environment under that Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    install = (ROOT / "docs" / "start" / "install.md").read_text(encoding="utf-8")
    lock = (ROOT / "requirements-dev.lock").read_text(encoding="utf-8")
    limited = [
        (extra, found[1], found[2])
        for extra, needed in project["optional-dependencies"].items()
        for each in needed
        if (found := re.fullmatch(r"([\w-]+)[^;]*; python_version < '([\d.]+)'", each))
    ]
    assert ("deals", "endplay", "3.14") in limited
    for extra, package, version in limited:
        assert re.search(rf"^\| `{extra}` \| .*not yet for Python {re.escape(version)} \|$", install, re.MULTILINE)
        assert re.search(rf"^{package}==\S+ ; python_full_version < '{re.escape(version)}' ", lock, re.MULTILINE)
