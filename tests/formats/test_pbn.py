"""Deals out of PBN files, as programs that deal write them."""

import pytest

from overtrick.core.errors import DirectorError
from overtrick.formats.pbn import DealtLine, read_deals

FILE = """% PBN 2.1
% EXPORT
[Event "Spring Congress"]
[Site ""]
[Board "2"]
[Dealer "E"]
[Vulnerable "NS"]
[Deal "E:AKQJ.T98.765.432 .. .. .."]
{ A comment with [Board "9"] inside. }
[Declarer "?"]
[Auction "N"]
1S Pass

[Event "#"]
[Board "1"]
[Dealer "N"]
[Vulnerable "#"]
[Deal "N:... ... ... ..."]
[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]
N NT 7
"""


def test_boards_come_in_order_with_dealer_and_vulnerability_as_said() -> None:
    assert read_deals(FILE, "x.pbn") == (
        DealtLine(1, "N:... ... ... ...", "N", "NS"),
        DealtLine(2, "E:AKQJ.T98.765.432 .. .. ..", "E", "NS"),
    )


def test_lines_that_end_as_on_windows_and_questions_are_read() -> None:
    text = '[Board "7"]\r\n[Dealer "?"]\r\n[Deal "N:a b c d"]\r\n'
    assert read_deals(text, "x") == (DealtLine(7, "N:a b c d"),)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has no readable deals"),
        ('[Deal "N:a b c d"]', "without a valid board number"),
        ('[Board "²"]\n[Deal "N:a b c d"]', "without a valid board number"),
        ('[Board "1"]\n[Deal "N:a b c d"]\n[Board "1"]\n[Deal "N:a b c e"]', "two different versions of board 1"),
    ],
)
def test_what_is_no_set_of_deals_is_refused_with_what_to_do(text: str, told: str) -> None:
    with pytest.raises(DirectorError, match=told) as refused:
        read_deals(text, "x")
    assert refused.value.remedy


def test_the_same_board_twice_is_one_board() -> None:
    one = '[Board "1"]\n[Deal "N:a b c d"]\n\n'
    assert len(read_deals(one * 2, "x")) == 1
