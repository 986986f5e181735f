"""The Swiss draw against every draw there is, and whole events drawn, checked and spoilt."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.core.draws import (
    BYE,
    AlreadyMet,
    Choice,
    Draw,
    First,
    Meeting,
    Meetings,
    OddFieldRule,
    PlayedRound,
    Rematch,
    RematchPlacement,
    RoundResult,
    SatOut,
    ShareRule,
    Strands,
    SwissRule,
    check_event,
    draw_first_round,
    draw_round,
    lines_after,
    plan_modified,
    rank_for_draw,
)
from overtrick.core.draws.matching import can_complete
from overtrick.core.errors import NoLegalDraw
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause
from overtrick.core.ranking.chain import ChainRule, Ends, Step
from overtrick.core.ranking.measures import Measure

CLAUSE = Clause("SABF20", "14.1#3", ("D85",))
NEVER = SwissRule(CLAUSE, First.HALVES)
FEWEST = SwissRule(Clause("NSWSP", "1.3", ("S-05",)), First.LOT, Rematch.FEWEST)
SHARE = SwissRule(
    CLAUSE,
    First.QUARTERS,
    odd=OddFieldRule.SHARE,
    share=ShareRule(Clause("SABF20", "14.1#4", ("D87",)), Choice.CLOSEST, below_top_half=True),
)
ORDER = ChainRule(
    Clause("SABF20", "14.1#6"),
    tuple(Step(by, Clause("SABF20", "14.1#6")) for by in (Measure.TOTAL, Measure.OPPONENTS, Measure.NET_IMPS)),
    Ends.LOT,
)


def chance(seed: int) -> Random:
    return Random(seed)


Pairs = tuple[tuple[str, str], ...]


def every_draw(left: tuple[str, ...]) -> Iterator[Pairs]:
    """All ways to pair everybody off, the first in rank order first."""
    if not left:
        yield ()
        return
    top, *rest = left
    for other in rest:
        for others in every_draw(tuple(each for each in rest if each != other)):
            yield ((top, other), *others)


@st.composite
def histories(draw: st.DrawFn, most: int = 10) -> tuple[tuple[str, ...], Meetings]:
    """An even field in some order, and any meetings at all, dense or sparse."""
    count = 2 * draw(st.integers(1, most // 2))
    names = [str(number) for number in range(1, count + 1)]
    every = list(combinations(names, 2))
    dense = draw(st.integers(0, len(every)))
    met = draw(st.permutations(every))[:dense]
    rounds = draw(st.lists(st.integers(1, 2), min_size=dense, max_size=dense))
    happened = [
        Meeting(one, other, when)
        for (one, other), often in zip(met, rounds, strict=True)
        for when in range(1, often + 1)
    ]
    return tuple(draw(st.permutations(names))), Meetings.of(happened)


@pytest.mark.clause("SABF20 14.1#3")
@settings(max_examples=1000, deadline=None)
@given(histories())
def test_the_draw_is_the_first_of_all_lawful_draws(history: tuple[tuple[str, ...], Meetings]) -> None:
    order, meetings = history
    lawful = (each for each in every_draw(order) if not any(meetings.rounds(*pair) for pair in each))
    expected = next(lawful, None)
    try:
        drawn = draw_round(order, meetings, NEVER, 3)
    except NoLegalDraw as none:
        assert expected is None
        assert_proves(none, order, meetings)
    else:
        assert drawn.pairs == expected
        assert_reasons_hold(drawn, meetings)


def assert_proves(none: NoLegalDraw, order: tuple[str, ...], meetings: Meetings) -> None:
    """The sets shown really cannot be paired, and what is said to yield really is enough."""
    assert len(none.groups) == len(none.outside) + 1
    for group in none.groups:
        assert len(group) % 2 == 1
        for member in group:
            others = set(order) - set(group) - set(none.outside)
            assert all(meetings.rounds(member, other) for other in others)
    allowed = {frozenset(pair) for pair in none.rematches}
    assert any(
        all(frozenset(pair) in allowed or not meetings.rounds(*pair) for pair in each) for each in every_draw(order)
    )


def assert_reasons_hold(drawn: Draw, meetings: Meetings) -> None:
    """Whoever was passed over stood nearer, and for a reason that is true."""
    left = list(drawn.order)
    for pairing in drawn.pairings:
        assert pairing.first == left[0]
        nearer = left[1 : left.index(pairing.second)]
        assert [skip.opponent for skip in pairing.skipped] == nearer
        for skip in pairing.skipped:
            met = meetings.rounds(pairing.first, skip.opponent)
            if isinstance(skip.reason, AlreadyMet):
                assert skip.reason.rounds == met != ()
            else:
                assert isinstance(skip.reason, Strands)
                assert not met
                rest = {each for each in left if each not in (pairing.first, skip.opponent)}
                assert_stranded(skip.reason, rest, meetings)
        left = [each for each in left if each not in (pairing.first, pairing.second)]


def assert_stranded(reason: Strands, rest: set[str], meetings: Meetings) -> None:
    assert len(reason.groups) == len(reason.outside) + 1
    for group in reason.groups:
        assert len(group) % 2 == 1
        for member in group:
            assert all(meetings.rounds(member, other) for other in rest - set(group) - set(reason.outside))


@pytest.mark.clause("NSWSP 1.3")
@pytest.mark.parametrize("placed", RematchPlacement)
@settings(max_examples=200, deadline=None)
@given(histories(8))
def test_rematches_are_the_fewest_then_in_order(
    placed: RematchPlacement, history: tuple[tuple[str, ...], Meetings]
) -> None:
    order, meetings = history
    place = {name: at for at, name in enumerate(order)}

    def badness(pairs: Pairs) -> tuple[int, int, list[bool]]:
        again = [pair for pair in pairs if meetings.rounds(*pair)]
        replaying = {place[name] for pair in again for name in pair}
        high = [at in replaying for at in range(len(order))] if placed is RematchPlacement.LOW else []
        return len(again), sum(len(meetings.rounds(*pair)) for pair in again), high

    drawn = draw_round(order, meetings, replace(FEWEST, placed=placed), 3)
    # `min` keeps the first of equals, and the draws come in rank order.
    assert drawn.pairs == min(every_draw(order), key=badness)
    assert [(each.first, each.second) for each in drawn.rematches] == [p for p in drawn.pairs if meetings.rounds(*p)]


@settings(max_examples=300, deadline=None)
@given(histories(8), st.lists(st.integers(0, 2), min_size=9, max_size=9))
def test_nobody_sits_out_twice_while_another_can(history: tuple[tuple[str, ...], Meetings], sat: list[int]) -> None:
    order, meetings = history
    order = order[:-1]
    byes = {name: sat[at] for at, name in enumerate(order)}
    meetings = meetings.and_also(SatOut(name, when) for name, often in byes.items() for when in range(1, often + 1))
    lawful = [each for each in every_draw((*order, BYE)) if not any(meetings.rounds(*pair) for pair in each)]
    sitting = {pairs: next(one for one, other in pairs if other == BYE) for pairs in lawful}
    try:
        drawn = draw_round(order, meetings, NEVER, 3)
    except NoLegalDraw:
        assert not lawful
        return
    assert drawn.bye is not None
    assert byes[drawn.bye.contestant] == min(byes[who] for who in sitting.values())
    most = max(min(byes.values()), byes[drawn.bye.contestant])
    first = next(pairs for pairs in lawful if byes[sitting[pairs]] <= most)
    assert set(drawn.pairs) == {pair for pair in first if BYE not in pair}


@pytest.mark.clause("ANC26 App-3")
@settings(max_examples=300, deadline=None)
@given(st.integers(3, 8), st.integers(0, 2**32))
def test_a_modified_swiss_replays_only_early_opponents(half: int, seed: int) -> None:
    rng = chance(seed)
    rounds = 2 * half - 1
    plan = plan_modified(rounds, 2 * half, Clause("ANC26", "App-3", ("D74",)))
    assert plan.triggered
    rule = SwissRule(Clause("ANC26", "App-3"), First.LOT, replay=plan.replay)
    order = [str(number) for number in range(2 * half)]
    meetings = Meetings()
    for number in range(1, rounds + 1):
        try:
            drawn = draw_round(order, meetings, rule, number)
        except NoLegalDraw:
            return
        for pairing in drawn.pairings:
            if pairing.again:
                assert number > plan.replay.plain_through
                assert len(pairing.again) == 1
                assert pairing.again[0] <= plan.replay.replay_through
        meetings = meetings.and_also(drawn.new_meetings())
        rng.shuffle(order)


@pytest.mark.clause("SABF20 14.1#4")
@settings(max_examples=150, deadline=None)
@given(histories(12), st.data())
def test_the_three_who_share_are_the_closest_that_leave_a_draw(
    history: tuple[tuple[str, ...], Meetings], data: st.DataObject
) -> None:
    order, meetings = history
    order = order[:-1]
    if len(order) < 3:
        return
    worth = sorted(data.draw(st.lists(st.integers(0, 6), min_size=len(order), max_size=len(order))), reverse=True)
    scores = dict(zip(order, worth, strict=True))
    half = (len(order) + 1) // 2

    def best(line: int) -> tuple[str, ...] | None:
        fit = []
        for three in combinations(range(line, len(order)), 3):
            who = tuple(order[place] for place in three)
            rest = tuple(each for each in order if each not in who)
            if any(meetings.rounds(one, other) for one, other in combinations(who, 2)):
                continue
            if any(not any(meetings.rounds(*pair) for pair in pairs) for pairs in every_draw(rest)):
                fit.append((scores[who[0]] - scores[who[2]], [-place for place in reversed(three)], who))
        return min(fit)[2] if fit else None

    expected = next((found for line in range(half, -1, -1) if (found := best(line)) is not None), None)
    try:
        drawn = draw_round(order, meetings, SHARE, 3, scores=scores)
    except NoLegalDraw:
        assert expected is None
    else:
        assert drawn.share is not None
        assert drawn.share.contestants == expected


class Event:
    """An event on random results, drawn by the product and kept as it was played."""

    def __init__(self, rule: SwissRule, size: int, seed: int) -> None:
        self.rule, self.rng, self.lots = rule, chance(seed), Lots(str(seed))
        self.names = tuple(str(number) for number in range(1, size + 1))
        self.meetings = Meetings()
        self.played: list[PlayedRound] = []
        self.outcomes: list[list[RoundResult]] = []

    def draw(self, number: int) -> Draw:
        if number == 1:
            self.scores = None
            return draw_first_round(self.names, self.rule, self.lots)
        lines = list(lines_after(self.outcomes, ORDER))
        ranked = rank_for_draw(lines, ORDER, self.lots, number)
        self.rng.shuffle(lines)
        assert rank_for_draw(lines, ORDER, self.lots, number).order == ranked.order
        self.scores = {line.contestant: line.vps for line in ranked.lines}
        return draw_round(ranked.order, self.meetings, self.rule, number, scores=self.scores)

    def play(self, drawn: Draw) -> None:
        outcomes = []
        for one, other in drawn.pairs:
            margin = self.rng.randint(-40, 40)
            ours = Fraction(max(0, min(2000, 1000 + 30 * margin)), 100)
            outcomes += [RoundResult(one, (other,), ours, margin), RoundResult(other, (one,), 20 - ours, -margin)]
        for who in drawn.share.contestants if drawn.share is not None else ():
            others = tuple(each for each in drawn.share.contestants if each != who) if drawn.share is not None else ()
            outcomes.append(RoundResult(who, others, self.rng.randint(0, 20)))
        if drawn.bye is not None:
            outcomes.append(RoundResult(drawn.bye.contestant, (), 12))
        self.outcomes.append(outcomes)
        self.played.append(PlayedRound.of(drawn, outcomes, self.scores))
        self.meetings = self.meetings.and_also(drawn.new_meetings())

    def run(self, rounds: int, slip: int = 0) -> tuple[frozenset[str], ...]:
        """Play so many rounds or until no lawful draw is left; in round *slip* the director swaps two opponents."""
        changed: tuple[frozenset[str], ...] = ()
        for number in range(1, rounds + 1):
            try:
                drawn = self.draw(number)
            except NoLegalDraw:
                break
            if number == slip:
                drawn, changed = self.swapped(drawn)
            self.play(drawn)
        return changed

    def swapped(self, drawn: Draw) -> tuple[Draw, tuple[frozenset[str], ...]]:
        a, b = self.rng.sample(range(len(drawn.pairings)), 2)
        pairings = list(drawn.pairings)
        one, other = pairings[a], pairings[b]
        pairings[a], pairings[b] = replace(one, second=other.second), replace(other, second=one.second)
        changed = tuple(frozenset((each.first, each.second)) for each in (pairings[a], pairings[b]))
        return replace(drawn, pairings=tuple(pairings)), changed


def assert_event_is_fair(event: Event) -> None:
    before = Meetings()
    for played in event.played:
        seated = [name for unit in played.units for name in unit]
        assert sorted(seated) == sorted(event.names)
        assert not any(before.rounds(one, other) for unit in played.units for one, other in combinations(unit, 2))
        if played.bye is not None:
            assert_nobody_else_could(played, before)
        before = before.and_also(played.new_meetings())


def assert_nobody_else_could(played: PlayedRound, before: Meetings) -> None:
    """Nobody who had sat out less could have sat out and left the others a lawful draw."""
    for other in played.order:
        if len(before.sat_out(other)) < len(before.sat_out(played.bye or "")):
            rest = [each for each in played.order if each != other]
            place = {name: at for at, name in enumerate(rest)}
            assert not can_complete([{place[o] for o in before.opponents(name) if o in place} for name in rest])


def whole_event(rule: SwissRule, size: int, seed: int) -> None:
    event = Event(rule, size, seed)
    event.run(12)
    assert len(event.played) == 12 or size <= 26
    assert_event_is_fair(event)
    assert check_event(event.played, rule, event.lots, ORDER) == ()


def spoilt_event(rule: SwissRule, size: int, seed: int) -> None:
    spoilt = Event(rule, size, seed)
    changed = spoilt.run(12, slip=chance(seed).randint(1, 6))
    if not changed:
        return
    (found,) = check_event(spoilt.played, rule, spoilt.lots, ORDER)
    assert set(map(frozenset, found.played)) == set(changed)
    assert found.clause == rule.clause
    assert all(who in str(found) for pair in changed for who in pair)


RULES = (NEVER, replace(NEVER, first=First.LOT), SHARE)


@pytest.mark.parametrize("rule", RULES, ids=("bye", "by lot", "share"))
@settings(max_examples=4, deadline=None)
@given(st.integers(8, 40), st.integers(0, 2**32))
def test_twelve_rounds(rule: SwissRule, size: int, seed: int) -> None:
    whole_event(rule, size, seed)


@pytest.mark.parametrize("rule", RULES, ids=("bye", "by lot", "share"))
@settings(max_examples=4, deadline=None)
@given(st.integers(8, 40), st.integers(0, 2**32))
def test_one_wrong_pairing_is_found_and_nothing_else(rule: SwissRule, size: int, seed: int) -> None:
    spoilt_event(rule, size, seed)


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.parametrize("rule", RULES, ids=("bye", "by lot", "share"))
@pytest.mark.parametrize("size", [*range(8, 30), 31, 47, 64, 99, 100, 128, 151, 199, 200])
def test_twelve_rounds_of_every_size(rule: SwissRule, size: int) -> None:
    whole_event(rule, size, size)
    spoilt_event(rule, size, size)


@pytest.mark.slow
@pytest.mark.long
@settings(max_examples=10_000, deadline=None)
@given(histories())
def test_many_histories(history: tuple[tuple[str, ...], Meetings]) -> None:
    test_the_draw_is_the_first_of_all_lawful_draws.hypothesis.inner_test(history)


@settings(max_examples=100, deadline=None)
@given(histories(), st.randoms(use_true_random=False))
def test_meetings_do_not_depend_on_the_order_they_are_told_in(
    history: tuple[tuple[str, ...], Meetings], rng: Random
) -> None:
    order, meetings = history
    told = [Meeting(a, b, when) for a, b in combinations(order, 2) for when in meetings.rounds(a, b)]
    swapped = [replace(each, first=each.second, second=each.first) if rng.random() < 1 / 2 else each for each in told]
    rng.shuffle(swapped)
    assert Meetings.of(swapped) == Meetings.of(told) == meetings
