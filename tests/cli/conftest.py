"""Every question is put in a folder like the root of the repository, as the documents do, with books in it."""

import json
import lzma
from contextlib import closing
from datetime import datetime
from pathlib import Path
from random import Random
from shutil import copyfile, copytree

import pytest

import on_django  # noqa: F401 - commands set Django up, and find it there
from asking import Ask
from bridgemates import received, with_received
from overtrick.core.event.acts import BoardDealt, PairNominated, RoundStarted
from overtrick.core.model.cards import RANKS
from overtrick.formats.bridgemate.bws import write_bws
from overtrick.lab.fault_rates import USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.lab.selection_rehearsal import YearRehearsal
from overtrick.ledger.book import Draft
from overtrick.ledger.book_file import open_file
from overtrick.ledger.file import FileBook
from overtrick.ledger.signed_heads import signer_at
from overtrick.regulations.plan.event_book import edition_for, edition_for_year, plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.edition_sources import read_rulebook
from overtrick.views.bridgemates import device_plan

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def rehearsed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small congress, played with everything going wrong that does."""
    event = "nsw-swiss-pairs/congress"
    rehearsal = Rehearsal(plan_for(event), event, Random("prompt"), USUAL_FAULTS, rules=edition_for(event).hash)
    path = tmp_path_factory.mktemp("books") / "book.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in rehearsal.play(8)])
    return path


PLAYED = {"sabf-2020/state-open-pairs", "sabf-2020/seniors-butler-trials"}
"""What the selection year at hand plays board by board: an event that earns points, and one team's trials."""


def _fingerprint(name: str) -> str:
    return (edition_for(name) if name in PLAYED else edition_for_year(name)).hash


@pytest.fixture(scope="session")
def selected(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """A selection year, its Seniors' team picked and its Open field not yet closed, with the books of its events."""
    rehearsal = YearRehearsal(
        load_selection("sabf-2020"), "sabf-2020", 2027, lambda event: plan_for(event) if event in PLAYED else None,
        Random("prompt"), lambda _: 20, fingerprint=_fingerprint,
    )  # fmt: skip
    rehearsal.play()
    rehearsal.do(PairNominated("Open", "A. Able and B. Best", ("A. Able", "B. Best")))
    folder = tmp_path_factory.mktemp("year")
    kept = {"year": tuple(rehearsal.book.postings())} | {book.name: book.postings for book in rehearsal.books}
    for name, postings in kept.items():
        with closing(FileBook(folder / f"{name}.jsonl")) as book:
            book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
    return tuple(sorted(folder.iterdir()))


@pytest.fixture(scope="session")
def heats(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Two heats of a matchpointed event, played in two places, and an evening with handicaps."""
    folder, matchpoints = tmp_path_factory.mktemp("heats"), "anc-2026/one-day-matchpoint-pairs"
    played = {"north": matchpoints, "south": matchpoints, "handicap": "club/handicap-night"}
    for name, event in played.items():
        rehearsal = Rehearsal(plan_for(event), event, Random(name), rules=edition_for(event).hash)
        with closing(FileBook(folder / f"{name}.jsonl")) as book:
            book.append([Draft(each.act, each.by, each.at, each.key) for each in rehearsal.play(8)])
    return tuple(sorted(folder.iterdir()))


@pytest.fixture(scope="session")
def night(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club night of nine and a half tables, its first round played."""
    event = "club/pairs-night"
    rehearsal = Rehearsal(
        plan_for(event), event, Random("night"), rules=edition_for(event).hash,
        until=lambda _, act: isinstance(act, RoundStarted) and act.round == 2,
    )  # fmt: skip
    path = tmp_path_factory.mktemp("night") / "night.jsonl"
    with closing(FileBook(path)) as book:
        book.append([Draft(each.act, each.by, each.at, each.key) for each in rehearsal.play(19)])
    return path


def _dealt(path: Path) -> None:
    """Two boards of the first round as they were dealt; suits in one hand are soon solved."""
    hands = [f"{'.' * suit}{RANKS}{'.' * (3 - suit)}" for suit in range(4)]
    acts = [BoardDealt("Swiss", 1, board, f"N:{' '.join(hands)}", "a file") for board in (1, 7)]
    with closing(FileBook(path)) as book:
        book.append([Draft(act, "scorer", "2026-07-05T10:00:00+10:00", f"deal {act.board}") for act in acts])


@pytest.fixture(scope="session")
def at_hand(
    tmp_path_factory: pytest.TempPathFactory, rehearsed: Path, selected: tuple[Path, ...], heats: tuple[Path, ...],
    night: Path,
) -> Path:  # fmt: skip
    """A folder with the books that examples speak of, made once; each test has a copy of it."""
    folder = tmp_path_factory.mktemp("at-hand")
    for book in (rehearsed, *selected, *heats, night):
        copyfile(book, folder / book.name)
    _devices(folder / night.name)
    _dealt(copyfile(rehearsed, folder / "dealt.jsonl"))
    with lzma.open(ROOT / "tests" / "golden" / "books" / "congress.jsonl.xz") as earlier:
        (folder / "autumn.jsonl").write_bytes(earlier.read())
    with closing(FileBook(folder / "autumn.jsonl")) as autumn:
        autumn.append([], keep=[read_rulebook(ROOT / "tests" / "golden" / "editions" / "first.zip")])
    _sign(folder / rehearsed.name)
    return folder


@pytest.fixture(autouse=True)
def _in_the_repository(
    monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory, at_hand: Path
) -> None:
    """Commands may write where they are asked; the repository itself is not touched."""
    folder = tmp_path_factory.mktemp("repository")
    for entry in ROOT.iterdir():
        (folder / entry.name).symlink_to(entry)
    copytree(at_hand, folder, dirs_exist_ok=True)
    monkeypatch.chdir(folder)


def _devices(path: Path) -> None:
    """The .bws of a night beside its book, in which devices have said something of the second round."""
    plan = device_plan(open_file(path).event(), "Night")
    here = [play for play in plan.plays if play.round == 2]
    rows = [received(each.ns, each.ew, "4 S N =", Table=each.table, Round=2, Board=each.boards[0]) for each in here]
    rows[1] |= {"PairNS": here[1].ew, "PairEW": here[1].ns}
    written = write_bws(plan, datetime(2026, 7, 4))  # noqa: DTZ001 - a .bws knows no zones
    path.with_suffix(".bws").write_bytes(with_received(written, *rows))


def _sign(path: Path) -> None:
    """A witness's head of a book, and the public key of the server that signed it."""
    signer = signer_at(path.with_name("signing-key.pem"))
    with closing(FileBook(path)) as book:
        head = signer.sign(path.stem, book.last(), book.hashes()[-1])
    path.with_name(f"{path.stem}.heads.jsonl").write_text(json.dumps(head.as_json()) + "\n", encoding="utf-8")
    path.with_name("server.pem").write_text(signer.public_pem, encoding="utf-8")


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)
