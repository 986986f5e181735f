"""Every question is put in a folder like the root of the repository, as the documents do, with a book in it."""

from contextlib import closing
from pathlib import Path
from random import Random
from shutil import copyfile

import pytest

from asking import Ask
from overtrick.lab.rehearsal import USUAL_FAULTS, Rehearsal
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.event_book import rules_hash
from overtrick.regulations.events import plan_for

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small congress, played with everything going wrong that does."""
    event = "nsw-swiss-pairs/congress"
    rehearsal = Rehearsal(plan_for(event), event, Random("prompt"), USUAL_FAULTS, rules=rules_hash(event))
    path = tmp_path_factory.mktemp("books") / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in rehearsal.play(8)])
    return path


@pytest.fixture(autouse=True)
def _in_the_repository(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, rehearsed: Path
) -> None:
    """Commands may write where they are asked; the repository itself is not touched."""
    folder = tmp_path_factory.mktemp("repository")
    for entry in ROOT.iterdir():
        (folder / entry.name).symlink_to(entry)
    copyfile(rehearsed, folder / "book.jsonl")
    monkeypatch.chdir(folder)


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)
