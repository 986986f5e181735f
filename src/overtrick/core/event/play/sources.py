"""Which of the sources of a stage each of its contestants comes from."""

from collections.abc import Iterable, Mapping

from overtrick.core.event.plan.stages import Source, Stage
from overtrick.core.event.play.stage import StageState


def came_from(plan: Stage, contestant: str, before: Mapping[str, StageState]) -> Source | None:
    """The source of a stage that a contestant comes from: of those it played in, the one that started last.

    Whoever lost its way into a final in the qualifying and won it back in a consolation comes from there; who played in
    none of them dropped in from another event, where some do.
    """
    if len(plan.sources) < 2:
        return plan.source
    started = list(before)
    played = [each for each in plan.sources if each.stage in before and contestant in before[each.stage].contestants]
    return max(played, key=lambda each: started.index(each.stage), default=plan.dropping_in)


def by_source(plan: Stage, contestants: Iterable[str], before: Mapping[str, StageState]) -> dict[Source, list[str]]:
    """The contestants of a stage by the source they come from, in the order of its sources."""
    groups: dict[Source, list[str]] = {source: [] for source in plan.sources}
    for name in contestants:
        source = came_from(plan, name, before)
        if source is not None:
            groups[source].append(name)
    return {source: names for source, names in groups.items() if names or len(groups) < 2}
