"""The roles of a PostgreSQL database: an owner of the tables, which cannot log in, and a role for the server.

The server reads the books and adds to them through functions that belong to the owner. It cannot insert a line except
through them, move a head, disable a trigger or empty a table, and neither can someone who has its password.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from time import sleep
from typing import Any

from django.core.management import call_command
from django.db import OperationalError, ProgrammingError, connections, transaction
from psycopg import sql
from psycopg.errors import LockNotAvailable

from overtrick.core.errors import DirectorError
from overtrick.web import limits

FUNCTIONS_ONLY = frozenset(["book_line", "book_head", "book_leadership"])
"""Tables that the server may read, and add to only through functions."""
KEPT = "book_"
"""The prefix of the tables whose rows are never changed."""
LOGS = frozenset(["accounts_logged"])
"""Tables whose rows are never changed, and deleted only when they are old, which the database checks."""
TURNS = 60
"""How often a migration that finds tables in use is tried."""
READ_ONLY = frozenset(["django_migrations", "django_content_type", "auth_permission"])
"""Tables that only migrations write to."""


@dataclass(frozen=True, slots=True)
class Roles:
    """The owner of the tables, the server's role, and the password for that role if it must be created."""

    owner: str
    server: str
    password: str = ""


def set_up(using: str, roles: Roles) -> Iterator[str]:
    """Give a database its roles and migrate it as its owner; yield each step in words. It can be run repeatedly.

    *using* is the connection of an administrator: a superuser, or a role that owns the database and may create roles.
    """
    ask = _Statements(using)
    if roles.owner == roles.server:
        raise DirectorError("The owner and the server use the same role", remedy="Use two different roles.")
    yield from _create_roles(ask, roles)
    name = ask.one("SELECT current_database()")
    ask("ALTER DATABASE {} OWNER TO {}", name, roles.owner)
    for each in ask.column("SELECT DISTINCT pg_get_userbyid(relowner) FROM pg_class WHERE relnamespace = "
                           "current_schema()::regnamespace AND relkind IN ('r', 'S')"):  # fmt: skip
        if each != roles.owner:
            yield from _handed_over(ask, each, roles.owner)
    ask("GRANT USAGE, CREATE ON SCHEMA {} TO {}", ask.schema, roles.owner)
    if ask.one("SELECT rolsuper FROM pg_roles WHERE rolname = current_user") != "True":
        ask("GRANT {} TO CURRENT_USER", roles.owner)
    ask("SET ROLE {}", roles.owner)
    try:
        migrate(using)
        yield f"database {name} migrated as {roles.owner}"
        with transaction.atomic(using=using):  # a running server keeps its old rights until it has the new
            granted = list(_grant_rights(ask, roles.server))
        yield from granted
    finally:
        ask("RESET ROLE")
    yield from _set_timeouts(ask, name, roles.server)


def migrate(using: str) -> None:
    """Migrate a database while others use it.

    A step that changes a table waits for every transaction that uses it, and all later ones wait behind that step. So
    it waits only a moment, lets them through, and tries again.
    """
    for _ in range(TURNS):
        _wait_for_locks(using, limits.MIGRATION)
        try:
            call_command("migrate", database=using, verbosity=0, interactive=False)
        except OperationalError as fault:
            if not isinstance(fault.__cause__, LockNotAvailable):
                raise
            sleep(limits.MIGRATION)
        else:
            return _wait_for_locks(using, 0)
    raise DirectorError(
        "The database tables are in constant use, so the migration could not finish",
        remedy="Look in pg_stat_activity for a long-running transaction (such as pg_dump), let it finish, then try "
        "again.",
    )


def _wait_for_locks(using: str, seconds: int) -> None:
    """Set how long a statement on PostgreSQL waits for a lock; with 0 it waits as long as necessary."""
    if connections[using].vendor == "postgresql":
        with connections[using].cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{seconds}s'")


class _Statements:
    """Statements on one connection, with identifiers to be quoted."""

    def __init__(self, using: str) -> None:
        self.using = using
        self.schema = self.one("SELECT current_schema()")

    def __call__(self, statement: str, *names: str) -> None:
        composed = sql.SQL(statement).format(*map(sql.Identifier, names))
        with connections[self.using].cursor() as cursor:
            cursor.execute(composed)

    def column(self, question: str, *given: Any) -> list[str]:
        with connections[self.using].cursor() as cursor:
            cursor.execute(question, given)
            return [str(row[0]) for row in cursor.fetchall()]

    def one(self, question: str, *given: Any) -> str:
        return next(iter(self.column(question, *given)), "")


