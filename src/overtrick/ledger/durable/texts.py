"""The texts of rules in a database: each stored once by its hash, and editions of them, never deleted."""

import json

from django.db import transaction
from django.db.models import Q

from overtrick.ledger.durable.models import KeptEdition, KeptText
from overtrick.ledger.texts import ChangedText
from overtrick.regulations.read.editions import Edition

_read: dict[tuple[str, str], Edition] = {}
"""Editions this process has read. They never change."""


class DurableTexts:
    """The stored texts in a database that Django is configured for."""

    def __init__(self, using: str = "default") -> None:
        self.using = using

    def keep(self, edition: Edition) -> None:
        """Store an edition, unless it is stored; part of the caller's transaction, if there is one."""
        if KeptEdition.objects.using(self.using).filter(fingerprint=edition.hash).exists():
            return
        texts = {fingerprint: edition.texts[path] for path, fingerprint in edition.manifest}
        with transaction.atomic(using=self.using):
            KeptText.objects.using(self.using).bulk_create(
                [KeptText(fingerprint=each, text=text) for each, text in texts.items()], ignore_conflicts=True
            )
            KeptEdition.objects.using(self.using).bulk_create(
                [KeptEdition(fingerprint=edition.hash, former=edition.former, manifest=json.dumps(edition.manifest))],
                ignore_conflicts=True,
            )

    def has(self, fingerprint: str) -> bool:
        """Whether an edition is stored, under its current or a former fingerprint."""
        named = Q(fingerprint=fingerprint) | Q(former=fingerprint)
        return KeptEdition.objects.using(self.using).filter(named).exists()

    def find(self, fingerprint: str) -> Edition | None:
        """The edition with that current or former fingerprint, with its hashes checked."""
        if (self.using, fingerprint) not in _read:
            rows = KeptEdition.objects.using(self.using)
            row = rows.filter(fingerprint=fingerprint).first() or rows.filter(former=fingerprint).first()
            if row is None:
                return None
            _read[self.using, fingerprint] = self._edition(row, fingerprint)
        return _read[self.using, fingerprint]

    def _edition(self, row: KeptEdition, fingerprint: str) -> Edition:
        manifest = json.loads(row.manifest)
        texts = KeptText.objects.using(self.using).in_bulk([each for _, each in manifest])
        edition = Edition({path: texts[each].text for path, each in manifest}, kept=True)
        if not edition.has_fingerprint(fingerprint):
            raise ChangedText("An edition kept in the database is not what its hash says: restore it from a copy.")
        return edition
