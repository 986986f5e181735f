"""Data that nothing reads misleads: every key that a file of the rulebook sets is read by something."""

import subprocess
import sys
from pathlib import Path

import pytest

FOR_PEOPLE = {
    "says": "what a rule does, in a sentence for the reader of the file",
    "kind": "which table of the grammar it is; the reader of files goes by it",
    "printed_note": "what stands beside a table in its document",
}
ELSEWHERE = {
    "BandTable.beyond": "the last row as printed; the scale has it from its limits",
    "BandTable.id": "tables are asked for by it",
    "Document.body": "shown by `rules list`",
    "Document.games": "asked for by `overtrick new`",
    "Document.issued": "shown by `rules list`",
    "Document.title": "shown by `rules list`",
    "EditionWords.changed": "shown by `rules editions`",
    "HowellChoice.sessions": "how many sessions a Howell takes, as printed",
    "Ladder.clause": "where the ranks come from",
    "Ladder.name": "ladders are asked for by it",
    "PrintedTable.open": "the last row as printed: it holds for all beyond it",
    "Programme.clause": "cited; the tests of draws hold it",
    "Reading.unswitched": "why no event offers another way; a test of readings asks for it",
    "WayWords.to": "read when an organiser chooses that way",
    "WayWords.when": "read when an organiser chooses that way",
    "beside-ArtificialRule.several_table": "a printed table that lint compares",
    "beside-EventTable.like": "taken into the file before it is read",
    "beside-EventTable.without": "taken into the file before it is read",
    "beside-FinalsTeamRule.clause": "the two rules it names have their own",
    "beside-Reading.covers": "where an event names the reading by its id, taken into the event before it is read",
    "beside-StageWords.like": "taken into the file before it is read",
}


@pytest.mark.slow
def test_every_key_of_the_rulebook_is_read() -> None:
    script = Path(__file__).with_name("keys_read.py")
    told = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True)
    unread = {key for key in told.stdout.split() if key.partition(".")[2] not in FOR_PEOPLE}
    assert unread == set(ELSEWHERE)
