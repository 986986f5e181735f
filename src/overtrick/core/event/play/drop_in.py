"""A Swiss that losers of a knockout drop into: their carry-overs, their ranking, and the draw of each round."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from overtrick.core.draws.drawn import Draw, ShareMatch
from overtrick.core.draws.first import draw_first_round
from overtrick.core.draws.order import Record, rank
from overtrick.core.draws.swiss import draw_round
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawPublished, Seating, Trio
from overtrick.core.event.plan.graph import DropInPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.cache import cache_as
from overtrick.core.event.play.dependencies import BROUGHT
from overtrick.core.event.play.drafting import board_numbers, meetings_of, reasons_for
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import Exact
from overtrick.core.flow.drop_in import drop_in, leader_score
from overtrick.core.lots import Lots
from overtrick.core.provenance import Figure, total
from overtrick.core.ranking.standings import Purpose
from overtrick.core.wording import phrase


class DropIn(ByMatches[DropInPlay]):
    """A Swiss in progress that others join, with carry-overs that depend on its leader's score."""

    @property
    def together(self) -> bool:
        """True: a carry-over may depend on any contestant's score."""
        return True

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw: drop-ins against the Swiss in reverse order, then the rest of each group among themselves."""
        return draft_drop_in(state, number, seed)

    def carry(self, state: StageState, contestant: str) -> Figure[Exact] | None:
        """A contestant's carry-over when it joined."""
        return carry(state, contestant)


def drop_in_of(state: StageState) -> DropInPlay:
    """The rules of a Swiss that others drop into."""
    if not isinstance(state.plan.play, DropInPlay):
        raise DirectorError("{plan} has no drop-ins", clause=state.plan.clause, plan=state.plan.name)
    return state.plan.play


def joined_in(state: StageState, contestant: str) -> int:
    """The first round of a contestant; 1 if it was there from the start."""
    return next((number for number, names in state.joined.items() if contestant in names), 1)


def carry(state: StageState, contestant: str) -> Figure[Exact] | None:
    """The carry-over of a contestant that dropped in; None for those there from the start."""
    number = joined_in(state, contestant)
    return carried_into(state, number) if number > 1 else None


@cache_as(BROUGHT)
def carried_into(state: StageState, number: int) -> Figure[Exact] | None:
    """The carry-over of all contestants that join for a round, from the leader's score at that time.

    A deferred carry-over is given once its round is closed. Teams in an unfinished triangle do not count as
    leader, even afterwards.
    """
    play = drop_in_of(state)
    if play.drop_in is None:
        return None
    row = play.drop_in.row(play.numbers[number - 1])
    if row.deferred and not (number in state.rounds and state.rounds[number].closed):
        return None
    last = number if row.deferred else number - 1
    before = [name for name in state.contestants if joined_in(state, name) < number]
    playing_on = state.playing_on(number) if not row.deferred else None
    totals = {name: total_through(state, name, last) for name in before}
    found = drop_in(
        row.round, leader_score(totals, play.drop_in, playing_on.teams if playing_on else ()), play.drop_in
    ).carry
    if number == row.round:
        return found
    own = phrase(
        "carried into round {number}, which is round {row} of the table: the larger of columns A and B",
        number=number,
        row=row.round,
    )
    return replace(found, note=own)


def total_through(state: StageState, contestant: str, last: int) -> Figure[Exact]:
    """A contestant's total after a round."""
    brought = carry(state, contestant)
    lines = [state.match_line(contestant, number) for number in sorted(state.rounds) if number <= last]
    fined = [
        figure
        for given, figure in zip(state.given_to(contestant), state.penalties_of(contestant), strict=True)
        if given.round <= last
    ]
    parts = (*((brought,) if brought else ()), *(line.score for line in lines if line is not None), *fined)
    return total(
        parts,
        state.unit,
        state.plan.standings.clause,
        phrase("total of team {contestant} after round {last}", contestant=contestant, last=last),
    )


def rank_entrants(state: StageState, losses: Iterable[Record], number: int) -> tuple[str, ...]:
    """The drop-ins for a round, best first, by the matches they lost."""
    play, listed = drop_in_of(state), list(losses)
    if play.entering is None or len(listed) < 2:
        return tuple(each.team for each in listed)
    return rank(listed, play.entering, state.lot, about=f"entrants of round {play.numbers[number - 1]}").teams


def draft_drop_in(state: StageState, number: int, seed: str) -> DrawPublished:
    """The draw of a round: first by lot, later drop-ins against the Swiss in reverse, and the rest among themselves."""
    play = drop_in_of(state)
    entrants = state.joined.get(number, ())
    if number == 1:
        order = state.playing
        drawn = draw_first_round(order, play.rule, Lots(seed), 1)
    else:
        table = state.standings(state.fields[0].name, Purpose.DRAW)
        order = tuple(name for name in table.order if name in state.playing and name not in entrants)
        trio = state.playing_on(number)
        playing_on = ShareMatch(trio.three, trio.rounds) if trio is not None else None
        drawn = draw_round(
            order, meetings_of(state), play.rule, number,
            entrants=[name for name in entrants if name in state.playing], playing_on=playing_on,
        )  # fmt: skip
    return _draw_act(state, number, drawn, order, seed)


def _draw_act(state: StageState, number: int, drawn: Draw, order: tuple[str, ...], seed: str) -> DrawPublished:
    boards = board_numbers(state.plan, number)
    seatings = tuple(Seating(pair.table, pair.first, pair.second, boards) for pair in drawn.pairings)
    trios: tuple[Trio, ...] = ()
    if drawn.share is not None and state.playing_on(number) is None:
        after = len(seatings)
        one, two, three = drawn.share.contestants
        trios = (Trio((after + 1, after + 2, after + 3), (one, two, three), boards, drawn.share.rounds),)
    sits_out = (drawn.bye.contestant,) if drawn.bye is not None else ()
    return DrawPublished(
        state.plan.name, number, seatings, sits_out, (), order, seed, drawn.why(), trios=trios,
        reasons=reasons_for(drawn),
    )  # fmt: skip
