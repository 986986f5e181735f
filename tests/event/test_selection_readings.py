"""Readings of a selection chosen otherwise: each changes the number or the order it is about, and nothing else does."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from event.test_selection_year import Convenor, last_berth
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import NominationWithdrawn, ReadingChosen
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.selection_year.crediting import placings_of
from overtrick.core.selection_year.fields import berth_tie, propose_field
from overtrick.core.selection_year.year import points_of
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.lint.readings import choosable
from overtrick.regulations.plan.event_book import plan_for
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.library import shipped_rulebook

pytestmark = pytest.mark.whole

RULES = load_selection("sabf-2020")


def both_ways(convenor: Convenor, reading: str, ask: Callable[[Convenor], object]) -> tuple[object, object]:
    """What a year answers as we read it, and by the one other way of a reading."""
    before = ask(convenor)
    [way] = RULES.ways[reading]
    convenor.do(ReadingChosen(reading, way, "the committee says so"))
    return before, ask(convenor)


def points(target: str) -> Callable[[Convenor], object]:
    return lambda convenor: [pair.total.value for pair in points_of(convenor.year, target)]


def seniors_field(convenor: Convenor) -> tuple[str, ...]:
    act = propose_field(convenor.year, "Seniors'").act
    return (*act.berths, *act.reserves)


@pytest.mark.clause("SABF20 19.11.1#2")
def test_partners_who_played_apart_take_the_worse_place_or_the_better() -> None:
    convenor = Convenor()
    convenor.placed("open-trials-consolation", 11, "A1", "X")
    convenor.placed("open-trials-consolation", 14, "A2", "Y")
    convenor.placed("open-trials-consolation", 12, "B1", "B2")
    convenor.nominate("A", "B", target="Seniors'")
    assert both_ways(convenor, "EV-58", seniors_field) == (("B", "A"), ("A", "B"))


@pytest.mark.clause("SABF20 19.11.1#2")
def test_a_pair_with_points_on_one_side_ranks_by_points_or_by_the_consolation() -> None:
    convenor = Convenor()
    convenor.placed("open-trials-consolation", 12, "B1", "B2")
    convenor.placed("seniors-pairs", 1, "A1", "X")
    convenor.nominate("A", "B", target="Seniors'")
    assert both_ways(convenor, "EV-60", seniors_field) == (("A", "B"), ("B", "A"))
    assert "one player without points and no placing" in str(propose_field(convenor.year, "Seniors'").why["A"])


@pytest.mark.clause("SABF20 19.13#6")
@pytest.mark.clause("SABF20 19.13#8")
def test_bonuses_for_a_state_team_are_whole_or_reduced_by_its_size() -> None:
    convenor = Convenor()
    convenor.placed("anc-open-state-team", 1, "A1", "A2", "c", "d", "e", "f", size=6)
    convenor.nominate("A")
    assert both_ways(convenor, "EV-78", points("Open")) == ([120], [80])
    assert "2/3 of the award, for a team of 6" in points_of(convenor.year, "Open")[0].total.why(None)


@pytest.mark.clause("SABF20 19.13#7")
def test_points_of_the_womens_national_team_are_single_or_tripled_and_others_are_left_alone() -> None:
    convenor = Convenor()
    convenor.placed("national-womens-team", 1, "A1", "A2", "c", "d", "e", "f", size=6)
    convenor.placed("last-womens-team", 1, "A1", "A2", "c", "d", "e", "f", size=6)
    convenor.placed("swiss-pairs", 12, "A1", "A2")
    convenor.nominate("A", target="Women's")
    single = 2 * (30 + 30 + 10)
    assert both_ways(convenor, "EV-79", points("Women's")) == ([single], [single + 2 * 60])


@pytest.mark.clause("SABF20 19.13#11")
def test_the_last_tie_break_doubles_what_counts_for_the_pair_or_what_was_earned() -> None:
    """K, L and S9 are level for one berth. K's qualifying points were earned apart: 15, of which 7.5 count."""
    convenor = last_berth()
    convenor.do(NominationWithdrawn("Open", "X"), NominationWithdrawn("Open", "Z"))
    convenor.placed("open-trials-qual", 8, "K1", "a")
    convenor.placed("gnot-mon", 2, "K1", "b", "c", "d")
    convenor.placed("open-teams-1", 7, "K2", "b", "c", "d")
    convenor.placed("open-trials-qual", 10, "L1", "L2")
    convenor.placed("gnot-thu", 4, "L1", "b", "c", "d")
    convenor.placed("state-pairs", 1, "M1", "M2")
    convenor.nominate("K", "L", "M")

    def last(convenor: Convenor) -> object:
        field = propose_field(convenor.year, "Open")
        assert set(field.level) == {"K", "L", "S9"}
        return set(field.level) & set(field.act.berths)

    assert both_ways(convenor, "EV-83", last) == ({"L"}, {"K"})
    assert "So K has the berth." in str(berth_tie(convenor.year, "Open")[-1])


