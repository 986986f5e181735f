"""How every stage of the championships is ranked and drawn, who goes on with what, and what the event is played for."""

from fractions import Fraction

import pytest

from clauses.anc_2026.stages import (
    BY_MOVEMENT,
    CONGRESS_TEAMS,
    EVERY,
    FINAL,
    INTERSTATE,
    ONE_FIELD,
    QUALIFYING,
    STAGE_1,
    at,
    event,
    stage,
)
from overtrick.core.draws.brackets import Level
from overtrick.core.draws.rules import First, OddFieldRule, Rematch
from overtrick.core.draws.seating import SitsFirst
from overtrick.core.draws.swiss_draws import Settings, SwissDraw
from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.session_ways import SessionPlay
from overtrick.core.event.plan.stages import FieldsMade
from overtrick.core.event.plan.ways import RobinPlay, StanzaPlay, SwissPlay, TwoFieldForm, TwoFieldPlay
from overtrick.core.exact import Halves
from overtrick.core.movements.families import Family
from overtrick.core.provenance import Clause
from overtrick.core.ranking.carry_over import LinearCarry, MarginCarry, PlaceCarry
from overtrick.core.ranking.chain import Better, ChainRule
from overtrick.core.ranking.measures import Measure, OpponentCounting, WinBy
from overtrick.core.ranking.qualification import PassOverReason
from overtrick.regulations.grammar.brackets import Brackets
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.read.documents import load
from overtrick.regulations.read.library import shipped_rulebook

TO_GO_ON = [("open-butler", "Stage 2"), ("mixed-butler", "Stage 1")]
LAST_OF_BUTLER = [("open-butler", "Stage 3"), ("mixed-butler", "Stage 2")]
MATCHPOINT_SWISS = [("interstate-pairs", "Swiss"), ("country-pairs", "Swiss")]
SWISS_IN_IMPS = [each for each in ONE_FIELD if each not in MATCHPOINT_SWISS]
BY_DRAW = "total before penalties, net IMPs, lot"
RANKED = {
    #                                  unit, ties (13.2, 13.3, 18.3), order for the draw (5.1, 18.2)
    **dict.fromkeys(QUALIFYING, ("VPs", "total, matches won, net IMPs, lot", None)),
    **dict.fromkeys(FINAL, ("IMPs", "total, less carry-over, tied", None)),
    **dict.fromkeys(STAGE_1, ("IMPs", "total, matches won, lot", None)),
    **dict.fromkeys(TO_GO_ON, ("VPs", "total, opponents' totals, matches won, net IMPs, lot", BY_DRAW)),
    **dict.fromkeys([*LAST_OF_BUTLER, *SWISS_IN_IMPS, *CONGRESS_TEAMS], ("VPs", "total, tied", BY_DRAW)),
    **dict.fromkeys(MATCHPOINT_SWISS, ("VPs", "total, tied", "total before penalties, average percentage, lot")),
    **dict.fromkeys(BY_MOVEMENT, ("%", "total, tied", None)),
}


def told(chain: ChainRule[Measure] | None) -> str | None:
    """A chain of tie-breaks in words."""
    if chain is None:
        return None
    steps = [f"{'less ' if step.better is Better.LESS else ''}{step.by.value}" for step in chain.steps]
    return ", ".join([*steps, chain.ends.value])


@at(EVERY)
@pytest.mark.clause("ANC26 13.2", "ANC26 13.3", "ANC26 18.2", "ANC26 18.3", "ANC26 5.1")
def test_the_order_of_ties_and_of_the_draw(name: str, of: str) -> None:
    rule = stage(name, of).standings
    assert (rule.unit.many, told(rule.prize), told(rule.draw)) == RANKED[name, of]


