"""A game of one's own at the prompt: a few questions, and the event file that answers them."""

from pathlib import Path

import click

from overtrick.cli.options import Counting, as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.core.scoring.datum import Span
from overtrick.regulations.grammar.event import EventFile
from overtrick.regulations.grammar.tables import nearest
from overtrick.regulations.lint.files import check_files
from overtrick.regulations.plan.games import Answers, game_text, games, way_of_game
from overtrick.views.slugs import slugify


@click.command("new")
@click.option("--name", help="What it is called, like Thursday Pairs.")
@click.option("--game", "wanted", metavar="GAME", help="Which game it is: its id, or its number in the list.")
@click.option("--entries", metavar="LEAST-MOST", help="How many may come, like 6-30.")
@click.option("--usual", type=Counting(), help="How many usually come.")
@click.option("--boards", metavar="NUMBER", help="Boards of an evening, like 26; of a Swiss, matches and boards: 4x7.")
@click.option("--output", "-o", help="The file to write; it must not exist yet.")
@as_json
def new(
    name: str | None,
    wanted: str | None,
    entries: str | None,
    usual: int | None,
    boards: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Write the event file of a club's own game: asks for whatever no option says, six questions at most.

    The file says what differs from the game it takes, and is checked before it is written.

    \b
    Example: overtrick new --name Pairs --game club/pairs-night --entries 6-30 --usual 16 --boards 26 -o pairs.toml
    """
    known = games()
    name = name or click.prompt("What is it called?", default="Thursday Pairs")
    if wanted is None:
        for number, (id_, file) in enumerate(known.items(), start=1):
            click.echo(f"  {number}. {file.event.name} ({id_})")
        wanted = click.prompt("Which game is it?", default="1")
    game = _game(str(wanted), list(known.values()))
    takes = game.event.entries
    entries = entries or click.prompt(
        f"How many {game.event.contest} may come, at least and at most?", default=f"{takes.least}-{takes.most}"
    )
    span = _span(str(entries))
    usual = usual or click.prompt("How many usually come?", default=_usual(game, span), type=Counting())
    matches, length = _length(game, boards)
    called = slugify(str(name)) or "game"
    output = output or click.prompt("Which file is to be written?", default=f"{called}.toml")
    path = Path(str(output))
    if path.exists():
        raise DirectorError(f"{output} exists", remedy="No file is written over: choose another name.")
    text = game_text(game, Answers(str(name), called, span, int(usual or 0), length, matches))
    faults, findings = check_files({path.name: text})
    wrong = [*faults, *(finding.located for finding in findings if finding.fault)]
    if wrong:
        raise DirectorError(f"That cannot be played: {'; '.join(wrong)}", remedy="Answer otherwise.")
    path.write_text(text, encoding="utf-8")
    if as_json:
        show_json({"file": str(output), "game": game.event.id, "warnings": [each.located for each in findings]})
        return
    for finding in findings:
        show_lines(finding.located)
    show_lines(
        f"{output}: {len(text.splitlines())} lines, 0 faults. `overtrick simulate {output} -o try.jsonl` rehearses it."
    )


def _game(wanted: str, known: list[EventFile]) -> EventFile:
    if wanted.isdecimal() and 1 <= int(wanted) <= len(known):
        return known[int(wanted) - 1]
    for file in known:
        if wanted.casefold() in (file.event.id.casefold(), file.event.name.casefold()):
            return file
    ids = [file.event.id for file in known]
    close = nearest(wanted, ids) or " or ".join(ids)
    raise DirectorError(f"There is no game “{wanted}”", remedy=f"Did you mean {close}?")


def _usual(game: EventFile, span: Span) -> str:
    return str(min(max(game.event.usual, span.least), span.most or game.event.usual))


def _span(text: str) -> Span:
    least, _, most = text.replace("–", "-").partition("-")
    if not (least.strip().isdecimal() and most.strip().isdecimal()) or int(least) > int(most):
        raise DirectorError(f"“{text}” is not how many may come", remedy="Write the least and the most, like 6-30.")
    return Span(int(least), int(most))


def _length(game: EventFile, boards: str | None) -> tuple[int | None, int | None]:
    """Matches and boards, as far as the game leaves them to a club."""
    way, stage = way_of_game(game), game.stage[0]
    if way == "sessions":
        said = boards or click.prompt("How many boards has an evening?", default="26")
        return None, _counted(str(said), "26")
    if way == "swiss":
        usual = f"{stage.matches}x{stage.boards}"
        said = str(boards or click.prompt("How many matches of how many boards?", default=usual))
        matches, _, each = said.lower().replace("×", "x").partition("x")
        return _counted(matches, usual), _counted(each, usual)
    return None, None


def _counted(text: str, like: str) -> int:
    if not text.strip().isdecimal() or not int(text):
        raise DirectorError(f"“{text}” is not a number of boards or matches", remedy=f"Write it like {like}.")
    return int(text)
