"""The ten real sessions brought in as a user does: every line and total beside ours, the same or explained."""

from collections import Counter
from collections.abc import Iterable
from functools import cache

import pytest

from golden.sessions import FOLDER, session
from golden.usebio_files import usebio
from overtrick.core.exact import to_places
from overtrick.core.model.cards import Card
from overtrick.core.model.results import PassedOut, PlayedContract
from overtrick.director.imports.comparison import Verdict
from overtrick.director.imports.sessions import ImportedFile, ImportOptions, bring_in
from overtrick.formats.session import SessionLine
from overtrick.formats.usebio import flat_usebio, nested_usebio
from overtrick.formats.usebio_reader import read_usebio
from overtrick.lab.verify import verify
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.read.editions import use_edition
from overtrick.views.readers import DESK
from overtrick.views.sessions import session_of

pytestmark = pytest.mark.skipif(
    not FOLDER.is_dir(), reason=f"no sessions to compare with: they are looked for in {FOLDER}"
)

# Lines: the same, right under other rules, different; contestants. What is not the same is told in the tests below.
SESSIONS = {
    "butler_howell": ((140, 0, 0), (8, 0, 0)),
    "butler_mitchell": ((245, 0, 0), (14, 0, 0)),
    "cross_imp_howell": ((108, 0, 0), (9, 0, 0)),
    "mp_pairs_howell": ((156, 5, 0), (12, 0, 0)),
    "mp_pairs_mitchell": ((494, 18, 0), (38, 0, 0)),
    "mp_pairs_mitchell_02": ((547, 19, 1), (1, 0, 41)),
    "mp_pairs_mitchell_03": ((126, 0, 0), (13, 0, 0)),
    "mp_pairs_mitchell_04": ((96, 38, 0), (16, 0, 0)),
    "mp_pairs_mitchell_adjusted": ((547, 19, 1), (1, 0, 41)),
    "mp_pairs_mitchell_adjusted_02": ((566, 0, 1), (40, 0, 2)),
}


@cache
def brought_in(name: str) -> ImportedFile:
    return bring_in(usebio(name), f"{name}.xml", ImportOptions(), called=name.replace("_", "-"), program="test")


@pytest.mark.parametrize("name", SESSIONS)
def test_the_file_is_read_whole(name: str) -> None:
    read, told = read_usebio(usebio(name), name), session(name)
    rows = [(traveller.board.number, row) for traveller in told.travellers for row in traveller.rows]
    assert [(line.board, line.ns, line.ew, line.result, line.ns_points, line.ew_points) for line in read.lines] == [
        (board, row.ns, row.ew, row.result, row.ns_points, row.ew_points) for board, row in rows
    ]
    assert [(each.number, each.place, each.percent) for each in read.contestants] == [
        (pair.number, pair.place, pair.percentage) for pair in told.pairs
    ]
    assert {board: deal for (_, board), deal in read.deals.items()} == told.deals


@pytest.mark.parametrize("name", SESSIONS)
def test_every_line_and_total(name: str) -> None:
    """The same figures, or a difference that is explained; the book proves itself and stands as the comparison says."""
    found = brought_in(name)
    comparison, event = found.comparison, found.replayed.event
    counts = [Counter(each.verdict for each in part) for part in (comparison.lines, comparison.contestants)]
    compared = (Verdict.SAME, Verdict.CONVENTION, Verdict.DIFFERENT)
    assert tuple(tuple(count[verdict] for verdict in compared) for count in counts) == SESSIONS[name]
    told = (*comparison.lines, *comparison.contestants)
    assert [each for each in told if (each.verdict is Verdict.SAME) is bool(each.why)] == []
    state = event.stage(found.replayed.stage)
    rows = {row.contestant: row.total.value for field in state.fields for row in state.standings(field.name).rows}
    wrong = {str(each.about).split()[0] for each in comparison.contestants if each.verdict is Verdict.DIFFERENT}
    for pair in session(name).pairs:
        theirs = pair.percentage if pair.percentage is not None else pair.total
        assert (to_places(rows[pair.number], 2) == theirs) is (pair.number not in wrong)


