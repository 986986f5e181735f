"""What a release may change of the schema while the release before runs on it: it adds, and takes nothing away.

The catalogue of a database that the release before has made is held against that of ours: whatever its code reads,
writes or calls is still there and takes what it gives. A column, a function or a rule that is to go is taken away by
the release after (docs/contributing/releases.md).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, LiteralString

import psycopg
import pytest
from django.db import connection

from web.releases import Release, new_database, unpacked

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="one program at a time uses a file of SQLite"),
]
COLUMNS = """
SELECT table_name, column_name, data_type, coalesce(character_maximum_length, 0), is_nullable = 'YES',
       column_default IS NOT NULL OR is_identity = 'YES' OR is_generated = 'ALWAYS', is_generated = 'ALWAYS'
FROM information_schema.columns WHERE table_schema = current_schema()
"""
FUNCTIONS = """
SELECT p.oid::regprocedure::text, pg_get_function_result(p.oid), prosecdef, p.proargnames::text FROM pg_proc p
WHERE pronamespace = current_schema()::regnamespace
"""
RULES = """
SELECT conrelid::regclass::text, pg_get_constraintdef(oid),
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = conrelid AND attnum = ANY (conkey))
FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND conrelid <> 0
UNION ALL
SELECT indrelid::regclass::text, 'UNIQUE ' || regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''),
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = indrelid AND attnum = ANY (indkey))
FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
WHERE indisunique AND relnamespace = current_schema()::regnamespace
UNION ALL
SELECT tgrelid::regclass::text, pg_get_triggerdef(pg_trigger.oid), ARRAY[]::text[]
FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE NOT tgisinternal AND relnamespace = current_schema()::regnamespace
UNION ALL
SELECT tablename, concat_ws(' ', 'POLICY', policyname, qual, with_check), ARRAY[]::text[]
FROM pg_policies WHERE schemaname = current_schema()
"""
"""What refuses or hides rows: constraints, unique indexes, triggers and policies, with the columns they are about."""
Known = dict[tuple[str, str], tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What code finds in a database: columns, functions, and what its tables refuse."""

    columns: Known
    functions: Known
    rules: Known

    @property
    def tables(self) -> set[str]:
        """The tables."""
        return {table for table, _ in self.columns}

    @classmethod
    def of(cls, where: "psycopg.Connection[Any]") -> "Catalogue":
        """What is there now."""

        def asked(question: LiteralString) -> Known:
            return {(str(one), str(other)): tuple(rest) for one, other, *rest in where.execute(question)}

        return cls(asked(COLUMNS), asked(FUNCTIONS), asked(RULES))


def broken(before: Catalogue, after: Catalogue) -> list[str]:
    """What code of the release before would stumble over in the schema of the one after."""
    return [*_columns(before, after), *_new_columns(before, after), *_functions(before, after), *_rules(before, after)]


def _columns(before: Catalogue, after: Catalogue) -> Iterator[str]:
    for (table, column), was in before.columns.items():
        now = after.columns.get((table, column))
        if now is None:
            yield f"{table}.{column} is gone"
            continue
        kind, length, may_be_empty, filled, made = now
        if kind != was[0] or 0 < length < (was[1] or length + 1):
            yield f"{table}.{column} is {kind}({length}) and was {was[0]}({was[1]})"
        if was[2] and not may_be_empty:
            yield f"{table}.{column} may not be empty any more"
        if was[3] and not (filled or may_be_empty):
            yield f"{table}.{column} is not filled by the database any more"
        if made and not was[4]:
            yield f"{table}.{column} cannot be written any more"


def _new_columns(before: Catalogue, after: Catalogue) -> Iterator[str]:
    for (table, column), (_, _, may_be_empty, filled, _) in after.columns.items():
        if table in before.tables and (table, column) not in before.columns and not (may_be_empty or filled):
            yield f"{table}.{column} is new, and code that does not know it cannot fill it"


def _functions(before: Catalogue, after: Catalogue) -> Iterator[str]:
    for known, was in before.functions.items():
        if after.functions.get(known) != was:
            yield f"{' returns '.join(known)} is gone, or is called otherwise"
    names = [function.partition("(")[0] for function, _ in after.functions]
    for function, _ in after.functions.keys() - before.functions.keys():
        if names.count(function.partition("(")[0]) > 1:
            yield f"{function} bears the name of another one: a call could mean either"


