"""A book against its keeper: by hand in the database, as the server's role and as the owner of everything.

The server's role is the one of `overtrick database setup`. What it tries is refused or found; what an owner with all
rights does, chaining the whole book again, is found by a receipt that somebody kept.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
import pytest
from django.test import Client

from asking import Ask
from overtrick.ledger.durable.book import DurableBook
from overtrick.web.congress import book_transfer
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.proof import signed_now
from overtrick.web.server.database import Roles, set_up
from overtrick.web.table.links import link
from web.congresses import draw_next, hold, started
from web.servers import own_database

pytestmark = pytest.mark.django_db(transaction=True)

RECHAIN = """
DO $$
DECLARE each record; v_prev text := ''; v_line text;
BEGIN
    FOR each IN SELECT number, written FROM book_line WHERE event = 'swiss' ORDER BY number LOOP
        v_line := regexp_replace(each.written, '"prev":"[0-9a-f]*"}$', '"prev":"' || v_prev || '"}');
        UPDATE book_line SET written = v_line WHERE event = 'swiss' AND number = each.number;
        v_prev := encode(sha256(convert_to(v_line, 'UTF8')), 'hex');
    END LOOP;
    UPDATE book_head SET fingerprint = v_prev WHERE event = 'swiss';
END $$
"""
CHANGED = "UPDATE book_line SET written = replace(written, '4S S =', '4S S +1') WHERE number = {last}"
OFF = "ALTER TABLE book_line DISABLE TRIGGER ALL"
INSERTED = """
INSERT INTO book_line (event, number, key, act, by, device, at, written, kept_at)
    VALUES ('swiss', 99999, 'k', 'note made', 'me', '', '', 'x', now())
"""
TAMPERINGS = {
    "disable the trigger, change a result and chain again": (OFF, CHANGED, RECHAIN),
    "change a result": (CHANGED,),
    "cut the last postings and set the head": (
        "DELETE FROM book_line WHERE number > {last} - 3",
        "UPDATE book_head SET last = last - 3",
    ),
    "change who, key and device beside the lines": ("UPDATE book_line SET by = 'me', key = 'k', device = 'phone'",),
    "empty the table": ("TRUNCATE book_line",),
    "empty every table": ("TRUNCATE book_line, book_head, book_signed_head",),
    "insert a line past the function": (INSERTED,),
    "set a head back": ("UPDATE book_head SET last = last - 1",),
    "take a head away": ("DELETE FROM book_head",),
    "change what was signed": ("UPDATE book_signed_head SET hash = 'x'",),
    "take away what was signed": ("DELETE FROM book_signed_head",),
    "make a function of one's own": ("CREATE FUNCTION now() RETURNS text LANGUAGE sql AS 'SELECT 1'",),
    "shadow what the function reads": ("CREATE SCHEMA mine",),
    "become the owner": ("SET ROLE {owner}",),
    "turn the triggers off": ("SET session_replication_role = replica",),
}  # fmt: skip


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)


@pytest.fixture
def receipt() -> dict[str, object]:
    """A Swiss in its first round, and the receipt of its last posting, a result that a phone posted."""
    held = hold("nsw-swiss-pairs/congress", slug="swiss")
    started(held, 12)
    draw_next(held)
    return posted_by_a_phone(held)


def posted_by_a_phone(held: BookRecord) -> dict[str, object]:
    said = {
        "key": "k1",
        "what": "result",
        "stage": "Swiss",
        "round": 1,
        "board": 1,
        "result": "4S S =",
        "seat": "North",
    }
    answer = Client().post(f"/t/{link(held, 1)}/message", json.dumps(said), content_type="application/json")
    assert answer.status_code == 200, answer.content
    signed_now(held.slug)
    found: dict[str, object] = answer.json()["receipt"]
    return found


@pytest.fixture
def server(least_privilege: Roles) -> Iterator[psycopg.Connection]:
    """`psql` as the server's role."""
    with psycopg.connect(own_database(roles=least_privilege), autocommit=True) as connection:
        connection.execute("SET overtrick.organisation = '1'")  # as whoever knows whose rows these are
        yield connection


@pytest.fixture
def owner() -> Iterator[psycopg.Connection]:
    """`psql` as somebody with all rights."""
    with psycopg.connect(own_database(), autocommit=True) as connection:
        yield connection
        connection.execute("ALTER TABLE book_line ENABLE TRIGGER ALL")
        connection.execute("ALTER TABLE book_head ENABLE TRIGGER ALL")
        connection.execute("ALTER TABLE book_signed_head ENABLE TRIGGER ALL")