@at(EVERY)
@pytest.mark.clause("ANC26 13.2", "ANC26 18.3")
def test_what_a_win_is_and_whose_opponents_count(name: str, of: str) -> None:
    rule = stage(name, of).standings
    if (name, of) in QUALIFYING:
        assert rule.wins is not None
        assert (rule.wins.by, rule.wins.drawn, rule.wins.forfeits, rule.wins.over) == (WinBy.SCORE, 0, True, None)
        other = stage(name, of, {"D44": "more than 35 VPs"}).standings.wins
        assert other is not None
        assert other.over == 35
    elif (name, of) in [*STAGE_1, *TO_GO_ON]:
        assert rule.wins is not None
        assert (rule.wins.by, rule.wins.drawn) == (WinBy.IMPS, 0)  # 18.3: wins in IMPs
    else:
        assert rule.wins is None
    if (name, of) in TO_GO_ON:
        assert rule.opponents is not None
        assert (rule.opponents.counted, rule.opponents.penalties) == (OpponentCounting.MEETING, False)
    else:
        assert rule.opponents is None


@pytest.mark.parametrize(
    ("name", "of", "cuts"),
    [
        ("open-butler", "Stage 1", (10,)),
        ("open-butler", "Stage 2", (1, 2, 3, 4, 5)),
        ("mixed-butler", "Stage 1", (10,)),
    ],
)
@pytest.mark.clause("ANC26 18.3")
def test_the_ties_that_matter(name: str, of: str, cuts: tuple[int, ...]) -> None:
    rule = stage(name, of).significant
    assert rule is not None
    assert rule.cuts == cuts


@pytest.mark.clause("ANC26 12.2", "ANC26 19.1", "ANC26 19.2", "ANC26 19.3")
def test_what_is_carried_over() -> None:
    for name, of in FINAL:
        final = stage(name, of).carry
        assert isinstance(final, MarginCarry)
        assert (final.share, final.of.many, final.unit.many) == (Fraction(1, 10), "VPs", "IMPs")
    third = stage("open-butler", "Stage 3").carry
    assert isinstance(third, PlaceCarry)
    assert (third.amounts, third.unit.many, third.contending) == ((10, 8, 6, 4, 2), "VPs", True)
    for name, of in LAST_OF_BUTLER:
        counting_all = stage(name, of, {"D61": "count all pairs, contending or not"}).carry
        assert isinstance(counting_all, PlaceCarry | LinearCarry)
        assert counting_all.contending is False
    mixed = stage("mixed-butler", "Stage 2").carry
    assert isinstance(mixed, LinearCarry)  # 1 + 6 (z - y) / (x - y), from 7 for the first to 1 for the tenth
    assert (mixed.most, mixed.least, mixed.counted, mixed.places, mixed.halves) == (7, 1, 10, 2, Halves.UP)
    assert mixed.contending is True
    assert mixed.zero == "Refer it to the Chief Tournament Director."
    assert {third.late.cite, mixed.late.cite} == {"ANC26 19.3"}


@pytest.mark.parametrize(
    ("name", "of", "before", "each"),
    [
        ("open-butler", "Stage 2", "Stage 1", 10),
        ("open-butler", "Stage 3", "Stage 2", 5),
        ("mixed-butler", "Stage 2", "Stage 1", 10),
        *((name, "Final", "Qualifying", 2) for name in INTERSTATE),
    ],
)
@pytest.mark.clause("ANC26 17.4", "ANC26 17.5", "ANC26 17.7", "ANC26 12.3", "ANC26 20.1")
def test_how_many_go_on_and_who_is_passed_over(name: str, of: str, before: str, each: int) -> None:
    here = stage(name, of)
    assert here.source is not None
    assert (here.source.stage, here.source.each) == (before, each)
    if name in INTERSTATE:
        assert here.qualify is None
        return
    assert here.qualify is not None
    assert here.qualify.places == (10 if (name, of) == ("open-butler", "Stage 2") else None)
    first = "17.4" if (name, of) == ("open-butler", "Stage 2") else "20.1"
    assert [(why, clause.number) for why, clause in here.qualify.passed_over] == [
        (PassOverReason.NOT_CONTENDING, first),
        (PassOverReason.WITHDRAWN, "20.1"),
    ]


@pytest.mark.clause("ANC26 17.4", "ANC26 17.5")
def test_the_two_fields_of_the_open_butler() -> None:
    first, second = (stage("open-butler", of) for of in ("Stage 1", "Stage 2"))
    assert (first.fields.names, first.fields.made) == (("NS", "EW"), FieldsMade.SEEDED)
    assert (second.fields.names, second.fields.made) == (("NS", "EW"), FieldsMade.KEPT)
    for each in (first, second):
        assert isinstance(each.play, TwoFieldPlay)
        assert each.play.form is TwoFieldForm.ROTATING
    assert len(first.sessions) == 4


