"""The JSON Schema of files is true of the files that ship."""

import json
import os
import subprocess
import sys
import tomllib
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator

from overtrick.core.provenance import Json
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.json_schema import schema_of
from overtrick.regulations.read.editions import shipped_edition
from overtrick.regulations.read.event_texts import event_paths

EVENTS = Draft202012Validator(schema_of(EventFile))
PRINT = """
import json
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.json_schema import schema_of
print(json.dumps(schema_of(EventFile)))
"""
CHOICE = "sabf-2020/open-butler-trials"


def tables(name: str) -> dict[str, Json]:
    read = tomllib.loads(shipped_edition().texts[event_paths()[name]])
    found: dict[str, Json] = json.loads(json.dumps(read, default=str))
    return found


@pytest.mark.parametrize("name", event_paths())
def test_an_event_that_ships_is_as_the_schema_has_it(name: str) -> None:
    assert [f"{fault.instance_path}: {fault.message}" for fault in EVENTS.iter_errors(tables(name))] == []


@pytest.mark.parametrize(
    ("table", "word", "described"),
    [
        ("LinearCarry", "places", "The number of decimal places."),
        ("QualifyRule", "places", "“places” is the number of places."),
        ("OfferRule", "places", "“places” is the number of places offered."),
        ("Bracket", "places", "“places” says who takes each place, from the first."),
        ("Step", "by", "What is compared; if there are several, in order of priority."),
        ("ChoiceWords", "by", "“by” is the official who chooses."),
        ("InTime", "by", "“by” is the fixed moment."),
    ],
)
def test_a_word_with_several_meanings_is_described_in_its_table(table: str, word: str, described: str) -> None:
    schema: Any = schema_of(EventFile)
    assert schema["$defs"][table]["properties"][word]["description"] == described


def test_the_schema_has_its_words_in_the_same_order_in_every_process() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in "1234"
    }
    assert len(printed) == 1


def test_only_the_value_of_a_choice_stands_for_a_number() -> None:
    text = json.dumps(tables(CHOICE))
    assert '"boards": "{value}"' in text
    assert EVENTS.is_valid(json.loads(text))
    assert not EVENTS.is_valid(json.loads(text.replace('"boards": "{value}"', '"boards": "eight"')))
