"""The results of a study in words: every sentence with its figure and its interval."""

from collections.abc import Iterator

from overtrick.core.provenance import Json
from overtrick.lab.study.file import Format, Study
from overtrick.lab.study.measures import words_of
from overtrick.lab.study.strength import Spread
from overtrick.lab.study.summary import Cell, Estimate, Others, Summary
from overtrick.lab.timetable import USUAL_MINUTES

TOLD_OF_ALL = ("best_wins", "best_selected", "right", "tau", "winner_strength")
"""The measures reported for every format, changed or not."""


def figure(estimate: Estimate, unit: str) -> str:
    """An estimate with its interval, as people read it.

    >>> figure(Estimate(0.3304, 0.0049), "%")
    '33.0% ± 0.5'
    """
    if unit == "%":
        return f"{100 * estimate.value:.1f}% ± {100 * estimate.within:.1f}"
    if unit in ("boards", "hours"):
        return f"{estimate.value:.1f} ± {estimate.within:.1f}"
    return f"{estimate.value:.3f} ± {estimate.within:.3f}"


def in_words(found: Summary) -> Iterator[str]:
    """The study in sentences: its assumptions, each format, and what it changes."""
    study = found.study
    yield study.name
    if study.says:
        yield study.says
    yield from (f"Assumed: {each}" for each in assumptions(study))
    for entries in study.entries:
        yield ""
        yield f"{entries} entries"
        for format_ in study.formats:
            yield from told_of(found, format_.name, entries)


def headline(found: Summary, name: str, entries: int) -> str:
    """A format compared with the first, in a sentence: how often the best wins, and for how many boards."""
    own = {each.measure: each for each in found.cells if (each.format, each.entries) == (name, entries)}
    first_name = found.study.formats[0].name
    first = {each.measure: each for each in found.cells if (each.format, each.entries) == (first_name, entries)}
    if not own or not first or name == first_name or _format(found.study, name).luck:
        return ""
    now, before, change = own["best_wins"], first["best_wins"], own["boards"].change
    more = change.value if change is not None else 0.0
    boards = "board" if abs(round(more)) == 1 else "boards"
    cost = f"for {abs(more):.0f} {'more' if more > 0 else 'fewer'} {boards}" if round(more) else "for as many boards"
    sure = "" if now.change is not None and now.change.clear else "; the difference may be chance"
    return (
        f"{name[0].upper()}{name[1:]} instead of {first_name}: the best wins {figure(now.mean, '%')} "
        f"instead of {figure(before.mean, '%')}, {cost}{sure}."
    )


def told_of(found: Summary, name: str, entries: int) -> Iterator[str]:
    """The sentences of one format with one entry."""
    own = [each for each in found.cells if (each.format, each.entries) == (name, entries)]
    if not own:
        yield f"{name}: not played yet"
        return
    yield f"{name} ({own[0].runs} runs)"
    luck = "other luck" if _format(found.study, name).luck else "the same luck"
    for cell in own:
        if cell.change is None:
            if cell.measure in TOLD_OF_ALL or cell.mean.value:
                yield f"  {sentence(cell, luck)}"
        elif cell.measure in TOLD_OF_ALL or cell.change.clear:
            yield f"  {sentence(cell, luck)}"
    if leading := headline(found, name, entries):
        yield f"  {leading}"
    for other in found.others:
        if (other.format, other.entries) == (name, entries):
            yield f"  {told_of_others(other, found)}"


def _format(study: Study, name: str) -> Format:
    return next(each for each in study.formats if each.name == name)


def sentence(cell: Cell, luck: str) -> str:
    """One measure, compared with the first format."""
    words, unit = words_of(cell.measure)
    said = f"{words}: {figure(cell.mean, unit)}"
    if cell.change is None:
        return said
    change = figure(cell.change, unit)
    if not cell.change.value and not cell.change.within:
        return f"{said} (the same in every run)"
    sign = "+" if cell.change.value > 0 else ""
    clear = "" if cell.change.clear else ", which may be chance"
    return f"{said} ({sign}{change} on {luck}{clear})"


def told_of_others(other: Others, found: Summary) -> str:
    """How often a format has another winner and selects others, compared with chance alone where that was played."""
    study, own = found.study, _format(found.study, other.format)
    said = (
        f"another winner than “{study.formats[0].name}” in {figure(other.winners, '%')} of runs, "
        f"others among the {study.select} selected in {figure(other.selected, '%')}"
    )
    names = {each.name for each in study.formats if each.luck and not own.luck}
    chance = [each for each in found.others if each.format in names and each.entries == other.entries]
    beside = (f"{figure(each.winners, '%')} and {figure(each.selected, '%')}" for each in chance[:1])
    return "".join([said, *(f"; by other luck alone {each}" for each in beside)])


def assumptions(study: Study) -> tuple[str, ...]:
    """The assumptions of a study, in words."""
    model = study.strength
    by = f"{model.field:g} IMPs a board"
    lie = {
        Spread.NORMAL: f"Strengths are drawn anew for every run, with a standard deviation of {by}.",
        Spread.EVEN: f"Strengths lie in even steps, with a standard deviation of {by}.",
        Spread.ONE: f"One entry is better than the others, which are equal, by {by}.",
    }[model.shape]
    luck = (
        f"A board between equals has a standard deviation of {model.board:g} IMPs; {model.flat:.0%} of boards are flat."
    )
    if any(each.dealt for each in study.formats):
        luck = "Boards are dealt, bid and played at every table by a simple model, whose luck is its own."
    known = f"Seeds and choices of opponents follow strength, with an error of {model.seeding:g} IMPs a board in seeds."
    return (
        lie,
        luck,
        "Where the study does not say otherwise, these values are rules of thumb.",
        known,
        f"Nobody withdraws, forfeits or is fined. A board takes {USUAL_MINUTES} minutes.",
        f"Seed {study.seed}. ± is half of a 95% interval; changes are measured run by run on the same field and luck.",
    )


def as_data(found: Summary) -> Json:
    """The study as data."""
    study = found.study

    def both(estimate: Estimate | None) -> Json:
        return None if estimate is None else {"value": f"{estimate.value:.6f}", "within": f"{estimate.within:.6f}"}

    return {
        "study": study.name,
        "says": study.says,
        "seed": study.seed,
        "assumed": list(assumptions(study)),
        "measures": [
            {
                "measure": cell.measure,
                "words": words_of(cell.measure)[0],
                "format": cell.format,
                "entries": cell.entries,
                "runs": cell.runs,
                "mean": both(cell.mean),
                "change": both(cell.change),
            }
            for cell in found.cells
        ],
        "headlines": [
            said for entries in study.entries for each in study.formats if (said := headline(found, each.name, entries))
        ],
        "others": [
            {
                "format": each.format,
                "entries": each.entries,
                "luck": _format(study, each.format).luck or "same",
                "winners": both(each.winners),
                "selected": both(each.selected),
            }
            for each in found.others
        ],
    }
