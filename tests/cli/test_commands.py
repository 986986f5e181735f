"""The command line as a person meets it: examples that work, JSON that parses, mistakes answered in words."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote, split
from typing import Any, cast

import click
import pytest

from asking import Ask
from overtrick.cli import overtrick as command_line
from overtrick.cli.show import written_json
from overtrick.core.provenance import Json

ROOT = Path(__file__).parents[2]
DRAW = "draw swiss sabf-2020/swiss examples/swiss-standings.csv"
MATCH = "why examples/match5.csv --scoring nsw-swiss-pairs/match"


def commands(command: click.Command = command_line, path: str = "overtrick") -> Iterator[tuple[str, click.Command]]:
    """Every command that answers something, by the words that call it."""
    if not isinstance(command, click.Group):
        yield path, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        yield from commands(cast("click.Command", command.get_command(context, name)), f"{path} {name}")


def examples() -> list[str]:
    """Every example that a command's help gives, whole."""
    lines = [line.strip() for _, command in commands() for line in (command.help or "").splitlines()]
    found = [match[1] for line in lines if (match := re.match(r"(?:Examples?: )?overtrick (.*)", line))]
    return [example.partition(" > ")[0] for example in found if "my-club" not in example]


SERVED = (
    "serve", "demo", "book ", "database ", "witness ", "account ", "organisation ", "migrate", "doctor", "site ",
    "publish", "lead ", "completion", "man ",
    "bridgemate connect",
)  # fmt: skip
"""Commands that need a server or its database, which tests/web proves, or answer a shell (`test_shell`)."""


def asked() -> list[str]:
    """The examples that answer by themselves."""
    return [example for example in examples() if not example.startswith(SERVED)]


def test_every_command_gives_an_example() -> None:
    assert len(examples()) >= 20
    assert [path for path, _ in commands() if not any(f"overtrick {e}".startswith(path) for e in examples())] == []


