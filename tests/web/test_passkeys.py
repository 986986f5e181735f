"""Passkeys as a second factor: added with the password, shown for one challenge, good under one name of the server."""

import re
from time import time

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from django.contrib.auth.models import User
from django.test import Client

from overtrick.web.accounts import administration, passkeys, second_factor, throttle
from overtrick.web.accounts.models import Logged, Paper, Passkey, What
from web.authenticator import FLAG, Key, asked

pytestmark = pytest.mark.django_db
PASSWORD = "three clubs and a heart"  # noqa: S105 - a test's own
SECOND, ADD = "/sign-in/second/", "/account/passkey/"


def at_home(host: str = "localhost") -> Client:
    return Client(headers={"Host": host})


def with_password(host: str = "localhost") -> tuple[Client, str]:
    """Who has given the password, and the page that asks for the second factor."""
    client = at_home(host)
    assert client.post("/sign-in/", {"name": "kim", "password": PASSWORD}).status_code == 302
    return client, client.get(SECOND).content.decode()


def adding(name: str = "My laptop", client: Client | None = None) -> tuple[Client, str]:
    """Who is about to add a passkey, and the page that asks the browser for it."""
    if client is None:
        client = at_home()
        client.force_login(User.objects.get())
    client.post("/account/second/", {"do": "passkey", "name": name, "old": PASSWORD})
    return client, client.get(ADD).content.decode()


def added(key: Key) -> list[str]:
    """Add a key through the pages; the codes on paper that are shown."""
    client, page = adding()
    told = client.post(ADD, {"answer": key.makes(page)}, follow=True)
    assert told.status_code == 200
    return re.findall(r"<code>(\w{4}-\w{4}-\w{4})</code>", told.content.decode())


@pytest.fixture
def kim() -> User:
    return User.objects.create_user("kim", password=PASSWORD)


@pytest.fixture
def key(kim: User) -> Key:
    made = Key()
    added(made)
    return made


def test_it_is_added_with_the_password_and_shown_in_the_list(kim: User) -> None:
    client = at_home()
    client.force_login(kim)
    assert client.get(ADD).headers["Location"] == "/account/second/", "the password comes first"
    assert client.post("/account/second/", {"do": "passkey", "name": "x", "old": "a guess"}).status_code == 422
    assert client.get(ADD).headers["Location"] == "/account/second/"
    assert len(added(Key())) == 10, "with the first factor come the codes on paper"
    assert client.get("/account/second/").status_code == 302, "other browsers are signed out"
    client.force_login(kim)
    assert "My laptop" in client.get("/account/second/").content.decode()
    assert added(Key()) == [], "with another one the codes stay as they are"
    assert Logged.objects.filter(what=What.PASSKEY_ADDED, about="My laptop, for localhost").count() == 2


def test_it_opens_after_the_password_and_nothing_opens_without(kim: User, key: Key) -> None:
    client, page = with_password()
    assert client.get("/desk/").status_code == 302
    assert [each["type"] for each in asked(page)["allowCredentials"]] == ["public-key"]
    answer = client.post(SECOND, {"answer": key.shows(page), "next": "/account/"})
    assert answer.headers["Location"] == "/account/"
    assert client.get("/desk/").status_code == 200
    assert Logged.objects.get(what=What.SIGNED_IN, user=kim, about__contains="by").about == "by the passkey “My laptop”"
    assert Passkey.objects.get().used


def test_an_answer_opens_once(key: Key) -> None:
    client, page = with_password()
    answer = key.shows(page)
    assert client.post(SECOND, {"answer": answer}).status_code == 302
    for again in (with_password()[0], client):
        assert again.post(SECOND, {"answer": answer}).status_code in (302, 401)
    assert with_password()[0].post(SECOND, {"answer": answer}).status_code == 401


def test_a_challenge_is_gone_after_one_answer_right_or_wrong(key: Key) -> None:
    key.counting = False
    client, page = with_password()
    good = key.shows(page)
    assert client.post(SECOND, {"answer": "{}"}).status_code == 401
    assert client.post(SECOND, {"answer": good}).status_code == 401