def _rules(before: Catalogue, after: Catalogue) -> Iterator[str]:
    for (table, rule), (columns,) in after.rules.items():
        old = not columns or any((table, column) in before.columns for column in columns)
        if old and table in before.tables and (table, rule) not in before.rules:
            yield f"{table} has a rule that code before it does not know: {rule}"


@pytest.fixture(scope="module")
def schemas(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None) -> Iterator[tuple[Catalogue, str]]:
    """What the release before makes of an empty database; and where ours has brought that up to date."""
    folder = tmp_path_factory.mktemp("releases")
    home = unpacked(folder / "old")
    with new_database() as (url, _):
        Release(url, folder / "data", home).command("migrate")
        with psycopg.connect(url) as there:
            before = Catalogue.of(there)
        Release(url, folder / "data").command("migrate")
        yield before, url


def test_code_of_the_release_before_finds_all_it_uses_in_the_schema_of_this_one(
    schemas: tuple[Catalogue, str],
) -> None:
    before, url = schemas
    with psycopg.connect(url) as there:
        assert len(before.columns) > 200
        assert len(before.functions) > 8
        assert broken(before, Catalogue.of(there)) == []


REFUSED: list[tuple[LiteralString, str]] = [
    ("ALTER TABLE congress_held DROP COLUMN place", "congress_held.place is gone"),
    ("ALTER TABLE congress_held RENAME COLUMN title TO name", "congress_held.title is gone"),
    ("ALTER TABLE congress_held RENAME TO congress_book", "congress_held.slug is gone"),
    ("ALTER TABLE congress_held ADD COLUMN colour text NOT NULL", "cannot fill it"),
    ("ALTER TABLE congress_congress ALTER COLUMN starts SET NOT NULL", "may not be empty any more"),
    ("ALTER TABLE congress_held ALTER COLUMN place TYPE bigint", "is bigint(0) and was integer(0)"),
    ("ALTER TABLE congress_held ALTER COLUMN title TYPE varchar(80)", "was character varying(200)"),
    ("ALTER TABLE book_head ALTER COLUMN prev DROP DEFAULT", "not filled by the database any more"),
    ("ALTER TABLE congress_held ADD UNIQUE (title)", "a rule that code before it does not know: UNIQUE (title)"),
    ("CREATE UNIQUE INDEX lone ON congress_held (place)", "does not know: UNIQUE btree (place)"),
    ("ALTER TABLE congress_held ADD CHECK (place < 9)", "does not know: CHECK"),
    ("ALTER TABLE accounts_logged ENABLE ROW LEVEL SECURITY; CREATE POLICY lone ON accounts_logged USING (false)",
     "does not know: POLICY lone"),
    ("CREATE TRIGGER lone BEFORE UPDATE ON congress_held FOR EACH ROW EXECUTE FUNCTION book_is_kept()",
     "does not know: CREATE TRIGGER lone"),
    ("DROP FUNCTION book_take(text, bigint, text[], integer)", "integer) returns bigint is gone"),
    ("ALTER FUNCTION book_kept(timestamptz) RENAME TO book_kept_at", "is gone"),
    ("ALTER FUNCTION book_take(text, bigint, text[], integer) SECURITY INVOKER", "is called otherwise"),
    ("CREATE FUNCTION book_kept(p_kept text) RETURNS text LANGUAGE sql AS $$ SELECT p_kept $$", "could mean either"),
]  # fmt: skip


@pytest.mark.parametrize(("change", "why"), REFUSED, ids=[change for change, _ in REFUSED])
def test_what_takes_away_or_asks_for_more_is_refused(
    change: LiteralString, why: str, schemas: tuple[Catalogue, str]
) -> None:
    before, url = schemas
    with psycopg.connect(url) as there:
        there.execute(change)
        found = broken(before, Catalogue.of(there))
        there.rollback()
    assert any(why in each for each in found), found


def test_what_is_only_added_is_allowed(schemas: tuple[Catalogue, str]) -> None:
    from web.test_rolling_upgrade import LATER

    before, url = schemas
    with psycopg.connect(url) as there:
        there.execute(LATER)
        there.execute("ALTER TABLE congress_held ALTER COLUMN title TYPE varchar(400)")
        assert broken(before, Catalogue.of(there)) == []
        there.rollback()
