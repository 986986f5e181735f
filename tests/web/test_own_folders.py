"""Folders of rules of an organisation's own: a zip archive at the desk, kept in editions, played by, nobody else's."""

import stat
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_BZIP2, ZIP_DEFLATED, ZIP_LZMA, ZipFile, ZipInfo

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from asking import Ask
from overtrick.core import limits
from overtrick.core.event.acts import EventOpened
from overtrick.ledger.durable.models import KeptEdition
from overtrick.ledger.durable.tenancy import DEFAULT, use_organisation
from overtrick.ledger.texts import ChangedText
from overtrick.web.api.tokens import new_token
from overtrick.web.congress.creation import open_book, opening_act
from overtrick.web.congress.models import BookRecord, Congress, Official, Role
from overtrick.web.congress.projections import event_projection, forget
from overtrick.web.congress.rules import adoptable, notice_of
from overtrick.web.organisations import rule_folders
from overtrick.web.organisations.models import Member, Organisation, OwnFolder, Rank, home_number
from overtrick.web.organisations.requests import forget_organisations
from overtrick.web.organisations.rule_files import own_edition
from web.congresses import entered
from web.desk.conftest import person

pytestmark = pytest.mark.django_db
RULEBOOKS = Path(__file__).parents[2] / "rulebooks"
FOLDERS, NEW = "/desk/o/home/folders/", "/desk/spring/new/"
NAME, EVENT = "danish-monrad", "danish-monrad/monrad-pairs"


def texts_of(name: str = NAME) -> dict[str, str]:
    folder = RULEBOOKS / name
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in folder.rglob("*.toml")}


def packed(files: Mapping[str, str | bytes], within_folder: str = f"{NAME}/", how: int = ZIP_DEFLATED) -> bytes:
    made = BytesIO()
    with ZipFile(made, "w", how) as archive:
        for path, text in files.items():
            archive.writestr(f"{within_folder}{path}", text)
    return made.getvalue()


def hand_in(client: Client, data: bytes, name: str = f"{NAME}.zip") -> HttpResponse:
    answer: HttpResponse = client.post(FOLDERS, {"folder": SimpleUploadedFile(name, data)})  # type: ignore[assignment]
    return answer


def set_up(client: Client, slug: str = "monrad") -> None:
    chosen = {"choice 7 rounds of 4 boards": "on"}
    client.post(NEW, {"rules": EVENT, "title": "Winter Monrad", "slug": slug, "key": f"key-{slug}", **chosen})


def plays(held: BookRecord) -> str:
    """What an event is by the rules it goes by."""
    forget()
    return event_projection(held).event.any_plan().name


@pytest.fixture
def kim() -> Iterator[Client]:
    """The owner of the house, with a congress; and another organisation with its own owner and congress."""
    forget()
    forget_organisations()
    rule_folders._read.clear()
    home_number()
    nsw = Organisation.objects.create(number=2, slug="nsw", name="Other Organisation")
    ours = Congress.objects.create(slug="spring", name="Spring Congress")
    theirs = Congress.objects.create(slug="nsw.spring", name="Their Congress", organisation=nsw)
    for name, congress in (("kim", ours), ("pat", theirs)):
        Member.objects.create(user=person(name), organisation=congress.organisation, rank=Rank.OWNER)
        Official.objects.create(user=person(name), congress=congress, role=Role.ORGANISER)
    client = Client()
    client.force_login(person("kim"))
    yield client
    forget()


def test_a_folder_is_checked_kept_listed_described_and_played_by(kim: Client) -> None:
    assert hand_in(kim, packed(texts_of())).status_code == 302
    page = kim.get(FOLDERS, follow=True).content.decode()
    assert "saved. You can now use its events" in page
    assert "cited as DKMON" in page
    described = kim.get(f"{FOLDERS}{NAME}/").content.decode()
    assert EVENT in described
    assert '<span class="quiet">1.1</span>' in described
    listed = kim.get(NEW).content.decode()
    assert f"?rules={EVENT.replace('/', '%2F')}" in listed or f"?rules={EVENT}" in listed
    assert EVENT.partition("/")[2] in kim.get(f"{NEW}?q=monrad").content.decode()
    assert kim.get(f"{NEW}?rules={EVENT}").status_code == 200
    set_up(kim)
    with use_organisation(DEFAULT):
        held = BookRecord.objects.get(slug="monrad")
        state = event_projection(held).event
        assert isinstance(state.opened, EventOpened)
        assert KeptEdition.objects.filter(fingerprint=state.opened.rules).exists(), "its texts are kept with the book"
        entered(held, 12)
        assert plays(held) == "Monrad Pairs"
        assert notice_of(event_projection(held).event) == ""
    conditions = Client().get("/e/monrad/conditions/").content.decode()
    assert "Monrad" in conditions
    assert [Client().get(page).status_code for page in ("/e/monrad/", "/c/spring/")] == [200, 200]


