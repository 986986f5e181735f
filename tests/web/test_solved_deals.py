"""Deals solved once for all processes and kept in PostgreSQL: two that ask at once, a restart, a solver that died."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import connection

from overtrick.core.model.cards import RANKS, Deal
from overtrick.double_dummy import process
from overtrick.double_dummy.process import is_solver_installed
from overtrick.web.congress.double_dummy import keeper
from overtrick.web.congress.double_dummy.keeper import InDatabase
from overtrick.web.congress.double_dummy.models import SolvedDeal
from web.test_deals import OWN_SUIT, dealt

pytestmark = pytest.mark.skipif(not is_solver_installed(), reason="the solver is an extra")
_ASKS = """
import os, sys, time
import django
django.setup()
from overtrick.web.congress.double_dummy import keeper
asked, own = sys.argv[2:], keeper.solve
def noted(deals):
    for deal, numbers in own(deals):
        with open(sys.argv[1], "a") as file:
            file.write(f"{os.getpid()} {deal}\\n")
        yield deal, numbers
keeper.solve = noted
end = time.monotonic() + 150
while len(keeper.kept.find(asked)) < len(asked) and time.monotonic() < end:
    time.sleep(0.1)
"""


def url() -> str:
    own = connection.settings_dict
    return f"postgresql://{own['USER']}@{own['HOST'] or '127.0.0.1'}:{own['PORT'] or 5432}/{own['NAME']}"


@pytest.mark.django_db(transaction=True)
def test_two_processes_solve_each_deal_once(tmp_path: Path) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("Several worker processes need PostgreSQL")
    spades, hearts, diamonds, clubs = OWN_SUIT.hands
    others = ((hearts, spades, diamonds, clubs), (diamonds, hearts, spades, clubs), (clubs, hearts, diamonds, spades))
    deals = [str(Deal(each)) for each in others]  # as quickly solved as any
    SolvedDeal.objects.create(deal=str(OWN_SUIT))  # one that waited when the last server ended
    program = tmp_path / "asks.py"
    program.write_text(_ASKS)
    notes = tmp_path / "notes"
    asks = [sys.executable, str(program), str(notes), *deals, str(OWN_SUIT)]
    own = {"DJANGO_SETTINGS_MODULE": "overtrick.web.settings", "DATABASE_URL": url(), "OVERTRICK_DATA": str(tmp_path)}
    both = [subprocess.Popen(asks, env=os.environ | own) for _ in range(2)]
    assert [each.wait(180) for each in both] == [0, 0]
    told = [line.partition(" ")[2] for line in notes.read_text().splitlines()]
    assert sorted(told) == sorted([*deals, str(OWN_SUIT)])
    assert not SolvedDeal.objects.filter(tricks=None).exists()


@pytest.mark.django_db(transaction=True)
def test_a_deal_the_solver_fails_on_is_not_tried_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "solve", lambda deals: iter([(each, "6 " * 20) for each in deals if "AKQ" not in each]))
    kept = InDatabase()
    kept.able = True
    good = str(dealt("a good one"))
    assert RANKS in str(OWN_SUIT)
    assert kept.find([str(OWN_SUIT), good]) == {}
    end = time.monotonic() + 20
    while keeper.waiting() and time.monotonic() < end:
        time.sleep(0.05)
    assert kept.find([str(OWN_SUIT), good]) == {str(OWN_SUIT): "", good: "6 " * 20}


@pytest.mark.django_db(transaction=True)
def test_a_solver_that_does_not_start_is_given_up_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_deals: list[str]) -> dict[str, str]:
        raise OSError("the solver does not start")

    monkeypatch.setattr(keeper, "solve", never)
    kept = InDatabase()
    kept.able = True
    end = time.monotonic() + 20
    found: dict[str, str] = {}
    while not found and time.monotonic() < end:
        found = dict(kept.find([str(OWN_SUIT)]))
        time.sleep(0.02)
    assert found == {str(OWN_SUIT): ""}
    assert keeper.waiting(), "another process may do better"


def test_a_solver_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hangs = tmp_path / "hangs"
    hangs.write_text(f"#!{sys.executable}\nimport time\nprint('ready', flush=True)\ntime.sleep(60)\n")
    hangs.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(hangs))
    monkeypatch.setattr(process, "PATIENCE", 0.3)
    begun = time.monotonic()
    assert list(process.solve([str(OWN_SUIT)])) == []
    assert time.monotonic() - begun < 30


@pytest.mark.django_db
def test_without_a_solver_nothing_waits() -> None:
    without = InDatabase()
    without.able = False
    assert without.find([str(OWN_SUIT)]) == {}
    assert not SolvedDeal.objects.exists()
