"""One number is one number: desk, public page, API and prompt say the same of every stage of every event."""

import json
from collections.abc import Iterator
from contextlib import closing
from dataclasses import fields, is_dataclass, replace
from pathlib import Path
from shlex import quote
from typing import Any
from urllib.parse import unquote

import pytest
from django.test import Client
from pydantic import TypeAdapter

from asking import Ask
from overtrick.core.event.fold.tournament import Tournament
from overtrick.core.event.plan.graph import KnockoutPlay
from overtrick.core.event.play.stage import StageState
from overtrick.core.event.score.rounds import RoundState
from overtrick.core.exact import exact_text
from overtrick.core.typed_numbers import read_exact
from overtrick.ledger.book import Draft
from overtrick.ledger.file import FileBook
from overtrick.regulations.plan.event_book import event_files
from overtrick.views.boards import board_page
from overtrick.views.drafts import published_page
from overtrick.views.draws import draw_page
from overtrick.views.final_ranking import final_ranking_page
from overtrick.views.lines import Line
from overtrick.views.matches import match_page
from overtrick.views.readers import DESK
from overtrick.views.results import board_results, table_results
from overtrick.views.scorecards import scorecard_page
from overtrick.views.standings import standings_page
from overtrick.views.whys import Number, figure_at, find, leading_address
from overtrick.web.congress.projections import event_projection
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

ALL = [pytest.param(name, marks=() if name in FEW else [pytest.mark.slow, pytest.mark.long]) for name in event_files()]


class Faces:
    """An event kept in the database and in a file."""

    def __init__(self, rules: str, folder: Path, ask: Ask) -> None:
        postings = rehearsed(rules)
        self.held = hold(rules, "faces")
        keep(self.held, postings)
        self.path = folder / "faces.jsonl"
        with closing(FileBook(self.path)) as book:
            book.append([Draft(each.act, each.by, each.at, each.key) for each in postings])
        self.event: Tournament = event_projection(self.held).event
        self.client = Client()
        self._ask = ask
        ask.read_books_once()

    def api(self, path: str) -> dict[str, Any]:
        """What the API answers."""
        answer = self.client.get(f"/api/events/faces/{path}")
        assert answer.status_code == 200, (path, answer.content)
        said: dict[str, Any] = json.loads(answer.content)
        return said

    def prompt(self, words: str) -> dict[str, Any]:
        """What the prompt answers, of this book."""
        command, _, rest = words.partition(" ")
        code, out, err = self._ask(f"{command} {self.path} {rest} --json")
        assert (code, err) == (0, "")
        said: dict[str, Any] = json.loads(out)
        return said


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Ask:
    return Ask(monkeypatch, capsys)


def dash(number: Number | dict[str, Any]) -> str:
    """Nothing is written as a dash here and left out there."""
    text: str = number["text"] if isinstance(number, dict) else number.text
    return text if text not in ("–", "") else ""


def told(value: object) -> Any:
    """A view as the API tells it."""
    return json.loads(json.dumps(TypeAdapter(type(value)).dump_python(value, mode="json")))


def by_prompt(page: dict[str, Any], state: StageState) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    def number(text: str | None) -> str:
        return state.unit.number(read_exact(text)) if text is not None else ""

    for field, rows in page["fields"].items():
        yield (
            field,
            [
                (
                    "–" if row["place"] is None else f"{row['place']}{'=' if row['shared'] else ''}",
                    row["contestant"],
                    number(row["total"]),
                    number(row["carried"]),
                    row["because"],
                    *row["columns"].values(),
                )
                for row in rows
            ],
        )


def standings_are_the_same(faces: Faces) -> None:
    for name, state in faces.event.stages.items():
        page = standings_page(faces.event, state)
        desk = standings_page(faces.event, state, DESK)
        assert faces.api(f"standings?stage={page.slug}") == told(page), name
        for room, own in zip(page.tables, desk.tables, strict=True):
            columns = [each for each in own.columns if each in room.columns]
            assert columns == list(room.columns)
            for one, other in zip(room.rows, own.rows, strict=True):
                by = dict(zip(own.columns, other.columns, strict=True))
                assert replace(other, columns=tuple(by[each] for each in columns)) == one, name
                for column, match in zip(own.rounds, other.matches, strict=True):
                    if column.first != column.last or column.session:
                        continue
                    line = state.match_line(one.who.number, column.first)
                    assert match.number.value == (exact_text(line.score.value) if line else None), (name, column)
        if not isinstance(state.plan.play, KnockoutPlay):
            asked = faces.prompt(f"standings --stage {quote(name)}")
            assert dict(by_prompt(asked, state)) == {
                table.name: [
                    (
                        row.place.text,
                        row.who.number,
                        row.total.text,
                        dash(row.carried),
                        str(row.because),
                        *(str(each.value) for each in row.columns),
                    )
                    for row in table.rows
                ]
                for table in desk.tables
            }, name