def test_a_challenge_waits_for_five_minutes(key: Key, monkeypatch: pytest.MonkeyPatch) -> None:
    client, page = with_password()
    monkeypatch.setattr(passkeys, "time", lambda: time() + passkeys.PATIENCE + 1)
    assert client.post(SECOND, {"answer": key.shows(page)}).status_code == 401


@pytest.mark.parametrize(
    "otherwise",
    [
        {"origin": "http://evil.test"},
        {"origin": "https://localhost"},
        {"origin": "http://localhost:81"},
        {"host": "evil.test"},
        {"challenge": b"0123456789abcdef0123456789abcdef"},
        {"private": ec.generate_private_key(ec.SECP256R1())},
        {"flags": FLAG(0)},
        {"kind": "webauthn.create"},
        {"cross": True},
    ],
    ids=lambda each: " ".join(f"{word} {type(said).__name__}" for word, said in each.items()),
)
def test_what_is_not_the_answer_to_this_question_is_refused(key: Key, otherwise: dict[str, object]) -> None:
    client, page = with_password()
    assert client.post(SECOND, {"answer": key.shows(page, **otherwise)}).status_code == 401
    assert client.get("/desk/").status_code == 302
    assert Logged.objects.get(what=What.WRONG).about.startswith("as kim, with the right password; passkey: ")


@pytest.mark.parametrize(
    "answer",
    ["", "[]", "null", "x" * 70_000, "[" * 60_000, '{"rawId": 5}', '{"rawId": "AA", "response": {}}',
     '{"rawId": "AA", "response": {"clientDataJSON": "e30", "signature": "AA", "authenticatorData": "AA"}}'],
    ids=lambda each: each[:20],
)  # fmt: skip
def test_what_is_no_answer_at_all_is_refused_in_words(key: Key, answer: str) -> None:
    client, _ = with_password()
    told = client.post(SECOND, {"answer": answer})
    assert told.status_code == 401
    assert "was not accepted" in told.content.decode()
    client, _ = adding()
    told = client.post(ADD, {"answer": answer})
    assert told.status_code == 422
    assert "was not added" in told.content.decode()


@pytest.mark.parametrize("otherwise", [{"origin": "http://evil.test"}, {"host": "evil.test"}, {"cross": True}], ids=str)
def test_a_key_made_for_another_page_is_not_added(kim: User, otherwise: dict[str, object]) -> None:
    client, page = adding()
    assert client.post(ADD, {"answer": Key().makes(page, **otherwise)}).status_code == 422
    assert not Passkey.objects.exists()


def test_a_key_is_somebodys_once(kim: User, key: Key) -> None:
    other = User.objects.create_user("pat", password=PASSWORD)
    client = at_home()
    client.force_login(other)
    client, page = adding(client=client)
    told = client.post(ADD, {"answer": key.makes(page)})
    assert (told.status_code, "already" in told.content.decode()) == (422, True)


def test_a_copy_whose_counter_lags_is_refused(key: Key) -> None:
    client, page = with_password()
    assert client.post(SECOND, {"answer": key.shows(page)}).status_code == 302
    key.count = 1
    client, page = with_password()
    told = client.post(SECOND, {"answer": key.shows(page)})
    assert (told.status_code, "its counter did not advance" in told.content.decode()) == (401, True)


def test_a_key_without_a_counter_is_good_again_and_again(kim: User) -> None:
    key = Key(counting=False)
    added(key)
    for _ in range(2):
        client, page = with_password()
        assert client.post(SECOND, {"answer": key.shows(page)}).status_code == 302


def test_guesses_count_as_those_of_codes(key: Key) -> None:
    client, _ = with_password()
    told = [client.post(SECOND, {"answer": "{}"}).status_code for _ in range(throttle.HERE)]
    assert told[-1] == 429
    page = client.get(SECOND).content.decode()
    assert client.post(SECOND, {"answer": key.shows(page)}).status_code == 429


