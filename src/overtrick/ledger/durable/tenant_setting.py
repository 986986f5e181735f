"""The organisation as a setting of each connection to PostgreSQL, sent before a query where it changed (`tenancy`)."""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from overtrick.ledger.durable.tenancy import SETTING, current

_SET = f"SELECT set_config('{SETTING}', %s, %s)"
_UNDONE = object()
"""The state after part of a transaction was rolled back: the setting is unknown."""


class _TenantSetting:
    """The setting that a connection to PostgreSQL has; before each query it is sent again if it has changed.

    Inside a transaction it is set for that transaction only. It is undone with the transaction, and with each savepoint
    that is rolled back: a transaction starts with the connection's setting, and after a rollback it is sent again. Both
    are visible here, as all of Django's queries pass through this class, including those about savepoints.

    Behind a pool that hands the connection to another client after each transaction, earlier settings cannot be relied
    on: each query runs in a transaction that begins with the setting.
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


def _wrap_connection(sender: object, connection: BaseDatabaseWrapper, **_: object) -> None:  # noqa: ARG001 - a signal's own signature
    """Mark a new connection as having no setting."""
    if connection.vendor == "postgresql":
        connection.execute_wrappers[:] = [
            *(each for each in connection.execute_wrappers if not isinstance(each, _TenantSetting)),
            _TenantSetting(connection),
        ]


def set_tenant_on_every_connection() -> None:
    """Make every connection send the organisation it is used for."""
    connection_created.connect(_wrap_connection, dispatch_uid="overtrick tenant")
