"""A database of the first release, with a congress in it, is brought up to date and has lost nothing."""

import json
import os
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from overtrick.ledger.codec import line_hash, write_posting
from web.desk.conftest import RULES, rehearsed
from web.servers import own_database

pytestmark = [pytest.mark.slow, pytest.mark.django_db]
FIRST = (
    "accounts", "api", "book", "congress", "deliveries", "double_dummy", "lead", "organisations", "people", "push",
    "tables",
)  # fmt: skip
"""The apps of the first release, each with one migration."""
OLD = """
import json, sys
import django
django.setup()
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
said = json.load(sys.stdin)
call_command("migrate", "auth", verbosity=0)
for app in said["first"]:
    call_command("migrate", app, "0001_initial", verbosity=0)
loader = MigrationExecutor(connection).loader
applied = [(app, name) for app, name in loader.applied_migrations]
old = loader.project_state([node for node in applied if node in loader.graph.nodes]).apps.get_model
kim = old("auth", "User").objects.create(username="kim", password=make_password(said["password"]), is_superuser=True)
home = old("organisations", "Organisation").objects.get()
old("organisations", "Member").objects.create(organisation=home, user=kim, rank="owner")
spring = old("congress", "Congress").objects.create(
    organisation=home, slug="spring", name="Spring Congress", venue="The hall"
)
swiss = old("congress", "BookRecord").objects.create(
    organisation=home, slug="swiss", congress=spring, rules=said["rules"], title="Pairs"
)
old("congress", "Official").objects.create(organisation=home, user=kim, congress=spring, role="chief director")
old("api", "Token").objects.create(user=kim, name="the board", fingerprint="f" * 64, ends="2099-12-31T00:00:00+00:00")
for each in said["lines"]:
    old("book", "Line").objects.create(event="swiss", kept_at="2026-07-04T00:00:00+00:00", **each)
old("book", "Head").objects.create(event="swiss", last=len(said["lines"]), fingerprint=said["hash"])
"""
NEW = """
import json, sys
import django
django.setup()
from django.contrib.auth.models import User
from overtrick.core.event.acts import NoteMade
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.web.api.models import Token
from overtrick.web.congress.access import Action, may
from overtrick.web.congress.projections import event_projection
from overtrick.web.congress.models import BookRecord, Official
from overtrick.web.congress.post import post
said = json.load(sys.stdin)
with use_organisation(DEFAULT):
    kim, held = User.objects.get(), BookRecord.objects.get()
    token = Token.objects.get()
    before = list(DurableBook("swiss").lines())
    post(held, NoteMade("Tea is at four."), "kim", "after the upgrade")
    print(json.dumps({
        "lines": before,
        "last": event_projection(held).last,
        "password": kim.check_password(said["password"]),
        "congress": [held.congress.name, held.congress.venue, held.congress.organisation.slug],
        "role": [Official.objects.get().role, may(kim, Action.CLOSE, record=held)],
        "token": [token.name, token.scope, token.ends.year],
    }))
"""


@pytest.mark.parametrize("kind", ["PostgreSQL", "SQLite"])
def test_a_database_of_the_first_release_comes_up_to_date_with_all_that_is_in_it(kind: str, tmp_path: Path) -> None:
    if kind == "PostgreSQL" and connection.vendor != "postgresql":
        pytest.skip("there is no PostgreSQL here")
    name = f"{connection.settings_dict['NAME']}_first"
    url = own_database().rpartition("/")[0] + f"/{name}" if kind == "PostgreSQL" else ""
    if url:
        _administer(f'DROP DATABASE IF EXISTS "{name}"', f'CREATE DATABASE "{name}"')
    try:
        _upgraded(url, tmp_path)
    finally:
        if url:
            _administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def _upgraded(url: str, folder: Path) -> None:
    env = {
        **os.environ, "DATABASE_URL": url, "OVERTRICK_DATA": str(folder), "OVERTRICK_LOG": "ERROR",
        "DJANGO_SETTINGS_MODULE": "overtrick.web.settings",
    }  # fmt: skip
    lines, hashed = [], ""
    for each in rehearsed(8)[:30]:
        written = write_posting(each, hashed)
        hashed = line_hash(written)
        act = json.loads(written)["act"]
        lines.append(
            {"number": each.number, "key": each.key, "act": act, "by": each.by, "at": each.at, "written": written}
        )
    said = {"first": FIRST, "rules": RULES, "lines": lines, "hash": hashed, "password": "three clubs and a heart"}

    def run(*words: str, told: object = None) -> str:
        done = subprocess.run(
            [sys.executable, *words], env=env, input=json.dumps(told), capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    run("-c", OLD, told=said)
    assert "The database is up to date." in run("-m", "overtrick", "migrate")
    assert json.loads(run("-c", NEW, told=said).splitlines()[-1]) == {
        "lines": [each["written"] for each in lines],
        "last": len(lines) + 1,
        "password": True,
        "congress": ["Spring Congress", "The hall", "home"],
        "role": ["chief director", True],
        "token": ["the board", "all", 2099],
    }


def _administer(*statements: str) -> None:
    with psycopg.connect(own_database().rpartition("/")[0] + "/postgres", autocommit=True) as admin:
        for each in statements:
            admin.execute(each)
