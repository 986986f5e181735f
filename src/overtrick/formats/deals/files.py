"""The door for files of deals: recognised by what is in them, whatever they are called; written by their format."""

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats.deals import compact, duplimate, written
from overtrick.formats.deals.shape import Boards


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format of files of deals: how it is recognised, read and written.

    *numbered* is whether a file says the numbers of its boards; where not, whoever reads it says which is the first.
    """

    name: str
    says: str
    recognised: Callable[[bytes], bool]
    read: Callable[[bytes, str, int], Boards]
    write: Callable[[Boards, str], bytes] | None = None
    numbered: bool = True


def _itself(read: Callable[[bytes, str], Boards]) -> Callable[[bytes, str, int], Boards]:
    """A reader of files that say the numbers of their boards."""
    return lambda data, name, _: read(data, name)


FORMATS = {
    each.name: each
    for each in (
        DealFormat("dlm", "Duplimate", duplimate.is_dlm, _itself(duplimate.read_dlm), duplimate.write_dlm),
        DealFormat("pbn", "Portable Bridge Notation", written.is_pbn, _itself(written.read_pbn), written.write_pbn),
        DealFormat("csv", "CSV of BigDeal", written.is_csv, _itself(written.read_csv), written.write_csv),
        DealFormat("dup", "Duplimate for DOS", duplimate.is_dup, _itself(duplimate.read_dup), duplimate.write_dup),
        DealFormat("bri", "BRI", duplimate.is_bri, duplimate.read_bri, duplimate.write_bri, numbered=False),
        DealFormat("dge", "DGE", duplimate.is_dge, duplimate.read_dge, duplimate.write_dge, numbered=False),
        DealFormat("rzd", "KoPS", compact.is_rzd, compact.read_rzd, compact.write_rzd, numbered=False),
        DealFormat("bhg", "Borel", compact.is_bhg, compact.read_bhg, compact.write_bhg, numbered=False),
        DealFormat("ber", "BER", compact.is_ber, compact.read_ber, compact.write_ber, numbered=False),
        DealFormat("lin", "LIN of BBO", written.is_lin, _itself(written.read_lin), written.write_lin),
        DealFormat("rbn", "Richard's Bridge Notation", written.is_rbn, _itself(written.read_rbn)),
        DealFormat("cds", "CDS", compact.is_cds, _itself(compact.read_cds), compact.write_cds),
    )
}
"""Every format by the ending of its files, in the order in which a file is tried."""


def read_boards(data: bytes, name: str, first: int | None = None) -> Boards:
    """The deals of a file by board, each a deal that can be; *first* is the first board of a file without numbers."""
    if len(data) > limits.FILE:
        raise DirectorError(
            "{name} is too large: at most {file} bytes are read",
            remedy="Choose the right file.",
            name=name,
            file=limits.FILE,
        )
    known = recognised(data)
    if known is None:
        raise DirectorError(
            "{name} is no file of deals that is known here",
            remedy="It may be {formats:,}.",
            name=name,
            formats=tuple(each.upper() for each in FORMATS),
        )
    if known.numbered and first is not None:
        raise DirectorError("{name} says the numbers of its boards", remedy="Leave the first board out.", name=name)
    boards = known.read(data, name, first or 1)
    if not boards:
        raise DirectorError("{name} has no deal", remedy="Choose the file with the deals.", name=name)
    return boards


def recognised(data: bytes) -> DealFormat | None:
    """The format of a file, or none that is known."""
    return next((each for each in FORMATS.values() if each.recognised(data)), None)


def write_boards(boards: Boards, format_: str, title: str = "") -> bytes:
    """The file of these boards in a format."""
    known = FORMATS.get(format_.lower())
    if known is None or known.write is None:
        raise DirectorError(
            "“{format}” is no format that deals are written in",
            remedy="There are {formats:,}.",
            format=f"{format_:.40}",
            formats=tuple(each.name for each in FORMATS.values() if each.write is not None),
        )
    return known.write(boards, title)
