"""Reading a book: its postings in order, and what stands of them at a moment."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from second.table import Line, read_line

Posting = dict[str, Any]

SILENT = frozenset(
    {
        "result confirmed", "result disputed", "round started", "round ended", "round closed", "scores shown",
        "timetable set",
        "entries closed", "event opened", "warning given", "arrived late", "note made", "director called",
        "call answered", "appeal lodged", "appeal moved", "committee named", "hearing set", "appeal heard",
        "appeal decided", "appeal fined", "review asked", "review decided", "system lodged", "line-up posted",
        "clock set", "wall chosen", "prizes set", "choosing begun", "choice declared", "choice forfeited",
    }
)  # fmt: skip
"""Acts that change no number."""


@dataclass(frozen=True)
class Match:
    """Two contestants at a table in a round, with the boards they play."""

    stage: str
    round: int
    table: int
    ns: str
    ew: str
    boards: tuple[int, ...]
    switched: frozenset[int] = frozenset()
    south: str = ""
    west: str = ""
    trio: int = 0
    """Of a triangle: how many rounds it fills."""

    @property
    def key(self) -> tuple[int, int]:
        """Its round and table."""
        return self.round, self.table


@dataclass
class Stage:
    """Everything that stands of a stage."""

    name: str
    started: int
    fields: dict[str, list[str]]
    draws: dict[int, Posting] = field(default_factory=dict)
    published: dict[int, Posting] = field(default_factory=dict)
    """The draws before they were changed by hand."""
    matches: dict[int, list[Match]] = field(default_factory=dict)
    shares: dict[int, list[Posting]] = field(default_factory=dict)
    results: dict[tuple[int, int, int, str], str] = field(default_factory=dict)
    fouled: list[Posting] = field(default_factory=list)
    penalties: list[Posting] = field(default_factory=list)
    awards: dict[tuple[int, str], Fraction] = field(default_factory=dict)
    forfeits: dict[tuple[int, int], Posting] = field(default_factory=dict)
    withdrawn: dict[str, Posting] = field(default_factory=dict)
    substitutes: list[Posting] = field(default_factory=list)
    absences: list[Posting] = field(default_factory=list)
    joined: dict[int, list[str]] = field(default_factory=dict)
    extra: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    other_field: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    played_off: list[Posting] = field(default_factory=list)
    decided: dict[tuple[int, int], str] = field(default_factory=dict)
    closed: int = 0
    excluded: dict[str, int] = field(default_factory=dict)
    """Those that a sanction took out, and the round it was given in."""
    declined: set[str] = field(default_factory=set)

    @property
    def contestants(self) -> list[str]:
        """Everybody in it, those that joined later last."""
        named = [name for names in self.fields.values() for name in names]
        return named + [name for names in self.joined.values() for name in names if name not in named]

    def sat_out(self, name: str) -> list[int]:
        """The rounds that a contestant sat out; one that had withdrawn by then did not."""
        last = self.withdrawn[name]["after"] if name in self.withdrawn else len(self.draws)
        return [number for number, draw in self.draws.items() if number <= last and name in draw.get("sits_out", ())]

    def line(self, match: Match, board: int, room: str = "") -> Line | None:
        """What a table has on a board, if anything."""
        result = self.results.get((match.round, match.table, board, room))
        return read_line(result, board) if result else None

    def forms(self, board: int, rounds: set[int]) -> list[list[int]]:
        """The tables of each form of a board that was fouled in one of these rounds; what was posted last stands."""
        fouls = [act["forms"] for act in self.fouled if act["board"] == board and act["round"] in rounds]
        return fouls[-1] if fouls else []

    def all_matches(self) -> Iterator[Match]:
        """Every match, round by round."""
        for number in sorted(self.matches):
            yield from self.matches[number]

    def penalty(self, contestant: str, unit: str = "") -> Fraction:
        """What penalties of a contestant come to."""
        own = (each for each in self.penalties if each["contestant"] == contestant)
        return sum((number(each["amount"]) for each in own if unit in {"", each["unit"]}), Fraction(0))

    def penalties_at(self, contestant: str, rounds: set[int], unit: str = "") -> Fraction:
        """What penalties of a contestant come to in some rounds."""
        own = (each for each in self.penalties if each["contestant"] == contestant and each["round"] in rounds)
        return sum((number(each["amount"]) for each in own if unit in {"", each["unit"]}), Fraction(0))


@dataclass
class Book:
    """What stands in a book after some of its postings."""

    postings: list[Posting]
    event: str = ""
    entries: dict[str, Posting] = field(default_factory=dict)
    choices: list[str] = field(default_factory=list)
    seeds: dict[str, list[str]] = field(default_factory=dict)
    stages: dict[str, Stage] = field(default_factory=dict)
    made: list[Posting] = field(default_factory=list)
    """Choices of opponents, and places exchanged."""

    def until(self, number: int) -> "Book":
        """The book as it stood before a posting."""
        return stand([each for each in self.postings if each["n"] < number])

    def is_house(self, contestant: str) -> bool:
        """Whether a contestant is a house entry."""
        return bool(self.entries[contestant].get("house"))

    def contends(self, contestant: str) -> bool:
        """Whether a contestant may win something."""
        return bool(self.entries[contestant].get("contending", True))


def number(written: Any) -> Fraction:
    """Return a number as a book writes it."""
    return Fraction(str(written).replace("−", "-"))


def read_book(path: Path) -> Book:
    """Return a whole book."""
    lines = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    return stand([line for line in lines if "act" in line])


def stand(postings: list[Posting]) -> Book:
    """Return what stands after these postings."""
    book = Book(postings)
    for posting in _standing(postings):
        act = posting["act"]
        if act == "event opened":
            book.event = posting["event"]
        if act in SILENT:
            continue
        if act in OF_BOOK:
            OF_BOOK[act](book, posting)
        else:
            OF_STAGE[act](book.stages[posting["stage"]], posting)
    return book


def _standing(postings: list[Posting]) -> Iterator[Posting]:
    """The postings without those that were undone or lifted."""
    undone: set[int] = set()
    for posting in reversed(postings):
        if posting["n"] in undone:
            continue
        if posting["act"] == "postings undone":
            undone.update(posting["postings"])
        if posting["act"] == "penalty lifted":
            undone.add(posting["posting"])
    gone = {"postings undone", "penalty lifted"}
    return (each for each in postings if each["n"] not in undone and each["act"] not in gone)


def _enter(book: Book, posting: Posting) -> None:
    book.entries[posting["contestant"]] = posting


def _begin(book: Book, posting: Posting) -> None:
    fields = {each["name"]: list(each["contestants"]) for each in posting["fields"]}
    book.stages[posting["stage"]] = Stage(posting["stage"], posting["n"], fields)


def _drop(names: dict[str, Posting], posting: Posting) -> None:
    names.pop(posting["contestant"], None)


def _decline(book: Book, posting: Posting) -> None:
    book.made.append(posting)


def _exchange(book: Book, posting: Posting) -> None:
    """Two teams take each other's places in what was drawn after their match and has not begun."""
    swap = {posting["one"]: posting["two"], posting["two"]: posting["one"]}
    since = book.stages[posting["stage"]].started
    for stage in book.stages.values():
        if stage.started <= since:
            continue
        for number, matches in stage.matches.items():
            if not any(key[0] == number for key in stage.results):
                stage.matches[number] = [
                    replace(match, ns=swap.get(match.ns, match.ns), ew=swap.get(match.ew, match.ew))
                    for match in matches
                ]
        if not stage.results:
            stage.fields = {name: [swap.get(each, each) for each in names] for name, names in stage.fields.items()}
        stage.joined = {
            number: [swap.get(each, each) for each in names]
            if not any(key[0] == number for key in stage.results)
            else names
            for number, names in stage.joined.items()
        }


