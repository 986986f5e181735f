"""Receipts on a table's phone, and the page of proof, in a real browser."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from asking import Ask
from overtrick.ledger.durable.book import DurableBook
from overtrick.ledger.signed_heads import read_heads
from web.congresses import draw_next, hold, started
from web.test_table_browser import enter, opened

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_a_phone_keeps_its_receipts_and_they_prove_the_book(
    chromium: Browser,
    live_server: LiveServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    held = hold("nsw-swiss-pairs/congress", slug="swiss")
    started(held, 8)
    draw_next(held)
    phone = chromium.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = opened(phone, live_server, held)
    expect(page.locator("#receipts")).to_be_hidden()
    enter(page, 1)
    expect(page.locator(".status")).to_contain_text("All messages sent")
    last = DurableBook("swiss").last()
    expect(page.locator("#receipts summary")).to_have_text(f"Receipts: 2, the last for posting {last}")
    page.reload()
    page.locator("#phone").get_by_role("button", name="Back").click()
    page.locator("#receipts summary").click()
    kept = page.locator("#receipts textarea").input_value()
    assert [head.number for head in read_heads(kept)] == [last - 1, last]
    (tmp_path / "receipts").write_text(kept)
    proof = phone.new_page()
    proof.goto(f"{live_server.url}/e/swiss/")
    proof.get_by_role("link", name="signed").click()
    expect(proof.get_by_role("heading", level=1)).to_have_text("Proof of this book")
    shown = json.loads(proof.locator("pre.signed").inner_text())
    assert shown["hash"] == json.loads(kept.splitlines()[-1])["hash"]
    assert proof.evaluate("document.documentElement.scrollWidth") <= 390
    phone.close()
    ask = Ask(monkeypatch, capsys)
    assert ask(f"book verify swiss --against {tmp_path / 'receipts'}")[0] == 0
