"""Work over processes and machines: everything is done once, by whomever, and a worker killed costs what it was at."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from overtrick.core.errors import DirectorError
from overtrick.lab.spread import spread
from overtrick.lab.store import Store
from overtrick.lab.study.batches import SentBatch, batches, play_sent
from overtrick.lab.study.file import Format, Study
from squares import EVERY_TIME, slowly, squared

psutil = pytest.importorskip("psutil")
distributed = pytest.importorskip("distributed")
TESTS = Path(__file__).parents[1]
STUDY = Study(
    "Two", (Format("six", "nsw-swiss-pairs/congress", ("small entry",)), Format("seven", "nsw-swiss-pairs/congress")),
    (8, 9, 10, 12), 3,
)  # fmt: skip


def kept(folder: Path) -> dict[str, bytes]:
    """What a store holds, byte by byte."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def play(study: Study, folder: Path, workers: int, scheduler: str = "") -> Generator[str]:
    """Play what is missing in a folder, and tell each batch as it is kept."""
    store = Store(folder)
    left = [SentBatch.of(batch) for batch in batches(study) if not store.has(batch.key)]
    for sent, played in spread(play_sent, left, workers, scheduler):
        store.keep(sent.batch.key, played)
        yield sent.batch.key


def workers_of_this_process() -> list[int]:
    """The processes that a cluster of this machine has started to work."""
    children = psutil.Process().children(recursive=True)
    return [each.pid for each in children if "spawn_main" in " ".join(each.cmdline())]


def test_a_killed_worker_costs_only_what_it_was_at(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "died") if number == 3 else "") for number in range(6)]
    pages: list[str] = []
    done = dict(spread(squared, tasks, 2, page=pages.append))
    assert (tmp_path / "died").exists()
    assert {number: square for (number, _), square in done.items()} == {n: n**2 for n in range(6)}
    assert dict(spread(squared, tasks, 1)) == done
    assert len(pages) == 1


def test_a_task_that_fails_is_told_and_one_that_kills_every_worker_ends() -> None:
    with pytest.raises(TypeError):
        list(spread(squared, [("no number", ""), (2, "")], 2))  # type: ignore[arg-type]
    with pytest.raises(DirectorError, match="workers die"):
        list(spread(squared, [(1, EVERY_TIME)], 2))


def test_a_cluster_that_does_not_close_hides_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    close = distributed.LocalCluster.close

    def closed_badly(cluster: object) -> None:
        close(cluster)
        raise AssertionError

    monkeypatch.setattr(distributed.LocalCluster, "close", closed_badly)
    with pytest.raises(DirectorError, match="workers die"):
        list(spread(squared, [(1, EVERY_TIME)], 2))


def test_dask_shows_its_workers_on_a_page() -> None:
    pytest.importorskip("bokeh")
    pages: list[str] = []
    for _ in spread(slowly, [0.0, 0.0], 2, page=pages.append):
        with urllib.request.urlopen(pages[0], timeout=20) as answer:  # noqa: S310 - the page of a cluster of our own
            assert answer.status == 200


@pytest.mark.slow
def test_one_two_and_four_workers_give_the_same_bytes(tmp_path: Path) -> None:
    for workers in (1, 2, 4):
        assert len(list(play(STUDY, tmp_path / str(workers), workers))) == 8
    assert kept(tmp_path / "1") == kept(tmp_path / "2") == kept(tmp_path / "4")


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_and_a_study_stopped_change_nothing(tmp_path: Path) -> None:
    list(play(STUDY, tmp_path / "quiet", 1))
    playing = play(STUDY, tmp_path / "killed", 2)
    next(playing)
    os.kill(workers_of_this_process()[0], signal.SIGKILL)
    first = [*islice(playing, 3)]
    playing.close()
    assert 4 <= len(kept(tmp_path / "killed")) < 8
    assert not set(play(STUDY, tmp_path / "killed", 2)) & set(first)
    assert kept(tmp_path / "killed") == kept(tmp_path / "quiet")


@pytest.mark.slow
def test_a_scheduler_has_workers_elsewhere(tmp_path: Path) -> None:
    own = tmp_path / "mine" / "own.toml"
    own.parent.mkdir()
    text = (TESTS.parent / "examples" / "studies" / "butler-without-carry-over.toml").read_text(encoding="utf-8")
    own.write_text(text, encoding="utf-8")
    study = replace(STUDY, formats=(Format("own", str(own)), *STUDY.formats), entries=(28, 30))
    list(play(study, tmp_path / "here", 1))
    with ExitStack() as running:
        scheduler = started(running, "scheduler", "--host", "127.0.0.1", "--port", "0", folder=tmp_path)
        where = json.loads(written(tmp_path / "scheduler.json"))["address"]
        started(running, "worker", where, "--nthreads", "1", "--nworkers", "2", "--no-dashboard", folder=tmp_path)
        playing = play(study, tmp_path / "there", 1, where)
        next(playing)
        own.rename(own.with_suffix(".away"))  # it came along with what was asked
        assert len(list(playing)) == 5
        own.with_suffix(".away").rename(own)
        assert kept(tmp_path / "here") == kept(tmp_path / "there")
        other = replace(SentBatch.of(next(iter(batches(study)))), rules="others")
        with pytest.raises(DirectorError, match="other rules"):
            list(spread(play_sent, [other], 1, where))
        doing = spread(slowly, [0.1, *[5.0] * 9], 1, where)
        next(doing)
        scheduler.kill()
        with pytest.raises(DirectorError, match="The scheduler is gone"):
            next(doing)
    with pytest.raises(DirectorError, match="No scheduler answers at nowhere"):
        list(spread(squared, [(1, "")], 1, "nowhere"))


def started(running: ExitStack, *words: str, folder: Path) -> subprocess.Popen[bytes]:
    """A process of Dask, which ends with the test."""
    more = ("--scheduler-file", str(folder / "scheduler.json"), "--no-dashboard") if words[0] == "scheduler" else ()
    process = subprocess.Popen(
        [sys.executable, "-m", "dask", *words, *more],
        env={**os.environ, "PYTHONPATH": str(TESTS)}, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    running.callback(process.wait)
    running.callback(process.terminate)
    return process


def written(path: Path) -> str:
    """What a file says, once it says something."""
    for _ in range(600):
        if path.is_file() and (text := path.read_text(encoding="utf-8")):
            return text
        time.sleep(0.1)
    raise TimeoutError(path)