@pytest.mark.parametrize("tampering", TAMPERINGS.values(), ids=TAMPERINGS)
def test_what_the_servers_role_tries_is_refused(
    tampering: tuple[str, ...],
    receipt: dict[str, object],
    server: psycopg.Connection,
    least_privilege: Roles,
) -> None:
    before = list(DurableBook("swiss").lines())
    for statement in tampering:
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            server.execute(statement.replace("{last}", str(len(before))).replace("{owner}", least_privilege.owner))
    assert list(DurableBook("swiss").lines()) == before
    assert book_transfer.prove_kept("swiss").wrong == ()


def test_the_servers_role_reads_and_adds_through_the_function(
    receipt: dict[str, object], server: psycopg.Connection
) -> None:
    body = '"at":"2026-07-04T14:02:11+10:00","by":"me","key":"new","act":"note made","text":"x"'
    found = server.execute(
        "SELECT r_number FROM book_next('swiss', NULL, 'new', 'note made', 'me', '', "
        "'2026-07-04T14:02:11+10:00', %s, 1)",
        [body],
    ).fetchone()
    assert found == (DurableBook("swiss").last(),)
    assert book_transfer.prove_kept("swiss").wrong == ()


@pytest.mark.parametrize(
    ("setting", "wanted"),
    [("statement_timeout", "10s"), ("lock_timeout", "3s"), ("idle_in_transaction_session_timeout", "15s")],
)
def test_the_servers_role_has_its_time_outs_whatever_hands_its_connections_on(
    server: psycopg.Connection, setting: str, wanted: str
) -> None:
    assert server.execute(f"SHOW {setting}").fetchone() == (wanted,)


def disabled(connection: psycopg.Connection) -> None:
    for table in ("book_line", "book_head", "book_signed_head"):
        connection.execute(f"ALTER TABLE {table} DISABLE TRIGGER ALL")


def rewrite(connection: psycopg.Connection) -> None:
    """Change the result that was posted last, chain the whole book again, and forget what was signed."""
    disabled(connection)
    connection.execute("UPDATE book_line SET written = replace(written, '4S S =', '4S S +1')")
    connection.execute(RECHAIN)
    connection.execute("DELETE FROM book_signed_head")


def cut(connection: psycopg.Connection) -> None:
    """Take the last posting away, the head back to the one before, and what was signed with it."""
    disabled(connection)
    connection.execute("DELETE FROM book_line WHERE number = (SELECT last FROM book_head)")
    connection.execute("DELETE FROM book_signed_head")
    connection.execute(
        "UPDATE book_head SET last = last - 1, fingerprint = "
        "(SELECT encode(sha256(convert_to(written, 'UTF8')), 'hex') FROM book_line ORDER BY number DESC LIMIT 1)"
    )


@pytest.mark.parametrize("tamper", [rewrite, cut])
def test_a_receipt_finds_what_a_keeper_with_all_rights_did(
    tamper: Callable[[psycopg.Connection], None],
    receipt: dict[str, object],
    owner: psycopg.Connection,
    ask: Ask,
    tmp_path: Path,
) -> None:
    kept = tmp_path / "receipt.json"
    kept.write_text(json.dumps(receipt))
    code, out, _ = ask(f"book verify swiss --against {kept}")
    assert (code, "2 signed heads verified" in out) == (0, True)
    tamper(owner)
    assert ask("book verify swiss")[0] == 0, "nothing inside the database tells"
    code, out, _ = ask(f"book verify swiss --against {kept}")
    assert code == 1
    assert f"posting {receipt['number']}" in out
    book_transfer.export("swiss", tmp_path / "book.jsonl")
    code, out, err = ask(f"verify {tmp_path / 'book.jsonl'} --against {kept} --json")
    assert code == 1
    assert f"posting {receipt['number']}" in json.loads(out)["objections"][-1]["what"]
    assert str(receipt["key"]) in err


