"""A Swiss: every round is drawn from the standings, so that contestants with similar scores meet, without rematches."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from overtrick.core.draws.drawn import Draw
from overtrick.core.draws.first import draw_first_round
from overtrick.core.draws.meetings import Meetings
from overtrick.core.draws.rules import OddFieldRule, Rematch, plan_modified
from overtrick.core.draws.swiss import draw_round
from overtrick.core.event.acts import DrawPublished, Seating, Share
from overtrick.core.event.plan.ways import SwissPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.drafting import board_numbers, meetings_of, reasons_for
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.lots import Lots
from overtrick.core.ranking.standings import Purpose, Standings

Data = TypeVar("Data", bound=SwissPlay)
"""A Swiss, or a way to play that is drawn like one."""


class Swiss(ByMatches[Data]):
    """The first round is drawn by seeds or by lot, every other from the standings for the draw."""

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw of a round; with *yielding*, it has as few rematches as possible."""
        play: SwissPlay = self.data
        if yielding:
            play = replace(play, rule=replace(play.rule, rematch=Rematch.FEWEST))
        return _swiss(state, number, seeds, seed, play, met=self.relevant_meetings(state, number))

    def relevant_meetings(self, state: StageState, number: int) -> Meetings:
        """The meetings that the draw of a round considers: all of them."""
        return meetings_of(state)


def _swiss(
    state: StageState, number: int, seeds: Sequence[str], seed: str, play: SwissPlay, *, met: Meetings
) -> DrawPublished:
    lots = Lots(seed)
    rule, playing = play.rule, dict.fromkeys(state.playing)
    if play.modified is not None:
        modified = plan_modified(state.plan.rounds, len(state.contestants), play.modified)
        rule = replace(rule, replay=modified.replay) if modified.triggered else rule
    if len(playing) % 2 and rule.odd is OddFieldRule.HOUSE:
        rule = replace(rule, odd=OddFieldRule.BYE)  # there is no house pair, so a contestant sits out
    order: tuple[str, ...]
    if number == 1:
        seeded = dict.fromkeys((*seeds, *playing))  # contestants without a seed come after the seeded ones
        order = tuple(name for name in seeded if name in playing)
        drawn = draw_first_round(order, rule, lots, 1)
    else:
        table = state.standings(state.fields[0].name, Purpose.DRAW)
        order = tuple(name for name in table.order if name in playing)
        drawn = draw_round(order, met, rule, number, scores=_drawn_by(state, table))
    return _draw_act(state, number, drawn, order, seed)


def _drawn_by(state: StageState, table: Standings) -> Mapping[str, Exact]:
    """The scores behind the order for the draw, which may leave penalties out."""
    first = state.plan.standings.chain(Purpose.DRAW).steps[0].by
    return {row.contestant: dict(row.columns).get(first, row.total).value for row in table.rows}


def _draw_act(state: StageState, number: int, drawn: Draw, order: Sequence[str], seed: str) -> DrawPublished:
    boards = board_numbers(state.plan, number)
    seatings = tuple(Seating(pair.table, pair.first, pair.second, boards) for pair in drawn.pairings)
    after = max((pair.table for pair in drawn.pairings), default=0)
    shares: tuple[Share, ...] = ()
    if drawn.share is not None:
        one, two, three = drawn.share.contestants
        shares = (Share((after + 1, after + 2, after + 3), (one, two, three), boards),)
    sits_out = (drawn.bye.contestant,) if drawn.bye is not None else ()
    return DrawPublished(
        state.plan.name, number, seatings, sits_out, shares, tuple(order), seed, drawn.why(), reasons=reasons_for(drawn)
    )
