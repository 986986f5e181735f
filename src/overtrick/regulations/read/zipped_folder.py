"""A folder of rules as a zip archive that somebody hands in: bounded before anything is unpacked, and TOML alone.

Nothing is written to a disk. What an archive says of itself is not believed: a text is read no further than it may be
long, whatever it was said to be.
"""

import re
import struct
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from stat import S_IFLNK, S_IFMT
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.regulations.read.editions import DOCUMENT, ENDING

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""What a folder is called: its events' ids begin with it, and addresses have it."""
_PATH = re.compile(rf"(?:events/)?[a-z0-9][a-z0-9_-]{{0,59}}{re.escape(ENDING)}")
_AGAIN = re.compile(r"\s*\(\d+\)$")
"""What a browser puts after the name of a file that was fetched before."""
_LEFT = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
"""What systems put into every archive by themselves: it is left out, and nothing is said of it."""
_LOCKED = 1
"""The bit of an entry that says that a password is needed."""
_BROKEN = (BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, OverflowError, IndexError)
"""What the standard library says of an archive that is none, is cut off, or lies of itself."""
_DAY = (1980, 1, 1, 0, 0, 0)
"""When every text of an archive that is made here was made, so that the same texts are the same bytes."""


class FolderRefused(DirectorError):
    """An archive that is not taken as a folder of rules."""


@dataclass(frozen=True, slots=True)
class RuleFolder:
    """A folder of rules: its name, and its texts by their paths in it."""

    name: str
    texts: Mapping[str, str]


def unzipped(data: bytes, called: str) -> RuleFolder:
    """The folder in an archive; one that has no folder in it is *called* as the archive's own file is."""
    if len(data) > limits.FOLDER:
        raise FolderRefused(
            "The archive is too large: it has {data} bytes, and at most {FOLDER} are read",
            remedy="Zip the folder of rules alone.",
            data=f"{len(data):,}",
            FOLDER=f"{limits.FOLDER:,}",
        )
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _folder(archive, called)
    except FolderRefused:
        raise
    except _BROKEN as fault:
        raise FolderRefused(
            "This cannot be read as a zip archive",
            remedy="Zip the folder that has the {DOCUMENT}, and send that file.",
            DOCUMENT=DOCUMENT,
        ) from fault


def _folder(archive: ZipFile, called: str) -> RuleFolder:
    wanted = [each for each in archive.infolist() if not each.is_dir() and not _left_out(each.filename)]
    if len(wanted) > limits.FOLDER_FILES:
        raise FolderRefused(
            "There are {wanted} files in it, and a folder of rules has at most {FOLDER_FILES}",
            remedy="Zip the folder of one document alone.",
            wanted=f"{len(wanted):,}",
            FOLDER_FILES=limits.FOLDER_FILES,
        )
    for each in wanted:
        _proper(each)
    said = sum(each.file_size for each in wanted)
    if said > limits.FOLDER:
        raise _too_much()
    name, within = _named([each.filename for each in wanted], called)
    texts: dict[str, str] = {}
    left = limits.FOLDER
    for each in wanted:
        path = each.filename.removeprefix(within)
        if not _PATH.fullmatch(path):
            raise FolderRefused(
                "“{filename}” has no place in a folder of rules",
                remedy="Its files are called like {DOCUMENT} and events/teams.toml: small letters, figures, hyphens.",
                filename=f"{each.filename:.80}",
                DOCUMENT=DOCUMENT,
            )
        if path in texts:
            raise FolderRefused(
                "“{filename}” is in it twice", remedy="Zip the folder anew.", filename=f"{each.filename:.80}"
            )
        with archive.open(each) as packed:
            data = packed.read(left + 1)
        left -= len(data)
        if left < 0:
            raise _too_much()
        texts[path] = _text(data, each.filename)
    return RuleFolder(name, dict(sorted(texts.items())))


def _left_out(name: str) -> bool:
    return name.startswith(_LEFT[0]) or name.rpartition("/")[2] in _LEFT


def _too_much() -> FolderRefused:
    return FolderRefused(
        "There is too much in it: the texts of a folder have at most {FOLDER} bytes together",
        remedy="Zip the folder of one document alone.",
        FOLDER=f"{limits.FOLDER:,}",
    )


