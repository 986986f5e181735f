"""Editions from where they lie: a folder that holds a rulebook, or a wheel or another archive with one in it."""

from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from overtrick.core.errors import DirectorError
from overtrick.regulations.read.editions import DOCUMENT, ENDING, Edition

PACKED = "overtrick/rulebook/"
"""Where a wheel has its rulebook."""


def read_rulebook(source: Path) -> Edition:
    """The whole rulebook in a folder, a wheel or a zip archive; refused in words where there is none."""
    found = dict(_in_folder(source) if source.is_dir() else _in_archive(source))
    edition = Edition({path: text for path, text in found.items() if "/" in path})
    if not any(path.endswith(f"/{DOCUMENT}") for path in edition.paths):
        raise DirectorError(
            "There is no rulebook in {source}",
            remedy="Give a folder whose folders have a {document}, or a wheel of this program.",
            source=source,
            document=DOCUMENT,
        )
    return edition


def _in_folder(folder: Path) -> Iterator[tuple[str, str]]:
    for path in folder.rglob(f"*{ENDING}"):
        yield path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8")


def _in_archive(source: Path) -> Iterator[tuple[str, str]]:
    try:
        with ZipFile(source) as archive:
            names = [name for name in archive.namelist() if name.endswith(ENDING)]
            packed = [name for name in names if name.startswith(PACKED)]
            for name in packed or names:
                yield name.removeprefix(PACKED), archive.read(name).decode()
    except (OSError, BadZipFile) as fault:
        raise DirectorError(
            "{source} cannot be read as a rulebook", remedy="Give its folder, or a wheel that has it.", source=source
        ) from fault
