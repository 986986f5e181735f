"""What the runs of a study come to: each measure with its interval, and what a format changes, run by run."""

from dataclasses import dataclass
from math import sqrt

import polars as pl

from overtrick.lab.study.file import Study
from overtrick.lab.study.measures import SENTENCES

SURE = 1.96
"""Standard errors on either side: nineteen intervals in twenty have the truth in them."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half its 95% interval."""

    value: float
    within: float

    @property
    def clear(self) -> bool:
        """Whether the interval leaves nothing out."""
        return abs(self.value) > self.within


@dataclass(frozen=True, slots=True)
class Cell:
    """One measure of one format with one entry, and how it differs from the first format on the same runs."""

    measure: str
    format: str
    entries: int
    runs: int
    mean: Estimate
    change: Estimate | None


@dataclass(frozen=True, slots=True)
class Others:
    """How often another format than the first has another winner, or selects others, on the same luck."""

    format: str
    entries: int
    winners: Estimate
    selected: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """A study that was played, as far as it was."""

    study: Study
    cells: tuple[Cell, ...]
    others: tuple[Others, ...]


def summarise(study: Study, runs: pl.DataFrame) -> Summary:
    """All measures of all formats, and their differences from the first, paired run by run."""
    cells: list[Cell] = []
    others: list[Others] = []
    for asked in study.entries:
        own = {
            each.name: runs.filter((pl.col("format") == each.name) & (pl.col("entries") == asked)).sort("run")
            for each in study.formats
        }
        first = own[study.formats[0].name]
        for name, found in own.items():
            if not len(found):
                continue
            both = found.join(first, on="run", suffix="_first") if name != study.formats[0].name else None
            for measure in SENTENCES:
                change = None if both is None else estimate((both[measure] - both[f"{measure}_first"]).cast(float))
                cells.append(Cell(measure, name, asked, len(found), estimate(found[measure].cast(float)), change))
            if both is not None:
                winners, selected = (
                    estimate((both[each] != both[f"{each}_first"]).cast(float)) for each in ("winners", "selected")
                )
                others.append(Others(name, asked, winners, selected))
    return Summary(study, tuple(cells), tuple(others))


def estimate(values: pl.Series) -> Estimate:
    """The mean of some values, with its interval."""
    count = len(values)
    if not count:
        return Estimate(0.0, 0.0)
    spread = float(str(values.std() or 0.0)) if count > 1 else 0.0
    return Estimate(float(str(values.mean())), SURE * spread / sqrt(count))
