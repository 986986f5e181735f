"""Text as files have it: UTF-8, what Windows writes, and what nobody can read any more."""

import pytest

from overtrick.core.errors import DirectorError
from overtrick.formats.plain_text import plain_text, whole

NAMES = "Pair No,Name\n1,JOSÉ PÉREZ\n1,ANA REED\n2,ŽOFIE ČERNÁ\n"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_that_says_how_it_is_coded_is_certain(coding: str) -> None:
    read = plain_text(NAMES.encode(coding), "x")
    assert (read.text, read.notice) == (NAMES, "")


def test_windows_1252_is_read_and_said_with_the_lines_to_check() -> None:
    text = NAMES.replace("ŽOFIE ČERNÁ", "ŽOFIE")
    read = plain_text(text.encode("cp1252"), "Welcome.csv")
    assert read.text == text
    assert "Welcome.csv is not UTF-8; it was read as Windows-1252" in str(read.notice)
    assert "line 2: 1,JOSÉ PÉREZ" in str(read.notice)
    assert "line 4: 2,ŽOFIE" in str(read.notice)
    assert "line 3" not in str(read.notice)


@pytest.mark.parametrize("data", [b"\x81\x8d", b"\xff\xfe\x00", b"a\0b"], ids=repr)
def test_what_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(DirectorError, match="is not plain text"):
        plain_text(data, "x")


def test_an_archive_that_is_no_spreadsheet_is_refused() -> None:
    with pytest.raises(DirectorError, match="cannot be read as a spreadsheet"):
        plain_text(b"PK\x03\x04\x00\x01\x81\x8d", "x")


def test_characters_lost_on_the_way_are_refused_with_their_lines() -> None:
    with pytest.raises(DirectorError, match=r"damaged characters .*in line 2"):
        plain_text("Pair No,Name\n1,JOS\ufffd\n".encode(), "x")
    with pytest.raises(DirectorError, match=r"in lines 1 and 2"):
        whole("JOS\ufffd\nJOS\ufffd", "the text")
