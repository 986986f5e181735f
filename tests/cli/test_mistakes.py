"""Mistakes at the prompt: each is answered in a sentence or two that say what is wrong and what to do."""

import os
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from asking import Ask
from overtrick.cli import serving


class Mistake(NamedTuple):
    """What somebody types, the whole answer, what the file `x` that it names has in it, and the exit code."""

    asked: str
    answer: str
    given: str = ""
    code: int = 2


COMMANDS = (
    Mistake(
        "scor 420",
        "No such command 'scor'. Did you mean score? See `overtrick --help`.",
    ),
    Mistake(
        "matchpoint 420",
        "No such command 'matchpoint'. Did you mean matchpoints? See `overtrick --help`.",
    ),
    Mistake(
        "cross-imps 420",
        "No such command 'cross-imps'. Did you mean crossimps? See `overtrick --help`.",
    ),
    Mistake(
        "vps 12",
        "No such command 'vps'. Did you mean vp? See `overtrick --help`.",
    ),
    Mistake(
        "standing x",
        "No such command 'standing'. Did you mean standings? See `overtrick --help`.",
    ),
    Mistake(
        "Score --board 13 PASS",
        "No such command 'Score'. Did you mean score? See `overtrick --help`.",
    ),
    Mistake(
        "organization list",
        "No such command 'organization'. Did you mean organisation? See `overtrick --help`.",
    ),
    Mistake(
        "rules chekc",
        "No such command 'chekc'. Did you mean check? See `overtrick rules --help`.",
    ),
    Mistake(
        "account lst",
        "No such command 'lst'. Did you mean list? See `overtrick account --help`.",
    ),
    Mistake(
        "movement sho x",
        "No such command 'sho'. Did you mean show? See `overtrick movement --help`.",
    ),
    Mistake(
        "zzzz",
        "No such command 'zzzz'. See `overtrick --help`.",
    ),
    Mistake(
        "help",
        "No such command 'help'. See `overtrick --help`.",
    ),
)
"""Commands that do not exist."""
OPTIONS = (
    Mistake(
        "score --bord 13 PASS",
        "No such option '--bord'. Did you mean --board? See `overtrick score --help`.",
    ),
    Mistake(
        "standings book.jsonl --stag Swiss",
        "No such option '--stag'. Did you mean --stage? See `overtrick standings --help`.",
    ),
    Mistake(
        "--versoin",
        "No such option '--versoin'. Did you mean --version? See `overtrick --help`.",
    ),
    Mistake(
        "vp abf/swiss-pairs --bords 8 12",
        "No such option '--bords'. Did you mean --boards? See `overtrick vp --help`.",
    ),
    Mistake(
        "serve --prot 8080",
        "No such option '--prot'. Did you mean --port? See `overtrick serve --help`.",
    ),
    Mistake(
        "verify book.jsonl --zzzz",
        "No such option '--zzzz'. See `overtrick verify --help`.",
    ),
    Mistake(
        "score --board",
        "Option '--board' requires an argument.",
    ),
    Mistake(
        "simulate club/pairs-night",
        "Missing option '--output' / '-o'. See `overtrick simulate --help`.",
    ),
    Mistake(
        "standings",
        "Missing argument 'FILE'. See `overtrick standings --help`.",
    ),
    Mistake(
        "standings book.jsonl heats.jsonl",
        "Got unexpected extra argument (heats.jsonl). See `overtrick standings --help`.",
    ),
    Mistake(
        "completion bsh",
        "“bsh” is not one of the choices. Did you mean bash? See `overtrick completion --help`.",
    ),
    Mistake(
        "movement make howel --tables 5",
        "“howel” is not one of the choices. Did you mean howell? See `overtrick movement make --help`.",
    ),
    Mistake(
        "crossimps --divisor result 420",
        "“result” is not one of the choices. Did you mean results? See `overtrick crossimps --help`.",
    ),
)
"""Options and arguments."""
NUMBERS = (
    Mistake(
        "score --board x PASS",
        "Invalid value for '--board' / '-b': “x” is not a whole number of at least 1. See `overtrick score --help`.",
    ),
    Mistake(
        "score --board 1.5 PASS",
        "Invalid value for '--board' / '-b': “1.5” is not a whole number of at least 1. See `overtrick score --help`.",
    ),
    Mistake(
        "score --board 99999999999999999999 PASS",
        "Invalid value for '--board' / '-b': “99999999999999999999” is too large. A number has at most 9 digits. See "
        "`overtrick score --help`.",
    ),
    Mistake(
        "vp abf/swiss-pairs --boards 100000000000000000000 12",
        "Invalid value for '--boards': “100000000000000000000” is too large. A number has at most 9 digits. See "
        "`overtrick vp --help`.",
    ),
    Mistake(
        "simulate club/pairs-night --entries abc -o new.jsonl",
        "Invalid value for '--entries': 'abc' is not a whole number. See `overtrick simulate --help`.",
    ),
    Mistake(
        "movement choose --pairs 100000",
        "No movement takes 100000 pairs: one section holds at most 300. Play in sections, and choose a movement for "
        "each.",
    ),
    Mistake(
        "vp abf/swiss-pairs --boards 8 12,5",
        "“12,5” is not a number. Write the number with a decimal point: 12.5.",
    ),
    Mistake(
        "imps 3,5",
        "“3,5” is not a number. Write the number with a decimal point: 3.5.",
    ),
    Mistake(
        "imps 1,200",
        "“1,200” is not a number. Write numbers like 12, -37/5 or 14.58.",
    ),
    Mistake(
        "imps 420 4½0",
        "“4½0” is not a number. Write numbers like 12, -37/5 or 14.58.",
    ),
    Mistake(
        "imps 1e3",
        "“1e3” is not a number. Write numbers like 12, -37/5 or 14.58.",
    ),
    Mistake(
        "serve --port 99999",
        "Invalid value for '--port': 99999 is not in the range 1<=x<=65535. See `overtrick serve --help`.",
    ),
    Mistake(
        "datum 420 450",
        "“420” is a score, and the name of the datum comes first. Write it like: overtrick datum "
        "nsw-swiss-pairs/datum 420 450 -50.",
    ),
)
"""Numbers."""
WORDS = (
    Mistake(
        'score --board 13 "8S S ="',
        "“8S S =”: there is no level 8 (Law 18). Write a level from 1 to 7.",
    ),
    Mistake(
        'score --board 13 "4S S +4"',
        "4S by South needs 10 tricks, so it can make at most +3, not +4 (Law 65). Check the level and the overtricks.",
    ),
    Mistake(
        'score --board 13 "4S S -11"',
        "4S by South can go down at most 10, not 11 (Law 65). Check the level and the undertricks.",
    ),
    Mistake(
        'score --board 13 "4S S"',
        "“4S S” does not give the result. Add =, +1, -2 or the tricks taken.",
    ),
    Mistake(
        'score --board 13 "4S ="',
        "“4S =” does not name the declarer. Add the declarer, like 4S N = or 3NTW-1.",
    ),
    Mistake(
        "score --board 13 hello",
        "“hello” is not a result. Write the contract, declarer and result, like 4SX S +1, 3NT W = or PASS.",
    ),
    Mistake(
        'score --board 13 "4P S ="',
        "“4P S =” is unclear: “P” is spades in French and German, and clubs in Portuguese. Write the suit as ♠ ♥ ♦ ♣ "
        "or S H D C, and the declarer as N E S W.",
    ),
    Mistake(
        'score --board 13 "4K S ="',
        "“4K S =” is unclear: “K” is diamonds in French and German, and clubs in Dutch and Swedish. Write the suit "
        "as ♠ ♥ ♦ ♣ or S H D C, and the declarer as N E S W.",
    ),
)
"""Results."""
TABLES = (
    Mistake(
        "score --file x.csv",
        "x.csv contains no data. The file needs a header line, like board,table,result.",
    ),
    Mistake(
        "score --file -",
        "standard input contains no data. The file needs a header line, like board,table,result.",
    ),
    Mistake(
        "matchpoints --file x.csv",
        "x.csv has a header line but no results. Add a line for each table and board.",
        given="board,table,ns,ew,result\n",
    ),
    Mistake(
        "score --file x.csv",
        "Columns are missing from x.csv, which has brd and res. The file needs a board column, and either a result "
        "column or columns for contract, declarer and tricks.",
        given="brd,res\n1,PASS\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv has 1 line that cannot be read: line 2: the result is missing. Nothing was scored.",
        given="board,table,ns,ew,result\n1,1\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv has 1 line that cannot be read: line 2: the board is missing. Nothing was scored.",
        given="board,table,ns,ew,result\n,1,1,2,PASS\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv has 1 line that cannot be read: line 2: the board “x” is not a whole number of 1 or more. Nothing was "
        "scored.",
        given="board,table,ns,ew,result\nx,1,1,2,PASS\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv has 1 line that cannot be read: line 2: the board “1,5” is not a whole number of 1 or more. Nothing "
        "was scored.",
        given="board;table;ns;ew;result\n1,5;1;1;2;PASS\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv has 1 line that cannot be read: line 2: “9S N =”: there is no level 9 (Law 18). Write a level from "
        "1 to 7. Nothing was scored.",
        given="board,table,ns,ew,result\n1,1,1,2,9S N =\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv contradicts itself: lines 2 and 3: board 1 at table 1 is listed twice Nothing was scored. Correct "
        "these lines, and number the matches in a “match” column if boards are played in more than one match.",
        given="board,table,ns,ew,result\n1,1,1,2,PASS\n1,1,1,2,PASS\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv contradicts itself: line 2: 7 plays against itself Nothing was scored. Correct these lines, and "
        "number the matches in a “match” column if boards are played in more than one match.",
        given="board,table,ns,ew,result\n1,1,7,7,PASS\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv has two columns for the board: board and Board. Keep only one of the two.",
        given="board,Board,result\n1,1,PASS\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv is not plain text. In a spreadsheet, save the file as “CSV UTF-8”.",
        given="board,table,ns,ew,result\n1,1,1,2,\u0000\n",
    ),
    Mistake(
        "score --file x.csv",
        "x.csv has 1 line that cannot be read: line 3: “4C N =” is unclear: line 2 (“3SA N =”) is in another "
        "language, in which C may be hearts. Write ♣ or ♥. Nothing was scored.",
        given="board,table,ns,ew,result\n1,1,1,2,3SA N =\n1,2,3,4,4C N =\n",
    ),
    Mistake(
        "draw swiss sabf-2020/swiss x.csv --round 2",
        "x.csv has 1 line that cannot be read: line 2: the vps “14,58” is not a number. Write the number with a "
        "decimal point: 14.58. Nothing was done.",
        given='contestant,vps\n1,"14,58"\n2,10\n',
    ),
    Mistake(
        "masterpoints x.csv --colour red -o x.red",
        "x.csv has 1 line that cannot be read: line 2: the points “much” is not a number. Write numbers like 12, "
        "-37/5 or 14.58. Nothing was done.",
        given="number,name,points\n123456,A. Reed,much\n",
    ),
)
"""What is in a table."""
KINDS = (
    Mistake(
        "standings examples/match5.csv",
        "examples/match5.csv is a table: `overtrick score --file` reads results, and `overtrick import` reads a "
        "session. Give a book, as written by `overtrick simulate`, `overtrick import` or `overtrick selection open`.",
    ),
    Mistake(
        "verify examples/club.toml",
        "examples/club.toml is a file of rules: `overtrick rules check` checks it, and `overtrick simulate` plays an "
        "event under it. Give a book, as written by `overtrick simulate`, `overtrick import` or `overtrick selection "
        "open`.",
    ),
    Mistake(
        "scorecard examples/tuesday.xml 1",
        "examples/tuesday.xml is a session from another program, which `overtrick import` reads. Give a book, as "
        "written by `overtrick simulate`, `overtrick import` or `overtrick selection open`.",
    ),
    Mistake(
        "verify examples/F1.pbn",
        "examples/F1.pbn is a PBN file: `overtrick deals` reads deals, and `overtrick import` reads results. Give a "
        "book, as written by `overtrick simulate`, `overtrick import` or `overtrick selection open`.",
    ),
    Mistake(
        "standings examples/howell-5.txt",
        "examples/howell-5.txt is a movement, which `overtrick movement check` reads. Give a book, as written by "
        "`overtrick simulate`, `overtrick import` or `overtrick selection open`.",
    ),
    Mistake(
        "score --file book.jsonl",
        "book.jsonl is the book of an event or a selection year, which `overtrick verify` or `overtrick selection "
        "verify` checks. Give a table, like the CSV that `overtrick export` writes.",
    ),
    Mistake(
        "score --file examples/club.toml",
        "club.toml is a file of rules: `overtrick rules check` checks it, and `overtrick simulate` plays an event "
        "under it. Give a table, like the CSV that `overtrick export` writes.",
    ),
    Mistake(
        "matchpoints --file examples/tuesday.xml",
        "tuesday.xml is a session from another program, which `overtrick import` reads. Give a table, like the CSV "
        "that `overtrick export` writes.",
    ),
    Mistake(
        "why examples/F1.pbn --scoring laws-2017/matchpoint-pairs",
        "F1.pbn is a PBN file: `overtrick deals` reads deals, and `overtrick import` reads results. Give a table, "
        "like the CSV that `overtrick export` writes.",
    ),
    Mistake(
        "draw swiss sabf-2020/swiss book.jsonl --first halves",
        "book.jsonl is the book of an event or a selection year, which `overtrick verify` or `overtrick selection "
        "verify` checks. Give a table, like the CSV that `overtrick export` writes.",
    ),
    Mistake(
        "rules check examples/match5.csv",
        "match5.csv is a table: `overtrick score --file` reads results, and `overtrick import` reads a session. Give "
        "a file of rules, as written by `overtrick new`.",
    ),
    Mistake(
        "rules check book.jsonl",
        "book.jsonl is the book of an event or a selection year, which `overtrick verify` or `overtrick selection "
        "verify` checks. Give a file of rules, as written by `overtrick new`.",
    ),
    Mistake(
        "simulate book.jsonl --entries 8 -o new.jsonl",
        "book.jsonl is the book of an event or a selection year, which `overtrick verify` or `overtrick selection "
        "verify` checks. Give a file of rules, as written by `overtrick new`.",
    ),
    Mistake(
        "simulate examples/match5.csv --entries 8 -o new.jsonl",
        "examples/match5.csv is a table: `overtrick score --file` reads results, and `overtrick import` reads a "
        "session. Give a file of rules, as written by `overtrick new`.",
    ),
    Mistake(
        "import book.jsonl",
        "book.jsonl is the book of an event or a selection year, which `overtrick verify` or `overtrick selection "
        "verify` checks. Give a results file: USEBIO, PBN, Bridgemate .bws, LIN, ACBLscore, CSV or XLSX.",
    ),
    Mistake(
        "import examples/club.toml",
        "club.toml is a file of rules: `overtrick rules check` checks it, and `overtrick simulate` plays an event "
        "under it. Give a results file: USEBIO, PBN, Bridgemate .bws, LIN, ACBLscore, CSV or XLSX.",
    ),
    Mistake(
        "movement check book.jsonl",
        "book.jsonl is the book of an event or a selection year, which `overtrick verify` or `overtrick selection "
        "verify` checks. Give a movement, as written by `overtrick movement make`.",
    ),
    Mistake(
        "deals statistics book.jsonl",
        "book.jsonl is the book of an event or a selection year, which `overtrick verify` or `overtrick selection "
        "verify` checks. Give a file of deals, like .pbn or .dlm.",
    ),
    Mistake(
        "selection points book.jsonl",
        "book.jsonl is not the book of a selection year. Create one with `overtrick selection open`.",
    ),
    Mistake(
        "standings year.jsonl",
        "year.jsonl is the book of a selection year. Use the commands of `overtrick selection`.",
    ),
)
"""A file of another kind."""
FOLDERS = (
    Mistake(
        "score --file examples",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "matchpoints --file examples",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "why examples --scoring laws-2017/matchpoint-pairs",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "draw swiss sabf-2020/swiss examples --first halves",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "standings examples",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "import examples",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "movement check examples",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "simulate examples --entries 8 -o new.jsonl",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "deals statistics examples",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "masterpoints examples --colour gold -o x.gld",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "bridgemate read examples --into night.jsonl",
        "examples is a folder. Give the path of a file in this folder.",
    ),
    Mistake(
        "lab study examples",
        "examples is a folder. Give the path of a file in this folder.",
    ),
)
"""A folder instead of a file."""
MISSING = (
    Mistake(
        "standings nofile.jsonl",
        "There is no book at nofile.jsonl. Check the name, or create a book with `overtrick simulate`.",
    ),
    Mistake(
        "score --file nofile.csv",
        "There is no file nofile.csv. Check its name and the folder you are in.",
    ),
    Mistake(
        "import nofile.xml",
        "There is no file nofile.xml. Check its name and the folder you are in.",
    ),
    Mistake(
        "rules check nofile.toml",
        "There is no file nofile.toml. Check its name and the folder you are in.",
    ),
    Mistake(
        "movement check nofile.txt",
        "There is no file or movement called “nofile.txt”. Name a movement like howell-5; `overtrick movement list` "
        "lists the kinds.",
    ),
    Mistake(
        "deals statistics nofile.pbn",
        "There is no file nofile.pbn. Check its name and the folder you are in.",
    ),
    Mistake(
        "draw swiss sabf-2020/swiss nofile.csv --first halves",
        "There is no file nofile.csv. Check its name and the folder you are in.",
    ),
    Mistake(
        "simulate nofile.toml --entries 8 -o new.jsonl",
        "There is no file nofile.toml. Give the path of an event file.",
    ),
    Mistake(
        "lab study nofile.toml",
        "nofile.toml cannot be read as a study: No such file or directory. Give a TOML file.",
    ),
    Mistake(
        "bridgemate read nofile.bws --into night.jsonl",
        "There is no file nofile.bws. Check its name and the folder you are in.",
    ),
)
"""A file that is not there."""
OUTPUT = (
    Mistake(
        "simulate club/pairs-night --entries 8 -o nofolder/x.jsonl",
        "There is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "import examples/tuesday.xml -o nofolder/x.jsonl",
        "Nothing was posted: there is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "export book.jsonl --format csv -o nofolder/x.csv",
        "There is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "print book.jsonl --sheet draw -o nofolder/x.pdf",
        "There is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "bridgemate write night.jsonl -o nofolder/x.bws",
        "There is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "deals convert examples/F1.pbn nofolder/x.dlm",
        "There is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "masterpoints examples/awards.csv --colour red -o nofolder/x.red",
        "There is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "new --name X --game club/pairs-night --entries 6-30 --usual 16 --boards 26 -o nofolder/x.toml",
        "There is no folder nofolder. Create the folder, or choose another.",
    ),
    Mistake(
        "simulate club/pairs-night --entries 8 -o examples",
        "examples already exists. Books are never overwritten: choose another name.",
    ),
    Mistake(
        "export book.jsonl --format csv -o examples",
        "examples already exists. Existing files are never overwritten: choose another name.",
    ),
    Mistake(
        "man examples/club.toml",
        "Invalid value for 'FOLDER': Directory 'examples/club.toml' is a file. See `overtrick man --help`.",
    ),
)
"""Where something is written."""
EMPTY = (
    Mistake(
        "standings x.jsonl",
        "x.jsonl is empty. Give a book, as written by `overtrick simulate`, `overtrick import` or `overtrick "
        "selection open`.",
    ),
    Mistake(
        "rules check x.toml",
        "x.toml: there is nothing in it; an event begins with [event], and rules with a table like [[scale]] 1 "
        "fault, 0 known misprints",
        code=1,
    ),
    Mistake(
        "simulate x.toml --entries 8 -o new.jsonl",
        "x.toml is empty. Give a file of rules, as written by `overtrick new`.",
    ),
    Mistake(
        "graph x.toml",
        "x.toml is empty. Give a file of rules, as written by `overtrick new`.",
    ),
    Mistake(
        "import x.xml",
        "x.xml is empty. Give a results file: USEBIO, PBN, Bridgemate .bws, LIN, ACBLscore, CSV or XLSX.",
    ),
    Mistake(
        "movement check x.txt",
        "x.txt is empty. Give a movement, as written by `overtrick movement make`.",
    ),
    Mistake(
        "draw swiss sabf-2020/swiss x.csv --first halves",
        "x.csv contains no data. The file needs these columns: contestant.",
    ),
    Mistake(
        "masterpoints x.csv --colour red -o x.red",
        "x.csv contains no data. The file needs these columns: number, points.",
    ),
    Mistake(
        "deals statistics x.pbn",
        "x.pbn is empty. Give a file of deals, like .pbn or .dlm.",
    ),
)
"""Empty files and empty standard input."""
NAMES = (
    Mistake(
        "vp abf/swis-pairs --boards 8 12",
        "There is no scale called “abf/swis-pairs”. Did you mean abf/swiss-pairs, anc-2026/swiss-pairs or "
        "gnot-nsw-2018/swiss, or another rule in `overtrick rules list`?",
    ),
    Mistake(
        "simulate nsw-swiss-pairs/congres --entries 8 -o new.jsonl",
        "There is no event called “nsw-swiss-pairs/congres”. Did you mean nsw-swiss-pairs/congress, "
        "sabf-2020/swiss-pairs-championship or anc-2026/swiss-pairs-b, or another event in `overtrick rules list "
        "--kind event`?",
    ),
    Mistake(
        "standings book.jsonl --stage Swis",
        "There is no stage called Swis. Stages of this event: Swiss.",
    ),
    Mistake(
        "export book.jsonl --format pdf -o x.pdf",
        "There is no format called pdf. Available formats: usebio-myabf, usebio, pbn, xlsx, csv, json.",
    ),
    Mistake(
        "account list --data nofolder",
        "There is no folder {here}/nofolder, so there are no books here. Give the server's folder with --data, or "
        "set OVERTRICK_DATA or DATABASE_URL.",
    ),
    Mistake(
        "book list --data examples/club.toml",
        "Invalid value for '--data': Directory 'examples/club.toml' is a file. See `overtrick book list --help`.",
    ),
)
"""Names in the rulebook, in books and on this server."""
NEWCOMER = (
    Mistake(
        "-version",
        "No such option '-v'. Did you mean --version? See `overtrick --help`.",
    ),
    Mistake(
        "--h",
        "No such option '--h'. Did you mean --help? See `overtrick --help`.",
    ),
    Mistake(
        "score 4SN=",
        "Add --board with the board number, which sets the vulnerability. See `overtrick score --help`.",
    ),
    Mistake(
        "score -b 13 4S N =",
        '“4S N =” is a result of several words. Put it in quotes: "4S N =".',
    ),
    Mistake(
        "score -b 0 PASS",
        "Invalid value for '--board' / '-b': “0” is not a whole number of at least 1. See `overtrick score --help`.",
    ),
    Mistake(
        'score -b 13 "4SXXX N ="',
        "“4SXXX N =” is not a result. Write the contract, declarer and result, like 4SX S +1, 3NT W = or PASS.",
    ),
    Mistake(
        "score -b 13",
        "Give at least one result, or --file with a CSV file. See `overtrick score --help`.",
    ),
    Mistake(
        "score --file",
        "Option '--file' requires an argument.",
    ),
    Mistake(
        "vp --boards 8 12",
        "“12” is a number, and the name of the scale comes first. Write it like: overtrick vp abf/swiss-pairs"
        " --boards 8 12.",
    ),
    Mistake(
        "vp abf/swiss-pairs",
        "Give the net IMPs, or the percentage, after the name of the scale. See `overtrick vp --help`.",
    ),
    Mistake(
        "vp abf/swiss-pairs 12",
        "The points on the ABF Swiss Pairs scale depend on the length of the match. Add --boards with the "
        "number of boards, like --boards 8.",
    ),
    Mistake(
        "vp abf/swiss-pairs --boards 8 twelve",
        "“twelve” is not a number. Write numbers like 12, -37/5 or 14.58.",
    ),
    Mistake(
        "vp abf/swiss-pairs --boards 1000 12",
        "the ABF Swiss Pairs scale has no column for 1000 boards, only for 6, 7, 8, 9, 10, 12, 14 (NSWSP "
        "1.6). Choose another scale, or one of these match lengths.",
    ),
    Mistake(
        "imps",
        "Missing argument 'SCORES...'. See `overtrick imps --help`.",
    ),
    Mistake(
        "imps 420 -50 100",
        "Give one difference, or two scores. See `overtrick imps --help`.",
    ),
    Mistake(
        "matchpoints",
        "Give the tables' scores or results, or --file with a CSV file. See `overtrick matchpoints --help`.",
    ),
    Mistake(
        "matchpoints 420 x",
        "“x” is not a result. Write the contract, declarer and result, like 4SX S +1, 3NT W = or PASS.",
    ),
    Mistake(
        "matchpoints 420,450,-50",
        "“420,450,-50” is several scores in one word. Separate the scores with spaces: 420 450 -50.",
    ),
    Mistake(
        "datum nsw-swiss-pairs/datum",
        "Give the tables' scores or results, or --file with a CSV file. See `overtrick datum --help`.",
    ),
    Mistake(
        "standings Book.jsonl",
        "There is no book at Book.jsonl. Check the name, or create a book with `overtrick simulate`.",
    ),
    Mistake(
        "standings book.jsonl --field Seniors",
        "Swiss has no field called “Seniors”. Fields of this stage: all.",
    ),
    Mistake(
        "scorecard book.jsonl",
        "Missing argument 'CONTESTANT'. See `overtrick scorecard --help`.",
    ),
    Mistake(
        "scorecard book.jsonl Smith",
        "There is no number Smith in this stage or event. `overtrick standings` lists the numbers.",
    ),
    Mistake(
        "scorecard book.jsonl 1 --round 99",
        "No such option '--round'. See `overtrick scorecard --help`.",
    ),
    Mistake(
        "why examples/match5.csv",
        "Add --scoring with a scoring rule, like nsw-swiss-pairs/match. See `overtrick why --help`.",
    ),
    Mistake(
        "why examples/match5.csv --scoring nsw-swiss-pairs/match --pair 99",
        "There is no result for contestant 99. Check the number.",
    ),
    Mistake(
        "why examples/match5.csv --scoring nsw-swiss-pairs/match --pair 12 --board 99",
        "There is no result for board 99 of pair 12. Check the numbers.",
    ),
    Mistake(
        "rules show nsw-swiss-pairs",
        "There is no rule, clause or reading “nsw-swiss-pairs”. `overtrick rules list` lists the rules; a "
        "clause is cited like ANC26 17.16.",
    ),
    Mistake(
        "simulate club/pairs-night --entries 3 -o n.jsonl",
        "The Club Pairs Night is for 5 to 80 pairs, not 3 (CLUB26 1). Find 2 more entries, or choose another event.",
    ),
    Mistake(
        "simulate club/pairs-night --faults many -o n.jsonl",
        "Invalid value for --faults: “many” is neither a set of faults nor a rate like neither=0.1. The sets are none, "
        "usual, human; the kinds are correction, adjusted, penalty, fouled, forfeit, substitute, withdrawal, absence, "
        "small-form, wrong-way, late-arrival, early-departure, neither, early-close, forgotten-award, late-review, "
        "no-house. See `overtrick simulate --help`.",
    ),
    Mistake(
        "movement make howell",
        "Give either --tables or --pairs. See `overtrick movement make --help`.",
    ),
    Mistake(
        "movement choose --pairs 3",
        "Invalid value for '--pairs' / '-p': “3” is not a whole number of at least 4. See `overtrick movement"
        " choose --help`.",
    ),
    Mistake(
        "movement choose",
        "Missing option '--pairs' / '-p'. See `overtrick movement choose --help`.",
    ),
    Mistake(
        "deals deal",
        "No such command 'deal'. See `overtrick deals --help`.",
    ),
    Mistake(
        "serve 8080",
        "Got unexpected extra argument (8080). Did you mean --port 8080? See `overtrick serve --help`.",
    ),
    Mistake(
        "demo 8080",
        "Got unexpected extra argument (8080). Did you mean --port 8080? See `overtrick demo --help`.",
    ),
    Mistake(
        "serve eighty",
        "Got unexpected extra argument (eighty). See `overtrick serve --help`.",
    ),
    Mistake(
        "draw knockout sabf-2020/final-five examples/knockout-seeds.csv --csv",
        "A finals bracket has no CSV. Use --json for output that a program can read. See `overtrick draw knockout"
        " --help`.",
    ),
    Mistake(
        "draw knockout sabf-2020/final-five examples/knockout-seeds.csv --why",
        "--why does not apply to a finals bracket. See `overtrick draw knockout --help`.",
    ),
    Mistake(
        "draw knockout sabf-2020/final-five examples/knockout-seeds.csv --seed a -m examples/knockout-met.csv",
        "--seed and --meetings do not apply to a finals bracket. See `overtrick draw knockout --help`.",
    ),
    Mistake(
        "draw knockout gnot-nsw-2018/set-draw examples/knockout-seeds.csv --seed a",
        "--seed does not apply to a set draw. See `overtrick draw knockout --help`.",
    ),
    Mistake(
        "draw knockout gnot-nsw-2018/first-draw examples/knockout-seeds.csv --seed a -m examples/knockout-met.csv",
        "--meetings does not apply to a first draw. See `overtrick draw knockout --help`.",
    ),
    Mistake(
        "draw roundrobin --list --csv",
        "The list of printed draws has no CSV. Use --json for output that a program can read. See `overtrick draw"
        " roundrobin --help`.",
    ),
    Mistake(
        "movement show nsw-its-2021/4x16 --csv",
        "A balanced final has no CSV. Use --json for output that a program can read. See `overtrick movement show"
        " --help`.",
    ),
    Mistake(
        "movement show nsw-its-2021/4x16 --pair 3",
        "--pair does not apply to a balanced final. See `overtrick movement show --help`.",
    ),
    Mistake(
        "serve --workers 4",
        "Several worker processes need PostgreSQL. Set DATABASE_URL, or leave out --workers: one process is "
        "enough for a club.",
    ),
    Mistake(
        "serve --https=yes",
        "Option '--https' does not take a value.",
    ),
    Mistake(
        "completion powershell",
        "Invalid value for '{bash|zsh|fish}': 'powershell' is not one of 'bash', 'zsh', 'fish'. See "
        "`overtrick completion --help`.",
    ),
    Mistake(
        "coverage ANC25",
        "There is no document “ANC25”. The documents are ANC26, CLUB26, GNOT18, ITS21, NSWSP, SABF20.",
    ),
    Mistake(
        "database migrate",
        "No such command 'migrate'. Did you mean `overtrick migrate`? See `overtrick database --help`.",
    ),
    Mistake(
        "bridgemate write book.jsonl",
        "Missing option '--output' / '-o'. See `overtrick bridgemate write --help`.",
    ),
    Mistake(
        "witness",
        "Missing argument 'SOURCE'. See `overtrick witness --help`.",
    ),
)
"""What a newcomer typed who had read nothing."""

