"""The complete tables of an event file, with those from the event it is like and from its document's readings."""

from collections.abc import Iterator, Mapping
from typing import Any

from overtrick.core.errors import RegulationErrors
from overtrick.regulations.grammar.event_rules import WITHIN
from overtrick.regulations.grammar.files import not_found
from overtrick.regulations.grammar.locate import LocatedTable, Origin
from overtrick.regulations.grammar.place import CLAUSE
from overtrick.regulations.grammar.tables import table_name
from overtrick.regulations.read.editions import ENDING, by_edition, in_force
from overtrick.regulations.read.likeness import LIKE, by_value, like_event, unlike
from overtrick.regulations.read.load import document_files, tables_in, tables_of

EVENTS = "/events/"
"""The part between folder and name in the path of an event file."""

EVERY = "*."
"""The beginning of a path that stands for every stage."""

UNCITED = "CLUB 1"
"""The clause of an event's tables that cite none, so that this is reported only once."""

ANYWHERE = ("conduct", "players", "placing", "draw")
"""Keys that may be set in any stage; other keys only in stages that have them."""


@by_edition
def event_paths() -> Mapping[str, str]:
    """The paths of the events of the rulebook in force, by id, from the names of their files."""
    paths = [path for path in in_force().paths if EVENTS in path]
    return {path.replace(EVENTS, "/").removesuffix(ENDING): path for path in paths}


def event_tables(text: str, name: str) -> LocatedTable:
    """The tables in the text of an event file, or every fault of it; *name* is used in the messages."""
    own = tables_of(name) if in_force().texts.get(name) == text else tables_in(text, name)
    return _with_ways(by_value(_cite_event(_alike(_ranked_again(own), ()))))


def _ranked_again(file: LocatedTable) -> LocatedTable:
    """A custom event whose facts and further rankings get the clause of the event."""
    event = file.get("event")
    if not isinstance(event, LocatedTable) or str(event.get("id", "")).partition("/")[0] in in_force().folders:
        return file
    clause = str(event.get(CLAUSE, UNCITED))
    words = {"fact": _cite_tables(file["fact"], clause)} if "fact" in file else {}
    if isinstance(stages := file.get("stage"), list):
        words["stage"] = [
            stage.with_words(also=_cite_tables(stage["also"], clause))
            if isinstance(stage, LocatedTable) and "also" in stage
            else stage
            for stage in stages
        ]
    return file.with_words(**words)


def _cite_event(file: LocatedTable) -> LocatedTable:
    """A custom event whose tables get the clause around them where they cite none."""
    event = file.get("event")
    if not isinstance(event, LocatedTable):
        return file
    clause = str(event.get(CLAUSE, UNCITED))
    if known_as(file).partition("/")[0] in in_force().folders:
        return file
    words = {key: _cite_tables(value, clause) for key, value in file.items() if key in ("stage", "choice")}
    if isinstance(rules := file.get("rules"), LocatedTable):
        words["rules"] = _cite_rules(rules, clause)
    return file.with_words(**words)


def _cite_tables(value: Any, clause: str) -> Any:
    """Tables in a list, and the draws, sources and the like in them, with this clause."""
    if not isinstance(value, list):
        return value
    return [_stage_under(table, clause) if isinstance(table, LocatedTable) else table for table in value]


def _stage_under(table: LocatedTable, clause: str) -> Any:
    own = str(table.get(CLAUSE, clause))
    parts = {key: _clad(part, own) for key, part in table.items() if key in ("draw", "source", "fields")}
    parts |= {"instead": _cite_tables(table["instead"], own)} if "instead" in table else {}
    return _clad(table.with_words(**parts), clause)


def _cite_rules(rules: LocatedTable, clause: str) -> LocatedTable:
    """An event's own rules with this clause, including those in a table of their own."""
    words: dict[str, Any] = {}
    for key, value in rules.items():
        if isinstance(value, list):
            words[key] = [_clad(each, clause) for each in value]
        elif isinstance(value, LocatedTable):
            words[key] = _cite_rules(value, clause) if key in WITHIN.values() else _clad(value, clause)
    return rules.with_words(**words)


def _clad(table: Any, clause: str) -> Any:
    if isinstance(table, list):
        return [_clad(each, clause) for each in table]
    return table.with_words(clause=clause) if isinstance(table, LocatedTable) and CLAUSE not in table else table


