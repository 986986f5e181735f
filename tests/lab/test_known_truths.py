"""The lab against probabilities that are known exactly: knockouts, a round robin, a Swiss of 2^n in n rounds."""

from collections.abc import Sequence
from itertools import pairwise, product
from math import erf, sqrt
from pathlib import Path

import pytest

from known_formats import KNOCKOUT, ROBIN, SWISS, rows_of
from overtrick.lab.study.batches import Batch, play_batch, play_once
from overtrick.lab.study.file import Format, Study
from overtrick.lab.study.strength import MOST, Spread, Strength, chance

RUNS = 120


def of_a_board(model: Strength, ahead: float) -> list[float]:
    """The probability of each number of IMPs on a board, from the most lost to the most won."""
    played = 1 - model.flat
    mean, deviation = ahead / played, model.board / sqrt(played)

    def below(imps: float) -> float:
        return (1 + erf((imps - mean) / deviation / sqrt(2))) / 2

    edges = [0.0, *(below(imps + 0.5) for imps in range(-MOST, MOST)), 1.0]
    chances = [played * (after - before) for before, after in pairwise(edges)]
    chances[MOST] += model.flat
    return chances


def of_a_match(model: Strength, ahead: float, boards: int) -> tuple[float, float]:
    """The probabilities that the better side wins a match, and that it is level."""
    one = of_a_board(model, ahead)
    whole = [1.0]
    for _ in range(boards):
        whole = [
            sum(whole[at - k] * one[k] for k in range(len(one)) if 0 <= at - k < len(whole))
            for at in range(len(whole) + len(one) - 1)
        ]
    middle = MOST * boards
    return sum(whole[middle + 1 :]), whole[middle]


def truth(text: str, entries: int, model: Strength, folder: Path) -> Study:
    """A study of a format."""
    (folder / "truth.toml").write_text(text, encoding="utf-8")
    return Study("truth", (Format("truth", str(folder / "truth.toml")),), (entries,), RUNS, "19", 1, "", model)


def shares(text: str, entries: int, model: Strength, folder: Path) -> list[float]:
    """How much of each run the best won."""
    study = truth(text, entries, model, folder)
    return [run.best_wins for run in play_batch(Batch(study, 0, entries, 0, RUNS))]


def near(found: Sequence[float], truth: float) -> bool:
    """Whether a mean is within three standard errors of the truth."""
    mean = sum(found) / len(found)
    error = sqrt(sum((each - mean) ** 2 for each in found) / (len(found) - 1) / len(found))
    return abs(mean - truth) <= 3 * error


ONE = Strength(field=1.5, flat=0.2, shape=Spread.ONE)
"""One side that is better than the others, which are equal."""


@pytest.mark.parametrize(("entries", "rounds"), [(4, 2), (8, 3)])
def test_a_knockout_is_won_by_winning_every_match(entries: int, rounds: int, tmp_path: Path) -> None:
    won, level = of_a_match(ONE, ONE.field, 8)
    assert near(shares(KNOCKOUT, entries, ONE, tmp_path), (won + level / 2) ** rounds)


def test_a_round_robin_of_four_with_known_strengths(tmp_path: Path) -> None:
    model = Strength(field=1.0, shape=Spread.EVEN)
    strengths = sorted(model.strengths(4, chance("any")).tolist(), reverse=True)
    pairs = [(one, two) for one in range(4) for two in range(one + 1, 4)]
    chances = {pair: of_a_match(model, strengths[pair[0]] - strengths[pair[1]], 8) for pair in pairs}
    expected = 0.0
    for points in product((2, 1, 0), repeat=len(pairs)):
        totals, likely = [0] * 4, 1.0
        for pair, got in zip(pairs, points, strict=True):
            won, level = chances[pair]
            likely *= {2: won, 1: level, 0: 1 - won - level}[got]
            totals[pair[0]] += got
            totals[pair[1]] += 2 - got
        if totals[0] == max(totals):
            expected += likely / totals.count(totals[0])
    assert near(shares(ROBIN, 4, model, tmp_path), expected)


def test_who_wins_every_match_of_a_swiss_of_eight_in_three_rounds_wins_it_alone(tmp_path: Path) -> None:
    won, _ = of_a_match(ONE, ONE.field, 8)
    study = truth(SWISS, 8, ONE, tmp_path)
    every = []
    for run in range(RUNS):
        event = play_once(study, study.formats[0], 8, run)
        best = max(event.strength, key=lambda who: event.strength[who])
        first, *others = rows_of(event.state)
        all_three = [row.contestant for row in (first, *others) if row.total.value == 6]
        assert len(all_three) <= 1
        every.append(float(all_three == [best]))
        assert not all_three or (first.contestant, first.shared) == (all_three[0], False)
    assert near(every, won**3)
