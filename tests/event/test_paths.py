"""A team's way through a graph of stages, told from books of rehearsed events."""

from functools import cache
from random import Random

import pytest

from overtrick.core.event.acts import DrawPublished, Posting, ResultPosted, StageClosed
from overtrick.core.event.after.paths import ANY, path_of
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.event.play.graph import path
from overtrick.core.event.play.knockout import outcomes
from overtrick.core.flow.stages import Who
from overtrick.lab.fault_rates import NO_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.regulations.plan.event_book import plan_for

pytestmark = pytest.mark.whole

GRAPH = "gnot-nsw-2018/gnot"
STAGE = "M1"
"""A stage with lucky losers."""


@cache
def book(seed: int) -> tuple[Posting, ...]:
    return tuple(Rehearsal(plan_for(GRAPH), GRAPH, Random(str(seed)), NO_FAULTS).play(23))


def until(postings: tuple[Posting, ...], place: int) -> Tournament:
    return replay(plan_for(GRAPH), postings[:place])


def closing(postings: tuple[Posting, ...]) -> int:
    return next(n for n, p in enumerate(postings) if isinstance(p.act, StageClosed) and p.act.stage == STAGE)


@pytest.mark.parametrize("seed", range(3))
def test_once_a_stage_is_over_it_stands_who_is_a_lucky_loser(seed: int) -> None:
    postings = book(seed)
    at = closing(postings)
    before, after = until(postings, at), until(postings, at + 1)
    left = after.stage(STAGE).left
    assert left is not None
    for match in outcomes(before.stage(STAGE)):
        assert match.loser is not None
        assert match.winner is not None
        lucky = {need.who: need.stands for need in path_of(before, match.loser).needs}[Who.LUCKY]
        assert lucky == (match.loser in left.leavers_in_role(Who.LUCKY))
        assert [need.who for need in path_of(before, match.winner).needs] == [Who.WINNERS]


@pytest.mark.parametrize("seed", range(6))
def test_the_margin_of_the_last_match_decides_who_is_lucky(seed: int) -> None:
    """All other matches over: losing by the margin keeps a place, by more does not."""
    postings = book(seed)
    results = [(n, p.act) for n, p in enumerate(postings) if isinstance(p.act, ResultPosted) and p.act.stage == STAGE]
    last = results[-1][1]
    start = next(n for n, act in results if act.table == last.table)
    before, after = until(postings, start), until(postings, closing(postings) + 1)
    match = next(each for each in outcomes(after.stage(STAGE)) if each.table == last.table)
    left = after.stage(STAGE).left
    assert match.loser is not None
    assert left is not None
    lost_by = max(match.imps[0] - match.imps[1], match.imps[1] - match.imps[0])
    need = next(need for need in path_of(before, match.loser).needs if need.who is Who.LUCKY)
    if lost_by:
        assert (match.loser in left.leavers_in_role(Who.LUCKY)) == (need.margin is not None and lost_by <= need.margin)
    assert need.margin is None or 1 <= need.margin <= ANY


@pytest.mark.parametrize("seed", range(2))
def test_what_can_come_always_holds_what_did_come(seed: int) -> None:
    postings = book(seed)
    whole = replay(plan_for(GRAPH), postings)
    ends = {team: path(whole, team) for team in whole.entries}
    draws = [n for n, p in enumerate(postings) if isinstance(p.act, DrawPublished)]
    for place in draws[::4]:
        event = until(postings, place + 1)
        for team in ("1", "7", "15", "23"):
            now = path_of(event, team)
            known = {each.step.node for each in now.been}
            assert {step.node for step in ends[team]} <= known | set(now.ahead)


def test_before_the_first_draw_everything_can_still_come() -> None:
    event = Tournament(plan_for(GRAPH))
    for posting in book(0):
        if isinstance(posting.act, DrawPublished):
            break
        event.post(posting)
    found = path_of(event, "7")
    assert found.ranks[0] == (1, 1)
    assert found.ranks[-1][1] == 23