def _create_roles(ask: _Statements, roles: Roles) -> Iterator[str]:
    for role, how in ((roles.owner, "NOLOGIN"), (roles.server, "LOGIN")):
        if ask.one("SELECT 1 FROM pg_roles WHERE rolname = %s", role):
            continue
        ask(f"CREATE ROLE {{}} {how}", role)
        if role == roles.server and roles.password:
            password = sql.SQL("ALTER ROLE {} PASSWORD {}").format(sql.Identifier(role), sql.Literal(roles.password))
            with connections[ask.using].cursor() as cursor:
                cursor.execute(password)
        yield f"role {role} created ({how.lower()})"
    if ask.one("SELECT rolsuper FROM pg_roles WHERE rolname = %s", roles.server) == "True":
        raise DirectorError(
            "The role {server} is a superuser, so its access cannot be restricted",
            remedy="Remove its superuser attribute (ALTER ROLE {server} NOSUPERUSER), or let the server connect as "
            "another role.",
            server=roles.server,
        )
    if ask.one("SELECT pg_has_role(%s, %s, 'MEMBER')", roles.server, roles.owner) == "True":
        ask("REVOKE {} FROM {}", roles.owner, roles.server)
        yield f"{roles.server} is no longer a member of {roles.owner}"


def _set_timeouts(ask: _Statements, name: str, server: str) -> Iterator[str]:
    """Set the timeouts on the server's role, because a pooled connection forgets what was set in a session."""
    bounds = {
        "statement_timeout": limits.STATEMENT,
        "lock_timeout": limits.LOCK,
        "idle_in_transaction_session_timeout": limits.IDLE,
    }
    try:
        with transaction.atomic(using=ask.using):
            for setting, seconds in bounds.items():
                ask(f"ALTER ROLE {{}} IN DATABASE {{}} SET {setting} = '{seconds}s'", server, name)
    except ProgrammingError as fault:
        yield f"timeouts could not be set for {server}: {str(fault).splitlines()[0]}"
    else:
        yield f"timeouts of {server}: " + ", ".join(f"{name} {seconds} s" for name, seconds in bounds.items())


def _handed_over(ask: _Statements, before: str, owner: str) -> Iterator[str]:
    """Give the owner what another role owns, as the server's role did in earlier versions."""
    for table in ask.column(
        "SELECT relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r' "
        "AND pg_get_userbyid(relowner) = %s",
        before,
    ):
        ask("ALTER TABLE {} OWNER TO {}", table, owner)
    for function in ask.column(
        "SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = current_schema()::regnamespace "
        "AND proname LIKE 'book\\_%%' AND pg_get_userbyid(proowner) = %s",
        before,
    ):
        ask(f"ALTER FUNCTION {function} OWNER TO {{}}", owner)
    yield f"tables and functions of {before} now belong to {owner}"


def _grant_rights(ask: _Statements, server: str) -> Iterator[str]:
    ask("REVOKE CREATE ON SCHEMA {} FROM PUBLIC, {}", ask.schema, server)
    ask("GRANT USAGE ON SCHEMA {} TO {}", ask.schema, server)
    ask("REVOKE ALL ON ALL TABLES IN SCHEMA {} FROM PUBLIC, {}", ask.schema, server)
    ask("REVOKE ALL ON ALL FUNCTIONS IN SCHEMA {} FROM PUBLIC, {}", ask.schema, server)
    tables = ask.column("SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1")
    for table in tables:
        ask(f"GRANT {_right(table)} ON {{}} TO {{}}", table, server)
    ask("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA {} TO {}", ask.schema, server)
    functions = ask.column(
        "SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = current_schema()::regnamespace "
        "AND prosecdef ORDER BY proname"
    )
    for function in functions:
        ask(f"GRANT EXECUTE ON FUNCTION {function} TO {{}}", server)
    for right in ("SELECT", "SELECT, INSERT", "SELECT, INSERT, DELETE", "SELECT, INSERT, UPDATE, DELETE"):
        named = [table for table in tables if _right(table) == right]
        shown = ", ".join(named) if right != "SELECT, INSERT, UPDATE, DELETE" else f"{len(named)} other tables"
        yield f"{server} has {right} on {shown}"
    yield f"{server} may call {', '.join(each.partition('(')[0] for each in functions)}"


def _right(table: str) -> str:
    if table in FUNCTIONS_ONLY | READ_ONLY:
        return "SELECT"
    if table in LOGS:
        return "SELECT, INSERT, DELETE"
    return "SELECT, INSERT" if table.startswith(KEPT) else "SELECT, INSERT, UPDATE, DELETE"
