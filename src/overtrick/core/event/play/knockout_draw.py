"""The draw of a knockout stage by its regulations: by seeds and lot, by choice, high against low, or by lot."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from overtrick.core.draws.choice import Choice, Phase, Turn, begin, choose, declare, forfeit, open_choice, turn
from overtrick.core.draws.first import neighbours
from overtrick.core.draws.knockout import KnockoutDraw, Limits, Met, Pairing, set_draw
from overtrick.core.draws.seeding import snake
from overtrick.core.errors import DirectorError
from overtrick.core.event.acts import (
    ChoiceDeclared,
    ChoiceForfeited,
    ChoiceMade,
    ChoosingBegun,
    DrawPublished,
    Seating,
    Trio,
)
from overtrick.core.event.plan.graph import KnockoutPlay
from overtrick.core.event.play.drafting import phrase_reason
from overtrick.core.event.play.graph import InPlay, meetings, opening, ranking
from overtrick.core.event.play.knockout import ROUND, knockout_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.flow.stages import Contest, DrawMethod
from overtrick.core.lots import Lots
from overtrick.core.provenance import Clause
from overtrick.core.wording import Phrase, phrase

OPPONENT = "opponent"
"""What a choice in the ceremony is about."""

Step = ChoiceDeclared | ChoosingBegun | ChoiceMade | ChoiceForfeited


def by_choice(state: StageState) -> bool:
    """Whether a stage is drawn by choice."""
    return state.plan.play.choice_rule(len(state.contestants)) is not None


def ceremony(event: InPlay, stage: str) -> Choice:
    """The choosing of a stage as it stands: the ranked field, what was declared, the turns and the pairs so far.

    `open_turn` has the turn that is open, with every team left and why it may be chosen or not. Before the
    first declaration the ranking is that of the moment; the first step of the ceremony fixes it.
    """
    state = event.stages.get(stage)
    if state is None:
        raise DirectorError(
            "{stage} has not started", remedy="First start the stage with its contestants.", stage=stage
        )
    if state.choice is not None:
        return state.choice
    rule = state.plan.play.choice_rule(len(state.contestants))
    if rule is None:
        raise DirectorError(
            "{stage} is not drawn by choice",
            clause=state.plan.clause,
            remedy="Publish the draw instead.",
            stage=stage,
        )
    if not state.plan.play.in_graph:
        return open_choice(state.contestants, {}, rule)  # in the order they qualified; all may meet again
    return open_choice(ranking(event, state).teams, meetings(event, stage), rule)


def open_turn(choice: Choice) -> Turn | None:
    """The turn that is open, or nothing while teams declare and after the last."""
    return turn(choice) if choice.phase is Phase.CHOOSING else None


def take_step(event: InPlay, act: Step) -> Choice:
    """The ceremony after one step more; refused, with the reason, if the regulation does not allow it."""
    here = ceremony(event, act.stage)
    match act:
        case ChoiceDeclared(_, team, available):
            return declare(here, team, available=available)
        case ChoosingBegun():
            return begin(here)
        case ChoiceMade(_, _, team, opponent):
            return choose(_turn_of(here, team), opponent)
        case ChoiceForfeited(_, team):
            return forfeit(_turn_of(here, team))


def _turn_of(here: Choice, team: str) -> Choice:
    """The same ceremony, if it is this team's turn."""
    whose = turn(here).chooser
    if whose != team:
        raise DirectorError(
            "Team {whose} is due to choose, not team {team}", clause=here.rule.clause, whose=whose, team=team
        )
    return here


Three = tuple[str, str, str]


def draft_knockout(event: InPlay, state: StageState, seed: str) -> DrawPublished:
    """The draw of a knockout stage, ready to publish; *seed* is the recorded lot for everything left to chance."""
    play = knockout_of(state)
    if play.blocks is not None and play.node.rule.enters:
        return _opening(event, state, play)
    match play.node.rule.draw:
        case DrawMethod.CHOICE:
            choice = ceremony(event, state.plan.name)
            if choice.phase is not Phase.DRAWN:
                raise DirectorError(
                    "{plan} cannot be drawn yet: {phase}",
                    clause=choice.rule.clause,
                    remedy="Record the declarations, start the choosing, and let every team choose or forfeit.",
                    plan=state.plan.name,
                    phase=choice.phase,
                )
            return _draw_act(state, choice.draw, (), (), choice.ranked, seed="")
        case DrawMethod.LOT:
            order = Lots(seed).derive(state.plan.name).order(sorted(state.playing))
            pairs = [_pair(one, two, play.draw.clause, phrase("by lot")) for one, two in neighbours(order)]
            return _draw_act(state, KnockoutDraw(tuple(pairs), play.draw.clause), (), (), order, seed=seed)
        case DrawMethod.HEAD_TO_HEAD:
            pairs = [
                _pair(*pair, play.node.rule.clause, phrase("the last two teams")) for pair in neighbours(state.playing)
            ]
            return _draw_act(state, KnockoutDraw(tuple(pairs), play.node.rule.clause), (), (), state.playing, seed="")
        case _:
            return _draw_by_rank(event, state, play)


