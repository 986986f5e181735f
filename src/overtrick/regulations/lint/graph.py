"""Finds the defects of a graph of stages: rows that do not add up, formats not printed, places nobody can fill."""

from collections.abc import Iterator

from overtrick.core.draws.lucky_losers import fewest_eligible
from overtrick.core.flow.graph import Flow, Node
from overtrick.core.flow.stages import Who
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.lint.rules import Finding
from overtrick.regulations.plan.graph import course_of
from overtrick.regulations.read.flow import FlowRules, load_flow


def lint_graph(file: EventFile, words: GraphWords) -> Iterator[Finding]:
    """Every finding in the graph of an event."""
    if words.flow is not None:
        yield from _tables(load_flow(words.flow))
        yield from _formats(load_flow(words.flow))
    least, most = file.event.entries.least, file.event.entries.most or file.event.entries.least
    for entry in range(least, most + 1):
        yield from _shortage(words, entry)
    covered = " ".join(reading.id for reading in file.reading if "forfeits" in reading.covers)
    if not covered:
        what = f"{file.event.name} does not say what a forfeited match is worth"
        yield Finding(file.event.clause.cite, what)
    if words.knockout is not None and words.knockout.tie is None:
        yield Finding(words.clause.cite, f"{file.event.name} does not say what decides a level match")
    for stage in words.stage:
        if stage.tie is None and str(stage.contest) != "swiss" and str(stage.contest) != "triangles":
            yield Finding(stage.clause.cite, f"{stage.name} does not say what decides a level match")


def _tables(flow: FlowRules) -> Iterator[Finding]:
    """Printed rows that do not balance."""
    for name in flow.balances:
        table = flow.brackets.tables[name]
        repaired = {str(row[0]) for row in table.repaired}
        for row in table.rows:
            label = str(row[0])
            cells = {column: int(cell) for column, cell in zip(table.columns[1:], row[1:], strict=True)}
            entry = int("".join(char for char in label if char.isdigit()))
            known = " ".join(table.clause.readings) if label in repaired else ""
            broken = flow.row_faults(name, {"entry": entry, **cells})
            yield from (Finding(table.clause.cite, f"table {name}, row {label}: {fault}", known) for fault in broken)


def _formats(flow: FlowRules) -> Iterator[Finding]:
    """Formats that are not printed whole, and entries with two of them."""
    for words in flow.formats:
        known = " ".join(words.clause.readings)
        if words.confirm:
            entries = " and ".join(str(entry) for entry in words.entries)
            yield Finding(words.clause.cite, f"the format for {entries} teams is {words.status}", known)
        for variant in words.variants:
            rows = " and ".join(variant.rows)
            yield Finding(words.clause.cite, f"{variant.entry} teams have two rows, {rows}", known)


def _shortage(words: GraphWords, entry: int) -> Iterator[Finding]:
    """Stages that may have fewer losers who have not been lucky before than places for lucky losers."""
    course = course_of(words, entry)
    if course.lucky is None or course.lucky.once is None:
        return
    for node in course.flow.nodes:
        places = _lucky(node)
        before = sum(
            _lucky(each) for each in course.flow.nodes
            if each is not node and _lucky(each) and _leads(course.flow, each, node)
        )  # fmt: skip
        least = fewest_eligible(node.matches, before)
        if places > least:
            what = (
                f"{entry} teams: {node.rule.name} may have {least} losers who were not lucky before for {places} places"
            )
            known = " ".join(course.lucky.once.readings)
            yield Finding(course.lucky.once.cite, what, known)


def _lucky(node: Node) -> int:
    return next((each.count for each in node.exits if each.rule.who is Who.LUCKY), 0)


def _leads(flow: Flow, one: Node, other: Node) -> bool:
    """Whether a lucky loser of one stage can come to another."""
    reached = {each.rule.stage for each in one.exits if each.rule.who is Who.LUCKY}
    for node in flow.nodes:
        if node.rule.name in reached and node is not other:
            reached |= {each.rule.stage for each in node.exits}
    return other.rule.name in reached
