"""The event file of an imported session: its game, its own movement, its scoring."""

import json
from collections.abc import Iterator

from overtrick.core.errors import DirectorError
from overtrick.core.laws.matchpoints import MatchpointRule
from overtrick.core.movements.movement import Fields, Movement
from overtrick.core.movements.notation import write_movement
from overtrick.core.scoring.boards import BoardRule, ButlerRule
from overtrick.core.scoring.cross_imps import CrossImpsRule
from overtrick.core.scoring.match import NetImps
from overtrick.core.scoring.median import MedianRule
from overtrick.core.scoring.rounds import Scoring
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.plan.games import OWN_FOLDER, games, way_of_game
from overtrick.regulations.read.library import library

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