# The Swiss draws. Round one, and who completes an odd field, the document leaves open (D57).


@at([*ONE_FIELD, *CONGRESS_TEAMS, ("mixed-butler", "Stage 1")])
@pytest.mark.clause("ANC26 App-3")
def test_how_a_swiss_is_drawn(name: str, of: str) -> None:
    play = stage(name, of).play
    assert isinstance(play, SwissPlay)
    assert (play.rule.first, play.rule.rematch, play.rule.odd) == (First.LOT, Rematch.FEWEST, OddFieldRule.HOUSE)
    assert play.modified == Clause("ANC26", "App-3")


@pytest.mark.parametrize("rule", ["anc-2026/swiss", "anc-2026/modified-swiss"])
@pytest.mark.clause("ANC26 18.2")
def test_the_ways_a_draw_at_the_prompt_leaves_open(rule: str) -> None:
    words = shipped_rulebook().get(SwissDraw, rule)
    assert [each.way for each in words.first] == [First.LOT, First.HALVES, First.QUARTERS, First.SEEDED]
    assert [each.way for each in words.odd] == [OddFieldRule.HOUSE, OddFieldRule.BYE]
    built = shipped_rulebook().swiss(rule, Settings(10, First.LOT, OddFieldRule.BYE, rounds=9))
    assert built.rule.rematch is Rematch.NEVER
    assert tuple(map(str, built.order.told)) == ("total before penalties", "net IMPs", "lot")


@pytest.mark.clause("ANC26 App-3")
def test_a_small_field_meets_early_opponents_a_second_time_and_no_third() -> None:
    replay = (
        shipped_rulebook()
        .swiss("anc-2026/modified-swiss", Settings(10, First.LOT, OddFieldRule.BYE, rounds=9))
        .rule.replay
    )
    assert replay is not None
    assert (replay.plain_through, replay.replay_through, replay.most) == (5, 4, 2)
    assert [replay.may_meet(met, 6) for met in ((), (4,), (5,), (1, 6))] == [True, True, False, False]


@pytest.mark.parametrize("name", ["country-club-teams", "three-day-teams"])
@pytest.mark.clause("ANC26 App-3")
def test_eleven_or_twelve_teams_play_a_full_round_robin(name: str) -> None:
    plays = {teams: event(name, teams).stages[0].play for teams in (10, 11, 12, 13)}
    assert [isinstance(play, RobinPlay) for play in plays.values()] == [False, True, True, False]
    twelve = plays[12]
    assert isinstance(twelve, RobinPlay)
    assert twelve.times == 1
    assert event(name, 12).stages[0].rounds == 11


@at(BY_MOVEMENT)
@pytest.mark.clause("ANC26 23.2", "ANC26 23.3", "ANC26 23.10", "ANC26 23.12")
def test_the_movement_of_a_session_by_the_entry(name: str, of: str) -> None:
    """The text leaves it to the entry; what is done is reading D83."""
    play = stage(name, of).play
    assert isinstance(play, SessionPlay)
    forms = {tables: play.movement(2 * tables).family for tables in (2, 7, 8, 50)}
    assert forms == {2: Family.HOWELL, 7: Family.HOWELL, 8: Family.SWITCHED, 50: Family.SWITCHED}
    for each in play.movements:
        assert each.rounds is not None
        assert (each.rounds.least, each.rounds.most) == (8, 13)
    lengths = [play, *(stage(name, of, {"D83": f"{boards} boards"}).play for boards in (24, 28))]
    assert [(each.boards.least, each.boards.most) for each in lengths if isinstance(each, SessionPlay)] == [
        (26, 26), (24, 24), (28, 28),
    ]  # fmt: skip


# The round robins of the interstate teams.

