"""The command that writes an event file for a club game from a few answers."""

import sys
from pathlib import Path

import click

from overtrick.cli.options import as_json
from overtrick.cli.show import show_json, show_lines
from overtrick.core.errors import DirectorError
from overtrick.regulations.lint.files import check_files
from overtrick.regulations.plan.event_book import read_event
from overtrick.regulations.plan.games import game_text
from overtrick.regulations.plan.questions import QUESTIONS, answers, question
from overtrick.views.evenings import evening
from overtrick.views.slugs import slugify


@click.command("new")
@click.option("--name", help="Name, like Thursday Pairs.")
@click.option("--game", metavar="GAME", help="Game, by id or number in the list.")
@click.option("--entries", metavar="LEAST-MOST", help="Minimum and maximum entries, like 6-30.")
@click.option("--usual", metavar="NUMBER", help="Usual number of entries, like 19 or '9½ tables'.")
@click.option(
    "--boards", metavar="NUMBER", help="Boards in the session, like 26; for a Swiss, matches and boards: 4x7."
)
@click.option("--output", "-o", "file", help="The file to write; it must not exist yet.")
@as_json
def new(as_json: bool, **said: str | None) -> None:
    """Write an event file for a club game; what the options leave open is asked in at most six questions.

    The file lists only the differences from the chosen game, and is checked before it is written.

    \b
    Example: overtrick new --name Pairs --game club/pairs-night --entries 6-30 --usual 16 --boards 26 -o pairs.toml
    """
    told: dict[str, str] = {}
    for key in QUESTIONS:
        told[key] = said[key] or _ask(key, told)
        if key == "name":
            told["called"] = slugify(told[key]) or "game"
    path = Path(told["file"])
    if path.exists():
        raise DirectorError(
            "{path} already exists", remedy="Existing files are never overwritten: choose another name.", path=path
        )
    game, found = answers(told, told["called"])
    text = game_text(game, evening(game, found, lambda text: read_event(text, path.name)).answers)
    faults, findings = check_files({path.name: text})
    wrong = [*faults, *(finding.located for finding in findings if finding.fault)]
    if wrong:
        raise DirectorError("This game cannot be played: {wrong:;}", remedy="Change your answers.", wrong=tuple(wrong))
    path.write_text(text, encoding="utf-8")
    if as_json:
        show_json({"file": str(path), "game": game.event.id, "warnings": [each.located for each in findings]})
        return
    for finding in findings:
        show_lines(finding.located)
    show_lines(
        f"{path}: {len(text.splitlines())} lines, 0 faults. Rehearse it with `overtrick simulate {path} -o try.jsonl`."
    )


def _ask(key: str, told: dict[str, str]) -> str:
    """Ask a question and return the answer; an empty string if the game does not need the question."""
    asked = question(key, told)
    if asked is None:
        return ""
    for number, (id_, name) in enumerate(asked.among, start=1):
        click.echo(f"  {number}. {name} ({id_})", err=True)
    try:
        return str(click.prompt(asked.asks, default=asked.usual, err=True))
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise DirectorError(
            "The questions need answers, and standard input has none",
            remedy="Run the command in a terminal, or give --name, --game, --entries, --usual, --boards and --output.",
        ) from None