def _pair(one: str, two: str, clause: Clause, why: Phrase) -> Pairing:
    return Pairing(one, two, clause, (why,))


def _opening(event: InPlay, state: StageState, play: KnockoutPlay) -> DrawPublished:
    drawn = opening(event)
    if drawn is None:
        raise DirectorError("{plan} has no opening draw", clause=state.plan.clause, plan=state.plan.name)
    if play.node.rule.contest is Contest.TRIANGLES:
        return _draw_act(state, KnockoutDraw((), drawn.clause), drawn.triangles, (), state.playing, seed="")
    return _draw_act(state, KnockoutDraw(drawn.pairs, drawn.clause), (), (), state.playing, seed="")


def _draw_by_rank(event: InPlay, state: StageState, play: KnockoutPlay) -> DrawPublished:
    """High against low, with byes for the highest and triangles from the middle; groups are filled in a snake."""
    order, met = ranking(event, state).teams, meetings(event, state.plan.name)
    rule = play.node.rule
    if rule.groups is not None:
        count = len(rule.groups.going_on(len(order), rule.winners or len(order)))
        resting = len(order) - count * rule.groups.size
        groups = tuple(map(tuple, snake(order[resting:], count))) if count else ()
        return _draw_act(state, KnockoutDraw((), rule.groups.clause), groups, order[:resting], order, seed="")
    short = len(order) != play.node.teams  # a team withdrew, so there are byes
    triangles = 0 if short else play.node.triangles
    byes = len(order) % 2 if short else play.node.byes
    left = order[byes:]
    outer = (len(left) - 3 * triangles) // 2
    edge = (*left[:outer], *left[len(left) - outer :])
    trios = deal_triangles(left[outer : len(left) - outer], triangles, met)
    return _draw_act(state, set_draw(edge, met, play.draw), trios, order[:byes], order, seed="")


def deal_triangles(middle: Sequence[str], count: int, met: Met) -> tuple[Three, ...]:
    """The middle of a ranking divided into triangles in a snake.

    If that causes rematches, it is the division with the fewest rematches that keeps the highest teams in their
    triangles.

    >>> deal_triangles(("3", "4", "5", "6", "7", "8"), 2, {})
    (('3', '6', '7'), ('4', '5', '8'))
    """
    if not count:
        return ()
    dealt = tuple((one, two, three) for one, two, three in snake(middle, count))
    if not _again(dealt, met):
        return dealt
    heads = [trio[0] for trio in dealt]
    wished = {team: place for place, trio in enumerate(dealt) for team in trio}

    def moved(deal: tuple[Three, ...]) -> int:
        return sum(wished[team] != place for place, trio in enumerate(deal) for team in trio)

    deals = _deals(tuple(middle), heads)
    return min(deals, key=lambda deal: (_again(deal, met), moved(deal), deal))


def _deals(teams: tuple[str, ...], heads: Sequence[str]) -> Iterator[tuple[Three, ...]]:
    """Every division of the teams into triangles, in the order of their highest teams."""
    if not teams:
        yield ()
        return
    first = teams[0]
    for two, three in combinations(teams[1:], 2):
        rest = tuple(team for team in teams if team not in (first, two, three))
        for others in _deals(rest, heads):
            yield ((first, two, three), *others)


def _again(deal: Sequence[Three], met: Met) -> int:
    limits = Limits(met)
    return sum(len(limits.meetings(*pair)) for trio in deal for pair in combinations(trio, 2))


def _draw_act(
    state: StageState,
    drawn: KnockoutDraw,
    trios: Sequence[tuple[str, ...]],
    byes: Sequence[str],
    order: Sequence[str],
    *,
    seed: str,
) -> DrawPublished:
    boards = tuple(range(1, state.plan.boards + 1))
    seatings = tuple(Seating(table, *pair.teams, boards) for table, pair in enumerate(drawn.pairs, start=1))
    node, after = knockout_of(state).node, len(seatings)
    short, tables = boards[: node.group_boards], node.size * (node.size - 1) // 2
    threes = tuple(
        Trio(tuple(range(after + tables * n + 1, after + tables * (n + 1) + 1)), trio, short)
        for n, trio in enumerate(trios)
    )
    notes = [
        *drawn.flags,
        *(phrase("{three:triangle|group}: {trio:,}", three=node.size == 3, trio=trio) for trio in trios),
        *(phrase("{team} has a bye", team=team) for team in byes),
    ]
    reasons = (
        *(phrase_reason(pair.reason, table, pair.teams) for table, pair in enumerate(drawn.pairs, start=1)),
        *map(phrase_reason, notes),
    )
    why = "\n".join(map(str, [*drawn.pairs, *notes]))
    return DrawPublished(
        state.plan.name, ROUND, seatings, tuple(byes), (), tuple(order), seed, why, trios=threes, reasons=reasons
    )
