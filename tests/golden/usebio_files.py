"""The real sessions as the flat USEBIO file that their program wrote, with nobody's names."""

import json
from functools import cache
from typing import Any

from golden.sessions import FOLDER


def _elements(pairs: dict[str, str]) -> str:
    return "".join(f"<{key.upper()}>{value}</{key.upper()}>" for key, value in pairs.items())


def _players(number: str) -> str:
    return "".join(f"<PLAYER><PLAYER_NAME>{who} of {number}</PLAYER_NAME></PLAYER>" for who in ("One", "Other"))


@cache
def usebio(name: str) -> bytes:
    """A session by the name of its file, as USEBIO."""
    data: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    lines = [
        '<?xml version="1.0" encoding="iso-8859-1"?>',
        '<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">',
        '<USEBIO Version="1.2">',
        f'<EVENT EVENT_TYPE="{data["kind"]}">',
        f"<EVENT_DESCRIPTION>{name}</EVENT_DESCRIPTION><DATE>03/11/2026</DATE>",
        f"<WINNER_TYPE>{data['winners']}</WINNER_TYPE>",
        "<PARTICIPANTS>",
        *(f"<PAIR>{_elements(pair)}{_players(pair['pair_number'])}</PAIR>" for pair in data["pairs"]),
        "</PARTICIPANTS>",
    ]
    for board in data["boards"]:
        lines.append(f"<BOARD><BOARD_NUMBER>{board['board']}</BOARD_NUMBER>")
        lines += [f"<BOARD_AVERAGE>{board['average']}</BOARD_AVERAGE>"] if board["average"] else []
        lines += [f"<TRAVELLER_LINE>{_elements(line)}</TRAVELLER_LINE>" for line in board["lines"]]
        lines.append("</BOARD>")
    lines.append("</EVENT><HANDSET>")
    for deal in data["deals"]:
        lines.append(f"<BOARD><BOARD_NUMBER>{deal['board']}</BOARD_NUMBER>")
        for seat, hand in deal["hands"].items():
            suits = dict(zip(("SPADES", "HEARTS", "DIAMONDS", "CLUBS"), hand.split("."), strict=True))
            lines.append(f"<HAND>{_elements({'direction': seat, **suits})}</HAND>")
        lines.append("</BOARD>")
    return "\n".join([*lines, "</HANDSET></USEBIO>"]).encode("iso-8859-1")
