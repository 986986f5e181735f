"""The server's database on the command line: its migrations and roles."""

import os
from urllib.parse import unquote, urlsplit

import click

from overtrick.cli.options import data_folder
from overtrick.cli.serving import missing
from overtrick.cli.show import show_lines
from overtrick.core.errors import DirectorError


@click.group
def database() -> None:
    """Set up the PostgreSQL database that `overtrick serve` uses.

    \b
    Example: overtrick database setup --admin postgresql://postgres@127.0.0.1/overtrick
    """


@data_folder
@click.command
@click.option("--check", is_flag=True, help="Only check; exit code 1 if migrations are pending.")
def migrate(check: bool) -> None:
    """Migrate the database to this version, without starting the server.

    `overtrick serve` also does this at startup. On PostgreSQL, servers of the previous release can keep running
    meanwhile. Back up first (`pg_dump`). If the server's role does not own the tables, use `overtrick database setup`
    instead.

    \b
    Example: overtrick migrate --check
             overtrick migrate
    """
    try:
        from overtrick.web.server.run import bring_up_to_date, django_ready, steps_behind

        django_ready()
    except ImportError as fault:
        raise missing(fault) from fault
    behind = steps_behind()
    if behind and not check:
        bring_up_to_date()
    for step in behind:
        show_lines(f"{'pending' if check else 'done'}: {step}")
    show_lines("The database needs these migrations." if behind and check else "The database is up to date.")
    if behind and check:
        raise SystemExit(1)


@data_folder
@database.command(short_help="Create the database roles, and migrate.")
@click.option("--admin", required=True, help="Connection URL of a database administrator.")
@click.option("--owner", default="overtrick_owner", show_default=True, help="The role that owns the tables.")
@click.option("--server", default="", help="The role the server signs in as (default: the one in DATABASE_URL).")
def setup(admin: str, owner: str, server: str) -> None:
    """Create two database roles, one that owns the tables and one for the server, and migrate.

    The server can only read books and append to them through dedicated functions. Missing roles are created, the
    server's with the password in DATABASE_URL. Run it again after every upgrade.

    \b
    Example: overtrick database setup --admin postgresql://postgres@127.0.0.1/overtrick
    """
    theirs = urlsplit(os.environ.get("DATABASE_URL", ""))
    role = server or unquote(theirs.username or "")
    if not role:
        raise DirectorError("The server's database role is not known", remedy="Set DATABASE_URL, or use --server.")
    os.environ["DATABASE_URL"] = admin
    os.environ.pop("OVERTRICK_DATABASE_DIRECT", None)
    try:
        from overtrick.web.server.run import django_ready

        django_ready()
        from overtrick.web.server.database import Roles, set_up
    except ImportError as fault:
        raise missing(fault) from fault
    password = unquote(theirs.password or "") if role == unquote(theirs.username or "") else ""
    for done in set_up("default", Roles(owner, role, password)):
        show_lines(done)
