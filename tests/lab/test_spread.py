"""Work over processes: everything is done once, and a worker that is killed costs only what it was at."""

from pathlib import Path

from overtrick.lab.study.spread import spread
from squares import squared


def test_a_killed_worker_costs_only_what_it_was_at(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path / "died") if number == 3 else "") for number in range(6)]
    done = dict(spread(squared, tasks, 2))
    assert (tmp_path / "died").exists()
    assert {number: square for (number, _), square in done.items()} == {n: n**2 for n in range(6)}
    assert dict(spread(squared, tasks, 1)) == done
