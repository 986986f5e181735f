"""The writer of lines is quick because it looks fields up once; it writes what the plain one would, byte for byte."""

import json
from dataclasses import MISSING, fields, is_dataclass
from fractions import Fraction
from random import Random
from typing import Any, get_args

import pytest

from overtrick.core.event.acts import Posting
from overtrick.core.exact import exact_text
from overtrick.core.model.notation import write_result
from overtrick.core.model.results import Result
from overtrick.lab.fault_rates import USUAL_FAULTS
from overtrick.lab.rehearsal import Rehearsal
from overtrick.ledger.book import Draft
from overtrick.ledger.codec import read_posting, write_posting
from overtrick.ledger.durable.book import body_of
from overtrick.regulations.plan.event_book import plan_for

EVENTS = {
    "nsw-swiss-pairs/congress": 16,
    "gnot-nsw-2018/gnot": 23,
    "sabf-2020/state-open-pairs": 34,
    "nsw-its-2021/oits": 44,
}


def plain(posting: Posting, prev: str) -> str:
    """A line as the form is described, with nothing looked up before."""
    line: dict[str, Any] = {
        "v": 1, "n": posting.number, "at": posting.at, "by": posting.by, "key": posting.key, "act": posting.act.called,
    }  # fmt: skip
    line |= {f"act_{name}" if name in line else name: part for name, part in said(posting.act).items()}
    return json.dumps(line | {"prev": prev}, ensure_ascii=False, separators=(",", ":"))


def said(value: Any) -> dict[str, Any]:
    return {
        each.name: part(getattr(value, each.name))
        for each in fields(value)
        if each.default is MISSING or getattr(value, each.name) != each.default
    }


def part(value: Any) -> Any:
    if isinstance(value, get_args(Result)):
        return write_result(value)
    if isinstance(value, Fraction):
        return exact_text(value)
    if isinstance(value, tuple):
        return [part(each) for each in value]
    return said(value) if is_dataclass(value) else value


@pytest.mark.parametrize(("event", "entries"), EVENTS.items())
def test_every_line_of_a_rehearsal_is_what_the_plain_writer_writes(event: str, entries: int) -> None:
    postings = Rehearsal(plan_for(event), event, Random("written"), USUAL_FAULTS).play(entries)
    for posting in postings:
        line = write_posting(posting, "p")
        assert line == plain(posting, "p")
        assert write_posting(*read_posting(line)) == line
        draft = Draft(posting.act, posting.by, posting.at, posting.key)
        assert line == f'{{"v":1,"n":{posting.number},{body_of(draft)},"prev":"p"}}'
    assert len({type(posting.act) for posting in postings}) > 9
