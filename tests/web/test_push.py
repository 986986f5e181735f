"""Word to browsers: a stand-in push service is sent what a browser can read, and nothing the room may not see."""

import json
from collections.abc import Iterator
from threading import Thread
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.test import Client
from django.utils import timezone

from overtrick.core.event.acts import DrawPublished, Posting, RoundClosed
from overtrick.web.congress.models import BookRecord
from overtrick.web.exchange.deliveries.destinations import Destination
from overtrick.web.exchange.deliveries.queue import LONGEST
from overtrick.web.exchange.push import sender, subscriptions
from overtrick.web.exchange.push.encryption import (
    CURVE,
    browser_key,
    encode_base64url,
    encrypt,
    public_bytes,
    push_key_at,
    read,
)
from overtrick.web.exchange.push.models import PushSubscription
from overtrick.web.exchange.push.sender import TRIES, tell_due
from overtrick.web.exchange.push.subscriptions import MOST
from web.congresses import hold, keep
from web.rehearsed import rehearsed, until
from web.test_publishing import Later, StandIn, says

pytestmark = pytest.mark.django_db
SWISS = "nsw-swiss-pairs/congress"
ME = "3"


class Browser:
    """What a browser has: its keys, and how it reads a message."""

    def __init__(self) -> None:
        self.private, self.auth = ec.generate_private_key(CURVE), b"sixteen of bytes"
        self.public = public_bytes(self.private.public_key())

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": encode_base64url(self.public), "auth": encode_base64url(self.auth)}

    def opened(self, body: bytes) -> dict[str, str]:
        salt, theirs, sealed = body[:16], body[21 : 21 + body[20]], body[21 + body[20] :]
        shared = self.private.exchange(ec.ECDH(), browser_key(theirs))
        secret = derived(self.auth, shared, b"WebPush: info\0" + self.public + theirs, 32)
        key, nonce = (
            derived(salt, secret, f"Content-Encoding: {name}\0".encode(), size)
            for name, size in (("aes128gcm", 16), ("nonce", 12))
        )
        read: dict[str, str] = json.loads(AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x02"))
        return read


def derived(salt: bytes, secret: bytes, info: bytes, size: int) -> bytes:
    return HKDF(hashes.SHA256(), size, salt, info).derive(secret)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    """A push service in our own network, which is let in here alone."""
    monkeypatch.setattr(sender, "SERVICE", Destination("push", "push", private=True))
    server = StandIn()
    Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture(autouse=True)
def own_key(tmp_path: Any, settings: Any) -> Iterator[None]:
    settings.PUSH_KEY = tmp_path / "push-key.pem"
    settings.URL = "https://bridge.example.org"
    subscriptions.push_key.cache_clear()
    yield
    subscriptions.push_key.cache_clear()


def book() -> list[Posting]:
    return rehearsed(SWISS, 8, faults=False)


def before(postings: list[Posting], kind: type[DrawPublished | RoundClosed], number: int) -> int:
    """How many postings there are before an act of a round."""
    return next(n for n, each in enumerate(postings) if isinstance(each.act, kind) and each.act.round == number)


def ask(held: BookRecord, browser: Browser, prefix: str = "", **more: Any) -> Any:
    said = {"on": True, "contestant": ME, "endpoint": "https://push.example.org/abc", "keys": browser.keys, **more}
    return Client().post(f"{prefix}/e/{held.slug}/push/", said, content_type="application/json")


def subscribed(held: BookRecord, browser: Browser, service: StandIn, prefix: str = "") -> None:
    """A browser that asked, and whose push service is the stand-in."""
    assert ask(held, browser, prefix).json() == {"on": True}
    PushSubscription.objects.update(endpoint=f"{service.base}send/abc")


def test_the_example_of_rfc_8291() -> None:
    private = int.from_bytes(read("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    body = encrypt(
        b"When I grow up, I want to be a watermelon",
        read("BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
        read("BTBZMqHH6r4Tts7J_aSIgg"),
        salt=read("DGv6ra1nlYgDCS1FRnbzlw"),
        key=ec.derive_private_key(private, CURVE),
    )
    assert encode_base64url(body) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_y"
        "l95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_the_key_is_made_once_and_signs_for_one_service(tmp_path: Any) -> None:
    made = push_key_at(tmp_path / "key.pem")
    assert push_key_at(tmp_path / "key.pem").public == made.public
    assert (tmp_path / "key.pem").stat().st_mode & 0o077 == 0
    token, _, key = (
        made.authorization("https://push.example.org/abc", "https://x.example")
        .removeprefix("vapid t=")
        .partition(", k=")
    )
    head, claims, signature = token.split(".")
    assert json.loads(read(head)) == {"typ": "JWT", "alg": "ES256"}
    assert json.loads(read(claims))["aud"] == "https://push.example.org"
    assert json.loads(read(claims))["sub"] == "https://x.example"
    verify(key, f"{head}.{claims}", signature)
    with pytest.raises(InvalidSignature):
        verify(key, f"{head}.{claims}x", signature)


def verify(key: str, signed: str, signature: str) -> None:
    r, s = (int.from_bytes(each, "big") for each in (read(signature)[:32], read(signature)[32:]))
    browser_key(read(key)).verify(encode_dss_signature(r, s), signed.encode(), ec.ECDSA(hashes.SHA256()))


def test_a_browser_is_told_its_draw_and_its_match_once(service: StandIn) -> None:
    postings, browser = book(), Browser()
    held = hold(SWISS, "told")
    draw, closed = before(postings, DrawPublished, 2), before(postings, RoundClosed, 2)
    keep(held, postings[:draw])
    subscribed(held, browser, service)
    assert tell_due() == 0, "what was out already is not told"
    keep(held, postings[draw : draw + 1])
    assert tell_due() == 1
    assert tell_due() == 0
    ((_, path, headers, body),) = service.got
    told = browser.opened(body)
    assert path == "/send/abc"
    assert headers["Content-Encoding"] == "aes128gcm"
    assert told["title"] == "Round 2: the draw is published"
    assert told["body"].startswith("Table ")
    assert told["url"] == "/e/told/seat/?q=3"
    token, _, key = headers["Authorization"].removeprefix("vapid t=").partition(", k=")
    assert key == Client().get("/e/told/push/").json()["key"]
    verify(key, token.rpartition(".")[0], token.rpartition(".")[2])
    keep(held, postings[draw + 1 : closed + 1])
    assert tell_due() == 1
    match = browser.opened(service.got[-1][3])
    assert (match["title"], match["url"]) == ("Round 2: your match result", "/e/told/pair/3/")
    page = Client().get("/e/told/pair/3/").content.decode()
    assert f">{match['body'].split()[0]}</a>" in page, "the number of the public scorecard"
    assert tell_due() == 0


def test_no_board_that_is_still_played_is_told(service: StandIn) -> None:
    held, browser = hold(SWISS, "hidden"), Browser()
    everything = book()
    some = until(everything, "Swiss", 2, 3)  # one table of four still plays the round's boards
    draw = before(some, DrawPublished, 2)
    keep(held, some[: draw + 1])
    for contestant in map(str, range(1, 9)):
        assert ask(held, browser, contestant=contestant).status_code == 200
    PushSubscription.objects.update(endpoint=f"{service.base}send/abc")
    keep(held, some[draw + 1 :])
    assert tell_due() == 0
    assert service.got == []
    rest = everything[: before(everything, RoundClosed, 2) + 1]
    keep(held, [each for each in rest if each not in some])
    assert tell_due() == 8, "each is told its match"


def test_words_are_in_the_language_the_browser_asked_in(service: StandIn) -> None:
    postings, browser = book(), Browser()
    held = hold(SWISS, "parle")
    draw = before(postings, DrawPublished, 2)
    keep(held, postings[:draw])
    subscribed(held, browser, service, "/fr")
    keep(held, postings[draw : draw + 1])
    assert tell_due() == 1
    told = browser.opened(service.got[0][3])
    assert told["url"] == "/fr/e/parle/seat/?q=3"
    assert told["title"] == "Tour 2\N{NO-BREAK SPACE}: le tirage est publié"
    closed = before(postings, RoundClosed, 2)
    keep(held, postings[draw + 1 : closed + 1])
    assert tell_due() == 1
    assert "," in browser.opened(service.got[1][3])["body"].split()[0], "a figure as French writes it"


def test_who_asks_no_longer_and_who_is_gone_are_forgotten(service: StandIn) -> None:
    postings, browser = book(), Browser()
    held = hold(SWISS, "gone")
    draw = before(postings, DrawPublished, 2)
    keep(held, postings[:draw])
    subscribed(held, browser, service)
    assert ask(held, browser, on=False, endpoint=f"{service.base}send/abc").json() == {"on": False}
    assert not PushSubscription.objects.exists()
    subscribed(held, browser, service)
    keep(held, postings[draw : draw + 1])
    service.answers.append(says("gone", 410))
    assert tell_due() == 1
    assert not PushSubscription.objects.exists()


def test_a_service_that_fails_is_tried_again_and_given_up(service: StandIn) -> None:
    postings, browser, clock = book(), Browser(), Later()
    held = hold(SWISS, "again")
    draw = before(postings, DrawPublished, 2)
    keep(held, postings[:draw])
    subscribed(held, browser, service)
    keep(held, postings[draw : draw + 1])
    service.answers += [says("busy", 503)] * TRIES
    for _ in range(TRIES):
        assert tell_due(clock) == 1
        assert tell_due(clock) == 0, "not before its time"
        clock.by += LONGEST
    assert tell_due(clock) == 0
    kept = PushSubscription.objects.get()
    assert (kept.tries, kept.said) == (0, "503 busy")


def test_nothing_is_sent_into_a_private_network(service: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sender, "SERVICE", Destination("push", "push"))
    postings, browser = book(), Browser()
    held = hold(SWISS, "inside")
    draw = before(postings, DrawPublished, 2)
    keep(held, postings[:draw])
    subscribed(held, browser, service)
    long = PushSubscription.objects.get()
    PushSubscription.objects.create(
        record=held, contestant="4", endpoint=f"https://{'x' * 70}.example.org/", p256dh=long.p256dh, auth=long.auth
    )
    keep(held, postings[draw : draw + 1])
    tell_due()
    assert service.got == []
    assert "private network" in PushSubscription.objects.get(contestant=ME).said
    assert PushSubscription.objects.get(contestant="4").failed, "a name that cannot be looked up keeps nobody waiting"


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/x"},
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "https://[::1]/x"},
        {"endpoint": "https://localhost/x"},
        {"endpoint": "https://push.example.org:8443/x"},
        {"endpoint": "https://a@push.example.org/x"},
        {"endpoint": f"https://push.example.org/{'x' * 600}"},
        {"endpoint": 7},
        {"keys": {"p256dh": "AAAA", "auth": "AAAA"}},
        {"keys": None},
        {"contestant": "99"},
        {"contestant": None},
    ],
    ids=str,
)
def test_what_is_no_subscription_is_refused(wrong: dict[str, Any]) -> None:
    held = hold(SWISS, "wrong")
    keep(held, book()[:30])
    answer = ask(held, Browser(), **wrong)
    assert (answer.status_code, list(answer.json())) == (422, ["refused"])
    assert not PushSubscription.objects.exists()


def test_so_many_browsers_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    held = hold(SWISS, "many")
    keep(held, book()[:30])
    for number in range(MOST + 1):
        answer = ask(held, Browser(), endpoint=f"https://push.example.org/{number}")
        assert answer.status_code == (200 if number < MOST else 422)
    assert not answer.cookies
    monkeypatch.setattr("overtrick.web.accounts.throttle.SUBSCRIBED", 3)
    assert ask(held, Browser()).status_code == 429
    assert Client().post("/e/many/push/", b"[" * 5000, content_type="application/json").status_code == 429
    assert PushSubscription.objects.filter(made__lte=timezone.now()).count() == MOST


def test_workers_show_what_they_are_told() -> None:
    for address in ("/push-worker.js", "/fr/push-worker.js", "/t/worker.js"):
        script = Client().get(address).content.decode()
        assert '"push"' in script
        assert "notificationclick" in script
    assert '"fetch"' not in Client().get("/push-worker.js").content.decode()