def matches_are_the_same(faces: Faces) -> None:
    for name, state in faces.event.stages.items():
        asked: set[str] = set()
        for number, drawn in state.rounds.items():
            for table in drawn.seatings:
                at = (name, number, table)
                desk = table_results(faces.event, state, number, table)
                public = match_page(faces.event, state, number, table)
                assert desk is not None
                assert public is not None
                for mine, theirs in zip(desk.match.sides, public.sides, strict=True):
                    assert not theirs.score.text or mine.score == theirs.score, at
                    assert not theirs.net.text or mine.net == theirs.net, at
                ours = {each.board: each for each in desk.match.boards}  # extra boards too
                open_boards = [each for each in public.boards if not each.hidden]
                assert [ours[each.board] for each in open_boards] == open_boards, at
                kind = special(state, drawn, table)
                if kind in asked:
                    continue
                asked.add(kind)  # one of each kind: the prompt folds the book anew for every question
                said = faces.prompt(f"match --stage {quote(name)} --round {number} --table {table}")
                assert said["scores"] == [side.score.value for side in desk.match.sides], at
                assert said["net"] == [side.net.value for side in desk.match.sides], at
                assert [(each["first"], each["second"]) for each in said["boards"]] == [
                    (each.first.text or "–", each.second.text or "–") for each in desk.match.boards
                ], at
                assert faces.api(f"stages/{public.slug}/match/{number}/{table}") == told(public), at


def special(state: StageState, drawn: RoundState, table: int) -> str:
    """What is particular about a match; one of each is enough for the slower faces."""
    seating = drawn.seatings[table]
    return (
        "forfeited" if table in drawn.forfeits
        else "expunged" if state.is_expunged(seating)
        else "triangle" if drawn.trio_of(seating.ns)
        else "switched" if seating.switched
        else "complete" if state.card(drawn.number, table).complete
        else "in play"
    )  # fmt: skip


def boards_are_the_same(faces: Faces) -> None:
    for state in faces.event.stages.values():
        fouls = {
            (state.scope(number), board): act.reason
            for number, drawn in state.rounds.items()
            for board, act in drawn.fouled.items()
        }
        asked = False
        played = {
            (state.scope(number), board): number
            for number, drawn in state.rounds.items()
            for seating in drawn.seatings.values()
            for board in seating.boards
        }
        for (_, board), number in played.items():  # once for all rounds that are scored together: they have its lines
            at = (state.plan.name, number, board)
            desk = board_results(faces.event, state, number, board)
            public = board_page(faces.event, state, number, board)
            assert desk is not None
            assert public is not None
            expected = fouls.get((state.scope(number), board), "")
            assert (desk.page.fouled, public.fouled) == (expected, expected), at
            lines = {(row.line.round, row.line.table, row.line.room): row.line for row in desk.rows}
            for each in public.strip:
                if isinstance(each, Line):
                    assert lines[each.round, each.table, each.room] == each, at
                else:
                    assert each.number in desk.comparisons, at
            if not asked:
                assert faces.api(f"stages/{public.slug}/board/{number}/{board}") == told(public), at
                asked = True


def draws_are_the_same(faces: Faces) -> None:
    for name, state in faces.event.stages.items():
        for number in state.rounds:
            public = draw_page(faces.event, state, number)
            desk = published_page(faces.event, name, number)
            assert {each.line.table: each.line for each in desk.tables} == {each.table: each for each in public.lines}
            assert desk.sits_out == public.sits_out
            if number == state.last_round:
                assert faces.api(f"stages/{public.slug}/draw/{number}") == told(public), name