def known_as(file: LocatedTable) -> str:
    """The id by which documents know an event: its own, or the first in a document's folder that it is like."""
    while isinstance(event := file.get("event"), LocatedTable):
        own, other = str(event.get("id", "")), event.get(LIKE)
        if own.partition("/")[0] in in_force().folders or other not in event_paths():
            return own
        file = tables_of(event_paths()[str(other)])
    return ""


def _by_reading(file: LocatedTable) -> LocatedTable:
    """The tables as written, with one table for each reading."""
    readings = file.get("reading")
    return file.with_words(reading=list(_apart(readings))) if isinstance(readings, list) else file


def _apart(readings: list[Any]) -> Iterator[Any]:
    for reading in readings:
        ids = reading.get("id") if isinstance(reading, LocatedTable) else None
        yield from (reading.with_words(id=each) for each in ids) if isinstance(ids, list) else (reading,)


def _alike(file: LocatedTable, behind: tuple[str, ...]) -> LocatedTable:
    """A file completed from the events it is like; *behind* are the events that are like it."""

    def find(event: str, at: Origin) -> LocatedTable:
        if event in behind:
            raise RegulationErrors([f"{at}: {LIKE}: {' is like '.join((*behind, event))}."])
        if event not in event_paths():
            raise unlike(at, not_found("event", event, list(event_paths())))
        return _alike(tables_of(event_paths()[event]), (*behind, event))

    return like_event(_by_reading(file), find)


def _with_ways(file: LocatedTable) -> LocatedTable:
    """A file whose readings contain what their document says of them, and whose paths name each stage."""
    readings, event = file.get("reading"), file.get("event")
    if not isinstance(readings, list) or not isinstance(event, LocatedTable):
        return file
    cite = str(event.get("clause", "")).partition(" ")[0]
    known = _readings_by_id(_folders().get(cite) or known_as(file).partition("/")[0])
    return file.with_words(reading=[_reading(each, known, file) for each in readings])


@by_edition
def _folders() -> Mapping[str, str]:
    """The folders of documents, by their citations."""
    return {document.cite: folder for folder, document in document_files(in_force()).items()}


@by_edition
def _readings_by_id(folder: str) -> Mapping[str, LocatedTable]:
    """What a document says of its readings, by id."""
    path = f"{folder}/readings.toml"
    return {table_name(each): each for each in tables_of(path).get("reading", ())} if in_force().has(path) else {}


def _reading(reading: Any, known: Mapping[str, LocatedTable], file: LocatedTable) -> Any:
    if not isinstance(reading, LocatedTable):
        return reading
    words = dict(reading)
    stated = known.get(table_name(reading))
    if stated is not None:
        words |= {key: stated[key] for key in ("covers",) if key in stated and key not in reading}
        if "other" not in reading and (ways := list(_ways(stated, file))):
            words["other"] = ways
    if isinstance(words.get("other"), list):
        words["other"] = [
            way.with_words(sets=list(_everywhere(way["sets"], file)))
            if isinstance(way, LocatedTable) and isinstance(way.get("sets"), list)
            else way
            for way in words["other"]
        ]
    taken = {key: stated.origin_of(key) for key in words if stated is not None and key not in reading}
    return LocatedTable(words, reading.origin, taken)


def _ways(stated: LocatedTable, file: LocatedTable) -> Iterator[LocatedTable]:
    """The document's alternatives that apply to an event: those that set something it has."""
    starts = {"*", "honours", *(table_name(stage) for stage in file.get("stage", ()))}
    for way in stated.get("other", ()):
        if isinstance(way, LocatedTable) and (
            sets := [path for path in way["sets"] if path.partition(".")[0] in starts]
        ):
            yield way.with_words(sets=sets)


def _everywhere(paths: list[Any], file: LocatedTable) -> Iterator[Any]:
    for path in paths:
        if isinstance(path, str) and path.startswith(EVERY):
            below = path.removeprefix(EVERY)
            yield from (f"{name}.{below}" for name in _having(below.partition(".")[0], file))
        else:
            yield path


def _having(key: str, file: LocatedTable) -> list[str]:
    """The stages in which a word is, or may be, stated."""
    stages = [stage for stage in file.get("stage", ()) if isinstance(stage, LocatedTable)]
    having = [stage for stage in stages if key in ANYWHERE or any(key in each for each in (stage, *_insteads(stage)))]
    return list(dict.fromkeys(table_name(stage) for stage in having))


def _insteads(stage: LocatedTable) -> list[Any]:
    found = stage.get("instead")
    return found if isinstance(found, list) else []
