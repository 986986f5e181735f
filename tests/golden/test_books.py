"""Books as the program once wrote them: they read, prove themselves and stand as they stood, whatever the rules.

They are of form 1 and have no texts in them. `editions/first.zip` is the rulebook they were made under, by the
fingerprint in their first posting; kept with them, they need nothing of this program's own rules.
"""

import json
import lzma
import shutil
from pathlib import Path

import pytest

from asking import Ask
from golden.stated import stated
from overtrick.ledger.file import FileBook
from overtrick.ledger.texts import is_text
from programs import changing

HERE = Path(__file__).parent
FIRST = HERE / "editions" / "first.zip"
BOOKS = sorted(path.name.removesuffix(".jsonl.xz") for path in (HERE / "books").glob("*.jsonl.xz"))
EVENTS = [name for name in BOOKS if name != "year"]

DRAWN_SHORT = {"state-open-pairs": ("of Final draws differently", "or give the reason for changing it.")}
"""Draws that were made while the engine cut a session to a multiple of its rounds, and that it makes at length now.

They stand as they were published, with every number on them; only that they come out again cannot be proved.
"""

every_book = pytest.mark.parametrize("name", BOOKS)


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Ask:
    monkeypatch.chdir(tmp_path)
    return Ask(monkeypatch, capsys)


def unpacked(name: str, *, texts: bool, ask: Ask) -> str:
    """A golden book where the prompt stands, with the texts of its rules kept in it or as it was written."""
    with lzma.open(HERE / "books" / f"{name}.jsonl.xz") as packed:
        Path(f"{name}.jsonl").write_bytes(packed.read())
    shutil.copy(HERE / "books" / "club-swiss-teams.toml", ".")
    if texts:
        assert ask(f"rules keep {FIRST} --book {name}.jsonl")[0] == 0
    return f"{name}.jsonl"


def told(ask: Ask, *words: str) -> str:
    code, said, complaint = ask(" ".join(f'"{word}"' for word in words))
    assert (code, complaint) == (0, "")
    return said


def test_there_is_a_book_of_every_document_one_of_an_own_file_and_one_of_a_year() -> None:
    opened = []
    for name in BOOKS:
        with lzma.open(HERE / "books" / f"{name}.jsonl.xz", "rt", encoding="utf-8") as lines:
            first = json.loads(next(lines))
            opened.append((first["act"], first.get("event", first.get("document")).partition("/")[0]))
    assert {folder for act, folder in opened if act == "event opened"} == {
        "anc-2026", "gnot-nsw-2018", "nsw-its-2021", "nsw-swiss-pairs", "sabf-2020", "club-swiss-teams.toml",
    }  # fmt: skip
    assert ("selection opened", "sabf-2020") in opened


