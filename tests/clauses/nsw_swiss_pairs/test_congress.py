"""A one-day Swiss Pairs congress of Bridge NSW, clause by clause."""

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction

import pytest

from clauses.shape import tables_of
from directing import Room, numbers
from overtrick.core.by_entry import FormatGap
from overtrick.core.conduct.clocks import ClockPurpose, deadline
from overtrick.core.conduct.precedence import governing
from overtrick.core.draws.rules import First, OddFieldRule, Rematch
from overtrick.core.draws.swiss_draws import Settings, SwissDraw
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import EntriesClosed, EntryTaken, EventOpened, ScoreAwarded
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.event.plan.ways import SwissPlay
from overtrick.core.laws.table_score import points
from overtrick.core.provenance import IMPS, Clause, Figure
from overtrick.core.scoring.boards import ButlerRule
from overtrick.core.scoring.datum import DatumRule, datum, trim
from overtrick.core.scoring.match import credited_score
from overtrick.regulations.grammar.conduct import Conduct
from overtrick.regulations.grammar.ranking import RankingRules
from overtrick.regulations.plan.event_book import find_event, plan_for
from overtrick.regulations.read.documents import load
from overtrick.regulations.read.library import shipped_rulebook

CONGRESS = "nsw-swiss-pairs/congress"
SMALL = "small entry"
AS_READ: Mapping[str, str] = {}


def event(pairs: int = 40, *choices: str, readings: Mapping[str, str] = AS_READ) -> Event:
    return plan_for(CONGRESS)(Entrants(pairs), frozenset(choices), readings)


def swiss(pairs: int = 40, *choices: str, readings: Mapping[str, str] = AS_READ) -> Stage:
    [stage] = event(pairs, *choices, readings=readings).stages
    return stage


@pytest.mark.clause("NSWSP 1.2")
def test_seven_matches_of_eight_boards_or_six_of_nine_if_the_director_says_so() -> None:
    usual, small = swiss(), swiss(16, SMALL)
    assert (usual.rounds, usual.boards, usual.sessions) == (7, 8, (3, 4))
    assert (small.rounds, small.boards, small.sessions) == (6, 9, (3, 3))
    [choice] = find_event(CONGRESS).choice
    assert choice.by == "the Director"
    layouts = load(Conduct, "nsw-swiss-pairs").layouts
    assert {(each.matches, each.boards, each.by_session, each.days) for each in layouts.values()} == {
        (7, 8, (3, 4), 1), (6, 9, (3, 3), 1),
    }  # fmt: skip


@pytest.mark.clause("NSWSP 1.2")
def test_fields_too_small_for_the_rounds() -> None:
    formats = load(RankingRules, "nsw-swiss-pairs").formats
    for table, least, rounds in (("congress", 7, "seven"), ("congress-small", 7, "six")):
        gap = formats[table].find(least - 1)
        assert isinstance(gap, FormatGap)
        assert gap.says == f"too few pairs for {rounds} rounds without a rematch"
        assert gap.proposes == "a round robin, or rematches allowed"
        assert not isinstance(formats[table].find(least), FormatGap)
        assert formats[table].counts == "pairs"
    assert event(7).stages
    assert event(400).stages
    for pairs in (6, 401):
        with pytest.raises(DirectorError):
            event(pairs)


@pytest.mark.clause("NSWSP 1.2", "NSWSP 1.5")
@pytest.mark.parametrize("house", [True, False])
def test_seven_pairs_play_seven_rounds_without_a_rematch(*, house: bool) -> None:
    """With the house pair they are eight, who meet each other once in seven rounds; without it each sits out once."""
    room = Room(CONGRESS)
    entries = [EntryTaken(name) for name in numbers(7)] + ([EntryTaken("house", house=True)] if house else [])
    room.do(EventOpened(CONGRESS, "", "", ""), *entries, EntriesClosed())
    state = room.start("Swiss")
    for number in range(1, 8):
        assert room.draw("Swiss") == number
        room.results("Swiss", number)
        out = state.round(number).draw.sits_out
        room.do(*(ScoreAwarded(name, "Swiss", number, 12, "NSWSP 1.5", "sat out") for name in out))
        room.close_round("Swiss", number)
    met = [frozenset(seating.names) for drawn in state.rounds.values() for seating in drawn.seatings.values()]
    assert len(met) == len(set(met)) == (28 if house else 21)
    assert sum(len(drawn.draw.sits_out) for drawn in state.rounds.values()) == (0 if house else 7)


