"""Files made to hang or to break their reader: refused in words, in a time that grows with their length alone."""

import json
from collections.abc import Callable

import pytest

from hostile_texts import harm_done
from overtrick.core import limits
from overtrick.core.errors import OvertrickError
from overtrick.core.event.plan.stages import Contest
from overtrick.core.model.cards import Card, Deal
from overtrick.core.model.contestants import entry_order
from overtrick.core.model.notation import read_result
from overtrick.core.model.written import read_day, read_time
from overtrick.core.typed_numbers import read_exact, read_whole
from overtrick.formats.draw_tables import read_losses, read_matches, read_seeds, read_standings
from overtrick.formats.entries_csv import read_entries
from overtrick.formats.given_json import read_json
from overtrick.formats.movement_files import read_movement_file
from overtrick.formats.name_lists import read_list
from overtrick.formats.pbn import read_deals
from overtrick.formats.plain_text import plain_text
from overtrick.formats.results_csv import read_results
from overtrick.formats.tables import read_table
from overtrick.ledger.codec import read_posting
from overtrick.regulations.grammar.draws import DrawBook
from overtrick.regulations.plan.event_book import is_event, read_event
from overtrick.regulations.read.documents import open_file
from overtrick.regulations.read.load import rule_text

pytestmark = pytest.mark.whole

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