@every_book
def test_a_golden_book_stands_as_it_stood(ask: Ask, name: str) -> None:
    book = unpacked(name, texts=True, ask=ask)
    wanted = (HERE / "standings" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(stated(lambda *words: told(ask, *words), book)) == wanted


@every_book
def test_a_golden_book_proves_itself(ask: Ask, name: str) -> None:
    book = unpacked(name, texts=True, ask=ask)
    _, said, complaint = ask(f"{'selection ' if name == 'year' else ''}verify {book} --json")
    objections = [each["what"] for each in json.loads(said)["objections"]]
    assert ([each for each in objections if not each.endswith(DRAWN_SHORT.get(name, ()))], complaint) == ([], "")


@every_book
def test_texts_kept_with_a_golden_book_change_no_line_of_it(ask: Ask, name: str) -> None:
    book = unpacked(name, texts=True, ask=ask)
    with lzma.open(HERE / "books" / f"{name}.jsonl.xz", "rt", encoding="utf-8") as packed:
        lines = packed.read()
    kept = Path(book).read_text(encoding="utf-8").splitlines()
    assert "".join(f"{line}\n" for line in kept if not is_text(line)) == lines
    assert ask(f"rules keep {FIRST} --book {book}")[1].rstrip().endswith("already there")
    assert Path(book).read_text(encoding="utf-8").splitlines() == kept


def test_the_wrong_rulebook_is_refused(ask: Ask, tmp_path: Path) -> None:
    book = unpacked("congress", texts=False, ask=ask)
    folder = tmp_path / "wrong" / "nsw-swiss-pairs"
    folder.mkdir(parents=True)
    (folder / "document.toml").write_text('cite = "NSWSP"\n', encoding="utf-8")
    code, _, complaint = ask(f"rules keep {folder.parent} --book {book}")
    assert code == 2
    assert "is not the rulebook that congress.jsonl names" in complaint
    assert not FileBook(Path(book)).kept.editions


def test_a_book_whose_rules_nobody_has_says_so_wherever_it_is_shown(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    book = unpacked("congress", texts=False, ask=ask)
    changing(monkeypatch)("nsw-swiss-pairs/scoring.toml", 'share = "1/10"', 'share = "1/3"')
    for words in (f"standings {book}", f"scorecard {book} 4", f"why {book} --pair 4", f"match {book} --table 1"):
        code, said, complaint = ask(words)
        assert (code, bool(said)) == (0, True)
        assert (
            "follows an edition of the rules that is not available here (edition ce366b5664af, from overtrick 0.1.0)"
            in complaint
        )
        assert "overtrick rules keep FOLDER-OR-WHEEL --book congress.jsonl" in complaint
    code, said, _ = ask(f"verify {book}")
    assert code == 1
    assert "follows an edition of the rules that is not available here" in said


@pytest.mark.parametrize("name", EVENTS)
def test_a_program_with_other_rules_leaves_a_golden_book_as_it_stands(
    ask: Ask, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = unpacked(name, texts=True, ask=ask)
    changing(monkeypatch)("nsw-swiss-pairs/scoring.toml", 'share = "1/10"', 'share = "1/3"')
    wanted = (HERE / "standings" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert list(stated(lambda *words: told(ask, *words), book)) == wanted


def test_what_an_edition_changes_is_shown_first_and_posted_when_asked(
    ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = unpacked("congress", texts=True, ask=ask)
    changing(monkeypatch)("nsw-swiss-pairs/scoring.toml", 'share = "1/10"', 'share = "1/3"')
    before = Path(book).read_bytes()
    shown = json.loads(told(ask, "rules", "adopt", book, "--json"))
    assert Path(book).read_bytes() == before
    assert not shown["posted"]
    moved = {row["contestant"]: row for row in shown["changes"]}
    assert moved["4"]["total_was"] == "94.32" != moved["4"]["total"]
    for missing in ("--clause 'NSWSP 1.4' --yes", "--reason why --yes", "--clause ANC26 --reason why --yes"):
        assert ask(f"rules adopt {book} {missing}")[0] == 2
    assert Path(book).read_bytes() == before
    done = ask(f"rules adopt {book} --clause 'NSWSP 1.4' --reason 'misprint in the datum' --yes")
    assert done[0] == 0
    now = json.loads(told(ask, "standings", book, "--json"))["fields"]["all"]
    assert {row["contestant"]: row["total"] for row in now if row["contestant"] in moved} == {
        name: row["total"] for name, row in moved.items()
    }
    proof = json.loads(ask(f"verify {book} --json")[1])
    assert (proof["objections"], proof["same_rules"]) == ([], True)
    assert ask(f"rules adopt {book}")[0] == 2  # there is nothing left to take over
    monkeypatch.undo()


def test_an_adopted_edition_stays_when_the_program_goes_back(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    book = unpacked("congress", texts=True, ask=ask)
    with pytest.MonkeyPatch.context() as for_a_while:
        changing(for_a_while)("nsw-swiss-pairs/scoring.toml", 'share = "1/10"', 'share = "1/3"')
        assert ask(f"rules adopt {book} --clause 'NSWSP 1.4' --reason 'misprint' --yes")[0] == 0
        adopted = told(ask, "standings", book, "--json")
    assert told(ask, "standings", book, "--json") == adopted
    assert json.loads(told(ask, "verify", book, "--json"))["sound"]
