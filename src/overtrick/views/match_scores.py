"""What every match of a stage brought each contestant, side by side, as a ranking list shows it."""

from dataclasses import dataclass

from overtrick.core.event.play.progress import provisional, settled
from overtrick.core.event.play.stage import StageState
from overtrick.views import addresses
from overtrick.views.season import counts_by_session
from overtrick.views.whys import Number, figure_number, stage_slug


@dataclass(frozen=True, slots=True)
class MatchScores:
    """The rounds that count, and under each contestant what each of them brought; a round without a match is empty."""

    rounds: tuple[int, ...]
    scores: dict[str, tuple[Number, ...]]


def match_scores(state: StageState) -> MatchScores:
    """The matches of a stage as far as its standings go; none where only a whole session has a score."""
    if counts_by_session(state):
        return MatchScores((), {})
    after = settled(state)
    rounds = tuple(each for each in sorted(after.rounds) if each <= after.last_round)
    slug = stage_slug(state.plan.name)
    moving = {number: provisional(state, number) for number in rounds}
    scores = {}
    for name in state.contestants:
        lines = ((number, state.match_line(name, number)) for number in rounds)
        scores[name] = tuple(
            figure_number(line.score, addresses.Match(slug, number, name), moving[number]) if line else Number("")
            for number, line in lines
        )
    return MatchScores(rounds, scores)
