"""One number is one number: desk, public page, API and prompt say the same of every stage of every event."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import Any

import pytest
from django.test import Client

from asking import Ask
from overtrick.core.event.graph_plan import KnockoutPlay
from overtrick.core.event.rounds import RoundState
from overtrick.core.event.stage import StageState
from overtrick.core.event.tournament import Tournament
from overtrick.core.exact import read_exact
from overtrick.core.ranking.standings import Purpose
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import event_files
from overtrick.web.congress.keeper import standing
from overtrick.web.desk import results as desk_results
from overtrick.web.desk import standings as desk_standings
from overtrick.web.shown import boards as public_boards
from overtrick.web.shown import matches as public_matches
from overtrick.web.shown import standings as public_standings
from web.congresses import hold, keep
from web.rehearsed import rehearsed

pytestmark = pytest.mark.django_db

FEW = (
    "gnot-nsw-2018/gnot",
    "nsw-swiss-pairs/congress",
    "anc-2026/one-day-matchpoint-pairs",
    "sabf-2020/state-teams",
    "sabf-2020/state-open-pairs",
)
"""One of each kind of face: a drop-in Swiss, a Butler, sessions, teams with finals, a season."""

ALL = [pytest.param(name, marks=() if name in FEW else pytest.mark.slow) for name in event_files()]


class Faces:
    """An event kept in the database and in a file."""

    def __init__(self, rules: str, folder: Path, ask: Ask) -> None:
        postings = rehearsed(rules)
        self.held = hold(rules, "faces")
        keep(self.held, postings)
        self.path = folder / "faces.jsonl"
        with closing(FileBook(self.path)) as book:
            book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
        self.event: Tournament = standing(self.held).event
        self.client = Client()
        self._ask = ask

    def api(self, path: str) -> dict[str, Any]:
        """What the API answers."""
        answer = self.client.get(f"/api/events/faces/{path}")
        assert answer.status_code == 200, (path, answer.content)
        told: dict[str, Any] = json.loads(answer.content)
        return told

    def prompt(self, words: str) -> dict[str, Any]:
        """What the prompt answers, of this book."""
        command, _, rest = words.partition(" ")
        code, out, err = self._ask(f"{command} {self.path} {rest} --json")
        assert (code, err) == (0, "")
        told: dict[str, Any] = json.loads(out)
        return told


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)


Line = tuple[str, str, str, str]
"""Place, contestant, total and carry-over, as they are read."""


def dash(text: str) -> str:
    """Nothing is written as a dash here and left out there."""
    return text if text not in ("–", "") else ""


def by_api(page: dict[str, Any]) -> Iterator[tuple[str, list[Line]]]:
    for table in page["tables"]:
        yield (
            table["field"],
            [
                (row["place"]["text"], row["who"]["number"], row["total"]["text"], dash(row["carried"]["text"]))
                for row in table["rows"]
            ],
        )


def by_prompt(page: dict[str, Any], state: StageState) -> Iterator[tuple[str, list[Line]]]:
    def number(text: str | None) -> str:
        return state.unit.number(read_exact(text)) if text is not None else ""

    for field, rows in page["fields"].items():
        yield (
            field if len(state.fields) > 1 else "",
            [
                (
                    "–" if row["place"] is None else f"{row['place']}{'=' if row['shared'] else ''}",
                    row["contestant"],
                    number(row["total"]),
                    number(row["carried"]),
                )
                for row in rows
            ],
        )


def standings_are_the_same(faces: Faces) -> None:
    for name, state in faces.event.stages.items():
        desk = {
            table.field: [
                (row.place.text, row.contestant, row.total.text, dash(row.carried.text)) for row in table.rows
            ]
            for table in desk_standings.standings_page(faces.event, name, Purpose.PRIZE)
        }
        page = public_standings.standings_page(faces.event, state)
        public = {
            table.field: [
                (row.place.text, row.who.number, row.total.text, dash(row.carried.text)) for row in table.rows
            ]
            for table in page.tables
        }
        assert desk == public, name
        assert dict(by_api(faces.api(f"standings?stage={page.slug}"))) == public, name
        if not isinstance(state.plan.play, KnockoutPlay):
            assert dict(by_prompt(faces.prompt(f"standings --stage {quote(name)}"), state)) == public, name


def matches_are_the_same(faces: Faces) -> None:
    for name, state in faces.event.stages.items():
        asked: set[str] = set()
        for number, drawn in state.rounds.items():
            for table in drawn.seatings:
                desk = desk_results.table_page(faces.event, state, number, table)
                public = public_matches.match_page(faces.event, state, number, table)
                assert desk is not None
                assert public is not None
                shown = [side.score.text for side in public.sides]
                if public.complete or table in drawn.forfeits:
                    assert [desk.first.text.split()[0].rstrip("%"), desk.second.text.split()[0].rstrip("%")] == [
                        text.rstrip("%") for text in shown
                    ], (name, number, table)
                kind = special(state, drawn, table)
                if kind in asked:
                    continue
                asked.add(kind)  # one of each kind: the prompt folds the book anew for every question
                told = faces.prompt(f"match --stage {quote(name)} --round {number} --table {table}")
                scores = [state.unit.number(read_exact(text)) for text in told["scores"]]
                if shown != ["", ""]:
                    assert scores == shown, (name, number, table)
                page = faces.api(f"stages/{public.slug}/match/{number}/{table}")
                assert [side["score"]["text"] for side in page["sides"]] == shown


def special(state: StageState, drawn: RoundState, table: int) -> str:
    """What is particular about a match; one of each is enough for the slower faces."""
    seating = drawn.seatings[table]
    return (
        "forfeited" if table in drawn.forfeits
        else "expunged" if state.expunged(seating)
        else "triangle" if drawn.trio_of(seating.ns)
        else "switched" if seating.switched
        else "complete" if state.card(drawn.number, table).complete
        else "in play"
    )  # fmt: skip


def boards_are_fouled_in_their_own_round(faces: Faces) -> None:
    for state in faces.event.stages.values():
        fouls = {
            (state.scope(number), board): act.reason
            for number, drawn in state.rounds.items()
            for board, act in drawn.fouled.items()
        }
        for number, drawn in state.rounds.items():
            for board in {board for seating in drawn.seatings.values() for board in seating.boards}:
                desk = desk_results.board_page(faces.event, state, number, board)
                public = public_boards.board_page(faces.event, state, number, board)
                assert public is not None
                expected = fouls.get((state.scope(number), board), "")
                assert (desk.fouled, public.fouled) == (expected, expected), (state.plan.name, number, board)
                said = [row.ns_credit.text for row in desk.rows if row.ns_credit.text]
                assert public.open is False or len(said) <= len(public.strip)


def scorecards_end_in_the_total_of_the_standings(faces: Faces) -> None:
    for name, state in faces.event.stages.items():
        totals = {
            row.contestant: (row.place.text, row.total.text)
            for table in desk_standings.standings_page(faces.event, name, Purpose.PRIZE)
            for row in table.rows
        }
        for who in state.contestants:
            own = next(each for each in public_matches.scorecard_page(faces.event, who).stages if each.stage == name)
            assert (own.place.text, own.total.text) == totals.get(who, ("–", "–")), "who is not ranked has no place"
        first = next(iter(totals))
        if state.plan.season is None:
            told = faces.prompt(f"scorecard {quote(first)} --stage {quote(name)}")
            assert state.unit.number(read_exact(told["total"]["value"])) == totals[first][1], name
        card = next(each for each in faces.api(f"scorecard/{first}")["stages"] if each["stage"] == name)
        assert (card["place"]["text"], card["total"]["text"]) == totals[first]


@pytest.mark.parametrize("rules", ALL)
def test_every_number_is_the_same_everywhere(rules: str, tmp_path: Path, ask: Ask) -> None:
    faces = Faces(rules, tmp_path, ask)
    standings_are_the_same(faces)
    matches_are_the_same(faces)
    boards_are_fouled_in_their_own_round(faces)
    scorecards_end_in_the_total_of_the_standings(faces)
