"""The database of the server, at the prompt: its roles."""

import os
from urllib.parse import unquote, urlsplit

import click

from overtrick.cli.serving import missing
from overtrick.cli.show import show_lines
from overtrick.core.errors import DirectorError


@click.group
def database() -> None:
    """The PostgreSQL database that `overtrick serve` uses.

    \b
    Example: overtrick database setup --admin postgresql://postgres@127.0.0.1/overtrick
    """


@click.command
@click.option("--check", is_flag=True, help="Only say whether it is behind; exit code 1 if it is.")
def migrate(check: bool) -> None:
    """Bring the database up to date with this program, and do not serve.

    `overtrick serve` does it too when it starts. On PostgreSQL servers of the release before may go on meanwhile. Have
    a copy (`pg_dump`). Where the server's role owns nothing, `overtrick database setup` does it instead.

    \b
    Example: overtrick migrate --check
             overtrick migrate
    """
    try:
        from overtrick.web.serving.run import bring_up_to_date, django_ready, steps_behind

        django_ready()
    except ImportError as fault:
        raise missing(fault) from fault
    behind = steps_behind()
    if behind and not check:
        bring_up_to_date()
    for step in behind:
        show_lines(f"{'to do' if check else 'done'}: {step}")
    show_lines("The database is behind this program." if behind and check else "The database is up to date.")
    if behind and check:
        raise SystemExit(1)


@database.command(short_help="Keep the server out of its own tables.")
@click.option("--admin", required=True, help="Where an administrator of the database signs in, as a URL.")
@click.option("--owner", default="overtrick_owner", show_default=True, help="The role that owns the tables.")
@click.option("--server", default="", help="The role the server signs in as (default: the one in DATABASE_URL).")
def setup(admin: str, owner: str, server: str) -> None:
    """Give the database two roles and bring it up to date: one owns the tables, the other is the server's.

    The server may read the books and add to them through the functions for it, and nothing else. Roles that are not
    there are made, the server's with the password in DATABASE_URL. Run it again after every upgrade.

    \b
    Example: overtrick database setup --admin postgresql://postgres@127.0.0.1/overtrick
    """
    theirs = urlsplit(os.environ.get("DATABASE_URL", ""))
    role = server or unquote(theirs.username or "")
    if not role:
        raise DirectorError(
            "Nobody says which role the server signs in as", remedy="Set DATABASE_URL, or use --server."
        )
    os.environ["DATABASE_URL"] = admin
    os.environ.pop("OVERTRICK_DATABASE_DIRECT", None)
    try:
        from overtrick.web.serving.run import django_ready

        django_ready()
        from overtrick.web.serving.database import Roles, set_up
    except ImportError as fault:
        raise missing(fault) from fault
    password = unquote(theirs.password or "") if role == unquote(theirs.username or "") else ""
    for done in set_up("default", Roles(owner, role, password)):
        show_lines(done)