EIGHT = ["5-2 6-3 7-4 8-1", "1-7 3-5 4-6 2-8", "6-1 7-2 5-4 8-3", "1-5 2-6 3-7 4-8", "4-1 3-2 7-6 8-5", "1-3 2-4 5-7 6-8", "2-1 4-3 6-5 8-7"]  # fmt: skip  # noqa: E501
SIX = ["4-1 3-5 2-6", "1-5 2-4 6-3", "1-3 5-2 4-6", "3-2 5-4 6-1", "2-1 4-3 6-5"]
SIX_AGAIN = ["2-3 5-4 1-6", "3-5 4-1 6-2", "1-5 2-4 3-6", "1-2 4-3 5-6", "3-1 5-2 6-4"]
ROBINS = {
    #              draw, by the placing, who sits first
    (7, 8): [(EIGHT, False, SitsFirst.SECOND_LISTED), (EIGHT, True, SitsFirst.REVERSED)],
    (5, 6): [
        (SIX, False, SitsFirst.BLIND),
        (SIX_AGAIN, False, SitsFirst.SECOND_LISTED),
        (SIX, True, SitsFirst.REVERSED),
    ],
}


@pytest.mark.parametrize("name", INTERSTATE)
@pytest.mark.clause("ANC26 11.3", "ANC26 11.6.1", "ANC26 11.6.2", "ANC26 11.7.1", "ANC26 11.7.2", "ANC26 11.7.3")
def test_the_printed_draws_and_who_sits_first(name: str) -> None:
    play = stage(name, "Qualifying").play
    assert isinstance(play, RobinPlay)
    found = {
        printed.sizes: [
            ([" ".join(f"{a}-{b}" for a, b in matches) for matches in robin.rounds], robin.by_placing, robin.sits_first)
            for robin in printed.robins
        ]
        for printed in play.printed
    }
    assert found == ROBINS
    assert play.bye_moved is not None
    assert (play.bye_moved.contestants, play.bye_moved.leaders, play.bye_moved.others) == (7, (5, 6, 7), (1, 2, 3, 4))
    assert play.byes_spread is not None
    assert play.byes_spread.contestants == 5
    other = stage(name, "Qualifying", {"D36": "by the size of the team number"}).play
    assert isinstance(other, RobinPlay)
    assert all(robin.by_number for printed in other.printed for robin in printed.robins)


@pytest.mark.clause("ANC26 11.6.1", "ANC26 11.7.1", "ANC26 11.7.2")
def test_the_round_each_round_robin_begins_with() -> None:
    found = {each.sizes: [robin.first_round for robin in each.robins] for each in load(DrawBook, "anc-2026").qualifying}
    assert found == {(7, 8): [1, 8], (5, 6): [1, 6, 11]}


NUMBERS = {
    "Open": {"ACT": 8, "NSW": 4, "NT": 7, "QLD": 3, "SA": 1, "TAS": 2, "VIC": 5, "WA": 6},
    "Women's": {"ACT": 6, "NSW": 4, "QLD": 7, "SA": 5, "TAS": 1, "VIC": 3, "WA": 2},
    "Seniors'": {"ACT": 5, "NSW": 7, "QLD": 2, "SA": 3, "TAS": 4, "VIC": 1, "WA": 6},
    "Youth": {"ACT": 3, "NSW": 4, "QLD": 5, "SA": 1, "VIC": 6, "WA": 2},
}


@pytest.mark.parametrize("category", NUMBERS)
@pytest.mark.clause("ANC26 11.2", "ANC26 1.3")
def test_the_numbers_of_the_teams_and_the_rounds_of_each_day(category: str) -> None:
    book = load(DrawBook, "anc-2026")
    assert dict(book.numbers[category]) == NUMBERS[category]
    rounds = list(book.programme(category).days.values())
    each_day = [4, 4, 4, 3] if category == "Youth" else [3, 4, 4, 3]  # the starts of 1.3
    assert [len(day) for day in rounds] == each_day
    assert [number for day in rounds for number in day] == list(range(1, sum(each_day) + 1))
    assert list(book.programme(category).days) == ["Mon", "Tue", "Wed", "Thu"]
    name = {"Open": "open", "Women's": "womens", "Seniors'": "seniors", "Youth": "youth"}[category]
    [qualifying, _] = event_files()[f"anc-2026/interstate-{name}"].stage
    assert qualifying.programme == category  # each event goes by its own row, whatever another's says
    assert {each.programme for each in qualifying.instead} == {"Open" if category == "Youth" else "Youth"}


