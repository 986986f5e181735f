"""The tenant as a setting of each connection to PostgreSQL, sent before a query where it changed (`tenancy`)."""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from overtrick.ledger.durable.tenancy import SETTING, current

_SET = f"SELECT set_config('{SETTING}', %s, %s)"
_UNDONE = object()
"""What a transaction knows of which a part was rolled back: nothing that could be relied on."""


class _TenantSetting:
    """What a connection to PostgreSQL was told: before each question it is told again if it is something else now.

    Inside a transaction it is told for that transaction alone. That is undone with it, and with each savepoint that is
    rolled back: a transaction at its first question knows what the connection knows, and after a rollback it is told
    again. Both are seen from here, as every question of Django's goes through here, also those about savepoints.

    Behind a pool that hands the connection to another client after each transaction nothing is known that was told
    before: each question is asked in a transaction, which is told.
    """

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self.connection = connection
        self.pooled = bool(connection.settings_dict.get("POOLED"))
        self.sent: int | object | None = _UNDONE if self.pooled else None
        self.sent_within: int | object | None = None

    def __call__(self, execute: Callable[..., Any], question: str, given: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - Django's own signature
        wanted = current()
        if self.connection.in_atomic_block:
            status = self.connection.connection.info.transaction_status.name
            if status == "IDLE":
                self.sent_within = self.sent
            if wanted != self.sent_within and status != "INERROR" and not self.connection.needs_rollback:
                self._send(wanted, "true")
                self.sent_within = wanted
            if "ROLLBACK" in str(question)[:40].upper():
                self.sent_within = _UNDONE
        elif self.pooled:
            with self.connection.wrap_database_errors, self.connection.connection.transaction():
                self._send(wanted, "true")
                return execute(question, given, many, context)
        elif wanted != self.sent:
            self._send(wanted, "false")
            self.sent = wanted
        return execute(question, given, many, context)

    def _send(self, wanted: int | None, for_this_transaction: str) -> None:
        with self.connection.wrap_database_errors:
            self.connection.connection.execute(_SET, ["" if wanted is None else str(wanted), for_this_transaction])


def _connected(sender: object, connection: BaseDatabaseWrapper, **_: object) -> None:  # noqa: ARG001 - a signal's own signature
    """A new connection has been told nothing."""
    if connection.vendor == "postgresql":
        connection.execute_wrappers[:] = [
            *(each for each in connection.execute_wrappers if not isinstance(each, _TenantSetting)),
            _TenantSetting(connection),
        ]


def set_tenant_on_every_connection() -> None:
    """Have every connection say whose rows it is asked for."""
    connection_created.connect(_connected, dispatch_uid="overtrick tenant")