def test_the_list_of_commands_imports_none_of_them() -> None:
    program = (
        "import sys; sys.argv = ['overtrick', '--help']; from overtrick.cli import overtrick\n"
        "overtrick(standalone_mode=False); print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    listed, loaded = done.stdout.partition("Commands:")[2], set(done.stdout.split())
    assert [
        name for name in command_line.list_commands(click.Context(command_line)) if f"  {name} " not in listed
    ] == []
    assert {name for name in loaded if name.startswith("overtrick.")} == {
        "overtrick.cli", "overtrick.cli.lazy", "overtrick.core", "overtrick.core.errors", "overtrick.core.exact",
        "overtrick.core.grammar", "overtrick.core.wording", "overtrick.ledger", "overtrick.ledger.garbage_collection",
    }  # fmt: skip
    assert not {"django", "portalocker", "pydantic", "rich"} & loaded


@pytest.mark.parametrize("example", asked())
def test_the_examples_of_the_help_work(ask: Ask, example: str) -> None:
    code, out, err = ask(example)
    assert (code, err) == (0, "")
    assert out.strip()


@pytest.mark.parametrize("example", [e for e in asked() if not e.startswith("rules schema")])
def test_every_answer_can_be_had_as_json(ask: Ask, example: str) -> None:
    code, out, _ = ask(example if "--json" in example else f"{example} --json")
    assert code == 0
    assert json.loads(out)


def test_json_is_written_as_the_standard_library_writes_it() -> None:
    answer: Json = {"é": ['a “b” "c"\n', {}, [], "", None, True, -1, [[1], {"of": [{"value": "2.5"}]}]], "n": 0}
    assert written_json(answer) == json.dumps(answer, indent=2, ensure_ascii=False)


def test_the_schema_of_rule_files_is_json(ask: Ask) -> None:
    assert "scale" in json.loads(ask("rules schema")[1])["properties"]


def test_a_misprinted_row_is_answered_right_and_named(ask: Ask) -> None:
    answer: dict[str, Any] = json.loads(ask("vp abf/swiss-pairs --boards 8 12 --json")[1])
    assert (answer["vps"], answer["opponents"], answer["clause"]) == ("14.58", "5.42", "NSWSP Table 1")
    misprint = {"clause": "ANC26 App-5 (8 boards)", "win": "14.68", "lose": "5.42", "differs": True, "reading": "D77"}
    assert misprint in answer["printed"]


def test_the_published_continuous_scale(ask: Ask) -> None:
    assert json.loads(ask("vp wbf/2013 --boards 14 23 --json")[1])["vps"] == "15.85"


def test_three_windows_of_one_board(ask: Ask) -> None:
    told = [ask(f"datum anc-2026/butler --match {n} -f examples/board13-26-tables.csv")[1] for n in (2, 5, 8)]
    assert [text.splitlines()[0].partition(", ")[0] for text in told] == [
        "+340 points  datum from 20 of 26 scores",
        "+510 points  datum from 11 of 13 scores at the top 13 of 26 tables",
        "+570 points  datum from 10 of 12 scores at the top 12 of 26 tables",
    ]
    assert all("ANC26 17.16" in text.splitlines()[0] for text in told)


def test_why_goes_from_victory_points_down_to_the_results(ask: Ask) -> None:
    answer = json.loads(ask(f"{MATCH} --pair 12 --json")[1])["Pair 12"]
    net = answer["of"][0]
    board = net["of"][3]
    score, datum = board["of"]
    chain = [(level["value"], level["unit"], level["clause"]) for level in (answer, net, board, score, datum)]
    assert chain == [
        ("8.05", "VPs", "NSWSP Table 1"),
        ("-5", "IMPs", "NSWSP 1.6"),
        ("-12", "IMPs", "Law 78B"),
        ("-100", "points", "Law 77"),
        ("500", "points", "NSWSP 1.4"),
    ]
    assert score["of"] == [{"fact": "4H by North −1", "source": "match5.csv, line 21"}]
    assert len(net["of"]) == 8
    assert len(datum["of"]) == 6


def test_a_part_that_recurs_is_given_once_and_then_by_reference(ask: Ask) -> None:
    board = json.loads(ask(f"{MATCH} --pair 12 --board 4 --json")[1])["Board 4, Table 3, NS (pair 12)"]
    score, datum = board["of"]
    assert {"ref": score["id"], "value": "-100", "unit": "points"} in datum["of"]


def test_a_pair_that_moves_is_explained_wherever_it_sat(ask: Ask) -> None:
    session = "why examples/session.csv --scoring laws-2017/matchpoint-pairs"
    told = json.loads(ask(f"{session} --depth 0 --json")[1])
    assert list(told) == [f"Pair {n}" for n in (1, 2, 3, 4, 5, 11, 12, 13, 14, 15)]
    assert list(json.loads(ask(f"{session} --pair 12 --board 7 --json")[1])) == ["Board 7, Table 3, EW (pair 12)"]
    code, _, err = ask(f"{session} --table 2")
    assert code == 2
    assert "--pair" in err


def test_both_sides_of_a_teams_match(ask: Ask) -> None:
    told = json.loads(ask("why examples/teams.csv --scoring laws-2017/teams --depth 0 --json")[1])
    assert {team: figure["value"] for team, figure in told.items()} == {"Team A": "15.75", "Team B": "4.25"}


def test_cross_imps_cite_the_rule_with_their_divisor(ask: Ask) -> None:
    cited = []
    for divisor in ("results", "comparisons", "none"):
        board = json.loads(ask(f"crossimps 420 450 -50 --divisor {divisor} --json")[1])[0]
        cited.append(board["tables"][0]["ns"]["clause"])
    assert cited == ["ITS21 OITS.final-cross-imps", "Law 78D", "Law 78D"]


MISTAKES = {
    "lab fit nobody.jsonl": "There is no book at nobody.jsonl",
    "lab report nothing.toml -o page.html": "nothing.toml cannot be read as a study",
    "lab study nothing.toml": "nothing.toml cannot be read as a study",
    "lab study examples/club-night.toml": "The study cannot be played: ",
    "bridgemate write night.jsonl -o night.bws": "night.bws already exists",
    "bridgemate write night.jsonl --round 40 -o new.bws": "Round 40 of Night has not been drawn",
    "bridgemate write nobody.jsonl -o new.bws": "There is no book at nobody.jsonl",
    "bridgemate read night.jsonl --into night.jsonl": "is not an Access database",
    "bridgemate read nothing.bws --into night.jsonl": "There is no file nothing.bws",
    "bridgemate connect": "Missing argument",
    "bridgemate connect night.jsonl --port 0": "--port",
    "bridgemate watch night.bws --into year.jsonl": "the book of a selection year",
    "import no-such.xml": "There is no file no-such.xml",
    "import examples/swiss-standings.csv": "The format of swiss-standings.csv is not recognised",
    "import examples/tuesday.xml --book book.jsonl": "book.jsonl already exists and holds something else",
    "import examples/tuesday.xml --scoring laws-2017/teams": "cannot be scored by laws-2017/teams",
    "late night.jsonl 20 --round 9": "Night has no round 9",
    "late night.jsonl 7 --round 2": "7 already plays in Night",
    "late book.jsonl 20 --round 2": "Entries are closed",
    "simulate nsw-swiss-pairs/congres -o x.jsonl": "Did you mean nsw-swiss-pairs/congress",
    "simulate nsw-swiss-pairs/congress --entries 8 -o book.jsonl": "book.jsonl already exists",
    "simulate nsw-swiss-pairs/congress --entries 8 --choice large -o x.jsonl": "Available choices: “small entry”",
    "simulate anc-2026/interstate-open --entries 9 -o x.jsonl": "is for 5 to 8 teams, not 9",
    "simulate examples/no-such.toml -o x.jsonl": "There is no file examples/no-such.toml",
    "simulate nsw-swiss-pairs/congress": "--output",
    "new --name X --game club/pair-night": "Did you mean club/pairs-night",
    "new --name X --game club/pairs-night --entries 6 --usual 16 --boards 26 -o x.toml": "the smallest and the largest",
    "new --name X --game club/pairs-night --entries 6-99 --usual 16 --boards 26 -o x.toml": "is for 5 to 80 pairs",
    "new --name X --game club/pairs-night --entries 6-9 --usual 16 --boards 26 -o x.toml": (
        "16 pairs are not within the range 6 to 9"
    ),
    "new --name X --game club/swiss-teams --entries 6-30 --usual 16 --boards 26 -o x.toml": "answer like this: 4x7",
    "new --name X --game 1 --entries 6-9 --usual 6 --boards 26 -o examples/club.toml": "club.toml already exists",
    "completion ksh": "overtrick completion --help",
    "man": "overtrick man --help",
    "publish --watc": "--watch",
    "lead": "overtrick lead --help",
    "site no-such.jsonl -o x": "There is no book at no-such.jsonl",
    "site book.jsonl -o examples": "examples already exists",
    "verify no-such.jsonl": "There is no book at no-such.jsonl",
    "standings book.jsonl --stage Final": "There is no stage called Final. Stages of this event: Swiss.",
    "standings book.jsonl --final": "Leave out --final",
    "standings book.jsonl --field NS": "Fields of this stage: all.",
    "heats no-such.jsonl": "There is no book at no-such.jsonl",
    "heats north.jsonl north.jsonl": "Two heats are called north",
    "heats north.jsonl book.jsonl": "book is scored differently from the heats before it",
    "heats north.jsonl --board 99": "No heat has a result on board 99 of session 1",
    "ladder north.jsonl south.jsonl": "No session names the ladder it counts towards",
    "ladder north.jsonl north.jsonl": "Two sessions are called north",
    "ladder north.jsonl handicap.jsonl --rule club/laddr": "There is no ladder over evenings called “club/laddr”",
    "ladder north.jsonl --rule club/ladder --who Nobody": "Nobody is not on the ladder",
    "standings handicap.jsonl --also Strata": "Night has no ranking called “Strata”",
    "why handicap.jsonl --pair 3 --also Strata": "3 is not ranked in “Strata”",
    "heats north.jsonl --pair south 3": "There is no pair 3 in a heat called south",
    "match book.jsonl --table 9": "There is no match at table 9 in round 7",
    "match book.jsonl --round 9 --table 1": "Round 9 of Swiss has not been drawn",
    "scorecard book.jsonl 77": "There is no number 77 in this stage or event",
    "awards book.jsonl --why 77": "77 has no award",
    "print book.jsonl --sheet scorcards -o x.pdf": "Available sheets: seating",
    "print book.jsonl --sheet draw --round 9 -o x.pdf": "Round 9 of Swiss has not been drawn",
    "print book.jsonl --sheet draw --paper a3 -o x.pdf": "overtrick print --help",
    "print book.jsonl --sheet draw -o book.jsonl": "book.jsonl already exists",
    "print book.jsonl --sheet guides -o x.pdf": "so there are no guide cards for it",
    "export book.jsonl --format usbio -o x.xml": "Available formats: usebio-myabf",
    "export book.jsonl --format usebio-myabf -o x.xml": "this session is “Swiss pairs”, scored by Butler",
    "export night.jsonl --format usebio-myabf -o x.xml": "fewer than two boards",
    "export book.jsonl --format csv --table totals -o x.csv": "The data tables are standings",
    "export book.jsonl --format pbn --table entries -o x.pbn": "Leave out the table name",
    "export book.jsonl --format pbn --section A -o x.pbn": "There is no section A",
    "export book.jsonl --format pbn --date 15/11/2026 -o x.pbn": "Write it like 2026-11-15",
    "export book.jsonl --format pbn -o book.jsonl": "book.jsonl already exists",
    "masterpoints examples/awards.csv --colour green -o x.red": "end in .grn",
    "masterpoints examples/awards.csv --colour blue -o x.grn": "overtrick masterpoints --help",
    "masterpoints examples/awards.csv --colour red-and-green -o x.rag": "The file also needs red",
    "masterpoints examples/teams.csv --colour gold -o x.gld": "The file also needs",
    "masterpoints nowhere.csv --colour gold -o x.gld": "nowhere.csv",
    "print nowhere.jsonl --sheet draw -o x.pdf": "There is no book at nowhere.jsonl",
    "graph nsw-swiss-pairs/congres": "Did you mean nsw-swiss-pairs/congress",
    "graph gnot-nsw-2018 --entries 40": "The regulations have formats for 16 to 32 entries only",
    "paths book.jsonl --team 77": "77 has not entered",
    "why book.jsonl": "--pair",
    "why book.jsonl --pair 77": "There is no number 77 in this stage or event",
    "why book.jsonl --pair 1 --match 1 --board 99": "1 did not play board 99",
    "why book.jsonl --pair 1 --match 9": "Round 9 of Swiss has not been drawn",
    'score --board 13 "8S S ="': "there is no level 8",
    'score --board 13 "4S S +4"': "at most +3",
    'score "4S S ="': "--board",
    "score --board 13": "at least one result",
    "score --bord 13 PASS": "--board",
    "score --board nought PASS": "whole number",
    "score --board 0 PASS": "whole number",
    "score --file nowhere.csv": "There is no file nowhere.csv",
    "score --file examples": "examples is a folder",
    "imps twelve": "not a number",
    "imps 1 2 3": "two scores",
    "imps 1/0": "not a number",
    "vp abf/swis-pairs --boards 8 12": "abf/swiss-pairs",
    "vp abf/swiss-pairs --boards 11 12": "6, 7, 8, 9, 10, 12, 14",
    "vp abf/swiss-pairs 12": "--boards",
    "vp": "SCALE",
    "datum nsw-swiss-pairs/datun 420": "nsw-swiss-pairs/datum",
    "datum nsw-swiss-pairs/datum": "scores",
    "datum nsw-swiss-pairs/datum 420 --outside x": "not a number",
    "datum nsw-swiss-pairs/datum 420 --outside 10.5": "a whole number",
    "datum anc-2026/fouled 420 -50": "too few",
    "datum nsw-swiss-pairs/datum --file examples/match5.csv --board 30": "no results for board 30",
    "matchpoints nonsense": "not a result",
    "matchpoints --rule none/such 420": "matchpoint rule",
    "crossimps --divisor two 420": "results",
    'adjust anc-2026/teams "4S S ="': "AV+",
    "adjust anc-2026/team AV+": "anc-2026/teams",
    "why examples/match5.csv": "--scoring",
    "why nowhere.csv --scoring nsw-swiss-pairs/match": "There is no file",
    "why examples/match5.csv --scoring nsw-swiss-pairs/mach": "nsw-swiss-pairs/match",
    "why examples/match5.csv --scoring laws-2017/teams": "two teams",
    f"{MATCH} --table 9": "1, 2, 3, 4, 5, 6",
    f"{MATCH} --pair 99": "99",
    f"{MATCH} --pair 12 --board 30": "board 30",
    f"{DRAW} --round 5 --meetings nowhere.csv": "There is no file",
    "draw swiss sabf-2020/swis examples/swiss-seeds.csv": "sabf-2020/swiss",
    "draw swiss sabf-2020/swiss examples/swiss-seeds.csv": "--first",
    "draw swiss nsw-swiss-pairs/swiss examples/swiss-seeds.csv": "by lot",
    "draw swiss nsw-swiss-pairs/swiss examples/match5.csv --seed a": "contestant",
    "draw swiss sabf-2020/swiss examples/swiss-seeds.csv --first seeded": "quarters",
    "draw swiss anc-2026/modified-swiss examples/swiss-seeds.csv --first halves": "--rounds",
    "draw swiss anc-2026/modified-swiss examples/swiss-seeds.csv --first halves --rounds 6": "plain Swiss",
    "draw roundrobin": "-n",
    "draw roundrobin anc-2026/eigth": "anc-2026/eight",
    "draw roundrobin anc-2026/eight -n 5": "one fewer",
    "draw roundrobin circle -n 1": "whole number",
    "draw knockout none/such examples/knockout-seeds.csv": "gnot-nsw-2018/set-draw",
    "draw knockout gnot-nsw-2018/set-draw": "ranking",
    "draw knockout gnot-nsw-2018/set-draw examples/howell-5.txt": "howell-5.txt is a movement",
    "draw knockout gnot-nsw-2018/first-draw examples/knockout-seeds.csv --seed a": "There are first draws for 16",
    "draw knockout sabf-2020/final-five examples/knockout-met.csv": "contestant",
    "draw check sabf-2020/swiss examples/swiss-event.csv": "--first",
    "draw check nsw-swiss-pairs/swiss examples/swiss-matches.csv": "first_vps",
    "draw check sabf-2020/swiss examples/howell-5.txt": "howell-5.txt is a movement",
    "movement list --kind howell": "--kind",
    "movement show howel-5": "movement list",
    "movement show examples/match5.csv": "round",
    "movement show examples/howell-5.txt --pair 11": "10 pairs",
    "movement check nowhere.txt": "nowhere.txt",
    "movement check examples/club.toml": "club.toml is a file of rules",
    "movement make howell": "--tables",
    "movement make howel --tables 5": "howell",
    "movement make mitchell --tables 8 --form plain": "skip",
    "movement make howell --tables 5 --form skip": "Mitchell",
    "movement make mitchell --tables 7 --sessions 2": "two fields",
    "movement make double-hesitation --tables 8": "odd number",
    "movement choose --boards 26": "--pairs",
    "movement individual --players 30": "a multiple of four players",
    "movement teams --teams 7 --thurner": "six teams",
    "rules show nothing": "rules list",
    "rules show ANC26 17.99": "17.99",
    "rules list --kind scala": "scale",
    "rules check nowhere.toml": "There is no file",
    "rules describe nothing": "Did you mean",
    "rules describe anc-2026/open-butler --entries 3": "is for 20 to 200 pairs",
    "rules describe nsw-swiss-pairs/congress --reading S-08": "does not choose a reading",
    "rules lint everything": "unexpected extra argument",
    "rules editions everything": "unexpected extra argument",
    "rules keep nowhere --book book.jsonl": "nowhere",
    "rules keep examples --book book.jsonl": "There is no rulebook in examples",
    "rules keep src/overtrick/rulebook --book nowhere.jsonl": "There is no book at nowhere.jsonl",
    "rules adopt nowhere.jsonl": "There is no book at nowhere.jsonl",
    "rules adopt book.jsonl": "already uses this edition",
    "rules adopt book.jsonl --from nowhere": "nowhere",
    "coverage ANC27": "ANC26",
    "serve --port 0": "overtrick serve --help",
    "demo --port 0": "overtrick demo --help",
    "book list --all": "overtrick book list --help",
    "book export": "overtrick book export --help",
    "book import": "overtrick book import --help",
    "book verify": "overtrick book verify --help",
    "book heads": "overtrick book heads --help",
    "database setup": "overtrick database setup --help",
    "witness": "overtrick witness --help",
    "migrate --all": "overtrick migrate --help",
    "doctor --all": "overtrick doctor --help",
    "account add": "overtrick account add --help",
    "account disable": "overtrick account disable --help",
    "account enable": "overtrick account enable --help",
    "account invite": "overtrick account invite --help",
    "account list --all": "overtrick account list --help",
    "account password": "overtrick account password --help",
    "account second-off": "overtrick account second-off --help",
    "account unlock": "overtrick account unlock --help",
    "organisation list --all": "overtrick organisation list --help",
    "organisation new": "overtrick organisation new --help",
    "organisation own": "overtrick organisation own --help",
    "organisation export": "overtrick organisation export --help",
    "organisation erase": "overtrick organisation erase --help",
    "organisation set": "overtrick organisation set --help",
    "organisation folder": "overtrick organisation folder --help",
    "organisation folders": "overtrick organisation folders --help",
    "verify book.jsonl --against nowhere.jsonl": "nowhere.jsonl",
    "selection open year.jsonl --year 2027": "year.jsonl already exists",
    "selection open x.jsonl --year 2027 --document anc-2026": "Folders with selection regulations: sabf-2020",
    "selection open x.jsonl": "--year",
    "selection credit year.jsonl": "Give a finished book",
    "selection credit year.jsonl book.jsonl": "earns no qualifying points",
    "selection credit nowhere.jsonl --event gnot-thu --place 1 --member A --source b": "There is no book at nowhere",
    "selection credit year.jsonl --event gnot --place 1 --member A --source b": "not an event of this selection",
    "selection credit year.jsonl state-pairs.jsonl --source elsewhere": "placed twice",
    "selection nominate year.jsonl A A": "A cannot nominate alone",
    "selection nominate year.jsonl A B --target Mixed": "Teams to be selected: Open",
    'selection nominate year.jsonl "A. Able" C': "Already nominated in pair A. Able and B. Best: A. Able",
    "selection nominate nowhere.jsonl A B": "There is no book at nowhere.jsonl",
    "selection post year.jsonl nonsense": "This is not JSON",
    "selection post year.jsonl 7": "not an act",
    """selection post year.jsonl '{"act": "berth sold"}'""": "There is no act “berth sold”",
    """selection post year.jsonl '{"act": "berth declined"}'""": "“berth declined” is missing target and pair",
    """selection close year.jsonl --target "Seniors'\"""": "is closed",
    "selection points book.jsonl": "book.jsonl is not the book of a selection year",
    "selection points year.jsonl --target Mixed": "Teams to be selected: Open",
    "selection why year.jsonl Nobody": "No pair called Nobody is nominated for the Open trials",
    "selection field year.jsonl --target Mixed": "Teams to be selected: Open",
    "selection team year.jsonl": "The Open trials have no result",
    "selection team year.jsonl --target Mixed": "Teams to be selected: Open",
    "selection places nowhere.jsonl": "There is no book at nowhere.jsonl",
    "selection verify year.jsonl book.jsonl": "earns no qualifying points",
    "selection simulate": "--output",
    "selection simulate -o examples": "examples already exists",
    "deals plan examples/cup.sqd --name x --delayed y --phase 1:16:F:x": "cup.sqd already exists",
    "deals plan x.sqd --name x --delayed y --phase 1:16": "” is not a phase; write sessions:boards:file:description",
    "deals plan x.sqd --name x --delayed y --phase 1:16-1:F:x": "not a list of boards",
    "deals make": "Give a plan",
    "deals make --boards 24 --name x --value 7": "--value needs a plan",
    "deals make examples/cup.sqd --boards 24": "leave out --boards and --name",
    "deals make examples/cup.sqd --session 1": "--session needs --phase",
    "deals make examples/cup.sqd --phase 3": "There is no phase 3",
    "deals make examples/cup.sqd --phase 2": "Give --phase and --session",
    "deals make examples/cup.sqd --value 7": "is already 43275.91",
    "deals make examples/cup.sqd --keys examples/match5.csv": "the line does not read phase,session:key",
    "deals make examples/cup.sqd --format doc": "Deals cannot be written as “",
    "deals make examples/cup.sqd --output examples": "examples/F1.pbn already exists",
    "deals make examples/cup.sqd --output nowhere": "cannot be written",
    "deals verify examples/cup.sqd nowhere.sqk": "There is no file nowhere.sqk",
    "deals verify examples/match5.csv examples/cup.sqk": "must begin with TN",
    "deals verify examples/cup.sqd examples/cup.sqk examples/match5.csv": "is not a known type of deal file",
    "deals convert examples/F1.pbn x.doc": "Deals cannot be written as “",
    "deals convert examples/F1.pbn examples/cup.sqd": "cup.sqd already exists",
    "deals convert examples/F1.pbn x.dlm --first 17": "Do not give a first board number",
    "deals statistics examples/match5.csv": "is not a known type of deal file",
    "scoer": "No such command",
}


@pytest.mark.parametrize(("mistake", "said"), MISTAKES.items(), ids=list(MISTAKES))
@pytest.mark.parametrize("flag", ["", " --json"], ids=["text", "json"])
def test_a_mistake_is_answered_on_one_line_with_exit_code_2(ask: Ask, mistake: str, said: str, flag: str) -> None:
    code, out, err = ask(mistake + flag)
    assert (code, out) == (2, "")
    assert err.startswith("overtrick: ")
    assert err.count("\n") == 1
    assert said in err


def test_every_command_is_among_the_mistakes() -> None:
    words = {path.removeprefix("overtrick ") for path, _ in commands()} - {"rules schema"}
    assert [word for word in sorted(words) if not any(m.startswith(word) for m in MISTAKES)] == []


def test_a_file_of_windows_is_read_and_its_lines_are_shown(ask: Ask, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_bytes("board,result,ns\n1,PASS,Müller\n".encode("cp1252"))
    code, out, err = ask(f"score --file {sheet}")
    assert (code, "\ufffd" in out + err) == (0, False)
    assert "sheet.csv is not UTF-8; it was read as Windows-1252" in err
    assert "line 2: 1,PASS,Müller" in err


def test_a_file_that_is_not_text_is_refused(ask: Ask, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    for data in (b"board,result\n1,PASS\x81\n", "board,result,ns\n1,PASS,M\ufffdller\n".encode()):
        sheet.write_bytes(data)
        code, _, err = ask(f"score --file {sheet}")
        assert code == 2
        assert "CSV UTF-8" in err


def test_a_rule_file_is_utf_8(ask: Ask, tmp_path: Path) -> None:
    rules = tmp_path / "club.toml"
    rules.write_bytes('name = "Müller"'.encode("cp1252"))
    code, _, err = ask(f"rules check {rules}")
    assert (code, "not plain text in UTF-8" in err) == (2, True)


CONTRADICTIONS = {
    "the same line again": (
        lambda lines: [*lines, lines[1]],
        "lines 2 and 50: board 1 at table 1 is listed twice",
    ),
    "a ninth board": (lambda lines: [*lines, lines[1].replace("4S S =", "4S S -1")], "lines 2 and 50: board 1"),
    "a pair against itself": (lambda lines: [*lines, "5,9,1,4,4,PASS,"], "line 50: 4 plays against itself"),
    "a pair elsewhere": (lambda lines: [*lines, "5,9,1,4,77,PASS,"], "lines 2 and 50: 4 has board 1 against 9 and 77"),
}


@pytest.mark.parametrize(("change", "said"), CONTRADICTIONS.values(), ids=list(CONTRADICTIONS))
@pytest.mark.parametrize(
    "question", ["why {} --scoring nsw-swiss-pairs/match --pair 4", "datum nsw-swiss-pairs/datum --file {}",
                 "matchpoints --file {}", "crossimps --file {}", "score --file {}"],
)  # fmt: skip
def test_results_that_contradict_themselves_are_not_scored(
    ask: Ask, tmp_path: Path, question: str, change: Callable[[list[str]], list[str]], said: str
) -> None:
    lines = (ROOT / "examples" / "match5.csv").read_text(encoding="utf-8").splitlines()
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("\n".join(change(lines)), encoding="utf-8")
    code, out, err = ask(question.format(sheet))
    assert (code, out) == (2, "")
    assert said in err


def test_every_line_that_cannot_be_read_is_told_at_once(ask: Ask, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.csv"
    sheet.write_text("board,result\n1,9S S =\n1,PASS\n0,PASS\nx,PASS\n", encoding="utf-8")
    code, out, err = ask(f"score --file {sheet}")
    assert (code, out) == (2, "")
    assert [f"line {n}:" in err for n in (2, 3, 4, 5)] == [True, False, True, True]


def test_faulty_rule_files_end_with_exit_code_1(ask: Ask) -> None:
    assert ask("rules check examples/club.toml")[0] == 0
    for name, faults in (("club-faulty", 4), ("club-table", 2)):
        code, out, _ = ask(f"rules check examples/{name}.toml")
        assert (code, out.splitlines()[-1]) == (1, f"{faults} faults, 0 known misprints")


def test_documents_are_found_in_any_case(ask: Ask) -> None:
    assert ask("rules show nswsp 1.4")[1] == ask("rules show NSWSP 1.4")[1]
    assert ask("coverage nswsp")[1] == ask("coverage NSWSP")[1]
    assert ask("rules show NSWSP")[1].startswith("NSWSP: Bridge NSW Swiss Pairs")


def installed(words: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """The program as it is started from a shell, with something on its standard input."""
    command = [sys.executable, "-m", "overtrick", *split(words)]
    return subprocess.run(command, input=given, capture_output=True, text=True, check=False, cwd=ROOT)


@pytest.mark.parametrize(
    "words",
    [
        "score --file -",
        "datum nsw-swiss-pairs/datum --file -",
        "matchpoints --file -",
        "crossimps --file -",
        "why - --scoring nsw-swiss-pairs/match --table 3",
    ],
)
def test_standard_input_does_as_well_as_a_file(words: str) -> None:
    given = (ROOT / "examples" / "match5.csv").read_text(encoding="utf-8")
    piped = installed(words, given)
    named = installed(words.replace("-file -", "-file examples/match5.csv").replace(" - ", " examples/match5.csv "))
    assert piped.returncode == 0, piped.stderr
    assert piped.stdout.replace("standard input", "match5.csv") == named.stdout


def test_plain_when_piped() -> None:
    told = installed("score --board 13 PASS").stdout
    assert told == "result  NS  EW\nPASS     0   0\n"
    assert "\x1b" not in installed("rules list").stdout


def test_tables_are_drawn_when_a_person_looks(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "───" in ask("score --board 13 PASS")[1]


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    shell = f"{sys.executable} -m overtrick rules list | head -n 1"
    told = subprocess.run(shell, shell=True, capture_output=True, text=True, check=False, cwd=ROOT)  # noqa: S602
    assert told.stderr == ""


def test_every_rule_and_event_that_is_listed_can_be_shown(ask: Ask) -> None:
    listed: dict[str, Any] = json.loads(ask("rules list --json")[1])
    kinds = {kind: [rule["id"] for rule in rules] for kind, rules in listed.items() if kind != "documents"}
    assert len(kinds) > 20
    assert "nsw-swiss-pairs/congress" in kinds["events"]
    for name in {name for names in kinds.values() for name in names}:
        code, out, err = ask(f"rules show {quote(name)}")
        assert (code, err) == (0, ""), name
        assert out.strip(), name
        shown = json.loads(ask(f"rules show {quote(name)} --json")[1])
        assert all(words for words in shown.values()), name
