"""A folder of rules as an uploaded zip archive: checked against limits before it is unpacked, and with only TOML files.

Nothing is written to a disk.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from stat import S_IFLNK, S_IFMT
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from overtrick.archives import BROKEN, Unpacking, has_known_packing
from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.regulations.read.editions import DOCUMENT, ENDING, files_in

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
"""A valid folder name, which begins its events' ids and occurs in addresses."""
_PATH = re.compile(rf"(?:events/)?[a-z0-9][a-z0-9_-]{{0,59}}{re.escape(ENDING)}")
_AGAIN = re.compile(r"\s*\(\d+\)$")
"""What a browser adds to the name of a file that was downloaded before."""
_LEFT = ("__MACOSX/", ".DS_Store", "Thumbs.db", "desktop.ini")
"""Files that systems add to archives by themselves; they are ignored."""
_LOCKED = 1
"""The flag of an entry that needs a password."""
_DAY = (1980, 1, 1, 0, 0, 0)
"""The timestamp of every text in archives made here, so that they are reproducible."""


class FolderRefused(DirectorError):
    """An archive that is refused as a folder of rules."""


@dataclass(frozen=True, slots=True)
class RuleFolder:
    """A folder of rules: its name, and its texts by their paths in it."""

    name: str
    texts: Mapping[str, str]


def unzip_folder(data: bytes, called: str) -> RuleFolder:
    """The folder in an archive; if it contains no folder, the name comes from *called*, the archive's file name."""
    if len(data) > limits.FOLDER:
        raise FolderRefused(
            "The archive is too large: {data} bytes, and the limit is {FOLDER}",
            remedy="Zip only the rules folder.",
            data=f"{len(data):,}",
            FOLDER=f"{limits.FOLDER:,}",
        )
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _folder(archive, called)
    except FolderRefused:
        raise
    except BROKEN as fault:
        raise FolderRefused(
            "This is not a readable zip archive",
            remedy="Zip the folder that contains the {DOCUMENT}, and upload the zip file.",
            DOCUMENT=DOCUMENT,
        ) from fault


def _folder(archive: ZipFile, called: str) -> RuleFolder:
    wanted = [each for each in archive.infolist() if not each.is_dir() and not _left_out(each.filename)]
    if len(wanted) > limits.FOLDER_FILES:
        raise FolderRefused(
            "The archive contains {wanted} files, and a rules folder may contain at most {FOLDER_FILES}",
            remedy="Zip the folder of one document only.",
            wanted=f"{len(wanted):,}",
            FOLDER_FILES=limits.FOLDER_FILES,
        )
    for each in wanted:
        _proper(each)
    said = sum(each.file_size for each in wanted)
    if said > limits.FOLDER:
        raise _too_much()
    name, within = _name_and_prefix([each.filename for each in wanted], called)
    texts: dict[str, str] = {}
    unpacking = Unpacking(archive, limits.FOLDER, _too_much)
    for each in wanted:
        path = each.filename.removeprefix(within)
        if not _PATH.fullmatch(path):
            raise FolderRefused(
                "“{filename}” does not belong in a rules folder",
                remedy="Name files like {DOCUMENT} and events/teams.toml, in lower-case letters, digits and hyphens.",
                filename=f"{each.filename:.80}",
                DOCUMENT=DOCUMENT,
            )
        if path in texts:
            raise FolderRefused(
                "“{filename}” is in the archive twice", remedy="Zip the folder again.", filename=f"{each.filename:.80}"
            )
        texts[path] = _text(unpacking.whole(each), each.filename)
    return RuleFolder(name, dict(sorted(texts.items())))


def _left_out(name: str) -> bool:
    return name.startswith(_LEFT[0]) or name.rpartition("/")[2] in _LEFT


def _too_much() -> FolderRefused:
    return FolderRefused(
        "The archive is too large: the files of a rules folder may total at most {FOLDER} bytes",
        remedy="Zip the folder of one document only.",
        FOLDER=f"{limits.FOLDER:,}",
    )


