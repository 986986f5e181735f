"""Signed heads on the faces: page, file, key and API; receipts; a witness over the wire; a clock that goes back."""

import asyncio
import json
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from threading import Event

import psycopg
import pytest
from django.db import connection, connections, transaction
from django.test import Client
from django.utils import timezone
from pytest_django.live_server_helper import LiveServer

from asking import Ask
from overtrick.core.event.acts import NoteMade, ResultPosted, RoundClosed
from overtrick.core.model import read_result
from overtrick.ledger.codec import line_hash
from overtrick.ledger.durable import heads as heads_in_database
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.durable.heads import keep_head, signed_heads
from overtrick.ledger.signed_heads import SignedHead, read_heads, read_key, signer_at
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.models import BookRecord, Official, Role
from overtrick.web.congress.post import post
from overtrick.web.congress.projections import forget
from overtrick.web.congress.proof import signed_now, signer
from overtrick.web.server import gateway
from web.congresses import do, draw_next, hold, started
from web.desk.conftest import person
from web.servers import own_database

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def held() -> BookRecord:
    """A Swiss of eight pairs with its first round drawn."""
    made = hold("nsw-swiss-pairs/congress", slug="swiss")
    started(made, 8)
    draw_next(made)
    return made


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)


def end_of(held: BookRecord) -> tuple[int, str]:
    last = DurableBook(held.slug).last()
    line = DurableBook(held.slug).line(last)
    assert line is not None
    return last, line_hash(line)


def test_pages_show_the_head_and_lead_to_its_proof(held: BookRecord, client: Client) -> None:
    last, hashed = end_of(held)
    page = client.get("/e/swiss/").content.decode()
    assert f'<a href="/e/swiss/proof/">fingerprint <code>{hashed[:8]}</code>, signed</a>' in page
    proof = client.get("/e/swiss/proof/").content.decode()
    assert hashed in proof
    assert signer().key in proof
    file = client.get("/e/swiss/proof/heads.jsonl")
    (head,) = read_heads(file.content.decode())
    assert (head.event, head.number, head.hash, head.genuine()) == ("swiss", last, hashed, True)
    assert read_key(client.get("/proof/key").content.decode()) == head.key


def test_the_api_signs_any_posting_and_lists_what_was_signed(held: BookRecord, client: Client) -> None:
    last, hashed = end_of(held)
    (head,) = client.get("/api/events/swiss/heads").json()
    assert (head["number"], head["hash"]) == (last, hashed)
    assert client.get("/api/events/swiss/heads/0").json() == head
    third = SignedHead(**client.get("/api/events/swiss/heads/3").json())
    assert third.genuine()
    assert third.hash == line_hash(str(DurableBook("swiss").line(3)))
    assert client.get(f"/api/events/swiss/heads/{last + 1}").status_code == 404
    held.shown = False
    held.save()
    assert client.get("/api/events/swiss/heads").status_code == 404


def test_a_head_is_signed_when_a_round_is_closed(held: BookRecord) -> None:
    assert list(signed_heads("swiss")) == []
    for table in range(1, 5):
        do(held, *(ResultPosted("Swiss", 1, table, board, read_result("4S S =")) for board in range(1, 9)))
    assert list(signed_heads("swiss")) == []
    do(held, RoundClosed("Swiss", 1))
    heads = list(signed_heads("swiss"))
    assert [(head.number, head.hash) for head in heads] == [end_of(held)]


