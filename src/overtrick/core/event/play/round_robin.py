"""Round robins: all contestants meet, by a printed draw, a balanced final or the circle method."""

from collections.abc import Mapping, Sequence

from overtrick.core.draws.bye_rounds import bring_bye_forward, spread_byes
from overtrick.core.draws.round_robin import byes_by_round, circle, held_by
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import DrawPublished, DrawReason, Seating
from overtrick.core.event.plan.stages import Stage
from overtrick.core.event.plan.ways import RobinDraw, RobinPlay
from overtrick.core.event.play.by_matches import ByMatches
from overtrick.core.event.play.drafting import BY_PLACING, ROUND_ROBIN, board_numbers, reason_words
from overtrick.core.event.play.stage import StageState
from overtrick.core.movements.teams import match_sets, teams_movement


class RoundRobin(ByMatches[RobinPlay]):
    """Round robins whose positions are held by number, or by place."""

    def rounds(self, state: StageState) -> int:
        """The number of rounds in all its round robins."""
        return sum(len(robin.rounds) for robin in robins_of(self.data, state.plan.boards, len(state.contestants)))

    def draft(
        self, state: StageState, number: int, seeds: Sequence[str], seed: str, *, yielding: bool
    ) -> DrawPublished:
        """The draw of a round from its round robin."""
        return _robin(state, number, self.data)

    def opponents(self, state: StageState, number: int) -> Mapping[str, str]:
        """The opponents from the round robin; one drawn by placing is not known before its first round."""
        robin, before = _robin_of(state, number, self.data)
        if robin.by_placing and before + 1 not in state.rounds:
            return {}
        matches = held_by(*_matches(state, number, self.data))
        return {one: two for match in matches if len(match) == 2 for one, two in (match, match[::-1])}


def robins_of(play: RobinPlay, boards: int, size: int) -> tuple[RobinDraw, ...]:
    """The round robins for a field of this size: as printed, as a balanced final, or by the circle method."""
    for printed in play.printed:
        if size in printed.sizes:
            return printed.robins
    for final in play.finals:
        if final.boards == boards and size in (2 * final.tables, 2 * final.tables - 1):
            return (RobinDraw(final.draw),)
    return (RobinDraw(circle(size + size % 2)),) * play.times


def _robin_of(state: StageState, number: int, play: RobinPlay) -> tuple[RobinDraw, int]:
    """The round robin to which a round belongs, and the number of rounds before it."""
    before = 0
    for robin in robins_of(play, state.plan.boards, len(state.contestants)):
        if number <= before + len(robin.rounds):
            return robin, before
        before += len(robin.rounds)
    raise DirectorError("{plan} has no round {number}", clause=state.plan.clause, plan=state.plan.name, number=number)


def _matches(state: StageState, number: int, play: RobinPlay) -> tuple[Sequence[tuple[int, int]], tuple[str, ...]]:
    """The matches of a round by the positions in its round robin, and the holders of the positions."""
    robin, before = _robin_of(state, number, play)
    holders = _holders(state, before, by_placing=robin.by_placing)
    order = _round_order(state, play, holders, robin, before)
    return robin.rounds[order[number - before - 1]], holders


def _robin(state: StageState, number: int, play: RobinPlay) -> DrawPublished:
    size = len(state.contestants)
    robin, _ = _robin_of(state, number, play)
    matches, holders = _matches(state, number, play)
    usual = board_numbers(state.plan, number)
    sets = match_sets(teams_movement(size)) if play.by_movement else {}
    patterns = _patterns(play, state.plan, size)
    seatings, sits_out = [], []
    for table, match in enumerate(held_by(matches, holders), start=1):
        seated = [name for name in match if state.status(name).plays]
        if len(seated) < 2:
            sits_out += seated
            continue
        places = frozenset(holders.index(name) + 1 for name in seated)
        first = (sets[places] - 1) * len(usual) if sets else usual[0] - 1
        boards = tuple(range(first + 1, first + 1 + len(usual)))
        pattern = patterns[table - 1] if patterns else robin.pattern(table, len(boards))
        switched = tuple(board for board, way in zip(boards, pattern, strict=False) if way == "E")
        seatings.append(Seating(table, seated[0], seated[1], boards, switched))
    reason = DrawReason(BY_PLACING if robin.by_placing else ROUND_ROBIN, said=str(state.plan.clause))
    return DrawPublished(
        state.plan.name, number, tuple(seatings), tuple(sits_out), (), tuple(holders), "",
        str(reason_words(reason, number)), reasons=(reason,),
    )  # fmt: skip


def _holders(state: StageState, before: int, *, by_placing: bool) -> tuple[str, ...]:
    """The holder of each position: by number, or by place when the first round of this round robin was drawn."""
    if not by_placing:
        return state.contestants
    if before + 1 in state.rounds:
        return state.rounds[before + 1].draw.order
    earlier = [drawn.draw.order for number, drawn in sorted(state.rounds.items()) if number > before]
    return earlier[0] if earlier else state.standings(state.fields[0].name).order


def _round_order(
    state: StageState, play: RobinPlay, holders: Sequence[str], robin: RobinDraw, before: int
) -> tuple[int, ...]:
    """The rounds of a round robin in the order of play, which may differ from the draw because of byes."""
    as_drawn = tuple(range(len(robin.rounds)))
    if not robin.by_placing or len(holders) != 2 * len(robin.rounds[0]) - 1:  # not exactly one bye in every round
        return as_drawn
    byes = byes_by_round(robin.rounds, len(holders) + 1)
    numbers = [state.contestants.index(name) + 1 for name in holders]
    if play.bye_moved is not None and len(holders) == play.bye_moved.contestants:
        return bring_bye_forward(numbers, byes, 0, play.bye_moved).order
    if play.byes_spread is not None and len(holders) == play.byes_spread.contestants:
        first = before + 1
        sat = {first + place: numbers[bye - 1] for place, bye in enumerate(byes)}
        sat |= {number: state.contestants.index(name) + 1 for number, drawn in state.rounds.items()
                if number < first for name in drawn.draw.sits_out}  # fmt: skip
        spread = spread_byes(sat, _days(state.plan), first, play.byes_spread)
        return tuple(number - first for number in spread.order)
    return as_drawn


def _days(plan: Stage) -> Mapping[str, tuple[int, ...]]:
    """The rounds of each session of a stage."""
    starts = [1 + sum(plan.sessions[:place]) for place in range(len(plan.sessions))]
    return {
        str(place): tuple(range(first, first + length))
        for place, (first, length) in enumerate(zip(starts, plan.sessions, strict=True), start=1)
    }


def _patterns(play: RobinPlay, plan: Stage, size: int) -> tuple[str, ...]:
    for final in play.finals:
        if final.boards == plan.boards and size in (2 * final.tables, 2 * final.tables - 1):
            return final.patterns
    return ()
