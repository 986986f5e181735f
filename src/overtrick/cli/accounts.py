"""Accounts, at the prompt: for whoever runs the server, also where nobody can sign in any more."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from overtrick.cli.options import as_json
from overtrick.cli.server_books import at_the_prompt, ready, ready_to_read
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ROLES = ("organiser", "chief director", "director", "scorer")
"""The roles that are for a whole congress; a captain is invited at the desk."""


@click.group()
def account() -> None:
    """The accounts in the database that `overtrick serve` uses (OVERTRICK_DATA or DATABASE_URL).

    \b
    Example: overtrick account list
    """


@account.command("list", short_help="Every account, with its roles.")
@as_json
def list_accounts(as_json: bool) -> None:
    """Every account: its name, its person, its roles, whether it may sign in, and when it last did.

    \b
    Example: overtrick account list
    """
    ready_to_read()
    from overtrick.web.accounts.administration import listed

    accounts = listed()
    if as_json:
        show_json({"accounts": [each.told() for each in accounts]})
    else:
        show_table(("name", "person", "roles", "state", "last signed in"), [each.row() for each in accounts])


@account.command("add", short_help="Make an account.")
@click.argument("name")
@click.option("--full-name", default="", help="The name that stands beside what they post (default: NAME).")
@click.option("--owner", is_flag=True, help="May do everything, at every congress.")
def add_account(name: str, full_name: str, owner: bool) -> None:
    """Make an account that signs in as NAME; the password is asked for, or read from standard input.

    It has no role yet, unless it is an owner's: an organiser gives it one, or use `account invite` instead.

    \b
    Example: overtrick account add pat --full-name "Pat Alder"
    """
    ready()
    from overtrick.web.accounts import administration, people

    made = administration.add(people.NewAccount(name, _password(), full_name, owner=owner), at_the_prompt())
    show_lines(f"{made.get_username()} can sign in{' and owns the installation' if owner else ''}.")


@account.command("password", short_help="Give an account a new password.")
@click.argument("name")
def give_password(name: str) -> None:
    """Give NAME a new password, asked for or read from standard input; every browser of theirs is signed out.

    \b
    Example: overtrick account password pat
    """
    _done_to(
        name,
        lambda module, user: module.set_password(user, _password(), at_the_prompt()),
        "has a new password",
    )


@account.command("disable", short_help="Let an account sign in no more.")
@click.argument("name")
def disable_account(name: str) -> None:
    """Let NAME sign in no more: browsers are signed out, tokens do nothing. What they posted stays posted.

    \b
    Example: overtrick account disable pat
    """
    _done_to(name, lambda module, user: module.disable(user, at_the_prompt()), "cannot sign in any more")


@account.command("enable", short_help="Let a disabled account sign in again.")
@click.argument("name")
def enable_account(name: str) -> None:
    """Let NAME sign in again, with the roles they had.

    \b
    Example: overtrick account enable pat
    """
    _done_to(name, lambda module, user: module.enable(user, at_the_prompt()), "can sign in again")


@account.command("unlock", short_help="Lift the lock after wrong passwords.")
@click.argument("name")
def unlock_account(name: str) -> None:
    """Lift the lock that too many wrong passwords put on NAME.

    \b
    Example: overtrick account unlock pat
    """
    _done_to(name, lambda module, user: module.unlock(user, at_the_prompt()), "may try again")


@account.command("second-off", short_help="Switch somebody's second factor off.")
@click.argument("name")
def second_off(name: str) -> None:
    """Let the password be enough again for NAME, who has lost both the phone and the codes on paper.

    \b
    Example: overtrick account second-off pat
    """
    _done_to(
        name,
        lambda module, user: module.second_off(user, at_the_prompt()),
        "signs in with the password alone",
    )


@account.command("invite", short_help="A link with which somebody makes their own account.")
@click.argument("congress")
@click.option("--role", type=click.Choice(ROLES), required=True, help="The role that the link gives.")
@click.option("--for", "for_whom", default="", help="Whom it is for, as the organiser's list will say.")
@click.option("--url", envvar="OVERTRICK_URL", required=True, help="Where others open the server (or OVERTRICK_URL).")
def invite_official(congress: str, role: str, for_whom: str, url: str) -> None:
    """Print a link for one person: whoever opens it chooses a name and a password and has the role at CONGRESS.

    \b
    Example: overtrick account invite coast-2026 --role organiser --url https://bridge.example.org
    """
    ready()
    from overtrick.web.accounts import administration
    from overtrick.web.accounts.invitations import path_of
    from overtrick.web.own_address import home

    where = home(url, "")
    if where.refusal:
        raise DirectorError(where.refusal, remedy="{where_remedy}.", where_remedy=where.remedy)
    made = administration.invited(congress, role, for_whom, at_the_prompt())
    show_lines(f"{where.addresses[0]}{path_of(made)}")
    show_lines(f"It opens once, until {made.ends.day} {made.ends:%B %Y}.")


def _done_to(name: str, act: Callable[[Any, "User"], object], said: str) -> None:
    """Do something to an account with the part of the server that manages them, and say what came of it."""
    ready()
    from overtrick.web.accounts import administration, people

    user = people.account(name)
    act(administration, user)
    show_lines(f"{user.get_username()} {said}.")


def _password() -> str:
    """A password, typed twice unseen, or the first line of standard input."""
    if sys.stdin.isatty():
        return str(click.prompt("Password, ten characters or more", hide_input=True, confirmation_prompt=True))
    given = sys.stdin.readline().rstrip("\r\n")
    if not given:
        raise DirectorError("There is no password on standard input", remedy="Write it there, on one line.")
    return given
