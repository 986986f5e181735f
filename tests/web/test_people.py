"""Persons over events: who is one person and who is not, what is told of them, and what is told of nobody."""

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from django.test import Client

from overtrick.core.event.acts import EntryTaken, Posting
from overtrick.core.event.fold.tournament import replay
from overtrick.core.exact import exact_text
from overtrick.core.model import Player
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.regulations.plan.event_book import plan_for
from overtrick.views.persons import played_in
from overtrick.web.accounts.models import Logged, What
from overtrick.web.accounts.players import register
from overtrick.web.accounts.players.models import BookRead, Tie, Word
from overtrick.web.accounts.players.models import Player as Listed
from overtrick.web.congress.models import BookRecord
from overtrick.web.congress.projections import forget
from overtrick.web.organisations.models import HOME, Member, Organisation, Person, Rank
from web.congresses import hold, keep
from web.desk.conftest import person
from web.rehearsed import SWISS, rehearsed, until

pytestmark = pytest.mark.django_db
NAMES = {"1": ("Tess Alder", "1001", "José Núñez", "1002"), "2": ("Tess Alder", "", "Ann Birch", "1003")}
"""Two who are both called Tess Alder: one has a number."""


def named(postings: list[Posting], names: dict[str, tuple[str, str, str, str]] = NAMES) -> list[Posting]:
    """The same postings, some pairs under names and numbers of their own, and no name of their own as a pair."""

    def told(each: Posting) -> Posting:
        if not isinstance(each.act, EntryTaken) or each.act.contestant not in names:
            return each
        one, first, two, second = names[each.act.contestant]
        return replace(each, act=replace(each.act, name="", players=(Player(one, first), Player(two, second))))

    return [told(each) for each in postings]


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, BookRecord]]:
    """A Swiss that is over, and one in the middle of its second round."""
    forget()
    monkeypatch.setattr(register, "PACE", register.PACE * 0)
    monkeypatch.setattr(register, "SECONDS", 60.0)  # a busy machine lists both, too
    over = hold(SWISS, "autumn", "Autumn Swiss")
    keep(over, named(rehearsed(SWISS, 12)))
    going = hold(SWISS, "spring", "Spring Swiss")
    keep(going, until(named(rehearsed(SWISS, 12)), "Swiss", 2, 3))
    yield {"over": over, "going": going}
    forget()


@pytest.fixture
def desk(events: dict[str, BookRecord]) -> Client:
    owner = person("owner")
    Member.objects.create(user=owner, organisation=Organisation.objects.get(slug=HOME), rank=Rank.OWNER)
    client = Client()
    client.force_login(owner)
    return client


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def test_a_number_is_one_person_and_a_bare_name_is_not_merged(client: Client, events: dict[str, BookRecord]) -> None:
    page = text(client, "/p/home/1001/")
    assert "Tess Alder" in page
    assert "Autumn Swiss" in page
    assert "Spring Swiss" in page
    assert "Listed under the same name" in page
    assert "Without a federation number we cannot be sure whose entries these are: they may be someone else’s" in page
    assert "/p/home/1002/" in page, "the partner has a page of his own"
    assert "2 events" in page


def test_what_is_told_is_what_the_event_says(client: Client, events: dict[str, BookRecord]) -> None:
    event = replay(plan_for(SWISS), named(rehearsed(SWISS, 12)))
    [mine] = [each for each in played_in(event) if each.number == "1001"]
    [result] = mine.results
    page = text(client, "/p/home/1001/")
    assert re.search(rf'href="/e/autumn/why/{result.total.why}/"[^>]*>{re.escape(str(result.total))}</a>', page)
    assert client.get(f"/e/autumn/why/{result.total.why}/").status_code == 200
    assert client.get(f"/e/autumn/why/{result.place.why}/").status_code == 200
    state = event.stage("Swiss")
    row = state.standings(state.field_of("1")).row("1")
    assert (result.place.text, result.total.value) == (row.place_text, exact_text(row.total.value))
    assert result.top == "20"
    assert "VPs per match, out of 20" in page


