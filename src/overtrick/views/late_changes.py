"""Notes on a stage whose scores changed after it closed, or that goes on although others would qualify now."""

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.play.stage import StageState
from overtrick.core.ranking.carry_over import NoCarry
from overtrick.core.wording import Phrase, phrase
from overtrick.director.late_changes import PlayStands, play_that_stands
from overtrick.views.names import who


def late_notes(event: Tournament, state: StageState) -> tuple[Phrase, ...]:
    """The notes on a stage: on the one that closed, and on the one that was started from it."""
    name = state.plan.name
    stands = [each for each in play_that_stands(event) if name in (each.stage, each.source)]
    if not stands and state.late_changes:
        return (phrase("Scores of {stage} changed after it closed.", stage=name),)
    return tuple(
        phrase(
            "Scores of {source} changed after it closed. On the new scores, {qualified} would have qualified "
            "for {stage} instead of {playing}. The contestants that started {stage} play on ({clause})"
            "{carries:; their carry-over follows the new scores|}.",
            source=each.source,
            stage=each.stage,
            qualified=tuple(who(event, name).numbered for name in each.qualified),
            playing=tuple(who(event, name).numbered for name in each.playing),
            clause=each.clause,
            carries=_carries(event, each),
        )
        for each in stands
    )


def _carries(event: Tournament, found: PlayStands) -> bool:
    """Whether contestants carry anything over into the stage that started."""
    plan = event.stage(found.stage).plan
    rules = (plan.brings(source) for source in plan.sources if source.stage == found.source)
    return any(rule is not None and not isinstance(rule, NoCarry) for rule in rules)