OF_BOOK: dict[str, Callable[[Book, Posting], None]] = {
    "entry taken": _enter,
    "entry cancelled": lambda book, posting: _drop(book.entries, posting),
    "stage started": _begin,
    "format chosen": lambda book, posting: book.choices.append(posting["choice"]),
    "seeds set": lambda book, posting: book.seeds.__setitem__(posting["stage"], posting["order"]),
    "lot drawn": lambda book, posting: book.made.append(posting),
    "choice made": lambda book, posting: book.made.append(posting),
    "places exchanged": _exchange,
    "declined": _decline,
}


def _draw(stage: Stage, posting: Posting) -> None:
    stage.draws[posting["round"]] = posting
    stage.matches[posting["round"]] = list(_matches(posting))
    stage.shares[posting["round"]] = list(posting.get("shares", ()))


def _matches(posting: Posting) -> Iterator[Match]:
    where = posting["stage"], posting["round"]
    for each in posting["seatings"]:
        sides, boards = (each["ns"], each["ew"]), tuple(each["boards"])
        switched, partners = frozenset(each.get("switched", ())), (each.get("south", ""), each.get("west", ""))
        yield Match(*where, each["table"], *sides, boards, switched, *partners)
    for trio in posting.get("trios", ()):
        for table, (one, two) in zip(trio["tables"], MEETINGS[len(trio["teams"])], strict=True):
            pair = trio["teams"][one], trio["teams"][two]
            yield Match(*where, table, *pair, tuple(trio["boards"]), trio=trio.get("rounds", 1))


