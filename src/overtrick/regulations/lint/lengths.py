"""Finds sessions that do not have the boards they should: which entries miss them, and what is played instead."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from overtrick.core.errors import DirectorError, RegulationErrors
from overtrick.core.event.plan import Entrants, SessionForm
from overtrick.core.provenance import Clause
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.lint.rules import Finding
from overtrick.regulations.plan.draws import LONGEST, Shape, shape_of
from overtrick.regulations.plan.formats import PlannedStage, planned, situation


def lint_lengths(file: EventFile) -> Iterator[Finding]:
    """What a file asks of its sessions and does not get, over every entry it takes."""
    covered = " ".join(reading.id for reading in file.reading if "lengths" in reading.covers)
    missed: defaultdict[tuple[str, Clause, Span], defaultdict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for entered in range(file.event.entries.least, (file.event.entries.most or file.event.entries.least) + 1):
        if not file.event.takes(entered):
            continue
        for each, shape in _shapes(file, entered):
            asked = each.words.draw.session_boards if each.words.draw else None
            if asked is not None and (played := shape.boards * shape.sessions[0]) not in asked:
                missed[each.words.name, each.words.clause, asked][played].append(entered)
    for (name, clause, asked), instead in missed.items():
        listed = "; ".join(f"{boards} with {_sizes(sizes)}" for boards, sizes in sorted(instead.items()))
        wanted = asked.least if asked.least == asked.most else asked
        what = f"{name} of the {file.event.name} asks for {wanted} boards a session and plays {listed}"
        yield Finding(clause.cite, f"{what} {file.event.contest}", covered)
    for stage in file.stage:
        rows = (stage.draw.movements if stage.draw else None) or ()
        if any(row.rounds is None and row.movement is not SessionForm.HOWELL for row in rows):
            what = (
                f"{stage.name} has a Mitchell that does not say how many rounds it may have; {LONGEST.most} are taken"
            )
            yield Finding(stage.clause.cite, what, covered)


def _shapes(file: EventFile, entered: int) -> Iterator[tuple[PlannedStage, Shape]]:
    """The stages of an entry in numbers; none where it cannot be planned, which is told elsewhere."""
    entrants, shapes = Entrants(entered), dict[str, Shape]()
    try:
        for each in planned(file, situation(file, entrants, frozenset()), {}):
            shapes[each.words.name] = shape_of(each, entrants, shapes, file)
            yield each, shapes[each.words.name]
    except (RegulationErrors, DirectorError):
        return


def _sizes(sizes: Sequence[int]) -> str:
    """Numbers with their runs drawn together.

    >>> _sizes([5, 6, 9, 10, 11, 14])
    '5, 6, 9 to 11 or 14'
    """
    runs: list[list[int]] = []
    for size in sizes:
        if runs and size == runs[-1][-1] + 1:
            runs[-1].append(size)
        else:
            runs.append([size])
    parts = [
        part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else [str(size) for size in run])
    ]
    return " or ".join(part for part in (", ".join(parts[:-1]), parts[-1]) if part)
