"""Shell completion of commands and options, and man pages."""

from collections.abc import Iterator
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from overtrick.cli.show import show_lines
from overtrick.core.errors import DirectorError

SHELLS = ("bash", "zsh", "fish")


@click.command
@click.argument("shell", type=click.Choice(SHELLS))
def completion(shell: str) -> None:
    """Print the completion script for a shell; save it where your shell looks for completions.

    \b
    Example: overtrick completion bash > overtrick.bash
             overtrick completion fish
    """
    found = get_completion_class(shell)
    if found is None:
        raise DirectorError("There is no completion for {shell}", remedy="Use another shell.", shell=shell)
    root = click.get_current_context().find_root().command
    show_lines(found(root, {}, "overtrick", "_OVERTRICK_COMPLETE").source())


@click.command
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
def man(folder: Path) -> None:
    """Write a man page for every command into FOLDER.

    \b
    Example: overtrick man man1
    """
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for context in _commands(click.Context(click.get_current_context().find_root().command, info_name="overtrick")):
        name = context.command_path.replace(" ", "-")
        (folder / f"{name}.1").write_text(_page(name, context), encoding="utf-8")
        count += 1
    show_lines(f"{count} pages in {folder}: man -l {folder / 'overtrick.1'}")


def _commands(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of a command and of every command below it."""
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            if command is not None:
                yield from _commands(click.Context(command, parent=context, info_name=name))


def _page(name: str, context: click.Context) -> str:
    """Return a man page: the help text, line by line."""
    short = context.command.get_short_help_str(200)
    lines = [f'.TH "{name.upper()}" "1" "" "overtrick"', ".SH NAME", f"{name} \\- {_roff(short)}", ".SH DESCRIPTION"]
    return "\n".join([*lines, ".nf", *map(_roff, context.get_help().splitlines()), ".fi", ""])


def _roff(line: str) -> str:
    r"""Escape a line for roff.

    >>> _roff(".x -o a\\b")
    '\\&.x \\-o a\\eb'
    """
    plain = line.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{plain}" if plain.startswith((".", "'")) else plain
