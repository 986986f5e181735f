"""Readers of .bws files that are not ours, and a stand-in for the devices: what they said, as a file has it."""

import csv
import io
import json
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from bridgemate_template import ALONE, TABLES

from overtrick.formats.bridgemate.jet import Value
from overtrick.formats.bridgemate.jet_writing import with_rows
from overtrick.formats.bridgemate.plan import Plan

Rows = dict[str, list[dict[str, str]]]
"""The rows of each table, every value as a text."""

_JACKCESS = """
import json, sys
from pathlib import Path
import jpype, mpxj
lib = Path(mpxj.__file__).parent / "lib"
names = ("jackcess", "commons-lang3", "commons-logging")
jpype.startJVM(classpath=[str(jar) for name in names for jar in lib.glob(name + "-*.jar")])
java = jpype.JPackage("com").healthmarketscience.jackcess
File = jpype.JClass("java.io.File")
found = {}
for path in sys.argv[1:]:
    database = java.DatabaseBuilder.open(File(path))
    tables = {}
    for name in database.getTableNames():
        rows = []
        for row in database.getTable(name):
            told = {}
            for entry in row.entrySet():
                value = entry.getValue()
                text = "" if value is None else str(value)
                told[str(entry.getKey())] = {"true": "1", "false": "0", "True": "1", "False": "0"}.get(text, text)
            rows.append(told)
        tables[str(name)] = rows
    database.close()
    found[path] = tables
print(json.dumps(found))
"""


def text(value: Value) -> str:
    """A value as every reader is brought to say it."""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    return "" if value is None else str(value)


def by_mdbtools(path: Path) -> Rows:
    """All tables as Debian's mdbtools reads them."""
    export = shutil.which("mdb-export")
    if export is None:
        pytest.skip("mdbtools is not installed")
    found: Rows = {}
    for name in TABLES:
        asked = [export, "-T", "%Y-%m-%d %H:%M:%S", str(path), name]
        told = subprocess.run(asked, capture_output=True, check=True, timeout=30).stdout.decode()
        found[name] = list(csv.DictReader(io.StringIO(told)))
    return found


def by_access_parser(path: Path) -> Rows:
    """All tables as PyPI's access-parser reads them."""
    from access_parser import AccessParser

    database = AccessParser(str(path))
    found: Rows = {}
    for name in TABLES:
        columns: Mapping[str, Sequence[Any]] = database.parse_table(name)
        many = max((len(values) for values in columns.values()), default=0)
        found[name] = [{column: text(values[row]) for column, values in columns.items()} for row in range(many)]
    return found


def by_jackcess(*paths: Path) -> list[Rows]:
    """All tables of files as Jackcess reads them, in a JVM of its own."""
    if shutil.which("java") is None:
        pytest.skip("Java is not installed")
    told = subprocess.run(
        [sys.executable, "-c", _JACKCESS, *map(str, paths)], capture_output=True, check=True, timeout=120
    ).stdout
    found: dict[str, Rows] = json.loads(told)
    return [found[str(path)] for path in paths]


def received(pair_ns: int, pair_ew: int, contract: str, **more: Value) -> dict[str, Value]:
    """A row of ReceivedData: a contract like `4 S x N +1`, and whatever else is said of it."""
    *bid, seat, made = contract.split() if contract else ("", "", "")
    declarer = pair_ns if seat in ("N", "S") else pair_ew
    return {
        "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": pair_ns, "PairEW": pair_ew, "NS/EW": seat,
        "Declarer": declarer if contract else 0, "Contract": " ".join(bid), "Result": made, **more,
    }  # fmt: skip


def with_received(data: bytes, *rows: Mapping[str, Value], table: str = "ReceivedData") -> bytes:
    """A .bws in which the devices have said this."""
    return with_rows(data, {table: rows}, "devices.bws")


def columns_of(plan: Plan) -> dict[str, list[str]]:
    """The columns of every table that a file of this plan has."""
    alone = [column.name for column in ALONE] if plan.alone else []
    longer = ("RoundData", "ReceivedData", "IntermediateData")
    return {
        name: [column.name for column in columns] + (alone if name in longer else [])
        for name, columns in TABLES.items()
    }
