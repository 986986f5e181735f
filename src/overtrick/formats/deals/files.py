"""Reading and writing files of deals: recognised by their content, whatever their name; written by format."""

from collections.abc import Callable
from dataclasses import dataclass

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats.deals import compact, duplimate, written
from overtrick.formats.deals.shape import Boards


@dataclass(frozen=True, slots=True)
class DealFormat:
    """A format of files of deals: how it is recognised, read and written.

    *numbered* says whether the file contains board numbers; otherwise the caller gives the number of the first board.
    """

    name: str
    says: str
    recognised: Callable[[bytes], bool]
    read: Callable[[bytes, str, int], Boards]
    write: Callable[[Boards, str], bytes] | None = None
    numbered: bool = True


def _itself(read: Callable[[bytes, str], Boards]) -> Callable[[bytes, str, int], Boards]:
    """A reader of files that contain their board numbers."""
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
"""Every format by its file extension, in the order in which a file is tried."""


def read_boards(data: bytes, name: str, first: int | None = None) -> Boards:
    """The deals of a file by board, each a possible deal; *first* is the first board of a file without numbers."""
    if len(data) > limits.FILE:
        raise DirectorError(
            "{name} is too large: the limit is {file} bytes",
            remedy="Choose the right file.",
            name=name,
            file=limits.FILE,
        )
    known = recognise_format(data)
    if known is None:
        raise DirectorError(
            "{name} is not a known type of deal file",
            remedy="Supported formats: {formats:,}.",
            name=name,
            formats=tuple(each.upper() for each in FORMATS),
        )
    if known.numbered and first is not None:
        raise DirectorError("{name} already numbers its boards", remedy="Do not give a first board number.", name=name)
    boards = known.read(data, name, first or 1)
    if not boards:
        raise DirectorError("{name} contains no deals", remedy="Choose the file with the deals.", name=name)
    return boards


def recognise_format(data: bytes) -> DealFormat | None:
    """The format of a file, or `None` if it is unknown."""
    return next((each for each in FORMATS.values() if each.recognised(data)), None)


def write_boards(boards: Boards, format_: str, title: str = "") -> bytes:
    """These boards as a file in a format."""
    known = FORMATS.get(format_.lower())
    if known is None or known.write is None:
        raise DirectorError(
            "Deals cannot be written as “{format}”",
            remedy="Supported formats: {formats:,}.",
            format=f"{format_:.40}",
            formats=tuple(each.name for each in FORMATS.values() if each.write is not None),
        )
    return known.write(boards, title)