def test_numbers_and_days_are_as_the_language_writes_them(client: Client, events: dict[str, BookRecord]) -> None:
    there = re.search(r'<strong class="mean">([^<]+)<', text(client, "/p/home/1001/"))
    french = text(client, "/fr/p/home/1001/")
    assert there is not None
    assert f'<strong class="mean">{there[1].replace(".", ",")}<' in french
    assert not re.search(r"<time[^>]*>\d{4}-\d\d-\d\d<", french)


def test_of_a_stage_in_play_no_place_and_no_total_is_told(client: Client, events: dict[str, BookRecord]) -> None:
    BookRecord.objects.filter(slug="autumn").update(shown=False)
    page = text(client, "/p/home/1001/")
    assert "There is no final place to show" in page
    assert "VPs" not in page
    assert "/why/" not in page


def test_a_hidden_event_is_nowhere_at_once(client: Client, events: dict[str, BookRecord]) -> None:
    assert "Autumn" in text(client, "/p/home/1001/")
    assert "Autumn" in text(client, "/find/?q=alder")
    BookRecord.objects.filter(slug="autumn").update(shown=False)
    assert "Autumn" not in text(client, "/p/home/1001/")
    assert "Autumn" not in text(client, "/find/?q=alder")
    assert "Autumn" not in text(client, "/find/?q=birch")
    assert "/e/autumn/" not in text(client, "/find/?q=autumn")
    BookRecord.objects.update(shown=False)
    assert client.get("/p/home/1001/").status_code == 404
    assert "Nothing found" in text(client, "/find/?q=winter")


def test_the_register_is_made_again_from_the_books(client: Client, events: dict[str, BookRecord]) -> None:
    before = text(client, "/p/home/1001/")
    for table in (Listed, Word, BookRead):
        table.objects.all().delete()
    assert text(client, "/p/home/1001/") == before


def test_a_renamed_event_is_found_under_its_new_name(client: Client, events: dict[str, BookRecord]) -> None:
    assert "/e/autumn/" in text(client, "/find/?q=autu")
    record = BookRecord.objects.get(slug="autumn")
    record.title = "Bathurst Plate"
    record.save()
    assert "/e/autumn/" in text(client, "/find/?q=bathurst")
    assert "/e/autumn/" not in text(client, "/find/?q=autu")


@pytest.mark.parametrize("asked", ["alder tess", "Tess Ald", "TESS", "1001"])
def test_a_person_is_found_in_any_order_and_by_how_words_begin(
    client: Client, events: dict[str, BookRecord], asked: str
) -> None:
    assert "/p/home/1001/" in text(client, f"/find/?q={asked}")


@pytest.mark.parametrize("asked", ["nunez", "Jose", "núñ", "NUNEZ jo"])
def test_accents_do_not_matter(client: Client, events: dict[str, BookRecord], asked: str) -> None:
    page = text(client, f"/find/?q={asked}")
    assert "/p/home/1002/" in page
    assert "José Núñez" in page


def test_a_search_is_bounded_and_takes_anything(client: Client, events: dict[str, BookRecord]) -> None:
    page = text(client, "/find/?q=player")
    assert page.count("<li>") <= 4 * 30
    assert "There is more" not in page
    for asked in ("", "a", "%", "_", "' OR 1=1", "x" * 5000, "a b c d e f g h i j", "{x}", "<script>"):
        assert "<script>alert" not in text(client, f"/find/?q={asked}")
    assert "Type at least two letters" in text(client, "/find/?q=a")


def test_one_organisation_finds_its_own_alone(client: Client, events: dict[str, BookRecord]) -> None:
    Organisation.objects.create(number=2, slug="nsw", name="Other")
    assert "/p/home/1001/" in text(client, "/o/home/find/?q=alder")
    assert "Nothing found" in text(client, "/o/nsw/find/?q=alder")
    assert client.get("/p/nsw/1001/").status_code == 404


