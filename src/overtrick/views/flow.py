"""The path through an event: its stages, how many play in each and how many go on."""

from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.stages import Event, Source, Stage
from overtrick.core.flow.graph import TeamSource as WayIn
from overtrick.core.flow.stages import Who
from overtrick.core.wording import Phrase, Said, capitalise, phrase
from overtrick.regulations.describe.stages import length_text
from overtrick.views.pictures.event import event_picture
from overtrick.views.pictures.svg import svg
from overtrick.views.stage_names import node_words, stage_title
from overtrick.views.texts import Text
from overtrick.views.whys import stage_slug


@dataclass(frozen=True, slots=True)
class FlowStage:
    """A stage: where its contestants come from, how many there are, and its progress."""

    name: str
    slug: str
    clause: Text
    title: Text
    comes_from: Text
    contestants: int
    fields: tuple[tuple[str, int], ...]
    plays: Text
    state: Text


@dataclass(frozen=True, slots=True)
class FlowPage:
    """The stages of an event in order, and a picture of them as SVG; *why_not* says why they cannot be planned yet."""

    contest: str
    stages: tuple[FlowStage, ...]
    why_not: Text = ""
    picture: str = ""


def flow_page(event: Tournament) -> FlowPage:
    """The stages of an event, planned for its entry."""
    try:
        planned = event.current_plan()
    except DirectorError as error:
        return FlowPage("", (), str(error))
    stages = []
    for plan in planned.stages:
        started = event.stages.get(plan.name)
        stages.append(
            FlowStage(
                plan.name,
                stage_slug(plan.name),
                plan.clause.phrased,
                stage_title(event, plan.name),
                _comes_from(event, plan),
                len(started.contestants) if started else 0,
                tuple((each.name, len(each.contestants)) for each in started.fields) if started else (),
                length_text(plan),
                _how_far(event, plan.name),
            )
        )
    picture = svg(event_picture(planned, event.planned_for or event.entrants, called=_stage_names(planned)))
    return FlowPage(str(planned.contest), tuple(stages), picture=picture)


def _stage_names(event: Event) -> dict[str, str]:
    """The stages of a graph by their names in the picture."""
    nodes = event.graph.flow.nodes if event.graph is not None else ()
    return {node.rule.name: str(capitalise(node_words(event, node.rule.name))) for node in nodes}


def _comes_from(event: Tournament, plan: Stage) -> Said:
    if plan.play.in_graph:
        own = {node.rule.name for node in plan.play.flow}
        sources = [source for node in plan.play.flow for source in node.sources if source.stage not in own]
        dropping = [source for source in sources if source.stage] if plan.play.drops_in else sources
        return (
            phrase("{sources:,}", sources=tuple(dict.fromkeys(_way_in_phrase(event, source) for source in dropping)))
            if dropping
            else ""
        )
    came = tuple(_source_phrase(event, source) for source in plan.sources)
    return phrase("{sources:,}", sources=came) if len(came) > 1 else next(iter(came), "")


def _source_phrase(event: Tournament, source: Source) -> Phrase:
    if source.event:
        return phrase("at most {count} dropping in from {event}", count=source.each, event=source.event)
    each = _fields(event, source.stage) > 1
    if source.after:
        places = (source.after + 1, source.after + source.each)
        return phrase(
            "{one:place|places} {places:span} of {each:each field of |}{stage}",
            one=source.each == 1, places=places, stage=source.stage, each=each,
        )  # fmt: skip
    return phrase("{count} from {each:each field of |}{stage}", count=source.each, stage=source.stage, each=each)


def _way_in_phrase(event: Tournament, source: WayIn) -> Phrase:
    if not source.stage:
        return phrase("{count} from the entries", count=source.count)
    stage = node_words(event.current_plan(), source.stage)
    if source.who in (Who.FIRST, Who.SECOND, Who.THIRD):
        return phrase("the {who} of {stage}", who=source.who.one if source.count == 1 else source.who, stage=stage)
    one = source.who.one if source.count == 1 else source.who
    return phrase("{count} {who} of {stage}", count=source.count, who=one, stage=stage)


def _fields(event: Tournament, stage: str) -> int:
    return len(event.stages[stage].fields) if stage in event.stages else 1


def _how_far(event: Tournament, name: str) -> Phrase:
    state = event.stages.get(name)
    if state is None:
        return phrase("to come")
    if state.closed:
        return phrase("finished")
    return phrase("round {round}", round=state.last_round) if state.rounds else phrase("not drawn yet")
