"""Finds the defects of a graph of stages: rows that do not add up, formats not printed, places no one can fill."""

from collections.abc import Iterator

from overtrick.core.draws.lucky_losers import fewest_eligible
from overtrick.core.flow.formats import FlowRules
from overtrick.core.flow.graph import Flow, Node
from overtrick.core.flow.stages import Contest, Who
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.lint.findings import Finding, covering_readings, make_finding
from overtrick.regulations.plan.graph import course_of
from overtrick.regulations.read.documents import load_flow


def lint_graph(file: EventFile, words: GraphWords) -> Iterator[Finding]:
    """Every finding in the graph of an event."""
    if words.flow is not None:
        yield from _tables(load_flow(words.flow))
        yield from _formats(load_flow(words.flow))
    least, most = file.event.entries.least, file.event.entries.most or file.event.entries.least
    for entry in range(least, most + 1):
        yield from _shortage(words, entry)
    if not covering_readings(file, "forfeits"):
        yield make_finding("forfeits", file.event.clause, event=file.event.name)
    if words.knockout is not None and words.knockout.tie is None:
        yield make_finding("level", words.clause, name=file.event.name)
    for stage in words.stage:
        if stage.tie is None and stage.contest not in (Contest.SWISS, Contest.TRIANGLES):
            yield make_finding("level", stage.clause, name=stage.name)


def _tables(flow: FlowRules) -> Iterator[Finding]:
    """Findings for printed rows that do not balance."""
    for name in flow.balances:
        table = flow.brackets.tables[name]
        repaired = {str(row[0]) for row in table.repaired}
        for row in table.rows:
            label = str(row[0])
            cells = {column: int(cell) for column, cell in zip(table.columns[1:], row[1:], strict=True)}
            entry = int("".join(char for char in label if char.isdigit()))
            known = table.clause.readings if label in repaired else ()
            broken = flow.row_faults(name, {"entry": entry, **cells})
            yield from (
                make_finding("row", table.clause, known, table=name, row=label, fault=fault) for fault in broken
            )


def _formats(flow: FlowRules) -> Iterator[Finding]:
    """Findings for formats that are not printed completely, and entries with two formats."""
    for words in flow.formats:
        known = words.clause.readings
        if words.confirm:
            yield make_finding("format", words.clause, known, entries=tuple(words.entries), status=words.status)
        for variant in words.variants:
            yield make_finding("variant", words.clause, known, entry=variant.entry, rows=tuple(variant.rows))


def _shortage(words: GraphWords, entry: int) -> Iterator[Finding]:
    """Findings for stages that may have fewer eligible losers than places for lucky losers."""
    course = course_of(words, entry)
    once = course.rules.lucky_losers.once if course.rules.lucky_losers is not None else None
    if once is None:
        return
    for node in course.flow.nodes:
        places = _lucky(node)
        before = sum(
            _lucky(each) for each in course.flow.nodes
            if each is not node and _lucky(each) and _leads(course.flow, each, node)
        )  # fmt: skip
        least = fewest_eligible(node.matches, before)
        if places > least:
            yield make_finding(
                "lucky", once, once.readings, entry=entry, stage=node.rule.name, least=least, places=places
            )


def _lucky(node: Node) -> int:
    return next((each.count for each in node.exits if each.rule.who is Who.LUCKY), 0)


def _leads(flow: Flow, one: Node, other: Node) -> bool:
    """Whether a lucky loser of one stage can come to another."""
    reached = {each.rule.stage for each in one.exits if each.rule.who is Who.LUCKY}
    for node in flow.nodes:
        if node.rule.name in reached and node is not other:
            reached |= {each.rule.stage for each in node.exits}
    return other.rule.name in reached
