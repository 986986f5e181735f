"""The questions with which a club creates a game of its own: one list for the command line and the desk."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from overtrick.core.errors import DirectorError
from overtrick.core.event.plan.stages import Contest
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.tables import nearest
from overtrick.regulations.plan.games import Answers, games, way_of_game

QUESTIONS = ("name", "game", "entries", "usual", "boards", "file")
"""The questions in order; later ones depend on earlier answers."""
BOARDS = "26"
"""The default number of boards in a session."""
_AT_A_TABLE = {Contest.TEAMS: 1, Contest.PAIRS: 2}
"""How many contestants fill a table: one team, half of it in each room, or two pairs; otherwise four players."""
_TABLES = re.compile(r"(\d{1,5})?\s*(½|[.,][05]|1/2)?\s*(tables?)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a club's own game: its key, its text, the default answer, and the possible answers."""

    key: str
    asks: str
    usual: str
    among: tuple[tuple[str, str], ...] = ()


def question(key: str, said: Mapping[str, str]) -> Question | None:
    """A question, given the answers so far; `None` where the game answers it itself."""
    if key == "name":
        return Question(key, "What is it called?", "Thursday Pairs")
    if key == "game":
        among = tuple((name, file.event.name) for name, file in games().items())
        return Question(key, "Which game is it?", "1", among)
    game = game_of(said["game"])
    takes, contest = game.event.entries, game.event.contest
    if key == "entries":
        return Question(
            key, f"How many {contest} may come, at least and at most?", f"{takes.least}-{takes.most or takes.least}"
        )
    if key == "usual":
        return Question(key, "How many usually come?", _usual(game, span_of(said["entries"])))
    if key == "boards":
        return _length(game)
    return Question(key, "Which file is to be written?", f"{said['called']}.toml")


def game_of(wanted: str) -> EventFile:
    """The game in an answer: its id, its name, or its number in the list."""
    known = list(games().values())
    if wanted.isdecimal() and 1 <= int(wanted) <= len(known):
        return known[int(wanted) - 1]
    for file in known:
        if wanted.casefold() in (file.event.id.casefold(), file.event.name.casefold()):
            return file
    ids = [file.event.id for file in known]
    close = nearest(wanted, ids) or " or ".join(ids)
    raise DirectorError(
        "There is no game “{wanted}”", remedy="Did you mean {close}?", wanted=f"{wanted:.60}", close=close
    )


def answers(said: Mapping[str, str], called: str) -> tuple[EventFile, Answers]:
    """The chosen game and the club's answers about it, from text; *called* is the name of its file."""
    game = game_of(said["game"])
    matches, boards = _length_of(game, said.get("boards", ""))
    span = span_of(said["entries"])
    return game, Answers(said["name"], called, span, count_of_entries(said["usual"], game), boards, matches)


def count_of_entries(text: str, game: EventFile) -> int:
    """The number of contestants: a number, or a number of tables like `9½ tables`."""
    found = _TABLES.fullmatch(text.strip())
    if found is None or not (found[1] or found[2]) or (found[2] and not found[3]):
        raise DirectorError(
            "“{text}” is not a number of entries or tables",
            remedy="Write a number like 19, or 9½ tables.",
            text=f"{text:.40}",
        )
    half = bool(found[2]) and not found[2].endswith("0")
    counted = Fraction(int(found[1] or 0)) + (Fraction(1, 2) if half else 0)
    if not found[3]:
        return int(counted)
    entries = counted * _AT_A_TABLE.get(game.event.contest, 4)
    if entries.denominator != 1:
        raise DirectorError(
            "“{text}” does not give a whole number of {contest}",
            remedy="Give a whole number of tables.",
            text=text,
            contest=game.event.contest,
        )
    return int(entries)


def span_of(text: str) -> Span:
    """The minimum and maximum number of contestants, like `6-30`."""
    least, _, most = text.replace("–", "-").partition("-")
    if not (least.strip().isdecimal() and most.strip().isdecimal()) or int(least) > int(most):
        raise DirectorError(
            "“{text}” is not a range of entries",
            remedy="Write the smallest and the largest number, like 6-30.",
            text=f"{text:.40}",
        )
    return Span(int(least), int(most))


def _usual(game: EventFile, span: Span) -> str:
    return str(min(max(game.event.usual, span.least), span.most or game.event.usual))


def _length(game: EventFile) -> Question | None:
    """The question about length, if the game leaves it to the club."""
    way, stage = way_of_game(game), game.stage[0]
    if way == "sessions":
        return Question("boards", "How many boards has an evening?", BOARDS)
    if way == "swiss":
        return Question("boards", "How many matches of how many boards?", f"{stage.matches}x{stage.boards}")
    return None


def _length_of(game: EventFile, said: str) -> tuple[int | None, int | None]:
    """Matches and boards from an answer; `None` where the game decides."""
    asked = _length(game)
    if asked is None:
        return None, None
    said = said or asked.usual
    if way_of_game(game) == "sessions":
        return None, _parse_count(said, asked.usual)
    matches, _, each = said.lower().replace("×", "x").partition("x")
    return _parse_count(matches, asked.usual), _parse_count(each, asked.usual)


def _parse_count(text: str, like: str) -> int:
    if not text.strip().isdecimal() or not int(text) or len(text) > 6:
        raise DirectorError(
            "“{text}” is not a number of boards or matches",
            remedy="Write the answer like this: {like}.",
            text=f"{text:.40}",
            like=like,
        )
    return int(text)
