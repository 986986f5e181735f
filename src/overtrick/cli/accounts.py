"""Accounts on the command line: for the server administrator, even when no one can sign in any more."""

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from overtrick.cli.options import as_json, data_folder
from overtrick.cli.server_books import at_the_prompt, ready, ready_to_read
from overtrick.cli.show import show_json, show_lines, show_table
from overtrick.core.errors import DirectorError

if TYPE_CHECKING:
    from django.contrib.auth.models import User

ROLES = ("organiser", "chief director", "director", "scorer")
"""The roles that apply to a whole congress; captains are invited at the desk."""


@click.group()
def account() -> None:
    """Manage the accounts in the database that `overtrick serve` uses (OVERTRICK_DATA or DATABASE_URL).

    \b
    Example: overtrick account list
    """


@account.command("list", short_help="List every account with its roles.")
@as_json
def list_accounts(as_json: bool) -> None:
    """List every account: its sign-in name, person, roles, state and last sign-in.

    \b
    Example: overtrick account list
    """
    ready_to_read()
    from overtrick.web.accounts.administration import all_accounts

    accounts = all_accounts()
    if as_json:
        show_json({"accounts": [each.as_json() for each in accounts]})
    else:
        show_table(("name", "person", "roles", "state", "last sign-in"), [each.row() for each in accounts])


@account.command("add", short_help="Create an account.")
@click.argument("name")
@click.option("--full-name", default="", help="Name shown beside the account's postings (default: NAME).")
@click.option("--owner", is_flag=True, help="Make the account an owner, with full rights at every congress.")
def add_account(name: str, full_name: str, owner: bool) -> None:
    """Create an account with the sign-in name NAME. You type the password, or it is read from standard input.

    The account has no role until an organiser gives it one, unless --owner is set. To invite a person to a role, use
    `account invite`.

    \b
    Example: overtrick account add pat --full-name "Pat Alder"
    """
    ready(creates=True)
    from overtrick.web.accounts import administration, people

    made = administration.add(people.NewAccount(name, _password(), full_name, owner=owner), at_the_prompt())
    show_lines(f"{made.get_username()} can sign in{' and owns the installation' if owner else ''}.")


@account.command("password", short_help="Set a new password for an account.")
@click.argument("name")
def give_password(name: str) -> None:
    """Set a new password for NAME, typed or read from standard input, and sign NAME out of all browsers.

    \b
    Example: overtrick account password pat
    """
    _done_to(
        name,
        lambda module, user: module.set_password(user, _password(), at_the_prompt()),
        "has a new password",
    )


@account.command("disable", short_help="Deactivate an account.")
@click.argument("name")
def disable_account(name: str) -> None:
    """Deactivate NAME: sign NAME out of all browsers and refuse all tokens until the account is enabled.

    \b
    Example: overtrick account disable pat
    """
    _done_to(name, lambda module, user: module.disable(user, at_the_prompt()), "can no longer sign in")


@account.command("enable", short_help="Reactivate an account.")
@click.argument("name")
def enable_account(name: str) -> None:
    """Let NAME sign in again, with the roles they had.

    \b
    Example: overtrick account enable pat
    """
    _done_to(name, lambda module, user: module.enable(user, at_the_prompt()), "can sign in again")


@account.command("unlock", short_help="Unlock an account after too many wrong passwords.")
@click.argument("name")
def unlock_account(name: str) -> None:
    """Unlock NAME after too many wrong passwords.

    \b
    Example: overtrick account unlock pat
    """
    _done_to(name, lambda module, user: module.unlock(user, at_the_prompt()), "can try to sign in again")


@account.command("second-off", short_help="Turn off two-step sign-in for an account.")
@click.argument("name")
def second_off(name: str) -> None:
    """Turn off two-step sign-in for NAME, who has lost both phone and recovery codes.

    \b
    Example: overtrick account second-off pat
    """
    _done_to(
        name,
        lambda module, user: module.second_off(user, at_the_prompt()),
        "signs in with the password only",
    )


@account.command("invite", short_help="Create an invitation link.")
@click.argument("congress")
@click.option("--role", type=click.Choice(ROLES), required=True, help="The role that the link gives.")
@click.option("--for", "for_whom", default="", help="Name shown in the organiser's list of invitations.")
@click.option("--url", envvar="OVERTRICK_URL", required=True, help="Public address of the server (or OVERTRICK_URL).")
def invite_official(congress: str, role: str, for_whom: str, url: str) -> None:
    """Print a link for one person, who chooses a sign-in name and a password there and gets the role at CONGRESS.

    \b
    Example: overtrick account invite coast-2026 --role organiser --url https://bridge.example.org
    """
    ready()
    from overtrick.web.accounts import administration
    from overtrick.web.accounts.invitations import path_of
    from overtrick.web.reachable_addresses import home

    where = home(url, "")
    if where.refusal:
        raise DirectorError(where.refusal, remedy="{where_remedy}.", where_remedy=where.remedy)
    made = administration.create_invitation(congress, role, for_whom, at_the_prompt())
    show_lines(f"{where.addresses[0]}{path_of(made)}")
    show_lines(f"The link works once, until {made.ends.day} {made.ends:%B %Y}.")


def _done_to(name: str, act: Callable[[Any, "User"], object], said: str) -> None:
    """Change an account through the server's account administration, and print the outcome."""
    ready()
    from overtrick.web.accounts import administration, people

    user = people.account(name)
    act(administration, user)
    show_lines(f"{user.get_username()} {said}.")


def _password() -> str:
    """Return a password, typed twice without echo, or the first line of standard input."""
    if sys.stdin.isatty():
        return str(click.prompt("Password, ten characters or more", hide_input=True, confirmation_prompt=True))
    given = sys.stdin.readline().rstrip("\r\n")
    if not given:
        raise DirectorError(
            "There is no password on standard input", remedy="Send the password on one line of standard input."
        )
    return given


for each in account.commands.values():
    data_folder(each)
