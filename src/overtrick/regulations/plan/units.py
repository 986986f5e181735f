"""Checks that units agree where numbers meet, in an event or a rule, and reports the line that conflicts."""

from overtrick.core.event.plan.stages import Event
from overtrick.core.event.plan.units import Clash, clashes, scoring_clashes
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.formats import Situation
from overtrick.regulations.read.library import Rulebook
from overtrick.regulations.read.load import RuleText

Path = tuple[str | int, ...]


def unit_faults(file: EventFile, at: Situation, event: Event) -> list[str]:
    """Every place where different units would be added, carried or ranked together in an event as it is planned."""
    return [f"{file.where(_path(file, at, clash))}: {clash.stage}: {clash_text(clash)}" for clash in clashes(event)]


def scoring_unit_faults(file: RuleText, book: Rulebook) -> list[str]:
    """Every place where a way of scoring in a rule file would add different units."""
    return file.faults(
        (("scoring", place, clash.key), f"{words['id']}: {clash_text(clash)}")
        for place, words in enumerate(file.data.get("scoring", ()))
        for clash in scoring_clashes(book.scoring(words["id"]))
    )


def clash_text(clash: Clash) -> str:
    """A conflict of units, in words."""
    return f"{clash.key} {clash.what} {clash.has.name}, but {clash.because}."


def _path(file: EventFile, at: Situation, clash: Clash) -> Path:
    """The path of a conflict in a file: in the stage, in what replaces it, or in the whole event."""
    keys: Path = tuple(clash.key.split("."))
    if file.graph is not None:
        of_swiss = clash.stage not in {stage.name for stage in file.graph.stage}
        return ("graph", "swiss", *keys) if of_swiss and file.graph.swiss is not None else ("graph", "scoring")
    for place, stage in enumerate(file.stage):
        if stage.name != clash.stage or not at.holds(stage.when):
            continue
        held = [number for number, words in enumerate(stage.instead) if at.holds(words.when)]
        said = [number for number in held if keys[0] in stage.instead[number].written]
        if keys[0] == "conduct" and keys[1] not in stage.conduct.written and not said:
            return keys
        return ("stage", place, *(("instead", said[-1]) if said else ()), *keys)
    return ()
