"""What a file is, by its first bytes and its name, so that a file of the wrong kind is refused by what it is."""

from enum import Enum
from pathlib import Path

from overtrick.core.errors import DirectorError
from overtrick.core.wording import Phrase, phrase

HEAD = 4096
"""The bytes of a file that show its kind."""


class FileKind(Enum):
    """The kinds of files that commands read, each with what it is and the command that reads it."""

    BOOK = phrase(
        "{path} is the book of an event or a selection year, which `overtrick verify` or `overtrick selection verify` "
        "checks"
    )
    TABLE = phrase("{path} is a table: `overtrick score --file` reads results, and `overtrick import` reads a session")
    RULES = phrase(
        "{path} is a file of rules: `overtrick rules check` checks it, and `overtrick simulate` plays an event under it"
    )
    SESSION = phrase("{path} is a session from another program, which `overtrick import` reads")
    PBN = phrase("{path} is a PBN file: `overtrick deals` reads deals, and `overtrick import` reads results")
    MOVEMENT = phrase("{path} is a movement, which `overtrick movement check` reads")


class InputKind(Enum):
    """What a command reads, each with the advice for someone who gave something else, and the kinds it accepts."""

    BOOK = (
        phrase("Give a book, as written by `overtrick simulate`, `overtrick import` or `overtrick selection open`."),
        {FileKind.BOOK},
    )
    TABLE = (phrase("Give a table, like the CSV that `overtrick export` writes."), {FileKind.TABLE})
    RULES = (phrase("Give a file of rules, as written by `overtrick new`."), {FileKind.RULES})
    SESSION = (
        phrase("Give a results file: USEBIO, PBN, Bridgemate .bws, LIN, ACBLscore, CSV or XLSX."),
        {FileKind.TABLE, FileKind.SESSION, FileKind.PBN},
    )
    MOVEMENT = (
        phrase("Give a movement, as written by `overtrick movement make`."),
        {FileKind.MOVEMENT, FileKind.TABLE},
    )
    DEALS = (phrase("Give a file of deals, like .pbn or .dlm."), {FileKind.PBN, FileKind.TABLE, FileKind.SESSION})

    def __init__(self, advice: Phrase, accepted: set[FileKind]) -> None:
        self.advice = advice
        self.accepted = accepted


_BY_NAME = {
    ".csv": FileKind.TABLE,
    ".tsv": FileKind.TABLE,
    ".toml": FileKind.RULES,
    ".pbn": FileKind.PBN,
    **dict.fromkeys((".xml", ".lin", ".bws"), FileKind.SESSION),
}


def kind_of(name: str, head: bytes) -> FileKind | None:
    """The kind of a file by its name and its first bytes; `None` if nothing shows it.

    >>> kind_of("book.txt", b'{"v":1,"n":1,').name, kind_of("x.csv", b"board,table").name, kind_of("x.txt", b"Dear Ann")
    ('BOOK', 'TABLE', None)
    """
    start = head.lstrip(b"\xef\xbb\xbf \r\n\t")
    if start.startswith(b'{"v":'):
        return FileKind.BOOK
    if start.startswith(b"<"):
        return FileKind.SESSION
    if start.lower().startswith(b"movement:"):
        return FileKind.MOVEMENT
    return _BY_NAME.get(Path(name).suffix.lower())


def refuse_other_kinds(path: Path, needed: InputKind, name: str = "") -> None:
    """Refuse a folder, an empty file or one evidently of another kind; one that cannot be opened raises `OSError`.

    An empty table is left to its reader, which says what columns it needs.
    """
    if path.is_dir():
        raise DirectorError("{path} is a folder", remedy="Give the path of a file in this folder.", path=path)
    with path.open("rb") as file:
        head = file.read(HEAD)
    called = name or str(path)
    if not head.strip() and needed is not InputKind.TABLE:
        raise DirectorError("{path} is empty", remedy=needed.advice, path=called)
    kind = kind_of(path.name, head)
    if kind is not None and kind not in needed.accepted:
        raise DirectorError(kind.value.template, remedy=needed.advice, path=called)
