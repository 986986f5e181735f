"""A ladder as a face shows it: a line for everybody, with every evening and what counts of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from overtrick.core.exact import exact_text
from overtrick.core.ranking.ladder import LadderRule, Rung
from overtrick.core.wording import phrase
from overtrick.views.texts import Text
from overtrick.views.whys import Number


@dataclass(frozen=True, slots=True)
class LadderLine:
    """Somebody on a ladder: the place if there is one, the total, and every evening; *counts* says which count."""

    place: Number
    shared: bool
    name: str
    total: Number
    evenings: tuple[Number, ...]
    counts: tuple[bool, ...]
    because: Text


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A ladder: who climbs it, in which unit, over which evenings."""

    says: Text
    by: str
    unit: str
    evenings: tuple[str, ...]
    lines: tuple[LadderLine, ...]


def ladder_page(rule: LadderRule, evenings: Sequence[str], rungs: Sequence[Rung]) -> LadderPage:
    """A ladder over these evenings."""
    says = phrase(
        "the {takes} of the best[ {best}]; {evenings:#evening} so far",
        takes=rule.takes, best=rule.count.best, evenings=len(evenings),
    )  # fmt: skip
    unit = rungs[0].total.unit.many if rungs else ""
    return LadderPage(says, str(rule.by), unit, tuple(evenings), tuple(_line(each, evenings, rule) for each in rungs))


def _line(rung: Rung, evenings: Sequence[str], rule: LadderRule) -> LadderLine:
    place = Number("–")
    if rung.place is not None:
        text = exact_text(rung.place.value)
        place = Number(f"{text}=" if rung.shared else text, value=text)
    short = phrase("a place needs {needs:#evening}", needs=rule.needs) if rung.place is None else ""
    total = Number(rung.total.unit.number(rung.total.value), value=exact_text(rung.total.value))
    return LadderLine(
        place, rung.shared, rung.name, total,
        tuple(_evening(rung, name) for name in evenings), tuple(name in rung.counted for name in evenings),
        rung.because or short,
    )  # fmt: skip


def _evening(rung: Rung, name: str) -> Number:
    figure = rung.evenings.get(name)
    if figure is None:
        return Number("")
    text = figure.unit.number(figure.value)
    return Number(text if name in rung.counted else f"({text})", value=exact_text(figure.value))