def scorecards_end_in_the_total_of_the_standings(faces: Faces) -> None:
    cards = {who: scorecard_page(faces.event, who) for who in faces.event.entries}
    for name, state in faces.event.stages.items():
        rows = {row.who.number: row for table in standings_page(faces.event, state, DESK).tables for row in table.rows}
        for who in state.contestants:
            own = next(each for each in cards[who].stages if each.stage == name)
            ranked = (rows[who].place, rows[who].total) if who in rows else (Number("–"), Number("–"))
            assert (own.place, own.total) == ranked, "who is not ranked has no place"
        first = next(iter(rows))
        own = next(each for each in cards[first].stages if each.stage == name)
        if state.plan.season is None:
            said = faces.prompt(f"scorecard {quote(first)} --stage {quote(name)}")
            assert said["total"]["value"] == rows[first].total.value, name
            assert [(int(each["round"]), each["score"]) for each in said["matches"]] == [
                (each.round, each.score.text) for each in own.matches if each.score.text
            ], name
        else:
            said = faces.prompt(f"scorecard {quote(first)} --stage {quote(name)}")
            assert (said["aggregate"], said["carried"]) == (own.total.value, own.carried.value), name
            assert [(each["session"], each["scored"], each["counts"], each["open"]) for each in said["sessions"]] == [
                (each.session, each.scored.value, each.counts.value, each.open or None) for each in own.season
            ], name
        assert told(own) in faces.api(f"scorecard/{first}")["stages"], name


def the_prompt_explains_what_the_pages_explain(faces: Faces) -> None:
    """`overtrick why` opens the figures that stand at the addresses of the pages: a total, a match, a board of it."""
    for name, state in faces.event.stages.items():
        tables = standings_page(faces.event, state, DESK).tables
        first = next((row for table in tables for row in table.rows), None)
        if first is None or state.plan.in_season:
            continue
        who = first.who.number
        asked = f"why --pair {quote(who)} --stage {quote(name)}"
        leading = figure_at(faces.event, leading_address(state, who))
        assert faces.prompt(asked)["value"] == exact_text(leading.value), name
        own = next(each for each in scorecard_page(faces.event, who).stages if each.stage == name)
        match = next((each for each in own.matches if each.score.value is not None), None)
        if match is None:
            continue
        assert faces.prompt(f"{asked} --match {match.round}")["value"] == match.score.value, (name, match.round)
        mine = [(each.board, each.first if match.first else each.second) for each in match.boards]
        for board, number in [each for each in mine if each[1].value is not None][:1]:
            said = faces.prompt(f"{asked} --match {match.round} --board {board}")
            assert said["value"] == number.value, (name, match.round, board)


def every_number_is_found_where_it_says(faces: Faces) -> None:
    """The address on a number leads to the figure with its value."""
    for state in faces.event.stages.values():
        number = state.last_round
        drawn = state.rounds.get(number)
        pages: list[object] = [standings_page(faces.event, state, DESK), final_ranking_page(faces.event)]
        if drawn is not None and drawn.seatings:
            table, seating = next(iter(drawn.seatings.items()))
            pages += [match_page(faces.event, state, number, table), draw_page(faces.event, state, number)]
            pages += [board_page(faces.event, state, number, board) for board in seating.boards[:2]]
        pages += [scorecard_page(faces.event, who) for who in state.contestants[:2]]
        for each in numbers_in(pages):
            if each.why and not ("/total/" in each.why and each.text.startswith("−")):  # a fine in a session's score
                found = find(faces.event, unquote(each.why)).figure
                assert each.value in (exact_text(found.value), None), each


def numbers_in(view: object) -> Iterator[Number]:
    """Every number of a view."""
    if isinstance(view, Number):
        yield view
    elif isinstance(view, list | tuple):
        for each in view:
            yield from numbers_in(each)
    elif is_dataclass(view):
        for field in fields(view):
            yield from numbers_in(getattr(view, field.name))


@pytest.mark.parametrize("rules", ALL)
def test_every_number_is_the_same_everywhere(rules: str, tmp_path: Path, ask: Ask) -> None:
    faces = Faces(rules, tmp_path, ask)
    standings_are_the_same(faces)
    matches_are_the_same(faces)
    boards_are_the_same(faces)
    draws_are_the_same(faces)
    scorecards_end_in_the_total_of_the_standings(faces)
    the_prompt_explains_what_the_pages_explain(faces)
    every_number_is_found_where_it_says(faces)
