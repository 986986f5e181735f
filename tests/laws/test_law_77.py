"""Law 77 from its printed table, against the arithmetic of the product.

Nothing here is computed that the Laws print: every trick score, undertrick and bonus is looked up.
"""

from itertools import product

import pytest

from overtrick.core.laws.score import contract_points, ns_points, possible_points
from overtrick.core.model import Board, Contract, Doubling, PassedOut, PlayedContract, Seat, Strain, Vulnerability

# Trick score of a contract by level, as printed times two and four for a double and a redouble.
_MINOR = {
    "": (20, 40, 60, 80, 100, 120, 140),
    "X": (40, 80, 120, 160, 200, 240, 280),
    "XX": (80, 160, 240, 320, 400, 480, 560),
}
_MAJOR = {
    "": (30, 60, 90, 120, 150, 180, 210),
    "X": (60, 120, 180, 240, 300, 360, 420),
    "XX": (120, 240, 360, 480, 600, 720, 840),
}
_NOTRUMP = {
    "": (40, 70, 100, 130, 160, 190, 220),
    "X": (80, 140, 200, 260, 320, 380, 440),
    "XX": (160, 280, 400, 520, 640, 760, 880),
}
TRICK_SCORE = {"C": _MINOR, "D": _MINOR, "H": _MAJOR, "S": _MAJOR, "NT": _NOTRUMP}

# The lowest level that is a game, by strain and double.
GAME_FROM = {
    "": {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3},
    "X": {"C": 3, "D": 3, "H": 2, "S": 2, "NT": 2},
    "XX": {"C": 2, "D": 2, "H": 1, "S": 1, "NT": 1},
}

# Each overtrick, not vulnerable and vulnerable.
OVERTRICK = {
    "": {"C": (20, 20), "D": (20, 20), "H": (30, 30), "S": (30, 30), "NT": (30, 30)},
    "X": dict.fromkeys(("C", "D", "H", "S", "NT"), (100, 200)),
    "XX": dict.fromkeys(("C", "D", "H", "S", "NT"), (200, 400)),
}

# All undertricks together, from one down to thirteen down.
UNDERTRICKS = {
    ("", False): (50, 100, 150, 200, 250, 300, 350, 400, 450, 500, 550, 600, 650),
    ("", True): (100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200, 1300),
    ("X", False): (100, 300, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500),
    ("X", True): (200, 500, 800, 1100, 1400, 1700, 2000, 2300, 2600, 2900, 3200, 3500, 3800),
    ("XX", False): (200, 600, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000),
    ("XX", True): (400, 1000, 1600, 2200, 2800, 3400, 4000, 4600, 5200, 5800, 6400, 7000, 7600),
}

PART_SCORE = 50
GAME = {False: 300, True: 500}
SLAM = {6: {False: 500, True: 750}, 7: {False: 1000, True: 1500}}
MADE_DOUBLED = {"": 0, "X": 50, "XX": 100}

CONTRACTS = list(product(range(1, 8), Strain, Doubling))


def looked_up(level: int, strain: str, double: str, tricks: int, *, vulnerable: bool) -> int:
    """Points to declarer's side, from the tables above."""
    odd = tricks - 6
    if odd < level:
        return -UNDERTRICKS[double, vulnerable][level - odd - 1]
    score = TRICK_SCORE[strain][double][level - 1]
    score += GAME[vulnerable] if level >= GAME_FROM[double][strain] else PART_SCORE
    if level in SLAM:
        score += SLAM[level][vulnerable]
    return score + MADE_DOUBLED[double] + (odd - level) * OVERTRICK[double][strain][int(vulnerable)]


@pytest.mark.clause("Law 77")
def test_every_contract_vulnerability_and_trick_count() -> None:
    assert len(CONTRACTS) == 105
    differing = [
        (level, strain, doubling, tricks, vulnerable)
        for (level, strain, doubling), tricks, vulnerable in product(CONTRACTS, range(14), (False, True))
        if contract_points(level, strain, doubling, tricks, vulnerable=vulnerable)
        != looked_up(level, strain.value, doubling.value, tricks, vulnerable=vulnerable)
    ]
    assert differing == []


@pytest.mark.clause("Law 77")
@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_both_sides_on_every_vulnerability(number: int) -> None:
    """From North-South's side: plus when they declare and make, minus when East-West do."""
    board = Board.from_number(number)
    vulnerable = {"N": "NS" in PRINTED[number][1], "E": "EW" in PRINTED[number][1]}
    vulnerable |= {"S": vulnerable["N"], "W": vulnerable["E"]}
    possible = {0}
    for (level, strain, doubling), tricks, declarer in product(CONTRACTS, range(14), Seat):
        declared = looked_up(level, strain.value, doubling.value, tricks, vulnerable=vulnerable[declarer.value])
        expected = declared if declarer.value in "NS" else -declared
        result = PlayedContract(Contract(level, strain, declarer, doubling), tricks)
        assert ns_points(board, result) == expected, f"{result} on {board}"
        possible.add(expected)
    assert possible_points(board.vulnerability) == possible  # and no fourteenth trick, no bid of eight
    assert ns_points(board, PassedOut()) == 0


# Dealer and the vulnerable sides, as printed on boards 1 to 16.
PRINTED = {
    1: ("N", ()), 2: ("E", ("NS",)), 3: ("S", ("EW",)), 4: ("W", ("NS", "EW")),
    5: ("N", ("NS",)), 6: ("E", ("EW",)), 7: ("S", ("NS", "EW")), 8: ("W", ()),
    9: ("N", ("EW",)), 10: ("E", ("NS", "EW")), 11: ("S", ()), 12: ("W", ("NS",)),
    13: ("N", ("NS", "EW")), 14: ("E", ()), 15: ("S", ("NS",)), 16: ("W", ("EW",)),
}  # fmt: skip

_SIDES = {
    (): Vulnerability.NONE,
    ("NS",): Vulnerability.NS,
    ("EW",): Vulnerability.EW,
    ("NS", "EW"): Vulnerability.ALL,
}


@pytest.mark.clause("Law 2")
@pytest.mark.parametrize("number", PRINTED)
def test_dealer_and_vulnerability(number: int) -> None:
    dealer, vulnerable = PRINTED[number]
    for repeat in (0, 1, 2, 7, 1000):
        board = Board.from_number(number + 16 * repeat)
        assert (board.number, board.dealer) == (number + 16 * repeat, Seat(dealer))
        assert board.vulnerability is _SIDES[vulnerable]