# Honours.


@pytest.mark.clause("ANC26 22.1", "ANC26 22.2", "ANC26 22.3")
def test_playoff_qualifying_points_of_the_butlers() -> None:
    [open_], [mixed] = (event(name).honours.awards for name in ("open-butler", "mixed-butler"))
    assert open_.amounts == (45, 40, 35, 25, 20, 15, 10, 8, 6)
    assert mixed.amounts == (30, 24, 18, 14, 10, 8, 6, 4, 2)
    assert {each.unit.many for each in (open_, mixed)} == {"PQP"}


@pytest.mark.clause("ANC26 15.1", "ANC26 15.2", "ANC26 15.3")
def test_playoff_qualifying_points_of_the_open_teams_alone() -> None:
    kept = event("interstate-open", readings={"D47": "only the 20 or 12 is lost"}).honours.members
    for rule, keeps in ((event("interstate-open").honours.members, False), (kept, True)):
        [award] = rule
        assert (award.base, award.winner, award.runner_up, award.keeps_base) == (6, 20, 12, keeps)
        assert (award.matches, award.stanzas, award.unit.many) == (7, 2, "PQP")
    for name in INTERSTATE[1:]:
        assert event(name).honours.members == ()


@pytest.mark.clause("ANC26 16.1", "ANC26 23.10")
def test_the_categories_of_placegetters() -> None:
    for name, categories in (
        ("interstate-pairs", ("Open", "Women's", "Seniors'", "Youth")),
        ("graded-pairs", ("Open", "Restricted", "Novice", "Rookie")),
    ):
        rule = event(name).honours.categories
        assert rule is not None
        assert rule.categories == categories


ENTRIES = {
    **dict.fromkeys(INTERSTATE, (5, 8)),  # 11.6 and 11.7 print draws for five to eight teams
    "open-butler": (20, 200), "mixed-butler": (14, 300), "restricted-butler": (8, 200), "swiss-pairs-a": (8, 300),
    "swiss-pairs-b": (8, 300), "interstate-pairs": (8, 200), "welcome-pairs": (8, 200), "rookie-pairs": (6, 100),
    "novice-pairs": (6, 100), "country-club-teams": (8, 120), "three-day-teams": (8, 120),
    "one-day-swiss-pairs-1": (8, 200), "one-day-swiss-pairs-2": (8, 200), "one-day-swiss-pairs-3": (8, 200),
    "country-pairs": (10, 200), "graded-pairs": (6, 100), "novice-swiss-pairs": (8, 100),
    "one-day-matchpoint-pairs": (6, 100),
}  # fmt: skip
"""The entries an event is planned for. But for the interstate teams the document sets none: these are ours."""


@pytest.mark.parametrize("name", ENTRIES)
def test_the_entries_an_event_is_planned_for(name: str) -> None:
    least, most = ENTRIES[name]
    for entries in (least, most):
        assert event(name, entries).stages
    for entries in (least - 1, most + 1):
        with pytest.raises(DirectorError, match=f"{least} to {most}"):
            event(name, entries)
    contest = "teams" if "teams" in name or name in INTERSTATE else "pairs"
    assert str(event(name, least).contest) == contest


@pytest.mark.clause("ANC26 12.2", "ANC26 12.3", "ANC26 12.4", "ANC26 13.3")
def test_the_final_of_the_interstate_teams() -> None:
    bracket = load(Brackets, "anc-2026").brackets["interstate final"]
    [match] = bracket.matches
    assert (match.name, match.title, [str(side) for side in match.sides]) == ("F", "Final", ["rank 1", "rank 2"])
    assert match.carry_to == 0  # the higher placed team
    assert [str(place) for place in bracket.places] == ["winner of F", "loser of F"]
    assert bracket.level.way is Level.WITHOUT_CARRY
    for name, of in FINAL:
        play = stage(name, of).play
        assert isinstance(play, StanzaPlay)
        assert play.rights is not None
        higher, other = 0, 1
        assert (play.rights.stanzas, play.rights.turns) == (5, ((higher, 1), (other, 2), (higher, 2)))
        assert stage(name, of).sessions == (1, 4)  # one stanza on Thursday, four on Friday
