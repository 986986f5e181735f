"""Every set of lucky losers with which an entry works out."""

from collections.abc import Iterator, Sequence

from overtrick.core.flow.graph import Flow, Node, arriving, check_flow, node_of
from overtrick.core.flow.stages import Counts, FirstRound, NoFlow, StageRule


def feasible(entry: int, stages: Sequence[StageRule], first: FirstRound) -> Iterator[tuple[Counts, Flow]]:
    """Every choice of lucky losers that gives a lawful flow, by trying them all, stage by stage.

    A stage whose numbers do not work out ends its branch of the search there.
    """
    held = [stage for stage in stages if stage.applies_to(entry)]
    yield from _branch(entry, held, first, (), Counts())


def _branch(
    entry: int, stages: Sequence[StageRule], first: FirstRound, nodes: tuple[Node, ...], counts: Counts
) -> Iterator[tuple[Counts, Flow]]:
    if not stages:
        try:
            yield counts, check_flow(Flow(entry, nodes))
        except NoFlow:
            return
        return
    rule, rest = stages[0], stages[1:]
    teams = first.teams if rule.enters else sum(source.count for source in arriving(rule.name, nodes))
    for lucky in range(teams // 2 + 1 if rule.lucky else 1):
        tried = Counts((*counts.lucky, (rule.lucky, lucky))) if rule.lucky else counts
        try:
            node = node_of(rule, nodes, tried, first)
        except NoFlow:
            continue
        yield from _branch(entry, rest, first, nodes if node is None else (*nodes, node), tried)