def _proper(each: ZipInfo) -> None:
    """Refuse what is no plain file of a folder: a way out of it, a link, a locked one, and whatever is not TOML."""
    name = each.filename
    if name.startswith("/") or "\\" in each.orig_filename or ":" in name or ".." in name.split("/"):
        raise FolderRefused(
            "“{name}” leads out of the folder", remedy="Zip the folder anew, by its name.", name=f"{name:.80}"
        )
    if S_IFMT(each.external_attr >> 16) == S_IFLNK:
        raise FolderRefused(
            "“{name}” is a link and no file", remedy="Put the file itself into the folder.", name=f"{name:.80}"
        )
    if each.flag_bits & _LOCKED:
        raise FolderRefused(
            "“{name}” needs a password", remedy="Zip the folder without one: rules are public.", name=f"{name:.80}"
        )
    if each.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise FolderRefused(
            "“{name}” is packed in a way that is not read here",
            remedy="Zip the folder as your system does.",
            name=f"{name:.80}",
        )
    if not name.endswith(ENDING):
        raise FolderRefused(
            "“{name}” is no {ENDING} file, and a folder of rules has no others",
            remedy="Take it out, and zip the folder again.",
            name=f"{name:.80}",
            ENDING=ENDING,
        )


def _named(paths: list[str], called: str) -> tuple[str, str]:
    """The folder's name, and what stands before the paths in it."""
    documents = [path for path in paths if path.rpartition("/")[2] == DOCUMENT]
    if not documents:
        raise FolderRefused(
            "There is no {DOCUMENT} in it",
            remedy="Zip the folder that has one; it says which document this is.",
            DOCUMENT=DOCUMENT,
        )
    if len(documents) > 1:
        raise FolderRefused(
            "There are {documents} folders of rules in it",
            remedy="Zip each by itself, and send them one by one.",
            documents=len(documents),
        )
    within = documents[0].removesuffix(DOCUMENT)
    last = re.split(r"[/\\]", called)[-1].lower().removesuffix(".zip")
    name = within.removesuffix("/").rpartition("/")[2] or _AGAIN.sub("", last)
    if not NAME.fullmatch(name):
        raise FolderRefused(
            "A folder of rules cannot be called “{name}”",
            remedy="Give it a name of small letters, figures and hyphens, like winter-league.",
            name=f"{name:.60}",
        )
    for path in paths:
        if not path.startswith(within):
            raise FolderRefused(
                "“{path}” is not in the folder {name}", remedy="Zip that folder alone.", path=f"{path:.80}", name=name
            )
    return name, within


def _text(data: bytes, name: str) -> str:
    """The text of a file, which TOML has in UTF-8."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise FolderRefused(
            "{name} is not UTF-8, and TOML is: line {line} has a byte that nothing is written with",
            remedy="Save it as UTF-8 in your editor.",
            name=f"{name:.80}",
            line=line,
        ) from fault
    if "\0" in text:
        raise FolderRefused("{name} is no text", remedy="Put the file there that you wrote.", name=f"{name:.80}")
    return text


def zipped(folder: RuleFolder) -> bytes:
    """A folder as an archive; the same texts are the same bytes.

    >>> texts = {"document.toml": 'cite = "CLUB"', "events/night.toml": "[event]"}
    >>> unzipped(zipped(RuleFolder("my-club", texts)), "my-club.zip").texts == texts
    True
    """
    return _packed(folder.name, {path: text.encode() for path, text in folder.texts.items()})


def _packed(name: str, files: Mapping[str, bytes]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(ZipInfo(f"{name}/{path}", _DAY), data, ZIP_DEFLATED)
    return packed.getvalue()


def read_folder(source: Path) -> RuleFolder:
    """The folder of rules at a path, or in the archive there; bounded alike."""
    if not source.is_dir():
        return unzipped(source.read_bytes(), source.name)
    folder = source.absolute()
    texts = {each.relative_to(folder).as_posix(): each.read_bytes() for each in sorted(folder.rglob(f"*{ENDING}"))}
    return unzipped(_packed(folder.name, texts), "")