def test_a_book_that_grows_is_signed_by_itself_and_once(held: BookRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every process of the server, half a minute after it grew; what another process signed already is left."""
    monkeypatch.setattr(gateway, "SIGN_WITHIN", 0.01)

    async def grow() -> None:
        for _ in range(2):  # two processes hear of it
            signing = gateway.Signing(gateway.Folding())
            for number in range(3):
                signing.hear("swiss", number)
            await asyncio.sleep(0.1)
            done = Event()
            signing.thread.submit(connections.close_all)
            signing.thread.submit(done.set)
            assert done.wait(10)
            signing.thread.close()

    asyncio.run(grow())
    assert [(head.number, head.hash) for head in signed_heads("swiss")] == [end_of(held)]


def test_the_answer_to_a_posting_is_its_receipt_and_sent_again_the_same(held: BookRecord, client: Client) -> None:
    official = person("scorer")
    Official.objects.create(user=official, congress=held.congress, role=Role.DIRECTOR)
    asked = {"key": "k", "act": {"act": "note made", "text": "here"}}
    headers = {"authorization": f"Bearer {new_token(official, 'a program')}"}
    told = [
        client.post(
            "/api/events/swiss/acts", json.dumps(asked), content_type="application/json", headers=headers
        ).json()
        for _ in range(2)
    ]
    receipts = [SignedHead(**each["receipt"]) for each in told]
    assert [(each.number, each.hash) for each in receipts] == [end_of(held)] * 2
    assert all(each.genuine() for each in receipts)


def test_a_witness_keeps_what_it_sees_and_notices_what_is_taken_back(
    held: BookRecord, live_server: LiveServer, ask: Ask, tmp_path: Path
) -> None:
    kept = tmp_path / "heads.jsonl"
    look = f"witness {live_server.url}/e/swiss/ -o {kept}"
    assert ask(look)[0] == 0
    assert "nothing new" in ask(look)[1]
    do(held, NoteMade("more"))
    code, out, _ = ask(look)
    assert (code, "earlier heads confirmed" in out) == (0, True)
    heads = read_heads(str(kept))
    assert [head.number for head in heads] == [end_of(held)[0] - 1, end_of(held)[0]]
    official = person("scorer")
    Official.objects.create(user=official, congress=held.congress, role=Role.DIRECTOR)
    assert "every line verified" in ask(f"{look} --token {new_token(official, 'a witness')}")[1]
    assert ask(f"book verify swiss --against {kept}")[0] == 0
    with psycopg.connect(own_database(), autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute("UPDATE book_line SET written = replace(written, 'more', 'less')")
        owner.execute("DELETE FROM book_signed_head")
    code, out, _ = ask(look)
    assert (code, "nothing of the book is signed now" in out) == (1, True), "the server remembers what it signed"
    heads_in_database._signed_here.clear()  # as after a restart
    code, out, _ = ask(look)
    assert (code, "is not the one signed" in out) == (1, True)
    assert read_heads(str(kept)) == heads
    (evidence,) = read_heads(f"{kept}.contradicts")
    assert evidence.genuine()
    assert evidence.number == heads[-1].number
    assert evidence.hash != heads[-1].hash


def test_an_export_has_what_was_signed_beside_it(held: BookRecord, ask: Ask, tmp_path: Path) -> None:
    assert ask(f"book export swiss -o {tmp_path / 'swiss.jsonl'}")[0] == 0
    beside = tmp_path / "swiss.heads.jsonl"
    assert read_heads(str(beside)) == list(signed_heads("swiss"))
    code, out, _ = ask("book heads swiss")
    assert (code, out) == (0, beside.read_text())
    public = tmp_path / "server.pem"
    public.write_text(signer().public_pem)
    assert ask(f"verify {tmp_path / 'swiss.jsonl'} --against {beside} --key {public}")[0] == 0
    code, _, err = ask(f"book verify swiss --against {beside} --signed-as another")
    assert (code, "which is one of these: swiss" in err) == (2, True)


def test_a_clock_that_goes_back_is_told_to_the_poster_and_objected_to(
    held: BookRecord, monkeypatch: pytest.MonkeyPatch, ask: Ask, tmp_path: Path
) -> None:
    assert post(held, NoteMade("now"), "director", "a").cautions == ()
    then = timezone.localtime() - timedelta(days=2)
    monkeypatch.setattr(timezone, "localtime", lambda: then)
    (caution,) = post(held, NoteMade("two days ago"), "director", "b").cautions
    assert str(caution).startswith("the server’s clock went back from ")
    last = DurableBook("swiss").last()
    ask(f"book export swiss -o {tmp_path / 'swiss.jsonl'}")
    code, out, _ = ask(f"verify {tmp_path / 'swiss.jsonl'}")
    assert (code, f"posting {last}: the server’s clock went back from " in out) == (1, True)


def test_the_signing_key_is_where_the_environment_says(tmp_path: Path) -> None:
    program = "import django; django.setup()\nfrom overtrick.web.congress.proof import signer\nprint(signer().key)"
    path = tmp_path / "k.pem"
    told = {**os.environ, "OVERTRICK_SIGNING_KEY": str(path), "DJANGO_SETTINGS_MODULE": "overtrick.web.settings"}
    asked = [sys.executable, "-c", program]
    keys = {subprocess.run(asked, env=told, check=True, capture_output=True).stdout for _ in range(2)}
    assert len(keys) == 1
    assert path.stat().st_mode & 0o777 == 0o600


@pytest.fixture(autouse=True)
def _forgotten() -> None:
    forget()


REWRITE = """
DO $$
DECLARE each record; v_prev text := ''; v_line text;
BEGIN
    FOR each IN SELECT number, written FROM book_line WHERE event = 'swiss' ORDER BY number LOOP
        v_line := regexp_replace(each.written, '"prev":"[0-9a-f]*"}$', '"prev":"' || v_prev || '"}');
        IF each.number = 2 THEN v_line := regexp_replace(v_line, '"by":"[^"]*"', '"by":"Nobody"'); END IF;
        UPDATE book_line SET written = v_line WHERE event = 'swiss' AND number = each.number;
        v_prev := encode(sha256(convert_to(v_line, 'UTF8')), 'hex');
    END LOOP;
    UPDATE book_line SET by = 'Nobody' WHERE event = 'swiss' AND number = 2;
    UPDATE book_head SET fingerprint = v_prev WHERE event = 'swiss';
    DELETE FROM book_signed_head WHERE event = 'swiss';
END $$
"""
"""As the owner of the database: change a posting, chain the book again, and take away what was signed."""


def rewritten() -> None:
    """Rewrite the book, past every trigger."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(REWRITE)


def test_heads_of_a_key_that_nobody_knows_are_objected_to(held: BookRecord, ask: Ask, tmp_path: Path) -> None:
    assert signed_now("swiss") is not None
    stranger = signer_at(tmp_path / "stranger.pem")
    rewritten()
    last, hashed = end_of(held)
    keep_head(stranger.sign("swiss", last, hashed), 1)
    code, told, _ = ask("book verify swiss")
    assert code == 1
    assert f"another key than those known, {stranger.key}" in told
    assert ask(f"book verify swiss --key {stranger.key}")[0] == 0, "somebody vouches for it"
    assert signed_now("swiss") is None, "this server does not sign behind a stranger"
    assert Client().get("/api/events/swiss/heads").json() == []
    assert Client().get("/api/events/swiss/heads/2").status_code == 404
    assert stranger.key not in Client().get("/e/swiss/proof/heads.jsonl").content.decode()


def test_a_book_rewritten_while_the_server_runs_is_not_signed_again(held: BookRecord) -> None:
    assert signed_now("swiss") is not None
    rewritten()
    assert signed_now("swiss") is None
    assert list(signed_heads("swiss")) == []


def test_heads_of_a_key_that_the_server_had_before_fit(
    held: BookRecord, ask: Ask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last, hashed = end_of(held)
    former = signer_at(tmp_path / "old.pem")
    monkeypatch.setattr("django.conf.settings.SIGNING_KEY", tmp_path / "signing-key.pem")
    signer.cache_clear()
    keep_head(former.sign("swiss", last, hashed), 1)
    assert ask("book verify swiss")[0] == 1
    (tmp_path / "signing-key.former").write_text(former.key + "\n")
    assert ask("book verify swiss")[0] == 0
    assert signed_now("swiss") is not None
    signer.cache_clear()