@pytest.mark.parametrize("name", ["butler_howell", "mp_pairs_howell"])
def test_the_book_proves_itself(name: str) -> None:
    found = brought_in(name).replayed
    with use_edition(found.edition):
        proof = verify(plan_for(found.name), found.postings)
    assert (proof.objections, proof.results) == ((), len(found.session.lines) + (name == "mp_pairs_howell"))


def test_sides_that_changed_within_a_meeting_are_said() -> None:
    """Two pairs of the Howell sat the other way round on one board of three."""
    notes = brought_in("mp_pairs_howell").notes
    assert [note for note in notes if "other way round on board 15" in str(note)]


def test_unequal_fields_are_named() -> None:
    whys = {str(each.why) for each in brought_in("mp_pairs_mitchell").comparison.lines if each.why}
    assert len(whys) == 1
    assert next(iter(whys)).startswith("unequal fields: the file scores this board only among its 18 results")


def test_totals_older_than_the_rulings_are_named() -> None:
    whys = [str(each.why) for each in brought_in("mp_pairs_mitchell_02").comparison.contestants if each.why]
    assert sum("does not match its own lines" in why for why in whys) == 33


def test_an_award_typed_over_a_result_explains_its_board() -> None:
    lines = brought_in("mp_pairs_mitchell_02").comparison.lines
    whys = Counter(str(each.why) for each in lines if each.verdict is Verdict.CONVENTION)
    assert len(whys) == 1
    assert next(iter(whys)).endswith("an award of 50% to NS, 50% to EW and its result is not compared")


def test_points_beside_an_award_tell_what_it_is() -> None:
    notes = brought_in("mp_pairs_mitchell_adjusted_02").notes
    assert "57.5% to NS, 27.5% to EW, which is used" in str(notes[0])


def test_another_divisor_is_named_when_another_rule_is_asked_for() -> None:
    name = "cross_imp_howell"
    wanted = ImportOptions(scoring="nsw-its-2021/oits-final")
    found = bring_in(usebio(name), name, wanted, called="other", program="test")
    whys = Counter(str(each.why) for each in found.comparison.lines)
    by_comparisons = "Cross-IMP pairs, by the number of comparisons (laws-2017/cross-imps-by-comparisons, Law 78D)"
    assert whys[f"the points agree with {by_comparisons}"] > 90


DIALECTS = {"flat": flat_usebio, "nested": nested_usebio}


@pytest.mark.parametrize("dialect", DIALECTS)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (sum(lines) > 300)) for name, (lines, _) in SESSIONS.items()]
)
def test_out_again_it_is_the_same_session(name: str, dialect: str) -> None:
    """Every line with its result and lead, every pair with its place; brought in again, nothing differs."""
    found = brought_in(name)
    event, before = found.replayed.event, found.session
    data = DIALECTS[dialect](session_of(event, event.stage(found.replayed.stage), DESK))
    after = read_usebio(data, name)

    def played(lines: Iterable[SessionLine]) -> Counter[object]:
        return Counter(
            (
                line.board,
                line.ns,
                line.ew,
                str(line.result),
                line.score,
                str(Card.parse(line.lead)) if line.lead else "",
            )
            for line in lines
            if isinstance(line.result, PlayedContract | PassedOut)
        )

    assert played(after.lines) == played(before.lines)
    assert after.deals == before.deals
    assert {each.number: each.people for each in after.contestants} == {
        each.number: each.people for each in before.contestants
    }
    if dialect == "flat":
        again = bring_in(data, name, ImportOptions(scoring=found.replayed.scoring.id), called="again", program="test")
        assert again.comparison.count(Verdict.DIFFERENT) == (0, 0)
        assert again.comparison.count(Verdict.SAME)[1] == len(before.contestants)
