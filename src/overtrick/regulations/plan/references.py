"""Whether every rule an event file names is there, told with the line that names it."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from overtrick.core.errors import DirectorError
from overtrick.regulations.grammar.event import (
    ConductWords,
    DrawWords,
    EventFile,
    FormatOf,
    PlayersWords,
    StageKeys,
    StageWords,
)
from overtrick.regulations.grammar.graph import GraphWords
from overtrick.regulations.grammar.locate import line_of
from overtrick.regulations.read import references as refer
from overtrick.regulations.read.conduct import Conduct
from overtrick.regulations.read.library import library

Path = tuple[str | int, ...]
LookUp = Callable[[], object]
Named = tuple[Path, LookUp]
"""A place in a file, and the look-up of what it names."""


def reference_faults(file: EventFile, text: str, name: str) -> Iterator[str]:
    """Every reference that leads nowhere."""
    for path, look_up in _all(file):
        try:
            look_up()
        except DirectorError as error:
            yield f"{name}, line {line_of(text, path)}: {'.'.join(map(str, path))}: {error}"


def _all(file: EventFile) -> Iterator[Named]:
    folder = file.folder
    for place, table in enumerate(file.format):
        yield ("format", place, "table"), _of(refer.format_table, table.table, folder)
        yield from _following(("format", place, "then"), table, folder)
    for place, stage in enumerate(file.stage):
        at: Path = ("stage", place)
        yield from _stage(at, stage, file)
        for number, instead in enumerate(stage.instead):
            yield from _stage((*at, "instead", number), instead, file)
        yield from _source(at, stage, file.stage[:place])
    if file.event.visitors is not None:
        yield ("event", "visitors"), _of(refer.eligibility_rule, file.event.visitors, folder)
    yield from _members(file)
    if file.graph is not None:
        yield from _graph(file.graph, file)
    yield from _honours(file)
    yield from _conduct(("conduct",), file.conduct, folder)
    yield from _players(("players",), file.players, folder)
    yield from _readings(file)


def _graph(words: GraphWords, file: EventFile) -> Iterator[Named]:
    """The rules a graph names, and the choice that confirms it."""
    folder, book = file.folder, refer.book_of(file)
    yield ("graph", "scoring"), lambda: book.scoring(words.scoring)
    if words.flow is not None:
        yield ("graph", "flow"), _in(dict.fromkeys(refer.with_flow()), words.flow, "document with a flow")
    if words.confirm is not None:
        yield ("graph", "confirm"), _in({choice.id: choice for choice in file.choice}, words.confirm, "choice")
    if (swiss := words.swiss) is not None:
        yield ("graph", "swiss", "draw"), _in(book.swisses, swiss.draw, "Swiss draw")
        yield ("graph", "swiss", "scoring"), lambda: book.scoring(swiss.scoring)
        yield ("graph", "swiss", "ranking"), _of(refer.standings_words, swiss.ranking, folder)


def _of(look_up: Callable[[str, str], object], name: str, folder: str) -> LookUp:
    return lambda: look_up(name, folder)


def _following(path: Path, table: FormatOf, folder: str) -> Iterator[Named]:
    """The tables a column names are there too."""
    column = table.then
    if column is None:
        return

    def look_up() -> None:
        for row in refer.format_table(table.table, folder).rows:
            refer.format_table(str(refer.named(row.cells, column, "column")), folder)

    yield path, look_up


def _stage(at: Path, words: StageKeys, file: EventFile) -> Iterator[Named]:
    folder, book = file.folder, refer.book_of(file)
    checks: list[tuple[str, str | None, Callable[[str, str], object]]] = [
        ("scoring", words.scoring, lambda name, _: book.scoring(name)),
        ("ranking", words.ranking, refer.standings_words),
        ("carry", words.carry, refer.carry_words),
        ("qualify", words.qualify, refer.qualify_rule),
        ("significant", words.significant, refer.significant_rule),
        ("bye", words.bye, lambda name, _: book.bye(name)),
        ("forfeit", words.forfeit, lambda name, _: refer.named(book.forfeits, name, "forfeit")),
        ("compared", words.compared, lambda name, _: book.least_compared(name)),
        ("stand_ins", words.stand_ins or None, lambda name, _: (book.deduction(name), book.substitute_guide(name))),
        ("layout", words.layout, lambda name, at: _conduct_rule(name, at, "layout", lambda each: each.layouts)),
        ("programme", words.programme, _programme),
        ("season", words.season, refer.season_words),
        ("opposed", words.opposed, lambda name, _: book.non_contending(name)),
        ("pool", words.pool, lambda name, _: book.pool(name)),
    ]
    for key, name, look_up in checks:
        if name is not None:
            yield (*at, key), _of(look_up, name, folder)
    if words.placing is not None:
        yield (*at, "placing"), lambda: refer.placing_rule(words.placing, folder)
    for name in words.unplayed:
        yield (*at, "unplayed"), _of(lambda name, _: refer.named(book.forfeits, name, "forfeit"), name, folder)
    if words.draw is not None:
        yield from _finals_and_tallies((*at, "draw"), words.draw, file)
        for name in words.draw.printed or ():
            yield (*at, "draw", "printed"), _of(_printed, name, folder)
        for name in words.draw.finals or ():
            yield (*at, "draw", "finals"), _of(_final, name, folder)
    yield from _conduct((*at, "conduct"), words.conduct, folder)
    yield from _players((*at, "players"), words.players, folder)


def _finals_and_tallies(at: Path, draw: DrawWords, file: EventFile) -> Iterator[Named]:
    folder = file.folder
    for name in draw.brackets or ():
        yield (*at, "brackets"), _of(refer.bracket, name, folder)
    if draw.rights is not None:
        yield (*at, "rights"), _of(refer.seating_rights, draw.rights, folder)
    for name in draw.stages or ():
        yield (*at, "stages"), _in({stage.name: stage for stage in file.stage}, name, "stage")
    if draw.points is not None:
        yield (*at, "points"), _of(refer.award_rule, draw.points, folder)
    if draw.same_team:
        yield (*at, "same_team"), lambda: refer.common_members(folder)


def _source(at: Path, stage: StageWords, before: Iterable[StageWords]) -> Iterator[Named]:
    stages = {each.name: each for each in before}
    sources = [((*at, "source"), stage.source)]
    sources += [((*at, "instead", n, "source"), instead.source) for n, instead in enumerate(stage.instead)]
    for path, source in sources:
        if source is not None:
            yield (*path, "stage"), _in(stages, source.stage, "stage before it")


def _printed(reference: str, folder: str) -> object:
    where, name = refer.split(reference, folder)
    book = refer.draws_of(where)
    return None if name == "qualifying" and book else refer.named(book.draws if book else {}, name, "draw")


def _final(reference: str, folder: str) -> object:
    where, name = refer.split(reference, folder)
    book = refer.draws_of(where)
    return refer.named(book.finals if book else {}, name, "balanced final")


def _programme(reference: str, folder: str) -> object:
    where, name = refer.split(reference, folder)
    book = refer.draws_of(where)
    known = {event: each for each in (book.programmes if book else ()) for event in each.events}
    return refer.named(known, name, "programme")


def _conduct_rule(reference: str, folder: str, kind: str, pick: Callable[[Conduct], Mapping[str, object]]) -> object:
    where, name = refer.split(reference, folder)
    conduct = refer.conduct_of(where)
    return refer.named(pick(conduct) if conduct else {}, name, kind)


def _conduct(at: Path, words: ConductWords, folder: str) -> Iterator[Named]:
    kinds: list[tuple[str, Iterable[str], str, Callable[[Conduct], Mapping[str, object]]]] = [
        ("penalties", _one(words.penalties), "stage with tariffs", lambda each: each.stages),
        ("lateness", _one(words.lateness), "tariff by minutes", lambda each: each.lateness),
        ("boards", _one(words.boards), "tariff for boards", lambda each: each.boards),
        ("breaches", tuple(words.breaches), "rule of behaviour", lambda each: each.breaches),
        ("breaches", tuple(words.breaches.values()), "rule of behaviour", lambda each: each.other_breaches),
        ("closes", _one(words.closes), "clock", lambda each: each.clocks),
        ("slow_play", _one(words.slow_play), "scale for slow play", lambda each: each.slow_play),
        ("ladders", words.ladders, "ladder of penalties", lambda each: each.ladders),
        ("clocks", words.clocks, "clock", lambda each: each.clocks),
        ("rolling", words.rolling, "rolling period", lambda each: each.rolling),
        ("allowance", _one(words.allowance), "time allowance", lambda each: each.allowances),
        ("slots", _one(words.slots), "list of starting times", lambda each: each.slots),
        ("timetable", words.timetable, "line of the timetable", _timetable),
        ("moves", _one(words.moves), "rule for another day", lambda conduct: conduct.moves),
    ]
    for key, names, kind, pick in kinds:
        for name in names:
            yield (*at, key), _in_conduct(name, folder, kind, pick)


def _in_conduct(name: str, folder: str, kind: str, pick: Callable[[Conduct], Mapping[str, object]]) -> LookUp:
    return lambda: _conduct_rule(name, folder, kind, pick)


def _timetable(conduct: Conduct) -> Mapping[str, object]:
    return {row.event: row for row in conduct.timetable}


def _one(name: str | None) -> tuple[str, ...]:
    return () if name is None else (name,)


def _players(at: Path, words: PlayersWords, folder: str) -> Iterator[Named]:
    rules = refer.eligibility_of(folder)
    named: list[tuple[str, Iterable[str]]] = [
        ("eligibility", words.eligibility),
        ("titles", words.titles),
        ("lodging", _one(words.lodging)),
        ("notice", _one(words.notice)),
        ("limited", _one(words.limited)),
        ("instead", (*words.instead, *words.instead.values())),
    ]
    for key, names in named:
        for name in names:
            yield (*at, key), _in(rules.rules if rules else {}, name, "rule of eligibility")
    if words.common is not None:
        yield (*at, "common"), _in(rules.common if rules else {}, words.common, "common rule")


def _members(file: EventFile) -> Iterator[Named]:
    words = file.event.members
    for key in ("added", "finals", "qualifying", "throughout") if words else ():
        name = getattr(words, key)
        if name is not None:
            yield ("event", "members", key), _of(refer.least_play, name, file.folder)
    if words is not None and words.finals_team is not None:
        yield ("event", "members", "finals_team"), _of(refer.finals_team, words.finals_team, file.folder)


def _honours(file: EventFile) -> Iterator[Named]:
    words, folder = file.honours, file.folder
    for name in words.awards:
        yield ("honours", "awards"), _of(refer.award_rule, name, folder)
    for name in words.members:
        yield ("honours", "members"), _of(refer.member_award_rule, name, folder)
    if words.categories is not None:
        yield ("honours", "categories"), _of(refer.category_rule, words.categories, folder)
    if words.team is not None:
        yield ("honours", "team"), _of(refer.qualify_rule, words.team, folder)


def _readings(file: EventFile) -> Iterator[Named]:
    """Every reading is one of the document's, every way one it lists, every path starts at a stage."""
    known = library().readings.get(file.cites, {})
    stages: dict[str, object] = {stage.name: stage for stage in file.stage}
    if file.graph is not None:
        stages["graph"] = file.graph
    for place, reading in enumerate(file.reading):
        if file.cites in library().readings:
            yield ("reading", place, "id"), _in(known, reading.id, "reading")
        for number, way in enumerate(reading.other):
            at: Path = ("reading", place, "other", number)
            if reading.id in known:
                yield (*at, "way"), _in(dict.fromkeys(known[reading.id].other), way.way, "listed way")
            for path in way.sets:
                yield (*at, "sets"), _in({**stages, "honours": file.honours}, path.partition(".")[0], "stage")


def _in(known: Mapping[str, object], name: str, kind: str) -> LookUp:
    return lambda: refer.named(known, name, kind)