MEETINGS = {3: ((0, 1), (1, 2), (2, 0)), 4: ((0, 3), (1, 2), (0, 2), (3, 1), (0, 1), (2, 3))}
"""Who meets whom in a group of three or four, in the order of its tables (what the posting of a triangle means)."""


def _publish(stage: Stage, posting: Posting) -> None:
    _draw(stage, posting)
    stage.published[posting["round"]] = posting


def _change_draw(stage: Stage, posting: Posting) -> None:
    """Change a draw by hand; its order is still that of the moment when it was published."""
    before = stage.draws[posting["round"]]
    kept = {key: before[key] for key in ("trios", "shares", "order") if before.get(key)}
    _draw(stage, {**kept, **posting, "n": before["n"]})


def _result(stage: Stage, posting: Posting) -> None:
    stage.results[posting["round"], posting["table"], posting["board"], posting.get("room", "")] = posting["result"]


def _join(stage: Stage, posting: Posting) -> None:
    stage.joined[posting["round"]] = list(posting["contestants"])


def _sit_late(stage: Stage, posting: Posting) -> None:
    field = stage.fields[posting["field"]]
    if posting["contestant"] not in field:
        field.append(posting["contestant"])


def _switch_sides(stage: Stage, posting: Posting) -> None:
    """The sides of a table sat the other way round on some boards, or on all; told twice, as they were drawn."""
    matches = stage.matches[posting["round"]]
    for place, match in enumerate(matches):
        if match.table == posting["table"]:
            boards = frozenset(posting.get("boards") or match.boards)
            matches[place] = replace(match, switched=match.switched ^ boards)


def _award(stage: Stage, posting: Posting) -> None:
    stage.awards[posting["round"], posting["contestant"]] = number(posting["score"])


def _sanction(stage: Stage, posting: Posting) -> None:
    if posting.get("effect") == "excluded":
        stage.excluded[posting["contestant"]] = posting["round"]


def _close(stage: Stage, posting: Posting) -> None:
    stage.closed = posting["n"]


OF_STAGE: dict[str, Callable[[Stage, Posting], None]] = {
    "draw published": _publish,
    "draw changed": _change_draw,
    "result posted": _result,
    "result corrected": _result,
    "ruling given": _result,
    "board fouled": lambda stage, act: stage.fouled.append(act),
    "penalty given": lambda stage, act: stage.penalties.append(act),
    "score awarded": _award,
    "match forfeited": lambda stage, act: stage.forfeits.__setitem__((act["round"], act["table"]), act),
    "match decided": lambda stage, act: stage.decided.__setitem__((act["round"], act["table"]), act["winner"]),
    "withdrawn": lambda stage, act: stage.withdrawn.__setitem__(act["contestant"], act),
    "reinstated": lambda stage, act: _drop(stage.withdrawn, act),
    "substitute used": lambda stage, act: stage.substitutes.append(act),
    "absence recorded": lambda stage, act: stage.absences.append(act),
    "entrants joined": _join,
    "extra boards called": lambda stage, act: stage.extra.__setitem__((act["round"], act["table"]), act["boards"]),
    "other field scored": lambda stage, act: stage.other_field.__setitem__((act["round"], act["board"]), act["scores"]),
    "sanction given": _sanction,
    "played off": lambda stage, act: stage.played_off.append(act),
    "late pair seated": _sit_late,
    "sides switched": _switch_sides,
    "stage closed": _close,
}


def by_contestant(matches: Iterator[Match]) -> dict[str, list[Match]]:
    """Matches of each contestant."""
    own: dict[str, list[Match]] = defaultdict(list)
    for match in matches:
        for name in (match.ns, match.ew, match.south, match.west):
            if name:
                own[name].append(match)
    return own


def session_numbers(stage: Stage) -> dict[int, int]:
    """The session of each round: a new one begins when somebody plays a board of that number again."""
    found: dict[int, int] = {}
    session, seen = 1, set[tuple[str, int]]()
    for played in sorted(stage.matches):
        held = {
            (name, board) for match in stage.matches[played] for name in (match.ns, match.ew) for board in match.boards
        }
        if held & seen:
            session, seen = session + 1, set()
        seen |= held
        found[played] = session
    return found