def test_an_official_hides_a_person_and_it_is_logged(
    client: Client, desk: Client, events: dict[str, BookRecord]
) -> None:
    here = "/desk/o/home/people/of/1001/"
    assert "Autumn Swiss" in text(desk, here)
    assert desk.post(here, {"page": "hide", "reason": "asked by mail"}).status_code == 302
    assert client.get("/p/home/1001/").status_code == 404
    found = text(client, "/find/?q=alder tess")
    assert "/p/home/1001/" not in found
    assert "/e/autumn/pair/1/" not in found
    assert "/e/autumn/pair/2/" in found, "the other Tess Alder is not hidden"
    assert "Tess Alder" not in text(client, "/p/home/1002/").partition("Partners")[2]
    assert "Tess Alder" in text(client, "/e/autumn/pair/1/"), "names in events stay as the book has them"
    for elsewhere in ("/fr/find/?q=alder tess", "/o/home/find/?q=1001", "/find/?q=1001", "/o/home/news.atom", "/"):
        assert "/p/home/1001/" not in text(client, elsewhere), elsewhere
    assert client.get("/zh/p/home/1001/").status_code == 404
    assert not re.search(r'"/api/[^"]*(person|people)', text(client, "/api/openapi.json"))
    for route in ("", "/contestants", "/standings", "/scorecard/1", "/race"):
        assert "1001" not in text(client, f"/api/events/autumn{route}"), "nobody's number leaves by a program's door"
    line = Logged.objects.get(what=What.PERSON_HIDDEN)
    assert "1001 asked by mail" in line.about
    assert line.organisation == DEFAULT
    assert desk.post(here, {"page": "show"}).status_code == 302
    assert "Tess Alder" in text(client, "/p/home/1001/")


def test_an_entry_is_tied_and_untied_and_the_book_is_not_touched(
    client: Client, desk: Client, events: dict[str, BookRecord]
) -> None:
    here = "/desk/o/home/people/of/1001/"
    assert "Entries that may be this player’s" in text(desk, here)
    other = Listed.objects.get(record="autumn", contestant="2", seat=0)
    assert desk.post(here, {"tie": other.pk}).status_code == 302
    page = text(client, "/p/home/1001/")
    assert "/e/autumn/pair/2/" in page
    assert "Ann Birch" in page
    mine = Listed.objects.get(record="autumn", contestant="1", seat=0)
    assert desk.post(here, {"untie": mine.pk}).status_code == 302
    page = text(client, "/p/home/1001/")
    assert "/e/autumn/pair/1/" not in page.partition("Listed under")[0]
    assert {each.what for each in Logged.objects.all()} >= {What.ENTRY_TIED, What.ENTRY_UNTIED}
    assert Tie.objects.count() == 2


def test_a_line_of_the_list_is_a_person_once_it_is_tied(
    client: Client, desk: Client, events: dict[str, BookRecord]
) -> None:
    line = Person.objects.create(organisation=Organisation.objects.get(slug=HOME), name="Tess Alder of Bega")
    here = f"/desk/o/home/people/of/line-{line.pk}/"
    assert client.get(f"/p/home/line-{line.pk}/").status_code == 404
    text(desk, here)
    other = Listed.objects.get(record="autumn", contestant="2", seat=0)
    desk.post(here, {"tie": other.pk})
    page = text(client, f"/p/home/line-{line.pk}/")
    assert "of Bega" not in page, "what the list says of somebody is not public"
    desk.post(f"/desk/o/home/people/{line.pk}/", {"name": line.name, "number": "2002"})
    assert client.get(f"/p/home/line-{line.pk}/").headers["Location"] == "/p/home/2002/"
    assert "Tess Alder" in text(client, "/p/home/2002/")
    with use_organisation(DEFAULT):
        desk.post(f"/desk/o/home/people/{line.pk}/", {"take_off": "1"})
    assert client.get(f"/p/home/line-{line.pk}/").status_code == 404
