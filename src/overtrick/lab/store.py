"""Stores results as they come, in a Parquet file for each part, so that work can be interrupted and resumed."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

MANY = 500
"""The number of files at which they are merged: a sweep has a hundred thousand parts."""


def key_of(*of: object) -> str:
    """The key of a part: equal inputs give equal keys, and others different ones."""
    return blake2b(repr(of).encode(), digest_size=8).hexdigest()


class Store:
    """A folder of results, each part under its own key. A part is either complete or absent."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self._whole = folder / "whole.parquet"
        self._parts = {path.stem for path in folder.glob("*.parquet")} - {self._whole.stem}
        self._in_whole = set(self._read_whole()["key"]) if self._whole.is_file() else set[str]()

    def has(self, key: str) -> bool:
        """Whether a part is stored."""
        return key in self._parts or key in self._in_whole

    def keep(self, key: str, rows: Sequence["DataclassInstance"]) -> None:
        """Store the results of a part, replacing any under its key."""
        self._write(pl.DataFrame([asdict(row) for row in rows]), self._path(key))
        self._parts.add(key)
        if len(self._parts) >= MANY:
            self._bring_together()

    def rows(self, keys: Iterable[str]) -> pl.DataFrame:
        """Everything stored under these keys."""
        wanted = set(keys)
        parts = [pl.read_parquet(self._path(key)) for key in sorted(self._parts & wanted)]
        if older := list((self._in_whole - self._parts) & wanted):
            parts.append(self._read_whole().filter(pl.col("key").is_in(older)).drop("key"))
        return pl.concat(parts, how="vertical_relaxed") if parts else pl.DataFrame()

    def _bring_together(self) -> None:
        """Merge all parts into one file. If this is interrupted, some exist twice, and each counts once."""
        new = [pl.read_parquet(self._path(key)).with_columns(key=pl.lit(key)) for key in sorted(self._parts)]
        old = [self._read_whole().filter(~pl.col("key").is_in(list(self._parts)))] if self._in_whole else []
        self._write(pl.concat([*old, *new], how="vertical_relaxed"), self._whole)
        for key in self._parts:
            self._path(key).unlink()
        self._in_whole |= self._parts
        self._parts = set()

    def _read_whole(self) -> pl.DataFrame:
        return pl.read_parquet(self._whole)

    def _write(self, rows: pl.DataFrame, path: Path) -> None:
        half = path.with_suffix(".half")
        rows.write_parquet(half)
        half.replace(path)

    def _path(self, key: str) -> Path:
        return self.folder / f"{key}.parquet"
