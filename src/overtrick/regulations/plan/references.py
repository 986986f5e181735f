"""Whether every rule an event file names is there, told with the line that names it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import partial

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.scoring.substitutes import SubstituteGuide
from overtrick.regulations.grammar.event import EventFile, FormatOf
from overtrick.regulations.grammar.files import NotFound, not_found
from overtrick.regulations.grammar.own import OwnRules
from overtrick.regulations.grammar.place import NOTHING, Fault, Path
from overtrick.regulations.grammar.refs import references
from overtrick.regulations.grammar.rules import RuleFile
from overtrick.regulations.grammar.stages import StageKeys, StageWords
from overtrick.regulations.plan.rules import reach_of
from overtrick.regulations.read.documents import Reach
from overtrick.regulations.read.library import library
from overtrick.regulations.read.load import RuleText, folders, has

LookUp = Callable[[], object]


def reference_faults(file: EventFile) -> Iterator[str]:
    """Every reference that leads nowhere, and every fault of the rules an event has of its own."""
    yield from own_faults(file.rules, reach_of(file))
    yield from (f"{file.where(path)}: {fault}" for path, fault in named_faults(file))


def own_faults(rules: OwnRules, scope: Reach) -> Iterator[str]:
    """Every fault of the rules an event has of its own."""
    stated = rules.of(RuleFile)
    yield from scope.book.faults(RuleText(stated.origin.name, stated)) if stated else ()
    for said in rules.kinds():
        try:
            scope.opened(said)
        except RegulationErrors as errors:
            yield from errors.faults


def named_faults(file: EventFile) -> Iterator[tuple[Path, Fault]]:
    """Every reference that leads nowhere, with its place and what was meant."""
    for path, reference in references(file):
        if reference:
            yield from _faults(path, partial(getattr, reference, "rule"))
    for path, look_up in _names(file):
        yield from _faults(path, look_up)


def _faults(path: Path, look_up: LookUp) -> Iterator[tuple[Path, Fault]]:
    with suppress(RegulationErrors):  # a rule that is there and faulty is told where it stands
        try:
            look_up()
        except DirectorError as error:
            meant = error.meant if isinstance(error, NotFound) else ""
            yield path, Fault.of(f"{'.'.join(map(str, path))}: {error}", meant)


def _names(file: EventFile) -> Iterator[tuple[Path, LookUp]]:
    """The names that are no rules': of stages, choices, columns, folders and readings."""
    stages = {stage.name: stage for stage in file.stage}
    for place, table in enumerate(file.format):
        if table.then is not None:
            yield ("format", place, "then"), _following(table)
    for place, stage in enumerate(file.stage):
        at: Path = ("stage", place)
        yield from _stage(at, stage, stages)
        for number, instead in enumerate(stage.instead):
            yield from _stage((*at, "instead", number), instead, stages)
        yield from _source(at, stage, file.stage[:place])
    if file.graph is not None and file.graph.flow is not None:
        known = dict.fromkeys(folder for folder in folders() if has(folder, "flow.toml"))
        yield ("graph", "flow"), _in(known, file.graph.flow, "document with a flow")
    if file.graph is not None and file.graph.confirm is not None:
        yield ("graph", "confirm"), _in({choice.id: choice for choice in file.choice}, file.graph.confirm, "choice")
    yield from _readings(file)


def _following(table: FormatOf) -> LookUp:
    """The tables a column names are there too."""

    def look_up() -> None:
        for row in table.table.rule.rows:
            _in(row.cells, table.then or "", "column")()
            table.table.scope.find(table.table.kind, str(row.cells[table.then or ""]), NOTHING)

    return look_up


def _stage(at: Path, words: StageKeys, stages: Mapping[str, object]) -> Iterator[tuple[Path, LookUp]]:
    if words.stand_ins:
        yield (*at, "stand_ins"), partial(words.stand_ins.scope.find, SubstituteGuide, words.stand_ins, NOTHING)
    for name in words.draw.play.adds_up if words.draw else ():
        yield (*at, "draw", "stages"), _in(stages, name, "stage")


def _source(at: Path, stage: StageWords, before: Iterable[StageWords]) -> Iterator[tuple[Path, LookUp]]:
    stages = {each.name: each for each in before}
    sources = [((*at, "source"), stage.source)]
    sources += [((*at, "instead", n, "source"), instead.source) for n, instead in enumerate(stage.instead)]
    for path, source in sources:
        if source is not None:
            yield (*path, "stage"), _in(stages, source.stage, "stage before it")


def _readings(file: EventFile) -> Iterator[tuple[Path, LookUp]]:
    """Every reading is one of the document's, every way one it lists, every path starts at a stage."""
    known = library().readings.get(file.cites, {})
    starts = dict.fromkeys((*(stage.name for stage in file.stage), "honours", *(("graph",) if file.graph else ())))
    for place, reading in enumerate(file.reading):
        if file.cites in library().readings:
            yield ("reading", place, "id"), _in(known, reading.id, "reading")
        for number, way in enumerate(reading.other):
            at: Path = ("reading", place, "other", number)
            if reading.id in known:
                yield (*at, "way"), _in(dict.fromkeys(known[reading.id].other), way.way, "listed way")
            for path in way.sets:
                yield (*at, "sets"), _in(starts, path.partition(".")[0], "stage")


def _in(known: Mapping[str, object], name: str, kind: str) -> LookUp:
    def look_up() -> None:
        if name not in known:
            raise not_found(kind, name, list(known))

    return look_up