def test_a_code_on_paper_is_the_way_back(kim: User) -> None:
    papers = added(Key())
    client, _ = with_password()
    assert client.post(SECOND, {"code": papers[3]}).status_code == 302
    assert client.get("/desk/").status_code == 200


def test_removing_the_last_one_switches_the_second_factor_off(kim: User, key: Key) -> None:
    client, page = with_password()
    client.post(SECOND, {"answer": key.shows(page)})
    number = Passkey.objects.get().pk
    sent = {"do": "remove", "passkey": number, "old": "a guess"}
    assert client.post("/account/second/", sent).status_code == 422
    assert client.post("/account/second/", {**sent, "old": PASSWORD}).status_code == 302
    assert not second_factor.is_enabled(kim)
    assert not Paper.objects.exists()
    assert Logged.objects.filter(what=What.PASSKEY_REMOVED).count() == 1


def test_nobody_removes_anothers(kim: User, key: Key) -> None:
    other = User.objects.create_user("pat", password=PASSWORD)
    client = at_home()
    client.force_login(other)
    client.post("/account/second/", {"do": "remove", "passkey": Passkey.objects.get().pk, "old": PASSWORD})
    assert Passkey.objects.exists()


def test_the_phone_switched_off_leaves_the_passkey_and_the_papers(kim: User, key: Key) -> None:
    client, page = with_password()
    client.post(SECOND, {"answer": key.shows(page)})
    client.post("/account/second/", {"do": "off", "old": PASSWORD})
    assert (second_factor.is_enabled(kim), Paper.objects.count()) == (True, 10)
    page = client.post("/account/second/", {"do": "papers", "old": PASSWORD}).content.decode()
    assert len(re.findall(r"<code>(\w{4}-\w{4}-\w{4})</code>", page)) == 10
    assert Paper.objects.count() == 10


def test_the_prompt_switches_all_of_it_off(kim: User, key: Key) -> None:
    administration.second_off(kim, "the prompt")
    assert not Passkey.objects.exists()
    assert not second_factor.is_enabled(kim)


def test_under_another_name_the_passkey_is_not_asked_for_and_codes_are(key: Key) -> None:
    client, page = with_password("hall.test")
    assert "data-asked" not in page
    assert "Your passkeys work only on localhost" in page
    assert client.post(SECOND, {"answer": "{}"}).status_code == 401


@pytest.mark.parametrize(
    ("host", "why"),
    [
        ("192.168.0.5", "Passkeys do not work with a numeric address like"),
        ("127.0.0.1", "a numeric address"),
        ("hall.test", "Passkeys need HTTPS"),
    ],
)
def test_where_browsers_offer_none_the_page_says_so_and_offers_the_phone(kim: User, host: str, why: str) -> None:
    client = at_home(host)
    client.force_login(kim)
    page = client.get("/account/second/").content.decode()
    assert why in page
    assert "Add a passkey" not in page
    assert "Set up phone codes" in page
    client.post("/account/second/", {"do": "passkey", "name": "x", "old": PASSWORD})
    assert client.get(ADD).status_code == 302


def test_behind_a_proxy_the_address_that_the_server_was_told_of_counts(kim: User, settings: object) -> None:
    settings.URL = "https://bridge.example.org/"  # type: ignore[attr-defined]  # pytest-django's own
    client = at_home("bridge.example.org")
    client.force_login(kim)
    client, page = adding(client=client)
    key = Key(origin="https://bridge.example.org", host="bridge.example.org")
    assert client.post(ADD, {"answer": key.makes(page)}).status_code == 200
    client, page = with_password("bridge.example.org")
    assert client.post(SECOND, {"answer": key.shows(page)}).status_code == 302


def test_an_account_has_ten_at_most(kim: User) -> None:
    Passkey.objects.bulk_create(Passkey(user=kim, name=str(n), host="x", data=b"", digest=str(n)) for n in range(10))
    client, page = adding()
    told = client.post(ADD, {"answer": Key().makes(page)})
    assert (told.status_code, "Remove one first" in told.content.decode()) == (422, True)
