"""Standings as pages show them: after which match, how places moved, what makes a total, and who met whom."""

from fractions import Fraction
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.core.event.acts import EntryTaken, EventOpened, Posting, ResultPosted
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.play.progress import progress, settled_state, stood_after
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import exact_text
from overtrick.core.model.contestants import Player, Stated
from overtrick.lab.fault_rates import NO_FAULTS, Faults
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.cross import cross_page
from overtrick.views.entry_groups import EntryGroup, entry_groups, groups_in
from overtrick.views.match_columns import MOST
from overtrick.views.race import race_page
from overtrick.views.ramp import STEPS, by_net, by_percent, by_share
from overtrick.views.standings import standings_page
from overtrick.views.whys import figure_of

SWISS, BUTLER, TEAMS, SESSIONS = (
    "nsw-swiss-pairs/congress", "anc-2026/open-butler", "sabf-2020/swiss-teams", "anc-2026/graded-pairs",
)  # fmt: skip
FINED = Faults(penalty=0.05)


@cache
def book(event: str, entries: int, faults: Faults = NO_FAULTS) -> tuple[Posting, ...]:
    return tuple(Rehearsal(plan_for(event), event, Random("standings"), faults).play(entries))


def in_play(event: str, number: int, part: float, entries: int = 12) -> tuple[Tournament, StageState]:
    """An event when so much of a round of its first stage was in."""
    listed = book(event, entries, FINED)
    first = next(each.act.stage for each in listed if isinstance(each.act, ResultPosted))
    own = [
        at for at, each in enumerate(listed)
        if isinstance(each.act, ResultPosted) and (each.act.stage, each.act.round) == (first, number)
    ]  # fmt: skip
    now = replay(plan_for(event), listed[: own[int(len(own) * part)]])
    return now, now.stage(first)


@pytest.mark.parametrize("part", [0.1, 0.6, 0.95])
@pytest.mark.parametrize("event", [SWISS, TEAMS])
def test_the_order_with_a_match_in_play_is_that_after_the_last_one(event: str, part: float) -> None:
    now, state = in_play(event, 4, part)
    assert (progress(state).final, progress(state).play) == (3, 4)
    page = standings_page(now, state)
    whole = stood_after(state, 3)
    for table in page.tables:
        rows = whole.standings(table.name).rows
        assert [(row.place.text, row.who.number, row.total.value) for row in table.rows] == [
            (row.place_text, row.contestant, exact_text(row.total.value)) for row in rows
        ]
        assert [column.last for column in table.rounds] == [1, 2, 3]
        assert (table.live, page.in_play - page.brought) == (4, progress(state).to_come)
        for row in table.rows:
            assert row.so_far or row.live.provisional or state.rounds[4].seating_of(row.who.number) is None


@pytest.mark.parametrize("number", [2, 4, 6])
def test_movement_is_the_difference_of_places_in_two_tables(number: int) -> None:
    now, state = in_play(SWISS, number, 0.5)
    table = standings_page(now, state).tables[0]
    assert table.moved == max(0, number - 2)
    for row in table.rows:
        if not table.moved:
            assert row.moved is None
            continue
        before, after = (
            stood_after(state, each).standings(table.name).row(row.who.number).place
            for each in (number - 2, number - 1)
        )
        assert row.moved == before - after


def test_what_makes_a_total_adds_up_to_it() -> None:
    now, state = in_play(SWISS, 5, 0.5)
    fined = 0
    for row in standings_page(now, state).tables[0].rows:
        parts = [*(each.number for each in row.matches), row.fined, row.carried]
        figures = [figure_of(now, each).value for each in parts if each.value is not None and "/total/" not in each.why]
        fined += bool(row.fined.text)
        if "/total/" not in row.fined.why:
            assert sum(figures) == figure_of(now, row.total).value
    assert fined


def test_many_rounds_are_a_column_a_session_and_each_sum_opens() -> None:
    now = replay(plan_for(BUTLER), book(BUTLER, 40))
    state = next(iter(now.stages.values()))
    assert state.last_round > MOST
    page = standings_page(now, state)
    table = page.tables[0]
    assert [str(each.label) for each in table.rounds] == ["S1", "S2", "S3", "S4"]
    for row in table.rows:
        sums = [figure_of(now, each.number) for each in row.matches]
        assert [exact_text(each.value) for each in sums] == [each.number.value for each in row.matches]
        assert sum(each.value for each in sums) == figure_of(now, row.total).value
        assert {each.step for each in row.matches} <= set(STEPS)


