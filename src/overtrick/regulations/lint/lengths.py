"""Finds sessions that do not have the boards they should: for which entries, and what is played instead."""

from collections import defaultdict
from collections.abc import Iterator

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.plan.ways import LONGEST
from overtrick.core.movements.families import Family
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.stages import StageWords
from overtrick.regulations.lint.findings import Finding, covering_readings, make_finding, wording
from overtrick.regulations.plan.draws import Shape, shape_of
from overtrick.regulations.plan.formats import planned_stages, situation
from overtrick.regulations.plan.sizes import runs
from overtrick.regulations.read.load import folders


def lint_lengths(file: EventFile) -> Iterator[Finding]:
    """Findings where a file's sessions do not get the boards it asks for, over every entry it accepts."""
    known, event = covering_readings(file, "lengths"), file.event
    missed: defaultdict[tuple[str, Clause, Span], defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for entered in range(event.entries.least, (event.entries.most or event.entries.least) + 1):
        for each, shape in _shapes(file, entered) if event.takes(entered) else ():
            asked = each.draw.play.session_boards if each.draw else None
            if asked is not None and (played := shape.boards * shape.sessions[0]) not in asked:
                missed[each.name, each.clause, asked][played].append(entered)
    for (name, clause, asked), instead in missed.items():
        told = tuple(wording("played", boards=boards, sizes=runs(sizes)) for boards, sizes in sorted(instead.items()))
        wanted = asked.least if asked.least == asked.most else asked
        has = {"stage": name, "event": event.name, "contest": event.contest}
        yield _locate_finding(file, make_finding("session", clause, known, asked=wanted, played=told, **has), name)
    for stage in file.stage:
        family = stage.draw.play.open_ended if stage.draw else None
        if family is not None:
            mitchell = family in (Family.MITCHELL, Family.SWITCHED)
            finding = make_finding(
                "open end", stage.clause, known, stage=stage.name, mitchell=mitchell, most=LONGEST.most
            )
            yield _locate_finding(file, finding, stage.name)


def _locate_finding(file: EventFile, finding: Finding, stage: str) -> Finding:
    """A finding with its line: a fault in a document's event, a warning in a custom one, where it may be intended."""
    place = [each.name for each in file.stage].index(stage)
    located = finding.with_line(file, "stage", place, "draw", "session_boards")
    return located if file.event.id.partition("/")[0] in folders() else located.as_warning()


def _shapes(file: EventFile, entered: int) -> Iterator[tuple[StageWords, Shape]]:
    """The stages for an entry in numbers; empty where it cannot be planned, which is reported elsewhere."""
    entrants, shapes = Entrants(entered), dict[str, Shape]()
    try:
        for each in planned_stages(file, situation(file, entrants, frozenset()), {}):
            shapes[each.name] = shape_of(each, entrants, shapes, file)
            yield each, shapes[each.name]
    except (RegulationErrors, DirectorError):
        return
