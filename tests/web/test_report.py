"""The report in words: of what is closed alone, the same as the pages have it, and every number says why."""

import re
from collections.abc import Callable, Iterator
from html import unescape

import pytest
from django.test import Client

from overtrick.core.event.acts import Posting
from overtrick.core.event.fold.tournament import Tournament, replay
from overtrick.core.exact import exact_text
from overtrick.core.wording import Phrase
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.knockouts import knockout_page
from overtrick.views.names import who
from overtrick.views.report import last_closed, report_page
from overtrick.views.whys import Number, figure_of
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import forget
from web.congresses import hold, keep
from web.rehearsed import SEASON, SWISS, rehearsed, season, until

pytestmark = pytest.mark.django_db
WHOLE: dict[str, Callable[[], list[Posting]]] = {
    SWISS: lambda: rehearsed(SWISS, 12),
    "club/ladder": lambda: rehearsed("club/ladder", 8),
    "club/individual": lambda: rehearsed("club/individual"),
    SEASON: lambda: season(0),
    "sabf-2020/state-teams": lambda: rehearsed("sabf-2020/state-teams"),
    "gnot-nsw-2018/gnot": lambda: rehearsed("gnot-nsw-2018/gnot"),
}
"""Pairs, evenings, an individual, a season, a finals system and a graph of knockouts, each played to its end."""
BARE = re.compile(r"\b(?:with|had) [\d.]+[.;,](?!\d)|, [\d.]+ ahead of")
"""A total or a lead without its unit."""
CLUMSY = ("{", "[", "never", "+", " 0 slams", "round 0", "beat  ", "  ")
"""What no sentence of a report has in it: a plus is won, and what never happened is not told."""


def numbers(line: Phrase) -> Iterator[Number]:
    yield from (value for _, value in line.values if isinstance(value, Number))


@pytest.fixture(scope="module", params=WHOLE)
def event(request: pytest.FixtureRequest) -> Tournament:
    """An event that is over."""
    return replay(plan_for(request.param), WHOLE[request.param]())


def test_every_number_of_a_report_is_found_at_its_why(event: Tournament) -> None:
    closed = [state for state in event.stages.values() if state.closed]
    assert last_closed(event) in closed
    for state in closed:
        page = report_page(event, state)
        assert page.final
        assert page.parts
        assert str(page.parts[0].title) == "Result"
        for line in [line for part in page.parts for line in part.lines]:
            assert str(line).endswith((".", ").")), str(line)
            assert not BARE.search(str(line)), str(line)
            assert not [each for each in CLUMSY if each in str(line).partition(" (")[0]], str(line)
            for each in numbers(line):
                assert each.why, str(line)
                assert each.value in (exact_text(figure_of(event, each).value), None), str(line)


def test_the_winner_is_who_the_standings_have_first(event: Tournament) -> None:
    for state in event.stages.values():
        if state.closed and not state.plan.play.knockout and not state.plan.play.must_be_won:
            told = [str(line) for line in report_page(event, state).parts[0].lines]
            for field in state.fields:
                best = next(row for row in state.standings(field.name).rows if row.placed)
                assert any(line.startswith(str(who(event, best.contestant))) for line in told), told


def test_every_match_of_a_knockout_is_told_with_who_won_it(event: Tournament) -> None:
    """In a knockout and in a finals system a report tells matches, each once, and no leader of a table."""
    for state in event.stages.values():
        if not state.closed or not (state.plan.play.knockout or state.plan.play.must_be_won):
            continue
        page = report_page(event, state)
        told = [str(line) for line in page.parts[0].lines]
        late = [line for line in told if "corrected score" in line]
        beaten = [line for line in told if line not in late and not line.startswith("There is no winner: ")]
        assert all(" beat " in line or ". The match was decided by " in line for line in beaten)
        assert not [part for part in page.parts if str(part.title) == "Leaders"]
        if (knockout := knockout_page(event, state)) is not None:
            won = [next(each.who for each in match.sides if each.won) for match in knockout.matches]
            assert len(beaten) == len(won)
            assert all(line.startswith(f"{each} ") for line, each in zip(beaten, won, strict=True))
            level = [match for match in knockout.matches if len({each.imps.value for each in match.sides}) == 1]
            assert sum(" tied with " in line or " by forfeit" in line for line in beaten) >= len(level)
            assert len(late) == len(knockout.notes) + sum(bool(match.stands) for match in knockout.matches)


@pytest.fixture
def over() -> Iterator[BookRecord]:
    forget()
    held = hold(SWISS, "autumn", "Autumn Swiss")
    keep(held, rehearsed(SWISS, 12))
    yield held
    forget()


def test_the_page_links_its_numbers_and_has_its_text(client: Client, over: BookRecord) -> None:
    page = client.get("/e/autumn/report/swiss/").content.decode()
    links = {unescape(each) for each in re.findall(r'class="why" href="([^"]+)"', page)}
    assert len(links) > 4
    for each in links:
        assert client.get(each).status_code == 200, each
    text = page.partition("<textarea")[2].partition("</textarea>")[0]
    assert " won with " in text
    assert "<" not in text.partition(">")[2]


def test_of_what_is_in_play_nothing_is_told(client: Client) -> None:
    forget()
    keep(hold(SWISS, "spring", "Spring Swiss"), until(rehearsed(SWISS, 12), "Swiss", 2, 3))
    page = client.get("/e/spring/report/").content.decode()
    assert "when the stage is closed" in page
    assert "/why/" not in page
    BookRecord.objects.update(shown=False)
    assert client.get("/e/spring/report/").status_code == 404
    forget()
