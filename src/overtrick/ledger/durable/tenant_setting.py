"""The tenant as a setting of each connection to PostgreSQL, sent before a query where it changed (`tenancy`)."""

from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created

from overtrick.ledger.durable.tenancy import SETTING, current

_SET = f"SELECT set_config('{SETTING}', %s, %s)"


class _TenantSetting:
    """What a connection to PostgreSQL was told: before each question it is told again if it is something else now.

    What is told inside a transaction is undone with it, so there it is told each time, and for that transaction alone.
    """

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self.connection = connection
        self.sent: int | None = None
        self.within_transaction = False

    def __call__(self, execute: Callable[..., Any], question: str, given: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - Django's own signature
        wanted = current()
        if self.connection.in_atomic_block:
            if (self.within_transaction or wanted != self.sent) and self._answers():
                self.within_transaction = True
                self._send(wanted, "true")
        else:
            self.within_transaction = False
            if wanted != self.sent:
                self._send(wanted, "false")
                self.sent = wanted
        return execute(question, given, many, context)

    def _answers(self) -> bool:
        """Whether the transaction takes questions: after a fault only a rollback, which is to go through as it is."""
        failed = self.connection.connection.info.transaction_status.name == "INERROR"
        return not failed and not self.connection.needs_rollback

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
