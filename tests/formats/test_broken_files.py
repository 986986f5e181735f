"""Whole files are read at their doors, broken ones read or refused in words; `just broken-files` tries a million."""

import signal

import pytest
from broken_files import checked, doors, run

from overtrick.formats.deals.files import read_boards

FILES = 1500


@pytest.mark.parametrize("name", doors())
def test_a_whole_file_is_read(name: str) -> None:
    door = doors()[name]
    for whole in door.whole:
        assert door.holds(whole, door.read(whole))


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="a reader that hangs is stopped by a signal")
def test_broken_files_are_read_or_refused_in_words() -> None:
    *_, told = run(FILES, seed=16)
    assert [(name, says) for name, _, says in told.faults] == []
    assert sum(told.read.values()) + sum(told.refused.values()) == FILES
    assert min(told.refused.values()) > 0


def test_wrong_check_digits_would_be_noticed() -> None:
    (whole,) = doors()["deals as DLM"].whole
    boards = read_boards(whole, "whole")
    first = next(line for line in whole.splitlines() if line.startswith(b"Board 01="))
    assert not checked(whole.replace(first, first[:-3] + b"000"), boards)
