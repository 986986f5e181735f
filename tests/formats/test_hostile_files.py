"""Files made to hang or to break their reader: refused in words, in a time that grows with their length alone."""

import json
from collections.abc import Callable

import pytest

from formats.bridgemate.test_bws import AT, PLAN
from formats.test_reading_time import one_sheet
from formats.test_results_readers import game_file
from hostile_texts import harm_done
from overtrick.core import limits
from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan.stages import Contest
from overtrick.core.model.cards import Card, Deal
from overtrick.core.model.contestants import entry_order
from overtrick.core.model.notation import read_result
from overtrick.core.model.written import read_day, read_time
from overtrick.core.typed_numbers import read_exact, read_whole
from overtrick.formats.bridgemate.bws import write_bws
from overtrick.formats.bridgemate.jet import PAGE
from overtrick.formats.deals.files import read_boards
from overtrick.formats.deals.squaredeal import read_key_file, read_plan
from overtrick.formats.draw_tables import read_losses, read_matches, read_seeds, read_standings
from overtrick.formats.entries_csv import read_entries
from overtrick.formats.given_json import read_json
from overtrick.formats.masterpoints import read_awards
from overtrick.formats.movement_files import read_movement_file
from overtrick.formats.name_lists import read_list
from overtrick.formats.pbn import read_deals
from overtrick.formats.people_csv import read_name_map, read_people
from overtrick.formats.plain_text import plain_text
from overtrick.formats.players import read_players
from overtrick.formats.recognition import read_session
from overtrick.formats.results_csv import read_results
from overtrick.formats.spreadsheets import SIGN, spreadsheet_text
from overtrick.formats.tables import read_table
from overtrick.ledger.codec import read_posting
from overtrick.ledger.signed_heads import read_heads
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.plan.event_book import is_event, read_event
from overtrick.regulations.read.documents import open_file
from overtrick.regulations.read.load import rule_text
from overtrick.regulations.read.zipped_folder import unzip_folder

pytestmark = pytest.mark.whole

BWS = write_bws(PLAN, AT)


def in_bytes(text: str) -> bytes:
    """A text as a file has it."""
    return text.encode("utf-8", "surrogatepass")


def usebio(text: str) -> bytes:
    """A text in every element of USEBIO that is read as a number, a name or a result."""
    tags = ("BOARD_NUMBER", "NS_PAIR_NUMBER", "CONTRACT", "SCORE", "NS_MATCH_POINTS")
    inside = "".join(f"<{tag}>{text}</{tag}>" for tag in tags)
    line = f"<BOARD>{inside}<TRAVELLER_LINE>{inside}</TRAVELLER_LINE></BOARD>"
    return in_bytes(f'<USEBIO><EVENT EVENT_TYPE="MP_PAIRS"><DATE>{text}</DATE>{line}</EVENT></USEBIO>')


