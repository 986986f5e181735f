"""The parts of the tests: each test is in one of them, and they can be run side by side (`pytest --part web`).

`rules`    what the core, the regulations, the director and the files of the field do: no Django, no database
`web`      what needs Django: pages, the API, the prompt, books in a database, the house itself
`browser`  what a person does in a real browser
`slow`     what takes more than a few seconds and needs no browser
`long`     what tries the same thing once more over many languages, screens, seeds or entries; one of each kind is in
           another part. The gate (`--all-here`) leaves these out, so that it answers while the change is still in
           mind; `just ci-long` runs them, as a night's run does.
"""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULES = tuple(
    ROOT / "tests" / name
    for name in ("clauses", "director", "event", "formats", "golden", "laws", "properties", "regulations")
)
"""The folders whose tests need no Django."""
PARTS = ("rules", "web", "browser", "slow", "long")


def is_of_rules(path: Path) -> bool:
    """Whether a test of this file needs no Django."""
    return any(path.is_relative_to(folder) for folder in RULES)


def part_of(item: pytest.Item) -> str:
    """The part in which a test is run."""
    if item.get_closest_marker("long"):
        return "long"
    if item.get_closest_marker("browser"):
        return "browser"
    if item.get_closest_marker("slow"):
        return "slow"
    return "rules" if is_of_rules(item.path) else "web"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("parts").addoption("--part", choices=PARTS, help="run one part of the tests")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not even read what cannot be in the part."""
    part = config.getoption("--part")
    if part == "rules" and collection_path.parent == ROOT / "tests":  # what helps the tests may load Django
        return not is_of_rules(collection_path) or None
    if part == "rules" and collection_path.is_relative_to(ROOT / "src"):  # a folder that is asked for is read itself
        return True
    if part in {"web", "browser"} and collection_path in RULES:
        return True
    return True if part == "browser" and collection_path.is_relative_to(ROOT / "src") else None


@pytest.hookimpl(trylast=True)  # when all have their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    part = config.getoption("--part")
    if part or config.getoption("--all-here"):
        others = [item for item in items if part_of(item) != part and (part or part_of(item) == "long")]
        config.hook.pytest_deselected(items=others)
        left_out = set(others)
        items[:] = [item for item in items if item not in left_out]
