"""The diagram of an event from its plan: stages from top to bottom, who goes on, and a table for each stage.

For an event in play the tables hold its scores: a grid for a round robin, a column of standings for others.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.graph import Graph
from overtrick.core.event.plan.stages import Entrants, Event, Source, Stage
from overtrick.core.event.plan.ways import RobinPlay
from overtrick.core.event.play.graph import locate
from overtrick.core.event.play.knockout import Outcome, outcome, outcomes
from overtrick.core.event.play.round_robin import robins_of
from overtrick.core.event.play.stage import StageState
from overtrick.core.exact import exact_text
from overtrick.core.provenance import VPS
from overtrick.core.wording import count_of
from overtrick.regulations.describe.stages import length_parts
from overtrick.views.bracket import bracket_page
from overtrick.views.pictures.flow import flow_picture
from overtrick.views.pictures.layout import Box, BoxKind, Panel, Picture, Stream, Stroke

ENTRY = "the entry"
WIDEST_GRID = 16
"""The largest field whose grid fits a page."""


NAMES: Mapping[str, str] = {}


def event_picture(
    event: Event, entrants: Entrants, played: Tournament | None = None, called: Mapping[str, str] = NAMES
) -> Picture:
    """The diagram of an event for its entry, or as *played*; an event that is a graph of stages is drawn by its flow.

    *called* gives names to stages of a graph that have only a code.
    """
    if event.graph is not None:
        picture = _graph(event, event.graph, played)
        return replace(picture, boxes=tuple(replace(b, title=called.get(b.id, b.title)) for b in picture.boxes))
    return _stage_by_stage(event, entrants, played)


def _graph(event: Event, graph: Graph, played: Tournament | None) -> Picture:
    format_ = ", ".join(each for each in (graph.status, f"row {graph.row}" if graph.row else "") if each)
    said = f"{event.clause}" + (f"; the format for this entry is {format_}" if format_ else "")
    said += f". {_as_of_note(played)}" if played else ""
    matches = {node.rule.name: tuple(_matches(played, node.rule.name)) for node in graph.flow.nodes} if played else {}
    picture = flow_picture(graph.flow, f"{event.name}, {graph.flow.entry} teams", said, matches)
    page = bracket_page(played) if played else None
    joined = (each for each in page.sections if any(column.lines for column in each.columns)) if page else ()
    return replace(picture, brackets=tuple(joined))


def _matches(played: Tournament, node: str) -> Iterator[str]:
    """The matches of a stage of the graph as they stand, with the winner of a knockout first."""
    stage, number = locate(played.current_plan(), node)
    state = played.stages.get(stage.name)
    drawn = state.rounds.get(number) if state else None
    if state is None or drawn is None:
        return
    tables = [table for trio in drawn.draw.trios for table in trio.tables]
    if stage.play.knockout:
        yield from map(_outcome, (*outcomes(state), *(outcome(state, table) for table in tables)))
        return
    for seating in drawn.draw.seatings:
        line = state.match_line(seating.ns, number)
        known = line is not None and line.against is not None
        score = f"{VPS.number(line.score.value)}–{VPS.number(line.against or 0)}" if line and known else "–"
        yield f"{seating.ns}  {score}  {seating.ew}"
    yield from (f"{', '.join(trio.teams)} in a triangle" for trio in drawn.draw.trios)


def _outcome(each: Outcome) -> str:
    one, two = (each.two, each.one) if each.winner == each.two else (each.one, each.two)
    ours, theirs = each.imps[::-1] if one == each.two else each.imps
    return f"{one}  {exact_text(ours)}–{exact_text(theirs)}  {two}"


def _stage_by_stage(event: Event, entrants: Entrants, played: Tournament | None) -> Picture:
    sizes = _sizes(event, entrants.playing)
    band = _bands(event)
    lanes = _lanes(event)
    below = 1 + max(lanes.values())
    boxes = [Box(ENTRY, f"{entrants.entered} {event.contest} enter", (), 0, 0, 0, 0, BoxKind.ENTRY)]
    streams: list[Stream] = []
    for stage in event.stages:
        at, lane = band[stage.name], lanes[stage.name]
        if stage.dropping_in is not None:
            name = stage.dropping_in.called
            boxes.append(Box(name, name, (), at - 1, at - 1, below, below, BoxKind.ENTRY))
        boxes.append(Box(stage.name, stage.name, _lines(stage, sizes[stage.name], event), at, at, lane, lane))
        streams += _incoming_streams(stage, sizes, event)
        going = [source for other in event.stages for source in other.comes_from(stage.name)]
        on = sum(_count_qualifiers(event, source, sizes) for source in going)
        on = sizes[stage.name] if stage.name in _added_up(event) else on
        if left := sizes[stage.name] - on:
            boxes.append(_places(event, stage, on + 1, on + left, at, lane=below if on else lane))
            word = "do not go on" if on else str(event.contest)
            streams.append(Stream(stage.name, boxes[-1].id, left, word, Stroke.DOTTED if on else Stroke.SOLID))
    bands = ("", *_band_names(event, band), "")
    said = f"{event.clause}. {_as_of_note(played)}" if played else str(event.clause)
    panels = tuple(panel for stage in event.stages for panel in _panels(stage, sizes[stage.name], played))
    title = f"{event.name}, {entrants.entered} {event.contest}"
    return Picture(title, said, bands, tuple(boxes), tuple(streams), panels)


def _as_of_note(played: Tournament) -> str:
    return f"As it stands after posting {played.last}."


def _sizes(event: Event, playing: int) -> dict[str, int]:
    """How many contestants play in each stage."""
    sizes: dict[str, int] = {}
    for stage in event.stages:
        taken = [_count_qualifiers(event, source, sizes) for source in stage.sources]
        sizes[stage.name] = sum(taken) if taken else playing
    return sizes


def _count_qualifiers(event: Event, source: Source, sizes: Mapping[str, int]) -> int:
    """How many contestants come from a source, multiplied by its fields where it has several."""
    if source.event:
        return source.each
    before = event.stage(source.stage)
    fields = len(before.fields.names) if before is not None else 1
    return min(source.each * fields, sizes[source.stage])


def _next_stages(event: Event, stage: Stage) -> list[Stage]:
    return [other for other in event.stages if other.comes_from(stage.name)]


def _bands(event: Event) -> dict[str, int]:
    """The band of each stage: below those it comes from, beside others from there; else below the previous stage."""
    bands: dict[str, int] = {}
    for stage in event.stages:
        before = [bands[source.stage] for source in stage.sources if source.stage] or list(bands.values())
        bands[stage.name] = 1 + max(before, default=0)
    return bands


def _lanes(event: Event) -> dict[str, int]:
    """The lane of each stage: below the one it comes from; a second one from there is beside the first."""
    lanes: dict[str, int] = {}
    for stage in event.stages:
        before = stage.source.stage if stage.source else ""
        beside = [other for other in event.stages if other.comes_from(before)]
        lanes[stage.name] = lanes.get(before, 0) + (beside.index(stage) if stage in beside else 0)
    return lanes


def _places(event: Event, stage: Stage, first: int, last: int, band: int, *, lane: int) -> Box:
    whole = all(len(_next_stages(event, each)) <= 1 for each in event.stages)
    title = f"places {first}–{last}" if whole and first != last else f"place {first}" if whole else "final places"
    return Box(f"places of {stage.name}", title, (), band + 1, band + 1, lane, lane, BoxKind.PLACES)


def _incoming_streams(stage: Stage, sizes: Mapping[str, int], event: Event) -> list[Stream]:
    size = sizes[stage.name]
    if stage.play.adds_up:
        return [Stream(stage.play.adds_up[-1], stage.name, size, "with the points of both")]
    led = _added_up(event)
    if stage.name in led[1:]:
        return [Stream(led[led.index(stage.name) - 1], stage.name, size, "play again")]
    if not stage.sources:
        return [Stream(ENTRY, stage.name, size, str(event.contest))]
    return [
        Stream(
            source.called, stage.name, _count_qualifiers(event, source, sizes),
            "drop in" if source.event else "go on with a carry-over" if stage.brings(source) else "go on",
        )
        for source in stage.sources
    ]  # fmt: skip


def _added_up(event: Event) -> list[str]:
    """The stages whose points another stage adds up."""
    return [name for stage in event.stages for name in stage.play.adds_up]


def _band_names(event: Event, bands: Mapping[str, int]) -> list[str]:
    """The sessions of each band; stages side by side are played at the same time."""
    names, session = [], 0
    for band in range(1, max(bands.values()) + 1):
        count = max(1, *(len(stage.sessions) for stage in event.stages if bands[stage.name] == band))
        names.append(f"Session {session + 1}" if count == 1 else f"Sessions\n{session + 1}–{session + count}")
        session += count
    return names


def _lines(stage: Stage, size: int, event: Event) -> tuple[str, ...]:
    fields = len(stage.fields.names)
    field = f"{size} {event.contest}" + (f" in {fields} fields" if fields > 1 else "")
    rounds = stage.rounds
    if isinstance(stage.play, RobinPlay):
        rounds = sum(len(robin.rounds) for robin in robins_of(stage.play, stage.boards, size))
    how = stage.play.describe_rounds(rounds)
    if not how:
        return field, *map(str, length_parts(stage)), stage.clause.cite
    return field, f"{how} of {count_of(stage.boards, 'board')}", stage.clause.cite


def _panels(stage: Stage, size: int, played: Tournament | None) -> list[Panel]:
    state = played.stages.get(stage.name) if played else None
    if isinstance(stage.play, RobinPlay) and size <= WIDEST_GRID:
        return [_grid(state) if state else _empty_grid(stage, stage.play, size)]
    if state is None:
        return []
    if stage.play.one_match:
        return [_stanzas(state)]
    names = {name: entry.name for name, entry in played.entries.items() if entry.name} if played else {}
    return [_column(state, field.name, names) for field in state.fields]


def _empty_grid(stage: Stage, play: RobinPlay, size: int) -> Panel:
    """Who meets whom in which round, where the numbers determine it."""
    rounds: dict[tuple[int, int], list[str]] = {}
    number = 0
    for robin in robins_of(play, stage.boards, size):
        for matches in robin.rounds:
            number += 1
            for one, other in matches:
                rounds.setdefault((one, other), []).append(str(number))
                rounds.setdefault((other, one), []).append(str(number))
    teams = range(1, size + 1)
    rows = tuple((str(one), *(" ".join(rounds.get((one, other), ())) for other in teams)) for one in teams)
    return Panel(
        stage.name, ("", *map(str, teams)), rows, grid=True, note="In each square: the round in which the two meet."
    )


def _grid(state: StageState) -> Panel:
    """Every match of a round robin: the score of the row against the column, and the total."""
    order = [row.contestant for field in state.fields for row in state.standings(field.name).rows]
    totals = {row.contestant: row.total for field in state.fields for row in state.standings(field.name).rows}
    rows = tuple(
        (one, *(_meetings(state, one, other) for other in order), state.unit.number(totals[one].value)) for one in order
    )
    note = f"In each square: what the row scored against the column, in {state.unit.many}."
    return Panel(state.plan.name, ("", *order, "total"), rows, grid=True, note=note)


def _meetings(state: StageState, one: str, other: str) -> str:
    lines = [state.match_line(one, number) for number in sorted(state.rounds)] if one != other else []
    return " ".join(state.unit.number(line.score.value) for line in lines if line and other in line.opponents)


def _column(state: StageState, field: str, names: Mapping[str, str]) -> Panel:
    title = state.plan.name if len(state.fields) == 1 else f"{state.plan.name}, {field}"
    rows = tuple(
        (
            row.place_text,
            f"{row.contestant} {names.get(row.contestant, '')}".rstrip(),
            row.total.unit.number(row.total.value),
        )
        for row in state.standings(field).rows
    )
    return Panel(title, ("place", "contestant", state.unit.many), rows)


def _stanzas(state: StageState) -> Panel:
    """A match in stanzas, stanza by stanza."""
    numbers = sorted(state.rounds)
    rows = []
    for field in state.fields:
        for row in state.standings(field.name).rows:
            lines = [state.match_line(row.contestant, number) for number in numbers]
            scores = [state.unit.number(line.score.value) if line else "" for line in lines]
            carried = state.carried.get(row.contestant)
            brought = carried.unit.number(carried.value) if carried else ""
            rows.append((row.contestant, brought, *scores, state.unit.number(row.total.value)))
    return Panel(state.plan.name, ("", "carried", *(f"stanza {number}" for number in numbers), "total"), tuple(rows))
