"""Sessions, qualifying points and flows: bounds are kept, credits add up, nobody is lost."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feasible import feasible
from overtrick.core.exact import Exact, Halves, mean, to_places
from overtrick.core.flow import Who, drop_in, final_ranking, qualify
from overtrick.core.provenance import PERCENT, VPS, Clause, Figure
from overtrick.core.season import Attendance, Season, Session, place, season
from overtrick.core.selection import Contender, Entry, EntryUnit, Nomination, awards_for, pair_credits, select_field
from overtrick.core.selection.awards import events_played
from overtrick.regulations.grammar.season import Seasons
from overtrick.regulations.plan.selection import load_selection
from overtrick.regulations.read.documents import load, load_flow

PAIRS = load(Seasons, "sabf-2020").seasons["matchpoint pairs"]
SELECTION = load_selection("sabf-2020")
OPEN = SELECTION.fields["Open"]
FLOW = load_flow("gnot-nsw-2018")
CLAUSE = Clause("SABF20", "11.3#1")

percentages = st.integers(2000, 8000).map(lambda cents: Fraction(cents, 100))
players = st.sampled_from("abcdefgh")


def scored(value: Exact) -> Figure[Exact]:
    return Figure(value, PERCENT, CLAUSE)


def played(pair: str, scores: list[Fraction]) -> Season:
    sessions = [Session(n, Attendance.OWN, scored(value)) for n, value in enumerate(scores, start=1)]
    return season(pair, sessions, len(sessions), PAIRS)


@given(st.lists(percentages, min_size=1, max_size=6), percentages, st.integers(0, 3))
def test_a_substitute_stays_between_moving_bounds(own: list[Fraction], substitute: Fraction, left: int) -> None:
    sessions = [Session(n, Attendance.OWN, scored(value)) for n, value in enumerate(own, start=1)]
    sessions.append(Session(len(own) + 1, Attendance.SUBSTITUTE, scored(substitute)))
    counted = season("A", sessions, len(sessions) + left, PAIRS).counted[-1]
    average = mean(own)
    lower: Exact = min(Fraction(9, 10) * average, Fraction(50))
    assert to_places(lower, 2, Halves.UP) <= counted.competition.value <= to_places(average, 2, Halves.UP)
    assert counted.open == (left > 0)
    assert counted.score == scored(substitute)


@given(st.dictionaries(st.sampled_from("ABCDEFGH"), st.lists(percentages, min_size=3, max_size=3), min_size=2))
def test_places_do_not_depend_on_the_order_and_follow_the_band(event: dict[str, list[Fraction]]) -> None:
    seasons = [played(pair, scores) for pair, scores in event.items()]
    placing = place(seasons, PAIRS.ties)
    assert placing == place(reversed(seasons), PAIRS.ties)
    totals = {each.pair: each.aggregate.value for each in seasons}
    for group in placing.groups:
        worth = [totals[pair] for pair in group.pairs]
        assert max(worth) - min(worth) <= PAIRS.ties.band
    tops = [max(totals[pair] for pair in group.pairs) for group in placing.groups]
    assert all(high - low > PAIRS.ties.band for high, low in pairwise(tops))
    assert sorted(pair for joint in placing.order for pair in joint) == sorted(event)


@st.composite
def ledgers(draw: st.DrawFn) -> list[Entry]:
    """Entries of a season; nobody is placed twice in an event."""
    entries = []
    for event in SELECTION.ledger.events.values():
        size = 2 if event.kind is EntryUnit.PAIRS else draw(st.integers(4, 6))
        members = draw(st.lists(players, min_size=size, max_size=size, unique=True))
        place_ = draw(st.integers(1, 22))
        tied = draw(st.integers(1, 2))
        entries.append(Entry(event.id, tuple(members), place_, None if event.kind is EntryUnit.PAIRS else size, tied))
    return entries


@given(ledgers(), st.sampled_from(sorted(SELECTION.targets)))
def test_credits_add_up_to_the_total_of_the_pair(entries: list[Entry], target: str) -> None:
    awards = awards_for(entries, SELECTION.ledger)
    found = pair_credits(Nomination("AB", ("a", "b")), awards, SELECTION.targets[target])
    earned = [credit for player in found.players for credit in player.credits]
    assert found.total.value == sum(credit.value.value for credit in earned)
    for credit in earned:
        assert credit.value.value == credit.award.amount.value * credit.weight * credit.conversion
        assert credit.weight in (1, Fraction(1, 2))


@given(ledgers(), players, players)
def test_a_nomination_never_changes_an_award(entries: list[Entry], one: str, two: str) -> None:
    before = awards_for(entries, SELECTION.ledger)
    if one != two:
        pair_credits(Nomination("XY", (one, two)), before, SELECTION.targets["Open"])
    assert awards_for(list(reversed(entries)), SELECTION.ledger) == before == awards_for(entries, SELECTION.ledger)


@given(st.lists(st.integers(0, 40), min_size=1, max_size=25), st.sets(st.integers(0, 24), max_size=3))
def test_a_field_takes_everybody_once_and_none_with_fewer_points(totals: list[int], outright: set[int]) -> None:
    contenders = [Contender(f"p{n:02}", total, automatic=n in outright) for n, total in enumerate(totals)]
    lot = [each.name for each in contenders]
    field = select_field(contenders, OPEN, tuple(lot))
    assert sorted((*field.accepted, *field.reserves)) == lot
    assert len(field.accepted) == min(OPEN.berths, len(contenders))
    worth = {each.name: each.total for each in contenders}
    on_points = [worth[name] for name in (*field.on_points, *field.from_tie)]
    assert min(on_points, default=99) >= max((worth[name] for name in field.reserves), default=0)


@pytest.mark.parametrize("entry", FLOW.entries)
def test_nobody_is_lost_for_any_entry(entry: int) -> None:
    flow = FLOW.format(entry).flow
    for node in flow.nodes:
        assert sum(source.count for source in node.sources) == node.teams == sum(each.count for each in node.exits)
    assert sum(source.count for node in flow.nodes for source in node.sources if not source.stage) == entry
    for state in flow.states():
        assert sum(count for _, count in state.sections) == entry
    names = iter(range(1, entry + 1))
    leaving = {
        (node.rule.name, each.rule.who): [f"t{next(names)}" for _ in range(each.count)]
        for node in flow.nodes
        for each in node.exits
        if each.rule.rank is not None
    }
    assert sorted(final_ranking(flow, leaving)) == sorted(f"t{n}" for n in range(1, entry + 1))
    assert ("SW8", Who.ALL) in leaving


@pytest.mark.parametrize("entry", [entry for entry in FLOW.entries if entry >= 20])
def test_the_printed_row_is_among_all_rows_that_work(entry: int) -> None:
    made = FLOW.format(entry).flow
    assert made in [flow for _, flow in feasible(entry, FLOW.stages, FLOW.first_round(entry))]


@given(st.integers(3, 7), st.integers(0, 14000).map(lambda cents: Fraction(cents, 100)))
def test_nobody_drops_in_above_the_leader(round_number: int, best: Fraction) -> None:
    found = drop_in(round_number, Figure(best, VPS, FLOW.drop_in.leader), FLOW.drop_in)
    assert found.column_a
    assert found.carry.value == to_places(max(found.column_a.value, found.column_b.value), 2, Halves.UP)
    assert found.carry.value <= best
    # The columns cross where the leader has 30, so that column A helps only below that.
    assert (found.column_a.value >= found.column_b.value) == (best <= 30 or round_number == 7)


@given(st.sampled_from(FLOW.entries), st.sets(st.integers(1, 32)))
def test_places_are_filled_in_rank_order_down_to_the_limit(entry: int, away: set[int]) -> None:
    ranking = [f"k{n}" for n in range(1, entry + 1)]
    out = {f"k{n}" for n in away}
    found = qualify(ranking, out, FLOW.quotas, FLOW.replacement)
    going = [team for _, teams in found.teams for team in teams]
    ranks = [int(team[1:]) for team in going]
    assert ranks == sorted(ranks)
    assert not set(going) & out
    assert max(ranks, default=0) <= max(found.lowest, sum(quota.places_for(entry) for quota in FLOW.quotas))
    assert len(going) + found.unfilled == sum(quota.places_for(entry) for quota in FLOW.quotas)


def test_a_player_has_played_as_many_events_as_count_for_the_selection() -> None:
    """Two entries in one event are one, and an event that is not of the selection is none."""
    entries = [
        Entry("swiss-pairs", ("p", "q"), 1),
        Entry("swiss-pairs", ("p", "r"), 2),
        Entry("state-pairs", ("p", "s"), 3),
        Entry("open-trials-consolation", ("p", "q"), 1),
    ]
    assert events_played(entries, SELECTION.ledger) == {"p": 2, "q": 1, "r": 1, "s": 1}
