"""Commands that are imported when they are called, so that each command and the list of commands start quickly."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem


@dataclass(frozen=True, slots=True)
class Later:
    """A command that is not yet imported: its module in this package, its name there, and its short help.

    *takes* is the kind of its arguments, if the shell can complete them without it (`overtrick.cli.unloaded`); for a
    group, a kind for each of its commands.
    """

    module: str
    name: str
    told: str
    takes: str | Mapping[str, str] = ""

    def load(self) -> click.Command:
        """Import and return the command."""
        command: click.Command = getattr(import_module(f"overtrick.cli.{self.module}"), self.name)
        command.short_help = self.told
        return command


class LazyGroup(click.Group):
    """A group of commands, in which those in *later* are imported when they are called."""

    def __init__(self, *args: Any, later: Mapping[str, Later], **named: Any) -> None:
        super().__init__(*args, **named)
        self.later = later

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands: in the given order, or sorted if some commands are already imported."""
        own = super().list_commands(ctx)
        return sorted((*own, *self.later)) if own else list(self.later)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return a command by name; during shell completion, return its stand-in."""
        found = self.later.get(cmd_name)
        if found and found.takes and ctx.resilient_parsing:
            from overtrick.cli.unloaded import Unloaded

            return Unloaded(cmd_name, found.takes, found.load)
        return found.load() if found else super().get_command(ctx, cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """Return the commands that begin with this text, without importing them, and the options."""
        told = {name: each.told for name, each in self.later.items()}
        told |= {name: each.get_short_help_str() for name, each in self.commands.items()}
        found = [
            CompletionItem(name, help=told[name]) for name in self.list_commands(ctx) if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands with their short help, without importing them."""
        names = self.list_commands(ctx)
        told = {name: each.told for name, each in self.later.items()}
        told |= {name: each.get_short_help_str(formatter.width) for name, each in self.commands.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, told[name]) for name in names])
