"""Commands that are imported when they are called, so that each starts quickly, and so does the list of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import click
from click.shell_completion import CompletionItem


@dataclass(frozen=True, slots=True)
class Later:
    """A command before it is imported: its module here, its name there, and what it is for in a line.

    *takes* is what its arguments are, where the shell can complete them without it (`overtrick.cli.unloaded`); of a
    group, by the names of its commands.
    """

    module: str
    name: str
    told: str
    takes: str | Mapping[str, str] = ""

    def loaded(self) -> click.Command:
        """The command itself."""
        command: click.Command = getattr(import_module(f"overtrick.cli.{self.module}"), self.name)
        command.short_help = self.told
        return command


class LazyGroup(click.Group):
    """Commands of which some are imported *later*, when they are called."""

    def __init__(self, *args: Any, later: Mapping[str, Later], **named: Any) -> None:
        super().__init__(*args, **named)
        self.later = later

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Their names: in the order they are given, or of the alphabet where some are there already."""
        own = super().list_commands(ctx)
        return sorted((*own, *self.later)) if own else list(self.later)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by name, imported now; while the shell completes, what stands for it."""
        found = self.later.get(cmd_name)
        if found and found.takes and ctx.resilient_parsing:
            from overtrick.cli.unloaded import Unloaded

            return Unloaded(cmd_name, found.takes, found.loaded)
        return found.loaded() if found else super().get_command(ctx, cmd_name)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands that begin so, none of them imported, and the options."""
        told = {name: each.told for name, each in self.later.items()}
        told |= {name: each.get_short_help_str() for name, each in self.commands.items()}
        found = [
            CompletionItem(name, help=told[name]) for name in self.list_commands(ctx) if name.startswith(incomplete)
        ]
        return [*found, *click.Command.shell_complete(self, ctx, incomplete)]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with what each is for, none of them imported."""
        names = self.list_commands(ctx)
        told = {name: each.told for name, each in self.later.items()}
        told |= {name: each.get_short_help_str(formatter.width) for name, each in self.commands.items()}
        with formatter.section("Commands"):
            formatter.write_dl([(name, told[name]) for name in names])
