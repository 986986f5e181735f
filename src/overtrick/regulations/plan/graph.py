"""Events that are graphs of stages, built for an entry: from a document's flow, or from stages of their own."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from overtrick.core.draws.knockout import SetDrawRule
from overtrick.core.draws.seeding import seed_blocks
from overtrick.core.draws.swiss_draws import Settings
from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.graph import DropInPlay, Graph, KnockoutPlay
from overtrick.core.event.plan.stages import Entrants, Event, Stage
from overtrick.core.flow.drop_in import DropInRule
from overtrick.core.flow.graph import Flow, Node, lay_out
from overtrick.core.flow.knockouts import knockout_stages
from overtrick.core.flow.stages import Contest, Counts, FirstRound, StageRule
from overtrick.core.provenance import IMPS, Clause
from overtrick.core.ranking.chain import ChainRule, Ends, Step
from overtrick.core.ranking.measures import Measure
from overtrick.core.ranking.standings import StandingsRule
from overtrick.core.scoring.tie import TieRule
from overtrick.regulations.grammar.brackets import Brackets, DrawRules
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.graph import GraphWords, SwissOfGraph
from overtrick.regulations.grammar.orders import Chain
from overtrick.regulations.plan.conduct import leaver_rules
from overtrick.regulations.plan.formats import graph_read, runs, ways_of
from overtrick.regulations.plan.rules import book_of
from overtrick.regulations.read.documents import load, load_flow
from overtrick.regulations.read.library import Rulebook

TRIANGLE = "triangle"
"""The name of the order inside a triangle."""

IN_A_TRIANGLE = (Measure.WINS, Measure.NET_IMPS, Measure.QUOTIENT)
"""The default order inside a triangle, before the lot, where a custom graph does not say."""


@dataclass(frozen=True, slots=True)
class Course:
    """Everything a graph says for one entry: its flow, the rules its stages name, and how it ends."""

    flow: Flow
    rules: DrawRules
    set_draw: SetDrawRule
    changed: Clause
    orders: Mapping[str, Chain]
    drop_in: DropInRule | None
    graph: Graph

    def order(self, name: str) -> Chain:
        """An order by name."""
        if name not in self.orders:
            raise RegulationErrors([f"There is no order “{name}”; there are {', '.join(self.orders) or 'none'}."])
        return self.orders[name]


def build_graph(file: EventFile, words: GraphWords, entrants: Entrants, readings: Mapping[str, str]) -> Event:
    """The event for an entry: every stage of its flow as the core plays it."""
    row = words.row
    for way in ways_of(file, readings):
        if "graph.row" in way.sets and str(entrants.entered) in str(way.to):
            row = str(way.to)
    words = graph_read(file, words, readings)
    course = course_of(words, entrants.entered, row)
    event = file.event
    rules = leaver_rules(file)
    stages = tuple(replace(stage, rules=rules) for stage in _stages(course, words, file))
    return Event(event.id, event.name, event.clause, event.contest, event.entries, stages, graph=course.graph)


def course_of(words: GraphWords, entry: int, row: str | None = None) -> Course:
    """The course of an event for an entry; refused if its numbers do not balance."""
    return _of_document(words, entry, row) if words.flow is not None else _of_its_own(words, entry)


def _of_document(words: GraphWords, entry: int, row: str | None) -> Course:
    rules, brackets = load_flow(words.flow or ""), load(Brackets, words.flow or "")
    made = rules.format(entry, row)
    if brackets.set_draw is None or brackets.changed is None:
        raise RegulationErrors([f"{words.clause.cite}: {words.flow} says nothing of draws."])
    confirm = words.confirm or "" if made.confirm or made.status.endswith("repaired") else ""
    graph = Graph(
        made.flow, rules.ranking, rules.final_table, rules.play_off, rules.quotas, rules.replacement, made.row,
        made.status, confirm,
    )  # fmt: skip
    return Course(made.flow, brackets, brackets.set_draw, brackets.changed, brackets.orders, rules.drop_in, graph)


@lru_cache(maxsize=256)
def _own_flow(stages: tuple[StageRule, ...], entry: int, counts: Counts, first: FirstRound) -> Flow:
    return lay_out(entry, stages, counts, first)


def _of_its_own(words: GraphWords, entry: int) -> Course:
    stages = own_stages(words, entry)
    rules, blocks = words.rules, words.rules.seed_blocks.get(entry)
    first = FirstRound(0, 0, entry)
    if blocks is not None:
        found = seed_blocks(entry, blocks)
        first = FirstRound(found.matches, found.triangles)
    row = next((each.lucky for each in words.count if each.entry == entry), {})
    flow = _own_flow(stages, entry, Counts(tuple(sorted(row.items()))), first)
    orders = {**rules.orders, TRIANGLE: words.triangle or _in_a_triangle(words.clause)}
    draw = rules.set_draw or SetDrawRule(words.clause, words.clause)
    graph = Graph(flow, words.clause, words.final_table, words.play_off, words.quota, words.replacement)
    return Course(flow, rules, draw, rules.changed or words.clause, orders, words.drop_in, graph)


def _in_a_triangle(clause: Clause) -> Chain:
    return ChainRule(clause, tuple(Step(by, clause) for by in IN_A_TRIANGLE), Ends.LOT)


def own_stages(words: GraphWords, entry: int) -> tuple[StageRule, ...]:
    """The stages that a custom graph has for an entry."""
    if words.knockout is not None:
        return knockout_stages(entry, words.knockout)
    return words.stage


def _stages(course: Course, words: GraphWords, file: EventFile) -> Iterator[Stage]:
    book = book_of(file)
    seen: set[str] = set()
    for node in course.flow.nodes:
        if node.swiss is None:
            yield _knockout(node, course, words, book)
        elif node.rule.section not in seen:
            seen.add(node.rule.section)
            nodes = tuple(
                each for each in course.flow.nodes if each.swiss is not None and each.rule.section == node.rule.section
            )
            if words.swiss is None:
                raise RegulationErrors(
                    [f"{words.clause.cite}: {node.rule.name} is a Swiss, and there is no [graph.swiss]."]
                )
            yield _swiss(nodes, course, words.swiss)


def _knockout(node: Node, course: Course, words: GraphWords, book: Rulebook) -> Stage:
    rule = node.rule
    ceremony = rule.ceremony(course.flow.entry)
    choices = course.rules.choices
    if ceremony and ceremony not in choices:
        raise RegulationErrors([f"{rule.clause}: {rule.name} is drawn by a choice “{ceremony}” that is not there."])
    play = KnockoutPlay(
        node,
        course.set_draw,
        course.order(TRIANGLE),
        course.order(rule.order) if rule.order else None,
        _tie(rule, book),
        rule.tiers,
        course.rules.places if course.flow.entry in rule.places_at else (),
        choices[ceremony].for_field(node.teams) if ceremony else None,
        course.rules.lucky_losers if rule.lucky else None,
        course.rules.seed_blocks.get(course.flow.entry) if rule.enters else None,
        course.changed,
    )
    return Stage(rule.name, rule.clause, play, words.scoring.rule, _net(rule.clause), rule.boards, 1, (1,))


def _net(clause: Clause) -> StandingsRule:
    """The ranking of a knockout stage: teams by how much they won or lost by."""
    return StandingsRule(clause, IMPS, ChainRule(clause, (Step(Measure.TOTAL, clause),), Ends.TIED))


def _tie(rule: StageRule, book: Rulebook) -> TieRule | None:
    """The tie-break rule for a level match: the one of the clause that the stage names."""
    if rule.tie is None:
        return None
    for name, stated in book.stated["tie"].items():
        if stated.clause.cite == rule.tie.cite:
            return book.get(TieRule, name)
    raise RegulationErrors([f"{rule.clause}: no [[tie]] has the clause {rule.tie}, by which {rule.name} breaks ties."])


def _swiss(nodes: tuple[Node, ...], course: Course, words: SwissOfGraph) -> Stage:
    first = nodes[0].rule
    # Whether the field of a round is odd depends on who drops in, so the rule for an odd field must exist.
    swiss = words.draw.rule.resolve(Settings(1))
    numbers = tuple(node.rule.number or place for place, node in enumerate(nodes, start=1))
    play = DropInPlay(nodes, numbers, swiss.rule, swiss.entrants, course.drop_in)
    sessions = sorted({node.rule.session for node in nodes})
    by_session = tuple(sum(node.rule.session == session for node in nodes) for session in sessions)
    return Stage(
        first.section, words.clause, play, words.scoring.rule, words.ranking.rule, first.boards, len(nodes), by_session
    )


def graph_faults(file: EventFile) -> Iterator[str]:
    """Every entry for which an event's graph does not balance: no one may be lost for any entry it accepts."""
    words, event = file.graph, file.event
    if words is None or event.entries.most is None:
        return
    told: dict[str, list[int]] = {}
    for entry in range(event.entries.least, event.entries.most + 1):
        for fault in _entry_faults(file, words, entry):
            told.setdefault(fault, []).append(entry)
    for fault, entries in told.items():
        yield f"{', '.join(runs(entries))} {event.contest}: {fault}"


def _entry_faults(file: EventFile, words: GraphWords, entry: int) -> Iterator[str]:
    try:
        course = course_of(words, entry)
        for _ in _stages(course, words, file):
            pass
    except RegulationErrors as errors:
        yield from errors.faults
    except DirectorError as error:
        yield str(error)
    else:
        yield from _section_faults(course)


def _section_faults(course: Course) -> Iterator[str]:
    for node in course.flow.nodes:
        if node.rule.contest is Contest.SWISS and not node.rule.section:
            yield f"{node.rule.name} is a round of a Swiss, and its section does not say of which"
