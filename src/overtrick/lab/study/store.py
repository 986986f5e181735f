"""What was played is kept as it comes: a Parquet file a batch, so that a study can be stopped and taken up again."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import polars as pl

from overtrick.lab.study.batches import Batch
from overtrick.lab.study.measures import Measured


class Store:
    """A folder of batches, each under its own key. A file is there whole or not at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def has(self, batch: Batch) -> bool:
        """Whether a batch was played."""
        return self._path(batch).is_file()

    def keep(self, batch: Batch, runs: Sequence[Measured]) -> None:
        """Keep a batch that was played."""
        half = self._path(batch).with_suffix(".half")
        pl.DataFrame([asdict(run) for run in runs]).write_parquet(half)
        half.replace(self._path(batch))

    def runs(self, wanted: Iterable[Batch]) -> pl.DataFrame:
        """Every run of these batches that was played, in their order."""
        found = [pl.read_parquet(self._path(batch)) for batch in wanted if self.has(batch)]
        return pl.concat(found).sort("format", "entries", "run") if found else pl.DataFrame()

    def _path(self, batch: Batch) -> Path:
        return self.folder / f"{batch.key}.parquet"
