"""The results of a study: each measure with its interval, and what a format changes, run by run."""

from dataclasses import dataclass
from math import sqrt

import polars as pl

from overtrick.lab.study.file import Study
from overtrick.lab.study.measures import EACH, SENTENCES, words_of

SURE = 1.96
"""Standard errors on either side of a 95% interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and half its 95% interval."""

    value: float
    within: float

    @property
    def clear(self) -> bool:
        """Whether the interval excludes zero."""
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
    """How often a format has another winner than the first, or selects others, with the same luck."""

    format: str
    entries: int
    winners: Estimate
    selected: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """The results of a study, as far as it was played."""

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
        own = {name: _expand_lists(found) for name, found in own.items()}
        first = own[study.formats[0].name]
        for name, found in own.items():
            if not len(found):
                continue
            both = found.join(first, on="run", suffix="_first") if name != study.formats[0].name else None
            for measure in found.columns:
                if measure not in SENTENCES and measure.partition(" ")[0] not in EACH:
                    continue
                mean = estimate(found[measure].cast(float), share=words_of(measure)[1] == "%")
                change = None if both is None else estimate((both[measure] - both[f"{measure}_first"]).cast(float))
                if mean is not None:
                    cells.append(Cell(measure, name, asked, len(found), mean, change))
            if both is None:
                continue
            winners, selected = (
                estimate((both[each] != both[f"{each}_first"]).cast(float), share=True)
                for each in ("winners", "selected")
            )
            if winners is not None and selected is not None:
                others.append(Others(name, asked, winners, selected))
    return Summary(study, tuple(cells), tuple(others))


def _expand_lists(runs: pl.DataFrame) -> pl.DataFrame:
    """Runs with a column for each of the best, the second best and so on, instead of lists."""
    for name in (each for each in EACH if each in runs.columns):
        longest = max((len(each) for each in runs[name]), default=0)
        columns = [runs[name].list.get(at).alias(f"{name} {at + 1}") for at in range(longest)]
        runs = runs.drop(name).with_columns(columns)
    return runs


def estimate(values: pl.Series, *, share: bool = False) -> Estimate | None:
    """The mean of some values, with its interval; `None` where no run has any.

    A *share* that is 0 or 1 in all n runs may still differ from that by 3/n (the rule of three).
    """
    values = values.drop_nulls()
    count = len(values)
    if not count:
        return None
    spread = float(str(values.std() or 0.0)) if count > 1 else 0.0
    mean = float(str(values.mean()))
    if share and not spread and mean in (0.0, 1.0):
        return Estimate(mean, min(1.0, 3 / count))
    return Estimate(mean, SURE * spread / sqrt(count))
