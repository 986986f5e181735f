"""Codes for those who type: six letters and figures that lead to a table's link.

They are taken from a billion, and whoever guesses is stopped after sixty wrong ones in a quarter of an hour: a venue
shares one address, and its people mistype. Nothing but a table is opened by one.
"""

import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from overtrick.web.accounts import throttle
from overtrick.web.congress.models import BookRecord
from overtrick.web.organisations.requests import answer_for
from overtrick.web.table.links import GOOD_FOR, NoSuchTable, link, taken_back
from overtrick.web.table.models import Typed

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""No I, L, O or U: who types them means 1, 1, 0 and something else."""
LONG = 6
MEANT = str.maketrans({"O": "0", "I": "1", "L": "1", " ": None, "-": None})


class TooManyCodes(NoSuchTable):
    """Too many codes from one address were none."""


def typed_code(record: BookRecord, table: int, room: str = "") -> str:
    """The code of a table: the same until its link is taken back, and good for as long from now as a link is."""
    of_all, of_table = taken_back(record, table, room)
    now = timezone.now()
    found = Typed.objects.filter(record=record, table=table, room=room)
    if found.filter(of_all=of_all, of_table=of_table).update(at=now):
        return found.get().code
    found.delete()
    while True:
        code = "".join(secrets.choice(LETTERS) for _ in range(LONG))
        try:
            with transaction.atomic():
                return Typed.objects.create(
                    code=code, record=record, table=table, room=room, of_all=of_all, of_table=of_table, at=now
                ).code
        except IntegrityError:
            if made := found.first():  # another official has just opened the same sheet
                return made.code


def meant(text: str) -> str:
    """A code as it was meant, however it was typed.

    >>> meant(" k7m-3qx "), meant("IO l2ab")
    ('K7M3QX', '1012AB')
    """
    return text.strip().upper().translate(MEANT)


def led_to(text: str, address: str) -> str:
    """The link that a code stands for, typed at an address; refused if it is none, or too many were none."""
    place = throttle.admitted_to_type(address)
    if place is None:
        raise TooManyCodes(
            "Too many wrong codes", why="codes", remedy="Wait fifteen minutes, or scan the code on the table."
        )
    code = meant(text)
    known = Typed.objects.filter(code=code, at__gt=timezone.now() - timedelta(seconds=GOOD_FOR))
    found = known.first() if set(code) <= set(LETTERS) else None  # no database is asked for what it cannot keep
    if found is not None:
        answer_for(found.record_id)
        if taken_back(found.record, found.table, found.room) == (found.of_all, found.of_table):
            place.delete()
            return link(found.record, found.table, found.room)
    raise NoSuchTable(
        "No table has this code",
        why="no such code",
        remedy="Look at the card on the table: six letters and figures. The newest card counts.",
    )
