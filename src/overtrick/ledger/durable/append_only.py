"""Guarantees by the database itself: a row of a protected table is never changed or deleted.

A migration that makes such a table calls `keep_for_ever`. `overtrick database setup` then gives the server the rights
to read it and to append to it, as to every table named `book_…`, and no other rights.
"""

from pathlib import Path

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from overtrick.ledger.durable.tenancy import EVERYBODY, SETTING

SQL = Path(__file__).parent / "sql"

_POSTGRESQL = """
CREATE OR REPLACE FUNCTION book_is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what stands in % is kept for ever (% is refused): put it right by a new posting',
        TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER {table}_is_kept BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW {when} EXECUTE FUNCTION book_is_kept();
CREATE TRIGGER {table}_is_not_emptied BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION book_is_kept();
"""
_SQLITE = """
CREATE TRIGGER {table}_is_not_{done} BEFORE {change} ON {table} {when} BEGIN
    SELECT RAISE(ABORT, 'what stands in {table} is kept for ever: put it right by a new posting');
END;
"""


def keep_for_ever(editor: BaseDatabaseSchemaEditor, table: str) -> None:
    """Refuse to change or delete the rows of a table, or to empty it."""
    if editor.connection.vendor == "postgresql":
        editor.execute(_POSTGRESQL.format(table=table, when=""), params=None)
    else:
        _refuse_in_sqlite(editor, table, "UPDATE", "changed")
        _refuse_in_sqlite(editor, table, "DELETE", "taken_away")


def keep_going_on(editor: BaseDatabaseSchemaEditor, table: str, *columns: str) -> None:
    """Refuse to delete rows of a table, and to change them unless one of *columns* grows and none falls."""
    still = " AND ".join(f"NEW.{column} = OLD.{column}" for column in columns)
    back = " OR ".join((*(f"NEW.{column} < OLD.{column}" for column in columns), f"({still})"))
    if editor.connection.vendor == "postgresql":
        changed = _POSTGRESQL.replace("UPDATE OR DELETE", "UPDATE").format(table=table, when=f"WHEN ({back})")
        editor.execute(changed, params=None)
        editor.execute(
            f"CREATE TRIGGER {table}_is_not_taken_away BEFORE DELETE ON {table} "
            "FOR EACH ROW EXECUTE FUNCTION book_is_kept()",
            params=None,
        )
    else:
        _refuse_in_sqlite(editor, table, "UPDATE", "set_back", f"WHEN {back}")
        _refuse_in_sqlite(editor, table, "DELETE", "taken_away")


def keep_for_days(editor: BaseDatabaseSchemaEditor, table: str, column: str, days: int) -> None:
    """Refuse to change rows of a log, and to delete one until *days* after its *column*, by the database's clock."""
    if editor.connection.vendor == "postgresql":
        young = f"WHEN (OLD.{column} > now() - interval '{days} days')"
        editor.execute(_POSTGRESQL.replace("UPDATE OR DELETE", "UPDATE").format(table=table, when=""), params=None)
        editor.execute(
            f"CREATE TRIGGER {table}_is_not_taken_away BEFORE DELETE ON {table} "
            f"FOR EACH ROW {young} EXECUTE FUNCTION book_is_kept()",
            params=None,
        )
    else:
        _refuse_in_sqlite(editor, table, "UPDATE", "changed")
        young = f"WHEN OLD.{column} > datetime('now', '-{days} days')"
        _refuse_in_sqlite(editor, table, "DELETE", "taken_away", young)


_OF_ONE = """
ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;
CREATE POLICY {table}_of_one ON {table}
    USING ((SELECT current_setting('{setting}')::integer) IN ({column}, {everybody}));
"""


def show_of_one(editor: BaseDatabaseSchemaEditor, table: str, column: str = "organisation_id") -> None:
    """Show connections that do not own a table only the rows of their organisation, and let them add no others.

    The setting is read once per query and compared with the row's own column: a policy that looks into another table
    would do so for every row. SQLite has no policies; there only the program's own checks apply.
    """
    if editor.connection.vendor == "postgresql":
        said = {"table": table, "column": column, "setting": SETTING, "everybody": EVERYBODY}
        editor.execute(_OF_ONE.format(**said), params=None)


def _refuse_in_sqlite(editor: BaseDatabaseSchemaEditor, table: str, change: str, done: str, when: str = "") -> None:
    editor.execute(_SQLITE.format(table=table, change=change, done=done, when=when), params=None)


def append_in_postgresql(editor: BaseDatabaseSchemaEditor) -> None:
    """Create the functions through which PostgreSQL appends, in the schema of the tables."""
    with editor.connection.cursor() as cursor:
        cursor.execute("SELECT quote_ident(current_schema())")
        schema = cursor.fetchone()[0]
    text = (SQL / "postgresql_append.sql").read_text(encoding="utf-8")
    editor.execute(text.replace("{schema}", schema), params=None)
