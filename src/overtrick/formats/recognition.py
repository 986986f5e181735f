"""Recognises the format of a file of results by its content alone, and reads its session."""

import codecs
from collections.abc import Callable, Mapping
from enum import Enum

from overtrick.core import limits
from overtrick.core.errors import DirectorError
from overtrick.formats import acblscore
from overtrick.formats.bridgemate.session_reading import read_bws
from overtrick.formats.lin import read_lin
from overtrick.formats.pbn_results_reader import SIGN as SIGN_OF_PBN
from overtrick.formats.pbn_results_reader import read_pbn_results
from overtrick.formats.plain_text import plain_text
from overtrick.formats.results_csv import read_results_session
from overtrick.formats.session import Session
from overtrick.formats.spreadsheets import SIGN
from overtrick.formats.usebio_reader import ROOT, read_usebio

_HEAD = 4_096
"""How many bytes of a file are examined."""
_JET = b"Standard Jet DB"


class Format(Enum):
    """A format in which sessions are read."""

    USEBIO = "USEBIO"
    PBN = "PBN"
    BRIDGEMATE = "Bridgemate .bws"
    LIN = "LIN"
    ACBLSCORE = "ACBLscore"
    TABLE = "CSV or XLSX"

    def __str__(self) -> str:
        return self.value


def recognise_format(data: bytes, name: str) -> Format:
    """The format of a file; if its content shows none, it is refused with a list of those that can be read.

    >>> recognise_format(b"<USEBIO Version='1.2'/>", "x.pbn")
    <Format.USEBIO: 'USEBIO'>
    >>> recognise_format(b"board,ns,ew,result", "x")
    <Format.TABLE: 'CSV or XLSX'>
    """
    if len(data) > limits.SESSION:
        raise DirectorError(
            "{name} is too large: {size} bytes, and the limit is {most}",
            remedy="Choose the right file, or split this one into parts.",
            name=name,
            size=len(data),
            most=limits.SESSION,
        )
    head = data[:_HEAD].replace(b"\0", b"").upper()
    if head.lstrip(b"\xef\xbb\xbf\xff\xfe \r\n\t").startswith(b"<") and ROOT.encode() in head:
        return Format.USEBIO
    if data[4 : 4 + len(_JET)] == _JET:
        return Format.BRIDGEMATE
    if data.startswith(acblscore.SIGN):
        return Format.ACBLSCORE
    if head.startswith(SIGN_OF_PBN.encode()) or _begins_with_a_tag(head):
        return Format.PBN
    if b"MD|" in head or head.startswith((b"VG|", b"QX|", b"PN|")):
        return Format.LIN
    first = next(iter(head.lstrip(b"\xef\xbb\xbf").splitlines()), b"")
    if data.startswith(SIGN) or (b"BOARD" in first and first.count(b",") + first.count(b";") + first.count(b"\t") > 0):
        return Format.TABLE
    raise DirectorError(
        "The format of {name} is not recognised",
        remedy="Supported results files: {known:,}.",
        name=name,
        known=tuple(map(str, Format)),
    )


def _begins_with_a_tag(head: bytes) -> bool:
    """Whether the first line with content is a tag of PBN."""
    lines = (line.strip() for line in head.removeprefix(codecs.BOM_UTF8).splitlines())
    first = next((line for line in lines if line and not line.startswith((b"%", b";"))), b"")
    return first.startswith(b"[") and b'"' in first and first.rstrip().endswith(b"]")


def _table(data: bytes, name: str) -> Session:
    return read_results_session(plain_text(data, name).text, name)


READERS: Mapping[Format, Callable[[bytes, str], Session]] = {
    Format.USEBIO: read_usebio, Format.PBN: read_pbn_results, Format.BRIDGEMATE: read_bws, Format.LIN: read_lin,
    Format.ACBLSCORE: acblscore.read_acblscore, Format.TABLE: _table,
}  # fmt: skip


def read_session(data: bytes, name: str) -> Session:
    """The session in a file of any supported format."""
    return READERS[recognise_format(data, name)](data, name)