MISTAKES = (
    *COMMANDS,
    *OPTIONS,
    *NUMBERS,
    *WORDS,
    *TABLES,
    *KINDS,
    *FOLDERS,
    *MISSING,
    *OUTPUT,
    *EMPTY,
    *NAMES,
    *NEWCOMER,
)


def _make(mistake: Mistake) -> None:
    """Make the file `x` that the mistake reads."""
    words = mistake.asked.split()
    for option, name in zip(("", *words), words, strict=False):
        if name.startswith("x.") and option != "-o":
            Path(name).write_text(mistake.given, encoding="utf-8")


def test_there_are_at_least_a_hundred() -> None:
    assert len({(each.asked, each.given) for each in MISTAKES}) == len(MISTAKES) >= 100


@pytest.mark.parametrize("mistake", MISTAKES, ids=[each.asked for each in MISTAKES])
def test_a_mistake_is_answered_with_what_to_do(ask: Ask, monkeypatch: pytest.MonkeyPatch, mistake: Mistake) -> None:
    for setting in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "OVERTRICK_DATA"):
        monkeypatch.delenv(setting, raising=False)
    _make(mistake)
    code, out, err = ask(mistake.asked)
    answer = mistake.answer.replace("{here}", str(Path.cwd()))
    assert (code, " ".join((out + err).split())) == (mistake.code, f"{'overtrick: ' if code == 2 else ''}{answer}")


