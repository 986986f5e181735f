"""Games that anyone may use: events of documents that offer them, and custom files and imports based on them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from overtrick.core.errors import DirectorError
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.movements.movement import Fields, Movement
from overtrick.core.movements.notation import write_movement
from overtrick.core.scoring.boards import BoardRule, ButlerRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.datum import MedianRule, Span
from overtrick.core.scoring.match import NetImps
from overtrick.core.scoring.rounds import Scoring
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.event_book import event_files
from overtrick.regulations.read.library import library

OWN_FOLDER = "my-club"
"""The folder in the ids of custom events, which need not exist."""
AROUND = 2
"""How many boards more or fewer than requested a session may have, so that a movement can be found."""


def games() -> Mapping[str, EventFile]:
    """The events of documents that anyone may use, by id, in the order of the documents' clauses."""
    book = library()
    found = [
        (list(book.clauses[document.cite]).index(file.event.clause.number), name, file)
        for folder, document in book.documents.items()
        if document.games
        for name, file in event_files().items()
        if file.folder == folder and file.event.clause.number in book.clauses[document.cite]
    ]
    return {name: file for _, name, file in sorted(found, key=lambda each: each[:2])}


@dataclass(frozen=True, slots=True)
class Answers:
    """A club's answers about a game of its own: its name, the contestants, and its length.

    *boards* is for a session of sessions, for a match of a Swiss, which has *matches*; `None` where the game decides.
    *movements* are rows of movements placed before those of the game.
    """

    name: str
    called: str
    entries: Span
    usual: int
    boards: int | None = None
    matches: int | None = None
    movements: tuple[str, ...] = ()


def way_of_game(game: EventFile) -> str:
    """How a game is played, by the word of its first stage."""
    return str(game.stage[0].play) if game.stage else ""


def game_text(game: EventFile, answers: Answers) -> str:
    """The event file for a club's variant of a game: it states the differences, and cites the club's own conditions."""
    least, most = answers.entries.least, answers.entries.most or answers.entries.least
    for numbers, given in (((least, most), answers.entries), ((answers.usual,), answers.usual)):
        if any(number not in game.event.entries for number in numbers):
            raise DirectorError(
                "{event} is for {entries} {contest}, not {given}",
                remedy="Stay within these limits.",
                event=game.event.name,
                entries=game.event.entries,
                contest=game.event.contest,
                given=given,
            )
    if answers.usual not in answers.entries:
        raise DirectorError(
            "{usual} {contest} are not within the range {answers_entries}",
            remedy="Give the usual number again, or another range.",
            usual=answers.usual,
            contest=game.event.contest,
            answers_entries=answers.entries,
        )
    lines = [
        f"# {answers.name}: {game.event.name}, as our club plays it.",
        "",
        "[event]",
        f'id      = "{OWN_FOLDER}/{answers.called}"',
        f"name    = {json.dumps(answers.name, ensure_ascii=False)}",
        'clause  = "CLUB 1"',
        f'like    = "{game.event.id}"',
        f"entries = [{least}, {most}]",
        f"usual   = {answers.usual}",
        *_length(game, answers),
    ]
    return "\n".join(lines) + "\n"


def _length(game: EventFile, answers: Answers) -> list[str]:
    """The length of the game, where the club states it."""
    if answers.boards is None:
        return []
    stage = ["", "[[stage]]", f"name = {json.dumps(game.stage[0].name, ensure_ascii=False)}"]
    if game.stage[0].play == "sessions":
        span = f"[{max(1, answers.boards - AROUND)}, {answers.boards + AROUND}]"
        return [*stage, "", "  [stage.draw]", f"  session_boards = {span}", *_movements(game, answers.movements)]
    matches = [f"matches = {answers.matches}"] if answers.matches is not None else []
    return [*stage, *matches, f"boards = {answers.boards}"]


def _movements(game: EventFile, first: Sequence[str]) -> list[str]:
    """Movements of the club's choice, before those that the game has for other numbers of tables."""
    if not first or game.tables is None:
        return []
    rows = [_inline(each) for each in game.tables["stage"][0]["draw"]["movements"]]
    return ["  movements = [", *(f"    {row}," for row in (*first, *rows)), "  ]"]