def _proper(each: ZipInfo) -> None:
    """Refuse an entry that is not a plain TOML file in the folder: a path out of it, a link or an encrypted file."""
    name = each.filename
    if name.startswith("/") or "\\" in each.orig_filename or ":" in name or ".." in name.split("/"):
        raise FolderRefused(
            "“{name}” is not a valid path in the folder",
            remedy="Zip the folder with your system’s own tool.",
            name=f"{name:.80}",
        )
    if S_IFMT(each.external_attr >> 16) == S_IFLNK:
        raise FolderRefused(
            "“{name}” is a link, not a file", remedy="Put the file itself in the folder.", name=f"{name:.80}"
        )
    if each.flag_bits & _LOCKED:
        raise FolderRefused(
            "“{name}” needs a password",
            remedy="Zip the folder without a password: rules are public.",
            name=f"{name:.80}",
        )
    if not has_known_packing(each):
        raise FolderRefused(
            "“{name}” uses an unsupported compression method",
            remedy="Zip the folder with your system’s own tool.",
            name=f"{name:.80}",
        )
    if not name.endswith(ENDING):
        raise FolderRefused(
            "“{name}” is not a {ENDING} file, the only kind a rules folder may contain",
            remedy="Remove that file, and zip the folder again.",
            name=f"{name:.80}",
            ENDING=ENDING,
        )


def _name_and_prefix(paths: list[str], called: str) -> tuple[str, str]:
    """The folder's name, and the prefix of the paths in it."""
    documents = [path for path in paths if path.rpartition("/")[2] == DOCUMENT]
    if not documents:
        raise FolderRefused(
            "The archive contains no {DOCUMENT}",
            remedy="Zip a folder that contains this file, which identifies the document.",
            DOCUMENT=DOCUMENT,
        )
    if len(documents) > 1:
        raise FolderRefused(
            "The archive contains {documents} rules folders",
            remedy="Zip each folder separately, and upload them one by one.",
            documents=len(documents),
        )
    within = documents[0].removesuffix(DOCUMENT)
    last = re.split(r"[/\\]", called)[-1].lower().removesuffix(".zip")
    name = within.removesuffix("/").rpartition("/")[2] or _AGAIN.sub("", last)
    if not NAME.fullmatch(name):
        raise FolderRefused(
            "A rules folder cannot be called “{name}”",
            remedy="Use lower-case letters, digits and hyphens, like winter-league.",
            name=f"{name:.60}",
        )
    for path in paths:
        if not path.startswith(within):
            raise FolderRefused(
                "“{path}” is not in the folder {name}", remedy="Zip only that folder.", path=f"{path:.80}", name=name
            )
    return name, within


def _text(data: bytes, name: str) -> str:
    """The text of a file, which must be UTF-8 for TOML."""
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as fault:
        line = data[: fault.start].count(b"\n") + 1
        raise FolderRefused(
            "{name} must be in UTF-8, as TOML requires: line {line} has an invalid byte",
            remedy="Save the file as UTF-8 in your editor.",
            name=f"{name:.80}",
            line=line,
        ) from fault
    if "\0" in text:
        raise FolderRefused(
            "{name} is not a text file", remedy="Use the plain text file that you wrote.", name=f"{name:.80}"
        )
    return text


def zip_folder(folder: RuleFolder) -> bytes:
    """A folder as an archive; the same texts give the same bytes.

    >>> texts = {"document.toml": 'cite = "CLUB"', "events/night.toml": "[event]"}
    >>> unzip_folder(zip_folder(RuleFolder("my-club", texts)), "my-club.zip").texts == texts
    True
    """
    return _make_archive(folder.name, {path: text.encode() for path, text in folder.texts.items()})


def _make_archive(name: str, files: Mapping[str, bytes]) -> bytes:
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for path, data in sorted(files.items()):
            archive.writestr(ZipInfo(f"{name}/{path}", _DAY), data, ZIP_DEFLATED)
    return packed.getvalue()


def read_folder(source: Path) -> RuleFolder:
    """The folder of rules at a path, or in the archive there, with the same limits."""
    if not source.is_dir():
        return unzip_folder(source.read_bytes(), source.name)
    folder = source.absolute()
    return unzip_folder(_make_archive(folder.name, {path: file.read_bytes() for path, file in files_in(folder)}), "")