@pytest.mark.clause("NSWSP 1.3", "NSWSP 1.5")
def test_seated_by_lot_then_a_swiss_with_a_house_pair_for_an_odd_field() -> None:
    play = swiss().play
    assert isinstance(play, SwissPlay)
    assert (play.rule.first, play.rule.rematch, play.rule.odd) == (First.LOT, Rematch.FEWEST, OddFieldRule.HOUSE)
    assert play.house == Clause("NSWSP", "1.5", ("S-13", "S-14"))
    words = shipped_rulebook().get(SwissDraw, "nsw-swiss-pairs/swiss")
    assert ([each.way for each in words.first], [each.way for each in words.odd]) == ([First.LOT], [OddFieldRule.HOUSE])
    built = shipped_rulebook().swiss("nsw-swiss-pairs/swiss", Settings(9, First.LOT, OddFieldRule.HOUSE))
    assert built.rule.rematch is Rematch.FEWEST
    assert tuple(map(str, built.order.told)) == ("total", "net IMPs", "lot")


def rule(readings: Mapping[str, str] = AS_READ) -> DatumRule:
    board = swiss(readings=readings).scoring.board
    assert isinstance(board, ButlerRule)
    assert board.fouled is not None
    assert (board.fouled.round_to, board.fouled.least) == (board.datum.round_to, 2)
    assert [case.drop for case in board.fouled.cases] == [case.drop for case in board.datum.cases]
    return board.datum


@pytest.mark.clause("NSWSP 1.4")
def test_the_datum_without_a_tenth_of_the_scores_at_each_end() -> None:
    assert [trim(tables_of(tables), rule()).dropped for tables in (4, 5, 14, 15, 24, 25)] == [0, 1, 1, 2, 2, 3]
    assert [datum(points(score), rule()).value for score in (25, 24, -25)] == [30, 20, -30]
    as_it_is = rule({"S-08": "not rounded"})
    assert [datum(points(score), as_it_is).value for score in (25, -24)] == [25, -24]
    fewer = rule({"S-09": "10% in all"})
    assert [trim(tables_of(tables), fewer).dropped for tables in (9, 10, 29, 30)] == [0, 1, 1, 2]
    prompt = shipped_rulebook().datum("nsw-swiss-pairs/datum-unrounded")
    assert (prompt.round_to, [trim(tables_of(tables), prompt).dropped for tables in (4, 5, 15)]) == (None, [0, 1, 2])


@pytest.mark.clause("NSWSP 1.6")
def test_a_match_by_its_table_and_an_award_of_two_imps() -> None:
    here = Clause("Law", "0")
    for stage, tenth in ((swiss(), "13.90"), (swiss(16, SMALL), "13.60")):
        won = credited_score(Figure(10, IMPS, here), stage.boards, stage.scoring.match).value
        assert won == Fraction(tenth)
        award = stage.scoring.match.artificial
        assert (award.plus, award.average, award.minus, award.unit) == (2, 0, -2, IMPS)
        assert stage.scoring.match.times == 1
    twice = swiss(readings={"S-15": "own IMPs less the opponents', twice the net"})
    assert twice.scoring.match.times == 2


@pytest.mark.clause("NSWSP 3.1", "NSWSP 3.2")
def test_how_long_scores_are_corrected() -> None:
    clocks = swiss().rules.times.clocks_for(ClockPurpose.CORRECTIONS)
    noon = datetime.fromisoformat("2026-11-15 13:30")
    first, second = clocks
    assert (first.session, second.session) == (1, 2)
    assert deadline(first, {"start of session 2": noon}).at == noon
    assert deadline(second, {"scores posted": noon}).at == datetime.fromisoformat("2026-11-15 13:35")


@pytest.mark.clause("NSWSP 4.1", "NSWSP 1.5")
def test_ties_stand_prizes_are_shared_and_a_house_pair_has_none() -> None:
    standings = swiss().standings
    assert [step.by.value for step in standings.prize.steps] == ["total"]
    assert (standings.prize.ends.value, standings.unit.many) == ("tied", "VPs")
    assert standings.draw is not None
    assert [step.by.value for step in standings.draw.steps] == ["total", "net IMPs"]
    assert standings.draw.ends.value == "lot"
    [award] = event().honours.awards
    assert (award.unit.many, award.step) == ("dollars", Fraction(1, 100))
    assert award.shared is not None
    house = event().honours.house
    assert house is not None
    assert (house.fee, house.prizes, house.titles) == (0, False, False)


@pytest.mark.clause("NSWSP 0")
def test_the_supplementary_regulations_go_before_the_tournament_regulations() -> None:
    order = load(Conduct, "nsw-swiss-pairs").precedence
    assert order is not None
    assert governing(["tournament_regulations", "supplementary"], order) == "supplementary"
    assert governing(["tournament_regulations", "supplementary", "laws"], order) == "laws"
    assert governing(["tournament_regulations"], order) == "tournament_regulations"