READERS: dict[str, Callable[[str], object]] = {
    "PBN": lambda text: read_deals(text, "x"),
    "results": lambda text: read_results(text.splitlines(), "x"),
    "entries": lambda text: read_entries(text, "x"),
    "a list of pairs": lambda text: read_list(text, Contest.PAIRS),
    "a list of teams": lambda text: read_list(text, Contest.TEAMS),
    "a table": lambda text: read_table(text, "x", {"round": (), "table": (), "ns": ()}, ("round",)),
    "a movement": lambda text: read_movement_file(text, "x"),
    "rules": lambda text: rule_text(text, "x"),
    "an event": lambda text: read_event(text, "x"),
    "which it is": is_event,
    "draws": lambda text: open_file(DrawBook, text, "x").said,
    "JSON": lambda text: read_json(text, "x"),
    "a result": read_result,
    "a number": read_exact,
    "a whole number": read_whole,
    "a deal": Deal.read,
    "a card": Card.parse,
    "a posting": read_posting,
    "a time": read_time,
    "a day": read_day,
    "bytes": lambda text: plain_text(text.encode("utf-8", "surrogatepass"), "x"),
    "the order of entries": entry_order,
    "standings": lambda text: read_standings(text, "x"),
    "matches": lambda text: read_matches(text, "x"),
    "losses": lambda text: read_losses(text, "x"),
    "seeds": lambda text: read_seeds(text, "x"),
    "people": lambda text: read_people(text, "x"),
    "names by user name": lambda text: read_name_map(text, "x"),
    "awards": lambda text: read_awards(text, "x", "green"),
    "players": read_players,
    "a plan of SquareDeal": lambda text: read_plan(in_bytes(text), "x"),
    "keys of SquareDeal": lambda text: read_key_file(in_bytes(text), "x"),
    "signed heads": read_heads,
    "deals": lambda text: read_boards(in_bytes(text), "x"),
    "deals of LIN": lambda text: read_boards(in_bytes(f"md|1{text},S,S|ah|Board {text}|"), "x"),
    "deals of RBN": lambda text: read_boards(in_bytes(f"B 1\nH N:{text}:A:B\n"), "x"),
    "deals of PBN": lambda text: read_boards(in_bytes(f'[Board "1"]\n[Deal "{text}"]'), "x"),
    "deals of Duplimate": lambda text: read_boards(in_bytes(f"[Document]\nDuplicates={text}\nBoard 01={text}\n"), "x"),
    "any results": lambda text: read_session(in_bytes(text), "x"),
    "results in a table": lambda text: read_session(in_bytes(f"board,ns,ew,result\n1,1,2,{text}"), "x"),
    "results of PBN": lambda text: read_session(in_bytes(f'[Board "1"]\n[ScoreTable "{text}"]\n{text}\n'), "x"),
    "results of LIN": lambda text: read_session(
        in_bytes(f"qx|o1|pn|{text}|md|1{text}|mb|{text}|pc|{text}|mc|{text}|"), "x"
    ),
    "the head of LIN": lambda text: read_session(in_bytes(f"vg|{text}|rs|{text}|bn|{text}|qx|o1|md|1|"), "x"),
    "USEBIO": lambda text: read_session(in_bytes(f"<USEBIO>{text}"), "x"),
    "an attribute of USEBIO": lambda text: read_session(in_bytes(f"<USEBIO a='{text}'/>"), "x"),
    "elements of USEBIO": lambda text: read_session(usebio(text), "x"),
    "ACBLscore": lambda text: read_session(game_file()[:0x400] + in_bytes(text), "x"),
    "a .bws": lambda text: read_session(BWS[: 6 * PAGE] + in_bytes(text).ljust(PAGE, b"\1"), "x"),
    "a sheet": lambda text: spreadsheet_text(one_sheet(text), "x"),
    "an attribute of a sheet": lambda text: spreadsheet_text(one_sheet(f"<a b='{text}'/>"), "x"),
    "a cell": lambda text: spreadsheet_text(one_sheet(f"<a><row><c><v>{text}</v></c></row></a>"), "x"),
    "a spreadsheet": lambda text: plain_text(SIGN + in_bytes(text), "x"),
    "a folder of rules": lambda text: unzip_folder(SIGN + in_bytes(text), "x"),
}


@pytest.mark.parametrize("name", READERS)
def test_no_file_hangs_or_breaks_its_reader(name: str) -> None:
    assert harm_done(READERS[name]) == ({}, {})


def test_a_file_that_is_too_large_is_refused_before_it_is_read() -> None:
    text = "x" * (limits.FILE + 1)
    for name in ("PBN", "entries", "a table", "a movement", "rules", "an event", "draws", "JSON"):
        with pytest.raises(OvertrickError, match="too large"):
            READERS[name](text)


def test_json_is_read_up_to_its_depth_and_no_further() -> None:
    deepest = "[" * limits.DEPTH + "]" * limits.DEPTH
    assert read_json(deepest, "x") == json.loads(deepest)
    assert read_json('["[[[", {"]": "\\"[["}]', "x") == ["[[[", {"]": '"[['}]
    with pytest.raises(OvertrickError, match="deep"):
        read_json(f"[{deepest}]", "x")


def test_the_faults_of_a_file_are_told_up_to_a_number() -> None:
    with pytest.raises(OvertrickError, match="and 9950 more") as told:
        read_results(["board,table,result", *(f"{line},0,4S S =" for line in range(1, 10_001))], "x")
    assert str(told.value).count("\n") < 60
