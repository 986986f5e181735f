"""Finds sessions that do not have the boards they should: which entries miss them, and what is played instead."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan.stages import Entrants
from overtrick.core.event.plan.ways import LONGEST
from overtrick.core.movements.families import Family
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.stages import StageWords
from overtrick.regulations.lint.findings import Finding, covered, found, worded
from overtrick.regulations.plan.draws import Shape, shape_of
from overtrick.regulations.plan.formats import planned, situation


def lint_lengths(file: EventFile) -> Iterator[Finding]:
    """What a file asks of its sessions and does not get, over every entry it takes."""
    known, event = covered(file, "lengths"), file.event
    missed: defaultdict[tuple[str, Clause, Span], defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for entered in range(event.entries.least, (event.entries.most or event.entries.least) + 1):
        for each, shape in _shapes(file, entered) if event.takes(entered) else ():
            asked = each.draw.play.session_boards if each.draw else None
            if asked is not None and (played := shape.boards * shape.sessions[0]) not in asked:
                missed[each.name, each.clause, asked][played].append(entered)
    for (name, clause, asked), instead in missed.items():
        told = tuple(worded("played", boards=boards, sizes=_runs(sizes)) for boards, sizes in sorted(instead.items()))
        wanted = asked.least if asked.least == asked.most else asked
        has = {"stage": name, "event": event.name, "contest": event.contest}
        yield found("session", clause, known, asked=wanted, played=told, **has)
    for stage in file.stage:
        family = stage.draw.play.open_ended if stage.draw else None
        if family is not None:
            mitchell = family in (Family.MITCHELL, Family.SWITCHED)
            yield found("open end", stage.clause, known, stage=stage.name, mitchell=mitchell, most=LONGEST.most)


def _shapes(file: EventFile, entered: int) -> Iterator[tuple[StageWords, Shape]]:
    """The stages of an entry in numbers; none where it cannot be planned, which is told elsewhere."""
    entrants, shapes = Entrants(entered), dict[str, Shape]()
    try:
        for each in planned(file, situation(file, entrants, frozenset()), {}):
            shapes[each.name] = shape_of(each, entrants, shapes, file)
            yield each, shapes[each.name]
    except (RegulationErrors, DirectorError):
        return


def _runs(sizes: Sequence[int]) -> tuple[str, ...]:
    """Numbers with their runs drawn together.

    >>> _runs([5, 6, 9, 10, 11, 14])
    ('5', '6', '9 to 11', '14')
    """
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    return tuple(
        part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(size) for size in run])
    )
