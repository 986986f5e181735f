"""Signed heads and receipts: what they say against a book that is not the one that was signed."""

import json
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from apart import note
from overtrick.core.errors import DirectorError
from overtrick.ledger.file import FileBook
from overtrick.ledger.signed_heads import NoKey, SignedHead, Signer, objections, read_heads, read_key, signer_at

OLD_KEY = "yU7rvhjymAKAvFVkztcDtuSQ0QDykD22IqywPLZ4s8s="
OLD_SIGNATURE = "TjOogP3/297J/iTT9iW4R+jK4zs6/XnnfGNRdWrPRhZhHT6d2GuUK8djFUrPYxT3WurB7OVDG+CV5+uie6acCA=="


@pytest.fixture
def signer(tmp_path: Path) -> Signer:
    return signer_at(tmp_path / "key.pem")


@pytest.fixture
def hashes(tmp_path: Path) -> list[str]:
    """Of the lines of a book of nine postings."""
    with closing(FileBook(tmp_path / "book.jsonl")) as book:
        book.append([note(str(number)) for number in range(9)])
        return book.hashes()


def test_what_is_signed_is_the_documented_text(signer: Signer) -> None:
    head = signer.sign("coast", 413, "3f" * 32)
    assert head.text == f"overtrick head 1\ncoast\n413\n{'3f' * 32}\n{head.time}\n{signer.key}\n"
    assert head.genuine()


@pytest.mark.parametrize("part", ["event", "hash", "time", "key", "signature"])
def test_no_part_of_a_head_can_be_changed(signer: Signer, part: str) -> None:
    head = signer.sign("coast", 413, "3f" * 32)
    other = Signer(Ed25519PrivateKey.generate()).sign("else", 413, "4f" * 32)
    assert not replace(head, **{part: getattr(other, part) + ("" if part != "time" else "0")}).genuine()
    assert not replace(head, number=412).genuine()
    assert not replace(head, signature="not even base64").genuine()
    assert not replace(head, key="AA").genuine()


def test_a_book_is_what_was_signed(signer: Signer, hashes: list[str]) -> None:
    heads = [signer.sign("coast", number, hashes[number - 1]) for number in (3, 9)]
    assert objections(heads, hashes, [signer.key]) == []
    changed = [*hashes[:2], "0" * 64, *hashes[3:]]
    assert "posting 3 is not the one signed" in objections(heads, changed)[0]
    assert "posting 9" in objections(heads, hashes[:8])[0]
    assert "the book was cut" in objections(heads, hashes[:8])[0]


def test_a_head_that_proves_nothing_is_told(signer: Signer, hashes: list[str]) -> None:
    stranger = Signer(Ed25519PrivateKey.generate()).sign("coast", 3, hashes[2])
    assert objections([stranger], hashes) == []
    assert "signed by another key" in objections([stranger], hashes, [signer.key])[0]
    assert "not signed by the key it names" in objections([replace(stranger, hash="0" * 64)], hashes)[0]


def test_heads_are_read_however_they_were_kept(signer: Signer, tmp_path: Path) -> None:
    one, two = signer.sign("coast", 1, "1" * 64), signer.sign("coast", 2, "2" * 64)
    pasted = json.dumps(one.as_json(), indent=2)
    assert read_heads(pasted) == [one]
    assert read_heads(json.dumps({"posted": True, "receipt": two.as_json()})) == [two]
    (tmp_path / "lines").write_text(f"{json.dumps(one.as_json())}\n{json.dumps(two.as_json())}\n")
    (tmp_path / "array").write_text(json.dumps([one.as_json(), two.as_json()]))
    for name in ("lines", "array"):
        assert read_heads(str(tmp_path / name)) == [one, two]
    for nothing in ("{}", "[1]", "no such file", '{"number": "1"}'):
        with pytest.raises(DirectorError, match="” contains no readable receipts or heads"):
            read_heads(nothing)


def test_the_key_is_made_once_and_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "made" / "key.pem"
    with ThreadPoolExecutor(8) as several:
        keys = set(several.map(lambda _: signer_at(path).key, range(8)))
    assert len(keys) == 1
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["key.pem"]
    path.write_text("no key")
    with pytest.raises(NoKey, match="cannot be read"):
        signer_at(path)


def test_the_public_key_is_known_by_either_form(signer: Signer, tmp_path: Path) -> None:
    (tmp_path / "public.pem").write_text(signer.public_pem)
    assert read_key(str(tmp_path / "public.pem")) == read_key(signer.key) == signer.key
    for wrong in ("", "AAAA", "-----BEGIN PUBLIC KEY-----"):
        with pytest.raises(NoKey):
            read_key(wrong)


def test_a_head_of_ten_years_ago_still_proves() -> None:
    """The form is kept for ever: this one was signed once, by a key that is gone."""
    head = SignedHead(
        event="coast-swiss-pairs", number=413, hash="3fa9" * 16, time="2026-07-04T04:02:11Z", key=OLD_KEY,
        signature=OLD_SIGNATURE,
    )  # fmt: skip
    assert head.genuine()
