"""Names of stages that a reader understands: their own, or a description where they have only a code."""

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Event
from overtrick.core.flow.graph import Flow, Node
from overtrick.core.flow.stages import Contest, Half
from overtrick.core.wording import Said, capitalise, phrase


def is_code(name: str) -> bool:
    """Whether a name is only a code of a document: capitals and digits.

    >>> is_code("M2A"), is_code("SKO-S2"), is_code("Final"), is_code("round 2"), is_code("決勝")
    (True, True, False, False, False)
    """
    return name.isascii() and not any(letter.islower() for letter in name)


def stage_title(event: Tournament, name: str) -> Said:
    """A stage as a heading names it."""
    return capitalise(stage_words(event, name))


def stage_words(event: Tournament, name: str) -> Said:
    """A stage as a sentence names it."""
    try:
        return node_words(event.current_plan(), name)
    except DirectorError:  # too few entries for a plan
        return name


def titles_of_codes(event: Tournament) -> dict[str, Said]:
    """The titles of the started stages whose own names are only codes; each of them is one round."""
    return {
        name: capitalise(words)
        for name in event.stages
        if is_code(name) and (words := stage_words(event, name)) != name
    }


def node_words(event: Event, name: str, within: str = "") -> Said:
    """A stage of a graph, or a round of one, as a sentence names it; *within* a section, without the section's name."""
    flow = event.graph.flow if event.graph is not None else None
    node = next((each for each in flow.nodes if each.rule.name == name), None) if flow is not None else None
    if flow is None or node is None or not is_code(name) or not node.rule.section:
        return name
    section = node.rule.section if node.rule.section != within else ""
    if node.rule.contest is Contest.TRIANGLES:
        return phrase("[{section}, ]{many:triangles|triangle}", section=section, many=node.triangles > 1)
    return _round(flow, node, section)


def _round(flow: Flow, node: Node, section: str) -> Said:
    """A round of its section; where two are simultaneous, each with its contestants."""
    own = [each for each in flow.nodes if each.rule.section == node.rule.section]
    rounds = [each for each in own if each.rule.contest is not Contest.TRIANGLES]
    moments = sorted({moment(each) for each in rounds})
    if len(rounds) == 1:
        return node.rule.section
    beside = [each for each in rounds if moment(each) == moment(node)]
    comes = node.sources[0].who if len(beside) > 1 and node.sources else ""
    return phrase(
        "[{section}, ]round {number}[, {comes}]", section=section, number=1 + moments.index(moment(node)), comes=comes
    )


def moment(node: Node) -> tuple[int, int]:
    """When a stage of a graph begins: its session, and which half of it."""
    return node.rule.session, 2 if node.rule.half is Half.SECOND else 1