def test_a_server_does_not_sign_a_book_that_was_rewritten(
    receipt: dict[str, object], owner: psycopg.Connection, caplog: pytest.LogCaptureFixture
) -> None:
    disabled(owner)
    owner.execute("UPDATE book_line SET written = replace(written, '4S S =', '4S S +1')")
    owner.execute(RECHAIN)
    assert signed_now("swiss") is None
    assert "is not signed" in caplog.text
    assert any("according to the heads stored here" in each for each in book_transfer.prove_kept("swiss").wrong)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ("UPDATE book_line SET by = 'me' WHERE number = 3", "posting 3: the column by has 'me'"),
        ("UPDATE book_line SET key = 'k' WHERE number = 3", "posting 3: the column key has 'k'"),
        ("UPDATE book_line SET act = 'a' WHERE number = 3", "posting 3: the column act has 'a'"),
        ("UPDATE book_line SET at = 'a' WHERE number = 3", "posting 3: the column at has 'a'"),
        (
            "UPDATE book_line SET kept_at = now() + interval '1 day' WHERE number = 3",
            "posting 3: the column kept_at has",
        ),
        ("UPDATE book_line SET number = 99 WHERE number = 3", "posting 99: the column number has 99"),
        ("DELETE FROM book_line WHERE number = 3", "posting 4 does not follow"),
        ("UPDATE book_head SET last = 3", "its head names posting 3"),
        ("UPDATE book_head SET fingerprint = 'x'", "its head names"),
        ("UPDATE book_signed_head SET hash = repeat('0', 64)", "not signed by the key it names"),
    ],
)
def test_every_difference_is_listed(
    change: str, found: str, receipt: dict[str, object], owner: psycopg.Connection
) -> None:
    disabled(owner)
    owner.execute(change)
    wrong = book_transfer.prove_kept("swiss").wrong
    assert any(found in each for each in wrong), wrong


def test_the_documented_command_makes_a_database_that_the_server_starts_on(tmp_path: Path) -> None:
    """Before it, the server's role is told what to do; after it, the server starts, and again after a second run."""
    admin = urlsplit(own_database())
    name = f"{admin.path[1:]}_new"
    server = urlunsplit(admin._replace(netloc=f"{name}:secret@{admin.hostname}:{admin.port}", path=f"/{name}"))
    settings = {"DJANGO_SETTINGS_MODULE": "overtrick.web.settings", "OVERTRICK_DATA": str(tmp_path)}
    told = {**os.environ, **settings, "DATABASE_URL": server}

    def overtrick(*words: str) -> tuple[int, str]:
        asked = [sys.executable, "-m", "overtrick", *words]
        done = subprocess.run(asked, env=told, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    with psycopg.connect(own_database(), autocommit=True) as owner:
        owner.execute(f'CREATE DATABASE "{name}"')
        owner.execute(f"CREATE ROLE \"{name}\" LOGIN PASSWORD 'secret'")
        try:
            code, said = overtrick("book", "list")
            assert (code, "Run `overtrick database setup --admin …`" in said) == (2, True), said
            to = urlunsplit(admin._replace(path=f"/{name}"))
            for _ in range(2):
                code, said = overtrick("database", "setup", "--admin", to, "--owner", f"{name}_owner")
                assert code == 0, said
                functions = "book_add, book_append, book_append_one, book_follow, book_lead, book_next, book_take"
                assert f"{name} may call {functions}" in said
                assert overtrick("book", "list")[0] == 0
        finally:
            owner.execute(f'DROP DATABASE "{name}" WITH (FORCE)')
            owner.execute(f'DROP ROLE IF EXISTS "{name}"')
            owner.execute(f'DROP ROLE IF EXISTS "{name}_owner"')


def test_a_database_that_the_server_owned_is_handed_over(
    receipt: dict[str, object], owner: psycopg.Connection, least_privilege: Roles
) -> None:
    """The set-up may be done again, and takes back what the server's role was given by hand."""
    owner.execute(f'ALTER TABLE book_line OWNER TO "{least_privilege.server}"')
    owner.execute(f'GRANT ALL ON book_head TO "{least_privilege.server}"')
    said = "\n".join(set_up("default", least_privilege))
    assert f"tables and functions of {least_privilege.server} now belong to {least_privilege.owner}" in said
    assert f"{least_privilege.server} has SELECT on auth_permission, book_head, book_leadership, book_line" in said
    with psycopg.connect(own_database(roles=least_privilege), autocommit=True) as server:
        for statement in ("ALTER TABLE book_line DISABLE TRIGGER ALL", "UPDATE book_head SET last = 1"):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                server.execute(statement)