def test_an_archive_without_a_folder_is_called_as_its_file_is(kim: Client) -> None:
    assert hand_in(kim, packed(texts_of(), ""), f"C:\\fakepath\\{NAME} (2).zip").status_code == 302
    assert OwnFolder.objects.get().name == NAME


def test_what_systems_put_into_every_archive_is_left_out(kim: Client) -> None:
    files: dict[str, str | bytes] = {**texts_of(), ".DS_Store": b"\0\1", "events/.DS_Store": b"\0\1"}
    made = BytesIO(packed(files))
    with ZipFile(made, "a") as archive:
        archive.writestr(f"__MACOSX/{NAME}/._document.toml", b"\0\5\x16\7")
        archive.mkdir(f"{NAME}/readings")
    assert hand_in(kim, made.getvalue()).status_code == 302


def test_every_fault_of_every_file_stands_by_its_line_in_one_wave(kim: Client) -> None:
    texts = texts_of()
    event = next(path for path in texts if path.startswith("events/"))
    texts["document.toml"] = texts["document.toml"].replace("title", "titel", 1)
    texts["scoring.toml"] = texts["scoring.toml"].replace("clause", "claus", 1)
    texts[event] = texts[event].replace("ranking", "rankng", 1)
    answer = hand_in(kim, packed(texts))
    page = answer.content.decode()
    assert answer.status_code == 422
    for path, word in (("document.toml", "titel"), ("scoring.toml", "claus "), (event, "rankng")):
        line = next(number for number, each in enumerate(texts[path].splitlines(), start=1) if word in each)
        assert f"<b>{NAME}/{path}, line {line}</b>" in page
    assert not OwnFolder.objects.exists()


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"document.toml": 'cite = "NSWSP"\ntitle = "x"\nbody = "x"\nissued = "x"\n'}, "cite this document otherwise"),
        ({"events/other.toml": 'like = "x"'}, "fault"),
        ({"scoring.toml": "[[scoring]]\nname = 3\n[scale]\nid = 4\n"}, "fault"),
        ({"flow.toml": "nothing = 1"}, "fault"),
        ({"selection.toml": "nothing = 1"}, "fault"),
        ({"clauses.toml": "[[clause"}, "not TOML"),
        ({"clauses.toml": "x = " + "[" * 5000 + "]" * 5000}, "too deep"),
    ],
    ids=["cited as another", "no event", "unnamed", "flow", "selection", "no TOML", "deep"],
)
def test_what_rules_check_refuses_is_not_kept(kim: Client, changed: dict[str, str], told: str) -> None:
    answer = hand_in(kim, packed({**texts_of(), **changed}))
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not OwnFolder.objects.exists()


def test_a_folder_that_ships_is_not_taken_for_ones_own(kim: Client) -> None:
    answer = hand_in(kim, packed(texts_of(), "laws-2017/"), "laws-2017.zip")
    assert (answer.status_code, "Overtrick already has a folder called" in answer.content.decode()) == (422, True)