def _inline(table: Mapping[str, object]) -> str:
    """A table of words and numbers on one line, in TOML."""
    return "{ " + ", ".join(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in table.items()) + " }"


MATCHPOINTS: tuple[type[BoardRule], ...] = (MatchpointRule,)
BUTLER: tuple[type[BoardRule], ...] = (ButlerRule, MedianRule)
CROSS_IMPS: tuple[type[BoardRule], ...] = (CrossImpsRule,)
"""The rules of a board by which a session of pairs may have been scored."""
_SESSIONS, _AS_SCORED = "sessions", "as-scored"


def game_for(boards: tuple[type[BoardRule], ...]) -> EventFile:
    """The session of pairs, among the games that anyone may use, whose boards are scored in this way."""
    for game in games().values():
        if way_of_game(game) == _SESSIONS and isinstance(own_scoring(game).board, boards):
            return game
    raise DirectorError(
        "No game in the rulebook is scored this way", remedy="Use --rulebook to name a rulebook that has such a game."
    )


def own_scoring(game: EventFile) -> Scoring:
    """How the first stage of a game is scored."""
    return library().scoring(str(game.stage[0].scoring))


def scorings_like(game: EventFile) -> Iterator[Scoring]:
    """Every way to score such a game in the rulebook, the game's own first, each once."""
    own = own_scoring(game)
    yield own
    seen = [(own.board, own.percent, own.match.artificial)]
    kind = BUTLER if isinstance(own.board, BUTLER) else (type(own.board),)
    for id_ in library().stated["scoring"]:
        each = library().scoring(id_)
        way = (each.board, each.percent, each.match.artificial)
        if not isinstance(each.board, kind) or way in seen:
            continue
        if (each.percent is None) != (own.percent is None):
            continue
        seen.append(way)
        yield each


def imported_text(game: EventFile, *, title: str, called: str, movement: Movement, scoring: Scoring) -> str:
    """The event file of a session: it states what differs from the game."""
    size, boards = len(movement.present), len(movement.rounds) * movement.boards_a_set
    winners = 2 if movement.fields is Fields.TWO else 1
    rule = _scoring_rule_lines(scoring)
    return "\n".join(
        [
            f"# {title}: a session that was played and scored elsewhere.",
            "# Its rounds are put together from who met whom; see its movement.",
            "",
            "[event]",
            f'id      = "{OWN_FOLDER}/{called}"',
            f"name    = {json.dumps(title, ensure_ascii=False)}",
            'clause  = "CLUB 1"',
            f'like    = "{game.event.id}"',
            f"entries = [{size}, {size}]",
            f"usual   = {size}",
            "",
            "[[stage]]",
            f"name    = {json.dumps(game.stage[0].name, ensure_ascii=False)}",
            f'scoring = "{_AS_SCORED if rule else scoring.id}"',
            "",
            "  [stage.draw]",
            f"  session_boards = {boards}",
            f'  movements = [{{ tables = {(size + 1) // 2}, movement = "own", winners = {winners}, own = """',
            f'{write_movement(movement)}""" }}]',
            "",
            *rule,
        ]
    )


def _scoring_rule_lines(scoring: Scoring) -> list[str]:
    """A scoring whose match totals are converted, as an own rule of the event that adds up the boards instead."""
    if all(isinstance(conversion, NetImps) for _, conversion in scoring.match.conversions):
        return []
    words = library().stated["scoring"][scoring.id].words
    kept = {key: words[key] for key in ("board", "rule", "artificial", "percent") if key in words}
    return [
        "[[rules.scoring]]",
        f'id = "{_AS_SCORED}"',
        f"name = {json.dumps(f'{scoring.name}, added up', ensure_ascii=False)}",
        f'clause = "{scoring.clause.cite}"',
        *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in kept.items()),
        "match = [{ net = true }]",
        "",
    ]
