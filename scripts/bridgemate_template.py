"""Makes the empty .bws files, for pairs and for individuals, on which ours are based; Jackcess creates the tables.

Run once, by hand, when a column is added: `python scripts/bridgemate_template.py`. It needs Java and the development
packages `jpype1` and `mpxj`, which brings Jackcess; the files it writes are stored beside the code and need neither.
"""

import gzip
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import jpype

from overtrick.formats.bridgemate.bws import SUITS

FOLDER = Path(__file__).parents[1] / "src/overtrick/formats/bridgemate"
TYPES = {"short": "INT", "long": "LONG", "auto": "LONG", "bool": "BOOLEAN", "date": "SHORT_DATE_TIME", "text": "TEXT"}


Type = Literal["short", "long", "auto", "bool", "date", "text"]


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, its type (*auto* numbers its rows), and for a text the number of characters."""

    name: str
    kind: Type
    length: int = 0


def _shorts(names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "short") for name in names.split())


def _bools(names: str) -> tuple[Column, ...]:
    return tuple(Column(name, "bool") for name in names.split())


_RECEIVED: Final = (
    Column("ID", "auto"), *_shorts("Section Table Round Board PairNS PairEW Declarer"),
    Column("NS/EW", "text", 2), Column("Contract", "text", 10), Column("Result", "text", 10),
    Column("LeadCard", "text", 10), Column("Remarks", "text", 255), Column("DateLog", "date"),
    Column("TimeLog", "date"), *_bools("Processed Processed1 Processed2 Processed3 Processed4 Erased ExternalUpdate"),
    Column("SuspiciousContract", "short"),
)  # fmt: skip


TABLES: Final[dict[str, tuple[Column, ...]]] = {
    "Clients": (Column("ID", "auto"), Column("Computer", "text", 255)),
    "Session": (
        Column("ID", "short"), Column("Name", "text", 40), Column("Date", "date"), Column("Time", "date"),
        Column("GUID", "text", 40), Column("Status", "short"),
        *_bools("ShowInApp PairsMoveAcrossField EWReturnHome"),
    ),
    "Section": (
        Column("ID", "short"), Column("Letter", "text", 2),
        *_shorts("Tables MissingPair EWMoveBeforePlay Session ScoringType Winners"),
    ),
    "Tables": _shorts("Section Table ComputerID Status LogOnOff CurrentRound CurrentBoard UpdateFromRound Group"),
    "RoundData": (
        *_shorts("Section Table Round NSPair EWPair LowBoard HighBoard"), Column("CustomBoards", "text", 255),
    ),
    "ReceivedData": _RECEIVED,
    "IntermediateData": _RECEIVED,
    "PlayerNumbers": (
        *_shorts("Section Table"), Column("Direction", "text", 2), Column("Number", "text", 16),
        Column("Name", "text", 30), Column("Round", "short"), *_bools("Updated Processed"), Column("TimeLog", "date"),
    ),
    "PlayerNames": (Column("ID", "long"), Column("Name", "text", 40), Column("strID", "text", 18)),
    "HandRecord": (*_shorts("Section Board"), *(Column(name, "text", 13) for name in SUITS)),
    "Settings": (
        Column("Section", "short"), *_bools("ShowResults LeadCard MemberNumbers BM2ViewHandrecord"),
        *_shorts("EnterResultsMethod BM2Ranking BM2NumberValidation BM2NameSource"),
    ),
}  # fmt: skip
"""The tables for pairs and teams. A setting without a column has BCS's default."""

ALONE: Final = _shorts("South West")
"""The additional columns of RoundData for individuals; some programs take any file with them for individuals."""


def start() -> None:
    """Start a JVM with Jackcess."""
    import mpxj

    lib = Path(mpxj.__file__).parent / "lib"
    jars = [str(jar) for name in ("jackcess", "commons-lang3", "commons-logging") for jar in lib.glob(f"{name}-*.jar")]
    jpype.startJVM(classpath=jars)


def create(path: Path, tables: Mapping[str, tuple[Column, ...]]) -> None:
    """Create an Access 2000 database with these tables, empty."""
    java = jpype.JPackage("com").healthmarketscience.jackcess
    builder = java.DatabaseBuilder(jpype.java.io.File(str(path)))
    database = builder.setFileFormat(java.Database.FileFormat.V2000).create()
    for name, columns in tables.items():
        table = java.TableBuilder(name)
        for column in columns:
            made = java.ColumnBuilder(column.name).setType(getattr(java.DataType, TYPES[column.kind]))
            if column.kind == "text":
                made.setLengthInUnits(column.length)
            if column.kind == "auto":
                made.setAutoNumber(True)
            table.addColumn(made)
        table.toTable(database)
    database.close()


def main() -> None:
    """Write both files."""
    start()
    alone = {**TABLES, "RoundData": TABLES["RoundData"] + ALONE, "ReceivedData": TABLES["ReceivedData"] + ALONE}
    alone["IntermediateData"] = alone["ReceivedData"]
    with tempfile.TemporaryDirectory() as folder:
        for name, tables in (("pairs", TABLES), ("individuals", alone)):
            path = Path(folder, name)
            create(path, tables)
            (FOLDER / f"{name}.bws.gz").write_bytes(gzip.compress(path.read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