def test_a_session_scored_as_a_whole_is_one_column() -> None:
    now = replay(plan_for(SESSIONS), book(SESSIONS, 16))
    state = next(iter(now.stages.values()))
    table = standings_page(now, state).tables[0]
    assert [each.session for each in table.rounds] == list(range(1, len(table.rounds) + 1))
    assert cross_page(now, state) is None


@pytest.mark.parametrize(("event", "entries"), [(SWISS, 12), (BUTLER, 24)])
def test_the_cross_table_has_every_match_once_a_side_in_the_order_of_the_standings(event: str, entries: int) -> None:
    now = replay(plan_for(event), book(event, entries))
    state = next(iter(now.stages.values()))
    page = cross_page(now, state)
    assert page is not None
    tables = standings_page(now, state).tables
    for field, table in zip(page.fields, tables, strict=True):
        assert [row.who for row in field.rows] == [row.who for row in table.rows]
        for row in field.rows:
            met: dict[str, list[str | None]] = {}
            for number in sorted(state.rounds):
                line = state.match_line(row.who.number, number)
                if line is not None and len(line.opponents) == 1:
                    met.setdefault(line.opponents[0], []).append(exact_text(line.score.value))
            shown = {
                column.number: [each.number.value for each in cell]
                for (_, column), cell in zip(field.columns, row.cells, strict=True)
                if cell
            }
            assert shown == met


def test_the_race_goes_to_the_last_match_that_counts_and_ends_at_the_names() -> None:
    now, state = in_play(SWISS, 4, 0.5)
    field = race_page(now, state).fields[0]
    assert [number for number, _ in field.rounds] == [1, 2, 3]
    order = [row.contestant for row in settled_state(state).standings("all").rows]
    assert [runner.who.number for runner in field.runners] == order
    for place, runner in enumerate(field.runners):
        for points in (runner.by_place, runner.by_total):
            ends = [tuple(map(int, each.split(","))) for each in points.split()]
            assert len(ends) == 4
            assert ends[-1] == (field.wide, field.high * (2 * place + 1) // (2 * len(order)))
            assert all(0 <= x <= field.wide and 0 <= y <= field.high for x, y in ends)


@pytest.mark.parametrize(("event", "entries"), [(SWISS, 12), (SESSIONS, 16), ("sabf-2020/state-masters-pairs", 16)])
def test_the_race_is_the_standings_after_each_round_and_every_number_has_its_why(event: str, entries: int) -> None:
    now = replay(plan_for(event), book(event, entries, FINED))
    state = next(iter(now.stages.values()))
    assert state.penalties, "a race that leaves them out shows other totals than the standings"
    (field,) = race_page(now, state).fields
    ends = state.standings("all").rows
    assert [(each.places[-1].text, each.totals[-1].value) for each in field.runners] == [
        (row.place_text, exact_text(row.total.value)) for row in ends
    ]
    for runner in field.runners[:3]:
        for number in (*runner.places, *runner.totals):
            assert exact_text(figure_of(now, number).value) == number.value


def test_groups_are_categories_and_what_is_stated_and_none_that_all_are_in() -> None:
    def entry(number: str, club: str, *categories: str) -> Posting:
        players = (Player(f"A {number}", stated=(Stated("club", club), Stated("masterpoints", "12"))), Player(number))
        return Posting(
            int(number) + 1, EntryTaken(number, players=players, categories=(*categories, "all")), "a", "", number
        )

    opened = Posting(1, EventOpened(SWISS, "Swiss", "", ""), "a", "", "o")
    now = replay(plan_for(SWISS), [opened, entry("1", "Trumps", "senior"), entry("2", "Trumps"), entry("3", "Ace")])
    assert entry_groups(now, now.entries) == (
        EntryGroup("category", "senior"), EntryGroup("club", "Ace"), EntryGroup("club", "Trumps"),
    )  # fmt: skip
    assert EntryGroup("club", "Ace") in groups_in(now, "3")


@given(st.fractions(0, 20), st.fractions(0, 20))
def test_a_better_score_is_never_a_lower_step(one: Fraction, other: Fraction) -> None:
    low, high = sorted((one, other))
    steps = [(by_share(vps, 20), by_percent(5 * vps), by_net(vps - 10, 8)) for vps in (low, high)]
    for worse, better in zip(*steps, strict=True):
        assert STEPS.index(worse) <= STEPS.index(better)


def test_the_steps_of_twenty_victory_points() -> None:
    assert [by_share(vps, 20) for vps in (16, 12, 8, 4, 3)] == ["r2", "r1", "r0", "l1", "l2"]