def linked() -> bytes:
    made = BytesIO(packed(texts_of()))
    link = ZipInfo(f"{NAME}/events/link.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with ZipFile(made, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    return made.getvalue()


def locked() -> bytes:
    data = bytearray(packed(texts_of()))
    data[data.rindex(b"PK\1\2") + 8] |= 1
    return bytes(data)


def lying() -> bytes:
    """An archive whose directory says that its text is short."""
    data = bytearray(packed({"document.toml": b"#" * 5_000_000}))
    place = data.rindex(b"PK\1\2") + 24
    data[place : place + 4] = (10).to_bytes(4, "little")
    return bytes(data)


def twice() -> bytes:
    made = BytesIO(packed(texts_of()))
    with ZipFile(made, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(f"{NAME}/document.toml", "cite = 'OTHER'")
    return made.getvalue()


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "nothing": (lambda: b"", "This is not a readable zip archive"),
    "no archive": (lambda: b"PK\3\4 and so on", "This is not a readable zip archive"),
    "cut off": (lambda: packed(texts_of())[:-300], "This is not a readable zip archive"),
    "large": (lambda: b"PK" + b"\0" * limits.FOLDER, "too large"),
    "bomb": (lambda: packed({**texts_of(), "big.toml": b"#" * 50_000_000}), "The archive is too large"),
    "lying": (lying, ""),
    "many": (lambda: packed({f"{n}.toml": "" for n in range(limits.FOLDER_FILES + 1)}), "at most 200"),
    "out of it": (lambda: packed({**texts_of(), "../../evil.toml": ""}), "” is not a valid path"),
    "from the root": (lambda: packed({"document.toml": "", "x.toml": ""}, "/etc/"), "” is not a valid path"),
    "backslash": (lambda: packed({**texts_of(), "events\\x.toml": ""}), "” is not a valid path"),
    "link": (linked, "is a link"),
    "password": (locked, "needs a password"),
    "bzip2": (lambda: packed(texts_of(), how=ZIP_BZIP2), "” uses an unsupported compression method"),
    "lzma": (lambda: packed(texts_of(), how=ZIP_LZMA), "” uses an unsupported compression method"),
    "a program": (lambda: packed({**texts_of(), "rules.py": "print()"}), "is not a .toml file"),
    "an archive in it": (lambda: packed({**texts_of(), "more.zip": packed({})}), "is not a .toml file"),
    "deeper": (lambda: packed({**texts_of(), "a/b/c.toml": ""}), "” does not belong in a rules folder"),
    "a name": (lambda: packed({**texts_of(), "events/\N{SNOWMAN}.toml": ""}), "” does not belong in a rules folder"),
    "no document": (lambda: packed({"scoring.toml": ""}), "no document.toml"),
    "two": (lambda: packed({**texts_of(), "events/document.toml": ""}), "2 rules folders"),
    "beside it": (lambda: packed({f"{NAME}/document.toml": "", "x.toml": ""}, ""), "is not in the folder"),
    "called": (lambda: packed(texts_of(), "My Club/"), "cannot be called"),
    "no events": (lambda: packed({"document.toml": texts_of()["document.toml"]}), "has no events"),
    "twice": (twice, "2 rules folders"),
    "no UTF-8": (lambda: packed({**texts_of(), "ranking.toml": "é".encode("latin-1")}), "must be in UTF-8"),
    "nul": (lambda: packed({**texts_of(), "ranking.toml": b"a = 1\0"}), "is not a text file"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_archive_is_refused_with_what_to_do(kim: Client, kind: str) -> None:
    make, told = HOSTILE[kind]
    answer = hand_in(kim, make())
    assert answer.status_code == 422
    assert told in answer.content.decode()
    assert not OwnFolder.objects.exists()


def test_a_form_without_a_file_is_refused(kim: Client) -> None:
    assert kim.post(FOLDERS).status_code == 422


def later(texts: dict[str, str]) -> dict[str, str]:
    """A later edition, in which the event is called otherwise."""
    event = next(path for path in texts if path.startswith("events/"))
    return {**texts, event: texts[event].replace('"Monrad Pairs"', '"Monrad of the Year"')}


def test_a_newer_edition_changes_no_book_until_it_is_adopted(kim: Client) -> None:
    hand_in(kim, packed(texts_of()))
    set_up(kim)
    assert hand_in(kim, packed(texts_of())).status_code == 422, "the same again is no new edition"
    with use_organisation(DEFAULT):
        held = BookRecord.objects.get(slug="monrad")
        entered(held, 12)
        before, edition = plays(held), event_projection(held).event.edition
    assert hand_in(kim, packed(later(texts_of()))).status_code == 302
    assert [each.current for each in OwnFolder.objects.order_by("pk")] == [False, True]
    with use_organisation(DEFAULT):
        assert (plays(held), event_projection(held).event.edition) == (before, edition)
        newer = own_edition(EVENT, DEFAULT)
        assert newer is not None
        assert newer.hash != edition
        assert adoptable(event_projection(held).event) is newer
    set_up(kim, "later")
    with use_organisation(DEFAULT):
        assert plays(BookRecord.objects.get(slug="later")) == "Monrad of the Year" != before
    first = OwnFolder.objects.order_by("pk")[0]
    archive = ZipFile(BytesIO(kim.get(f"{FOLDERS}zip/{first.pk}/").content))
    assert {name.removeprefix(f"{NAME}/"): archive.read(name).decode() for name in archive.namelist()} == texts_of()


def test_a_book_that_was_being_opened_while_a_newer_edition_came_keeps_what_it_was_opened_by(kim: Client) -> None:
    hand_in(kim, packed(texts_of()))
    with use_organisation(DEFAULT):
        congress = Congress.objects.get(slug="spring")
        act = opening_act(EVENT, "Winter Monrad", congress)
        hand_in(kim, packed(later(texts_of())))
        held = open_book(
            BookRecord(slug="monrad", congress=congress, rules=EVENT, title="Winter Monrad"), [act], "kim", "key"
        )
        assert notice_of(event_projection(held).event) == ""
        assert plays(held) == "Monrad Pairs"


def test_what_is_retired_is_offered_no_more_and_its_events_go_on(kim: Client) -> None:
    hand_in(kim, packed(texts_of()))
    set_up(kim)
    assert kim.post(FOLDERS, {"retire": NAME}).status_code == 302
    set_up(kim, "again")
    assert not BookRecord.objects.filter(slug="again").exists()
    assert kim.get(f"{FOLDERS}{NAME}/").status_code == 404
    with use_organisation(DEFAULT):
        held = BookRecord.objects.get(slug="monrad")
        entered(held, 12)
        assert plays(held) == "Monrad Pairs"
    pages = ("/e/monrad/", "/e/monrad/conditions/", "/c/spring/", "/desk/spring/again/?event=monrad")
    assert [kim.get(page, follow=True).status_code for page in pages] == [200] * 4


def test_nobody_else_is_offered_it(kim: Client) -> None:
    hand_in(kim, packed(texts_of()))
    pat = Client()
    pat.force_login(person("pat"))
    assert EVENT not in pat.get("/desk/nsw.spring/new/").content.decode()
    assert EVENT not in pat.get("/desk/nsw.spring/new/?q=monrad").content.decode()
    pat.post("/desk/nsw.spring/new/", {"rules": EVENT, "slug": "monrad", "key": "k"})
    assert not BookRecord.objects.filter(slug="nsw.monrad").exists()
    number = OwnFolder.objects.get().pk
    assert [pat.get(page).status_code for page in (FOLDERS, f"{FOLDERS}{NAME}/", f"{FOLDERS}zip/{number}/")] == [
        403
    ] * 3
    for page in (f"/desk/o/nsw/folders/{NAME}/", f"/desk/o/nsw/folders/zip/{number}/"):
        assert pat.get(page).status_code == 404
    assert hand_in(pat, packed(later(texts_of()))).status_code == 403
    with use_organisation(DEFAULT):
        assert OwnFolder.objects.count() == 1


def test_a_program_holds_an_event_by_it(kim: Client) -> None:
    hand_in(kim, packed(texts_of()))
    for who, where, status in (("kim", "spring", 201), ("pat", "nsw.spring", 422)):
        answer = Client().post(
            f"/api/congresses/{where}/events",
            {"rules": EVENT, "slug": "monrad"},
            content_type="application/json",
            headers={"Authorization": f"Bearer {new_token(person(who), 'a program')}"},
        )
        assert answer.status_code == status, answer.content


def test_another_process_that_has_it_not_read_yet_finds_it_by_what_it_holds(kim: Client) -> None:
    hand_in(kim, packed(texts_of()))
    kept = rule_folders.standing_edition(OwnFolder.objects.get())
    assert rule_folders.standing_edition(OwnFolder.objects.get()) is kept
    rule_folders._read.clear()
    assert rule_folders.standing_edition(OwnFolder.objects.get()).hash == kept.hash


def test_a_folder_that_somebody_changed_in_the_database_is_not_played_by(kim: Client) -> None:
    hand_in(kim, packed(texts_of()))
    rule_folders._read.clear()
    row = OwnFolder.objects.get()
    OwnFolder.objects.update(texts={**row.texts, "ranking.toml": ""})
    with use_organisation(DEFAULT), pytest.raises(ChangedText):
        rule_folders.standing_edition(OwnFolder.objects.get())


def test_an_organisation_has_no_more_than_so_many(kim: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rule_folders, "EDITIONS", 1)
    assert hand_in(kim, packed(texts_of())).status_code == 302
    answer = hand_in(kim, packed(later(texts_of())))
    assert (answer.status_code, "has saved 1 edition of its folders" in answer.content.decode()) == (422, True)
    OwnFolder.objects.update(name="another")
    monkeypatch.setattr(rule_folders, "MOST", 1)
    answer = hand_in(kim, packed(later(texts_of())))
    assert (answer.status_code, "already has 1 folder, the most it can have" in answer.content.decode()) == (422, True)


def test_a_folder_is_taken_in_listed_and_retired_at_the_prompt(
    kim: Client, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("overtrick.web.server.run.prepare", lambda: None)
    ask = Ask(monkeypatch, capsys)
    code, out, _ = ask(f"organisation folder home {RULEBOOKS / NAME}")
    assert (code, "Monrad pairs is saved for home: danish-monrad, edition " in out) == (0, True)
    assert "DKMON" in ask("organisation folders home")[1]
    assert "Monrad pairs" in kim.get(FOLDERS).content.decode()
    assert "DKMON" not in ask(f"organisation folders home --retire {NAME}")[1]
    assert ask("organisation folders nothing")[0] == 2
