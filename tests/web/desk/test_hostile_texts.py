"""Texts typed or pasted at the desk that are made to hang it: refused in words, in a time that grows with them."""

from collections.abc import Callable

import pytest

from hostile_texts import harm_done
from overtrick.formats.players import read_players
from overtrick.web.desk.keystroke import read_line


@pytest.mark.parametrize("read", [read_line, read_players])
def test_no_text_hangs_or_breaks_the_desk(read: Callable[[str], object]) -> None:
    assert harm_done(read) == ({}, {})
