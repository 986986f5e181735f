"""Commands in a new folder, without the address of a database: the books are in a file of SQLite there."""

import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from web.desk.conftest import rehearsed

_NAMED = ("DATABASE_URL", "OVERTRICK_DATA", "DJANGO_SETTINGS_MODULE")
WITHOUT = {name: said for name, said in os.environ.items() if name not in _NAMED}


def started(folder: Path, *words: str) -> subprocess.Popen[str]:
    """A command that runs in a folder, and has a password to read."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "overtrick", *words]
    return subprocess.Popen(command, cwd=folder, env=WITHOUT, stdin=pipe, stdout=pipe, stderr=pipe, text=True)


def asked(folder: Path, *words: str) -> tuple[int, str]:
    """The exit code of a command, and all that it says."""
    with started(folder, *words) as running:
        out, err = running.communicate("a long password of seven diamonds\n", timeout=300)
    return running.returncode, out + err


def test_the_doctor_says_in_an_empty_folder_what_to_do(tmp_path: Path) -> None:
    code, said = asked(tmp_path, "doctor")
    assert code == 2
    assert "There is no folder overtrick-data" in said
    assert "Give the server's folder with --data" in said
    assert "Traceback" not in said


def test_a_book_in_a_file_has_a_site(tmp_path: Path) -> None:
    with closing(FileBook(tmp_path / "night.jsonl")) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in rehearsed(8)[:12]])
    code, said = asked(tmp_path, "site", "night.jsonl", "-o", "night-site")
    assert code == 0, said
    assert (tmp_path / "night-site" / "index.html").is_file()
    assert not (tmp_path / "overtrick-data").exists(), "nothing is kept of it"


@pytest.mark.parametrize("group", ["account", "book"])
def test_a_list_makes_no_folder_where_there_is_none(tmp_path: Path, group: str) -> None:
    code, said = asked(tmp_path, group, "list")
    assert code == 2
    assert "There is no folder overtrick-data, so there are no books here" in " ".join(said.split())
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("count", [1, 3])
def test_accounts_are_made_at_once_in_a_folder_that_has_no_tables_yet(tmp_path: Path, count: int) -> None:
    running = [started(tmp_path, "account", "add", f"pat{place}") for place in range(count)]
    said = [each.communicate("a long password of seven diamonds\n", timeout=300) for each in running]
    assert [each.returncode for each in running] == [0] * count, said
    code, listed = asked(tmp_path, "account", "list")
    assert code == 0
    assert listed.count("pat") >= count


def test_a_file_that_another_program_writes_to_is_said_to_be_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from django.db import OperationalError

    from overtrick import cli

    def locked(**_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(cli.overtrick, "main", locked)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 75
    assert "Another program is writing to the books" in capsys.readouterr().err
