"""SABF20 13.9 and 13.18: matches that were not played out, and what explains their scores."""

import pytest

from overtrick.core.errors import DirectorError
from overtrick.core.provenance import Figure
from overtrick.core.scoring.unplayed import AGAINST, OWN, complements, forfeit, unfinished_rule
from overtrick.regulations.read.library import shipped_rulebook

TEAMS = "sabf-2020/teams"


@pytest.mark.clause("SABF20 13.9#3")
def test_a_forfeit_score_names_its_three_candidates() -> None:
    rule = shipped_rulebook().forfeit("sabf-2020/forfeit", TEAMS, 14)
    figure = forfeit([12, 14], complements([4, 8], rule), rule)
    listed = [(part.said, part.value) for part in figure.of if isinstance(part, Figure)]
    assert [name for name, _ in listed] == ["a win by 12 IMPs", str(OWN), str(AGAINST)]
    assert figure.value == max(value for _, value in listed) == 14


@pytest.mark.clause("SABF20 13.9#3")
def test_the_floor_is_read_on_the_scale_of_the_match() -> None:
    floors = [shipped_rulebook().forfeit("sabf-2020/forfeit", TEAMS, boards).floor or 0 for boards in (6, 14, 16)]
    assert floors == sorted(floors, reverse=True)
    assert len(set(floors)) == 3


@pytest.mark.clause("SABF20 13.9#5")
@pytest.mark.clause("SABF20 13.18")
def test_which_clause_is_for_which_match() -> None:
    rules = [
        shipped_rulebook().forfeit(f"sabf-2020/{name}", TEAMS, 14) for name in ("forfeit", "cancelled", "abandoned")
    ]
    found = [
        unfinished_rule(rules, begun, fault=fault).clause.number for begun, fault in ((0, True), (0, False), (9, False))
    ]
    assert found == ["13.9#3", "13.9#5", "13.18"]
    with pytest.raises(DirectorError, match="9 boards"):
        unfinished_rule(rules[1:2], 9, fault=False)
