"""What may be written in a book, worked out for fields of every shape an act may have."""

from dataclasses import dataclass

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.model.written import Day, Prose, within_bounds


@dataclass(frozen=True, slots=True)
class Noted:
    """An act with a day and what happened on it, and with lines of a name each."""

    when: tuple[Day, Prose]
    lines: tuple[str, ...] = ()


def test_each_part_of_a_pair_is_bounded_by_its_own_type() -> None:
    """The first is a day and the second prose, which may have several lines and is no day."""
    within_bounds(Noted(("2026-07-04", "rain,\nthen sun")))
    with pytest.raises(DirectorError, match="“rain” is not a date"):
        within_bounds(Noted(("rain", "2026-07-04")))


def test_every_part_of_a_list_is_bounded_by_the_type_of_its_first() -> None:
    within_bounds(Noted(("2026-07-04", ""), ("one", "two", "three")))
    with pytest.raises(DirectorError, match="The lines must not contain unsupported characters"):
        within_bounds(Noted(("2026-07-04", ""), ("one", "two", "three\nfour")))
