"""Editions from a folder with a rulebook, or from a wheel or another archive that contains one."""

from collections.abc import Iterator
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from overtrick.core.errors import DirectorError
from overtrick.regulations.read.editions import DOCUMENT, ENDING, Edition, files_in

PACKED = "overtrick/rulebook/"
"""The path of the rulebook in a wheel."""


def read_rulebook(source: Path) -> Edition:
    """The whole rulebook in a folder, a wheel or a zip archive; refused where there is none."""
    if source.is_dir():
        found = {path: file.read_text(encoding="utf-8") for path, file in files_in(source)}
    else:
        found = dict(_in_archive(source))
    edition = Edition({path: text for path, text in found.items() if "/" in path})
    if not any(path.endswith(f"/{DOCUMENT}") for path in edition.paths):
        raise DirectorError(
            "There is no rulebook in {source}",
            remedy="Give a folder whose subfolders contain a {document}, or an Overtrick wheel.",
            source=source,
            document=DOCUMENT,
        )
    return edition


def _in_archive(source: Path) -> Iterator[tuple[str, str]]:
    try:
        with ZipFile(source) as archive:
            names = [name for name in archive.namelist() if name.endswith(ENDING)]
            packed = [name for name in names if name.startswith(PACKED)]
            for name in packed or names:
                yield name.removeprefix(PACKED), archive.read(name).decode()
    except (OSError, BadZipFile) as fault:
        raise DirectorError(
            "{source} cannot be read as a rulebook",
            remedy="Give the rulebook’s folder, or a wheel that contains it.",
            source=source,
        ) from fault