@pytest.fixture(scope="module")
def state_teams() -> Tournament:
    """State Teams played to the end; one of the winners sat out so much of the finals that no full session is left."""
    event = "sabf-2020/state-teams"
    rosters = tuple(tuple(f"{n}{c}" for c in "abcdef") for n in range(1, 13))
    played = Rehearsal(plan_for(event), event, Random("finals"), NO_FAULTS, rosters=rosters)
    played.play(12)
    return played.state


@pytest.mark.clause("SABF20 19.13#3.5")
@pytest.mark.clause("SABF20 16.2#2")
def test_least_play_in_the_state_teams_final_is_a_share_of_all_and_a_full_session_or_a_share_of_the_finals(
    state_teams: Tournament,
) -> None:
    final = RULES.ledger.event("state-teams-final")
    winner = placings_of(state_teams, final, "book")[0].members
    by_name = {entry.players[0].name: number for number, entry in state_teams.entries.items()}
    contestant = by_name[winner[0]]
    for (stage, number, who), act in list(state_teams.line_ups.items()):
        if who == contestant:  # c and d play the whole of the finals and nothing before them
            players = winner[2:] if stage == "Finals" else (*winner[:2], *winner[4:])
            state_teams.line_ups[stage, number, who] = replace(act, players=players)
    convenor = Convenor()

    def who_lacks(convenor: Convenor) -> object:
        rule = convenor.year.rules.ledger.event("state-teams-final")
        return {each.player for each in placings_of(state_teams, rule, "book")[0].lacking}

    before, after = both_ways(convenor, "EV-85", who_lacks)
    assert before == {*winner[:4]}, "a and b never in the finals; c and d short of the qualifying"
    assert after == {*winner[:2]}


def test_every_one_of_them_can_be_chosen_and_says_where() -> None:
    found = {each.id: each for each in choosable(shipped_rulebook(), "SABF20")}
    for reading, ways in RULES.ways.items():
        assert tuple(found[reading].ways) == ways == tuple(shipped_rulebook().readings["SABF20"][reading].other)
        assert "sabf-2020/selection" in found[reading].ways[ways[0]]
    assert set(RULES.ways) == {"EV-58", "EV-60", "EV-78", "EV-79", "EV-83", "EV-85"}


def test_a_reading_can_be_put_back_and_stands_once_a_field_is_closed() -> None:
    convenor = Convenor()
    convenor.placed("anc-open-state-team", 1, "A1", "A2", "c", "d", "e", "f", size=6)
    convenor.nominate("A")
    convenor.do(ReadingChosen("EV-78", RULES.ways["EV-78"][0]), ReadingChosen("EV-78", "default"))
    assert points_of(convenor.year, "Open")[0].total.value == 120
    convenor.do(propose_field(convenor.year, "Open").act)
    with pytest.raises(
        DirectorError,
        match="so readings can no longer change",
    ):
        convenor.do(ReadingChosen("EV-78", RULES.ways["EV-78"][0]))


@pytest.mark.parametrize(
    ("reading", "way", "why"),
    [
        ("EV-78", "as you like", "The selection of SABF20 does not allow “as you like” for reading EV-78"),
        ("EV-01", "default", "does not use reading EV-01"),
        ("EV-78", "reduce every bonus by team size", "The regulations give no award for a team of 2"),
    ],
)
def test_a_reading_nobody_listed_or_that_cannot_be_reckoned_is_refused(reading: str, way: str, why: str) -> None:
    convenor = Convenor()
    convenor.placed("anc-open-state-team", 1, "A1", "A2")
    with pytest.raises(DirectorError, match=why):
        convenor.do(ReadingChosen(reading, way))
