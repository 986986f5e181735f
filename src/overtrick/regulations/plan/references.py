"""Whether every rule an event file names is there, told with the line that names it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from overtrick.core.errors import DirectorError
from overtrick.core.scoring.substitutes import SubstituteGuide
from overtrick.regulations.grammar.eligibility import Eligibilities
from overtrick.regulations.grammar.event import EventFile, FormatOf
from overtrick.regulations.grammar.files import not_found
from overtrick.regulations.grammar.place import Path
from overtrick.regulations.grammar.refs import Ref, references
from overtrick.regulations.grammar.stages import StageKeys, StageWords
from overtrick.regulations.plan.rules import book_of, own_rules, rule_of
from overtrick.regulations.read.documents import resolve, said_of
from overtrick.regulations.read.library import library
from overtrick.regulations.read.load import folders, has

LookUp = Callable[[], object]


def reference_faults(file: EventFile) -> Iterator[str]:
    """Every reference that leads nowhere, and every fault of the rules an event has of its own."""
    book = book_of(file)
    yield from book.faults(own_rules(file))
    for path, reference in references(file):
        if reference:
            yield from _faults(path, partial(resolve, reference, file.folder, book), file)
    for path, look_up in _names(file):
        yield from _faults(path, look_up, file)


def _faults(path: Path, look_up: LookUp, file: EventFile) -> Iterator[str]:
    try:
        look_up()
    except DirectorError as error:
        yield f"{file.where(path)}: {'.'.join(map(str, path))}: {error}"


def _names(file: EventFile) -> Iterator[tuple[Path, LookUp]]:
    """The names that are no rules': of stages, choices, columns, folders and readings."""
    stages = {stage.name: stage for stage in file.stage}
    for place, table in enumerate(file.format):
        if table.then is not None:
            yield ("format", place, "then"), _following(table, file)
    for place, stage in enumerate(file.stage):
        at: Path = ("stage", place)
        yield from _stage(at, stage, file, stages)
        for number, instead in enumerate(stage.instead):
            yield from _stage((*at, "instead", number), instead, file, stages)
        yield from _source(at, stage, file.stage[:place])
    if file.graph is not None and file.graph.flow is not None:
        known = dict.fromkeys(folder for folder in folders() if has(folder, "flow.toml"))
        yield ("graph", "flow"), _in(known, file.graph.flow, "document with a flow")
    if file.graph is not None and file.graph.confirm is not None:
        yield ("graph", "confirm"), _in({choice.id: choice for choice in file.choice}, file.graph.confirm, "choice")
    yield from _readings(file)


def _following(table: FormatOf, file: EventFile) -> LookUp:
    """The tables a column names are there too."""

    def look_up() -> None:
        for row in rule_of(file, table.table).rows:
            _in(row.cells, table.then or "", "column")()
            rule_of(file, Ref.to(table.table.kind, str(row.cells[table.then or ""])))

    return look_up


def _stage(at: Path, words: StageKeys, file: EventFile, stages: Mapping[str, object]) -> Iterator[tuple[Path, LookUp]]:
    if words.stand_ins:
        yield (*at, "stand_ins"), lambda: book_of(file).get(SubstituteGuide, words.stand_ins or "")
    for name in (words.draw.stages if words.draw else None) or ():
        yield (*at, "draw", "stages"), _in(stages, name, "stage")
    if words.draw is not None and words.draw.same_team:
        yield (*at, "draw", "same_team"), lambda: common_members(file.folder)


def common_members(folder: str) -> object:
    """When a team of one stage is that of another, by a folder that must say so."""
    rules = said_of(Eligibilities, folder)
    if rules is None or rules.common_members is None:
        raise DirectorError(f"{folder} does not say when two teams are the same", remedy="Leave out “same_team”.")
    return rules.common_members


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