@pytest.mark.parametrize(
    ("result", "read"),
    [
        ("3SA W =", "3NT W ="),
        ("3 ST W =", "3NT W ="),
        ("4T N =", "4♣ N ="),
        ("4R N =", "4♦ N ="),
        ("2H V +1", "2H W +1"),
    ],
)
def test_letters_of_another_language_that_mean_one_thing_are_read(ask: Ask, result: str, read: str) -> None:
    answers = [ask(f'score --board 13 "{each}" --json') for each in (result, read)]
    assert answers[0] == (answers[0][0], answers[1][1].replace(read, result), "")
    assert answers[0][0] == 0


def test_questions_without_answers_are_refused(ask: Ask) -> None:
    code, out, err = ask("new")
    assert (code, out) == (2, "")
    assert err.endswith(
        "overtrick: The questions need answers, and standard input has none. Run the command in a terminal, or give "
        "--name, --game, --entries, --usual, --boards and --output.\n"
    )


def test_a_board_has_a_short_name(ask: Ask) -> None:
    assert ask("score -b 13 4SS=")[:2] == ask("score --board 13 4SS=")[:2]
    assert "+620" in ask("score -b 13 4SS=")[1]


@pytest.mark.parametrize("text", ["", "\n", "# to be written\n"])
def test_a_rule_file_with_nothing_in_it_is_a_fault(ask: Ask, tmp_path: Path, text: str) -> None:
    (tmp_path / "empty.toml").write_text(text, encoding="utf-8")
    code, said, _ = ask(f"rules check {tmp_path / 'empty.toml'}")
    assert code == 1
    assert "empty.toml: there is nothing in it" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_told_in_a_sentence() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        asked = [sys.executable, "-m", "overtrick", "score", "--board", "13", "4S S ="]
        ran = subprocess.run(
            asked, stdout=full, stderr=subprocess.PIPE, text=True, check=False, env={**os.environ, "PYTHONUTF8": "1"}
        )
    assert ran.returncode == 74
    cut_short = "overtrick: The output was cut short: No space left on device."
    assert ran.stderr == f"{cut_short} Free some space and run the command again.\n"


@pytest.mark.parametrize("asked", ["serve", "demo"])
def test_a_server_that_is_not_installed_is_told_before_anything_is_done(
    ask: Ask, monkeypatch: pytest.MonkeyPatch, asked: str
) -> None:
    monkeypatch.setattr(serving, "find_spec", lambda name: None if name == "django" else name)
    refusal = "The web server is not installed (django is missing). Install it with: pip install 'overtrick[web]'"
    assert ask(asked) == (2, "", f"overtrick: {refusal}\n")


def test_all_of_the_extra_web_is_looked_for() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert len(serving.SERVER_PACKAGES) == len(project["optional-dependencies"]["web"])
    assert [name for name in serving.SERVER_PACKAGES if find_spec(name) is None] == []
