"""A movement that is not sound is refused with its first fault, and what to choose instead."""

from dataclasses import replace

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.movements.check import check
from overtrick.core.movements.families import refuse_unsound
from overtrick.core.movements.mitchell import mitchell


def test_a_movement_that_is_not_sound_is_refused_in_two_sentences() -> None:
    sound = mitchell(5)
    refuse_unsound(sound, check(sound).faults)
    twice = replace(sound, rounds=(sound.rounds[0], sound.rounds[0]))
    with pytest.raises(DirectorError) as refused:
        refuse_unsound(twice, check(twice).faults)
    said = str(refused.value)
    assert said.startswith("Mitchell, 5 tables, 5 rounds is not sound: Round 2, table 1: pair 1 ")
    assert said.endswith(" in round 1. Choose another number of rounds.")
    assert ".." not in said
