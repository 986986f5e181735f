"""The source from which each contestant of a stage comes."""

from collections.abc import Iterable, Mapping

from overtrick.core.event.plan.stages import Source, Stage
from overtrick.core.event.play.stage import StageState


def came_from(plan: Stage, contestant: str, before: Mapping[str, StageState]) -> Source | None:
    """The source from which a contestant comes: of the stages it played in, the one that started last.

    A contestant that missed the final in the qualifying and then qualified from a consolation comes from the
    consolation. One that played in no source dropped in from another event, where the stage has such a source.
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
