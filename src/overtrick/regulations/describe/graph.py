"""An event that is a graph of stages in sentences: each stage with its numbers, and what is printed or repaired."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from overtrick.core.event.plan.graph import DropInPlay, Graph, KnockoutPlay
from overtrick.core.event.plan.stages import Event, Stage
from overtrick.core.flow.final import quotas
from overtrick.core.flow.formats import FlowRules
from overtrick.core.flow.graph import Exit, Node
from overtrick.core.flow.stages import Who
from overtrick.core.flow.swiss import SwissRound, Triangle
from overtrick.core.provenance import VPS
from overtrick.core.ranking.measures import Measure
from overtrick.core.wording import Phrase, Said, phrase
from overtrick.regulations.describe import rules
from overtrick.regulations.describe.sentences import (
    Sentence,
    describe_part,
    fill_template,
    named_phrase,
    told_of,
    words,
)
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.read.documents import load_flow

Section: TypeAlias = tuple[Said, list[Sentence]]


def graph_sections(file: EventFile, event: Event) -> Iterator[Section]:
    """The sections of the conditions: the course of the event, every stage, and the end."""
    graph, named = event.graph, file.graph
    if graph is None or named is None:
        return
    yield phrase("Structure of the event"), list(_course(named, graph))
    for stage in event.stages:
        if isinstance(stage.play, KnockoutPlay):
            yield stage.name, list(_knockout(stage, stage.play))
        elif isinstance(stage.play, DropInPlay):
            yield stage.name, list(_swiss(stage, stage.play))
    if named.rules.choice or named.flow:
        first = next((stage.play for stage in event.stages if isinstance(stage.play, KnockoutPlay)), None)
        yield phrase("Draws"), list(describe_part("met twice", first) if first else ())
    yield phrase("Final ranking"), list(_end(graph))


def _course(named: GraphWords, graph: Graph) -> Iterator[Sentence]:
    yield from describe_part("says", named)
    yield from describe_part("format", graph)
    if named.flow is None:
        return
    yield from _repairs(load_flow(named.flow), graph.flow.entry, graph.row)
    for state in graph.flow.states():
        teams = tuple(named_phrase("section", None, count=count, name=name) for name, count in state.sections)
        yield from describe_part("moment", state, teams=teams)


def _repairs(flow: FlowRules, entry: int, row: str) -> Iterator[Sentence]:
    """What the tables print for an impossible entry, why it is impossible, and what is played instead."""
    for name, table in flow.brackets.tables.items():
        for fixed in table.repaired:
            if str(fixed[0]) in (row, str(entry)):
                yield from _repair(flow, entry, name, fixed)
    for each in flow.formats:
        for variant in each.variants if entry in each.entries else ():
            if variant.entry == entry:
                yield from describe_part("two rows", each, rows=variant.rows, entry=entry, row=row)


def _repair(flow: FlowRules, entry: int, name: str, fixed: Sequence[str | int]) -> Iterator[Sentence]:
    """One row of a table: as printed, what is wrong with it, and as played."""
    table = flow.brackets.tables[name]
    printed = next(each for each in table.rows if each[0] == fixed[0])
    cells = list(zip(table.columns[1:], map(int, printed[1:]), map(int, fixed[1:]), strict=True))
    was = {column: before for column, before, _ in cells}
    faults = flow.row_faults(name, {"entry": entry, **was})
    yield from describe_part(
        "repaired",
        table,
        name=name,
        teams=fixed[0],
        cells=tuple(named_phrase("column", None, column=column, count=count) for column, count in was.items()),
        faults=tuple(faults),
        by=table.clause,
        changes=tuple(
            named_phrase("changed", None, column=at, was=old, now=new) for at, old, new in cells if old != new
        ),
    )


def _knockout(stage: Stage, play: KnockoutPlay) -> Iterator[Sentence]:
    node = play.node
    sources = tuple(
        named_phrase("came" if each.stage else "entered", each, some=_some(each.count, each.who))
        for each in node.sources
    )
    yield from describe_part(
        "knockout",
        stage,
        node=node,
        when=named_phrase("session", node.rule),
        sources=sources,
        contest=tuple(_contest(node)),
    )
    yield from _draw(play)
    grouped = node.rule.groups is not None
    if play.tie is not None and not grouped:
        steps = (fill_template(words().words["tie"][step.name], play.tie, {}) for step in play.tie.steps)
        yield from describe_part("level", play, steps=tuple(steps))
    if node.triangles:
        yield from describe_part("triangle", play, group=grouped)
    if node.rule.groups is not None and node.triangles:
        on = node.rule.groups.going_on(node.teams, node.rule.winners or node.teams)
        yield from describe_part("survivors", play, on=tuple(sorted(set(on), reverse=True)))
    if play.lucky is not None and any(each.rule.who is Who.LUCKY for each in node.exits):
        yield from told_of(play.lucky, who=tuple(lost for lost, _ in play.lucky.classes))
    for each in node.exits:
        yield from describe_part("leaves", each, some=_some(each.count, each.rule.who), to=_destination(each))


def _some(count: int, who: Who) -> Phrase:
    """The contestants who leave a stage in one way, in words.

    >>> [str(_some(*each)) for each in ((1, Who.LUCKY), (3, Who.LOSERS), (1, Who.FIRST))]
    ['1 lucky loser', '3 losers', 'the 1st']
    """
    if who in (Who.FIRST, Who.SECOND, Who.THIRD):
        return named_phrase("one" if count == 1 else "several", None, count=count, who=who)
    return named_phrase("leaving", None, count=count, who=who.one if count == 1 else who)


def _destination(leaving: Exit) -> Phrase:
    """Where contestants who leave a stage go: to another stage, or to a final rank."""
    rank, one = leaving.rule.rank, leaving.count == 1
    last = (rank or 0) + leaving.count - 1
    return named_phrase("goes" if rank is None else "rank" if one else "ranks", leaving.rule, one=one, last=last)


def _contest(node: Node) -> Iterator[Phrase]:
    boards = node.rule.boards
    if node.matches or not node.triangles:
        yield named_phrase("match", None, count=node.matches, boards=boards)
    if node.triangles:
        yield named_phrase(
            "triangle" if node.size == 3 else "four", None, count=node.triangles, boards=node.group_boards
        )
    if node.byes:
        yield named_phrase("bye", None, count=node.byes)


def _draw(play: KnockoutPlay) -> Iterator[Sentence]:
    node = play.node
    if play.blocks is not None and node.rule.enters:
        yield from describe_part("drawn in blocks", play)
        return
    yield from describe_part("ranked" if play.order else "by seeds", play, unseeded=node.teams <= 2)
    for place, tier in enumerate(play.tiers):
        ways = tuple(named_phrase("way", None, who=who, stage=stage) for stage, who in tier)
        yield from describe_part("tier", play, ways=ways, after=place)
    for rule in play.places:
        yield from told_of(rule, one=rule.wins and rule.wins[-1] == 1, number=isinstance(rule.at, int))
    if node.rule.groups is not None:
        yield from describe_part("dealt", play, byes=node.byes)
    elif play.choice is not None:
        yield from told_of(play.choice, several=len(play.choice.choosers) > 1)
    else:
        known = words().words["method"].get(node.rule.draw.name)
        how = named_phrase("by", node.rule) if known is None else Phrase(known)
        yield from describe_part("drawn", play, byes=node.byes, middle=node.triangles and node.matches, how=how)


def _swiss(stage: Stage, play: DropInPlay) -> Iterator[Sentence]:
    yield from describe_part("swiss", stage)
    rounds = [(number, node, node.swiss) for number, node in zip(play.numbers, play.nodes, strict=True) if node.swiss]
    for number, node, made in rounds:
        yield from describe_part(
            "round", node, number=number, when=named_phrase("session", node.rule), made=tuple(_make_up(made))
        )
    if play.entering is not None:
        yield from describe_part("entering", play)
    if play.drop_in is not None:
        held = {number for number, _, made in rounds if number != play.numbers[0] and made.entrants}
        for row in play.drop_in.rows:
            if row.round in held:
                yield from told_of(row, instead=named_phrase("less" if row.flat is None else "flat", row))
        yield from describe_part("leader", play.drop_in)
    yield from rules.scoring_lines(stage.scoring, 2, stage.boards)
    yield from rules.ranking_lines(stage.standings, drawn=True)


def _make_up(made: SwissRound) -> Iterator[Phrase]:
    if made.entrants and not made.by_lot:
        yield named_phrase("dropping", made)
    if made.triangle in (Triangle.STARTS, Triangle.CONTINUES):
        yield Phrase(words().words["triangle"][made.triangle.name])
    for name, how in words().words["matches"].items():
        if count := getattr(made, name):
            yield named_phrase("drawn", None, count=count, how=Phrase(how))


def _end(graph: Graph) -> Iterator[Sentence]:
    entry = graph.flow.entry
    measures = graph.table.chain.measures if graph.table else ()
    yield from describe_part(
        "end",
        graph,
        by=tuple(Phrase(VPS.many) if by is Measure.TOTAL else by for by in measures),
        table=graph.table,
        play_off=graph.play_off if graph.table else None,
        places=tuple(quotas(entry, graph.quotas)),
        lowest=graph.replacement.lowest(entry) if graph.replacement else None,
    )
