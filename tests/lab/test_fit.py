"""A fit finds what a simulated field was made of, and reads real sessions."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from golden.sessions import FOLDER, Session, session
from overtrick.core.errors import DirectorError
from overtrick.lab.study.batches import play_once
from overtrick.lab.study.file import Format, Study
from overtrick.lab.study.fit import Fit, IntervalEstimate, ObservedLine, PlayedMatch, by_datum, fit, observed_matches
from overtrick.lab.study.run import BoardRun, Run
from overtrick.lab.study.strength import Strength, chance


def simulated(model: Strength, entries: int, boards: int, seed: str) -> tuple[list[PlayedMatch], list[float]]:
    """A round robin of a field that is known, and its strengths."""
    luck = chance(seed)
    strengths = model.strengths(entries, luck)
    pairs = list(combinations(range(entries), 2))
    ahead = np.array([strengths[one] - strengths[two] for one, two in pairs])
    drawn = model.boards(ahead, boards, luck).tolist()
    return [
        PlayedMatch(str(a), str(b), tuple(row)) for (a, b), row in zip(pairs, drawn, strict=True)
    ], strengths.tolist()


def holds(between: IntervalEstimate, truth: float) -> bool:
    """Whether an interval has the truth in it."""
    return between.low <= truth <= between.high


@pytest.mark.parametrize("model", [Strength(), Strength(field=1.2, board=6.5, flat=0.35), Strength(field=0.2, flat=0)])
def test_intervals_hold_the_truth_as_often_as_they_say(model: Strength) -> None:
    """Sixty fields: of 95% intervals about three miss, and hardly ever more than nine."""
    found = [fit([simulated(model, 16, 8, f"fit {number}")[0]]) for number in range(60)]
    assert sum(not holds(each.field, model.field) for each in found) <= 9
    assert sum(not holds(each.board, model.board) for each in found) <= 9
    assert sum(not holds(each.flat, model.flat) for each in found) <= 9
    assert max(each.board.high - each.board.low for each in found) < 1


def test_a_fit_finds_the_strengths_of_a_field() -> None:
    """Each with its error: two standard errors hold nineteen of twenty, and the order is nearly the true one."""
    model, held, everybody = Strength(field=1.0), 0, 0
    for number in range(20):
        matches, truth = simulated(model, 16, 24, f"strengths {number}")
        (known,) = fit([matches]).strengths
        held += sum(abs(each.strength - truth[int(each.name)]) <= 1.96 * each.error for each in known)
        everybody += len(known)
        true = [truth[int(each.name)] for each in known]
        assert np.corrcoef([each.strength for each in known], true)[0, 1] > 0.9
    assert 0.9 <= held / everybody <= 0.99


def test_equals_may_be_equals() -> None:
    found = fit([simulated(Strength(field=0.0), 12, 24, "equals")[0]])
    assert found.field.low == 0
    assert found.field.high < 0.6


def test_a_book_played_by_the_whole_engine_tells_what_it_was_played_with() -> None:
    """Teams in both rooms, results posted: two events together, each a field of its own."""
    model = Strength(field=1.0, flat=0.3)
    study = Study("x", (), (17,), 1, "5", strength=model)
    asked = Format("teams", "gnot-nsw-2018/gnot", ("format confirmed",))
    events = [play_once(study, asked, 17, run, partial(Run, boards_posted=True)) for run in (0, 1)]
    found = fit([observed_matches(event.state) for event in events])
    assert found.matches > 60
    assert holds(found.field, model.field)
    assert holds(found.board, model.board)
    assert holds(found.flat, model.flat)


def test_a_book_in_matchpoints_is_read_by_its_scores() -> None:
    """Dealt and played at every table: the scores against the datum are as many as there were results."""
    asked = Format("dealt", "club/pairs-night", dealt=True)
    study = Study("x", (asked,), (10,), 1, "5")
    event = play_once(study, asked, 10, 0, BoardRun).state
    results = sum(len(drawn.results) for state in event.stages.values() for drawn in state.rounds.values())
    matches = observed_matches(event)
    assert sum(len(match.imps) for match in matches) == results > 0
    assert fit([matches]).board.value > 3


def test_scores_of_a_field_are_set_against_the_others() -> None:
    scores = {("1", "2"): 420, ("3", "4"): 420, ("5", "6"): -50}
    lines = [ObservedLine("board", ns, ew, score) for (ns, ew), score in scores.items()]
    assert {(each.one, each.two): each.imps for each in by_datum(lines)} == {
        ("1", "2"): (6,), ("3", "4"): (6,), ("5", "6"): (-10,),
    }  # fmt: skip


@pytest.mark.skipif(not FOLDER.is_dir(), reason="the sessions of another program are not here")
def test_real_sessions_of_a_club_are_fitted() -> None:
    """Ten sessions scored by another program: hardly a board is flat against a datum, and the field is spread."""
    found = golden_fit()
    assert found.boards > 2500
    assert 4 < found.board.value < 7
    assert found.board.high - found.board.low < 1
    assert found.flat.high < 0.05
    assert 0 < found.field.low < found.field.value < found.field.high < 2.5


def golden_fit() -> Fit:
    """The sessions that another program scored, each a field."""
    sessions = [session(path.stem) for path in sorted(FOLDER.glob("*.json"))]
    return fit([by_datum(list(_lines(each))) for each in sessions])


def _lines(played: Session) -> Iterator[ObservedLine]:
    for traveller in played.travellers:
        for row in traveller.rows:
            if row.score is not None:
                yield ObservedLine(traveller.board.number, row.ns, row.ew, row.score)


def test_too_little_is_refused() -> None:
    with pytest.raises(DirectorError, match="too few matches"):
        fit([[PlayedMatch("1", "2", (3, 4))]])
